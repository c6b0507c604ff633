//! The table of what is known about sets of codes: it replaces and never grows.
//!
//! A set's key is the sum of one random 128-bit word per code (plus one for the number of
//! guesses left). The low half picks a bucket of four entries, one cache line; the high half
//! is compared. Both halves of an entry are combined by exclusive or, so that an entry torn by two
//! threads matches no key instead of lying (Hyatt and Mann, A lock-less transposition
//! table, ICGA Journal, 2002). A false match needs two of the sets met to agree in
//! the high half and the bucket, about 90 bits.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::bounds::INFINITE;
use super::pages::prefer_large;

pub(super) type Key = u128;

const WAYS: usize = 4;
const FIELD: u32 = 24;
const FIELD_MAX: u32 = (1 << FIELD) - 1;
/// Stands for every cost that does not fit, the infinite one first of all.
const OVERFLOW: u32 = FIELD_MAX;
/// No number of a guess.
pub(super) const NO_GUESS: u32 = u32::MAX;
/// Stands for no guess, and for guesses of greater numbers, which are searched again when asked for.
const LOST: u32 = u16::MAX as u32;

/// Bounds of the cost of a set and, if a tree is known, its first guess.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Known {
    pub lower: u32,
    pub upper: u32,
    pub guess: u32,
}

impl Known {
    pub const NOTHING: Known = Known {
        lower: 0,
        upper: INFINITE,
        guess: NO_GUESS,
    };

    pub fn exact(&self) -> bool {
        self.lower >= self.upper
    }

    /// What two sources know together.
    pub fn and(self, other: Known) -> Known {
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

    fn pack(self) -> u64 {
        let lower =
            self.lower.min(FIELD_MAX - 1) | if self.lower >= INFINITE { OVERFLOW } else { 0 };
        let upper = self.upper.min(OVERFLOW);
        let guess = self.guess.min(LOST);
        u64::from(guess) << (2 * FIELD) | u64::from(upper) << FIELD | u64::from(lower)
    }

    fn unpack(word: u64) -> Self {
        let field = |shift: u32| (word >> shift) as u32 & FIELD_MAX;
        let infinite = |value| if value == OVERFLOW { INFINITE } else { value };
        let guess = (word >> (2 * FIELD)) as u32;
        Known {
            lower: infinite(field(0)),
            upper: infinite(field(FIELD)),
            guess: if guess == LOST { NO_GUESS } else { guess },
        }
    }
}

#[repr(C)]
struct Entry {
    check: AtomicU64,
    data: AtomicU64,
}

/// One cache line.
type Bucket = [Entry; WAYS];

pub(super) struct Table {
    /// Plain zeros from the allocator: the system maps a page when it is first touched, so
    /// that a large table costs a small game nothing.
    _words: Vec<u64>,
    /// The first whole cache line of them.
    first: *const Bucket,
    buckets: usize,
}

// SAFETY: the words belong to the table and are only ever used as atomics, through `first`.
unsafe impl Send for Table {}
unsafe impl Sync for Table {}

impl Table {
    /// Makes a table of at most this many bytes, at least one bucket.
    pub fn new(bytes: usize) -> Self {
        let words_per_bucket = size_of::<Bucket>() / size_of::<u64>();
        let buckets = (bytes / size_of::<Bucket>()).max(1);
        let mut words = vec![0u64; (buckets + 1) * words_per_bucket];
        prefer_large(words.as_ptr(), words.len() * size_of::<u64>());
        let skip = words.as_ptr().align_offset(size_of::<Bucket>());
        let first = words[skip..].as_mut_ptr().cast();
        Table {
            _words: words,
            first,
            buckets,
        }
    }

    pub fn bytes(&self) -> usize {
        self.buckets * size_of::<Bucket>()
    }

    #[inline]
    fn bucket(&self, key: Key) -> &Bucket {
        let low = key as u64;
        let index = ((u128::from(low) * self.buckets as u128) >> 64) as usize;
        // SAFETY: atomic and plain words have the same layout, and `index < buckets`, for all
        // of which there is room after `first`.
        unsafe { &*self.first.add(index) }
    }

    #[inline]
    pub fn prefetch(&self, key: Key) {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: a prefetch has no effect but on the cache.
        unsafe {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(self.bucket(key)).cast());
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = key;
    }

    #[inline]
    pub fn get(&self, key: Key) -> Known {
        let high = (key >> 64) as u64;
        for entry in self.bucket(key) {
            let data = entry.data.load(Relaxed);
            if entry.check.load(Relaxed) ^ data == high && data != 0 {
                return Known::unpack(data);
            }
        }
        Known::NOTHING
    }

    /// Stores what is known; of the four entries of a full bucket the one of least cost goes,
    /// because small sets are the quickest to search again.
    pub fn put(&self, key: Key, known: Known) {
        let high = (key >> 64) as u64;
        let data = known.pack();
        let mut victim = 0;
        let mut least = u64::MAX;
        let bucket = self.bucket(key);
        for (way, entry) in bucket.iter().enumerate() {
            let old = entry.data.load(Relaxed);
            if old == 0 || entry.check.load(Relaxed) ^ old == high {
                victim = way;
                break;
            }
            let cost = old & u64::from(FIELD_MAX);
            if cost < least {
                least = cost;
                victim = way;
            }
        }
        bucket[victim].data.store(data, Relaxed);
        bucket[victim].check.store(high ^ data, Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gives_back_what_was_put_and_forgets_only_the_cheapest() {
        let table = Table::new(64);
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
    fn guesses_of_great_numbers_are_no_others() {
        let table = Table::new(64);
        for guess in [0, 65_534, 65_535, 65_536, 1_000_000, NO_GUESS] {
            let known = Known {
                lower: 3,
                upper: 3,
                guess,
            };
            table.put(9, known);
            let kept = if guess < 65_535 { guess } else { NO_GUESS };
            assert_eq!(table.get(9).guess, kept);
        }
    }

    #[test]
    fn infinite_costs_survive() {
        let table = Table::new(64);
        let known = Known {
            lower: INFINITE,
            upper: INFINITE,
            guess: NO_GUESS,
        };
        table.put(9, known);
        assert_eq!(table.get(9), known);
    }
}
