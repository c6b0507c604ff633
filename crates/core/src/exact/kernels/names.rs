//! Comparing and renaming the answers of a few codes, 64 guesses at a time.

use crate::simd::Level;

use super::lines::{Excess, LANES, Line, Rows, Sheet, as_bytes_mut};
use super::vector::{Bytes, per_line, read, versions, write};

/// A mask of the lanes in which two lines differ.
#[inline]
pub(in crate::exact) fn unequal(level: Level, a: &Line, b: &Line) -> u64 {
    !equal_lines(level, a, b)
}

versions! {
    fn equal_lines(a: &Line, b: &Line) -> u64 = equal, or equal_plain
}

fn equal_plain(a: &Line, b: &Line) -> u64 {
    let lanes = a.0.iter().zip(&b.0).rev();
    lanes.fold(0, |mask, (a, b)| mask << 1 | u64::from(a == b))
}

/// A mask of the lanes in which two lines are alike.
#[inline(always)]
pub(super) fn equal<V: Bytes>(a: &Line, b: &Line) -> u64 {
    let mut mask = 0;
    for part in 0..per_line::<V>() {
        let same = read::<V>(&a.0, part).equal(read(&b.0, part));
        mask |= V::bits(same) << (part * V::LANES);
    }
    mask
}

versions! {
    /// How well the best of the marked guesses tells the codes of a few rows apart.
    pub(in crate::exact) fn excess_among(rows: Rows, masks: &[u64]) -> Excess = excess_in, or excess_plain
}

fn excess_plain(rows: Rows, masks: &[u64]) -> Excess {
    excess_by(rows, masks, equal_plain)
}

#[inline(always)]
fn excess_in<V: Bytes>(rows: Rows, masks: &[u64]) -> Excess {
    excess_by(rows, masks, equal::<V>)
}

#[inline(always)]
fn excess_by(rows: Rows, masks: &[u64], equal: impl Fn(&Line, &Line) -> u64) -> Excess {
    let mut least = Excess::More;
    for (index, &mask) in masks.iter().enumerate() {
        // The guesses that give an earlier answer once more, and twice more.
        let (mut once, mut twice) = (!mask, !mask);
        for (place, line) in rows.lines(index).enumerate() {
            let useless = match least {
                Excess::More => twice,
                _ => once,
            };
            if useless == u64::MAX {
                break;
            }
            let mut same = 0;
            for earlier in rows.lines(index).take(place) {
                same |= equal(line, earlier);
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

versions! {
    /// Names the answers in each column of so many rows, at most lanes, by the first row with them; `win` is `new_win`.
    pub(in crate::exact) fn rename(
        sheet: &mut Sheet, rows: usize, win: u8, new_win: u8,
    ) -> () = rename_in, or rename_plain
}

#[inline(always)]
fn rename_in<V: Bytes>(sheet: &mut Sheet, rows: usize, win: u8, new_win: u8) {
    let mut old = [V::splat(0); LANES];
    for place in 0..sheet.lines_per_row() * per_line::<V>() {
        for (row, old) in old[..rows].iter_mut().enumerate() {
            *old = read(sheet.row_bytes(row), place);
        }
        for row in 0..rows {
            let here = old[row];
            let mut open = V::not(here.equal(V::splat(win)));
            let mut name = V::choose(open, V::splat(row as u8), V::splat(new_win));
            for (first, &earlier) in old[..row].iter().enumerate() {
                if V::bits(open) == 0 {
                    break;
                }
                let same = V::both(here.equal(earlier), open);
                name = V::choose(same, V::splat(first as u8), name);
                open = V::both(open, V::not(same));
            }
            write(name, as_bytes_mut(sheet.row_mut(row)), place);
        }
    }
}

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
