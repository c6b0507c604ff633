//! The guesses of a position in the order in which they are tried, with a lower bound of each; and small cells that the
//! best guess settles.

use super::position::{MOST_ROWS, NO_COLUMN, Position};
use super::searcher::Searcher;
use super::setting::INFINITE;
use crate::bits::full;
use crate::exact::cost::{self, UNLIMITED, greatest_sums};
use crate::exact::game::Game;
use crate::exact::kernels::{self, Excess, LANES, Line, Sums};
use crate::exact::partition::{answers_from, sizes_of};
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
    values: Vec<u16>,
    rows: Vec<u16>,
    /// Columns that are looked at.
    masks: Vec<u64>,
}

/// What a ranking knows of a position.
struct Ranking<'a> {
    position: &'a Position,
    left: u8,
    /// Guesses whose bound is below it are listed.
    budget: u64,
    /// By how many answers a guess gets, what it saves at most.
    savings: Vec<u64>,
}

impl Ranking<'_> {
    /// The weight of all secrets.
    fn weight(&self) -> u64 {
        self.savings[self.position.len()]
    }

    /// What a guess costs at least with so many answers, the winning one left out, and what the secret weighs that it
    /// is, if it is one.
    fn by_answers(&self, answers: usize, found: Option<u64>) -> u64 {
        let size = self.position.len();
        let others = size - usize::from(found.is_some());
        let later = self.weight() - found.unwrap_or(0);
        match self.left {
            _ if answers == 1 && others == size => INFINITE, // it tells nothing
            // All others must be found by the last guess.
            2 if answers < others => INFINITE,
            _ => self.weight() + 2 * later - self.savings[answers.min(size)].min(later),
        }
    }
}

impl Position {
    /// Whether the answers are in a sheet, the position's own or the matrix, and few enough for the passes.
    fn is_ranked_by_sheet(&self, game: &Game) -> bool {
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

impl Searcher<'_> {
    /// Puts the promise by weights in place of that by sizes: less entropy, fewer guesses by weight.
    fn weigh_promises(&self, position: &Position, order: &mut [Ranked]) -> Result<(), Stopped> {
        let matrix = &self.setting.game.matrix;
        let all = self.setting.weight_of(&position.set) as f64;
        // By answer: the weight of the cell, and the sum of its weights times their logarithms.
        let mut cells = [(0.0, 0.0); 256];
        let mut used: Vec<u8> = Vec::new();
        let weights = position.set.iter().map(|&code| {
            let weight = self.setting.weight(code) as f64;
            (code, weight, weight * weight.ln())
        });
        let weights: Vec<(u16, f64, f64)> = weights.collect();
        for (index, ranked) in order.iter_mut().enumerate() {
            if index % 256 == 0 {
                self.setting.watch.poll()?;
            }
            let answers = matrix.answers(position.columns.list[ranked.column as usize]);
            for &(code, weight, with_log) in &weights {
                let label = answers[usize::from(code)];
                if label == matrix.win {
                    continue;
                }
                let cell = &mut cells[usize::from(label)];
                if cell.0 == 0.0 {
                    used.push(label);
                }
                cell.0 += weight;
                cell.1 += with_log;
            }
            let promised = |label: u8| {
                let (weight, with_logs) = std::mem::take(&mut cells[usize::from(label)]);
                let entropy = (weight.ln() - with_logs / weight).max(0.0);
                // The two lines meet near five codes of the same weight.
                weight * (1.0 + 0.72 * entropy).min(1.7 + 0.24 * entropy)
            };
            let promise: f64 = used.drain(..).map(promised).sum();
            ranked.promise = (promise / all * PROMISE_UNIT) as u32;
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
        let setting = self.setting;
        let ranking = Ranking {
            position,
            left,
            budget,
            savings: greatest_sums(position.set.iter().map(|&code| setting.weight(code))),
        };
        let least = match position.is_ranked_by_sheet(setting.game) {
            true => self.rank_by_sheet(&ranking, order),
            false => self.rank_one_by_one(&ranking, order),
        }?;
        if setting.question.width.is_some() || !position.is_named() {
            if setting.weights.is_some() {
                self.weigh_promises(position, order)?;
            }
            order.sort_unstable_by_key(|ranked| (ranked.promise, ranked.bound, ranked.column));
        } else {
            order.sort_unstable();
        }
        Ok(least)
    }

    /// Lists guesses by the bound and the promise of each column and of the weight of the secret that it is, if it is one.
    fn list(
        &self,
        ranking: &Ranking,
        order: &mut Vec<Ranked>,
        weigh: impl Fn(usize, Option<u64>) -> (u64, u32),
    ) -> Result<u64, Stopped> {
        let columns = &ranking.position.columns.list;
        let member = |&code: &u16| {
            let guess = self.setting.game.matrix.guess_of(code);
            let place = columns.binary_search(&guess).ok()?;
            Some((place, self.setting.weight(code)))
        };
        // Ascending, as the secrets are.
        let mut members = ranking.position.set.iter().filter_map(member).peekable();
        let mut least = INFINITE;
        for column in 0..columns.len() {
            if column % 256 == 0 {
                self.setting.watch.poll()?;
            }
            let found = members.next_if(|&(member, _)| member == column);
            let (bound, promise) = weigh(column, found.map(|(_, weight)| weight));
            if bound < ranking.budget {
                let column = column as u32;
                order.push(Ranked {
                    bound,
                    promise,
                    column,
                });
            } else {
                least = least.min(bound);
            }
        }
        Ok(least)
    }

    /// Ranks guesses by passes over their columns.
    fn rank_by_sheet(
        &mut self,
        ranking: &Ranking,
        order: &mut Vec<Ranked>,
    ) -> Result<u64, Stopped> {
        let (setting, position) = (self.setting, ranking.position);
        let game = setting.game;
        let size = position.len();
        let mut buffers = std::mem::take(&mut self.rank_buffers);
        buffers.rows.clear();
        let (rows, names) = match &position.sheet {
            Some(sheet) => {
                buffers.rows.extend(0..size as u16);
                let names = match position.is_named() {
                    true => setting.names,
                    false => &game.labels,
                };
                (sheet.rows(&buffers.rows), names)
            }
            None => (game.matrix.by_secret.rows(&position.set), &game.labels),
        };
        let lines = rows.lines_per_row();
        // Counting answers says as much as sizes do, as long as no cell can be larger than there are answers.
        let result = if setting.weights.is_none() && size > game.labels.list.len() {
            let next = setting.next_limit(size, ranking.left);
            let table = &setting.bounds.table(next)[..=size];
            let values = table.iter().map(|&bound| bound.min(u16::MAX.into()) as u16);
            buffers.values.clear();
            buffers.values.extend(values);
            buffers.values[size] = u16::MAX; // it tells nothing
            buffers.sums.resize(lines, [0; LANES]);
            let (values, sums) = (&buffers.values, &mut buffers.sums);
            kernels::cell_sums(setting.level, rows, names, values, sums);
            let sums = sums.as_flattened();
            self.list(ranking, order, |column, _| match sums[column] {
                u16::MAX => (INFINITE, 0),
                sum => (ranking.weight() + u64::from(sum), 0),
            })
        } else {
            buffers.counts.resize(lines, Line([0; LANES]));
            kernels::distinct(setting.level, rows, names, None, &mut buffers.counts);
            let counts = kernels::as_bytes(&buffers.counts);
            self.list(ranking, order, |column, found| {
                (ranking.by_answers(counts[column].into(), found), 0)
            })
        };
        self.rank_buffers = buffers;
        result
    }

    fn rank_one_by_one(&self, ranking: &Ranking, order: &mut Vec<Ranked>) -> Result<u64, Stopped> {
        let (setting, position) = (self.setting, ranking.position);
        let game = setting.game;
        let size = position.len();
        let next = setting.next_limit(size, ranking.left);
        let table = setting.bounds.table(next)[..=size].iter();
        let costs = table.enumerate().map(|(cell, &bound)| match bound {
            _ if cell == size => (INFINITE, 0), // it tells nothing
            cost::INFINITE.. => (INFINITE, 0),
            bound => (bound.into(), promised(cell)),
        });
        let costs: Vec<(u64, u32)> = costs.collect();
        self.list(ranking, order, |column, found| {
            let guess = position.columns.list[column];
            let sizes = sizes_of(&game.matrix, &position.set, guess);
            let (mut cells, mut sum, mut promise) = (0, 0, 8 * u32::from(found.is_none()));
            for &label in &game.labels.list {
                let cell = usize::from(sizes[usize::from(label)]);
                let (least, promised) = costs[cell];
                cells += usize::from(cell > 0);
                sum += least;
                promise += promised;
            }
            let bound = match setting.weights {
                _ if sum >= INFINITE => INFINITE,
                None => ranking.weight() + sum,
                Some(_) => ranking.by_answers(cells, found),
            };
            (bound, promise)
        })
    }

    /// What three secrets or more cost at least by the best guess, without a position of their own, and whether that is
    /// all; `marked` if only marked guesses are made.
    ///
    /// A guess that tells all `n` secrets of a cell apart finds them within `2n` guesses, or `2n - 1` if it is one of
    /// them. If two secrets give the same answer, it takes one guess more. No more than that is needed of most small
    /// cells.
    pub fn settle(
        &mut self,
        position: &Position,
        places: &[u16],
        left: u8,
        marked: bool,
    ) -> (u64, bool) {
        let game = self.setting.game;
        let size = places.len();
        let twice = 2 * size as u64;
        let enough = left == UNLIMITED || left >= 3;
        let columns = &position.columns.list;
        let own_matrix = columns.len() == game.guesses.len() && position.sheet.is_none();
        if position.sheet.is_none() && !own_matrix {
            return (0, false);
        }
        let RankBuffers { rows, masks, .. } = &mut self.rank_buffers;
        masks.clear();
        if marked {
            masks.extend(&self.marks.masks);
        } else {
            masks.extend(full(columns.len()));
        }
        let codes = || places.iter().map(|&place| position.set[usize::from(place)]);
        rows.clear();
        rows.extend(codes());
        let mut best_member = 0;
        for (code, &place) in codes().zip(places) {
            let guess = game.matrix.guess_of(code);
            let column = if own_matrix {
                guess
            } else {
                position.own[usize::from(place)]
            };
            if column == NO_COLUMN {
                continue;
            }
            masks[column as usize / 64] &= !(1 << (column % 64));
            best_member = best_member.max(answers_from(&game.matrix, rows, guess));
        }
        // The winning answer is one of them.
        if best_member == size {
            return (twice - 1, true);
        }
        if best_member + 1 == size && enough {
            return (twice, true);
        }
        let rows = match &position.sheet {
            Some(sheet) => sheet.rows(places),
            None => game.matrix.by_secret.rows(rows),
        };
        match kernels::excess_among(self.setting.level, rows, masks) {
            Excess::None => (twice, true),
            Excess::One if enough => (twice + 1, true),
            Excess::More if enough => (twice + 1, false),
            _ => (twice, false),
        }
    }
}
