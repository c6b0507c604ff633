//! The least total among the strategies that leave the fewest secrets to the last guess.
//!
//! In such a strategy every subtree leaves as few as its set can, so a guess is admissible if the
//! numbers that its cells leave add up to the number that the set leaves. A set that leaves none
//! has one guess in hand: its cost is the least total with one guess less. So only the few sets
//! that leave some are searched here; two searchers, one for each of the two quantities, deal with
//! the rest.

use super::cost::INFINITE;
use super::game::Game;
use super::memory::{Key, NO_GUESS};
use super::partition::Partition;
use super::search::{Context, Fingerprints, Place, Root, RootBounds, Searcher};
use super::tree::{GrowTree, GuessSource, TreeBuilder};
use super::watch::Stopped;
use crate::tree::Node;

/// Searches for the least total among the strategies that leave the fewest secrets.
pub(super) struct TotalAmongFewest<'s> {
    /// What is known about the sets that leave some.
    context: &'s Context<'s>,
    fewest: Searcher<'s>,
    totals: Searcher<'s>,
    /// The best guess for the set that was searched last.
    last_guess: u32,
}

/// A set that leaves some secrets to the last guess.
#[derive(Clone, Copy)]
struct Set<'p> {
    codes: &'p [u16],
    key: Key,
    left: u8,
    /// How many it leaves.
    fewest: u32,
    /// Whether its guess is given: then the guess may even tell nothing.
    asked: bool,
}

impl<'s> TotalAmongFewest<'s> {
    pub fn new(
        context: &'s Context<'s>,
        fewest: &'s Context<'s>,
        totals: &'s Context<'s>,
        path: &[u32],
    ) -> Self {
        TotalAmongFewest {
            context,
            fewest: Searcher::new(fewest, path),
            totals: Searcher::new(totals, path),
            last_guess: NO_GUESS,
        }
    }

    /// Searches a root that leaves `fewest` to the last guess for a total below the budget.
    pub fn root(&mut self, root: &Root, fewest: u32, budget: u32) -> RootBounds {
        let set = Set {
            codes: root.set,
            key: root.key,
            left: root.left,
            fewest,
            asked: root.first_guess.is_some(),
        };
        let mut root_bounds = RootBounds {
            lower: self.context.bounds.of(root.set.len(), root.left),
            best: budget,
            guess: NO_GUESS,
            stopped: false,
        };
        root_bounds.stopped = self
            .search_root(set, root.first_guess, &mut root_bounds)
            .is_err();
        if !root_bounds.stopped {
            self.totals.raise_lower(&mut root_bounds, INFINITE);
        }
        self.fewest.flush();
        self.totals.flush();
        root_bounds
    }

    fn search_root(
        &mut self,
        set: Set,
        first: Option<u32>,
        root_bounds: &mut RootBounds,
    ) -> Result<(), Stopped> {
        let watch = self.context.watch;
        let order = match first {
            Some(first) => vec![(root_bounds.lower, first)],
            None => self.order(set, root_bounds.best)?,
        };
        let mut fingerprints = Fingerprints::default();
        for (index, &(bound, guess)) in order.iter().enumerate() {
            let later = order.get(index + 1).map_or(INFINITE, |&(bound, _)| bound);
            if bound >= root_bounds.best {
                break;
            }
            let best = root_bounds.best;
            let cost = self.guess(
                set,
                guess,
                best,
                &mut fingerprints,
                &mut |searcher, total| {
                    searcher.raise_lower(root_bounds, total.min(later));
                    watch.set(root_bounds.lower, best, guess);
                },
            )?;
            if let Some(cost) = cost.filter(|&cost| cost < best) {
                (root_bounds.best, root_bounds.guess) = (cost, guess);
            }
        }
        Ok(())
    }

    /// The least total of a set if it is below the budget; otherwise some lower bound, at least
    /// the budget.
    fn search(&mut self, codes: &[u16], left: u8, budget: u32) -> Result<u32, Stopped> {
        let context = self.context;
        if let Some(cost) = context.question.goal.certain_cost(codes.len(), left) {
            return Ok(cost);
        }
        let key = context.key_of(codes);
        let fewest = self.fewest.search(codes, key, left, INFINITE)?;
        if fewest == 0 {
            return self.totals.search(codes, key, left - 1, budget);
        }
        let set = Set {
            codes,
            key,
            left,
            fewest,
            asked: false,
        };
        let known = context.memory.known(set.key, left);
        let lower = known.lower.max(context.bounds.of(codes.len(), left));
        if fewest >= INFINITE || lower >= budget || known.exact() {
            return Ok(lower.max(fewest));
        }
        self.totals.tick()?;
        self.expand(set, budget)
    }

    /// The same, whatever is known; leaves the best guess in `last_guess`.
    fn expand(&mut self, set: Set, budget: u32) -> Result<u32, Stopped> {
        let context = self.context;
        let left = set.left;
        let mut best = budget;
        let mut best_guess = NO_GUESS;
        let mut lower = INFINITE;
        let mut fingerprints = Fingerprints::default();
        for (bound, guess) in self.order(set, budget)? {
            if bound >= best {
                lower = lower.min(bound);
                break;
            }
            match self.guess(set, guess, best, &mut fingerprints, &mut |_, _| ())? {
                Some(cost) if cost < best => {
                    (best, best_guess) = (cost, guess);
                    context.memory.found(set.key, left, cost, guess);
                }
                Some(bound) => lower = lower.min(bound),
                None => {}
            }
        }
        let cost = if best < budget {
            context.memory.exact(set.key, left, best, best_guess);
            self.last_guess = best_guess;
            best
        } else {
            context.memory.at_least(set.key, left, lower.max(budget));
            lower.max(budget)
        };
        context.memory.record(set.codes.len(), set.key, left);
        Ok(cost)
    }

    /// The guesses worth a search with bounds of their totals, least bound first.
    fn order(&mut self, set: Set, budget: u32) -> Result<Vec<(u32, u32)>, Stopped> {
        let searcher = &mut self.totals;
        let context = searcher.context;
        let width = context.question.width.unwrap_or(usize::MAX);
        let path = &searcher.path;
        let mut buffers = searcher.scratch.take_buffers();
        let table = context.cell_table(&context.bounds, set.codes.len(), set.left);
        context.rank(Place::after(path), set.codes, &table, budget, &mut buffers)?;
        let mut order = buffers.order.clone();
        searcher.scratch.give_buffers(buffers);
        order.truncate(width);
        Ok(order)
    }

    /// The total of a guess if it is below `best`, otherwise a lower bound of at least `best`;
    /// `None` if the guess leaves more than needs be to the last one, or makes the same
    /// partition as an earlier one. Calls back with every rise of the bound.
    fn guess(
        &mut self,
        set: Set,
        guess: u32,
        best: u32,
        fingerprints: &mut Fingerprints,
        rise: &mut dyn FnMut(&Searcher, u32),
    ) -> Result<Option<u32>, Stopped> {
        self.enter(guess);
        let result = self.weigh(set, guess, best, fingerprints, rise);
        self.leave();
        result
    }

    fn weigh(
        &mut self,
        set: Set,
        guess: u32,
        best: u32,
        fingerprints: &mut Fingerprints,
        rise: &mut dyn FnMut(&Searcher, u32),
    ) -> Result<Option<u32>, Stopped> {
        let context = self.context;
        let matrix = &context.game.matrix;
        let next = set.left - 1;
        let mut partition = Partition::default();
        partition.make(matrix, set.codes, guess);
        if partition.is_trivial(set.codes.len()) && !set.asked {
            return Ok(None);
        }
        let mut total = set.codes.len() as u32;
        total = total.saturating_add(self.totals.context.bound_cells(
            &self.totals.bounds,
            &mut partition,
            next,
        ));
        if total >= best {
            return Ok(Some(total));
        }
        if !fingerprints.insert(context.fingerprint_of(set.codes, &partition)) {
            return Ok(None);
        }
        let mut codes = Vec::new();
        for index in 0..partition.cells.len() {
            let cell = partition.cells[index];
            if cell.exact {
                continue;
            }
            partition.codes(&cell, set.codes, &mut codes);
            let lower = self.quick_bound(&codes, next, best - (total - cell.lower));
            if lower > cell.lower {
                total = total.saturating_add(lower - cell.lower);
                partition.cells[index].lower = lower;
            }
            if total >= best {
                return Ok(Some(total));
            }
        }
        rise(&self.totals, total);
        if self.leaves(set, guess)? > set.fewest {
            return Ok(None);
        }
        for cell in partition.cells.iter().filter(|cell| !cell.exact) {
            partition.codes(cell, set.codes, &mut codes);
            let cost = self.search(&codes, next, best - (total - cell.lower))?;
            total = total.saturating_add(cost.saturating_sub(cell.lower));
            if total >= best {
                break;
            }
            rise(&self.totals, total);
        }
        Ok(Some(total))
    }

    /// A cheap lower bound of the total of a set.
    fn quick_bound(&mut self, codes: &[u16], left: u8, room: u32) -> u32 {
        let context = self.totals.context;
        let key = context.key_of(codes);
        let own = self.context.memory.known(key, left).lower;
        let total = context
            .memory
            .known(key, context.question.goal.normal_limit(codes.len(), left));
        let known = own.max(total.lower);
        if known >= room {
            return known;
        }
        known.max(self.totals.quick_bound(codes, key, left, room, 0).lower)
    }

    /// How many secrets a guess leaves to the last one, if no more than the set must.
    fn leaves(&mut self, set: Set, guess: u32) -> Result<u32, Stopped> {
        let searcher = &mut self.fewest;
        let mut partition = Partition::default();
        partition.make(&searcher.context.game.matrix, set.codes, guess);
        let total = searcher
            .context
            .bound_cells(&searcher.bounds, &mut partition, set.left - 1);
        let target = set.fewest + 1;
        let next = set.left - 1;
        searcher.raise_cells(
            set.codes,
            &mut partition,
            next,
            target,
            total,
            &mut Vec::new(),
        )
    }
}

impl GrowTree for TotalAmongFewest<'_> {
    fn game(&self) -> &Game {
        self.context.game
    }

    fn enter(&mut self, guess: u32) {
        self.fewest.path.push(guess);
        self.totals.path.push(guess);
    }

    fn leave(&mut self) {
        self.fewest.path.pop();
        self.totals.path.pop();
    }

    fn tree(&mut self, set: &[u16], left: u8) -> Result<Node, Stopped> {
        let pair = set.len() <= 2;
        let key = self.context.key_of(set);
        let fewest = self.fewest.search(set, key, left, INFINITE)?;
        if pair || fewest == 0 {
            let mut builder = TreeBuilder::new(GuessSource::Proven, &mut self.totals);
            return builder.tree(set, left - u8::from(!pair));
        }
        let set = Set {
            codes: set,
            key,
            left,
            fewest,
            asked: false,
        };
        let known = self.context.memory.known(set.key, left);
        if known.exact() && known.guess != NO_GUESS {
            return self.tree_from(set.codes, left, known.guess);
        }
        self.expand(set, INFINITE)?;
        self.tree_from(set.codes, left, self.last_guess)
    }
}
