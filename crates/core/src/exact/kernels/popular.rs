//! At most how many different answers guesses get, in games of more answers than a vector has bits for.
//!
//! Few of hundreds of labels are common: words that share four letters are rare. The common ones are
//! counted as what they are, one bit for each, and every code with a rare one as if nobody shared it.
//! So the count is never too low and seldom much too high. It takes the shuffles of AVX-512, with which it is far
//! cheaper than the true count; with others it is not.

use crate::simd::{Features, Level};

use super::lines::{Line, Rows};
#[cfg(target_arch = "x86_64")]
use super::{
    lines::LANES,
    vector::{at, fetch, read, write},
    wide::AHEAD,
};

/// How many labels are common: a bit for each in sixteen bytes.
const COMMON: usize = 128;
/// The rank of labels that are not common.
const RARE: u8 = 0x80;
/// The rank of the winning label, which does not count.
const WIN: u8 = 0xff;

/// The labels of a game by how common they are. There is one only where the processor has AVX-512.
pub(in crate::exact) struct Popular {
    /// By label: a rank below [`COMMON`], [`RARE`] or [`WIN`].
    ranks: [u8; 256],
}

impl Popular {
    /// Ranks labels by how often they occur in some rows of answers.
    pub fn new<'r>(level: Level, win: u8, rows: impl Iterator<Item = &'r [u8]>) -> Option<Self> {
        if !level.has(Features::EXACT_512) {
            return None;
        }
        let mut counts = [0u32; 256];
        for row in rows {
            for &label in row {
                counts[usize::from(label)] += 1;
            }
        }
        let mut labels: Vec<u8> = (0..=255).filter(|&label| label != win).collect();
        labels.sort_by_key(|&label| std::cmp::Reverse(counts[usize::from(label)]));
        let mut ranks = [RARE; 256];
        for (rank, &label) in labels[..COMMON].iter().enumerate() {
            ranks[usize::from(label)] = rank as u8;
        }
        ranks[usize::from(win)] = WIN;
        Some(Popular { ranks })
    }

    /// Counts at most how many different answers but the winning one each guess gets from a set; 255 is that or more.
    pub fn distinct_at_most(&self, rows: Rows, out: &mut [Line]) {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: the level that this was made for has the features.
        unsafe {
            distinct_at_most(rows, self, out);
        }
        #[cfg(not(target_arch = "x86_64"))]
        unreachable!("{:?} {} {}", self.ranks, rows.len(), out.len());
    }
}

/// See [`Popular::distinct_at_most`].
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512bitalg")]
fn distinct_at_most(rows: Rows, popular: &Popular, out: &mut [Line]) {
    use std::arch::x86_64::*;

    /// Bytes of one bit for each of 64 ranks.
    const PLANES: usize = 8;
    assert!(out.len() <= rows.lines_per_row());
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
