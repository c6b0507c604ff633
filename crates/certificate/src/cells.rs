//! Counts the cells that many guesses make of a set, at once.

use std::ops::Range;

/// How many guesses are looked at together.
pub const BLOCK: usize = 64;

/// For each guess of a block: how many cells it makes, how many of these have several codes, and whether it
/// finds a code.
pub struct Counts {
    pub cells: [u8; BLOCK],
    pub several: [u8; BLOCK],
    pub wins: [bool; BLOCK],
}

/// The most answers of a game whose guesses are looked at together.
pub const MOST_OF_ROWS: usize = 32;

/// The answers of all guesses to the codes of a set: a row for each code, of whole blocks.
pub struct Rows<'a> {
    pub rows: Vec<&'a [u8]>,
    pub answers: usize,
    pub guesses: usize,
}

impl Rows<'_> {
    /// Counts the cells of the guesses in these blocks until it is told to stop.
    pub fn count(
        &self,
        blocks: impl Iterator<Item = usize>,
        tell: impl FnMut(usize, &Counts) -> bool,
    ) {
        self.count_by(join, blocks, tell);
    }

    /// The same for all blocks, with the cells of several codes.
    pub fn count_several(&self, mut tell: impl FnMut(usize, &Counts)) {
        self.count_by(join_twice, self.blocks(), |block, counts| {
            tell(block, counts);
            true
        });
    }

    fn count_by(
        &self,
        join: fn(&[&[u8]], usize, Plane, &mut Counts),
        blocks: impl Iterator<Item = usize>,
        mut tell: impl FnMut(usize, &Counts) -> bool,
    ) {
        for block in blocks {
            let mut counts = Counts {
                cells: [0; BLOCK],
                several: [0; BLOCK],
                wins: [false; BLOCK],
            };
            for plane in self.planes() {
                join(&self.rows, block, plane, &mut counts);
            }
            if !tell(block, &counts) {
                return;
            }
        }
    }

    /// The sizes of the cells that the guesses of these blocks make.
    pub fn sizes(&self, blocks: impl Iterator<Item = usize>) -> Sizes {
        let digits = (usize::BITS - self.rows.len().leading_zeros()) as usize;
        let of_plane = |block, plane| {
            let mut sizes = vec![[0; BLOCK]; digits];
            add_up(&self.rows, block, plane, &mut sizes);
            sizes
        };
        let of_block = |block| {
            (
                block,
                self.planes().map(|plane| of_plane(block, plane)).collect(),
            )
        };
        Sizes(blocks.map(of_block).collect())
    }

    fn planes(&self) -> impl Iterator<Item = Plane> {
        let win = self.answers as u8 - 1;
        (0..=win / 8).map(move |plane| Plane {
            first: 8 * plane,
            win: if plane == win / 8 { 1 << (win % 8) } else { 0 },
        })
    }

    /// All blocks that have guesses.
    pub fn blocks(&self) -> Range<usize> {
        0..self.guesses.div_ceil(BLOCK)
    }

    /// The guesses of a block.
    pub fn guesses_of(&self, block: usize) -> Range<usize> {
        block * BLOCK..self.guesses.min((block + 1) * BLOCK)
    }
}

/// Eight answers, from `first` on; a set of them is a byte. The bit `win` is the winning one, if it is among them.
#[derive(Clone, Copy)]
struct Plane {
    first: u8,
    win: u8,
}

/// Sets of a plane's answers, one for each guess of a block.
type Sets = [u8; BLOCK];

/// The sizes of the cells of some blocks: for each plane numbers in base 2, for each digit the sets of those answers that
/// have a one there.
pub struct Sizes(Vec<(usize, Vec<Vec<Sets>>)>);

impl Sizes {
    /// For each guess the sum of the sizes of its cells, each counted up to `last`.
    pub fn sum_up(&self, last: u32, mut tell: impl FnMut(usize, &[u32; BLOCK])) {
        for (block, planes) in &self.0 {
            let mut sums = [0; BLOCK];
            for sizes in planes {
                let most = (1u32 << sizes.len()) - 1;
                sum(sizes, last.min(most), &mut sums);
            }
            tell(*block, &sums);
        }
    }
}

/// A function that is compiled for the widest instructions that the processor has.
macro_rules! wider {
    ($(#[$about:meta])* fn $name:ident($($argument:ident: $kind:ty),*) $body:block) => {
        $(#[$about])*
        #[inline]
        fn $name($($argument: $kind),*) {
            #[inline(always)]
            fn plain<L: Look>($($argument: $kind),*) $body
            #[cfg(target_arch = "x86_64")]
            {
                #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vpopcntdq,avx512bitalg")]
                fn avx512($($argument: $kind),*) {
                    plain::<Avx2>($($argument),*)
                }
                #[target_feature(enable = "avx2")]
                fn avx2($($argument: $kind),*) {
                    plain::<Avx2>($($argument),*)
                }
                if std::arch::is_x86_feature_detected!("avx512bitalg")
                    && std::arch::is_x86_feature_detected!("avx512vpopcntdq")
                    && std::arch::is_x86_feature_detected!("avx512bw")
                    && std::arch::is_x86_feature_detected!("avx512vl")
                {
                    // SAFETY: the processor has these instructions, as was asked just now.
                    return unsafe { avx512($($argument),*) };
                }
                if std::arch::is_x86_feature_detected!("avx2") {
                    // SAFETY: as above.
                    return unsafe { avx2($($argument),*) };
                }
            }
            plain::<Plain>($($argument),*)
        }
    };
}

/// The answers of a code to the guesses of a block, each as a set: empty if the answer is of another plane.
#[inline(always)]
fn sets<L: Look>(row: &[u8], block: usize, plane: Plane) -> Sets {
    let answers = row[block * BLOCK..][..BLOCK].try_into();
    L::sets(answers.expect("a whole block"), plane.first)
}

/// How answers become sets; [`Plain`] does it on any processor.
trait Look {
    fn sets(answers: &Sets, first: u8) -> Sets;
}

struct Plain;

#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
impl Look for Plain {
    #[inline(always)]
    fn sets(answers: &Sets, first: u8) -> Sets {
        answers.map(|answer| match answer.wrapping_sub(first) {
            bit @ 0..8 => 1 << bit,
            _ => 0,
        })
    }
}

/// The sets of the answers 0 to 7, from the place 8 on; no other answer has one.
#[cfg(any(
    target_arch = "x86_64",
    all(target_arch = "wasm32", target_feature = "simd128")
))]
const BITS: [u8; 24] = [
    0, 0, 0, 0, 0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128, 0, 0, 0, 0, 0, 0, 0, 0,
];

/// A vector of bytes looks its sets up in [`BITS`], which gives nothing for places from 16 on.
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
impl Look for Plain {
    #[inline(always)]
    fn sets(answers: &Sets, first: u8) -> Sets {
        use std::arch::wasm32::{u8x16_splat, u8x16_sub, u8x16_swizzle, v128_load, v128_store};
        let mut sets = [0; BLOCK];
        for (answers, sets) in answers.chunks_exact(16).zip(sets.chunks_exact_mut(16)) {
            // SAFETY: each has 16 bytes.
            unsafe {
                let places = u8x16_sub(v128_load(answers.as_ptr().cast()), u8x16_splat(first));
                let found = u8x16_swizzle(v128_load(BITS[8..].as_ptr().cast()), places);
                v128_store(sets.as_mut_ptr().cast(), found);
            }
        }
        sets
    }
}

/// The same with AVX2, where a place with its highest bit gives nothing, and of others the last four bits count: so answers
/// below 16 are moved up to it, or those from 16 on down to 0, and the sets stand in the lower or the upper half.
#[cfg(target_arch = "x86_64")]
struct Avx2;

#[cfg(target_arch = "x86_64")]
impl Look for Avx2 {
    #[inline(always)]
    fn sets(answers: &Sets, first: u8) -> Sets {
        use std::arch::x86_64::{
            _mm_loadu_si128, _mm256_add_epi8, _mm256_broadcastsi128_si256, _mm256_loadu_si256,
            _mm256_set1_epi8, _mm256_shuffle_epi8, _mm256_storeu_si256,
        };
        let bits = &BITS[8 - usize::from(first & 8)..][..16];
        let step = if first < 16 { 0x70 } else { -16 };
        let mut sets = [0; BLOCK];
        for (answers, sets) in answers.chunks_exact(32).zip(sets.chunks_exact_mut(32)) {
            // SAFETY: each has 32 bytes, the bits have 16, and this is called where the processor has AVX2.
            unsafe {
                let bits = _mm_loadu_si128(bits.as_ptr().cast());
                let bits = _mm256_broadcastsi128_si256(bits);
                let answers = _mm256_loadu_si256(answers.as_ptr().cast());
                let places = _mm256_add_epi8(answers, _mm256_set1_epi8(step));
                let found = _mm256_shuffle_epi8(bits, places);
                _mm256_storeu_si256(sets.as_mut_ptr().cast(), found);
            }
        }
        sets
    }
}

wider! {
    /// The cells of any codes.
    fn join(rows: &[&[u8]], block: usize, plane: Plane, counts: &mut Counts) {
        let mut any = [0; BLOCK];
        for row in rows {
            let sets = sets::<L>(row, block, plane);
            for at in 0..BLOCK {
                any[at] |= sets[at];
            }
        }
        for (at, any) in any.into_iter().enumerate() {
            counts.cells[at] += any.count_ones() as u8;
            counts.wins[at] |= any & plane.win != 0;
        }
    }
}

wider! {
    /// The cells of any codes, and those of several.
    fn join_twice(rows: &[&[u8]], block: usize, plane: Plane, counts: &mut Counts) {
        let (mut any, mut several) = ([0; BLOCK], [0; BLOCK]);
        for row in rows {
            let sets = sets::<L>(row, block, plane);
            for at in 0..BLOCK {
                several[at] |= any[at] & sets[at];
                any[at] |= sets[at];
            }
        }
        for at in 0..BLOCK {
            counts.cells[at] += any[at].count_ones() as u8;
            counts.several[at] += several[at].count_ones() as u8;
            counts.wins[at] |= any[at] & plane.win != 0;
        }
    }
}

wider! {
    /// The sizes of all cells: numbers in base 2 are added side by side, four codes at a time.
    fn add_up(rows: &[&[u8]], block: usize, plane: Plane, sizes: &mut [Sets]) {
        let mut fours = rows.chunks_exact(4);
        for four in &mut fours {
            let (low, high) = sizes.split_at_mut(2);
            let (a, b) = (sets::<L>(four[0], block, plane), sets::<L>(four[1], block, plane));
            let (c, d) = (sets::<L>(four[2], block, plane), sets::<L>(four[3], block, plane));
            let mut carry = [0; BLOCK];
            for at in 0..BLOCK {
                let (one, two) = three(low[0][at], a[at], b[at]);
                let (one, other_two) = three(one, c[at], d[at]);
                let (two, four) = three(low[1][at], two, other_two);
                (low[0][at], low[1][at], carry[at]) = (one, two, four);
            }
            add(high, carry);
        }
        for row in fours.remainder() {
            add(sizes, sets::<L>(row, block, plane));
        }
    }
}

/// The two digits of the sum of three.
#[inline(always)]
fn three(a: u8, b: u8, c: u8) -> (u8, u8) {
    (a ^ b ^ c, a & b | (a ^ b) & c)
}

/// Adds one to the numbers whose bits are set.
#[inline(always)]
fn add(numbers: &mut [Sets], mut carry: Sets) {
    for digit in numbers {
        for (digit, carry) in digit.iter_mut().zip(&mut carry) {
            let next = *digit & *carry;
            *digit ^= *carry;
            *carry = next;
        }
    }
}

wider! {
    /// Adds the sizes, each counted up to `last`.
    fn sum(sizes: &[Sets], last: u32, sums: &mut [u32; BLOCK]) {
        let (mut more, mut same) = ([0; BLOCK], [u8::MAX; BLOCK]);
        for (digit, sizes) in sizes.iter().enumerate().rev() {
            for at in 0..BLOCK {
                match last >> digit & 1 {
                    0 => {
                        more[at] |= same[at] & sizes[at];
                        same[at] &= !sizes[at];
                    }
                    _ => same[at] &= sizes[at],
                }
            }
        }
        for at in 0..BLOCK {
            sums[at] += more[at].count_ones() * last;
        }
        for (digit, sizes) in sizes.iter().enumerate() {
            for at in 0..BLOCK {
                sums[at] += (sizes[at] & !more[at]).count_ones() << digit;
            }
        }
    }
}
