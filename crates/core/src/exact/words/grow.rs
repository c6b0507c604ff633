//! Trees from what a search knows, and what they cost.

use super::cells::Cells;
use super::position::Position;
use super::searcher::Searcher;
use super::setting::INFINITE;
use super::setting::Setting;
use crate::exact::best_tree::BestTree;
use crate::exact::cost::UNLIMITED;
use crate::exact::memory::NO_GUESS;
use crate::exact::problem::DEEPEST;
use crate::exact::watch::Stopped;
use crate::rules::Rules;
use crate::space::CodeSpace;
use crate::tree::Node;

impl Searcher<'_> {
    /// The tree of a position from its first guess. What the table has lost is searched again.
    ///
    /// # Errors
    /// Stopped; or the tree is deeper than trees may be.
    pub fn tree_from(
        &mut self,
        position: &Position,
        left: u8,
        guess: u32,
        longest: u8,
    ) -> Result<Node, Stopped> {
        let longest = longest.checked_sub(1).ok_or(Stopped)?;
        let game = self.setting.game;
        let mut cells = Cells::default();
        cells.make(self.setting, position, guess, None);
        self.marks.scores.clear();
        let mut parts = Vec::new();
        for places in cells.all() {
            let answer = game.answer(guess, position.set[usize::from(places[0])]);
            let left = self.setting.next_limit(places.len(), left);
            parts.push((answer, left, self.part(position, guess, places)));
        }
        let mut branches = Vec::new();
        for (answer, left, part) in parts {
            let cost = self.search(&part, left, INFINITE)?;
            if cost >= INFINITE || self.last_guess == NO_GUESS {
                return Err(Stopped);
            }
            let next = self.last_guess;
            branches.push((answer, self.tree_from(&part, left, next, longest)?));
        }
        branches.sort_unstable_by_key(|&(answer, _)| answer);
        Ok(Node { guess, branches })
    }

    /// The whole tree; none if it would be too deep, or if the search is stopped.
    pub fn grown(&mut self, position: &Position, left: u8, guess: u32) -> Option<Node> {
        let longest = DEEPEST.min(if left == UNLIMITED { DEEPEST } else { left });
        self.tree_from(position, left, guess, longest).ok()
    }
}

/// A tree with its histogram and its total.
pub(super) struct Measured {
    pub best: BestTree,
    pub total: u64,
}

impl Measured {
    pub fn worst(&self) -> u8 {
        self.best.worst() as u8
    }
}

/// Counts how many guesses a tree takes for each code of a set.
pub(super) fn measured(
    rules: &Rules,
    weights: Option<&[u32]>,
    set: &[u16],
    tree: Node,
) -> Measured {
    let (secrets, guesses) = (CodeSpace::secrets(rules), CodeSpace::guesses(rules));
    let mut histogram: Vec<u64> = Vec::new();
    let mut total = 0;
    for &number in set {
        let secret = secrets.code(number.into());
        let mut node = &tree;
        let mut guesses_made = 1;
        loop {
            let answer = rules.score(&guesses.code(node.guess.into()), &secret);
            if answer == rules.win() {
                break;
            }
            let branch = node
                .branches
                .binary_search_by_key(&answer, |&(answer, _)| answer);
            node = &node.branches[branch.expect("a tree has a branch for each answer")].1;
            guesses_made += 1;
        }
        if histogram.len() < guesses_made {
            histogram.resize(guesses_made, 0);
        }
        histogram[guesses_made - 1] += 1;
        let weight = weights.map_or(1, |weights| weights[usize::from(number)]);
        total += guesses_made as u64 * u64::from(weight);
    }
    Measured {
        best: BestTree { tree, histogram },
        total,
    }
}

impl Setting<'_> {
    pub fn measured(&self, set: &[u16], tree: Node) -> Measured {
        measured(&self.game.rules, self.weights, set, tree)
    }
}
