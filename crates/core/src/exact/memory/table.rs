//! The transposition table: what is known about sets of codes. When it is full it replaces entries; it never grows.
//!
//! A set's key is the sum of one random 128-bit word per code (plus one for the number of guesses left). The low half
//! picks a bucket of four entries, one cache line; the high half is compared. Both halves of an entry are combined by
//! exclusive or, so that an entry that two threads write at once matches no key, instead of giving wrong facts (Hyatt
//! and Mann, A lock-less transposition table, ICGA Journal, 2002). A false match takes 90 equal bits.

use std::marker::PhantomData;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use crate::exact::cost::INFINITE;
use crate::simd::prefetch;

pub(in crate::exact) type Key = u128;

const WAYS: usize = 4;
const FIELD: u32 = 24;
const FIELD_MAX: u32 = (1 << FIELD) - 1;
/// Bits of greater costs.
const GREAT_FIELD: u32 = 64 - FIELD;
/// Stands for every cost that does not fit, the infinite one first of all.
const OVERFLOW: u32 = FIELD_MAX;
/// No number of a guess.
pub(in crate::exact) const NO_GUESS: u32 = u32::MAX;
/// Stands for no guess, and for guesses with greater numbers, which are found again by a search when they are needed.
const LOST: u32 = u16::MAX as u32;

/// A cost of a set, as a table holds it.
pub(in crate::exact) trait Cost: Copy + Ord {
    const NONE: Self;
    /// No strategy costs as much.
    const INFINITE: Self;
}

impl Cost for u32 {
    const NONE: u32 = 0;
    const INFINITE: u32 = INFINITE;
}

/// Costs of weighted secrets, or of all games that can be played.
impl Cost for u64 {
    const NONE: u64 = 0;
    const INFINITE: u64 = (1 << GREAT_FIELD) - 1;
}

/// Bounds of the cost of a set and, if a tree is known, its first guess.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::exact) struct Known<C = u32> {
    pub lower: C,
    pub upper: C,
    pub guess: u32,
}

impl<C: Cost> Known<C> {
    pub const NOTHING: Known<C> = Known {
        lower: C::NONE,
        upper: C::INFINITE,
        guess: NO_GUESS,
    };

    pub fn exactly(cost: C, guess: u32) -> Self {
        Known {
            lower: cost,
            upper: cost,
            guess,
        }
    }

    pub fn at_least(lower: C) -> Self {
        Known {
            lower,
            ..Known::NOTHING
        }
    }

    #[inline]
    pub fn exact(&self) -> bool {
        self.lower >= self.upper
    }

    /// What two sources know together.
    pub fn and(self, other: Self) -> Self {
        let tree = if other.upper < self.upper {
            other
        } else {
            self
        };
        Known {
            lower: self.lower.max(other.lower),
            ..tree
        }
    }
}

impl Known {
    /// The same without its guess if the game has no guess of this number, as a fact that was not found here may say.
    pub fn with_guess_below(self, guesses: usize) -> Known {
        let is_guess = (self.guess as usize) < guesses;
        Known {
            guess: if is_guess { self.guess } else { NO_GUESS },
            ..self
        }
    }
}

/// What is known, in the words of an entry of a table. The first word is left to the check. Where the last one is zero, as
/// of a cost of 0, the entry counts as empty.
pub(in crate::exact) trait Packed<const ENTRY: usize>: Copy {
    const NOTHING: Self;

    fn pack(self) -> [u64; ENTRY];

    fn unpack(words: [u64; ENTRY]) -> Self;

    /// Of two entries, that of less cost is replaced; the cost is in the second word.
    fn cost(word: u64) -> u64;
}

impl Packed<2> for Known {
    const NOTHING: Known = Known::NOTHING;

    #[inline]
    fn pack(self) -> [u64; 2] {
        let lower =
            self.lower.min(FIELD_MAX - 1) | if self.lower >= INFINITE { OVERFLOW } else { 0 };
        let upper = self.upper.min(OVERFLOW);
        let guess = self.guess.min(LOST);
        let word = u64::from(guess) << (2 * FIELD) | u64::from(upper) << FIELD | u64::from(lower);
        [0, word]
    }

    #[inline]
    fn unpack([_, word]: [u64; 2]) -> Self {
        let field = |shift: u32| (word >> shift) as u32 & FIELD_MAX;
        let infinite = |value| if value == OVERFLOW { INFINITE } else { value };
        let guess = (word >> (2 * FIELD)) as u32;
        Known {
            lower: infinite(field(0)),
            upper: infinite(field(FIELD)),
            guess: if guess == LOST { NO_GUESS } else { guess },
        }
    }

    #[inline]
    fn cost(word: u64) -> u64 {
        word & u64::from(FIELD_MAX)
    }
}

impl Packed<3> for Known<u64> {
    const NOTHING: Self = Known::NOTHING;

    fn pack(self) -> [u64; 3] {
        let guess = u64::from(self.guess).min(FIELD_MAX.into());
        [0, self.lower << FIELD | guess, self.upper]
    }

    fn unpack([_, lower, upper]: [u64; 3]) -> Self {
        let guess = lower as u32 & FIELD_MAX;
        Known {
            lower: lower >> FIELD,
            upper,
            guess: if guess == FIELD_MAX { NO_GUESS } else { guess },
        }
    }

    fn cost(word: u64) -> u64 {
        word >> FIELD
    }
}

/// Asks the system to back this memory, not yet touched, with large pages; it may decline. Most random reads of a large
/// table would otherwise miss the translation of their address, which costs more than the read.
#[cfg(target_os = "linux")]
pub(in crate::exact) fn prefer_large<T>(start: *const T, bytes: usize) {
    const LARGE: usize = 2 << 20;
    let skip = start.cast::<u8>().align_offset(LARGE);
    if bytes < skip + LARGE {
        return;
    }
    // SAFETY: `skip` is less than `bytes`, so the pointer stays within the allocation that the
    // caller has. The range starts on a page, and this advice changes how the range is backed,
    // never what it holds; if it fails, nothing is lost.
    unsafe {
        libc::madvise(
            start.cast::<u8>().add(skip).cast_mut().cast(),
            bytes - skip,
            libc::MADV_HUGEPAGE,
        );
    }
}

/// Elsewhere the system decides.
#[cfg(not(target_os = "linux"))]
pub(in crate::exact) fn prefer_large<T>(_start: *const T, _bytes: usize) {}

/// So many words, all zero: half as many, down to `least`, where the system does not give more. It changes no value.
fn zeroed(mut count: usize, least: usize) -> Vec<AtomicU64> {
    let words: Vec<AtomicU64> = loop {
        match bytemuck::allocation::try_zeroed_vec(count) {
            Ok(words) => break words,
            Err(()) if count > least => count = (count / 2).max(least),
            Err(()) => break bytemuck::zeroed_vec(count),
        }
    };
    prefer_large(words.as_ptr(), size_of_val(words.as_slice()));
    words
}

/// Bytes of a cache line.
const CACHE_LINE: usize = 64;

/// A table whose entries have so many words.
pub(in crate::exact) struct Table<K, const ENTRY: usize> {
    /// Zeroed by the allocator: pages are mapped when first touched, so a large table costs a small game nothing.
    words: Vec<AtomicU64>,
    /// Where the first whole cache line of them starts.
    start: usize,
    buckets: usize,
    known: PhantomData<K>,
}

/// Two words: a bucket of four entries is one cache line.
pub(in crate::exact) type TranspositionTable = Table<Known, 2>;

/// Has room for greater costs, and for more guesses.
pub(in crate::exact) type GreatTable = Table<Known<u64>, 3>;

impl<K: Packed<ENTRY>, const ENTRY: usize> Table<K, ENTRY> {
    /// Words of a bucket.
    const BUCKET: usize = WAYS * ENTRY;

    /// Makes a table of at most this many bytes, at least one bucket.
    pub fn new(bytes: usize) -> Self {
        let buckets = (bytes / (Self::BUCKET * size_of::<AtomicU64>())).max(1);
        // One bucket more than needed leaves room to start on a cache line.
        let words = zeroed((buckets + 1) * Self::BUCKET, 2 * Self::BUCKET);
        let buckets = words.len() / Self::BUCKET - 1;
        let start = words.as_ptr().align_offset(CACHE_LINE).min(Self::BUCKET);
        Table {
            words,
            start,
            buckets,
            known: PhantomData,
        }
    }

    pub fn bytes(&self) -> usize {
        self.buckets * Self::BUCKET * size_of::<AtomicU64>()
    }

    #[inline]
    fn bucket(&self, key: Key) -> &[[AtomicU64; ENTRY]] {
        let low = key as u64;
        let index = ((u128::from(low) * self.buckets as u128) >> 64) as usize;
        let first = self.start + index * Self::BUCKET;
        self.words[first..first + Self::BUCKET].as_chunks().0
    }

    /// An entry's words, if it holds any, and the half of its key; what two threads wrote at once has another one.
    #[inline]
    fn read(entry: &[AtomicU64; ENTRY]) -> Option<([u64; ENTRY], u64)> {
        let mut words = [0; ENTRY];
        for (word, there) in words.iter_mut().zip(entry).skip(1) {
            *word = there.load(Relaxed);
        }
        let high = entry[0].load(Relaxed) ^ Self::mixed(&words);
        (words[ENTRY - 1] != 0).then_some((words, high))
    }

    /// The words but the first one in one.
    #[inline]
    fn mixed(words: &[u64; ENTRY]) -> u64 {
        let data = words[1..].iter().zip((0..).step_by(17));
        data.fold(0, |mixed, (word, turn)| mixed ^ word.rotate_left(turn))
    }

    #[inline]
    pub fn prefetch(&self, key: Key) {
        prefetch(self.bucket(key).as_ptr());
    }

    #[inline]
    pub fn get(&self, key: Key) -> K {
        let high = (key >> 64) as u64;
        for entry in self.bucket(key) {
            if let Some((words, of)) = Self::read(entry)
                && of == high
            {
                return K::unpack(words);
            }
        }
        K::NOTHING
    }

    /// Stores what is known. In a full bucket the least cost is replaced: small sets are quickly searched again.
    pub fn put(&self, key: Key, known: K) {
        let high = (key >> 64) as u64;
        let mut victim = 0;
        let mut least = u64::MAX;
        let bucket = self.bucket(key);
        for (way, entry) in bucket.iter().enumerate() {
            match Self::read(entry) {
                Some((words, of)) if of != high => {
                    let cost = K::cost(words[1]);
                    if cost < least {
                        least = cost;
                        victim = way;
                    }
                }
                _ => {
                    victim = way;
                    break;
                }
            }
        }
        let mut words = known.pack();
        words[0] = high ^ Self::mixed(&words);
        for (there, word) in bucket[victim].iter().zip(words) {
            there.store(word, Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gives_back_what_was_put_and_forgets_only_the_cheapest() {
        let table = TranspositionTable::new(64);
        let known = |cost| Known {
            lower: cost,
            upper: INFINITE,
            guess: 7,
        };
        for cost in 1..=5u32 {
            table.put(Key::from(cost) << 64, known(cost));
        }
        assert_eq!(table.bytes(), 64);
        for cost in 2..=5u32 {
            assert_eq!(table.get(Key::from(cost) << 64), known(cost));
        }
        assert_eq!(table.get(1 << 64), Known::NOTHING);
    }

    #[test]
    fn a_weaker_fact_replaces_nothing() {
        let table = TranspositionTable::new(64);
        for known in [Known::at_least(9), Known::at_least(4)] {
            table.join(3, known);
            assert_eq!(table.get(3), Known::at_least(9));
        }
        table.join(3, Known::exactly(9, 1));
        assert_eq!(table.get(3), Known::exactly(9, 1));
    }

    #[test]
    fn great_guesses_are_no_others_and_great_costs_survive() {
        let table = TranspositionTable::new(64);
        for guess in [0, 65_534, 65_535, 65_536, 1_000_000, NO_GUESS] {
            table.put(9, Known::exactly(3, guess));
            let kept = if guess < 65_535 { guess } else { NO_GUESS };
            assert_eq!(table.get(9).guess, kept);
        }
        table.put(9, Known::exactly(INFINITE, NO_GUESS));
        assert_eq!(table.get(9), Known::exactly(INFINITE, NO_GUESS));
        let table = GreatTable::new(96);
        for known in [
            Known::exactly(1 << 39, 1_000_000),
            Known::at_least(u64::INFINITE),
            Known::at_least(0),
        ] {
            table.put(9, known);
            assert_eq!(table.get(9), known);
        }
    }
}
