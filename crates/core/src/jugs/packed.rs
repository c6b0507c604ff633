//! States packed into words, and their hash.

use super::Problem;
use std::hash::{BuildHasherDefault, Hash, Hasher};

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

/// Folds words by multiplication; the states come from nobody who would choose them to collide.
#[derive(Default)]
pub struct Fold(u64);

impl Hasher for Fold {
    fn write_u64(&mut self, word: u64) {
        let product = u128::from(self.0 ^ word ^ 0x9e37_79b9_7f4a_7c15) * 0xd6e8_feb8_6659_fd93;
        self.0 = (product as u64) ^ ((product >> 64) as u64);
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(u64::from(byte));
        }
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

pub type Folded = BuildHasherDefault<Fold>;

/// Where each vessel's amount lies in the packed words.
#[derive(Clone)]
pub struct Layout {
    /// Word, shift and greatest amount of each vessel.
    pub fields: Vec<(usize, u32, u64)>,
}

impl Layout {
    pub fn new(problem: &Problem) -> Layout {
        let (mut word, mut used) = (0, 0);
        let limits = problem
            .capacities
            .iter()
            .chain(&problem.start[problem.capacities.len()..]);
        let fields = limits
            .map(|&limit| {
                let bits = 64 - limit.leading_zeros();
                if used + bits > 64 {
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
