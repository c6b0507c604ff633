//! What all guesses tell about a set and its parts.
//!
//! The column of a guess is its answer for each code of a set. Guesses whose columns divide the set
//! alike divide all its parts alike, so one of them serves for all.

use std::collections::HashSet;

use crate::bounds::Bounds;
use crate::game::Game;

/// How many columns are looked at together, so that their counts stay in the nearest cache.
const BLOCK: usize = 1024;
/// The same for columns that are turned into lines of their own.
const FEW: usize = 128;
/// How many columns are passed over at once if none of them has enough cells.
const GLANCE: usize = 32;

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
    pub fn count(&self, game: &Game, rows: &[u32], column: u32) -> [u32; 256] {
        let mut counts = [0; 256];
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
        counts
    }

    /// The different columns of a part of the set.
    pub fn of_part(&self, game: &Game, rows: &[u32]) -> Columns {
        let (count, win) = (rows.len(), game.win());
        let mut seen: HashSet<Vec<u8>> = HashSet::new();
        let mut guesses = Vec::new();
        let mut by_column: Vec<u8> = Vec::new();
        let (mut space, mut block) = ([0; FEW], vec![0u8; FEW * count]);
        for first in (0..self.guesses.len()).step_by(FEW) {
            let width = FEW.min(self.guesses.len() - first);
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

    /// How many codes of a part of the set give each answer, guess by guess.
    pub fn counts(&self, game: &Game, rows: &[u32]) -> Vec<u32> {
        let (width, answers) = (self.guesses.len(), game.answers);
        let mut counts = vec![0; width * answers];
        let mut space = [0; FEW];
        for (block, counts) in counts.chunks_mut(FEW * answers).enumerate() {
            let space = &mut space[..counts.len() / answers];
            for &row in rows {
                let labels = self.row(game, row, block * FEW, space);
                for (counts, &label) in counts.chunks_exact_mut(answers).zip(labels) {
                    counts[usize::from(label)] += 1;
                }
            }
        }
        counts
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
        let mut failing = Vec::new();
        let all = (0..self.guesses.len() as u32).collect();
        let candidates = match (among, self.bits.is_empty()) {
            (Some(among), _) => among.to_vec(),
            (None, true) => all,
            (None, false) => self.doubtful(game, rows, &cost, u64::from(need)),
        };
        let win = usize::from(game.win());
        for column in candidates {
            let counts = self.count(game, rows, column);
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

    /// The columns that could cost less than `need`, by the numbers of their cells of one code and of more.
    fn doubtful(&self, game: &Game, rows: &[u32], cost: &[u64], need: u64) -> Vec<u32> {
        let (width, win) = (self.guesses.len(), u32::from(game.win()));
        let doubts = Doubts::new(game.answers, cost, need);
        let mut found = Vec::new();
        if doubts.fewest > win + 1 {
            return found;
        }
        for first in (0..width).step_by(BLOCK) {
            let block = first..width.min(first + BLOCK);
            let rows = rows
                .iter()
                .map(|&row| &self.bits[row as usize * width..][block.clone()]);
            let mut cells = Cells {
                any: [0; BLOCK],
                several: [0; BLOCK],
                count: [0; BLOCK],
            };
            cells.fill(rows.collect::<Vec<_>>().as_slice());
            for (chunk, counts) in cells.count.chunks_exact(GLANCE).enumerate() {
                let is_enough = |any, &count| any | (count >= doubts.fewest);
                if !counts.iter().fold(false, is_enough) {
                    continue;
                }
                for (at, &count) in (chunk * GLANCE..).zip(counts) {
                    let (wins, several) = (cells.any[at] >> win & 1, cells.several[at]);
                    if count >= doubts.fewest && doubts.has(wins, count, several.count_ones()) {
                        found.push((first + at) as u32);
                    }
                }
            }
        }
        found
    }
}

/// A bit for each cell of a block of columns, and how many cells each column has.
struct Cells {
    any: [u32; BLOCK],
    /// Only the cells of more than one code.
    several: [u32; BLOCK],
    count: [u32; BLOCK],
}

impl Cells {
    /// Joins the bits of some rows; with wider instructions where the processor has them.
    fn fill(&mut self, rows: &[&[u32]]) {
        #[cfg(target_arch = "x86_64")]
        if std::arch::is_x86_feature_detected!("avx512vpopcntdq")
            && std::arch::is_x86_feature_detected!("avx512vl")
        {
            // SAFETY: the processor has these instructions, as was asked just now.
            return unsafe { self.fill_avx512(rows) };
        } else if std::arch::is_x86_feature_detected!("avx2") {
            // SAFETY: as above.
            return unsafe { self.fill_avx2(rows) };
        }
        self.fill_anywhere(rows);
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx512f,avx512vl,avx512vpopcntdq")]
    fn fill_avx512(&mut self, rows: &[&[u32]]) {
        self.fill_anywhere(rows);
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    fn fill_avx2(&mut self, rows: &[&[u32]]) {
        self.fill_anywhere(rows);
    }

    #[inline(always)]
    fn fill_anywhere(&mut self, rows: &[&[u32]]) {
        let mut pairs = rows.chunks_exact(2);
        for pair in &mut pairs {
            let cells = self.any.iter_mut().zip(&mut self.several);
            for ((any, several), (a, b)) in cells.zip(pair[0].iter().zip(pair[1])) {
                *several |= *any & (a | b) | a & b;
                *any |= a | b;
            }
        }
        for row in pairs.remainder() {
            for ((any, several), bit) in self.any.iter_mut().zip(&mut self.several).zip(*row) {
                *several |= *any & bit;
                *any |= bit;
            }
        }
        for (count, any) in self.count.iter_mut().zip(&self.any) {
            *count = any.count_ones();
        }
    }
}

/// With which numbers of cells a guess could cost less than is needed.
struct Doubts {
    /// For no winning cell and for one, for each number of cells and of those with several codes.
    table: Vec<bool>,
    /// The fewest cells with which it could.
    fewest: u32,
    side: usize,
}

impl Doubts {
    /// `cost` is what cells of each size cost. It grows faster with each code, so among several cells the
    /// rest of the codes costs least if they are of the same size.
    fn new(answers: usize, cost: &[u64], need: u64) -> Doubts {
        let (size, side) = (cost.len() - 1, answers + 1);
        let mut table = vec![false; 2 * side * side];
        let mut fewest = u32::MAX;
        for wins in 0..2 {
            for cells in 1..=answers.min(size) {
                for several in 0..=cells.min(size - cells) {
                    let single = cells - several;
                    if single < wins || several == 0 && single < size {
                        continue;
                    }
                    let (rest, cells_of_rest) = (size - single, several.max(1));
                    let (small, large) = (rest / cells_of_rest, rest % cells_of_rest);
                    let mut least = size as u64 + (single - wins) as u64 * cost[1];
                    least += (cells_of_rest - large) as u64 * cost[small];
                    least += if large > 0 {
                        large as u64 * cost[small + 1]
                    } else {
                        0
                    };
                    if least < need {
                        table[(wins * side + cells) * side + several] = true;
                        fewest = fewest.min(cells as u32);
                    }
                }
            }
        }
        Doubts {
            table,
            fewest,
            side,
        }
    }

    fn has(&self, wins: u32, cells: u32, several: u32) -> bool {
        self.table[(wins as usize * self.side + cells as usize) * self.side + several as usize]
    }
}

/// Names the cells of a column in the order in which they appear; `but` keeps its name.
pub fn rename(labels: &mut [u8], but: Option<u8>) {
    let mut names = [u16::MAX; 256];
    let mut next = 0;
    for label in labels {
        if but != Some(*label) {
            let name = &mut names[usize::from(*label)];
            if *name == u16::MAX {
                *name = next;
                next += 1;
            }
            *label = *name as u8;
        }
    }
}
