//! Answers that do not count pegs, a row for each guess, for the matrix.

use crate::code::Code;
use crate::rules::Rules;
use crate::sieve::Planes;
use crate::sieve::positions::{self, Positions};
use crate::simd::Level;

/// Scores one guess against all secrets, many at a time where the answers are few enough.
pub(super) struct RowScorer<'a> {
    rules: &'a Rules,
    secrets: &'a [Code],
    planes: Option<Planes>,
    level: Level,
    pairs: Vec<u16>,
    answers: Vec<u32>,
}

impl<'a> RowScorer<'a> {
    pub fn new(rules: &'a Rules, secrets: &'a [Code]) -> Self {
        let pegs = rules.pegs();
        let is_quick = positions::fits_rows(rules.feedback(), pegs);
        RowScorer {
            rules,
            secrets,
            planes: is_quick.then(|| {
                let mut planes = Planes::new(pegs, rules.colors(), pegs, secrets.len());
                secrets.iter().for_each(|secret| planes.push(secret));
                planes
            }),
            level: Level::detect(),
            pairs: vec![0; secrets.len().next_multiple_of(positions::LINE)],
            answers: Vec::with_capacity(secrets.len()),
        }
    }

    /// Writes the answers as bytes, in whole lines, and says whether it could.
    pub fn write_bytes(&self, guess: &[u8], out: &mut [u8]) -> bool {
        let fit = guess.len() <= positions::MAX_BYTE_PEGS;
        let planes = self.planes.as_ref().filter(|_| fit);
        if let Some(planes) = planes {
            Positions::new(planes, guess).answers(self.level, out);
        }
        planes.is_some()
    }

    pub fn answers(&mut self, guess: &[u8]) -> &[u32] {
        self.answers.clear();
        if let Some(planes) = &self.planes {
            Positions::new(planes, guess).answers(self.level, &mut self.pairs);
            let pairs = self.pairs[..self.secrets.len()].iter();
            self.answers.extend(pairs.map(|&answer| u32::from(answer)));
        } else {
            let secrets = self.secrets.iter();
            self.answers
                .extend(secrets.map(|secret| self.rules.score(guess, secret)));
        }
        &self.answers
    }
}

/// Numbers the answers to one guess anew, in their order; the winning one gets the label of none.
pub(super) struct Labels {
    win: u32,
    /// For each answer its label; empty if there are too many answers.
    labels: Vec<u8>,
    /// The answers to the guess, but for the winning one.
    given: Vec<u32>,
}

/// The label of the winning answer, and of answers that are not given.
const NONE: u8 = u8::MAX;
/// The most answers that have their labels in a table.
const TABLE_ANSWERS: usize = 1 << 16;

impl Labels {
    pub fn new(rules: &Rules) -> Self {
        let count = rules.feedback_count();
        Labels {
            win: rules.win(),
            labels: vec![NONE; if count <= TABLE_ANSWERS { count } else { 0 }],
            given: Vec::new(),
        }
    }

    /// Writes the labels of some answers, unless they are too many, and returns how many there are.
    pub fn number(&mut self, answers: &[u32], out: &mut [u8]) -> usize {
        self.given.clear();
        if self.labels.is_empty() {
            self.given.extend(answers);
            self.given.sort_unstable();
            self.given.dedup();
            self.given.pop_if(|answer| *answer == self.win);
            if self.given.len() <= usize::from(NONE) {
                for (label, answer) in out.iter_mut().zip(answers) {
                    let place = self.given.binary_search(answer);
                    *label = place.map_or(NONE, |place| place as u8);
                }
            }
            return self.given.len();
        }
        for &answer in answers {
            let label = &mut self.labels[answer as usize];
            if *label == NONE && answer != self.win {
                *label = 0;
                self.given.push(answer);
            }
        }
        self.given.sort_unstable();
        if self.given.len() <= usize::from(NONE) {
            for (label, &answer) in self.given.iter().enumerate() {
                self.labels[answer as usize] = label as u8;
            }
            for (label, &answer) in out.iter_mut().zip(answers) {
                *label = self.labels[answer as usize];
            }
        }
        for &answer in &self.given {
            self.labels[answer as usize] = NONE;
        }
        self.given.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::feedback::FeedbackKind;
    use crate::rules::Allowed;

    #[test]
    fn labels_ascend_with_the_answers() {
        for pegs in [7, 11] {
            let rules = Rules::new(pegs, 2, Allowed::Any, FeedbackKind::Position).unwrap();
            let win = rules.win();
            let mut labels = Labels::new(&rules);
            assert_eq!(labels.labels.is_empty(), pegs == 11);
            for _ in 0..2 {
                let mut out = [7; 6];
                let answers = [900, 5, win, 900, 17, 5];
                assert_eq!(labels.number(&answers, &mut out), 3);
                assert_eq!(out, [2, 0, NONE, 2, 1, 0]);
            }
            let many: Vec<u32> = (0..300).collect();
            assert_eq!(labels.number(&many, &mut [0; 300]), 300);
            assert_eq!(labels.number(&[], &mut []), 0);
        }
    }
}
