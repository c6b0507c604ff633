//! Takes in guesses one at a time, each with the partition that it makes of the possible codes.

use crate::code::Code;

use super::best::{BestGuess, Found};
use super::metric::{Criteria, tolerance};

/// What guesses are offered to: it keeps the best one, or the best ones.
pub trait Collect: Send {
    /// Takes a guess with the sizes of its cells, in the order of the answers and without empty cells.
    /// `possible` says whether the guess is a possible code; its own cell is then the last one. The
    /// sizes may be changed.
    fn offer(&mut self, guess: Code, sizes: &mut Vec<u32>, possible: bool);

    /// Takes a guess where the codemaker may lie, or where codes have weights.
    fn offer_told(&mut self, told: Told);

    /// Whether no guess that is offered later, a higher code, can matter.
    fn is_settled(&self) -> bool {
        false
    }

    /// Says that the budget ended before all guesses were offered.
    fn cut_short(&mut self);

    /// Takes in what was collected from higher codes.
    #[must_use]
    fn and(self, later: Self) -> Self;
}

/// What a guess leads to where the codemaker may lie, see `with_lies`, or where codes have weights.
pub struct Told<'a> {
    pub guess: Code,
    /// What the guess weighs as a possible code; 1 where codes have no weights, 0 if it is not
    /// possible.
    pub weight: u32,
    /// Whether codes have weights.
    pub is_weighted: bool,
    /// What metrics get for each answer, in the order of the answers; with that of the guess itself,
    /// if it is possible, as the last one. They may be changed.
    pub weights: &'a mut Vec<u32>,
    /// The information that a true answer is expected to give, in bits.
    pub bits: f64,
    /// The most codes that an answer leaves possible.
    pub worst: u32,
    /// The number of different answers that there may be.
    pub cells: u32,
    /// Whether the possible codes do not all give the same answer. Only then is the guess of any use.
    pub tells_something: bool,
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
    /// So many cells cannot be beaten; `None` if they can.
    most_cells: Option<usize>,
    is_settled: bool,
    pub found: Found,
}

impl<'a> CollectBest<'a> {
    pub fn new(criteria: &'a Criteria) -> Self {
        CollectBest {
            criteria,
            most_cells: None,
            is_settled: false,
            found: Found::default(),
        }
    }

    /// The same, where no guess beats the lowest one that makes so many cells.
    pub fn settled_by(self, most_cells: Option<usize>) -> Self {
        CollectBest { most_cells, ..self }
    }

    /// Keeps a guess if it is the best so far.
    fn consider(&mut self, guess: Code, sizes: &mut Vec<u32>, weight: u32, is_weighted: bool) {
        if self.criteria.consistent && weight == 0 {
            return;
        }
        self.is_settled |= self.most_cells == Some(sizes.len());
        let score = self.criteria.score(sizes, weight > 0);
        let best = &mut self.found.best;
        if best
            .as_ref()
            .is_none_or(|best| best.loses_to(score, weight))
        {
            *best = Some(BestGuess {
                score,
                weight,
                guess,
                tolerance: tolerance(score, is_weighted),
            });
        }
    }
}

impl Collect for CollectBest<'_> {
    fn offer(&mut self, guess: Code, sizes: &mut Vec<u32>, possible: bool) {
        self.found.compared += 1;
        if sizes.len() > 1 {
            self.consider(guess, sizes, possible.into(), false);
        }
    }

    fn offer_told(&mut self, told: Told) {
        self.found.compared += 1;
        if told.tells_something {
            self.consider(told.guess, told.weights, told.weight, told.is_weighted);
        }
    }

    fn is_settled(&self) -> bool {
        self.is_settled
    }

    fn cut_short(&mut self) {
        self.found.complete = false;
    }

    fn and(self, later: Self) -> Self {
        CollectBest {
            is_settled: self.is_settled | later.is_settled,
            found: self.found.and(later.found),
            ..self
        }
    }
}
