//! Codes as bit planes: for each statement about a code, a plane with one bit per code.

use crate::code::Code;

/// Codes whose bits are worked on together; planes are padded to a multiple of it.
pub const BLOCK: usize = 512;
pub(crate) const BLOCK_WORDS: usize = BLOCK / 64;

/// A sequence of codes, stored by statement instead of by code: for every peg and color a plane
/// with one bit per code says whether the peg has that color, and for every color and number of
/// copies a plane says whether the code has at least so many pegs of that color.
///
/// The black pegs of a guess are then the sum of one plane per peg, and black and white
/// together the sum of one plane per peg too, so that a few logical operations score one
/// guess against 512 codes at once (see [`crate::sieve::count`]).
#[derive(Clone, Debug)]
pub struct Planes {
    pegs: usize,
    colors: usize,
    copies: usize,
    codes: usize,
    /// 64-bit words per plane, a multiple of [`BLOCK_WORDS`].
    words: usize,
    /// Planes peg by peg and color by color, then color by color and number by number,
    /// then the plane of all codes and the plane of none.
    bits: Vec<u64>,
}

impl Planes {
    /// Room for up to `capacity` codes in which no color occurs more often than `copies`.
    pub fn new(pegs: usize, colors: usize, copies: usize, capacity: usize) -> Self {
        let words = capacity.div_ceil(BLOCK).max(1) * BLOCK_WORDS;
        Planes {
            pegs,
            colors,
            copies,
            codes: 0,
            words,
            bits: vec![0; (colors * (pegs + copies) + 2) * words],
        }
    }

    /// The planes of some codes of so many pegs and colors.
    pub fn of(pegs: usize, colors: usize, codes: &[Code]) -> Self {
        let mut planes = Planes::new(pegs, colors, pegs, codes.len());
        codes.iter().for_each(|code| planes.push(code));
        planes
    }

    /// Removes all codes, in time proportional to how many there were.
    pub fn clear(&mut self) {
        let used = self.used_words();
        for plane in self.bits.chunks_exact_mut(self.words) {
            plane[..used].fill(0);
        }
        self.codes = 0;
    }

    /// Appends a code.
    ///
    /// # Panics
    /// If there is no room, or a color is not below `colors` or occurs too often.
    pub fn push(&mut self, code: &[u8]) {
        assert!(self.codes < self.words * 64 && code.len() == self.pegs);
        let (word, bit) = (self.codes / 64, 1u64 << (self.codes % 64));
        for (peg, &color) in code.iter().enumerate() {
            let color = color as usize;
            assert!(color < self.colors);
            let seen = code[..peg].iter().filter(|&&c| c as usize == color).count();
            assert!(seen < self.copies);
            let black = self.black_plane(peg, color);
            let count = self.count_plane(color, seen + 1);
            self.bits[black * self.words + word] |= bit;
            self.bits[count * self.words + word] |= bit;
        }
        let all = self.all_plane();
        self.bits[all * self.words + word] |= bit;
        self.codes += 1;
    }

    /// How many codes there are.
    pub fn len(&self) -> usize {
        self.codes
    }

    /// Whether there is no code.
    pub fn is_empty(&self) -> bool {
        self.codes == 0
    }

    /// Whether the last word of each plane has a code for each of its bits.
    pub fn is_full(&self) -> bool {
        self.codes == self.words * 64
    }

    /// How many pegs a code has.
    pub fn pegs(&self) -> usize {
        self.pegs
    }

    /// Words of each plane that hold codes, rounded up to whole blocks.
    pub(crate) fn used_words(&self) -> usize {
        self.codes.div_ceil(BLOCK) * BLOCK_WORDS
    }

    /// Which codes have this color at this peg: none has a color beyond those of the planes.
    pub(crate) fn black(&self, peg: usize, color: usize) -> &[u64] {
        if color >= self.colors {
            return self.none();
        }
        self.plane(self.black_plane(peg, color))
    }

    /// Which codes have this color at least `times` times.
    pub(crate) fn at_least(&self, color: usize, times: usize) -> &[u64] {
        if times > self.copies || color >= self.colors {
            return self.none();
        }
        self.plane(self.count_plane(color, times))
    }

    /// Every code; the places past the last one are empty.
    pub(crate) fn all(&self) -> &[u64] {
        self.plane(self.all_plane())
    }

    /// No code at all.
    pub(crate) fn none(&self) -> &[u64] {
        self.plane(self.all_plane() + 1)
    }

    fn plane(&self, index: usize) -> &[u64] {
        &self.bits[index * self.words..][..self.used_words()]
    }

    fn all_plane(&self) -> usize {
        self.colors * (self.pegs + self.copies)
    }

    fn black_plane(&self, peg: usize, color: usize) -> usize {
        peg * self.colors + color
    }

    fn count_plane(&self, color: usize, times: usize) -> usize {
        self.pegs * self.colors + color * self.copies + times - 1
    }
}
