//! What all threads of a narrow search share, and its root.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, AtomicUsize, Ordering::Relaxed};

use super::promise::{Shortlist, marginal};
use super::searcher::NarrowSearcher;
use crate::exact::cost::{Goal, INFINITE, after_a_guess};
use crate::exact::memory::{Key, NO_GUESS};
use crate::exact::partition::Partition;
use crate::exact::search::{Context, FirstGuesses, Question, Root, RootBounds, Surroundings};
use crate::exact::threads::in_parallel;
use crate::exact::watch::Stopped;

/// Sets of at most this many codes are not recorded in the journal.
const UNRECORDED: usize = 128;

/// A narrow search for the total.
pub(in crate::exact) struct Narrow<'a> {
    pub(super) context: Context<'a>,
    /// How many guesses are tried at each set.
    pub(super) width: usize,
    pub(super) marginal: Vec<u16>,
    /// Answers read so far.
    answers: AtomicUsize,
}

/// A cell of a first guess, to be searched.
struct RootCell {
    codes: Vec<u16>,
    key: Key,
    lower: u32,
}

impl<'a> Narrow<'a> {
    pub fn new(surroundings: Surroundings<'a>, question: Question<'a>, width: usize) -> Self {
        let question = Question {
            width: Some(width),
            ..question
        };
        let mut context = Context::new(surroundings, question);
        context.memory.unrecorded = UNRECORDED;
        Narrow {
            width,
            marginal: marginal(context.game.matrix.secrets + 1),
            context,
            answers: AtomicUsize::new(0),
        }
    }

    /// Notes that so many answers were read.
    pub(super) fn read(&self, answers: usize) {
        self.answers.fetch_add(answers, Relaxed);
    }

    /// How many answers the search has read, as a measure of its work.
    pub fn answers(&self) -> usize {
        self.answers.load(Relaxed)
    }

    /// Searches a root for a total below the budget.
    pub fn root(&self, root: &Root, budget: u32) -> RootBounds {
        let mut bounds = root.bounds(budget);
        self.context.watch.set(bounds.lower, budget, NO_GUESS);
        self.context.watch.set_settled(0, 0);
        bounds.stopped = self.search_root(root, &mut bounds).is_err();
        bounds
    }

    fn search_root(&self, root: &Root, bounds: &mut RootBounds) -> Result<(), Stopped> {
        if root.is_certain(&self.context, bounds) {
            return Ok(());
        }
        let order = match root.first_guess {
            Some(first) => vec![(0, first)],
            None => self.first_guesses(root.set)?,
        };
        // A search that is stopped makes its tree from there.
        bounds.guess = order[0].1;
        let left = root.guesses_left(Goal::Total);
        let guesses = FirstGuesses::new(root, &order, *bounds);
        let searched = (|| {
            while let Some((place, at)) = guesses.take(&self.context) {
                let cost = self.first_guess(root, order[place].1, left, at.best);
                guesses.done(&self.context, place, at.lower, cost)?;
            }
            Ok(())
        })();
        *bounds = guesses.bounds();
        searched
    }

    /// The first guesses that promise most, the best first.
    fn first_guesses(&self, set: &[u16]) -> Result<Vec<(u32, u32)>, Stopped> {
        const AT_ONCE: usize = 256;
        let guesses = self.context.game.matrix.guesses;
        let all = Mutex::new(Shortlist::default());
        let lock = || all.lock().expect("no panic");
        lock().clear(self.width);
        self.in_parallel(guesses.div_ceil(AT_ONCE), |searcher, part| {
            let start = part * AT_ONCE;
            let mut some = Shortlist::default();
            some.clear(self.width);
            let range = start as u32..guesses.min(start + AT_ONCE) as u32;
            searcher.count(set, range, &mut some)?;
            self.context.show()?;
            lock().join(&mut some);
            Ok(())
        })?;
        // What a guess promises is no bound of its cost.
        let best = lock()
            .sorted()
            .iter()
            .map(|&(_, guess)| (0, guess))
            .collect();
        Ok(best)
    }

    /// The cost of a first guess if it is below `best`, otherwise a bound of at least `best`.
    fn first_guess(&self, root: &Root, guess: u32, left: u8, best: u32) -> Result<u32, Stopped> {
        let next = after_a_guess(left);
        let mut partition = Partition::default();
        partition.make(&self.context.game.matrix, root.set, guess);
        if partition.is_trivial(root.set.len()) && root.first_guess.is_none() {
            return Ok(INFINITE);
        }
        let mut searcher = NarrowSearcher::new(self);
        let mut total = root.set.len() as u32;
        let mut open = Vec::new();
        for cell in &partition.cells {
            let left = Goal::Total.normal_limit(cell.len(), next);
            if let Some(cost) = Goal::Total.certain_cost(cell.len(), left) {
                total = total.saturating_add(cost);
                continue;
            }
            let mut codes = Vec::new();
            partition.codes(cell, root.set, &mut codes);
            let key = self.context.game.key_of(&codes);
            let known = searcher.quick_bound(&codes, key, left, INFINITE);
            total = total.saturating_add(known.lower);
            if !known.exact() {
                let lower = known.lower;
                open.push(RootCell { codes, key, lower });
            }
        }
        // The largest first, so that no thread has one left in the end.
        open.sort_by_key(|cell| std::cmp::Reverse(cell.codes.len()));
        let total = AtomicU32::new(total);
        self.in_parallel(open.len(), |searcher, index| {
            let RootCell { codes, key, lower } = &open[index];
            let so_far = total.load(Relaxed);
            if so_far < best {
                let room = best - (so_far - lower);
                let cost = searcher.search(codes, *key, next, room)?;
                let more = cost.saturating_sub(*lower).min(INFINITE);
                total.fetch_add(more, Relaxed);
            }
            Ok(())
        })?;
        Ok(total.into_inner().min(INFINITE))
    }

    /// Does some parts of work, on several threads if the search has them.
    fn in_parallel(
        &self,
        parts: usize,
        part: impl Fn(&mut NarrowSearcher, usize) -> Result<(), Stopped> + Sync,
    ) -> Result<(), Stopped> {
        // Parts of few positions come to their end without looking at the limits.
        self.context.check(0)?;
        let worker = || NarrowSearcher::new(self);
        in_parallel(self.context.threads, parts, worker, part, |mut searcher| {
            searcher.flush();
            Ok(())
        })
    }
}
