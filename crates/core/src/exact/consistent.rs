//! The search in which every guess must agree with all answers so far.
//!
//! The guesses allowed are then the remaining codes themselves, or with word lists the
//! words that agree. They are few, so this search is plain: no pass over all guesses.

use super::UNLIMITED;
use super::bounds::INFINITE;
use super::cut::Cut;
use super::image::Image;
use super::matrix::LANES;
use super::search::Worker;
use super::shared::{Shared, Stopped};
use super::table::{Key, NO_GUESS};

/// Up to this many codes, looking for symmetric guesses takes longer than searching them.
const FEW: usize = 24;
/// Up to this many codes, finding the image of a set takes longer than searching it.
const FEWEST: usize = 8;

impl Shared<'_> {
    /// The guesses that agree with the answers that led to a set.
    pub fn allowed(&self, set: &[u16], path: &[u32]) -> Vec<u32> {
        let game = self.game;
        let members = || set.iter().map(|&code| game.matrix.guess_of(code));
        if !game.more_guesses() {
            return members().collect();
        }
        let Some(secret) = members().next() else {
            return Vec::new();
        };
        let answer = |guess: u32, code: u32| {
            let [guess, code] = [guess, code].map(|number| &game.guesses[number as usize]);
            game.rules.score(guess, code)
        };
        let answers: Vec<u32> = path.iter().map(|&guess| answer(guess, secret)).collect();
        (0..game.guesses.len() as u32)
            .filter(|&code| {
                let mut rounds = path.iter().zip(&answers);
                rounds.all(|(&guess, &expected)| answer(guess, code) == expected)
            })
            .collect()
    }

    /// The image of a set that is worth one.
    pub fn consistent_image(&self, set: &[u16]) -> Option<Image> {
        (set.len() > FEWEST).then(|| self.image(set)).flatten()
    }

    /// The key of a set with the guesses allowed, which more than the set may decide.
    pub fn consistent_key(&self, set: &[u16], allowed: &[u32]) -> Key {
        const SPREAD: Key = 0xda94_2042_e4dd_58b5_9e37_79b9_7f4a_7c15;
        let key = self.game.key_of(set);
        if !self.game.more_guesses() {
            return key;
        }
        allowed.iter().fold(key, |key, &guess| {
            let spread = SPREAD.wrapping_mul(Key::from(guess) * 2 + 1);
            key.wrapping_add((spread ^ spread >> 61).wrapping_mul(SPREAD))
        })
    }
}

impl Worker<'_> {
    /// The least cost of a set, with these guesses, if it is below the budget; otherwise some
    /// lower bound, at least the budget.
    pub fn consistent(
        &mut self,
        set: &[u16],
        allowed: &[u32],
        left: u8,
        budget: u32,
    ) -> Result<u32, Stopped> {
        let shared = self.shared;
        let left = shared.goal.normal(set.len(), left);
        if let Some(cost) = shared.goal.certain(set.len(), left) {
            return Ok(cost);
        }
        let key = shared.consistent_key(set, allowed);
        let known = shared.known(key, left);
        let least = shared.bounds.of(set.len(), left);
        if known.lower.max(least) >= budget || known.exact() {
            return Ok(known.lower.max(least));
        }
        let image = shared.consistent_image(set);
        let known = shared.known_by_image(&image, key, left);
        if known.lower >= budget || known.exact() {
            return Ok(known.lower);
        }
        self.consistent_anew(set, &image, allowed, left, budget)
    }

    /// The same, whatever is known; leaves the best guess in `last_guess`.
    pub fn consistent_anew(
        &mut self,
        set: &[u16],
        image: &Option<Image>,
        allowed: &[u32],
        left: u8,
        budget: u32,
    ) -> Result<u32, Stopped> {
        let shared = self.shared;
        let key = shared.consistent_key(set, allowed);
        self.tick()?;
        let mut best = budget;
        let mut best_guess = NO_GUESS;
        let mut lower = INFINITE;
        for (bound, guess) in self.consistent_order(set, allowed, left) {
            if bound >= best {
                lower = lower.min(bound);
                break;
            }
            let cost = self.consistent_guess(set, guess, left, best)?;
            if cost < best {
                (best, best_guess) = (cost, guess);
                shared.found(key, left, cost, guess);
            } else {
                lower = lower.min(cost);
            }
        }
        let cost = self.settle(key, left, best, budget, lower, best_guess);
        shared.tell_image(image, key, left);
        shared.note(set.len(), key, left);
        Ok(cost)
    }

    /// A guess that looks good for the total.
    pub fn consistent_least_bound(&mut self, set: &[u16], allowed: &[u32]) -> u32 {
        let table = self.shared.plain_bounds();
        let mut cut = Cut::default();
        let mut cost = |guess: u32| {
            cut.make(&self.shared.game.matrix, set, guess);
            if cut.useless(set.len()) {
                return INFINITE;
            }
            cut.cells.iter().map(|cell| table[cell.len()]).sum()
        };
        *allowed
            .iter()
            .min_by_key(|&&guess| cost(guess))
            .expect("a member is allowed")
    }

    /// The guesses allowed with bounds of their costs, least bound first.
    pub fn consistent_order(&mut self, set: &[u16], allowed: &[u32], left: u8) -> Vec<(u32, u32)> {
        let shared = self.shared;
        let next = left - u8::from(left != UNLIMITED);
        let bounds = shared.bounds.table(next);
        let mut cut = Cut::default();
        let classes = (set.len() > FEW && !shared.game.more_guesses()).then(|| {
            let members = allowed.iter().copied();
            shared.game.symmetry.candidates(&self.path, members)
        });
        let mut order: Vec<(u32, u32)> = allowed
            .iter()
            .filter(|&&guess| {
                let guess = guess as usize;
                let chosen = |masks: &[u64]| masks[guess / LANES] >> (guess % LANES) & 1 == 1;
                classes
                    .as_ref()
                    .is_none_or(|classes| chosen(&classes.masks))
            })
            .map(|&guess| {
                cut.make(&shared.game.matrix, set, guess);
                if cut.useless(set.len()) {
                    return (INFINITE, guess);
                }
                let cells = cut.cells.iter().map(|cell| bounds[cell.len()]);
                let step = shared.goal.step() * set.len() as u32;
                (cells.fold(step, u32::saturating_add).min(INFINITE), guess)
            })
            .collect();
        order.sort_unstable();
        order
    }

    /// The least cost of a set after this guess, or a lower bound that is at least `best`.
    pub fn consistent_guess(
        &mut self,
        set: &[u16],
        guess: u32,
        left: u8,
        best: u32,
    ) -> Result<u32, Stopped> {
        let shared = self.shared;
        let next = left - u8::from(left != UNLIMITED);
        let mut cut = Cut::default();
        cut.make(&shared.game.matrix, set, guess);
        let mut total = shared.goal.step() * set.len() as u32;
        total = total.saturating_add(self.bound_cells(&mut cut, next));
        let mut codes = Vec::new();
        self.path.push(guess);
        let mut result = Ok(());
        for cell in cut.cells.iter().filter(|cell| !cell.exact) {
            if total >= best || result.is_err() {
                break;
            }
            cut.codes(cell, set, &mut codes);
            let allowed = shared.allowed(&codes, &self.path);
            let room = best - (total - cell.lower);
            result = self
                .consistent(&codes, &allowed, next, room)
                .map(|cost| total += cost - cell.lower);
        }
        self.path.pop();
        result.map(|()| total.min(INFINITE))
    }
}
