//! Sets of positions with equally many pegs.
//!
//! Every position is hashed to a key by an invertible function, and a level is sorted by key. Keys are spread evenly,
//! so a directory indexed by their leading bits finds any of them with two reads from memory. The bits that the
//! directory implies are not stored again: on boards of up to 48 holes the rest of a key fits into four bytes.

use std::ops::{Range, RangeInclusive};

use crate::hash::InvertibleHash;
use crate::simd::prefetch;

/// The leading bits of a key that four bytes do not hold.
fn directory_bits(hash: InvertibleHash) -> u32 {
    hash.bits().saturating_sub(32)
}

/// A set of positions, numbered `0..len()` in the order of their keys.
#[derive(Clone, Debug)]
pub struct Level {
    hash: InvertibleHash,
    rests: Rests,
    /// For each value of the leading bits the number of the first key with that value; the last entry is the number
    /// of keys.
    directory: Vec<u32>,
    /// How many leading bits.
    bits: u32,
}

/// The part of each key that the directory does not imply: the low 32 bits, or all of them.
#[derive(Clone, Debug)]
enum Rests {
    Narrow(Vec<u32>),
    Wide(Vec<u64>),
}

/// How many keys share a directory entry, on average.
const BUCKET: usize = 6;

/// A directory indexed by this many leading bits is small even for a level of one position.
const FREE_BITS: u32 = 16;

/// Look-ups whose reads from memory are asked for before the first is waited for.
const TOGETHER: usize = 32;

/// Builds a level from keys that arrive in ascending order, without repeats, some at a time.
pub(crate) struct LevelBuilder {
    level: Level,
}

impl LevelBuilder {
    /// Takes at most about `most` keys; a directory that turns out too fine is made coarser.
    pub fn new(hash: InvertibleHash, most: usize) -> LevelBuilder {
        let bits = (most / BUCKET).max(2).ilog2().min(hash.bits());
        let is_narrow = directory_bits(hash) <= FREE_BITS;
        let bits = if is_narrow {
            bits.max(directory_bits(hash))
        } else {
            bits
        };
        LevelBuilder {
            level: Level {
                hash,
                rests: if is_narrow {
                    Rests::Narrow(Vec::new())
                } else {
                    Rests::Wide(Vec::new())
                },
                directory: Vec::with_capacity((1 << bits) + 1),
                bits,
            },
        }
    }

    pub fn extend(&mut self, keys: &[u64]) {
        let level = &mut self.level;
        let before = level.len();
        assert!(
            before + keys.len() < u32::MAX as usize,
            "a level holds less than 2^32 positions"
        );
        for (i, &key) in keys.iter().enumerate() {
            while level.directory.len() <= (key >> (64 - level.bits)) as usize {
                level.directory.push((before + i) as u32);
            }
        }
        let shift = 64 - level.hash.bits();
        match &mut level.rests {
            Rests::Narrow(rests) => rests.extend(keys.iter().map(|key| (key >> shift) as u32)),
            Rests::Wide(rests) => rests.extend(keys),
        }
    }

    pub fn finish(mut self) -> Level {
        let level = &mut self.level;
        level
            .directory
            .resize((1 << level.bits) + 1, level.len() as u32);
        let least = match level.rests {
            Rests::Narrow(_) => directory_bits(level.hash).max(1),
            Rests::Wide(_) => 1,
        };
        let bits = (level.len() / BUCKET).max(2).ilog2().max(least);
        if bits < level.bits {
            let stride = 1 << (level.bits - bits);
            level.directory = level.directory.iter().copied().step_by(stride).collect();
            level.bits = bits;
        }
        match &mut level.rests {
            Rests::Narrow(rests) => rests.shrink_to_fit(),
            Rests::Wide(rests) => rests.shrink_to_fit(),
        }
        self.level
    }
}

impl Level {
    /// Takes keys in ascending order without repeats.
    pub fn from_keys(hash: InvertibleHash, keys: &[u64]) -> Level {
        debug_assert!(keys.is_sorted());
        let mut builder = LevelBuilder::new(hash, keys.len());
        builder.extend(keys);
        builder.finish()
    }

    /// Reads what [`Level::to_bytes`] wrote; `None` for other bytes, and for positions that have not so many pegs.
    pub fn from_bytes(hash: InvertibleHash, pegs: usize, bytes: &[u8]) -> Option<Level> {
        let (words, rest) = bytes.as_chunks::<8>();
        let keys: Vec<u64> = words.iter().map(|&word| u64::from_le_bytes(word)).collect();
        let is_position = |&key: &u64| {
            let position = hash.invert(key);
            hash.hash(position) == key && position.count_ones() as usize == pegs
        };
        let is_whole = rest.is_empty() && !keys.is_empty() && keys.is_sorted_by(|a, b| a < b);
        (is_whole && keys.iter().all(is_position)).then(|| Level::from_keys(hash, &keys))
    }

    /// The keys as bytes, for a checkpoint.
    pub fn to_bytes(&self) -> Vec<u8> {
        self.keys(0..self.len())
            .flat_map(u64::to_le_bytes)
            .collect()
    }

    /// A set of positions in any order, repeats allowed.
    pub fn from_positions(hash: InvertibleHash, positions: &[u64]) -> Level {
        let mut keys: Vec<u64> = positions.iter().map(|&p| hash.hash(p)).collect();
        keys.sort_unstable();
        keys.dedup();
        Level::from_keys(hash, &keys)
    }

    /// At most `width` of the positions: half of them those of the least `cost`, the others evenly spread over the
    /// keys and so as good as drawn at random.
    pub fn sample(&self, width: usize, cost: impl Fn(u64) -> u32) -> Level {
        if self.len() <= width {
            return self.clone();
        }
        let mut costs: Vec<u32> = self.iter().map(&cost).collect();
        let (cheaper, &mut bound, _) = costs.select_nth_unstable(width / 2);
        let mut at_bound = cheaper.iter().filter(|&&cost| cost == bound).count();
        let stride = self.len().div_ceil(width.div_ceil(2).max(1));
        let wanted = |&(i, key): &(usize, u64)| {
            let cost = cost(self.hash.invert(key));
            let fits = cost == bound && at_bound > 0;
            at_bound -= usize::from(fits);
            cost < bound || fits || i % stride == 0
        };
        let all = self.keys(0..self.len()).enumerate();
        let keys: Vec<u64> = all.filter(wanted).map(|(_, key)| key).collect();
        Level::from_keys(self.hash, &keys)
    }

    /// How many positions there are.
    pub fn len(&self) -> usize {
        match &self.rests {
            Rests::Narrow(rests) => rests.len(),
            Rests::Wide(rests) => rests.len(),
        }
    }

    /// Whether there is no position.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// What the set takes in memory, in bytes.
    pub fn bytes(&self) -> usize {
        let rest = match self.rests {
            Rests::Narrow(_) => 4,
            Rests::Wide(_) => 8,
        };
        rest * self.len() + 4 * self.directory.len()
    }

    /// The keys with the given numbers, ascending.
    pub fn keys(&self, range: Range<usize>) -> impl Iterator<Item = u64> + '_ {
        // The last entry that begins no later; empty entries before it begin at the same number.
        let mut entry = self
            .directory
            .partition_point(|&first| first as usize <= range.start)
            .saturating_sub(1);
        let shift = 64 - self.hash.bits();
        let low = self.bits.saturating_sub(directory_bits(self.hash));
        range.map(move |index| match &self.rests {
            Rests::Wide(rests) => rests[index],
            Rests::Narrow(rests) => {
                while self.directory[entry + 1] as usize <= index {
                    entry += 1;
                }
                // Of the entry's bits those that do not fit into the rest.
                let high = if directory_bits(self.hash) == 0 {
                    0
                } else {
                    (entry as u64) >> low
                };
                (high << 32 | u64::from(rests[index])) << shift
            }
        })
    }

    /// The number of a position, if it is in the set.
    #[inline]
    pub fn index_of(&self, position: u64) -> Option<usize> {
        self.index_of_key(self.hash.hash(position))
    }

    /// The number of the position with a key, if it is in the set.
    #[inline]
    pub(crate) fn index_of_key(&self, key: u64) -> Option<usize> {
        let bucket = self.bucket(key);
        match &self.rests {
            Rests::Narrow(rests) => {
                let rest = (key >> (64 - self.hash.bits())) as u32;
                let place = rests[bucket.clone()].iter().position(|&r| r >= rest)?;
                (rests[bucket.start + place] == rest).then_some(bucket.start + place)
            }
            Rests::Wide(rests) => {
                let place = rests[bucket.clone()].iter().position(|&r| r >= key)?;
                (rests[bucket.start + place] == key).then_some(bucket.start + place)
            }
        }
    }

    /// Whether this position is one of them.
    #[inline]
    pub fn contains(&self, position: u64) -> bool {
        self.index_of(position).is_some()
    }

    /// The number of each position that is in the set, for many positions at once: the reads from memory overlap.
    pub(crate) fn index_of_all(&self, positions: &[u64]) -> Vec<Option<u32>> {
        let mut found = Vec::with_capacity(positions.len());
        let mut keys = [0; TOGETHER];
        for block in positions.chunks(TOGETHER) {
            let keys = &mut keys[..block.len()];
            for (key, &position) in keys.iter_mut().zip(block) {
                *key = self.hash.hash(position);
                prefetch(&raw const self.directory[(*key >> (64 - self.bits)) as usize]);
            }
            for &mut key in keys.iter_mut() {
                let start = self.bucket(key).start;
                match &self.rests {
                    Rests::Narrow(rests) => prefetch(rests.as_ptr().wrapping_add(start)),
                    Rests::Wide(rests) => prefetch(rests.as_ptr().wrapping_add(start)),
                }
            }
            found.extend(
                keys.iter()
                    .map(|&key| self.index_of_key(key).map(|index| index as u32)),
            );
        }
        found
    }

    #[inline(always)]
    fn bucket(&self, key: u64) -> Range<usize> {
        let entry = (key >> (64 - self.bits)) as usize;
        self.directory[entry] as usize..self.directory[entry + 1] as usize
    }

    /// The numbers of the keys in a range.
    pub(crate) fn range(&self, keys: RangeInclusive<u64>) -> Range<usize> {
        let end = match keys.end().checked_add(1) {
            Some(end) => self.rank(end),
            None => self.len(),
        };
        self.rank(*keys.start())..end
    }

    /// How many keys are less than one.
    fn rank(&self, key: u64) -> usize {
        let bucket = self.bucket(key);
        bucket.start + self.keys(bucket).take_while(|&k| k < key).count()
    }

    /// The positions with the given numbers, in order.
    pub fn positions(&self, range: Range<usize>) -> impl Iterator<Item = u64> + '_ {
        self.keys(range).map(|key| self.hash.invert(key))
    }

    /// Every position, in order.
    pub fn iter(&self) -> impl Iterator<Item = u64> + '_ {
        self.positions(0..self.len())
    }
}
