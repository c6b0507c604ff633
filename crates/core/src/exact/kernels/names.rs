//! Comparing and renaming the answers of a few codes, 64 guesses at a time.

use crate::simd::{Features, Level};

use super::lines::{Excess, LANES, Line, Sheet};

/// A mask of the lanes in which two lines differ.
#[inline]
pub(in crate::exact) fn unequal(level: Level, a: &Line, b: &Line) -> u64 {
    #[cfg(target_arch = "x86_64")]
    if level.has(Features::EXACT_512) {
        // SAFETY: a level has features that the processor was found to have.
        return unsafe { unequal_512(a, b) };
    }
    let lanes = a.0.iter().zip(&b.0).rev();
    lanes.fold(0, |mask, (a, b)| mask << 1 | u64::from(a != b))
}

#[cfg(target_arch = "x86_64")]
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn unequal_512(a: &Line, b: &Line) -> u64 {
    use std::arch::x86_64::_mm512_cmpneq_epu8_mask;
    _mm512_cmpneq_epu8_mask(super::avx512::load(a), super::avx512::load(b))
}

/// How well the best of the marked guesses tells the codes of a few rows apart.
pub(in crate::exact) fn excess_among(
    level: Level,
    sheet: &Sheet,
    rows: &[u16],
    masks: &[u64],
) -> Excess {
    #[cfg(target_arch = "x86_64")]
    if level.has(Features::EXACT_512) {
        // SAFETY: a level has features that the processor was found to have.
        return unsafe { excess_among_512(sheet, rows, masks) };
    }
    excess_by(sheet, rows, masks, |a, b| !unequal(level, a, b))
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw")]
fn excess_among_512(sheet: &Sheet, rows: &[u16], masks: &[u64]) -> Excess {
    excess_by(sheet, rows, masks, |a, b| !unequal_512(a, b))
}

#[inline(always)]
fn excess_by(
    sheet: &Sheet,
    rows: &[u16],
    masks: &[u64],
    equal: impl Fn(&Line, &Line) -> u64,
) -> Excess {
    let mut least = Excess::More;
    for (index, &mask) in masks.iter().enumerate() {
        // The guesses that give an earlier answer once more, and twice more.
        let (mut once, mut twice) = (!mask, !mask);
        for (place, &row) in rows.iter().enumerate() {
            let useless = match least {
                Excess::More => twice,
                _ => once,
            };
            if useless == u64::MAX {
                break;
            }
            let line = &sheet.row(usize::from(row))[index];
            let mut same = 0;
            for &earlier in &rows[..place] {
                same |= equal(line, &sheet.row(usize::from(earlier))[index]);
            }
            twice |= once & same;
            once |= same;
        }
        if once != u64::MAX {
            return Excess::None;
        }
        if twice != u64::MAX {
            least = Excess::One;
        }
    }
    least
}

/// Names the answers in each column of the first rows of a sheet by the first row that has them; the winning one,
/// `win`, becomes `new_win`.
pub(in crate::exact) fn rename(level: Level, sheet: &mut Sheet, rows: usize, win: u8, new_win: u8) {
    assert!(rows <= LANES);
    #[cfg(target_arch = "x86_64")]
    {
        if level.has(Features::EXACT_512) {
            // SAFETY: a level has features that the processor was found to have.
            unsafe { rename_512(sheet, rows, win, new_win) };
            return;
        }
        if level.has(Features::AVX2) {
            // SAFETY: a level has features that the processor was found to have.
            unsafe { rename_avx2(sheet, rows, win, new_win) };
            return;
        }
    }
    rename_plain(sheet, rows, win, new_win);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw")]
fn rename_512(sheet: &mut Sheet, rows: usize, win: u8, new_win: u8) {
    use std::arch::x86_64::{_mm512_cmpeq_epi8_mask, _mm512_mask_set1_epi8, _mm512_set1_epi8};
    let mut old = [Line([0; LANES]); LANES];
    for line in 0..sheet.lines_per_row() {
        for (row, old) in old[..rows].iter_mut().enumerate() {
            *old = sheet.row(row)[line];
        }
        for row in 0..rows {
            let here = super::avx512::load(&old[row]);
            let mut name = _mm512_set1_epi8(row as i8);
            let mut open = !_mm512_cmpeq_epi8_mask(here, _mm512_set1_epi8(win as i8));
            name = _mm512_mask_set1_epi8(name, !open, new_win as i8);
            for (first, earlier) in old[..row].iter().enumerate() {
                if open == 0 {
                    break;
                }
                let same = _mm512_cmpeq_epi8_mask(here, super::avx512::load(earlier)) & open;
                name = _mm512_mask_set1_epi8(name, same, first as i8);
                open &= !same;
            }
            super::avx512::store(name, &mut sheet.row_mut(row)[line]);
        }
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn rename_avx2(sheet: &mut Sheet, rows: usize, win: u8, new_win: u8) {
    rename_plain(sheet, rows, win, new_win);
}

#[inline(always)]
fn rename_plain(sheet: &mut Sheet, rows: usize, win: u8, new_win: u8) {
    let mut old = [Line([0; LANES]); LANES];
    for line in 0..sheet.lines_per_row() {
        for (row, old) in old[..rows].iter_mut().enumerate() {
            *old = sheet.row(row)[line];
        }
        for row in 0..rows {
            let out = &mut sheet.row_mut(row)[line].0;
            *out = [row as u8; LANES];
            for first in (0..row).rev() {
                for ((out, one), other) in out.iter_mut().zip(&old[row].0).zip(&old[first].0) {
                    *out = if one == other { first as u8 } else { *out };
                }
            }
            for (out, &one) in out.iter_mut().zip(&old[row].0) {
                *out = if one == win { new_win } else { *out };
            }
        }
    }
}
