//! Writes the proof of a lower bound, from the root down.
//!
//! Each set is proven to cost as much as its claim, and no more is claimed of a cell than the guess needs that makes
//! it. What cells cost is known from the search before, or found by one now.

use std::ops::{Range, RangeInclusive};

use crate::exact::cost::{Goal, INFINITE, UNLIMITED, after_a_guess};
use crate::exact::memory::{Key, Known};
use crate::exact::partition::Partition;
use crate::exact::search::{Fingerprints, Searcher};
use crate::exact::watch::Stopped;

use super::looks::Looks;
use super::output::{Kind, OWN, Output, REMEMBER};
use super::path_symmetry::PathSymmetry;
use super::remembered::Remembered;
use super::second_look::{Needs, Part};
use super::size_bound::SizeBound;

/// Smaller sets are not remembered: their proofs are short.
const LEAST_REMEMBERED: usize = 6;

/// Sets of these sizes are bounded by what is found of them: of smaller ones the size bound of the game tells as much.
const OWN_BOUNDS: RangeInclusive<usize> = 12..=60_000;

/// Writes the records of one certificate.
pub(super) struct Writer<'w, 's> {
    pub searcher: Searcher<'w>,
    pub looks: Looks<'w>,
    /// The symmetries of the path, one for each guess on it and for none; empty for lists of words.
    pub symmetries: Vec<PathSymmetry>,
    pub remembered: Remembered,
    pub output: Output<'s>,
    /// How many size bounds were made.
    pub bounds: u64,
    /// From which to which part of the whole the present record reaches, as if all cells took as long.
    pub share: Range<f64>,
    /// Memory that is used again.
    pub partition: Partition,
    pub codes: Vec<u16>,
    pub parts: Vec<Part>,
}

/// One of so many equal parts of a share.
fn part_of(share: &Range<f64>, index: usize, parts: usize) -> Range<f64> {
    let width = (share.end - share.start) / parts as f64;
    let start = share.start + width * index as f64;
    start..start + width
}

impl Writer<'_, '_> {
    /// Writes a proof that the set costs as much as claimed, which must be true.
    pub fn prove(
        &mut self,
        set: &[u16],
        left: u8,
        claim: u32,
        bound: &SizeBound,
    ) -> Result<(), Stopped> {
        let context = self.searcher.context;
        let left = Goal::Total.normal_limit(set.len(), left);
        let at = (context.key_of(set), left);
        let mut open = Vec::new();
        self.looks.below(set, at, claim, bound, &mut open)?;
        if open.is_empty() {
            return self.output.record(Kind::Look, 0);
        }
        context.check(0)?;
        let form = (set.len() >= LEAST_REMEMBERED).then(|| self.remembered.form(context.game, set));
        if let Some(form) = &form
            && let Some(symmetry) = self.remembered.find(form, left, claim)
        {
            self.output.record(Kind::Known, 0)?;
            let mut bytes = symmetry.order.iter().chain(&symmetry.names);
            return bytes.try_for_each(|&byte| self.output.byte(byte));
        }
        let mut lacking = self.lacking(set, left, claim, bound, &open)?;
        if lacking.is_empty() {
            return self.output.record(Kind::Look, 0);
        }
        let mut marks = 0;
        let mut own = None;
        if OWN_BOUNDS.contains(&set.len()) {
            own = bound.with(&self.looks.reach(set)?, self.bounds + 1);
        }
        if let Some(own) = &own {
            self.bounds += 1;
            marks |= OWN;
            self.still_lacking(set, left, claim, own, &mut lacking)?;
            if lacking.is_empty() {
                return self.output.record(Kind::Look, marks);
            }
        }
        let bound = own.as_ref().unwrap_or(bound);
        let entries = lacking;
        let form = form.filter(|_| self.remembered.has_room());
        if form.is_some() {
            marks |= REMEMBER;
        }
        self.output.record(Kind::Split, marks)?;
        self.output.number(entries.len() as u32)?;
        let mut previous = 0;
        let share = self.share.clone();
        for (index, &guess) in entries.iter().enumerate() {
            self.share = part_of(&share, index, entries.len());
            self.tell_share();
            self.output.number(guess - previous)?;
            previous = guess;
            self.entry(set, left, claim, bound, guess)?;
        }
        self.share = share;
        if let Some(form) = form {
            self.remembered.insert(&form, left, claim);
        }
        Ok(())
    }

    /// Notes how much is written.
    fn tell_share(&self) {
        const PARTS: f64 = 1000.0;
        let done = self.share.start * PARTS;
        let watch = self.searcher.context.watch;
        watch.set_settled(done as usize, PARTS as usize);
    }

    /// The guesses that need a reason, ascending: of those that cost less than claimed at both looks one of each class
    /// under the symmetries of the path, and one of those that divide the set alike.
    fn lacking(
        &mut self,
        set: &[u16],
        left: u8,
        claim: u32,
        bound: &SizeBound,
        open: &[(u32, bool)],
    ) -> Result<Vec<u32>, Stopped> {
        let context = self.searcher.context;
        let game = context.game;
        let next = after_a_guess(left);
        let mut fingerprints = Fingerprints::default();
        let mut partition = std::mem::take(&mut self.partition);
        let mut lacking = Vec::new();
        // A guess that may win costs one less than another one with the same cells, so it stands for both.
        for wins in [true, false] {
            for &(guess, _) in open.iter().filter(|&&(_, may_win)| may_win == wins) {
                let is_least =
                    |symmetry: &PathSymmetry| symmetry.is_least(&game.guesses[guess as usize]);
                if !self.symmetries.last().is_none_or(is_least) {
                    continue;
                }
                context.watch.poll()?;
                partition.make(&game.matrix, set, guess);
                let look = self.looks.exactly(set.len(), &partition, next, bound);
                if look < claim
                    && fingerprints.insert(context.fingerprint_of(set, &partition))
                    && self.second_look(set, &partition, next, claim - look, bound)? < claim - look
                {
                    lacking.push(guess);
                }
            }
        }
        self.partition = partition;
        lacking.sort_unstable();
        Ok(lacking)
    }

    /// Leaves those guesses that cost less than claimed at both looks by a greater size bound as well.
    fn still_lacking(
        &mut self,
        set: &[u16],
        left: u8,
        claim: u32,
        bound: &SizeBound,
        guesses: &mut Vec<u32>,
    ) -> Result<(), Stopped> {
        let matrix = &self.searcher.context.game.matrix;
        let next = after_a_guess(left);
        let mut partition = std::mem::take(&mut self.partition);
        let mut kept = 0;
        for index in 0..guesses.len() {
            partition.make(matrix, set, guesses[index]);
            let look = self.looks.exactly(set.len(), &partition, next, bound);
            let missing = claim.saturating_sub(look);
            if self.second_look(set, &partition, next, missing, bound)? < missing {
                guesses[kept] = guesses[index];
                kept += 1;
            }
        }
        guesses.truncate(kept);
        self.partition = partition;
        Ok(())
    }

    /// Writes which cells of a guess are proven to cost more than their size tells, with the proofs.
    fn entry(
        &mut self,
        set: &[u16],
        left: u8,
        claim: u32,
        bound: &SizeBound,
        guess: u32,
    ) -> Result<(), Stopped> {
        let game = self.searcher.context.game;
        let next = after_a_guess(left);
        let mut partition = Partition::default();
        partition.make(&game.matrix, set, guess);
        self.searcher.path.push(guess);
        let symmetry = self
            .symmetries
            .last()
            .map(|symmetry| symmetry.after(&game.guesses[guess as usize]));
        self.symmetries.extend(symmetry);
        let look = self.looks.exactly(set.len(), &partition, next, bound);
        let mut needs: Needs = self.choose(set, &partition, next, claim - look, bound)?;
        let mut codes = Vec::new();
        for need in &mut needs {
            partition.codes(&need.cell, set, &mut codes);
            let secret = &game.secrets[usize::from(codes[0])];
            need.answer = game.rules.score(&game.guesses[guess as usize], secret);
        }
        needs.sort_unstable_by_key(|need| need.answer);
        self.output.number(needs.len() as u32)?;
        let share = self.share.clone();
        for (index, need) in needs.iter().enumerate() {
            self.share = part_of(&share, index, needs.len());
            partition.codes(&need.cell, set, &mut codes);
            self.output.number(need.answer)?;
            self.output
                .number(need.claim - bound.of(codes.len(), next))?;
            self.prove(&codes, next, need.claim, bound)?;
        }
        if !self.symmetries.is_empty() {
            self.symmetries.pop();
        }
        self.searcher.path.pop();
        Ok(())
    }

    /// What the search has found out about a set.
    pub(super) fn known(&self, key: Key, left: u8) -> Known {
        let context = self.searcher.context;
        match context.question.goal {
            Goal::Total => context.memory.known(key, left),
            Goal::AtLastGuess => {
                let known = context
                    .memory
                    .known(key, left + u8::from(left != UNLIMITED));
                match known.lower {
                    0 => Known::NOTHING,
                    _ => Known::at_least(INFINITE),
                }
            }
        }
    }

    /// A lower bound of what a set costs: at least `enough` if it costs as much.
    pub(super) fn cost(&mut self, set: &[u16], left: u8, enough: u32) -> Result<u32, Stopped> {
        let context = self.searcher.context;
        let question = context.question;
        let (left, budget) = match question.goal {
            Goal::Total => (left, enough),
            // Whether some secret needs the guess after the last one.
            Goal::AtLastGuess => (left + u8::from(left != UNLIMITED), 1),
        };
        let cost = if question.consistent {
            self.searcher.consistent(set, left, budget)?
        } else {
            let key = context.key_of(set);
            self.searcher.search(set, key, left, budget)?
        };
        Ok(match question.goal {
            Goal::Total => cost,
            Goal::AtLastGuess if cost >= 1 => INFINITE,
            Goal::AtLastGuess => 0,
        })
    }
}
