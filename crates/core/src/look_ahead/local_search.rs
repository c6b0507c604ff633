//! Good guesses where all of them are too many to be compared: possible codes, and what a local search makes of the best.
//!
//! The search changes one peg or exchanges two, and goes on from every guess that is better (hill climbing); how long it
//! tries is an effort that is given. The possible codes may be a sample of all that there are.

use std::collections::HashMap;

use crate::code::Code;
use crate::feedback::Scorer;
use crate::hash::{BuildMultiplyHasher, Random};
use crate::rules::Allowed;

use super::budget::Budget;
use super::choose::LookAhead;
use super::collect::Collect;
use super::moves::Moves;
use super::one_by_one::Partition;
use super::rank::Ranking;
use super::top_list::TopList;

/// With an effort of one so many possible codes are compared, so many of them are improved, and one is given up after so
/// many changes in a row that make it no better.
const COMPARED: usize = 400;
const IMPROVED: usize = 4;
const CHANGES: usize = 60;
/// Up to so many codes the guesses are valued by the trees that follow them.
const TREE_CODES: usize = 1500;
/// So many guesses are valued by trees.
const TREES: usize = 32;
/// So many codes are tried as the next guess in a tree.
const TRIED: usize = 40;

impl LookAhead {
    /// Ranks the best `top` guesses that a local search finds for `codes`, which ascend: all codes that are possible if
    /// `complete`, and else a sample of them. The greater the effort, from one on, the better they are. Where all codes
    /// are there and few, guesses after which a quickly made tree needs fewer guesses come first.
    ///
    /// # Panics
    /// If there are no codes, and for games whose codes are listed.
    pub fn search(
        &self,
        codes: &[Code],
        complete: bool,
        effort: usize,
        top: usize,
        moves: &Moves,
        budget: &Budget,
    ) -> Ranking {
        assert!(!matches!(self.rules.allowed(), Allowed::Words { .. }));
        let mut random = Random(codes.len() as u64);
        let prepared = self.prepared(codes);
        let mut search = Search {
            of: self,
            codes,
            partition: Partition::new(&prepared),
            list: TopList::new(&self.criteria, codes.len() as u32, top.max(TREES)),
            moves,
            budget,
            scores: HashMap::default(),
        };
        let most = COMPARED.saturating_mul(effort);
        let mut started: Vec<(f64, Code)> = Vec::new();
        for place in 0..codes.len().min(most) {
            let place = if codes.len() > most {
                random.below(codes.len())
            } else {
                place
            };
            started.extend(
                search
                    .score(codes[place])
                    .map(|score| (score, codes[place])),
            );
        }
        started.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        started.dedup();
        if !self.criteria.consistent && codes.len() > 2 {
            for &(score, code) in started.iter().take(IMPROVED.saturating_mul(effort)) {
                search.improve(code, score, effort, &mut random);
            }
        }
        let (mut guesses, compared) = (search.list.into_ranked(), search.scores.len() as u64);
        if complete && codes.len() <= TREE_CODES {
            guesses.truncate(TREES);
            guesses.sort_by_cached_key(|ranked| total_after(self, codes, &ranked.guess));
        }
        guesses.truncate(top);
        Ranking {
            guesses,
            compared,
            complete: budget.ended().is_none(),
        }
    }
}

struct Search<'a> {
    of: &'a LookAhead,
    codes: &'a [Code],
    partition: Partition<'a>,
    list: TopList,
    moves: &'a Moves,
    budget: &'a Budget,
    /// The scores of all guesses that were compared.
    scores: HashMap<Code, f64, BuildMultiplyHasher>,
}

impl Search<'_> {
    /// Compares a guess; `None` once the budget has ended, and for a guess that may not be made.
    fn score(&mut self, guess: Code) -> Option<f64> {
        if let Some(&score) = self.scores.get(&guess) {
            return Some(score);
        }
        if !self.moves.may_allow(&guess) || !self.budget.spend(self.codes.len() as u64) {
            return None;
        }
        let possible = self.partition.of(guess);
        let criteria = &self.of.criteria;
        let score = TopList::describe(criteria, guess, &mut self.partition.sizes, possible).score;
        self.list.offer(guess, &mut self.partition.sizes, possible);
        self.scores.insert(guess, score);
        Some(score)
    }

    fn improve(&mut self, mut code: Code, mut best: f64, effort: usize, random: &mut Random) {
        let rules = &self.of.rules;
        let (pegs, colors) = (rules.pegs(), rules.colors());
        let is_distinct = *rules.allowed() == Allowed::Distinct;
        let mut worse = 0;
        while worse < CHANGES.saturating_mul(effort) && self.budget.ended().is_none() {
            worse += 1;
            let mut next = code;
            let (place, word) = (random.below(pegs), random.word());
            if word >> 63 == 0 {
                let color = random.below(colors) as u8;
                if next.contains(&color) && (is_distinct || next[place] == color) {
                    continue;
                }
                next.pegs_mut()[place] = color;
            } else {
                next.pegs_mut().swap(place, random.below(pegs));
            }
            if next != code
                && let Some(score) = self.score(next)
                && score < best
            {
                (code, best, worse) = (next, score, 0);
            }
        }
    }
}

type Cells = HashMap<u32, Vec<Code>, BuildMultiplyHasher>;

/// How many guesses all codes need together, if this is guessed next, and then always one of the possible codes that makes
/// many cells.
fn total_after(of: &LookAhead, codes: &[Code], guess: &Code) -> u64 {
    let mut cells = Cells::default();
    let scorer = Scorer::new(of.rules.feedback(), *guess);
    for code in codes {
        cells.entry(scorer.answer(code)).or_default().push(*code);
    }
    if cells.len() == 1 && codes.len() > 1 {
        return u64::MAX;
    }
    let win = of.rules.win();
    let below = cells
        .iter()
        .filter(|(answer, _)| **answer != win)
        .map(|(_, cell)| total(of, cell));
    codes.len() as u64 + below.sum::<u64>()
}

fn total(of: &LookAhead, codes: &[Code]) -> u64 {
    let count = codes.len() as u64;
    if count <= 2 {
        return 2 * count - 1;
    }
    let mut best = (0, u64::MAX, codes[0]);
    let mut sizes: HashMap<u32, u64, BuildMultiplyHasher> = HashMap::default();
    for &guess in codes.iter().take(TRIED) {
        sizes.clear();
        let scorer = Scorer::new(of.rules.feedback(), guess);
        for code in codes {
            *sizes.entry(scorer.answer(code)).or_default() += 1;
        }
        if sizes.len() == codes.len() {
            return 2 * count - 1;
        }
        let squares = sizes.values().map(|size| size * size).sum();
        if (sizes.len(), std::cmp::Reverse(squares)) > (best.0, std::cmp::Reverse(best.1)) {
            best = (sizes.len(), squares, guess);
        }
    }
    total_after(of, codes, &best.2)
}
