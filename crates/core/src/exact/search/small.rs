//! The search of small sets for the total, which is nearly all of the work.
//!
//! A guess that gets `k` different answers from `n` codes, the winning one left out, leads to a total of at least
//! `3n - k`: one guess for every code, then `2m - 1` for a cell of `m`. A guess that may win itself saves two more. The
//! cost is exactly that when every cell has at most two codes. So the greatest `k` alone rejects most sets; otherwise
//! guesses are taken level by level from that bound, and no list is built.

use super::fingerprints::Fingerprints;
use super::prices;
use super::scratch::{Buffers, MAX_MASK_CODES};
use super::searcher::Searcher;
use super::weighing::Position;
use crate::exact::cost::{Goal, INFINITE};
use crate::exact::kernels::{self, Batch, LANES};
use crate::exact::memory::{At, Known, NO_GUESS};
use crate::exact::watch::Stopped;

/// How the members of a small set tell it apart.
struct Survey {
    /// Different answers by member, the winning one left out.
    members: [u8; MAX_MASK_CODES],
    best_member: u8,
}

impl Searcher<'_> {
    /// A cheap lower bound, sometimes the exact cost. A bound of `room` is as good as a higher one,
    /// so no more effort is made once it is that high. `telling` is that of the cell, 0 if it is not known.
    pub fn quick_bound(&mut self, at: At, room: u32, telling: u8) -> Known {
        let context = self.context;
        let at = at.normal(context.question.goal);
        let At { set, key, left } = at;
        match context.question.goal {
            _ if context.promises.is_some() => return self.bound_by_members(at, room),
            Goal::Total if !context.question.consistent => {}
            Goal::Prices(_) if prices::are_counted(at) => return self.price_bound(at),
            Goal::Prices(_) => {}
            Goal::TotalAmongFewest => return self.bound_of_total(at, room),
            Goal::Total | Goal::AtLastGuess => return Known::NOTHING,
        }
        if set.len() > context.small {
            let form = context.canonical_form(set);
            let known = context.memory.known_or_canonical(&form, key, left);
            if known.lower > 0 {
                return known;
            }
            let least = self
                .spread_bound(set, left)
                .unwrap_or_else(|| self.least_bound(set, left));
            let least = least.and_then(|lower| self.closer_bound(set, left, lower, room));
            let Ok(lower) = least else {
                // The search stops at its next position, and until then nothing is known.
                return Known::NOTHING;
            };
            context.memory.at_least(key, left, lower);
            context.memory.remember_canonical(&form, key, left);
            return Known::at_least(lower);
        }
        self.with_buffers(|searcher, buffers| {
            if telling > 0 && usize::from(telling) + 2 < set.len() {
                return searcher.look(at, room, (telling, false), buffers);
            }
            searcher.survey(at, room, false, buffers).0
        })
    }

    /// The bound of a larger set for which there is only a cheap one so far.
    pub fn whole_bound(&mut self, at: At) -> Result<u32, Stopped> {
        let context = self.context;
        let At { set, key, left } = at.normal(context.question.goal);
        let known = context.memory.known(key, left);
        if context.popular.is_none() || set.len() <= context.small || known.exact() {
            return Ok(known.lower);
        }
        let lower = self.least_bound(set, left)?;
        context.memory.at_least(key, left, lower);
        Ok(lower.max(known.lower))
    }

    /// Bounds a set by the answers that guesses get. Without a survey the bound is exact or at least `room`. See
    /// [`Searcher::look`] for the counts of `each` guess.
    fn survey(
        &mut self,
        at: At,
        room: u32,
        each: bool,
        buffers: &mut Buffers,
    ) -> (Known, Option<Survey>) {
        let context = self.context;
        let game = context.game;
        buffers.mutual.make(&game.matrix, &game.labels, at.set);
        let members = buffers.mutual.answers_of_each(context.level, &game.labels);
        let (best_member, known) = self.cost_by_member(at, room, &members);
        if let Some(known) = known {
            return (known, None);
        }
        let known = self.look(at, room, (best_member, each), buffers);
        let survey = (!known.exact() && known.lower < room).then_some(Survey {
            members,
            best_member,
        });
        (known, survey)
    }

    /// The most different answers that a member gets, given those of all, and the cost where it follows from them. One of
    /// `room` or more is not worth storing, but where a member tells all apart.
    pub(super) fn cost_by_member(
        &mut self,
        at: At,
        room: u32,
        members: &[u8; MAX_MASK_CODES],
    ) -> (u8, Option<Known>) {
        let n = at.set.len() as u32;
        let (mut best, mut best_code) = (0, at.set[0]);
        for (&count, &code) in members.iter().zip(at.set) {
            if count > best {
                (best, best_code) = (count, code);
            }
        }
        let cost = match n - u32::from(best) {
            1 => 2 * n - 1,
            2 if at.left >= 3 && room > 2 * n => 2 * n,
            _ => return (best, None),
        };
        let guess = self.context.game.matrix.guess_of(best_code);
        (best, Some(self.exactly(at, cost, guess)))
    }

    /// Bounds a set that none of its codes tells apart by the answers that other guesses get; `best_member` is the most
    /// that one of its codes gets. Where the cost is open, the counts of `each` guess, if wanted, are left in the buffers.
    fn look(
        &mut self,
        at: At,
        room: u32,
        (best_member, each): (u8, bool),
        buffers: &mut Buffers,
    ) -> Known {
        let context = self.context;
        let At { set, key, left } = at;
        let n = set.len() as u32;
        let at_least = |lower| {
            context.memory.at_least(key, left, lower);
            Known::at_least(lower)
        };
        if room <= 2 * n {
            return at_least(2 * n);
        }
        let rows = context.rows_in(self.columns.as_deref(), set, &mut buffers.rows);
        context.watch.read(rows.len() * rows.lines_per_row());
        let by_member = (best_member + 2).min(n as u8 - 1);
        let (whole, part) = (self.whole.as_deref(), &mut buffers.part);
        let counts = &mut buffers.counts;
        let found = match each {
            true => context.count_answers(rows, counts),
            false => context.greatest(whole, (set, rows), by_member, part, counts),
        };
        let best = found.count;
        if let Some(column) = found.telling_all {
            let guess = self.guess_in(column);
            return self.exactly(at, 2 * n, guess);
        }
        if left == 2 {
            return self.exactly(at, INFINITE, NO_GUESS);
        }
        let lower = 3 * n - u32::from(best).max(u32::from(best_member) + 2);
        buffers.best = best;
        at_least(lower)
    }

    /// Stores what a small set costs.
    pub(super) fn exactly(&mut self, at: At, cost: u32, guess: u32) -> Known {
        self.context.memory.exact(at.key, at.left, cost, guess);
        self.last_guess = guess;
        Known::exactly(cost, guess)
    }

    pub fn small(&mut self, at: At, budget: u32) -> Result<u32, Stopped> {
        debug_assert!(at.left >= 2);
        self.with_buffers(
            |searcher, buffers| match searcher.survey(at, budget, true, buffers) {
                (known, None) => Ok(known.lower),
                (_, Some(survey)) => searcher.levels(at, budget, &survey, buffers),
            },
        )
    }

    /// The guess of a column of those that are tried.
    pub(super) fn guess_in(&self, column: usize) -> u32 {
        match self.columns.as_deref() {
            Some(columns) => columns.guess(column),
            None => column as u32,
        }
    }

    /// The cost of a guess of a batch; see [`Searcher::evaluate`].
    #[inline]
    fn evaluate_in_batch(
        &mut self,
        at: Position,
        guess: u32,
        best: u32,
        fingerprints: &mut Fingerprints,
        (batch, place): (&Batch, usize),
    ) -> Result<Option<u32>, Stopped> {
        let context = self.context;
        if !fingerprints.insert(batch.fingerprint(context.level, place)) {
            return Ok(None);
        }
        let mut partition = self.scratch.partitions.pop().unwrap_or_default();
        let masks = &mut self.scratch.masks;
        let labels = (0..at.set.len()).map(|code| batch.answer(code, place));
        let verdict = context.weigh_by_masks(masks, labels, at, best, None, &mut partition);
        self.evaluate_weighed(at, guess, best, verdict, partition)
    }

    /// Searches the guesses of a small set in order of their bounds.
    fn levels(
        &mut self,
        at: At,
        budget: u32,
        survey: &Survey,
        buffers: &mut Buffers,
    ) -> Result<u32, Stopped> {
        let context = self.context;
        let set = at.set;
        let level = context.level;
        let n = set.len() as u32;
        let columns = self.columns.clone();
        let (sheet, rows) = match columns.as_deref() {
            Some(columns) => {
                buffers.members.clear();
                buffers.members.resize(columns.sheet.lines_per_row(), 0);
                for &code in set {
                    let column = columns.column_of(code);
                    buffers.members[column / LANES] |= 1 << (column % LANES);
                }
                columns.rows(set, &mut buffers.rows);
                (&columns.sheet, buffers.rows.as_slice())
            }
            None => {
                context.mark_members(set, &mut buffers.members);
                let codes = set.iter().map(|&code| context.game.matrix.guess_of(code));
                let symmetry = &context.game.symmetry;
                symmetry.mark_alike(codes, &mut buffers.members);
                (&context.game.matrix.by_secret, set)
            }
        };
        buffers.fingerprints.clear();
        let inherited = self.bounds.clone();
        let position = at.weighed(&buffers.mutual, &inherited);
        let mut best = budget;
        let mut best_guess = NO_GUESS;
        let mut bound = 3 * n - u32::from(buffers.best).max(u32::from(survey.best_member) + 2);
        while bound < best.min(3 * n) {
            let count = 3 * n - bound;
            // A member comes before guesses that divide the set alike: these have its fingerprint and cost more.
            for (place, &code) in set.iter().enumerate() {
                if u32::from(survey.members[place]) + 2 == count && bound < best {
                    let guess = context.game.matrix.guess_of(code);
                    let cost = self.evaluate(position, guess, best, &mut buffers.fingerprints)?;
                    if let Some(cost) = cost.filter(|&cost| cost < best) {
                        (best, best_guess) = (cost, guess);
                    }
                }
            }
            // Guesses with so many answers in the order of their numbers, some lines at a time.
            let batch = &mut *buffers.batch;
            let has_any = count <= u32::from(buffers.best);
            let lines = if has_any { buffers.counts.len() } else { 0 };
            let mut line = 0;
            while line < lines && bound < best {
                batch.clear(set.len());
                while line < lines {
                    let counts = &buffers.counts[line];
                    let hits = kernels::equal(level, counts, count as u8) & !buffers.members[line];
                    if hits != 0 && !batch.add(level, sheet, rows, line, hits) {
                        break;
                    }
                    line += 1;
                }
                if context.game.labels.narrow {
                    batch.make_fingerprints(level);
                }
                for (place, &column) in batch.columns().iter().enumerate() {
                    if bound >= best {
                        break;
                    }
                    let guess = self.guess_in(column as usize);
                    let fingerprints = &mut buffers.fingerprints;
                    let cost = if context.game.labels.narrow {
                        self.evaluate_in_batch(position, guess, best, fingerprints, (batch, place))?
                    } else {
                        self.evaluate(position, guess, best, fingerprints)?
                    };
                    if let Some(cost) = cost.filter(|&cost| cost < best) {
                        (best, best_guess) = (cost, guess);
                    }
                }
            }
            bound += 1;
        }
        Ok(self.settle(at, best, budget, budget, best_guess))
    }
}
