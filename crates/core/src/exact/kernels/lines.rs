//! The shapes of memory that the kernels read and write.

use bytemuck::{Pod, Zeroable, must_cast_slice, must_cast_slice_mut};

use crate::exact::memory::prefer_large;
use crate::exact::problem::Fault;

/// Guesses that one vector instruction serves.
pub(in crate::exact) const LANES: usize = 64;

/// A number for each of 64 guesses.
pub(in crate::exact) type Sums = [u16; LANES];

/// A byte for each of 64 guesses, aligned for one vector instruction.
#[derive(Clone, Copy, Pod, Zeroable)]
#[repr(C, align(64))]
pub(in crate::exact) struct Line(pub [u8; LANES]);

/// Bytes in rows of whole lines.
#[derive(Clone, Default)]
pub(in crate::exact) struct Sheet {
    lines: Vec<Line>,
    lines_per_row: usize,
}

impl Sheet {
    /// A sheet without rows, with room for so many; an error if the system does not give it. The memory of a row is
    /// first touched when the row is added, so that making a large sheet can be stopped in between.
    pub fn with_capacity(rows: usize, columns: usize) -> Result<Self, Fault> {
        let lines_per_row = columns.div_ceil(LANES);
        let count = rows.saturating_mul(lines_per_row);
        let mut lines = Vec::new();
        (lines.try_reserve_exact(count))
            .map_err(|_| Fault::Refused(count.saturating_mul(LANES)))?;
        prefer_large(lines.as_ptr(), lines.capacity() * LANES);
        Ok(Sheet {
            lines,
            lines_per_row,
        })
    }

    pub fn new(rows: usize, columns: usize, fill: u8) -> Self {
        let mut sheet = Sheet {
            lines: Vec::new(),
            lines_per_row: columns.div_ceil(LANES),
        };
        sheet.add_rows(rows, fill);
        sheet
    }

    /// Adds rows that hold this byte everywhere, and gives their lines.
    pub fn add_rows(&mut self, rows: usize, fill: u8) -> &mut [Line] {
        let start = self.lines.len();
        self.lines
            .resize(start + rows * self.lines_per_row, Line([fill; LANES]));
        &mut self.lines[start..]
    }

    #[inline]
    pub fn lines_per_row(&self) -> usize {
        self.lines_per_row
    }

    #[inline]
    pub fn row(&self, row: usize) -> &[Line] {
        &self.lines[row * self.lines_per_row..][..self.lines_per_row]
    }

    pub fn row_mut(&mut self, row: usize) -> &mut [Line] {
        &mut self.lines[row * self.lines_per_row..][..self.lines_per_row]
    }

    pub fn row_bytes(&self, row: usize) -> &[u8] {
        as_bytes(self.row(row))
    }

    #[inline]
    pub fn byte(&self, row: usize, column: usize) -> u8 {
        self.lines[row * self.lines_per_row + column / LANES].0[column % LANES]
    }

    pub fn bytes(&self) -> usize {
        self.lines.len() * LANES
    }

    /// Changes the shape and keeps the memory; what the lines hold is then arbitrary.
    pub fn reshape(&mut self, rows: usize, lines_per_row: usize) {
        let lines = rows * lines_per_row;
        if self.lines.len() < lines {
            self.lines.resize(lines, Line([0; LANES]));
        }
        self.lines_per_row = lines_per_row;
    }

    /// The rows of some codes, all of which must be there.
    #[inline]
    pub fn rows<'a>(&'a self, codes: &'a [u16]) -> Rows<'a> {
        let last = codes.iter().copied().fold(0, u16::max).into();
        let lines = |row: usize| (row + 1) * self.lines_per_row;
        assert!(codes.is_empty() || lines(last) <= self.lines.len());
        Rows {
            sheet: self,
            codes,
            first_line: 0,
        }
    }
}

/// The rows of some codes in a sheet. All of them are there, which loops without bounds checks rely on.
#[derive(Clone, Copy)]
pub(in crate::exact) struct Rows<'a> {
    sheet: &'a Sheet,
    codes: &'a [u16],
    /// Lines before this one are left out.
    first_line: usize,
}

impl<'a> Rows<'a> {
    #[inline]
    pub fn sheet(self) -> &'a Sheet {
        self.sheet
    }

    /// The same rows from one of their lines on.
    #[inline]
    pub fn from(self, line: usize) -> Self {
        let first_line = self.first_line + line;
        Rows { first_line, ..self }
    }

    #[inline]
    pub fn lines_per_row(self) -> usize {
        self.sheet.lines_per_row - self.first_line
    }

    #[inline]
    pub fn len(self) -> usize {
        self.codes.len()
    }

    /// The same line of each row.
    #[inline]
    pub fn lines(self, line: usize) -> impl Iterator<Item = &'a Line> + Clone {
        let rows = self.codes.iter();
        rows.map(move |&code| &self.sheet.row(code.into())[self.first_line + line])
    }

    /// Where each row begins.
    #[inline(always)]
    pub fn starts(self) -> impl Iterator<Item = *const u8> {
        let all = self.sheet.lines.as_ptr().wrapping_add(self.first_line);
        let rows = self.codes.iter();
        rows.map(move |&code| {
            let first = usize::from(code) * self.sheet.lines_per_row;
            all.wrapping_add(first).cast()
        })
    }

    /// So many rows at a time.
    #[inline(always)]
    pub fn chunks(self, size: usize) -> impl Iterator<Item = Rows<'a>> {
        let chunks = self.codes.chunks(size);
        chunks.map(move |codes| Rows { codes, ..self })
    }
}

pub(in crate::exact) fn as_bytes(lines: &[Line]) -> &[u8] {
    must_cast_slice(lines)
}

pub(in crate::exact) fn as_bytes_mut(lines: &mut [Line]) -> &mut [u8] {
    must_cast_slice_mut(lines)
}

/// How well the best guess tells the codes of a cell apart: by how many the codes outnumber its different answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::exact) enum Excess {
    None,
    One,
    More,
}
