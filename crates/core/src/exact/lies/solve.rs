//! From a problem to its outcome.

use crate::exact::best_tree::BestTree;
use crate::exact::cost::{INFINITE, Ranked, UNLIMITED};
use crate::exact::game as exact;
use crate::exact::matrix::check_size;
use crate::exact::minimise::{Bound, Minimise, NONE, limit};
use crate::exact::problem::Quantity::{self, Total, Worst};
use crate::exact::problem::{DEEPEST, Fault, Options, Outcome, Problem};
use crate::exact::tree::GrowTree;
use crate::exact::watch::{Stopped, Watch};
use crate::rules::Rules;

use super::bounds::{Leaves, Volume};
use super::game::{Game, may_be_told};
use super::memo::Memo;
use super::search::{Choose, Grower, Moment, Search};
use super::state::{MOST_LIES, State};
use super::weigh::{by_games, by_volume};

/// Finds a strategy that no other can beat, against a codemaker who lies as often as the rules say, at most
/// [`MOST_LIES`].
///
/// `possible` are the codes that are possible now, ascending, with the lies that each leaves; else the history tells.
///
/// A search that is stopped returns the best tree so far and both bounds. The total counts the guesses of all games
/// that the codemaker can play. The width of the problem is ignored, as are threads and the journal of the options.
///
/// # Errors
/// See [`Fault`]; objectives other than total, worst, and worst then total are refused.
///
/// # Example
/// ```
/// use sito_core::exact::{Objective, Options, Problem, lies};
/// use sito_core::{Allowed, FeedbackKind, Rules};
///
/// let rules = Rules::new(2, 3, Allowed::Any, FeedbackKind::BlackWhite).unwrap().with_lies(1);
/// let problem = Problem::new(&rules).objective(Objective::Worst);
/// let outcome = lies::solve(&problem, None, &Options::default()).unwrap();
/// assert_eq!(outcome.upper, Some(vec![5]));
/// ```
pub fn solve(
    problem: &Problem,
    possible: Option<&[(u16, u8)]>,
    options: &Options,
) -> Result<Outcome, Fault> {
    let quantities = problem.objective.quantities();
    if !matches!(quantities, [Total] | [Worst] | [Worst, Total]) {
        return Err(Fault::ObjectiveWithLies);
    }
    // All guesses are tried, whatever the width.
    let problem = &problem.clone().width(None);
    debug_assert!(problem.rules.lies() <= MOST_LIES);
    check_size(problem.rules, options.limits.memory)?;
    let state: State = match possible {
        Some(codes) => codes.iter().copied().collect(),
        None => exact::possible(problem.rules, problem.history).collect(),
    };
    if state.len() == 0 {
        return Err(Fault::NothingRemains);
    }
    let truthful = state.counts()[0];
    let leaves = Leaves::new(told(problem.rules), state.len());
    let counted = [
        Volume::new(told(problem.rules)).least(&state).into(),
        leaves.bound(state.len() - truthful, truthful, 0),
    ];
    let least = |&quantity: &Quantity| counted[usize::from(quantity == Total)].into();
    let lower: Vec<u64> = quantities.iter().map(least).collect();
    let watch = Watch::new(options.limits, options.report, lower[0] as u32);
    let outcome = |lower: Option<Vec<u64>>, ended, best| {
        let value = |best: &BestTree| best.value(problem.objective);
        Outcome::new(&watch, state.len(), lower, ended, best, value)
    };
    if problem.rules.feedback_count() > 256 {
        return Err(Fault::TooManyAnswers(problem.rules.feedback_count() - 1));
    }
    let Some(tabulated) = exact::Game::prepare(problem.rules, 1, &watch)? else {
        return Ok(outcome(Some(lower), false, None));
    };
    let game = Game::new(tabulated, state.len(), problem.consistent);
    /// Bytes for each pair of codes: there are many more states than sets.
    const FOR_A_PAIR: usize = 1024;
    let matrix = &game.matrix;
    let bytes = matrix
        .table_bytes(FOR_A_PAIR, options.limits.memory)
        .min(1 << 26);
    let memo = Memo::new(game.forms.as_ref(), bytes);
    watch.set_memory(matrix.bytes() + memo.bytes());
    let mut driver = Driver {
        problem,
        search: Search {
            game: &game,
            watch: &watch,
            memo,
            path: problem.path(),
        },
        state: &state,
        best: None,
        counted,
    };
    let depth = limit(problem);
    // A tree of guesses that look good, to begin with.
    let first = driver.grown(Search::promising_guess, UNLIMITED, problem.first_guess);
    let Ok(first) = first else {
        return Ok(outcome(Some(lower), false, None));
    };
    if first.is_none() && depth.is_none() {
        return Err(Fault::TooDeep);
    }
    driver.best = first.filter(|best| best.keeps_to(depth));
    let (lower, proven) = driver.run();
    Ok(outcome(lower, proven, driver.best))
}

/// How many answers the codemaker may give that do not win.
fn told(rules: &Rules) -> usize {
    may_be_told(rules).count()
}

struct Driver<'d> {
    problem: &'d Problem<'d>,
    search: Search<'d>,
    state: &'d State,
    best: Option<BestTree>,
    /// What the worst case and the total are at least, by counting.
    counted: [u32; 2],
}

impl<'d> Driver<'d> {
    /// Makes the tree of what the search has found; it becomes the best one.
    fn keep(&mut self, choose: Choose<'d>, left: u8, first_guess: u32) -> Result<(), Stopped> {
        let tree = self.grown(choose, left, Some(first_guess))?;
        self.best = tree.or_else(|| self.best.take());
        Ok(())
    }

    /// The tree of the guesses that are chosen; `None` if it gets too deep.
    fn grown(
        &mut self,
        choose: Choose<'d>,
        left: u8,
        guess: Option<u32>,
    ) -> Result<Option<BestTree>, Stopped> {
        let mut grower = Grower {
            before: self.search.path.len(),
            search: &mut self.search,
            choose,
        };
        let State { codes, spare } = self.state;
        let lies = |code: &u16| Some(spare[codes.binary_search(code).ok()?].into());
        match grower.grown(self.state, left, guess, DEEPEST) {
            Err(Stopped) if self.search.watch.reason().is_some() => Err(Stopped),
            Err(Stopped) => Ok(None),
            Ok(tree) => Ok(Some(BestTree::with_lies(self.problem.rules, &lies, tree))),
        }
    }

    /// The first guesses, all or the one that is fixed, each with a lower bound of what it leads to.
    fn first_guesses(&self, bound: u64, all: impl FnOnce() -> Vec<Ranked>) -> Vec<(u32, u64)> {
        match self.problem.first_guess {
            Some(guess) => vec![(guess, bound)],
            None => all().iter().map(|one| (one.guess, one.bound)).collect(),
        }
    }

    /// The least total with so many guesses below that of the best tree, which it then is; raises its lower bound.
    fn least(&mut self, left: u8, lower: &mut u32) -> Result<u32, Stopped> {
        let moment = Moment { made: 0, left };
        let known = self.best.as_ref();
        let known = known.filter(|best| best.worst() <= left.into());
        let mut best = known.map_or(INFINITE, |best| best.total as u32);
        let (game, path) = (self.search.game, &self.search.path);
        let all = || {
            let guesses = game.guesses(self.state, path);
            by_games(game, self.state, &guesses.list, 0, INFINITE)
        };
        for (guess, bound) in self.first_guesses((*lower).into(), all) {
            // The guesses that come later have no lower bounds, and the earlier ones no lower totals.
            *lower = (*lower).max((bound as u32).min(best));
            if bound as u32 >= best {
                break;
            }
            self.search.watch.set(*lower, best, guess);
            let found = self.search.least_with(self.state, moment, guess, best)?;
            if found < best {
                best = found;
                self.keep(Search::guess_of_least, left, guess)?;
            }
        }
        Ok(best)
    }
}

impl Minimise for Driver<'_> {
    fn state(&self) -> (&Problem<'_>, Option<&BestTree>, &Watch<'_>) {
        (self.problem, self.best.as_ref(), self.search.watch)
    }

    fn least_of(&self, quantity: Quantity) -> u64 {
        self.counted[usize::from(quantity == Total)].into()
    }

    fn total(&mut self, depth: Option<u8>) -> Bound {
        let left = depth.unwrap_or(UNLIMITED);
        let mut lower = self.search.bound(self.state, Moment { made: 0, left });
        match self.least(left, &mut lower) {
            Err(Stopped) => Err(lower.into()),
            Ok(INFINITE..) => Ok(NONE),
            Ok(best) => Ok(best.into()),
        }
    }

    fn within(&mut self, depth: u8, _total: Option<u64>) -> Result<bool, Stopped> {
        let known = self.best.as_ref().map_or(INFINITE, BestTree::worst);
        let (game, path) = (self.search.game, &self.search.path);
        let all = || by_volume(game, self.state, path, depth - 1);
        for (guess, _) in self.first_guesses(0, all) {
            self.search.watch.set(depth.into(), known, guess);
            if self.search.is_enough_with(self.state, depth, guess)? {
                self.keep(Search::guess_in_time, depth, guess)?;
                return Ok(true);
            }
        }
        Ok(false)
    }
}
