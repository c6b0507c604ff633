//! Bounds by the sizes of cells, as the kernels add them up.

use crate::exact::cost::{Goal, INFINITE};

/// Values of the cell sizes of one set for the kernel, and the way back to bounds.
pub(in crate::exact) struct CellTable {
    pub values: Vec<u16>,
    /// The bound of a member of the set whose cells have values of zero.
    offset: i64,
    /// What a guess that cannot win costs more: one code more is in its cells.
    slope: i64,
    /// What one unit of the values stands for: prices may be too high for words of 16 bits.
    unit: i64,
}

/// The greatest cost by size that stands in words of 16 bits, as its sums do.
const GREATEST: u32 = 60_000;

impl CellTable {
    /// Takes the bounds by size, less a line that touches them from below: the sums of good guesses are small.
    pub fn new(goal: Goal, left: u8, bounds: &[u32], size: usize, labels: usize) -> Self {
        let finite = bounds[..=size].partition_point(|&bound| bound < INFINITE);
        let middle = (size / labels.max(1)).clamp(1, (finite - 1).max(1));
        let slope = if finite > 1 {
            i64::from(bounds[middle]) - i64::from(bounds[middle - 1])
        } else {
            0
        };
        let above = |size: usize| i64::from(bounds[size]) - slope * size as i64;
        let least = (0..finite).map(above).min().unwrap_or(0);
        let unit = match goal {
            Goal::Prices(_) => i64::from(bounds[size] / GREATEST) + 1,
            Goal::Total | Goal::TotalAmongFewest | Goal::AtLastGuess => 1,
        };
        let mut values: Vec<u16> = (0..=size)
            .map(|size| ((above(size) - least) / unit).min(i64::from(u16::MAX)) as u16)
            .collect();
        if matches!(goal, Goal::Prices(_)) {
            // A guess that tells nothing is not the first of equals, where the next guesses are free.
            values[size] = u16::MAX;
        }
        let fixed = i64::from(goal.step(left)) * size as i64 + least * labels as i64;
        CellTable {
            values,
            offset: fixed + slope * (size as i64 - 1),
            slope,
            unit,
        }
    }

    /// Counts the codes that a guess finds itself or leads to, at most so many in each cell.
    pub fn counting(most: usize, size: usize) -> Self {
        CellTable {
            values: (0..=size).map(|size| size.min(most) as u16).collect(),
            offset: 1,
            slope: -1,
            unit: 1,
        }
    }

    /// Tells only whether the cost of a cell is infinite.
    pub fn telling_infinite(costs: &[u32]) -> Self {
        let values = costs.iter().map(|&cost| u16::from(cost >= INFINITE));
        CellTable {
            values: values.collect(),
            offset: 0,
            slope: 0,
            unit: INFINITE.into(),
        }
    }

    /// The bound of a guess from the sum of its cells' values.
    pub fn bound(&self, sum: u16, member: bool) -> u32 {
        let gap = if member { 0 } else { self.slope };
        (self.offset + gap + i64::from(sum) * self.unit).clamp(0, u32::MAX.into()) as u32
    }

    /// The least sum of a guess that cannot win for which its bound is at least this; 65536 if none is.
    pub fn least_sum_of(&self, bound: u32) -> u32 {
        let gap = self.offset + self.slope;
        match bound {
            0 => 0,
            _ => ((i64::from(bound) - gap + self.unit - 1) / self.unit).clamp(0, 1 << 16) as u32,
        }
    }
}
