//! The guesses that may tell the parts of a large set apart, best first.
//!
//! A guess gets no more different answers from a part of a set than from the set. So a look at the part, which asks
//! whether some guess gets more answers than the best of its own codes, needs only the guesses that get more from the
//! set; and where these are sorted by their answers, it ends at the first that cannot get more than the best so far.
//! Their answers lie side by side in a near cache, where those of all guesses are far apart.

#[cfg(test)]
mod tests;

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, OnceLock};

use crate::simd::Level;

use super::cell_table::CellTable;
use super::context::Context;
use super::scratch::Buffers;
use super::searcher::Searcher;
use crate::bits::ones;
use crate::exact::cost::{Goal, INFINITE};
use crate::exact::game::Game;
use crate::exact::kernels::{self, Greatest, LANES, Line, Sheet};
use crate::exact::memory::NO_GUESS;
use crate::exact::partition::sizes_of;
use crate::exact::symmetry::Candidates;
use crate::exact::watch::Stopped;

/// Looks at the parts of a set before its shortlist is made: fewer looks take less time than making it.
const WORTH: usize = 16;

/// Of larger sets the answers would take too much memory.
const MOST: usize = 4096;

/// Lines of guesses whose bounds are made at once.
const AT_ONCE: usize = 4;

/// Of the guesses at most one in so many is on a shortlist, but for those with the most answers, which always are.
const FRACTION: usize = 3;

/// The guesses that get many different answers from a set.
struct Shortlist {
    /// One row for each code of the set, one column for each guess, most answers first.
    sheet: Sheet,
    /// By line of a row, the most answers that one of its guesses gets.
    answers: Vec<u8>,
    /// All guesses that get more answers than this are on the list.
    floor: u8,
    /// By column, the guess; the last line of guesses with equally many answers may have room to spare.
    guesses: Vec<u32>,
    /// By line of a row, a bit for each guess in it.
    filled: Vec<u64>,
    /// By code of the game, its row if it is one of the set.
    row_of: Vec<u16>,
    /// By row, how many answers the code gets as a guess, and its column if it is on the list.
    members: Vec<(u8, Option<usize>)>,
}

/// A large set whose parts are looked at, with its shortlist once there were many looks.
pub(in crate::exact) struct Whole {
    set: Vec<u16>,
    looks: AtomicUsize,
    shortlist: OnceLock<Shortlist>,
    /// The set that it is a part of.
    larger: Option<Arc<Whole>>,
}

impl Whole {
    /// A set of which nothing was looked at yet; the larger one where a shortlist of the set would not serve.
    pub fn new(context: &Context, set: &[u16], larger: Option<Arc<Whole>>) -> Option<Arc<Self>> {
        let serves = set.len() <= MOST && context.game.labels.narrow && context.letters.is_none();
        if !serves || context.question.consistent || context.question.goal != Goal::Total {
            return larger;
        }
        Some(Arc::new(Whole {
            set: set.to_vec(),
            looks: AtomicUsize::new(0),
            shortlist: OnceLock::new(),
            larger,
        }))
    }

    /// The shortlist of the smallest set that has one by now.
    fn nearest(&self) -> Option<&Shortlist> {
        let larger = || self.larger.as_ref()?.nearest();
        self.shortlist.get().or_else(larger)
    }

    /// The shortlist that holds all guesses with more answers than this, if there is one by now.
    fn shortlist(&self, level: Level, game: &Game, floor: u8) -> Option<&Shortlist> {
        let here = if self.looks.fetch_add(1, Relaxed) < WORTH {
            self.shortlist.get()
        } else {
            let make = || Shortlist::new(level, game, &self.set);
            Some(self.shortlist.get_or_init(make))
        };
        let larger = || self.larger.as_ref()?.shortlist(level, game, floor);
        here.filter(|list| list.floor <= floor).or_else(larger)
    }

    /// See [`kernels::greatest`]; `part` is a part of the set, and `rows` is working memory.
    pub fn greatest(
        &self,
        level: Level,
        game: &Game,
        part: &[u16],
        floor: u8,
        rows: &mut Vec<u16>,
    ) -> Option<Greatest> {
        let list = self.shortlist(level, game, floor)?;
        list.rows(part, rows);
        let (rows, answers) = (list.sheet.rows(rows), &list.answers);
        let found = kernels::greatest(level, rows, &game.labels, floor, answers)?;
        // Of the guesses that tell all codes apart the first one is wanted.
        found.telling_all.is_none().then_some(found)
    }
}

impl Shortlist {
    /// The rows of a part of the set.
    fn rows(&self, part: &[u16], rows: &mut Vec<u16>) {
        rows.clear();
        rows.extend(part.iter().map(|&code| self.row_of[usize::from(code)]));
    }

    fn new(level: Level, game: &Game, set: &[u16]) -> Self {
        let Game { matrix, labels, .. } = game;
        let mut counts = vec![Line([0; LANES]); matrix.by_secret.lines_per_row()];
        let rows = matrix.by_secret.rows(set);
        let most = kernels::distinct(level, rows, labels, None, &mut counts);
        let mut of_count = [0; 64];
        for &count in kernels::as_bytes(&counts) {
            of_count[usize::from(count)] += 1;
        }
        let mut floor = most.saturating_sub(1);
        let mut kept = of_count[usize::from(most)];
        while floor > 0 && (kept + of_count[usize::from(floor)]) * FRACTION <= matrix.guesses {
            kept += of_count[usize::from(floor)];
            floor -= 1;
        }
        // The guesses of each count begin a line of their own.
        let groups: Vec<(u8, Candidates)> = (floor + 1..=most)
            .rev()
            .map(|count| {
                let masks = counts.iter().map(|line| kernels::equal(level, line, count));
                (count, Candidates::new(masks.collect()))
            })
            .collect();
        let (mut answers, mut starts) = (Vec::new(), Vec::new());
        let (mut guesses, mut filled) = (Vec::new(), Vec::new());
        for (count, group) in &groups {
            starts.push(answers.len());
            for line in group.list.chunks(LANES) {
                answers.push(*count);
                guesses.extend_from_slice(line);
                guesses.resize(answers.len() * LANES, NO_GUESS);
                filled.push(u64::MAX >> (LANES - line.len()));
            }
        }
        // One line to spare: packing writes whole lines.
        answers.push(0);
        let mut sheet = Sheet::default();
        sheet.reshape(set.len(), answers.len());
        let mut row_of = vec![0; matrix.secrets];
        for (row, &code) in set.iter().enumerate() {
            row_of[usize::from(code)] = row as u16;
            let from = matrix.by_secret.row(usize::from(code));
            let out = sheet.row_mut(row);
            for (&start, (_, group)) in starts.iter().zip(&groups) {
                let chosen = (&group.list[..], &group.masks[..]);
                kernels::pack(level, from, chosen, labels.win, &mut out[start..]);
            }
        }
        let members = set.iter().map(|&code| {
            let guess = matrix.guess_of(code);
            let count = counts[guess as usize / LANES].0[guess as usize % LANES];
            let group = groups.iter().position(|&(of_group, _)| of_group == count);
            let column = group.map(|group| {
                let place = groups[group].1.list.partition_point(|&other| other < guess);
                starts[group] * LANES + place
            });
            (count, column)
        });
        Shortlist {
            members: members.collect(),
            sheet,
            answers,
            floor,
            guesses,
            filled,
            row_of,
        }
    }
}

impl Searcher<'_> {
    /// Like [`Searcher::each_bound`], from the shortlist of a larger set; `None` if there is none that suffices.
    ///
    /// A guess that gets `k` different answers from `n` codes, the winning one left out, costs at least `3n - k`, or two
    /// less if it may win itself. So a pass over guesses in the order of their answers ends where they can neither be below
    /// the budget nor have the least bound of the others.
    pub(super) fn each_of_shortlist(
        &self,
        set: &[u16],
        (table, budget): (&CellTable, u32),
        buffers: &mut Buffers,
        mut each: impl FnMut(u32, u32),
    ) -> Result<Option<u32>, Stopped> {
        let size = set.len() as u32;
        let least_of = |answers: u8| (3 * size).saturating_sub(answers.into());
        let context = self.context;
        let list = self.whole.as_deref().and_then(Whole::nearest);
        let is_total = context.question.goal == Goal::Total;
        let Some(list) = list.filter(|list| is_total && least_of(list.floor) >= budget) else {
            return Ok(None);
        };
        context.watch.poll()?;
        let Buffers {
            part: rows,
            members: others,
            sums,
            told,
            ..
        } = buffers;
        list.rows(set, rows);
        others.clear();
        others.extend(&list.filled);
        told.clear();
        let mut least_left_out = INFINITE;
        for &row in &*rows {
            if let (_, Some(column)) = list.members[usize::from(row)] {
                others[column / LANES] &= !(1 << (column % LANES));
            }
        }
        let limit = table.least_sum_of(budget);
        sums.resize(AT_ONCE, [0; LANES]);
        let answers = &list.answers[..list.filled.len()];
        for (first, answers) in (0..).step_by(AT_ONCE).zip(answers.chunks(AT_ONCE)) {
            let wanted = |&&answers: &&u8| least_of(answers) < budget.max(least_left_out);
            let lines = answers.iter().take_while(wanted).count();
            let sums = &mut sums[..lines];
            let (level, labels) = (context.level, &context.game.labels);
            let rows = list.sheet.rows(rows).from(first);
            kernels::cell_sums(level, rows, labels, &table.values, sums);
            for (line, sums) in (first..).zip(&*sums) {
                let (below, least) = kernels::below(level, sums, others[line], limit);
                if let Some(least) = least {
                    least_left_out = least_left_out.min(table.bound(least, false));
                }
                for lane in ones(below) {
                    let guess = list.guesses[line * LANES + lane];
                    told.push((table.bound(sums[lane], false), guess));
                }
            }
            // The best guesses come first, so guesses that are not on the list and may cost less now may do so to the end.
            if lines < answers.len() || least_of(list.floor) < least_left_out {
                break;
            }
        }
        if least_of(list.floor) < least_left_out {
            return Ok(None);
        }
        for (&code, &row) in set.iter().zip(&*rows) {
            let (answers, _) = list.members[usize::from(row)];
            if least_of(answers).saturating_sub(2) < budget.max(least_left_out) {
                let guess = context.game.matrix.guess_of(code);
                let bound = table.bound(context.cell_sum(set, guess, table), true);
                if bound < budget {
                    told.push((bound, guess));
                } else {
                    least_left_out = least_left_out.min(bound);
                }
            }
        }
        if !told.is_empty() {
            let members = set.iter().map(|&code| context.game.matrix.guess_of(code));
            let candidates = context.game.symmetry.candidates(&self.path, members);
            for &(bound, guess) in &*told {
                if candidates.has(guess) {
                    each(bound, guess);
                }
            }
        }
        Ok(Some(least_left_out))
    }
}

impl Context<'_> {
    /// The sum of the values of the cells that a guess makes of a set, the winning one left out.
    pub(super) fn cell_sum(&self, set: &[u16], guess: u32, table: &CellTable) -> u16 {
        let sizes = sizes_of(&self.game.matrix, set, guess);
        let labels = self.game.labels.list.iter();
        let values = labels.map(|&label| table.values[usize::from(sizes[usize::from(label)])]);
        values.fold(0, u16::saturating_add)
    }
}
