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

/// How many games end with 1, 2, 3 … guesses, counted from the root of a tree: without lies, how many
/// secrets it finds so.
///
/// `spare` says of a code how many lies may still be told at the root if it is the secret; `None` if it
/// cannot be. A game ends at a node if its guess may be the secret there: then no more answers on the
/// way were lies than may be told, and it was not guessed before.
pub fn histogram(rules: &Rules, root: &Node, spare: &dyn Fn(&Code) -> Option<usize>) -> Vec<u64> {
    let mut walk = Walk {
        rules,
        guesses: CodeSpace::guesses(rules),
        spare,
        path: Vec::new(),
        found: Vec::new(),
    };
    walk.node(root);
    walk.found
}

/// How many lies may still be told if a code is the secret, after guesses and the answers to them;
/// `None` if it cannot be.
pub fn spare_lies(rules: &Rules, history: &[(Code, u32)], code: &Code) -> Option<usize> {
    let turns = history
        .iter()
        .map(|&(guess, answer)| (guess, rules.score(&guess, code), answer));
    let mut spare = CodeSpace::secrets(rules)
        .number(code)
        .map(|_| rules.lies())?;
    for (guess, truth, answer) in turns {
        if truth != answer {
            if guess == *code || answer == rules.win() {
                return None;
            }
            spare = spare.checked_sub(1)?;
        }
    }
    Some(spare)
}

struct Walk<'a> {
    rules: &'a Rules,
    guesses: CodeSpace,
    spare: &'a dyn Fn(&Code) -> Option<usize>,
    /// The guesses from the root on, each prepared, and the answers to them.
    path: Vec<(Code, Scorer, u32)>,
    found: Vec<u64>,
}

impl Walk<'_> {
    fn node(&mut self, node: &Node) {
        let guess = self.guesses.code(u128::from(node.guess));
        if self.may_win(&guess) {
            let depth = self.path.len();
            let wanted = self.found.len().max(depth + 1);
            self.found.resize(wanted, 0);
            self.found[depth] += 1;
        }
        for (answer, child) in &node.branches {
            let scorer = Scorer::new(self.rules.feedback(), guess);
            self.path.push((guess, scorer, *answer));
            self.node(child);
            self.path.pop();
        }
    }

    fn may_win(&self, guess: &Code) -> bool {
        if !self.rules.has_answer(guess, guess) {
            return false; // a guess that is no secret has no answers to others
        }
        let mut left = self.rules.lies();
        for (old, scorer, answer) in &self.path {
            if scorer.answer(guess) != *answer {
                if left == 0 || old == guess {
                    return false;
                }
                left -= 1;
            }
        }
        let told = self.rules.lies() - left;
        (self.spare)(guess).is_some_and(|spare| told <= spare)
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
