//! NEON, which every ARM processor of 64 bits has: 16 lanes.

use std::arch::aarch64::*;

use super::{BITS, Bytes, PART, by_sixteens, instructions};

/// Sixteen bytes.
#[inline(always)]
fn part(bytes: &[u8; PART]) -> uint8x16_t {
    // SAFETY: these are sixteen bytes.
    unsafe { vld1q_u8(bytes.as_ptr()) }
}

/// What stands in sixteen bytes; 0 for an index past them.
#[inline(always)]
fn find_in(table: uint8x16_t, index: uint8x16_t) -> uint8x16_t {
    // SAFETY: every ARM processor of 64 bits has NEON.
    unsafe { vqtbl1q_u8(table, index) }
}

impl Bytes for uint8x16_t {
    const LANES: usize = 16;
    const TOGETHER: usize = 4;

    by_sixteens! {}

    instructions! {
        unsafe fn load(from: *const u8) -> Self = vld1q_u8(from);
        unsafe fn store(self, to: *mut u8) -> () = vst1q_u8(to, self);
        fn splat(byte: u8) -> Self = vdupq_n_u8(byte);
        fn and(self, other: Self) -> Self = vandq_u8(self, other);
        fn or(self, other: Self) -> Self = vorrq_u8(self, other);
        fn xor(self, other: Self) -> Self = veorq_u8(self, other);
        fn add(self, other: Self) -> Self = vaddq_u8(self, other);
        fn max(self, other: Self) -> Self = vmaxq_u8(self, other);
        fn min(self, other: Self) -> Self = vminq_u8(self, other);
        fn ones(self) -> Self = vcntq_u8(self);
        fn greatest(self) -> u8 = vmaxvq_u8(self);
        fn equal(self, other: Self) -> Self = vceqq_u8(self, other);
        fn bits(mask: Self) -> u64 = {
            let bits = mask.and(part(&BITS));
            let (low, high) = (vaddv_u8(vget_low_u8(bits)), vaddv_u8(vget_high_u8(bits)));
            u64::from(low) | u64::from(high) << 8
        };
        fn lanes(bits: u64) -> Self = {
            let bytes = vcombine_u8(vdup_n_u8(bits as u8), vdup_n_u8((bits >> 8) as u8));
            bytes.and(part(&BITS)).equal(part(&BITS))
        };
        fn choose(mask: Self, yes: Self, no: Self) -> Self = vbslq_u8(mask, yes, no);
        fn shift_left(self, bits: i32) -> Self =
            vreinterpretq_u8_u16(vshlq_u16(vreinterpretq_u16_u8(self), vdupq_n_s16(bits as i16)));
        fn shift_right(self, bits: i32) -> Self = self.shift_left(-bits);
        fn add_saturating(self, other: Self) -> Self =
            vreinterpretq_u8_u16(vqaddq_u16(vreinterpretq_u16_u8(self), vreinterpretq_u16_u8(other)));
        unsafe fn store_wide(even: Self, odd: Self, to: *mut u16) -> () =
            vst2q_u16(to, uint16x8x2_t(vreinterpretq_u16_u8(even), vreinterpretq_u16_u8(odd)));
    }
}
