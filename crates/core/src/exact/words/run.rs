//! The searches that an objective takes.

use std::sync::Mutex;

use super::position::Position;
use super::root::Root;
use super::setting::{INFINITE, Question, Setting};
use crate::exact::best_tree::BestTree;
use crate::exact::cost::UNLIMITED;
use crate::exact::minimise::{Bound, Minimise, NONE};
use crate::exact::problem::{Problem, Quantity, Stage};
use crate::exact::watch::{Stopped, Watch};

/// How many guesses the searches that make the first trees try at each position.
const NARROW: [usize; 2] = [1, 8];

pub(super) struct Run<'a> {
    pub problem: &'a Problem<'a>,
    /// For the best strategy.
    pub setting: Setting<'a>,
    pub threads: usize,
    pub position: Position,
    pub best: Option<BestTree>,
}

impl Run<'_> {
    /// Asks one question, and keeps the tree if it is better than the best so far: the lower bound, whether there is
    /// such a tree, and whether the search came to its end.
    fn ask(
        &mut self,
        question: Question,
        stage: Stage,
        left: u8,
        lower: u64,
        budget: u64,
    ) -> (u64, bool, bool) {
        // A first guess that is fixed may tell nothing.
        let enough = self.position.len() + usize::from(self.problem.first_guess.is_some());
        let fits = usize::from(left) < enough;
        let setting = Setting {
            question,
            ..self.setting
        };
        let root = Root {
            setting: &setting,
            stage,
            position: &self.position,
            left: if fits { left } else { UNLIMITED },
            threads: self.threads,
            best: budget.into(),
            best_tree: Mutex::default(),
            bounds: Vec::new(),
            others: INFINITE,
            shown: lower.into(),
        };
        let (lower, tree, ended) = root.search(self.problem.first_guess);
        let found = tree.is_some();
        if let Some(tree) = tree {
            self.best = Some(BestTree::of(self.problem.rules, &self.position.set, tree));
        }
        (lower, found, ended)
    }
}

impl Minimise for Run<'_> {
    fn state(&self) -> (&Problem<'_>, Option<&BestTree>, &Watch<'_>) {
        (self.problem, self.best.as_ref(), self.setting.watch)
    }

    fn least_of(&self, quantity: Quantity) -> u64 {
        let set = &self.position.set;
        match quantity {
            Quantity::Total => self.setting.bound(set, UNLIMITED),
            Quantity::Worst | Quantity::Fewest => self.setting.bounds.least_depth(set.len()).into(),
        }
    }

    /// A narrow search that finds no strategy has not shown that there is none.
    fn total(&mut self, depth: Option<u8>) -> Bound {
        let left = depth.unwrap_or(UNLIMITED);
        let most = self.problem.width.unwrap_or(usize::MAX);
        let narrow = NARROW.into_iter().filter(|&width| width < most).map(Some);
        let mut lower = self.least_of(Quantity::Total);
        let known = |run: &Self| match &run.best {
            Some(best) if best.keeps_to(depth) => best.total,
            _ => INFINITE,
        };
        for width in narrow.chain([self.problem.width]) {
            let question = Question { any: false, width };
            let budget = known(self);
            if lower >= budget {
                break;
            }
            let ended;
            (lower, _, ended) = self.ask(question, Stage::Total, left, lower, budget);
            if !ended {
                return Err(lower);
            }
        }
        match lower {
            INFINITE.. => Ok(NONE),
            lower if lower < known(self) => Err(lower),
            lower => Ok(lower),
        }
    }

    fn within(&mut self, depth: u8, total: Option<u64>) -> Result<bool, Stopped> {
        let (any, width) = (total.is_none(), self.problem.width);
        let (stage, lower, budget) = match total {
            None => (Stage::Worst, depth.into(), INFINITE),
            Some(total) => (Stage::Total, 0, total + 1),
        };
        match self.ask(Question { any, width }, stage, depth, lower, budget) {
            (.., false) => Err(Stopped),
            (_, found, true) => Ok(found),
        }
    }
}
