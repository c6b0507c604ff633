//! NEON, which every ARM processor of 64 bits has: 16 lanes.

use std::arch::aarch64::*;

use super::{Bytes, PART, by_sixteens, instructions};

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

/// The bit of each lane in its byte of a mask.
const BITS: [u8; PART] = [1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128];

impl Bytes for uint8x16_t {
    const LANES: usize = 16;
    const TOGETHER: usize = 4;

    by_sixteens! {}

    instructions! {
        and(other) -> Self = vandq_u8;
        or(other) -> Self = vorrq_u8;
        xor(other) -> Self = veorq_u8;
        add(other) -> Self = vaddq_u8;
        max(other) -> Self = vmaxq_u8;
        min(other) -> Self = vminq_u8;
        ones() -> Self = vcntq_u8;
        greatest() -> u8 = vmaxvq_u8;
        equal(other) -> Self = vceqq_u8;
    }

    #[inline(always)]
    unsafe fn load(from: *const u8) -> Self {
        // SAFETY: the caller promises so many bytes.
        unsafe { vld1q_u8(from) }
    }

    #[inline(always)]
    unsafe fn store(self, to: *mut u8) {
        // SAFETY: as above.
        unsafe { vst1q_u8(to, self) }
    }

    #[inline(always)]
    fn splat(byte: u8) -> Self {
        // SAFETY: every ARM processor of 64 bits has NEON.
        unsafe { vdupq_n_u8(byte) }
    }

    #[inline(always)]
    fn bits(mask: Self) -> u64 {
        let bits = mask.and(part(&BITS));
        // SAFETY: as above.
        let (low, high) = unsafe { (vaddv_u8(vget_low_u8(bits)), vaddv_u8(vget_high_u8(bits))) };
        u64::from(low) | u64::from(high) << 8
    }

    #[inline(always)]
    fn lanes(bits: u64) -> Self {
        // SAFETY: as above.
        let bytes = unsafe { vcombine_u8(vdup_n_u8(bits as u8), vdup_n_u8((bits >> 8) as u8)) };
        bytes.and(part(&BITS)).equal(part(&BITS))
    }

    #[inline(always)]
    fn choose(mask: Self, yes: Self, no: Self) -> Self {
        // SAFETY: as above.
        unsafe { vbslq_u8(mask, yes, no) }
    }

    #[inline(always)]
    fn shift_left(self, bits: i32) -> Self {
        // SAFETY: as above.
        unsafe {
            let bits = vdupq_n_s16(bits as i16);
            vreinterpretq_u8_u16(vshlq_u16(vreinterpretq_u16_u8(self), bits))
        }
    }

    #[inline(always)]
    fn shift_right(self, bits: i32) -> Self {
        self.shift_left(-bits)
    }

    #[inline(always)]
    fn add_saturating(self, other: Self) -> Self {
        // SAFETY: as above.
        unsafe {
            let (a, b) = (vreinterpretq_u16_u8(self), vreinterpretq_u16_u8(other));
            vreinterpretq_u8_u16(vqaddq_u16(a, b))
        }
    }

    #[inline(always)]
    unsafe fn store_wide(even: Self, odd: Self, to: *mut u16) {
        // SAFETY: the caller promises room for two vectors.
        unsafe {
            let both = uint16x8x2_t(vreinterpretq_u16_u8(even), vreinterpretq_u16_u8(odd));
            vst2q_u16(to, both);
        }
    }
}
