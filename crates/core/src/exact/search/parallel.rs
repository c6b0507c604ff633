//! Several threads that search one position.
//!
//! The first guess is searched alone, because its cost prunes the others (Feldmann, Monien, Mysliwietz and Vornberger,
//! Distributed game tree search, ICCA Journal, 1989). Then every idle thread takes guesses from the same list. The cost
//! of a guess does not depend on which thread searches it, so the value does not either.

use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicUsize, Ordering::Relaxed};

use super::fingerprints::Fingerprints;
use super::searcher::Searcher;
use super::weighing::Position;
use crate::exact::cost::INFINITE;
use crate::exact::memory::{Key, NO_GUESS};
use crate::exact::problem::Step;
use crate::exact::watch::Stopped;
use crate::threads;

/// Sets of fewer codes are not shared: they would be searched before a helper thread wakes up.
const WORTH: usize = 48;

/// A set with its list of guesses, least bound first.
struct Split<'p> {
    at: Position<'p>,
    key: Key,
    /// No cost is below this: a guess that reaches it ends the search.
    floor: u32,
    order: &'p [(u32, u32)],
    next: AtomicUsize,
    best: AtomicU32,
    guess: Mutex<(u32, u32)>,
    lower: AtomicU32,
    stopped: AtomicBool,
}

impl Searcher<'_> {
    /// Searches the guesses of a position, least bound first, as many as the width allows: gives the least cost if it is
    /// below the end of the costs, its guess, and the least bound of the others. No cost is below the start of the costs.
    pub fn try_in_order(
        &mut self,
        at: Position,
        key: Key,
        costs: Range<u32>,
        order: &[(u32, u32)],
        fingerprints: &mut Fingerprints,
    ) -> Result<(u32, u32, u32), Stopped> {
        let width = self.context.question.width.unwrap_or(usize::MAX);
        let (tried, others) = order.split_at(width.min(order.len()));
        let left_out = others.first().map_or(INFINITE, |&(bound, _)| bound);
        let split = Split {
            at,
            key,
            floor: costs.start,
            order: tried,
            next: AtomicUsize::new(0),
            best: AtomicU32::new(costs.end),
            guess: Mutex::new((costs.end, NO_GUESS)),
            lower: AtomicU32::new(left_out),
            stopped: AtomicBool::new(false),
        };
        self.share(&split, fingerprints)?;
        let (best, guess) = split.guess.into_inner().expect("no panic");
        Ok((best, guess, split.lower.into_inner()))
    }

    /// Searches all guesses of a position, with the help of other threads if there are any.
    fn share(&mut self, split: &Split, fingerprints: &mut Fingerprints) -> Result<(), Stopped> {
        let helpers = self.context.threads.saturating_sub(1);
        if helpers == 0 || split.at.set.len() < WORTH || split.order.len() < 3 {
            while self.one_guess(split, fingerprints)? {}
            return Ok(());
        }
        if !self.one_guess(split, fingerprints)? {
            return Ok(());
        }
        let context = self.context;
        let path = self.path.clone();
        let columns = self.columns.clone();
        let whole = self.whole.clone();
        let bounds = self.bounds.clone();
        threads::in_place_scope(|scope| {
            for _ in 0..helpers.min(split.order.len() - 2) {
                scope.spawn(|_| {
                    if split.next.load(Relaxed) >= split.order.len() {
                        return;
                    }
                    let mut helper = Searcher::new(context, &path);
                    helper.columns = columns.clone();
                    helper.whole = whole.clone();
                    helper.bounds = bounds.clone();
                    let scratch = context.scratches.lock().expect("no panic").pop();
                    helper.scratch = scratch.unwrap_or_default();
                    let mut fingerprints = Fingerprints::default();
                    while matches!(helper.one_guess(split, &mut fingerprints), Ok(true)) {}
                    helper.flush();
                    let scratch = std::mem::take(&mut helper.scratch);
                    context.scratches.lock().expect("no panic").push(scratch);
                });
            }
            while matches!(self.one_guess(split, fingerprints), Ok(true)) {}
        });
        if split.stopped.load(Relaxed) {
            Err(Stopped)
        } else {
            Ok(())
        }
    }

    /// Searches the next guess, and returns whether there may be another one.
    fn one_guess(
        &mut self,
        split: &Split,
        fingerprints: &mut Fingerprints,
    ) -> Result<bool, Stopped> {
        let index = split.next.fetch_add(1, Relaxed);
        let Some(&(bound, guess)) = split.order.get(index) else {
            return Ok(false);
        };
        let best = split.best.load(Relaxed);
        if bound >= best {
            split.lower.fetch_min(bound, Relaxed);
            split.next.store(split.order.len(), Relaxed);
            return Ok(false);
        }
        if let Some(depth) = self.reported_depth() {
            self.report_step(depth, split.order, index, best);
        }
        let cost = self.evaluate(split.at, guess, best, fingerprints);
        match cost {
            Err(stopped) => {
                split.stopped.store(true, Relaxed);
                split.next.store(split.order.len(), Relaxed);
                return Err(stopped);
            }
            Ok(None) => {}
            Ok(Some(cost)) if cost < best => {
                let mut found = split.guess.lock().expect("no panic");
                if cost < found.0 {
                    *found = (cost, guess);
                    split.best.fetch_min(cost, Relaxed);
                    let (memory, at) = (&self.context.memory, split.at);
                    memory.found(split.key, at.left, cost, guess);
                    memory.record(at.set.len(), split.key, at.left);
                }
                if cost <= split.floor {
                    split.next.store(split.order.len(), Relaxed);
                }
            }
            Ok(Some(bound)) => {
                split.lower.fetch_min(bound, Relaxed);
            }
        }
        Ok(true)
    }

    /// Reports the guess of an order that is tried next.
    #[cold]
    pub(super) fn report_step(&self, depth: usize, order: &[(u32, u32)], index: usize, best: u32) {
        let (lower, guess) = order[index];
        let guesses = order.partition_point(|&(bound, _)| bound < best);
        let step = Step {
            guess,
            settled: index as u32,
            guesses: guesses as u32,
            lower,
            cell: None,
        };
        self.context.watch.set_step(depth, step);
    }
}
