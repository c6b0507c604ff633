//! Vectors of 64 bytes, one guess per lane, a bit of the lane per code.
//!
//! The loops have constant lengths and are compiled three times (see [`super::scan`]), so
//! that the compiler turns each into one or two instructions of the machine at hand.

use std::fmt::Debug;
use std::ops::{Add, BitAnd, BitOr, BitXor, Not, Sub};

/// The bits of up to 8, 16, 32 or 64 codes, or a count of them.
pub trait Lane:
    Copy
    + Default
    + Ord
    + Debug
    + Send
    + Sync
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Add<Output = Self>
    + Sub<Output = Self>
{
    const BITS: usize;
    const ONE: Self;
    const MAX: Self;

    fn bit(index: usize) -> Self;
    fn ones(self) -> Self;
    fn square(self) -> Self;
    fn to_u64(self) -> u64;
    fn of(number: u64) -> Self;
}

macro_rules! lane {
    ($($type:ty)*) => {$(
        impl Lane for $type {
            const BITS: usize = <$type>::BITS as usize;
            const ONE: Self = 1;
            const MAX: Self = <$type>::MAX;

            #[inline(always)]
            fn bit(index: usize) -> Self {
                1 << index
            }
            #[inline(always)]
            fn ones(self) -> Self {
                self.count_ones() as $type
            }
            #[inline(always)]
            fn square(self) -> Self {
                self.wrapping_mul(self)
            }
            #[inline(always)]
            fn to_u64(self) -> u64 {
                self as u64
            }
            #[inline(always)]
            fn of(number: u64) -> Self {
                number as $type
            }
        }
    )*};
}
lane!(u8 u16 u32 u64);

/// A vector of `L` lanes that fill 64 bytes.
#[derive(Clone, Copy, Debug)]
#[repr(align(64))]
pub struct V<E, const L: usize>(pub [E; L]);

impl<E: Lane, const L: usize> V<E, L> {
    #[inline(always)]
    pub fn splat(lane: E) -> Self {
        V([lane; L])
    }

    #[inline(always)]
    pub fn load(from: &[E]) -> Self {
        let mut lanes = [E::default(); L];
        lanes.copy_from_slice(&from[..L]);
        V(lanes)
    }

    #[inline(always)]
    pub fn map(mut self, change: impl Fn(E) -> E) -> Self {
        for lane in &mut self.0 {
            *lane = change(*lane);
        }
        self
    }

    #[inline(always)]
    pub fn with(mut self, other: Self, join: impl Fn(E, E) -> E) -> Self {
        for index in 0..L {
            self.0[index] = join(self.0[index], other.0[index]);
        }
        self
    }

    #[inline(always)]
    pub fn and(self, other: Self) -> Self {
        self.with(other, |a, b| a & b)
    }

    #[inline(always)]
    pub fn min_lane(self) -> E {
        self.0.into_iter().fold(E::MAX, |a, b| a.min(b))
    }
}
