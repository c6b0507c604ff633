//! Compares the guesses of vectors with the best one so far.

use super::lane::Lane;
use super::metric::{Best, Metric, TOLERANCE, parts_for_entropy};
use super::scan::Scan;
use super::vector::{Vector, lanes};

/// What is kept from vector to vector.
pub struct Judge<'a, E: Lane, V: Vector<E>> {
    scan: &'a Scan<'a, E, V>,
    pub best: Option<Best>,
    /// Twice the score of the best guess, plus one if it is impossible.
    best_key: E,
    /// Fewer parts tell nothing, or cannot beat the best entropy.
    parts_needed: E,
    sizes: Vec<u32>,
}

impl<'a, E: Lane, V: Vector<E>> Judge<'a, E, V> {
    pub fn new(scan: &'a Scan<'a, E, V>) -> Self {
        Judge {
            scan,
            best: None,
            best_key: E::MAX,
            parts_needed: E::of(2),
            sizes: Vec::with_capacity(scan.cells()),
        }
    }

    /// Looks at the guesses of one vector, given the sizes of their cells, and says whether
    /// no later guess can be better.
    ///
    /// # Safety
    /// The features that the vector needs are present.
    #[inline(always)]
    pub unsafe fn see(&mut self, beginning: &[u8], vector: usize, counts: &[V], masked: V) -> bool {
        unsafe {
            let how = self.scan.how;
            let win = counts[counts.len() - 1];
            let scored = &counts[..counts.len() - usize::from(how.win_apart)];
            let one = V::splat(E::ONE);
            let zero = V::splat(E::default());
            let masked = if how.consistent {
                masked.or(win.sub(one)) // all bits where the guess is impossible
            } else {
                masked
            };
            let parts = |cells: &[V]| {
                cells
                    .iter()
                    .fold(zero, |parts, &size| parts.add(size.min(one)))
            };
            let score = match how.metric {
                Metric::Minimax => scored.iter().fold(zero, |most, &size| most.max(size)),
                Metric::ExpectedSize => scored
                    .iter()
                    .fold(zero, |sum, &size| sum.add(size.square())),
                Metric::MostParts => V::splat(E::of(self.scan.codes as u64)).sub(parts(scored)),
                Metric::Entropy | Metric::Custom(_) => {
                    let parts = parts(counts).and_not(masked);
                    let missing = V::splat(E::MAX).sub(parts);
                    let bound = E::of(E::MAX.to_u64() - self.parts_needed.to_u64() + 1);
                    return missing.any_below(bound)
                        && self.see_singly(beginning, vector, counts, lanes(&[parts]));
                }
            };
            let key = score.add(score).add(one).sub(win).or(masked);
            if !key.any_below(self.best_key) {
                return false;
            }
            self.keep_least(beginning, vector, lanes(&[key]))
        }
    }

    /// Takes over the first guess of the least key, which is below the best one.
    #[inline(never)]
    fn keep_least(&mut self, beginning: &[u8], vector: usize, keys: &[E]) -> bool {
        let (mut lane, mut least) = (0, keys[0]);
        for (index, &key) in keys.iter().enumerate() {
            if key < least {
                (lane, least) = (index, key);
            }
        }
        let key = least.to_u64();
        let possible = key % 2 == 0;
        self.best_key = least;
        self.best = Some(Best {
            score: (key / 2) as f64,
            possible,
            guess: self.scan.guess(beginning, vector * V::LANES + lane),
        });
        let full_split = match self.scan.how.metric {
            Metric::Minimax => 1,
            Metric::ExpectedSize => self.scan.codes as u64,
            _ => 0,
        };
        !possible && key / 2 == full_split
    }

    /// Scores the guesses with enough parts one by one.
    #[inline(never)]
    fn see_singly(&mut self, beginning: &[u8], vector: usize, counts: &[V], parts: &[E]) -> bool {
        let how = self.scan.how;
        let entropy = matches!(how.metric, Metric::Entropy);
        let sizes = lanes::<E, V>(counts);
        let win_at = (counts.len() - 1) * V::LANES;
        let scored = counts.len() - usize::from(how.win_apart);
        for (lane, &parts) in parts.iter().enumerate() {
            if parts < self.parts_needed {
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
            let score = how.metric.score(&mut self.sizes);
            if self
                .best
                .as_ref()
                .is_some_and(|best| !best.loses_to(score, possible))
            {
                continue;
            }
            self.best = Some(Best {
                score,
                possible,
                guess: self.scan.guess(beginning, vector * V::LANES + lane),
            });
            if entropy {
                if !possible && score < TOLERANCE {
                    return true;
                }
                let within = score + if possible { -TOLERANCE } else { TOLERANCE };
                let codes = self.scan.codes as u32;
                self.parts_needed = E::of(u64::from(parts_for_entropy(codes, within).max(2)));
            }
        }
        false
    }
}
