//! Hashing by multiplication, shared by the sets of states and positions that the searches keep; and random words.
//!
//! The keys come from the searches themselves, not from anyone who might choose them to collide, so
//! speed matters and secrecy does not.

use std::hash::{BuildHasherDefault, Hasher};

/// The golden ratio as a 64-bit fraction. It is odd, so multiplication by it can be inverted, and it
/// spreads the leading bits of consecutive numbers evenly.
pub const GOLDEN_RATIO: u64 = 0x9E37_79B9_7F4A_7C15;

/// An invertible hash of the numbers of some width: their keys have evenly spread leading bits.
///
/// ```
/// use sito_core::hash::InvertibleHash;
///
/// let hash = InvertibleHash::new(33);
/// assert_eq!(hash.invert(hash.hash(123_456)), 123_456);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct InvertibleHash {
    bits: u32,
    mask: u64,
    /// The inverse of [`GOLDEN_RATIO`] modulo 2^64.
    inverse: u64,
}

impl InvertibleHash {
    /// A hash of numbers of `bits` bits, 1 to 64.
    pub fn new(bits: usize) -> InvertibleHash {
        // Newton's iteration doubles the number of right bits; an odd number is its own inverse to
        // three bits.
        let mut inverse = GOLDEN_RATIO;
        for _ in 0..5 {
            inverse = inverse.wrapping_mul(2u64.wrapping_sub(GOLDEN_RATIO.wrapping_mul(inverse)));
        }
        InvertibleHash {
            bits: bits as u32,
            mask: u64::MAX >> (64 - bits),
            inverse,
        }
    }

    /// The width of the numbers and of their keys.
    #[inline(always)]
    pub fn bits(self) -> u32 {
        self.bits
    }

    /// The key of a number, in the leading bits of the word.
    #[inline(always)]
    pub fn hash(self, number: u64) -> u64 {
        self.mix(number).wrapping_mul(GOLDEN_RATIO) << (64 - self.bits)
    }

    /// The number of a key.
    #[inline(always)]
    pub fn invert(self, key: u64) -> u64 {
        self.mix((key >> (64 - self.bits)).wrapping_mul(self.inverse) & self.mask)
    }

    /// Mixes the upper half into the lower half; applied twice it changes nothing.
    #[inline(always)]
    fn mix(self, number: u64) -> u64 {
        number ^ number >> self.bits.div_ceil(2)
    }
}

/// A hasher for the standard collections that multiplies to 128 bits and adds up both halves.
#[derive(Default)]
pub struct MultiplyHasher(u64);

/// Builds [`MultiplyHasher`]s.
pub type BuildMultiplyHasher = BuildHasherDefault<MultiplyHasher>;

impl Hasher for MultiplyHasher {
    fn write_u64(&mut self, word: u64) {
        let product = u128::from(self.0 ^ word ^ GOLDEN_RATIO) * 0xd6e8_feb8_6659_fd93;
        self.0 = (product as u64) ^ ((product >> 64) as u64);
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(u64::from(byte));
        }
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

/// SplitMix64 (Steele, Lea and Flood, Fast splittable pseudorandom number generators, 2014): the same words for the same
/// seed in every run, because a journal of one run is read by the next, and a sample is the same on every machine.
#[derive(Clone, Debug)]
pub(crate) struct Random(pub u64);

impl Random {
    #[inline]
    pub fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(GOLDEN_RATIO);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    pub fn double_word(&mut self) -> u128 {
        u128::from(self.word()) << 64 | u128::from(self.word())
    }

    /// A number below `most`, which is small beside 2^32.
    #[inline]
    pub fn below(&mut self, most: usize) -> usize {
        (((self.word() >> 32) * most as u64) >> 32) as usize
    }

    /// Puts things in any order, each as likely as any other.
    pub fn shuffle<T>(&mut self, things: &mut [T]) {
        for place in 1..things.len() {
            things.swap(place, self.below(place + 1));
        }
    }

    /// A number from 0 up to and without 1.
    #[inline]
    pub fn share(&mut self) -> f64 {
        (self.word() >> 11) as f64 / (1u64 << 53) as f64
    }
}
