//! Working memory that a search reuses.

use super::fingerprints::Fingerprints;
use super::promise::Shortlist;
use crate::exact::kernels::{Batch, Line, Sheet, Sums};
use crate::exact::partition::{MutualAnswers, Partition};

/// The most codes that a mask of one word has bits for.
pub(in crate::exact) const MAX_MASK_CODES: usize = 64;

/// What one position needs for its list of guesses; kept for the next position.
#[derive(Default)]
pub(in crate::exact) struct Buffers {
    pub counts: Vec<Line>,
    /// The greatest of the counts.
    pub best: u8,
    pub sums: Vec<Sums>,
    /// Of the partitions that were evaluated.
    pub fingerprints: Fingerprints,
    /// Guesses at a small set whose partitions are told apart together.
    pub batch: Box<Batch>,
    /// A bit for each guess that may be the secret.
    pub members: Vec<u64>,
    /// Guesses with bounds of their costs, least bound first.
    pub order: Vec<(u32, u32)>,
    /// By guess, a bound of its total: how promising it is where bounds are equal.
    pub promise: Vec<u32>,
    pub mutual: MutualAnswers,
    /// Of a set, where passes read few columns.
    pub rows: Vec<u16>,
    /// The same of a part of a set.
    pub part: Vec<u16>,
    /// Guesses with bounds below the budget of a pass.
    pub told: Vec<(u32, u32)>,
    /// Guesses of the smallest promises.
    pub promising: Shortlist,
}

/// Memory that positions on the way to the present one do not use.
#[derive(Default)]
pub(in crate::exact) struct Scratch {
    pub partitions: Vec<Partition>,
    pub lists: Vec<Vec<u16>>,
    pub buffers: Vec<Buffers>,
    pub masks: Masks,
    /// For the columns worth trying.
    pub sheets: Vec<Sheet>,
    /// For looks at the members of a set.
    pub mutual: MutualAnswers,
}

impl Scratch {
    pub fn take_buffers(&mut self) -> Buffers {
        self.buffers.pop().unwrap_or_default()
    }

    pub fn give_buffers(&mut self, buffers: Buffers) {
        self.buffers.push(buffers);
    }
}

/// The cells of a guess by label, as masks of places; all zero between guesses.
pub(in crate::exact) struct Masks(pub [u64; MAX_MASK_CODES]);

impl Default for Masks {
    fn default() -> Self {
        Masks([0; MAX_MASK_CODES])
    }
}
