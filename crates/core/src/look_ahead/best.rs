//! The best guess of a scan, and how the results of several scans are put together.

use crate::code::Code;

use super::metric::TOLERANCE;

/// A guess with its score.
#[derive(Clone, Debug)]
pub struct BestGuess {
    pub score: f64,
    /// Whether the guess is one of the possible codes.
    pub possible: bool,
    pub guess: Code,
}

impl BestGuess {
    /// Whether a higher code with this score is to be preferred.
    #[inline]
    pub fn loses_to(&self, score: f64, possible: bool) -> bool {
        score < self.score - TOLERANCE
            || (score <= self.score + TOLERANCE && possible && !self.possible)
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
                (Some(first), Some(second)) if first.loses_to(second.score, second.possible) => {
                    Some(second)
                }
                (first, second) => first.or(second),
            },
            compared: self.compared + later.compared,
            complete: self.complete && later.complete,
        }
    }
}
