//! The transposition table: what is known about sets of codes. When it is full it replaces
//! entries; it never grows.
//!
//! A set's key is the sum of one random 128-bit word per code (plus one for the number of guesses
//! left). The low half picks a bucket of four entries, one cache line; the high half is compared.
//! Both halves of an entry are combined by exclusive or, so that an entry that two threads write
//! at once matches no key, instead of giving wrong facts (Hyatt and Mann, A lock-less
//! transposition table, ICGA Journal, 2002). A false match needs two sets that agree in the high
//! half and the bucket, about 90 bits.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::pages::zeroed_buckets;
use crate::exact::cost::INFINITE;

pub(in crate::exact) type Key = u128;

const WAYS: usize = 4;
const FIELD: u32 = 24;
const FIELD_MAX: u32 = (1 << FIELD) - 1;
/// Stands for every cost that does not fit, the infinite one first of all.
const OVERFLOW: u32 = FIELD_MAX;
/// No number of a guess.
pub(in crate::exact) const NO_GUESS: u32 = u32::MAX;
/// Stands for no guess, and for guesses with greater numbers, which are found again by a search
/// when they are needed.
const LOST: u32 = u16::MAX as u32;

/// Bounds of the cost of a set and, if a tree is known, its first guess.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::exact) struct Known {
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

    pub fn exactly(cost: u32, guess: u32) -> Known {
        Known {
            lower: cost,
            upper: cost,
            guess,
        }
    }

    pub fn at_least(lower: u32) -> Known {
        Known {
            lower,
            ..Known::NOTHING
        }
    }

    /// The same without its guess if the game has no guess of this number, as a fact that was not found here may say.
    pub fn with_guess_below(self, guesses: usize) -> Known {
        let is_guess = (self.guess as usize) < guesses;
        Known {
            guess: if is_guess { self.guess } else { NO_GUESS },
            ..self
        }
    }

    #[inline]
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

/// Words of an entry: the check and the data.
const ENTRY: usize = 2;
/// Words of a bucket, which is one cache line.
const BUCKET: usize = WAYS * ENTRY;

pub(in crate::exact) struct TranspositionTable {
    /// Zeroed by the allocator: the system maps a page when it is first touched, so a large table
    /// costs a small game nothing.
    words: Vec<AtomicU64>,
    /// Where the first whole cache line of them starts.
    start: usize,
    buckets: usize,
}

impl TranspositionTable {
    /// Makes a table of at most this many bytes, at least one bucket.
    pub fn new(bytes: usize) -> Self {
        const BYTES: usize = BUCKET * size_of::<AtomicU64>();
        let (words, buckets) =
            zeroed_buckets((bytes / BYTES).max(1), |buckets| (buckets + 1) * BUCKET);
        // One bucket more than needed leaves room to start on a cache line.
        let start = words.as_ptr().align_offset(BYTES).min(BUCKET);
        TranspositionTable {
            words,
            start,
            buckets,
        }
    }

    pub fn bytes(&self) -> usize {
        self.buckets * BUCKET * size_of::<AtomicU64>()
    }

    #[inline]
    fn bucket(&self, key: Key) -> &[[AtomicU64; ENTRY]] {
        let low = key as u64;
        let index = ((u128::from(low) * self.buckets as u128) >> 64) as usize;
        let first = self.start + index * BUCKET;
        self.words[first..first + BUCKET].as_chunks().0
    }

    #[inline]
    pub fn prefetch(&self, key: Key) {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            // SAFETY: a prefetch reads nothing that the program can see and cannot fault,
            // whatever its address.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(self.bucket(key).as_ptr().cast()) };
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = key;
    }

    #[inline]
    pub fn get(&self, key: Key) -> Known {
        let high = (key >> 64) as u64;
        for [check, data] in self.bucket(key) {
            let data = data.load(Relaxed);
            if check.load(Relaxed) ^ data == high && data != 0 {
                return Known::unpack(data);
            }
        }
        Known::NOTHING
    }

    /// Stores what is known. In a full bucket the entry with the least cost is replaced, because
    /// small sets are the quickest to search again.
    pub fn put(&self, key: Key, known: Known) {
        let high = (key >> 64) as u64;
        let data = known.pack();
        let mut victim = 0;
        let mut least = u64::MAX;
        let bucket = self.bucket(key);
        for (way, [check, data]) in bucket.iter().enumerate() {
            let old = data.load(Relaxed);
            if old == 0 || check.load(Relaxed) ^ old == high {
                victim = way;
                break;
            }
            let cost = old & u64::from(FIELD_MAX);
            if cost < least {
                least = cost;
                victim = way;
            }
        }
        let [check_there, data_there] = &bucket[victim];
        data_there.store(data, Relaxed);
        check_there.store(high ^ data, Relaxed);
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
    fn guesses_of_great_numbers_are_no_others() {
        let table = TranspositionTable::new(64);
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
        let table = TranspositionTable::new(64);
        let known = Known {
            lower: INFINITE,
            upper: INFINITE,
            guess: NO_GUESS,
        };
        table.put(9, known);
        assert_eq!(table.get(9), known);
    }
}
