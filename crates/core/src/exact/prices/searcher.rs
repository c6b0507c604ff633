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
pub(super) struct Buffers {
    pub counts: Vec<Line>,
    pub sums: Vec<[u16; LANES]>,
    pub packed: Sheet,
    pub members: Vec<u64>,
    /// Guesses with bounds of their costs, least bound first.
    pub order: Vec<(u32, u32)>,
    pub fingerprints: Fingerprints,
    pub partition: Partition,
    pub codes: Vec<u16>,
}

/// How the search of the first guess stands.
#[derive(Clone, Copy)]
pub(super) struct RootBounds {
    pub lower: u32,
    /// Below the budget, the cost of the best first guess; otherwise the budget.
    pub best: u32,
    pub guess: u32,
    /// The least bound of the first guesses that were not searched yet.
    pub others: u32,
}

/// One search, of all guesses or of the most promising ones.
pub(super) struct Searcher<'a> {
    pub setting: Setting<'a>,
    pub memory: Memory<'a>,
    pub width: Option<usize>,
    /// The guesses made so far, for their symmetry.
    pub path: Vec<u32>,
    positions: u64,
    /// The best guess for the set that was searched last.
    pub last_guess: u32,
    pub buffers: Vec<Buffers>,
    pub root: RootBounds,
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
    pub fn evaluate(
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

    /// Counts a position, and checks from time to time whether to stop.
    fn tick(&mut self) -> Result<(), Stopped> {
        self.positions += 1;
        if self.positions.is_multiple_of(OFTEN) {
            self.flush();
            self.setting.watch.check(Stage::Prices, None, 0)?;
        }
        Ok(())
    }

    pub fn flush(&mut self) {
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
