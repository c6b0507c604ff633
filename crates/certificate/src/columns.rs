//! What all guesses tell about a set and its parts.
//!
//! The column of a guess is its answer for each code of a set. Guesses whose columns divide the set
//! alike divide all its parts alike, so one of them serves for all.

use std::collections::HashSet;

use crate::bounds::{Bounds, Division};
use crate::game::Game;

/// How many columns are looked at together, so that their counts stay in the nearest cache.
const BLOCK: usize = 1024;

/// The columns of a set. Labels stand for answers; the winning answer keeps its number.
pub struct Columns {
    /// The codes of the set, one for each row; of the game all secrets, so that row and code are the same.
    pub codes: Vec<u32>,
    /// For each column the first guess that has it, in ascending order.
    pub guesses: Vec<u32>,
    /// Row by row; empty if the labels are the answers of the game to all guesses.
    labels: Vec<u8>,
    /// The same with a bit for each label, where 32 bits do; then the cells of many columns are
    /// counted at once.
    bits: Vec<u32>,
}

/// A column for which the size bound does not do.
pub struct Failing {
    pub column: u32,
    pub bound: u64,
    pub wins: bool,
}

impl Columns {
    /// All guesses of the game.
    pub fn of_game(game: &Game) -> Columns {
        Columns {
            codes: (0..game.secrets.len() as u32).collect(),
            guesses: (0..game.guesses.len() as u32).collect(),
            labels: Vec::new(),
            bits: Vec::new(),
        }
    }

    /// The labels of a row for the columns from `first` on, as many as `space` holds.
    fn row<'a>(&'a self, game: &'a Game, row: u32, first: usize, space: &'a mut [u8]) -> &'a [u8] {
        if self.labels.is_empty() {
            return game.row(self.codes[row as usize], first, space);
        }
        let start = row as usize * self.guesses.len() + first;
        &self.labels[start..start + space.len()]
    }

    /// Whether these are all guesses, for which there is no label but the answers.
    pub fn is_of_game(&self) -> bool {
        self.labels.is_empty()
    }

    #[inline]
    fn label(&self, game: &Game, row: u32, column: u32) -> u8 {
        match self.labels.is_empty() {
            true => game.answer(column, self.codes[row as usize]),
            false => self.labels[row as usize * self.guesses.len() + column as usize],
        }
    }

    /// Counts how often each label occurs in a column of a part of the set.
    #[inline]
    fn count(&self, game: &Game, rows: &[u32], column: u32, counts: &mut [u32; 256]) {
        counts[..game.answers].fill(0);
        let mut count = |label: u8| counts[usize::from(label)] += 1;
        if let (true, Some(answers)) = (self.is_of_game(), game.answers_to(column)) {
            rows.iter().for_each(|&row| count(answers[row as usize]));
        } else if self.is_of_game() {
            rows.iter().for_each(|&row| count(game.answer(column, row)));
        } else {
            let (labels, width) = (&self.labels[column as usize..], self.guesses.len());
            rows.iter()
                .for_each(|&row| count(labels[row as usize * width]));
        }
    }

    /// The different columns of a part of the set.
    pub fn of_part(&self, game: &Game, rows: &[u32]) -> Columns {
        let (count, win) = (rows.len(), game.win());
        let mut seen: HashSet<Vec<u8>> = HashSet::new();
        let mut guesses = Vec::new();
        let mut by_column: Vec<u8> = Vec::new();
        let (mut space, mut block) = ([0; BLOCK], vec![0u8; BLOCK * count]);
        for first in (0..self.guesses.len()).step_by(BLOCK) {
            let width = BLOCK.min(self.guesses.len() - first);
            for (place, &row) in rows.iter().enumerate() {
                let labels = self.row(game, row, first, &mut space[..width]);
                for (column, &label) in block.chunks_exact_mut(count).zip(labels) {
                    column[place] = label;
                }
            }
            for (column, labels) in block.chunks_exact_mut(count).take(width).enumerate() {
                rename(labels, Some(win));
                if !seen.contains(labels as &[u8]) {
                    seen.insert(labels.to_vec());
                    guesses.push(self.guesses[first + column]);
                    by_column.extend_from_slice(labels);
                }
            }
        }
        let width = guesses.len();
        let mut labels = vec![0; width * count];
        for (column, of_column) in by_column.chunks_exact(count).enumerate() {
            for (row, &label) in of_column.iter().enumerate() {
                labels[row * width + column] = label;
            }
        }
        Columns {
            codes: rows.iter().map(|&row| self.codes[row as usize]).collect(),
            guesses,
            bits: match game.answers <= 32 {
                true => labels.iter().map(|&label| 1 << label).collect(),
                false => Vec::new(),
            },
            labels,
        }
    }

    /// How all guesses divide a part of the set.
    pub fn divisions(
        &self,
        game: &Game,
        rows: &[u32],
        columns: impl Iterator<Item = u32>,
    ) -> HashSet<Division> {
        let mut found = HashSet::new();
        let mut counts = [0; 256];
        for column in columns {
            self.count(game, rows, column, &mut counts);
            let win = usize::from(game.win());
            let wins = counts[win] > 0;
            let sizes = counts[..win].iter().copied();
            let mut sizes: Vec<u32> = sizes.filter(|&size| size > 0).collect();
            sizes.sort_unstable();
            found.insert((wins, sizes));
        }
        found
    }

    /// A column for a part of the set, with names of its cells that depend on the division alone.
    pub fn division(&self, game: &Game, rows: &[u32], column: u32) -> Vec<u8> {
        let mut labels: Vec<u8> = rows
            .iter()
            .map(|&row| self.label(game, row, column))
            .collect();
        rename(&mut labels, None);
        labels
    }

    /// The columns by which the bounds of a part's cells do not sum up to `need`.
    ///
    /// `among` names the columns to look at, or None for all. Where guesses must be possible, only
    /// columns of codes of the part count.
    pub fn failing(
        &self,
        game: &Game,
        rows: &[u32],
        among: Option<&[u32]>,
        (bounds, left, need): (&Bounds, u32, u32),
    ) -> Vec<Failing> {
        let size = rows.len() as u32;
        let cost: Vec<u64> = (0..=size)
            .map(|codes| u64::from(bounds.cost(codes, left)))
            .collect();
        let fewest = fewest_cells(game, &cost, u64::from(need));
        let mut failing = Vec::new();
        if fewest == [u32::MAX; 2] {
            return failing;
        }
        let all = (0..self.guesses.len() as u32).collect();
        let candidates = match (among, self.bits.is_empty()) {
            (Some(among), _) => among.to_vec(),
            (None, true) => all,
            (None, false) => self.with_cells(rows, fewest, u32::from(game.win())),
        };
        let win = usize::from(game.win());
        let mut counts = [0; 256];
        for column in candidates {
            self.count(game, rows, column, &mut counts);
            let wins = counts[win] > 0;
            let cells = &counts[..win];
            let bound =
                u64::from(size) + cells.iter().map(|&cell| cost[cell as usize]).sum::<u64>();
            // A guess that tells nothing never helps.
            let helps = wins || !game.only_possible && !cells.contains(&size);
            if bound < u64::from(need) && helps {
                failing.push(Failing {
                    column,
                    bound,
                    wins,
                });
            }
        }
        failing
    }

    /// The columns that have enough cells: `fewest[1]` of them with a winning cell, else `fewest[0]`.
    fn with_cells(&self, rows: &[u32], fewest: [u32; 2], win: u32) -> Vec<u32> {
        let width = self.guesses.len();
        let least = fewest[0].min(fewest[1]);
        let mut found = Vec::new();
        for first in (0..width).step_by(BLOCK) {
            let block = first..width.min(first + BLOCK);
            let (mut masks, mut counts) = ([0u32; BLOCK], [0u32; BLOCK]);
            let bits = |row: &u32| &self.bits[*row as usize * width..][block.clone()];
            for four in rows.chunks(4) {
                // A row twice changes nothing.
                let [a, b, c, d] = [0, 1, 2, 3].map(|row| bits(&four[row.min(four.len() - 1)]));
                let rows = a.iter().zip(b).zip(c).zip(d);
                for (mask, (((a, b), c), d)) in masks.iter_mut().zip(rows) {
                    *mask |= a | b | c | d;
                }
            }
            for (count, mask) in counts.iter_mut().zip(&masks) {
                *count = mask.count_ones();
            }
            for (at, &count) in counts[..block.len()].iter().enumerate() {
                if count >= least && count >= fewest[(masks[at] >> win & 1) as usize] {
                    found.push((first + at) as u32);
                }
            }
        }
        found
    }
}

/// With how many cells at least, the winning one included, a guess could cost less than `need`:
/// first without, then with a winning cell. The cost of a cell grows faster with each code, so cells
/// of the same size cost least.
fn fewest_cells(game: &Game, cost: &[u64], need: u64) -> [u32; 2] {
    let size = cost.len() - 1;
    [0, 1].map(|wins| {
        let codes = size - wins;
        (1..=game.answers)
            .find(|&cells| {
                let others = cells - wins;
                if others == 0 {
                    return codes == 0;
                }
                let (small, large) = (codes / others, codes % others);
                let more = match large {
                    0 => 0,
                    _ => large as u64 * cost[small + 1],
                };
                size as u64 + more + (others - large) as u64 * cost[small] < need
            })
            .map_or(u32::MAX, |cells| cells as u32)
    })
}

/// Names the cells of a column in the order in which they appear; `but` keeps its name.
pub fn rename(labels: &mut [u8], but: Option<u8>) {
    let mut names = [None; 256];
    let mut next = 0;
    for label in labels {
        if but != Some(*label) {
            *label = *names[usize::from(*label)].get_or_insert_with(|| {
                next += 1;
                (next - 1) as u8
            });
        }
    }
}
