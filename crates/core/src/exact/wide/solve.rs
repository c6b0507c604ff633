//! From a problem whose table cannot be had to its outcome.

use std::sync::Arc;

use crate::code::Code;
use crate::sieve::positions::fits_rows;
use crate::space::CodeSpace;

use super::cells::least;
use super::search::WideSearch;
use crate::exact::best_tree::BestTree;
use crate::exact::cost::{INFINITE, UNLIMITED};
use crate::exact::minimise::{Bound, Minimise, NONE, limit};
use crate::exact::problem::{
    DEEPEST, Fault, Objective, Options, Outcome, Problem, Quantity, StopReason,
};
use crate::exact::watch::{Stopped, Watch};
use crate::rules::VARIANTS;

/// Cells of at most so many codes are games of their own: no guess can have more answers than a byte numbers.
pub(in crate::exact) const MOST: usize = 255;

/// Whether a problem can be searched without a table of all its answers.
pub(in crate::exact) fn is_wide(problem: &Problem) -> bool {
    let rules = problem.rules;
    let objective = !matches!(
        problem.objective,
        Objective::WorstFewest | Objective::WorstFewestTotal
    );
    let plain = rules.hard().is_none() && rules.weights().is_none() && rules.lies() == 0;
    VARIANTS && objective && plain && fits_rows(rules.feedback(), rules.pegs())
}

/// Searches a problem for which [`is_wide`] holds; sets of at most `most` codes are searched as games of their own.
pub(in crate::exact) fn solve_wide(
    problem: &Problem,
    set: &[u16],
    options: &Options,
    watch: &Watch,
    most: usize,
) -> Result<Outcome, Fault> {
    let secrets: Vec<Code> = CodeSpace::secrets(problem.rules).iter().collect();
    let guesses: Arc<[Code]> = CodeSpace::guesses(problem.rules).iter().collect();
    let mut run = Run {
        search: WideSearch::new(problem, options, watch, (secrets, guesses), most),
        set,
        best: None,
    };
    watch.set_memory(run.search.table_bytes());
    let greatest = limit(problem);
    if problem.objective.quantities()[0] == Quantity::Worst {
        // A tree for the case that the search is stopped.
        run.part(Some(greatest.unwrap_or(DEEPEST)));
    }
    let (lower, _) = run.run();
    let best = run.best;
    if best.is_none() && greatest.is_none() && watch.reason() != Some(StopReason::Asked) {
        return Err(Fault::TooDeep);
    }
    let value = |best: &BestTree| best.value(problem.objective);
    Ok(Outcome::new(watch, set.len(), lower, true, best, value))
}

/// The searches that an objective takes, and the best tree of all.
struct Run<'a> {
    search: WideSearch<'a>,
    set: &'a [u16],
    best: Option<BestTree>,
}

impl Run<'_> {
    /// What is known of the least total with at most so many guesses, a tree being kept: a lower bound, and its total.
    fn part(&mut self, depth: Option<u8>) -> (u32, u32) {
        let problem = self.search.problem;
        let part = self.search.root(self.set, depth.unwrap_or(UNLIMITED));
        let known = (part.lower, part.cost());
        if let Some((_, tree)) = part.upper {
            let new = BestTree::of(problem.rules, self.set, tree);
            let value = |best: &BestTree| best.value(problem.objective);
            if (self.best.as_ref()).is_none_or(|best| value(&new) < value(best)) {
                self.best = Some(new);
            }
        }
        known
    }
}

impl Minimise for Run<'_> {
    fn state(&self) -> (&Problem<'_>, Option<&BestTree>, &Watch<'_>) {
        (self.search.problem, self.best.as_ref(), self.search.watch)
    }

    fn least_of(&self, quantity: Quantity) -> u64 {
        match quantity {
            Quantity::Total => least(self.set.len(), UNLIMITED).into(),
            Quantity::Worst | Quantity::Fewest => self.set.len().min(2) as u64,
        }
    }

    fn total(&mut self, depth: Option<u8>) -> Bound {
        match self.part(depth) {
            (INFINITE.., _) => Ok(NONE),
            (lower, cost) if lower < cost => Err(lower.into()),
            (lower, _) => Ok(lower.into()),
        }
    }

    fn within(&mut self, depth: u8, total: Option<u64>) -> Result<bool, Stopped> {
        let most = total.map_or(INFINITE - 1, |total| total as u32);
        match self.part(Some(depth)) {
            (_, cost) if cost <= most => Ok(true),
            (lower, _) if lower > most => Ok(false),
            _ => Err(Stopped),
        }
    }
}
