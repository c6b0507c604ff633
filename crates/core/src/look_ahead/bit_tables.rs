//! A set of codes as bits: which codes have a color at a peg, and which have a color a number of
//! times. The bits of one word of codes lie together.

use super::code_bits::CodeBits;

/// For each word of codes: for each peg and color the codes that have the color at the peg, then for
/// each number and color the codes that have the color at least so many times.
pub struct BitTables<E> {
    pub pegs: usize,
    pub colors: usize,
    /// Words of codes.
    pub words: usize,
    bits: Vec<E>,
}

impl<E: CodeBits> BitTables<E> {
    pub fn new<'a>(
        pegs: usize,
        colors: usize,
        codes: impl ExactSizeIterator<Item = &'a [u8]>,
    ) -> Self {
        let words = codes.len().div_ceil(E::BITS);
        let mut tables = BitTables {
            pegs,
            colors,
            words,
            bits: vec![E::default(); words * 2 * pegs * colors],
        };
        let mut seen = vec![0; colors];
        for (index, code) in codes.enumerate() {
            let word = &mut tables.bits[index / E::BITS * 2 * pegs * colors..];
            let bit = E::bit(index % E::BITS);
            for (peg, &color) in code.iter().enumerate() {
                let color = color as usize;
                let black = &mut word[peg * colors + color];
                *black = *black | bit;
                let copies = &mut word[(pegs + seen[color]) * colors + color];
                *copies = *copies | bit;
                seen[color] += 1;
            }
            for &color in code {
                seen[color as usize] = 0;
            }
        }
        tables
    }

    /// The bits of one word of codes; see [`BitTables::black_at`] and [`BitTables::copies_at`].
    #[inline(always)]
    pub fn word(&self, index: usize) -> &[E] {
        let stride = 2 * self.pegs * self.colors;
        &self.bits[index * stride..][..stride]
    }

    /// Where in a word the codes with this color at this peg are.
    #[inline(always)]
    pub fn black_at(&self, peg: usize, color: usize) -> usize {
        peg * self.colors + color
    }

    /// Where in a word the codes are that have this color at least `copies` times, from 1
    /// to the number of pegs.
    #[inline(always)]
    pub fn copies_at(&self, color: usize, copies: usize) -> usize {
        (self.pegs + copies - 1) * self.colors + color
    }
}
