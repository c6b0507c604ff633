//! Strategies that look one guess ahead: score every guess by the sizes of the cells that its answers
//! make of the possible codes, and take the best.
//!
//! Ties are broken so that totals can be reproduced: scores within 1e-9 are equal; among equals a
//! possible code comes first, then the lowest code. With one or two possible codes the lowest is
//! guessed.

use std::cmp::Reverse;
use std::sync::Arc;

use crate::code::Code;
use crate::rules::{Allowed, Rules};
use crate::sieve::Knowledge;
use crate::sieve::positions::fits_rows;
use crate::simd::Level;
use crate::space::CodeSpace;

use super::best::Found;
use super::budget::Budget;
use super::collect::{Collect, CollectBest};
use super::guess_symmetry::{GuessSymmetry, Prefix};
use super::history_symmetry::HistorySymmetry;
use super::metric::{Criteria, Metric};
use super::moves::{Moves, only_possible, weights_of};
use super::one_by_one::Codes;
use super::prepared::LAST_PEGS;
use super::shares::{in_shares, over_prefixes};
use super::vectors::{self, Task};
use super::with_lies::Lying;
use super::{one_by_one, tiled};

/// The most possible codes among which guesses are compared.
pub const CODES_LIMIT: usize = 1 << 24;

/// The most possible codes that are listed.
const LISTED_CODES: usize = 1 << 16;
/// The most possible codes times pairs of last pegs that are listed.
const LISTED_PAIRS: usize = 1 << 26;
/// Larger sets are never asked for a possible code that tells them apart.
const FULL_SPLIT_CODES: usize = 256;
/// How many comparisons in vectors take as long as one that is made alone.
const VECTOR_GAIN: u128 = 16;
/// How many comparisons of a guess with a code are worth another thread, one by one.
const WORK_PER_THREAD: usize = 1 << 14;
/// How many times as many they are where answers per position are found for many codes at once.
const QUICK_PAIRS: usize = 8;

/// A guess that was chosen, and what it took.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The guess.
    pub guess: Code,
    /// How many guesses were compared.
    pub compared: u64,
    /// Whether no guess was left out because the budget ended. Otherwise the guess is the best of
    /// those that were compared, or the lowest possible code if none was.
    pub complete: bool,
}

/// A strategy that chooses a guess from the possible codes alone.
pub trait Chooser: Sync {
    /// Chooses the guess while `codes`, which ascend, are possible, and no answer is a lie. `moves` are
    /// what hard mode allows.
    fn choose(
        &self,
        codes: &[Code],
        history: &HistorySymmetry,
        moves: &Moves,
        budget: &Budget,
    ) -> Choice;

    /// Chooses the guess while the codes of `knowledge`, of which there are some, are possible. It
    /// does not list them if they are many.
    fn choose_from(
        &self,
        knowledge: &Knowledge,
        history: &HistorySymmetry,
        moves: &Moves,
        budget: &Budget,
    ) -> Choice;
}

/// Guesses the lowest possible code.
#[derive(Clone, Copy, Debug)]
pub struct FirstConsistent;

impl FirstConsistent {
    fn choice(guess: Code) -> Choice {
        Choice {
            guess,
            compared: 0,
            complete: true,
        }
    }
}

impl Chooser for FirstConsistent {
    fn choose(
        &self,
        codes: &[Code],
        _history: &HistorySymmetry,
        _moves: &Moves,
        _budget: &Budget,
    ) -> Choice {
        Self::choice(codes[0])
    }

    fn choose_from(
        &self,
        knowledge: &Knowledge,
        _history: &HistorySymmetry,
        _moves: &Moves,
        _budget: &Budget,
    ) -> Choice {
        Self::choice(knowledge.nth(0).expect("some code is possible"))
    }
}

/// Chooses and ranks the guesses of a game by a metric.
pub struct LookAhead {
    pub(super) rules: Arc<Rules>,
    guesses: CodeSpace,
    pub(super) criteria: Criteria,
    pub(super) level: Level,
}

impl LookAhead {
    /// A chooser that has seen nothing yet.
    pub fn new(rules: Arc<Rules>, mut criteria: Criteria) -> Self {
        criteria.consistent |= only_possible(&rules);
        LookAhead {
            guesses: CodeSpace::guesses(&rules),
            rules,
            criteria,
            level: Level::detect(),
        }
    }

    /// Uses these instructions instead of all that the processor has.
    pub fn on_level(self, level: Level) -> Self {
        LookAhead { level, ..self }
    }

    /// With the four known metrics a possible code that tells all codes apart beats or equals every
    /// other guess, unless its own cell is left out of the number of cells, or a likelier code does as
    /// well.
    fn full_split_is_best(&self) -> bool {
        if self.rules.weights().is_some() {
            return false;
        }
        match self.criteria.metric {
            Metric::Custom(_) => false,
            Metric::MostParts => !self.criteria.win_apart,
            _ => true,
        }
    }

    /// Whether guesses are scored in vectors.
    pub(super) fn uses_vectors(&self, codes: usize) -> bool {
        // In vectors all guesses are gone through, and those that are not possible are left out.
        let few_guesses = self.criteria.consistent
            && (codes <= FULL_SPLIT_CODES || codes as u128 * VECTOR_GAIN <= self.guesses.len());
        !few_guesses
            && self.rules.pegs() >= LAST_PEGS
            && self.rules.feedback().counts_pegs()
            && !matches!(self.rules.allowed(), Allowed::Words { .. })
    }

    /// Whether these codes are too many to be listed.
    pub(super) fn is_large(&self, knowledge: &Knowledge) -> bool {
        let most = if self.rules.weights().is_some() {
            usize::MAX
        } else if self.uses_vectors(knowledge.len()) {
            LISTED_CODES.min(LISTED_PAIRS / self.rules.colors().pow(2))
        } else {
            LISTED_CODES
        };
        knowledge.len() > most
    }

    pub(super) fn symmetry(&self, codes: &[Code], history: &HistorySymmetry) -> GuessSymmetry {
        let present = codes
            .iter()
            .flat_map(|code| code.iter())
            .fold(0, |set, &color| set | 1 << color);
        GuessSymmetry::new(&self.rules, present, history)
    }

    /// What is guessed when one or two codes are possible: the likeliest, and of equal ones the
    /// lowest.
    pub(super) fn likeliest(&self, codes: &[Code]) -> Code {
        let weights = weights_of(&self.rules, codes).unwrap_or_default();
        let best = (0..weights.len()).min_by_key(|&index| Reverse(weights[index]));
        codes[best.unwrap_or(0)]
    }

    /// Codes prepared for scoring guesses one by one.
    pub(super) fn prepared<'a>(&'a self, codes: &'a [Code]) -> Codes<'a> {
        let (kind, colors) = (self.rules.feedback(), self.rules.colors());
        let weights = weights_of(&self.rules, codes);
        Codes::new(kind, colors, codes, weights, self.level)
    }

    /// Scores guesses one by one against listed codes.
    pub(super) fn one_by_one<C: Collect>(
        &self,
        codes: &[Code],
        history: &HistorySymmetry,
        moves: &Moves,
        budget: &Budget,
        empty: &(dyn Fn() -> C + Sync),
    ) -> C {
        let prepared = self.prepared(codes);
        let scan = |guesses: &mut dyn Iterator<Item = Code>, collector: &mut C| {
            prepared.scan(guesses, budget, collector);
        };
        self.over_guesses(codes, history, moves, budget, empty, &scan)
    }

    /// Scores guesses where the codemaker may lie.
    pub(super) fn with_lies<C: Collect>(
        &self,
        lying: &Lying,
        history: &HistorySymmetry,
        moves: &Moves,
        budget: &Budget,
        empty: &(dyn Fn() -> C + Sync),
    ) -> C {
        let scan = |guesses: &mut dyn Iterator<Item = Code>, collector: &mut C| {
            lying.scan(guesses, budget, collector);
        };
        self.over_guesses(&lying.codes, history, moves, budget, empty, &scan)
    }

    /// Shares out the guesses that are worth scoring to threads, which `scan` them.
    fn over_guesses<C: Collect>(
        &self,
        codes: &[Code],
        history: &HistorySymmetry,
        moves: &Moves,
        budget: &Budget,
        empty: &(dyn Fn() -> C + Sync),
        scan: &(dyn Fn(&mut dyn Iterator<Item = Code>, &mut C) + Sync),
    ) -> C {
        let is_quick = fits_rows(self.rules.feedback(), self.rules.pegs());
        let work = WORK_PER_THREAD * if is_quick { QUICK_PAIRS } else { 1 };
        let share = (work / codes.len()).max(1);
        let run = |guesses: &[Code]| {
            let mut collector = empty();
            scan(&mut guesses.iter().copied(), &mut collector);
            collector
        };
        if self.criteria.consistent {
            return in_shares(codes, share, &run, C::and);
        }
        match (moves, self.rules.allowed()) {
            (Moves::Agreeing(words), _) => {
                let guesses: Vec<Code> = words.iter_from(0).collect();
                return in_shares(&guesses, share, &run, C::and);
            }
            (Moves::Listed(guesses), _) | (_, Allowed::Words { guesses, .. }) => {
                return in_shares(guesses, share, &run, C::and);
            }
            _ => {}
        }
        let symmetry = self.symmetry(codes, history);
        let run = |prefixes: &[Prefix]| {
            let mut guesses = prefixes
                .iter()
                .map(|prefix| symmetry.colors(&prefix.indices))
                .filter(|guess| moves.may_allow(guess));
            let mut collector = empty();
            scan(&mut guesses, &mut collector);
            collector
        };
        over_prefixes(&symmetry, self.rules.pegs(), share, budget, &run, C::and)
    }

    /// Scores guesses against codes that are too many to be listed. Returns what was collected in
    /// ascending order, and from a sample of possible codes.
    pub(super) fn in_tiles<C: Collect>(
        &self,
        knowledge: &Knowledge,
        symmetry: &GuessSymmetry,
        moves: &Moves,
        budget: &Budget,
        empty: &(dyn Fn() -> C + Sync),
    ) -> (C, C) {
        let (mut collector, mut sample) = (empty(), empty());
        let wanted = |guess: &Code| {
            (!self.criteria.consistent || knowledge.contains(guess)) && moves.may_allow(guess)
        };
        let guesses: Box<dyn Iterator<Item = Code> + '_> = match (moves, self.rules.allowed()) {
            (Moves::Listed(guesses), _) => Box::new(guesses.iter().copied()),
            (Moves::Agreeing(words), _) => Box::new(words.iter_from(0)),
            (_, Allowed::Words { guesses, .. }) => Box::new(guesses.iter().copied()),
            _ => Box::new(symmetry.guesses()),
        };
        let guesses = guesses.filter(wanted);
        tiled::scan(knowledge, guesses, budget, &mut collector, &mut sample);
        (collector, sample)
    }

    fn choice(&self, found: Found, lowest: Code) -> Choice {
        let guess = found.best.map_or(lowest, |best| best.guess);
        debug_assert!(self.guesses.number(&guess).is_some());
        Choice {
            guess,
            compared: found.compared,
            complete: found.complete,
        }
    }
}

impl Chooser for LookAhead {
    fn choose(
        &self,
        codes: &[Code],
        history: &HistorySymmetry,
        moves: &Moves,
        budget: &Budget,
    ) -> Choice {
        if codes.len() <= 2 {
            return FirstConsistent::choice(self.likeliest(codes));
        }
        let kind = self.rules.feedback();
        if self.full_split_is_best()
            && codes.len() <= FULL_SPLIT_CODES
            && codes.len() <= self.rules.feedback_count()
            && let Some(code) = one_by_one::full_split(kind, codes)
        {
            return FirstConsistent::choice(code);
        }
        let found = if self.uses_vectors(codes.len()) {
            let symmetry = self.symmetry(codes, history);
            vectors::best(&Task {
                rules: &self.rules,
                codes,
                symmetry: &symmetry,
                criteria: &self.criteria,
                level: self.level,
                budget,
            })
        } else {
            // No possible code tells all codes apart. Another guess that does so is beaten by none, unless
            // the cell of a possible code is left out.
            let few = codes.len() <= FULL_SPLIT_CODES && !self.criteria.win_apart;
            let most_cells = (few && self.full_split_is_best()).then_some(codes.len());
            let empty = || CollectBest::new(&self.criteria).settled_by(most_cells);
            self.one_by_one(codes, history, moves, budget, &empty).found
        };
        self.choice(found, codes[0])
    }

    fn choose_from(
        &self,
        knowledge: &Knowledge,
        history: &HistorySymmetry,
        moves: &Moves,
        budget: &Budget,
    ) -> Choice {
        if let Some(lying) = Lying::of(knowledge) {
            let lowest = lying.codes[0];
            if lying.codes.len() <= 2 {
                return FirstConsistent::choice(self.likeliest(&lying.codes));
            }
            let empty = || CollectBest::new(&self.criteria);
            let found = self.with_lies(&lying, history, moves, budget, &empty).found;
            return self.choice(found, lowest);
        }
        if !self.is_large(knowledge) {
            let codes: Vec<Code> = knowledge.iter_from(0).collect();
            return self.choose(&codes, history, moves, budget);
        }
        let lowest = knowledge.nth(0).expect("some code is possible");
        let present = tiled::present_colors(knowledge);
        let symmetry = GuessSymmetry::new(&self.rules, present, history);
        let empty = || CollectBest::new(&self.criteria);
        let (collector, sample) = self.in_tiles(knowledge, &symmetry, moves, budget, &empty);
        let mut found = collector.found;
        if !found.complete {
            // The sample is not in ascending order with the others, but a guess that is only the best
            // so far need not be the lowest.
            found = found.and(sample.found);
        }
        self.choice(found, lowest)
    }
}
