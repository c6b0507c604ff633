//! The best tree so far.

use crate::tree::Node;

use super::{Objective, Stage};

/// A tree and how many codes it finds with each guess.
pub(super) struct Best {
    pub tree: Node,
    pub histogram: Vec<u64>,
}

impl Best {
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
        let value = |stage: &Stage| match stage {
            Stage::Total => self.total(),
            Stage::Worst => self.worst(),
            Stage::Fewest => self.fewest(),
        };
        objective.stages().iter().map(value).collect()
    }
}

impl Objective {
    /// What is made least, one after the other.
    pub(super) fn stages(self) -> &'static [Stage] {
        use Stage::{Fewest, Total, Worst};
        match self {
            Objective::Total => &[Total],
            Objective::Worst => &[Worst],
            Objective::WorstTotal => &[Worst, Total],
            Objective::TotalWorst => &[Total, Worst],
            Objective::WorstFewest => &[Worst, Fewest],
            Objective::WorstFewestTotal => &[Worst, Fewest, Total],
        }
    }
}
