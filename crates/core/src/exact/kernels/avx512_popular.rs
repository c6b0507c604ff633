//! A bound of how many different answers guesses get, in games of many answers, for AVX-512: see `popular`.

use std::arch::x86_64::*;

use super::lines::{LANES, Line, Rows};
use super::popular::{Popular, RARE};
use super::vector::{at, fetch, read, write};
use super::wide::AHEAD;

/// See [`Popular::distinct_at_most`].
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512bitalg")]
pub(super) fn distinct_at_most(rows: Rows, popular: &Popular, out: &mut [Line]) {
    /// Bytes of one bit for each of 64 ranks.
    const PLANES: usize = 8;
    assert!(out.len() <= rows.sheet().lines_per_row());
    let ranks: [__m512i; 4] = std::array::from_fn(|quarter| read(&popular.ranks, quarter));
    let planes: [__m512i; PLANES] = std::array::from_fn(|plane| {
        let bit = |rank: usize| u8::from(rank / 8 == plane) << (rank % 8);
        read(&std::array::from_fn::<u8, LANES, _>(bit), 0)
    });
    let half = _mm512_set1_epi8(LANES as i8);
    let rare_rank = _mm512_set1_epi8(RARE as i8);
    let one = _mm512_set1_epi8(1);
    for (index, counts) in out.iter_mut().enumerate() {
        let mut low = [_mm512_setzero_si512(); PLANES];
        let mut high = [_mm512_setzero_si512(); PLANES];
        let mut rare = _mm512_setzero_si512();
        for row in rows.starts() {
            fetch::<__m512i>(row, index + AHEAD);
            // SAFETY: `index < out.len()`, which is no longer than a row.
            let line = unsafe { at::<__m512i>(row, index) };
            let first = _mm512_permutex2var_epi8(ranks[0], line, ranks[1]);
            let second = _mm512_permutex2var_epi8(ranks[2], line, ranks[3]);
            let rank = _mm512_mask_blend_epi8(_mm512_movepi8_mask(line), first, second);
            let is_rare = _mm512_cmpeq_epi8_mask(rank, rare_rank);
            rare = _mm512_mask_adds_epu8(rare, is_rare, rare, one);
            let is_low = _mm512_movm_epi8(_mm512_cmplt_epu8_mask(rank, half));
            let below = _mm512_cmplt_epu8_mask(rank, rare_rank);
            let is_high = _mm512_andnot_si512(is_low, _mm512_movm_epi8(below));
            for plane in 0..PLANES {
                let bit = _mm512_permutexvar_epi8(rank, planes[plane]);
                // seen | bit & chosen
                low[plane] = _mm512_ternarylogic_epi64::<0xf8>(low[plane], bit, is_low);
                high[plane] = _mm512_ternarylogic_epi64::<0xf8>(high[plane], bit, is_high);
            }
        }
        let mut count = rare;
        for seen in low.into_iter().chain(high) {
            count = _mm512_adds_epu8(count, _mm512_popcnt_epi8(seen));
        }
        write(count, &mut counts.0, 0);
    }
}
