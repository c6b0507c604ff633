//! The least number of guesses, summed over all games that the codemaker can play.
//!
//! A game counts all of its guesses at its end: each game of a state counts those made before it.

use crate::exact::cost::{INFINITE, UNLIMITED};
use crate::exact::memory::{Known, NO_GUESS};
use crate::exact::quantity::Quantity;
use crate::exact::watch::Stopped;

use super::search::{Moment, Search};
use super::state::State;
use super::weigh::by_games;

impl Moment {
    /// What keeps facts of different moments apart.
    fn kind(self) -> u32 {
        self.made << 8 | u32::from(self.left)
    }
}

impl Search<'_> {
    /// A lower bound by counting.
    pub fn bound(&self, state: &State, moment: Moment) -> u32 {
        if moment.left != UNLIMITED && !self.game.volume.fits(state, moment.left) {
            return INFINITE;
        }
        let truthful = state.counts()[0];
        let lying = state.len() - truthful;
        self.game.leaves.bound(lying, truthful, moment.made)
    }

    /// The least total of a state if it is below `most`; otherwise some lower bound of it that is not below `most`.
    pub fn least(&mut self, state: &State, moment: Moment, most: u32) -> Result<u32, Stopped> {
        if let Some(total) = self.certain(state, moment) {
            return Ok(total);
        }
        let bound = self.bound(state, moment);
        if bound >= most {
            return Ok(bound);
        }
        let moment = self.normal(state, moment);
        let place = self.memo.place(state, moment.kind());
        let known = self.memo.get(&place);
        if known.exact() || known.lower >= most {
            return Ok(known.lower);
        }
        self.watch.count(1);
        self.watch.check(Quantity::Total, None, 0)?;
        let (mut best, mut best_guess) = (most, NO_GUESS);
        for weighed in by_games(self.game, state, &self.path, moment.made, most) {
            if weighed.bound >= best.into() {
                break;
            }
            let total = self.least_with(state, moment, weighed.guess, best)?;
            if total < best {
                (best, best_guess) = (total, weighed.guess);
                if best == bound {
                    break;
                }
            }
        }
        let known = match best_guess {
            NO_GUESS => Known::at_least(best),
            guess => Known::exactly(best, guess),
        };
        self.memo.put(&place, known);
        Ok(best)
    }

    /// The least total after this guess if it is below `most`; otherwise some lower bound of it, at least `most`.
    pub fn least_with(
        &mut self,
        state: &State,
        moment: Moment,
        guess: u32,
        most: u32,
    ) -> Result<u32, Stopped> {
        self.path.push(guess);
        let found = self.least_after(state, moment, guess, most);
        self.path.pop();
        found
    }

    fn least_after(
        &mut self,
        state: &State,
        moment: Moment,
        guess: u32,
        most: u32,
    ) -> Result<u32, Stopped> {
        self.watch.poll()?;
        let next = moment.next();
        let row = self.game.matrix.answers(guess);
        let mut given = [false; 256];
        for &code in &state.codes {
            given[usize::from(row[usize::from(code)])] = true;
        }
        let wins = given[usize::from(self.game.matrix.win)];
        let mut sum = if wins { next.made } else { 0 };
        // The answers that no code gives all leave the same, so they are searched as one.
        let (true_answers, lies): (Vec<u8>, Vec<u8>) =
            (self.game.answers.iter()).partition(|&&answer| given[usize::from(answer)]);
        let lie = lies.first().map(|&answer| (answer, lies.len() as u32));
        let answers = true_answers.iter().map(|&answer| (answer, 1)).chain(lie);
        let mut open: Vec<(u32, u32, State)> = Vec::new();
        for (answer, times) in answers {
            let after = self.game.after(state, guess, answer);
            if after.len() == 0 {
                continue;
            }
            let bound = match self.certain(&after, next) {
                Some(total) => total,
                None => {
                    let bound = self.bound(&after, next);
                    open.push((bound, times, after));
                    bound
                }
            };
            sum = sum
                .saturating_add(bound.saturating_mul(times))
                .min(INFINITE);
            if sum >= most {
                return Ok(sum);
            }
        }
        open.sort_by_key(|&(bound, times, _)| bound * times);
        for (bound, times, after) in open {
            let rest = sum - bound * times;
            let total = self.least(&after, next, (most - rest).div_ceil(times))?;
            sum = rest
                .saturating_add(total.saturating_mul(times))
                .min(INFINITE);
            if sum >= most {
                break;
            }
        }
        Ok(sum)
    }

    /// The total of a state that needs no search.
    fn certain(&self, state: &State, moment: Moment) -> Option<u32> {
        let next = moment.made + 1;
        if usize::from(moment.left) < state.len().min(2) {
            return Some(INFINITE);
        }
        match state.len() {
            0 => Some(0),
            1 => Some(next),
            2 if state.spare.contains(&0) => Some(next + next + 1),
            2 => Some(next + self.game.answers.len() as u32 * (next + 1)),
            _ => None,
        }
    }

    /// The same moment, with a limit that limits nothing left out, so that equal questions are known
    /// to be equal. Each guess hits a code or costs a lie at the least, so no sensible game is longer.
    fn normal(&self, state: &State, moment: Moment) -> Moment {
        let guesses = state.spare.iter().map(|&spare| usize::from(spare) + 1);
        let limits = usize::from(moment.left) < guesses.sum();
        Moment {
            left: if limits { moment.left } else { UNLIMITED },
            ..moment
        }
    }

    /// The guess of a best strategy.
    pub fn guess_of_least(&mut self, state: &State, moment: Moment) -> Result<u32, Stopped> {
        if state.len() <= 2 {
            return Ok(self.game.possible_guess(state));
        }
        let place = self.memo.place(state, self.normal(state, moment).kind());
        let known = self.memo.get(&place);
        if known.exact() && known.guess != NO_GUESS {
            return Ok(known.guess);
        }
        let least = self.least(state, moment, INFINITE)?;
        for weighed in by_games(self.game, state, &self.path, moment.made, least + 1) {
            if self.least_with(state, moment, weighed.guess, least + 1)? == least {
                return Ok(weighed.guess);
            }
        }
        unreachable!("some guess has the least total")
    }
}
