//! Trees of strategies for games with lies.

use crate::exact::best_tree::BestTree;
use crate::exact::cost::INFINITE;
use crate::exact::problem::DEEPEST;
use crate::exact::watch::Stopped;
use crate::tree::Node;

use super::search::{Moment, Search};
use super::state::State;
use super::weigh::weighed_by_games;

/// Chooses the guess at a state of a tree.
pub(super) type Choose<'g> = fn(&mut Search<'g>, &State, Moment) -> Result<u32, Stopped>;

/// In games of more guesses than this, a first tree makes only guesses that may be the secret where few codes are left.
const MANY_GUESSES: usize = 1500;
const FEW_CODES: usize = 64;

impl<'g> Search<'g> {
    /// What looks best one guess ahead: the guess with the lowest bound of the total.
    pub fn promising_guess(&mut self, state: &State, moment: Moment) -> Result<u32, Stopped> {
        self.watch.poll()?;
        let game = self.game;
        if state.len() <= 2 {
            return Ok(game.possible_guess(state));
        }
        let few = game.matrix.guesses > MANY_GUESSES && state.len() <= FEW_CODES;
        let best = if few {
            let codes = state.codes.iter();
            let codes: Vec<u32> = codes.map(|&code| game.matrix.guess_of(code)).collect();
            weighed_by_games(game, state, &codes, moment.made, INFINITE)
        } else {
            let guesses = game.guesses(state, &self.path);
            weighed_by_games(game, state, &guesses.list, moment.made, INFINITE)
        };
        let best = best.first().map(|best| best.guess);
        Ok(best.unwrap_or_else(|| game.possible_guess(state)))
    }

    /// Grows a tree, with `first_guess` at its root if there is one; `None` if it gets too deep.
    pub fn grow(
        &mut self,
        choose: Choose<'g>,
        state: &State,
        moment: Moment,
        first_guess: Option<u32>,
    ) -> Result<Option<BestTree>, Stopped> {
        let mut histogram = Vec::new();
        let tree = self.node(choose, state, moment, first_guess, &mut histogram)?;
        Ok(tree.map(|tree| BestTree { tree, histogram }))
    }

    /// The histogram says how many games end with 1, 2, 3 ... guesses.
    fn node(
        &mut self,
        choose: Choose<'g>,
        state: &State,
        moment: Moment,
        guess: Option<u32>,
        histogram: &mut Vec<u64>,
    ) -> Result<Option<Node>, Stopped> {
        let depth = moment.made as usize;
        if depth >= DEEPEST.into() {
            return Ok(None);
        }
        let guess = guess.map_or_else(|| choose(self, state, moment), Ok)?;
        if self.game.place_of(state, guess).is_some() {
            histogram.resize(histogram.len().max(depth + 1), 0);
            histogram[depth] += 1;
        }
        let mut branches = Vec::new();
        self.path.push(guess);
        for &answer in &self.game.answers {
            let after = self.game.after(state, guess, answer);
            if after.len() == 0 {
                continue;
            }
            match self.node(choose, &after, moment.next(), None, histogram)? {
                Some(node) => branches.push((answer.into(), node)),
                None => return Ok(None),
            }
        }
        self.path.pop();
        Ok(Some(Node { guess, branches }))
    }
}
