//! Answers per position, as in Wordle: one guess against many codes at once.
//!
//! The codes are bit planes ([`Planes`]), so a few logical operations say for 64 codes which pegs of
//! the guess are green and which are yellow. A peg whose color the guess has once is green where the
//! code has the color there, and yellow where the code has it elsewhere. A color that the guess has
//! several times is counted down: a plane per number of copies says how many pegs of the color
//! nothing has claimed yet; the green pegs claim theirs first, then the others from the left. Where each
//! peg is marked by itself, all pegs are as those whose color the guess has once.
//!
//! The answer is a number of base 3. So each plane adds its power of three to the answers of the
//! codes that are in it, 64 bytes or 32 numbers of two bytes per instruction.

#[cfg(target_arch = "x86_64")]
use std::arch::x86_64::{__m256i, __m512i};

use crate::feedback::FeedbackKind;
use crate::simd::{Level, choose};

use super::planes::Planes;
pub use super::position_lines::LINE;
use super::position_lines::{Line, Portable};

/// The most pegs of a code whose answers per position fit two bytes.
pub const MAX_POSITION_PEGS: usize = 10;
/// The most pegs of a code whose answers per position fit one byte.
pub const MAX_BYTE_PEGS: usize = 5;

/// Whether the answers of a guess to many codes can be written as rows: they are marks of pegs and fit
/// two bytes.
pub fn fits_rows(kind: &FeedbackKind, pegs: usize) -> bool {
    kind.marks_pegs() && pegs <= MAX_POSITION_PEGS
}

/// One guess and the planes of some codes, ready for the answers that the codes give.
///
/// The pegs are in the order of `peg`: first those whose color the guess has once, then color by color
/// those whose color it has several times, each color from the left.
pub struct Positions<'a> {
    planes: &'a Planes,
    pegs: usize,
    peg: [u8; MAX_POSITION_PEGS],
    /// For each peg, the codes that have its color there.
    here: [*const u64; MAX_POSITION_PEGS],
    /// For the first peg of a color the codes that have the color at least once, for the second those
    /// that have it at least twice, and so on.
    at_least: [*const u64; MAX_POSITION_PEGS],
    /// How many pegs come before those whose color the guess has several times.
    singles: usize,
    /// Where in this order each repeated color ends.
    ends: [u8; MAX_POSITION_PEGS / 2],
    repeated: usize,
}

impl<'a> Positions<'a> {
    /// # Panics
    /// If [`fits_rows`] does not hold, or the guess has not as many pegs as the codes.
    #[inline]
    pub fn new(kind: &FeedbackKind, planes: &'a Planes, guess: &[u8]) -> Self {
        let pegs = guess.len();
        assert!(fits_rows(kind, pegs) && pegs == planes.pegs());
        let mut positions = Positions {
            planes,
            pegs,
            peg: [0; MAX_POSITION_PEGS],
            here: [std::ptr::null(); MAX_POSITION_PEGS],
            at_least: [std::ptr::null(); MAX_POSITION_PEGS],
            singles: 0,
            ends: [0; MAX_POSITION_PEGS / 2],
            repeated: 0,
        };
        let (mut seen, mut again) = (0u64, 0u64);
        for &color in guess {
            again |= seen & (1 << color);
            seen |= 1 << color;
        }
        if *kind == FeedbackKind::Naive {
            again = 0;
        }
        let mut place = 0;
        let mut put = |peg: usize, copies: usize| {
            let color = usize::from(guess[peg]);
            positions.peg[place] = peg as u8;
            positions.here[place] = planes.black(peg, color).as_ptr();
            positions.at_least[place] = planes.at_least(color, copies).as_ptr();
            place += 1;
            place
        };
        for (peg, &color) in guess.iter().enumerate() {
            if again >> color & 1 == 0 {
                positions.singles = put(peg, 1);
            }
        }
        while again != 0 {
            let color = again.trailing_zeros() as u8;
            again &= again - 1;
            let mut copies = 0;
            for (peg, _) in guess.iter().enumerate().filter(|&(_, &c)| c == color) {
                copies += 1;
                positions.ends[positions.repeated] = put(peg, copies) as u8;
            }
            positions.repeated += 1;
        }
        positions
    }

    /// For one of the pegs whose color the guess has once, the codes of a word that make it green, and
    /// those that make it yellow.
    ///
    /// # Safety
    /// The planes have the word.
    #[inline(always)]
    unsafe fn single(&self, place: usize, word: usize) -> [u64; 2] {
        // SAFETY: the planes are kept alive, and the caller promises the word.
        unsafe {
            let green = *self.here[place].add(word);
            [green, *self.at_least[place].add(word) & !green]
        }
    }

    /// The same for all pegs of a color that the guess has several times, from `start` to `end`.
    ///
    /// # Safety
    /// The planes have the word.
    #[inline(always)]
    unsafe fn repeated(
        &self,
        start: usize,
        end: usize,
        word: usize,
    ) -> [[u64; 2]; MAX_POSITION_PEGS] {
        // SAFETY: the planes are kept alive, and the caller promises the word.
        let bits = |plane: *const u64| unsafe { *plane.add(word) };
        let mut marks = [[0; 2]; MAX_POSITION_PEGS];
        // Where the code still has at least one peg of the color that nothing claims, two, and so on.
        let mut left = [0; MAX_POSITION_PEGS];
        let left = &mut left[..end - start];
        for (left, &plane) in left.iter_mut().zip(&self.at_least[start..end]) {
            *left = bits(plane);
        }
        for ([green, _], &plane) in marks.iter_mut().zip(&self.here[start..end]) {
            *green = bits(plane);
            claim(left, *green);
        }
        for [green, yellow] in &mut marks[..end - start] {
            *yellow = left[0] & !*green;
            claim(left, *yellow);
        }
        marks
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
        let mut put = |place: usize, marks: [u64; 2]| {
            let peg = usize::from(self.peg[place]);
            [greens[peg], yellows[peg]] = marks;
        };
        for place in 0..self.singles {
            // SAFETY: the planes have the word.
            put(place, unsafe { self.single(place, word) });
        }
        let mut start = self.singles;
        for &end in &self.ends[..self.repeated] {
            // SAFETY: the planes have the word.
            let marks = unsafe { self.repeated(start, end.into(), word) };
            for (place, marks) in (start..end.into()).zip(marks) {
                put(place, marks);
            }
            start = end.into();
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
        // For each peg what it adds where it is yellow, in each part of a word; green adds twice as much.
        let mut weights = [0; MAX_POSITION_PEGS];
        for (weight, &peg) in weights.iter_mut().zip(&self.peg[..self.pegs]) {
            *weight = L::ONES * 3u64.pow((self.pegs - 1) as u32 - u32::from(peg));
        }
        for line in 0..lines {
            // SAFETY: the caller promises the room, the words and the features.
            unsafe {
                let mut answers = L::zero();
                for (place, weight) in weights.iter().enumerate().take(self.singles) {
                    let [greens, yellows] = self.single(place, line);
                    answers.add(greens, 2 * weight);
                    answers.add(yellows, *weight);
                }
                let mut start = self.singles;
                for &end in &self.ends[..self.repeated] {
                    let marks = self.repeated(start, end.into(), line);
                    for place in start..end.into() {
                        let [greens, yellows] = marks[place - start];
                        answers.add(greens, 2 * weights[place]);
                        answers.add(yellows, weights[place]);
                    }
                    start = end.into();
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
                choose!(level,
                    LOOK_AHEAD_512 => bytes_avx512(positions, lines, out),
                    AVX2 => bytes_avx2(positions, lines, out),
                    _ => positions.write::<Portable<u8, 8>>(lines, out),
                );
            }
        }
    }

    impl Write for u16 {
        const MAX_PEGS: usize = MAX_POSITION_PEGS;

        unsafe fn write(positions: &Positions, level: Level, lines: usize, out: *mut u16) {
            // SAFETY: the caller promises the room, and the level the features.
            unsafe {
                choose!(level,
                    LOOK_AHEAD_512 => pairs_avx512(positions, lines, out),
                    AVX2 => pairs_avx2(positions, lines, out),
                    _ => positions.write::<Portable<u16, 16>>(lines, out),
                );
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
    use crate::feedback::score;
    use proptest::prelude::*;

    fn planes(pegs: usize, colors: usize, codes: &[Code]) -> Planes {
        let mut planes = Planes::new(pegs, colors, pegs, codes.len());
        for code in codes {
            planes.push(code);
        }
        planes
    }

    fn check<A: Answer>(kind: &FeedbackKind, guess: &[u8], codes: &[Code], planes: &Planes) {
        for level in Level::all_supported() {
            let mut out = vec![A::default(); codes.len().next_multiple_of(LINE)];
            Positions::new(kind, planes, guess).answers(level, &mut out);
            for (code, &answer) in codes.iter().zip(&out) {
                let expected = score(kind, guess, code);
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
            kind in prop_oneof![Just(FeedbackKind::Position), Just(FeedbackKind::Naive)],
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
                check::<u16>(&kind, &guess, &codes, &planes);
                if pegs <= MAX_BYTE_PEGS {
                    check::<u8>(&kind, &guess, &codes, &planes);
                }
                let [greens, yellows] = Positions::new(&kind, &planes, &guess).marks((many - 1) / 64);
                let mut expected = score(&kind, &guess, &codes[many - 1]);
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
