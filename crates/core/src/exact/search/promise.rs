//! What a guess promises: an estimate of the total that it leads to. Looks at all guesses for one set, for what each
//! promises and whether one tells all codes apart.

use std::ops::Range;
use std::sync::atomic::AtomicUsize;

use crate::exact::kernels::{LANES, Line, Sheet, versions};
use crate::exact::matrix::Matrix;

/// How much of the estimate one guess is.
const UNIT: u16 = 14;

/// Sets of more codes are counted guess by guess.
pub(super) const MOST_PAIRS: usize = 160;

/// So many lines of a row are taken at once.
const LINES_AT_ONCE: usize = 8;

/// From so many equal answers on a code adds a part of a guess more, as [`marginal`] has it.
const STEPS: [u8; 7] = [2, 3, 5, 8, 12, 17, 24];

/// What each code of a cell adds to the estimate after those before it: the first code of a cell
/// takes one guess; the next ones two and a little more, the more of them there are.
///
/// A cell of `n` codes comes to `2n - 1 + 0.2 ln n!` guesses. That was fitted to the cells of the best known tree of
/// the words of Wordle, in which a cell of 2 costs 3.1, one of 30 costs 73, and all of 2315 cost 7750 by this rule.
pub(in crate::exact) fn marginal(codes: usize) -> Vec<u16> {
    (0..codes)
        .map(|before| match before {
            0 => UNIT,
            _ => 2 * UNIT + (0.2 * f64::from(UNIT) * (1.0 + before as f64).ln()).round() as u16,
        })
        .collect()
}

/// What all threads of a search by promises share.
pub(in crate::exact) struct Promises {
    /// By the number of codes before it in a cell, what a code adds to a promise.
    pub(super) marginal: Vec<u16>,
    /// How many guesses are tried at each set.
    pub(super) width: usize,
    /// How many answers the search has read, as a measure of its work.
    pub answers: AtomicUsize,
}

impl Promises {
    /// Sets of at most this many codes are not recorded in the journal.
    pub const UNRECORDED: usize = 128;

    pub fn new(codes: usize, width: usize) -> Self {
        Promises {
            marginal: marginal(codes + 1),
            width,
            answers: AtomicUsize::new(0),
        }
    }
}

/// The guesses of the smallest promised totals so far.
#[derive(Default)]
pub(in crate::exact) struct Shortlist {
    /// Promise and guess.
    best: Vec<(u32, u32)>,
    most: usize,
    /// A promise of at least this is not among the best.
    cutoff: u32,
}

impl Shortlist {
    pub fn clear(&mut self, most: usize) {
        self.best.clear();
        self.most = most;
        self.cutoff = u32::MAX;
    }

    #[inline]
    pub fn cutoff(&self) -> u32 {
        self.cutoff
    }

    /// Adds a guess whose promise is below the cutoff.
    pub fn add(&mut self, promise: u32, guess: u32) {
        self.best.push((promise, guess));
        if self.best.len() >= 4 * self.most + 16 {
            self.shorten();
        }
    }

    fn shorten(&mut self) {
        self.best.sort_unstable();
        self.best.truncate(self.most);
        if self.best.len() == self.most {
            self.cutoff = self.best.last().map_or(u32::MAX, |&(promise, _)| promise);
        }
    }

    /// The best guesses, smallest promise first.
    pub fn sorted(&mut self) -> &[(u32, u32)] {
        self.shorten();
        &self.best
    }

    pub fn join(&mut self, other: &mut Shortlist) {
        for &(promise, guess) in other.sorted() {
            self.add(promise, guess);
        }
    }
}

/// The promises of the guesses of one line.
struct LinePromises {
    /// In parts of a guess.
    promise: [u16; LANES],
    /// Different answers, the winning one among them.
    distinct: [u8; LANES],
}

versions! {
    /// Scans the guesses of all lines for a set of at most [`MOST_PAIRS`] codes. Stops at a guess that gets as many
    /// different answers as there are codes, and returns it; a shortlist is otherwise complete.
    pub(super) fn scan_pairs(
        sheet: &Sheet, set: &[u16], win: u8, rows: &mut Vec<Line>, shortlist: &mut Shortlist,
    ) -> Option<u32> = plain scan_plain, or scan_plain
}

#[inline(always)]
fn scan_plain(
    sheet: &Sheet,
    set: &[u16],
    win: u8,
    rows: &mut Vec<Line>,
    shortlist: &mut Shortlist,
) -> Option<u32> {
    debug_assert!(set.len() <= MOST_PAIRS);
    for line in 0..sheet.lines_per_row() {
        if line.is_multiple_of(LINES_AT_ONCE) {
            // Lines of one row that lie side by side come together; one by one each would be waited for.
            rows.clear();
            let end = sheet.lines_per_row().min(line + LINES_AT_ONCE);
            for &code in set {
                let some = &sheet.row(usize::from(code))[line..end];
                rows.extend_from_slice(some);
                rows.resize(rows.len() + LINES_AT_ONCE - some.len(), Line([0; LANES]));
            }
        }
        let found = promises_of_line(rows, line % LINES_AT_ONCE, win);
        let greatest = found.distinct.iter().copied().fold(0, u8::max);
        if usize::from(greatest) == set.len() {
            // Columns past the last guess hold the winning label, so they have one answer.
            let lane = found.distinct.iter().position(|&count| count == greatest);
            let lane = lane.expect("one of them is the greatest");
            return Some((line * LANES + lane) as u32);
        }
        let least = found.promise.iter().copied().fold(u16::MAX, u16::min);
        if u32::from(least) < shortlist.cutoff() {
            for (lane, &promise) in found.promise.iter().enumerate() {
                if u32::from(promise) < shortlist.cutoff() && found.distinct[lane] > 1 {
                    shortlist.add(promise.into(), (line * LANES + lane) as u32);
                }
            }
        }
    }
    None
}

/// The promises of 64 guesses, from the answers that each code shares with those before it.
#[inline(always)]
fn promises_of_line(rows: &[Line], line: usize, win: u8) -> LinePromises {
    let mut distinct = [0u8; LANES];
    let mut promise = [0u16; LANES];
    let rows = rows.as_chunks::<LINES_AT_ONCE>().0;
    for (index, row) in rows.iter().enumerate() {
        let row = row[line];
        let mut equal = [0u8; LANES];
        for other in &rows[..index] {
            let other = other[line];
            for (equal, (one, other)) in equal.iter_mut().zip(row.0.iter().zip(&other.0)) {
                *equal += u8::from(one == other);
            }
        }
        let mut adds = [0u8; LANES];
        for lane in 0..LANES {
            let first = u8::from(equal[lane] == 0);
            distinct[lane] += first;
            // One guess for the first code of a cell, two and a little for the others, none to win.
            adds[lane] = 2 * UNIT as u8 + 2;
            adds[lane] -= first * (UNIT as u8 + 2);
            adds[lane] -= u8::from(row.0[lane] == win) * UNIT as u8;
        }
        for step in STEPS {
            for lane in 0..LANES {
                adds[lane] += u8::from(equal[lane] >= step);
            }
        }
        for lane in 0..LANES {
            promise[lane] += u16::from(adds[lane]);
        }
    }
    LinePromises { promise, distinct }
}

/// Scans some guesses for a set of any size, each by counting the codes by answer.
pub(super) fn scan_counts(
    matrix: &Matrix,
    set: &[u16],
    guesses: Range<u32>,
    marginal: &[u16],
    shortlist: &mut Shortlist,
) {
    let win = usize::from(matrix.win);
    let mut sizes = [0u16; 256];
    let mut touched = [0u8; 257];
    for guess in guesses {
        let answers = matrix.answers(guess);
        let mut promise = 0u32;
        let mut distinct = 0;
        for &code in set {
            let label = answers[usize::from(code)];
            let size = &mut sizes[usize::from(label)];
            touched[distinct] = label;
            distinct += usize::from(*size == 0);
            promise += u32::from(marginal[usize::from(*size)]);
            *size += 1;
        }
        if sizes[win] > 0 {
            promise -= u32::from(UNIT);
        }
        for &label in &touched[..distinct] {
            sizes[usize::from(label)] = 0;
        }
        if promise < shortlist.cutoff() && distinct > 1 {
            shortlist.add(promise, guess);
        }
    }
}
