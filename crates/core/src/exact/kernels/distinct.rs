//! How many different answers guesses get from a set, in games of few answers: a shuffle makes of each label a bit.

use super::lines::{LANES, Line, Sheet, as_bytes_mut};
use super::vector::{Bytes, address, at, fetch, per_line, versions};

versions! {
    /// See [`super::distinct`]; the labels come as their planes of bits, at most four.
    ///
    /// # Safety
    /// Every code of the set has a row in the sheet, and `out` is no longer than a row.
    pub(super) unsafe fn distinct_by_vectors(
        sheet: &Sheet,
        set: &[u16],
        planes: &[Line],
        enough: Option<u8>,
        out: &mut [Line],
    ) -> u8 = distinct
}

/// # Safety
/// As for [`distinct_by_vectors`].
#[inline(always)]
unsafe fn distinct<V: Bytes>(
    sheet: &Sheet,
    set: &[u16],
    planes: &[Line],
    enough: Option<u8>,
    out: &mut [Line],
) -> u8 {
    // SAFETY: what the caller promises is what these functions ask for.
    unsafe {
        match planes.len() {
            0 => {
                out.fill(Line([0; LANES]));
                0
            }
            1 => distinct_in::<V, 1>(sheet, set, planes, enough, out),
            2 => distinct_in::<V, 2>(sheet, set, planes, enough, out),
            3 => distinct_in::<V, 3>(sheet, set, planes, enough, out),
            _ => distinct_in::<V, 4>(sheet, set, planes, enough, out),
        }
    }
}

/// # Safety
/// As for [`distinct_by_vectors`].
#[inline(always)]
unsafe fn distinct_in<V: Bytes, const PLANES: usize>(
    sheet: &Sheet,
    set: &[u16],
    planes: &[Line],
    enough: Option<u8>,
    out: &mut [Line],
) -> u8 {
    let planes = load_planes::<V, PLANES>(planes);
    let limit = V::splat(enough.unwrap_or_default());
    let mut greatest = V::splat(0);
    let out = as_bytes_mut(out);
    let places = out.len() / V::LANES;
    let mut place = 0;
    while place < places {
        // SAFETY: every code has a row, and these places are of `out`, which is no longer than a row.
        unsafe {
            if V::TOGETHER == 4 && place + 4 <= places {
                let found = count::<V, PLANES, 4>(sheet, set, &planes, place);
                for (&found, place) in found.iter().zip(place..) {
                    found.store(out.as_mut_ptr().add(place * V::LANES));
                    greatest = greatest.max(found);
                }
                place += 4;
            } else {
                // The last vectors of a row, or all where registers do not suffice for four.
                let [found] = count::<V, PLANES, 1>(sheet, set, &planes, place);
                found.store(out.as_mut_ptr().add(place * V::LANES));
                greatest = greatest.max(found);
                place += 1;
            }
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
/// Every code of the set has a row in the sheet, and a row has at least `first + TOGETHER` vectors.
#[inline(always)]
unsafe fn count<V: Bytes, const PLANES: usize, const TOGETHER: usize>(
    sheet: &Sheet,
    set: &[u16],
    planes: &[V; PLANES],
    first: usize,
) -> [V; TOGETHER] {
    let zero = V::splat(0);
    let mut seen = [[zero; PLANES]; TOGETHER];
    for &code in set {
        for (place, seen) in (first..).zip(&mut seen) {
            fetch(address::<V>(sheet, code, place + V::TOGETHER));
            // SAFETY: the code has a row, and its vectors from `first` on are at least as many as these.
            let labels = unsafe { at::<V>(sheet, code, place) };
            let bits = labels.labels(planes, 0);
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
    ///
    /// # Safety
    /// Every code of the set has a row in the sheet, and there are no more masks than lines of a row.
    pub(super) unsafe fn most_distinct_by_vectors(
        sheet: &Sheet,
        set: &[u16],
        planes: &[Line],
        columns: &[u64],
    ) -> u8 = most_distinct
}

/// # Safety
/// As for [`most_distinct_by_vectors`].
#[inline(always)]
unsafe fn most_distinct<V: Bytes>(
    sheet: &Sheet,
    set: &[u16],
    planes: &[Line],
    columns: &[u64],
) -> u8 {
    // SAFETY: what the caller promises is what these functions ask for.
    unsafe {
        match planes.len() {
            0 => 0,
            1 => most_distinct_in::<V, 1>(sheet, set, planes, columns),
            2 => most_distinct_in::<V, 2>(sheet, set, planes, columns),
            3 => most_distinct_in::<V, 3>(sheet, set, planes, columns),
            _ => most_distinct_in::<V, 4>(sheet, set, planes, columns),
        }
    }
}

/// # Safety
/// As for [`most_distinct_by_vectors`].
#[inline(always)]
unsafe fn most_distinct_in<V: Bytes, const PLANES: usize>(
    sheet: &Sheet,
    set: &[u16],
    planes: &[Line],
    columns: &[u64],
) -> u8 {
    let planes = load_planes::<V, PLANES>(planes);
    let mut most = V::splat(0);
    for place in 0..columns.len() * per_line::<V>() {
        let shift = place % per_line::<V>() * V::LANES;
        let columns = columns[place / per_line::<V>()] >> shift & (u64::MAX >> (64 - V::LANES));
        if columns == 0 {
            continue;
        }
        let mut seen = [V::splat(0); PLANES];
        for &code in set {
            // SAFETY: the code has a row, and there are no more places than in a row.
            let bits = unsafe { at::<V>(sheet, code, place) }.labels(&planes, 0);
            for (seen, &bits) in seen.iter_mut().zip(&bits) {
                *seen = seen.or(bits);
            }
        }
        most = most.max(add_ones(seen).only(V::lanes(columns)));
    }
    most.greatest()
}
