//! How many different answers the best guess gets from a small set, where the counts of the others do not matter.

use crate::simd::Level;

use super::distinct::{add_ones, by_planes, load_planes};
use super::labels::Labels;
use super::lines::Rows;
use super::vector::{Bytes, at, fetch, per_line, versions};

/// The most codes of a set that vectors serve.
const MOST: usize = 64;

/// From so many bytes on, the rows of small sets are in a far cache at best, and it pays to ask for them early.
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
/// later ones get; elsewhere it is empty. Gives nothing where no vectors are for it.
pub(in crate::exact) fn greatest(
    level: Level,
    rows: Rows,
    labels: &Labels,
    floor: u8,
    at_most: &[u8],
) -> Option<Greatest> {
    debug_assert!(usize::from(floor) < rows.len());
    (rows.len() <= MOST && labels.are_bits(level))
        .then(|| greatest_by_vectors(level, rows, labels, floor, at_most))
        .flatten()
}

versions! {
    fn greatest_by_vectors(rows: Rows, labels: &Labels, floor: u8, at_most: &[u8]) -> Greatest = greatest_of
}

#[inline(always)]
fn greatest_of<V: Bytes>(rows: Rows, labels: &Labels, floor: u8, at_most: &[u8]) -> Greatest {
    let planes = labels.planes.len();
    if rows.sheet().bytes() < FAR {
        by_planes!(
            planes,
            greatest_in::<V, false>(rows, labels, floor, at_most)
        )
    } else {
        by_planes!(planes, greatest_in::<V, true>(rows, labels, floor, at_most))
    }
}

/// See [`greatest`]. `FETCH` asks for later vectors.
#[cfg_attr(target_arch = "wasm32", inline(never))]
#[cfg_attr(not(target_arch = "wasm32"), inline(always))]
fn greatest_in<V: Bytes, const PLANES: usize, const FETCH: bool>(
    rows: Rows,
    labels: &Labels,
    floor: u8,
    at_most: &[u8],
) -> Greatest {
    let zero = V::splat(0);
    let planes = load_planes::<V, PLANES>(&labels.planes);
    let places = rows.lines_per_row() * per_line::<V>();
    let mut starts = [std::ptr::null(); MOST];
    for (start, row) in starts.iter_mut().zip(rows.starts()) {
        *start = row;
    }
    let rows = &starts[..rows.len()];
    let mut most = floor;
    // What is better than the best so far.
    let mut bar = V::splat(most + 1);
    for place in 0..places {
        let line = place / per_line::<V>();
        if at_most.get(line).is_some_and(|&count| count <= most) {
            break;
        }
        if FETCH && place.is_multiple_of(FETCHED * per_line::<V>()) {
            for &row in rows {
                for line in FETCHED..2 * FETCHED {
                    fetch::<V>(row, place + line * per_line::<V>());
                }
            }
        }
        let mut seen = [zero; PLANES];
        let (pairs, single) = rows.as_chunks::<2>();
        for &[a, b] in pairs {
            // SAFETY: each of these rows has a vector at `place`.
            let (a, b) = unsafe { (at::<V>(a, place), at::<V>(b, place)) };
            let (a, b) = (a.labels(&planes, 0), b.labels(&planes, 0));
            for plane in 0..PLANES {
                seen[plane] = seen[plane].or(a[plane]).or(b[plane]);
            }
        }
        for &a in single {
            // SAFETY: as above.
            let a = unsafe { at::<V>(a, place) };
            for (seen, a) in seen.iter_mut().zip(&a.labels(&planes, 0)) {
                *seen = seen.or(*a);
            }
        }
        let count = add_ones(seen);
        if V::bits(count.at_least(bar)) == 0 {
            continue;
        }
        most = count.greatest();
        if usize::from(most) == rows.len() {
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
