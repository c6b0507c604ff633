//! Trees from what a narrow search has found.

use super::promise::Shortlist;
use super::root::Narrow;
use super::scan::scan_counts;
use super::searcher::NarrowSearcher;
use crate::exact::cost::Goal;
use crate::exact::memory::NO_GUESS;
use crate::exact::search::Context;
use crate::exact::tree::{GrowTree, GuessSource, cells};
use crate::exact::watch::Stopped;

/// Makes trees from what a narrow search has found.
pub(in crate::exact) struct NarrowTree<'n> {
    source: GuessSource,
    searcher: NarrowSearcher<'n>,
    shared: &'n Narrow<'n>,
}

impl<'n> NarrowTree<'n> {
    pub fn new(shared: &'n Narrow<'n>, source: GuessSource) -> Self {
        NarrowTree {
            source,
            searcher: NarrowSearcher::new(shared),
            shared,
        }
    }

    /// The best of some members, by what they promise.
    fn hasty_guess(&self, set: &[u16]) -> u32 {
        const MOST: usize = 24;
        let shared = self.shared;
        let matrix = &shared.context.game.matrix;
        let mut shortlist = Shortlist::default();
        shortlist.clear(1);
        for &code in set.iter().step_by(set.len().div_ceil(MOST)) {
            let guess = matrix.guess_of(code);
            let guesses = guess..guess + 1;
            scan_counts(matrix, set, guesses, &shared.marginal, &mut shortlist);
        }
        shortlist.sorted()[0].1
    }
}

impl GrowTree for NarrowTree<'_> {
    type At = Vec<u16>;

    fn after(&mut self, set: &Vec<u16>, guess: u32) -> Vec<(u32, Vec<u16>)> {
        cells(self.shared.context.game, set, guess)
    }

    fn guess(&mut self, set: &Vec<u16>, left: u8) -> Result<u32, Stopped> {
        let Context { memory, game, .. } = &self.shared.context;
        if set.len() <= 2 {
            return Ok(game.matrix.guess_of(set[0]));
        }
        let left = Goal::Total.normal_limit(set.len(), left);
        let key = game.key_of(set);
        let known = memory.known(key, left);
        if known.guess != NO_GUESS {
            return Ok(known.guess);
        }
        let guess = match self.source {
            GuessSource::Proven => self.searcher.best_guess(set, key, left)?,
            GuessSource::Known => memory.known_at_first(key, left).guess,
        };
        match (guess, self.source) {
            (NO_GUESS, GuessSource::Proven) => Err(Stopped),
            (NO_GUESS, GuessSource::Known) => Ok(self.hasty_guess(set)),
            (guess, _) => Ok(guess),
        }
    }
}
