//! What is known about positions: bounds of their costs and their best guesses, shared by all threads.
//!
//! It is like the transposition table of the main search, but that costs of weighted secrets fit in.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::super::memory::{Key, NO_GUESS, zeroed_buckets};

/// A cost of a position that has no strategy within the limit; greater than all others.
pub(super) const INFINITE: u64 = (1 << COST_BITS) - 1;

const COST_BITS: u32 = 40;
const GUESS_MASK: u64 = (1 << (64 - COST_BITS)) - 1;
/// Words of an entry: the check, the lower bound with the guess, the upper bound with the size.
const ENTRY: usize = 3;
const WAYS: usize = 4;
const BUCKET: usize = ENTRY * WAYS;

/// Bounds of the cost of a position and, if a strategy is known, its first guess.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Known {
    pub lower: u64,
    pub upper: u64,
    pub guess: u32,
}

impl Known {
    pub const NOTHING: Known = Known {
        lower: 0,
        upper: INFINITE,
        guess: NO_GUESS,
    };

    pub fn exactly(cost: u64, guess: u32) -> Known {
        Known {
            lower: cost,
            upper: cost,
            guess,
        }
    }

    pub fn at_least(lower: u64) -> Known {
        Known {
            lower,
            ..Known::NOTHING
        }
    }

    pub fn exact(&self) -> bool {
        self.lower >= self.upper
    }
}

/// A table that never grows. In a full bucket the smallest set is replaced, being the quickest to search again.
pub(super) struct Table {
    words: Vec<AtomicU64>,
    buckets: usize,
}

impl Table {
    /// Makes a table of at most this many bytes, at least one bucket.
    pub fn new(bytes: usize) -> Self {
        let buckets = (bytes / (BUCKET * size_of::<AtomicU64>())).max(1);
        let (words, buckets) = zeroed_buckets(buckets, |buckets| buckets * BUCKET);
        Table { words, buckets }
    }

    pub fn bytes(&self) -> usize {
        size_of_val(self.words.as_slice())
    }

    fn bucket(&self, key: Key) -> &[[AtomicU64; ENTRY]] {
        let low = key as u64;
        let index = ((u128::from(low) * self.buckets as u128) >> 64) as usize;
        self.words[index * BUCKET..][..BUCKET].as_chunks().0
    }

    pub fn get(&self, key: Key) -> Known {
        let high = (key >> 64) as u64;
        for [check, lower, upper] in self.bucket(key) {
            let (lower, upper) = (lower.load(Relaxed), upper.load(Relaxed));
            // An entry that two threads wrote at once does not pass its check.
            if upper != 0 && check.load(Relaxed) ^ lower ^ upper.rotate_left(17) == high {
                let guess = lower & GUESS_MASK;
                return Known {
                    lower: lower >> (64 - COST_BITS),
                    upper: upper >> (64 - COST_BITS),
                    guess: if guess == GUESS_MASK {
                        NO_GUESS
                    } else {
                        guess as u32
                    },
                };
            }
        }
        Known::NOTHING
    }

    /// Stores what is known of a set of so many codes.
    pub fn put(&self, key: Key, known: Known, size: usize) {
        let high = (key >> 64) as u64;
        let guess = u64::from(known.guess).min(GUESS_MASK);
        let lower = known.lower << (64 - COST_BITS) | guess;
        let upper = known.upper << (64 - COST_BITS) | (size as u64).min(GUESS_MASK);
        let bucket = self.bucket(key);
        let (mut victim, mut least) = (0, u64::MAX);
        for (way, [check, old_lower, old_upper]) in bucket.iter().enumerate() {
            let (old_lower, old_upper) = (old_lower.load(Relaxed), old_upper.load(Relaxed));
            let same = check.load(Relaxed) ^ old_lower ^ old_upper.rotate_left(17) == high;
            if old_upper == 0 || same {
                victim = way;
                break;
            }
            if old_upper & GUESS_MASK < least {
                least = old_upper & GUESS_MASK;
                victim = way;
            }
        }
        let [check_there, lower_there, upper_there] = &bucket[victim];
        lower_there.store(lower, Relaxed);
        upper_there.store(upper, Relaxed);
        check_there.store(high ^ lower ^ upper.rotate_left(17), Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_gives_back_what_was_put_and_forgets_only_the_smallest() {
        let table = Table::new(96);
        let known = |cost| Known {
            lower: cost,
            upper: INFINITE,
            guess: 7,
        };
        for size in 1..=5u64 {
            table.put(Key::from(size) << 64, known(size << 30), size as usize);
        }
        for size in 2..=5u64 {
            assert_eq!(table.get(Key::from(size) << 64), known(size << 30));
        }
        assert_eq!(table.get(1 << 64), Known::NOTHING);
        let nowhere = Known::at_least(INFINITE);
        table.put(9, nowhere, 100);
        assert_eq!(table.get(9), nowhere);
    }
}
