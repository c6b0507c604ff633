//! Ranks the guesses of a game by a metric.

use std::collections::BTreeMap;

use crate::code::Code;
use crate::rules::Allowed;
use crate::sieve::Knowledge;

use super::budget::Budget;
use super::choose::LookAhead;
use super::collect::{Collect, Told};
use super::guess_symmetry::GuessSymmetry;
use super::history_symmetry::HistorySymmetry;
use super::moves::Moves;
use super::one_by_one::Partition;
use super::tiled;
use super::top_list::{Ranked, TopList};
use super::vectors::{self, Task};
use super::with_lies::Lying;

/// The best guesses of a moment of a game.
#[derive(Clone, Debug)]
pub struct Ranking {
    /// From best to worst. Guesses that make one cell and so tell nothing come last; lower scores come
    /// first; among scores that are equal within 1e-9, possible codes come first, then lower codes.
    /// With one or two possible codes the lowest of them comes before all others. Where codes have
    /// weights, scores are equal within 1e-9 of themselves, and likelier codes come first.
    pub guesses: Vec<Ranked>,
    /// How many guesses were compared; guesses that symmetry makes equal count once.
    pub compared: u64,
    /// Whether no guess was left out because the budget ended.
    pub complete: bool,
}

impl LookAhead {
    /// Ranks all guesses that the rules and `moves` allow (with `consistent`, all possible codes) and lists the
    /// best `top` of them, at least one. The first is the one that is chosen. Without possible codes
    /// the list is empty.
    ///
    /// If the budget ends, the best of the guesses that were compared are listed, or the lowest
    /// possible code if none was.
    pub fn rank(
        &self,
        knowledge: &Knowledge,
        history: &[Code],
        moves: &Moves,
        top: usize,
        budget: &Budget,
    ) -> Ranking {
        let first_two: Vec<Code> = knowledge.iter_from(0).take(2).collect();
        let Some(&lowest) = first_two.first() else {
            return Ranking {
                guesses: Vec::new(),
                compared: 0,
                complete: true,
            };
        };
        let top = top.max(1);
        let codes = knowledge.len() as u32;
        let history = HistorySymmetry::of(history);
        let empty = || TopList::new(&self.criteria, codes, top);
        let (list, symmetry) = if let Some(lying) = Lying::of(knowledge) {
            let list = self.with_lies(&lying, &history, moves, budget, &empty);
            let symmetry = self.symmetry(&lying.codes, &history);
            (list, (!self.criteria.consistent).then_some(symmetry))
        } else if self.is_large(knowledge) {
            let present = tiled::present_colors(knowledge);
            let symmetry = GuessSymmetry::new(&self.rules, present, &history);
            let (list, sample) = self.in_tiles(knowledge, &symmetry, moves, budget, &empty);
            let (compared, complete) = (list.compared, list.complete);
            let mut list = list.and(sample);
            (list.compared, list.complete) = (compared, complete);
            (list, Some(symmetry))
        } else {
            let codes: Vec<Code> = knowledge.iter_from(0).collect();
            let symmetry = self.symmetry(&codes, &history);
            if self.uses_vectors(codes.len()) {
                let task = Task {
                    rules: &self.rules,
                    codes: &codes,
                    symmetry: &symmetry,
                    criteria: &self.criteria,
                    level: self.level,
                    budget,
                };
                (vectors::rank(&task, top), Some(symmetry))
            } else {
                let list = self.one_by_one(&codes, &history, moves, budget, &empty);
                (list, (!self.criteria.consistent).then_some(symmetry))
            }
        };
        let is_listed = matches!(self.rules.allowed(), Allowed::Words { .. });
        let mut guesses = in_order(&list, symmetry.filter(|_| !is_listed).as_ref(), top);
        if codes <= 2 || guesses.is_empty() {
            let chosen = if codes <= 2 {
                self.likeliest(&first_two)
            } else {
                lowest
            };
            let first = guesses.iter().position(|ranked| ranked.guess == chosen);
            let first = match first {
                Some(place) => guesses.remove(place),
                None => self.describe(knowledge, chosen),
            };
            guesses.insert(0, first);
            guesses.truncate(top);
        }
        Ranking {
            guesses,
            compared: list.compared,
            complete: list.complete,
        }
    }

    /// A possible code with what a ranking tells about it.
    fn describe(&self, knowledge: &Knowledge, guess: Code) -> Ranked {
        if let Some(lying) = Lying::of(knowledge) {
            let described = |told: Told| TopList::describe_told(&self.criteria, told);
            return lying.with_guess(guess, described);
        }
        let mut sizes: Vec<u32> = if self.is_large(knowledge) {
            let cells = knowledge.cells(&guess);
            cells.into_values().map(|size| size as u32).collect()
        } else {
            let codes: Vec<Code> = knowledge.iter_from(0).collect();
            let prepared = self.prepared(&codes);
            let mut partition = Partition::new(&prepared);
            partition.of(guess);
            if self.rules.weights().is_some() {
                return TopList::describe_told(&self.criteria, partition.told(guess, true));
            }
            partition.sizes
        };
        TopList::describe(&self.criteria, guess, &mut sizes, true)
    }
}

/// The guesses of a list in the order of a ranking. Each stands for its whole class under a symmetry:
/// the members are listed, too.
fn in_order(list: &TopList, symmetry: Option<&GuessSymmetry>, top: usize) -> Vec<Ranked> {
    let mut guesses = Vec::new();
    for group in list.groups() {
        let Some(symmetry) = symmetry else {
            guesses.extend(group.iter().take(top - guesses.len()).cloned());
            continue;
        };
        for possible in [true, false] {
            let room = top - guesses.len();
            let listed = group.iter().filter(|ranked| ranked.possible == possible);
            let mut members: BTreeMap<Code, &Ranked> = BTreeMap::new();
            for ranked in listed {
                let same = symmetry.members(&ranked.guess, room).into_iter();
                members.extend(same.map(|member| (member, ranked)));
            }
            guesses.extend(
                members
                    .into_iter()
                    .take(room)
                    .map(|(guess, ranked)| Ranked {
                        guess,
                        ..ranked.clone()
                    }),
            );
        }
    }
    guesses
}
