//! The root of a search, guess by guess and cell by cell, so that its bounds are known at
//! every moment.

use crate::code::Code;
use crate::rules::Rules;
use crate::space::CodeSpace;

use super::bounds::INFINITE;
use super::cut::Cut;
use super::search::Worker;
use super::shared::Stopped;
use super::table::{Key, NO_GUESS};
use super::{Goal, UNLIMITED};

/// The codes that agree with all answers, by number.
pub(super) fn remaining(rules: &Rules, history: &[(u32, u32)]) -> Vec<u16> {
    let guesses = CodeSpace::guesses(rules);
    let history: Vec<(Code, u32)> = history
        .iter()
        .map(|&(guess, answer)| (guesses.code(guess.into()), answer))
        .collect();
    CodeSpace::secrets(rules)
        .iter()
        .enumerate()
        .filter(|(_, secret)| {
            history
                .iter()
                .all(|(guess, answer)| rules.score(guess, secret) == *answer)
        })
        .map(|(number, _)| number as u16)
        .collect()
}

/// A set to search from, with the number of guesses left.
pub(super) struct Root<'r> {
    pub set: &'r [u16],
    pub key: Key,
    pub left: u8,
    pub first: Option<u32>,
    /// What is known to be a lower bound.
    pub lower: u32,
}

impl Root<'_> {
    /// A first guess that is given may tell nothing, and cost one more than there are codes.
    fn guesses_left(&self, goal: Goal) -> u8 {
        match self.first {
            Some(_) => self.left,
            None => goal.normal(self.set.len(), self.left),
        }
    }
}

/// What the search of a root has shown.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shown {
    pub lower: u32,
    /// Below the budget, the cost of the best guess; otherwise the budget.
    pub best: u32,
    pub guess: u32,
    pub stopped: bool,
}

impl Worker<'_> {
    /// Searches a root for a cost below the budget.
    pub fn root(&mut self, root: &Root, budget: u32) -> Shown {
        let mut shown = Shown {
            lower: root.lower,
            best: budget,
            guess: NO_GUESS,
            stopped: false,
        };
        self.shared.status.set(0, budget, NO_GUESS);
        shown.stopped = self.search_root(root, &mut shown).is_err();
        if !shown.stopped {
            self.raise(&mut shown, INFINITE);
        }
        self.flush();
        shown
    }

    fn search_root(&mut self, root: &Root, shown: &mut Shown) -> Result<(), Stopped> {
        let shared = self.shared;
        let left = root.guesses_left(shared.goal);
        if let (Some(cost), None) = (shared.goal.certain(root.set.len(), left), root.first) {
            if cost < shown.best {
                shown.guess = shared.game.matrix.guess_of(root.set[0]);
            }
            shown.best = shown.best.min(cost);
            return Ok(());
        }
        shown.lower = shown.lower.max(shared.bounds.of(root.set.len(), left));
        if shared.consistent {
            return self.consistent_root(root, left, shown);
        }
        let mut buffers = self.take_buffers();
        let order = match root.first {
            Some(first) => vec![(shown.lower, first)],
            None => {
                self.rank(root.set, left, shown.best, &mut buffers);
                buffers.order.clone()
            }
        };
        self.give_buffers(buffers);
        if shared.goal == Goal::Fewest {
            return self.climb_root(root, left, &order, shown);
        }
        for (index, &(bound, guess)) in order.iter().enumerate() {
            let later = order.get(index + 1).map_or(INFINITE, |&(bound, _)| bound);
            self.raise(shown, bound);
            if bound >= shown.best || shared.width.is_some_and(|width| index >= width) {
                break;
            }
            let cost = self.root_guess(root, guess, left, later, shown, &[false, true])?;
            if cost < shown.best {
                shown.best = cost;
                shown.guess = guess;
                // A first guess that is given may even tell nothing: it is not what is best.
                if root.first.is_none() {
                    shared.found(root.key, left, cost, guess);
                    shared.note(root.set.len(), root.key, left);
                }
            }
            shared.status.set(shown.lower, shown.best, guess);
        }
        Ok(())
    }

    fn consistent_root(&mut self, root: &Root, left: u8, shown: &mut Shown) -> Result<(), Stopped> {
        if let Some(first) = root.first {
            let cost = self.consistent_guess(root.set, first, left, shown.best)?;
            if cost < shown.best {
                (shown.best, shown.guess) = (cost, first);
            }
            return Ok(());
        }
        let shared = self.shared;
        let allowed = shared.allowed(root.set, &self.path);
        self.last_guess = NO_GUESS;
        let cost = self.consistent(root.set, &allowed, left, shown.best)?;
        if cost < shown.best {
            let mut guess = self.last_guess;
            if guess == NO_GUESS {
                // It was known already.
                let key = shared.consistent_key(root.set, &allowed);
                guess = shared.known(key, left).guess;
            }
            if guess == NO_GUESS {
                self.consistent_anew(root.set, &None, &allowed, left, cost + 1)?;
                guess = self.last_guess;
            }
            (shown.best, shown.guess) = (cost, guess);
        }
        Ok(())
    }

    /// Raises the lower bound of a root, up to the best cost known. What a narrow search finds
    /// is no lower bound.
    pub fn raise(&self, shown: &mut Shown, lower: u32) {
        if self.shared.width.is_none() {
            shown.lower = shown.lower.max(lower.min(shown.best));
        }
    }

    /// Bounds a root by looking two guesses ahead.
    pub fn root_bound(&mut self, root: &Root) -> u32 {
        let left = root.guesses_left(self.shared.goal);
        if let (Some(cost), None) = (self.shared.goal.certain(root.set.len(), left), root.first) {
            return cost;
        }
        let mut shown = Shown {
            lower: 0,
            best: INFINITE,
            guess: NO_GUESS,
            stopped: false,
        };
        // A guess that is asked for need not be the one of its class that is ranked.
        let order = match root.first {
            Some(first) => vec![(0, first)],
            None => {
                let mut buffers = self.take_buffers();
                self.rank(root.set, left, INFINITE, &mut buffers);
                let order = buffers.order.clone();
                self.give_buffers(buffers);
                order
            }
        };
        for &(bound, guess) in &order {
            if bound < shown.best {
                let looked = self.root_guess(root, guess, left, INFINITE, &mut shown, &[false]);
                shown.best = shown.best.min(looked.unwrap_or(bound));
            }
        }
        shown.best
    }

    /// Evaluates one guess at the root; as its bound rises, so does that of the root, up to
    /// the bound of the later guesses.
    fn root_guess(
        &mut self,
        root: &Root,
        guess: u32,
        left: u8,
        later: u32,
        shown: &mut Shown,
        passes: &[bool],
    ) -> Result<u32, Stopped> {
        let shared = self.shared;
        let next = left - u8::from(left != UNLIMITED);
        let mut cut = Cut::default();
        cut.make(&shared.game.matrix, root.set, guess);
        if cut.useless(root.set.len()) && root.first.is_none() {
            return Ok(INFINITE);
        }
        let mut total = shared.goal.step() * root.set.len() as u32;
        total = total.saturating_add(self.bound_cells(&mut cut, next));
        let mut codes = Vec::new();
        self.path.push(guess);
        let result = (|| {
            for &searched in passes {
                for index in 0..cut.cells.len() {
                    let cell = cut.cells[index];
                    if cell.exact {
                        continue;
                    }
                    if total >= shown.best {
                        return Ok(total);
                    }
                    self.raise(shown, total.min(later));
                    shared.status.set(shown.lower, shown.best, guess);
                    let room = shown.best - (total - cell.lower);
                    cut.codes(&cell, root.set, &mut codes);
                    let key = shared.key_of(&codes);
                    let cost = if searched {
                        self.search(&codes, key, next, room)?
                    } else {
                        self.glance(&codes, key, next, room).lower.max(cell.lower)
                    };
                    total += cost - cell.lower;
                    cut.cells[index].lower = cost;
                }
            }
            Ok(total)
        })();
        self.path.pop();
        result
    }
}
