//! Which guesses get the same answer from two codes, for all pairs of a set, a bit per guess.
//!
//! Whether some guess tells all codes of a cell apart, or all but two, then takes a few
//! vector instructions per pair of its codes for 512 guesses at once: far less than counting their
//! different answers, as long as the cell is small.

use super::kernel::{self, Isa};
use super::matrix::Sheet;

/// Words of 64 guesses that one vector instruction serves.
pub(super) const BLOCK: usize = 8;

/// The bits of one vector instruction.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
pub(super) struct Bits(pub [u64; BLOCK]);

/// For all pairs of a set, the guesses that do not tell the two apart.
#[derive(Default)]
pub(super) struct Pairs {
    /// Pair by pair: (1, 0), (2, 0), (2, 1), (3, 0) and so on.
    bits: Vec<Bits>,
    blocks: usize,
}

/// How well the best guess tells the codes of a cell apart: how many codes more than answers
/// there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Excess {
    None,
    One,
    More,
}

impl Pairs {
    /// Bytes past which the pairs of a set do not stay in the cache.
    pub const MOST: usize = 2 << 20;

    /// Bytes that the pairs of this many codes take.
    pub fn bytes(sheet: &Sheet, codes: usize) -> usize {
        codes * codes.saturating_sub(1) / 2
            * sheet.lines_per_row().div_ceil(BLOCK)
            * size_of::<Bits>()
    }

    pub fn make(&mut self, isa: Isa, sheet: &Sheet, set: &[u16]) {
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
                kernel::equal_answers(isa, rows, bits);
                rest = later;
            }
        }
    }

    /// How well the best guess tells the codes of a cell, a mask of places, apart.
    pub fn excess(&self, isa: Isa, cell: u64, starts: &mut Vec<u32>) -> Excess {
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
        kernel::excess(isa, &self.bits, self.blocks, starts)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::feedback::FeedbackKind;
    use crate::rules::{Allowed, Rules};

    use super::super::matrix::Matrix;

    #[test]
    fn agrees_with_counting_on_every_processor() {
        for (pegs, colors, allowed) in [(4, 6, Allowed::Any), (3, 9, Allowed::Distinct)] {
            let rules = Rules::new(pegs, colors, allowed, FeedbackKind::BlackWhite).unwrap();
            let matrix = Matrix::new(&rules, usize::MAX).unwrap();
            let codes = matrix.secrets() as u32;
            let set: Vec<u16> = (0..40).map(|place| (place * 89 % codes) as u16).collect();
            let mut pairs = Pairs::default();
            let mut seen = [0; 3];
            for isa in [Isa::Portable, Isa::Avx2, Isa::Avx512] {
                if !isa.available() {
                    continue;
                }
                pairs.make(isa, matrix.by_secret(), &set);
                for first in 0..28 {
                    for size in 2..13 {
                        let cell: u64 = (first..first + size).map(|place| 1 << place).sum();
                        let answers = |guess: u32| {
                            let codes = &set[first..first + size];
                            let answer = |&code: &u16| matrix.answers(guess)[usize::from(code)];
                            let mut answers: Vec<u8> = codes.iter().map(answer).collect();
                            answers.sort_unstable();
                            answers.dedup();
                            answers.len()
                        };
                        let most = (0..codes).map(answers).max().unwrap();
                        let expected = match size - most {
                            0 => Excess::None,
                            1 => Excess::One,
                            _ => Excess::More,
                        };
                        let mut starts = Vec::new();
                        assert_eq!(pairs.excess(isa, cell, &mut starts), expected);
                        seen[expected as usize] += 1;
                    }
                }
            }
            assert!(seen.iter().all(|&count| count > 0));
        }
    }
}
