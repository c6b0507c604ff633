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
/// `history` are the guesses before the root and the answers to them. A node finds a
/// secret if its guess is a secret that agrees with every answer on the way to it.
pub fn histogram(rules: &Rules, history: &[(Code, u32)], root: &Node) -> Vec<u64> {
    let mut walk = Walk {
        rules,
        secrets: CodeSpace::secrets(rules),
        guesses: CodeSpace::guesses(rules),
        path: history
            .iter()
            .map(|&(guess, answer)| (Scorer::new(rules.feedback(), guess), answer))
            .collect(),
        found: Vec::new(),
    };
    walk.node(root, 0);
    walk.found
}

struct Walk<'a> {
    rules: &'a Rules,
    secrets: CodeSpace,
    guesses: CodeSpace,
    path: Vec<(Scorer, u32)>,
    found: Vec<u64>,
}

impl Walk<'_> {
    fn node(&mut self, node: &Node, depth: usize) {
        let guess = self.guesses.code(u128::from(node.guess));
        let agrees = |(scorer, answer): &(Scorer, u32)| scorer.answer(&guess) == *answer;
        if self.path.iter().all(agrees) && self.secrets.number(&guess).is_some() {
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
