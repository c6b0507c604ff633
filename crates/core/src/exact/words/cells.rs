//! The cells that a guess makes of a position, and what each costs at least.

use super::position::Position;
use super::setting::Setting;
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

    /// What the guess costs at least; lists the cells whose cost is open.
    pub fn weigh(&mut self, setting: &Setting, position: &Position, left: u8) -> u64 {
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
        total
    }
}
