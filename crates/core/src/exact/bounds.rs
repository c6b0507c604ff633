//! Lower bounds from counting alone.
//!
//! A tree has one guess at its root and at most one subtree per answer; an answer that only `c` codes of the whole game
//! can give leads to at most `c` codes. So at most `reach(d)` codes can be found by the d-th guess at the latest, where
//! `reach(1) = 1` and `reach(d)` is the best, over the first guesses of the game, of the winning code plus the sum over
//! the other answers of `min(c, reach(d - 1))`. Levels filled from the top give the least cost by size.

use super::cost::{Goal, INFINITE, UNLIMITED};
use crate::rules::Rules;

/// How a first guess divides the whole game.
#[derive(PartialEq, Eq, Hash)]
pub(super) struct Opening {
    /// Whether the guess may be the secret.
    pub may_win: bool,
    /// How many codes give each other answer, most first.
    pub cells: Vec<u32>,
}

/// The least conceivable cost by size of set and number of guesses left.
pub(super) struct LowerBounds {
    /// By guesses left, then by size; the last table is for a game without a limit.
    tables: Vec<Vec<u32>>,
    /// How many codes can be found by each guess at the latest.
    reach: Vec<usize>,
}

impl LowerBounds {
    /// The bounds from all kinds of first guesses of a game, for up to `depth` guesses left, if there is a limit.
    pub fn new(goal: Goal, codes: usize, openings: &[Opening], depth: Option<u8>) -> Self {
        LowerBounds::of_reach(goal, reach(codes, openings), depth)
    }

    /// Bounds of the total of so many codes without the answers: each guess has every answer, and these tell no more.
    pub fn without_answers(rules: &Rules, codes: usize) -> Self {
        let answers = rules.feedback_count().min(codes);
        let opening = Opening {
            may_win: true,
            cells: vec![codes as u32; answers],
        };
        LowerBounds::new(Goal::Total, codes, &[opening], None)
    }

    /// The same from the number of codes that can be found by each guess at the latest, as [`reach`] gives it.
    pub fn of_reach(goal: Goal, reach: Vec<usize>, depth: Option<u8>) -> Self {
        let codes = reach[reach.len() - 1];
        let unlimited = reach.len() - 1;
        let limits = depth.map_or(0, |depth| usize::from(depth) + 1);
        let tables = (0..limits)
            .chain([unlimited])
            .enumerate()
            .map(|(index, limit)| {
                let capped = index < limits;
                (0..=codes)
                    .map(|size| match goal {
                        Goal::Total | Goal::TotalAmongFewest => total(&reach, size, limit),
                        Goal::AtLastGuess if capped => at_last_guess(&reach, size, limit),
                        Goal::AtLastGuess => 0,
                        Goal::Prices(rises) if capped => of_prices(rises, &reach, size, limit),
                        Goal::Prices(_) => 0,
                    })
                    .collect()
            })
            .collect();
        LowerBounds { tables, reach }
    }

    /// The least number of guesses in which this many codes can be found.
    pub fn least_depth(&self, size: usize) -> u32 {
        self.reach.partition_point(|&reach| reach < size) as u32
    }

    /// How many codes can be found by this guess at the latest.
    pub fn found_by(&self, guess: usize) -> usize {
        level(&self.reach, guess)
    }

    #[inline]
    pub fn of(&self, size: usize, left: u8) -> u32 {
        self.table(left)[size]
    }

    /// The bounds by size for this many guesses left.
    #[inline]
    pub fn table(&self, left: u8) -> &[u32] {
        let last = self.tables.len() - 1;
        let limit = if left == UNLIMITED { last } else { left.into() };
        &self.tables[limit]
    }
}

/// How many codes can be found by the first, the second, the third ... guess at the latest, until all are; that by no
/// guess at all stands before them.
pub(super) fn reach<'o>(
    codes: usize,
    openings: impl IntoIterator<Item = &'o Opening> + Copy,
) -> Vec<usize> {
    let mut reach = vec![0, 1];
    while *reach.last().unwrap() < codes {
        let last = *reach.last().unwrap();
        let next = openings
            .into_iter()
            .map(|Opening { may_win, cells }| {
                let cells = cells.iter().map(|&cell| (cell as usize).min(last));
                let sum = cells.fold(0, usize::saturating_add);
                sum.saturating_add(usize::from(*may_win))
            })
            .max()
            .unwrap();
        // `next` may fail to exceed `last` only in a game in which some codes cannot be told apart. A guess always
        // tells itself apart, so each guess finds at least one more code.
        reach.push(next.max(last + 1).min(codes));
    }
    reach
}

/// How many codes can be found by the guess of this depth at the latest.
pub(super) fn level(reach: &[usize], depth: usize) -> usize {
    reach[depth.min(reach.len() - 1)]
}

fn total(reach: &[usize], size: usize, limit: usize) -> u32 {
    if level(reach, limit) < size {
        return INFINITE;
    }
    least_total(reach, size)
}

/// The least total of so many codes, where guesses are not limited.
pub(super) fn least_total(reach: &[usize], size: usize) -> u32 {
    let found_by = |depth: usize| size.min(reach[depth]);
    // Every code is found by the last level.
    (1..reach.len())
        .map(|depth| (found_by(depth) - found_by(depth - 1)) * depth)
        .sum::<usize>() as u32
}

/// Each guess is paid for all codes that the guesses before it cannot have found.
fn of_prices(rises: &[u32], reach: &[usize], size: usize, limit: usize) -> u32 {
    let missed = |made| size.saturating_sub(level(reach, made)) as u32;
    (0..limit)
        .map(|made| missed(made) * rises[limit - made])
        .sum()
}

fn at_last_guess(reach: &[usize], size: usize, limit: usize) -> u32 {
    if level(reach, limit) < size {
        return INFINITE;
    }
    let before = limit
        .checked_sub(1)
        .map_or(0, |before| level(reach, before));
    size.saturating_sub(before) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_of_prices() {
        // Prices of 0, 0, 3, 7, 7 and 9, by how they rise, the last rise first.
        let goal = Goal::Prices(&[0, 2, 0, 4, 3, 0, 0]);
        let opening = Opening {
            may_win: true,
            cells: vec![20; 4],
        };
        let bounds = LowerBounds::new(goal, 20, &[opening], Some(6));
        // One code with the first guess, four with the second, the other fifteen with the third.
        assert_eq!(bounds.of(20, 6), 15 * 3);
        assert_eq!(bounds.of(20, 5), 19 * 3 + 15 * 4);
        assert_eq!(goal.certain_cost(20, 2), Some(19 * 2));
        assert_eq!(goal.certain_cost(20, 0), Some(0));
        assert_eq!(goal.certain_cost(20, 3), None);
        assert_eq!(goal.certain_cost(2, 4), Some(2 * 3 + 4));
    }
}
