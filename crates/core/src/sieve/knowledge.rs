//! What is known during a game: the rules and the codes that are still possible.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::code::Code;
use crate::rules::Rules;
use crate::space::CodeSpace;

use super::numbers::{NumberSet, codes_of};
use super::tiles;

/// The most secrets of a game that a sieve keeps apart.
pub const SIEVE_LIMIT: u128 = 1 << 28;

/// More secrets than a sieve can keep apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooManyCodes {
    pub codes: u128,
}

impl std::fmt::Display for TooManyCodes {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "{} codes are too many for a sieve, which holds up to {SIEVE_LIMIT}",
            self.codes
        )
    }
}

impl std::error::Error for TooManyCodes {}

/// The codes that agree with every answer so far, in ascending order.
#[derive(Clone, Debug)]
pub struct Knowledge {
    rules: Arc<Rules>,
    secrets: CodeSpace,
    left: NumberSet,
}

impl Knowledge {
    /// The knowledge before the first guess.
    ///
    /// # Errors
    /// If there are more than [`SIEVE_LIMIT`] secrets.
    pub fn new(rules: Arc<Rules>) -> Result<Self, TooManyCodes> {
        let secrets = CodeSpace::secrets(&rules);
        let codes = secrets.len();
        if codes > SIEVE_LIMIT {
            return Err(TooManyCodes { codes });
        }
        Ok(Knowledge {
            rules,
            secrets,
            left: NumberSet::all(codes as usize),
        })
    }

    pub fn rules(&self) -> &Arc<Rules> {
        &self.rules
    }

    /// The space in which the possible codes have their numbers.
    pub fn secrets(&self) -> &CodeSpace {
        &self.secrets
    }

    /// The numbers of the possible codes.
    pub fn numbers(&self) -> &NumberSet {
        &self.left
    }

    /// How many codes are possible.
    pub fn len(&self) -> usize {
        self.left.len()
    }

    /// Whether no code agrees with all the answers.
    pub fn is_empty(&self) -> bool {
        self.left.is_empty()
    }

    /// Whether a code is possible.
    pub fn contains(&self, code: &[u8]) -> bool {
        self.secrets
            .number(code)
            .is_some_and(|number| self.left.contains(number as usize))
    }

    /// The possible code in this place, counted from zero in ascending order.
    pub fn nth(&self, index: usize) -> Option<Code> {
        self.left
            .nth(index)
            .map(|number| self.secrets.code(number as u128))
    }

    /// The possible codes in ascending order, from the one in place `start` on.
    pub fn iter_from(&self, start: usize) -> impl Iterator<Item = Code> + '_ {
        self.left
            .iter_from(start)
            .map(|number| self.secrets.code(number as u128))
    }

    /// The partition of the possible codes by their answers to a guess: the sizes of its cells, by
    /// the number of the answer. Answers that no possible code gives are left out.
    pub fn cells(&self, guess: &[u8]) -> BTreeMap<u32, usize> {
        if !self.rules.feedback().counts_pegs() {
            let mut cells = BTreeMap::new();
            for (_, code) in codes_of(&self.secrets, &self.left) {
                *cells.entry(self.rules.score(guess, &code)).or_default() += 1;
            }
            return cells;
        }
        let cells = tiles::cells(self.rules.feedback(), &self.secrets, &self.left, guess);
        (0..)
            .zip(cells)
            .filter(|&(_, size)| size > 0)
            .map(|(feedback, size)| (feedback, size as usize))
            .collect()
    }

    /// What is known after one more answer.
    pub fn after(&self, guess: &[u8], feedback: u32) -> Knowledge {
        let left = if !self.rules.feedback().counts_pegs() {
            let mut kept = self.left.selection();
            for (number, code) in codes_of(&self.secrets, &self.left) {
                if self.rules.score(guess, &code) == feedback {
                    kept.keep(number as u32);
                }
            }
            kept.finish()
        } else {
            tiles::select(
                self.rules.feedback(),
                &self.secrets,
                &self.left,
                guess,
                feedback,
            )
        };
        Knowledge {
            rules: self.rules.clone(),
            secrets: self.secrets.clone(),
            left,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::feedback::black_white;
    use crate::{Allowed, FeedbackKind};

    fn start(pegs: usize, colors: usize, allowed: Allowed) -> Knowledge {
        let rules = Rules::new(pegs, colors, allowed, FeedbackKind::BlackWhite).unwrap();
        Knowledge::new(Arc::new(rules)).unwrap()
    }

    #[test]
    fn founding_system_3_finds_6281() {
        let mut knowledge = start(4, 10, Allowed::Distinct);
        let mut guesses = Vec::new();
        while let Some(guess) = knowledge.nth(0) {
            guesses.push(guess.iter().fold(0, |n, &digit| n * 10 + u32::from(digit)));
            let answer = knowledge.rules().score(&guess, &[6, 2, 8, 1]);
            if answer == knowledge.rules().win() {
                break;
            }
            knowledge = knowledge.after(&guess, answer);
        }
        assert_eq!(guesses, [123, 1045, 2356, 3274, 3608, 6281]);
    }

    #[test]
    fn cells_of_the_first_guess_of_4x6() {
        let knowledge = start(4, 6, Allowed::Any);
        let cells = knowledge.cells(&[0, 0, 1, 1]);
        assert_eq!(cells.values().sum::<usize>(), 1296);
        assert_eq!(cells[&black_white(0, 0)], 256);
        assert_eq!(cells[&black_white(4, 0)], 1);
        for (&feedback, &size) in &cells {
            assert_eq!(knowledge.after(&[0, 0, 1, 1], feedback).len(), size);
        }
    }

    #[test]
    fn every_form_of_the_set_sieves_like_the_plain_scorer() {
        let games = [
            (4, 7, Allowed::Any),
            (7, 4, Allowed::Any),
            (3, 64, Allowed::Any),
            (14, 2, Allowed::Any),
            (5, 9, Allowed::Distinct),
        ];
        let kinds = [
            FeedbackKind::BlackWhite,
            FeedbackKind::Black,
            FeedbackKind::Total,
            FeedbackKind::Position,
        ];
        for ((pegs, colors, allowed), kind) in games.iter().flat_map(|g| kinds.map(|k| (g, k))) {
            let rules = Arc::new(Rules::new(*pegs, *colors, allowed.clone(), kind).unwrap());
            let mut knowledge = Knowledge::new(rules.clone()).unwrap();
            let mut codes: Vec<Code> = knowledge.secrets().iter().collect();
            let secret = codes[codes.len() * 5 / 7];
            let mut next = 0;
            while codes.len() > 1 {
                next = (next * 31 + 17) % codes.len();
                let guess = codes[next];
                let mut cells = BTreeMap::new();
                for code in &codes {
                    *cells.entry(rules.score(&guess, code)).or_insert(0) += 1;
                }
                assert_eq!(knowledge.cells(&guess), cells);
                let answer = rules.score(&guess, &secret);
                codes.retain(|code| rules.score(&guess, code) == answer);
                knowledge = knowledge.after(&guess, answer);
                assert!(knowledge.iter_from(0).eq(codes.iter().copied()));
            }
        }
    }

    #[test]
    fn too_many_codes_are_refused() {
        let rules = Rules::new(10, 10, Allowed::Any, FeedbackKind::BlackWhite).unwrap();
        let error = Knowledge::new(Arc::new(rules)).unwrap_err();
        assert_eq!(error.codes, 10_000_000_000);
    }
}
