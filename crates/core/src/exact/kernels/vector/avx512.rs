//! AVX-512 with its shuffles of bytes (VBMI), such as AMD Zen 4, Intel Ice Lake and later: 64 lanes.

use std::arch::x86_64::*;

use super::{Bytes, instructions};
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
        and(other) -> Self = _mm512_and_si512;
        or(other) -> Self = _mm512_or_si512;
        xor(other) -> Self = _mm512_xor_si512;
        add(other) -> Self = _mm512_add_epi8;
        max(other) -> Self = _mm512_max_epu8;
        min(other) -> Self = _mm512_min_epu8;
        ones() -> Self = _mm512_popcnt_epi8;
        equal(other) -> __mmask64 = _mm512_cmpeq_epi8_mask;
        at_least(other) -> __mmask64 = _mm512_cmpge_epu8_mask;
        add_saturating(other) -> Self = _mm512_adds_epu16;
    }

    #[inline(always)]
    unsafe fn load(from: *const u8) -> Self {
        // SAFETY: the caller promises so many bytes, and this access asks for no alignment.
        unsafe { _mm512_loadu_si512(from.cast()) }
    }

    #[inline(always)]
    unsafe fn store(self, to: *mut u8) {
        // SAFETY: as above.
        unsafe { _mm512_storeu_si512(to.cast(), self) }
    }

    #[inline(always)]
    fn splat(byte: u8) -> Self {
        // SAFETY: whoever names this type of vectors has its features.
        unsafe { _mm512_set1_epi8(byte as i8) }
    }

    #[inline(always)]
    fn greatest(self) -> u8 {
        // SAFETY: as above.
        let half = unsafe {
            _mm256_max_epu8(
                _mm512_castsi512_si256(self),
                _mm512_extracti64x4_epi64::<1>(self),
            )
        };
        half.greatest()
    }

    #[inline(always)]
    fn add_digits(self, b: Self, c: Self) -> (Self, Self) {
        // SAFETY: as above.
        unsafe {
            (
                _mm512_ternarylogic_epi64::<0x96>(self, b, c),
                _mm512_ternarylogic_epi64::<0xe8>(self, b, c),
            )
        }
    }

    #[inline(always)]
    fn not(mask: __mmask64) -> __mmask64 {
        !mask
    }

    #[inline(always)]
    fn both(a: __mmask64, b: __mmask64) -> __mmask64 {
        a & b
    }

    #[inline(always)]
    fn either(a: __mmask64, b: __mmask64) -> __mmask64 {
        a | b
    }

    #[inline(always)]
    fn bits(mask: __mmask64) -> u64 {
        mask
    }

    #[inline(always)]
    fn lanes(bits: u64) -> __mmask64 {
        bits
    }

    #[inline(always)]
    fn choose(mask: __mmask64, yes: Self, no: Self) -> Self {
        // SAFETY: as above.
        unsafe { _mm512_mask_blend_epi8(mask, no, yes) }
    }

    #[inline(always)]
    fn only(self, mask: __mmask64) -> Self {
        // SAFETY: as above.
        unsafe { _mm512_maskz_mov_epi8(mask, self) }
    }

    #[inline(always)]
    fn plane(line: &Line, _number: usize) -> Self {
        // SAFETY: a line is 64 bytes.
        unsafe { Self::load(line.0.as_ptr()) }
    }

    #[inline(always)]
    fn labels<const PLANES: usize>(self, planes: &[Self; PLANES], _first: usize) -> [Self; PLANES] {
        let mut bits = *planes;
        for bits in &mut bits {
            // SAFETY: as above.
            *bits = unsafe { _mm512_permutexvar_epi8(self, *bits) };
        }
        bits
    }

    #[inline(always)]
    fn table(bytes: &[u8]) -> Table {
        let mut all = [0; 256];
        all[..bytes.len()].copy_from_slice(bytes);
        let mut parts = [Self::splat(0); 4];
        for (vector, bytes) in parts.iter_mut().zip(all.as_chunks::<64>().0) {
            // SAFETY: these are as many bytes as lanes.
            *vector = unsafe { Self::load(bytes.as_ptr()) };
        }
        Table {
            parts,
            quarters: bytes.len().div_ceil(64),
        }
    }

    #[inline(always)]
    fn find(self, table: &Table) -> Self {
        let [a, b, c, d] = table.parts;
        // SAFETY: as above.
        unsafe {
            if table.quarters <= 1 {
                return _mm512_permutexvar_epi8(self, a);
            }
            let first = _mm512_permutex2var_epi8(a, self, b);
            if table.quarters == 2 {
                return first;
            }
            let second = _mm512_permutex2var_epi8(c, self, d);
            _mm512_mask_blend_epi8(_mm512_movepi8_mask(self), first, second)
        }
    }

    #[inline(always)]
    fn shift_left(self, bits: i32) -> Self {
        // SAFETY: as above.
        unsafe { _mm512_sll_epi16(self, _mm_cvtsi32_si128(bits)) }
    }

    #[inline(always)]
    fn shift_right(self, bits: i32) -> Self {
        // SAFETY: as above.
        unsafe { _mm512_srl_epi16(self, _mm_cvtsi32_si128(bits)) }
    }

    #[inline(always)]
    unsafe fn store_wide(even: Self, odd: Self, to: *mut u16) {
        // SAFETY: the caller promises room for two vectors. Unpacking stays within quarters: they are put in order.
        unsafe {
            let low = _mm512_unpacklo_epi16(even, odd);
            let high = _mm512_unpackhi_epi16(even, odd);
            let first = _mm512_setr_epi64(0, 1, 8, 9, 2, 3, 10, 11);
            let second = _mm512_setr_epi64(4, 5, 12, 13, 6, 7, 14, 15);
            _mm512_storeu_si512(to.cast(), _mm512_permutex2var_epi64(low, first, high));
            let second = _mm512_permutex2var_epi64(low, second, high);
            _mm512_storeu_si512(to.add(32).cast(), second);
        }
    }
}
