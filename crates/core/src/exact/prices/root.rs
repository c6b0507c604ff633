//! The search of the first guesses, guess by guess, so that bounds are known at every moment.

use super::super::cost::INFINITE;
use super::super::memory::NO_GUESS;
use super::super::watch::Stopped;
use super::searcher::{RootBounds, Searcher};

impl Searcher<'_> {
    /// Searches the whole game for a cost below the budget. Its bounds are in `root_bounds`, whether
    /// or not it is stopped.
    pub fn search_game(&mut self, set: &[u16], lower: u32, budget: u32) -> Result<(), Stopped> {
        self.root = RootBounds {
            lower,
            best: budget,
            guess: NO_GUESS,
            others: INFINITE,
        };
        self.show_root(NO_GUESS);
        let result = self.search_first_guesses(set);
        self.flush();
        result
    }

    /// How the search of the whole game stands.
    pub fn root_bounds(&self) -> RootBounds {
        self.root
    }

    fn search_first_guesses(&mut self, set: &[u16]) -> Result<(), Stopped> {
        if let Some(cost) = self.setting.steps.certain_cost(set.len(), 0) {
            if cost < self.root.best {
                self.root.guess = self.setting.game.matrix.guess_of(set[0]);
            }
            self.root.best = self.root.best.min(cost);
            self.raise_root(self.root.best);
            return Ok(());
        }
        let mut buffers = self.buffers.pop().unwrap_or_default();
        self.rank(set, 0, self.root.best, &mut buffers)?;
        buffers.fingerprints.clear();
        let mut left = self.width.unwrap_or(usize::MAX);
        for index in 0..buffers.order.len() {
            let (bound, guess) = buffers.order[index];
            let later = buffers.order.get(index + 1);
            self.root.others = later.map_or(INFINITE, |&(bound, _)| bound);
            self.raise_root(bound);
            if bound >= self.root.best || left == 0 {
                break;
            }
            self.show_root(guess);
            let best = self.root.best;
            if let Some(cost) = self.evaluate(set, 0, guess, best, &mut buffers)? {
                left -= 1;
                if cost < best {
                    (self.root.best, self.root.guess) = (cost, guess);
                }
            }
        }
        self.root.others = INFINITE;
        self.raise_root(INFINITE);
        self.buffers.push(buffers);
        Ok(())
    }

    /// Notes that the first guess that is searched now costs at least so much.
    pub fn raise_root(&mut self, bound: u32) {
        if self.width.is_none() {
            let least = bound.min(self.root.others).min(self.root.best);
            self.root.lower = self.root.lower.max(least);
        }
    }

    pub fn show_root(&self, guess: u32) {
        let RootBounds { lower, best, .. } = self.root;
        self.setting.watch.set(lower, best, guess);
    }
}
