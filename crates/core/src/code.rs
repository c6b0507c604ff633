//! A code: up to twenty pegs, each with one of up to sixty-four colors.

use std::fmt;
use std::ops::Deref;

/// The most pegs a code may have: 64^20 codes are counted in 128 bits.
pub const MAX_PEGS: usize = 20;
/// The most pegs where answers are marks of pegs: the cells of a guess are counted in a table with a place for each answer.
pub const MAX_MARKED_PEGS: usize = 16;
/// The most colors a game may have; a set of colors fits one 64-bit word.
pub const MAX_COLORS: usize = 64;

/// The colors of a code from left to right, each `0..colors`.
///
/// Compares like the number that it spells, leftmost peg most significant.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Code {
    /// Places past `len` hold zero.
    pegs: [u8; MAX_PEGS],
    len: u8,
}

impl Code {
    /// The code of no pegs.
    pub const EMPTY: Code = Code {
        pegs: [0; MAX_PEGS],
        len: 0,
    };

    /// Takes the colors of a code; at most [`MAX_PEGS`] of them.
    ///
    /// # Panics
    /// If there are more than [`MAX_PEGS`] colors.
    pub fn new(colors: &[u8]) -> Self {
        let mut pegs = [0; MAX_PEGS];
        pegs[..colors.len()].copy_from_slice(colors);
        Code {
            pegs,
            len: colors.len() as u8,
        }
    }

    /// How often each color occurs.
    pub fn color_counts(&self) -> [u8; MAX_COLORS] {
        let mut counts = [0; MAX_COLORS];
        for &color in self.iter() {
            counts[color as usize] += 1;
        }
        counts
    }

    pub(crate) fn pegs_mut(&mut self) -> &mut [u8] {
        &mut self.pegs[..self.len as usize]
    }
}

impl Deref for Code {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        &self.pegs[..self.len as usize]
    }
}

impl fmt::Debug for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Code({:?})", &self[..])
    }
}
