//! A strategy as a tree: a guess and, for each answer to it, what to do next.

use crate::code::Code;
use crate::feedback::Scorer;
use crate::rules::Rules;
use crate::space::CodeSpace;

/// A guess and the subtrees of the answers that do not end the game.
///
/// With totals, the winning number may have a branch: other codes than the guess earn it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// Its number among the codes that may be guessed.
    pub guess: u32,
    /// By feedback number, ascending.
    pub branches: Vec<(u32, Node)>,
}

/// How many secrets a tree finds with 1, 2, 3 … guesses, counted from its root.
///
/// `is_possible` says which secrets are possible at the root. A node finds a secret if its
/// guess is one of these that agrees with every answer on the way to it.
pub fn histogram(rules: &Rules, is_possible: impl Fn(&Code) -> bool, root: &Node) -> Vec<u64> {
    let mut walk = Walk {
        rules,
        guesses: CodeSpace::guesses(rules),
        is_possible,
        path: Vec::new(),
        found: Vec::new(),
    };
    walk.node(root, 0);
    walk.found
}

struct Walk<'a, F> {
    rules: &'a Rules,
    is_possible: F,
    guesses: CodeSpace,
    path: Vec<(Scorer, u32)>,
    found: Vec<u64>,
}

impl<F: Fn(&Code) -> bool> Walk<'_, F> {
    fn node(&mut self, node: &Node, depth: usize) {
        let guess = self.guesses.code(u128::from(node.guess));
        let agrees = |(scorer, answer): &(Scorer, u32)| scorer.answer(&guess) == *answer;
        if self.path.iter().all(agrees) && (self.is_possible)(&guess) {
            let wanted = self.found.len().max(depth + 1);
            self.found.resize(wanted, 0);
            self.found[depth] += 1;
        }
        for (answer, child) in &node.branches {
            let scorer = Scorer::new(self.rules.feedback(), guess);
            self.path.push((scorer, *answer));
            self.node(child, depth + 1);
            self.path.pop();
        }
    }
}

impl Node {
    /// Appends this tree in preorder, three numbers a node: the answer that leads to it,
    /// its guess and the number of its branches.
    pub fn flatten(&self, answer: u32, out: &mut Vec<u32>) {
        out.extend([answer, self.guess, self.branches.len() as u32]);
        for (answer, child) in &self.branches {
            child.flatten(*answer, out);
        }
    }
}
