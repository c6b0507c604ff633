//! The cells that a guess makes of a position, and what each costs at least.

use super::position::{NO_COLUMN, Position};
use super::setting::Setting;
use crate::exact::cost::UNLIMITED;
use crate::exact::partition::{Cell, Partition};

/// A cell whose cost is open.
#[derive(Clone, Copy)]
pub(super) struct OpenCell {
    cell: Cell,
    pub lower: u64,
    pub left: u8,
}

/// The cells of a guess, the winning one left out.
#[derive(Default)]
pub(super) struct Cells {
    partition: Partition,
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
        let game = setting.game;
        match (&position.sheet, column) {
            (Some(sheet), Some(column)) => {
                let labels = (0..position.len()).map(|row| sheet.byte(row, column as usize));
                self.partition.make_by(labels, position.win(game));
            }
            _ => self.partition.make(&game.matrix, &position.set, guess),
        }
    }

    /// The places of each cell, smallest first.
    pub fn all(&self) -> impl Iterator<Item = &[u16]> {
        let cells = self.partition.cells.iter();
        cells.map(|cell| self.partition.places(cell))
    }

    pub fn places(&self, open: &OpenCell) -> &[u16] {
        self.partition.places(&open.cell)
    }

    /// What the guess costs at least, once that is `best` at the latest; lists the cells whose cost is open.
    pub fn weigh(&mut self, setting: &Setting, position: &Position, left: u8, best: u64) -> u64 {
        self.open.clear();
        let mut total = setting.weight_of(&position.set);
        for &cell in &self.partition.cells {
            self.partition.codes(&cell, &position.set, &mut self.codes);
            let left = setting.next_limit(cell.len(), left);
            if let Some(cost) = setting.certain_cost(&self.codes, left) {
                total += cost;
                continue;
            }
            let lower = setting.bound(&self.codes, left);
            total += lower;
            self.open.push(OpenCell { cell, lower, left });
        }
        if total >= best || setting.weights.is_some() || !position.is_named() {
            return total;
        }
        let mut too_much = false;
        self.open.retain_mut(|cell| {
            if too_much {
                return true;
            }
            let places = self.partition.places(&cell.cell);
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

/// What a cell of three secrets or more costs at least by what they tell of each other, and whether that is its cost.
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
