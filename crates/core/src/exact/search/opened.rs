//! A position taken apart: its guesses in order, a guess on its own, and the cells that a guess leaves open.
//!
//! A search that goes on elsewhere, in other threads or on other machines, hands out these parts instead of
//! whole positions.

use super::fingerprints::Fingerprints;
use super::searcher::Searcher;
use super::weighing::Position;
use crate::exact::cost::{INFINITE, after_a_guess};
use crate::exact::memory::{Key, Known, NO_GUESS};
use crate::exact::partition::MutualAnswers;
use crate::exact::watch::Stopped;

/// A cell of a guess whose cost is open.
pub(in crate::exact) struct OpenCell {
    pub codes: Vec<u16>,
    pub lower: u32,
}

/// The guesses of a position that were evaluated before, so that none with the same partition is evaluated again.
#[derive(Default)]
pub(in crate::exact) struct Evaluated {
    mutual: MutualAnswers,
    fingerprints: Fingerprints,
}

impl Searcher<'_> {
    /// What is remembered of a position.
    pub fn remembered(&self, set: &[u16], key: Key, left: u8) -> Known {
        let left = self.context.question.goal.normal_limit(set.len(), left);
        let form = self.context.form_of(set);
        self.context.memory.known_or_canonical(&form, key, left)
    }

    /// The guesses of a position that may cost less than the budget, with their bounds, least bound first; and the
    /// least bound of the others.
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

    /// Prepares the evaluation of several guesses at one position.
    pub fn begin_evaluation(&self, set: &[u16]) -> Evaluated {
        let mut evaluated = Evaluated::default();
        if set.len() <= MutualAnswers::MOST {
            let game = &self.context.game;
            evaluated.mutual.make(&game.matrix, &game.labels, set);
        }
        evaluated
    }

    /// The cost of a guess if it is below `best`, otherwise a lower bound of at least `best`.
    pub fn cost_of_guess(
        &mut self,
        (set, left): (&[u16], u8),
        guess: u32,
        best: u32,
        evaluated: &mut Evaluated,
    ) -> Result<u32, Stopped> {
        let bounds = self.bounds.clone();
        let at = Position {
            set,
            left,
            mutual: &evaluated.mutual,
            bounds: &bounds,
        };
        let cost = self.evaluate(at, guess, best, &mut evaluated.fingerprints)?;
        // A guess with the same partition was evaluated before, and did not cost less.
        Ok(cost.unwrap_or(best))
    }

    /// A lower bound of a guess from what is known of its cells and a look at each, and the cells that are open.
    pub fn open_cells(
        &mut self,
        set: &[u16],
        left: u8,
        guess: u32,
    ) -> Result<(u32, Vec<OpenCell>), Stopped> {
        let context = self.context;
        let next = after_a_guess(left);
        let (partition, mut total) = context.divided(&self.bounds, set, guess, left);
        if partition.is_trivial(set.len()) {
            return Ok((INFINITE, Vec::new()));
        }
        let mut open = Vec::new();
        self.path.push(guess);
        for cell in partition.cells.iter().filter(|cell| !cell.exact) {
            let mut codes = Vec::new();
            partition.codes(cell, set, &mut codes);
            let key = context.key_of(&codes);
            let mut known = self.remembered(&codes, key, next);
            if !known.exact() {
                let looked = self.quick_bound(&codes, key, next, INFINITE, 0);
                known = known.and(looked);
                context.watch.poll()?;
            }
            let lower = cell.lower.max(known.lower);
            total = total.saturating_add(lower - cell.lower);
            if !known.exact() {
                open.push(OpenCell { codes, lower });
            }
        }
        self.path.pop();
        Ok((total.min(INFINITE), open))
    }
}
