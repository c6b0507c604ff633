//! The least total among the strategies that leave the fewest secrets to the last guess.
//!
//! In such a strategy every subtree leaves as few as its set can, so a guess is admitted if
//! what its cells leave adds up to what the set leaves. A set that leaves none has a guess in
//! hand: its total is the least with one guess less. So only the few sets that leave some are
//! searched here; two workers answer for the rest, one for each of the two quantities.

use super::bounds::INFINITE;
use super::build::{Builder, Grow, Source};
use super::cut::Cut;
use super::root::{Root, Shown};
use super::search::Worker;
use super::seen::Seen;
use super::shared::{Game, Shared, Stopped};
use super::table::{Key, NO_GUESS};
use crate::tree::Node;

pub(super) struct Among<'s> {
    /// What is known about the sets that leave some.
    shared: &'s Shared<'s>,
    fewest: Worker<'s>,
    totals: Worker<'s>,
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
    /// Whether its guess is asked for: then it may even tell nothing.
    asked: bool,
}

impl<'s> Among<'s> {
    pub fn new(
        shared: &'s Shared<'s>,
        fewest: &'s Shared<'s>,
        totals: &'s Shared<'s>,
        path: &[u32],
    ) -> Self {
        Among {
            shared,
            fewest: Worker::new(fewest, path),
            totals: Worker::new(totals, path),
            last_guess: NO_GUESS,
        }
    }

    /// Searches a root that leaves `fewest` to the last guess for a total below the budget.
    pub fn root(&mut self, root: &Root, fewest: u32, budget: u32) -> Shown {
        let set = Set {
            codes: root.set,
            key: root.key,
            left: root.left,
            fewest,
            asked: root.first.is_some(),
        };
        let mut shown = Shown {
            lower: self.shared.bounds.of(root.set.len(), root.left),
            best: budget,
            guess: NO_GUESS,
            stopped: false,
        };
        shown.stopped = self.search_root(set, root.first, &mut shown).is_err();
        if !shown.stopped {
            self.totals.raise(&mut shown, INFINITE);
        }
        self.fewest.flush();
        self.totals.flush();
        shown
    }

    fn search_root(
        &mut self,
        set: Set,
        first: Option<u32>,
        shown: &mut Shown,
    ) -> Result<(), Stopped> {
        let status = self.shared.status;
        let order = match first {
            Some(first) => vec![(shown.lower, first)],
            None => self.order(set, shown.best),
        };
        let mut seen = Seen::default();
        for (index, &(bound, guess)) in order.iter().enumerate() {
            let later = order.get(index + 1).map_or(INFINITE, |&(bound, _)| bound);
            if bound >= shown.best {
                break;
            }
            let best = shown.best;
            let cost = self.guess(set, guess, best, &mut seen, &mut |worker, total| {
                worker.raise(shown, total.min(later));
                status.set(shown.lower, best, guess);
            })?;
            if let Some(cost) = cost.filter(|&cost| cost < best) {
                (shown.best, shown.guess) = (cost, guess);
            }
        }
        Ok(())
    }

    /// The least total of a set if it is below the budget; otherwise some lower bound, at least
    /// the budget.
    fn search(&mut self, codes: &[u16], left: u8, budget: u32) -> Result<u32, Stopped> {
        let shared = self.shared;
        if let Some(cost) = shared.goal.certain(codes.len(), left) {
            return Ok(cost);
        }
        let fewest = search_any(&mut self.fewest, codes, left, INFINITE)?;
        if fewest == 0 {
            return search_any(&mut self.totals, codes, left - 1, budget);
        }
        let set = Set {
            codes,
            key: self.key(codes),
            left,
            fewest,
            asked: false,
        };
        let known = shared.known(set.key, left);
        let lower = known.lower.max(shared.bounds.of(codes.len(), left));
        if fewest >= INFINITE || lower >= budget || known.exact() {
            return Ok(lower.max(fewest));
        }
        self.totals.tick()?;
        self.expand(set, budget)
    }

    /// The same, whatever is known; leaves the best guess in `last_guess`.
    fn expand(&mut self, set: Set, budget: u32) -> Result<u32, Stopped> {
        let shared = self.shared;
        let left = set.left;
        let mut best = budget;
        let mut best_guess = NO_GUESS;
        let mut lower = INFINITE;
        let mut seen = Seen::default();
        for (bound, guess) in self.order(set, budget) {
            if bound >= best {
                lower = lower.min(bound);
                break;
            }
            match self.guess(set, guess, best, &mut seen, &mut |_, _| ())? {
                Some(cost) if cost < best => {
                    (best, best_guess) = (cost, guess);
                    shared.found(set.key, left, cost, guess);
                }
                Some(bound) => lower = lower.min(bound),
                None => {}
            }
        }
        let cost = if best < budget {
            shared.exact(set.key, left, best, best_guess);
            self.last_guess = best_guess;
            best
        } else {
            shared.at_least(set.key, left, lower.max(budget));
            lower.max(budget)
        };
        shared.note(set.codes.len(), set.key, left);
        Ok(cost)
    }

    fn key(&self, codes: &[u16]) -> Key {
        if !self.shared.consistent {
            return self.shared.key_of(codes);
        }
        let allowed = self.shared.allowed(codes, &self.totals.path);
        self.shared.consistent_key(codes, &allowed)
    }

    /// The guesses worth a search with bounds of their totals, least bound first.
    fn order(&mut self, set: Set, budget: u32) -> Vec<(u32, u32)> {
        let worker = &mut self.totals;
        let width = worker.shared.width.unwrap_or(usize::MAX);
        let mut order = if worker.shared.consistent {
            let allowed = worker.shared.allowed(set.codes, &worker.path);
            worker.consistent_order(set.codes, &allowed, set.left)
        } else {
            let mut buffers = worker.take_buffers();
            worker.rank(set.codes, set.left, budget, &mut buffers);
            let order = buffers.order.clone();
            worker.give_buffers(buffers);
            order
        };
        order.truncate(width);
        order
    }

    /// The total of a guess if it is below `best`, otherwise a lower bound of at least `best`;
    /// `None` if the guess leaves more than needs be to the last one, or cuts the set like
    /// an earlier guess. Calls back with every rise of the bound.
    fn guess(
        &mut self,
        set: Set,
        guess: u32,
        best: u32,
        seen: &mut Seen,
        rise: &mut dyn FnMut(&Worker, u32),
    ) -> Result<Option<u32>, Stopped> {
        self.enter(guess);
        let result = self.weigh(set, guess, best, seen, rise);
        self.leave();
        result
    }

    fn weigh(
        &mut self,
        set: Set,
        guess: u32,
        best: u32,
        seen: &mut Seen,
        rise: &mut dyn FnMut(&Worker, u32),
    ) -> Result<Option<u32>, Stopped> {
        let shared = self.shared;
        let matrix = &shared.game.matrix;
        let next = set.left - 1;
        let mut cut = Cut::default();
        cut.make(matrix, set.codes, guess);
        if cut.useless(set.codes.len()) && !set.asked {
            return Ok(None);
        }
        let mut total = set.codes.len() as u32;
        total = total.saturating_add(self.totals.bound_cells(&mut cut, next));
        if total >= best {
            return Ok(Some(total));
        }
        // Guesses that cut a set alike may leave different words to guess.
        let alike = !shared.consistent || !shared.game.more_guesses();
        if alike && !seen.insert(shared.print_of(set.codes, &cut)) {
            return Ok(None);
        }
        let mut codes = Vec::new();
        for index in 0..cut.cells.len() {
            let cell = cut.cells[index];
            if cell.exact {
                continue;
            }
            cut.codes(&cell, set.codes, &mut codes);
            let lower = self.glance(&codes, next, best - (total - cell.lower));
            if lower > cell.lower {
                total = total.saturating_add(lower - cell.lower);
                cut.cells[index].lower = lower;
            }
            if total >= best {
                return Ok(Some(total));
            }
        }
        rise(&self.totals, total);
        if self.leaves(set, guess)? > set.fewest {
            return Ok(None);
        }
        for cell in cut.cells.iter().filter(|cell| !cell.exact) {
            cut.codes(cell, set.codes, &mut codes);
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
    fn glance(&mut self, codes: &[u16], left: u8, room: u32) -> u32 {
        let shared = self.totals.shared;
        if shared.consistent {
            return 0;
        }
        let key = shared.key_of(codes);
        let own = self.shared.known(key, left).lower;
        let total = shared.known(key, shared.goal.normal(codes.len(), left));
        let known = own.max(total.lower);
        if known >= room {
            return known;
        }
        known.max(self.totals.glance(codes, key, left, room).lower)
    }

    /// How many secrets a guess leaves to the last one, if no more than the set must.
    fn leaves(&mut self, set: Set, guess: u32) -> Result<u32, Stopped> {
        let worker = &mut self.fewest;
        if worker.shared.consistent {
            // That pushes the guess itself.
            worker.path.pop();
            let cost = worker.consistent_guess(set.codes, guess, set.left, set.fewest + 1);
            worker.path.push(guess);
            return cost;
        }
        let mut cut = Cut::default();
        cut.make(&worker.shared.game.matrix, set.codes, guess);
        let total = worker.bound_cells(&mut cut, set.left - 1);
        let target = set.fewest + 1;
        let next = set.left - 1;
        worker.climb_cells(set.codes, &mut cut, next, target, total, &mut Vec::new())
    }
}

impl Grow for Among<'_> {
    fn game(&self) -> &Game {
        self.shared.game
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
        let fewest = search_any(&mut self.fewest, set, left, INFINITE)?;
        if pair || fewest == 0 {
            let mut builder = Builder::new(Source::Proven, &mut self.totals);
            return builder.tree(set, left - u8::from(!pair));
        }
        let set = Set {
            codes: set,
            key: self.key(set),
            left,
            fewest,
            asked: false,
        };
        let known = self.shared.known(set.key, left);
        if known.exact() && known.guess != NO_GUESS {
            return self.tree_from(set.codes, left, known.guess);
        }
        self.expand(set, INFINITE)?;
        self.tree_from(set.codes, left, self.last_guess)
    }
}

/// What a set costs with the worker's kind of guesses.
fn search_any(worker: &mut Worker, codes: &[u16], left: u8, budget: u32) -> Result<u32, Stopped> {
    let shared = worker.shared;
    if shared.consistent {
        let allowed = shared.allowed(codes, &worker.path);
        worker.consistent(codes, &allowed, left, budget)
    } else {
        worker.search(codes, shared.key_of(codes), left, budget)
    }
}
