//! The vectors of WebAssembly (simd128): 16 lanes.

use std::arch::wasm32::*;

use super::{Bytes, PART, by_sixteens, instructions};

/// Sixteen bytes.
#[inline(always)]
fn part(bytes: &[u8; PART]) -> v128 {
    // SAFETY: these are sixteen bytes.
    unsafe { v128_load(bytes.as_ptr().cast()) }
}

/// What stands in sixteen bytes; 0 for an index past them.
#[inline(always)]
fn find_in(table: v128, index: v128) -> v128 {
    u8x16_swizzle(table, index)
}

/// The bit of each lane in its byte of a mask.
const BITS: [u8; PART] = [1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128];

impl Bytes for v128 {
    const LANES: usize = 16;
    const TOGETHER: usize = 4;

    by_sixteens! {}

    instructions! {
        and(other) -> Self = v128_and;
        or(other) -> Self = v128_or;
        xor(other) -> Self = v128_xor;
        add(other) -> Self = u8x16_add;
        max(other) -> Self = u8x16_max;
        min(other) -> Self = u8x16_min;
        ones() -> Self = u8x16_popcnt;
        equal(other) -> Self = u8x16_eq;
        add_saturating(other) -> Self = u16x8_add_sat;
    }

    #[inline(always)]
    unsafe fn load(from: *const u8) -> Self {
        // SAFETY: the caller promises so many bytes.
        unsafe { v128_load(from.cast()) }
    }

    #[inline(always)]
    unsafe fn store(self, to: *mut u8) {
        // SAFETY: as above.
        unsafe { v128_store(to.cast(), self) }
    }

    #[inline(always)]
    fn splat(byte: u8) -> Self {
        u8x16_splat(byte)
    }

    #[inline(always)]
    fn greatest(self) -> u8 {
        let mut bytes = [0; PART];
        // SAFETY: there is room for sixteen bytes.
        unsafe { self.store(bytes.as_mut_ptr()) };
        bytes.into_iter().fold(0, u8::max)
    }

    #[inline(always)]
    fn bits(mask: Self) -> u64 {
        u64::from(u8x16_bitmask(mask))
    }

    #[inline(always)]
    fn lanes(bits: u64) -> Self {
        let bytes = i8x16_shuffle::<0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1>(
            u16x8_splat(bits as u16),
            u8x16_splat(0),
        );
        bytes.and(part(&BITS)).equal(part(&BITS))
    }

    #[inline(always)]
    fn choose(mask: Self, yes: Self, no: Self) -> Self {
        v128_bitselect(yes, no, mask)
    }

    #[inline(always)]
    fn shift_left(self, bits: i32) -> Self {
        u16x8_shl(self, bits as u32)
    }

    #[inline(always)]
    fn shift_right(self, bits: i32) -> Self {
        u16x8_shr(self, bits as u32)
    }

    #[inline(always)]
    unsafe fn store_wide(even: Self, odd: Self, to: *mut u16) {
        let first = i16x8_shuffle::<0, 8, 1, 9, 2, 10, 3, 11>(even, odd);
        let second = i16x8_shuffle::<4, 12, 5, 13, 6, 14, 7, 15>(even, odd);
        // SAFETY: the caller promises room for two vectors.
        unsafe {
            first.store(to.cast());
            second.store(to.add(8).cast());
        }
    }
}
