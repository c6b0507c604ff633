//! Which searches an objective takes, one after the other.

use std::sync::Mutex;

use super::position::Position;
use super::root::{Found, Root};
use super::setting::{INFINITE, Question, Setting};
use crate::exact::best_tree::BestTree;
use crate::exact::cost::UNLIMITED;
use crate::exact::problem::{Problem, Stage};
use crate::exact::quantity::Quantity;

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
    /// Searches all that the objective asks for with so many guesses at most; gives the bounds, none if no strategy
    /// keeps to the limit, and whether the search came to its end. A narrow search that finds no strategy has not
    /// shown that there is none: it proves nothing of the number of guesses for the worst secret.
    pub fn search(&mut self, left: u8) -> (Option<Vec<u64>>, bool) {
        let quantities = self.problem.objective.quantities();
        let narrow = self.problem.width.is_some();
        let lower = quantities.iter().map(|&quantity| self.least(quantity));
        let mut lower: Vec<u64> = lower.collect();
        let mut left = left;
        for (place, &quantity) in quantities.iter().enumerate() {
            let (value, ended) = match quantity {
                Quantity::Worst if place > 0 => self.least_worst_at_least_total(),
                Quantity::Worst => self.least_worst(left),
                Quantity::Total | Quantity::Fewest => self.least_total(left),
            };
            if value >= INFINITE {
                self.best = None;
                return (narrow.then_some(lower), ended);
            }
            if !narrow || quantity != Quantity::Worst {
                lower[place] = value;
            }
            if !ended {
                return (Some(lower), false);
            }
            if quantity == Quantity::Worst {
                left = value as u8;
            }
        }
        (Some(lower), true)
    }

    fn least(&self, quantity: Quantity) -> u64 {
        let set = &self.position.set;
        match quantity {
            Quantity::Total => self.setting.bound(set, UNLIMITED),
            Quantity::Worst | Quantity::Fewest => self.setting.bounds.least_depth(set.len()).into(),
        }
    }

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
        let Found { lower, tree, ended } = root.search(self.problem.first_guess);
        let found = tree.is_some();
        if let Some(tree) = tree {
            self.best = Some(BestTree::of(self.problem.rules, &self.position.set, tree));
        }
        (lower, found, ended)
    }

    /// The least total with so many guesses, or a lower bound of it if the search was stopped.
    fn least_total(&mut self, left: u8) -> (u64, bool) {
        let most = self.problem.width.unwrap_or(usize::MAX);
        let narrow = NARROW.into_iter().filter(|&width| width < most).map(Some);
        let mut lower = self.least(Quantity::Total);
        for width in narrow.chain([self.problem.width]) {
            let question = Question { any: false, width };
            let budget = match &self.best {
                Some(best) if best.worst() <= left.into() => best.total,
                _ => INFINITE,
            };
            if lower >= budget {
                break;
            }
            let ended;
            (lower, _, ended) = self.ask(question, Stage::Total, left, lower, budget);
            if !ended {
                return (lower, false);
            }
        }
        (lower, true)
    }

    /// The least number of guesses for the worst secret, at most so many.
    fn least_worst(&mut self, left: u8) -> (u64, bool) {
        let width = self.problem.width;
        let question = Question { any: true, width };
        let mut least = self.least(Quantity::Worst) as u8;
        loop {
            let best = self.best.as_ref();
            if best.is_some_and(|best| best.keeps_to(Some(least))) {
                return (least.into(), true);
            }
            if least > left {
                return (INFINITE, true);
            }
            let lower = least.into();
            let (_, found, ended) = self.ask(question, Stage::Worst, least, lower, INFINITE);
            if !ended {
                return (lower, false);
            }
            least += u8::from(!found);
        }
    }

    /// The least number of guesses for the worst secret among the strategies of the least total.
    fn least_worst_at_least_total(&mut self) -> (u64, bool) {
        let width = self.problem.width;
        let question = Question { any: false, width };
        let mut least = self.least(Quantity::Worst) as u8;
        while let Some(best) = &self.best
            && !best.keeps_to(Some(least))
        {
            let budget = best.total + 1;
            let (_, found, ended) = self.ask(question, Stage::Total, least, 0, budget);
            if !ended {
                return (least.into(), false);
            }
            least += u8::from(!found);
        }
        (least.into(), true)
    }
}
