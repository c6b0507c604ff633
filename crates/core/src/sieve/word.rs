//! The machine words on which bits are counted: AVX-512, AVX2, and plain 64 bits.

/// A vector of bits. The default methods are for processors without three-operand logic.
///
/// # Safety
/// Every method may be called only where the features named in the implementation are
/// present, and `load` reads `BITS / 64` words from the pointer.
pub trait Word: Copy {
    /// Running counts of the bits that are set.
    type Sum: Copy;
    const BITS: usize;

    unsafe fn load(from: *const u64) -> Self;
    unsafe fn store(self, to: *mut u64);
    unsafe fn and(self, other: Self) -> Self;
    unsafe fn and_not(self, other: Self) -> Self;
    unsafe fn or(self, other: Self) -> Self;
    unsafe fn xor(self, other: Self) -> Self;
    unsafe fn no_sum() -> Self::Sum;
    unsafe fn add_ones(sum: Self::Sum, word: Self) -> Self::Sum;
    unsafe fn total(sum: Self::Sum) -> u64;
    unsafe fn ones() -> Self;

    /// The low and high bit of the sum of three bits.
    #[inline(always)]
    unsafe fn add3(a: Self, b: Self, c: Self) -> (Self, Self) {
        // SAFETY: the caller promises the features of the word.
        unsafe {
            let half = a.xor(b);
            (half.xor(c), a.and(b).or(half.and(c)))
        }
    }

    /// For each value of a three-bit number, lowest bit first: does it have this value?
    #[inline(always)]
    unsafe fn decode3(a: Self, b: Self, c: Self) -> [Self; 8] {
        // SAFETY: the caller promises the features of the word.
        unsafe {
            let low = [
                Self::ones().and_not(a.or(b)),
                a.and_not(b),
                b.and_not(a),
                a.and(b),
            ];
            [
                low[0].and_not(c),
                low[1].and_not(c),
                low[2].and_not(c),
                low[3].and_not(c),
                low[0].and(c),
                low[1].and(c),
                low[2].and(c),
                low[3].and(c),
            ]
        }
    }
}

impl Word for u64 {
    type Sum = u64;
    const BITS: usize = 64;

    #[inline(always)]
    unsafe fn load(from: *const u64) -> Self {
        // SAFETY: the caller promises that the word can be read or written there.
        unsafe { from.read() }
    }
    #[inline(always)]
    unsafe fn store(self, to: *mut u64) {
        // SAFETY: the caller promises that the word can be read or written there.
        unsafe { to.write(self) }
    }
    #[inline(always)]
    unsafe fn and(self, other: Self) -> Self {
        self & other
    }
    #[inline(always)]
    unsafe fn and_not(self, other: Self) -> Self {
        self & !other
    }
    #[inline(always)]
    unsafe fn or(self, other: Self) -> Self {
        self | other
    }
    #[inline(always)]
    unsafe fn xor(self, other: Self) -> Self {
        self ^ other
    }
    #[inline(always)]
    unsafe fn no_sum() -> u64 {
        0
    }
    #[inline(always)]
    unsafe fn add_ones(sum: u64, word: Self) -> u64 {
        sum + u64::from(word.count_ones())
    }
    #[inline(always)]
    unsafe fn total(sum: u64) -> u64 {
        sum
    }
    #[inline(always)]
    unsafe fn ones() -> Self {
        !0
    }
}

#[cfg(target_arch = "x86_64")]
pub mod x86 {
    use super::Word;
    use std::arch::x86_64::*;

    /// Needs AVX2.
    impl Word for __m256i {
        type Sum = __m256i;
        const BITS: usize = 256;

        #[inline(always)]
        unsafe fn load(from: *const u64) -> Self {
            // SAFETY: the caller promises AVX2 and, for loads and stores, 256 bits of memory.
            unsafe { _mm256_loadu_si256(from.cast()) }
        }
        #[inline(always)]
        unsafe fn store(self, to: *mut u64) {
            // SAFETY: the caller promises AVX2 and, for loads and stores, 256 bits of memory.
            unsafe { _mm256_storeu_si256(to.cast(), self) }
        }
        #[inline(always)]
        unsafe fn and(self, other: Self) -> Self {
            // SAFETY: the caller promises AVX2 and, for loads and stores, 256 bits of memory.
            unsafe { _mm256_and_si256(self, other) }
        }
        #[inline(always)]
        unsafe fn and_not(self, other: Self) -> Self {
            // SAFETY: the caller promises AVX2 and, for loads and stores, 256 bits of memory.
            unsafe { _mm256_andnot_si256(other, self) }
        }
        #[inline(always)]
        unsafe fn or(self, other: Self) -> Self {
            // SAFETY: the caller promises AVX2 and, for loads and stores, 256 bits of memory.
            unsafe { _mm256_or_si256(self, other) }
        }
        #[inline(always)]
        unsafe fn xor(self, other: Self) -> Self {
            // SAFETY: the caller promises AVX2 and, for loads and stores, 256 bits of memory.
            unsafe { _mm256_xor_si256(self, other) }
        }
        #[inline(always)]
        unsafe fn no_sum() -> Self {
            // SAFETY: the caller promises AVX2 and, for loads and stores, 256 bits of memory.
            unsafe { _mm256_setzero_si256() }
        }
        /// Looks the bits of each half byte up in a table and adds up the bytes.
        #[inline(always)]
        unsafe fn add_ones(sum: Self, word: Self) -> Self {
            // SAFETY: the caller promises AVX2 and, for loads and stores, 256 bits of memory.
            unsafe {
                let ones = _mm256_setr_epi8(
                    0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4, //
                    0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4,
                );
                let half = _mm256_set1_epi8(15);
                let low = _mm256_shuffle_epi8(ones, _mm256_and_si256(word, half));
                let high =
                    _mm256_shuffle_epi8(ones, _mm256_and_si256(_mm256_srli_epi16(word, 4), half));
                let bytes = _mm256_add_epi8(low, high);
                _mm256_add_epi64(sum, _mm256_sad_epu8(bytes, _mm256_setzero_si256()))
            }
        }
        #[inline(always)]
        unsafe fn total(sum: Self) -> u64 {
            // SAFETY: the caller promises AVX2 and, for loads and stores, 256 bits of memory.
            unsafe {
                let half = _mm_add_epi64(
                    _mm256_castsi256_si128(sum),
                    _mm256_extracti128_si256(sum, 1),
                );
                (_mm_extract_epi64(half, 0) + _mm_extract_epi64(half, 1)) as u64
            }
        }
        #[inline(always)]
        unsafe fn ones() -> Self {
            // SAFETY: the caller promises AVX2 and, for loads and stores, 256 bits of memory.
            unsafe { _mm256_set1_epi64x(-1) }
        }
    }

    /// Needs AVX-512 F and VPOPCNTDQ.
    impl Word for __m512i {
        type Sum = __m512i;
        const BITS: usize = 512;

        #[inline(always)]
        unsafe fn load(from: *const u64) -> Self {
            // SAFETY: the caller promises the features and, for loads and stores, 512 bits of memory.
            unsafe { _mm512_loadu_si512(from.cast()) }
        }
        #[inline(always)]
        unsafe fn store(self, to: *mut u64) {
            // SAFETY: the caller promises the features and, for loads and stores, 512 bits of memory.
            unsafe { _mm512_storeu_si512(to.cast(), self) }
        }
        #[inline(always)]
        unsafe fn and(self, other: Self) -> Self {
            // SAFETY: the caller promises the features and, for loads and stores, 512 bits of memory.
            unsafe { _mm512_and_si512(self, other) }
        }
        #[inline(always)]
        unsafe fn and_not(self, other: Self) -> Self {
            // SAFETY: the caller promises the features and, for loads and stores, 512 bits of memory.
            unsafe { _mm512_andnot_si512(other, self) }
        }
        #[inline(always)]
        unsafe fn or(self, other: Self) -> Self {
            // SAFETY: the caller promises the features and, for loads and stores, 512 bits of memory.
            unsafe { _mm512_or_si512(self, other) }
        }
        #[inline(always)]
        unsafe fn xor(self, other: Self) -> Self {
            // SAFETY: the caller promises the features and, for loads and stores, 512 bits of memory.
            unsafe { _mm512_xor_si512(self, other) }
        }
        #[inline(always)]
        unsafe fn no_sum() -> Self {
            // SAFETY: the caller promises the features and, for loads and stores, 512 bits of memory.
            unsafe { _mm512_setzero_si512() }
        }
        #[inline(always)]
        unsafe fn add_ones(sum: Self, word: Self) -> Self {
            // SAFETY: the caller promises the features and, for loads and stores, 512 bits of memory.
            unsafe { _mm512_add_epi64(sum, _mm512_popcnt_epi64(word)) }
        }
        #[inline(always)]
        unsafe fn total(sum: Self) -> u64 {
            // SAFETY: the caller promises the features and, for loads and stores, 512 bits of memory.
            unsafe { _mm512_reduce_add_epi64(sum) as u64 }
        }
        #[inline(always)]
        unsafe fn ones() -> Self {
            // SAFETY: the caller promises the features and, for loads and stores, 512 bits of memory.
            unsafe { _mm512_set1_epi64(-1) }
        }
        #[inline(always)]
        unsafe fn add3(a: Self, b: Self, c: Self) -> (Self, Self) {
            // SAFETY: the caller promises the features and, for loads and stores, 512 bits of memory.
            unsafe {
                (
                    _mm512_ternarylogic_epi64(a, b, c, 0x96),
                    _mm512_ternarylogic_epi64(a, b, c, 0xE8),
                )
            }
        }
        /// The operation's table has bit `4c + 2b + a` for the operands in the order c, b, a.
        #[inline(always)]
        unsafe fn decode3(a: Self, b: Self, c: Self) -> [Self; 8] {
            // SAFETY: the caller promises the features and, for loads and stores, 512 bits of memory.
            unsafe {
                [
                    _mm512_ternarylogic_epi64(c, b, a, 1),
                    _mm512_ternarylogic_epi64(c, b, a, 1 << 1),
                    _mm512_ternarylogic_epi64(c, b, a, 1 << 2),
                    _mm512_ternarylogic_epi64(c, b, a, 1 << 3),
                    _mm512_ternarylogic_epi64(c, b, a, 1 << 4),
                    _mm512_ternarylogic_epi64(c, b, a, 1 << 5),
                    _mm512_ternarylogic_epi64(c, b, a, 1 << 6),
                    _mm512_ternarylogic_epi64(c, b, a, 1 << 7),
                ]
            }
        }
    }
}
