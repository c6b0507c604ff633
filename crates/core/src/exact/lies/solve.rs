//! From a problem to its outcome.

use crate::exact::best_tree::BestTree;
use crate::exact::cost::{INFINITE, UNLIMITED};
use crate::exact::matrix::{NoMatrix, check_size};
use crate::exact::problem::{DEEPEST, Fault, Objective, Options, Outcome, Problem};
use crate::exact::tree::GrowTree;
use crate::exact::watch::{Stopped, Watch};
use crate::rules::Rules;
use crate::space::CodeSpace;
use crate::tree::spare_lies;

use super::bounds::{Leaves, Volume};
use super::game::{Game, may_be_told};
use super::memo::Memo;
use super::search::{Moment, Search};
use super::state::{MOST_LIES, State};
use super::tree::{Choose, Grower};
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
    let (worst, total) = match problem.objective {
        Objective::Total => (false, true),
        Objective::Worst => (true, false),
        Objective::WorstTotal => (true, true),
        _ => return Err(Fault::ObjectiveWithLies),
    };
    debug_assert!(problem.rules.lies() <= MOST_LIES);
    check_size(problem.rules, options.limits.memory)?;
    let state = match possible {
        Some(codes) => codes.iter().copied().collect(),
        None => after_history(problem.rules, problem.history),
    };
    if state.len() == 0 {
        return Err(Fault::NothingRemains);
    }
    let counted = [
        worst.then(|| u32::from(Volume::new(told(problem.rules)).least(&state))),
        total.then(|| {
            let truthful = state.counts()[0];
            let leaves = Leaves::new(told(problem.rules), state.len());
            leaves.bound(state.len() - truthful, truthful, 0)
        }),
    ];
    let lower: Vec<u32> = counted.into_iter().flatten().collect();
    let watch = Watch::new(options.limits, options.report, lower[0]);
    let outcome = |lower: Option<Vec<u32>>, ended, best| {
        let value = |best: &BestTree| best.value(problem.objective);
        Outcome::new(&watch, state.len(), lower, ended, best, value)
    };
    let game = Game::new(problem.rules, state.len(), problem.consistent, &watch);
    let Some(game) = NoMatrix::or_none(game)? else {
        return Ok(outcome(Some(lower), false, None));
    };
    let mut driver = Driver {
        problem,
        game: &game,
        watch: &watch,
        state: &state,
        path: problem.history.iter().map(|&(guess, _)| guess).collect(),
        memory: options.limits.memory,
        best: None,
        lower,
    };
    let proven = driver.run(worst, total)?;
    let kept = proven.is_none_or(|found| found).then_some(driver.lower);
    Ok(outcome(kept, proven.is_some(), driver.best))
}

/// The codes that the codemaker can still reveal, each with the lies that it leaves.
fn after_history(rules: &Rules, history: &[(u32, u32)]) -> State {
    let guesses = CodeSpace::guesses(rules);
    let turns = history.iter();
    let turns = turns.map(|&(guess, answer)| (guesses.code(guess.into()), answer));
    let turns: Vec<_> = turns.collect();
    let secrets = CodeSpace::secrets(rules);
    (0..)
        .zip(secrets.iter())
        .filter_map(|(number, code)| Some((number, spare_lies(rules, &turns, &code)? as u8)))
        .collect()
}

/// How many answers the codemaker may give that do not win.
fn told(rules: &Rules) -> usize {
    may_be_told(rules).count()
}

struct Driver<'d> {
    problem: &'d Problem<'d>,
    game: &'d Game,
    watch: &'d Watch<'d>,
    state: &'d State,
    path: Vec<u32>,
    memory: usize,
    best: Option<BestTree>,
    /// The values that no strategy beats, as far as is known.
    lower: Vec<u32>,
}

impl<'d> Driver<'d> {
    /// Searches; returns whether a strategy was proven best or, if that is false, whether it was
    /// proven that none keeps to the depth. `None` if the search was stopped before.
    fn run(&mut self, worst: bool, total: bool) -> Result<Option<bool>, Fault> {
        self.watch.set_memory(self.game.matrix.bytes());
        let depth = self.problem.depth.filter(|&depth| depth <= DEEPEST);
        match self.first_tree(depth) {
            Ok(true) => {}
            Ok(false) => return Err(Fault::TooDeep),
            Err(Stopped) => return Ok(None),
        }
        let found = match worst.then(|| self.worst(depth)) {
            None => Ok(depth),
            Some(Ok(Some(worst))) => Ok(Some(worst)),
            Some(Ok(None)) => return Ok(Some(false)),
            Some(Err(stopped)) => Err(stopped),
        };
        let found = found.and_then(|left| match total {
            true => self.total(left.unwrap_or(UNLIMITED)),
            false => Ok(true),
        });
        Ok(found.ok())
    }

    /// Makes a tree of guesses that look good, to begin with; false if it is needed and cannot be made.
    fn first_tree(&mut self, depth: Option<u8>) -> Result<bool, Stopped> {
        let mut search = self.search(Memo::new(None, 0));
        let first = self.problem.first_guess;
        let tree = self.grown(&mut search, Search::promising_guess, UNLIMITED, first)?;
        let made = tree.is_some();
        self.best = tree.filter(|best| best.keeps_to(depth));
        Ok(made || depth.is_some())
    }

    /// Makes the tree of what a search has found; it becomes the best one.
    fn keep(
        &mut self,
        search: &mut Search<'d>,
        choose: Choose<'d>,
        left: u8,
        first_guess: u32,
    ) -> Result<(), Stopped> {
        let tree = self.grown(search, choose, left, Some(first_guess))?;
        self.best = tree.or_else(|| self.best.take());
        Ok(())
    }

    /// The tree of the guesses that are chosen; `None` if it gets too deep.
    fn grown(
        &self,
        search: &mut Search<'d>,
        choose: Choose<'d>,
        left: u8,
        guess: Option<u32>,
    ) -> Result<Option<BestTree>, Stopped> {
        let before = search.path.len();
        let mut grower = Grower {
            search,
            choose,
            before,
        };
        let State { codes, spare } = self.state;
        let lies = |code: &u16| Some(spare[codes.binary_search(code).ok()?].into());
        match grower.grown(self.state, left, guess, DEEPEST) {
            Err(Stopped) if self.watch.reason().is_some() => Err(Stopped),
            Err(Stopped) => Ok(None),
            Ok(tree) => Ok(Some(BestTree::with_lies(self.problem.rules, &lies, tree))),
        }
    }

    fn search(&self, memo: Memo<'d>) -> Search<'d> {
        Search {
            game: self.game,
            watch: self.watch,
            memo,
            path: self.path.clone(),
        }
    }

    fn memo(&self) -> Memo<'d> {
        /// Bytes for each pair of codes: there are many more states than sets.
        const FOR_A_PAIR: usize = 1024;
        let matrix = &self.game.matrix;
        let bytes = matrix.table_bytes(FOR_A_PAIR, self.memory).min(1 << 26);
        let memo = Memo::new(self.game.forms.as_ref(), bytes);
        self.watch.set_memory(matrix.bytes() + memo.bytes());
        memo
    }

    /// The least number of guesses that are always enough; `None` if it is beyond the depth.
    fn worst(&mut self, depth: Option<u8>) -> Result<Option<u8>, Stopped> {
        let mut search = self.search(self.memo());
        for left in self.lower[0] as u8..=u8::MAX {
            self.lower[0] = left.into();
            if depth.is_some_and(|depth| left > depth) {
                return Ok(None);
            }
            let known = self.best.as_ref().map_or(INFINITE, BestTree::worst);
            if known <= left.into() {
                break;
            }
            let guesses = match self.problem.first_guess {
                Some(guess) => vec![guess],
                None => by_volume(self.game, self.state, &self.path, left - 1)
                    .into_iter()
                    .map(|weighed| weighed.guess)
                    .collect(),
            };
            for guess in guesses {
                self.watch.set(left.into(), known, guess);
                if search.is_enough_with(self.state, left, guess)? {
                    self.keep(&mut search, Search::guess_in_time, left, guess)?;
                    return Ok(Some(left));
                }
            }
        }
        Ok(Some(self.lower[0] as u8))
    }

    /// Finds the least total with so many guesses; returns false if no strategy keeps to them.
    fn total(&mut self, left: u8) -> Result<bool, Stopped> {
        let mut search = self.search(self.memo());
        let moment = Moment { made: 0, left };
        let known = self.best.as_ref();
        let known = known.filter(|best| best.worst() <= left.into());
        let mut best = known.map_or(INFINITE, |best| best.total as u32);
        let last = self.lower.len() - 1;
        self.lower[last] = self.lower[last].max(search.bound(self.state, moment));
        let guesses = match self.problem.first_guess {
            Some(guess) => vec![(guess, self.lower[last])],
            None => by_games(self.game, self.state, &self.path, 0, INFINITE)
                .into_iter()
                .map(|weighed| (weighed.guess, weighed.bound as u32))
                .collect(),
        };
        for (guess, bound) in guesses {
            // The guesses that come later have no lower bounds, and the earlier ones no lower totals.
            self.lower[last] = self.lower[last].max(bound.min(best));
            if bound >= best {
                break;
            }
            self.watch.set(self.lower[last], best, guess);
            let found = search.least_with(self.state, moment, guess, best)?;
            if found < best {
                best = found;
                self.keep(&mut search, Search::guess_of_least, left, guess)?;
            }
        }
        self.lower[last] = best;
        Ok(best < INFINITE)
    }
}
