//! Which cells of a guess need a proof, so that the guess costs as much as claimed.

use std::cmp::Reverse;

use crate::exact::cost::{Goal, INFINITE, UNLIMITED};
use crate::exact::memory::{Key, Known};
use crate::exact::partition::{Cell, Partition};
use crate::exact::watch::Stopped;

use super::reasoner::Reasoner;
use super::second_look::{At, Part};

/// Cells of so many codes are searched quickly.
const SMALL: u32 = 128;

/// A cell that may need a proof.
#[derive(Clone, Copy)]
struct Choice {
    part: Part,
    /// What the search knows that it costs.
    known: u32,
    /// What is claimed, or what the look tells.
    claim: u32,
}

/// What tells how much a cell costs.
#[derive(Clone, Copy)]
enum Source {
    /// The search before.
    Known,
    /// A look at a cell that is too large for second looks.
    Look,
    /// A search for a part of what is missing.
    Share,
    Search,
}

impl Choice {
    /// How much more the search knows than the look.
    fn gain(&self) -> u32 {
        self.known - self.part.peek
    }
}

impl Reasoner<'_> {
    /// Chooses cells of a guess and their claims, so that it costs so much more than its look; fewer cells first.
    ///
    /// What cells cost is known from the search before, or found by one now. So the choice may differ between runs.
    pub(super) fn choose(
        &mut self,
        at: &At,
        partition: &Partition,
        mut missing: u32,
    ) -> Result<Vec<Vec<(Cell, u32)>>, Stopped> {
        let mut choices: Vec<Choice> = Vec::new();
        for index in 0..partition.cells.len() {
            let part = self.looks.peeked(at, partition, index)?;
            missing -= part.peek - part.size_cost;
            let known = self.known(part.key, part.left);
            let lower = known.lower.max(part.peek);
            if part.cell.len() > 2 && (!known.exact() || lower > part.peek) {
                choices.push(Choice {
                    part,
                    known: lower,
                    claim: part.peek,
                });
            }
        }
        // The smallest cell that alone costs enough, as far as the search knows.
        choices.sort_by_key(|choice| choice.part.cell.len());
        let mut several = Vec::new();
        if let Some(choice) = choices.iter().find(|choice| choice.gain() >= missing) {
            let claim = choice.claim + missing;
            several.push(vec![Choice { claim, ..*choice }]);
        } else {
            // Otherwise several: the smallest cells first, or those that gain most for their size.
            several.push(self.gather(at, partition, missing, choices.clone())?);
            let codes = |choice: &Choice| u64::from(choice.part.codes());
            choices.sort_by_key(|choice| Reverse(1000 * u64::from(choice.gain()) / codes(choice)));
            several.push(self.gather(at, partition, missing, choices)?);
            several.sort_by_key(Vec::len);
        }
        // In proofs that no strategy keeps to a depth, none does in these cells either.
        let of_depth = self.is_of_depth();
        let cell = |choice: &Choice| {
            let claim = if of_depth { INFINITE } else { choice.claim };
            (choice.part.cell, claim)
        };
        let cells = |choices: Vec<Choice>| choices.iter().map(cell).collect();
        Ok(several.into_iter().map(cells).collect())
    }

    /// Takes one cell after the other until they gain enough, those of which more is known first; then what looks at
    /// large ones tell, and what searches find beyond that. Where a value is claimed that no search has proven, each
    /// large cell is searched for no more than its share first: the nearer to its cost, the longer it takes.
    fn gather(
        &mut self,
        at: &At,
        partition: &Partition,
        mut missing: u32,
        mut choices: Vec<Choice>,
    ) -> Result<Vec<Choice>, Stopped> {
        choices.sort_by_key(|choice| choice.gain() == 0);
        let mut codes = Vec::new();
        for source in [Source::Known, Source::Look, Source::Share, Source::Search] {
            if matches!(source, Source::Share) && self.is_proven {
                continue;
            }
            let mut left: u32 = choices.iter().map(|choice| choice.part.codes()).sum();
            for choice in &mut choices {
                if missing == 0 {
                    break;
                }
                let share = match source {
                    Source::Share if choice.part.codes() > SMALL => {
                        let share = u64::from(missing) * u64::from(choice.part.codes());
                        share.div_ceil(left.into()) as u32
                    }
                    _ => missing,
                };
                left -= choice.part.codes();
                let enough = choice.claim.saturating_add(share).min(INFINITE);
                partition.codes(&choice.part.cell, at.set, &mut codes);
                let cost = match source {
                    Source::Known => choice.known.min(enough),
                    Source::Look => self.looks.large(at, &codes)?.min(enough),
                    Source::Share | Source::Search => self.cost(&codes, at.next, enough)?,
                };
                let more = cost.saturating_sub(choice.claim).min(missing);
                choice.claim += more;
                missing -= more;
            }
        }
        if missing > 0 {
            assert!(
                !self.is_proven,
                "the cells of a guess cost less than the search has found"
            );
            return Err(Stopped);
        }
        choices.retain(|choice| choice.claim > choice.part.peek);
        Ok(choices)
    }

    /// What the search has found out about a set.
    fn known(&self, key: Key, left: u8) -> Known {
        let memory = &self.searcher.context.memory;
        if !self.is_of_depth() {
            return memory.known(key, left);
        }
        let left = left + u8::from(left != UNLIMITED);
        match memory.known(key, left).lower {
            0 => Known::NOTHING,
            _ => Known::at_least(INFINITE),
        }
    }

    /// Whether it is proven that no strategy keeps to a depth: no secret needs the guess after the last one.
    fn is_of_depth(&self) -> bool {
        self.searcher.context.question.goal == Goal::AtLastGuess
    }

    /// A lower bound of what a set costs: at least `enough` if it costs as much.
    fn cost(&mut self, set: &[u16], left: u8, enough: u32) -> Result<u32, Stopped> {
        let context = self.searcher.context;
        if !self.is_of_depth() {
            return self.searcher.search(context.at(set, left), enough);
        }
        let left = left + u8::from(left != UNLIMITED);
        let is_late = self.searcher.search(context.at(set, left), 1)? >= 1;
        Ok(if is_late { INFINITE } else { 0 })
    }
}
