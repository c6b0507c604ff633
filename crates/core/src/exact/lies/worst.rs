//! The worst case: whether so many guesses are enough, whatever the codemaker answers.

use crate::exact::memory::{Known, NO_GUESS};
use crate::exact::quantity::Quantity;
use crate::exact::watch::Stopped;

use super::search::{Moment, Search};
use super::state::State;
use super::weigh::by_volume;

impl Search<'_> {
    /// Whether `left` guesses are enough for a state.
    pub fn is_enough(&mut self, state: &State, left: u8) -> Result<bool, Stopped> {
        if state.len() <= usize::from(left) {
            return Ok(true); // The codes are guessed one after the other.
        }
        if !self.game.volume.fits(state, left) {
            return Ok(false);
        }
        let place = self.memo.place(state, 0);
        let known = self.memo.get(&place);
        if known.upper <= u32::from(left) {
            return Ok(true);
        }
        if known.lower > u32::from(left) {
            return Ok(false);
        }
        self.watch.count(1);
        self.watch.check(Quantity::Worst, None, 0)?;
        let mut known = Known::at_least(u32::from(left) + 1);
        for weighed in by_volume(self.game, state, &self.path, left - 1) {
            if self.is_enough_with(state, left, weighed.guess)? {
                known = Known {
                    lower: 0,
                    upper: left.into(),
                    guess: weighed.guess,
                };
                break;
            }
        }
        self.memo.put(&place, known);
        Ok(known.guess != NO_GUESS)
    }

    /// Whether this guess and `left - 1` others are enough.
    pub fn is_enough_with(&mut self, state: &State, left: u8, guess: u32) -> Result<bool, Stopped> {
        self.path.push(guess);
        let found = self.are_enough_after(state, left - 1, guess);
        self.path.pop();
        found
    }

    /// Tries the answers that seem the hardest first.
    fn are_enough_after(&mut self, state: &State, left: u8, guess: u32) -> Result<bool, Stopped> {
        self.watch.poll()?;
        let row = self.game.matrix.answers(guess);
        let mut weights = [0u64; 256];
        for (code, spare) in state.iter() {
            let weight = self.game.volume.weight(left, spare.into());
            let sum = &mut weights[usize::from(row[usize::from(code)])];
            *sum = sum.saturating_add(weight);
        }
        let mut answers = self.game.answers.clone();
        answers.sort_by_key(|&answer| std::cmp::Reverse(weights[usize::from(answer)]));
        for (place, &answer) in answers.iter().enumerate() {
            // An answer that no code gives leaves no more than one that some code gives.
            if place > 0 && weights[usize::from(answer)] == 0 {
                break;
            }
            let after = self.game.after(state, guess, answer);
            if after.len() == state.len() && after.spare == state.spare {
                return Ok(false); // The guess tells nothing.
            }
            if !self.is_enough(&after, left)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// A guess after which the guesses that are left are enough; [`Search::is_enough`] is so.
    pub fn guess_in_time(&mut self, state: &State, moment: Moment) -> Result<u32, Stopped> {
        let left = moment.left;
        let place = self.memo.place(state, 0);
        let known = self.memo.get(&place);
        if known.upper <= u32::from(left) && known.guess != NO_GUESS {
            return Ok(known.guess);
        }
        if state.len() > usize::from(left) {
            for weighed in by_volume(self.game, state, &self.path, left - 1) {
                if self.is_enough_with(state, left, weighed.guess)? {
                    return Ok(weighed.guess);
                }
            }
        }
        Ok(self.game.possible_guess(state))
    }
}
