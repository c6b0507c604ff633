//! A set of possible codes, prepared so that many guesses can be scored against it at a time.
//!
//! The guesses of one vector share all pegs but the last two, and each lane of a vector holds the
//! bits of up to 64 possible codes. For each prefix of a guess the blacks and totals that it earns
//! are added up once, bit by bit for all codes of a word. Then each lane adds what its last two pegs
//! earn, finds the codes of each cell, and counts them.
//!
//! Nearly all the time of building a strategy tree goes into sets of fewer than a hundred codes. With
//! 64 lanes of 8 codes, or 32 of 16, scoring one guess costs a few cycles there, less than scoring a
//! single pair plainly.

use crate::code::Code;
use crate::feedback::FeedbackKind;

use super::bit_tables::BitTables;
use super::code_bits::CodeBits;
use super::guess_symmetry::{GuessSymmetry, PrefixState};
use super::metric::Criteria;
use super::vector::{Vector, lanes_mut};

/// The pegs of a guess that differ between lanes.
pub const LAST_PEGS: usize = 2;

/// The possible codes as bits, the guesses to score and how to score them.
pub struct Prepared<'a, E: CodeBits, V: Vector<E>> {
    pub tables: &'a BitTables<E>,
    pub symmetry: &'a GuessSymmetry,
    pub kind: &'a FeedbackKind,
    pub codes: usize,
    pub criteria: &'a Criteria,
    /// How many vectors all pairs of last pegs fill, row by row for the peg before the last.
    pub vectors: usize,
    pub last_black: Vec<[V; 2]>,
    /// Vectors whose lanes past the last pair have all bits set.
    pub past_end: Vec<V>,
}

impl<'a, E: CodeBits, V: Vector<E>> Prepared<'a, E, V> {
    pub fn new(
        tables: &'a BitTables<E>,
        symmetry: &'a GuessSymmetry,
        kind: &'a FeedbackKind,
        codes: usize,
        criteria: &'a Criteria,
    ) -> Self {
        let width = symmetry.active.len();
        let vectors = (width * width).div_ceil(V::LANES);
        let zero = V::zeroed();
        let mut past_end = vec![zero; vectors];
        lanes_mut::<E, V>(&mut past_end)[width * width..].fill(E::MAX);
        Prepared {
            tables,
            symmetry,
            kind,
            codes,
            criteria,
            vectors,
            last_black: last_blacks(tables, &symmetry.active, vectors, zero),
            past_end,
        }
    }

    /// How many different answers there are.
    pub fn cells(&self) -> usize {
        self.kind.count(self.tables.pegs)
    }

    /// Sets all bits of the lanes whose last pegs may not follow a prefix and returns how many lanes
    /// are left.
    pub fn mask(&self, prefix: &[u8], state: PrefixState, masked: &mut [E]) -> usize {
        let width = self.symmetry.active.len();
        let mut indices = [0; crate::MAX_PEGS];
        let peg = prefix.len();
        indices[..peg].copy_from_slice(prefix);
        let mut left = 0;
        for (first, row) in masked.chunks_exact_mut(width).take(width).enumerate() {
            let then = self.symmetry.then(state, prefix, first);
            indices[peg] = first as u8;
            let before = &indices[..=peg];
            for (last, lane) in row.iter_mut().enumerate() {
                let fits =
                    then.is_some_and(|state| self.symmetry.then(state, before, last).is_some());
                *lane = if fits { E::default() } else { E::MAX };
                left += usize::from(fits);
            }
        }
        left
    }

    /// The guess of a lane, the lanes counted through all vectors.
    pub fn guess(&self, prefix: &[u8], lane: usize) -> Code {
        let width = self.symmetry.active.len();
        let mut indices = [0; crate::MAX_PEGS];
        indices[..prefix.len()].copy_from_slice(prefix);
        indices[prefix.len()] = (lane / width) as u8;
        indices[prefix.len() + 1] = (lane % width) as u8;
        self.symmetry.colors(&indices[..self.tables.pegs])
    }
}

/// The number of blacks of each pair of last pegs, as a low and a high bit, for each word of codes
/// and each vector.
fn last_blacks<E: CodeBits, V: Vector<E>>(
    tables: &BitTables<E>,
    active: &[u8],
    vectors: usize,
    zero: V,
) -> Vec<[V; 2]> {
    let width = active.len();
    let mut all = vec![[zero; 2]; tables.words * vectors];
    for word in 0..tables.words {
        let bits = tables.word(word);
        let black = |from_end: usize, index: usize| {
            bits[tables.black_at(tables.pegs - from_end, active[index] as usize)]
        };
        for lane in 0..width * width {
            let (a, b) = (black(2, lane / width), black(1, lane % width));
            let pair = &mut all[word * vectors + lane / V::LANES];
            let pair = lanes_mut::<E, V>(pair);
            pair[lane % V::LANES] = a ^ b;
            pair[V::LANES + lane % V::LANES] = a & b;
        }
    }
    all
}
