//! What a simple strategy needs, in next to no time: it guesses the possible code that gives the most answers. Only
//! where that takes more guesses than are allowed, it looks for help among all guesses.

use super::matrix::Matrix;
use super::partition::{Partition, most_telling};

/// Sets of more codes than this get no help from guesses that are not possible.
const MOST_HELPED: usize = 64;
/// The most answers to look at for the guess of one set.
const MOST_ANSWERS: usize = 1 << 16;
/// The same where all guesses are tried.
const MOST_ANSWERS_FOR_HELP: usize = 1 << 20;

/// Plays simple strategies in one game.
pub(super) struct QuickPlay<'g> {
    pub matrix: &'g Matrix,
    /// The most guesses that a code may need.
    pub most: usize,
    /// Whether only codes may be guessed that are possible.
    pub members_only: bool,
}

impl QuickPlay<'_> {
    /// How many codes of a set are found with 1, 2, 3 ... guesses after this first one; `None` if too many are needed.
    pub fn histogram(&self, set: &[u16], guess: u32) -> Option<Vec<u64>> {
        let mut histogram = Vec::new();
        self.divide(set, guess, 0, &mut histogram)
            .then_some(histogram)
    }

    /// Adds the codes of a set to the histogram, from this depth on; whether all are found in time.
    fn find(&self, set: &[u16], depth: usize, histogram: &mut Vec<u64>) -> bool {
        if depth == self.most {
            return false;
        }
        let before = histogram.clone();
        let members = set.iter().map(|&code| self.matrix.guess_of(code));
        let step = (set.len() * set.len()).div_ceil(MOST_ANSWERS);
        let member = most_telling(self.matrix, set, members.step_by(step));
        if self.divide(set, member, depth, histogram) {
            return true;
        }
        let all = self.matrix.guesses;
        if self.members_only || set.len() > MOST_HELPED || all * set.len() > MOST_ANSWERS_FOR_HELP {
            return false;
        }
        *histogram = before;
        let helper = most_telling(self.matrix, set, 0..all as u32);
        self.divide(set, helper, depth, histogram)
    }

    fn divide(&self, set: &[u16], guess: u32, depth: usize, histogram: &mut Vec<u64>) -> bool {
        let mut partition = Partition::default();
        partition.make(self.matrix, set, guess);
        histogram.resize(histogram.len().max(depth + 1), 0);
        let later: usize = partition.cells.iter().map(|cell| cell.len()).sum();
        histogram[depth] += (set.len() - later) as u64;
        let mut codes = Vec::new();
        partition.cells.iter().all(|cell| {
            partition.codes(cell, set, &mut codes);
            self.find(&codes, depth + 1, histogram)
        })
    }
}
