//! The passes over all guesses, portable and by vector instructions.
//!
//! Each pass has a portable version here, some of which the compiler vectorises, and one over a type of vectors here or in
//! [`super::distinct`], [`super::sums`] and [`super::wide`]. The functions of this module choose
//! between them by the [`Level`] that they are given and check what the versions by vectors rely on.

#[cfg(target_arch = "x86_64")]
use crate::simd::Features;
use crate::simd::Level;

#[cfg(target_arch = "x86_64")]
use super::avx512_popular;
use super::distinct::{distinct_by_vectors, most_distinct_by_vectors};
use super::labels::Labels;
use super::lines::{BLOCK, Bits, Excess, LANES, Line, Sheet, as_bytes, as_bytes_mut};
use super::names::{self, unequal};
use super::popular::{self, Popular};
use super::sums::cell_sums_by_vectors;
use super::vector::{Bytes, versions};
use super::wide::{self, cell_sums_by_sorting, distinct_by_sorting};

/// Counts the different answers, the winning one left out, that each guess gets from a set.
///
/// Writes one count per column and returns the greatest. As soon as some column reaches
/// `enough`, if given, it returns that count; the later lines of `out` are then not written.
pub(in crate::exact) fn distinct(
    level: Level,
    sheet: &Sheet,
    set: &[u16],
    labels: &Labels,
    enough: Option<u8>,
    out: &mut [Line],
) -> u8 {
    assert_eq!(out.len(), sheet.lines_per_row());
    if labels.are_looked_up(level) && labels.planes.len() <= 4 {
        sheet.assert_rows(set);
        // SAFETY: every code of the set has a row, and there is a count for each line of a row.
        let found = unsafe { distinct_by_vectors(level, sheet, set, &labels.planes, enough, out) };
        if let Some(found) = found {
            return found;
        }
    } else if set.len() <= wide::MOST {
        sheet.assert_rows(set);
        // SAFETY: as above, and the number of codes was just checked.
        let found = unsafe { distinct_by_sorting(level, sheet, set, labels.win, enough, out) };
        if let Some(found) = found {
            return found;
        }
    }
    distinct_one_by_one(level, sheet, set, labels, enough, out)
        .unwrap_or_else(|| distinct_plain(sheet, set, labels, enough, out))
}

versions! {
    fn distinct_one_by_one(
        sheet: &Sheet,
        set: &[u16],
        labels: &Labels,
        enough: Option<u8>,
        out: &mut [Line],
    ) -> u8 = distinct_in
}

/// The plain pass, which the compiler makes a version of.
#[inline(always)]
fn distinct_in<V: Bytes>(
    sheet: &Sheet,
    set: &[u16],
    labels: &Labels,
    enough: Option<u8>,
    out: &mut [Line],
) -> u8 {
    distinct_plain(sheet, set, labels, enough, out)
}

/// Sets of at most so many codes are compared pair by pair, where there are more answers than bits of a word.
const PAIRS: usize = 32;

#[inline(always)]
fn distinct_plain(
    sheet: &Sheet,
    set: &[u16],
    labels: &Labels,
    enough: Option<u8>,
    out: &mut [Line],
) -> u8 {
    let mut greatest = 0;
    for (index, counts) in out.iter_mut().enumerate() {
        let lines = set
            .iter()
            .map(|&code| &sheet.row(usize::from(code))[index].0);
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
        } else if set.len() <= PAIRS {
            // Few codes are compared pair by pair, for all lanes at once.
            counts.0 = [0; LANES];
            for (place, line) in lines.clone().enumerate() {
                let mut known: [u8; LANES] = line.map(|label| u8::from(label == labels.win));
                for earlier in lines.clone().take(place) {
                    for ((known, &label), &earlier) in known.iter_mut().zip(line).zip(earlier) {
                        *known |= u8::from(label == earlier);
                    }
                }
                for (count, known) in counts.0.iter_mut().zip(&known) {
                    *count += 1 - known;
                }
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

/// The most different answers, the winning one left out, that a chosen column gets from a set; the columns come
/// as a mask for each line. For narrow labels only.
#[inline]
pub(in crate::exact) fn most_distinct(
    level: Level,
    sheet: &Sheet,
    set: &[u16],
    labels: &Labels,
    columns: &[u64],
) -> u8 {
    debug_assert!(labels.narrow);
    assert!(columns.len() <= sheet.lines_per_row());
    if labels.are_looked_up(level) && labels.planes.len() <= 4 {
        sheet.assert_rows(set);
        // SAFETY: every code of the set has a row, and there are no more masks than lines of a row.
        let most = unsafe { most_distinct_by_vectors(level, sheet, set, &labels.planes, columns) };
        if let Some(most) = most {
            return most;
        }
    }
    let mut most = 0;
    for (line, &columns) in columns.iter().enumerate() {
        let mut columns = columns;
        while columns != 0 {
            let column = line * LANES + columns.trailing_zeros() as usize;
            columns &= columns - 1;
            let seen = set.iter().fold(0, |seen, &code| {
                seen | labels.bit(sheet.byte(usize::from(code), column))
            });
            most = most.max(seen.count_ones());
        }
    }
    most as u8
}

/// Counts for each guess at most how many different answers, the winning one left out, it gets from
/// a set; 255 stands for that or more.
pub(in crate::exact) fn distinct_at_most(
    level: Level,
    sheet: &Sheet,
    set: &[u16],
    popular: &Popular,
    out: &mut [Line],
) {
    assert_eq!(out.len(), sheet.lines_per_row());
    #[cfg(target_arch = "x86_64")]
    if level.has(Features::EXACT_512) {
        sheet.assert_rows(set);
        // SAFETY: a level has features that the processor was found to have; every code of the set
        // has a row; and there is a count for each line of a row.
        unsafe { avx512_popular::distinct_at_most(sheet, set, popular, out) };
        return;
    }
    for (index, counts) in out.iter_mut().enumerate() {
        let rows = set.iter().map(|&code| &sheet.row(usize::from(code))[index]);
        popular::line_at_most(popular, rows, counts);
    }
}

/// Sums the table's values of the cell sizes, the winning cell left out, of the guesses of some
/// lines, `out` being as long as there are lines.
///
/// Sums stop at 65535. The table covers sizes from 0 to that of the set.
pub(in crate::exact) fn cell_sums(
    level: Level,
    sheet: &Sheet,
    set: &[u16],
    labels: &Labels,
    table: &[u16],
    first_line: usize,
    out: &mut [[u16; LANES]],
) {
    assert!(first_line + out.len() <= sheet.lines_per_row());
    assert!(table.len() > set.len());
    if labels.are_looked_up(level) {
        let planes = (labels.planes.as_slice(), labels.list.len());
        sheet.assert_rows(set);
        // SAFETY: every code of the set has a row, and the lines asked for are lines of a row.
        let done =
            unsafe { cell_sums_by_vectors(level, sheet, set, planes, table, first_line, out) };
        if done.is_some() {
            return;
        }
    } else if set.len() <= wide::MOST && labels.win_is_greatest {
        let about = (labels.list.len(), labels.win);
        sheet.assert_rows(set);
        // SAFETY: as above, and the number of codes and the labels were just checked.
        let done =
            unsafe { cell_sums_by_sorting(level, sheet, set, about, table, first_line, out) };
        if done.is_some() {
            return;
        }
    }
    cell_sums_plain(sheet, set, labels, table, first_line, out);
}

fn cell_sums_plain(
    sheet: &Sheet,
    set: &[u16],
    labels: &Labels,
    table: &[u16],
    first_line: usize,
    out: &mut [[u16; LANES]],
) {
    let mut sizes = vec![[0u16; LANES]; 256];
    for (index, sums) in out.iter_mut().enumerate() {
        for &label in &labels.list {
            sizes[usize::from(label)] = [0; LANES];
        }
        for &code in set {
            let line = &sheet.row(usize::from(code))[first_line + index].0;
            for (lane, &label) in line.iter().enumerate() {
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

/// Of the chosen lanes, those below the limit as a mask, and the least of the others if there are any.
#[inline]
pub(in crate::exact) fn below(sums: &[u16; LANES], lanes: u64, limit: u32) -> (u64, Option<u16>) {
    let (mut below, mut least) = (0, None);
    let mut rest = lanes;
    while rest != 0 {
        let lane = rest.trailing_zeros() as usize;
        rest &= rest - 1;
        if u32::from(sums[lane]) < limit {
            below |= 1 << lane;
        } else {
            least = Some(least.map_or(sums[lane], |least: u16| least.min(sums[lane])));
        }
    }
    (below, least)
}

/// A mask of the lanes that hold the value.
#[inline]
pub(in crate::exact) fn equal(level: Level, line: &Line, value: u8) -> u64 {
    !unequal(level, line, &Line([value; LANES]))
}

/// Marks the guesses that get the same answer from both rows; bits past the rows stay as they
/// are.
pub(super) fn equal_answers(level: Level, rows: [&[Line]; 2], out: &mut [Bits]) {
    assert_eq!(rows[0].len(), rows[1].len());
    assert!(rows[0].len() <= out.len() * BLOCK);
    if equal_answers_by_vectors(level, rows, out).is_none() {
        equal_answers_by(rows, out, |a, b| !unequal(Level::PORTABLE, a, b));
    }
}

versions! {
    fn equal_answers_by_vectors(rows: [&[Line]; 2], out: &mut [Bits]) -> () = equal_answers_in
}

#[inline(always)]
fn equal_answers_in<V: Bytes>(rows: [&[Line]; 2], out: &mut [Bits]) {
    equal_answers_by(rows, out, names::equal::<V>);
}

#[inline(always)]
fn equal_answers_by(rows: [&[Line]; 2], out: &mut [Bits], equal: impl Fn(&Line, &Line) -> u64) {
    for (index, (a, b)) in rows[0].iter().zip(rows[1]).enumerate() {
        out[index / BLOCK].0[index % BLOCK] = equal(a, b);
    }
}

/// How well the best guess tells codes apart, from the places of their pairs' bits.
///
/// Of `n` codes a guess gets at least `n - 1` different answers exactly if at most one pair
/// gets the same one.
pub(super) fn excess(level: Level, bits: &[Bits], blocks: usize, starts: &[u32]) -> Excess {
    assert!(
        starts
            .iter()
            .all(|&start| start as usize + blocks <= bits.len())
    );
    excess_by_vectors(level, bits, blocks, starts)
        .unwrap_or_else(|| excess_plain(bits, blocks, starts))
}

versions! {
    fn excess_by_vectors(bits: &[Bits], blocks: usize, starts: &[u32]) -> Excess = excess_in
}

/// The plain pass, which the compiler makes a version of.
#[inline(always)]
fn excess_in<V: Bytes>(bits: &[Bits], blocks: usize, starts: &[u32]) -> Excess {
    excess_plain(bits, blocks, starts)
}

#[inline(always)]
fn excess_plain(bits: &[Bits], blocks: usize, starts: &[u32]) -> Excess {
    /// Pairs after which to look whether all guesses are ruled out.
    const OFTEN: usize = 16;
    let mut least = Excess::More;
    for block in 0..blocks {
        let mut once = [0u64; BLOCK];
        let mut twice = [0u64; BLOCK];
        for starts in starts.chunks(OFTEN) {
            for &start in starts {
                let line = &bits[start as usize + block].0;
                for ((once, twice), &line) in once.iter_mut().zip(&mut twice).zip(line) {
                    *twice |= *once & line;
                    *once |= line;
                }
            }
            if twice == [u64::MAX; BLOCK] {
                break;
            }
        }
        if once != [u64::MAX; BLOCK] {
            return Excess::None;
        }
        if twice != [u64::MAX; BLOCK] {
            least = Excess::One;
        }
    }
    least
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
    #[cfg(target_arch = "x86_64")]
    if level.has(Features::EXACT_512) {
        // SAFETY: a level has features that the processor was found to have.
        unsafe { pack_512(row, masks, out) };
        out[list.len()..].fill(fill);
        return;
    }
    let _ = masks;
    let row = as_bytes(row);
    for (out, &guess) in out.iter_mut().zip(list) {
        *out = row[guess as usize];
    }
    out[list.len()..].fill(fill);
}

/// Packs the chosen columns of a row, masks of lines telling which.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi2")]
fn pack_512(row: &[Line], masks: &[u64], out: &mut [u8]) {
    use std::arch::x86_64::{__m512i, _mm512_maskz_compress_epi8};
    let mut filled = 0;
    for (line, &mask) in row.iter().zip(masks) {
        if mask == 0 {
            continue;
        }
        // SAFETY: a line is 64 bytes.
        let packed = _mm512_maskz_compress_epi8(mask, unsafe { __m512i::load(line.0.as_ptr()) });
        assert!(filled + LANES <= out.len());
        // SAFETY: that there are 64 bytes from `filled` on was checked just before.
        unsafe { packed.store(out.as_mut_ptr().add(filled)) };
        filled += mask.count_ones() as usize;
    }
}
