//! From one level to the next.
//!
//! All neighbours of a level are made, sorted into parts by the leading bits of their keys, and each part, small
//! enough for the processor's cache, is freed of repeats by itself. When the neighbours of a large level would not
//! fit into memory together, they are made again in several rounds, each of which keeps a share of the parts:
//! making a neighbour costs less than storing it.

use std::ops::RangeInclusive;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use crate::threads::{self, prelude::*};

use crate::hash::InvertibleHash;

use super::group::{Direction, Group};
use super::level::{Level, LevelBuilder};

/// Why a search ended early.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// It was asked to.
    Asked,
    /// The next step would take more memory than it may.
    Memory,
}

/// Stops a long search from another thread and shows that thread how far the level at work is.
#[derive(Debug, Default)]
pub struct Control {
    stop: AtomicBool,
    /// The positions finished in the level at work.
    done: AtomicUsize,
    /// The positions of the level at work.
    total: AtomicUsize,
}

impl Control {
    /// Asks the search to stop soon.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// How many positions of the level at work are finished.
    pub fn done(&self) -> usize {
        self.done.load(Ordering::Relaxed)
    }

    /// How many positions the level at work has; those that are worked on several times count each time.
    pub fn total(&self) -> usize {
        self.total.load(Ordering::Relaxed)
    }

    /// Begins a level of so many positions.
    pub(crate) fn restart(&self, total: usize) {
        self.done.store(0, Ordering::Relaxed);
        self.total.store(total, Ordering::Relaxed);
    }

    /// Counts finished positions; the error says to stop.
    ///
    /// # Errors
    /// `Stop::Asked` after [`Control::stop`].
    pub(crate) fn advance(&self, positions: usize) -> Result<(), Stop> {
        self.done.fetch_add(positions, Ordering::Relaxed);
        if self.stop.load(Ordering::Relaxed) {
            Err(Stop::Asked)
        } else {
            Ok(())
        }
    }
}

/// How many positions one thread takes at a time.
pub(crate) const CHUNK: usize = 1 << 12;

/// Neighbours, repeats included, in a part: 128 KiB of keys, well inside a second-level cache.
const PART: usize = 1 << 14;

/// The most parts that are filled at the same time; more would thrash the first-level cache.
const PARTS_AT_ONCE: usize = 1 << 11;

/// Bytes of neighbours, repeats included, in memory at the same time.
const ROUND: usize = 1 << 29;

/// How the neighbours of a level are split by the leading bits of their keys: first into rounds, then into parts.
pub(crate) struct Split {
    pub rounds: usize,
    pub parts: usize,
    /// The neighbours expected in a part.
    expected: usize,
}

impl Split {
    /// The first and the last key of a part.
    pub fn keys(&self, round: usize, part: usize) -> RangeInclusive<u64> {
        let bits = (self.rounds * self.parts).ilog2();
        let number = (round * self.parts + part) as u64;
        let first = number.unbounded_shl(64 - bits);
        first..=first | u64::MAX.unbounded_shr(bits)
    }

    /// The part of a key, if it belongs to the round.
    #[inline(always)]
    fn part(&self, key: u64, round: usize) -> Option<usize> {
        let bits = (self.rounds * self.parts).ilog2();
        let number = key.unbounded_shr(64 - bits) as usize;
        let part = number.wrapping_sub(round * self.parts);
        (part < self.parts).then_some(part)
    }
}

/// The split of a level whose neighbours take `size` bytes each.
pub(crate) fn split(level: &Level, group: &Group, direction: Direction, size: usize) -> Split {
    let expected = expected_neighbors(level, group, direction);
    let rounds = (expected * size).div_ceil(ROUND).next_power_of_two();
    let parts = (expected / rounds / PART)
        .next_power_of_two()
        .min(PARTS_AT_ONCE);
    Split {
        rounds,
        parts,
        expected: expected / rounds / parts,
    }
}

/// Says for each of many positions whether to keep it.
pub(crate) type Keep<'a> = &'a (dyn Fn(&[u64]) -> Vec<bool> + Sync);

/// The canonical neighbours of `level`, those only that `keep` keeps.
///
/// # Errors
/// `Stop::Asked` if `control` says so.
pub(crate) fn neighbors(
    level: &Level,
    group: &Group,
    direction: Direction,
    keep: Option<Keep<'_>>,
    control: &Control,
) -> Result<Level, Stop> {
    let hash = InvertibleHash::new(group.holes());
    let split = split(level, group, direction, size_of::<u64>());
    control.restart(level.len() * split.rounds);
    // Most neighbours are made several times.
    let most = split.expected * split.parts * split.rounds / 4;
    let mut next = LevelBuilder::new(hash, most);
    for round in 0..split.rounds {
        let made = carry(
            level,
            group,
            direction,
            &split,
            round,
            |key, _| key,
            control,
        )?;
        let unique: Vec<Vec<u64>> = (0..split.parts)
            .into_par_iter()
            .map(|part| {
                let mut unique = without_repeats(made.iter().map(|of_thread| &of_thread[part][..]));
                if let Some(keep) = keep {
                    let positions: Vec<u64> = unique.iter().map(|&key| hash.invert(key)).collect();
                    let mut kept = keep(&positions).into_iter();
                    unique.retain(|_| kept.next() == Some(true));
                }
                unique
            })
            .collect();
        drop(made);
        for part in unique {
            next.extend(&part);
        }
    }
    Ok(next.finish())
}

/// About how many neighbours a level has, repeats included, from a sample.
fn expected_neighbors(level: &Level, group: &Group, direction: Direction) -> usize {
    let sample = level.len().min(1 << 10);
    let mut found = Vec::new();
    for position in level.positions(0..sample) {
        group.neighbors(position, direction, &mut found);
    }
    (found.len() * level.len()).div_ceil(sample.max(1))
}

/// About how many bytes the level after the last of `levels` takes, while it is made and afterwards.
pub(crate) fn expected_bytes(levels: &[Arc<Level>], group: &Group) -> usize {
    let [.., last] = levels else { return 0 };
    let neighbors = expected_neighbors(last, group, Direction::Children);
    // Levels grow ever more slowly, so the last ratio is an upper estimate of the next.
    let before = levels.len().checked_sub(2).map_or(1, |i| levels[i].len());
    let next = neighbors.min(last.len().saturating_mul(last.len()) / before);
    (8 * neighbors).min(ROUND) * 3 / 2 + 10 * next
}

/// Makes the neighbours of a round on all threads. Returns for each thread and each part what `record` makes of the
/// key of each neighbour and the number of the position that it is a neighbour of.
pub(crate) fn carry<R: Send>(
    level: &Level,
    group: &Group,
    direction: Direction,
    split: &Split,
    round: usize,
    record: impl Fn(u64, usize) -> R + Sync,
    control: &Control,
) -> Result<Vec<Vec<Vec<R>>>, Stop> {
    let hash = InvertibleHash::new(group.holes());
    let next = AtomicUsize::new(0);
    let threads = threads::current_num_threads()
        .min(level.len().div_ceil(CHUNK))
        .max(1);
    let room = split.expected / threads * 5 / 4 + 16;
    (0..threads)
        .into_par_iter()
        .map(|_| {
            let mut made: Vec<Vec<R>> =
                (0..split.parts).map(|_| Vec::with_capacity(room)).collect();
            let mut found = Vec::new();
            loop {
                let start = next.fetch_add(CHUNK, Ordering::Relaxed);
                if start >= level.len() {
                    return Ok(made);
                }
                let range = start..(start + CHUNK).min(level.len());
                control.advance(range.len())?;
                for (i, position) in range.clone().zip(level.positions(range)) {
                    found.clear();
                    group.neighbors(position, direction, &mut found);
                    for &neighbor in &found {
                        let key = hash.hash(neighbor);
                        if let Some(part) = split.part(key, round) {
                            made[part].push(record(key, i));
                        }
                    }
                }
            }
        })
        .collect()
}

/// The different keys among several lists, ascending.
fn without_repeats<'a>(lists: impl Iterator<Item = &'a [u64]>) -> Vec<u64> {
    let mut keys: Vec<u64> = lists.flatten().copied().collect();
    keys.sort_unstable();
    keys.dedup();
    keys
}
