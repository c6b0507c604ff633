//! Counts the cells of the partition that a guess makes of a set of codes, with no table of answers.
//!
//! The codes are bit planes ([`Planes`]). The black pegs of a guess are the sum of one
//! plane per peg; black and white together are the sum of one plane per peg as well: the
//! k-th peg of a color in the guess is matched where the code has that color at least k
//! times. Carry-save adders sum the planes for a whole machine word of codes at once,
//! the sums are told apart value by value, and a population count per cell does the
//! rest: about a hundred operations for 512 codes.
//!
//! What was learned: comparing bytes instead (64 codes per AVX-512 word) spends most of
//! its time on the histogram, because it needs one compare and one addition per cell and
//! 64 codes; bits need one conjunction and one population count per cell and 512 codes.

use crate::feedback::{FeedbackKind, black_white};
use crate::simd::{Level, choose};

pub use super::kernel::{MAX_CELLS, Sought};
use super::kernel::{MAX_PLANES, Sums};
use super::planes::Planes;

/// One guess and the planes of some codes, ready for counting the cells.
pub struct Count<'a> {
    /// Equal ones find the same.
    pub(super) sums: Sums,
    planes: &'a Planes,
    /// The number of pegs that the adders are built for.
    width: usize,
}

impl<'a> Count<'a> {
    /// A guess against whole codes.
    pub fn new(planes: &'a Planes, guess: &[u8]) -> Self {
        Self::with_first_pegs(planes, &[], guess)
    }

    /// A guess against codes that all begin with `first`, the planes having the other pegs.
    ///
    /// # Panics
    /// If the pegs of the guess are not as many as those of `first` and the planes.
    pub fn with_first_pegs(planes: &'a Planes, first: &[u8], guess: &[u8]) -> Self {
        assert_eq!(guess.len(), first.len() + planes.pegs());
        let all = planes.all().as_ptr();
        let mut sums = Sums {
            black: [planes.none().as_ptr(); MAX_PLANES],
            total: [planes.none().as_ptr(); MAX_PLANES],
            words: planes.used_words(),
        };
        let blacks = first.iter().zip(guess).filter(|(one, other)| one == other);
        sums.black[..blacks.count()].fill(all);
        for (peg, &color) in guess.iter().enumerate() {
            let color = color as usize;
            let of_this_color =
                |codes: &[u8]| codes.iter().filter(|&&c| c as usize == color).count();
            if let Some(peg_of_planes) = peg.checked_sub(first.len()) {
                sums.black[peg] = planes.black(peg_of_planes, color).as_ptr();
            }
            // This peg is matched if the code has so many of its color.
            let needed = of_this_color(&guess[..=peg]).saturating_sub(of_this_color(first));
            sums.total[peg] = match needed {
                0 => all,
                _ => planes.at_least(color, needed).as_ptr(),
            };
        }
        Count {
            sums,
            planes,
            width: match guess.len() {
                0..=4 => 4,
                5 => 5,
                6 => 6,
                7..=8 => 8,
                9..=16 => 16,
                _ => 20,
            },
        }
    }

    /// Adds the sizes of the cells to a table with a place per black-and-white feedback
    /// of the most pegs; with a mask, of the codes in the mask only.
    ///
    /// # Panics
    /// If the mask is shorter than the planes.
    pub fn add_to(&self, level: Level, mask: Option<&[u64]>, table: &mut [u64; MAX_CELLS]) {
        let mask = mask.map(|mask| {
            assert!(mask.len() >= self.sums.words);
            mask.as_ptr()
        });
        // SAFETY: only detection makes a level, so the processor has what the level has; every
        // pointer of `Count` is to a plane of `words` words that `planes` keeps alive, and the mask
        // is as long.
        unsafe {
            choose!(level,
                COUNT_512 => versions::histogram_avx512(self.width, &self.sums, mask, table),
                AVX2 => versions::histogram_avx2(self.width, &self.sums, mask, table),
                _ => versions::histogram_portable(self.width, &self.sums, mask, table),
            );
        }
        if mask.is_none() {
            // The places past the last code look like codes that share nothing with the guess.
            table[0] -= (self.sums.words * 64 - self.planes.len()) as u64;
        }
    }

    /// Writes a bit for every code whose blacks and totals are the sought ones, none of
    /// them more than there are pegs; the bits past the last code mean nothing.
    ///
    /// # Panics
    /// If `out` is shorter than the planes.
    pub fn select(&self, level: Level, sought: Sought, out: &mut [u64]) {
        assert!(out.len() >= self.sums.words);
        // SAFETY: as in `add_to`; `out` has room for `words` words.
        unsafe {
            choose!(level,
                COUNT_512 => versions::select_avx512(self.width, &self.sums, sought, out),
                AVX2 => versions::select_avx2(self.width, &self.sums, sought, out),
                _ => versions::select_portable(self.width, &self.sums, sought, out),
            );
        }
    }
}

/// What an answer other than per position tells of blacks and totals.
pub fn sought(kind: &FeedbackKind, pegs: usize, feedback: u32) -> Sought {
    let feedback = feedback as usize;
    let mut sought = Sought::default();
    match kind {
        FeedbackKind::Black => sought.black = Some(feedback),
        FeedbackKind::Total if feedback > pegs => sought.black = Some(pegs),
        FeedbackKind::Total => {
            sought.total = Some(feedback);
            sought.not_black = Some(pegs);
        }
        FeedbackKind::BlackWhite => {
            let mut total = 0;
            while (total + 1) * (total + 2) / 2 <= feedback {
                total += 1;
            }
            sought.total = Some(total);
            sought.black = Some(feedback - total * (total + 1) / 2);
        }
        FeedbackKind::Position | FeedbackKind::Naive | FeedbackKind::Own(_) => {
            panic!("these answers are no sums")
        }
    }
    sought
}

/// Sizes of the cells of one guess among all codes of some planes, by the number of the
/// answer; not for answers per position.
pub fn cells(level: Level, kind: &FeedbackKind, planes: &Planes, guess: &[u8]) -> Vec<u64> {
    let mut table = [0; MAX_CELLS];
    Count::new(planes, guess).add_to(level, None, &mut table);
    by_answer(kind, guess.len(), &table)
}

/// Sums up the cells of black-and-white feedback that another kind does not tell apart.
pub(super) fn by_answer(kind: &FeedbackKind, pegs: usize, table: &[u64; MAX_CELLS]) -> Vec<u64> {
    let mut cells = vec![0; kind.count(pegs)];
    for total in 0..=pegs {
        for black in 0..=total {
            let number = black_white(black, total - black) as usize;
            let answer = match kind {
                FeedbackKind::Black => black,
                FeedbackKind::Total if black == pegs => pegs + 1,
                FeedbackKind::Total => total,
                FeedbackKind::BlackWhite => number,
                FeedbackKind::Position | FeedbackKind::Naive | FeedbackKind::Own(_) => {
                    panic!("these answers are no sums")
                }
            };
            cells[answer] += table[number];
        }
    }
    cells
}

/// The kernel, compiled for each machine word and each width of the adders.
mod versions {
    use super::super::kernel::{MAX_CELLS, Sought, Sums, histogram, select};
    #[cfg(target_arch = "x86_64")]
    use std::arch::x86_64::{__m256i, __m512i};

    macro_rules! version {
        ($histogram:ident, $select:ident, $word:ty $(, $features:literal)?) => {
            /// # Safety
            /// As for [`histogram`].
            $(#[target_feature(enable = $features)])?
            pub unsafe fn $histogram(
                width: usize,
                sums: &Sums,
                mask: Option<*const u64>,
                table: &mut [u64; MAX_CELLS],
            ) {
                // SAFETY: the caller promises what the kernel asks for, and the features of the
                // word are enabled in this function.
                unsafe {
                    match width {
                        4 => histogram::<$word, 4, 15>(sums, mask, table),
                        5 => histogram::<$word, 5, 21>(sums, mask, table),
                        6 => histogram::<$word, 6, 28>(sums, mask, table),
                        8 => histogram::<$word, 8, 45>(sums, mask, table),
                        16 => histogram::<$word, 16, 153>(sums, mask, table),
                        _ => histogram::<$word, 20, 231>(sums, mask, table),
                    }
                }
            }

            /// # Safety
            /// As for [`select`].
            $(#[target_feature(enable = $features)])?
            pub unsafe fn $select(
                width: usize,
                sums: &Sums,
                sought: Sought,
                out: &mut [u64],
            ) {
                // SAFETY: the caller promises what the kernel asks for, and the features of the
                // word are enabled in this function.
                unsafe {
                    match width {
                        4 => select::<$word, 4>(sums, sought, out),
                        5 => select::<$word, 5>(sums, sought, out),
                        6 => select::<$word, 6>(sums, sought, out),
                        8 => select::<$word, 8>(sums, sought, out),
                        16 => select::<$word, 16>(sums, sought, out),
                        _ => select::<$word, 20>(sums, sought, out),
                    }
                }
            }
        };
    }

    version!(histogram_portable, select_portable, u64);
    #[cfg(target_arch = "x86_64")]
    version!(histogram_avx2, select_avx2, __m256i, "avx2");
    #[cfg(target_arch = "x86_64")]
    version!(
        histogram_avx512,
        select_avx512,
        __m512i,
        "avx512f,avx512vpopcntdq"
    );
}

#[cfg(test)]
mod tests;
