//! The answers of a game of one's own: a table of guesses and secrets.
//!
//! The codes of such a game are its places in a list of everything that may be guessed, written in base 64 with as many
//! pegs as the last of them needs. So a code says where its answers stand.

use std::fmt;

use crate::code::{Code, MAX_COLORS};

/// The answers to all guesses, as a table.
#[derive(Debug, PartialEq, Eq)]
pub struct OwnAnswers {
    /// The columns of the guesses that may be secrets, and [`NO_COLUMN`] for the others.
    columns: Vec<u32>,
    /// How many secrets there are.
    width: usize,
    /// A row for each guess, in it a number for each secret.
    numbers: Vec<u16>,
    /// One more than the greatest number; that one is the answer to the secret itself, and to nothing else.
    count: usize,
}

/// What stands for the column of a guess that is no secret.
const NO_COLUMN: u32 = u32::MAX;

/// What is wrong with a table of answers.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum OwnFault {
    /// The secrets are not ascending places in the list of guesses.
    Secrets,
    /// The table has not one number for each guess and each secret.
    Size {
        /// How many numbers there should be.
        expected: usize,
        /// How many there are.
        found: usize,
    },
    /// The winning answer, the greatest number, is not given to a secret, or is given to another guess.
    Win {
        /// The place of the guess.
        guess: usize,
        /// The place of the secret.
        secret: usize,
    },
}

impl fmt::Display for OwnFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OwnFault::Secrets => write!(f, "the secrets are not ascending places of guesses"),
            OwnFault::Size { expected, found } => {
                write!(f, "the table has {found} answers instead of {expected}")
            }
            OwnFault::Win { guess, secret } => write!(
                f,
                "the greatest answer belongs to the secret itself, and to it alone: see guess {guess} and secret {secret}"
            ),
        }
    }
}

impl OwnAnswers {
    /// Takes a table of the answers to so many guesses, a row of numbers for each, in it one for each secret.
    ///
    /// `secrets` are the places of the secrets in the list of guesses. The greatest number is the answer that hits.
    ///
    /// # Errors
    /// The first fault that is found.
    pub fn new(guesses: usize, secrets: &[u32], numbers: Vec<u16>) -> Result<Self, OwnFault> {
        let ascend = secrets.is_sorted_by(|a, b| a < b);
        if secrets.is_empty()
            || !ascend
            || secrets.last().is_some_and(|&last| last as usize >= guesses)
        {
            return Err(OwnFault::Secrets);
        }
        let expected = guesses.saturating_mul(secrets.len());
        if numbers.len() != expected {
            let found = numbers.len();
            return Err(OwnFault::Size { expected, found });
        }
        let mut columns = vec![NO_COLUMN; guesses];
        for (column, &secret) in (0..).zip(secrets) {
            columns[secret as usize] = column;
        }
        let win = numbers.iter().copied().max().unwrap_or(0);
        for (guess, row) in numbers.chunks(secrets.len()).enumerate() {
            for (&secret, &answer) in secrets.iter().zip(row) {
                let secret = secret as usize;
                if (answer == win) != (guess == secret) {
                    return Err(OwnFault::Win { guess, secret });
                }
            }
        }
        Ok(OwnAnswers {
            columns,
            width: secrets.len(),
            numbers,
            count: usize::from(win) + 1,
        })
    }

    /// One more than the greatest number of an answer.
    pub fn count(&self) -> usize {
        self.count
    }

    /// How many guesses there are.
    pub fn guesses(&self) -> usize {
        self.columns.len()
    }

    /// Whether every guess is a secret.
    pub fn is_square(&self) -> bool {
        self.columns.len() == self.width
    }

    /// All numbers, a row for each guess.
    pub fn numbers(&self) -> &[u16] {
        &self.numbers
    }

    /// Whether this is the code of a guess.
    pub fn has_guess(&self, code: &[u8]) -> bool {
        place(code) < self.columns.len()
    }

    /// Whether this is the code of a secret.
    pub fn has_secret(&self, code: &[u8]) -> bool {
        self.columns
            .get(place(code))
            .is_some_and(|&column| column != NO_COLUMN)
    }

    /// The answer to a guess.
    ///
    /// # Panics
    /// If the codes are not those of a guess and of a secret.
    pub fn answer(&self, guess: &[u8], secret: &[u8]) -> u32 {
        let column = self.columns[place(secret)];
        assert_ne!(column, NO_COLUMN, "the code {secret:?} may be the secret");
        self.numbers[place(guess) * self.width + column as usize].into()
    }

    /// The pegs and colors of the codes of a game of so many guesses.
    pub fn size(guesses: usize) -> (usize, usize) {
        let last = guesses.saturating_sub(1).max(1);
        (
            last.ilog(MAX_COLORS) as usize + 1,
            guesses.clamp(1, MAX_COLORS),
        )
    }

    /// The code of the guess at a place of the list, with so many pegs.
    pub fn code(place: usize, pegs: usize) -> Code {
        let digit =
            |peg: usize| (place / MAX_COLORS.pow((pegs - 1 - peg) as u32) % MAX_COLORS) as u8;
        Code::new(&(0..pegs).map(digit).collect::<Vec<u8>>())
    }
}

/// The place of a code in the list of guesses.
fn place(code: &[u8]) -> usize {
    code.iter()
        .fold(0, |place, &digit| place * MAX_COLORS + usize::from(digit))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_stand_where_the_codes_say() {
        let answers = OwnAnswers::new(3, &[0, 2], vec![2, 0, 0, 1, 1, 2]).unwrap();
        let code = |place| OwnAnswers::code(place, 1);
        assert_eq!(answers.answer(&code(1), &code(2)), 1);
        assert_eq!(
            (answers.answer(&code(2), &code(2)), answers.count()),
            (2, 3)
        );
    }

    #[test]
    fn codes_count_in_base_64() {
        assert_eq!(
            [1, 2, 64, 65, 4096, 4097]
                .map(OwnAnswers::size)
                .map(|(pegs, _)| pegs),
            [1, 1, 1, 2, 2, 3]
        );
        for (guess, pegs) in [(0, 1), (63, 1), (64, 2), (4095, 2), (4096, 3)] {
            assert_eq!(place(&OwnAnswers::code(guess, pegs)), guess);
        }
    }

    #[test]
    fn faults_are_told() {
        let new = |secrets: &[u32], numbers: &[u16]| {
            OwnAnswers::new(2, secrets, numbers.to_vec()).unwrap_err()
        };
        assert_eq!(new(&[1, 0], &[1, 0, 0, 1]), OwnFault::Secrets);
        assert_eq!(new(&[0, 2], &[1, 0, 0, 1]), OwnFault::Secrets);
        assert_eq!(
            new(&[0, 1], &[1, 0, 0]),
            OwnFault::Size {
                expected: 4,
                found: 3
            }
        );
        assert_eq!(
            new(&[0, 1], &[1, 1, 0, 1]),
            OwnFault::Win {
                guess: 0,
                secret: 1
            }
        );
    }
}
