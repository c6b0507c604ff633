//! The question that one search answers.

use crate::exact::cost::Goal;
use crate::exact::memory::{Key, KeySpace};
use crate::exact::problem::Stage;
use crate::rules::VARIANTS;

/// The width of the narrow search that makes a first tree.
pub(in crate::exact) const FIRST_WIDTH: usize = 1;

/// The question that one search answers; it never changes.
#[derive(Clone, Copy)]
pub(in crate::exact) struct Question<'a> {
    pub goal: Goal<'a>,
    /// The greatest number of guesses that the search may ask for, if there is one.
    pub depth: Option<u8>,
    /// How many guesses to search at each larger position, if not all.
    pub width: Option<usize>,
    /// Whether every guess must be a code that may still be the secret.
    pub consistent: bool,
    /// Whether the guesses are those of a list of words, where there are many answers and no symmetry.
    pub words: bool,
    /// What is reported as being minimised.
    pub reported: Stage,
    /// Bounds to report instead of those of the search.
    pub reported_bounds: Option<(u32, Option<u32>)>,
}

impl<'a> Question<'a> {
    /// What a search of all guesses for the least of these costs answers.
    pub fn of(goal: Goal<'a>, depth: Option<u8>, reported: Stage) -> Self {
        Question {
            goal,
            depth,
            width: None,
            consistent: false,
            words: false,
            reported,
            reported_bounds: None,
        }
    }

    /// Whether guesses are tried by what they promise: in a narrow search of a list of words.
    pub fn by_promise(&self) -> bool {
        VARIANTS && self.words && self.width.is_some() && self.goal == Goal::Total
    }

    /// Where in the transposition table the facts of this search are.
    pub fn key_space(&self) -> KeySpace {
        self.key_space_at(self.width)
    }

    /// Where the facts are that a search of another width has found.
    pub fn key_space_at(&self, width: Option<usize>) -> KeySpace {
        const AT_LAST_GUESS: Key = 0x6a09_e667_f3bc_c908_b2fb_1366_ea95_7d3e;
        const PRICES: Key = 0x3bf2_a1d0_95c7_4e86_e81d_60ab_4f73_c25d;
        const AMONG_FEWEST: Key = 0xb7e1_5162_8aed_2a6a_bf71_5880_9cf4_f3c7;
        let kind = match self.goal {
            Goal::AtLastGuess => AT_LAST_GUESS,
            Goal::Prices(_) => PRICES,
            Goal::TotalAmongFewest => AMONG_FEWEST,
            Goal::Total => 0,
        };
        KeySpace::new(kind, width)
    }
}
