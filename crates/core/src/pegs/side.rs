//! One side of a search: the levels of positions from one set of positions on.

use std::sync::Arc;

use crate::hash::InvertibleHash;

use super::board::Board;
use super::expand::{Control, Stop, expected_bytes, neighbors};
use super::group::{Direction, Group};
use super::level::Level;

/// Levels of positions from one set of positions on, one jump apart.
#[derive(Clone, Debug)]
pub struct Side {
    /// The symmetries that it uses.
    pub group: Group,
    /// The pegs of the first level.
    pub pegs: usize,
    /// The levels, from the first position on.
    pub levels: Vec<Arc<Level>>,
    /// Whether the last level has no neighbours.
    pub exhausted: bool,
}

impl Side {
    /// A side of one level: these positions, which have equally many pegs.
    pub(crate) fn new(board: &Board, symmetries: &[Vec<u8>], positions: &[u64]) -> Side {
        let group = Group::new(board, symmetries);
        let canonical: Vec<u64> = positions.iter().map(|&p| group.canonical(p)).collect();
        Side {
            levels: vec![Arc::new(Level::from_positions(
                InvertibleHash::new(board.holes()),
                &canonical,
            ))],
            pegs: positions.first().map_or(0, |p| p.count_ones() as usize),
            group,
            exhausted: positions.is_empty(),
        }
    }

    /// The level that was searched last.
    pub fn last(&self) -> &Level {
        &self.levels[self.levels.len() - 1]
    }

    /// The pegs of the last level.
    pub fn last_pegs(&self) -> usize {
        self.pegs + 1 - self.levels.len()
    }

    /// Goes on with levels that an earlier search wrote as bytes; false if they are damaged, and then nothing is changed.
    pub(crate) fn restore<B: AsRef<[u8]>>(&mut self, levels: &[B]) -> bool {
        let hash = InvertibleHash::new(self.group.holes());
        let first = self.last_pegs();
        let read = levels.iter().enumerate().map(|(index, bytes)| {
            let pegs = first.checked_sub(index + 1)?;
            Level::from_bytes(hash, pegs, bytes.as_ref()).map(Arc::new)
        });
        let Some(read) = read.collect::<Option<Vec<_>>>() else {
            return false;
        };
        self.levels.extend(read);
        true
    }

    /// The level of the positions with so many pegs, if it has been searched.
    pub fn level(&self, pegs: usize) -> Option<&Level> {
        self.levels
            .get(self.pegs.checked_sub(pegs)?)
            .map(Arc::as_ref)
    }

    /// For each of many positions with equally many pegs whether it is among the levels.
    pub(crate) fn contains_all(&self, positions: &[u64]) -> Vec<bool> {
        let pegs = positions.first().map_or(0, |p| p.count_ones() as usize);
        let Some(level) = self.level(pegs) else {
            return vec![false; positions.len()];
        };
        let canonical: Vec<u64> = positions.iter().map(|&p| self.group.canonical(p)).collect();
        level
            .index_of_all(&canonical)
            .iter()
            .map(Option::is_some)
            .collect()
    }

    /// Whether a position is among the levels.
    pub fn contains(&self, position: u64) -> bool {
        self.level(position.count_ones() as usize)
            .is_some_and(|level| level.contains(self.group.canonical(position)))
    }

    /// What the levels take in memory, in bytes.
    pub fn bytes(&self) -> usize {
        self.levels.iter().map(|level| level.bytes()).sum()
    }

    /// Adds the next level, unless it is empty.
    ///
    /// # Errors
    /// `Stop::Memory` if the level might not fit into `room` bytes, `Stop::Asked` if `control` says so.
    pub(crate) fn grow(&mut self, room: usize, control: &Control) -> Result<(), Stop> {
        if self.exhausted {
            return Ok(());
        }
        if expected_bytes(&self.levels, &self.group) > room {
            return Err(Stop::Memory);
        }
        let next = neighbors(self.last(), &self.group, Direction::Children, None, control)?;
        if next.is_empty() {
            self.exhausted = true;
        } else {
            self.levels.push(Arc::new(next));
        }
        Ok(())
    }
}
