//! One lane of a vector: a bit for each of some possible codes, or a count of them.

use std::fmt::Debug;
use std::ops::{BitAnd, BitOr, BitXor, Not};

use bytemuck::Pod;

/// The bits of up to 8, 16, 32 or 64 codes, or a number of them.
pub trait CodeBits:
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
    + Pod
{
    const BITS: usize;
    const ONE: Self;
    const MAX: Self;

    fn bit(index: usize) -> Self;
    fn to_u64(self) -> u64;
    /// Keeps the low bits.
    fn of(number: u64) -> Self;
}

macro_rules! code_bits {
    ($($type:ty)*) => {$(
        impl CodeBits for $type {
            const BITS: usize = <$type>::BITS as usize;
            const ONE: Self = 1;
            const MAX: Self = <$type>::MAX;

            #[inline(always)]
            fn bit(index: usize) -> Self {
                1 << index
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
code_bits!(u8 u16 u32 u64);
