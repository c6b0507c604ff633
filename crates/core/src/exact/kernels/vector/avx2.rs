//! AVX2, which nearly every processor with the instructions of x86-64 has: 32 lanes.
//!
//! Its shuffle looks up sixteen bytes, the same in both halves of a vector, and gives 0 for an index with the highest bit.
//! Adding 0x70 with saturation leaves the last four bits of an index below 16 and gives that bit to every other one.

use std::arch::x86_64::*;

use super::{Bytes, PART, by_sixteens, instructions};

/// Sixteen bytes, in both halves.
#[inline(always)]
fn part(bytes: &[u8; PART]) -> __m256i {
    // SAFETY: whoever calls this has AVX2, and there are sixteen bytes.
    unsafe { _mm256_broadcastsi128_si256(_mm_loadu_si128(bytes.as_ptr().cast())) }
}

/// What stands in sixteen bytes at the last four bits of an index; 0 for an index with the highest bit.
#[inline(always)]
fn shuffle(table: __m256i, index: __m256i) -> __m256i {
    // SAFETY: as above.
    unsafe { _mm256_shuffle_epi8(table, index) }
}

/// What stands in sixteen bytes; 0 for an index past them.
#[inline(always)]
fn find_in(table: __m256i, index: __m256i) -> __m256i {
    // SAFETY: as above.
    shuffle(table, unsafe {
        _mm256_adds_epu8(index, __m256i::splat(0x70))
    })
}

#[inline(always)]
fn from_words(words: [u64; 4]) -> __m256i {
    // SAFETY: as above, and four words are as long as a vector.
    unsafe { _mm256_loadu_si256(words.as_ptr().cast()) }
}

impl Bytes for __m256i {
    const LANES: usize = 32;
    const TOGETHER: usize = 2;

    by_sixteens! {}

    instructions! {
        unsafe fn load(from: *const u8) -> Self = _mm256_loadu_si256(from.cast());
        unsafe fn store(self, to: *mut u8) -> () = _mm256_storeu_si256(to.cast(), self);
        fn splat(byte: u8) -> Self = _mm256_set1_epi8(byte as i8);
        fn and(self, other: Self) -> Self = _mm256_and_si256(self, other);
        fn or(self, other: Self) -> Self = _mm256_or_si256(self, other);
        fn xor(self, other: Self) -> Self = _mm256_xor_si256(self, other);
        fn add(self, other: Self) -> Self = _mm256_add_epi8(self, other);
        fn max(self, other: Self) -> Self = _mm256_max_epu8(self, other);
        fn min(self, other: Self) -> Self = _mm256_min_epu8(self, other);
        /// Counts the bits of each half of a byte by a shuffle (Muła, Kurz and Lemire, Faster population counts using AVX2
        /// instructions, The Computer Journal, 2018).
        fn ones(self) -> Self = {
            let counts = part(&[0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4]);
            let half = Self::splat(0x0f);
            let low = shuffle(counts, self.and(half));
            low.add(shuffle(counts, self.shift_right(4).and(half)))
        };
        fn greatest(self) -> u8 = {
            let high = _mm256_extracti128_si256::<1>(self);
            let half = _mm_max_epu8(_mm256_castsi256_si128(self), high);
            // The least of sixteen-bit lanes is one instruction, so greatest and least change places.
            let turned = _mm_xor_si128(half, _mm_set1_epi8(-1));
            let least = _mm_minpos_epu16(_mm_min_epu8(turned, _mm_srli_epi16::<8>(turned)));
            !(_mm_cvtsi128_si32(least) as u8)
        };
        fn equal(self, other: Self) -> Self = _mm256_cmpeq_epi8(self, other);
        fn bits(mask: Self) -> u64 = u64::from(_mm256_movemask_epi8(mask) as u32);
        fn lanes(bits: u64) -> Self = {
            // Each byte of the bits is wanted in eight lanes, and each of these lanes asks for another bit of it.
            let bit = from_words([0x8040_2010_0804_0201; 4]);
            let byte = from_words([0, 1, 2, 3].map(|byte| byte * 0x0101_0101_0101_0101));
            let bytes = _mm256_shuffle_epi8(_mm256_set1_epi32(bits as u32 as i32), byte);
            bytes.and(bit).equal(bit)
        };
        fn choose(mask: Self, yes: Self, no: Self) -> Self = _mm256_blendv_epi8(no, yes, mask);
        fn shift_left(self, bits: i32) -> Self = _mm256_sll_epi16(self, _mm_cvtsi32_si128(bits));
        fn shift_right(self, bits: i32) -> Self = _mm256_srl_epi16(self, _mm_cvtsi32_si128(bits));
        fn add_saturating(self, other: Self) -> Self = _mm256_adds_epu16(self, other);
        unsafe fn store_wide(even: Self, odd: Self, to: *mut u16) -> () = {
            // Unpacking stays within halves: they are put in order.
            let low = _mm256_unpacklo_epi16(even, odd);
            let high = _mm256_unpackhi_epi16(even, odd);
            _mm256_storeu_si256(to.cast(), _mm256_permute2x128_si256::<0x20>(low, high));
            let second = _mm256_permute2x128_si256::<0x31>(low, high);
            _mm256_storeu_si256(to.add(16).cast(), second);
        };
    }
}
