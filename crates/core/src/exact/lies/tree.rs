//! Trees of strategies for games with lies.

use crate::exact::cost::INFINITE;
use crate::exact::tree::GrowTree;
use crate::exact::watch::Stopped;

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
}

/// Makes trees of the guesses that are chosen.
pub(super) struct Grower<'s, 'g> {
    pub search: &'s mut Search<'g>,
    pub choose: Choose<'g>,
    /// How many guesses were made before the tree.
    pub before: usize,
}

impl GrowTree for Grower<'_, '_> {
    type At = State;

    fn path(&mut self) -> Option<&mut Vec<u32>> {
        Some(&mut self.search.path)
    }

    fn after(&mut self, state: &State, guess: u32) -> Vec<(u32, State)> {
        let game = self.search.game;
        let after = |&answer: &u8| (answer.into(), game.after(state, guess, answer));
        let after = game.answers.iter().map(after);
        after.filter(|(_, state)| state.len() > 0).collect()
    }

    fn guess(&mut self, state: &State, left: u8) -> Result<u32, Stopped> {
        let made = (self.search.path.len() - self.before) as u32;
        (self.choose)(self.search, state, Moment { made, left })
    }
}
