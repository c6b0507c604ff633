//! The best guess of a scan, and how the results of several scans are put together.

use crate::code::Code;

/// A guess with its score.
#[derive(Clone, Debug)]
pub struct BestGuess {
    /// What the metric says of it.
    pub score: f64,
    /// What the guess weighs as a possible code; 1 where codes have no weights, 0 if it is not
    /// possible.
    pub weight: u32,
    /// The guess.
    pub guess: Code,
    /// Scores that differ by no more than this are equal.
    pub tolerance: f64,
}

impl BestGuess {
    /// Whether a higher code with this score is to be preferred.
    #[inline]
    pub fn loses_to(&self, score: f64, weight: u32) -> bool {
        score < self.score - self.tolerance
            || (score <= self.score + self.tolerance && weight > self.weight)
    }
}

/// What a scan of some guesses found.
#[derive(Clone, Debug)]
pub struct Found {
    /// The best of the guesses that were compared.
    pub best: Option<BestGuess>,
    /// How many guesses were compared.
    pub compared: u64,
    /// Whether no guess was left out because the budget ended.
    pub complete: bool,
}

impl Default for Found {
    fn default() -> Self {
        Found {
            best: None,
            compared: 0,
            complete: true,
        }
    }
}

impl Found {
    /// Takes in what a scan of higher codes found.
    pub fn and(self, later: Found) -> Found {
        Found {
            best: match (self.best, later.best) {
                (Some(first), Some(second)) if first.loses_to(second.score, second.weight) => {
                    Some(second)
                }
                (first, second) => first.or(second),
            },
            compared: self.compared + later.compared,
            complete: self.complete && later.complete,
        }
    }
}
