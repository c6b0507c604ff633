//! The narrow search for lists of words: good trees in little time.
//!
//! It tries only some of the best-looking guesses at each set, however small the set is. What it
//! finds are upper bounds. A guess looks good if it promises a small total: the sum, over the cells
//! that it makes, of what sets of their sizes cost as a rule. Sets whose cost follows from one look
//! at their members, or at all guesses, are not searched at all.

use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use super::context::Context;
use super::fingerprints::Fingerprints;
use super::promise::{MOST_PAIRS, Promises, Shortlist, scan_counts, scan_pairs};
use super::root::Root;
use super::scratch::{Buffers, MAX_MASK_CODES};
use super::searcher::Searcher;
use super::weighing::{Position, Verdict};
use crate::exact::cost::{Goal, INFINITE, after_a_guess};
use crate::exact::memory::{At, Known, NO_GUESS};
use crate::exact::watch::Stopped;

/// Guesses of a shortlist for each that is to be tried: many make the same partition.
const SPARE: usize = 6;

/// So many guesses are counted between two looks at whether to stop.
const AT_ONCE: usize = 256;

impl Searcher<'_> {
    /// What the search finds as the cost of a set below the budget; otherwise a bound of at least the budget.
    pub fn search_by_promise(
        &mut self,
        promises: &Promises,
        at: At,
        budget: u32,
    ) -> Result<u32, Stopped> {
        let context = self.context;
        let known = self.bound_by_members(at, budget);
        if known.lower >= budget || known.exact() && known.guess != NO_GUESS {
            self.last_guess = known.guess;
            return Ok(known.lower);
        }
        // Every position takes long enough to report often, and a limit of positions is kept to at each.
        let often = [8, 1][usize::from(context.watch.limits_positions())];
        self.positions += 1;
        if at.set.len() > MAX_MASK_CODES || self.positions >= often {
            self.flush();
            context.check(0)?;
        }
        context.watch.poll()?;
        let (cost, guess) = self.with_buffers(|searcher, buffers| {
            buffers.promising.clear(SPARE * promises.width);
            searcher.try_promising(promises, at, budget, buffers)
        })?;
        let cost = self.settle(at, cost, budget, cost, guess);
        context.memory.record(at.set.len(), at.key, at.left);
        Ok(cost)
    }

    /// What is known of a set, or follows from its size and from the answers of its members to each other.
    pub(super) fn bound_by_members(&mut self, at: At, room: u32) -> Known {
        let context = self.context;
        let At { set, key, left } = at;
        let known = context.memory.known(key, left);
        let counted = context.bounds.of(set.len(), left);
        let lower = known.lower.max(counted);
        if known.exact() || lower >= room || known.lower > 0 {
            return Known { lower, ..known };
        }
        if set.len() > MAX_MASK_CODES {
            return Known::at_least(counted);
        }
        let game = context.game;
        let mutual = &mut self.scratch.mutual;
        mutual.make(&game.matrix, &game.labels, set);
        let members = mutual.answers_of_each(context.level, &game.labels);
        if let (_, Some(known)) = self.cost_by_member(at, INFINITE, &members) {
            return known;
        }
        let lower = counted.max(2 * set.len() as u32);
        context.memory.at_least(key, left, lower);
        Known::at_least(lower)
    }

    /// Tries the guesses that promise most: the least cost and its guess, or a bound of at least the budget.
    fn try_promising(
        &mut self,
        promises: &Promises,
        at: At,
        budget: u32,
        buffers: &mut Buffers,
    ) -> Result<(u32, u32), Stopped> {
        let At { set, left, .. } = at;
        let size = set.len() as u32;
        if let Some(guess) = self.list_promising(promises, set, buffers)? {
            return Ok((2 * size, guess));
        }
        // No guess tells all codes apart, and no member all but two.
        let least = 2 * size + 1;
        if left == 2 || least >= budget {
            return Ok((if left == 2 { INFINITE } else { least }, NO_GUESS));
        }
        buffers.fingerprints.clear();
        let (mut best, mut best_guess) = (budget, NO_GUESS);
        let mut tried = 0;
        let position = at.weighed(&buffers.mutual, &self.context.bounds);
        for &(_, guess) in buffers.promising.sorted() {
            let fingerprints = &mut buffers.fingerprints;
            let Some(cost) = self.try_guess(position, guess, best, fingerprints)? else {
                continue;
            };
            if cost < best {
                (best, best_guess) = (cost, guess);
            }
            tried += 1;
            if tried >= promises.width || best <= least {
                break;
            }
        }
        Ok((best, best_guess))
    }

    /// Fills the shortlist, or gives a guess that tells all codes apart.
    fn list_promising(
        &self,
        promises: &Promises,
        set: &[u16],
        Buffers {
            promising, counts, ..
        }: &mut Buffers,
    ) -> Result<Option<u32>, Stopped> {
        let matrix = &self.context.game.matrix;
        let guesses = matrix.guesses as u32;
        if set.len() <= MOST_PAIRS {
            let (level, sheet) = (self.context.level, &matrix.by_secret);
            let read = set.len() * matrix.guesses;
            promises.answers.fetch_add(read, Relaxed);
            return Ok(scan_pairs(level, sheet, set, matrix.win, counts, promising));
        }
        for start in (0..guesses).step_by(AT_ONCE) {
            let some = start..guesses.min(start + AT_ONCE as u32);
            self.count_promises(promises, set, some, promising)?;
        }
        Ok(None)
    }

    /// Adds some guesses to a shortlist, for a set of any size.
    fn count_promises(
        &self,
        promises: &Promises,
        set: &[u16],
        guesses: Range<u32>,
        shortlist: &mut Shortlist,
    ) -> Result<(), Stopped> {
        self.context.watch.poll()?;
        let read = set.len() * guesses.len();
        promises.answers.fetch_add(read, Relaxed);
        let matrix = &self.context.game.matrix;
        scan_counts(matrix, set, guesses, &promises.marginal, shortlist);
        Ok(())
    }

    /// See [`Searcher::evaluate`]; a guess that tells nothing new does not count as tried, whatever it costs.
    fn try_guess(
        &mut self,
        at: Position,
        guess: u32,
        best: u32,
        fingerprints: &mut Fingerprints,
    ) -> Result<Option<u32>, Stopped> {
        let context = self.context;
        let mut partition = self.scratch.partitions.pop().unwrap_or_default();
        partition.make(&context.game.matrix, at.set, guess);
        let cells = context.bound_cells(at.bounds, &mut partition, after_a_guess(at.left));
        let total = (at.set.len() as u32).saturating_add(cells);
        let fingerprint = context.fingerprint_of(at.set, &mut partition);
        let verdict = match !partition.is_trivial(at.set.len()) && fingerprints.insert(fingerprint)
        {
            false => Verdict::Repeated,
            true if total >= best => Verdict::Cost(total),
            true => Verdict::Open(total),
        };
        self.evaluate_weighed(at, guess, best, verdict, partition)
    }

    /// The first guesses that promise most, the best first; what a guess promises is no bound of its cost.
    pub(super) fn first_by_promise(
        &self,
        promises: &Promises,
        set: &[u16],
    ) -> Result<Vec<(u32, u32)>, Stopped> {
        let context = self.context;
        let guesses = context.game.matrix.guesses;
        let all = Mutex::new(Shortlist::default());
        let lock = || all.lock().expect("no panic");
        lock().clear(promises.width);
        self.share_parts(guesses.div_ceil(AT_ONCE), |searcher, part| {
            let start = part * AT_ONCE;
            let mut some = Shortlist::default();
            some.clear(promises.width);
            let range = start as u32..guesses.min(start + AT_ONCE) as u32;
            searcher.count_promises(promises, set, range, &mut some)?;
            context.check(0)?;
            lock().join(&mut some);
            Ok(())
        })?;
        let mut shortlist = lock();
        let best = shortlist.sorted().iter().map(|&(_, guess)| (0, guess));
        Ok(best.collect())
    }

    /// The cost of a first guess if it is below `best`, otherwise a bound of at least `best`.
    pub(super) fn root_by_promise(
        &mut self,
        root: &Root,
        guess: u32,
        best: u32,
    ) -> Result<u32, Stopped> {
        let context = self.context;
        let left = root.guesses_left(Goal::Total);
        let next = after_a_guess(left);
        let (partition, mut total) = context.divided(&context.bounds, root.set, guess, left);
        if partition.is_trivial(root.set.len()) && root.first_guess.is_none() {
            return Ok(INFINITE);
        }
        let mut open = Vec::new();
        for cell in partition.cells.iter().filter(|cell| !cell.exact) {
            let mut codes = Vec::new();
            partition.codes(cell, root.set, &mut codes);
            let at = context.at(&codes, next).normal(Goal::Total);
            let known = self.bound_by_members(at, INFINITE);
            let lower = known.lower;
            total = total.saturating_add(lower - cell.lower);
            if !known.exact() {
                open.push((codes, lower));
            }
        }
        // The largest first, so that no thread has one left in the end.
        open.sort_by_key(|(codes, _)| std::cmp::Reverse(codes.len()));
        let total = AtomicU32::new(total);
        self.share_parts(open.len(), |searcher, index| {
            let (codes, lower) = &open[index];
            let so_far = total.load(Relaxed);
            if so_far < best {
                let room = best - (so_far - lower);
                let cost = searcher.search(context.at(codes, next), room)?;
                let more = cost.saturating_sub(*lower).min(INFINITE);
                total.fetch_add(more, Relaxed);
            }
            Ok(())
        })?;
        Ok(total.into_inner().min(INFINITE))
    }
}

impl Context<'_> {
    /// The best of some members of a set, by what they promise.
    pub fn hasty_guess(&self, promises: &Promises, set: &[u16]) -> u32 {
        const MOST: usize = 24;
        let matrix = &self.game.matrix;
        let mut shortlist = Shortlist::default();
        shortlist.clear(1);
        for &code in set.iter().step_by(set.len().div_ceil(MOST)) {
            let guess = matrix.guess_of(code);
            let guesses = guess..guess + 1;
            scan_counts(matrix, set, guesses, &promises.marginal, &mut shortlist);
        }
        shortlist.sorted()[0].1
    }
}
