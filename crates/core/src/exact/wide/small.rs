//! Sets whose least totals follow without a search, and trees that take no time.

use std::collections::BTreeMap;

use crate::tree::Node;

use super::cells::{depth_of, least};
use super::search::WideSearch;
use crate::exact::best_tree::BestTree;
use crate::exact::best_tree::quick_tree;
use crate::exact::cost::INFINITE;

/// What is known of the least total of a set.
#[derive(Clone)]
pub(super) struct Part {
    pub lower: u32,
    /// The total of a tree, and the tree.
    pub upper: Option<(u32, Node)>,
}

impl Part {
    fn exactly(cost: u32, tree: Node) -> Self {
        Part {
            lower: cost,
            upper: Some((cost, tree)),
        }
    }

    pub fn at_least(lower: u32) -> Self {
        Part { lower, upper: None }
    }

    pub fn cost(&self) -> u32 {
        self.upper.as_ref().map_or(INFINITE, |&(cost, _)| cost)
    }

    pub fn is_exact(&self) -> bool {
        self.lower >= self.cost()
    }
}

impl WideSearch<'_> {
    /// A set of one or two codes, or one that no tree has.
    pub fn certain(&self, set: &[u16], cost: u32) -> Part {
        if cost >= INFINITE {
            return Part::at_least(INFINITE);
        }
        let tree = quick_tree(self.problem.rules, set, None);
        Part::exactly(cost, tree.expect("two codes take no time"))
    }

    /// A tree that takes no time.
    pub fn hasty(&self, set: &[u16], left: u8) -> Part {
        let best = BestTree::quick(self.problem.rules, set, None, depth_of(left));
        Part {
            lower: least(set.len(), left),
            upper: best.map(|best| (best.total as u32, best.tree)),
        }
    }

    /// A small set that one of its members tells apart, or all but a pair.
    pub fn by_members(&mut self, set: &[u16], left: u8) -> Option<Part> {
        const MOST: usize = 24;
        if set.len() > MOST {
            return None;
        }
        let rules = self.problem.rules;
        let mut second = None;
        for &member in set {
            let guess = &self.secrets[usize::from(member)];
            let mut cells: BTreeMap<u32, Vec<u16>> = BTreeMap::new();
            for &code in set.iter().filter(|&&code| code != member) {
                let answer = rules.score(guess, &self.secrets[usize::from(code)]);
                cells.entry(answer).or_default().push(code);
            }
            if cells.len() + 1 == set.len() {
                return Some(self.small(set, member, &cells));
            }
            if cells.len() + 2 == set.len() && left >= 3 {
                second = second.or(Some((member, cells)));
            }
        }
        second.map(|(member, cells)| self.small(set, member, &cells))
    }

    /// The tree of a member whose cells have one or two codes.
    fn small(&self, set: &[u16], member: u16, cells: &BTreeMap<u32, Vec<u16>>) -> Part {
        let mut total = set.len() as u32;
        let mut branches = Vec::new();
        for (&answer, cell) in cells {
            let cost = if cell.len() == 1 { 1 } else { 3 };
            total += cost;
            let part = self.certain(cell, cost);
            branches.extend(part.upper.map(|(_, tree)| (answer, tree)));
        }
        let guess = self.guess_of[usize::from(member)];
        Part::exactly(total, Node { guess, branches })
    }
}
