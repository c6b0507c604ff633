//! Scores guesses one at a time, for any kind of feedback, any list of guesses, and secrets that have
//! weights.
//!
//! The possible codes are bit planes. Answers per position of a guess to all of them are found at
//! once, and so are the cells of other kinds of feedback. What has too many pegs is scored code by
//! code.

use crate::code::Code;
use crate::feedback::{FeedbackKind, Scorer};
use crate::sieve::Planes;
use crate::sieve::count::cells;
use crate::sieve::positions::{LINE, MAX_BYTE_PEGS, Positions, fits_rows};
use crate::simd::Level;

use super::budget::Budget;
use super::collect::{Collect, Told};
use super::metric::n_log_n;

/// Up to so many codes, sorting their answers is faster than counting them in a table.
const SORTED_CODES: usize = 64;
/// The most different answers that are counted in a table.
const TABLE_ANSWERS: usize = 1 << 16;
/// A table with so many places per code is gone through to see which answers are given.
const PLACES_PER_CODE: usize = 8;
/// From so many codes on, the cells of feedback that counts pegs are counted by planes.
const COUNTED_CODES: usize = 16;

/// The possible codes, prepared for many guesses.
pub struct Codes<'a> {
    kind: &'a FeedbackKind,
    codes: &'a [Code],
    /// What each code counts; `None` if each counts once.
    weights: Option<Vec<u32>>,
    level: Level,
    /// The codes as bits; `None` if they are scored code by code.
    planes: Option<Planes>,
}

impl<'a> Codes<'a> {
    /// Some codes, at least one, of a game with so many colors.
    pub fn new(
        kind: &'a FeedbackKind,
        colors: usize,
        codes: &'a [Code],
        weights: Option<Vec<u32>>,
        level: Level,
    ) -> Self {
        let pegs = codes[0].len();
        let has_planes = match kind {
            FeedbackKind::Position | FeedbackKind::Naive => fits_rows(kind, pegs),
            FeedbackKind::Own(_) => false,
            _ => weights.is_none() && codes.len() >= COUNTED_CODES,
        };
        let planes = has_planes.then(|| Planes::of(pegs, colors, codes));
        Codes {
            kind,
            codes,
            weights,
            level,
            planes,
        }
    }

    /// Offers guesses, which ascend, to a collector until the budget ends.
    pub fn scan<C: Collect>(
        &self,
        guesses: impl Iterator<Item = Code>,
        budget: &Budget,
        collector: &mut C,
    ) {
        let mut partition = Partition::new(self);
        for guess in guesses {
            if !budget.spend(self.codes.len() as u64) {
                collector.cut_short();
                return;
            }
            let possible = partition.of(guess);
            if self.weights.is_some() {
                collector.offer_told(partition.told(guess, possible));
            } else {
                collector.offer(guess, &mut partition.sizes, possible);
            }
            if collector.is_settled() {
                return;
            }
        }
    }
}

/// The partition that a guess makes of some codes.
pub struct Partition<'a> {
    of: &'a Codes<'a>,
    /// The sizes of the cells in the order of the answers, without empty cells; their weights, if the
    /// codes have weights.
    pub sizes: Vec<u32>,
    /// The number of codes in the largest cell, if the codes have weights.
    worst: u32,
    answers: Answers,
    /// Answers with what they weigh, in no order, or those that are given.
    given: Vec<(u32, u32)>,
    /// For each answer the weight of its codes, and their number; empty if the answers are sorted.
    table: Vec<[u32; 2]>,
    /// For each answer the number of its codes, four times so that equal answers that follow each
    /// other need not wait; empty if it is not used.
    counts: Vec<[u32; 4]>,
}

/// Room for the answers of all codes, in whole lines.
enum Answers {
    None,
    Bytes(Vec<u8>),
    Pairs(Vec<u16>),
}

impl<'a> Partition<'a> {
    pub fn new(of: &'a Codes<'a>) -> Self {
        let pegs = of.codes[0].len();
        let count = of.kind.count(pegs);
        let len = of.codes.len();
        let is_position = of.kind.marks_pegs();
        let has_answers = is_position && (len > 64 || of.weights.is_some());
        let room = len.next_multiple_of(LINE);
        let answers = match of.planes {
            Some(_) if has_answers && pegs <= MAX_BYTE_PEGS => Answers::Bytes(vec![0; room]),
            Some(_) if has_answers => Answers::Pairs(vec![0; room]),
            _ => Answers::None,
        };
        let is_sorted = len <= SORTED_CODES || count > TABLE_ANSWERS;
        let is_counted = of.weights.is_none()
            && !matches!(answers, Answers::None)
            && count <= PLACES_PER_CODE * len;
        Partition {
            of,
            sizes: Vec::with_capacity(len.min(count) + 1),
            worst: 0,
            answers,
            given: Vec::new(),
            table: vec![[0; 2]; if is_sorted || is_counted { 0 } else { count }],
            counts: vec![[0; 4]; if is_counted { count } else { 0 }],
        }
    }

    /// Finds the sizes of the cells of a guess and says whether it is one of the codes.
    pub fn of(&mut self, guess: Code) -> bool {
        self.sizes.clear();
        let of = self.of;
        let Some(planes) = &of.planes else {
            let scorer = Scorer::new(of.kind, guess);
            return self.tally(&guess, |code| scorer.answer(&of.codes[code]));
        };
        if !of.kind.marks_pegs() {
            let cells = cells(of.level, of.kind, planes, &guess);
            let filled = cells.iter().filter(|&&size| size > 0);
            self.sizes.extend(filled.map(|&size| size as u32));
            return cells.last() > Some(&0);
        }
        let positions = Positions::new(of.kind, planes, &guess);
        match std::mem::replace(&mut self.answers, Answers::None) {
            Answers::None => self.split(&positions, guess.len()),
            Answers::Bytes(mut answers) => {
                positions.answers(of.level, &mut answers);
                let possible = if self.counts.is_empty() {
                    self.tally(&guess, |code| answers[code].into())
                } else {
                    self.count(&answers)
                };
                self.answers = Answers::Bytes(answers);
                possible
            }
            Answers::Pairs(mut answers) => {
                positions.answers(of.level, &mut answers);
                let possible = if self.counts.is_empty() {
                    self.tally(&guess, |code| answers[code].into())
                } else {
                    self.count(&answers)
                };
                self.answers = Answers::Pairs(answers);
                possible
            }
        }
    }

    /// Splits up to 64 codes peg by peg, each set into those whose peg is grey, yellow and green.
    fn split(&mut self, positions: &Positions, pegs: usize) -> bool {
        let len = self.of.codes.len();
        let all = u64::MAX >> (64 - len);
        let [greens, yellows] = positions.marks(0);
        let (mut sets, mut split) = ([0; 64 + 2], [0; 64 + 2]);
        sets[0] = all;
        let mut count = 1;
        let mut hit = all;
        for peg in 0..pegs {
            let (green, yellow) = (greens[peg], yellows[peg]);
            hit &= green;
            let shown = green | yellow;
            // Where all codes agree there is nothing to split.
            if shown == 0 || green == all || yellow == all {
                continue;
            }
            let mut next = 0;
            for &set in &sets[..count] {
                // What follows an empty set overwrites it.
                for part in [set & !shown, set & yellow, set & green] {
                    split[next] = part;
                    next += usize::from(part != 0);
                }
            }
            count = next;
            std::mem::swap(&mut sets, &mut split);
        }
        let sizes = sets[..count].iter();
        self.sizes.extend(sizes.map(|set| set.count_ones()));
        hit != 0
    }

    /// Counts answers in a table that is then gone through.
    fn count<A: Copy + Into<u32>>(&mut self, answers: &[A]) -> bool {
        let answers = &answers[..self.of.codes.len()];
        let groups = answers.chunks_exact(4);
        for &answer in groups.remainder() {
            self.counts[answer.into() as usize][0] += 1;
        }
        for group in groups {
            for (part, &answer) in group.iter().enumerate() {
                self.counts[answer.into() as usize][part] += 1;
            }
        }
        let possible = self.counts.last().is_some_and(|parts| *parts != [0; 4]);
        let mut filled = 0;
        self.sizes.resize(self.counts.len(), 0);
        for parts in &mut self.counts {
            let size: u32 = std::mem::take(parts).iter().sum();
            self.sizes[filled] = size;
            filled += usize::from(size > 0);
        }
        self.sizes.truncate(filled);
        possible
    }

    /// Adds up what the codes of each answer weigh, `answer` giving that of each code by its index.
    fn tally(&mut self, guess: &[u8], answer: impl Fn(usize) -> u32) -> bool {
        let weights = self.of.weights.as_deref();
        let weight = |code: usize| weights.map_or(1, |weights| weights[code]);
        let codes = 0..self.of.codes.len();
        self.given.clear();
        self.worst = 0;
        if self.table.is_empty() {
            self.given
                .extend(codes.map(|code| (answer(code), weight(code))));
            self.given.sort_unstable_by_key(|&(answer, _)| answer);
            for cell in self.given.chunk_by(|a, b| a.0 == b.0) {
                self.sizes
                    .push(cell.iter().map(|&(_, weight)| weight).sum());
                self.worst = self.worst.max(cell.len() as u32);
            }
        } else {
            for code in codes {
                let answer = answer(code);
                let [sum, count] = &mut self.table[answer as usize];
                if *count == 0 {
                    self.given.push((answer, 0));
                }
                *sum += weight(code);
                *count += 1;
            }
            self.given.sort_unstable();
            for &(answer, _) in &self.given {
                let [sum, count] = std::mem::take(&mut self.table[answer as usize]);
                self.sizes.push(sum);
                self.worst = self.worst.max(count);
            }
        }
        let last = self.given.last().map(|&(answer, _)| answer);
        last == Some(self.of.kind.win(guess.len()))
    }

    /// What a guess whose partition was found leads to, where codes have weights.
    pub fn told(&mut self, guess: Code, possible: bool) -> Told<'_> {
        let all: u32 = self.sizes.iter().sum();
        let of_cells: f64 = self.sizes.iter().map(|&size| n_log_n(size)).sum();
        let own = if possible { self.sizes.last() } else { None };
        Told {
            guess,
            weight: own.copied().unwrap_or(0),
            is_weighted: true,
            bits: (n_log_n(all) - of_cells) / f64::from(all),
            worst: self.worst,
            cells: self.sizes.len() as u32,
            tells_something: self.sizes.len() > 1,
            weights: &mut self.sizes,
        }
    }
}

/// The lowest of the codes that, guessed, tells all of them apart.
pub fn full_split(kind: &FeedbackKind, codes: &[Code]) -> Option<Code> {
    let mut seen = vec![0u64; kind.count(codes[0].len()).div_ceil(64)];
    codes.iter().copied().find(|&guess| {
        seen.fill(0);
        let scorer = Scorer::new(kind, guess);
        codes.iter().all(|code| {
            let answer = scorer.answer(code);
            let word = &mut seen[answer as usize / 64];
            let new = *word >> (answer % 64) & 1 == 0;
            *word |= 1 << (answer % 64);
            new
        })
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::feedback::score;
    use proptest::prelude::*;

    fn kinds() -> impl Strategy<Value = FeedbackKind> {
        prop_oneof![
            3 => Just(FeedbackKind::Position),
            2 => Just(FeedbackKind::Naive),
            1 => Just(FeedbackKind::BlackWhite),
            1 => Just(FeedbackKind::Total),
        ]
    }

    /// Lists of different codes, few or many of them, and some guesses.
    fn lists() -> impl Strategy<Value = (usize, Vec<Code>, Vec<Code>)> {
        (1..=12usize, 1..9u8).prop_flat_map(|(pegs, colors)| {
            let code = move || {
                let pegs = prop::collection::vec(0..colors, pegs);
                pegs.prop_map(|pegs| Code::new(&pegs))
            };
            let codes = prop_oneof![
                prop::collection::btree_set(code(), 1..9),
                prop::collection::btree_set(code(), 1..70),
                prop::collection::btree_set(code(), 1..900),
            ];
            let codes = codes.prop_map(|codes| codes.into_iter().collect());
            let guesses = prop::collection::vec(code(), 5);
            (Just(usize::from(colors)), codes, guesses)
        })
    }

    proptest! {
        #[test]
        fn cells_are_those_of_the_plain_scorer(
            kind in kinds(),
            (colors, codes, mut guesses) in lists(),
            weights in prop::option::of(prop::collection::vec(1..1000u32, 900)),
        ) {
            let weights = weights.map(|weights| weights[..codes.len()].to_vec());
            guesses.push(codes[codes.len() / 2]);
            for level in Level::all_supported() {
                let prepared = Codes::new(&kind, colors, &codes, weights.clone(), level);
                let mut partition = Partition::new(&prepared);
                for &guess in &guesses {
                    let mut cells: BTreeMap<u32, (u32, u32)> = BTreeMap::new();
                    for (index, code) in codes.iter().enumerate() {
                        let cell = cells.entry(score(&kind, &guess, code)).or_default();
                        cell.0 += weights.as_ref().map_or(1, |weights| weights[index]);
                        cell.1 += 1;
                    }
                    let possible = partition.of(guess);
                    prop_assert_eq!(possible, codes.contains(&guess));
                    let sizes: Vec<u32> = cells.values().map(|&(weight, _)| weight).collect();
                    prop_assert_eq!(&partition.sizes, &sizes, "{:?} {:?}", kind, level);
                    if weights.is_some() {
                        let told = partition.told(guess, possible);
                        let own = if possible { *sizes.last().unwrap() } else { 0 };
                        let worst = cells.values().map(|&(_, count)| count).max().unwrap();
                        prop_assert_eq!((told.weight, told.worst), (own, worst));
                    }
                }
            }
        }
    }
}
