//! Scores guesses many at a time: the guesses of one vector share all pegs but the last
//! two, and each lane of the vector holds the bits of up to 64 possible codes.
//!
//! For each beginning of a guess the blacks and totals that it earns are summed up once,
//! bit by bit for all codes of a word; then each lane adds what its last two pegs earn,
//! tells the sums apart value by value, and counts the codes of each cell.
//!
//! What was learned: nearly all the time of a strategy tree goes into sets of fewer than
//! a hundred codes. With 64 lanes of 8 codes, or 32 of 16, scoring one guess costs a few
//! cycles there, less than scoring a single pair plainly.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::code::Code;
use crate::feedback::FeedbackKind;

use super::cells::{Counting, last_blacks};
use super::guesses::{Beginning, Palette, State};
use super::judge::Judge;
use super::lane::Lane;
use super::metric::{Best, OnePly};
use super::tables::Tables;
use super::vector::{Vector, lanes_mut};

/// The pegs of a guess that differ between lanes.
pub const LAST_PEGS: usize = 2;
/// Bits of a sum over up to sixteen pegs.
const SUM_BITS: usize = 5;

/// A set of possible codes, ready to have guesses scored against it.
pub struct Scan<'a, E: Lane, V: Vector<E>> {
    pub(super) tables: &'a Tables<E>,
    pub(super) palette: &'a Palette,
    pub(super) kind: FeedbackKind,
    pub(super) codes: usize,
    pub(super) how: &'a OnePly,
    stop: &'a AtomicBool,
    /// Vectors for all pairs of last pegs, row by row for the peg before the last.
    pub(super) vectors: usize,
    pub(super) last_black: Vec<[V; 2]>,
    /// All bits set in lanes past the last pair.
    past_end: Vec<V>,
}

impl<'a, E: Lane, V: Vector<E>> Scan<'a, E, V> {
    /// # Safety
    /// The features that the vector needs are present.
    pub unsafe fn new(
        tables: &'a Tables<E>,
        palette: &'a Palette,
        kind: FeedbackKind,
        codes: usize,
        how: &'a OnePly,
        stop: &'a AtomicBool,
    ) -> Self {
        let width = palette.active.len();
        let vectors = (width * width).div_ceil(V::LANES);
        let zero = unsafe { V::splat(E::default()) };
        let mut past_end = vec![zero; vectors];
        lanes_mut::<E, V>(&mut past_end)[width * width..].fill(E::MAX);
        Scan {
            tables,
            palette,
            kind,
            codes,
            how,
            stop,
            vectors,
            last_black: last_blacks(tables, &palette.active, vectors, zero),
            past_end,
        }
    }

    pub(super) fn cells(&self) -> usize {
        self.kind.count(self.tables.pegs)
    }

    /// Finds the best guess with one of these beginnings, which ascend. Stops at a guess
    /// that tells all codes apart without being one of them: no possible code does.
    ///
    /// # Safety
    /// The features that the vector needs are present, and enabled where this is called.
    #[inline(always)]
    pub unsafe fn run(&self, beginnings: &[Beginning]) -> Option<Best> {
        unsafe {
            match self.tables.pegs {
                0..=3 => self.run_with::<2, 0>(beginnings),
                4 => self.run_with::<3, 4>(beginnings),
                5 => self.run_with::<3, 5>(beginnings),
                6 => self.run_with::<3, 6>(beginnings),
                7 => self.run_with::<3, 0>(beginnings),
                _ => self.run_with::<SUM_BITS, 0>(beginnings),
            }
        }
    }

    /// `PEGS` is the number of pegs where the compiler is to unroll the loops over cells,
    /// which saves a fifth of the time, and otherwise 0.
    #[inline(always)]
    unsafe fn run_with<const BITS: usize, const PEGS: usize>(
        &self,
        beginnings: &[Beginning],
    ) -> Option<Best> {
        let cells = self.cells();
        let mut masked = self.past_end.clone();
        let free = self.palette.is_free(self.tables.pegs - LAST_PEGS);
        let mut counting = unsafe { Counting::new(self.vectors, cells) };
        let mut judge = Judge::new(self);
        for Beginning { places, state } in beginnings {
            if self.stop.load(Ordering::Relaxed) {
                break;
            }
            if !free {
                self.mask(places, *state, lanes_mut(&mut masked));
            }
            unsafe {
                counting.count::<BITS, PEGS>(self, places);
                for (vector, &masked) in masked.iter().enumerate() {
                    let counts = &counting.counts[vector * cells..][..cells];
                    if judge.see(places, vector, counts, masked) {
                        return judge.best;
                    }
                }
            }
        }
        judge.best
    }

    /// Masks the last pegs that may not follow.
    fn mask(&self, beginning: &[u8], state: State, masked: &mut [E]) {
        let width = self.palette.active.len();
        let mut places = [0; crate::MAX_PEGS];
        let peg = beginning.len();
        places[..peg].copy_from_slice(beginning);
        for (first, row) in masked.chunks_exact_mut(width).take(width).enumerate() {
            let then = self.palette.then(state, beginning, first);
            places[peg] = first as u8;
            let before = &places[..=peg];
            for (last, lane) in row.iter_mut().enumerate() {
                let fits =
                    then.is_some_and(|state| self.palette.then(state, before, last).is_some());
                *lane = if fits { E::default() } else { E::MAX };
            }
        }
    }

    /// The guess of a lane, the lanes counted through all vectors.
    pub(super) fn guess(&self, beginning: &[u8], lane: usize) -> Code {
        let width = self.palette.active.len();
        let mut places = [0; crate::MAX_PEGS];
        places[..beginning.len()].copy_from_slice(beginning);
        places[beginning.len()] = (lane / width) as u8;
        places[beginning.len() + 1] = (lane % width) as u8;
        self.palette.colors(&places[..self.tables.pegs])
    }
}
