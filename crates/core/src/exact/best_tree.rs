//! The best tree so far, and the outcome of the search that made it.

use crate::code::Code;
use crate::rules::Rules;
use crate::space::CodeSpace;
use crate::tree::{Node, histogram};

use super::problem::{Objective, Outcome, Quantity};
use super::quick_tree::quick_tree;
use super::watch::Watch;

/// A tree, how many codes it finds with each guess, and the sum of the guesses, each code counted by its weight.
pub(super) struct BestTree {
    pub tree: Node,
    pub histogram: Vec<u64>,
    pub total: u64,
}

impl BestTree {
    /// A tree for a set of codes.
    pub fn of(rules: &Rules, set: &[u16], tree: Node) -> Self {
        let lies = |code: &u16| set.binary_search(code).is_ok().then_some(0);
        let mut best = BestTree::with_lies(rules, &lies, tree);
        if let Some(weights) = rules.weights() {
            let secrets = CodeSpace::secrets(rules);
            let total = set.iter().map(|&code| {
                let secret = secrets.code(code.into());
                u64::from(weights[usize::from(code)]) * guesses_for(rules, &best.tree, &secret)
            });
            best.total = total.sum();
        }
        best
    }

    /// A tree for the codes for which so many lies may still be told.
    pub fn with_lies(rules: &Rules, lies: &dyn Fn(&u16) -> Option<usize>, tree: Node) -> Self {
        let secrets = CodeSpace::secrets(rules);
        let spare = |code: &Code| lies(&(secrets.number(code)? as u16));
        let histogram = histogram(rules, &tree, &spare);
        let guesses = (1..).zip(&histogram);
        BestTree {
            total: guesses.map(|(depth, count)| depth * count).sum(),
            histogram,
            tree,
        }
    }

    /// See [`quick_tree`]; none if it does not keep to the limit.
    pub fn quick(
        rules: &Rules,
        set: &[u16],
        first_guess: Option<u32>,
        limit: Option<u8>,
    ) -> Option<Self> {
        quick_tree(rules, set, first_guess)
            .map(|tree| BestTree::of(rules, set, tree))
            .filter(|best| best.keeps_to(limit))
    }

    pub fn keeps_to(&self, limit: Option<u8>) -> bool {
        limit.is_none_or(|limit| self.worst() <= limit.into())
    }

    pub fn worst(&self) -> u32 {
        self.histogram.len() as u32
    }

    pub fn fewest(&self) -> u32 {
        *self.histogram.last().expect("a tree has a guess") as u32
    }

    pub fn value(&self, objective: Objective) -> Vec<u64> {
        let value = |quantity: &Quantity| match quantity {
            Quantity::Total => self.total,
            Quantity::Worst => self.worst().into(),
            Quantity::Fewest => self.fewest().into(),
        };
        objective.quantities().iter().map(value).collect()
    }

    /// The sum of the prices of the codes: the nth of the prices with the nth guess, and the last with later ones.
    pub fn sum_of(&self, prices: &[u32]) -> u64 {
        let last = prices.last().expect("there is a price");
        let prices = prices.iter().chain(std::iter::repeat(last));
        let sums = prices.zip(&self.histogram);
        sums.map(|(&price, &count)| u64::from(price) * count).sum()
    }
}

/// How many guesses a tree takes for a secret.
fn guesses_for(rules: &Rules, mut node: &Node, secret: &Code) -> u64 {
    let guesses = CodeSpace::guesses(rules);
    (1..)
        .find(|_| {
            let answer = rules.score(&guesses.code(node.guess.into()), secret);
            let branches = &node.branches;
            if answer != rules.win() {
                let place = branches.binary_search_by_key(&answer, |branch| branch.0);
                node = &branches[place.expect("a tree has a branch for each answer")].1;
            }
            answer == rules.win()
        })
        .expect("it is found")
}

impl Outcome {
    /// What a search among so many codes has found: a lower bound, its best tree with a value; whether it `ended`.
    pub(super) fn new(
        watch: &Watch,
        remaining: usize,
        lower: Option<Vec<u64>>,
        ended: bool,
        best: Option<BestTree>,
        value: impl FnOnce(&BestTree) -> Vec<u64>,
    ) -> Self {
        let upper = best.as_ref().map(value);
        // A tree that could not be rebuilt in full for want of positions proves nothing.
        let proven = ended && lower == upper;
        let (tree, histogram) =
            best.map_or_else(Default::default, |best| (Some(best.tree), best.histogram));
        Outcome {
            proven,
            lower,
            upper,
            tree,
            histogram,
            stopped: watch.reason().filter(|_| !proven),
            positions: watch.positions(),
            memory: watch.memory(),
            remaining,
        }
    }
}
