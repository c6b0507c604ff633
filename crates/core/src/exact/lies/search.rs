//! The searches of states, and trees of strategies.
//!
//! Of the worst case it is asked whether so many guesses are enough, whatever the codemaker answers. The total is the
//! least number of guesses, summed over all games that the codemaker can play: a game counts all of its guesses at its
//! end, so each game of a state counts those made before it.

use crate::exact::cost::{INFINITE, UNLIMITED, after_a_guess};
use crate::exact::memory::{Known, NO_GUESS};
use crate::exact::problem::Stage;
use crate::exact::tree::GrowTree;
use crate::exact::watch::{Stopped, Watch};

use super::game::Game;
use super::memo::Memo;
use super::state::State;
use super::weigh::{by_games, by_volume};

/// Chooses the guess at a state of a tree.
pub(super) type Choose<'g> = fn(&mut Search<'g>, &State, Moment) -> Result<u32, Stopped>;

/// In games of more guesses than this, a first tree makes only guesses that may be the secret where few codes are left.
const MANY_GUESSES: usize = 1500;
const FEW_CODES: usize = 64;

/// Where a state stands in the tree: the guesses made before it, and those that may still be made.
#[derive(Clone, Copy, Debug)]
pub(super) struct Moment {
    pub made: u32,
    /// [`UNLIMITED`](crate::exact::cost::UNLIMITED) if there is no limit.
    pub left: u8,
}

impl Moment {
    pub fn next(self) -> Moment {
        Moment {
            made: self.made + 1,
            left: after_a_guess(self.left),
        }
    }

    /// What keeps facts of different moments apart.
    fn kind(self) -> u32 {
        self.made << 8 | u32::from(self.left)
    }
}

/// A search of states.
pub(super) struct Search<'g> {
    pub game: &'g Game,
    pub watch: &'g Watch<'g>,
    pub memo: Memo<'g>,
    /// The guesses before the state that is searched, those of the history included.
    pub path: Vec<u32>,
}

impl Search<'_> {
    /// Whether `left` guesses are enough for a state; few codes are guessed one after the other.
    pub fn is_enough(&mut self, state: &State, left: u8) -> Result<bool, Stopped> {
        Ok(state.len() <= usize::from(left) || self.enough(state, left)?.is_some())
    }

    /// A guess after which `left - 1` others are enough, if there is one.
    fn enough(&mut self, state: &State, left: u8) -> Result<Option<u32>, Stopped> {
        if !self.game.volume.fits(state, left) {
            return Ok(None);
        }
        let place = self.memo.place(state, 0);
        let known = self.memo.get(&place);
        if known.upper <= u32::from(left) && known.guess != NO_GUESS {
            return Ok(Some(known.guess));
        }
        if known.lower > u32::from(left) {
            return Ok(None);
        }
        self.watch.count(1);
        self.watch.check(Stage::Worst, None, 0)?;
        let mut found = None;
        for weighed in by_volume(self.game, state, &self.path, left - 1) {
            if self.is_enough_with(state, left, weighed.guess)? {
                found = Some(weighed.guess);
                break;
            }
        }
        let known = found.map_or(Known::at_least(u32::from(left) + 1), |guess| Known {
            lower: 0,
            upper: left.into(),
            guess,
        });
        self.memo.put(&place, known);
        Ok(found)
    }

    /// Whether this guess and `left - 1` others are enough; tries the answers that seem the hardest first.
    pub fn is_enough_with(&mut self, state: &State, left: u8, guess: u32) -> Result<bool, Stopped> {
        self.watch.poll()?;
        let left = left - 1;
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
            self.path.push(guess);
            let is_enough = self.is_enough(&after, left);
            self.path.pop();
            if !is_enough? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// A guess after which the guesses that are left are enough; [`Search::is_enough`] is so.
    pub fn guess_in_time(&mut self, state: &State, moment: Moment) -> Result<u32, Stopped> {
        let left = moment.left;
        let known = self.memo.get(&self.memo.place(state, 0));
        let found = match state.len() > usize::from(left) {
            _ if known.upper <= left.into() && known.guess != NO_GUESS => Some(known.guess),
            true => self.enough(state, left)?,
            false => None,
        };
        Ok(found.unwrap_or_else(|| self.game.possible_guess(state)))
    }

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
        match self.certain(state, moment) {
            Some(total) => Ok(total),
            None => Ok(self.searched(state, moment, most)?.lower),
        }
    }

    /// The same of a state that needs a search, with its best guess.
    fn searched(
        &mut self,
        state: &State,
        moment: Moment,
        most: u32,
    ) -> Result<Known<u32>, Stopped> {
        let bound = self.bound(state, moment);
        if bound >= most {
            return Ok(Known::at_least(bound));
        }
        let moment = self.normal(state, moment);
        let place = self.memo.place(state, moment.kind());
        let known = self.memo.get(&place);
        if known.exact() || known.lower >= most {
            return Ok(known);
        }
        self.watch.count(1);
        self.watch.check(Stage::Total, None, 0)?;
        let (mut best, mut best_guess) = (most, NO_GUESS);
        let guesses = self.game.guesses(state, &self.path);
        for weighed in by_games(self.game, state, &guesses.list, moment.made, most) {
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
        Ok(known)
    }

    /// The least total after this guess if it is below `most`; otherwise some lower bound of it, at least `most`.
    pub fn least_with(
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
        for (bound, times, after) in open {
            let rest = sum - bound * times;
            self.path.push(guess);
            let total = self.least(&after, next, (most - rest).div_ceil(times));
            self.path.pop();
            sum = rest
                .saturating_add(total?.saturating_mul(times))
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
        match self.searched(state, moment, INFINITE)?.guess {
            NO_GUESS => Err(Stopped),
            guess => Ok(guess),
        }
    }

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
            by_games(game, state, &codes, moment.made, INFINITE)
        } else {
            let guesses = game.guesses(state, &self.path);
            by_games(game, state, &guesses.list, moment.made, INFINITE)
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
