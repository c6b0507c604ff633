//! From what the table knows to a tree.

use crate::tree::Node;

use super::bounds::INFINITE;
use super::cut::Cut;
use super::search::Worker;
use super::shared::{Game, Stopped};
use super::table::NO_GUESS;
use super::{DEEPEST, Goal, UNLIMITED};

/// Where guesses come from.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Source {
    /// Best guesses only; what the table has lost is searched again.
    Proven,
    /// The best that is known, else the guess of least bound.
    Known,
}

/// Makes trees from what is known.
pub(super) trait Grow {
    fn game(&self) -> &Game;

    /// A guess is made: what follows are the trees of its cells.
    fn enter(&mut self, guess: u32);

    fn leave(&mut self);

    /// The tree of a set.
    ///
    /// # Errors
    /// Stopped while searching again.
    fn tree(&mut self, set: &[u16], left: u8) -> Result<Node, Stopped>;

    /// The tree of a set from its first guess.
    ///
    /// # Errors
    /// Stopped while searching again.
    fn tree_from(&mut self, set: &[u16], left: u8, guess: u32) -> Result<Node, Stopped> {
        let mut cut = Cut::default();
        cut.make(&self.game().matrix, set, guess);
        let next = left - u8::from(left != UNLIMITED && left > 0);
        self.enter(guess);
        let mut codes = Vec::new();
        let branches: Result<Vec<(u32, Node)>, Stopped> = cut
            .cells
            .iter()
            .map(|cell| {
                cut.codes(cell, set, &mut codes);
                let game = self.game();
                let secret = &game.secrets[usize::from(codes[0])];
                let answer = game.rules.score(&game.guesses[guess as usize], secret);
                Ok((answer, self.tree(&codes, next)?))
            })
            .collect();
        self.leave();
        let mut branches = branches?;
        branches.sort_unstable_by_key(|&(answer, _)| answer);
        Ok(Node { guess, branches })
    }
}

/// Makes trees from what one worker knows; with [`Source::Known`] it only stops where they would
/// be too deep.
pub(super) struct Builder<'b, 's> {
    pub source: Source,
    pub worker: &'b mut Worker<'s>,
    /// How many guesses a path may have, those of the history among them.
    longest: usize,
}

impl<'b, 's> Builder<'b, 's> {
    /// Takes a worker that is at the root.
    pub fn new(source: Source, worker: &'b mut Worker<'s>) -> Self {
        let longest = worker.path.len() + usize::from(DEEPEST);
        Builder {
            source,
            worker,
            longest,
        }
    }
}

impl Grow for Builder<'_, '_> {
    fn game(&self) -> &Game {
        self.worker.shared.game
    }

    fn enter(&mut self, guess: u32) {
        self.worker.path.push(guess);
    }

    fn leave(&mut self) {
        self.worker.path.pop();
    }

    fn tree(&mut self, set: &[u16], left: u8) -> Result<Node, Stopped> {
        let shared = self.worker.shared;
        if self.worker.path.len() >= self.longest {
            return Err(Stopped);
        }
        let guess = if set.len() <= 2 {
            shared.game.matrix.guess_of(set[0])
        } else {
            self.guess(set, shared.goal.normal(set.len(), left))?
        };
        self.tree_from(set, left, guess)
    }
}

impl Builder<'_, '_> {
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
        let known = shared.known_by_image(&shared.image(set), key, left);
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
        if let Some(0..INFINITE) = shared.goal.certain(set.len(), left) {
            // It needs no search, for there are guesses enough for one code after the other.
            return Ok(shared.game.matrix.guess_of(set[0]));
        }
        let allowed = shared.allowed(set, &self.worker.path);
        let image = shared.consistent_image(set);
        let known = shared.known_by_image(&image, shared.consistent_key(set, &allowed), left);
        let found = known.guess != NO_GUESS;
        match self.source {
            Source::Proven if known.exact() && found => Ok(known.guess),
            Source::Proven => {
                self.worker
                    .consistent_anew(set, &image, &allowed, left, INFINITE)?;
                Ok(self.worker.last_guess)
            }
            Source::Known if found => Ok(known.guess),
            Source::Known => Ok(self.worker.consistent_least_bound(set, &allowed)),
        }
    }
}
