//! Takes in guesses one at a time, each with the partition that it makes of the possible codes.

use crate::code::Code;

use super::best::{BestGuess, Found};
use super::metric::Criteria;

/// What guesses are offered to: it keeps the best one, or the best ones.
pub trait Collect: Send {
    /// Takes a guess with the sizes of its cells, in the order of the answers and without empty cells.
    /// `possible` says whether the guess is a possible code; its own cell is then the last one. The
    /// sizes may be changed.
    fn offer(&mut self, guess: Code, sizes: &mut Vec<u32>, possible: bool);

    /// Says that the budget ended before all guesses were offered.
    fn cut_short(&mut self);

    /// Takes in what was collected from higher codes.
    #[must_use]
    fn and(self, later: Self) -> Self;
}

impl Criteria {
    /// The score of a guess; the arguments are those of `Collect::offer`.
    pub fn score(&self, sizes: &mut Vec<u32>, possible: bool) -> f64 {
        if self.win_apart && possible {
            sizes.pop();
        }
        self.metric.score(sizes)
    }
}

/// Collects the best guess. A guess that makes one cell tells nothing and is left out.
pub struct CollectBest<'a> {
    criteria: &'a Criteria,
    pub found: Found,
}

impl<'a> CollectBest<'a> {
    pub fn new(criteria: &'a Criteria) -> Self {
        CollectBest {
            criteria,
            found: Found::default(),
        }
    }
}

impl Collect for CollectBest<'_> {
    fn offer(&mut self, guess: Code, sizes: &mut Vec<u32>, possible: bool) {
        self.found.compared += 1;
        if sizes.len() == 1 || (self.criteria.consistent && !possible) {
            return;
        }
        let score = self.criteria.score(sizes, possible);
        let best = &mut self.found.best;
        if best
            .as_ref()
            .is_none_or(|best| best.loses_to(score, possible))
        {
            *best = Some(BestGuess {
                score,
                possible,
                guess,
            });
        }
    }

    fn cut_short(&mut self) {
        self.found.complete = false;
    }

    fn and(self, later: Self) -> Self {
        CollectBest {
            criteria: self.criteria,
            found: self.found.and(later.found),
        }
    }
}
