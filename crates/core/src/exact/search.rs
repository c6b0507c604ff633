//! The search: the least cost of a set of codes, if it is below a budget.

use std::sync::atomic::Ordering::Relaxed;

use super::bounds::INFINITE;
use super::cut::{Cut, Local};
use super::few;
use super::matrix::{LANES, Line, Sheet};
use super::pairs::Pairs;
use super::seen::Seen;
use super::shared::{Shared, Stopped};
use super::split::Split;
use super::table::{Key, NO_GUESS};
use super::{Goal, UNLIMITED};

/// Sets of at most this many codes are searched by distinct answers alone.
pub(super) const SMALL: usize = 64;

/// Positions after which to look whether to stop.
const OFTEN: u64 = 64;

/// What one position needs for its list of guesses; kept for the next position.
#[derive(Default)]
pub(super) struct Buffers {
    pub counts: Vec<Line>,
    pub sums: Vec<[u16; LANES]>,
    pub packed: Sheet,
    pub seen: Seen,
    pub members: Vec<u64>,
    pub order: Vec<(u32, u32)>,
    pub looks: Vec<u32>,
    pub local: Local,
    pub pairs: Pairs,
    pub starts: Vec<u32>,
}

/// A set to guess in.
#[derive(Clone, Copy)]
pub(super) struct Position<'p> {
    pub set: &'p [u16],
    /// Guesses left.
    pub left: u8,
    /// The answers of its codes to each other, if it is not too large.
    pub local: &'p Local,
}

/// What a first look at a guess shows.
pub(super) enum Verdict {
    /// Its cost if that is below the best so far, or a lower bound.
    Cost(u32),
    /// It cuts the set like a guess that was evaluated before.
    Seen,
    /// A lower bound; some cells stay open.
    Open(u32),
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
    pub cuts: Vec<Cut>,
    pub lists: Vec<Vec<u16>>,
    buffers: Vec<Buffers>,
    /// Cells by label; zero between cuts.
    pub masks: few::Masks,
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

    /// Counts a position, and every so often looks whether to stop.
    pub fn tick(&mut self) -> Result<(), Stopped> {
        self.positions += 1;
        if self.positions.is_multiple_of(OFTEN) {
            self.flush();
            self.shared.check(0)?;
        }
        Ok(())
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
        if shared.goal == Goal::Fewest {
            let lower = shared.known(key, left).lower;
            let lower = lower.max(shared.bounds.of(set.len(), left));
            return self.climb(set, key, left, lower, budget);
        }
        self.positions += 1;
        if set.len() <= shared.small {
            if self.positions.is_multiple_of(OFTEN) {
                shared.check(self.positions)?;
            }
            self.small(set, key, left, budget)
        } else {
            self.large(set, key, left, budget)
        }
    }

    /// A position searched by its guesses in order of the tabulated bounds of their cells.
    fn large(&mut self, set: &[u16], key: Key, left: u8, budget: u32) -> Result<u32, Stopped> {
        let shared = self.shared;
        self.flush();
        shared.check(0)?;
        let image = shared.image(set);
        let known = shared.known_by_image(&image, key, left);
        if known.lower >= budget || known.exact() && known.guess != NO_GUESS {
            self.last_guess = known.guess;
            return Ok(known.lower);
        }
        let mut buffers = self.take_buffers();
        self.rank(set, left, budget, &mut buffers);
        buffers.seen.clear();
        if set.len() <= Local::MOST {
            buffers.local.make(&shared.game.matrix, set);
        } else {
            buffers.local.clear();
        }
        let width = shared.width.unwrap_or(usize::MAX).min(buffers.order.len());
        let at = Position {
            set,
            left,
            local: &buffers.local,
        };
        let split = Split::new(at, key, 0..budget, &buffers.order[..width]);
        let result = self.share(&split, &mut buffers.seen);
        let past = buffers
            .order
            .get(width)
            .map_or(INFINITE, |&(bound, _)| bound);
        let (best, guess, lower) = split.outcome();
        self.give_buffers(buffers);
        result?;
        let cost = self.settle(key, left, best, budget, lower.min(past), guess);
        shared.tell_image(&image, key, left);
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
        at: Position,
        guess: u32,
        best: u32,
        seen: &mut Seen,
    ) -> Result<Option<u32>, Stopped> {
        let Position { set, left, .. } = at;
        let mut cut = self.spare.cuts.pop().unwrap_or_default();
        let verdict = if set.len() <= few::MOST && self.shared.game.labels.narrow {
            self.weigh_few(at, guess, best, seen, &mut cut)
        } else {
            self.weigh(at, guess, best, seen, &mut cut)
        };
        let result = match verdict {
            Verdict::Cost(cost) => Ok(Some(cost)),
            Verdict::Seen => Ok(None),
            Verdict::Open(total) => {
                let next = left - u8::from(left != UNLIMITED);
                let mut codes = self.spare.lists.pop().unwrap_or_default();
                self.path.push(guess);
                let result = if self.shared.goal == Goal::Fewest {
                    self.climb_cells(set, &mut cut, next, best, total, &mut codes)
                } else {
                    self.evaluate_cells(set, &mut cut, next, best, total, &mut codes)
                };
                self.path.pop();
                self.spare.lists.push(codes);
                result.map(Some)
            }
        };
        self.spare.cuts.push(cut);
        result
    }

    /// Bounds a guess by its cells' sizes and by what their members tell.
    fn weigh(
        &mut self,
        at: Position,
        guess: u32,
        best: u32,
        seen: &mut Seen,
        cut: &mut Cut,
    ) -> Verdict {
        let Position { set, left, local } = at;
        let shared = self.shared;
        let goal = shared.goal;
        let next = left - u8::from(left != UNLIMITED);
        cut.make(&shared.game.matrix, set, guess);
        if cut.useless(set.len()) {
            return Verdict::Cost(INFINITE);
        }
        let cells = self.bound_cells(cut, next);
        let mut total = (goal.step() * set.len() as u32).saturating_add(cells);
        if total >= best {
            return Verdict::Cost(total);
        }
        let mut open = 0;
        for index in 0..cut.cells.len() {
            let mut cell = cut.cells[index];
            if cell.exact {
                continue;
            }
            if goal == Goal::Total && cell.len() <= shared.small && !local.is_empty() {
                let left = goal.normal(cell.len(), next);
                let size = cell.len() as u32;
                let answers = local.best_member(cut.places(&cell), shared) as u32;
                let lower = cell.lower.max(2 * size - u32::from(answers + 1 == size));
                cell.exact = answers + 1 == size || answers + 2 == size && left >= 3;
                total += lower - cell.lower;
                cell.lower = lower;
                if total >= best {
                    return Verdict::Cost(total);
                }
            }
            open += usize::from(!cell.exact);
            cut.cells[index] = cell;
        }
        let print = shared.print_of(set, cut);
        match () {
            _ if !seen.insert(print) => Verdict::Seen,
            _ if open == 0 => Verdict::Cost(total),
            _ => Verdict::Open(total),
        }
    }

    /// Bounds the cells of a cut by their sizes, and adds the bounds up.
    pub fn bound_cells(&self, cut: &mut Cut, next: u8) -> u32 {
        let Shared { goal, bounds, .. } = self.shared;
        let mut total = 0u32;
        for cell in &mut cut.cells {
            let left = goal.normal(cell.len(), next);
            let certain = goal.certain(cell.len(), left);
            cell.exact = certain.is_some();
            cell.lower = certain.unwrap_or_else(|| bounds.of(cell.len(), left));
            total = total.saturating_add(cell.lower);
        }
        total
    }

    /// Raises the bounds of the cells whose cost is open by what the table knows, until they add
    /// up to `best`.
    pub fn look_up_cells(
        &self,
        set: &[u16],
        cut: &mut Cut,
        next: u8,
        best: u32,
        mut total: u32,
    ) -> u32 {
        let shared = self.shared;
        for index in 0..cut.cells.len() {
            let cell = &cut.cells[index];
            if !cell.exact {
                let key = shared.key_at(set, cut.places(cell));
                shared
                    .table
                    .prefetch(shared.key(key, shared.goal.normal(cell.len(), next)));
                cut.keys[index] = key;
            }
        }
        for (cell, &key) in cut.cells.iter_mut().zip(&cut.keys) {
            if cell.exact {
                continue;
            }
            let known = shared.known(key, shared.goal.normal(cell.len(), next));
            if known.lower > cell.lower {
                total = total.saturating_add(known.lower - cell.lower);
                cell.lower = known.lower;
                if total >= best {
                    break;
                }
            }
            cell.exact = known.exact();
        }
        total
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
    ) -> Result<u32, Stopped> {
        total = self.look_up_cells(set, cut, next, best, total);
        if total >= best {
            return Ok(total);
        }
        for index in 0..cut.cells.len() {
            let mut cell = cut.cells[index];
            if cell.exact {
                continue;
            }
            let room = best - (total - cell.lower);
            cut.codes(&cell, set, codes);
            let known = self.glance(codes, cut.keys[index], next, room);
            if known.lower > cell.lower {
                total += known.lower - cell.lower;
                cell.lower = known.lower;
                if total >= best {
                    return Ok(total);
                }
            }
            cell.exact = known.exact();
            cut.cells[index] = cell;
        }
        for (cell, &key) in cut.cells.iter().zip(&cut.keys) {
            if cell.exact {
                continue;
            }
            let room = best - (total - cell.lower);
            cut.codes(cell, set, codes);
            let cost = self.search(codes, key, next, room)?;
            total += cost - cell.lower;
            if total >= best {
                break;
            }
        }
        Ok(total)
    }
}

#[inline]
pub(super) fn mix(word: u64) -> u64 {
    let word = (word ^ word >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    word ^ word >> 29
}
