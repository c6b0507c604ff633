//! The scores of the guesses in one vector, from the sizes of their cells.

use super::code_bits::CodeBits;
use super::metric::Metric;
use super::prepared::Prepared;
use super::vector::Vector;

/// What the cells of a vector of guesses come to.
pub enum Scores<V> {
    /// Twice the score, plus one for a guess that is impossible; all bits where there is no guess.
    Keys(V),
    /// How many cells there are, for metrics that score one guess at a time; none where there is no
    /// guess.
    Cells(V),
}

impl<'a, E: CodeBits, V: Vector<E>> Prepared<'a, E, V> {
    /// Scores the guesses of one vector. Lanes with all bits of `masked` set hold no guess.
    ///
    /// # Safety
    /// The features that the vector needs are present.
    #[inline(always)]
    pub unsafe fn scores(&self, counts: &[V], masked: V) -> Scores<V> {
        // SAFETY: the caller promises the features.
        unsafe {
            let win = counts[counts.len() - 1];
            let scored = &counts[..counts.len() - usize::from(self.criteria.win_apart)];
            let one = V::splat(E::ONE);
            let zero = V::splat(E::default());
            let masked = if self.criteria.consistent {
                masked.or(win.sub(one)) // all bits where the guess is impossible
            } else {
                masked
            };
            let cells_of = |sizes: &[V]| {
                sizes
                    .iter()
                    .fold(zero, |cells, &size| cells.add(size.min(one)))
            };
            let score = match self.criteria.metric {
                Metric::Minimax => scored.iter().fold(zero, |most, &size| most.max(size)),
                Metric::ExpectedSize => scored
                    .iter()
                    .fold(zero, |sum, &size| sum.add(size.square())),
                Metric::MostParts => V::splat(E::of(self.codes as u64)).sub(cells_of(scored)),
                Metric::Entropy | Metric::Custom(_) => {
                    return Scores::Cells(cells_of(counts).and_not(masked));
                }
            };
            Scores::Keys(score.add(score).add(one).sub(win).or(masked))
        }
    }
}

/// Whether some guess of a vector has at least so many cells.
///
/// # Safety
/// The features that the vector needs are present.
#[inline(always)]
pub unsafe fn any_has_cells<E: CodeBits, V: Vector<E>>(cells: V, needed: E) -> bool {
    // SAFETY: the caller promises the features.
    unsafe {
        let missing = V::splat(E::MAX).sub(cells);
        missing.any_below(E::of(E::MAX.to_u64() - needed.to_u64() + 1))
    }
}
