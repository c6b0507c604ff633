//! What no strategy can beat, from counting alone.
//!
//! A tree has one guess at its root and at most one subtree per answer; an answer that
//! only `c` codes of the whole game can give leads to at most `c` codes. So at most
//! `reach(d)` codes can be found by the d-th guess at the latest, where `reach(1) = 1` and
//! `reach(d)` is the best, over the first guesses of the game, of the winning code plus
//! the sum over the other answers of `min(c, reach(d - 1))`. Filling the levels from the top
//! gives the least conceivable cost of any set of a given size.

use super::{Goal, UNLIMITED};

/// A cost that no strategy reaches.
pub(super) const INFINITE: u32 = 1 << 28;

/// The least conceivable cost by size of set and number of guesses left.
pub(super) struct Bounds {
    /// By guesses left, then by size; the last table is for a game without a limit.
    tables: Vec<Vec<u32>>,
    /// How many codes can be found by each guess at the latest.
    reach: Vec<usize>,
}

impl Bounds {
    /// Takes the histograms of all kinds of first guesses over the whole game: whether the
    /// guess may win, and how many codes give each other answer.
    pub fn new(goal: Goal, codes: usize, openings: &[(bool, Vec<u32>)], depth: Option<u8>) -> Self {
        let mut reach = vec![0, 1];
        while *reach.last().unwrap() < codes {
            let last = *reach.last().unwrap();
            let next = openings
                .iter()
                .map(|(may_win, cells)| {
                    let cells = cells.iter().map(|&cell| (cell as usize).min(last));
                    usize::from(*may_win) + cells.sum::<usize>()
                })
                .max()
                .unwrap();
            // Only a game in which some codes cannot be told apart would stop here; a
            // guess always tells itself apart, so one more code per guess is certain.
            reach.push(next.max(last + 1).min(codes));
        }
        let unlimited = reach.len() - 1;
        let limits = depth.map_or(0, |depth| usize::from(depth) + 1);
        let tables = (0..limits)
            .chain([unlimited])
            .enumerate()
            .map(|(index, limit)| {
                let capped = index < limits;
                (0..=codes)
                    .map(|size| match goal {
                        Goal::Total => total(&reach, size, limit),
                        Goal::Fewest if capped => fewest(&reach, size, limit),
                        Goal::Fewest => 0,
                    })
                    .collect()
            })
            .collect();
        Bounds { tables, reach }
    }

    /// The least number of guesses in which this many codes can be found.
    pub fn least_depth(&self, size: usize) -> u32 {
        self.reach.partition_point(|&reach| reach < size) as u32
    }

    #[inline]
    pub fn of(&self, size: usize, left: u8) -> u32 {
        self.table(left)[size]
    }

    /// The bounds by size for this many guesses left.
    #[inline]
    pub fn table(&self, left: u8) -> &[u32] {
        let last = self.tables.len() - 1;
        &self.tables[if left == UNLIMITED {
            last
        } else {
            usize::from(left)
        }]
    }
}

fn level(reach: &[usize], depth: usize) -> usize {
    reach[depth.min(reach.len() - 1)]
}

fn total(reach: &[usize], size: usize, limit: usize) -> u32 {
    if level(reach, limit) < size {
        return INFINITE;
    }
    (1..=limit)
        .map(|depth| (size.min(level(reach, depth)) - size.min(level(reach, depth - 1))) * depth)
        .sum::<usize>() as u32
}

fn fewest(reach: &[usize], size: usize, limit: usize) -> u32 {
    if level(reach, limit) < size {
        return INFINITE;
    }
    size.saturating_sub(if limit == 0 {
        0
    } else {
        level(reach, limit - 1)
    }) as u32
}
