//! The least total among the strategies that leave the fewest secrets to the last guess.
//!
//! In such a strategy every subtree leaves as few as its set can, so a guess is admissible if the numbers that its
//! cells leave add up to the number that the set leaves. A set that leaves none has one guess in hand: its cost is the
//! least total with one guess less. So only the few sets that leave some are searched here; two searchers, one for each
//! of the two quantities, deal with the rest.

use super::context::Context;
use super::searcher::Searcher;
use crate::exact::cost::INFINITE;
use crate::exact::memory::{At, Known};
use crate::exact::watch::Stopped;

/// The searchers of the two quantities.
pub(super) struct Among<'a> {
    fewest: Searcher<'a>,
    totals: Searcher<'a>,
}

impl<'a> Among<'a> {
    pub fn of(context: &Context<'a>) -> Option<Box<Self>> {
        let [fewest, totals] = context.among?;
        let [fewest, totals] = [fewest, totals].map(|context| Searcher::new(context, &[]));
        Some(Box::new(Among { fewest, totals }))
    }

    pub fn flush(&mut self) {
        self.fewest.flush();
        self.totals.flush();
    }
}

impl<'a> Searcher<'a> {
    /// The two searchers, brought to where this one is.
    fn among(&mut self) -> Option<&mut Among<'a>> {
        let among = self.among.as_deref_mut()?;
        among.fewest.path.clone_from(&self.path);
        among.totals.path.clone_from(&self.path);
        Some(among)
    }

    /// The searcher for the total of a set that leaves no secret to the last guess, with one guess less.
    pub fn totals(&mut self, at: At) -> Result<Option<&mut Searcher<'a>>, Stopped> {
        let Some(among) = self.among() else {
            return Ok(None);
        };
        let fewest = among.fewest.search(at, INFINITE)?;
        Ok((fewest == 0).then_some(&mut among.totals))
    }

    /// What the total alone tells of a set, whatever it leaves to the last guess.
    pub(super) fn bound_of_total(&mut self, at: At, room: u32) -> Known {
        let Some(among) = self.among() else {
            return Known::NOTHING;
        };
        let totals = &mut among.totals;
        let normal = at.normal(totals.context.question.goal).left;
        let known = totals.context.memory.known(at.key, normal).lower;
        let looked = match known {
            _ if known >= room => known,
            _ => totals.quick_bound(at, room, 0).lower,
        };
        Known::at_least(known.max(looked))
    }

    /// Whether a guess, the latest of the path, leaves more secrets to the last guess than the set must.
    pub(super) fn leaves_more(
        &mut self,
        set: &[u16],
        left: u8,
        guess: u32,
    ) -> Result<bool, Stopped> {
        let Some(among) = self.among() else {
            return Ok(false);
        };
        let fewest = &mut among.fewest;
        let context = fewest.context;
        fewest.path.pop();
        let least = fewest.search(context.at(set, left), INFINITE)?;
        fewest.path.push(guess);
        let (mut partition, total) = context.divided(&context.bounds, set, guess, left);
        let next = left - 1;
        let target = least + 1;
        let cost = fewest.raise_cells(set, &mut partition, next, target, total, &mut Vec::new())?;
        Ok(cost > least)
    }
}
