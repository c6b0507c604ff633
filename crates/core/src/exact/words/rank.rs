//! The guesses of a position in the order in which they are tried, with a lower bound of each.

use super::position::{MOST_ROWS, Position};
use super::searcher::Searcher;
use super::setting::{INFINITE, Setting};
use crate::exact::cost;
use crate::exact::game::Game;
use crate::exact::kernels::{self, LANES, Line, Sums};
use crate::exact::watch::Stopped;

/// A guess that may be tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Ranked {
    /// What the set costs at least with this guess.
    pub bound: u64,
    /// The less, the better it looks.
    pub promise: u32,
    pub column: u32,
}

/// Buffers of a ranking.
#[derive(Default)]
pub(super) struct RankBuffers {
    counts: Vec<Line>,
    sums: Vec<Sums>,
    least: Vec<Sums>,
    values: Vec<u16>,
    sizes: Vec<u16>,
    pub rows: Vec<u16>,
    /// Columns that are looked at.
    pub masks: Vec<u64>,
}

impl Position {
    /// Whether the answers are in a sheet, the position's own or the matrix, and few enough for the passes.
    pub fn is_ranked_by_sheet(&self, game: &Game) -> bool {
        self.sheet.is_some()
            || self.len() <= MOST_ROWS && self.columns.list.len() == game.guesses.len()
    }
}

/// What a cell of so many secrets costs as experience has it; times eight, for whole numbers.
fn promised(size: usize) -> u32 {
    let size_f = size as f64;
    let cost = match size {
        0 => 0.0,
        1 => 1.0,
        2 => 3.0,
        _ => size_f * (1.7 + 0.24 * size_f.ln()),
    };
    (8.0 * cost) as u32
}

/// Whole numbers for what the rest of a game costs for each code, on average.
const PROMISE_UNIT: f64 = 1_048_576.0;

/// What weights say of a guess: what its cells cost as experience has it.
struct WeighedCells {
    /// By answer: the weight of the cell, and the sum of its weights times their logarithms.
    cells: Vec<(f64, f64)>,
    used: Vec<u8>,
}

impl WeighedCells {
    /// The promise of a guess from its answers to codes of these weights: less entropy, fewer guesses by weight.
    fn promise(
        &mut self,
        answers: impl Iterator<Item = u8>,
        weights: &[(f64, f64)],
        win: u8,
    ) -> u32 {
        let mut all = 0.0;
        for (label, &(weight, with_log)) in answers.zip(weights) {
            all += weight;
            if label == win {
                continue;
            }
            let cell = &mut self.cells[usize::from(label)];
            if cell.0 == 0.0 {
                self.used.push(label);
            }
            cell.0 += weight;
            cell.1 += with_log;
        }
        let mut sum = 0.0;
        for label in self.used.drain(..) {
            let (weight, with_logs) = std::mem::take(&mut self.cells[usize::from(label)]);
            let entropy = (weight.ln() - with_logs / weight).max(0.0);
            // The two lines meet near five codes of the same weight.
            sum += weight * (1.0 + 0.72 * entropy).min(1.7 + 0.24 * entropy);
        }
        (sum / all * PROMISE_UNIT) as u32
    }
}

impl Searcher<'_> {
    /// Puts the promise by weights in place of that by sizes.
    fn weigh_promises(&self, position: &Position, order: &mut [Ranked]) -> Result<(), Stopped> {
        let matrix = &self.setting.game.matrix;
        let weights = position.set.iter().map(|&code| {
            let weight = self.setting.weight(code) as f64;
            (weight, weight * weight.ln())
        });
        let weights: Vec<(f64, f64)> = weights.collect();
        let mut cells = WeighedCells {
            cells: vec![(0.0, 0.0); 256],
            used: Vec::new(),
        };
        for (index, ranked) in order.iter_mut().enumerate() {
            if index % 256 == 0 {
                self.setting.watch.poll()?;
            }
            let answers = matrix.answers(position.columns.list[ranked.column as usize]);
            let answers = position.set.iter().map(|&code| answers[usize::from(code)]);
            ranked.promise = cells.promise(answers, &weights, matrix.win);
        }
        Ok(())
    }

    /// Lists the guesses whose bound is below the budget, best first; returns the least bound of all others.
    pub fn rank(
        &mut self,
        position: &Position,
        left: u8,
        budget: u64,
        order: &mut Vec<Ranked>,
    ) -> Result<u64, Stopped> {
        order.clear();
        let mut buffers = std::mem::take(&mut self.rank_buffers);
        let result = if position.is_ranked_by_sheet(self.setting.game) {
            Ok(self.rank_by_sheet(position, left, budget, &mut buffers, Some(order)))
        } else {
            self.rank_one_by_one(position, left, budget, &mut buffers, order)
        };
        self.rank_buffers = buffers;
        let least = result?;
        if self.setting.question.width.is_some() || !position.is_named() {
            if self.setting.weights.is_some() {
                self.weigh_promises(position, order)?;
            }
            order.sort_unstable_by_key(|ranked| (ranked.promise, ranked.bound, ranked.column));
        } else {
            order.sort_unstable();
        }
        Ok(least)
    }

    /// By how many answers a guess gets, what it saves at most.
    fn savings(&self, set: &[u16]) -> Vec<u64> {
        cost::greatest_sums(set.iter().map(|&code| self.setting.weight(code)))
    }

    /// Ranks guesses by their columns; without a list only the least bound is found.
    pub fn rank_by_sheet(
        &self,
        position: &Position,
        left: u8,
        budget: u64,
        buffers: &mut RankBuffers,
        mut order: Option<&mut Vec<Ranked>>,
    ) -> u64 {
        let setting = self.setting;
        let game = setting.game;
        let size = position.len();
        buffers.rows.clear();
        let (rows, names) = match &position.sheet {
            Some(sheet) => {
                buffers.rows.extend(0..size as u16);
                let names = match position.is_named() {
                    true => setting.names.of(size),
                    false => &game.labels,
                };
                (sheet.rows(&buffers.rows), names)
            }
            None => (game.matrix.by_secret.rows(&position.set), &game.labels),
        };
        let lines = rows.lines_per_row();
        let savings = self.savings(&position.set);
        let weight = savings[size];
        let next = setting.next_limit(size, left);
        // Counting answers says as much as sizes do, as long as no cell can be larger than there are answers.
        let by_sizes = setting.weights.is_none() && size > game.labels.list.len();
        if by_sizes {
            let table = &setting.bounds.table(next)[..=size];
            let values = table.iter().map(|&bound| bound.min(u16::MAX.into()) as u16);
            buffers.values.clear();
            buffers.values.extend(values);
            buffers.values[size] = u16::MAX; // it tells nothing
            buffers.least.resize(lines, [0; LANES]);
            let (values, sums) = (&buffers.values, &mut buffers.least);
            kernels::cell_sums(setting.level, rows, names, values, sums);
        } else {
            buffers.counts.resize(lines, Line([0; LANES]));
            let counts = &mut buffers.counts;
            let most = kernels::distinct(setting.level, rows, names, None, counts);
            if order.is_none() {
                return self.least_by_answers(position, left, &savings, (most, counts));
            }
        }
        let promising = size > 8 && order.is_some();
        if promising {
            buffers.values.clear();
            buffers
                .values
                .extend((0..=size).map(|size| promised(size) as u16));
            buffers.sums.resize(lines, [0; LANES]);
            let (values, sums) = (&buffers.values, &mut buffers.sums);
            kernels::cell_sums(setting.level, rows, names, values, sums);
        }
        let mut least = INFINITE;
        let mut add = |column: usize, found: u64, is_member: bool| {
            let (line, lane) = (column / LANES, column % LANES);
            let bound = if by_sizes {
                match buffers.least[line][lane] {
                    u16::MAX => INFINITE,
                    sum => weight + u64::from(sum),
                }
            } else {
                let answers = usize::from(buffers.counts[line].0[lane]);
                let others = size - usize::from(is_member);
                match left {
                    _ if answers == 1 && others == size => INFINITE, // it tells nothing
                    // All others must be found by the last guess.
                    2 if answers < others => INFINITE,
                    _ => {
                        let saved = savings[answers.min(size)].min(weight - found);
                        weight + 2 * (weight - found) - saved
                    }
                }
            };
            let Some(order) = order.as_mut().filter(|_| bound < budget) else {
                least = least.min(bound);
                return;
            };
            let promise = if promising {
                u32::from(buffers.sums[line][lane]) + 8 * u32::from(!is_member)
            } else {
                0
            };
            order.push(Ranked {
                bound,
                promise,
                column: column as u32,
            });
        };
        let columns = &position.columns.list;
        let member = |&code: &u16| {
            let place = columns.binary_search(&game.matrix.guess_of(code)).ok();
            place.map(|place| (place, setting.weight(code)))
        };
        // Ascending, as the secrets are.
        let mut next = position.set.iter().filter_map(member).peekable();
        for column in 0..columns.len() {
            match next.next_if(|&(member, _)| member == column) {
                Some((_, found)) => add(column, found, true),
                None => add(column, 0, false),
            }
        }
        least
    }

    /// The least bound of all guesses from the number of different answers to each, `most` being the greatest of them.
    fn least_by_answers(
        &self,
        position: &Position,
        left: u8,
        savings: &[u64],
        (most, counts): (u8, &[Line]),
    ) -> u64 {
        let Setting { game, .. } = *self.setting;
        let size = position.len();
        let weight = savings[size];
        // Fewer answers never cost less, and a guess that may be the secret costs less than another with as many.
        let most = usize::from(most);
        let mut least = match left {
            _ if most < 2 => INFINITE,
            2 if most < size => INFINITE,
            _ => 3 * weight - savings[most.min(size)],
        };
        for &code in &position.set {
            let guess = game.matrix.guess_of(code);
            let Ok(column) = position.columns.list.binary_search(&guess) else {
                continue;
            };
            let answers = usize::from(counts[column / LANES].0[column % LANES]);
            let found = self.setting.weight(code);
            if left != 2 || answers + 1 == size {
                let saved = savings[answers].min(weight - found);
                least = least.min(3 * weight - 2 * found - saved);
            }
        }
        least
    }

    fn rank_one_by_one(
        &self,
        position: &Position,
        left: u8,
        budget: u64,
        buffers: &mut RankBuffers,
        order: &mut Vec<Ranked>,
    ) -> Result<u64, Stopped> {
        let setting = self.setting;
        let matrix = &setting.game.matrix;
        let size = position.len();
        let savings = self.savings(&position.set);
        let weight = savings[size];
        let next = setting.next_limit(size, left);
        let wide = |&bound: &u32| match bound {
            cost::INFINITE.. => INFINITE,
            bound => bound.into(),
        };
        let table = setting.bounds.table(next)[..=size].iter();
        let table: Vec<u64> = table.map(wide).collect();
        let promises: Vec<u32> = (0..=size).map(promised).collect();
        buffers.sizes.clear();
        buffers.sizes.resize(256, 0);
        let mut least = INFINITE;
        for (column, &guess) in position.columns.list.iter().enumerate() {
            if column % 256 == 0 {
                setting.watch.poll()?;
            }
            let answers = matrix.answers(guess);
            for &code in &position.set {
                buffers.sizes[usize::from(answers[usize::from(code)])] += 1;
            }
            let win = std::mem::take(&mut buffers.sizes[usize::from(matrix.win)]) > 0;
            let (mut cells, mut sum, mut promise) = (0, 0u64, 0);
            for &label in setting.game.labels.list.iter() {
                let cell = usize::from(std::mem::take(&mut buffers.sizes[usize::from(label)]));
                cells += usize::from(cell > 0);
                sum += table[cell];
                promise += promises[cell];
                if cell == size {
                    sum = INFINITE; // it tells nothing
                }
            }
            let bound = match setting.weights {
                None => weight + sum,
                Some(_) => {
                    let is_guess = |&&code: &&u16| matrix.guess_of(code) == guess;
                    let found = win.then(|| position.set.iter().find(is_guess));
                    let found = found.flatten().map_or(0, |&code| setting.weight(code));
                    let by_weight =
                        weight + 2 * (weight - found) - savings[cells].min(weight - found);
                    if sum >= INFINITE { INFINITE } else { by_weight }
                }
            };
            if bound >= budget {
                least = least.min(bound);
                continue;
            }
            order.push(Ranked {
                bound,
                promise: promise + 8 * u32::from(!win),
                column: column as u32,
            });
        }
        Ok(least)
    }
}
