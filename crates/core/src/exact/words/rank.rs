//! The guesses of a position in the order in which they are tried, with a lower bound of each.

use super::super::cost;
use super::super::kernels::{self, LANES, Line};
use super::super::watch::Stopped;
use super::position::{NO_COLUMN, Position};
use super::searcher::Searcher;
use super::setting::Setting;
use super::table::INFINITE;

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
    sums: Vec<[u16; LANES]>,
    sizes: Vec<u16>,
    rows: Vec<u16>,
}

impl Setting<'_> {
    /// What a cell of so many secrets costs as experience has it; times eight, for whole numbers.
    fn promise(size: usize) -> f64 {
        let size_f = size as f64;
        match size {
            0 => 0.0,
            1 => 1.0,
            2 => 3.0,
            _ => size_f * (1.7 + 0.24 * size_f.ln()),
        }
    }
}

impl Searcher<'_> {
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
        let result = if position.sheet.is_some() {
            Ok(self.rank_by_sheet(position, left, budget, &mut buffers, order))
        } else {
            self.rank_one_by_one(position, left, budget, &mut buffers, order)
        };
        self.rank_buffers = buffers;
        let least = result?;
        if self.setting.question.width.is_some() || position.sheet.is_none() {
            order.sort_unstable_by_key(|ranked| (ranked.promise, ranked.bound, ranked.column));
        } else {
            order.sort_unstable();
        }
        Ok(least)
    }

    /// The sums of the greatest weights of a set: what a guess with so many answers saves at most.
    fn savings(&self, set: &[u16]) -> Vec<u64> {
        let mut weights: Vec<u64> = set.iter().map(|&code| self.setting.weight(code)).collect();
        weights.sort_unstable_by(|a, b| b.cmp(a));
        let mut sum = 0;
        std::iter::once(0)
            .chain(weights.into_iter().map(|weight| {
                sum += weight;
                sum
            }))
            .collect()
    }

    fn rank_by_sheet(
        &self,
        position: &Position,
        left: u8,
        budget: u64,
        buffers: &mut RankBuffers,
        order: &mut Vec<Ranked>,
    ) -> u64 {
        let setting = self.setting;
        let sheet = position.sheet.as_ref().expect("there is a sheet");
        let size = position.len();
        let names = setting.names.of(size);
        buffers.rows.clear();
        buffers.rows.extend(0..size as u16);
        buffers
            .counts
            .resize(sheet.lines_per_row(), Line([0; LANES]));
        kernels::distinct(
            setting.level,
            sheet,
            &buffers.rows,
            names,
            None,
            &mut buffers.counts,
        );
        let savings = self.savings(&position.set);
        let weight = savings[size];
        let promising = size > 8;
        if promising {
            let values: Vec<u16> = (0..=size)
                .map(|size| (8.0 * Setting::promise(size)) as u16)
                .collect();
            buffers.sums.resize(sheet.lines_per_row(), [0; LANES]);
            let sums = &mut buffers.sums[..sheet.lines_per_row()];
            kernels::cell_sums(setting.level, sheet, &buffers.rows, names, &values, 0, sums);
        }
        let mut least = INFINITE;
        let mut add = |column: usize, found: u64, is_member: bool| {
            let answers = usize::from(buffers.counts[column / LANES].0[column % LANES]);
            let others = size - usize::from(is_member);
            let bound = match left {
                // All others must be found by the last guess.
                2 if answers < others => INFINITE,
                _ => weight + 2 * (weight - found) - savings[answers.min(size)].min(weight - found),
            };
            if bound >= budget {
                least = least.min(bound);
                return;
            }
            let promise = if promising {
                u32::from(buffers.sums[column / LANES][column % LANES]) + 8 * u32::from(!is_member)
            } else {
                0
            };
            order.push(Ranked {
                bound,
                promise,
                column: column as u32,
            });
        };
        let mut members: Vec<(u32, u64)> = position
            .own
            .iter()
            .zip(&position.set)
            .filter(|&(&column, _)| column != NO_COLUMN)
            .map(|(&column, &code)| (column, setting.weight(code)))
            .collect();
        members.sort_unstable();
        let mut next = members.into_iter().peekable();
        for column in 0..position.columns.list.len() {
            match next.next_if(|&(member, _)| member as usize == column) {
                Some((_, found)) => add(column, found, true),
                None => add(column, 0, false),
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
        let table: Vec<u64> = setting.bounds.table(next)[..=size]
            .iter()
            .map(|&bound| {
                if bound >= cost::INFINITE {
                    INFINITE
                } else {
                    bound.into()
                }
            })
            .collect();
        let promises: Vec<u32> = (0..=size)
            .map(|size| (8.0 * Setting::promise(size)) as u32)
            .collect();
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
            let win = std::mem::take(&mut buffers.sizes[usize::from(matrix.win())]) > 0;
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
                    let found = if win {
                        let secret = &setting.game.guesses[guess as usize];
                        let found = position
                            .set
                            .iter()
                            .find(|&&code| setting.game.secrets[usize::from(code)] == *secret);
                        setting.weight(*found.expect("it may be the secret"))
                    } else {
                        0
                    };
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
