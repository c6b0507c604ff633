//! The partitions that up to 64 guesses make of a small set, told apart all at once.
//!
//! Most guesses that are weighed at a small set divide it as an earlier one did. So their answers are packed side by
//! side, and a fingerprint of each partition is made: for every code the first code of its cell is found, by comparing
//! lines, and the random words of these pairs of places are joined. Guesses that divide a set alike get the same
//! fingerprint, whatever their answers are called.

use std::sync::LazyLock;

use crate::simd::{Level, choose};

use super::lines::{LANES, Line, Sheet};
use crate::bits::ones;
use crate::hash::Random;

/// The most codes of a set.
const MOST: usize = 64;

/// A random word for each pair of a place and an earlier one.
static WORDS: LazyLock<Vec<[u64; MOST]>> = LazyLock::new(|| {
    let mut random = Random(0xba7c);
    let mut words = vec![[0; MOST]; MOST];
    for (place, words) in words.iter_mut().enumerate() {
        words[..place].fill_with(|| random.word());
    }
    words
});

/// The part of a cell, given as a mask of places, in the fingerprint of a partition; the parts are joined by exclusive or.
/// A single code has none, so whether it is the one that wins makes no difference here.
#[inline]
pub(in crate::exact) fn fingerprint_of_cell(cell: u64) -> u64 {
    let first = cell.trailing_zeros() as usize;
    let words = &*WORDS;
    let mut fingerprint = 0;
    let mut rest = cell & cell.wrapping_sub(1);
    while rest != 0 {
        fingerprint ^= words[rest.trailing_zeros() as usize][first];
        rest &= rest - 1;
    }
    fingerprint
}

/// Some guesses with their answers to the codes of a set of at most 64.
pub(in crate::exact) struct Batch {
    /// By place, the answers to the guesses; the second line takes what packing writes past the first one.
    rows: Vec<[Line; 2]>,
    codes: usize,
    columns: Vec<u32>,
    fingerprints: [u64; LANES],
}

impl Default for Batch {
    fn default() -> Self {
        Batch {
            rows: vec![[Line([0; LANES]); 2]; MOST],
            codes: 0,
            columns: Vec::with_capacity(LANES),
            fingerprints: [0; LANES],
        }
    }
}

impl Batch {
    /// Forgets all guesses; the next ones are for a set of so many codes.
    pub fn clear(&mut self, codes: usize) {
        assert!(codes <= MOST);
        self.codes = codes;
        self.columns.clear();
    }

    /// Adds the chosen guesses of one line of a sheet, with the rows of the codes of the set, and returns whether there
    /// was room for all of them; if not, none is added. An empty batch has room for every line.
    pub fn add(
        &mut self,
        level: Level,
        sheet: &Sheet,
        rows: &[u16],
        line: usize,
        chosen: u64,
    ) -> bool {
        assert_eq!(rows.len(), self.codes);
        let filled = self.columns.len();
        if filled + chosen.count_ones() as usize > LANES {
            return false;
        }
        let lines = rows.iter().map(|&row| &sheet.row(usize::from(row))[line]);
        pack(level, lines, chosen, filled, &mut self.rows);
        for lane in ones(chosen) {
            self.columns.push((line * LANES + lane) as u32);
        }
        true
    }

    /// The columns of the guesses in the sheet, in the order in which they were added.
    pub fn columns(&self) -> &[u32] {
        &self.columns
    }

    /// The answer of the code at a place to a guess.
    #[inline]
    pub fn answer(&self, place: usize, guess: usize) -> u8 {
        self.rows[place][0].0[guess]
    }

    /// Finds the fingerprints of the partitions; answers are less than 64, and none of them wins.
    pub fn make_fingerprints(&mut self, level: Level) {
        choose!(level,
            // SAFETY: a level has features that the processor was found to have.
            EXACT_512 => unsafe { vectors::fingerprints(&self.rows[..self.codes], &mut self.fingerprints) },
            _ => self.make_fingerprints_plainly(),
        );
    }

    fn make_fingerprints_plainly(&mut self) {
        let words = &*WORDS;
        let rows = &self.rows[..self.codes];
        for (lane, fingerprint) in self.fingerprints[..self.columns.len()]
            .iter_mut()
            .enumerate()
        {
            let mut first = [None; 64];
            *fingerprint = 0;
            for (place, row) in rows.iter().enumerate() {
                let first = first[usize::from(row[0].0[lane] & 63)].get_or_insert(place);
                *fingerprint ^= words[place][*first];
            }
        }
    }

    /// The fingerprint of the partition that a guess makes, once they have been made.
    #[inline]
    pub fn fingerprint(&self, level: Level, guess: usize) -> u64 {
        let place = choose!(level,
            EXACT_512 => vectors::place_of(guess),
            _ => guess,
        );
        self.fingerprints[place]
    }
}

/// Packs the chosen bytes of each line from the byte `filled` on.
#[inline]
fn pack<'l>(
    level: Level,
    lines: impl Iterator<Item = &'l Line>,
    chosen: u64,
    filled: usize,
    out: &mut [[Line; 2]],
) {
    for (line, out) in lines.zip(out) {
        choose!(level,
            // SAFETY: a level has features that the processor was found to have.
            EXACT_512 => unsafe { vectors::pack(line, chosen, filled, out) },
            _ => for (out, lane) in out[0].0[filled..].iter_mut().zip(ones(chosen)) {
                *out = line.0[lane];
            },
        );
    }
}

#[cfg(target_arch = "x86_64")]
mod vectors {
    use std::arch::x86_64::*;
    use std::sync::LazyLock;

    use crate::exact::kernels::lines::{LANES, Line};
    use crate::exact::kernels::vector::read;

    /// The words of [`super::WORDS`] by place and byte of the word, for a shuffle that takes the earlier places.
    static BYTES: LazyLock<Vec<[Line; 8]>> = LazyLock::new(|| {
        let line = |words: &[u64; LANES], byte| Line(words.map(|word| word.to_le_bytes()[byte]));
        let words = super::WORDS.iter();
        words
            .map(|words| std::array::from_fn(|byte| line(words, byte)))
            .collect()
    });

    #[inline]
    #[target_feature(enable = "avx512f,avx512bw")]
    fn load(line: &Line) -> __m512i {
        read(&line.0, 0)
    }

    /// See [`super::pack`].
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi2")]
    pub(super) fn pack(line: &Line, chosen: u64, filled: usize, out: &mut [Line; 2]) {
        assert!(filled <= LANES);
        let packed = _mm512_maskz_compress_epi8(chosen, load(line));
        // SAFETY: two lines are 128 bytes, so there are 64 from `filled` on.
        unsafe {
            let out = out.as_mut_ptr().cast::<u8>().add(filled);
            _mm512_storeu_si512(out.cast(), packed);
        }
    }

    /// See [`super::Batch::make_fingerprints`]; they come in the order of [`place_of`].
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
    pub(super) fn fingerprints(rows: &[[Line; 2]], out: &mut [u64; LANES]) {
        let bytes = &*BYTES;
        let one = _mm512_set1_epi8(1);
        let mut joined = [_mm512_setzero_si512(); 8];
        let mut place_name = _mm512_setzero_si512();
        for place in 1..rows.len() {
            place_name = _mm512_add_epi8(place_name, one);
            let here = load(&rows[place][0]);
            let (mut first, mut name) = (place_name, place_name);
            for earlier in rows[..place].iter().rev() {
                name = _mm512_sub_epi8(name, one);
                let same = _mm512_cmpeq_epi8_mask(here, load(&earlier[0]));
                first = _mm512_mask_mov_epi8(first, same, name);
            }
            for byte in 0..8 {
                let word = _mm512_permutexvar_epi8(first, load(&bytes[place][byte]));
                joined[byte] = _mm512_xor_si512(joined[byte], word);
            }
        }
        let [a, b, c, d, e, f, g, h] = joined;
        // Bytes to pairs, to fours, to words; unpacking stays within quarters.
        let pairs = [(a, b), (c, d), (e, f), (g, h)]
            .map(|(a, b)| [_mm512_unpacklo_epi8(a, b), _mm512_unpackhi_epi8(a, b)]);
        let halves = [pairs.map(|[low, _]| low), pairs.map(|[_, high]| high)];
        for (half, [a, b, c, d]) in halves.into_iter().enumerate() {
            let low = [_mm512_unpacklo_epi16(a, b), _mm512_unpackhi_epi16(a, b)];
            let high = [_mm512_unpacklo_epi16(c, d), _mm512_unpackhi_epi16(c, d)];
            for (quarter, (low, high)) in low.into_iter().zip(high).enumerate() {
                let words = [
                    _mm512_unpacklo_epi32(low, high),
                    _mm512_unpackhi_epi32(low, high),
                ];
                for (eighth, words) in words.into_iter().enumerate() {
                    let start = (half * 4 + quarter * 2 + eighth) * 8;
                    // SAFETY: a vector is eight words, and there are eight times as many.
                    unsafe {
                        _mm512_storeu_si512(out[start..start + 8].as_mut_ptr().cast(), words)
                    };
                }
            }
        }
    }

    /// Where the fingerprint of a guess is.
    #[inline]
    pub(super) fn place_of(lane: usize) -> usize {
        let (quarter, within) = (lane / 16, lane % 16);
        within / 2 * 8 + quarter * 2 + within % 2
    }
}
