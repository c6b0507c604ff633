//! Trees from what the transposition table knows.

use crate::tree::Node;

use super::cost::{Goal, INFINITE, UNLIMITED};
use super::game::Game;
use super::memory::NO_GUESS;
use super::partition::{Partition, most_telling};
use super::search::Searcher;
use super::watch::Stopped;

/// Where guesses come from.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum GuessSource {
    /// The best guesses only. Entries that the transposition table has lost are searched again.
    Proven,
    /// The best known guess, else the most promising one; once stopped and out of grace, the first code of the set.
    Known,
}

/// Makes trees from what is known.
pub(super) trait GrowTree {
    /// What is known at a node of a tree.
    type At;

    /// What is left after a guess, for each answer but the winning one that is possible.
    fn after(&mut self, at: &Self::At, guess: u32) -> Vec<(u32, Self::At)>;

    /// The guess of a node with so many guesses left; an error if a search for it was stopped, or none is known.
    fn guess(&mut self, at: &Self::At, left: u8) -> Result<u32, Stopped>;

    /// The guesses so far, where they matter.
    fn path(&mut self) -> Option<&mut Vec<u32>> {
        None
    }

    /// The tree of a node that something else grows, if any does; see [`GrowTree::grown`].
    fn elsewhere(
        &mut self,
        _: &Self::At,
        _left: u8,
        _longest: u8,
    ) -> Result<Option<Node>, Stopped> {
        Ok(None)
    }

    /// The tree of a node from its first guess if that is given, with at most `longest` guesses one after the other.
    fn grown(
        &mut self,
        at: &Self::At,
        left: u8,
        guess: Option<u32>,
        longest: u8,
    ) -> Result<Node, Stopped> {
        if guess.is_none()
            && let Some(tree) = self.elsewhere(at, left, longest)?
        {
            return Ok(tree);
        }
        let longest = longest.checked_sub(1).ok_or(Stopped)?;
        let guess = guess.map_or_else(|| self.guess(at, left), Ok)?;
        let cells = self.after(at, guess);
        let next = left - u8::from(left != UNLIMITED && left > 0);
        if let Some(path) = self.path() {
            path.push(guess);
        }
        let cells = cells.iter();
        let branch = |(answer, at): &_| Ok((*answer, self.grown(at, next, None, longest)?));
        let branches: Result<Vec<(u32, Node)>, Stopped> = cells.map(branch).collect();
        if let Some(path) = self.path() {
            path.pop();
        }
        let mut branches = branches?;
        branches.sort_unstable_by_key(|&(answer, _)| answer);
        Ok(Node { guess, branches })
    }
}

/// The cells that a guess makes of a set, each with its answer.
pub(super) fn cells(game: &Game, set: &[u16], guess: u32) -> Vec<(u32, Vec<u16>)> {
    let mut partition = Partition::default();
    partition.make(&game.matrix, set, guess);
    let codes = |cell| {
        let mut codes = Vec::new();
        partition.codes(cell, set, &mut codes);
        (game.answer(guess, codes[0]), codes)
    };
    partition.cells.iter().map(codes).collect()
}

/// Makes trees from what one searcher knows. With [`GuessSource::Known`] it stops only where a tree would be too deep.
pub(super) struct TreeBuilder<'b, 's> {
    pub source: GuessSource,
    pub searcher: &'b mut Searcher<'s>,
}

impl GrowTree for TreeBuilder<'_, '_> {
    type At = Vec<u16>;

    fn path(&mut self) -> Option<&mut Vec<u32>> {
        Some(&mut self.searcher.path)
    }

    fn after(&mut self, set: &Vec<u16>, guess: u32) -> Vec<(u32, Vec<u16>)> {
        cells(self.searcher.context.game, set, guess)
    }

    fn elsewhere(
        &mut self,
        set: &Vec<u16>,
        left: u8,
        longest: u8,
    ) -> Result<Option<Node>, Stopped> {
        let (source, at) = (self.source, self.searcher.context.at(set, left));
        match self.searcher.totals(at)? {
            Some(searcher) if set.len() > 2 => {
                let mut builder = TreeBuilder { source, searcher };
                builder.grown(set, left - 1, None, longest).map(Some)
            }
            _ => Ok(None),
        }
    }

    fn guess(&mut self, set: &Vec<u16>, left: u8) -> Result<u32, Stopped> {
        let context = self.searcher.context;
        if set.len() <= 2 {
            return Ok(context.game.matrix.guess_of(set[0]));
        }
        let goal = context.question.goal;
        let left = goal.normal_limit(set.len(), left);
        let is_certain = goal.certain_cost(set.len(), left).is_some();
        if matches!(goal, Goal::Prices(_)) && is_certain {
            // One code as good as another; but the game shall come to its end soon all the same.
            let matrix = &context.game.matrix;
            let members = set.iter().map(|&code| matrix.guess_of(code));
            return Ok(most_telling(matrix, set, members));
        }
        if goal == Goal::AtLastGuess && left <= 3 && !context.question.consistent {
            // These are not worth an entry in the table.
            let (cost, guess) = self.searcher.endgame(set, left, INFINITE);
            if cost < INFINITE {
                return Ok(guess);
            }
        }
        let at = context.at(set, left);
        let form = context.form_of(set);
        let known = context.memory.known_or_canonical(&form, at.key, left);
        match self.source {
            GuessSource::Proven => {
                if known.exact() && known.guess != NO_GUESS {
                    return Ok(known.guess);
                }
                self.searcher.expand(at, INFINITE)?;
                match self.searcher.last_guess {
                    NO_GUESS => Err(Stopped),
                    guess => Ok(guess),
                }
            }
            GuessSource::Known => Ok([known, context.memory.known_at_first(at.key, left)]
                .into_iter()
                .map(|known| known.guess)
                .find(|&guess| guess != NO_GUESS)
                .unwrap_or_else(|| self.promising_guess(set))),
        }
    }
}

impl TreeBuilder<'_, '_> {
    /// The most promising guess; once stopped and out of grace, the first code of the set, which takes no time.
    fn promising_guess(&mut self, set: &[u16]) -> u32 {
        let context = self.searcher.context;
        context.watch.show_preparation();
        if let Some(promises) = &context.promises {
            return context.hasty_guess(promises, set);
        }
        let promising = self.searcher.most_promising(set);
        promising.unwrap_or_else(|_| context.game.matrix.guess_of(set[0]))
    }
}
