//! Exact numbers of jump sequences.
//!
//! The sequences to each class of positions are counted level by level from the start. A level's counts are carried
//! to its children in the order of their keys, part by part, so that every look-up stays within the cache. Numbers
//! are 64 bits wide, then 128, then as wide as they must be: a level that overflows is counted again.

use std::sync::Arc;

use crate::threads::prelude::*;
use num_bigint::BigUint;

use super::expand::{Control, Stop, carry, split};
use super::group::{Direction, Group};
use super::level::Level;
use super::side::Side;

/// A number of sequences.
trait Count: Clone + Send + Sync {
    fn zero() -> Self;

    /// Adds a number if the sum fits.
    #[must_use]
    fn add(&mut self, other: &Self) -> bool;
}

impl Count for u64 {
    fn zero() -> Self {
        0
    }

    #[inline(always)]
    fn add(&mut self, other: &Self) -> bool {
        let (sum, overflows) = self.overflowing_add(*other);
        *self = sum;
        !overflows
    }
}

impl Count for u128 {
    fn zero() -> Self {
        0
    }

    #[inline(always)]
    fn add(&mut self, other: &Self) -> bool {
        let (sum, overflows) = self.overflowing_add(*other);
        *self = sum;
        !overflows
    }
}

impl Count for BigUint {
    fn zero() -> Self {
        BigUint::ZERO
    }

    fn add(&mut self, other: &Self) -> bool {
        *self += other;
        true
    }
}

/// The number of sequences to each position of a level.
enum Counts {
    Narrow(Vec<u64>),
    Wide(Vec<u128>),
    Big(Vec<BigUint>),
}

impl Counts {
    fn widened(self) -> Counts {
        match self {
            Counts::Narrow(counts) => Counts::Wide(counts.into_iter().map(u128::from).collect()),
            Counts::Wide(counts) => Counts::Big(counts.into_iter().map(BigUint::from).collect()),
            big @ Counts::Big(_) => big,
        }
    }

    fn sum_where(&self, wanted: impl Fn(usize) -> bool) -> BigUint {
        fn sum<C>(counts: &[C], wanted: impl Fn(usize) -> bool) -> BigUint
        where
            C: Clone,
            BigUint: From<C>,
        {
            let wanted = counts.iter().enumerate().filter(|&(i, _)| wanted(i));
            wanted.map(|(_, count)| BigUint::from(count.clone())).sum()
        }
        match self {
            Counts::Narrow(counts) => sum(counts, wanted),
            Counts::Wide(counts) => sum(counts, wanted),
            Counts::Big(counts) => sum(counts, wanted),
        }
    }
}

/// How many jump sequences lead from the start of an exhausted side to positions with no jumps left.
///
/// # Errors
/// `Stop::Asked` if `control` says so.
pub fn count_games(side: &Side, control: &Control) -> Result<BigUint, Stop> {
    let levels: Vec<&Level> = side.levels.iter().map(Arc::as_ref).collect();
    count_paths(
        &levels,
        &side.group,
        |position| !side.group.can_jump(position),
        control,
    )
}

/// How many jump sequences lead from the one position of the first level, inside the levels, to those that `ends`.
///
/// # Errors
/// `Stop::Asked` if `control` says so.
pub(crate) fn count_paths(
    levels: &[&Level],
    group: &Group,
    ends: impl Fn(u64) -> bool,
    control: &Control,
) -> Result<BigUint, Stop> {
    let mut total = BigUint::ZERO;
    let mut counts = Counts::Narrow(vec![1; levels.first().map_or(0, |level| level.len())]);
    for (i, level) in levels.iter().enumerate() {
        let is_end: Vec<bool> = level.iter().map(&ends).collect();
        total += counts.sum_where(|i| is_end[i]);
        let Some(next) = levels.get(i + 1) else { break };
        counts = loop {
            let carried = match &counts {
                Counts::Narrow(counts) => {
                    to_children(level, counts, next, group, control)?.map(Counts::Narrow)
                }
                Counts::Wide(counts) => {
                    to_children(level, counts, next, group, control)?.map(Counts::Wide)
                }
                Counts::Big(counts) => {
                    to_children(level, counts, next, group, control)?.map(Counts::Big)
                }
            };
            match carried {
                Some(carried) => break carried,
                None => counts = counts.widened(),
            }
        };
    }
    Ok(total)
}

/// The sums at each position of `next` of the counts of its parents; none if one does not fit.
fn to_children<C: Count>(
    level: &Level,
    counts: &[C],
    next: &Level,
    group: &Group,
    control: &Control,
) -> Result<Option<Vec<C>>, Stop> {
    let split = split(level, group, Direction::Children, size_of::<(u64, C)>());
    let mut sums = Vec::with_capacity(next.len());
    control.restart(level.len() * split.rounds);
    for round in 0..split.rounds {
        let carried = carry(
            level,
            group,
            Direction::Children,
            &split,
            round,
            |key, i| (key, counts[i].clone()),
            control,
        )?;
        let of_parts: Vec<Option<Vec<C>>> = (0..split.parts)
            .into_par_iter()
            .map(|part| {
                let range = next.range(split.keys(round, part));
                let mut sums = vec![C::zero(); range.len()];
                let mut fits = true;
                for (key, count) in carried.iter().flat_map(|of_thread| &of_thread[part]) {
                    if let Some(index) = next.index_of_key(*key) {
                        fits &= sums[index - range.start].add(count);
                    }
                }
                fits.then_some(sums)
            })
            .collect();
        for of_part in of_parts {
            match of_part {
                Some(of_part) => sums.extend(of_part),
                None => return Ok(None),
            }
        }
    }
    Ok(Some(sums))
}
