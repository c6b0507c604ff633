//! How many different answers guesses get from a set, in games of few answers: a shuffle makes of each label a bit.

use super::lines::{Line, Rows, as_bytes_mut};
use super::vector::{Bytes, at, fetch, per_line, versions, write};

/// Runs a pass with the number of planes, four at most, as a constant.
macro_rules! by_planes {
    ($planes:expr, $pass:ident::<$V:ident $(, $more:literal)?>($($argument:expr),*)) => {
        match $planes {
            0 => $pass::<$V, 0 $(, $more)?>($($argument),*),
            1 => $pass::<$V, 1 $(, $more)?>($($argument),*),
            2 => $pass::<$V, 2 $(, $more)?>($($argument),*),
            3 => $pass::<$V, 3 $(, $more)?>($($argument),*),
            _ => $pass::<$V, 4 $(, $more)?>($($argument),*),
        }
    };
}
pub(super) use by_planes;

versions! {
    /// See [`super::distinct`]; the labels come as their planes of bits, at most four.
    pub(super) fn distinct_by_vectors(
        rows: Rows, planes: &[Line], enough: Option<u8>, out: &mut [Line],
    ) -> u8 = distinct
}

#[inline(always)]
fn distinct<V: Bytes>(rows: Rows, planes: &[Line], enough: Option<u8>, out: &mut [Line]) -> u8 {
    by_planes!(planes.len(), distinct_in::<V>(rows, planes, enough, out))
}

#[cfg_attr(target_arch = "wasm32", inline(never))]
#[cfg_attr(not(target_arch = "wasm32"), inline(always))]
fn distinct_in<V: Bytes, const PLANES: usize>(
    rows: Rows,
    planes: &[Line],
    enough: Option<u8>,
    out: &mut [Line],
) -> u8 {
    assert!(out.len() <= rows.lines_per_row());
    let planes = load_planes::<V, PLANES>(planes);
    let limit = V::splat(enough.unwrap_or_default());
    let mut greatest = V::splat(0);
    let out = as_bytes_mut(out);
    let places = out.len() / V::LANES;
    let mut place = 0;
    while place < places {
        if V::TOGETHER == 4 && place + 4 <= places {
            // SAFETY: these places are of `out`, which is no longer than a row.
            let found = unsafe { count::<V, PLANES, 4>(rows, &planes, place) };
            for (&found, place) in found.iter().zip(place..) {
                write(found, out, place);
                greatest = greatest.max(found);
            }
            place += 4;
        } else {
            // SAFETY: as above; these are the last of a row, or all where registers do not suffice for four.
            let [found] = unsafe { count::<V, PLANES, 1>(rows, &planes, place) };
            write(found, out, place);
            greatest = greatest.max(found);
            place += 1;
        }
        if enough.is_some() && V::bits(greatest.at_least(limit)) != 0 {
            break;
        }
    }
    greatest.greatest()
}

#[inline(always)]
pub(super) fn load_planes<V: Bytes, const PLANES: usize>(lines: &[Line]) -> [V; PLANES] {
    let mut planes = [V::splat(0); PLANES];
    for (number, (plane, line)) in planes.iter_mut().zip(lines).enumerate() {
        *plane = V::plane(line, number);
    }
    planes
}

/// How many different labels of the planes the guesses of some vectors get from a set.
///
/// # Safety
/// A row has at least `first + TOGETHER` vectors.
#[inline(always)]
unsafe fn count<V: Bytes, const PLANES: usize, const TOGETHER: usize>(
    rows: Rows,
    planes: &[V; PLANES],
    first: usize,
) -> [V; TOGETHER] {
    let zero = V::splat(0);
    let mut seen = [[zero; PLANES]; TOGETHER];
    for row in rows.starts() {
        for (place, seen) in (first..).zip(&mut seen) {
            fetch::<V>(row, place + V::TOGETHER);
            // SAFETY: the vectors of the row from `first` on are at least as many as these.
            let bits = unsafe { at::<V>(row, place) }.labels(planes, 0);
            for (seen, &bits) in seen.iter_mut().zip(&bits) {
                *seen = seen.or(bits);
            }
        }
    }
    let mut counts = [zero; TOGETHER];
    for (count, &seen) in counts.iter_mut().zip(&seen) {
        *count = add_ones(seen);
    }
    counts
}

/// The bits of some planes that are set in each lane.
#[inline(always)]
pub(super) fn add_ones<V: Bytes, const PLANES: usize>(seen: [V; PLANES]) -> V {
    let mut count = V::splat(0);
    for &seen in &seen {
        count = count.add(seen.ones());
    }
    count
}

versions! {
    /// See [`super::most_distinct`]; the labels come as their planes of bits, at most four.
    pub(super) fn most_distinct_by_vectors(rows: Rows, planes: &[Line], columns: &[u64]) -> u8 = most_distinct
}

#[inline(always)]
fn most_distinct<V: Bytes>(rows: Rows, planes: &[Line], columns: &[u64]) -> u8 {
    by_planes!(planes.len(), most_distinct_in::<V>(rows, planes, columns))
}

#[inline(always)]
fn most_distinct_in<V: Bytes, const PLANES: usize>(
    rows: Rows,
    planes: &[Line],
    columns: &[u64],
) -> u8 {
    assert!(columns.len() <= rows.lines_per_row());
    let planes = load_planes::<V, PLANES>(planes);
    let mut most = V::splat(0);
    for place in 0..columns.len() * per_line::<V>() {
        let shift = place % per_line::<V>() * V::LANES;
        let columns = columns[place / per_line::<V>()] >> shift & (u64::MAX >> (64 - V::LANES));
        if columns == 0 {
            continue;
        }
        let mut seen = [V::splat(0); PLANES];
        for row in rows.starts() {
            // SAFETY: there are no more places than in a row.
            let bits = unsafe { at::<V>(row, place) }.labels(&planes, 0);
            for (seen, &bits) in seen.iter_mut().zip(&bits) {
                *seen = seen.or(bits);
            }
        }
        most = most.max(add_ones(seen).only(V::lanes(columns)));
    }
    most.greatest()
}
