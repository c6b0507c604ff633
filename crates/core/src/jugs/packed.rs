//! States packed into words, and sets of them.

use super::Problem;
use std::hash::{Hash, Hasher};

use crate::hash::MultiplyHasher;
use crate::simd::prefetch;

/// A state: the amounts of all vessels, each within one of the words.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Key<const W: usize>(pub [u64; W]);

impl<const W: usize> Hash for Key<W> {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        for &word in &self.0 {
            hasher.write_u64(word);
        }
    }
}

/// A set of states: one table, linear probing, and no more than three quarters full.
///
/// A state's slot is nearly never in the cache. This set can be asked to fetch it
/// ([`KeySet::prefetch`]) some time before it is needed, which the standard set cannot, and that
/// makes the search more than twice as fast.
pub struct KeySet<const W: usize> {
    slots: Vec<Key<W>>,
    len: usize,
}

impl<const W: usize> KeySet<W> {
    /// No state has all bits set: a word has a bit to spare, see [`Layout::new`].
    const EMPTY: Key<W> = Key([u64::MAX; W]);
    const FIRST_SLOTS: usize = 64;

    pub fn new() -> Self {
        KeySet {
            slots: vec![Self::EMPTY; Self::FIRST_SLOTS],
            len: 0,
        }
    }

    /// The slot where the search for a state begins: the high bits of its hash.
    fn home(&self, key: &Key<W>) -> usize {
        let mut hasher = MultiplyHasher::default();
        key.hash(&mut hasher);
        (hasher.finish() >> (64 - self.slots.len().trailing_zeros())) as usize
    }

    /// Begins to fetch the place of a state into the cache.
    #[inline]
    pub fn prefetch(&self, key: &Key<W>) {
        prefetch(&raw const self.slots[self.home(key)]);
    }

    fn find(&self, key: &Key<W>) -> (usize, bool) {
        let mut slot = self.home(key);
        loop {
            let there = &self.slots[slot];
            if there == key {
                return (slot, true);
            }
            if *there == Self::EMPTY {
                return (slot, false);
            }
            slot = (slot + 1) & (self.slots.len() - 1);
        }
    }

    pub fn contains(&self, key: &Key<W>) -> bool {
        self.find(key).1
    }

    /// Takes a state in; false if it was there.
    pub fn insert(&mut self, key: Key<W>) -> bool {
        let (slot, found) = self.find(&key);
        if found {
            return false;
        }
        self.slots[slot] = key;
        self.len += 1;
        if self.len * 4 > self.slots.len() * 3 {
            self.grow();
        }
        true
    }

    fn grow(&mut self) {
        let doubled = vec![Self::EMPTY; 2 * self.slots.len()];
        for key in std::mem::replace(&mut self.slots, doubled) {
            if key != Self::EMPTY {
                let (slot, _) = self.find(&key);
                self.slots[slot] = key;
            }
        }
    }
}

/// Where each vessel's amount lies in the packed words.
#[derive(Clone)]
pub struct Layout {
    /// Word, shift and greatest amount of each vessel.
    pub fields: Vec<(usize, u32, u64)>,
}

impl Layout {
    /// Places the vessels one after the other, with a bit to spare in each word.
    pub fn new(problem: &Problem) -> Layout {
        let (mut word, mut used) = (0, 0);
        let limits = problem
            .capacities
            .iter()
            .chain(&problem.start[problem.capacities.len()..]);
        let fields = limits
            .map(|&limit| {
                let bits = 64 - limit.leading_zeros();
                if used + bits > 63 {
                    (word, used) = (word + 1, 0);
                }
                used += bits;
                (word, used - bits, (1u64 << bits) - 1)
            })
            .collect();
        Layout { fields }
    }

    pub fn words(problem: &Problem) -> usize {
        Layout::new(problem)
            .fields
            .last()
            .map_or(1, |field| field.0 + 1)
    }

    pub fn pack<const W: usize>(&self, amounts: &[u64]) -> Key<W> {
        let mut key = Key([0; W]);
        for (&(word, shift, _), &amount) in self.fields.iter().zip(amounts) {
            key.0[word] |= amount << shift;
        }
        key
    }

    pub fn unpack<const W: usize>(&self, key: &Key<W>, amounts: &mut Vec<u64>) {
        amounts.clear();
        amounts.extend(
            self.fields
                .iter()
                .map(|&(word, shift, mask)| (key.0[word] >> shift) & mask),
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::HashSet;

    proptest! {
        #[test]
        fn a_key_set_is_a_set(words in prop::collection::vec((0u64..300, 0u64..3), 0..2000)) {
            let mut keys = KeySet::<2>::new();
            let mut plain = HashSet::new();
            for (low, high) in words {
                let key = Key([low << 40, high]);
                keys.prefetch(&key);
                assert_eq!(keys.contains(&key), plain.contains(&(low, high)));
                assert_eq!(keys.insert(key), plain.insert((low, high)));
                assert!(keys.contains(&key));
            }
        }
    }

    #[test]
    fn amounts_are_packed_and_unpacked() {
        let problem = Problem {
            capacities: vec![u64::MAX >> 2, 1, 7, 8, u64::MAX >> 3],
            start: vec![5, 1, 7, 0, u64::MAX >> 3],
            goal: crate::jugs::Goal::Any(1),
            tap: true,
            drain: true,
            least_water: false,
        };
        assert_eq!(Layout::words(&problem), 3);
        let layout = Layout::new(&problem);
        let key = layout.pack::<4>(&problem.start);
        let mut amounts = Vec::new();
        layout.unpack(&key, &mut amounts);
        assert_eq!(amounts, problem.start);
        let full = layout.pack::<4>(&problem.capacities);
        assert!(
            full.0.iter().all(|&word| word != u64::MAX),
            "a bit to spare in each word"
        );
    }
}
