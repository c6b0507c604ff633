//! The cells that a guess makes of a position, and what each costs at least.

use super::position::{NO_COLUMN, Position};
use super::setting::Setting;
use crate::exact::cost::UNLIMITED;

/// A cell whose cost is open.
#[derive(Clone, Copy)]
pub(super) struct OpenCell {
    start: u32,
    end: u32,
    pub lower: u64,
    pub left: u8,
}

/// The cells of a guess, the winning one left out.
#[derive(Default)]
pub(super) struct Cells {
    /// Where each cell starts and ends among the places.
    ranges: Vec<(u32, u32)>,
    places: Vec<u16>,
    labels: Vec<u8>,
    codes: Vec<u16>,
    /// The cells whose cost is open, smallest first.
    pub open: Vec<OpenCell>,
}

impl Cells {
    /// Divides the set of a position. A column is that of the guess in the sheet of the position.
    pub fn make(
        &mut self,
        setting: &Setting,
        position: &Position,
        guess: u32,
        column: Option<u32>,
    ) {
        self.labels.clear();
        let size = position.len();
        let win;
        match (&position.sheet, column) {
            (Some(sheet), Some(column)) => {
                win = position.win(setting.game);
                let labels = (0..size).map(|row| sheet.byte(row, column as usize));
                self.labels.extend(labels);
            }
            _ => {
                let matrix = &setting.game.matrix;
                win = matrix.win();
                let answers = matrix.answers(guess);
                let labels = position.set.iter().map(|&code| answers[usize::from(code)]);
                self.labels.extend(labels);
            }
        }
        let mut sizes = [0u32; 256];
        for &label in &self.labels {
            sizes[usize::from(label)] += 1;
        }
        sizes[usize::from(win)] = 0;
        self.ranges.clear();
        let mut used: Vec<(u32, u8)> = Vec::with_capacity(size.min(256));
        for (label, &count) in sizes.iter().enumerate() {
            if count > 0 {
                used.push((count, label as u8));
            }
        }
        used.sort_unstable();
        let mut start = 0;
        let mut next = [0u32; 256];
        for &(count, label) in &used {
            next[usize::from(label)] = start;
            self.ranges.push((start, start + count));
            start += count;
        }
        self.places.resize(start as usize, 0);
        for (place, &label) in self.labels.iter().enumerate() {
            if label != win {
                let next = &mut next[usize::from(label)];
                self.places[*next as usize] = place as u16;
                *next += 1;
            }
        }
    }

    /// The places of each cell, smallest first.
    pub fn all(&self) -> impl Iterator<Item = &[u16]> {
        self.ranges
            .iter()
            .map(|&(start, end)| &self.places[start as usize..end as usize])
    }

    pub fn places(&self, cell: &OpenCell) -> &[u16] {
        &self.places[cell.start as usize..cell.end as usize]
    }

    /// What the guess costs at least, once that is `best` at the latest; lists the cells whose cost is open.
    pub fn weigh(&mut self, setting: &Setting, position: &Position, left: u8, best: u64) -> u64 {
        self.open.clear();
        let mut total = setting.weight_of(&position.set);
        for &(start, end) in &self.ranges {
            let places = &self.places[start as usize..end as usize];
            self.codes.clear();
            let codes = places.iter().map(|&place| position.set[usize::from(place)]);
            self.codes.extend(codes);
            let left = setting.next_limit(places.len(), left);
            if let Some(cost) = setting.certain_cost(&self.codes, left) {
                total += cost;
                continue;
            }
            let lower = setting.bound(&self.codes, left);
            total += lower;
            self.open.push(OpenCell {
                start,
                end,
                lower,
                left,
            });
        }
        if total >= best || setting.weights.is_some() || !position.is_named() {
            return total;
        }
        let places = &self.places;
        let mut too_much = false;
        self.open.retain_mut(|cell| {
            if too_much {
                return true;
            }
            let places = &places[cell.start as usize..cell.end as usize];
            let (lower, exact) = by_members(position, places, cell.left);
            let lower = lower.max(cell.lower);
            total += lower - cell.lower;
            cell.lower = lower;
            too_much = total >= best;
            !exact
        });
        total
    }
}

/// What a cell of three secrets or more costs at least by what its secrets tell of each other, and whether that is
/// what it costs.
fn by_members(position: &Position, places: &[u16], left: u8) -> (u64, bool) {
    let sheet = position.sheet.as_ref().expect("there is a sheet");
    let size = places.len();
    let mut best = 0;
    for &member in places {
        let column = position.own[usize::from(member)];
        if column == NO_COLUMN {
            continue;
        }
        let mut seen = 0u64;
        for &place in places {
            seen |= 1 << sheet.byte(usize::from(place), column as usize);
        }
        // The winning answer is one of them.
        best = best.max(seen.count_ones() as usize - 1);
        if best + 1 == size {
            return (2 * size as u64 - 1, true);
        }
    }
    let exact = best + 2 == size && (left == UNLIMITED || left >= 3);
    (2 * size as u64, exact)
}
