//! Several threads that search the first guesses of a root, where these are many.
//!
//! Lists of words have no symmetry: there are thousands of first guesses, and most take only a look at their cells. So
//! idle threads take first guesses one after the other, instead of helping with the positions of a single one.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use super::root::{Root, RootBounds};
use super::searcher::Searcher;
use crate::exact::cost::Goal;
use crate::exact::threads::in_parallel;
use crate::exact::watch::Stopped;

/// Fewer first guesses are searched one at a time, with the help of all threads.
const WORTH: usize = 64;

/// The first guesses of a root, least bound first, and how far the threads have come.
struct FirstGuesses<'r> {
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

impl FirstGuesses<'_> {
    /// The next guess to search, with its place in the order and what is known of the root.
    fn take(&self, searcher: &Searcher) -> Option<(usize, u32, RootBounds)> {
        let mut progress = self.progress.lock().expect("no panic");
        let place = progress.next;
        let &(bound, guess) = self.order.get(place)?;
        if progress.bounds.stopped || bound >= progress.bounds.best {
            return None;
        }
        // The first of all was searched before these; those after the open ones have bounds that settle them.
        let best = progress.bounds.best;
        let open = 1 + self.order.partition_point(|&(bound, _)| bound < best);
        let settled = 1 + place - progress.under_way.len();
        searcher.context.watch.set_settled(settled, open);
        progress.next += 1;
        progress.under_way.push(place);
        // What is being searched or comes later costs at least as much as the first of it.
        let first = *progress.under_way.iter().min()?;
        searcher.raise_lower(&mut progress.bounds, self.order[first].0);
        Some((place, guess, progress.bounds))
    }

    fn done(&self, searcher: &Searcher, place: usize, guess: u32, cost: Result<u32, Stopped>) {
        let mut progress = self.progress.lock().expect("no panic");
        progress.under_way.retain(|&other| other != place);
        match cost {
            Err(Stopped) => progress.bounds.stopped = true,
            Ok(cost) if cost < progress.bounds.best => {
                (progress.bounds.best, progress.bounds.guess) = (cost, guess);
                self.best.fetch_min(cost, Relaxed);
                searcher.context.found_at(self.root, cost, guess);
            }
            Ok(_) => {}
        }
        let RootBounds { lower, best, .. } = progress.bounds;
        searcher.context.watch.set(lower, best, guess);
    }
}

impl Searcher<'_> {
    /// Whether threads are to take the first guesses of a root one by one.
    pub(super) fn shares_root(&self, root: &Root, order: &[(u32, u32)]) -> bool {
        let question = &self.context.question;
        self.context.threads > 1
            && question.goal == Goal::Total
            && question.width.is_none()
            && root.first_guess.is_none()
            && order.len() >= WORTH
    }

    /// Searches the first guesses of a root on all threads; the first of them was searched.
    pub(super) fn share_root(
        &mut self,
        root: &Root,
        order: &[(u32, u32)],
        root_bounds: &mut RootBounds,
    ) -> Result<(), Stopped> {
        let guesses = FirstGuesses {
            root,
            order,
            best: AtomicU32::new(root_bounds.best),
            progress: Mutex::new(Progress {
                next: 0,
                under_way: Vec::new(),
                bounds: *root_bounds,
            }),
        };
        let context = self.context;
        let worker = || Searcher::new(context, &self.path);
        let part = |searcher: &mut Searcher, _| {
            let Some((place, guess, mut bounds)) = guesses.take(searcher) else {
                return Ok(());
            };
            let shared = Some(&guesses.best);
            let cost = searcher.root_guess(root, guess, 0, &mut bounds, shared, true);
            let stopped = cost.is_err();
            guesses.done(searcher, place, guess, cost);
            if stopped { Err(Stopped) } else { Ok(()) }
        };
        let searched = in_parallel(
            context.threads,
            order.len(),
            worker,
            part,
            |mut searcher| {
                searcher.flush();
                Ok(())
            },
        );
        *root_bounds = guesses.progress.into_inner().expect("no panic").bounds;
        searched
    }
}
