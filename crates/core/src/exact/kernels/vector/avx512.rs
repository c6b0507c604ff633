//! AVX-512 with its shuffles of bytes (VBMI), such as AMD Zen 4, Intel Ice Lake and later: 64 lanes.

use std::arch::x86_64::*;

use super::{Bytes, instructions, read};
use crate::exact::kernels::lines::Line;

/// A table in quarters of 64 bytes.
pub struct Table {
    parts: [__m512i; 4],
    quarters: usize,
}

impl Bytes for __m512i {
    const LANES: usize = 64;
    const TOGETHER: usize = 4;
    type Mask = __mmask64;
    type Table = Table;

    instructions! {
        unsafe fn load(from: *const u8) -> Self = _mm512_loadu_si512(from.cast());
        unsafe fn store(self, to: *mut u8) -> () = _mm512_storeu_si512(to.cast(), self);
        fn splat(byte: u8) -> Self = _mm512_set1_epi8(byte as i8);
        fn and(self, other: Self) -> Self = _mm512_and_si512(self, other);
        fn or(self, other: Self) -> Self = _mm512_or_si512(self, other);
        fn xor(self, other: Self) -> Self = _mm512_xor_si512(self, other);
        fn add(self, other: Self) -> Self = _mm512_add_epi8(self, other);
        fn max(self, other: Self) -> Self = _mm512_max_epu8(self, other);
        fn min(self, other: Self) -> Self = _mm512_min_epu8(self, other);
        fn ones(self) -> Self = _mm512_popcnt_epi8(self);
        fn greatest(self) -> u8 = {
            let high = _mm512_extracti64x4_epi64::<1>(self);
            _mm256_max_epu8(_mm512_castsi512_si256(self), high).greatest()
        };
        fn add_digits(self, b: Self, c: Self) -> (Self, Self) =
            (_mm512_ternarylogic_epi64::<0x96>(self, b, c), _mm512_ternarylogic_epi64::<0xe8>(self, b, c));
        fn equal(self, other: Self) -> __mmask64 = _mm512_cmpeq_epi8_mask(self, other);
        fn at_least(self, other: Self) -> __mmask64 = _mm512_cmpge_epu8_mask(self, other);
        fn not(mask: __mmask64) -> __mmask64 = !mask;
        fn both(a: __mmask64, b: __mmask64) -> __mmask64 = a & b;
        fn either(a: __mmask64, b: __mmask64) -> __mmask64 = a | b;
        fn bits(mask: __mmask64) -> u64 = mask;
        fn lanes(bits: u64) -> __mmask64 = bits;
        fn choose(mask: __mmask64, yes: Self, no: Self) -> Self = _mm512_mask_blend_epi8(mask, no, yes);
        fn only(self, mask: __mmask64) -> Self = _mm512_maskz_mov_epi8(mask, self);
        fn plane(line: &Line, _number: usize) -> Self = read(&line.0, 0);
        fn table(bytes: &[u8]) -> Table = {
            let mut all = [0; 256];
            all[..bytes.len()].copy_from_slice(bytes);
            let mut parts = [Self::splat(0); 4];
            for (quarter, vector) in parts.iter_mut().enumerate() {
                *vector = read(&all, quarter);
            }
            Table { parts, quarters: bytes.len().div_ceil(64) }
        };
        fn find(self, table: &Table) -> Self = {
            let [a, b, c, d] = table.parts;
            if table.quarters <= 1 {
                return _mm512_permutexvar_epi8(self, a);
            }
            let first = _mm512_permutex2var_epi8(a, self, b);
            if table.quarters == 2 {
                return first;
            }
            let second = _mm512_permutex2var_epi8(c, self, d);
            _mm512_mask_blend_epi8(_mm512_movepi8_mask(self), first, second)
        };
        fn shift_left(self, bits: i32) -> Self = _mm512_sll_epi16(self, _mm_cvtsi32_si128(bits));
        fn shift_right(self, bits: i32) -> Self = _mm512_srl_epi16(self, _mm_cvtsi32_si128(bits));
        fn add_saturating(self, other: Self) -> Self = _mm512_adds_epu16(self, other);
        unsafe fn store_wide(even: Self, odd: Self, to: *mut u16) -> () = {
            // Unpacking stays within quarters: they are put in order.
            let low = _mm512_unpacklo_epi16(even, odd);
            let high = _mm512_unpackhi_epi16(even, odd);
            let first = _mm512_setr_epi64(0, 1, 8, 9, 2, 3, 10, 11);
            let second = _mm512_setr_epi64(4, 5, 12, 13, 6, 7, 14, 15);
            _mm512_storeu_si512(to.cast(), _mm512_permutex2var_epi64(low, first, high));
            let second = _mm512_permutex2var_epi64(low, second, high);
            _mm512_storeu_si512(to.add(32).cast(), second);
        };
    }

    #[inline(always)]
    fn labels<const PLANES: usize>(self, planes: &[Self; PLANES], _first: usize) -> [Self; PLANES] {
        let mut bits = *planes;
        for bits in &mut bits {
            // SAFETY: whoever names this type of vectors has its features.
            *bits = unsafe { _mm512_permutexvar_epi8(self, *bits) };
        }
        bits
    }
}
