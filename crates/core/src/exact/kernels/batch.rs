//! The partitions that up to 64 guesses make of a small set, told apart all at once.
//!
//! Most guesses that are weighed at a small set divide it as an earlier one did. So their answers are packed side by
//! side, and a fingerprint of each partition is made: for every code the first code of its cell is found, by comparing
//! lines, and the random words of these pairs of places are joined. Guesses that divide a set alike get the same
//! fingerprint, whatever their answers are called.

use std::sync::LazyLock;

#[cfg(target_arch = "x86_64")]
use crate::simd::Features;
use crate::simd::Level;

use super::lines::{LANES, Line, Sheet};
use crate::exact::bits::ones;
use crate::exact::hash::Random;

/// The most codes of a set.
const MOST: usize = 64;

/// A random word for each pair of a place and an earlier one.
struct Words {
    words: Vec<[u64; MOST]>,
    /// The same by place and byte of the word, for a shuffle that takes the earlier places.
    bytes: Vec<[Line; 8]>,
}

static WORDS: LazyLock<Words> = LazyLock::new(|| {
    let mut random = Random(0xba7c);
    let mut words = vec![[0; MOST]; MOST];
    let mut bytes = vec![[Line([0; LANES]); 8]; MOST];
    for (place, (words, bytes)) in words.iter_mut().zip(&mut bytes).enumerate() {
        for (earlier, word) in words[..place].iter_mut().enumerate() {
            *word = random.word();
            for (line, byte) in bytes.iter_mut().zip(word.to_le_bytes()) {
                line.0[earlier] = byte;
            }
        }
    }
    Words { words, bytes }
});

/// The part of a cell, given as a mask of places, in the fingerprint of a partition; the parts are joined by exclusive or.
/// A single code has none, so whether it is the one that wins makes no difference here.
#[inline]
pub(in crate::exact) fn fingerprint_of_cell(cell: u64) -> u64 {
    let first = cell.trailing_zeros() as usize;
    let words = &WORDS.words;
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
        let columns = ones(chosen).map(|lane| (line * LANES + lane) as u32);
        self.columns.extend(columns);
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
        let words = &*WORDS;
        let rows = &self.rows[..self.codes];
        #[cfg(target_arch = "x86_64")]
        if level.has(Features::EXACT_512) {
            // SAFETY: a level has features that the processor was found to have.
            unsafe { vectors::fingerprints(rows, &words.bytes, &mut self.fingerprints) };
            return;
        }
        let _ = level;
        for (lane, fingerprint) in self.fingerprints[..self.columns.len()]
            .iter_mut()
            .enumerate()
        {
            let mut first = [None; 64];
            *fingerprint = 0;
            for (place, row) in rows.iter().enumerate() {
                let first = first[usize::from(row[0].0[lane] & 63)].get_or_insert(place);
                *fingerprint ^= words.words[place][*first];
            }
        }
    }

    /// The fingerprint of the partition that a guess makes, once they have been made.
    #[inline]
    pub fn fingerprint(&self, level: Level, guess: usize) -> u64 {
        #[cfg(target_arch = "x86_64")]
        if level.has(Features::EXACT_512) {
            return self.fingerprints[vectors::place_of(guess)];
        }
        let _ = level;
        self.fingerprints[guess]
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
    #[cfg(target_arch = "x86_64")]
    if level.has(Features::EXACT_512) {
        for (line, out) in lines.zip(out) {
            // SAFETY: a level has features that the processor was found to have.
            unsafe { vectors::pack(line, chosen, filled, out) };
        }
        return;
    }
    let _ = level;
    for (line, out) in lines.zip(out) {
        for (out, lane) in out[0].0[filled..].iter_mut().zip(ones(chosen)) {
            *out = line.0[lane];
        }
    }
}

#[cfg(target_arch = "x86_64")]
mod vectors {
    use std::arch::x86_64::*;

    use crate::exact::kernels::lines::{LANES, Line};
    use crate::exact::kernels::vector::read;

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
    pub(super) fn fingerprints(rows: &[[Line; 2]], bytes: &[[Line; 8]], out: &mut [u64; LANES]) {
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
