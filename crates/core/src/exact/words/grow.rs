//! Trees from what a search knows, and what they cost.

use super::cells::Cells;
use super::position::Position;
use super::searcher::Searcher;
use super::setting::INFINITE;
use crate::code::Code;
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

/// What a tree for a set of codes costs.
pub(super) fn measured(
    rules: &Rules,
    weights: Option<&[u32]>,
    set: &[u16],
    tree: Node,
) -> Measured {
    let (secrets, guesses) = (CodeSpace::secrets(rules), CodeSpace::guesses(rules));
    let guesses_for = |secret: Code| {
        let (mut node, mut made) = (&tree, 1);
        loop {
            let answer = rules.score(&guesses.code(node.guess.into()), &secret);
            if answer == rules.win() {
                return made;
            }
            let place = node
                .branches
                .binary_search_by_key(&answer, |branch| branch.0);
            node = &node.branches[place.expect("a tree has a branch for each answer")].1;
            made += 1;
        }
    };
    let total = set.iter().map(|&code| {
        let weight = weights.map_or(1, |weights| weights[usize::from(code)]);
        u64::from(weight) * guesses_for(secrets.code(code.into()))
    });
    Measured {
        total: total.sum(),
        best: BestTree::of(rules, set, tree),
    }
}
