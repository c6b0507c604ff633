//! The search by branch and bound: the least cost of a set of codes, if it is below a budget.

use std::ops::Range;
use std::sync::Arc;

use super::endgame::or_infinite;
use super::fingerprints::Fingerprints;
use super::scratch::MAX_MASK_CODES;
use super::searcher::{OFTEN, Searcher};
use super::shortlist::Whole;
use super::weighing::{Position, Verdict};
use crate::exact::cost::{Goal, after_a_guess};
use crate::exact::memory::{At, CanonicalForm, NO_GUESS};
use crate::exact::partition::{Cell, MutualAnswers, Partition};
use crate::exact::problem::StepCell;
use crate::exact::watch::Stopped;

impl Searcher<'_> {
    /// The least cost of a set if it is below the budget; otherwise some lower bound, at least the budget.
    pub fn search(&mut self, at: At, budget: u32) -> Result<u32, Stopped> {
        let context = self.context;
        let at = at.normal(context.question.goal);
        let At { set, key, left } = at;
        if let Some(cost) = context.question.goal.certain_cost(set.len(), left) {
            return Ok(cost);
        }
        if let Some(totals) = self.totals(at)? {
            let left = left - 1;
            return totals.search(At { left, ..at }, budget);
        }
        let known = context.memory.known(key, left);
        let lower = known.lower.max(self.bounds.of(set.len(), left));
        if lower >= budget || known.exact() {
            return Ok(lower);
        }
        self.expand(at, budget)
    }

    /// The same for a set of which an exact cost may be known, but not its first guess.
    pub fn expand(&mut self, at: At, budget: u32) -> Result<u32, Stopped> {
        let context = self.context;
        let At { set, key, left } = at;
        if let Some(promises) = &context.promises {
            return self.search_by_promise(promises, at, budget);
        }
        if context.question.goal == Goal::AtLastGuess {
            let lower = context.memory.known(key, left).lower;
            let lower = lower.max(context.bounds.of(set.len(), left));
            return self.raise_bound(at, lower, budget);
        }
        self.positions += 1;
        if set.len() > context.small {
            self.flush();
            context.check(0)?;
        } else if self.positions.is_multiple_of(OFTEN) {
            context.check(self.positions)?;
        }
        if context.is_small(set) {
            self.small(at, budget)
        } else {
            self.large(at, budget)
        }
    }

    /// A position searched by its guesses in order of the tabulated bounds of their cells.
    fn large(&mut self, at: At, budget: u32) -> Result<u32, Stopped> {
        let context = self.context;
        let form = context.form_of(at.set);
        let known = context.memory.known_or_canonical(&form, at.key, at.left);
        if known.lower >= budget || known.exact() && known.guess != NO_GUESS {
            self.last_guess = known.guess;
            return Ok(known.lower);
        }
        self.try_guesses(at, form, 0..budget)
    }

    /// The least cost of a set that is not remembered if it is in these costs; otherwise some lower bound, at least their
    /// end. It is known to be no less than their start.
    pub(super) fn try_guesses(
        &mut self,
        at: At,
        form: Option<CanonicalForm>,
        costs: Range<u32>,
    ) -> Result<u32, Stopped> {
        let (context, budget) = (self.context, costs.end);
        let At { set, key, left } = at;
        let mut buffers = self.scratch.take_buffers();
        let sheets = &mut self.scratch.sheets;
        let columns = context
            .columns(set, self.columns.as_deref(), sheets)
            .map(Arc::new);
        let larger = columns.clone().or_else(|| self.columns.clone());
        let larger = std::mem::replace(&mut self.columns, larger);
        let inherited = self.bounds.clone();
        let ranked = self.own_bounds(set, left, &mut buffers).and_then(|bounds| {
            let table = context.cell_table(&bounds, set.len(), left);
            self.bounds = bounds;
            self.rank(set, &table, budget, &mut buffers)
        });
        if ranked.is_err() {
            self.columns = larger;
            self.bounds = inherited;
            return Err(Stopped);
        }
        buffers.fingerprints.clear();
        if set.len() <= MutualAnswers::MOST {
            let game = context.game;
            buffers.mutual.make(&game.matrix, &game.labels, set);
        } else {
            buffers.mutual.clear();
        }
        let bounds = self.bounds.clone();
        let position = at.weighed(&buffers.mutual, &bounds);
        let whole = self.whole.clone();
        self.whole = Whole::new(context, set, whole.clone());
        let (order, fingerprints) = (&buffers.order, &mut buffers.fingerprints);
        let found = self.try_in_order(position, key, costs, order, fingerprints);
        self.whole = whole;
        self.columns = larger;
        self.bounds = inherited;
        let columns = columns.and_then(|columns| Arc::try_unwrap(columns).ok());
        self.scratch
            .sheets
            .extend(columns.map(|columns| columns.sheet));
        self.scratch.give_buffers(buffers);
        let (best, guess, mut lower) = found?;
        let of_last_guess = context.question.goal == Goal::AtLastGuess;
        if of_last_guess {
            lower = or_infinite(lower, set);
        }
        let cost = self.settle(at, best, budget, lower, guess);
        context.memory.remember_canonical(&form, key, left);
        // Under its form, if it has one, it holds for all sets of this form.
        let form = form.filter(|_| !of_last_guess);
        let key = form.map_or(key, |form| form.key);
        context.memory.record(set.len(), key, left);
        Ok(cost)
    }

    /// The cost of a guess if it is below `best`, otherwise a lower bound of at least `best`;
    /// `None` if a guess that partitions the set in the same way was searched before.
    pub fn evaluate(
        &mut self,
        at: Position,
        guess: u32,
        best: u32,
        fingerprints: &mut Fingerprints,
    ) -> Result<Option<u32>, Stopped> {
        let mut partition = self.scratch.partitions.pop().unwrap_or_default();
        let context = self.context;
        let verdict = if at.set.len() <= MAX_MASK_CODES && context.game.labels.narrow {
            // The rows of the codes stay in the cache from guess to guess; those of guesses do not.
            let (sheet, column) = (&context.game.matrix.by_secret, guess as usize);
            let labels = at
                .set
                .iter()
                .map(|&code| sheet.byte(usize::from(code), column));
            let (masks, seen) = (&mut self.scratch.masks, Some(fingerprints));
            context.weigh_by_masks(masks, labels, at, best, seen, &mut partition)
        } else {
            context.weigh(at, guess, best, fingerprints, &mut partition)
        };
        self.evaluate_weighed(at, guess, best, verdict, partition)
    }

    /// The same for a guess that has been weighed.
    #[inline]
    pub(super) fn evaluate_weighed(
        &mut self,
        at: Position,
        guess: u32,
        best: u32,
        verdict: Verdict,
        mut partition: Partition,
    ) -> Result<Option<u32>, Stopped> {
        let Position { set, left, .. } = at;
        let result = match verdict {
            Verdict::Cost(cost) => self.admitted(at, guess, cost, best),
            Verdict::Repeated => Ok(None),
            Verdict::Open(total) => {
                let next = after_a_guess(left);
                let mut codes = self.scratch.lists.pop().unwrap_or_default();
                self.path.push(guess);
                let result = if self.context.question.goal == Goal::AtLastGuess {
                    self.raise_cells(set, &mut partition, next, best, total, &mut codes)
                        .map(Some)
                } else {
                    self.evaluate_cells(at, guess, &mut partition, best, total, &mut codes)
                };
                self.path.pop();
                self.scratch.lists.push(codes);
                result
            }
        };
        self.scratch.partitions.push(partition);
        result
    }

    /// The cost of a guess, unless it leaves more secrets to the last guess than it may.
    fn admitted(
        &mut self,
        at: Position,
        guess: u32,
        cost: u32,
        best: u32,
    ) -> Result<Option<u32>, Stopped> {
        if cost >= best || self.among.is_none() {
            return Ok(Some(cost));
        }
        self.path.push(guess);
        let more = self.leaves_more(at.set, at.left, guess);
        self.path.pop();
        Ok((!more?).then_some(cost))
    }

    /// Bounds, then searches, the open cells, smallest first; `None` if it leaves too many to the last guess.
    fn evaluate_cells(
        &mut self,
        Position { set, left, .. }: Position,
        guess: u32,
        partition: &mut Partition,
        best: u32,
        mut total: u32,
        codes: &mut Vec<u16>,
    ) -> Result<Option<u32>, Stopped> {
        let next = after_a_guess(left);
        total = self
            .context
            .look_up_cells(set, partition, next, best, total);
        if total >= best {
            return Ok(Some(total));
        }
        // Sizes about the number of answers gain most for a look: smaller ones seldom cost more, larger ones take long.
        let labels = &self.context.game.labels;
        let telling = if labels.narrow {
            let most = labels.list.len() + labels.list.len() / 8;
            partition.cells.partition_point(|cell| cell.len() <= most)
        } else {
            0
        };
        for index in (0..telling).rev().chain(telling..partition.cells.len()) {
            let mut cell = partition.cells[index];
            if cell.exact {
                continue;
            }
            let room = best - (total - cell.lower);
            let at = partition.at(index, set, codes, next);
            let known = self.quick_bound(at, room, cell.telling);
            if known.lower > cell.lower {
                total += known.lower - cell.lower;
                cell.lower = known.lower;
                if total >= best {
                    return Ok(Some(total));
                }
            }
            cell.exact = known.exact();
            partition.cells[index] = cell;
        }
        if self.leaves_more(set, left, guess)? {
            return Ok(None);
        }
        let cost = self.search_cells(set, partition, next, total, codes, |_, _| best);
        cost.map(Some)
    }

    /// Searches the cells whose cost is open, smallest first, until they show that the guess costs at least as much as the
    /// best one. `best` gives its cost, which may fall meanwhile, and is told the bound of this guess so far.
    ///
    /// Each cell is asked for its share of what is missing: it is far easier to prove that several cells cost a little
    /// more than that one of them costs much more. Larger cells have more to give, but less than their sizes suggest. A
    /// cell that turns out to cost less than asked is settled, and the others are asked again.
    pub(super) fn search_cells(
        &mut self,
        set: &[u16],
        partition: &mut Partition,
        next: u8,
        mut total: u32,
        codes: &mut Vec<u16>,
        mut best: impl FnMut(&Self, u32) -> u32,
    ) -> Result<u32, Stopped> {
        let share = |cell: &Cell| (cell.len() as u64 * 256).isqrt();
        loop {
            let open = partition.cells.iter().filter(|cell| !cell.exact);
            let mut shares: u64 = open.map(share).sum();
            if shares == 0 {
                return Ok(total);
            }
            for index in 0..partition.cells.len() {
                let mut cell = partition.cells[index];
                if cell.exact {
                    continue;
                }
                let missing = best(self, total).saturating_sub(total);
                if missing == 0 {
                    return Ok(total);
                }
                let at = partition.at(index, set, codes, next);
                if let Some(depth) = self.reported_depth() {
                    self.report_cell(depth, total, index, &partition.cells, at.set);
                }
                let asked = (u64::from(missing) * share(&cell)).div_ceil(shares) as u32;
                shares -= share(&cell);
                let budget = cell.lower + asked;
                let cost = self.search(at, budget)?;
                total += cost - cell.lower;
                cell.exact = cost < budget;
                cell.lower = cost;
                partition.cells[index] = cell;
            }
        }
    }

    /// Reports which cell of the latest guess is searched. Settled are the cells before it and those of known cost.
    #[cold]
    pub(super) fn report_cell(
        &self,
        depth: usize,
        lower: u32,
        settled: usize,
        cells: &[Cell],
        codes: &[u16],
    ) {
        let square = |cell: &Cell| (cell.len() as u64).pow(2);
        let is_settled = |&(index, cell): &(usize, &Cell)| index < settled || cell.exact;
        let known = cells.iter().enumerate().filter(is_settled);
        let guess = *self.path.last().expect("a guess was made");
        let cell = StepCell {
            answer: self.context.game.answer(guess, codes[0]),
            codes: codes.len() as u32,
            settled: settled as u32,
            cells: cells.len() as u32,
            settled_squares: known.map(|(_, cell)| square(cell)).sum(),
            squares: cells.iter().map(square).sum(),
        };
        self.context.watch.set_step_cell(depth - 1, lower, cell);
    }
}
