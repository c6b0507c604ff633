//! The partition that a guess makes of a set, and what the members of a cell tell about it.

mod mutual;

use super::kernels::LANES;
use super::matrix::Matrix;
use super::memory::{At, Key};
use crate::bits::ones;

pub(super) use mutual::MutualAnswers;

/// How many different answers a guess gets from a set.
pub(super) fn answers_from(matrix: &Matrix, set: &[u16], guess: u32) -> usize {
    let row = matrix.answers(guess);
    different(set.iter().map(|&code| row[usize::from(code)]))
}

/// How many different labels there are.
#[inline]
fn different(labels: impl Iterator<Item = u8>) -> usize {
    let mut seen = [0u64; 4];
    for label in labels {
        seen[usize::from(label) / 64] |= 1 << (label % 64);
    }
    seen.iter().map(|seen| seen.count_ones() as usize).sum()
}

/// How many codes of a set give each answer to a guess.
pub(super) fn sizes_of(matrix: &Matrix, set: &[u16], guess: u32) -> [u16; 256] {
    let row = matrix.answers(guess);
    let mut sizes = [0; 256];
    for &code in set {
        sizes[usize::from(row[usize::from(code)])] += 1;
    }
    sizes
}

/// The guess, of some, that gets the most different answers from a set; the first of equals.
pub(super) fn most_telling(
    matrix: &Matrix,
    set: &[u16],
    guesses: impl Iterator<Item = u32>,
) -> u32 {
    let mut best = (0, u32::MAX);
    for guess in guesses {
        let answers = answers_from(matrix, set, guess);
        if answers > best.0 {
            best = (answers, guess);
        }
        if answers == set.len() {
            break;
        }
    }
    best.1
}

/// The codes that give one answer.
#[derive(Clone, Copy)]
pub(super) struct Cell {
    pub start: u32,
    pub end: u32,
    /// What the cell costs at least.
    pub lower: u32,
    /// Whether that is what it costs.
    pub exact: bool,
    /// The most different answers that one of its codes gets from it, the winning one left out; 0 if that is not known.
    pub telling: u8,
}

impl Cell {
    pub fn len(&self) -> usize {
        (self.end - self.start) as usize
    }
}

/// The cells that a guess makes of a set, smallest first, the winning cell left out.
pub(super) struct Partition {
    pub cells: Vec<Cell>,
    /// The keys of the cells, where they were needed.
    pub keys: Vec<Key>,
    /// Places in the set, cell by cell, ascending within each.
    places: Vec<u16>,
    labels: Vec<u8>,
    /// Cell sizes by label, then where the next place of the label goes; all zero between calls.
    sizes: Box<[u32; 256]>,
}

impl Default for Partition {
    fn default() -> Self {
        Partition {
            cells: Vec::new(),
            keys: Vec::new(),
            places: Vec::new(),
            labels: Vec::new(),
            sizes: Box::new([0; 256]),
        }
    }
}

impl Partition {
    /// Divides a set by the answers to a guess.
    pub fn make(&mut self, matrix: &Matrix, set: &[u16], guess: u32) {
        let answers = matrix.answers(guess);
        let labels = set.iter().map(|&code| answers[usize::from(code)]);
        self.make_by(labels, matrix.win);
    }

    /// The same after passes over the set: as long as rows of its codes fit into the second cache, they are near.
    pub fn make_after_a_pass(&mut self, matrix: &Matrix, set: &[u16], guess: u32) {
        /// Lines of the rows of a set that a second cache keeps.
        const NEAR: usize = (2 << 20) / LANES;
        match set.len() * matrix.by_secret.lines_per_row() {
            ..=NEAR => self.make_from_rows(matrix, set, guess),
            _ => self.make(matrix, set, guess),
        }
    }

    /// The same from the rows of the codes: for one guess after the other in ascending order they are read in less time.
    pub fn make_from_rows(&mut self, matrix: &Matrix, set: &[u16], guess: u32) {
        let (sheet, column) = (&matrix.by_secret, guess as usize);
        let codes = set.iter();
        let labels = codes.map(|&code| sheet.byte(usize::from(code), column));
        self.make_by(labels, matrix.win);
    }

    /// Divides a set by the labels of its codes.
    pub fn make_by(&mut self, labels: impl Iterator<Item = u8>, win: u8) {
        self.labels.clear();
        self.labels.extend(labels);
        let size = self.labels.len();
        for &label in &self.labels {
            self.sizes[usize::from(label)] += 1;
        }
        let labels = self.labels.iter().copied().max().map_or(0, usize::from) + 1;
        // Size and label, sorted by insertion: there are few of them.
        let mut order = [0u64; 256];
        let mut cells = 0;
        for (label, &size) in self.sizes[..labels].iter().enumerate() {
            if size == 0 || label == usize::from(win) {
                continue;
            }
            let cell = u64::from(size) << 8 | label as u64;
            let mut place = cells;
            while place > 0 && order[place - 1] > cell {
                order[place] = order[place - 1];
                place -= 1;
            }
            order[place] = cell;
            cells += 1;
        }
        self.cells.clear();
        let mut start = 0;
        for &cell in &order[..cells] {
            let end = start + (cell >> 8) as u32;
            self.sizes[(cell & 0xff) as usize] = start;
            self.cells.push(Cell {
                start,
                end,
                lower: 0,
                exact: false,
                telling: 0,
            });
            start = end;
        }
        // The winning code has no cell; its place comes last and belongs to none.
        self.sizes[usize::from(win)] = start;
        self.places.resize(size, 0);
        self.keys.resize(self.cells.len(), 0);
        for (place, &label) in self.labels.iter().enumerate() {
            let next = &mut self.sizes[usize::from(label)];
            self.places[*next as usize] = place as u16;
            *next += 1;
        }
        self.sizes[..labels].fill(0);
        self.sizes[usize::from(win)] = 0;
    }

    /// Forgets all cells.
    pub fn clear(&mut self) {
        self.cells.clear();
        self.keys.clear();
        self.places.clear();
    }

    /// Adds a cell whose cost is open, given as a mask of places.
    pub fn push(&mut self, mask: u64, lower: u32, telling: u8) {
        let start = self.places.len() as u32;
        for place in ones(mask) {
            self.places.push(place as u16);
        }
        self.cells.push(Cell {
            start,
            end: self.places.len() as u32,
            lower,
            exact: false,
            telling,
        });
        self.keys.push(0);
    }

    /// Whether the guess tells no two codes of the set apart.
    pub fn is_trivial(&self, size: usize) -> bool {
        self.cells.len() == 1 && self.cells[0].len() == size
    }

    /// The places of a cell in the set that was divided.
    pub fn places(&self, cell: &Cell) -> &[u16] {
        &self.places[cell.start as usize..cell.end as usize]
    }

    /// The codes of a cell whose key is known, with so many guesses left.
    pub fn at<'c>(&self, cell: usize, set: &[u16], codes: &'c mut Vec<u16>, left: u8) -> At<'c> {
        self.codes(&self.cells[cell], set, codes);
        At {
            set: codes,
            key: self.keys[cell],
            left,
        }
    }

    /// The codes of a cell.
    pub fn codes(&self, cell: &Cell, set: &[u16], codes: &mut Vec<u16>) {
        codes.clear();
        let places = self.places(cell).iter();
        codes.extend(places.map(|&place| set[usize::from(place)]));
    }
}
