//! Wrong answers: which turns of a game cannot stand together, and which answers could be changed so
//! that some code is possible.
//!
//! From the ground up: [`turn`] has a turn as it was noted, [`agreement`] finds the codes with few
//! wrong turns, `hitting_set` and [`clash`] find a smallest set of turns that clash, `groups` counts the
//! codes with the same wrong turns and true answers, and `best` ranks these groups: each is a repair.

use crate::threads::prelude::*;

use crate::feedback::FeedbackKind;
use crate::look_ahead::Budget;
use crate::sieve::NumberSet;
use crate::space::CodeSpace;

pub mod agreement;
mod best;
pub mod clash;
mod groups;
mod hitting_set;
pub mod turn;

use agreement::Agreement;
use best::Best;
use clash::Clash;
use groups::{Groups, Key, Share};

pub use agreement::MOST_TURNS;
pub use best::Repair;
pub use groups::MOST_CHANGES;
pub use turn::{NotedTurn, Part};

/// The most groups that are counted at the same time; each takes some forty bytes.
const MOST_GROUPS: usize = 1 << 21;

/// What was found about a game.
#[derive(Clone, Debug)]
pub struct Diagnosis {
    /// Turns that contradict each other.
    pub clash: Clash,
    /// The best repairs, the best first.
    pub repairs: Vec<Repair>,
    /// How many repairs there are with one change, with two and so on, whether they are among
    /// [`Diagnosis::repairs`] or not.
    pub counts: Vec<u64>,
    /// False if the budget ended first; the numbers of codes and repairs may then be too small.
    pub complete: bool,
}

impl Repair {
    /// The turns that are changed, and the noted part of their new answers.
    pub fn changes(&self) -> impl Iterator<Item = (usize, u32)> {
        self.key.changes()
    }
}

/// What is asked of a game.
pub struct Question<'a> {
    /// How answers are given.
    pub kind: &'a FeedbackKind,
    /// The codes that may be secrets.
    pub space: &'a CodeSpace,
    /// At most [`MOST_TURNS`].
    pub turns: &'a [NotedTurn],
    /// How many of the answers may be lies.
    pub lies: usize,
    /// The most changes of a repair, at most [`MOST_CHANGES`].
    pub at_most: usize,
    /// How many repairs are wanted.
    pub top: usize,
}

impl Question<'_> {
    /// Finds out what is wrong. `weigh` tells how likely it is that the answer to a turn was noted
    /// wrongly, when it should have been another; it is called once for each change, or more often.
    pub fn answer(
        &self,
        budget: &Budget,
        weigh: &mut (dyn FnMut(usize, u32) -> u64 + Send),
    ) -> Diagnosis {
        let all = NumberSet::all(self.space.len() as usize);
        let agreement = Agreement::new(self.kind, self.space, &all, self.turns);
        let mut diagnosis = Diagnosis {
            clash: clash::smallest(&agreement, self.lies, budget),
            repairs: Vec::new(),
            counts: Vec::new(),
            complete: true,
        };
        match diagnosis.clash {
            Clash::None => return diagnosis,
            Clash::Unknown => diagnosis.complete = false,
            Clash::Smallest(_) => {}
        }
        for changes in 1..=self.at_most {
            let wanted = self.top - diagnosis.repairs.len();
            let (best, complete) = self.with_changes(&agreement, changes, wanted, budget, weigh);
            diagnosis.counts.push(best.offered());
            diagnosis.repairs.extend(best.finish());
            diagnosis.complete &= complete;
        }
        diagnosis
    }

    /// Ranks the repairs with so many changes; false if the budget ended first.
    fn with_changes(
        &self,
        agreement: &Agreement<'_>,
        changes: usize,
        wanted: usize,
        budget: &Budget,
        weigh: &mut (dyn FnMut(usize, u32) -> u64 + Send),
    ) -> (Best, bool) {
        let mut best = Best::new(wanted);
        let mut complete = true;
        let mut shares = vec![Share::ALL];
        while let Some(share) = shares.pop() {
            let groups = Groups::new(MOST_GROUPS);
            complete &= self.group(agreement, changes, share, &groups, budget);
            if groups.are_too_many() {
                shares.extend(share.parts());
                continue;
            }
            for (key, codes) in groups.into_counts() {
                let weight = key
                    .changes()
                    .map(|(turn, answer)| weigh(turn, answer))
                    .product();
                best.offer(Repair { key, weight, codes });
            }
            if !complete {
                break;
            }
        }
        (best, complete)
    }

    /// Counts the codes of each repair with so many changes and a key in this share; gives up when
    /// there are too many groups. False if the budget ended first.
    fn group(
        &self,
        agreement: &Agreement<'_>,
        changes: usize,
        share: Share,
        groups: &Groups,
        budget: &Budget,
    ) -> bool {
        let every = match self.turns.len() {
            MOST_TURNS => !0,
            turns => (1 << turns) - 1,
        };
        let in_tile = |keys: &mut Vec<Key>, tile: usize| {
            if groups.are_too_many() {
                return Some(());
            }
            let wrong = changes..=changes + self.lies;
            let went_on = agreement.visit(tile, every, wrong, budget, |number, wrong| {
                self.keys(agreement, number, wrong, changes, keys);
            });
            keys.retain(|&key| share.has(key));
            groups.add(keys);
            went_on.then_some(())
        };
        (0..agreement.tiles())
            .into_par_iter()
            .try_for_each_init(Vec::new, in_tile)
            .is_some()
    }

    /// Lists the repairs with so many changes that make one code possible: each of them changes all
    /// its wrong turns but those that may be lies, to the true answers.
    fn keys(
        &self,
        agreement: &Agreement<'_>,
        number: usize,
        wrong: u64,
        changes: usize,
        keys: &mut Vec<Key>,
    ) {
        let code = agreement.code(number);
        let demand = clash::demand(agreement, &code, wrong, self.lies);
        let lies = self.lies.min(demand.lies.count_ones() as usize);
        if wrong.count_ones() as usize - lies != changes {
            return;
        }
        let turns: Vec<usize> = (0..self.turns.len())
            .filter(|turn| wrong >> turn & 1 == 1)
            .collect();
        let answers: Vec<Vec<u32>> = turns
            .iter()
            .map(|&turn| self.turns[turn].true_answers(&code))
            .collect();
        let wanted = Wanted {
            turns: &turns,
            answers: &answers,
            no_lies: demand.no_lies,
        };
        wanted.list(0, lies, &mut Vec::with_capacity(MOST_CHANGES), keys);
    }
}

/// The wrong turns of one code and its true answers to them.
struct Wanted<'a> {
    turns: &'a [usize],
    answers: &'a [Vec<u32>],
    no_lies: u64,
}

impl Wanted<'_> {
    /// Lists the keys of all ways to change the turns from this one on, and to leave so many as lies.
    fn list(&self, at: usize, lies: usize, changes: &mut Vec<(usize, u32)>, keys: &mut Vec<Key>) {
        let Some(&turn) = self.turns.get(at) else {
            if lies == 0 {
                keys.push(Key::of(changes));
            }
            return;
        };
        if lies > 0 && self.no_lies >> turn & 1 == 0 {
            self.list(at + 1, lies - 1, changes, keys);
        }
        if self.turns.len() - at > lies {
            for &answer in &self.answers[at] {
                changes.push((turn, answer));
                self.list(at + 1, lies, changes, keys);
                changes.pop();
            }
        }
    }
}

#[cfg(test)]
mod tests;
