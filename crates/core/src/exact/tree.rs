//! Trees from what the transposition table knows.

use crate::tree::Node;

use super::cost::{Goal, INFINITE, UNLIMITED};
use super::game::Game;
use super::memory::NO_GUESS;
use super::partition::{Partition, most_telling};
use super::problem::DEEPEST;
use super::search::Searcher;
use super::watch::Stopped;

/// Where guesses come from.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum GuessSource {
    /// The best guesses only. Entries that the transposition table has lost are searched again.
    Proven,
    /// The best guess that is known, else the most promising one. Once the search was told to stop
    /// and its grace is used up, the first code of the set.
    Known,
}

/// Makes trees from what is known.
pub(super) trait GrowTree {
    fn game(&self) -> &Game;

    /// A guess is made: what follows are the trees of its cells.
    fn enter(&mut self, guess: u32);

    fn leave(&mut self);

    /// The tree of a set.
    ///
    /// # Errors
    /// Stopped while searching again.
    fn tree(&mut self, set: &[u16], left: u8) -> Result<Node, Stopped>;

    /// The tree of a set, from its first guess if that is given.
    ///
    /// # Errors
    /// Stopped while searching again.
    fn grown(&mut self, set: &[u16], left: u8, guess: Option<u32>) -> Result<Node, Stopped> {
        match guess {
            Some(guess) => self.tree_from(set, left, guess),
            None => self.tree(set, left),
        }
    }

    /// The tree of a set from its first guess.
    ///
    /// # Errors
    /// Stopped while searching again.
    fn tree_from(&mut self, set: &[u16], left: u8, guess: u32) -> Result<Node, Stopped> {
        let mut partition = Partition::default();
        partition.make(&self.game().matrix, set, guess);
        let next = left - u8::from(left != UNLIMITED && left > 0);
        self.enter(guess);
        let mut codes = Vec::new();
        let branches: Result<Vec<(u32, Node)>, Stopped> = partition
            .cells
            .iter()
            .map(|cell| {
                partition.codes(cell, set, &mut codes);
                let answer = self.game().answer(guess, codes[0]);
                Ok((answer, self.tree(&codes, next)?))
            })
            .collect();
        self.leave();
        let mut branches = branches?;
        branches.sort_unstable_by_key(|&(answer, _)| answer);
        Ok(Node { guess, branches })
    }
}

/// Makes trees from what one searcher knows. With [`GuessSource::Known`] it stops only where a tree would be too deep.
pub(super) struct TreeBuilder<'b, 's> {
    pub source: GuessSource,
    pub searcher: &'b mut Searcher<'s>,
    /// How many guesses a path may have, those of the history among them.
    longest: usize,
}

impl<'b, 's> TreeBuilder<'b, 's> {
    /// Takes a searcher that is at the root.
    pub fn new(source: GuessSource, searcher: &'b mut Searcher<'s>) -> Self {
        let longest = searcher.path.len() + usize::from(DEEPEST);
        TreeBuilder {
            source,
            searcher,
            longest,
        }
    }
}

impl GrowTree for TreeBuilder<'_, '_> {
    fn game(&self) -> &Game {
        self.searcher.context.game
    }

    fn enter(&mut self, guess: u32) {
        self.searcher.path.push(guess);
    }

    fn leave(&mut self) {
        self.searcher.path.pop();
    }

    fn tree(&mut self, set: &[u16], left: u8) -> Result<Node, Stopped> {
        let context = self.searcher.context;
        if self.searcher.path.len() >= self.longest {
            return Err(Stopped);
        }
        if set.len() > 2
            && let Some(totals) = self.searcher.totals(set, context.key_of(set), left)?
        {
            return TreeBuilder::new(self.source, totals).tree(set, left - 1);
        }
        let guess = if set.len() <= 2 {
            context.game.matrix.guess_of(set[0])
        } else {
            self.guess(set, context.question.goal.normal_limit(set.len(), left))?
        };
        self.tree_from(set, left, guess)
    }
}

impl TreeBuilder<'_, '_> {
    fn guess(&mut self, set: &[u16], left: u8) -> Result<u32, Stopped> {
        let context = self.searcher.context;
        let goal = context.question.goal;
        let is_certain = goal.certain_cost(set.len(), left).is_some();
        if matches!(context.question.goal, Goal::Prices(_)) && is_certain {
            // One code as good as another; but the game shall come to its end soon all the same.
            let matrix = &context.game.matrix;
            let members = set.iter().map(|&code| matrix.guess_of(code));
            return Ok(most_telling(matrix, set, members));
        }
        if context.question.goal == Goal::AtLastGuess && left <= 3 && !context.question.consistent {
            // These are not worth an entry in the table.
            let (cost, guess) = self.searcher.endgame(set, left, INFINITE);
            if cost < INFINITE {
                return Ok(guess);
            }
        }
        let key = context.game.key_of(set);
        let known = context
            .memory
            .known_or_canonical(&context.form_of(set), key, left);
        match self.source {
            GuessSource::Proven => {
                if known.exact() && known.guess != NO_GUESS {
                    return Ok(known.guess);
                }
                self.searcher.search_anew(set, key, left)?;
                Ok(self.searcher.last_guess)
            }
            GuessSource::Known => Ok([known, context.memory.known_at_first(key, left)]
                .into_iter()
                .map(|known| known.guess)
                .find(|&guess| guess != NO_GUESS)
                .unwrap_or_else(|| self.promising_guess(set))),
        }
    }

    /// The most promising guess; once the search was told to stop and its grace is used up, the
    /// first code of the set, which takes no time.
    fn promising_guess(&mut self, set: &[u16]) -> u32 {
        let Searcher {
            context,
            path,
            scratch,
            ..
        } = &mut *self.searcher;
        context.watch.show_preparation();
        let promising = context.most_promising(scratch, path, set);
        promising.unwrap_or_else(|_| context.game.matrix.guess_of(set[0]))
    }
}
