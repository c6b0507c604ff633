//! How many different answers the best guess gets from a small set, where the counts of the others do not matter.

use crate::simd::{Features, Level};

use super::labels::Labels;
use super::lines::Sheet;

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
    #[cfg(target_arch = "x86_64")]
    if level.has(Features::EXACT_512) && set.len() <= vectors::MOST {
        sheet.assert_rows(set);
        // SAFETY: a level has features that the processor was found to have, and every code of the set has a row.
        let found = unsafe {
            if sheet.bytes() < vectors::FAR {
                vectors::greatest_of::<false>(sheet, set, labels, floor, at_most)
            } else {
                vectors::greatest_of::<true>(sheet, set, labels, floor, at_most)
            }
        };
        if let Some(found) = found {
            return found;
        }
    }
    let mut most = floor;
    for column in 0..sheet.lines_per_row() * super::LANES {
        if at_most
            .get(column / super::LANES)
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

#[cfg(target_arch = "x86_64")]
mod vectors {
    use std::arch::x86_64::*;

    use super::super::LANES;
    use super::super::avx512::{TOGETHER, fetch_later, greatest_lane, load};
    use super::super::labels::Labels;
    use super::super::lines::{Line, Sheet};
    use super::Greatest;

    /// The most codes of a set.
    pub(super) const MOST: usize = 64;

    /// From so many bytes on, the rows of small sets are in a far cache at best, and it pays to ask for them early. Nearer
    /// rows are read in less time than it takes to ask.
    pub(super) const FAR: usize = 200 << 20;

    /// Chooses the version for the number of planes, if there is one for it.
    ///
    /// # Safety
    /// Every code of the set has a row in the sheet.
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512bitalg")]
    pub(super) unsafe fn greatest_of<const FETCH: bool>(
        sheet: &Sheet,
        set: &[u16],
        labels: &Labels,
        floor: u8,
        at_most: &[u8],
    ) -> Option<Greatest> {
        let pass = match (labels.planes.len(), labels.rare) {
            (1, _) => greatest::<1, false, FETCH>,
            (2, _) => greatest::<2, false, FETCH>,
            (3, None) => greatest::<3, false, FETCH>,
            (3, _) => greatest::<2, true, FETCH>,
            (4, None) => greatest::<4, false, FETCH>,
            (4, _) => greatest::<3, true, FETCH>,
            _ => return None,
        };
        // SAFETY: what the caller promises is what the pass asks for.
        Some(unsafe { pass(sheet, set, labels, floor, at_most) })
    }

    /// See [`super::greatest`]. A shuffle turns labels into bits of a plane, and these shuffles are what takes the time. With
    /// `RARE` the labels of the last plane, which is one more than `PLANES`, are rare and told by a bit of their own:
    /// that plane is looked at only where some guess has such a label and could be the best. `FETCH` asks for the next
    /// lines of the rows, side by side.
    ///
    /// # Safety
    /// Every code of the set has a row in the sheet.
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512bitalg")]
    unsafe fn greatest<const PLANES: usize, const RARE: bool, const FETCH: bool>(
        sheet: &Sheet,
        set: &[u16],
        labels: &Labels,
        floor: u8,
        at_most: &[u8],
    ) -> Greatest {
        let mut planes = [_mm512_setzero_si512(); PLANES];
        for (plane, line) in planes.iter_mut().zip(&labels.planes) {
            *plane = load(line);
        }
        let last = load(&labels.planes[labels.planes.len() - 1]);
        let rare_bit = _mm512_set1_epi8(labels.rare.unwrap_or_default() as i8);
        let of_last = labels.list.len() - 8 * (labels.planes.len() - 1);
        let more = _mm512_set1_epi8(of_last as i8);
        let all = sheet.lines();
        let stride = sheet.lines_per_row();
        let mut rows = [all.as_ptr(); MOST];
        for (row, &code) in rows.iter_mut().zip(set) {
            *row = all[usize::from(code) * stride..].as_ptr();
        }
        let rows = &rows[..set.len()];
        let mut most = floor;
        let mut bar = _mm512_set1_epi8(most as i8);
        for index in 0..stride {
            if at_most.get(index).is_some_and(|&count| count <= most) {
                break;
            }
            if FETCH && index % TOGETHER == 0 {
                for &row in rows {
                    // SAFETY: the row has `stride` lines, and `index < stride`.
                    let here = unsafe { &*row.add(index) };
                    for line in 0..TOGETHER {
                        fetch_later(here, TOGETHER + line);
                    }
                }
            }
            // SAFETY: each of these rows has `stride` lines, and `index < stride`.
            let line = |row: *const Line| load(unsafe { &*row.add(index) });
            let mut seen = [_mm512_setzero_si512(); PLANES];
            let mut any = _mm512_setzero_si512();
            let (pairs, single) = rows.as_chunks::<2>();
            for &[a, b] in pairs {
                let (a, b) = (line(a), line(b));
                if RARE {
                    any = or(any, a, b);
                }
                for (seen, &plane) in seen.iter_mut().zip(&planes) {
                    let a = _mm512_permutexvar_epi8(a, plane);
                    *seen = or(*seen, a, _mm512_permutexvar_epi8(b, plane));
                }
            }
            for &a in single {
                let a = line(a);
                if RARE {
                    any = _mm512_or_si512(any, a);
                }
                for (seen, &plane) in seen.iter_mut().zip(&planes) {
                    *seen = _mm512_or_si512(*seen, _mm512_permutexvar_epi8(a, plane));
                }
            }
            let mut count = _mm512_popcnt_epi8(seen[0]);
            for &seen in &seen[1..] {
                count = _mm512_add_epi8(count, _mm512_popcnt_epi8(seen));
            }
            if RARE {
                let rare = _mm512_test_epi8_mask(any, rare_bit);
                let at_most = _mm512_add_epi8(count, more);
                if _mm512_mask_cmpgt_epu8_mask(rare, at_most, bar) != 0 {
                    let mut seen = _mm512_setzero_si512();
                    for &row in rows {
                        let bit = _mm512_permutexvar_epi8(line(row), last);
                        seen = _mm512_or_si512(seen, bit);
                    }
                    count = _mm512_add_epi8(count, _mm512_popcnt_epi8(seen));
                }
            }
            if _mm512_cmpgt_epu8_mask(count, bar) == 0 {
                continue;
            }
            most = greatest_lane(count);
            bar = _mm512_set1_epi8(most as i8);
            if usize::from(most) == set.len() {
                let lane = _mm512_cmpeq_epi8_mask(count, bar).trailing_zeros();
                return Greatest {
                    count: most,
                    telling_all: Some(index * LANES + lane as usize),
                };
            }
        }
        Greatest {
            count: most,
            telling_all: None,
        }
    }

    #[inline]
    #[target_feature(enable = "avx512f")]
    fn or(a: __m512i, b: __m512i, c: __m512i) -> __m512i {
        _mm512_ternarylogic_epi64::<0xfe>(a, b, c)
    }
}
