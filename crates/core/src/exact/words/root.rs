//! The search of the first guesses on several threads, with bounds that hold at every moment.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use super::position::Position;
use super::rank::Ranked;
use super::searcher::Searcher;
use super::setting::{INFINITE, Setting};
use crate::exact::memory::NO_GUESS;
use crate::exact::problem::{DEEPEST, Stage};
use crate::exact::tree::GrowTree;
use crate::exact::watch::Stopped;
use crate::threads::in_parallel;
use crate::tree::Node;

/// How many more guesses a narrow search tries first than later.
const WIDER: usize = 4;

/// One question about the first position.
pub(super) struct Root<'a> {
    pub setting: &'a Setting<'a>,
    pub stage: Stage,
    pub position: &'a Position,
    /// How many guesses may be made.
    pub left: u8,
    pub threads: usize,
    pub best: AtomicU64,
    pub best_tree: Mutex<Option<Node>>,
    /// What each first guess costs at least.
    pub bounds: Vec<AtomicU64>,
    /// What all guesses cost at least that are not listed.
    pub others: u64,
    /// The greatest lower bound that was shown.
    pub shown: AtomicU64,
}

impl Root<'_> {
    /// Asks for a cost below the best one, of strategies with the first guess that is given, if one is: a lower bound, a
    /// tree that costs less, and whether the search came to its end.
    pub fn search(mut self, first: Option<u32>) -> (u64, Option<Node>, bool) {
        let lower = self.shown.load(Relaxed);
        self.show(lower, NO_GUESS);
        let result = match first {
            Some(guess) => self.one_guess(guess, lower),
            None => self.all_guesses(lower),
        };
        let lower = match self.setting.question.width {
            Some(_) => lower,
            None => self.lower().max(lower),
        };
        let tree = self.best_tree.into_inner().expect("no panic");
        (lower, tree, result.is_ok())
    }

    /// No strategy costs less than that, as far as is known; the budget if that is what is known.
    fn lower(&self) -> u64 {
        let bounds = self.bounds.iter().map(|bound| bound.load(Relaxed));
        let least = bounds.min().unwrap_or(INFINITE).min(self.others);
        least.min(self.best.load(Relaxed))
    }

    fn show(&self, lower: u64, guess: u32) {
        let lower = self.shown.fetch_max(lower, Relaxed).max(lower);
        let shown = |cost: u64| u32::try_from(cost).unwrap_or(u32::MAX);
        let best = shown(self.best.load(Relaxed));
        self.setting.watch.set(shown(lower), best, guess);
    }

    /// Notes a strategy that costs less than all before it.
    fn found(&self, searcher: &mut Searcher, cost: u64, guess: u32) {
        let longest = self.left.min(DEEPEST);
        let tree = searcher
            .grown(self.position, self.left, Some(guess), longest)
            .ok();
        let mut best_tree = self.best_tree.lock().expect("no panic");
        if cost < self.best.load(Relaxed) && tree.is_some() {
            self.best.store(cost, Relaxed);
            *best_tree = tree;
        }
    }

    fn all_guesses(&mut self, lower: u64) -> Result<(), Stopped> {
        let mut order: Vec<Ranked> = Vec::new();
        let mut searcher = Searcher::new(self.setting, self.stage);
        let set = &self.position.set;
        if let Some(cost) = self.setting.certain_cost(set, self.left) {
            self.others = cost;
            if cost < self.best.load(Relaxed) {
                let guess = self.setting.heaviest_guess(set);
                self.found(&mut searcher, cost, guess);
            }
            return Ok(());
        }
        let budget = self.best.load(Relaxed);
        self.others = 0; // until they are ranked
        let others = searcher.rank(self.position, self.left, budget, &mut order)?;
        if let Some(width) = self.setting.question.width {
            order.sort_unstable_by_key(|ranked| (ranked.promise, ranked.bound, ranked.column));
            order.truncate(width.saturating_mul(WIDER));
        }
        let least = |ranked: &Ranked| AtomicU64::new(ranked.bound.max(lower));
        self.bounds = order.iter().map(least).collect();
        self.others = others;
        searcher.flush()?;
        self.with_threads(order.len(), |searcher, index| {
            let ranked = &order[index];
            let best = self.best.load(Relaxed);
            let satisfied =
                self.setting.question.any && self.best_tree.lock().expect("no panic").is_some();
            if satisfied || self.bounds[index].load(Relaxed) >= best {
                return Ok(());
            }
            let guess = self.position.columns.list[ranked.column as usize];
            if index.is_multiple_of(16) || best < INFINITE {
                self.show(self.lower(), guess);
            }
            let column = self.position.sheet.as_ref().map(|_| ranked.column);
            let cost = searcher.evaluate(self.position, self.left, guess, column, best)?;
            if cost < best {
                self.found(searcher, cost, guess);
            }
            self.bounds[index].fetch_max(cost, Relaxed);
            Ok(())
        })
    }

    fn with_threads(
        &self,
        parts: usize,
        part: impl Fn(&mut Searcher, usize) -> Result<(), Stopped> + Sync,
    ) -> Result<(), Stopped> {
        let worker = || Searcher::new(self.setting, self.stage);
        in_parallel(self.threads, parts, worker, part, |mut searcher| {
            searcher.flush()
        })
    }

    /// The search of one first guess: its cells are shared by the threads.
    fn one_guess(&mut self, guess: u32, lower: u64) -> Result<(), Stopped> {
        let mut searcher = Searcher::new(self.setting, self.stage);
        self.others = lower;
        let best = self.best.load(Relaxed);
        let (total, open) = searcher.look(self.position, self.left, guess, None, best)?;
        let total = AtomicU64::new(total);
        self.others = total.load(Relaxed).min(INFINITE);
        self.show(self.lower(), guess);
        let searched = self.with_threads(open.len(), |searcher, index| {
            let cell = &open[index];
            let sum = total.load(Relaxed);
            if sum < best {
                let budget = best - (sum - cell.lower);
                let cost = searcher.search(&cell.position, cell.left, budget)?;
                let sum = total.fetch_add(cost.max(cell.lower) - cell.lower, Relaxed);
                self.show(sum.min(best).max(lower), guess);
            }
            Ok(())
        });
        let total = total.load(Relaxed).min(INFINITE);
        self.others = total.max(lower);
        searched?;
        if total < best {
            self.found(&mut searcher, total, guess);
        }
        Ok(())
    }
}
