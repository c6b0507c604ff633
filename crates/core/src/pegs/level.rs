//! Sets of positions with equally many pegs.
//!
//! Positions are scrambled by a bijection of the board's bits and kept in the order of the scrambled keys: these are
//! spread evenly, so a directory of their leading bits finds any of them with two reads from memory.

use std::ops::{Range, RangeInclusive};

/// Odd, so that multiplication by it is a bijection; the golden ratio spreads the leading bits.
const FACTOR: u64 = 0x9E37_79B9_7F4A_7C15;

/// A bijection between positions and keys whose leading bits are evenly spread.
#[derive(Clone, Copy, Debug)]
pub struct Scramble {
    holes: u32,
    mask: u64,
    inverse: u64,
}

impl Scramble {
    pub fn new(holes: usize) -> Scramble {
        // Newton's iteration doubles the number of right bits; an odd number is its own inverse to three bits.
        let mut inverse = FACTOR;
        for _ in 0..5 {
            inverse = inverse.wrapping_mul(2u64.wrapping_sub(FACTOR.wrapping_mul(inverse)));
        }
        Scramble {
            holes: holes as u32,
            mask: u64::MAX >> (64 - holes),
            inverse,
        }
    }

    #[inline(always)]
    pub fn key(self, position: u64) -> u64 {
        self.fold(position).wrapping_mul(FACTOR) << (64 - self.holes)
    }

    #[inline(always)]
    pub fn position(self, key: u64) -> u64 {
        self.fold((key >> (64 - self.holes)).wrapping_mul(self.inverse) & self.mask)
    }

    /// Mixes the upper half into the lower; its own inverse.
    #[inline(always)]
    fn fold(self, position: u64) -> u64 {
        position ^ position >> self.holes.div_ceil(2)
    }
}

/// A set of positions, numbered `0..len()` in the order of their keys.
#[derive(Clone, Debug)]
pub struct Level {
    scramble: Scramble,
    keys: Vec<u64>,
    /// Of each value of the leading bits the number of the first key with it, and the number of keys at the end.
    directory: Vec<u32>,
    shift: u32,
}

/// The keys that share a directory entry, on average.
const BUCKET: usize = 6;

/// Look-ups whose reads from memory are asked for before the first is waited for.
const TOGETHER: usize = 32;

impl Level {
    /// Takes keys in ascending order without repeats.
    pub fn from_keys(scramble: Scramble, keys: Vec<u64>) -> Level {
        debug_assert!(keys.is_sorted());
        assert!(
            keys.len() < u32::MAX as usize,
            "a level holds less than 2^32 positions"
        );
        let bits = (keys.len() / BUCKET).max(2).ilog2();
        let shift = 64 - bits;
        let mut directory = vec![0u32; (1 << bits) + 1];
        let mut next = 0;
        for (i, key) in keys.iter().enumerate() {
            while next <= (key >> shift) as usize {
                directory[next] = i as u32;
                next += 1;
            }
        }
        directory[next..].fill(keys.len() as u32);
        Level {
            scramble,
            keys,
            directory,
            shift,
        }
    }

    /// A set of positions in any order, repeats allowed.
    pub fn from_positions(scramble: Scramble, positions: &[u64]) -> Level {
        let mut keys: Vec<u64> = positions.iter().map(|&p| scramble.key(p)).collect();
        keys.sort_unstable();
        keys.dedup();
        Level::from_keys(scramble, keys)
    }

    /// At most `width` of the positions, evenly spread over the keys and so as good as drawn at random.
    pub fn sample(&self, width: usize) -> Level {
        let stride = self.len().div_ceil(width.max(1)).max(1);
        let keys = self.keys.iter().copied().step_by(stride).collect();
        Level::from_keys(self.scramble, keys)
    }

    pub fn len(&self) -> usize {
        self.keys.len()
    }

    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// What the set takes in memory, in bytes.
    pub fn bytes(&self) -> usize {
        8 * self.keys.len() + 4 * self.directory.len()
    }

    /// The keys, ascending: what a checkpoint stores.
    pub fn keys(&self) -> &[u64] {
        &self.keys
    }

    /// The number of a position, if it is in the set.
    #[inline]
    pub fn index_of(&self, position: u64) -> Option<usize> {
        self.index_of_key(self.scramble.key(position))
    }

    /// The number of the position with a key, if it is in the set.
    #[inline]
    pub(crate) fn index_of_key(&self, key: u64) -> Option<usize> {
        let bucket = self.bucket(key);
        let start = bucket.start;
        let place = self.keys[bucket].iter().position(|&k| k >= key)?;
        (self.keys[start + place] == key).then_some(start + place)
    }

    #[inline]
    pub fn contains(&self, position: u64) -> bool {
        self.index_of(position).is_some()
    }

    /// Of each of many positions its number, if it is in the set: the reads from memory overlap.
    pub(crate) fn index_of_all(&self, positions: &[u64]) -> Vec<Option<u32>> {
        let mut found = Vec::with_capacity(positions.len());
        let mut keys = [0; TOGETHER];
        for block in positions.chunks(TOGETHER) {
            let keys = &mut keys[..block.len()];
            for (key, &position) in keys.iter_mut().zip(block) {
                *key = self.scramble.key(position);
                prefetch(&self.directory, (*key >> self.shift) as usize);
            }
            for &mut key in keys.iter_mut() {
                prefetch(&self.keys, self.bucket(key).start);
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
        let entry = (key >> self.shift) as usize;
        self.directory[entry] as usize..self.directory[entry + 1] as usize
    }

    /// The numbers of the keys in a range.
    pub(crate) fn range(&self, keys: RangeInclusive<u64>) -> Range<usize> {
        self.keys.partition_point(|k| k < keys.start())
            ..self.keys.partition_point(|k| k <= keys.end())
    }

    /// The positions with the given numbers, in order.
    pub fn positions(&self, range: Range<usize>) -> impl Iterator<Item = u64> + '_ {
        self.keys[range]
            .iter()
            .map(|&key| self.scramble.position(key))
    }

    /// Every position, in order.
    pub fn iter(&self) -> impl Iterator<Item = u64> + '_ {
        self.positions(0..self.len())
    }
}

/// Asks the processor to fetch an element, if it is there.
#[inline(always)]
fn prefetch<T>(slice: &[T], index: usize) {
    #[cfg(target_arch = "x86_64")]
    if index < slice.len() {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: the address lies inside the slice, and a prefetch changes nothing that a program can see.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(slice.as_ptr().add(index).cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (slice, index);
}
