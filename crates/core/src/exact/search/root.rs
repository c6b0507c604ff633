//! The root of a search, searched guess by guess and cell by cell: bounds are known at every moment.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use super::context::Context;
use super::root_order::FirstGuesses;
use super::searcher::Searcher;
use crate::exact::cost::{Goal, INFINITE, after_a_guess};
use crate::exact::memory::{Key, NO_GUESS};
use crate::exact::watch::Stopped;

/// Of more first guesses it is not reported how far each is.
const MOST_REPORTED: usize = 64;

/// A set to search from, with the number of guesses left.
pub(in crate::exact) struct Root<'r> {
    pub set: &'r [u16],
    pub key: Key,
    pub left: u8,
    /// The first guess, where it is fixed.
    pub first_guess: Option<u32>,
    /// What is known to be a lower bound.
    pub lower: u32,
}

impl Root<'_> {
    /// The number of guesses left. A first guess that is fixed may reveal nothing and take one guess more.
    pub fn guesses_left(&self, goal: Goal) -> u8 {
        match self.first_guess {
            Some(_) => self.left,
            None => goal.normal_limit(self.set.len(), self.left),
        }
    }

    /// What the set costs, where that needs no search.
    pub fn certain_cost(&self, goal: Goal) -> Option<u32> {
        match self.first_guess {
            Some(_) => None,
            None => goal.certain_cost(self.set.len(), self.guesses_left(goal)),
        }
    }

    /// What is known before the search for a cost below the budget.
    pub fn bounds(&self, budget: u32) -> RootBounds {
        RootBounds {
            lower: self.lower,
            best: budget,
            guess: NO_GUESS,
            stopped: false,
        }
    }

    /// Whether the set needs no search; what it costs then is the best if it is below the budget.
    pub fn is_certain(&self, context: &Context, bounds: &mut RootBounds) -> bool {
        let cost = self.certain_cost(context.question.goal);
        if let Some(cost) = cost.filter(|&cost| cost < bounds.best) {
            bounds.guess = context.game.matrix.guess_of(self.set[0]);
            bounds.best = cost;
        }
        cost.is_some()
    }
}

/// What the search of a root has shown.
#[derive(Clone, Copy, Debug)]
pub(in crate::exact) struct RootBounds {
    pub lower: u32,
    /// Below the budget, the cost of the best guess; otherwise the budget.
    pub best: u32,
    pub guess: u32,
    pub stopped: bool,
}

impl Context<'_> {
    /// Raises the lower bound of a root, up to the best cost known. What a narrow search finds is no lower bound.
    pub fn raise_lower(&self, root_bounds: &mut RootBounds, lower: u32) {
        if self.question.width.is_none() {
            root_bounds.lower = root_bounds.lower.max(lower.min(root_bounds.best));
        }
    }

    /// Remembers what a guess at the root costs.
    pub fn found_at(&self, root: &Root, cost: u32, guess: u32) {
        // A first guess that is given may be a bad one, so its cost is not that of the set.
        if root.first_guess.is_none() {
            let left = root.guesses_left(self.question.goal);
            self.memory.found(root.key, left, cost, guess);
            self.memory.record(root.set.len(), root.key, left);
        }
    }
}

impl Searcher<'_> {
    /// The guesses at a set that may cost less than the budget, least bound first; see [`Searcher::rank`].
    pub(super) fn ranked(
        &mut self,
        set: &[u16],
        left: u8,
        budget: u32,
    ) -> Result<Vec<(u32, u32)>, Stopped> {
        let table = self.context.cell_table(&self.bounds, set.len(), left);
        self.with_buffers(|searcher, buffers| {
            let ranked = searcher.rank(set, &table, budget, buffers);
            ranked.map(|()| buffers.order.clone())
        })
    }

    /// Searches a root for a cost below the budget.
    pub fn root(&mut self, root: &Root, budget: u32) -> RootBounds {
        let mut root_bounds = root.bounds(budget);
        self.context.watch.set(0, budget, NO_GUESS);
        self.context.watch.set_settled(0, 0);
        self.context.watch.clear_steps();
        root_bounds.stopped = self.search_root(root, &mut root_bounds).is_err();
        if !root_bounds.stopped {
            self.context.raise_lower(&mut root_bounds, INFINITE);
        }
        self.flush();
        root_bounds
    }

    fn search_root(&mut self, root: &Root, root_bounds: &mut RootBounds) -> Result<(), Stopped> {
        let context = self.context;
        let left = root.guesses_left(context.question.goal);
        if root.is_certain(context, root_bounds) {
            return Ok(());
        }
        root_bounds.lower = root_bounds
            .lower
            .max(context.bounds.of(root.set.len(), left));
        let order = match (root.first_guess, &context.promises) {
            (Some(first), _) => vec![(root_bounds.lower, first)],
            (None, Some(promises)) => self.first_by_promise(promises, root.set)?,
            (None, None) => self.ranked(root.set, left, root_bounds.best)?,
        };
        if context.promises.is_some() {
            // A search that is stopped makes its tree from there.
            root_bounds.guess = order[0].1;
        }
        if context.question.goal == Goal::AtLastGuess {
            return self.raise_root(root, left, &order, root_bounds);
        }
        let is_reported = context.popular.is_none()
            && context.question.width.is_none()
            && order.len() <= MOST_REPORTED;
        self.reported_from = is_reported.then_some(self.path.len());
        let guesses = FirstGuesses::new(root, &order, *root_bounds);
        let searched = self.first_guesses(&guesses, is_reported);
        *root_bounds = guesses.bounds();
        searched
    }

    /// Bounds a root by looking two guesses ahead from at most so many guesses; others count by their bounds.
    pub fn root_bound(&mut self, root: &Root, most: usize) -> u32 {
        let goal = self.context.question.goal;
        let left = root.guesses_left(goal);
        if let Some(cost) = root.certain_cost(goal) {
            return cost;
        }
        let mut root_bounds = root.bounds(INFINITE);
        // A fixed guess need not be the representative of its class that is ranked.
        let order = match root.first_guess {
            Some(first) => vec![(0, first)],
            None => match self.ranked(root.set, left, INFINITE) {
                Ok(order) => order,
                Err(Stopped) => return self.context.bounds.of(root.set.len(), left),
            },
        };
        for (index, &(bound, guess)) in order.iter().enumerate() {
            if index >= most {
                root_bounds.best = root_bounds.best.min(bound);
                break;
            }
            if bound < root_bounds.best {
                let looked = self.root_guess(root, guess, INFINITE, &mut root_bounds, None, false);
                let Ok(least) = looked else {
                    // The later guesses have no smaller bounds.
                    root_bounds.best = root_bounds.best.min(bound);
                    break;
                };
                root_bounds.best = root_bounds.best.min(least);
            }
        }
        root_bounds.best
    }

    /// Evaluates one guess at the root, by a look alone unless it `searches`; as its bound rises, so does that of the root,
    /// up to the bound of the later guesses. What other threads find in the meantime is in `shared`.
    pub(super) fn root_guess(
        &mut self,
        root: &Root,
        guess: u32,
        later: u32,
        root_bounds: &mut RootBounds,
        shared: Option<&AtomicU32>,
        searches: bool,
    ) -> Result<u32, Stopped> {
        let context = self.context;
        let left = root.guesses_left(context.question.goal);
        let next = after_a_guess(left);
        let (mut partition, mut total) = context.divided(&self.bounds, root.set, guess, left);
        if partition.is_trivial(root.set.len()) && root.first_guess.is_none() {
            return Ok(INFINITE);
        }
        let mut codes = Vec::new();
        let tell = |searcher: &Self, root_bounds: &mut RootBounds, total: u32| {
            if let Some(best) = shared {
                root_bounds.best = root_bounds.best.min(best.load(Relaxed));
            }
            searcher.context.raise_lower(root_bounds, total.min(later));
            if searches {
                // What is looked at alone says nothing about the search.
                let (lower, best) = (root_bounds.lower, root_bounds.best);
                context.watch.set(lower, best, guess);
            }
            root_bounds.best
        };
        self.path.push(guess);
        let result = (|| {
            // Bounds that cost little, and then, where these are cheaper, bounds from all that one guess more can show.
            for is_whole in [false, true] {
                if is_whole && context.popular.is_none() {
                    continue;
                }
                // The largest cells gain most by a look.
                for index in (0..partition.cells.len()).rev() {
                    let cell = partition.cells[index];
                    if cell.exact {
                        continue;
                    }
                    if total >= tell(self, root_bounds, total) {
                        return Ok(total);
                    }
                    let room = root_bounds.best - (total - cell.lower);
                    partition.codes(&cell, root.set, &mut codes);
                    let at = context.at(&codes, next);
                    let cost = if is_whole {
                        self.whole_bound(at)?
                    } else {
                        match searches {
                            true => context.check(0)?,
                            false => context.watch.poll()?,
                        }
                        self.quick_bound(at, room, 0).lower
                    };
                    let cost = cost.max(cell.lower);
                    total += cost - cell.lower;
                    partition.cells[index].lower = cost;
                }
            }
            if !searches {
                return Ok(total);
            }
            if root.first_guess.is_none() && self.leaves_more(root.set, left, guess)? {
                return Ok(INFINITE);
            }
            for index in 0..partition.cells.len() {
                let places = partition.places(&partition.cells[index]);
                partition.keys[index] = context.game.key_at(root.set, places);
            }
            let tell = |searcher: &Self, total| tell(searcher, root_bounds, total);
            self.search_cells(root.set, &mut partition, next, total, &mut codes, tell)
        })();
        self.path.pop();
        result
    }
}
