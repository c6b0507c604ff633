//! The vectors of WebAssembly (simd128): 16 lanes.

use std::arch::wasm32::*;

use super::{BITS, Bytes, PART, by_sixteens, bytes_of, instructions};

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

impl Bytes for v128 {
    const LANES: usize = 16;
    const TOGETHER: usize = 4;

    by_sixteens! {}

    instructions! {
        unsafe fn load(from: *const u8) -> Self = v128_load(from.cast());
        unsafe fn store(self, to: *mut u8) -> () = v128_store(to.cast(), self);
        fn splat(byte: u8) -> Self = u8x16_splat(byte);
        fn and(self, other: Self) -> Self = v128_and(self, other);
        fn or(self, other: Self) -> Self = v128_or(self, other);
        fn xor(self, other: Self) -> Self = v128_xor(self, other);
        fn add(self, other: Self) -> Self = u8x16_add(self, other);
        fn max(self, other: Self) -> Self = u8x16_max(self, other);
        fn min(self, other: Self) -> Self = u8x16_min(self, other);
        fn ones(self) -> Self = u8x16_popcnt(self);
        fn greatest(self) -> u8 = bytes_of(self).into_iter().fold(0, u8::max);
        fn equal(self, other: Self) -> Self = u8x16_eq(self, other);
        fn bits(mask: Self) -> u64 = u64::from(u8x16_bitmask(mask));
        fn lanes(bits: u64) -> Self = {
            let bytes = i8x16_shuffle::<0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1>(
                u16x8_splat(bits as u16),
                u8x16_splat(0),
            );
            bytes.and(part(&BITS)).equal(part(&BITS))
        };
        fn choose(mask: Self, yes: Self, no: Self) -> Self = v128_bitselect(yes, no, mask);
        fn shift_left(self, bits: i32) -> Self = u16x8_shl(self, bits as u32);
        fn shift_right(self, bits: i32) -> Self = u16x8_shr(self, bits as u32);
        fn add_saturating(self, other: Self) -> Self = u16x8_add_sat(self, other);
        unsafe fn store_wide(even: Self, odd: Self, to: *mut u16) -> () = {
            i16x8_shuffle::<0, 8, 1, 9, 2, 10, 3, 11>(even, odd).store(to.cast());
            i16x8_shuffle::<4, 12, 5, 13, 6, 14, 7, 15>(even, odd).store(to.add(8).cast());
        };
    }
}
