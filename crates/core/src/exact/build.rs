//! From what the table knows to a tree.

use crate::tree::Node;

use super::bounds::INFINITE;
use super::cut::{Cell, Cut};
use super::search::Worker;
use super::shared::Stopped;
use super::table::NO_GUESS;
use super::{Goal, UNLIMITED};

/// Where guesses come from.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Source {
    /// Best guesses only; what the table has lost is searched again.
    Proven,
    /// The best that is known, else the guess of least bound.
    Known,
}

pub(super) struct Builder<'b, 's> {
    source: Source,
    worker: &'b mut Worker<'s>,
    /// How many codes the tree finds with the first guess, with the second, and so on.
    pub histogram: Vec<u32>,
}

impl<'b, 's> Builder<'b, 's> {
    pub fn new(worker: &'b mut Worker<'s>, source: Source) -> Self {
        Builder {
            source,
            worker,
            histogram: Vec::new(),
        }
    }

    /// The tree of a set, from its best guess if that is given.
    ///
    /// # Errors
    /// Stopped while searching again; never with [`Source::Known`].
    pub fn tree(&mut self, set: &[u16], left: u8, guess: Option<u32>) -> Result<Node, Stopped> {
        self.histogram.clear();
        self.node(set, left, guess, 0)
    }

    fn node(
        &mut self,
        set: &[u16],
        left: u8,
        guess: Option<u32>,
        depth: usize,
    ) -> Result<Node, Stopped> {
        let shared = self.worker.shared;
        let game = shared.game;
        let guess = match guess {
            Some(guess) => guess,
            None if set.len() <= 2 => shared.game.matrix.guess_of(set[0]),
            None => self.guess(set, shared.goal.normal(set.len(), left))?,
        };
        let mut cut = Cut::default();
        cut.make(&shared.game.matrix, set, guess);
        if self.histogram.len() <= depth {
            self.histogram.resize(depth + 1, 0);
        }
        let others: usize = cut.cells.iter().map(Cell::len).sum();
        self.histogram[depth] += (set.len() - others) as u32;
        let next = left - u8::from(left != UNLIMITED && left > 0);
        self.worker.path.push(guess);
        let mut branches = Vec::with_capacity(cut.cells.len());
        let mut codes = Vec::new();
        for cell in &cut.cells {
            cut.codes(cell, set, &mut codes);
            let answer = game.rules.score(
                &game.guesses[guess as usize],
                &game.secrets[usize::from(codes[0])],
            );
            let subtree = self.node(&codes, next, None, depth + 1);
            match subtree {
                Ok(subtree) => branches.push((answer, subtree)),
                Err(stopped) => {
                    self.worker.path.pop();
                    return Err(stopped);
                }
            }
        }
        self.worker.path.pop();
        branches.sort_unstable_by_key(|&(answer, _)| answer);
        Ok(Node { guess, branches })
    }

    fn guess(&mut self, set: &[u16], left: u8) -> Result<u32, Stopped> {
        let shared = self.worker.shared;
        if shared.consistent {
            return self.consistent_guess(set, left);
        }
        if shared.goal == Goal::Fewest && left <= 3 {
            // Not worth a place in the table.
            let cost = self.worker.last_guesses(set, left, INFINITE);
            if cost < INFINITE {
                return Ok(self.worker.last_guess);
            }
        }
        let key = shared.game.key_of(set);
        let known = shared.known(key, left);
        match self.source {
            Source::Proven => {
                if known.exact() && known.guess != NO_GUESS {
                    return Ok(known.guess);
                }
                self.worker.search_anew(set, key, left)?;
                Ok(self.worker.last_guess)
            }
            Source::Known => Ok([known, shared.known_at_first(key, left)]
                .into_iter()
                .map(|known| known.guess)
                .find(|&guess| guess != NO_GUESS)
                .unwrap_or_else(|| self.worker.least_bound(set))),
        }
    }

    fn consistent_guess(&mut self, set: &[u16], left: u8) -> Result<u32, Stopped> {
        let shared = self.worker.shared;
        let allowed = shared.allowed(set, &self.worker.path);
        let known = shared.known(shared.consistent_key(set, &allowed), left);
        match self.source {
            Source::Proven => {
                self.worker.consistent(set, &allowed, left, INFINITE)?;
                Ok(self.worker.last_guess)
            }
            Source::Known if known.guess != NO_GUESS => Ok(known.guess),
            Source::Known => Ok(self.worker.consistent_least_bound(set, &allowed)),
        }
    }
}
