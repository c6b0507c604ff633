//! Trees of strategies for games with lies.

use crate::exact::best_tree::BestTree;
use crate::exact::cost::INFINITE;
use crate::exact::problem::DEEPEST;
use crate::exact::watch::{Stopped, Watch};
use crate::tree::Node;

use super::game::Game;
use super::state::State;
use super::total::{Moment, TotalSearch};
use super::weigh::weighed_by_games;
use super::worst::WorstSearch;

/// Chooses the guess at each state of a tree.
pub(super) trait Choose {
    fn guess(&mut self, state: &State, moment: Moment) -> Result<u32, Stopped>;

    /// The guesses before the state, which the tree keeps up to date.
    fn path(&mut self) -> &mut Vec<u32>;
}

impl Choose for WorstSearch<'_> {
    fn guess(&mut self, state: &State, moment: Moment) -> Result<u32, Stopped> {
        WorstSearch::guess(self, state, moment.left)
    }

    fn path(&mut self) -> &mut Vec<u32> {
        &mut self.path
    }
}

impl Choose for TotalSearch<'_> {
    fn guess(&mut self, state: &State, moment: Moment) -> Result<u32, Stopped> {
        TotalSearch::guess(self, state, moment)
    }

    fn path(&mut self) -> &mut Vec<u32> {
        &mut self.path
    }
}

/// In games of more guesses than this, a first tree makes only guesses that may be the secret where
/// few codes are left.
const MANY_GUESSES: usize = 1500;
const FEW_CODES: usize = 64;

/// Chooses what looks best one guess ahead: the guess with the lowest bound of the total.
pub(super) struct Greedy<'g> {
    pub game: &'g Game,
    pub watch: &'g Watch<'g>,
    pub path: Vec<u32>,
}

impl Choose for Greedy<'_> {
    fn guess(&mut self, state: &State, moment: Moment) -> Result<u32, Stopped> {
        self.watch.poll()?;
        if state.len() <= 2 {
            return Ok(self.game.possible_guess(state));
        }
        let few = self.game.matrix.guesses() > MANY_GUESSES && state.len() <= FEW_CODES;
        let best = if few {
            let codes = state.codes.iter();
            let codes: Vec<u32> = codes.map(|&code| self.game.matrix.guess_of(code)).collect();
            weighed_by_games(self.game, state, &codes, moment.made, INFINITE)
        } else {
            let guesses = self.game.guesses(state, &self.path);
            weighed_by_games(self.game, state, &guesses.list, moment.made, INFINITE)
        };
        Ok(best
            .first()
            .map_or_else(|| self.game.possible_guess(state), |best| best.guess))
    }

    fn path(&mut self) -> &mut Vec<u32> {
        &mut self.path
    }
}

/// Grows a tree, with `first_guess` at its root if there is one; `None` if it gets too deep.
pub(super) fn grow(
    game: &Game,
    choose: &mut impl Choose,
    state: &State,
    moment: Moment,
    first_guess: Option<u32>,
) -> Result<Option<BestTree>, Stopped> {
    let mut grower = Grower {
        game,
        choose,
        histogram: Vec::new(),
    };
    let tree = grower.node(state, moment, first_guess)?;
    let histogram = grower.histogram;
    Ok(tree.map(|tree| BestTree { tree, histogram }))
}

struct Grower<'g, C> {
    game: &'g Game,
    choose: &'g mut C,
    /// How many games end with 1, 2, 3 ... guesses.
    histogram: Vec<u64>,
}

impl<C: Choose> Grower<'_, C> {
    fn node(
        &mut self,
        state: &State,
        moment: Moment,
        guess: Option<u32>,
    ) -> Result<Option<Node>, Stopped> {
        let depth = moment.made as usize;
        if depth >= DEEPEST.into() {
            return Ok(None);
        }
        let guess = match guess {
            Some(guess) => guess,
            None => self.choose.guess(state, moment)?,
        };
        if self.game.place_of(state, guess).is_some() {
            if self.histogram.len() <= depth {
                self.histogram.resize(depth + 1, 0);
            }
            self.histogram[depth] += 1;
        }
        let mut branches = Vec::new();
        self.choose.path().push(guess);
        for &answer in &self.game.answers {
            let after = self.game.after(state, guess, answer);
            if after.len() == 0 {
                continue;
            }
            match self.node(&after, moment.next(), None) {
                Ok(Some(node)) => branches.push((answer.into(), node)),
                Ok(None) => return Ok(None),
                Err(stopped) => return Err(stopped),
            }
        }
        self.choose.path().pop();
        Ok(Some(Node { guess, branches }))
    }
}
