//! The search for the least cost of a set: branch and bound over the guesses, in the order of their
//! bounds.

use super::super::cost::INFINITE;
use super::super::game::Game;
use super::super::hash::mix;
use super::super::kernels::{self, LANES, Line, Sheet};
use super::super::memory::{Key, KeySpace, Known, Memory, NO_GUESS, TranspositionTable};
use super::super::partition::Partition;
use super::super::problem::Stage;
use super::super::search::Fingerprints;
use super::super::watch::{Stopped, Watch};
use super::steps::{SizeBounds, Steps};
use crate::simd::Level;

/// Of sets of at most so many codes the distinct answers are counted before any guess is weighed.
const MOST_COUNTED: usize = 64;
/// Sets of at most so many codes are found again by their codes alone, not by their canonical form.
const LEAST_CANONICAL: usize = 12;
/// Between two checks whether to stop, so many positions are searched.
const OFTEN: u64 = 16;
/// The greatest sum of bounds that the kernels are given, for their sums stop at 65535.
const GREATEST_SUM: u32 = 65_000;

/// What a search works with.
#[derive(Clone, Copy)]
pub(super) struct Setting<'a> {
    pub game: &'a Game,
    pub steps: &'a Steps,
    pub bounds: &'a SizeBounds<'a>,
    pub table: &'a TranspositionTable,
    pub watch: &'a Watch<'a>,
    pub level: Level,
}

/// What one position needs; kept for the next position.
#[derive(Default)]
struct Buffers {
    counts: Vec<Line>,
    sums: Vec<[u16; LANES]>,
    packed: Sheet,
    members: Vec<u64>,
    /// Guesses with bounds of their costs, least bound first.
    order: Vec<(u32, u32)>,
    fingerprints: Fingerprints,
    partition: Partition,
    codes: Vec<u16>,
}

/// How the search of the first guess stands.
#[derive(Clone, Copy)]
pub(super) struct RootBounds {
    pub lower: u32,
    /// Below the budget, the cost of the best first guess; otherwise the budget.
    pub best: u32,
    pub guess: u32,
    /// The least bound of the first guesses that were not searched yet.
    others: u32,
}

/// One search, of all guesses or of the most promising ones.
pub(super) struct Searcher<'a> {
    pub setting: Setting<'a>,
    pub memory: Memory<'a>,
    width: Option<usize>,
    /// The guesses made so far, for their symmetry.
    pub path: Vec<u32>,
    positions: u64,
    /// The best guess for the set that was searched last.
    pub last_guess: u32,
    buffers: Vec<Buffers>,
    root: RootBounds,
}

impl<'a> Searcher<'a> {
    /// Makes a search that tries so many guesses at each position, if not all; `before` is the
    /// width of the search that went before it.
    pub fn new(setting: Setting<'a>, width: Option<usize>, before: Option<usize>) -> Self {
        const PRICES: Key = 0x3bf2_a1d0_95c7_4e86_e81d_60ab_4f73_c25d;
        let space = KeySpace::new(PRICES, width);
        Searcher {
            setting,
            memory: Memory {
                table: setting.table,
                space,
                first_space: KeySpace::new(PRICES, before),
                forms: setting.game.forms.as_ref().filter(|_| width.is_none()),
                journal: None,
                journal_key: 0,
                unrecorded: usize::MAX,
            },
            width,
            path: Vec::new(),
            positions: 0,
            last_guess: NO_GUESS,
            buffers: Vec::new(),
            root: RootBounds {
                lower: 0,
                best: INFINITE,
                guess: NO_GUESS,
                others: INFINITE,
            },
        }
    }

    /// Searches the whole game for a cost below the budget. Its bounds are in `root_bounds`, whether
    /// or not it is stopped.
    pub fn search_game(&mut self, set: &[u16], lower: u32, budget: u32) -> Result<(), Stopped> {
        self.root = RootBounds {
            lower,
            best: budget,
            guess: NO_GUESS,
            others: INFINITE,
        };
        self.show_root(NO_GUESS);
        let result = self.search_first_guesses(set);
        self.flush();
        result
    }

    /// How the search of the whole game stands.
    pub fn root_bounds(&self) -> RootBounds {
        self.root
    }

    fn search_first_guesses(&mut self, set: &[u16]) -> Result<(), Stopped> {
        if let Some(cost) = self.setting.steps.certain_cost(set.len(), 0) {
            if cost < self.root.best {
                self.root.guess = self.setting.game.matrix.guess_of(set[0]);
            }
            self.root.best = self.root.best.min(cost);
            self.raise_root(self.root.best);
            return Ok(());
        }
        let mut buffers = self.buffers.pop().unwrap_or_default();
        self.rank(set, 0, self.root.best, &mut buffers)?;
        buffers.fingerprints.clear();
        let mut left = self.width.unwrap_or(usize::MAX);
        for index in 0..buffers.order.len() {
            let (bound, guess) = buffers.order[index];
            let later = buffers.order.get(index + 1);
            self.root.others = later.map_or(INFINITE, |&(bound, _)| bound);
            self.raise_root(bound);
            if bound >= self.root.best || left == 0 {
                break;
            }
            self.show_root(guess);
            let best = self.root.best;
            if let Some(cost) = self.evaluate(set, 0, guess, best, &mut buffers)? {
                left -= 1;
                if cost < best {
                    (self.root.best, self.root.guess) = (cost, guess);
                }
            }
        }
        self.root.others = INFINITE;
        self.raise_root(INFINITE);
        self.buffers.push(buffers);
        Ok(())
    }

    /// Notes that the first guess that is searched now costs at least so much.
    fn raise_root(&mut self, bound: u32) {
        if self.width.is_none() {
            let least = bound.min(self.root.others).min(self.root.best);
            self.root.lower = self.root.lower.max(least);
        }
    }

    fn show_root(&self, guess: u32) {
        let RootBounds { lower, best, .. } = self.root;
        self.setting.watch.set(lower, best, guess);
    }

    /// The least cost of a set after so many guesses if it is below the budget; otherwise some lower
    /// bound, at least the budget.
    fn search(&mut self, set: &[u16], key: Key, made: usize, budget: u32) -> Result<u32, Stopped> {
        if let Some(cost) = self.setting.steps.certain_cost(set.len(), made) {
            return Ok(cost);
        }
        let known = self.memory.known(key, made as u8);
        let lower = known.lower.max(self.setting.bounds.of(set.len(), made));
        if lower >= budget || known.exact() {
            return Ok(lower);
        }
        self.expand(set, key, made, budget)
    }

    /// Searches a set of which an exact cost may be known, and leaves its best guess in
    /// `last_guess`.
    pub fn expand(
        &mut self,
        set: &[u16],
        key: Key,
        made: usize,
        budget: u32,
    ) -> Result<u32, Stopped> {
        self.tick()?;
        let left = made as u8;
        let large = set.len() > LEAST_CANONICAL;
        let form = large.then(|| self.memory.canonical_form(set)).flatten();
        let mut known = self.memory.known_or_canonical(&form, key, left);
        if !(known.lower >= budget || known.exact() && known.guess != NO_GUESS) {
            known = known.and(self.quick_bound(set, key, made));
        }
        if known.lower >= budget || known.exact() && known.guess != NO_GUESS {
            self.last_guess = known.guess;
            return Ok(known.lower);
        }
        let mut buffers = self.buffers.pop().unwrap_or_default();
        let result = self.weigh_guesses(set, key, made, budget, &mut buffers);
        self.buffers.push(buffers);
        let cost = result?.max(known.lower);
        self.memory.remember_canonical(&form, key, left);
        Ok(cost)
    }

    fn weigh_guesses(
        &mut self,
        set: &[u16],
        key: Key,
        made: usize,
        budget: u32,
        buffers: &mut Buffers,
    ) -> Result<u32, Stopped> {
        let left = made as u8;
        let mut best = budget;
        let mut best_guess = NO_GUESS;
        let mut lower = INFINITE;
        self.rank(set, made, budget, buffers)?;
        buffers.fingerprints.clear();
        let hint = [
            self.memory.known(key, left),
            self.memory.known_at_first(key, left),
        ]
        .into_iter()
        .map(|known| known.guess)
        .find(|&guess| guess != NO_GUESS);
        if let Some(guess) = hint
            && let Some(cost) = self.evaluate(set, made, guess, best, buffers)?
        {
            if cost < best {
                (best, best_guess) = (cost, guess);
                self.memory.found(key, left, cost, guess);
            } else {
                lower = cost;
            }
        }
        // Guesses that tell nothing do not count: a narrow search tries others in their place.
        let mut untried = self.width.unwrap_or(usize::MAX);
        for index in 0..buffers.order.len() {
            let (bound, guess) = buffers.order[index];
            if bound >= best || untried == 0 {
                lower = lower.min(bound);
                break;
            }
            if let Some(cost) = self.evaluate(set, made, guess, best, buffers)? {
                untried -= 1;
                if cost < best {
                    (best, best_guess) = (cost, guess);
                    self.memory.found(key, left, cost, guess);
                } else {
                    lower = lower.min(cost);
                }
            }
        }
        if best < budget {
            self.memory.exact(key, left, best, best_guess);
            self.last_guess = best_guess;
            return Ok(best);
        }
        let lower = lower.max(budget);
        self.memory.at_least(key, left, lower);
        Ok(lower)
    }

    /// What the numbers of different answers tell about a set that is not large, or that is close
    /// to the end of the prices.
    fn quick_bound(&mut self, set: &[u16], key: Key, made: usize) -> Known {
        let Setting {
            game,
            steps,
            bounds,
            level,
            ..
        } = self.setting;
        let near_the_end = made + 2 >= steps.end();
        if set.len() > MOST_COUNTED && !near_the_end {
            return Known::NOTHING;
        }
        let mut buffers = self.buffers.pop().unwrap_or_default();
        let sheet = game.matrix.by_secret();
        buffers
            .counts
            .resize(sheet.lines_per_row(), Line([0; LANES]));
        let counts = &mut buffers.counts;
        let most = kernels::distinct(level, sheet, set, &game.labels, None, counts);
        let answers = |guess: u32| counts[guess as usize / LANES].0[guess as usize % LANES];
        let members = set.iter().map(|&code| game.matrix.guess_of(code));
        let member = members
            .max_by_key(|&guess| answers(guess))
            .expect("a set has codes");
        let of_member = bounds.of_answers(set.len(), made, 1, answers(member).into());
        let of_other = bounds.of_answers(set.len(), made, 0, most.into());
        let (cost, guess) = if of_member <= of_other {
            (of_member, member)
        } else {
            // More answers than any member has: this guess is none.
            let place = counts
                .iter()
                .flat_map(|line| line.0)
                .position(|count| count == most);
            (of_other, place.expect("the greatest count") as u32)
        };
        let partition = &mut buffers.partition;
        partition.make(&game.matrix, set, guess);
        // With the third guess from now all of a pair are found, and near the end no price rises.
        let largest = partition.cells.last().map_or(0, |cell| cell.len());
        self.buffers.push(buffers);
        if near_the_end || largest <= 2 {
            self.memory.exact(key, made as u8, cost, guess);
            return Known::exactly(cost, guess);
        }
        self.memory.at_least(key, made as u8, cost);
        Known::at_least(cost)
    }

    /// The cost of a guess if it is below `best`, otherwise a lower bound of at least `best`; `None`
    /// if the guess tells nothing, or as much as an earlier one.
    fn evaluate(
        &mut self,
        set: &[u16],
        made: usize,
        guess: u32,
        best: u32,
        buffers: &mut Buffers,
    ) -> Result<Option<u32>, Stopped> {
        let Setting {
            game,
            steps,
            bounds,
            ..
        } = self.setting;
        let partition = &mut buffers.partition;
        partition.make(&game.matrix, set, guess);
        if partition.is_trivial(set.len()) {
            return Ok(None);
        }
        let next = made + 1;
        let missed: usize = partition.cells.iter().map(|cell| cell.len()).sum();
        let mut total = missed as u32 * steps.at(made);
        for cell in &mut partition.cells {
            let certain = steps.certain_cost(cell.len(), next);
            cell.exact = certain.is_some();
            cell.lower = certain.unwrap_or_else(|| bounds.of(cell.len(), next));
            total += cell.lower;
        }
        if total >= best {
            return Ok(Some(total));
        }
        let mut fingerprint = 0u64;
        for index in 0..partition.cells.len() {
            let cell = partition.cells[index];
            let key = game.key_at(set, partition.places(&cell));
            partition.keys[index] = key;
            if cell.len() > 1 {
                fingerprint = fingerprint.wrapping_add(mix(key as u64));
            }
            if !cell.exact {
                self.memory.prefetch(key, next as u8);
            }
        }
        if !buffers
            .fingerprints
            .insert(fingerprint.wrapping_add(missed as u64))
        {
            return Ok(None);
        }
        for index in 0..partition.cells.len() {
            if !partition.cells[index].exact {
                let known = self.memory.known(partition.keys[index], next as u8);
                total += raise(partition, index, known);
                if total >= best {
                    return Ok(Some(total));
                }
            }
        }
        self.path.push(guess);
        let result = self.evaluate_cells(set, next, best, total, buffers);
        self.path.pop();
        result.map(Some)
    }

    /// Bounds, then searches, the cells whose cost is open, smallest first.
    fn evaluate_cells(
        &mut self,
        set: &[u16],
        next: usize,
        best: u32,
        mut total: u32,
        buffers: &mut Buffers,
    ) -> Result<u32, Stopped> {
        let Buffers {
            partition, codes, ..
        } = buffers;
        for index in 0..partition.cells.len() {
            let cell = partition.cells[index];
            if cell.exact {
                continue;
            }
            partition.codes(&cell, set, codes);
            let known = self.quick_bound(codes, partition.keys[index], next);
            total += raise(partition, index, known);
            if total >= best {
                return Ok(total);
            }
        }
        for (cell, &key) in partition.cells.iter().zip(&partition.keys) {
            if cell.exact {
                continue;
            }
            if next == 1 {
                self.raise_root(total);
                self.show_root(self.path[0]);
            }
            partition.codes(cell, set, codes);
            let room = best - (total - cell.lower);
            let cost = self.search(codes, key, next, room)?;
            total += cost.max(cell.lower) - cell.lower;
            if total >= best {
                break;
            }
        }
        Ok(total)
    }

    /// Fills the order with the guesses worth a search and their bounds, least bound first; the
    /// least bound of the others, if there are any, ends it.
    fn rank(
        &mut self,
        set: &[u16],
        made: usize,
        budget: u32,
        buffers: &mut Buffers,
    ) -> Result<(), Stopped> {
        let Setting {
            game,
            steps,
            bounds,
            watch,
            level,
            ..
        } = self.setting;
        let matrix = &game.matrix;
        let size = set.len() as u32;
        let step = steps.at(made);
        let base = (size - 1) * step;
        let room = budget.min(size * steps.most(made) + 1).saturating_sub(base);
        // A guess whose sum is too large for the kernels costs more than there is room for.
        let scale = room / GREATEST_SUM + 1;
        let values: Vec<u16> = bounds.table(made + 1)[..=set.len()]
            .iter()
            .map(|&bound| (bound / scale).min(u16::MAX.into()) as u16)
            .collect();
        let members = set.iter().map(|&code| matrix.guess_of(code));
        let candidates = game.symmetry.candidates(&self.path, members.clone());
        let packed = candidates.list.len() * 2 <= matrix.guesses();
        let rows: Vec<u16>;
        let (sheet, rows) = if packed {
            let columns = candidates.list.len();
            // One line to spare: packing writes whole lines.
            buffers
                .packed
                .reshape(set.len(), columns.div_ceil(LANES) + 1);
            for (row, &code) in set.iter().enumerate() {
                kernels::pack(
                    level,
                    matrix.by_secret().row(usize::from(code)),
                    (&candidates.list, &candidates.masks),
                    game.labels.win,
                    buffers.packed.row_mut(row),
                );
            }
            rows = (0..set.len() as u16).collect();
            (&buffers.packed, rows.as_slice())
        } else {
            (matrix.by_secret(), set)
        };
        buffers.sums.resize(sheet.lines_per_row(), [0; LANES]);
        watch.poll()?;
        kernels::cell_sums(
            level,
            sheet,
            rows,
            &game.labels,
            &values,
            0,
            &mut buffers.sums,
        );
        buffers.members.clear();
        buffers
            .members
            .resize(matrix.by_secret().lines_per_row(), 0);
        for guess in members {
            buffers.members[guess as usize / LANES] |= 1 << (guess as usize % LANES);
        }
        buffers.order.clear();
        let mut least_left_out = INFINITE;
        for (index, &guess) in candidates.list.iter().enumerate() {
            let column = if packed { index } else { guess as usize };
            let sum = u32::from(buffers.sums[column / LANES][column % LANES]);
            let member = buffers.members[guess as usize / LANES] >> (guess as usize % LANES) & 1;
            let bound = base + u32::from(member == 0) * step + sum * scale;
            if bound < budget {
                buffers.order.push((bound, guess));
            } else {
                least_left_out = least_left_out.min(bound);
            }
        }
        buffers.order.sort_unstable();
        if least_left_out < INFINITE {
            buffers.order.push((least_left_out, NO_GUESS));
        }
        Ok(())
    }

    /// The guess that looks best, by the bounds of its cells.
    pub fn most_promising(&mut self, set: &[u16], made: usize) -> Result<u32, Stopped> {
        let mut buffers = self.buffers.pop().unwrap_or_default();
        let result = self.rank(set, made, INFINITE, &mut buffers);
        let guess = buffers.order.first().map(|&(_, guess)| guess);
        self.buffers.push(buffers);
        result.map(|()| guess.expect("there is a guess"))
    }

    /// The code of a set that gets the most different answers from the others.
    pub fn most_distinct_member(&self, set: &[u16]) -> u32 {
        let matrix = &self.setting.game.matrix;
        let answers = |&guess: &u32| {
            let row = matrix.answers(guess);
            let mut seen = [false; 256];
            set.iter()
                .for_each(|&code| seen[usize::from(row[usize::from(code)])] = true);
            seen.iter().filter(|&&seen| seen).count()
        };
        let members = set.iter().map(|&code| matrix.guess_of(code)).rev();
        members.max_by_key(answers).expect("a set has codes")
    }

    /// Counts a position, and checks from time to time whether to stop.
    fn tick(&mut self) -> Result<(), Stopped> {
        self.positions += 1;
        if self.positions.is_multiple_of(OFTEN) {
            self.flush();
            self.setting.watch.check(Stage::Prices, None, 0)?;
        }
        Ok(())
    }

    fn flush(&mut self) {
        self.setting.watch.count(self.positions);
        self.positions = 0;
    }
}

/// Raises the bound of a cell to what is known, and returns by how much it rose.
fn raise(partition: &mut Partition, index: usize, known: Known) -> u32 {
    let cell = &mut partition.cells[index];
    let rise = known.lower.saturating_sub(cell.lower);
    cell.lower += rise;
    cell.exact |= known.exact();
    rise
}
