//! The best tree so far.

use crate::tree::Node;

use super::problem::Objective;
use super::quantity::Quantity;

/// A tree and how many codes it finds with each guess.
pub(super) struct BestTree {
    pub tree: Node,
    pub histogram: Vec<u64>,
}

impl BestTree {
    pub fn total(&self) -> u32 {
        let guesses = (1..).zip(&self.histogram);
        guesses.map(|(depth, count)| depth * count).sum::<u64>() as u32
    }

    pub fn worst(&self) -> u32 {
        self.histogram.len() as u32
    }

    pub fn fewest(&self) -> u32 {
        *self.histogram.last().expect("a tree has a guess") as u32
    }

    pub fn value(&self, objective: Objective) -> Vec<u32> {
        let value = |quantity: &Quantity| match quantity {
            Quantity::Total => self.total(),
            Quantity::Worst => self.worst(),
            Quantity::Fewest => self.fewest(),
        };
        objective.quantities().iter().map(value).collect()
    }
}
