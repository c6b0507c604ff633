//! A position taken apart: its guesses in order, a guess on its own, and the cells that a guess leaves open.
//!
//! A search that goes on elsewhere, such as on other machines, hands out these instead of whole positions.

use super::fingerprints::Fingerprints;
use super::searcher::Searcher;
use crate::exact::cost::{INFINITE, after_a_guess};
use crate::exact::memory::{At, Key, Known, NO_GUESS};
use crate::exact::partition::MutualAnswers;
use crate::exact::watch::Stopped;

/// A cell whose cost is open: the answer, the number of codes, a lower bound, its key for facts and that of its form.
pub(in crate::exact) type OpenCell = (u32, usize, u32, Key, Option<Key>);

impl Searcher<'_> {
    /// What is remembered of a position.
    pub fn remembered(&self, at: At) -> Known {
        let At { set, key, left } = at.normal(self.context.question.goal);
        let form = self.context.form_of(set);
        self.context.memory.known_or_canonical(&form, key, left)
    }

    /// The guesses that may cost less than the budget with their bounds, least first, and the least of the others.
    pub fn open_order(
        &mut self,
        set: &[u16],
        left: u8,
        budget: u32,
    ) -> Result<(Vec<(u32, u32)>, u32), Stopped> {
        let mut order = self.ranked(set, left, budget)?;
        let is_open = |&(bound, guess): &(u32, u32)| bound < budget && guess != NO_GUESS;
        let others = order.iter().filter(|one| !is_open(one));
        let others = others.map(|&(bound, _)| bound).min().unwrap_or(INFINITE);
        order.retain(is_open);
        Ok((order, others))
    }

    /// The costs of guesses, each if below `best` and those before, else a bound of at least that; fewer if stopped.
    pub fn costs_of_guesses(&mut self, at: At, guesses: &[u32], mut best: u32) -> Vec<u32> {
        let (game, bounds) = (self.context.game, self.bounds.clone());
        let (mut mutual, mut fingerprints) = (MutualAnswers::default(), Fingerprints::default());
        if at.set.len() <= MutualAnswers::MOST {
            mutual.make(&game.matrix, &game.labels, at.set);
        }
        let position = at.weighed(&mutual, &bounds);
        let cost = |&guess: &u32| {
            let cost = self
                .evaluate(position, guess, best, &mut fingerprints)
                .ok()?;
            // A guess with the same partition was evaluated before, and did not cost less.
            best = cost.map_or(best, |cost| best.min(cost));
            Some(cost.unwrap_or(best))
        };
        guesses.iter().map_while(cost).collect()
    }

    /// A lower bound of a guess from what is known of its cells and a look at each, and the cells that are open.
    pub fn open_cells(
        &mut self,
        set: &[u16],
        left: u8,
        guess: u32,
    ) -> Result<(u32, Vec<OpenCell>), Stopped> {
        let context = self.context;
        let mut open = Vec::new();
        let (partition, mut total) = context.divided(&self.bounds, set, guess, left);
        if partition.is_trivial(set.len()) {
            return Ok((INFINITE, open));
        }
        self.path.push(guess);
        for cell in partition.cells.iter().filter(|cell| !cell.exact) {
            let mut codes = Vec::new();
            partition.codes(cell, set, &mut codes);
            let at = context.at(&codes, after_a_guess(left));
            let mut known = self.remembered(at);
            if !known.exact() {
                known = known.and(self.quick_bound(at, INFINITE, 0));
                context.watch.poll()?;
            }
            let lower = cell.lower.max(known.lower);
            total = total.saturating_add(lower - cell.lower);
            if !known.exact() {
                let At { key, left, .. } = at.normal(context.question.goal);
                let fact_key = |key| context.memory.fact_key(key, left);
                let form = context.form_of(&codes).map(|form| fact_key(form.key));
                let answer = context.game.answer(guess, codes[0]);
                open.push((answer, codes.len(), lower, fact_key(key), form));
            }
        }
        self.path.pop();
        Ok((total.min(INFINITE), open))
    }
}
