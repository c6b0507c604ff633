//! The answers of the members of a set to each other.
//!
//! A cell costs little exactly if one of its codes tells the others apart, so this is asked of nearly every cell
//! that is weighed. Where a vector has a bit for each answer, all members are counted at once.

use crate::bits::ones;
use crate::exact::kernels::{self, LANES, Labels, Line, Sheet};
use crate::exact::matrix::Matrix;
use crate::simd::Level;

/// The answers of the members of a set to each other.
#[derive(Default)]
pub(in crate::exact) struct MutualAnswers {
    /// A row for each code and a column for each member as a guess; where labels are wide, turned round.
    sheet: Sheet,
    size: usize,
}

impl MutualAnswers {
    /// Sets of more codes than this are not tabulated.
    pub const MOST: usize = 512;

    const LINES: usize = MutualAnswers::MOST / LANES;

    pub fn make(&mut self, matrix: &Matrix, labels: &Labels, set: &[u16]) {
        self.size = set.len();
        self.sheet.reshape(set.len(), set.len().div_ceil(LANES));
        for (row, &code) in set.iter().enumerate() {
            let out = kernels::as_bytes_mut(self.sheet.row_mut(row));
            if labels.narrow {
                let answers = matrix.by_secret.row_bytes(usize::from(code));
                for (out, &member) in out.iter_mut().zip(set) {
                    *out = answers[matrix.guess_of(member) as usize];
                }
            } else {
                let answers = matrix.answers(matrix.guess_of(code));
                for (out, &code) in out.iter_mut().zip(set) {
                    *out = answers[usize::from(code)];
                }
            }
        }
    }

    pub fn clear(&mut self) {
        self.size = 0;
    }

    pub fn is_empty(&self) -> bool {
        self.size == 0
    }

    /// By member of a set of at most 64 codes, how many different answers but the winning one it gets from them; after one
    /// that tells all apart, the others may be left out.
    pub fn answers_of_each(&self, level: Level, labels: &Labels) -> [u8; LANES] {
        let places: [u16; LANES] = std::array::from_fn(|place| place as u16);
        let places = &places[..self.size];
        let mut counts = [Line([0; LANES])];
        if labels.narrow {
            kernels::distinct(level, self.sheet.rows(places), labels, None, &mut counts);
        } else {
            for &member in places {
                let answers = self.answers_from(member, places, labels);
                counts[0].0[usize::from(member)] = answers as u8;
                if answers + 1 == self.size {
                    break;
                }
            }
        }
        counts[0].0
    }

    /// How many different answers but the winning one a member gets from places, its own among them.
    #[inline]
    pub fn answers_from(&self, member: u16, places: &[u16], labels: &Labels) -> usize {
        if labels.narrow {
            let seen = places.iter().fold(0u64, |seen, &place| {
                seen | 1 << (self.sheet.byte(usize::from(place), usize::from(member)) & 63)
            });
            seen.count_ones() as usize - 1
        } else {
            let row = self.sheet.row_bytes(usize::from(member));
            super::different(places.iter().map(|&place| row[usize::from(place)])) - 1
        }
    }

    /// The most different answers that a member of a cell gets from it.
    #[inline]
    pub fn best_member(&self, level: Level, places: &[u16], labels: &Labels) -> usize {
        if labels.narrow {
            let mut members = [0u64; MutualAnswers::LINES];
            for &place in places {
                members[usize::from(place) / LANES] |= 1 << (usize::from(place) % LANES);
            }
            let members = &members[..self.size.div_ceil(LANES)];
            let rows = self.sheet.rows(places);
            return kernels::most_distinct(level, rows, labels, members).into();
        }
        let mut best = 0;
        for &member in places {
            best = best.max(self.answers_from(member, places, labels));
            if best + 1 == places.len() {
                break;
            }
        }
        best
    }

    /// The same for a cell of a set of at most 64 codes, given as a mask of places; for narrow labels only.
    #[inline]
    pub fn best_member_of(&self, level: Level, cell: u64, labels: &Labels) -> u32 {
        if cell.count_ones() == 3 {
            return self.best_of_three(cell);
        }
        let mut places = [0u16; LANES];
        for (place, one) in places.iter_mut().zip(ones(cell)) {
            *place = one as u16;
        }
        let count = cell.count_ones() as usize;
        let rows = self.sheet.rows(&places[..count]);
        kernels::most_distinct(level, rows, labels, &[cell]).into()
    }

    /// The same for a cell of three codes: two answers if one of them tells the others apart.
    #[inline]
    fn best_of_three(&self, cell: u64) -> u32 {
        let a = cell.trailing_zeros() as usize;
        let b = (cell & (cell - 1)).trailing_zeros() as usize;
        let c = 63 - cell.leading_zeros() as usize;
        let tells =
            |member, one, other| self.sheet.byte(one, member) != self.sheet.byte(other, member);
        1 + u32::from(tells(a, b, c) | tells(b, a, c) | tells(c, a, b))
    }
}
