//! Scores the guesses with some prefixes, vector by vector.

use super::budget::Budget;
use super::cell_counts::CellCounts;
use super::code_bits::CodeBits;
use super::guess_symmetry::Prefix;
use super::prepared::{LAST_PEGS, Prepared};
use super::vector::{Vector, lanes_mut};

/// Bits of a sum over up to twenty pegs.
const SUM_BITS: usize = 5;

/// Whether there are loops for each usual number of pegs; a page rather loads a smaller module.
const UNROLLED: bool = cfg!(not(target_family = "wasm"));

/// What the guesses of a scan are shown to.
pub trait Examine<E: CodeBits, V: Vector<E>> {
    /// Takes in the guesses of one vector, given the sizes of their cells, and says whether no later
    /// guess matters. Lanes with all bits of `masked` set hold no guess.
    ///
    /// # Safety
    /// The features that the vector needs are present.
    unsafe fn see(&mut self, prefix: &[u8], vector: usize, counts: &[V], masked: V) -> bool;
}

/// How far a scan came.
#[derive(Clone, Copy, Debug)]
pub struct Scanned {
    /// How many guesses were compared.
    pub compared: u64,
    /// Whether the budget did not end before the last prefix.
    pub complete: bool,
}

/// Shows the guesses with these prefixes, which ascend, to `examine`.
///
/// # Safety
/// The features that the vector needs are present, and enabled where this is called.
#[inline(always)]
pub unsafe fn scan<E: CodeBits, V: Vector<E>>(
    prepared: &Prepared<E, V>,
    prefixes: &[Prefix],
    budget: &Budget,
    examine: &mut impl Examine<E, V>,
) -> Scanned {
    // SAFETY: the caller promises the same.
    unsafe {
        match prepared.tables.pegs {
            0..=3 => scan_with::<E, V, 2, 0>(prepared, prefixes, budget, examine),
            4 if UNROLLED => scan_with::<E, V, 3, 4>(prepared, prefixes, budget, examine),
            5 if UNROLLED => scan_with::<E, V, 3, 5>(prepared, prefixes, budget, examine),
            6 if UNROLLED => scan_with::<E, V, 3, 6>(prepared, prefixes, budget, examine),
            4..=7 => scan_with::<E, V, 3, 0>(prepared, prefixes, budget, examine),
            _ => scan_with::<E, V, SUM_BITS, 0>(prepared, prefixes, budget, examine),
        }
    }
}

/// `PEGS` is the number of pegs where the compiler is to unroll the loops over cells, which saves a
/// fifth of the time, and otherwise 0.
///
/// # Safety
/// As for [`scan`].
#[inline(always)]
unsafe fn scan_with<E: CodeBits, V: Vector<E>, const BITS: usize, const PEGS: usize>(
    prepared: &Prepared<E, V>,
    prefixes: &[Prefix],
    budget: &Budget,
    examine: &mut impl Examine<E, V>,
) -> Scanned {
    let cells = prepared.cells();
    let mut masked = prepared.past_end.clone();
    let free = prepared.symmetry.is_free(prepared.tables.pegs - LAST_PEGS);
    let pairs = prepared.symmetry.active.len().pow(2);
    // SAFETY: the caller promises the features.
    let mut counting = unsafe { CellCounts::new(prepared.vectors, cells) };
    let mut scanned = Scanned {
        compared: 0,
        complete: true,
    };
    for Prefix { indices, state } in prefixes {
        // With fewer than 16 codes it takes as long as with 16.
        if !budget.spend((pairs * prepared.codes.max(16)) as u64) {
            scanned.complete = false;
            break;
        }
        let guesses = if free {
            pairs
        } else {
            prepared.mask(indices, *state, lanes_mut(&mut masked))
        };
        scanned.compared += guesses as u64;
        // SAFETY: the caller promises the features.
        unsafe {
            counting.count::<BITS, PEGS>(prepared, indices);
            for (vector, &masked) in masked.iter().enumerate() {
                let counts = &counting.counts[vector * cells..][..cells];
                if examine.see(indices, vector, counts, masked) {
                    return scanned;
                }
            }
        }
    }
    scanned
}
