//! The search for the fewest secrets at the last guess, step by step.
//!
//! Bounds from counting are zero almost everywhere here, so a search with the budget that the
//! other cells leave would solve one cell to the end before it looks at the next. But to
//! prove that two cells cost one each is far easier than to prove that one of them costs two. So each
//! step only asks whether a set costs more than is known, and of the cells of a guess
//! the one that promises most for the least is asked next.

use std::ops::Range;

use super::bounds::INFINITE;
use super::cut::Cut;
use super::few;
use super::pairs::Pairs;
use super::root::{Root, Shown};
use super::search::{Buffers, Position, Worker};
use super::shared::Stopped;
use super::split::Split;
use super::table::{Key, Known, NO_GUESS};

/// A first guess with what its cells are known to cost.
struct Opening {
    guess: u32,
    cut: Cut,
    total: u32,
}

impl Worker<'_> {
    /// The fewest secrets at the last guess if they are below the budget; otherwise some lower
    /// bound, at least the budget.
    pub fn climb(
        &mut self,
        set: &[u16],
        key: Key,
        left: u8,
        mut lower: u32,
        budget: u32,
    ) -> Result<u32, Stopped> {
        while lower < budget {
            let known = self.step(set, key, left, lower, next_target(lower).min(budget))?;
            lower = known.lower;
            if known.exact() {
                break;
            }
        }
        Ok(lower)
    }

    /// Asks whether a set that costs at least `lower` costs at least `target`; if not, finds
    /// what it costs.
    fn step(
        &mut self,
        set: &[u16],
        key: Key,
        left: u8,
        lower: u32,
        target: u32,
    ) -> Result<Known, Stopped> {
        let shared = self.shared;
        if left <= 3 {
            self.tick()?;
            return Ok(self.step_last(set, key, left, target));
        }
        let image = shared.image(set);
        let known = shared.known_by_image(&image, key, left);
        if known.lower > lower || known.exact() && known.guess != NO_GUESS {
            self.last_guess = known.guess;
            return Ok(known);
        }
        self.positions += 1;
        self.flush();
        shared.check(0)?;
        let mut buffers = self.take_buffers();
        let sheet = shared.game.matrix.by_secret();
        let result = if left == 4
            && set.len() <= few::MOST
            && shared.game.labels.narrow
            && Pairs::bytes(sheet, set.len()) <= Pairs::MOST
        {
            Ok(self.fourth_from_last(set, lower, target, &mut buffers))
        } else {
            self.step_large(set, key, left, lower..target, &mut buffers)
        };
        self.give_buffers(buffers);
        let (best, guess, lower) = result?;
        let lower = or_infinite(lower, set);
        let cost = self.settle(key, left, best, target, lower, guess);
        shared.tell_image(&image, key, left);
        shared.note(set.len(), key, left);
        Ok(if best < target {
            exactly(cost, guess)
        } else {
            at_least(cost)
        })
    }

    /// The same with two or three guesses left.
    pub fn step_last(&mut self, set: &[u16], key: Key, left: u8, target: u32) -> Known {
        let cost = self.last_guesses(set, left, target);
        if cost < target {
            self.shared.exact(key, left, cost, self.last_guess);
            exactly(cost, self.last_guess)
        } else {
            let lower = or_infinite(cost, set);
            self.shared.at_least(key, left, lower);
            at_least(lower)
        }
    }

    fn step_large(
        &mut self,
        set: &[u16],
        key: Key,
        left: u8,
        costs: Range<u32>,
        buffers: &mut Buffers,
    ) -> Result<(u32, u32, u32), Stopped> {
        let shared = self.shared;
        self.rank(set, left, costs.end, buffers);
        buffers.seen.clear();
        buffers.local.clear();
        let width = shared.width.unwrap_or(usize::MAX).min(buffers.order.len());
        let at = Position {
            set,
            left,
            local: &buffers.local,
        };
        let split = Split::new(at, key, costs, &buffers.order[..width]);
        let result = self.share(&split, &mut buffers.seen);
        let past = buffers
            .order
            .get(width)
            .map_or(INFINITE, |&(bound, _)| bound);
        let (best, guess, lower) = split.outcome();
        result?;
        Ok((best, guess, lower.min(past)))
    }

    /// Raises the bound of a root, step by step, until it is the best cost.
    pub fn climb_root(
        &mut self,
        root: &Root,
        left: u8,
        order: &[(u32, u32)],
        shown: &mut Shown,
    ) -> Result<(), Stopped> {
        let shared = self.shared;
        let (mut openings, past) = self.openings(root, left, order);
        let mut codes = Vec::new();
        loop {
            let lower = openings.iter().map(|opening| opening.total).min();
            let lower = lower.unwrap_or(INFINITE);
            self.raise(shown, lower.min(past));
            if lower >= shown.best {
                return Ok(());
            }
            let target = next_target(lower).min(shown.best);
            let Some(opening) = openings.iter_mut().find(|opening| opening.total == lower) else {
                return Ok(());
            };
            let Opening { guess, cut, total } = opening;
            shared.status.set(shown.lower, shown.best, *guess);
            self.path.push(*guess);
            let raised = self.climb_cells(root.set, cut, left - 1, target, *total, &mut codes);
            self.path.pop();
            *total = raised?;
            if *total < target {
                (shown.best, shown.guess) = (*total, *guess);
                if root.first.is_none() {
                    shared.found(root.key, left, *total, *guess);
                    shared.note(root.set.len(), root.key, left);
                }
            }
        }
    }

    /// The first guesses that a search takes, and the least bound of those that it leaves out.
    fn openings(&self, root: &Root, left: u8, order: &[(u32, u32)]) -> (Vec<Opening>, u32) {
        let width = self.shared.width.unwrap_or(usize::MAX).min(order.len());
        let (taken, others) = order.split_at(width);
        let mut past = others.first().map_or(INFINITE, |&(bound, _)| bound);
        let mut openings = Vec::new();
        for &(bound, guess) in taken {
            if guess == NO_GUESS {
                past = past.min(bound);
                continue;
            }
            let mut cut = Cut::default();
            cut.make(&self.shared.game.matrix, root.set, guess);
            if root.first.is_some() || !cut.useless(root.set.len()) {
                let total = self.bound_cells(&mut cut, left - 1);
                openings.push(Opening { guess, cut, total });
            }
        }
        (openings, past)
    }

    /// Raises the cells whose cost is open until they add up to `target` or are all known.
    pub fn climb_cells(
        &mut self,
        set: &[u16],
        cut: &mut Cut,
        next: u8,
        target: u32,
        total: u32,
        codes: &mut Vec<u16>,
    ) -> Result<u32, Stopped> {
        let shared = self.shared;
        let mut total = self.look_up_cells(set, cut, next, target, total);
        while total < target {
            // Most codes for each secret that they are still to prove, as seats go to parties.
            let worth = |index: &usize| {
                let cell = &cut.cells[*index];
                (cell.len() << 16) / (cell.lower as usize + 1)
            };
            let open = (0..cut.cells.len()).filter(|&index| !cut.cells[index].exact);
            let Some(index) = open.max_by_key(worth) else {
                break;
            };
            let cell = cut.cells[index];
            cut.codes(&cell, set, codes);
            let room = target - (total - cell.lower);
            let room = next_target(cell.lower).min(room);
            let key = cut.keys[index];
            let mut known = shared.known(key, next);
            if known.lower <= cell.lower && !known.exact() {
                known = self.step(codes, key, next, cell.lower, room)?;
            }
            let cell = &mut cut.cells[index];
            // Which few guesses a narrow search takes may depend on the way to a set.
            let lower = known.lower.max(cell.lower);
            total = total.saturating_add(lower - cell.lower);
            cell.lower = lower;
            cell.exact = known.exact();
        }
        Ok(total)
    }
}

/// What to ask for next: one more, or for dear sets an eighth more.
fn next_target(lower: u32) -> u32 {
    lower + 1 + lower / 8
}

/// The lower bound of a set; one that costs more than all of its codes cannot be found in time.
fn or_infinite(lower: u32, set: &[u16]) -> u32 {
    if lower > set.len() as u32 {
        INFINITE
    } else {
        lower
    }
}

fn exactly(cost: u32, guess: u32) -> Known {
    Known {
        lower: cost,
        upper: cost,
        guess,
    }
}

fn at_least(lower: u32) -> Known {
    Known {
        lower,
        ..Known::NOTHING
    }
}
