//! The passes of [`super`] for processors with AVX-512 and byte shuffles (VBMI), such as AMD
//! Zen 4 and Intel Ice Lake and later: 64 guesses per instruction.

use std::arch::x86_64::*;

use super::lines::{BLOCK, Bits, Excess, LANES, Line, Sheet};

#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
pub(super) fn load(line: &Line) -> __m512i {
    // SAFETY: a line is 64 bytes that are aligned to 64, which this access asks for.
    unsafe { _mm512_load_si512(line.0.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
pub(super) fn store(value: __m512i, line: &mut Line) {
    // SAFETY: a line is 64 bytes that are aligned to 64, which this access asks for.
    unsafe { _mm512_store_si512(line.0.as_mut_ptr().cast(), value) }
}

/// Fetches a line of the same row that is read a little later. Rows are far apart, and processors
/// foresee what is read next for a few of them only.
#[inline]
pub(super) fn fetch_later(line: &Line, ahead: usize) {
    let later = std::ptr::from_ref(line).wrapping_add(ahead);
    // SAFETY: a prefetch reads nothing that the program can see and cannot fault, whatever its
    // address.
    unsafe { _mm_prefetch::<_MM_HINT_T0>(later.cast()) };
}

/// See [`super::distinct`]; the labels come as their planes of bits, at most four.
///
/// # Safety
/// Every code of the set has a row in the sheet, and `out` is no longer than a row.
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512bitalg")]
pub(super) unsafe fn distinct(
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
            1 => distinct_in::<1>(sheet, set, planes, enough, out),
            2 => distinct_in::<2>(sheet, set, planes, enough, out),
            3 => distinct_in::<3>(sheet, set, planes, enough, out),
            _ => distinct_in::<4>(sheet, set, planes, enough, out),
        }
    }
}

/// Lines of a row that are worked on at once. Rows are far apart, and those of a large game lie in a far cache: a
/// processor that is asked for neighbors waits once for them all.
pub(super) const TOGETHER: usize = 4;

/// # Safety
/// As for [`distinct`].
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512bitalg")]
unsafe fn distinct_in<const PLANES: usize>(
    sheet: &Sheet,
    set: &[u16],
    planes: &[Line],
    enough: Option<u8>,
    out: &mut [Line],
) -> u8 {
    let mut bits = [_mm512_setzero_si512(); PLANES];
    for (bits, plane) in bits.iter_mut().zip(planes) {
        *bits = load(plane);
    }
    let limit = _mm512_set1_epi8(enough.unwrap_or_default() as i8);
    let mut greatest = _mm512_setzero_si512();
    let (groups, rest) = out.as_chunks_mut::<TOGETHER>();
    let first_of_rest = groups.len() * TOGETHER;
    for (group, counts) in groups.iter_mut().enumerate() {
        // SAFETY: every code has a row, and these are lines of `out`, which is no longer than a row.
        let found = unsafe { count::<PLANES, TOGETHER>(sheet, set, &bits, group * TOGETHER) };
        for (found, counts) in found.into_iter().zip(counts) {
            store(found, counts);
            greatest = _mm512_max_epu8(greatest, found);
            if enough.is_some() && _mm512_cmpge_epu8_mask(found, limit) != 0 {
                return greatest_lane(greatest);
            }
        }
    }
    for (index, counts) in rest.iter_mut().enumerate() {
        // SAFETY: as above.
        let [found] = unsafe { count::<PLANES, 1>(sheet, set, &bits, first_of_rest + index) };
        store(found, counts);
        greatest = _mm512_max_epu8(greatest, found);
        if enough.is_some() && _mm512_cmpge_epu8_mask(found, limit) != 0 {
            break;
        }
    }
    greatest_lane(greatest)
}

/// How many different labels of the planes the guesses of some lines get from a set.
///
/// # Safety
/// Every code of the set has a row in the sheet, and a row has at least `first + LINES` lines.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512bitalg")]
unsafe fn count<const PLANES: usize, const LINES: usize>(
    sheet: &Sheet,
    set: &[u16],
    bits: &[__m512i; PLANES],
    first: usize,
) -> [__m512i; LINES] {
    let stride = sheet.lines_per_row();
    let all = sheet.lines();
    let zero = _mm512_setzero_si512();
    let mut seen = [[zero; PLANES]; LINES];
    for &code in set {
        let start = usize::from(code) * stride + first;
        debug_assert!(start + LINES <= all.len());
        for (index, seen) in seen.iter_mut().enumerate() {
            // SAFETY: the code has a row, and its lines from `first` on are at least `LINES`.
            let line = unsafe { all.get_unchecked(start + index) };
            fetch_later(line, LINES);
            let line = load(line);
            for (seen, &bits) in seen.iter_mut().zip(bits) {
                *seen = _mm512_or_si512(*seen, _mm512_permutexvar_epi8(line, bits));
            }
        }
    }
    seen.map(|seen| {
        seen.into_iter().fold(zero, |count, seen| {
            _mm512_add_epi8(count, _mm512_popcnt_epi8(seen))
        })
    })
}

/// See [`super::most_distinct`]; the labels come as their planes of bits, at most four.
///
/// # Safety
/// Every code of the set has a row in the sheet, and there are no more masks than lines of a row.
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512bitalg")]
pub(super) unsafe fn most_distinct(
    sheet: &Sheet,
    set: &[u16],
    planes: &[Line],
    columns: &[u64],
) -> u8 {
    // SAFETY: what the caller promises is what these functions ask for.
    unsafe {
        match planes.len() {
            0 => 0,
            1 => most_distinct_in::<1>(sheet, set, planes, columns),
            2 => most_distinct_in::<2>(sheet, set, planes, columns),
            3 => most_distinct_in::<3>(sheet, set, planes, columns),
            _ => most_distinct_in::<4>(sheet, set, planes, columns),
        }
    }
}

/// # Safety
/// As for [`most_distinct`].
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512bitalg")]
unsafe fn most_distinct_in<const PLANES: usize>(
    sheet: &Sheet,
    set: &[u16],
    planes: &[Line],
    columns: &[u64],
) -> u8 {
    let mut bits = [_mm512_setzero_si512(); PLANES];
    for (bits, plane) in bits.iter_mut().zip(planes) {
        *bits = load(plane);
    }
    let stride = sheet.lines_per_row();
    let all = sheet.lines();
    let mut most = _mm512_setzero_si512();
    for (index, &columns) in columns.iter().enumerate() {
        if columns == 0 {
            continue;
        }
        let mut seen = [_mm512_setzero_si512(); PLANES];
        for &code in set {
            debug_assert!(usize::from(code) * stride + index < all.len());
            // SAFETY: the code has a row of `stride` lines, and `index < columns.len() <= stride`.
            let line = load(unsafe { all.get_unchecked(usize::from(code) * stride + index) });
            for plane in 0..PLANES {
                let bit = _mm512_permutexvar_epi8(line, bits[plane]);
                seen[plane] = _mm512_or_si512(seen[plane], bit);
            }
        }
        let mut count = _mm512_popcnt_epi8(seen[0]);
        for &seen in &seen[1..] {
            count = _mm512_add_epi8(count, _mm512_popcnt_epi8(seen));
        }
        most = _mm512_mask_max_epu8(most, columns, most, count);
    }
    greatest_lane(most)
}

/// The greatest of 64 bytes.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
pub(super) fn greatest_lane(lanes: __m512i) -> u8 {
    let half = _mm256_max_epu8(
        _mm512_castsi512_si256(lanes),
        _mm512_extracti64x4_epi64::<1>(lanes),
    );
    let quarter = _mm_max_epu8(
        _mm256_castsi256_si128(half),
        _mm256_extracti128_si256::<1>(half),
    );
    // The least of sixteen-bit lanes is one instruction, so greatest and least change places.
    let turned = _mm_xor_si128(quarter, _mm_set1_epi8(-1));
    let least = _mm_minpos_epu16(_mm_min_epu8(turned, _mm_srli_epi16::<8>(turned)));
    !(_mm_cvtsi128_si32(least) as u8)
}

/// Packs the chosen columns of some rows, 64-bit masks of lines telling which.
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi2")]
pub(super) fn pack(row: &[Line], masks: &[u64], out: &mut [u8]) {
    let mut filled = 0;
    for (line, &mask) in row.iter().zip(masks) {
        if mask == 0 {
            continue;
        }
        let packed = _mm512_maskz_compress_epi8(mask, load(line));
        assert!(filled + LANES <= out.len());
        // SAFETY: that there are 64 bytes from `filled` on was checked just before.
        unsafe { _mm512_storeu_si512(out.as_mut_ptr().add(filled).cast(), packed) };
        filled += mask.count_ones() as usize;
    }
}

/// See [`super::equal`].
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
pub(super) fn equal(line: &Line, value: u8) -> u64 {
    _mm512_cmpeq_epi8_mask(load(line), _mm512_set1_epi8(value as i8))
}

/// See [`super::equal_answers`].
#[target_feature(enable = "avx512f,avx512bw")]
pub(super) fn equal_answers(rows: [&[Line]; 2], out: &mut [Bits]) {
    for (index, (a, b)) in rows[0].iter().zip(rows[1]).enumerate() {
        out[index / BLOCK].0[index % BLOCK] = _mm512_cmpeq_epi8_mask(load(a), load(b));
    }
}

/// See [`super::excess`].
///
/// # Safety
/// For every start, `start + blocks` is at most the number of elements of `bits`.
#[target_feature(enable = "avx512f")]
pub(super) unsafe fn excess(bits: &[Bits], blocks: usize, starts: &[u32]) -> Excess {
    /// Pairs after which to look whether all guesses are ruled out.
    const OFTEN: usize = 16;
    let full = _mm512_set1_epi64(-1);
    let mut least = Excess::More;
    for block in 0..blocks {
        let mut once = _mm512_setzero_si512();
        let mut twice = _mm512_setzero_si512();
        for starts in starts.chunks(OFTEN) {
            for &start in starts {
                // SAFETY: the caller promises `start + blocks <= bits.len()`, and `block < blocks`;
                // an element of `bits` is 64 bytes that are aligned to 64.
                let line =
                    unsafe { _mm512_load_si512(bits.as_ptr().add(start as usize + block).cast()) };
                // twice | once & line
                twice = _mm512_ternarylogic_epi64::<0xf8>(twice, once, line);
                once = _mm512_or_si512(once, line);
            }
            if _mm512_cmpneq_epi64_mask(twice, full) == 0 {
                break;
            }
        }
        if _mm512_cmpneq_epi64_mask(once, full) != 0 {
            return Excess::None;
        }
        if _mm512_cmpneq_epi64_mask(twice, full) != 0 {
            least = Excess::One;
        }
    }
    least
}
