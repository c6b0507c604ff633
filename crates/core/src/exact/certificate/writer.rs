//! Writes the proof of a lower bound, from the root down.
//!
//! Each set is proven to cost as much as its claim, and no more is claimed of a cell than the guess needs that makes
//! it. One thread writes; before it goes into the cells of a set, all threads find the reasons of these.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use crate::threads::prelude::*;

use crate::exact::cost::after_a_guess;
use crate::exact::memory::CanonicalForm;
use crate::exact::watch::{Stopped, Watch};

use super::output::{Kind, OWN, Output, REMEMBER};
use super::reasoner::{Need, Reason, Reasoner, Statement};
use super::remembered::Remembered;
use super::size_bound::SizeBound;

/// How much is written is told in such parts of the whole.
const PARTS: f64 = 1000.0;

/// The cells of so many guesses wait to be written.
const AT_ONCE: usize = 256;

/// Writes the records of one certificate.
pub(super) struct Writer<'w, 's> {
    pub watch: &'w Watch<'w>,
    /// One for each thread.
    pub reasoners: Vec<Reasoner<'w>>,
    pub remembered: Remembered,
    pub output: Output<'s>,
    /// From which to which part of the whole the present record reaches, as if all cells took as long.
    pub share: Range<f64>,
}

/// One of so many equal parts of a share.
fn part_of(share: &Range<f64>, index: usize, parts: usize) -> Range<f64> {
    let width = (share.end - share.start) / parts as f64;
    let start = share.start + width * index as f64;
    start..start + width
}

impl Writer<'_, '_> {
    /// Writes the proof of a statement, given its reason.
    pub fn prove(&mut self, statement: &Statement, reason: Reason) -> Result<(), Stopped> {
        let (left, claim) = (statement.left, statement.claim);
        let Reason { form, own, open } = reason;
        let mut marks = if own.is_some() { OWN } else { 0 };
        if open.as_ref().is_some_and(Vec::is_empty) {
            return self.output.record(Kind::Look, marks);
        }
        let find = |form| self.remembered.find(form, left, claim);
        if let Some(symmetry) = form.as_ref().and_then(find) {
            self.output.record(Kind::Known, 0)?;
            symmetry.into_iter().for_each(|byte| self.output.byte(byte));
            return Ok(());
        }
        let open = open.expect("what is known stays so");
        let form = form.filter(|_| self.remembered.has_room());
        if form.is_some() {
            marks |= REMEMBER;
        }
        self.output.record(Kind::Split, marks)?;
        self.output.number(open.len() as u32);
        let bound = own.as_ref().unwrap_or(&statement.bound);
        let share = self.share.clone();
        let (mut previous, mut number) = (0, 0);
        for guesses in open.chunks(AT_ONCE) {
            let entries = self.entries(statement, bound, guesses)?;
            for (guess, needs) in guesses.iter().zip(entries) {
                self.output.number(guess - previous);
                previous = *guess;
                self.output.number(needs.len() as u32);
                let of_entry = part_of(&share, number, open.len());
                number += 1;
                let cells = needs.len();
                for (index, need) in needs.into_iter().enumerate() {
                    self.share = part_of(&of_entry, index, cells);
                    let done = self.share.start * PARTS;
                    self.watch.set_settled(done as usize, PARTS as usize);
                    self.output.number(need.answer);
                    self.output.number(need.gain);
                    self.prove(&need.statement, need.reason)?;
                }
            }
        }
        self.share = share;
        if let Some(form) = form {
            self.remembered.insert(&form, left, claim);
        }
        Ok(())
    }

    /// The cells that prove what each of these guesses costs, found by all threads.
    fn entries(
        &mut self,
        statement: &Statement,
        bound: &Arc<SizeBound>,
        guesses: &[u32],
    ) -> Result<Vec<Vec<Need>>, Stopped> {
        let at = self.reasoners[0]
            .looks
            .at(&statement.set, after_a_guess(statement.left), bound);
        let remembered = &self.remembered;
        let is_known = |form: &CanonicalForm, statement: &Statement| {
            remembered
                .find(form, statement.left, statement.claim)
                .is_some()
        };
        let next = AtomicUsize::new(0);
        let work = |reasoner: &mut Reasoner| {
            let mut found = Vec::new();
            loop {
                let index = next.fetch_add(1, Relaxed);
                let Some(&guess) = guesses.get(index) else {
                    reasoner.searcher.flush();
                    return Ok(found);
                };
                let needs = reasoner.needs(&at, statement, bound, guess, is_known)?;
                found.push((index, needs));
            }
        };
        let found: Result<Vec<_>, Stopped> = match self.reasoners.as_mut_slice() {
            [reasoner] => Ok(vec![work(reasoner)?]),
            reasoners => reasoners.par_iter_mut().with_max_len(1).map(work).collect(),
        };
        let mut entries: Vec<_> = found?.into_iter().flatten().collect();
        entries.sort_unstable_by_key(|&(index, _)| index);
        Ok(entries.into_iter().map(|(_, needs)| needs).collect())
    }
}
