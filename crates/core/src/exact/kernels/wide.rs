//! The passes of [`super`] for games of more answers than a vector has bits for, such as those of words.
//!
//! The answers of the guesses of a vector to the codes of a set are sorted, each guess's on its own: comparing
//! and exchanging two codes takes two instructions for all of them. Equal answers then stand next to
//! each other. This is less work than counting each of hundreds of labels, most of which no code
//! gives. Up to a few codes it is still quicker to compare all pairs.

use super::lines::{LANES, Line, Rows, Sums, as_bytes_mut};
use super::sums::{Lookup, Sum};
use super::vector::{Bytes, at, bytes_of, fetch, per_line, versions, write};

/// Sets of at most so many codes are compared pair by pair.
const PAIRS: usize = 24;

/// The most codes that are sorted: their lines stay in the first cache.
pub(super) const MOST: usize = 512;

/// How many lines ahead a row is fetched.
pub(super) const AHEAD: usize = 2;

/// Reads the vectors of a set at a place of its rows.
///
/// # Safety
/// A row has more than `place` vectors.
#[inline(always)]
unsafe fn read<'v, V: Bytes>(rows: Rows, place: usize, vectors: &'v mut [V; MOST]) -> &'v mut [V] {
    let vectors = &mut vectors[..rows.len()];
    for (vector, row) in vectors.iter_mut().zip(rows.starts()) {
        fetch::<V>(row, place + AHEAD * per_line::<V>());
        // SAFETY: the place is one of the row.
        *vector = unsafe { at::<V>(row, place) };
    }
    vectors
}

/// Puts the lesser of two answers first, in each lane.
///
/// # Safety
/// `apart` is not zero, and `place + apart` is below the number of vectors.
#[inline(always)]
unsafe fn exchange<V: Bytes>(vectors: &mut [V], place: usize, apart: usize) {
    debug_assert!(place + apart < vectors.len());
    // SAFETY: this is what the caller promises.
    let [low, high] = unsafe { vectors.get_disjoint_unchecked_mut([place, place + apart]) };
    (*low, *high) = (low.min(*high), low.max(*high));
}

/// Sorts each lane on its own: merge exchange (Knuth, The Art of Computer Programming, volume 3, 5.2.2, algorithm M).
#[inline(always)]
fn sort<V: Bytes>(lines: &mut [V]) {
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

versions! {
    /// See [`super::distinct`]; the set has at most [`MOST`] codes.
    pub(super) fn distinct_by_sorting(
        rows: Rows, win: u8, enough: Option<u8>, out: &mut [Line],
    ) -> u8 = distinct
}

#[inline(always)]
fn distinct<V: Bytes>(rows: Rows, win: u8, enough: Option<u8>, out: &mut [Line]) -> u8 {
    assert!(out.len() <= rows.lines_per_row());
    let one = V::splat(1);
    let win = V::splat(win);
    let limit = V::splat(enough.unwrap_or_default());
    let mut greatest = V::splat(0);
    let mut buffer = [greatest; MOST];
    for (place, counts) in as_bytes_mut(out).chunks_exact_mut(V::LANES).enumerate() {
        // SAFETY: the place is one of `out`, which is no longer than a row.
        let vectors = unsafe { read(rows, place, &mut buffer) };
        let mut count = V::splat(0);
        if vectors.len() <= PAIRS {
            for (place, &vector) in vectors.iter().enumerate() {
                let mut seen = vector.equal(win);
                for &earlier in &vectors[..place] {
                    seen = V::either(seen, vector.equal(earlier));
                }
                count = count.add(one.only(V::not(seen)));
            }
        } else {
            sort(vectors);
            let mut last = win;
            for &vector in &*vectors {
                let old = V::either(vector.equal(last), vector.equal(win));
                count = count.add(one.only(V::not(old)));
                last = vector;
            }
        }
        write(count, counts, 0);
        greatest = greatest.max(count);
        if enough.is_some() && V::bits(count.at_least(limit)) != 0 {
            break;
        }
    }
    greatest.greatest()
}

versions! {
    /// See [`super::cell_sums`]; `labels` is their number without the winning one, the greatest, which follows.
    pub(super) fn cell_sums_by_sorting(
        rows: Rows, labels: (usize, u8), table: &[u16], out: &mut [Sums],
    ) -> () = cell_sums
}

#[inline(always)]
fn cell_sums<V: Bytes>(rows: Rows, (labels, win): (usize, u8), table: &[u16], out: &mut [Sums]) {
    assert!(out.len() <= rows.lines_per_row());
    // Sizes beyond a byte are rare, and are looked up one by one.
    let lookup = Lookup::new(&table[..table.len().min(256)]);
    let (zero, one, win) = (V::splat(0), V::splat(1), V::splat(win));
    let mut buffer = [zero; MOST];
    let out = out.as_flattened_mut().chunks_exact_mut(V::LANES);
    for (place, sums) in out.enumerate() {
        // SAFETY: the place is of a line of `out`, which are lines of a row.
        let vectors = unsafe { read(rows, place, &mut buffer) };
        sort(vectors);
        let mut sum = Sum::new(&lookup);
        let (mut cells, mut size) = (zero, one);
        // How often the size went past a byte.
        let mut past = zero;
        let mut more = [0u16; LANES];
        for index in 0..vectors.len() {
            let here = vectors[index];
            let next = vectors.get(index + 1).copied().unwrap_or(win);
            let same = here.equal(next);
            let ended = V::not(same);
            cells = cells.add(one.only(ended));
            let short = past.equal(zero);
            let long = V::bits(V::both(ended, V::not(short)));
            if long != 0 {
                let (low, high) = (bytes_of(size), bytes_of(past));
                for lane in (0..V::LANES).filter(|lane| long >> lane & 1 == 1) {
                    let size = u16::from_le_bytes([low[lane], high[lane]]);
                    more[lane] = more[lane].saturating_add(table[usize::from(size)]);
                }
            }
            sum.add_some(V::both(ended, short), size);
            size = one.add(size.only(same));
            past = past.only(same).add(one.only(size.equal(zero)));
        }
        sum.store(sums);
        for ((sum, more), found) in sums.iter_mut().zip(more).zip(bytes_of(cells)) {
            // A label that no code gives is a cell of no code; bytes suffice, as at most 255 do.
            let empty = (labels - usize::from(found)) as u16;
            let empty = table[0].saturating_mul(empty);
            *sum = sum.saturating_add(more).saturating_add(empty);
        }
    }
}
