//! What the kernels must know about the labels of answers.

use crate::simd::{Features, Level};

use super::lines::{LANES, Line};

/// The labels that occur in a game.
pub(in crate::exact) struct Labels {
    /// All but the winning one, ascending.
    pub list: Vec<u8>,
    /// For each group of eight labels, the bit of each label, 0 outside the group.
    pub planes: Vec<Line>,
    /// Whether all labels, the winning one included, are below 64.
    pub narrow: bool,
    /// Whether the labels of each two planes from the first on are sixteen neighbors, which one shuffle looks up.
    in_parts: bool,
    pub win: u8,
    /// Whether no other label is greater than the winning one.
    pub win_is_greatest: bool,
    bits: Box<[u64; 256]>,
}

impl Labels {
    pub fn new(list: &[u8], win: u8) -> Self {
        let narrow = list.iter().chain([&win]).all(|&label| label < 64);
        let mut planes = vec![Line([0; LANES]); list.len().div_ceil(8)];
        let mut bits = Box::new([0; 256]);
        if narrow {
            for (index, &label) in list.iter().enumerate() {
                planes[index / 8].0[usize::from(label)] = 1 << (index % 8);
                bits[usize::from(label)] = 1 << index;
            }
        }
        Labels {
            list: list.to_vec(),
            planes,
            narrow,
            in_parts: narrow
                && (0..)
                    .zip(list)
                    .all(|(index, label)| label / 16 == index / 16),
            win,
            win_is_greatest: list.iter().all(|&label| label < win),
            bits,
        }
    }

    /// Whether vectors can look labels up: those of AVX-512 take any narrow ones, the others those in parts.
    #[inline]
    pub(super) fn are_looked_up(&self, level: Level) -> bool {
        self.narrow && (self.in_parts || level.has(Features::EXACT_512))
    }

    /// Whether, besides, there are few enough of them for a pass that keeps a bit of each: four planes at most.
    #[inline]
    pub(super) fn are_bits(&self, level: Level) -> bool {
        self.planes.len() <= 4 && self.are_looked_up(level)
    }

    /// A bit per label, none for the winning one; for narrow labels only.
    #[inline]
    pub fn bit(&self, label: u8) -> u64 {
        self.bits[usize::from(label)]
    }
}
