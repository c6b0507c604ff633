//! The search of few first guesses, one after the other and cell by cell.
//!
//! The first one gives the budget of the others, so it is searched to its end. While its cells are
//! searched, the bound of the root rises up to that of the next guess, and what is searched is
//! reported guess by guess.

use super::super::cost::{Goal, INFINITE, after_a_guess};
use super::super::partition::Partition;
use super::super::problem::Step;
use super::super::watch::Stopped;
use super::root::{Root, RootBounds};
use super::searcher::Searcher;

/// More first guesses are searched as a list.
const MOST: usize = 64;

/// A first guess and what is known of it.
struct FirstGuess {
    guess: u32,
    /// What it costs at least.
    lower: u32,
    /// Its cells, once they have been looked at.
    partition: Option<Partition>,
    /// Whether `lower` is what it costs, or it cannot be better than the best known.
    settled: bool,
}

impl Searcher<'_> {
    /// Whether the first guesses of a root are few.
    pub(super) fn has_few_firsts(&self, order: &[(u32, u32)]) -> bool {
        let context = self.context;
        context.question.goal == Goal::Total
            && context.question.width.is_none()
            && context.popular.is_none()
            && order.len() <= MOST
    }

    /// Searches the first guesses in order of their bounds.
    pub(super) fn few_firsts(
        &mut self,
        root: &Root,
        left: u8,
        order: &[(u32, u32)],
        root_bounds: &mut RootBounds,
    ) -> Result<(), Stopped> {
        let context = self.context;
        self.reported_from = Some(self.path.len());
        let mut guesses: Vec<FirstGuess> = order
            .iter()
            .filter(|&&(bound, _)| bound < root_bounds.best)
            .map(|&(lower, guess)| FirstGuess {
                guess,
                lower,
                partition: None,
                settled: false,
            })
            .collect();
        let left_out = order.iter().map(|&(bound, _)| bound);
        let left_out = left_out.filter(|&bound| bound >= root_bounds.best).min();
        let mut later = left_out.unwrap_or(INFINITE);
        loop {
            for first in &mut guesses {
                first.settled |= first.lower >= root_bounds.best;
            }
            let open = |first: &&mut FirstGuess| !first.settled;
            let settled = guesses.iter().filter(|first| first.settled).count();
            let count = guesses.len();
            let mut bounds: Vec<u32> = guesses
                .iter()
                .filter(|first| !first.settled)
                .map(|first| first.lower)
                .collect();
            bounds.sort_unstable();
            let Some(&least) = bounds.first() else {
                break;
            };
            let second = bounds.get(1).copied().unwrap_or(later);
            self.raise_lower(root_bounds, least);
            if root.first_guess.is_none() {
                context.watch.set_settled(settled, count);
            }
            let first = guesses.iter_mut().find(open).expect("one is open");
            context
                .watch
                .set(root_bounds.lower, root_bounds.best, first.guess);
            let step = Step {
                guess: first.guess,
                settled: settled as u32,
                guesses: count as u32,
                lower: least,
                cell: None,
            };
            context.watch.set_step(0, step);
            self.path.push(first.guess);
            let raised = self.raise_first(root, left, first, second, root_bounds);
            self.path.pop();
            if raised? {
                root_bounds.best = first.lower;
                root_bounds.guess = first.guess;
                later = later.min(first.lower);
                // A first guess that is given may be a bad one, so its cost is not that of the set.
                if root.first_guess.is_none() {
                    let memory = &context.memory;
                    memory.found(root.key, left, first.lower, first.guess);
                    memory.record(root.set.len(), root.key, left);
                }
                context
                    .watch
                    .set(root_bounds.lower, root_bounds.best, first.guess);
            }
        }
        self.raise_lower(root_bounds, later);
        Ok(())
    }

    /// Looks at the cells of a first guess, and when it is asked again, searches them. Returns whether its cost is known
    /// now and less than the best.
    fn raise_first(
        &mut self,
        root: &Root,
        left: u8,
        first: &mut FirstGuess,
        second: u32,
        root_bounds: &mut RootBounds,
    ) -> Result<bool, Stopped> {
        let context = self.context;
        let next = after_a_guess(left);
        let best = root_bounds.best;
        let mut codes = Vec::new();
        let Some(partition) = &mut first.partition else {
            let mut partition = Partition::default();
            partition.make(&context.game.matrix, root.set, first.guess);
            if partition.is_trivial(root.set.len()) && root.first_guess.is_none() {
                (first.lower, first.settled) = (INFINITE, true);
                return Ok(false);
            }
            let step = context.question.goal.step() * root.set.len() as u32;
            let mut total =
                step.saturating_add(context.bound_cells(&self.bounds, &mut partition, next));
            // The largest cells gain most by a look.
            for index in (0..partition.cells.len()).rev() {
                let mut cell = partition.cells[index];
                if total >= best || cell.exact {
                    continue;
                }
                context.show()?;
                partition.codes(&cell, root.set, &mut codes);
                let key = context.key_of(&codes);
                partition.keys[index] = key;
                let room = best - (total - cell.lower);
                let known = self.quick_bound(&codes, key, next, room);
                total += known.lower.max(cell.lower) - cell.lower;
                cell.lower = cell.lower.max(known.lower);
                partition.cells[index] = cell;
            }
            first.lower = first.lower.max(total);
            first.partition = Some(partition);
            return Ok(false);
        };
        let sum = |partition: &Partition| {
            let step = context.question.goal.step() * root.set.len() as u32;
            let cells = partition.cells.iter().map(|cell| cell.lower);
            cells.fold(step, u32::saturating_add)
        };
        let mut total = sum(partition);
        for index in 0..partition.cells.len() {
            let cell = partition.cells[index];
            if cell.exact || total >= best {
                continue;
            }
            let room = best - (total - cell.lower);
            partition.codes(&cell, root.set, &mut codes);
            let settled = partition.cells.iter().filter(|cell| cell.exact).count();
            self.report_cell(1, total, settled, partition.cells.len(), &codes);
            let key = context.key_of(&codes);
            let cost = self.search(&codes, key, next, room)?.max(cell.lower);
            total += cost - cell.lower;
            let cell = &mut partition.cells[index];
            cell.exact = cost < room;
            cell.lower = cost;
            self.raise_lower(root_bounds, total.min(second));
            context.watch.set(root_bounds.lower, best, first.guess);
        }
        first.lower = first.lower.max(total);
        first.settled = true;
        Ok(total < best)
    }
}
