//! Trees from what a narrow search has found.

use crate::tree::Node;

use super::promise::Shortlist;
use super::root::Narrow;
use super::scan::scan_counts;
use super::searcher::NarrowSearcher;
use crate::exact::cost::Goal;
use crate::exact::game::Game;
use crate::exact::memory::NO_GUESS;
use crate::exact::problem::DEEPEST;
use crate::exact::tree::{GrowTree, GuessSource};
use crate::exact::watch::Stopped;

/// Makes trees from what a narrow search has found.
pub(in crate::exact) struct NarrowTree<'n> {
    shared: &'n Narrow<'n>,
    source: GuessSource,
    searcher: NarrowSearcher<'n>,
    /// Guesses made so far, those of the history among them.
    made: usize,
    longest: usize,
}

impl<'n> NarrowTree<'n> {
    /// Begins after so many guesses.
    pub fn new(shared: &'n Narrow<'n>, source: GuessSource, made: usize) -> Self {
        NarrowTree {
            shared,
            source,
            searcher: NarrowSearcher::new(shared),
            made,
            longest: made + usize::from(DEEPEST),
        }
    }

    fn guess(&mut self, set: &[u16], left: u8) -> Result<u32, Stopped> {
        let memory = &self.shared.context.memory;
        let key = self.shared.context.game.key_of(set);
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
    fn game(&self) -> &Game {
        self.shared.context.game
    }

    fn enter(&mut self, _guess: u32) {
        self.made += 1;
    }

    fn leave(&mut self) {
        self.made -= 1;
    }

    fn tree(&mut self, set: &[u16], left: u8) -> Result<Node, Stopped> {
        if self.made >= self.longest {
            return Err(Stopped);
        }
        let guess = if set.len() <= 2 {
            self.shared.context.game.matrix.guess_of(set[0])
        } else {
            self.guess(set, Goal::Total.normal_limit(set.len(), left))?
        };
        self.tree_from(set, left, guess)
    }
}
