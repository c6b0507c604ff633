//! Compares the guesses of each vector with the best guess so far.

use super::best::BestGuess;
use super::code_bits::CodeBits;
use super::metric::{Metric, TOLERANCE, cells_for_entropy};
use super::prepared::Prepared;
use super::vector::{Vector, lanes};
use super::vector_scan::Examine;
use super::vector_scores::{Scores, any_has_cells};

/// The best guess of the vectors seen so far, and bounds that later guesses must pass.
pub struct BestInVectors<'a, E: CodeBits, V: Vector<E>> {
    prepared: &'a Prepared<'a, E, V>,
    pub best: Option<BestGuess>,
    /// Twice the score of the best guess, plus one if it is impossible.
    best_key: E,
    /// Guesses with fewer cells tell nothing or cannot beat the best entropy.
    cells_needed: E,
    sizes: Vec<u32>,
}

impl<'a, E: CodeBits, V: Vector<E>> BestInVectors<'a, E, V> {
    pub fn new(prepared: &'a Prepared<'a, E, V>) -> Self {
        BestInVectors {
            prepared,
            best: None,
            best_key: E::MAX,
            cells_needed: E::of(2),
            sizes: Vec::with_capacity(prepared.cells()),
        }
    }

    /// Keeps the first guess with the least key, which is below that of the best guess so far.
    #[inline(never)]
    fn keep_least(&mut self, prefix: &[u8], vector: usize, keys: &[E]) -> bool {
        let (mut lane, mut least) = (0, keys[0]);
        for (index, &key) in keys.iter().enumerate() {
            if key < least {
                (lane, least) = (index, key);
            }
        }
        let key = least.to_u64();
        let possible = key % 2 == 0;
        self.best_key = least;
        self.best = Some(BestGuess {
            score: (key / 2) as f64,
            weight: possible.into(),
            guess: self.prepared.guess(prefix, vector * V::LANES + lane),
            tolerance: TOLERANCE,
        });
        let full_split = match self.prepared.criteria.metric {
            Metric::Minimax => 1,
            Metric::ExpectedSize => self.prepared.codes as u64,
            _ => 0,
        };
        !possible && key / 2 == full_split
    }

    /// Scores the guesses with enough cells one by one.
    #[inline(never)]
    fn see_singly(&mut self, prefix: &[u8], vector: usize, counts: &[V], cells: &[E]) -> bool {
        let criteria = self.prepared.criteria;
        let entropy = matches!(criteria.metric, Metric::Entropy);
        let sizes = lanes::<E, V>(counts);
        let win_at = (counts.len() - 1) * V::LANES;
        let scored = counts.len() - usize::from(criteria.win_apart);
        for (lane, &cells) in cells.iter().enumerate() {
            if cells < self.cells_needed {
                continue;
            }
            let possible = sizes[win_at + lane] != E::default();
            let column = sizes[lane..].iter().step_by(V::LANES).take(scored);
            self.sizes.clear();
            self.sizes.extend(
                column
                    .filter(|&&size| size != E::default())
                    .map(|&size| size.to_u64() as u32),
            );
            let score = criteria.metric.score(&mut self.sizes);
            if self
                .best
                .as_ref()
                .is_some_and(|best| !best.loses_to(score, possible.into()))
            {
                continue;
            }
            self.best = Some(BestGuess {
                score,
                weight: possible.into(),
                guess: self.prepared.guess(prefix, vector * V::LANES + lane),
                tolerance: TOLERANCE,
            });
            if entropy {
                if !possible && score < TOLERANCE {
                    return true;
                }
                let within = score + if possible { -TOLERANCE } else { TOLERANCE };
                let codes = self.prepared.codes as u32;
                self.cells_needed = E::of(u64::from(cells_for_entropy(codes, within).max(2)));
            }
        }
        false
    }
}

impl<E: CodeBits, V: Vector<E>> Examine<E, V> for BestInVectors<'_, E, V> {
    #[inline(always)]
    unsafe fn see(&mut self, prefix: &[u8], vector: usize, counts: &[V], masked: V) -> bool {
        // SAFETY: the caller promises the features.
        unsafe {
            match self.prepared.scores(counts, masked) {
                Scores::Cells(cells) => {
                    any_has_cells(cells, self.cells_needed)
                        && self.see_singly(prefix, vector, counts, lanes(&[cells]))
                }
                Scores::Keys(keys) => {
                    keys.any_below(self.best_key) && self.keep_least(prefix, vector, lanes(&[keys]))
                }
            }
        }
    }
}
