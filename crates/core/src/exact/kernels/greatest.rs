//! How many different answers the best guess gets from a small set, where the counts of the others do not matter.

use crate::simd::Level;

use super::distinct::{add_ones, load_planes};
use super::labels::Labels;
use super::lines::{LANES, Sheet};
use super::vector::{Bytes, address, fetch, per_line, versions};

/// The most codes of a set that vectors serve.
const MOST: usize = 64;

/// From so many bytes on, the rows of small sets are in a far cache at best, and it pays to ask for them early. Nearer
/// rows are read in less time than it takes to ask.
const FAR: usize = 200 << 20;

/// So many lines of a row are fetched at once.
const FETCHED: usize = 4;

/// What the best guess gets from a set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::exact) struct Greatest {
    /// Different answers, the winning one left out.
    pub count: u8,
    /// The first column that tells all codes apart, if there is one.
    pub telling_all: Option<usize>,
}

/// Finds the most different answers, the winning one left out, that a guess gets from a set; where no guess gets more
/// than `floor`, that is what is returned. The search ends at the first guess that tells all codes apart, so `floor` is
/// less than the number of codes. Where guesses are sorted, `at_most` has a bound of what the guesses of each line and all
/// later ones get; elsewhere it is empty. For narrow labels only.
pub(in crate::exact) fn greatest(
    level: Level,
    sheet: &Sheet,
    set: &[u16],
    labels: &Labels,
    floor: u8,
    at_most: &[u8],
) -> Greatest {
    debug_assert!(labels.narrow && usize::from(floor) < set.len());
    if set.len() <= MOST && (1..=4).contains(&labels.planes.len()) && labels.are_looked_up(level) {
        sheet.assert_rows(set);
        // SAFETY: every code of the set has a row, and the planes were just counted.
        let found = unsafe { greatest_by_vectors(level, sheet, set, labels, floor, at_most) };
        if let Some(found) = found {
            return found;
        }
    }
    let mut most = floor;
    for column in 0..sheet.lines_per_row() * LANES {
        if at_most
            .get(column / LANES)
            .is_some_and(|&count| count <= most)
        {
            break;
        }
        let seen = set.iter().fold(0, |seen, &code| {
            seen | labels.bit(sheet.byte(usize::from(code), column))
        });
        let count = seen.count_ones() as u8;
        if usize::from(count) == set.len() {
            return Greatest {
                count,
                telling_all: Some(column),
            };
        }
        most = most.max(count);
    }
    Greatest {
        count: most,
        telling_all: None,
    }
}

versions! {
    /// # Safety
    /// Every code of the set has a row in the sheet, the set has at most [`MOST`] codes, and there are one to four planes.
    unsafe fn greatest_by_vectors(
        sheet: &Sheet,
        set: &[u16],
        labels: &Labels,
        floor: u8,
        at_most: &[u8],
    ) -> Greatest = greatest_of
}

/// # Safety
/// As for [`greatest_by_vectors`].
#[inline(always)]
unsafe fn greatest_of<V: Bytes>(
    sheet: &Sheet,
    set: &[u16],
    labels: &Labels,
    floor: u8,
    at_most: &[u8],
) -> Greatest {
    // SAFETY: what the caller promises is what these functions ask for.
    unsafe {
        if sheet.bytes() < FAR {
            greatest_fetched::<V, false>(sheet, set, labels, floor, at_most)
        } else {
            greatest_fetched::<V, true>(sheet, set, labels, floor, at_most)
        }
    }
}

/// # Safety
/// As for [`greatest_by_vectors`].
#[inline(always)]
unsafe fn greatest_fetched<V: Bytes, const FETCH: bool>(
    sheet: &Sheet,
    set: &[u16],
    labels: &Labels,
    floor: u8,
    at_most: &[u8],
) -> Greatest {
    // SAFETY: what the caller promises is what these functions ask for.
    unsafe {
        match (labels.planes.len(), labels.rare) {
            (1, _) => greatest_in::<V, 1, false, FETCH>(sheet, set, labels, floor, at_most),
            (2, _) => greatest_in::<V, 2, false, FETCH>(sheet, set, labels, floor, at_most),
            (3, None) => greatest_in::<V, 3, false, FETCH>(sheet, set, labels, floor, at_most),
            (3, _) => greatest_in::<V, 2, true, FETCH>(sheet, set, labels, floor, at_most),
            (_, None) => greatest_in::<V, 4, false, FETCH>(sheet, set, labels, floor, at_most),
            (_, _) => greatest_in::<V, 3, true, FETCH>(sheet, set, labels, floor, at_most),
        }
    }
}

/// See [`greatest`]. A shuffle turns labels into bits of a plane, and these shuffles are what takes the time. With
/// `RARE` the labels of the last plane, which is one more than `PLANES`, are rare and told by a bit of their own:
/// that plane is looked at only where some guess has such a label and could be the best. `FETCH` asks for the next
/// vectors of the rows, side by side.
///
/// # Safety
/// As for [`greatest_by_vectors`].
#[inline(always)]
unsafe fn greatest_in<V: Bytes, const PLANES: usize, const RARE: bool, const FETCH: bool>(
    sheet: &Sheet,
    set: &[u16],
    labels: &Labels,
    floor: u8,
    at_most: &[u8],
) -> Greatest {
    let zero = V::splat(0);
    let planes = load_planes::<V, PLANES>(&labels.planes);
    let number_of_last = labels.planes.len() - 1;
    let last = [V::plane(&labels.planes[number_of_last], number_of_last)];
    let rare_bit = V::splat(labels.rare.unwrap_or_default());
    let of_last = V::splat((labels.list.len() - 8 * number_of_last) as u8);
    let mut rows = [std::ptr::null(); MOST];
    for (row, &code) in rows.iter_mut().zip(set) {
        *row = address::<V>(sheet, code, 0);
    }
    let rows = &rows[..set.len()];
    let mut most = floor;
    // What is better than the best so far.
    let mut bar = V::splat(most + 1);
    for place in 0..sheet.lines_per_row() * per_line::<V>() {
        let line = place / per_line::<V>();
        if at_most.get(line).is_some_and(|&count| count <= most) {
            break;
        }
        if FETCH && place.is_multiple_of(FETCHED * per_line::<V>()) {
            for &row in rows {
                for line in FETCHED..2 * FETCHED {
                    fetch(row.wrapping_add(place * V::LANES + line * LANES));
                }
            }
        }
        let mut seen = [zero; PLANES];
        let mut any = zero;
        let (pairs, single) = rows.as_chunks::<2>();
        for &[a, b] in pairs {
            // SAFETY: each of these rows has a vector at `place`.
            let (a, b) = unsafe { (of_row::<V>(a, place), of_row::<V>(b, place)) };
            if RARE {
                any = any.or(a).or(b);
            }
            let (a, b) = (a.labels(&planes, 0), b.labels(&planes, 0));
            for plane in 0..PLANES {
                seen[plane] = seen[plane].or(a[plane]).or(b[plane]);
            }
        }
        for &a in single {
            // SAFETY: as above.
            let a = unsafe { of_row::<V>(a, place) };
            if RARE {
                any = any.or(a);
            }
            for (seen, a) in seen.iter_mut().zip(&a.labels(&planes, 0)) {
                *seen = seen.or(*a);
            }
        }
        let mut count = add_ones(seen);
        if RARE {
            let rare = V::not(any.and(rare_bit).equal(zero));
            let could = count.add(of_last).at_least(bar);
            if V::bits(V::both(rare, could)) != 0 {
                let mut seen = zero;
                for &row in rows {
                    // SAFETY: as above.
                    let labels = unsafe { of_row::<V>(row, place) };
                    let [bit] = labels.labels(&last, number_of_last);
                    seen = seen.or(bit);
                }
                count = count.add(seen.ones());
            }
        }
        if V::bits(count.at_least(bar)) == 0 {
            continue;
        }
        most = count.greatest();
        if usize::from(most) == set.len() {
            let lane = V::bits(count.equal(V::splat(most))).trailing_zeros();
            return Greatest {
                count: most,
                telling_all: Some(place * V::LANES + lane as usize),
            };
        }
        bar = V::splat(most + 1);
    }
    Greatest {
        count: most,
        telling_all: None,
    }
}

/// # Safety
/// The row has a vector at this place.
#[inline(always)]
unsafe fn of_row<V: Bytes>(row: *const u8, place: usize) -> V {
    // SAFETY: this is what the caller promises.
    unsafe { V::load(row.add(place * V::LANES)) }
}
