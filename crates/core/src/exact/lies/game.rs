//! A game with lies: its answers tabulated, its symmetry and its bounds.

use std::ops::Deref;
use std::sync::Arc;

use crate::exact::game as exact;
use crate::exact::symmetry::Candidates;
use crate::rules::Rules;

use super::bounds::{Leaves, Volume};
use super::state::State;

/// After more guesses than this, or with fewer codes, symmetry takes longer to find than it saves.
const SYMMETRIC_GUESSES: usize = 2;
const SYMMETRIC_CODES: usize = 12;

/// What depends on the rules, the number of lies and the codes that are possible at first.
pub(super) struct Game {
    game: exact::Game,
    /// The answers that the codemaker may give, true or not, the winning one left out.
    pub answers: Vec<u8>,
    pub volume: Volume,
    pub leaves: Leaves,
    /// Whether only codes that may still be the secret are guessed.
    pub consistent: bool,
}

impl Deref for Game {
    type Target = exact::Game;

    fn deref(&self) -> &exact::Game {
        &self.game
    }
}

impl Game {
    /// Takes a game; `codes` is how many codes are possible at first.
    pub fn new(game: exact::Game, codes: usize, consistent: bool) -> Self {
        let answers: Vec<u8> = may_be_told(&game.rules)
            .map(|answer| answer as u8)
            .collect();
        Game {
            volume: Volume::new(answers.len()),
            leaves: Leaves::new(answers.len(), codes),
            answers,
            game,
            consistent,
        }
    }

    /// The state after a guess and an answer.
    pub fn after(&self, state: &State, guess: u32, answer: u8) -> State {
        state.after(self.matrix.answers(guess), answer, self.matrix.win)
    }

    /// The guesses to try: of those that symmetries make equivalent, one.
    pub fn guesses(&self, state: &State, path: &[u32]) -> Arc<Candidates> {
        if path.len() > SYMMETRIC_GUESSES || state.len() < SYMMETRIC_CODES {
            return self.symmetry.all();
        }
        let codes = state.codes.iter().map(|&code| self.matrix.guess_of(code));
        self.symmetry.candidates(path, codes)
    }

    /// The place in the state of the code that a guess is; `None` if it cannot be the secret.
    pub fn place_of(&self, state: &State, guess: u32) -> Option<usize> {
        let number = |&code: &u16| self.matrix.guess_of(code);
        state.codes.binary_search_by_key(&guess, number).ok()
    }

    /// The guess that is the possible code which leaves the most lies: the best one to be rid of.
    pub fn possible_guess(&self, state: &State) -> u32 {
        let codes = state.iter();
        let best = codes.max_by_key(|&(code, spare)| (spare, std::cmp::Reverse(code)));
        self.matrix.guess_of(best.expect("a state of some codes").0)
    }
}

/// The answers that a codemaker who lies may give: all but the winning one, and those that no code
/// gives to any guess, with all pegs but one in their places and the last one in another.
pub(super) fn may_be_told(rules: &Rules) -> impl Iterator<Item = u32> {
    (0..rules.win()).filter(|&answer| !rules.feedback().nobody_gives(rules.pegs(), answer))
}
