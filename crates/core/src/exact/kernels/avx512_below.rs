//! Comparing sums with a limit, for processors with AVX-512.

use std::arch::x86_64::*;

use super::lines::LANES;

/// See [`super::below`].
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
pub(super) fn below(sums: &[u16; LANES], lanes: u64, limit: u32) -> (u64, Option<u16>) {
    // Sums that are all below the limit are below the greatest number or equal to it.
    let Some(most) = limit.checked_sub(1) else {
        return (0, least(sums, lanes));
    };
    let most = _mm512_set1_epi16(most.min(u32::from(u16::MAX)) as i16);
    let (start, end) = halves(sums);
    let start = u64::from(_mm512_cmple_epu16_mask(start, most));
    let end = u64::from(_mm512_cmple_epu16_mask(end, most));
    let below = lanes & (start | end << (LANES / 2));
    (below, least(sums, lanes & !below))
}

/// The least of the chosen lanes, if there are any.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn least(sums: &[u16; LANES], lanes: u64) -> Option<u16> {
    if lanes == 0 {
        return None;
    }
    let (start, end) = halves(sums);
    let all = _mm512_set1_epi16(-1);
    let least = _mm512_mask_min_epu16(all, lanes as u32, all, start);
    let least = _mm512_mask_min_epu16(least, (lanes >> (LANES / 2)) as u32, least, end);
    let half = _mm256_min_epu16(
        _mm512_castsi512_si256(least),
        _mm512_extracti64x4_epi64::<1>(least),
    );
    let quarter = _mm_min_epu16(
        _mm256_castsi256_si128(half),
        _mm256_extracti128_si256::<1>(half),
    );
    Some(_mm_cvtsi128_si32(_mm_minpos_epu16(quarter)) as u16)
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn halves(sums: &[u16; LANES]) -> (__m512i, __m512i) {
    let (start, end) = sums.split_at(LANES / 2);
    // SAFETY: both halves are 32 numbers of two bytes, and these loads need no alignment.
    unsafe {
        (
            _mm512_loadu_si512(start.as_ptr().cast()),
            _mm512_loadu_si512(end.as_ptr().cast()),
        )
    }
}
