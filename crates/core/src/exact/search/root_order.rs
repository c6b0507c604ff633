//! The first guesses of a root, tried in order, by several threads where they are many.
//!
//! Lists of words have no symmetry: there are thousands of first guesses, and most take only a look at their cells. So
//! idle threads take first guesses one after the other, instead of helping with the positions of a single one.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard};

use super::context::Context;
use super::root::{Root, RootBounds};
use super::searcher::Searcher;
use crate::exact::cost::{Goal, INFINITE};
use crate::exact::watch::Stopped;
use crate::threads::in_parallel;

/// Fewer first guesses are searched one at a time, with the help of all threads.
const WORTH: usize = 64;

/// The first guesses of a root, least bound first, and how far the threads have come.
pub(super) struct FirstGuesses<'r> {
    root: &'r Root<'r>,
    order: &'r [(u32, u32)],
    best: AtomicU32,
    progress: Mutex<Progress>,
}

struct Progress {
    next: usize,
    /// Where in the order the guesses are that are being searched.
    under_way: Vec<usize>,
    bounds: RootBounds,
}

impl<'r> FirstGuesses<'r> {
    pub fn new(root: &'r Root, order: &'r [(u32, u32)], bounds: RootBounds) -> Self {
        FirstGuesses {
            root,
            order,
            best: AtomicU32::new(bounds.best),
            progress: Mutex::new(Progress {
                next: 0,
                under_way: Vec::new(),
                bounds,
            }),
        }
    }

    fn progress(&self) -> MutexGuard<'_, Progress> {
        self.progress.lock().expect("no panic")
    }

    /// What is known of the root by now.
    pub fn bounds(&self) -> RootBounds {
        self.progress().bounds
    }

    /// The place in the order of the next guess to search, as many as the width allows, and what is known of the root.
    pub fn take(&self, context: &Context) -> Option<(usize, RootBounds)> {
        let mut progress = self.progress();
        let place = progress.next;
        let &(bound, guess) = self.order.get(place)?;
        let best = progress.bounds.best;
        let width = context.question.width.unwrap_or(usize::MAX);
        if self.root.first_guess.is_none() {
            // Those after the open ones have bounds that settle them.
            let open = self.order.partition_point(|&(bound, _)| bound < best);
            let settled = place - progress.under_way.len();
            context.watch.set_settled(settled, open.min(width));
        }
        // What is being searched or comes later costs at least as much as the first of it.
        let first = progress.under_way.iter().min().unwrap_or(&place);
        let (least, _) = self.order[*first];
        context.raise_lower(&mut progress.bounds, least);
        if progress.bounds.stopped || bound >= best || place >= width {
            return None;
        }
        progress.next += 1;
        progress.under_way.push(place);
        let RootBounds { lower, best, .. } = progress.bounds;
        context.watch.set(lower, best, guess);
        Some((place, progress.bounds))
    }

    /// Notes what a guess costs, or that its search was stopped, and the lower bound of the root that it has shown.
    pub fn done(
        &self,
        context: &Context,
        place: usize,
        lower: u32,
        cost: Result<u32, Stopped>,
    ) -> Result<(), Stopped> {
        let mut progress = self.progress();
        progress.under_way.retain(|&other| other != place);
        let (_, guess) = self.order[place];
        let bounds = &mut progress.bounds;
        bounds.lower = bounds.lower.max(lower);
        bounds.stopped |= cost.is_err();
        let cost = cost?;
        if cost < bounds.best {
            (bounds.best, bounds.guess) = (cost, guess);
            self.best.fetch_min(cost, Relaxed);
            context.found_at(self.root, cost, guess);
        }
        context.watch.set(bounds.lower, bounds.best, guess);
        Ok(())
    }
}

impl Searcher<'_> {
    /// Searches the first guesses of a root; once the first of them was searched, on all threads if they are many.
    pub(super) fn first_guesses(
        &mut self,
        guesses: &FirstGuesses,
        is_reported: bool,
    ) -> Result<(), Stopped> {
        let (context, order) = (self.context, guesses.order);
        let is_shared = self.shares_root(guesses);
        let next = |searcher: &mut Searcher, others: bool| {
            let Some((place, mut bounds)) = guesses.take(context) else {
                return Ok(false);
            };
            if is_reported {
                searcher.report_step(0, order, place, bounds.best);
            }
            let later = order.get(place + 1).filter(|_| !others);
            let later = later.map_or(if others { 0 } else { INFINITE }, |later| later.0);
            let (root, (_, guess), best) = (guesses.root, order[place], &guesses.best);
            let cost = match &context.promises {
                Some(_) => searcher.root_by_promise(root, guess, bounds.best),
                None => searcher.root_guess(root, guess, later, &mut bounds, Some(best), true),
            };
            guesses.done(context, place, bounds.lower, cost)?;
            Ok(true)
        };
        while next(self, false)? {
            if is_shared {
                let part = |searcher: &mut Searcher, _| next(searcher, true).map(|_| ());
                return self.share_parts(order.len(), part);
            }
        }
        Ok(())
    }

    /// Whether threads are to take the first guesses of a root one by one.
    fn shares_root(&self, guesses: &FirstGuesses) -> bool {
        let question = &self.context.question;
        self.context.threads > 1
            && question.goal == Goal::Total
            && question.width.is_none()
            && guesses.root.first_guess.is_none()
            && guesses.order.len() >= WORTH
    }

    /// Does some parts of work, on several threads if the search has them.
    pub(super) fn share_parts(
        &self,
        parts: usize,
        part: impl Fn(&mut Searcher, usize) -> Result<(), Stopped> + Sync,
    ) -> Result<(), Stopped> {
        let context = self.context;
        // Parts of few positions come to their end without looking at the limits.
        context.check(0)?;
        let worker = || Searcher::new(context, &self.path);
        in_parallel(context.threads, parts, worker, part, |mut searcher| {
            searcher.flush();
            Ok(())
        })
    }
}
