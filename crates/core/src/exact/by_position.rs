//! Answers per position, 64 pairs at a time in loops that vectorise.
//!
//! A peg of the guess that is no hit is yellow if the secret has more unclaimed pegs of its color than the guess
//! has such pegs before it: each of those has claimed one.

use crate::code::Code;
use crate::simd::{Features, Level};

use super::kernels::{LANES, Line, Sheet, as_bytes_mut};

/// The most pegs whose answers two bytes can number.
pub(super) const MOST_PEGS: usize = 10;

/// Pegs whose marks one byte can number.
const PEGS_PER_BYTE: usize = 5;

/// A list of codes, by peg, to be scored against single codes.
pub(super) struct Columns {
    /// A row for each peg.
    pegs: Sheet,
    /// For each pair of pegs, the first before the second, 1 where both have the same color.
    same: Sheet,
    count: usize,
}

/// What a single code is to a list.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    Guess,
    Secret,
}

type Bytes = [u8; LANES];

impl Columns {
    /// Takes codes of so many pegs.
    pub fn new(pegs: usize, codes: &[Code]) -> Self {
        let mut columns = Columns {
            pegs: Sheet::new(pegs, codes.len(), u8::MAX),
            same: Sheet::new(pegs * (pegs - 1) / 2, codes.len(), 0),
            count: codes.len(),
        };
        for (index, code) in codes.iter().enumerate() {
            for (peg, &color) in code.iter().enumerate() {
                as_bytes_mut(columns.pegs.row_mut(peg))[index] = color;
                for before in 0..peg {
                    as_bytes_mut(columns.same.row_mut(pair(before, peg)))[index] =
                        u8::from(code[before] == color);
                }
            }
        }
        columns
    }

    /// How many codes there are.
    pub fn count(&self) -> usize {
        self.count
    }

    /// Scores a code of at most five pegs against all codes of the list.
    pub fn score(&self, level: Level, code: &Code, role: Role, out: &mut [Line]) {
        assert!(code.len() <= PEGS_PER_BYTE);
        self.each_line(level, code, role, |line, [low, _]| {
            out[line].0 = *low;
        });
    }

    /// Scores a code of at most ten pegs against all codes of the list.
    pub fn score_wide(&self, level: Level, code: &Code, role: Role, out: &mut [u16]) {
        assert!(code.len() <= MOST_PEGS && out.len() == self.count);
        let few = code.len().min(PEGS_PER_BYTE) as u32;
        let shift = 3u16.pow(few);
        self.each_line(level, code, role, |line, [low, high]| {
            let out = &mut out[line * LANES..];
            for lane in 0..out.len().min(LANES) {
                out[lane] = u16::from(high[lane]) * shift + u16::from(low[lane]);
            }
        });
    }

    /// Calls back with the numbers of the answers of each line.
    #[inline]
    fn each_line(
        &self,
        level: Level,
        code: &Code,
        role: Role,
        each: impl FnMut(usize, &[Bytes; 2]),
    ) {
        #[cfg(target_arch = "x86_64")]
        {
            if level.has(Features::EXACT_512) {
                // SAFETY: a level has features that the processor was found to have.
                return unsafe { self.lines_avx512(code, role, each) };
            }
            if level.has(Features::AVX2) {
                // SAFETY: a level has features that the processor was found to have.
                return unsafe { self.lines_avx2(code, role, each) };
            }
        }
        self.lines_plain(code, role, each);
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,avx512f,avx512bw,avx512vbmi,avx512bitalg,avx512vbmi2")]
    fn lines_avx512(&self, code: &Code, role: Role, each: impl FnMut(usize, &[Bytes; 2])) {
        self.lines_plain(code, role, each);
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    fn lines_avx2(&self, code: &Code, role: Role, each: impl FnMut(usize, &[Bytes; 2])) {
        self.lines_plain(code, role, each);
    }

    #[inline(always)]
    fn lines_plain(&self, code: &Code, role: Role, mut each: impl FnMut(usize, &[Bytes; 2])) {
        for line in 0..self.pegs.lines_per_row() {
            each(line, &self.line_plain(code, role, line));
        }
    }

    /// The numbers of 64 answers: those of the last five pegs, and those of the pegs before them.
    #[inline(always)]
    fn line_plain(&self, code: &Code, role: Role, line: usize) -> [Bytes; 2] {
        // Colors and lines are taken out of the loops over lanes, or these would not vectorise.
        let pegs = code.len();
        // All ones where a peg is no hit.
        let mut missed = [[0u8; LANES]; MOST_PEGS];
        for (peg, missed) in missed.iter_mut().enumerate().take(pegs) {
            let (color, column) = (code[peg], self.pegs.row(peg)[line].0);
            for (missed, &theirs) in missed.iter_mut().zip(&column) {
                *missed = if theirs == color { 0 } else { u8::MAX };
            }
        }
        let mut numbers = [[0u8; LANES]; 2];
        for peg in 0..pegs {
            let mut claims = [0u8; LANES];
            let mut unclaimed = [0u8; LANES];
            for other in (0..pegs).filter(|&other| other != peg) {
                // Where the secret has the color of this peg of the guess.
                let (theirs, ours) = match role {
                    Role::Guess => (other, peg),
                    Role::Secret => (peg, other),
                };
                let (color, column) = (code[ours], self.pegs.row(theirs)[line].0);
                let missed = missed[other];
                for lane in 0..LANES {
                    unclaimed[lane] += u8::from(column[lane] == color) & missed[lane];
                }
            }
            for before in 0..peg {
                let missed = missed[before];
                match role {
                    Role::Guess if code[before] == code[peg] => {
                        for lane in 0..LANES {
                            claims[lane] += missed[lane] & 1;
                        }
                    }
                    Role::Guess => {}
                    Role::Secret => {
                        let same = self.same.row(pair(before, peg))[line].0;
                        for lane in 0..LANES {
                            claims[lane] += same[lane] & missed[lane];
                        }
                    }
                }
            }
            let number = &mut numbers[usize::from(pegs - peg > PEGS_PER_BYTE)];
            let missed = missed[peg];
            for lane in 0..LANES {
                let yellow = u8::from(unclaimed[lane] > claims[lane]);
                let mark = if missed[lane] == 0 { 2 } else { yellow };
                number[lane] = number[lane].wrapping_mul(3).wrapping_add(mark);
            }
        }
        numbers
    }
}

/// The number of a pair of pegs, the first before the second.
fn pair(first: usize, second: usize) -> usize {
    second * (second - 1) / 2 + first
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::hash::Random;
    use crate::feedback::{FeedbackKind, score};

    #[test]
    fn agrees_with_the_plain_scorer() {
        let mut random = Random(7);
        for pegs in 1..=MOST_PEGS {
            for colors in [2, 3, 26] {
                let mut code = || {
                    let color = |_| (random.word() % colors) as u8;
                    Code::new(&(0..pegs).map(color).collect::<Vec<u8>>())
                };
                let codes: Vec<Code> = (0..150).map(|_| code()).collect();
                let others: Vec<Code> = (0..20).map(|_| code()).collect();
                let columns = Columns::new(pegs, &codes);
                let mut wide = vec![0; columns.count()];
                for level in Level::all_supported() {
                    for other in &others {
                        for role in [Role::Guess, Role::Secret] {
                            let plain = codes.iter().map(|code| match role {
                                Role::Guess => score(FeedbackKind::Position, other, code),
                                Role::Secret => score(FeedbackKind::Position, code, other),
                            });
                            let plain: Vec<u32> = plain.collect();
                            columns.score_wide(level, other, role, &mut wide);
                            let found: Vec<u32> = wide.iter().map(|&n| u32::from(n)).collect();
                            assert_eq!(found, plain);
                            if pegs <= PEGS_PER_BYTE {
                                let mut sheet = Sheet::new(1, codes.len(), 0);
                                columns.score(level, other, role, sheet.row_mut(0));
                                let bytes = sheet.row_bytes(0)[..codes.len()].iter();
                                let found: Vec<u32> = bytes.map(|&n| u32::from(n)).collect();
                                assert_eq!(found, plain);
                            }
                        }
                    }
                }
            }
        }
    }
}
