//! A searcher: one thread's place in the tree and its working memory.

use crate::exact::bounds::LowerBounds;
use crate::exact::memory::{At, NO_GUESS};
use crate::exact::problem::Step;
use crate::exact::watch::Stopped;
use std::sync::Arc;

use super::among_fewest::Among;
use super::columns::Columns;
use super::context::Context;
use super::scratch::{Buffers, Scratch};
use super::shortlist::Whole;

/// So many positions are searched between two checks whether to stop.
pub(super) const OFTEN: u64 = 64;

/// One thread that searches. Each file of this folder adds methods for one kind of set or question.
pub(in crate::exact) struct Searcher<'a> {
    pub context: &'a Context<'a>,
    /// The guesses made so far, for their symmetry.
    pub path: Vec<u32>,
    /// How many of them were made before the root, if this searcher is the one whose guesses are reported as progress.
    pub reported_from: Option<usize>,
    /// Positions not yet added to those of all.
    pub positions: u64,
    /// The first guess of the tree that the last successful search found.
    pub last_guess: u32,
    /// Whether a pass goes on as long as there is grace once the search was told to stop, for it completes a tree.
    pub(super) completes: bool,
    pub scratch: Scratch,
    /// The guesses worth trying in a set that the present one is a part of.
    pub columns: Option<Arc<Columns>>,
    /// The large set that the present one is a part of, for looks.
    pub whole: Option<Arc<Whole>>,
    /// Bounds by size of the parts of the present set, from a set that it is a part of.
    pub bounds: Arc<LowerBounds>,
    /// The searchers that a search asks among the strategies that leave the fewest secrets to the last guess.
    pub(super) among: Option<Box<Among<'a>>>,
}

impl<'a> Searcher<'a> {
    pub fn new(context: &'a Context<'a>, path: &[u32]) -> Self {
        Searcher {
            context,
            path: path.to_vec(),
            reported_from: None,
            positions: 0,
            last_guess: NO_GUESS,
            completes: false,
            scratch: Scratch::default(),
            columns: None,
            whole: None,
            bounds: context.bounds.clone(),
            among: Among::of(context),
        }
    }

    /// Counts a position, and checks from time to time whether to stop.
    pub fn tick(&mut self) -> Result<(), Stopped> {
        self.positions += 1;
        if self.positions.is_multiple_of(OFTEN) {
            self.flush();
            self.context.check(0)?;
        }
        Ok(())
    }

    /// Lends working memory.
    pub fn with_buffers<T>(&mut self, work: impl FnOnce(&mut Self, &mut Buffers) -> T) -> T {
        let mut buffers = self.scratch.take_buffers();
        let done = work(self, &mut buffers);
        self.scratch.give_buffers(buffers);
        done
    }

    /// How many guesses lead from the root to where this searcher is, if they are to be reported.
    pub fn reported_depth(&self) -> Option<usize> {
        let depth = self.path.len() - self.reported_from?;
        (depth < Step::MOST).then_some(depth)
    }

    /// Adds the positions of this searcher to those of all.
    pub fn flush(&mut self) {
        self.context.watch.count(self.positions);
        self.positions = 0;
        if let Some(among) = &mut self.among {
            among.flush();
        }
    }

    /// Stores and returns the outcome of a search of all guesses.
    #[inline]
    pub fn settle(&mut self, at: At, best: u32, budget: u32, lower: u32, guess: u32) -> u32 {
        if best < budget {
            return self.exactly(at, best, guess).lower;
        }
        let lower = lower.max(budget);
        self.context.memory.at_least(at.key, at.left, lower);
        lower
    }
}
