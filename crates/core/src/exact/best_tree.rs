//! The best tree so far, and the outcome of the search that made it.

use crate::code::Code;
use crate::rules::Rules;
use crate::space::CodeSpace;
use crate::tree::{Node, histogram};

use super::problem::{Objective, Outcome};
use super::quantity::Quantity;
use super::quick_tree::quick_tree;
use super::watch::Watch;

/// A tree and how many codes it finds with each guess.
pub(super) struct BestTree {
    pub tree: Node,
    pub histogram: Vec<u64>,
}

impl BestTree {
    /// A tree for a set of codes, with the number of them that it finds with each guess.
    pub fn of(rules: &Rules, set: &[u16], tree: Node) -> Self {
        let secrets = CodeSpace::secrets(rules);
        let spare = |code: &Code| {
            let number = secrets.number(code)? as u16;
            set.binary_search(&number).is_ok().then_some(0)
        };
        BestTree {
            histogram: histogram(rules, &tree, &spare),
            tree,
        }
    }

    /// See [`quick_tree`].
    pub fn quick(rules: &Rules, set: &[u16], first_guess: Option<u32>) -> Option<Self> {
        quick_tree(rules, set, first_guess).map(|tree| BestTree::of(rules, set, tree))
    }

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

impl Outcome {
    /// What a search among so many codes has found: a lower bound, and its best tree with the value
    /// that `value` gives it. `ended` says whether the search came to its end.
    pub(super) fn new<V: Into<u64>>(
        watch: &Watch,
        remaining: usize,
        lower: Option<Vec<V>>,
        ended: bool,
        best: Option<BestTree>,
        value: impl FnOnce(&BestTree) -> Vec<V>,
    ) -> Self {
        let wide = |values: Vec<V>| values.into_iter().map(Into::into).collect();
        let lower: Option<Vec<u64>> = lower.map(wide);
        let upper = best.as_ref().map(value).map(wide);
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
