//! The passes of [`super`] for games of more answers than a vector has bits for, such as words with their answers per
//! position.
//!
//! The answers of the guesses of a vector to the codes of a set are sorted, each guess's on its own: comparing
//! and exchanging two codes takes two instructions for all of them. Equal answers then stand next to
//! each other. This is less work than counting each of hundreds of labels, most of which no code
//! gives. Up to a few codes it is still quicker to compare all pairs.

use super::lines::{LANES, Line, Sheet, as_bytes_mut};
use super::sums::{Lookup, Sum};
use super::vector::{Bytes, address, at, fetch, per_line, versions};

/// Sets of at most so many codes are compared pair by pair.
const PAIRS: usize = 24;

/// The most codes that are sorted: their lines stay in the first cache.
pub(super) const MOST: usize = 512;

/// How many lines ahead a row is fetched.
pub(super) const AHEAD: usize = 2;

/// Reads the vectors of a set at a place of its rows.
///
/// # Safety
/// Every code of the set has a row in the sheet, a row has more than `place` vectors, and the set has no more codes than
/// there is room for.
#[inline(always)]
unsafe fn read<'v, V: Bytes>(
    sheet: &Sheet,
    set: &[u16],
    place: usize,
    vectors: &'v mut [V; MOST],
) -> &'v mut [V] {
    let vectors = &mut vectors[..set.len()];
    for (vector, &code) in vectors.iter_mut().zip(set) {
        fetch(address::<V>(sheet, code, place + AHEAD * per_line::<V>()));
        // SAFETY: the code has a row, and `place` is one of it.
        *vector = unsafe { at::<V>(sheet, code, place) };
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

/// Sorts each lane on its own: merge exchange (Knuth, The Art of Computer Programming, volume 3,
/// 5.2.2, algorithm M).
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
    /// See [`super::distinct`].
    ///
    /// # Safety
    /// Every code of the set has a row in the sheet, `out` is no longer than a row, and the set has at most [`MOST`] codes.
    pub(super) unsafe fn distinct_by_sorting(
        sheet: &Sheet,
        set: &[u16],
        win: u8,
        enough: Option<u8>,
        out: &mut [Line],
    ) -> u8 = distinct
}

/// # Safety
/// As for [`distinct_by_sorting`].
#[inline(always)]
unsafe fn distinct<V: Bytes>(
    sheet: &Sheet,
    set: &[u16],
    win: u8,
    enough: Option<u8>,
    out: &mut [Line],
) -> u8 {
    let one = V::splat(1);
    let win = V::splat(win);
    let limit = V::splat(enough.unwrap_or_default());
    let mut greatest = V::splat(0);
    let mut buffer = [greatest; MOST];
    for (place, counts) in as_bytes_mut(out).chunks_exact_mut(V::LANES).enumerate() {
        // SAFETY: every code has a row, and `out` is no longer than one.
        let vectors = unsafe { read(sheet, set, place, &mut buffer) };
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
        // SAFETY: these are as many bytes as lanes.
        unsafe { count.store(counts.as_mut_ptr()) };
        greatest = greatest.max(count);
        if enough.is_some() && V::bits(count.at_least(limit)) != 0 {
            break;
        }
    }
    greatest.greatest()
}

versions! {
    /// See [`super::cell_sums`]; `labels` is how many there are without the winning one, which follows.
    ///
    /// # Safety
    /// Every code of the set has a row in the sheet, `first_line + out.len()` is at most the number of
    /// lines of a row, and the set has at most [`MOST`] codes. No label is greater than the winning one.
    pub(super) unsafe fn cell_sums_by_sorting(
        sheet: &Sheet,
        set: &[u16],
        labels: (usize, u8),
        table: &[u16],
        first_line: usize,
        out: &mut [[u16; LANES]],
    ) -> () = cell_sums
}

/// # Safety
/// As for [`cell_sums_by_sorting`].
#[inline(always)]
unsafe fn cell_sums<V: Bytes>(
    sheet: &Sheet,
    set: &[u16],
    (labels, win): (usize, u8),
    table: &[u16],
    first_line: usize,
    out: &mut [[u16; LANES]],
) {
    // Sizes beyond a byte are rare, and are looked up one by one.
    let lookup = Lookup::new(&table[..table.len().min(256)]);
    let (zero, one, win) = (V::splat(0), V::splat(1), V::splat(win));
    let mut buffer = [zero; MOST];
    let out = out.as_flattened_mut().chunks_exact_mut(V::LANES);
    for (place, sums) in (first_line * per_line::<V>()..).zip(out) {
        // SAFETY: every code has a row, and the caller asks for lines of a row only.
        let vectors = unsafe { read(sheet, set, place, &mut buffer) };
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
                let (mut low, mut high) = (Line([0; LANES]), Line([0; LANES]));
                // SAFETY: a line has at least as many bytes as lanes.
                unsafe {
                    size.store(low.0.as_mut_ptr());
                    past.store(high.0.as_mut_ptr());
                }
                for lane in (0..V::LANES).filter(|lane| long >> lane & 1 == 1) {
                    let size = usize::from(high.0[lane]) << 8 | usize::from(low.0[lane]);
                    more[lane] = more[lane].saturating_add(table[size]);
                }
            }
            sum.add_some(V::both(ended, short), size);
            size = one.add(size.only(same));
            past = past.only(same).add(one.only(size.equal(zero)));
        }
        let mut found = Line([0; LANES]);
        // SAFETY: these are as many numbers as lanes, and a line has at least as many bytes.
        unsafe {
            sum.store(sums.as_mut_ptr());
            cells.store(found.0.as_mut_ptr());
        }
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
