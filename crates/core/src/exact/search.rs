//! The search: the least cost of a set of codes, if it is below a budget.

use std::sync::atomic::Ordering::Relaxed;

use super::bounds::INFINITE;
use super::cut::{Cut, Local};
use super::matrix::{LANES, Line, Sheet};
use super::shared::{Shared, Stopped};
use super::split::Split;
use super::table::{Key, NO_GUESS};
use super::{Goal, UNLIMITED};

/// Sets of at most this many codes are searched by distinct answers alone.
pub(super) const SMALL: usize = 64;

/// What one position needs for its list of guesses; kept for the next position.
#[derive(Default)]
pub(super) struct Buffers {
    pub counts: Vec<Line>,
    pub sums: Vec<[u16; LANES]>,
    pub packed: Sheet,
    pub seen: Seen,
    pub members: Vec<u64>,
    pub order: Vec<(u32, u32)>,
    pub local: Local,
}

/// Fingerprints of the cuts that a position has searched.
#[derive(Default)]
pub(super) struct Seen(Vec<u64>);

impl Seen {
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// Whether it is new.
    pub fn insert(&mut self, print: u64) -> bool {
        let new = !self.0.contains(&print);
        if new {
            self.0.push(print);
        }
        new
    }
}

pub(super) struct Worker<'a> {
    pub shared: &'a Shared<'a>,
    /// The guesses made so far, for their symmetry.
    pub path: Vec<u32>,
    pub positions: u64,
    /// The first guess of the tree that the last successful search found.
    pub last_guess: u32,
    pub spare: Spare,
}

/// Memory that positions on the way to the present one do not use.
#[derive(Default)]
pub(super) struct Spare {
    cuts: Vec<Cut>,
    lists: Vec<Vec<u16>>,
    buffers: Vec<Buffers>,
}

impl<'a> Worker<'a> {
    pub fn new(shared: &'a Shared<'a>, path: &[u32]) -> Self {
        Worker {
            shared,
            path: path.to_vec(),
            positions: 0,
            last_guess: NO_GUESS,
            spare: Spare::default(),
        }
    }

    pub fn take_buffers(&mut self) -> Buffers {
        self.spare.buffers.pop().unwrap_or_default()
    }

    pub fn give_buffers(&mut self, buffers: Buffers) {
        self.spare.buffers.push(buffers);
    }

    /// The least cost of a set with `left` guesses left if it is below the budget; otherwise
    /// some lower bound, at least the budget.
    pub fn search(&mut self, set: &[u16], key: Key, left: u8, budget: u32) -> Result<u32, Stopped> {
        let shared = self.shared;
        let left = shared.goal.normal(set.len(), left);
        if let Some(cost) = shared.goal.certain(set.len(), left) {
            return Ok(cost);
        }
        let known = shared.known(key, left);
        let lower = known.lower.max(shared.bounds.of(set.len(), left));
        if lower >= budget || known.exact() {
            return Ok(lower);
        }
        self.expand(set, key, left, budget)
    }

    /// Searches a set of which an exact cost may be known, for its first guess.
    pub fn search_anew(&mut self, set: &[u16], key: Key, left: u8) -> Result<u32, Stopped> {
        self.expand(set, key, left, INFINITE)
    }

    /// Adds the positions of this worker to those of all.
    pub fn flush(&mut self) {
        self.shared
            .status
            .positions
            .fetch_add(self.positions, Relaxed);
        self.positions = 0;
    }

    fn expand(&mut self, set: &[u16], key: Key, left: u8, budget: u32) -> Result<u32, Stopped> {
        let shared = self.shared;
        self.positions += 1;
        if shared.goal == Goal::Total && set.len() <= self.shared.small {
            self.small(set, key, left, budget)
        } else {
            self.large(set, key, left, budget)
        }
    }

    /// A position searched by its guesses in order of the tabulated bounds of their cells.
    fn large(&mut self, set: &[u16], key: Key, left: u8, budget: u32) -> Result<u32, Stopped> {
        let shared = self.shared;
        self.flush();
        shared.check()?;
        let mut buffers = self.take_buffers();
        self.rank(set, left, budget, &mut buffers);
        buffers.seen.clear();
        if set.len() <= Local::MOST {
            buffers.local.make(&shared.game.matrix, set);
        } else {
            buffers.local.clear();
        }
        let width = shared.width.unwrap_or(usize::MAX).min(buffers.order.len());
        let split = Split::new(
            set,
            key,
            left,
            budget,
            &buffers.order[..width],
            &buffers.local,
        );
        let result = self.share(&split, &mut buffers.seen);
        let past = buffers
            .order
            .get(width)
            .map_or(INFINITE, |&(bound, _)| bound);
        let (best, guess, lower) = split.outcome();
        self.give_buffers(buffers);
        result?;
        let cost = self.settle(key, left, best, budget, lower.min(past), guess);
        shared.note(set.len(), key, left);
        Ok(cost)
    }

    /// Stores and returns the outcome of a search of all guesses.
    pub fn settle(
        &mut self,
        key: Key,
        left: u8,
        best: u32,
        budget: u32,
        lower: u32,
        guess: u32,
    ) -> u32 {
        if best < budget {
            self.shared.exact(key, left, best, guess);
            self.last_guess = guess;
            best
        } else {
            let lower = lower.max(budget);
            self.shared.at_least(key, left, lower);
            lower
        }
    }

    /// The cost of a guess if it is below `best`, otherwise a lower bound of at least `best`;
    /// `None` if a guess that cuts the set in the same way was searched before.
    pub fn evaluate(
        &mut self,
        set: &[u16],
        guess: u32,
        left: u8,
        best: u32,
        seen: &mut Seen,
        local: &Local,
    ) -> Result<Option<u32>, Stopped> {
        let mut cut = self.spare.cuts.pop().unwrap_or_default();
        cut.make(&self.shared.game.matrix, set, guess);
        let result = if cut.useless(set.len()) {
            Ok(Some(INFINITE))
        } else {
            let next = left - u8::from(left != UNLIMITED);
            self.path.push(guess);
            let result = self.evaluate_cut(set, &mut cut, next, best, seen, local);
            self.path.pop();
            result
        };
        self.spare.cuts.push(cut);
        result
    }

    fn evaluate_cut(
        &mut self,
        set: &[u16],
        cut: &mut Cut,
        next: u8,
        best: u32,
        seen: &mut Seen,
        local: &Local,
    ) -> Result<Option<u32>, Stopped> {
        let shared = self.shared;
        let goal = shared.goal;
        let mut total = goal.step() * set.len() as u32;
        for cell in &mut cut.cells {
            let left = goal.normal(cell.len(), next);
            match goal.certain(cell.len(), left) {
                Some(cost) => {
                    cell.lower = cost;
                    cell.exact = true;
                }
                None => cell.lower = shared.bounds.of(cell.len(), left),
            }
            total = total.saturating_add(cell.lower);
        }
        if total >= best {
            return Ok(Some(total));
        }
        // First what the members of each cell tell, then what the table knows.
        let mut open = 0;
        for index in 0..cut.cells.len() {
            let mut cell = cut.cells[index];
            if cell.exact {
                continue;
            }
            let left = goal.normal(cell.len(), next);
            if goal == Goal::Total && cell.len() <= self.shared.small && !local.is_empty() {
                let size = cell.len() as u32;
                let answers = local.best_member(cut.places(&cell), shared) as u32;
                let lower = cell.lower.max(2 * size - u32::from(answers + 1 == size));
                cell.exact = answers + 1 == size || answers + 2 == size && left >= 3;
                total += lower - cell.lower;
                cell.lower = lower;
                if total >= best {
                    return Ok(Some(total));
                }
            }
            if !cell.exact {
                open += 1;
                cell.key = shared.key_at(set, cut.places(&cell));
                shared.table.prefetch(shared.key(cell.key, left));
            }
            cut.cells[index] = cell;
        }
        if open == 0 {
            return Ok(Some(total));
        }
        for cell in cut.cells.iter_mut().filter(|cell| !cell.exact) {
            let known = shared.known(cell.key, goal.normal(cell.len(), next));
            if known.lower > cell.lower {
                total += known.lower - cell.lower;
                cell.lower = known.lower;
                if total >= best {
                    return Ok(Some(total));
                }
            }
            cell.exact = known.exact();
        }
        let print = cut
            .cells
            .iter()
            .filter(|cell| cell.len() > 1)
            .fold(0u64, |sum, cell| {
                sum.wrapping_add(mix(shared.key_at(set, cut.places(cell)) as u64))
            });
        if !seen.insert(print) {
            return Ok(None);
        }
        let mut codes = self.spare.lists.pop().unwrap_or_default();
        let result = self.evaluate_cells(set, cut, next, best, total, &mut codes);
        self.spare.lists.push(codes);
        result
    }

    /// Bounds, then searches, the cells whose cost is open, smallest first.
    fn evaluate_cells(
        &mut self,
        set: &[u16],
        cut: &mut Cut,
        next: u8,
        best: u32,
        mut total: u32,
        codes: &mut Vec<u16>,
    ) -> Result<Option<u32>, Stopped> {
        for index in 0..cut.cells.len() {
            let mut cell = cut.cells[index];
            if cell.exact {
                continue;
            }
            let room = best - (total - cell.lower);
            cut.codes(&cell, set, codes);
            let known = self.glance(codes, cell.key, next, room);
            if known.lower > cell.lower {
                total += known.lower - cell.lower;
                cell.lower = known.lower;
                if total >= best {
                    return Ok(Some(total));
                }
            }
            cell.exact = known.exact();
            cut.cells[index] = cell;
        }
        for cell in cut.cells.iter().filter(|cell| !cell.exact) {
            let room = best - (total - cell.lower);
            cut.codes(cell, set, codes);
            let cost = self.search(codes, cell.key, next, room)?;
            total += cost - cell.lower;
            if total >= best {
                break;
            }
        }
        Ok(Some(total))
    }
}

#[inline]
fn mix(word: u64) -> u64 {
    let word = (word ^ word >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    word ^ word >> 29
}
