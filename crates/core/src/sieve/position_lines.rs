//! The answers per position of 64 codes, in vector registers: AVX-512, AVX2, and words of 64 bits.

#[cfg(target_arch = "x86_64")]
use std::arch::x86_64::*;

/// So many answers make a line.
pub const LINE: usize = 64;

/// The answers of 64 codes, while they are summed up.
///
/// # Safety
/// The methods may be called only where the features of the implementation are present.
pub trait Line: Copy {
    type Answer;
    /// A one in each answer that a word of 64 bits holds.
    const ONES: u64;

    unsafe fn zero() -> Self;
    /// Adds to the answers of the codes whose bits are set; `weight` is repeated like [`Self::ONES`].
    unsafe fn add(&mut self, codes: u64, weight: u64);
    unsafe fn store(self, to: *mut Self::Answer);
}

const BYTES: u64 = u64::MAX / 0xff;
const PAIRS: u64 = u64::MAX / 0xffff;

/// Words of eight bytes or four pairs of them.
#[derive(Clone, Copy)]
pub struct Portable<A, const WORDS: usize> {
    words: [u64; WORDS],
    answer: std::marker::PhantomData<A>,
}

/// For each eight bits, a word in which each bit fills a byte; and for each four, a pair of bytes.
static FILLED_BYTES: [u64; 256] = filled(8);
static FILLED_PAIRS: [u64; 16] = filled(16);

const fn filled<const N: usize>(width: usize) -> [u64; N] {
    let mut table = [0; N];
    let mut bits = 0;
    while bits < N {
        let mut index = 0;
        while index * width < 64 {
            if bits >> index & 1 == 1 {
                table[bits] |= ((1 << width) - 1) << (index * width);
            }
            index += 1;
        }
        bits += 1;
    }
    table
}

macro_rules! portable {
    ($answer:ty, $words:literal, $ones:expr, $table:ident) => {
        impl Line for Portable<$answer, $words> {
            type Answer = $answer;
            const ONES: u64 = $ones;

            #[inline(always)]
            unsafe fn zero() -> Self {
                Portable {
                    words: [0; $words],
                    answer: std::marker::PhantomData,
                }
            }
            #[inline(always)]
            unsafe fn add(&mut self, codes: u64, weight: u64) {
                for (index, word) in self.words.iter_mut().enumerate() {
                    let bits = codes >> (index * 64 / $words) & ($table.len() as u64 - 1);
                    *word += $table[bits as usize] & weight;
                }
            }
            #[inline(always)]
            unsafe fn store(self, to: *mut $answer) {
                for (index, word) in self.words.iter().enumerate() {
                    // The answers of a word are in the order of its bytes on any machine.
                    let bytes = word.to_ne_bytes();
                    let mut parts: [$answer; 64 / $words] = bytemuck::must_cast(bytes);
                    if cfg!(target_endian = "big") {
                        parts.reverse();
                    }
                    // SAFETY: the caller promises room for a line.
                    unsafe {
                        to.add(index * 64 / $words)
                            .cast::<[$answer; 64 / $words]>()
                            .write_unaligned(parts)
                    }
                }
            }
        }
    };
}
portable!(u8, 8, BYTES, FILLED_BYTES);
portable!(u16, 16, PAIRS, FILLED_PAIRS);

#[cfg(target_arch = "x86_64")]
impl Line for [__m512i; 1] {
    type Answer = u8;
    const ONES: u64 = BYTES;

    #[inline(always)]
    unsafe fn zero() -> Self {
        // SAFETY: the caller promises AVX-512.
        unsafe { [_mm512_setzero_si512()] }
    }
    #[inline(always)]
    unsafe fn add(&mut self, codes: u64, weight: u64) {
        // SAFETY: the caller promises AVX-512.
        unsafe {
            let weight = _mm512_set1_epi64(weight as i64);
            self[0] = _mm512_mask_add_epi8(self[0], codes, self[0], weight);
        }
    }
    #[inline(always)]
    unsafe fn store(self, to: *mut u8) {
        // SAFETY: the caller promises AVX-512 and room for a line.
        unsafe { _mm512_storeu_si512(to.cast(), self[0]) }
    }
}

#[cfg(target_arch = "x86_64")]
impl Line for [__m512i; 2] {
    type Answer = u16;
    const ONES: u64 = PAIRS;

    #[inline(always)]
    unsafe fn zero() -> Self {
        // SAFETY: the caller promises AVX-512.
        unsafe { [_mm512_setzero_si512(); 2] }
    }
    #[inline(always)]
    unsafe fn add(&mut self, codes: u64, weight: u64) {
        // SAFETY: the caller promises AVX-512.
        unsafe {
            let weight = _mm512_set1_epi64(weight as i64);
            let (low, high) = (codes as u32, (codes >> 32) as u32);
            self[0] = _mm512_mask_add_epi16(self[0], low, self[0], weight);
            self[1] = _mm512_mask_add_epi16(self[1], high, self[1], weight);
        }
    }
    #[inline(always)]
    unsafe fn store(self, to: *mut u16) {
        // SAFETY: the caller promises AVX-512 and room for a line.
        unsafe {
            _mm512_storeu_si512(to.cast(), self[0]);
            _mm512_storeu_si512(to.add(32).cast(), self[1]);
        }
    }
}

#[cfg(target_arch = "x86_64")]
impl Line for [__m256i; 2] {
    type Answer = u8;
    const ONES: u64 = BYTES;

    #[inline(always)]
    unsafe fn zero() -> Self {
        // SAFETY: the caller promises AVX2.
        unsafe { [_mm256_setzero_si256(); 2] }
    }
    #[inline(always)]
    unsafe fn add(&mut self, codes: u64, weight: u64) {
        // SAFETY: the caller promises AVX2.
        unsafe {
            // Each byte of 32 codes is repeated eight times, and keeps the bit of its own code.
            let byte = _mm256_setr_epi64x(
                0,
                0x0101_0101_0101_0101,
                0x0202_0202_0202_0202,
                0x0303_0303_0303_0303,
            );
            let bit = _mm256_set1_epi64x(0x8040_2010_0804_0201_u64 as i64);
            let weight = _mm256_set1_epi64x(weight as i64);
            for (half, answers) in self.iter_mut().enumerate() {
                let codes = _mm256_set1_epi32((codes >> (32 * half)) as i32);
                let own = _mm256_and_si256(_mm256_shuffle_epi8(codes, byte), bit);
                let filled = _mm256_cmpeq_epi8(own, bit);
                *answers = _mm256_add_epi8(*answers, _mm256_and_si256(filled, weight));
            }
        }
    }
    #[inline(always)]
    unsafe fn store(self, to: *mut u8) {
        // SAFETY: the caller promises AVX2 and room for a line.
        unsafe {
            _mm256_storeu_si256(to.cast(), self[0]);
            _mm256_storeu_si256(to.add(32).cast(), self[1]);
        }
    }
}

#[cfg(target_arch = "x86_64")]
impl Line for [__m256i; 4] {
    type Answer = u16;
    const ONES: u64 = PAIRS;

    #[inline(always)]
    unsafe fn zero() -> Self {
        // SAFETY: the caller promises AVX2.
        unsafe { [_mm256_setzero_si256(); 4] }
    }
    #[inline(always)]
    unsafe fn add(&mut self, codes: u64, weight: u64) {
        // SAFETY: the caller promises AVX2.
        unsafe {
            let low = 0x0008_0004_0002_0001_i64;
            let bit = _mm256_setr_epi64x(low, low << 4, low << 8, low << 12);
            let weight = _mm256_set1_epi64x(weight as i64);
            for (quarter, answers) in self.iter_mut().enumerate() {
                let codes = _mm256_set1_epi16((codes >> (16 * quarter)) as i16);
                let filled = _mm256_cmpeq_epi16(_mm256_and_si256(codes, bit), bit);
                *answers = _mm256_add_epi16(*answers, _mm256_and_si256(filled, weight));
            }
        }
    }
    #[inline(always)]
    unsafe fn store(self, to: *mut u16) {
        // SAFETY: the caller promises AVX2 and room for a line.
        unsafe {
            for (quarter, answers) in self.into_iter().enumerate() {
                _mm256_storeu_si256(to.add(16 * quarter).cast(), answers);
            }
        }
    }
}
