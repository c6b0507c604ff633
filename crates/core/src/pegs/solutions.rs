//! Solutions one after the other, in ascending order of their holes.

use std::sync::Arc;

use super::winning::{Moves, Run, Winning};

/// The solutions of a problem: of each its moves, of each move the holes its peg stands on, first to last.
///
/// Nothing is stored but the way to the current solution, so the first of many comes at once.
#[derive(Clone, Debug)]
pub struct Solutions {
    winning: Arc<Winning>,
    moves: Option<Arc<Moves>>,
    /// Of each move made what else could have been chosen, last choice first.
    choices: Vec<Vec<Run>>,
    made: Vec<Vec<u8>>,
    /// Whether the start already is the finish and nothing asks for a first jump.
    is_done: bool,
}

impl Solutions {
    /// With `moves` only the solutions with the fewest moves, else all; `first` is the first jump's from and to.
    pub fn new(
        winning: Arc<Winning>,
        moves: Option<Arc<Moves>>,
        first: Option<(u8, u8)>,
    ) -> Solutions {
        let mut solutions = Solutions {
            moves,
            choices: Vec::new(),
            made: Vec::new(),
            is_done: first.is_none() && winning.is_finish(winning.start()),
            winning,
        };
        let start = solutions.winning.start();
        if solutions.winning.is_solvable() {
            let runs = solutions.choices_from(start, first);
            solutions.choices.push(runs);
        }
        solutions
    }

    fn choices_from(&self, position: u64, first: Option<(u8, u8)>) -> Vec<Run> {
        let mut runs = self.winning.runs(position);
        if let Some((from, to)) = first {
            runs.retain(|run| run.holes[..2] == [from, to]);
        }
        if let Some(moves) = &self.moves {
            let left = |run: &Run| moves.of(&self.winning, run.end);
            let fewest = runs.iter().filter_map(left).min();
            runs.retain(|run| left(run) == fewest);
        } else {
            runs.retain(|run| run.holes.len() == 2);
        }
        runs.reverse();
        runs
    }

    /// The moves made, with the jumps of one peg in a row taken together.
    fn solution(&self) -> Vec<Vec<u8>> {
        let mut moves: Vec<Vec<u8>> = Vec::new();
        for run in &self.made {
            match moves.last_mut() {
                Some(last) if last.last() == run.first() => last.extend(&run[1..]),
                _ => moves.push(run.clone()),
            }
        }
        moves
    }
}

impl Iterator for Solutions {
    type Item = Vec<Vec<u8>>;

    fn next(&mut self) -> Option<Self::Item> {
        // Then there is one solution, which has no moves.
        if self.choices.len() == 1 && self.is_done {
            self.choices.clear();
            return Some(Vec::new());
        }
        while let Some(choices) = self.choices.last_mut() {
            let Some(run) = choices.pop() else {
                self.choices.pop();
                self.made.pop();
                continue;
            };
            self.made.push(run.holes);
            if self.winning.is_finish(run.end) {
                let solution = self.solution();
                self.made.pop();
                return Some(solution);
            }
            let next = self.choices_from(run.end, None);
            self.choices.push(next);
        }
        None
    }
}
