//! Codes in groups: those with the same wrong turns and the same true answers to them.

use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::hash::{BuildMultiplyHasher, GOLDEN_RATIO};

/// The most answers that one repair changes.
pub const MOST_CHANGES: usize = 3;
/// An answer's number takes so many bits: there are at most 3^16 answers.
const ANSWER_BITS: u32 = 26;
const LANE: u32 = 32;
const SHARDS: usize = 16;

/// The turns that are changed with their new answers, as one number. Keys ascend like the lists of
/// their turns and answers do.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Key(u128);

impl Key {
    /// The key of up to [`MOST_CHANGES`] changes, whose turns ascend.
    pub fn of(changes: &[(usize, u32)]) -> Key {
        let lanes = changes
            .iter()
            .map(|&(turn, answer)| (turn as u128) << ANSWER_BITS | u128::from(answer));
        let unused = std::iter::repeat(u128::from(u32::MAX));
        Key(lanes
            .chain(unused)
            .take(MOST_CHANGES)
            .fold(0, |key, lane| key << LANE | lane))
    }

    /// The turns that are changed and their new answers.
    pub fn changes(self) -> impl Iterator<Item = (usize, u32)> {
        (0..MOST_CHANGES as u32)
            .rev()
            .map(move |lane| (self.0 >> (lane * LANE)) as u32)
            .filter(|&lane| lane != u32::MAX)
            .map(|lane| {
                (
                    (lane >> ANSWER_BITS) as usize,
                    lane & ((1 << ANSWER_BITS) - 1),
                )
            })
    }

    /// Evenly spread bits.
    fn spread(self) -> u64 {
        let word = (self.0 as u64) ^ ((self.0 >> 64) as u64).rotate_left(29);
        (word ^ word >> 31).wrapping_mul(GOLDEN_RATIO)
    }
}

/// Some of all keys: those whose first spread bits are these.
#[derive(Clone, Copy, Debug)]
pub struct Share {
    bits: u32,
    value: u64,
}

impl Share {
    pub const ALL: Share = Share { bits: 0, value: 0 };

    pub fn has(self, key: Key) -> bool {
        self.bits == 0 || key.spread() >> (64 - self.bits) == self.value
    }

    /// The same keys in smaller shares.
    pub fn parts(self) -> impl Iterator<Item = Share> {
        const MORE: u32 = 2;
        (0..1 << MORE).map(move |part| Share {
            bits: self.bits + MORE,
            value: self.value << MORE | part,
        })
    }
}

/// The groups of one share of the keys with their numbers of codes; all threads add to them.
pub struct Groups {
    shards: Vec<Mutex<HashMap<Key, u32, BuildMultiplyHasher>>>,
    len: AtomicUsize,
    most: usize,
}

impl Groups {
    /// Room for up to about `most` groups.
    pub fn new(most: usize) -> Self {
        Groups {
            shards: (0..SHARDS).map(|_| Mutex::default()).collect(),
            len: AtomicUsize::new(0),
            most,
        }
    }

    /// Counts a code into the group of each key. The keys are taken out. False if there are too many
    /// groups.
    pub fn add(&self, keys: &mut Vec<Key>) -> bool {
        keys.sort_unstable_by_key(|&key| Self::shard(key));
        for of_shard in keys.chunk_by(|&a, &b| Self::shard(a) == Self::shard(b)) {
            let mut counts = self.shards[Self::shard(of_shard[0])]
                .lock()
                .expect("no panic");
            let before = counts.len();
            for &key in of_shard {
                *counts.entry(key).or_default() += 1;
            }
            let new = counts.len() - before;
            self.len.fetch_add(new, Ordering::Relaxed);
        }
        keys.clear();
        !self.are_too_many()
    }

    /// Whether there is no room for more.
    pub fn are_too_many(&self) -> bool {
        self.len.load(Ordering::Relaxed) > self.most
    }

    /// The groups, in no particular order.
    pub fn into_counts(self) -> impl Iterator<Item = (Key, u32)> {
        self.shards
            .into_iter()
            .flat_map(|shard| shard.into_inner().expect("no panic"))
    }

    /// The low bits of a spread key; shares look at the high ones.
    fn shard(key: Key) -> usize {
        key.spread() as usize >> 20 & (SHARDS - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_tell_their_changes_and_ascend_like_them() {
        let changes: [&[(usize, u32)]; 4] = [
            &[(0, 5)],
            &[(1, 2), (3, 43_046_720)],
            &[(1, 3)],
            &[(62, 0), (63, 7), (63, 9)],
        ];
        let keys: Vec<Key> = changes.iter().map(|changes| Key::of(changes)).collect();
        assert!(keys.is_sorted());
        for (key, changes) in keys.iter().zip(changes) {
            assert!(key.changes().eq(changes.iter().copied()));
        }
    }

    #[test]
    fn every_key_is_in_one_part_of_a_share() {
        for turn in 0..64 {
            let key = Key::of(&[(turn, 1)]);
            let parts: Vec<Share> = Share::ALL.parts().flat_map(Share::parts).collect();
            assert_eq!(parts.iter().filter(|part| part.has(key)).count(), 1);
        }
    }

    #[test]
    fn codes_are_counted_until_there_are_too_many_groups() {
        let groups = Groups::new(2);
        let key = |turn| Key::of(&[(turn, 1)]);
        assert!(groups.add(&mut vec![key(0), key(1), key(0)]));
        assert!(!groups.add(&mut vec![key(2)]));
        let mut counts: Vec<(Key, u32)> = groups.into_counts().collect();
        counts.sort_unstable();
        assert_eq!(counts, [(key(0), 2), (key(1), 1), (key(2), 1)]);
    }
}
