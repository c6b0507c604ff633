//! The search for the fewest secrets at the last guess, which raises lower bounds step by step.
//!
//! Bounds from counting are zero almost everywhere here, so a search with the budget that the other cells leave would
//! solve one cell to the end before it looks at the next. But to prove that two cells cost one each is far easier than
//! to prove that one of them costs two. So each step is a probe with a narrow window: it only asks whether a set costs
//! more than is known. Of the cells of a guess, the one whose bound is the likeliest to rise is asked next.

use super::root::{Root, RootBounds};
use super::searcher::Searcher;
use crate::exact::cost::INFINITE;
use crate::exact::memory::{At, Known, NO_GUESS};
use crate::exact::partition::Partition;
use crate::exact::watch::Stopped;

/// A first guess with what its cells are known to cost.
struct Opening {
    guess: u32,
    partition: Partition,
    total: u32,
}

impl Searcher<'_> {
    /// The fewest secrets at the last guess if below the budget; otherwise a lower bound, at least the budget.
    pub fn raise_bound(&mut self, at: At, mut lower: u32, budget: u32) -> Result<u32, Stopped> {
        while lower < budget {
            let known = self.probe(at, lower, next_target(lower).min(budget))?;
            lower = known.lower;
            if known.exact() {
                break;
            }
        }
        Ok(lower)
    }

    /// Asks whether a set that costs at least `lower` costs at least `target`; if not, finds what it costs.
    fn probe(&mut self, at: At, lower: u32, target: u32) -> Result<Known, Stopped> {
        let context = self.context;
        if at.left <= 3 && !context.question.consistent {
            self.tick()?;
            return Ok(self.probe_endgame(at, target));
        }
        let form = context.form_of(at.set);
        let known = context.memory.known_or_canonical(&form, at.key, at.left);
        if known.lower > lower || known.exact() && known.guess != NO_GUESS {
            self.last_guess = known.guess;
            return Ok(known);
        }
        self.positions += 1;
        self.flush();
        context.check(0)?;
        let cost = self.try_guesses(at, form, lower..target)?;
        Ok(match cost < target {
            true => Known::exactly(cost, self.last_guess),
            false => Known::at_least(cost),
        })
    }

    /// Raises the bound of a root, step by step, until it is the best cost.
    pub fn raise_root(
        &mut self,
        root: &Root,
        left: u8,
        order: &[(u32, u32)],
        root_bounds: &mut RootBounds,
    ) -> Result<(), Stopped> {
        let context = self.context;
        let (mut openings, left_out) = self.openings(root, left, order);
        let mut codes = Vec::new();
        loop {
            let lower = openings.iter().map(|opening| opening.total).min();
            let lower = lower.unwrap_or(INFINITE);
            context.raise_lower(root_bounds, lower.min(left_out));
            if lower >= root_bounds.best {
                return Ok(());
            }
            let target = next_target(lower).min(root_bounds.best);
            let Some(opening) = openings.iter_mut().find(|opening| opening.total == lower) else {
                return Ok(());
            };
            let (guess, cells) = (opening.guess, &mut opening.partition);
            let RootBounds { lower, best, .. } = *root_bounds;
            context.watch.set(lower, best, guess);
            self.path.push(guess);
            let raised =
                self.raise_cells(root.set, cells, left - 1, target, opening.total, &mut codes);
            self.path.pop();
            opening.total = raised?;
            if opening.total < target {
                (root_bounds.best, root_bounds.guess) = (opening.total, guess);
                context.found_at(root, opening.total, guess);
            }
        }
    }

    /// The first guesses that a search takes, and the least bound of those that it leaves out.
    fn openings(&self, root: &Root, left: u8, order: &[(u32, u32)]) -> (Vec<Opening>, u32) {
        let width = self.context.question.width.unwrap_or(usize::MAX);
        let (taken, others) = order.split_at(width.min(order.len()));
        let mut left_out = others.first().map_or(INFINITE, |&(bound, _)| bound);
        let mut openings = Vec::new();
        for &(bound, guess) in taken {
            if guess == NO_GUESS {
                left_out = left_out.min(bound);
                continue;
            }
            let bounds = &self.context.bounds;
            let (partition, total) = self.context.divided(bounds, root.set, guess, left);
            if root.first_guess.is_some() || !partition.is_trivial(root.set.len()) {
                openings.push(Opening {
                    guess,
                    partition,
                    total,
                });
            }
        }
        (openings, left_out)
    }

    /// Raises the cells whose cost is open until they add up to `target` or are all known.
    pub fn raise_cells(
        &mut self,
        set: &[u16],
        partition: &mut Partition,
        next: u8,
        target: u32,
        total: u32,
        codes: &mut Vec<u16>,
    ) -> Result<u32, Stopped> {
        let context = self.context;
        let mut total = context.look_up_cells(set, partition, next, target, total);
        while total < target {
            // The cell with the most codes for each secret that it is known to leave is the likeliest to leave more.
            let worth = |index: &usize| {
                let cell = &partition.cells[*index];
                (cell.len() << 16) / (cell.lower as usize + 1)
            };
            let open = (0..partition.cells.len()).filter(|&index| !partition.cells[index].exact);
            let Some(index) = open.max_by_key(worth) else {
                break;
            };
            let cell = partition.cells[index];
            let room = target - (total - cell.lower);
            let room = next_target(cell.lower).min(room);
            let mut known = context.memory.known(partition.keys[index], next);
            if known.lower <= cell.lower && !known.exact() {
                let at = partition.at(index, set, codes, next);
                known = self.probe(at, cell.lower, room)?;
            }
            let cell = &mut partition.cells[index];
            // Which few guesses a narrow search takes may depend on the way to a set.
            let lower = known.lower.max(cell.lower);
            total = total.saturating_add(lower - cell.lower);
            cell.lower = lower;
            cell.exact = known.exact();
        }
        Ok(total)
    }
}

/// What to ask for next: one secret more, or an eighth more where that is more.
fn next_target(lower: u32) -> u32 {
    lower + 1 + lower / 8
}
