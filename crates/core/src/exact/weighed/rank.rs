//! The guesses of a set in the order in which they are tried, with a lower bound of each.

use super::search::{INFINITE, Search};
use crate::exact::cost::{Ranked, greatest_sums};
use crate::exact::kernels;

/// Of sets of at most so many secrets all guesses are ranked by their answers alone.
const FEW: usize = 12;

/// Of sets of at most so many secrets the answers are counted before any guess is weighed.
const MOST_COUNTED: usize = 64;

impl Search<'_> {
    /// Lists the guesses whose bound is below the budget, best first; returns the least bound of all others.
    pub fn rank(&mut self, set: &[u16], budget: u64, order: Option<&mut Vec<Ranked>>) -> u64 {
        let mut none = Vec::new();
        let listed = order.is_some();
        let order = order.unwrap_or(&mut none);
        order.clear();
        let mut least = INFINITE;
        if set.len() <= MOST_COUNTED {
            least = self.rank_by_answers(set, budget, listed || set.len() > FEW, order);
        } else {
            let matrix = &self.game.matrix;
            let members = set.iter().map(|&code| matrix.guess_of(code));
            let candidates = self.game.symmetry.candidates(&self.path, members);
            let ranked = |&guess: &u32| Ranked {
                bound: 0,
                promise: 0,
                guess,
            };
            order.extend(candidates.list.iter().map(ranked));
        }
        if set.len() > FEW {
            let weight = self.weight_of(set);
            order.sort_unstable();
            let mut threshold = budget;
            order.retain_mut(|ranked| {
                if ranked.bound >= threshold {
                    least = least.min(ranked.bound);
                    return false;
                }
                (ranked.bound, ranked.promise) = self.weigh(set, weight, ranked.guess);
                if !listed {
                    threshold = threshold.min(ranked.bound);
                }
                let keeps = listed && ranked.bound < budget;
                if !keeps {
                    least = least.min(ranked.bound);
                }
                keeps
            });
        }
        order.sort_unstable();
        least
    }

    /// What a set costs at least with a guess, and how the guess looks.
    fn weigh(&mut self, set: &[u16], weight: u64, guess: u32) -> (u64, u32) {
        let matrix = &self.game.matrix;
        let answers = matrix.answers(guess);
        let classes = self.weights.len();
        let mut tally = std::mem::take(&mut self.tally);
        for &code in set {
            let label = usize::from(answers[usize::from(code)]);
            tally[label * classes + usize::from(self.class_of[usize::from(code)])] += 1;
        }
        let (mut bound, mut promise) = (weight, 0);
        for &label in &self.game.labels.list {
            let cell = &mut tally[usize::from(label) * classes..][..classes];
            let size: u32 = cell.iter().sum();
            if size as usize == set.len() {
                bound = INFINITE; // it tells nothing
            } else if size > 0 {
                bound += self.bound(cell);
                promise += size * size;
            }
            cell.fill(0);
        }
        tally[usize::from(matrix.win) * classes..][..classes].fill(0);
        self.tally = tally;
        (bound.min(INFINITE), promise)
    }

    /// Ranks all guesses by the number of different answers that they get.
    fn rank_by_answers(
        &mut self,
        set: &[u16],
        budget: u64,
        listed: bool,
        order: &mut Vec<Ranked>,
    ) -> u64 {
        let (matrix, labels) = (&self.game.matrix, &self.game.labels);
        let rows = matrix.by_secret.rows(set);
        kernels::distinct(self.level, rows, labels, None, &mut self.counts);
        let sums = greatest_sums(set.iter().map(|&code| self.weight(code)));
        let weight = sums[set.len()];
        // With so many answers, after a guess that finds a code of this weight.
        let bound = |answers: usize, found: u64| {
            let left = weight - found;
            let later = self.reach[1..].iter().map(|reach| {
                let most = reach.saturating_mul(answers).min(set.len());
                left.saturating_sub(sums[most])
            });
            weight + left + later.sum::<u64>()
        };
        // By class, the last being that of guesses that are no secret, and by number of answers.
        let width = set.len() + 1;
        let mut bounds = vec![INFINITE; (self.weights.len() + 1) * width];
        for (class, bounds) in bounds.chunks_exact_mut(width).enumerate() {
            let found = self.weights.get(class).copied();
            let least = 1 + usize::from(found.is_none());
            for (answers, of) in bounds.iter_mut().enumerate().skip(least) {
                *of = bound(answers, found.unwrap_or(0));
            }
        }
        let mut least = INFINITE;
        let member = |&code: &u16| (matrix.guess_of(code), self.class_of[usize::from(code)]);
        let mut members = set.iter().map(member).peekable();
        let counts = kernels::as_bytes(&self.counts);
        for (guess, &answers) in (0..matrix.guesses as u32).zip(counts) {
            let member = members.next_if(|&(member, _)| member == guess);
            let class = member.map_or(self.weights.len(), |(_, class)| usize::from(class));
            let bound = bounds[class * width + usize::from(answers)];
            if listed && bound < budget {
                order.push(Ranked {
                    bound,
                    promise: 0,
                    guess,
                });
            } else {
                least = least.min(bound);
            }
        }
        least
    }
}
