//! What a guess promises: an estimate of the total that it leads to.

use std::sync::atomic::AtomicUsize;

/// How much of the estimate one guess is.
pub(super) const UNIT: u16 = 14;

/// What each code of a cell adds to the estimate after those before it: the first code of a cell
/// takes one guess; the next ones two and a little more, the more of them there are.
///
/// A cell of `n` codes comes to `2n - 1 + 0.2 ln n!` guesses. That was fitted to the cells of the best known tree of
/// the words of Wordle, in which a cell of 2 costs 3.1, one of 30 costs 73, and all of 2315 cost 7750 by this rule.
pub(in crate::exact) fn marginal(codes: usize) -> Vec<u16> {
    (0..codes)
        .map(|before| match before {
            0 => UNIT,
            _ => 2 * UNIT + (0.2 * f64::from(UNIT) * (1.0 + before as f64).ln()).round() as u16,
        })
        .collect()
}

/// What all threads of a search by promises share.
pub(in crate::exact) struct Promises {
    /// By the number of codes before it in a cell, what a code adds to a promise.
    pub(super) marginal: Vec<u16>,
    /// How many guesses are tried at each set.
    pub(super) width: usize,
    /// How many answers the search has read, as a measure of its work.
    pub answers: AtomicUsize,
}

impl Promises {
    /// Sets of at most this many codes are not recorded in the journal.
    pub const UNRECORDED: usize = 128;

    pub fn new(codes: usize, width: usize) -> Self {
        Promises {
            marginal: marginal(codes + 1),
            width,
            answers: AtomicUsize::new(0),
        }
    }
}

/// The guesses of the smallest promised totals so far.
#[derive(Default)]
pub(in crate::exact) struct Shortlist {
    /// Promise and guess.
    best: Vec<(u32, u32)>,
    most: usize,
    /// A promise of at least this is not among the best.
    cutoff: u32,
}

impl Shortlist {
    pub fn clear(&mut self, most: usize) {
        self.best.clear();
        self.most = most;
        self.cutoff = u32::MAX;
    }

    #[inline]
    pub fn cutoff(&self) -> u32 {
        self.cutoff
    }

    /// Adds a guess whose promise is below the cutoff.
    pub fn add(&mut self, promise: u32, guess: u32) {
        self.best.push((promise, guess));
        if self.best.len() >= 4 * self.most + 16 {
            self.shorten();
        }
    }

    fn shorten(&mut self) {
        self.best.sort_unstable();
        self.best.truncate(self.most);
        if self.best.len() == self.most {
            self.cutoff = self.best.last().map_or(u32::MAX, |&(promise, _)| promise);
        }
    }

    /// The best guesses, smallest promise first.
    pub fn sorted(&mut self) -> &[(u32, u32)] {
        self.shorten();
        &self.best
    }

    pub fn join(&mut self, other: &mut Shortlist) {
        for &(promise, guess) in other.sorted() {
            self.add(promise, guess);
        }
    }
}
