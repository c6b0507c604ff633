//! The bits of a set of codes by peg and color and by color and number of copies, a word
//! of codes at a time.

use super::lane::Lane;

/// For each word of codes, first peg by peg and color by color the codes with that color
/// there, then number by number and color by color the codes with that color so often.
pub struct Tables<E> {
    pub pegs: usize,
    pub colors: usize,
    /// Words of codes.
    pub words: usize,
    bits: Vec<E>,
}

impl<E: Lane> Tables<E> {
    pub fn new<'a>(
        pegs: usize,
        colors: usize,
        codes: impl ExactSizeIterator<Item = &'a [u8]>,
    ) -> Self {
        let words = codes.len().div_ceil(E::BITS);
        let mut tables = Tables {
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

    /// The bits of one word of codes; see [`Tables::black_at`] and [`Tables::copies_at`].
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
