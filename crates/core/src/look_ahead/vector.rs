//! Vectors of lanes: AVX-512, AVX2, and arrays for any machine.
//!
//! Plain loops over arrays of lanes were tried first. The compiler vectorised them across the wrong
//! loop, with gathers and scatters, which took three to seven times as long.

use bytemuck::Pod;

use super::code_bits::CodeBits;

/// A vector with one lane for each guess.
///
/// # Safety
/// The type is `LANES` lanes one after the other and nothing else. Methods may be called only where
/// the features named at the implementation are present; `load` reads `LANES` lanes.
pub unsafe trait Vector<E: CodeBits>: Pod + Send + Sync {
    const LANES: usize;

    unsafe fn load(from: *const E) -> Self;
    unsafe fn splat(lane: E) -> Self;
    unsafe fn and(self, other: Self) -> Self;
    unsafe fn and_not(self, other: Self) -> Self;
    unsafe fn or(self, other: Self) -> Self;
    unsafe fn xor(self, other: Self) -> Self;
    /// Counts the bits that are set in each lane.
    unsafe fn ones(self) -> Self;
    unsafe fn add(self, other: Self) -> Self;
    unsafe fn sub(self, other: Self) -> Self;
    /// The larger and the smaller of two counts, which leave the highest bit unset.
    unsafe fn max(self, other: Self) -> Self;
    unsafe fn min(self, other: Self) -> Self;
    /// Squares counts; counts in bytes are at most 8, counts in 64 bits below 2^32.
    unsafe fn square(self) -> Self;

    /// Whether some lane is below the bound.
    #[inline(always)]
    unsafe fn any_below(self, bound: E) -> bool {
        lanes(&[self]).iter().any(|&lane| lane < bound)
    }
}

/// The lanes of some vectors.
pub fn lanes<E: CodeBits, V: Vector<E>>(vectors: &[V]) -> &[E] {
    bytemuck::cast_slice(vectors)
}

/// The lanes of some vectors, to be written.
pub fn lanes_mut<E: CodeBits, V: Vector<E>>(vectors: &mut [V]) -> &mut [E] {
    bytemuck::cast_slice_mut(vectors)
}

/// The lanes of a vector on any machine.
pub const PLAIN_LANES: usize = 8;

macro_rules! plain {
    ($($lane:ty)*) => {$(
        // SAFETY: an array is nothing but its elements.
        unsafe impl Vector<$lane> for [$lane; PLAIN_LANES] {
            const LANES: usize = PLAIN_LANES;

            #[inline(always)]
            unsafe fn load(from: *const $lane) -> Self {
                // SAFETY: the caller promises that `PLAIN_LANES` lanes can be read there.
                unsafe { from.cast::<Self>().read() }
            }
            #[inline(always)]
            unsafe fn splat(lane: $lane) -> Self {
                [lane; PLAIN_LANES]
            }
            #[inline(always)]
            unsafe fn and(self, other: Self) -> Self {
                std::array::from_fn(|lane| self[lane] & other[lane])
            }
            #[inline(always)]
            unsafe fn and_not(self, other: Self) -> Self {
                std::array::from_fn(|lane| self[lane] & !other[lane])
            }
            #[inline(always)]
            unsafe fn or(self, other: Self) -> Self {
                std::array::from_fn(|lane| self[lane] | other[lane])
            }
            #[inline(always)]
            unsafe fn xor(self, other: Self) -> Self {
                std::array::from_fn(|lane| self[lane] ^ other[lane])
            }
            #[inline(always)]
            unsafe fn ones(self) -> Self {
                self.map(|lane| lane.count_ones() as $lane)
            }
            #[inline(always)]
            unsafe fn add(self, other: Self) -> Self {
                std::array::from_fn(|lane| self[lane].wrapping_add(other[lane]))
            }
            #[inline(always)]
            unsafe fn sub(self, other: Self) -> Self {
                std::array::from_fn(|lane| self[lane].wrapping_sub(other[lane]))
            }
            #[inline(always)]
            unsafe fn max(self, other: Self) -> Self {
                std::array::from_fn(|lane| self[lane].max(other[lane]))
            }
            #[inline(always)]
            unsafe fn min(self, other: Self) -> Self {
                std::array::from_fn(|lane| self[lane].min(other[lane]))
            }
            #[inline(always)]
            unsafe fn square(self) -> Self {
                self.map(|lane| lane.wrapping_mul(lane))
            }
        }
    )*};
}
plain!(u8 u16 u32 u64);

#[cfg(target_arch = "x86_64")]
mod x86 {
    use super::Vector;
    use std::arch::x86_64::*;

    macro_rules! register {
        ($(#[$needs:meta])* $register:ty, $lane:ty, $lanes:literal:
            $load:ident $splat:ident $as:ty, $and:ident $andnot:ident $or:ident $xor:ident,
            $add:ident $sub:ident $max:ident $min:ident $ones:ident $square:ident
            $(, $below:ident)?) => {
            $(#[$needs])*
            // SAFETY: a register is nothing but its lanes.
            unsafe impl Vector<$lane> for $register {
                const LANES: usize = $lanes;

                #[inline(always)]
                unsafe fn load(from: *const $lane) -> Self {
                    // SAFETY: the caller promises the features, and for `load` as many lanes.
                    unsafe { $load(from.cast()) }
                }
                #[inline(always)]
                unsafe fn splat(lane: $lane) -> Self {
                    // SAFETY: the caller promises the features, and for `load` as many lanes.
                    unsafe { $splat(lane as $as) }
                }
                #[inline(always)]
                unsafe fn and(self, other: Self) -> Self {
                    // SAFETY: the caller promises the features, and for `load` as many lanes.
                    unsafe { $and(self, other) }
                }
                #[inline(always)]
                unsafe fn and_not(self, other: Self) -> Self {
                    // SAFETY: the caller promises the features, and for `load` as many lanes.
                    unsafe { $andnot(other, self) }
                }
                #[inline(always)]
                unsafe fn or(self, other: Self) -> Self {
                    // SAFETY: the caller promises the features, and for `load` as many lanes.
                    unsafe { $or(self, other) }
                }
                #[inline(always)]
                unsafe fn xor(self, other: Self) -> Self {
                    // SAFETY: the caller promises the features, and for `load` as many lanes.
                    unsafe { $xor(self, other) }
                }
                #[inline(always)]
                unsafe fn ones(self) -> Self {
                    // SAFETY: the caller promises the features, and for `load` as many lanes.
                    unsafe { $ones(self) }
                }
                #[inline(always)]
                unsafe fn add(self, other: Self) -> Self {
                    // SAFETY: the caller promises the features, and for `load` as many lanes.
                    unsafe { $add(self, other) }
                }
                #[inline(always)]
                unsafe fn sub(self, other: Self) -> Self {
                    // SAFETY: the caller promises the features, and for `load` as many lanes.
                    unsafe { $sub(self, other) }
                }
                #[inline(always)]
                unsafe fn max(self, other: Self) -> Self {
                    // SAFETY: the caller promises the features, and for `load` as many lanes.
                    unsafe { $max(self, other) }
                }
                #[inline(always)]
                unsafe fn min(self, other: Self) -> Self {
                    // SAFETY: the caller promises the features, and for `load` as many lanes.
                    unsafe { $min(self, other) }
                }
                #[inline(always)]
                unsafe fn square(self) -> Self {
                    // SAFETY: the caller promises the features, and for `load` as many lanes.
                    unsafe { $square(self) }
                }
                $(
                    #[inline(always)]
                    unsafe fn any_below(self, bound: $lane) -> bool {
                        // SAFETY: the caller promises the features, and for `load` as many lanes.
                        unsafe { $below(self, $splat(bound as $as)) != 0 }
                    }
                )?
            }
        };
    }

    macro_rules! avx512 {
        ($lane:ty, $lanes:literal: $splat:ident $as:ty, $add:ident $sub:ident $max:ident
            $min:ident $ones:ident $square:ident, $below:ident) => {
            register!(
                /// Needs AVX-512 F, BW, VPOPCNTDQ and BITALG.
                __m512i, $lane, $lanes:
                _mm512_loadu_si512 $splat $as, _mm512_and_si512 _mm512_andnot_si512
                _mm512_or_si512 _mm512_xor_si512, $add $sub $max $min $ones $square, $below
            );
        };
    }
    avx512!(u8, 64: _mm512_set1_epi8 i8, _mm512_add_epi8 _mm512_sub_epi8 _mm512_max_epu8
        _mm512_min_epu8 _mm512_popcnt_epi8 square8_512, _mm512_cmplt_epu8_mask);
    avx512!(u16, 32: _mm512_set1_epi16 i16, _mm512_add_epi16 _mm512_sub_epi16 _mm512_max_epu16
        _mm512_min_epu16 _mm512_popcnt_epi16 square16_512, _mm512_cmplt_epu16_mask);
    avx512!(u32, 16: _mm512_set1_epi32 i32, _mm512_add_epi32 _mm512_sub_epi32 _mm512_max_epu32
        _mm512_min_epu32 _mm512_popcnt_epi32 square32_512, _mm512_cmplt_epu32_mask);
    avx512!(u64, 8: _mm512_set1_epi64 i64, _mm512_add_epi64 _mm512_sub_epi64 _mm512_max_epu64
        _mm512_min_epu64 _mm512_popcnt_epi64 square64_512, _mm512_cmplt_epu64_mask);

    macro_rules! avx2 {
        ($lane:ty, $lanes:literal: $splat:ident $as:ty, $add:ident $sub:ident $max:ident
            $min:ident $ones:ident $square:ident) => {
            register!(
                /// Needs AVX2.
                __m256i, $lane, $lanes:
                _mm256_loadu_si256 $splat $as, _mm256_and_si256 _mm256_andnot_si256
                _mm256_or_si256 _mm256_xor_si256, $add $sub $max $min $ones $square
            );
        };
    }
    avx2!(u8, 32: _mm256_set1_epi8 i8, _mm256_add_epi8 _mm256_sub_epi8 _mm256_max_epu8
        _mm256_min_epu8 ones8_256 square8_256);
    avx2!(u16, 16: _mm256_set1_epi16 i16, _mm256_add_epi16 _mm256_sub_epi16 _mm256_max_epu16
        _mm256_min_epu16 ones16_256 square16_256);
    avx2!(u32, 8: _mm256_set1_epi32 i32, _mm256_add_epi32 _mm256_sub_epi32 _mm256_max_epu32
        _mm256_min_epu32 ones32_256 square32_256);
    avx2!(u64, 4: _mm256_set1_epi64x i64, _mm256_add_epi64 _mm256_sub_epi64 max64_256
        min64_256 ones64_256 square64_256);

    /// The squares of 0 to 8 in the first bytes.
    const SQUARES: [i64; 2] = [0x31_24_19_10_09_04_01_00, 0x40];

    #[inline]
    #[target_feature(enable = "avx512bw")]
    fn square8_512(a: __m512i) -> __m512i {
        let [low, high] = SQUARES;
        let table = _mm512_set_epi64(high, low, high, low, high, low, high, low);
        _mm512_shuffle_epi8(table, a)
    }
    #[inline]
    #[target_feature(enable = "avx512bw")]
    fn square16_512(a: __m512i) -> __m512i {
        _mm512_mullo_epi16(a, a)
    }
    #[inline]
    #[target_feature(enable = "avx512f")]
    fn square32_512(a: __m512i) -> __m512i {
        _mm512_mullo_epi32(a, a)
    }
    #[inline]
    #[target_feature(enable = "avx512f")]
    fn square64_512(a: __m512i) -> __m512i {
        _mm512_mul_epu32(a, a)
    }

    #[inline]
    #[target_feature(enable = "avx2")]
    fn square8_256(a: __m256i) -> __m256i {
        let [low, high] = SQUARES;
        _mm256_shuffle_epi8(_mm256_set_epi64x(high, low, high, low), a)
    }
    #[inline]
    #[target_feature(enable = "avx2")]
    fn square16_256(a: __m256i) -> __m256i {
        _mm256_mullo_epi16(a, a)
    }
    #[inline]
    #[target_feature(enable = "avx2")]
    fn square32_256(a: __m256i) -> __m256i {
        _mm256_mullo_epi32(a, a)
    }
    #[inline]
    #[target_feature(enable = "avx2")]
    fn square64_256(a: __m256i) -> __m256i {
        _mm256_mul_epu32(a, a)
    }
    #[inline]
    #[target_feature(enable = "avx2")]
    fn max64_256(a: __m256i, b: __m256i) -> __m256i {
        _mm256_blendv_epi8(b, a, _mm256_cmpgt_epi64(a, b))
    }
    #[inline]
    #[target_feature(enable = "avx2")]
    fn min64_256(a: __m256i, b: __m256i) -> __m256i {
        _mm256_blendv_epi8(a, b, _mm256_cmpgt_epi64(a, b))
    }

    /// Looks the bits of each half byte up in a table.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn ones8_256(a: __m256i) -> __m256i {
        let ones = _mm256_set_epi64x(
            0x04_03_03_02_03_02_02_01,
            0x03_02_02_01_02_01_01_00,
            0x04_03_03_02_03_02_02_01,
            0x03_02_02_01_02_01_01_00,
        );
        let half = _mm256_set1_epi8(15);
        let low = _mm256_shuffle_epi8(ones, _mm256_and_si256(a, half));
        let high = _mm256_shuffle_epi8(ones, _mm256_and_si256(_mm256_srli_epi16(a, 4), half));
        _mm256_add_epi8(low, high)
    }
    #[inline]
    #[target_feature(enable = "avx2")]
    fn ones16_256(a: __m256i) -> __m256i {
        _mm256_maddubs_epi16(ones8_256(a), _mm256_set1_epi8(1))
    }
    #[inline]
    #[target_feature(enable = "avx2")]
    fn ones32_256(a: __m256i) -> __m256i {
        _mm256_madd_epi16(ones16_256(a), _mm256_set1_epi16(1))
    }
    #[inline]
    #[target_feature(enable = "avx2")]
    fn ones64_256(a: __m256i) -> __m256i {
        _mm256_sad_epu8(ones8_256(a), _mm256_setzero_si256())
    }
}
