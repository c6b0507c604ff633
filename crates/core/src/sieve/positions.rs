//! Answers per position, as in Wordle: one guess against many codes at once.
//!
//! The codes are bit planes ([`Planes`]), so a few logical operations say for 64 codes which pegs of
//! the guess are green and which are yellow. A peg whose color the guess has once is green where the
//! code has the color there, and yellow where the code has it elsewhere. A color that the guess has
//! several times is counted down: a plane per number of copies says how many pegs of the color
//! nothing has claimed yet; the green pegs claim theirs first, then the others from the left.
//!
//! The answer is a number of base 3. So each plane adds its power of three to the answers of the
//! codes that are in it, 64 bytes or 32 numbers of two bytes per instruction.

#[cfg(target_arch = "x86_64")]
use std::arch::x86_64::{__m256i, __m512i};

use crate::simd::{Features, Level};

use super::planes::Planes;
pub use super::position_lines::LINE;
use super::position_lines::{Line, Portable};

/// The most pegs of a code whose answers per position fit two bytes.
pub const MAX_POSITION_PEGS: usize = 10;
/// The most pegs of a code whose answers per position fit one byte.
pub const MAX_BYTE_PEGS: usize = 5;

/// One guess and the planes of some codes, ready for the answers that the codes give.
pub struct Positions<'a> {
    planes: &'a Planes,
    pegs: usize,
    /// Pegs whose color the guess has once.
    singles: [Single; MAX_POSITION_PEGS],
    singles_len: usize,
    /// Colors that the guess has several times.
    repeated: [Repeated; MAX_POSITION_PEGS / 2],
    repeated_len: usize,
}

#[derive(Clone, Copy)]
struct Single {
    peg: usize,
    /// The codes with the color at this peg, and those with the color anywhere.
    here: *const u64,
    anywhere: *const u64,
}

#[derive(Clone, Copy)]
struct Repeated {
    len: usize,
    pegs: [usize; MAX_POSITION_PEGS],
    /// For each of these pegs, the codes with the color there.
    here: [*const u64; MAX_POSITION_PEGS],
    /// The codes that have the color at least once, at least twice, and so on.
    at_least: [*const u64; MAX_POSITION_PEGS],
}

const NO_SINGLE: Single = Single {
    peg: 0,
    here: std::ptr::null(),
    anywhere: std::ptr::null(),
};

const NOT_REPEATED: Repeated = Repeated {
    len: 0,
    pegs: [0; MAX_POSITION_PEGS],
    here: [std::ptr::null(); MAX_POSITION_PEGS],
    at_least: [std::ptr::null(); MAX_POSITION_PEGS],
};

impl Single {
    /// The codes of a word that make this peg green, and those that make it yellow.
    ///
    /// # Safety
    /// The planes are kept alive and have the word.
    #[inline(always)]
    unsafe fn marks(&self, word: usize) -> [u64; 2] {
        // SAFETY: the caller promises it.
        unsafe {
            let green = *self.here.add(word);
            [green, *self.anywhere.add(word) & !green]
        }
    }
}

impl Repeated {
    /// For each of these pegs, the codes of a word that make it green, and those that make it yellow.
    ///
    /// # Safety
    /// The planes are kept alive and have the word.
    #[inline(always)]
    unsafe fn marks(&self, word: usize) -> [[u64; 2]; MAX_POSITION_PEGS] {
        // SAFETY: the caller promises it.
        let bits = |plane: *const u64| unsafe { *plane.add(word) };
        let mut marks = [[0; 2]; MAX_POSITION_PEGS];
        // Where the code still has at least one peg of the color that nothing claims, two, and so on.
        let mut left = [0; MAX_POSITION_PEGS];
        let left = &mut left[..self.len];
        for (left, &plane) in left.iter_mut().zip(&self.at_least) {
            *left = bits(plane);
        }
        for ([green, _], &plane) in marks.iter_mut().zip(&self.here[..self.len]) {
            *green = bits(plane);
            claim(left, *green);
        }
        for [green, yellow] in &mut marks[..self.len] {
            *yellow = left[0] & !*green;
            claim(left, *yellow);
        }
        marks
    }
}

impl<'a> Positions<'a> {
    /// # Panics
    /// If the guess has more pegs than [`MAX_POSITION_PEGS`] or not as many as the codes.
    #[inline]
    pub fn new(planes: &'a Planes, guess: &[u8]) -> Self {
        let pegs = guess.len();
        assert!(pegs <= MAX_POSITION_PEGS && pegs == planes.pegs());
        let mut positions = Positions {
            planes,
            pegs,
            singles: [NO_SINGLE; MAX_POSITION_PEGS],
            singles_len: 0,
            repeated: [NOT_REPEATED; MAX_POSITION_PEGS / 2],
            repeated_len: 0,
        };
        let (mut seen, mut again) = (0u64, 0u64);
        for &color in guess {
            again |= seen & (1 << color);
            seen |= 1 << color;
        }
        for (peg, &color) in guess.iter().enumerate() {
            let color = usize::from(color);
            if again >> color & 1 == 0 {
                positions.singles[positions.singles_len] = Single {
                    peg,
                    here: planes.black(peg, color).as_ptr(),
                    anywhere: planes.at_least(color, 1).as_ptr(),
                };
                positions.singles_len += 1;
            }
        }
        while again != 0 {
            let color = again.trailing_zeros() as usize;
            again &= again - 1;
            let repeated = &mut positions.repeated[positions.repeated_len];
            let places = guess.iter().enumerate();
            for (peg, _) in places.filter(|&(_, &c)| usize::from(c) == color) {
                let len = repeated.len;
                repeated.pegs[len] = peg;
                repeated.here[len] = planes.black(peg, color).as_ptr();
                repeated.at_least[len] = planes.at_least(color, len + 1).as_ptr();
                repeated.len += 1;
            }
            positions.repeated_len += 1;
        }
        positions
    }

    /// For each peg of the guess the codes that make it green, and those that make it yellow, of one
    /// word of 64 codes.
    ///
    /// # Panics
    /// If the planes have no such word.
    #[inline(always)]
    pub fn marks(&self, word: usize) -> [[u64; MAX_POSITION_PEGS]; 2] {
        assert!(word < self.planes.used_words());
        let [mut greens, mut yellows] = [[0; MAX_POSITION_PEGS]; 2];
        for single in &self.singles[..self.singles_len] {
            // SAFETY: the planes have the word.
            [greens[single.peg], yellows[single.peg]] = unsafe { single.marks(word) };
        }
        for repeated in &self.repeated[..self.repeated_len] {
            // SAFETY: the planes have the word.
            let marks = unsafe { repeated.marks(word) };
            for (&peg, [green, yellow]) in repeated.pegs[..repeated.len].iter().zip(marks) {
                [greens[peg], yellows[peg]] = [green, yellow];
            }
        }
        [greens, yellows]
    }

    /// Writes the answers of all codes, in their order; what is written past the last one means
    /// nothing.
    ///
    /// # Panics
    /// If `out` has no room for whole lines of [`LINE`] answers, or the answers do not fit the type.
    pub fn answers<A: Answer>(&self, level: Level, out: &mut [A]) {
        let lines = self.planes.len().div_ceil(LINE);
        assert!(out.len() >= lines * LINE && self.pegs <= A::MAX_PEGS);
        // SAFETY: only detection makes a level, so the processor has what the level has; there is
        // room for all lines, each of one word of the planes.
        unsafe { A::write(self, level, lines, out.as_mut_ptr()) }
    }

    /// # Safety
    /// `out` has room for so many lines, as many as the planes have words at most. The features that
    /// the line needs are present, and enabled where this is called.
    #[inline(always)]
    unsafe fn write<L: Line>(&self, lines: usize, out: *mut L::Answer) {
        // For each peg what a yellow and a green one add, in each part of a word.
        let mut yellow = [0; MAX_POSITION_PEGS];
        let mut weight = L::ONES;
        for yellow in yellow[..self.pegs].iter_mut().rev() {
            *yellow = weight;
            weight = weight.wrapping_mul(3);
        }
        for line in 0..lines {
            // SAFETY: the caller promises the room, the words and the features.
            unsafe {
                let mut answers = L::zero();
                for single in &self.singles[..self.singles_len] {
                    let weight = yellow[single.peg];
                    let [greens, yellows] = single.marks(line);
                    answers.add(greens, 2 * weight);
                    answers.add(yellows, weight);
                }
                for repeated in &self.repeated[..self.repeated_len] {
                    let marks = repeated.marks(line);
                    for index in 0..repeated.len {
                        let weight = yellow[repeated.pegs[index]];
                        let [greens, yellows] = marks[index];
                        answers.add(greens, 2 * weight);
                        answers.add(yellows, weight);
                    }
                }
                answers.store(out.add(line * LINE));
            }
        }
    }
}

/// Takes one peg of a color from the codes of a set, where they have one left.
#[inline(always)]
fn claim(left: &mut [u64], codes: u64) {
    for index in 0..left.len() {
        let next = left.get(index + 1).copied().unwrap_or(0);
        left[index] = (left[index] & !codes) | (next & codes);
    }
}

/// A number that holds answers: one byte for up to five pegs, two bytes for up to ten.
pub trait Answer: sealed::Write + Copy + Default + Into<u32> + Send {}
impl Answer for u8 {}
impl Answer for u16 {}

mod sealed {
    use super::*;

    pub trait Write: Sized {
        const MAX_PEGS: usize;

        /// # Safety
        /// As for [`Positions::write`], whose features the level has.
        unsafe fn write(positions: &Positions, level: Level, lines: usize, out: *mut Self);
    }

    impl Write for u8 {
        const MAX_PEGS: usize = MAX_BYTE_PEGS;

        unsafe fn write(positions: &Positions, level: Level, lines: usize, out: *mut u8) {
            // SAFETY: the caller promises the room, and the level the features.
            unsafe {
                match () {
                    #[cfg(target_arch = "x86_64")]
                    () if level.has(Features::LOOK_AHEAD_512) => {
                        bytes_avx512(positions, lines, out);
                    }
                    #[cfg(target_arch = "x86_64")]
                    () if level.has(Features::AVX2) => bytes_avx2(positions, lines, out),
                    () => positions.write::<Portable<u8, 8>>(lines, out),
                }
            }
        }
    }

    impl Write for u16 {
        const MAX_PEGS: usize = MAX_POSITION_PEGS;

        unsafe fn write(positions: &Positions, level: Level, lines: usize, out: *mut u16) {
            // SAFETY: the caller promises the room, and the level the features.
            unsafe {
                match () {
                    #[cfg(target_arch = "x86_64")]
                    () if level.has(Features::LOOK_AHEAD_512) => {
                        pairs_avx512(positions, lines, out);
                    }
                    #[cfg(target_arch = "x86_64")]
                    () if level.has(Features::AVX2) => pairs_avx2(positions, lines, out),
                    () => positions.write::<Portable<u16, 16>>(lines, out),
                }
            }
        }
    }
}

macro_rules! version {
    ($name:ident, $line:ty, $answer:ty, $features:literal) => {
        /// # Safety
        /// The processor has these features, and what [`Positions::write`] asks for.
        #[cfg(target_arch = "x86_64")]
        #[target_feature(enable = $features)]
        unsafe fn $name(positions: &Positions, lines: usize, out: *mut $answer) {
            // SAFETY: the caller promises it.
            unsafe { positions.write::<$line>(lines, out) }
        }
    };
}
version!(bytes_avx512, [__m512i; 1], u8, "avx512f,avx512bw");
version!(bytes_avx2, [__m256i; 2], u8, "avx2");
version!(pairs_avx512, [__m512i; 2], u16, "avx512f,avx512bw");
version!(pairs_avx2, [__m256i; 4], u16, "avx2");

#[cfg(test)]
mod tests {
    use super::*;
    use crate::code::Code;
    use crate::feedback::{FeedbackKind, score};
    use proptest::prelude::*;

    fn planes(pegs: usize, colors: usize, codes: &[Code]) -> Planes {
        let mut planes = Planes::new(pegs, colors, pegs, codes.len());
        for code in codes {
            planes.push(code);
        }
        planes
    }

    fn check<A: Answer>(guess: &[u8], codes: &[Code], planes: &Planes) {
        for level in Level::all_supported() {
            let mut out = vec![A::default(); codes.len().next_multiple_of(LINE)];
            Positions::new(planes, guess).answers(level, &mut out);
            for (code, &answer) in codes.iter().zip(&out) {
                let expected = score(FeedbackKind::Position, guess, code);
                assert_eq!(answer.into(), expected, "{guess:?} {code:?} {level:?}");
            }
        }
    }

    proptest! {
        #[test]
        fn answers_are_those_of_the_plain_scorer(
            pegs in 1..=MAX_POSITION_PEGS,
            colors in 1..9usize,
            many in 1..400usize,
            seed: u64,
        ) {
            let mut state = seed | 1;
            let mut draw = || {
                let pegs: Vec<u8> = (0..pegs)
                    .map(|_| {
                        state = state.wrapping_mul(6364136223846793005).wrapping_add(1);
                        ((state >> 33) % colors as u64) as u8
                    })
                    .collect();
                Code::new(&pegs)
            };
            let codes: Vec<Code> = (0..many).map(|_| draw()).collect();
            let planes = planes(pegs, colors, &codes);
            for guess in (0..5).map(|_| draw()).chain([codes[0]]) {
                check::<u16>(&guess, &codes, &planes);
                if pegs <= MAX_BYTE_PEGS {
                    check::<u8>(&guess, &codes, &planes);
                }
                let [greens, yellows] = Positions::new(&planes, &guess).marks((many - 1) / 64);
                let mut expected = score(FeedbackKind::Position, &guess, &codes[many - 1]);
                for peg in (0..pegs).rev() {
                    let bit = (many - 1) % 64;
                    let mark = 2 * (greens[peg] >> bit & 1) + (yellows[peg] >> bit & 1);
                    prop_assert_eq!(mark, u64::from(expected % 3));
                    expected /= 3;
                }
            }
        }
    }
}
