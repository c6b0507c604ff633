//! Lists the best guesses of vectors.

use super::code_bits::CodeBits;
use super::collect::Collect;
use super::metric::{Metric, TOLERANCE, cells_for_entropy};
use super::prepared::Prepared;
use super::top_list::TopList;
use super::vector::{Vector, lanes};
use super::vector_scan::Examine;
use super::vector_scores::{Scores, any_has_cells};

/// The best guesses of the vectors seen so far, and bounds that later guesses must pass.
pub struct TopOfVectors<'a, E: CodeBits, V: Vector<E>> {
    prepared: &'a Prepared<'a, E, V>,
    pub list: TopList,
    /// Only guesses with a key below this can enter: twice the score, plus one if impossible.
    key_bound: E,
    /// Only guesses with at least so many cells can enter.
    cells_needed: E,
    sizes: Vec<u32>,
}

impl<'a, E: CodeBits, V: Vector<E>> TopOfVectors<'a, E, V> {
    pub fn new(prepared: &'a Prepared<'a, E, V>, top: usize) -> Self {
        TopOfVectors {
            prepared,
            list: TopList::new(prepared.criteria, prepared.codes as u32, top),
            key_bound: E::MAX,
            cells_needed: E::ONE,
            sizes: Vec::with_capacity(prepared.cells()),
        }
    }

    /// Offers the guesses of the lanes that `enters` admits.
    #[inline(never)]
    fn offer(
        &mut self,
        prefix: &[u8],
        vector: usize,
        counts: &[V],
        values: &[E],
        enters: impl Fn(&Self, E) -> bool,
    ) {
        let sizes = lanes::<E, V>(counts);
        let win_at = (counts.len() - 1) * V::LANES;
        for (lane, &value) in values.iter().enumerate() {
            if !enters(self, value) {
                continue;
            }
            let possible = sizes[win_at + lane] != E::default();
            self.sizes.clear();
            self.sizes.extend(
                sizes[lane..]
                    .iter()
                    .step_by(V::LANES)
                    .filter(|&&size| size != E::default())
                    .map(|&size| size.to_u64() as u32),
            );
            let guess = self.prepared.guess(prefix, vector * V::LANES + lane);
            self.list.offer(guess, &mut self.sizes, possible);
            self.tighten();
        }
    }

    /// Updates the bounds. A later guess is a higher code, so it loses against an equal one.
    fn tighten(&mut self) {
        let Some(last) = self.list.last() else {
            return;
        };
        if !self.list.is_full_of_useful() {
            return;
        }
        let score = last.score;
        match self.prepared.criteria.metric {
            Metric::Custom(_) => {}
            Metric::Entropy => {
                let codes = self.prepared.codes as u32;
                self.cells_needed = E::of(u64::from(cells_for_entropy(codes, score + TOLERANCE)));
            }
            Metric::MostParts => {
                // In the vectors the score is the number of codes minus that of cells.
                let score = (self.prepared.codes as f64 + score) as u64;
                self.key_bound = E::of(2 * score + u64::from(!last.possible));
            }
            Metric::Minimax | Metric::ExpectedSize => {
                self.key_bound = E::of(2 * score as u64 + u64::from(!last.possible));
            }
        }
    }
}

impl<E: CodeBits, V: Vector<E>> Examine<E, V> for TopOfVectors<'_, E, V> {
    #[inline(always)]
    unsafe fn see(&mut self, prefix: &[u8], vector: usize, counts: &[V], masked: V) -> bool {
        // SAFETY: the caller promises the features.
        unsafe {
            match self.prepared.scores(counts, masked) {
                Scores::Cells(cells) => {
                    if any_has_cells(cells, self.cells_needed) {
                        let enters = |this: &Self, cells: E| cells >= this.cells_needed;
                        self.offer(prefix, vector, counts, lanes(&[cells]), enters);
                    }
                }
                Scores::Keys(keys) => {
                    if keys.any_below(self.key_bound) {
                        let enters = |this: &Self, key: E| key < this.key_bound;
                        self.offer(prefix, vector, counts, lanes(&[keys]), enters);
                    }
                }
            }
            false
        }
    }
}
