//! The search in which every guess may itself be the secret.
//!
//! The guesses allowed are then the codes of the set themselves, with word lists too. They are
//! few, so this search is plain: no pass over all guesses.

use super::super::cost::{INFINITE, after_a_guess};
use super::super::kernels::LANES;
use super::super::memory::{CanonicalForm, NO_GUESS};
use super::super::partition::Partition;
use super::super::watch::Stopped;
use super::context::Context;
use super::searcher::Searcher;

/// Up to this many codes, looking for symmetric guesses takes longer than searching them.
const NO_SYMMETRY: usize = 24;
/// Up to this many codes, finding the canonical form of a set takes longer than searching it.
const NO_FORM: usize = 8;

impl Context<'_> {
    /// The guesses that are the codes of a set.
    fn members(&self, set: &[u16]) -> impl Iterator<Item = u32> {
        set.iter().map(|&code| self.game.matrix.guess_of(code))
    }

    /// The canonical form of a set, if it is large enough to be worth the time.
    pub fn consistent_form(&self, set: &[u16]) -> Option<CanonicalForm> {
        (set.len() > NO_FORM)
            .then(|| self.memory.canonical_form(set))
            .flatten()
    }

    /// The guess of the least bound of the total; a search that was told to stop still finds it
    /// while there is grace.
    pub fn consistent_most_promising(&self, set: &[u16]) -> Result<u32, Stopped> {
        let table = self.total_bounds();
        let mut partition = Partition::default();
        let mut least = (u32::MAX, NO_GUESS);
        for guess in self.members(set) {
            self.watch.poll_with_grace(set.len())?;
            partition.make(&self.game.matrix, set, guess);
            let cost = if partition.is_trivial(set.len()) {
                INFINITE
            } else {
                partition.cells.iter().map(|cell| table[cell.len()]).sum()
            };
            // The first of equals, which come in the order of the guesses allowed.
            if cost < least.0 {
                least = (cost, guess);
            }
        }
        Ok(least.1)
    }

    /// The guesses allowed with bounds of their costs, least bound first.
    pub fn consistent_order(
        &self,
        path: &[u32],
        set: &[u16],
        left: u8,
    ) -> Result<Vec<(u32, u32)>, Stopped> {
        let next = after_a_guess(left);
        let bounds = self.bounds.table(next);
        let mut partition = Partition::default();
        let classes = (set.len() > NO_SYMMETRY && !self.game.more_guesses())
            .then(|| self.game.symmetry.candidates(path, self.members(set)));
        let mut order: Vec<(u32, u32)> = self
            .members(set)
            .filter(|&guess| {
                let guess = guess as usize;
                let chosen = |masks: &[u64]| masks[guess / LANES] >> (guess % LANES) & 1 == 1;
                classes
                    .as_ref()
                    .is_none_or(|classes| chosen(&classes.masks))
            })
            .map(|guess| {
                self.watch.poll()?;
                partition.make(&self.game.matrix, set, guess);
                if partition.is_trivial(set.len()) {
                    return Ok((INFINITE, guess));
                }
                let cells = partition.cells.iter().map(|cell| bounds[cell.len()]);
                let step = self.question.goal.step() * set.len() as u32;
                Ok((cells.fold(step, u32::saturating_add).min(INFINITE), guess))
            })
            .collect::<Result<_, Stopped>>()?;
        order.sort_unstable();
        Ok(order)
    }
}

impl Searcher<'_> {
    /// The least cost of a set, with these guesses, if it is below the budget; otherwise some
    /// lower bound, at least the budget.
    pub fn consistent(&mut self, set: &[u16], left: u8, budget: u32) -> Result<u32, Stopped> {
        let context = self.context;
        let left = context.question.goal.normal_limit(set.len(), left);
        if let Some(cost) = context.question.goal.certain_cost(set.len(), left) {
            return Ok(cost);
        }
        let key = context.key_of(set);
        let known = context.memory.known(key, left);
        let least = context.bounds.of(set.len(), left);
        if known.lower.max(least) >= budget || known.exact() {
            return Ok(known.lower.max(least));
        }
        let form = context.consistent_form(set);
        let known = context.memory.known_or_canonical(&form, key, left);
        if known.lower >= budget || known.exact() {
            return Ok(known.lower);
        }
        self.consistent_anew(set, &form, left, budget)
    }

    /// The same without a look at what is known; leaves the best guess in `last_guess`.
    pub fn consistent_anew(
        &mut self,
        set: &[u16],
        form: &Option<CanonicalForm>,
        left: u8,
        budget: u32,
    ) -> Result<u32, Stopped> {
        let context = self.context;
        let key = context.key_of(set);
        self.tick()?;
        let mut best = budget;
        let mut best_guess = NO_GUESS;
        let mut lower = INFINITE;
        for (bound, guess) in context.consistent_order(&self.path, set, left)? {
            if bound >= best {
                lower = lower.min(bound);
                break;
            }
            let cost = self.consistent_guess(set, guess, left, best)?;
            if cost < best {
                (best, best_guess) = (cost, guess);
                context.memory.found(key, left, cost, guess);
            } else {
                lower = lower.min(cost);
            }
        }
        let cost = self.settle(key, left, best, budget, lower, best_guess);
        context.memory.remember_canonical(form, key, left);
        context.memory.record_form(set.len(), form, key, left);
        Ok(cost)
    }

    /// The least cost of a set after this guess, or a lower bound that is at least `best`.
    pub fn consistent_guess(
        &mut self,
        set: &[u16],
        guess: u32,
        left: u8,
        best: u32,
    ) -> Result<u32, Stopped> {
        let context = self.context;
        let next = after_a_guess(left);
        let mut partition = Partition::default();
        partition.make(&context.game.matrix, set, guess);
        let mut total = context.question.goal.step() * set.len() as u32;
        total = total.saturating_add(self.context.bound_cells(
            &self.context.bounds,
            &mut partition,
            next,
        ));
        let mut codes = Vec::new();
        self.path.push(guess);
        let mut result = Ok(());
        for cell in partition.cells.iter().filter(|cell| !cell.exact) {
            if total >= best || result.is_err() {
                break;
            }
            // Finding the guesses allowed may take long.
            result = context.watch.poll();
            if result.is_err() {
                break;
            }
            partition.codes(cell, set, &mut codes);
            let room = best - (total - cell.lower);
            result = self
                .consistent(&codes, next, room)
                .map(|cost| total += cost - cell.lower);
        }
        self.path.pop();
        result.map(|()| total.min(INFINITE))
    }
}
