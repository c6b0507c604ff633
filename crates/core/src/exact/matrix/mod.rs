//! The matrix of all answers of a game, one byte per pair of a secret and a guess, laid out for the search.
//!
//! One row per secret holds its answers to all guesses, padded to whole lines of 64
//! bytes, so that one vector instruction serves 64 guesses. A second view, one row per
//! guess, serves the opposite question; it is the same memory when answers are symmetric.

mod by_position;
mod counted;
mod fill;

use crate::code::Code;
use crate::rules::Rules;
use crate::space::CodeSpace;

use super::kernels::{LANES, Sheet};
use super::problem::{Fault, MAX_GUESSES, MAX_SECRETS};
use by_position::{position_sheet, renumbered_sheet};
use counted::counted_sheet;
pub(super) use fill::NoMatrix;
use fill::{Poll, poll_now_and_then, transposed};

/// The answers of a game by secret and by guess.
///
/// Labels are feedback numbers, except that feedback kinds of more than 256 answers are
/// numbered anew for each guess. The winning label belongs to the secret itself alone.
pub(super) struct Matrix {
    /// One row per secret, one column per guess; columns past the last hold the winning label.
    pub by_secret: Sheet,
    /// `None` when the answers are symmetric and `by_secret` serves both views.
    by_guess: Option<Sheet>,
    pub secrets: usize,
    pub guesses: usize,
    guess_of_secret: Vec<u32>,
    /// The labels that occur, the winning one left out, ascending.
    pub labels: Vec<u8>,
    pub win: u8,
}

/// What a sheet of so many rows takes; where that is more than can be counted, the most that can.
fn bytes(rows: u128, columns: u128) -> usize {
    let bytes = rows * columns.next_multiple_of(LANES as u128);
    bytes.try_into().unwrap_or(usize::MAX)
}

/// Whether a guess and a secret can change places, so that one sheet serves both views.
fn is_symmetric(rules: &Rules) -> bool {
    rules.feedback().counts_pegs()
        && CodeSpace::secrets(rules).len() == CodeSpace::guesses(rules).len()
}

/// Refuses games whose answers are too many for this much memory.
pub(super) fn check_size(rules: &Rules, memory: usize) -> Result<(), Fault> {
    let secrets = CodeSpace::secrets(rules).len();
    let guesses = CodeSpace::guesses(rules).len();
    if secrets > MAX_SECRETS || guesses > MAX_GUESSES {
        return Err(Fault::TooManyCodes { secrets, guesses });
    }
    let second = match is_symmetric(rules) {
        true => 0,
        false => bytes(guesses, secrets),
    };
    let needed = bytes(secrets, guesses).saturating_add(second);
    if needed > memory {
        return Err(Fault::Memory {
            needed,
            allowed: memory,
        });
    }
    Ok(())
}

impl Matrix {
    /// Tabulates the answers of a game whose size was checked.
    pub fn new(rules: &Rules, threads: usize, poll: Poll) -> Result<Self, NoMatrix> {
        let guesses = CodeSpace::guesses(rules);
        let secret_codes: Vec<Code> = CodeSpace::secrets(rules).iter().collect();
        let guess_codes: Vec<Code> = guesses.iter().collect();
        let number = |code: &Code| guesses.number(code).expect("every secret is a guess") as u32;
        let guess_of_secret: Vec<u32> = secret_codes.iter().map(number).collect();
        let codes = (&secret_codes[..], &guess_codes[..]);
        let (rows, columns) = (secret_codes.len(), guess_codes.len());
        let (by_secret, by_guess, win) = if rules.feedback().counts_pegs() {
            let (sheet, win) = counted_sheet(rules, codes, poll)?;
            let by_guess = if is_symmetric(rules) {
                None
            } else {
                Some(transposed(&sheet, (rows, columns), win, threads, poll)?)
            };
            (sheet, by_guess, win)
        } else {
            let (sheet, win) = if rules.feedback_count() <= 256 {
                position_sheet(rules, codes, threads, poll)?
            } else {
                renumbered_sheet(rules, codes, poll)?
            };
            let by_secret = transposed(&sheet, (columns, rows), win, threads, poll)?;
            (by_secret, Some(sheet), win)
        };
        let mut used = [false; 256];
        for secret in 0..rows {
            poll_now_and_then(secret, poll)?;
            for &label in &by_secret.row_bytes(secret)[..columns] {
                used[usize::from(label)] = true;
            }
        }
        used[win as usize] = false;
        Ok(Matrix {
            by_secret,
            by_guess,
            secrets: rows,
            guesses: columns,
            guess_of_secret,
            labels: (0..=255).filter(|&label| used[label as usize]).collect(),
            win,
        })
    }

    /// The labels that a guess earns from each secret.
    #[inline]
    pub fn answers(&self, guess: u32) -> &[u8] {
        let sheet = self.by_guess.as_ref().unwrap_or(&self.by_secret);
        sheet.row_bytes(guess as usize)
    }

    #[inline]
    pub fn guess_of(&self, secret: u16) -> u32 {
        self.guess_of_secret[secret as usize]
    }

    /// How many bytes are taken to remember what is known about sets, so many for each pair of codes, within the memory that
    /// these answers leave. Games proven so far fill less than a third of two bytes.
    pub fn table_bytes(&self, for_a_pair: usize, memory: usize) -> usize {
        let codes = self.secrets;
        let wanted = codes.saturating_mul(for_a_pair * codes).max(1 << 20);
        wanted.min(memory - self.bytes())
    }

    pub fn bytes(&self) -> usize {
        self.by_secret.bytes() + self.by_guess.as_ref().map_or(0, Sheet::bytes)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::feedback::FeedbackKind;
    use crate::rules::Allowed;

    #[test]
    fn agrees_with_the_plain_scorer() {
        for kind in [
            FeedbackKind::BlackWhite,
            FeedbackKind::Black,
            FeedbackKind::Total,
            FeedbackKind::Position,
            FeedbackKind::Naive,
        ] {
            for (pegs, colors, allowed) in [
                (3, 4, Allowed::Any),
                (4, 5, Allowed::Distinct),
                (6, 2, Allowed::Any),
            ] {
                let rules = Rules::new(pegs, colors, allowed, kind.clone()).unwrap();
                let matrix = Matrix::new(&rules, 1, &|| Ok(())).unwrap();
                let codes: Vec<Code> = CodeSpace::secrets(&rules).iter().collect();
                for (g, guess) in codes.iter().enumerate() {
                    // Equal labels if and only if equal answers, the secret itself apart.
                    let mut pairs = BTreeSet::new();
                    for (s, secret) in codes.iter().enumerate() {
                        let label = matrix.answers(g as u32)[s];
                        assert_eq!(label, matrix.by_secret.row_bytes(s)[g]);
                        assert_eq!(label == matrix.win, guess == secret);
                        let answer = rules.score(guess, secret);
                        if guess != secret {
                            pairs.insert((label, answer));
                        }
                    }
                    let labels: BTreeSet<u8> = pairs.iter().map(|pair| pair.0).collect();
                    let answers: BTreeSet<u32> = pairs.iter().map(|pair| pair.1).collect();
                    assert_eq!([labels.len(), answers.len()], [pairs.len(); 2]);
                }
            }
        }
    }
}
