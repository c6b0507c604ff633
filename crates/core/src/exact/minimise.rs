//! Minimises the quantities of an objective one after the other, whatever searches for them.

use super::best_tree::BestTree;
use super::problem::Quantity::{self, Fewest, Total, Worst};
use super::problem::{DEEPEST, Problem, StopReason};
use super::watch::{Stopped, Watch};

/// The greatest number of guesses that any secret may need, if there is a limit.
pub(super) fn limit(problem: &Problem) -> Option<u8> {
    problem.depth.filter(|&depth| depth <= DEEPEST)
}

/// How the search for one quantity ended: proven, or with a lower bound only; [`NONE`] where no strategy keeps to a limit.
pub(super) type Bound = Result<u64, u64>;

/// A value that no strategy has.
pub(super) const NONE: u64 = u64::MAX;

/// What searches for the quantities of a problem, and keeps the best tree so far.
pub(super) trait Minimise {
    /// The problem, the best tree, and the watch.
    fn state(&self) -> (&Problem<'_>, Option<&BestTree>, &Watch<'_>);

    /// A lower bound of a quantity, whatever the values of the others.
    fn least_of(&self, quantity: Quantity) -> u64;

    /// The least total with at most so many guesses.
    fn total(&mut self, depth: Option<u8>) -> Bound;

    /// Whether there is a strategy with at most so many guesses, though none is known: any, or one of the least total.
    fn within(&mut self, depth: u8, total: Option<u64>) -> Result<bool, Stopped>;

    /// The fewest secrets that need the last of so many guesses.
    fn fewest(&mut self, _worst: u8) -> Bound {
        unreachable!("this objective is refused before")
    }

    /// The least total among the trees that leave this many secrets to the last guess.
    fn total_of_fewest(&mut self, worst: u8, _fewest: u64) -> Bound {
        self.total(Some(worst))
    }

    /// The values that no strategy beats, none if no strategy keeps to the depth, and whether this is proven.
    fn run(&mut self) -> (Option<Vec<u64>>, bool) {
        let objective = self.state().0.objective;
        let quantities = objective.quantities();
        let (mut lower, mut proven) = (Vec::new(), true);
        // The values of the earlier quantities that the later searches assume.
        let mut taken = Vec::new();
        for index in 0..quantities.len() {
            let (problem, _, watch) = self.state();
            if watch.reason() == Some(StopReason::Asked) {
                proven = false;
                break;
            }
            let bound = match (&quantities[..=index], &taken[..]) {
                ([Total], _) => self.total(limit(problem)),
                ([Worst], _) => self.worst(),
                ([Worst, Total], &[worst]) => self.total(Some(worst as u8)),
                ([Total, Worst], &[total]) => self.worst_of_total(total),
                ([Worst, Fewest], &[worst]) => self.fewest(worst as u8),
                (_, &[worst, fewest]) => self.total_of_fewest(worst as u8, fewest),
                (quantities, _) => unreachable!("no objective is made of {quantities:?}"),
            };
            let (Ok(value) | Err(value)) = bound;
            if proven {
                lower.push(value);
            }
            proven &= bound.is_ok();
            if proven && value == NONE {
                return (None, true);
            }
            let (problem, best, _) = self.state();
            taken.push(match best {
                _ if bound.is_ok() => value,
                // A narrow search proves nothing, but its tree can still be improved.
                Some(best) if problem.width.is_some() => best.value(objective)[index],
                _ => break,
            });
        }
        let others = &quantities[lower.len()..];
        lower.extend(others.iter().map(|&quantity| self.least_of(quantity)));
        (Some(lower), proven)
    }

    /// The least number of guesses for the worst secret.
    fn worst(&mut self) -> Bound {
        let mut depth = self.least_of(Worst);
        loop {
            let (problem, best, _) = self.state();
            if best.is_some_and(|best| best.keeps_to(Some(depth as u8))) {
                return self.least_depth(depth);
            }
            if depth > limit(problem).unwrap_or(DEEPEST).into() {
                return self.least_depth(NONE);
            }
            match self.within(depth as u8, None) {
                Ok(true) => return self.least_depth(depth),
                Ok(false) => depth += 1,
                Err(Stopped) => return self.least_depth(depth).and_then(Err),
            }
        }
    }

    /// A depth below which searches found no tree; narrow ones have not shown that there is none.
    fn least_depth(&self, depth: u64) -> Bound {
        let least = self.least_of(Worst);
        match self.state().0.width.is_some() && depth > least {
            true => Err(least),
            false => Ok(depth),
        }
    }

    /// The least depth of a tree of the least total.
    fn worst_of_total(&mut self, total: u64) -> Bound {
        let upper = self.state().1.map_or(u8::MAX.into(), BestTree::worst);
        for depth in self.least_of(Worst)..upper.into() {
            match self.within(depth as u8, Some(total)) {
                Ok(true) => return self.least_depth(depth),
                Ok(false) => {}
                Err(Stopped) => return self.least_depth(depth).and_then(Err),
            }
        }
        self.least_depth(upper.into())
    }
}
