//! Which guesses get the same answer from two codes, for all pairs of a set, a bit per guess.
//!
//! To find out whether some guess tells all codes of a cell apart, or all but one pair, then takes
//! a few vector instructions per pair of its codes for 512 guesses at once. As long as the cell is
//! small, this is far less than counting their different answers.

use crate::simd::Level;

use super::lines::{BLOCK, Bits, Excess, Sheet};
use super::passes;

/// For each pair of codes of a set, the guesses that do not tell the two apart.
#[derive(Default)]
pub(in crate::exact) struct Pairs {
    /// Pair by pair: (1, 0), (2, 0), (2, 1), (3, 0) and so on.
    bits: Vec<Bits>,
    blocks: usize,
}

impl Pairs {
    /// The bits of a set's pairs stay in the cache up to this many bytes.
    pub const MOST: usize = 2 << 20;

    /// Bytes that the pairs of this many codes take.
    pub fn bytes(sheet: &Sheet, codes: usize) -> usize {
        codes * codes.saturating_sub(1) / 2
            * sheet.lines_per_row().div_ceil(BLOCK)
            * size_of::<Bits>()
    }

    pub fn make(&mut self, level: Level, sheet: &Sheet, set: &[u16]) {
        self.blocks = sheet.lines_per_row().div_ceil(BLOCK);
        let pairs = set.len() * set.len().saturating_sub(1) / 2;
        // Past the last guess everything stays equal, so that no guess is found there.
        self.bits
            .resize(pairs * self.blocks, Bits([u64::MAX; BLOCK]));
        let mut rest = self.bits.as_mut_slice();
        for (place, &code) in set.iter().enumerate() {
            for &other in &set[..place] {
                let (bits, later) = rest.split_at_mut(self.blocks);
                bits[self.blocks - 1] = Bits([u64::MAX; BLOCK]);
                let rows = [code, other].map(|code| sheet.row(usize::from(code)));
                passes::equal_answers(level, rows, bits);
                rest = later;
            }
        }
    }

    /// How well the best guess tells the codes of a cell, a mask of places, apart.
    pub fn excess(&self, level: Level, cell: u64, starts: &mut Vec<u32>) -> Excess {
        starts.clear();
        let mut later = cell;
        while later != 0 {
            let place = later.trailing_zeros() as usize;
            later &= later - 1;
            let first = place * place.saturating_sub(1) / 2;
            let mut earlier = cell & ((1 << place) - 1);
            while earlier != 0 {
                let other = earlier.trailing_zeros() as usize;
                earlier &= earlier - 1;
                starts.push(((first + other) * self.blocks) as u32);
            }
        }
        passes::excess(level, &self.bits, self.blocks, starts)
    }
}
