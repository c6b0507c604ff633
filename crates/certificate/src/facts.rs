//! What earlier proofs of the file have shown.

use std::collections::HashMap;
use std::collections::hash_map::RandomState;
use std::hash::BuildHasher;
use std::sync::Mutex;

use crate::bounds::UNLIMITED;

/// Stands between the places of several facts about one set.
const NEXT: u128 = 0x9E37_79B9_7F4A_7C15_F39C_C060_5CED_C835;
const SHARDS: usize = 64;

/// A set has cost at least `bound`; its proof ends before byte `end`.
struct Fact {
    bound: u32,
    end: u64,
}

/// Facts by the sum of random words of the codes of their sets.
///
/// The words are drawn when the program runs, so nobody can prepare two sets with the same sum, and by
/// chance it happens once in 2^128 pairs. Threads may learn a fact before those that stand earlier in
/// the file, so every fact says where its proof ends, and serves only from there on.
pub struct Facts {
    words: Vec<u128>,
    of_left: RandomState,
    shards: Vec<Mutex<HashMap<u128, Fact>>>,
}

impl Facts {
    pub fn new(codes: usize) -> Facts {
        let (low, high) = (RandomState::new(), RandomState::new());
        let word = |code| u128::from(high.hash_one(code)) << 64 | u128::from(low.hash_one(code));
        Facts {
            words: (0..codes).map(word).collect(),
            of_left: RandomState::new(),
            shards: (0..SHARDS).map(|_| Mutex::default()).collect(),
        }
    }

    /// The random word of a code.
    pub fn word(&self, code: u32) -> u128 {
        self.words[code as usize]
    }

    /// The key of a set, of which so many guesses are left.
    pub fn key(&self, codes: impl ExactSizeIterator<Item = u32>, left: u32) -> u128 {
        let left = if left as usize >= codes.len() {
            UNLIMITED
        } else {
            left
        };
        let sum = codes.fold(0u128, |sum, code| {
            sum.wrapping_add(self.words[code as usize])
        });
        sum ^ u128::from(self.of_left.hash_one(left))
    }

    pub fn learn(&self, mut key: u128, bound: u32, end: u64) {
        loop {
            let mut shard = self.shard(key);
            match shard.get_mut(&key) {
                None => {
                    shard.insert(key, Fact { bound, end });
                    return;
                }
                Some(known) if known.bound >= bound && known.end <= end => return,
                Some(known) if known.bound <= bound && known.end >= end => {
                    *known = Fact { bound, end };
                    return;
                }
                Some(_) => key = key.wrapping_add(NEXT),
            }
        }
    }

    /// Whether a proof that ends at byte `place` or before shows at least this bound.
    pub fn has(&self, mut key: u128, bound: u32, place: u64) -> bool {
        while let Some(known) = self.shard(key).get(&key) {
            if known.bound >= bound && known.end <= place {
                return true;
            }
            key = key.wrapping_add(NEXT);
        }
        false
    }

    fn shard(&self, key: u128) -> std::sync::MutexGuard<'_, HashMap<u128, Fact>> {
        let shard = &self.shards[(key >> 100) as usize % SHARDS];
        shard.lock().expect("no thread panics here")
    }
}
