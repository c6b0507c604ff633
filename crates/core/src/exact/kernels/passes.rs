//! The passes over all guesses, portable and by vector instructions.
//!
//! Each pass has a portable version here, some of which the compiler vectorises, and one over a type of vectors here or in
//! [`super::distinct`], [`super::sums`] and [`super::wide`]. The functions of this module choose
//! between them by the [`Level`] that they are given and check what the versions by vectors rely on.

use crate::bits::ones;
use crate::simd::{Level, choose};

use super::distinct::{distinct_by_vectors, most_distinct_by_vectors};
use super::labels::Labels;
use super::lines::{LANES, Line, Rows, Sums, as_bytes, as_bytes_mut};
use super::names::unequal;
use super::sums::cell_sums_by_vectors;
use super::vector::versions;
use super::wide::{self, cell_sums_by_sorting, distinct_by_sorting};

/// Counts the different answers, the winning one left out, that each guess gets from a set.
///
/// Writes one count per column and returns the greatest. As soon as some column reaches
/// `enough`, if given, it returns that count; the later lines of `out` are then not written.
pub(in crate::exact) fn distinct(
    level: Level,
    rows: Rows,
    labels: &Labels,
    enough: Option<u8>,
    out: &mut [Line],
) -> u8 {
    assert_eq!(out.len(), rows.lines_per_row());
    let found = if labels.are_bits(level) {
        distinct_by_vectors(level, rows, &labels.planes, enough, out)
    } else if rows.len() <= wide::MOST {
        distinct_by_sorting(level, rows, labels.win, enough, out)
    } else {
        distinct_one_by_one(level, rows, labels, enough, out)
    };
    found.unwrap_or_else(|| distinct_plain(rows, labels, enough, out))
}

versions! {
    fn distinct_one_by_one(
        rows: Rows, labels: &Labels, enough: Option<u8>, out: &mut [Line],
    ) -> u8 = plain distinct_plain
}

#[inline(always)]
fn distinct_plain(rows: Rows, labels: &Labels, enough: Option<u8>, out: &mut [Line]) -> u8 {
    let mut greatest = 0;
    for (index, counts) in out.iter_mut().enumerate() {
        let lines = rows.lines(index).map(|line| &line.0);
        if labels.narrow {
            let mut seen = [0u64; LANES];
            for line in lines {
                for (seen, &label) in seen.iter_mut().zip(line) {
                    *seen |= labels.bit(label);
                }
            }
            for (count, seen) in counts.0.iter_mut().zip(&seen) {
                *count = seen.count_ones() as u8;
            }
        } else {
            let mut seen = [[0u64; 4]; LANES];
            for line in lines {
                for (seen, &label) in seen.iter_mut().zip(line) {
                    seen[usize::from(label) / 64] |= 1 << (label % 64);
                }
            }
            let mut winning = [0u64; 4];
            winning[usize::from(labels.win) / 64] |= 1 << (labels.win % 64);
            for (count, seen) in counts.0.iter_mut().zip(&seen) {
                *count = (0..4)
                    .map(|word| (seen[word] & !winning[word]).count_ones())
                    .sum::<u32>() as u8;
            }
        }
        greatest = counts.0.iter().copied().fold(greatest, u8::max);
        if enough.is_some_and(|enough| greatest >= enough) {
            return greatest;
        }
    }
    greatest
}

/// The most different answers but the winning one that columns, masks by line, get from a set; for narrow labels only.
#[inline]
pub(in crate::exact) fn most_distinct(
    level: Level,
    rows: Rows,
    labels: &Labels,
    columns: &[u64],
) -> u8 {
    debug_assert!(labels.narrow);
    if labels.are_bits(level) {
        let most = most_distinct_by_vectors(level, rows, &labels.planes, columns);
        if let Some(most) = most {
            return most;
        }
    }
    let mut most = 0;
    for (index, &columns) in columns.iter().enumerate() {
        for lane in ones(columns) {
            let bits = rows.lines(index).map(|line| labels.bit(line.0[lane]));
            most = most.max(bits.fold(0, |seen, bit| seen | bit).count_ones());
        }
    }
    most as u8
}

/// Sums the table's values of the cell sizes, the winning cell left out, of the guesses of as many lines as `out` has.
///
/// Sums stop at 65535. The table covers sizes from 0 to that of the set.
pub(in crate::exact) fn cell_sums(
    level: Level,
    rows: Rows,
    labels: &Labels,
    table: &[u16],
    out: &mut [Sums],
) {
    assert!(table.len() > rows.len());
    let done = if labels.are_looked_up(level) {
        let planes = (labels.planes.as_slice(), labels.list.len());
        cell_sums_by_vectors(level, rows, planes, table, out)
    } else if rows.len() <= wide::MOST && labels.win_is_greatest {
        let about = (labels.list.len(), labels.win);
        cell_sums_by_sorting(level, rows, about, table, out)
    } else {
        None
    };
    done.unwrap_or_else(|| cell_sums_plain(rows, labels, table, out));
}

fn cell_sums_plain(rows: Rows, labels: &Labels, table: &[u16], out: &mut [Sums]) {
    let mut sizes = vec![[0u16; LANES]; 256];
    for (index, sums) in out.iter_mut().enumerate() {
        for &label in &labels.list {
            sizes[usize::from(label)] = [0; LANES];
        }
        for line in rows.lines(index) {
            for (lane, &label) in line.0.iter().enumerate() {
                sizes[usize::from(label)][lane] += 1;
            }
        }
        *sums = [0; LANES];
        for &label in &labels.list {
            for (sum, &size) in sums.iter_mut().zip(&sizes[usize::from(label)]) {
                *sum = sum.saturating_add(table[usize::from(size)]);
            }
        }
    }
}

versions! {
    /// Of the chosen lanes, those below the limit as a mask, and the least of the others if there are any.
    pub(in crate::exact) fn below(
        sums: &Sums, lanes: u64, limit: u32,
    ) -> (u64, Option<u16>) = plain below_plain, or below_plain
}

/// In steps that the compiler finds vectors for.
#[inline(always)]
fn below_plain(sums: &Sums, lanes: u64, limit: u32) -> (u64, Option<u16>) {
    let mut below = 0;
    for (lane, &sum) in sums.iter().enumerate() {
        below |= u64::from(u32::from(sum) < limit) << lane;
    }
    below &= lanes;
    let others = lanes & !below;
    let other = |lane: usize| {
        if others >> lane & 1 == 1 {
            sums[lane]
        } else {
            u16::MAX
        }
    };
    let least = (0..LANES).map(other).fold(u16::MAX, u16::min);
    (below, (others != 0).then_some(least))
}

/// A mask of the lanes that hold the value.
#[inline]
pub(in crate::exact) fn equal(level: Level, line: &Line, value: u8) -> u64 {
    !unequal(level, line, &Line([value; LANES]))
}

/// Copies the chosen columns of a row side by side and fills the rest. The columns come as a
/// list and as a mask for each line of the row; `out` has one line more than they fill.
pub(in crate::exact) fn pack(
    level: Level,
    row: &[Line],
    (list, masks): (&[u32], &[u64]),
    fill: u8,
    out: &mut [Line],
) {
    let out = as_bytes_mut(out);
    let bytes = as_bytes(row);
    choose!(level,
        // SAFETY: a level has features that the processor was found to have.
        EXACT_512 => unsafe { pack_512(row, masks, out) },
        _ => {
            let _ = masks;
            for (out, &guess) in out.iter_mut().zip(list) {
                *out = bytes[guess as usize];
            }
        },
    );
    out[list.len()..].fill(fill);
}

/// Packs the chosen columns of a row, masks of lines telling which.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi2")]
fn pack_512(row: &[Line], masks: &[u64], out: &mut [u8]) {
    use super::vector::{read, write};
    use std::arch::x86_64::_mm512_maskz_compress_epi8;

    let mut filled = 0;
    for (line, &mask) in row.iter().zip(masks).filter(|&(_, &mask)| mask != 0) {
        let packed = _mm512_maskz_compress_epi8(mask, read(&line.0, 0));
        write(packed, &mut out[filled..], 0);
        filled += mask.count_ones() as usize;
    }
}
