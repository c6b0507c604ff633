//! Lower bounds of the cost of a guess, from its partition alone.

use super::context::Context;
use super::fingerprints::Fingerprints;
use crate::exact::bounds::LowerBounds;
use crate::exact::cost::{Goal, INFINITE, after_a_guess};
use crate::exact::memory::At;
use crate::exact::partition::{MutualAnswers, Partition};

/// A set to guess in.
#[derive(Clone, Copy)]
pub(in crate::exact) struct Position<'p> {
    pub set: &'p [u16],
    /// Guesses left.
    pub left: u8,
    /// The answers of its codes to each other, if it is not too large.
    pub mutual: &'p MutualAnswers,
    /// Bounds by size of its parts.
    pub bounds: &'p LowerBounds,
}

impl<'p> At<'p> {
    /// A set to guess in, with the answers of its codes to each other and the bounds of its parts.
    pub fn weighed(self, mutual: &'p MutualAnswers, bounds: &'p LowerBounds) -> Position<'p> {
        Position {
            set: self.set,
            left: self.left,
            mutual,
            bounds,
        }
    }
}

/// What weighing a guess shows.
pub(in crate::exact) enum Verdict {
    /// Its cost if that is below the best so far, or a lower bound.
    Cost(u32),
    /// It makes the same partition as a guess that was evaluated before.
    Repeated,
    /// A lower bound; some cells stay open.
    Open(u32),
}

impl Context<'_> {
    /// Bounds a guess by the sizes of its cells and by the answers of their members.
    pub fn weigh(
        &self,
        at: Position,
        guess: u32,
        best: u32,
        fingerprints: &mut Fingerprints,
        partition: &mut Partition,
    ) -> Verdict {
        let Position { set, left, .. } = at;
        let goal = self.question.goal;
        let next = after_a_guess(left);
        let narrow = self.game.labels.narrow;
        // To divide a code takes as long as so many lines.
        self.watch.read([24, 3][usize::from(narrow)] * set.len());
        match narrow {
            true => partition.make_after_a_pass(&self.game.matrix, set, guess),
            false => partition.make(&self.game.matrix, set, guess),
        }
        if partition.is_trivial(set.len()) {
            return Verdict::Cost(INFINITE);
        }
        let cells = self.bound_cells(at.bounds, partition, next);
        let mut total = (goal.step(left) * set.len() as u32).saturating_add(cells);
        if total >= best {
            return Verdict::Cost(total);
        }
        let mut open = 0;
        for index in 0..partition.cells.len() {
            let mut cell = partition.cells[index];
            if cell.exact {
                continue;
            }
            if goal == Goal::Total && cell.len() <= self.small && !at.mutual.is_empty() {
                let left = goal.normal_limit(cell.len(), next);
                let size = cell.len() as u32;
                let labels = &self.game.labels;
                let places = partition.places(&cell);
                let answers = at.mutual.best_member(self.level, places, labels) as u32;
                cell.telling = answers as u8;
                let lower = cell.lower.max(2 * size - u32::from(answers + 1 == size));
                cell.exact = answers + 1 == size || answers + 2 == size && left >= 3;
                total += lower - cell.lower;
                cell.lower = lower;
                if total >= best {
                    return Verdict::Cost(total);
                }
            }
            open += usize::from(!cell.exact);
            partition.cells[index] = cell;
        }
        let fingerprint = self.fingerprint_of(set, partition);
        match () {
            _ if !fingerprints.insert(fingerprint) => Verdict::Repeated,
            _ if open == 0 => Verdict::Cost(total),
            _ => Verdict::Open(total),
        }
    }

    /// The partition that a guess makes of a set, and what the guess costs at least by the sizes of its cells.
    pub fn divided(
        &self,
        bounds: &LowerBounds,
        set: &[u16],
        guess: u32,
        left: u8,
    ) -> (Partition, u32) {
        let mut partition = Partition::default();
        partition.make(&self.game.matrix, set, guess);
        let step = self.question.goal.step(left) * set.len() as u32;
        let cells = self.bound_cells(bounds, &mut partition, after_a_guess(left));
        (partition, step.saturating_add(cells))
    }

    /// Bounds the cells of a partition by their sizes, and adds the bounds up.
    pub fn bound_cells(&self, bounds: &LowerBounds, partition: &mut Partition, next: u8) -> u32 {
        let goal = self.question.goal;
        let mut total = 0u32;
        for cell in &mut partition.cells {
            let left = goal.normal_limit(cell.len(), next);
            let certain = goal.certain_cost(cell.len(), left);
            cell.exact = certain.is_some();
            cell.lower = certain.unwrap_or_else(|| bounds.of(cell.len(), left));
            total = total.saturating_add(cell.lower);
        }
        total
    }

    /// Raises the bounds of the cells whose cost is open by what the table knows, until they add up to `best`.
    #[inline]
    pub fn look_up_cells(
        &self,
        set: &[u16],
        partition: &mut Partition,
        next: u8,
        best: u32,
        mut total: u32,
    ) -> u32 {
        for index in 0..partition.cells.len() {
            let cell = &partition.cells[index];
            if !cell.exact {
                let key = self.game.key_at(set, partition.places(cell));
                let left = self.question.goal.normal_limit(cell.len(), next);
                self.memory.prefetch(key, left);
                partition.keys[index] = key;
            }
        }
        for (cell, &key) in partition.cells.iter_mut().zip(&partition.keys) {
            if cell.exact {
                continue;
            }
            let known = self
                .memory
                .known(key, self.question.goal.normal_limit(cell.len(), next));
            if known.lower > cell.lower {
                total = total.saturating_add(known.lower - cell.lower);
                cell.lower = known.lower;
                if total >= best {
                    break;
                }
            }
            cell.exact = known.exact();
        }
        total
    }
}
