//! What all guesses tell about a set and its parts.
//!
//! The column of a guess is its answer for each code of a set. Guesses whose columns divide the set
//! alike divide all its parts alike, so one of them serves for all.

use crate::bounds::Bounds;
use crate::cells::{BLOCK, Sheet};
use crate::doubts::Doubts;
use crate::game::Game;

/// The columns of a set. Labels stand for answers; the winning answer keeps its number.
pub struct Columns {
    /// The codes of the set, one for each row; of the game all secrets, so that row and code are the same.
    pub codes: Vec<u32>,
    /// The guesses of each column in ascending order, one column after the other.
    guesses: Vec<u32>,
    /// Where the guesses of each column begin, and where the last ones end.
    starts: Vec<u32>,
    /// Column by column; empty if the labels are the answers of the game to all guesses.
    labels: Vec<u8>,
    /// The same row by row, with a bit for each label, where the answers are not too many.
    pub bits: Sheet,
}

impl Columns {
    /// All guesses of the game.
    pub fn of_game(game: &Game) -> Columns {
        Columns {
            codes: (0..game.secrets.len() as u32).collect(),
            guesses: (0..game.guesses.len() as u32).collect(),
            starts: (0..=game.guesses.len() as u32).collect(),
            labels: Vec::new(),
            bits: Sheet::new(game.answers, 0, 0),
        }
    }

    /// Whether these are all guesses, for which there is no label but the answers.
    pub fn is_of_game(&self) -> bool {
        self.labels.is_empty()
    }

    /// How many columns there are.
    pub fn width(&self) -> usize {
        self.starts.len() - 1
    }

    /// The guesses that have a column.
    pub fn guesses_of(&self, column: u32) -> &[u32] {
        let (start, end) = (
            self.starts[column as usize],
            self.starts[column as usize + 1],
        );
        &self.guesses[start as usize..end as usize]
    }

    /// Writes down the labels of a part of the set in a column.
    #[inline]
    pub fn read(&self, game: &Game, rows: &[u32], column: u32, labels: &mut Vec<u8>) {
        labels.clear();
        if !self.is_of_game() {
            let count = self.codes.len();
            let all = &self.labels[column as usize * count..][..count];
            labels.extend(rows.iter().map(|&row| all[row as usize]));
        } else if let Some(answers) = game.answers_to(column) {
            labels.extend(rows.iter().map(|&row| answers[row as usize]));
        } else {
            labels.extend(rows.iter().map(|&row| game.answer(column, row)));
        }
    }

    /// How many codes of a part of the set have each label in a column.
    pub fn sizes(&self, game: &Game, rows: &[u32], column: u32) -> Vec<u32> {
        let mut labels = Vec::new();
        self.read(game, rows, column, &mut labels);
        sizes(&labels, game.answers)
    }

    /// The different columns of a part of the set.
    pub fn of_part(&self, game: &Game, rows: &[u32]) -> Columns {
        let (count, win) = (rows.len(), game.win());
        let mut labels: Vec<u8> = Vec::new();
        let mut found = Different::new(self.width());
        let mut column_of = Vec::with_capacity(self.width());
        let mut buffer = Vec::with_capacity(count);
        // Where the answers to a guess do not lie together, those of each code to all guesses are found at once.
        let mut by_row: Vec<u8> = Vec::new();
        if self.is_of_game() && game.answers_to(0).is_none() {
            let mut space = vec![0; self.width()];
            for &row in rows {
                by_row.extend_from_slice(game.row(row, 0, &mut space));
            }
        }
        for column in 0..self.width() as u32 {
            match by_row.is_empty() {
                true => self.read(game, rows, column, &mut buffer),
                false => {
                    buffer.clear();
                    buffer.extend(by_row.iter().skip(column as usize).step_by(self.width()));
                }
            }
            rename(&mut buffer, Some(win));
            column_of.push(found.number(&buffer, &mut labels));
        }
        let width = labels.len() / count;
        // The guesses of each new column are those of the old ones that it is made of.
        let mut starts = vec![0; width + 1];
        for (old, &new) in column_of.iter().enumerate() {
            starts[new as usize + 1] += self.guesses_of(old as u32).len() as u32;
        }
        for new in 0..width {
            starts[new + 1] += starts[new];
        }
        let (mut ends, mut guesses) = (starts.clone(), vec![0; self.guesses.len()]);
        for (old, &new) in column_of.iter().enumerate() {
            for &guess in self.guesses_of(old as u32) {
                guesses[ends[new as usize] as usize] = guess;
                ends[new as usize] += 1;
            }
        }
        let mut bits = Sheet::new(game.answers, count, width);
        if !bits.is_empty() {
            for (column, labels) in labels.chunks_exact(count).enumerate() {
                for (row, &label) in labels.iter().enumerate() {
                    bits.set(row, column, label);
                }
            }
        }
        Columns {
            codes: rows.iter().map(|&row| self.codes[row as usize]).collect(),
            guesses,
            starts,
            labels,
            bits,
        }
    }

    /// The bound of a part of the set: how many of its codes can be found by each guess at the latest.
    pub fn own_bounds(&self, game: &Game, rows: &[u32]) -> Bounds {
        Bounds::of(rows.len() as u32, |last| match self.bits.is_empty() {
            false => {
                let mut most = 0;
                let tell = |_, sums: &[u32; BLOCK]| {
                    most = sums.iter().fold(most, |most, &sum| most.max(sum))
                };
                self.bits.sum_up(rows, last, |_| true, tell);
                most
            }
            true => {
                let columns = 0..self.width() as u32;
                let found = |column: u32| -> u32 {
                    let sizes = self.sizes(game, rows, column);
                    sizes.iter().map(|&size| size.min(last)).sum()
                };
                columns.map(found).max().unwrap_or(0)
            }
        })
    }

    /// The columns that could cost less than `need`, by the numbers of their cells of one code and of more, and
    /// by how many codes are in cells that are too large for two guesses; `cost` is what cells cost by their size.
    pub fn doubtful(&self, game: &Game, rows: &[u32], cost: &[u64], need: u64) -> Vec<u32> {
        if self.bits.is_empty() {
            return (0..self.width() as u32).collect();
        }
        let win = u32::from(game.win());
        let doubts = Doubts::new(game.answers, cost, need);
        let mut found: Vec<(u32, u32)> = Vec::new();
        if doubts.fewest > win + 1 {
            return Vec::new();
        }
        // A cell costs two guesses for each code, less one, and one more for each code beyond the last size of
        // which this is all: the sizes before cost as much, and those after it grow by three or more.
        let last = (1..cost.len()).take_while(|&size| cost[size] == 2 * size as u64 - 1);
        // The winning cell, which costs nothing, is counted as one code whatever is left.
        let last = last.count().max(1);
        self.bits.count_several(rows, |first, counts| {
            let is_enough = |any, &count: &u8| any | (u32::from(count) >= doubts.fewest);
            if !counts.cells.iter().fold(false, is_enough) {
                return;
            }
            for at in 0..BLOCK.min(self.width() - first) {
                let (cells, several) = (counts.cells[at].into(), counts.several[at].into());
                if cells >= doubts.fewest && doubts.has(counts.wins[at].into(), cells, several) {
                    let (wins, codes) = (u32::from(counts.wins[at]), rows.len() as u32);
                    let least = 4 * codes - wins - cells;
                    found.push(((first + at) as u32, least));
                }
            }
        });
        let asked = |first: usize| {
            let next = found.partition_point(|&(column, _)| (column as usize) < first);
            found
                .get(next)
                .is_some_and(|&(column, _)| (column as usize) < first + BLOCK)
        };
        let mut sums = vec![0; self.width().next_multiple_of(BLOCK)];
        let tell = |first: usize, of_block: &[u32; BLOCK]| {
            sums[first..first + BLOCK].copy_from_slice(of_block)
        };
        self.bits.sum_up(rows, last as u32, asked, tell);
        let could = |&(column, least): &(u32, u32)| u64::from(least - sums[column as usize]) < need;
        found
            .into_iter()
            .filter(could)
            .map(|(column, _)| column)
            .collect()
    }
}

/// Numbers different columns in the order in which they come.
struct Different {
    /// Places by a hash of the labels, each with the number of a column or none.
    slots: Vec<u32>,
}

impl Different {
    fn new(most: usize) -> Different {
        Different {
            slots: vec![u32::MAX; (2 * most).next_power_of_two()],
        }
    }

    /// The number of a column; one that is new joins the others in `labels`.
    fn number(&mut self, column: &[u8], labels: &mut Vec<u8>) -> u32 {
        const FACTOR: u64 = 0x9E37_79B9_7F4A_7C15;
        let mut hash = 0u64;
        let mut words = column.chunks_exact(8);
        for word in &mut words {
            let word = u64::from_le_bytes(word.try_into().expect("eight bytes"));
            hash = (hash ^ word).wrapping_mul(FACTOR).rotate_left(29);
        }
        for &label in words.remainder() {
            hash = (hash ^ u64::from(label))
                .wrapping_mul(FACTOR)
                .rotate_left(29);
        }
        hash = hash.wrapping_mul(FACTOR);
        let mut slot = (hash >> 20) as usize & (self.slots.len() - 1);
        loop {
            let number = self.slots[slot];
            if number == u32::MAX {
                let number = (labels.len() / column.len()) as u32;
                self.slots[slot] = number;
                labels.extend_from_slice(column);
                return number;
            }
            if labels[number as usize * column.len()..][..column.len()] == *column {
                return number;
            }
            slot = (slot + 1) & (self.slots.len() - 1);
        }
    }
}

/// How often each label occurs.
fn sizes(labels: &[u8], answers: usize) -> Vec<u32> {
    let mut sizes = vec![0; answers];
    labels
        .iter()
        .for_each(|&label| sizes[usize::from(label)] += 1);
    sizes
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
