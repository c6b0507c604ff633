//! The best guesses, listed.

use std::cmp::Reverse;

use crate::code::Code;

use super::collect::{Collect, Told};
use super::metric::{Criteria, n_log_n, tolerance};

/// A guess of a ranking.
#[derive(Clone, Debug, PartialEq)]
pub struct Ranked {
    /// The guess.
    pub guess: Code,
    /// The score by the metric of the ranking; the lowest is best.
    pub score: f64,
    /// The information that the answer is expected to give, in bits.
    pub bits: f64,
    /// The size of the largest cell.
    pub worst: u32,
    /// The number of cells, which is that of different answers.
    pub cells: u32,
    /// Whether the guess is one of the possible codes.
    pub possible: bool,
    /// What it weighs as one; 1 where codes have no weights, 0 if it is not possible.
    pub weight: u32,
}

/// Guesses whose scores are equal within the tolerance.
struct Group {
    /// Whether these guesses make one cell, so that they tell nothing.
    is_useless: bool,
    /// The lowest of the scores.
    score: f64,
    /// Guesses of larger weights first, so that possible ones come first; then in ascending order.
    guesses: Vec<Ranked>,
}

/// Collects the best guesses, in the order in which a ranking lists them: guesses that tell nothing
/// come last; lower scores come first; among scores that are equal within the tolerance, possible
/// codes come first, then lower codes.
pub struct TopList {
    criteria: Criteria,
    /// Whether codes have weights.
    is_weighted: bool,
    /// How many codes are possible.
    codes: u32,
    /// How many guesses are listed at most.
    top: usize,
    groups: Vec<Group>,
    /// How many guesses were compared.
    pub compared: u64,
    /// Whether no guess was left out because the budget ended.
    pub complete: bool,
}

impl TopList {
    /// An empty list of at most `top` guesses.
    pub fn new(criteria: &Criteria, codes: u32, top: usize) -> Self {
        TopList {
            criteria: criteria.clone(),
            is_weighted: false,
            codes,
            top,
            groups: Vec::new(),
            compared: 0,
            complete: true,
        }
    }

    /// The last guess that the list has room for, once it is full.
    pub fn last(&self) -> Option<&Ranked> {
        let before: usize = self
            .groups
            .iter()
            .rev()
            .skip(1)
            .map(|group| group.guesses.len())
            .sum();
        self.groups
            .last()?
            .guesses
            .get(self.top.checked_sub(before + 1)?)
    }

    /// The guesses, the best first.
    pub fn into_ranked(self) -> Vec<Ranked> {
        self.groups
            .into_iter()
            .flat_map(|group| group.guesses)
            .collect()
    }

    /// Whether the list is full without guesses that tell nothing.
    pub fn is_full_of_useful(&self) -> bool {
        self.last().is_some() && self.groups.last().is_some_and(|group| !group.is_useless)
    }

    /// The groups of equal scores from best to worst.
    pub fn groups(&self) -> impl Iterator<Item = &[Ranked]> {
        self.groups.iter().map(|group| &group.guesses[..])
    }

    /// Describes a guess; the arguments are those of `Collect::offer`.
    pub fn describe(
        criteria: &Criteria,
        guess: Code,
        sizes: &mut Vec<u32>,
        possible: bool,
    ) -> Ranked {
        let codes: u32 = sizes.iter().sum();
        let n_log_n_of_cells: f64 = sizes.iter().map(|&size| n_log_n(size)).sum();
        Ranked {
            guess,
            bits: (n_log_n(codes) - n_log_n_of_cells) / f64::from(codes),
            worst: sizes.iter().copied().max().unwrap_or(0),
            cells: sizes.len() as u32,
            possible,
            weight: possible.into(),
            score: criteria.score(sizes, possible),
        }
    }

    /// Describes a guess where the codemaker may lie, or where codes have weights.
    pub fn describe_told(criteria: &Criteria, told: Told) -> Ranked {
        Ranked {
            guess: told.guess,
            bits: told.bits,
            worst: told.worst,
            cells: told.cells,
            possible: told.weight > 0,
            weight: told.weight,
            score: criteria.score(told.weights, told.weight > 0),
        }
    }

    fn insert(&mut self, ranked: Ranked, is_useless: bool) {
        // What is no number comes last.
        let score = if ranked.score.is_nan() {
            f64::INFINITY
        } else {
            ranked.score
        };
        let tolerance = tolerance(score, self.is_weighted);
        let is_equal =
            |group: &Group| group.score == score || (group.score - score).abs() <= tolerance;
        let same = |group: &Group| group.is_useless == is_useless && is_equal(group);
        let index = self.groups.partition_point(|group| {
            (group.is_useless, group.score) < (is_useless, score) && !same(group)
        });
        if self.groups.get(index).is_some_and(same) {
            let group = &mut self.groups[index];
            group.score = group.score.min(score);
            let key = |ranked: &Ranked| (Reverse(ranked.weight), ranked.guess);
            if let Err(place) = group.guesses.binary_search_by_key(&key(&ranked), key) {
                group.guesses.insert(place, ranked);
                group.guesses.truncate(self.top);
            }
        } else {
            let guesses = vec![ranked];
            self.groups.insert(
                index,
                Group {
                    is_useless,
                    score,
                    guesses,
                },
            );
        }
        let mut listed = 0;
        let needed = self.groups.iter().position(|group| {
            listed += group.guesses.len();
            listed >= self.top
        });
        if let Some(last) = needed {
            self.groups.truncate(last + 1);
        }
    }
}

impl Collect for TopList {
    fn offer(&mut self, guess: Code, sizes: &mut Vec<u32>, possible: bool) {
        self.compared += 1;
        if self.criteria.consistent && !possible {
            return;
        }
        let ranked = Self::describe(&self.criteria, guess, sizes, possible);
        let is_useless = ranked.cells == 1 && self.codes > 1;
        self.insert(ranked, is_useless);
    }

    fn offer_told(&mut self, told: Told) {
        self.compared += 1;
        self.is_weighted |= told.is_weighted;
        if self.criteria.consistent && told.weight == 0 {
            return;
        }
        let is_useless = !told.tells_something && self.codes > 1;
        self.insert(Self::describe_told(&self.criteria, told), is_useless);
    }

    fn cut_short(&mut self) {
        self.complete = false;
    }

    fn and(mut self, later: Self) -> Self {
        self.is_weighted |= later.is_weighted;
        for group in later.groups {
            for ranked in group.guesses {
                self.insert(ranked, group.is_useless);
            }
        }
        self.compared += later.compared;
        self.complete &= later.complete;
        self
    }
}
