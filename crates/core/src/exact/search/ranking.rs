//! Guesses in order of the tabulated bounds of their cells.

use std::sync::Arc;

use super::cell_table::CellTable;
use super::context::Context;
use super::scratch::Buffers;
use super::searcher::Searcher;
use crate::bits::{full, ones};
use crate::exact::cost::{Goal, INFINITE};
use crate::exact::kernels::{self, LANES, Line, Rows, Sums};
use crate::exact::memory::NO_GUESS;
use crate::exact::symmetry::Candidates;
use crate::exact::watch::Stopped;

/// Lines to read between two checks whether to stop.
const LINES_AT_ONCE: usize = 1 << 18;

/// The budget of a pass in which the bounds of all guesses are wanted.
const EVERY: u32 = u32::MAX;

/// Lines that a pass over few codes is worth for each line of a row.
const LEAST_WORK: usize = 32;

/// Up to this many codes, looking for symmetric guesses takes longer than searching them, if they are the only guesses.
const NO_SYMMETRY: usize = 24;

impl Searcher<'_> {
    /// Fills `order` with the guesses worth a search and their bounds, least bound first.
    ///
    /// The least bound that is at least the budget ends the list, so that a failed search knows what it has proven.
    pub fn rank(
        &self,
        set: &[u16],
        table: &CellTable,
        budget: u32,
        buffers: &mut Buffers,
    ) -> Result<(), Stopped> {
        let mut order = std::mem::take(&mut buffers.order);
        order.clear();
        let each = |bound, guess| order.push((bound, guess));
        let ranked = self.each_bound(set, (table, budget), buffers, each);
        // Words compare faster than pairs.
        order.sort_unstable_by_key(|&(bound, guess)| u64::from(bound) << 32 | u64::from(guess));
        let goal = self.context.question.goal;
        if goal == Goal::AtLastGuess && order.len() > 1 && ranked.is_ok() {
            self.break_ties(set, &mut order, buffers)?;
        }
        let least_left_out = ranked.as_ref().map_or(INFINITE, |&least| least);
        if least_left_out < INFINITE {
            order.push((least_left_out, NO_GUESS));
        }
        buffers.order = order;
        ranked.map(|_| ())
    }

    /// Puts guesses of equal bounds in order of their promise for the total: what tells many apart does so early.
    fn break_ties(
        &self,
        set: &[u16],
        order: &mut [(u32, u32)],
        buffers: &mut Buffers,
    ) -> Result<(), Stopped> {
        let table = self.context.total_cell_table(set.len());
        let mut promise = std::mem::take(&mut buffers.promise);
        promise.resize(self.context.game.matrix.guesses, 0);
        let each = |bound, guess: u32| promise[guess as usize] = bound;
        self.each_bound(set, (&table, EVERY), buffers, each)?;
        order.sort_unstable_by_key(|&(bound, guess)| (bound, promise[guess as usize], guess));
        buffers.promise = promise;
        Ok(())
    }

    /// One guess of each class of those of a position.
    pub(super) fn tried(&self, set: &[u16]) -> Arc<Candidates> {
        let game = self.context.game;
        let members = set.iter().map(|&code| game.matrix.guess_of(code));
        game.symmetry.candidates(&self.path, members)
    }

    /// Calls back with the bound and the number of one guess of each class, where the bound is below the budget, and
    /// returns the least bound of the others, or infinity.
    pub(super) fn each_bound(
        &self,
        set: &[u16],
        (table, budget): (&CellTable, u32),
        buffers: &mut Buffers,
        mut each: impl FnMut(u32, u32),
    ) -> Result<u32, Stopped> {
        let context = self.context;
        if context.question.consistent {
            return self.each_member(set, (table, budget), each);
        }
        let short = self.each_of_shortlist(set, (table, budget), buffers, &mut each)?;
        if let Some(least_left_out) = short {
            return Ok(least_left_out);
        }
        let matrix = &context.game.matrix;
        let columns = self.columns.as_deref();
        let rows = context.rows_in(columns, set, &mut buffers.rows);
        let of_symmetry;
        let candidates = match columns {
            Some(columns) => &columns.candidates,
            None => {
                of_symmetry = self.tried(set);
                &of_symmetry
            }
        };
        // Lines of which no guess is tried are left out.
        let is_tried = |line: usize| columns.is_some() || candidates.masks[line] != 0;
        let sums = &mut buffers.sums;
        context.sum_cells(rows, &table.values, is_tried, self.completes, sums)?;
        let sums = &buffers.sums;
        // The columns of the guesses that are tried and cannot be the secret.
        let others = &mut buffers.members;
        others.clear();
        match columns {
            Some(_) => others.extend(full(candidates.list.len())),
            None => others.extend(&candidates.masks),
        }
        let mut least_left_out = INFINITE;
        for &code in set {
            let guess = matrix.guess_of(code);
            if !candidates.has(guess) {
                continue;
            }
            let column = columns.map_or(guess as usize, |columns| columns.column_of(code));
            others[column / LANES] &= !(1 << (column % LANES));
            let bound = table.bound(sums[column / LANES][column % LANES], true);
            if bound < budget {
                each(bound, guess);
            } else {
                least_left_out = least_left_out.min(bound);
            }
        }
        // Bounds rise with the sums, so sums are compared, and few bounds are made.
        let limit = table.least_sum_of(budget);
        for (line, (sums, &others)) in sums.iter().zip(others.iter()).enumerate() {
            let (below, least) = kernels::below(context.level, sums, others, limit);
            if let Some(least) = least {
                least_left_out = least_left_out.min(table.bound(least, false));
            }
            for lane in ones(below) {
                let bound = table.bound(sums[lane], false);
                each(bound, self.guess_in(line * LANES + lane));
            }
        }
        Ok(least_left_out)
    }

    /// The same where only codes that may be the secret are guessed: so few need no pass over all guesses.
    fn each_member(
        &self,
        set: &[u16],
        (table, budget): (&CellTable, u32),
        mut each: impl FnMut(u32, u32),
    ) -> Result<u32, Stopped> {
        let (game, watch) = (self.context.game, self.context.watch);
        let members = || set.iter().map(|&code| game.matrix.guess_of(code));
        let symmetric = set.len() > NO_SYMMETRY && game.matrix.guesses == game.matrix.secrets;
        let classes = symmetric.then(|| game.symmetry.candidates(&self.path, members()));
        let mut least_left_out = INFINITE;
        for guess in members() {
            watch.poll_for(set.len(), self.completes)?;
            if classes.as_ref().is_some_and(|classes| !classes.has(guess)) {
                continue;
            }
            let bound = table.bound(self.context.cell_sum(set, guess, table), true);
            if bound < budget {
                each(bound, guess);
            } else {
                least_left_out = least_left_out.min(bound);
            }
        }
        Ok(least_left_out)
    }

    /// The least of the bounds of all guesses.
    pub fn least_bound(&mut self, set: &[u16], left: u8) -> Result<u32, Stopped> {
        let table = self.context.cell_table(&self.bounds, set.len(), left);
        self.with_buffers(|searcher, buffers| {
            searcher.each_bound(set, (&table, 0), buffers, |_, _| {})
        })
    }

    /// A lower bound of the total from the answers that guesses get; `None` for few labels or few guesses left.
    ///
    /// A guess with `k` answers from `n` codes, the winning one left out, costs `3n - k`, or two less if it may win.
    pub fn spread_bound(&mut self, set: &[u16], left: u8) -> Option<Result<u32, Stopped>> {
        /// With fewer guesses left it matters how large cells are.
        const LEFT: u8 = 4;
        let context = self.context;
        let popular = context.popular?;
        if context.question.goal != Goal::Total || left < LEFT {
            return None;
        }
        if let Err(stopped) = context.watch.poll() {
            return Some(Err(stopped));
        }
        let n = set.len() as u32;
        let most = self.with_buffers(|searcher, buffers| {
            let columns = searcher.columns.as_deref();
            let rows = context.rows_in(columns, set, &mut buffers.rows);
            let counts = &mut buffers.counts;
            counts.resize(rows.lines_per_row(), Line([0; LANES]));
            popular.distinct_at_most(rows, counts);
            let of_any = counts.iter().flat_map(|line| line.0).max().unwrap_or(0);
            let of_members = set.iter().map(|&code| {
                let guess = context.game.matrix.guess_of(code) as usize;
                let column = columns.map_or(guess, |columns| columns.column_of(code));
                u32::from(counts[column / LANES].0[column % LANES]) + 2
            });
            // As many as fit into a byte may be any number.
            match of_any {
                u8::MAX => n,
                _ => of_members.fold(u32::from(of_any), u32::max).min(n),
            }
        });
        Some(Ok((3 * n - most).max(context.bounds.of(set.len(), left))))
    }

    /// The guess of the least bound of the total; a search that was told to stop still finds it while there is grace.
    pub fn most_promising(&mut self, set: &[u16]) -> Result<u32, Stopped> {
        let table = self.context.total_cell_table(set.len());
        let mut least = (u32::MAX, NO_GUESS);
        let each = |bound, guess| least = least.min((bound, guess));
        self.completes = true;
        let done = self.with_buffers(|searcher, buffers| {
            searcher.each_bound(set, (&table, EVERY), buffers, each)
        });
        self.completes = false;
        done.map(|_| least.1)
    }
}

impl Context<'_> {
    /// Sums up the values, by size, of the cells of the guesses in the lines that are tried. What `completes` a tree goes on
    /// with grace.
    pub fn sum_cells(
        &self,
        rows: Rows,
        values: &[u16],
        is_tried: impl Fn(usize) -> bool,
        completes: bool,
        sums: &mut Vec<Sums>,
    ) -> Result<(), Stopped> {
        sums.resize(rows.lines_per_row(), [0; LANES]);
        let at_once = (LINES_AT_ONCE / rows.len().max(1)).max(1);
        let mut line = 0;
        while line < sums.len() {
            if !is_tried(line) {
                line += 1;
                continue;
            }
            let most = sums.len().min(line + at_once);
            let end = (line..most).find(|&line| !is_tried(line)).unwrap_or(most);
            let sums = &mut sums[line..end];
            let lines = sums.len() * rows.len().max(LEAST_WORK);
            self.watch.poll_for(lines, completes)?;
            kernels::cell_sums(self.level, rows.from(line), &self.game.labels, values, sums);
            line = end;
        }
        Ok(())
    }
}
