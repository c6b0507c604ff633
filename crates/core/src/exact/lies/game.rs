//! A game with lies: its answers tabulated, its symmetry and its bounds.

use std::sync::Arc;

use crate::exact::matrix::{Matrix, NoMatrix};
use crate::exact::memory::CanonicalForms;
use crate::exact::problem::Fault;
use crate::exact::symmetry::{Candidates, Symmetry};
use crate::exact::watch::Watch;
use crate::rules::Rules;

use super::bounds::{Leaves, Volume};
use super::state::State;

/// After more guesses than this, or with fewer codes, symmetry takes longer to find than it saves.
const SYMMETRIC_GUESSES: usize = 2;
const SYMMETRIC_CODES: usize = 12;

/// What depends on the rules, the number of lies and the codes that are possible at first.
pub(super) struct Game {
    pub matrix: Matrix,
    pub symmetry: Symmetry,
    pub forms: Option<CanonicalForms>,
    /// The answers that the codemaker may give, true or not, the winning one left out.
    pub answers: Vec<u8>,
    pub volume: Volume,
    pub leaves: Leaves,
    /// Whether only codes that may still be the secret are guessed.
    pub consistent: bool,
}

impl Game {
    /// Tabulates a game whose size was checked; `codes` is how many codes are possible at first.
    pub fn new(
        rules: &Rules,
        codes: usize,
        consistent: bool,
        watch: &Watch,
    ) -> Result<Self, NoMatrix> {
        if rules.feedback_count() > 256 {
            return Err(Fault::TooManyAnswers(rules.feedback_count() - 1).into());
        }
        let matrix = Matrix::new(rules, 1, &|| watch.prepare())?;
        let answers: Vec<u8> = may_be_told(rules).map(|answer| answer as u8).collect();
        Ok(Game {
            symmetry: Symmetry::new(rules),
            forms: CanonicalForms::new(rules),
            volume: Volume::new(answers.len()),
            leaves: Leaves::new(answers.len(), codes),
            answers,
            matrix,
            consistent,
        })
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
        let (code, _) = state
            .iter()
            .max_by_key(|&(code, spare)| (spare, std::cmp::Reverse(code)))
            .expect("a state of some codes");
        self.matrix.guess_of(code)
    }
}

/// The answers that a codemaker who lies may give: all but the winning one, and those that no code
/// gives to any guess, with all pegs but one in their places and the last one in another.
pub(super) fn may_be_told(rules: &Rules) -> impl Iterator<Item = u32> {
    (0..rules.win()).filter(|&answer| !rules.feedback().nobody_gives(rules.pegs(), answer))
}
