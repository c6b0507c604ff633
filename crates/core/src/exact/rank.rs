//! Guesses in order of the tabulated bounds of their cells.

use super::Goal;
use super::bounds::INFINITE;
use super::kernel;
use super::matrix::LANES;
use super::search::{Buffers, Worker};
use super::table::NO_GUESS;

impl Worker<'_> {
    /// Fills `order` with the guesses worth a search and their bounds, least bound first.
    ///
    /// A guess of bound at or past the budget is left out, but the least such bound ends the
    /// list, so that a failed search knows what it has proven.
    pub fn rank(&mut self, set: &[u16], left: u8, budget: u32, buffers: &mut Buffers) {
        let mut order = std::mem::take(&mut buffers.order);
        order.clear();
        let mut least_past = INFINITE;
        let table = self.shared.cell_table(set.len(), left);
        self.each_bound(set, &table, buffers, |bound, guess| {
            if bound < budget {
                order.push((bound, guess));
            } else {
                least_past = least_past.min(bound);
            }
        });
        order.sort_unstable();
        if self.shared.goal == Goal::Fewest && order.len() > 1 {
            self.break_ties(set, &mut order, buffers);
        }
        if least_past < INFINITE {
            order.push((least_past, NO_GUESS));
        }
        buffers.order = order;
    }

    /// Puts guesses of equal bounds in the order of how good they look for the total: what tells
    /// many codes apart also tells them apart early.
    fn break_ties(&mut self, set: &[u16], order: &mut [(u32, u32)], buffers: &mut Buffers) {
        let table = self.shared.plain_cell_table(set.len());
        let mut looks = std::mem::take(&mut buffers.looks);
        looks.resize(self.shared.game.matrix.guesses(), 0);
        self.each_bound(set, &table, buffers, |bound, guess| {
            looks[guess as usize] = bound;
        });
        order.sort_unstable_by_key(|&(bound, guess)| (bound, looks[guess as usize], guess));
        buffers.looks = looks;
    }

    /// The least of the bounds of all guesses.
    pub fn least_of_bounds(&mut self, set: &[u16], left: u8) -> u32 {
        let mut buffers = self.take_buffers();
        let table = self.shared.cell_table(set.len(), left);
        let mut least = INFINITE;
        self.each_bound(set, &table, &mut buffers, |bound, _| {
            least = least.min(bound)
        });
        self.give_buffers(buffers);
        least
    }

    /// A guess that looks good for the total.
    pub fn least_bound(&mut self, set: &[u16]) -> u32 {
        let mut buffers = self.take_buffers();
        let table = self.shared.plain_cell_table(set.len());
        let mut least = (u32::MAX, NO_GUESS);
        self.each_bound(set, &table, &mut buffers, |bound, guess| {
            least = least.min((bound, guess));
        });
        self.give_buffers(buffers);
        least.1
    }

    /// Calls back with the bound and the number of one guess of each class.
    fn each_bound(
        &mut self,
        set: &[u16],
        table: &CellTable,
        buffers: &mut Buffers,
        mut each: impl FnMut(u32, u32),
    ) {
        let shared = self.shared;
        let matrix = &shared.game.matrix;
        let candidates = shared
            .game
            .symmetry
            .candidates(&self.path, set.iter().map(|&code| matrix.guess_of(code)));
        let rows: Vec<u16>;
        let packed = candidates.list.len() * 2 <= matrix.guesses();
        let (sheet, rows) = if packed {
            shared.pack(set, &candidates, &mut buffers.packed);
            rows = (0..set.len() as u16).collect();
            (&buffers.packed, rows.as_slice())
        } else {
            (matrix.by_secret(), set)
        };
        buffers.sums.resize(sheet.lines_per_row(), [0; LANES]);
        kernel::cell_sums(
            shared.isa,
            sheet,
            rows,
            &shared.game.labels,
            &table.values,
            &mut buffers.sums,
        );
        shared.mark_members(set, &mut buffers.members);
        let members = &buffers.members;
        for (index, &guess) in candidates.list.iter().enumerate() {
            let column = if packed { index } else { guess as usize };
            let sum = buffers.sums[column / LANES][column % LANES];
            let member = members[guess as usize / LANES] >> (guess as usize % LANES) & 1 == 1;
            each(table.bound(sum, member), guess);
        }
    }
}

/// Values of the cell sizes of one set for the kernel, and the way back to bounds.
pub(super) struct CellTable {
    pub values: Vec<u16>,
    /// The bound of a member of the set whose cells have values of zero.
    offset: i64,
    /// What a guess that cannot win costs more: one code more is in its cells.
    slope: u32,
}

impl CellTable {
    /// Takes the bounds by size. A line that touches them from below is subtracted, so that
    /// the sums over the cells of good guesses are small.
    pub fn new(goal: Goal, bounds: &[u32], size: usize, labels: usize) -> Self {
        let finite = bounds[..=size].partition_point(|&bound| bound < INFINITE);
        let middle = (size / labels.max(1)).clamp(1, (finite - 1).max(1));
        let slope = if finite > 1 {
            bounds[middle] - bounds[middle - 1]
        } else {
            0
        };
        let above = |size: usize| i64::from(bounds[size]) - i64::from(slope) * size as i64;
        let least = (0..finite).map(above).min().unwrap_or(0);
        let values = (0..=size)
            .map(|size| (above(size) - least).min(i64::from(u16::MAX)) as u16)
            .collect();
        let fixed = i64::from(goal.step()) * size as i64 + least * labels as i64;
        CellTable {
            values,
            offset: fixed + i64::from(slope) * (size as i64 - 1),
            slope,
        }
    }

    /// The bound of a guess from the sum of its cells' values.
    pub fn bound(&self, sum: u16, member: bool) -> u32 {
        let gap = if member { 0 } else { self.slope };
        (self.offset + i64::from(gap) + i64::from(sum)).max(0) as u32
    }
}
