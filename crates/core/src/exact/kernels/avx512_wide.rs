//! The passes of [`super`] for games of more answers than a vector has bits for, such as words with
//! their answers per position, on processors with AVX-512 and byte shuffles: 64 guesses per
//! instruction.
//!
//! The answers of 64 guesses to the codes of a set are sorted, each guess's on its own: comparing
//! and exchanging two codes takes two instructions for 64 guesses. Equal answers then stand next to
//! each other. This is less work than counting each of hundreds of labels, most of which no code
//! gives. Up to a few codes it is still quicker to compare all pairs.

use std::arch::x86_64::*;

use super::avx512::{fetch_later, load, store};
use super::avx512_sums::{Lookup, Sum};
use super::lines::{LANES, Line, Sheet};
use super::popular::{Popular, RARE};

/// Sets of at most so many codes are compared pair by pair.
const PAIRS: usize = 24;

/// The most codes that are sorted: their lines stay in the first cache.
pub(super) const MOST: usize = 512;

/// How many lines ahead a row is fetched.
const AHEAD: usize = 2;

/// The lines of a set, one per code.
struct Lines([__m512i; MOST]);

impl Lines {
    #[target_feature(enable = "avx512f")]
    fn new() -> Self {
        Lines([_mm512_setzero_si512(); MOST])
    }

    /// # Safety
    /// Every code of the set has a row in the sheet, and a row has more than `index` lines.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw")]
    unsafe fn read(&mut self, sheet: &Sheet, set: &[u16], index: usize) -> &mut [__m512i] {
        let stride = sheet.lines_per_row();
        let all = sheet.lines();
        let lines = &mut self.0[..set.len()];
        for (line, &code) in lines.iter_mut().zip(set) {
            debug_assert!(usize::from(code) * stride + index < all.len());
            // SAFETY: the code has a row of `stride` lines, and `index < stride`.
            let here = unsafe { all.get_unchecked(usize::from(code) * stride + index) };
            fetch_later(here, AHEAD);
            *line = load(here);
        }
        lines
    }
}

/// Puts the lesser of two answers first, in each lane.
///
/// # Safety
/// `apart` is not zero, and `place + apart` is below the number of lines.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
unsafe fn exchange(lines: &mut [__m512i], place: usize, apart: usize) {
    debug_assert!(place + apart < lines.len());
    // SAFETY: this is what the caller promises.
    let [low, high] = unsafe { lines.get_disjoint_unchecked_mut([place, place + apart]) };
    let (a, b) = (*low, *high);
    *low = _mm512_min_epu8(a, b);
    *high = _mm512_max_epu8(a, b);
}

/// Sorts each lane on its own: merge exchange (Knuth, The Art of Computer Programming, volume 3,
/// 5.2.2, algorithm M).
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn sort(lines: &mut [__m512i]) {
    let count = lines.len();
    if count < 2 {
        return;
    }
    let top = count.next_power_of_two() / 2;
    let mut p = top;
    while p > 0 {
        let (mut q, mut r, mut d) = (top, 0, p);
        loop {
            match p {
                // Short runs are worth loops of their own.
                1 => {
                    for i in (r..count - d).step_by(2) {
                        // SAFETY: `i + d < count`, and `d` is at least one.
                        unsafe { exchange(lines, i, d) };
                    }
                }
                _ => {
                    let mut start = r;
                    while start + d < count {
                        for i in start..(start + p).min(count - d) {
                            // SAFETY: as above.
                            unsafe { exchange(lines, i, d) };
                        }
                        start += 2 * p;
                    }
                }
            }
            if q == p {
                break;
            }
            d = q - p;
            q /= 2;
            r = p;
        }
        p /= 2;
    }
}

/// See [`super::distinct`].
///
/// # Safety
/// Every code of the set has a row in the sheet, `out` is no longer than a row, and the set has at
/// most [`MOST`] codes.
#[target_feature(enable = "avx512f,avx512bw")]
pub(super) unsafe fn distinct(
    sheet: &Sheet,
    set: &[u16],
    win: u8,
    enough: Option<u8>,
    out: &mut [Line],
) -> u8 {
    let one = _mm512_set1_epi8(1);
    let win = _mm512_set1_epi8(win as i8);
    let limit = _mm512_set1_epi8(enough.unwrap_or_default() as i8);
    let mut greatest = _mm512_setzero_si512();
    let mut buffer = Lines::new();
    for (index, counts) in out.iter_mut().enumerate() {
        // SAFETY: every code has a row, and `out` is no longer than one.
        let lines = unsafe { buffer.read(sheet, set, index) };
        let mut count = _mm512_setzero_si512();
        if lines.len() <= PAIRS {
            for (place, &line) in lines.iter().enumerate() {
                let mut seen = _mm512_cmpeq_epi8_mask(line, win);
                for &earlier in &lines[..place] {
                    seen |= _mm512_cmpeq_epi8_mask(line, earlier);
                }
                count = _mm512_mask_add_epi8(count, !seen, count, one);
            }
        } else {
            sort(lines);
            let mut last = win;
            for &line in &*lines {
                let new = _mm512_cmpneq_epi8_mask(line, last);
                let new = _mm512_mask_cmpneq_epi8_mask(new, line, win);
                count = _mm512_mask_add_epi8(count, new, count, one);
                last = line;
            }
        }
        store(count, counts);
        greatest = _mm512_max_epu8(greatest, count);
        if enough.is_some() && _mm512_cmpge_epu8_mask(count, limit) != 0 {
            break;
        }
    }
    let mut lanes = Line([0; LANES]);
    store(greatest, &mut lanes);
    lanes.0.into_iter().fold(0, u8::max)
}

/// See [`super::cell_sums`]; `labels` is how many there are without the winning one.
///
/// # Safety
/// Every code of the set has a row in the sheet, `first_line + out.len()` is at most the number of
/// lines of a row, and the set has at most [`MOST`] codes. No label is greater than the winning one.
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
pub(super) unsafe fn cell_sums(
    sheet: &Sheet,
    set: &[u16],
    (labels, win): (usize, u8),
    table: &[u16],
    first_line: usize,
    out: &mut [[u16; LANES]],
) {
    // Sizes beyond a byte are rare, and are looked up one by one.
    let lookup = Lookup::new(&table[..table.len().min(256)]);
    let one = _mm512_set1_epi8(1);
    let win = _mm512_set1_epi8(win as i8);
    let mut buffer = Lines::new();
    for (index, sums) in out.iter_mut().enumerate() {
        // SAFETY: every code has a row, and the caller asks for lines of a row only.
        let lines = unsafe { buffer.read(sheet, set, first_line + index) };
        sort(lines);
        let mut sum = Sum::new(&lookup);
        let mut cells = _mm512_setzero_si512();
        let mut size = one;
        // How often the size went past a byte.
        let mut past = _mm512_setzero_si512();
        let mut more = [0u16; LANES];
        let mut add = |ended: __mmask64, size: __m512i, past: __m512i| {
            let long = _mm512_mask_cmpneq_epi8_mask(ended, past, _mm512_setzero_si512());
            if long != 0 {
                let (mut low, mut high) = (Line([0; LANES]), Line([0; LANES]));
                store(size, &mut low);
                store(past, &mut high);
                for (lane, more) in more.iter_mut().enumerate() {
                    if long >> lane & 1 == 1 {
                        let size = usize::from(high.0[lane]) << 8 | usize::from(low.0[lane]);
                        *more = more.saturating_add(table[size]);
                    }
                }
            }
            cells = _mm512_mask_add_epi8(cells, ended, cells, one);
            sum.add_some(ended & !long, size);
        };
        for pair in lines.windows(2) {
            let ended = _mm512_cmpneq_epi8_mask(pair[0], pair[1]);
            add(ended, size, past);
            size = _mm512_mask_add_epi8(one, !ended, size, one);
            let full = _mm512_testn_epi8_mask(size, size);
            past = _mm512_maskz_mov_epi8(!ended, past);
            past = _mm512_mask_add_epi8(past, full, past, one);
        }
        if let Some(&last) = lines.last() {
            add(_mm512_cmpneq_epi8_mask(last, win), size, past);
        }
        sum.store(sums);
        let mut found = Line([0; LANES]);
        store(cells, &mut found);
        for ((sum, more), found) in sums.iter_mut().zip(more).zip(found.0) {
            *sum = sum.saturating_add(more);
            // A label that no code gives is a cell of no code; bytes suffice, as at most 255 do.
            for _ in 0..if table[0] == 0 {
                0
            } else {
                labels - usize::from(found)
            } {
                *sum = sum.saturating_add(table[0]);
            }
        }
    }
}

/// See [`super::distinct_at_most`].
///
/// # Safety
/// Every code of the set has a row in the sheet, and `out` is no longer than a row.
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512bitalg")]
pub(super) unsafe fn distinct_at_most(
    sheet: &Sheet,
    set: &[u16],
    popular: &Popular,
    out: &mut [Line],
) {
    /// Bytes of one bit for each of 64 ranks.
    const PLANES: usize = 8;
    let ranks: [__m512i; 4] = std::array::from_fn(|quarter| {
        let mut line = Line([0; LANES]);
        line.0
            .copy_from_slice(&popular.ranks[quarter * LANES..][..LANES]);
        load(&line)
    });
    let planes: [__m512i; PLANES] = std::array::from_fn(|plane| {
        let bit = |rank: usize| u8::from(rank / 8 == plane) << (rank % 8);
        load(&Line(std::array::from_fn(bit)))
    });
    let half = _mm512_set1_epi8(LANES as i8);
    let rare_rank = _mm512_set1_epi8(RARE as i8);
    let one = _mm512_set1_epi8(1);
    let stride = sheet.lines_per_row();
    let all = sheet.lines();
    for (index, counts) in out.iter_mut().enumerate() {
        let mut low = [_mm512_setzero_si512(); PLANES];
        let mut high = [_mm512_setzero_si512(); PLANES];
        let mut rare = _mm512_setzero_si512();
        for &code in set {
            debug_assert!(usize::from(code) * stride + index < all.len());
            // SAFETY: the code has a row of `stride` lines, and `index < out.len() <= stride`.
            let here = unsafe { all.get_unchecked(usize::from(code) * stride + index) };
            fetch_later(here, AHEAD);
            let line = load(here);
            let first = _mm512_permutex2var_epi8(ranks[0], line, ranks[1]);
            let second = _mm512_permutex2var_epi8(ranks[2], line, ranks[3]);
            let rank = _mm512_mask_blend_epi8(_mm512_movepi8_mask(line), first, second);
            let is_rare = _mm512_cmpeq_epi8_mask(rank, rare_rank);
            rare = _mm512_mask_adds_epu8(rare, is_rare, rare, one);
            let is_low = _mm512_movm_epi8(_mm512_cmplt_epu8_mask(rank, half));
            let below = _mm512_cmplt_epu8_mask(rank, rare_rank);
            let is_high = _mm512_andnot_si512(is_low, _mm512_movm_epi8(below));
            for plane in 0..PLANES {
                let bit = _mm512_permutexvar_epi8(rank, planes[plane]);
                // seen | bit & chosen
                low[plane] = _mm512_ternarylogic_epi64::<0xf8>(low[plane], bit, is_low);
                high[plane] = _mm512_ternarylogic_epi64::<0xf8>(high[plane], bit, is_high);
            }
        }
        let mut count = rare;
        for seen in low.into_iter().chain(high) {
            count = _mm512_adds_epu8(count, _mm512_popcnt_epi8(seen));
        }
        store(count, counts);
    }
}
