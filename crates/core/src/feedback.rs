//! The answer to a guess, as a small number, and the plain way to find it.
//!
//! | kind | number of an answer | answers |
//! |---|---|---|
//! | black and white | `t * (t + 1) / 2 + black`, where `t = black + white` | up to 231 |
//! | black only | `black` | up to 21 |
//! | total only | `black + white`, and `pegs + 1` for the secret itself | up to 22 |
//! | per position | base 3, leftmost peg most significant: 0 grey, 1 yellow, 2 green | `3^pegs` |
//! | each peg by itself | the same | `3^pegs` |
//! | a table of one's own | what the table says | up to 65,536 |
//!
//! The greatest number is always the winning answer, and only the secret earns it. With
//! totals another arrangement of the same colors would score as many pegs as the secret,
//! but the game goes on after it; so the hit has an answer of its own there.

use std::sync::Arc;

use crate::code::{Code, MAX_COLORS};
use crate::own::OwnAnswers;

/// Which part of the comparison of guess and secret the codemaker reports.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FeedbackKind {
    /// Black pegs for right colors in their places, white ones for colors in others.
    BlackWhite,
    /// Black pegs alone.
    Black,
    /// Black and white pegs together, untold apart.
    Total,
    /// A mark for each place, as in word games.
    Position,
    /// A mark for each place, where a color that the secret has elsewhere is yellow however often the guess has it.
    Naive,
    /// What a table says.
    Own(Arc<OwnAnswers>),
}

impl FeedbackKind {
    /// One more than the greatest number of an answer for codes of this many pegs.
    pub fn count(&self, pegs: usize) -> usize {
        match self {
            FeedbackKind::BlackWhite => (pegs + 1) * (pegs + 2) / 2,
            FeedbackKind::Black => pegs + 1,
            FeedbackKind::Total => pegs + 2,
            FeedbackKind::Position | FeedbackKind::Naive => 3usize.pow(pegs as u32),
            FeedbackKind::Own(answers) => answers.count(),
        }
    }

    /// Whether black and white pegs together say what the answer is.
    ///
    /// Then a guess and a secret can change places, and so can the positions of both; and answers
    /// are counted by bit planes. Where pegs are marked, marks are found by bit planes; other kinds are scored pair by
    /// pair.
    pub fn counts_pegs(&self) -> bool {
        match self {
            FeedbackKind::BlackWhite | FeedbackKind::Black | FeedbackKind::Total => true,
            FeedbackKind::Position | FeedbackKind::Naive | FeedbackKind::Own(_) => false,
        }
    }

    /// Whether an answer is a mark for each peg.
    pub fn marks_pegs(&self) -> bool {
        matches!(self, FeedbackKind::Position | FeedbackKind::Naive)
    }

    /// Whether no code gives this answer to any guess: all pegs but one would be in their places, and
    /// the last one in another. Where each peg is marked by itself, that is so of a single peg alone.
    pub fn nobody_gives(&self, pegs: usize, answer: u32) -> bool {
        match self {
            FeedbackKind::BlackWhite => answer + 1 == self.win(pegs),
            FeedbackKind::Black | FeedbackKind::Own(_) => false,
            FeedbackKind::Total | FeedbackKind::Naive => pegs == 1 && answer == 1,
            FeedbackKind::Position => {
                let missing = self.win(pegs) - answer;
                (0..pegs as u32).any(|peg| missing == 3u32.pow(peg))
            }
        }
    }

    /// The answer to the guess that hits the secret: always the greatest number.
    pub fn win(&self, pegs: usize) -> u32 {
        self.count(pegs) as u32 - 1
    }
}

/// Number of the answer with this many black and white pegs.
pub fn black_white(black: usize, white: usize) -> u32 {
    let total = black + white;
    (total * (total + 1) / 2 + black) as u32
}

/// Scores a guess against a secret of the same length in the plainest way; tests compare all faster
/// ways with it.
pub fn score(kind: &FeedbackKind, guess: &[u8], secret: &[u8]) -> u32 {
    debug_assert_eq!(guess.len(), secret.len());
    match kind {
        FeedbackKind::Position => score_positions(guess, secret),
        FeedbackKind::Naive => score_alone(guess, secret),
        FeedbackKind::Own(answers) => answers.answer(guess, secret),
        FeedbackKind::Black => blacks(guess, secret) as u32,
        FeedbackKind::Total | FeedbackKind::BlackWhite => {
            let (black, total) = (blacks(guess, secret), common(guess, secret));
            if *kind == FeedbackKind::BlackWhite {
                black_white(black, total - black)
            } else {
                (total + usize::from(black == guess.len())) as u32
            }
        }
    }
}

fn blacks(guess: &[u8], secret: &[u8]) -> usize {
    guess.iter().zip(secret).filter(|(g, s)| g == s).count()
}

/// Black and white pegs together.
fn common(guess: &[u8], secret: &[u8]) -> usize {
    let mut guess_counts = [0u8; MAX_COLORS];
    let mut secret_counts = [0u8; MAX_COLORS];
    for (&g, &s) in guess.iter().zip(secret) {
        guess_counts[g as usize] += 1;
        secret_counts[s as usize] += 1;
    }
    guess_counts
        .iter()
        .zip(&secret_counts)
        .map(|(&g, &s)| usize::from(g.min(s)))
        .sum()
}

/// Scores by position. Greens come first; then each other peg of the guess, from the left, is yellow while
/// the secret has pegs of its color that nothing has claimed yet.
fn score_positions(guess: &[u8], secret: &[u8]) -> u32 {
    let mut unclaimed = [0u8; MAX_COLORS];
    for (&g, &s) in guess.iter().zip(secret) {
        if g != s {
            unclaimed[s as usize] += 1;
        }
    }
    guess.iter().zip(secret).fold(0, |number, (&g, &s)| {
        let mark = if g == s {
            2
        } else if unclaimed[g as usize] > 0 {
            unclaimed[g as usize] -= 1;
            1
        } else {
            0
        };
        number * 3 + mark
    })
}

/// Scores each peg by itself: it is yellow if the secret has its color in another place, however often.
fn score_alone(guess: &[u8], secret: &[u8]) -> u32 {
    let present = secret.iter().fold(0u64, |present, &s| present | 1 << s);
    guess.iter().zip(secret).fold(0, |number, (&g, &s)| {
        number * 3 + if g == s { 2 } else { (present >> g & 1) as u32 }
    })
}

/// Scores one guess against many secrets, faster than [`score`] because the guess is prepared once.
pub struct Scorer {
    kind: FeedbackKind,
    guess: Code,
    counts: [u8; MAX_COLORS],
}

impl Scorer {
    /// Prepares a guess.
    pub fn new(kind: &FeedbackKind, guess: Code) -> Self {
        Scorer {
            kind: kind.clone(),
            guess,
            counts: guess.color_counts(),
        }
    }

    /// The number of the answer that the guess gets from this secret.
    #[inline]
    pub fn answer(&self, secret: &Code) -> u32 {
        if !self.kind.counts_pegs() {
            return score(&self.kind, &self.guess, secret);
        }
        let mut left = self.counts;
        let (mut black, mut total) = (0, 0);
        for (&s, &g) in secret.iter().zip(self.guess.iter()) {
            black += usize::from(s == g);
            let left = &mut left[s as usize];
            total += usize::from(*left > 0);
            *left = left.saturating_sub(1);
        }
        match &self.kind {
            FeedbackKind::Black => black as u32,
            FeedbackKind::Total if black == self.guess.len() => self.kind.win(black),
            FeedbackKind::Total => total as u32,
            FeedbackKind::BlackWhite => black_white(black, total - black),
            FeedbackKind::Position | FeedbackKind::Naive | FeedbackKind::Own(_) => {
                unreachable!("scored above")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn founding_system_2_answers() {
        let secret = [1, 5, 0, 2]; // BFAC
        let answer = |guess: [u8; 4]| score(&FeedbackKind::BlackWhite, &guess, &secret);
        assert_eq!(answer([0, 1, 2, 3]), black_white(0, 3)); // ABCD ooo
        assert_eq!(answer([1, 0, 3, 4]), black_white(1, 1)); // BADE xo
        assert_eq!(answer([1, 0, 2, 5]), black_white(1, 3)); // BACF xooo
        assert_eq!(answer([1, 5, 2, 0]), black_white(2, 2)); // BFCA xxoo
        assert_eq!(answer(secret), FeedbackKind::BlackWhite.win(4));
    }

    #[test]
    fn a_color_is_yellow_no_more_often_than_the_secret_has_it_unclaimed() {
        // guess 0 0 1 1 against 1 0 0 2: peg 2 green; one unclaimed 0 and one unclaimed 1.
        let number = score(&FeedbackKind::Position, &[0, 0, 1, 1], &[1, 0, 0, 2]);
        assert_eq!(number, ((3 + 2) * 3 + 1) * 3);
    }

    #[test]
    fn a_color_is_yellow_by_itself_however_often_the_secret_has_it() {
        // guess 0 0 1 1 against 1 0 0 2: the second 1 is yellow as the first one is.
        let number = score(&FeedbackKind::Naive, &[0, 0, 1, 1], &[1, 0, 0, 2]);
        assert_eq!(number, ((3 + 2) * 3 + 1) * 3 + 1);
        // All pegs but one in their places, and the last one in another.
        let number = score(&FeedbackKind::Naive, &[0, 0, 1], &[0, 1, 1]);
        assert_eq!(number, (2 * 3 + 1) * 3 + 2);
        assert!(!FeedbackKind::Naive.nobody_gives(3, number));
    }

    #[test]
    fn only_the_secret_earns_the_winning_answer() {
        for kind in [
            FeedbackKind::BlackWhite,
            FeedbackKind::Black,
            FeedbackKind::Total,
            FeedbackKind::Position,
            FeedbackKind::Naive,
        ] {
            assert_eq!(score(&kind, &[0, 1, 1], &[0, 1, 1]), kind.win(3));
            assert!(score(&kind, &[0, 1, 1], &[1, 0, 1]) < kind.win(3));
        }
    }

    #[test]
    fn black_white_numbers_are_dense() {
        let mut numbers: Vec<u32> = (0..=16)
            .flat_map(|total| (0..=total).map(move |black| black_white(black, total - black)))
            .collect();
        numbers.sort_unstable();
        assert_eq!(numbers, (0..153).collect::<Vec<_>>());
        assert_eq!(FeedbackKind::BlackWhite.count(16), 153);
    }
}
