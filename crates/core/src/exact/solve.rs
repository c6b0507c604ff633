//! Objectives, put together from single searches.

use crate::code::Code;
use crate::simd::Features;
use crate::tree::{self, Node};

use super::best_tree::BestTree;
use super::bounds::{LowerBounds, Opening};
use super::cost::{Goal, INFINITE, Quantity, UNLIMITED};
use super::game::{Game, remaining};
use super::matrix::{NoMatrix, check_size};
use super::memory::{Key, TranspositionTable};
use super::problem::{DEEPEST, Fault, Options, Outcome, Problem, StopReason};
use super::quick_tree::quick_tree;
use super::search::{
    Context, FIRST_WIDTH, Question, Root, RootBounds, Searcher, Surroundings, in_pool,
};
use super::total_among_fewest::TotalAmongFewest;
use super::tree::{GrowTree, GuessSource, TreeBuilder};
use super::watch::{Stopped, Watch};

/// Finds a strategy that no strategy can beat.
///
/// A search that is stopped returns the best tree so far and both bounds; [`Outcome::stopped`]
/// says why it ended. Stopped before its first tree, it returns a simple one where that can be
/// made quickly. Where no strategy keeps to the depth, the outcome is proven and has neither
/// tree nor upper bound.
///
/// # Errors
/// See [`Fault`].
///
/// # Example
/// ```
/// use std::sync::atomic::AtomicBool;
/// use sito_core::exact::{Limits, Objective, Options, Problem, solve};
/// use sito_core::simd::Level;
/// use sito_core::{Allowed, FeedbackKind, Rules};
///
/// let rules = Rules::new(3, 4, Allowed::Any, FeedbackKind::BlackWhite).unwrap();
/// let problem = Problem {
///     rules: &rules,
///     objective: Objective::Total,
///     depth: None,
///     history: &[],
///     first_guess: None,
///     consistent: false,
///     width: None,
/// };
/// let options = Options {
///     limits: Limits {
///         memory: 1 << 24,
///         positions: None,
///         stop: &AtomicBool::new(false),
///     },
///     threads: 1,
///     level: Level::detect(),
///     journal: None,
///     report: &|_| {},
/// };
/// let outcome = solve(&problem, &options).unwrap();
/// assert!(outcome.proven);
/// assert_eq!(outcome.upper, Some(vec![206]));
/// ```
pub fn solve(problem: &Problem, options: &Options) -> Result<Outcome, Fault> {
    check_size(problem.rules, options.limits.memory)?;
    let set = remaining(problem.rules, problem.history);
    if set.is_empty() {
        return Err(Fault::NothingRemains);
    }
    let bounds = rough_bounds(problem, set.len());
    let lower = least_of(problem.objective.quantities()[0], &bounds, set.len());
    let watch = Watch::new(options.limits, options.report, lower);
    let game = match Game::new(problem.rules, &watch) {
        Ok(game) => game,
        Err(NoMatrix::Fault(fault)) => return Err(fault),
        Err(NoMatrix::Stopped) => return Ok(unprepared(problem, &set, &bounds, &watch)),
    };
    let table = TranspositionTable::new(table_bytes(&game, options.limits.memory));
    watch.set_memory(game.matrix.bytes() + table.bytes());
    watch.set_grace(grace(&game, options));
    if let Some(journal) = options.journal {
        // If that is stopped, so is the search, and little is lost.
        let _ = journal.load_into(&table, game.journal_key(problem.consistent), || {
            watch.poll()
        });
    }
    let mut driver = Driver {
        problem,
        surroundings: Surroundings {
            game: &game,
            table: &table,
            journal: options.journal,
            watch: &watch,
            level: options.level,
            threads: options.threads,
        },
        bounds: LowerBounds::new(Goal::Total, game.matrix.secrets(), &game.openings, None),
        key: game.key_of(&set),
        set,
        best: None,
    };
    let found = in_pool(options.threads, || {
        driver.start();
        // Where a limit keeps the search from deep trees, it may do without a first one.
        let goes_on = driver.best.is_some() || driver.limit().is_some() || driver.is_stopped();
        goes_on.then(|| driver.run())
    });
    let (lower, proven) = found.ok_or(Fault::TooDeep)?;
    let lower = lower.iter().all(|&value| value < INFINITE).then_some(lower);
    Ok(outcome(
        problem,
        driver.set.len(),
        &watch,
        (lower, proven),
        driver.best,
    ))
}

/// Bounds that need no answers: each guess has every answer there is, and each answer tells
/// nothing more.
fn rough_bounds(problem: &Problem, codes: usize) -> LowerBounds {
    let answers = problem.rules.feedback_count().min(codes);
    let opening = Opening {
        may_win: true,
        cells: vec![codes as u32; answers],
    };
    LowerBounds::new(Goal::Total, codes, &[opening], None)
}

/// What a quantity is at least, whatever the others are.
fn least_of(quantity: Quantity, bounds: &LowerBounds, size: usize) -> u32 {
    match quantity {
        Quantity::Total => bounds.of(size, UNLIMITED),
        Quantity::Worst => bounds.least_depth(size),
        Quantity::Fewest => 1,
    }
}

/// Bytes for the transposition table.
fn table_bytes(game: &Game, memory: usize) -> usize {
    // Games proven so far filled less than a third of two bytes per pair of codes.
    let codes = game.matrix.secrets();
    let wanted = (2 * codes * codes).clamp(1 << 20, 1 << 30);
    wanted.min(memory - game.matrix.bytes())
}

/// How many lines of answers may be read once the search was told to stop, to complete a tree:
/// about a fifth of a second.
fn grace(game: &Game, options: &Options) -> usize {
    if options.level.has(Features::EXACT_512) && game.labels.narrow {
        1 << 25
    } else {
        1 << 20
    }
}

/// What can be said about a problem whose answers were not tabulated.
fn unprepared(problem: &Problem, set: &[u16], bounds: &LowerBounds, watch: &Watch) -> Outcome {
    let quantities = problem.objective.quantities().iter();
    let lower = quantities.map(|&quantity| least_of(quantity, bounds, set.len()));
    let best = quick_tree(problem.rules, set, problem.first_guess)
        .map(|tree| measured(problem, tree))
        .filter(|best| best.worst() <= limit(problem).map_or(u32::MAX, u32::from));
    let lower = lower.collect();
    outcome(problem, set.len(), watch, (Some(lower), true), best)
}

fn outcome(
    problem: &Problem,
    remaining: usize,
    watch: &Watch,
    (lower, proven): (Option<Vec<u32>>, bool),
    best: Option<BestTree>,
) -> Outcome {
    let upper = best.as_ref().map(|best| best.value(problem.objective));
    // A tree that could not be rebuilt in full for want of positions proves nothing.
    let proven = proven && lower == upper;
    Outcome {
        proven,
        lower,
        upper,
        tree: best.map(|best| best.tree),
        stopped: watch.reason().filter(|_| !proven),
        positions: watch.positions(),
        memory: watch.memory(),
        remaining,
    }
}

/// The most guesses that any secret may need, if that is a limit.
fn limit(problem: &Problem) -> Option<u8> {
    problem.depth.filter(|&depth| depth <= DEEPEST)
}

/// A tree with the number of codes that it finds with each guess.
fn measured(problem: &Problem, tree: Node) -> BestTree {
    let guesses = crate::space::CodeSpace::guesses(problem.rules);
    let history: Vec<(Code, u32)> = (problem.history.iter())
        .map(|&(guess, answer)| (guesses.code(guess.into()), answer))
        .collect();
    BestTree {
        histogram: tree::histogram(problem.rules, &history, &tree),
        tree,
    }
}

/// How the search for one quantity ended: proven, or with a lower bound only.
type Bound = Result<u32, u32>;

/// Makes one quantity of the objective least after the other.
struct Driver<'d> {
    problem: &'d Problem<'d>,
    surroundings: Surroundings<'d>,
    /// Bounds of the total without a limit.
    bounds: LowerBounds,
    /// The codes that remain, and their key.
    set: Vec<u16>,
    key: Key,
    best: Option<BestTree>,
}

impl<'d> Driver<'d> {
    /// The values that no strategy beats, and whether some strategy has them or none exists.
    fn run(&mut self) -> (Vec<u32>, bool) {
        let objective = self.problem.objective;
        let quantities = objective.quantities();
        let narrow = self.problem.width.is_some();
        let mut lower = Vec::new();
        // What the later searches take for the values of the earlier ones.
        let mut taken = Vec::new();
        let mut proven = true;
        for index in 0..quantities.len() {
            if self.is_stopped() {
                proven = false;
                break;
            }
            let bound = self.make_least(&quantities[..=index], &taken);
            let (Ok(value) | Err(value)) = bound;
            if proven {
                lower.push(value);
            }
            proven &= bound.is_ok();
            if proven && value >= INFINITE {
                return (vec![INFINITE; quantities.len()], true);
            }
            taken.push(match &self.best {
                _ if bound.is_ok() => value,
                // A narrow search proves nothing, but its tree can still become better.
                Some(best) if narrow => best.value(objective)[index],
                _ => break,
            });
        }
        let others = &quantities[lower.len()..];
        lower.extend(others.iter().map(|&quantity| self.least_of(quantity)));
        (lower, proven)
    }

    /// Makes the last of these quantities least, given the values of the others.
    fn make_least(&mut self, quantities: &[Quantity], values: &[u32]) -> Bound {
        use Quantity::{Fewest, Total, Worst};
        match (quantities, values) {
            ([Total], _) => self.total(self.limit()),
            ([Worst], _) => self.worst(),
            ([Worst, Total], &[worst]) => self.total(Some(worst as u8)),
            ([Total, Worst], &[total]) => self.worst_of_total(total),
            ([Worst, Fewest], &[worst]) => self.fewest(worst as u8),
            ([Worst, Fewest, Total], &[worst, fewest]) => self.total_of_fewest(worst as u8, fewest),
            _ => unreachable!("no objective is made of {quantities:?}"),
        }
    }

    fn least_of(&self, quantity: Quantity) -> u32 {
        least_of(quantity, &self.bounds, self.set.len())
    }

    fn limit(&self) -> Option<u8> {
        limit(self.problem)
    }

    /// Whether the caller wants the search to end.
    fn is_stopped(&self) -> bool {
        self.surroundings.watch.reason() == Some(StopReason::Asked)
    }

    /// Makes the first tree from the guesses that look best.
    fn start(&mut self) {
        let context = self.context(self.question(Quantity::Total, None));
        let mut searcher = self.searcher(&context);
        let first_guess = self.problem.first_guess;
        self.keep(&mut searcher, UNLIMITED, first_guess, GuessSource::Known);
    }

    fn total(&mut self, depth: Option<u8>) -> Bound {
        let limit = depth.map_or(u32::MAX, u32::from);
        let known = self.best.as_ref().filter(|best| best.worst() <= limit);
        let budget = known.map_or(INFINITE, BestTree::total);
        let question = self.question(Quantity::Total, depth);
        self.least(question, depth.unwrap_or(UNLIMITED), budget)
    }

    fn fewest(&mut self, worst: u8) -> Bound {
        let question = self.question(Quantity::Fewest, Some(worst));
        if question.width.is_none() && !question.consistent {
            // A good tree to begin with, and one to complete what a search that is stopped
            // has found.
            let narrow = Question {
                width: Some(FIRST_WIDTH),
                ..question
            };
            let budget = self.fewest_so_far(worst);
            let _ = self.least(narrow, worst, budget);
        }
        let budget = self.fewest_so_far(worst);
        self.least(question, worst, budget)
            .map_err(|lower| lower.max(1))
    }

    /// How many secrets the best tree finds at the last guess allowed.
    fn fewest_so_far(&self, worst: u8) -> u32 {
        let known = self
            .best
            .as_ref()
            .filter(|best| best.worst() == u32::from(worst));
        known.map_or(INFINITE, BestTree::fewest)
    }

    /// The least total among the trees that leave this many secrets to the last guess.
    fn total_of_fewest(&mut self, worst: u8, fewest: u32) -> Bound {
        let question = self.question(Quantity::Total, Some(worst));
        let among = self.context(Question {
            among_fewest: true,
            ..question
        });
        let at_last_guess = self.context(Question {
            goal: Goal::AtLastGuess,
            ..question
        });
        let totals = self.context(question);
        let known = self
            .best
            .as_ref()
            .filter(|best| best.worst() == u32::from(worst) && best.fewest() == fewest);
        let budget = known.map_or(INFINITE, BestTree::total);
        let mut search = TotalAmongFewest::new(&among, &at_last_guess, &totals, &self.path());
        let bounds = search.root(&self.root(worst, 0), fewest, budget);
        if bounds.best < budget
            && let Ok(tree) = search.tree_from(&self.set, worst, bounds.guess)
        {
            self.keep_tree(tree);
        }
        if bounds.stopped || self.problem.width.is_some() {
            Err(bounds.lower)
        } else {
            Ok(bounds.best)
        }
    }

    /// Searches for the least cost, below the budget that the best tree so far sets.
    fn least(&mut self, question: Question, left: u8, budget: u32) -> Bound {
        let context = self.context(question);
        let mut searcher = self.searcher(&context);
        let lower = match question.width {
            Some(_) if !question.consistent => searcher.root_bound(&self.root(left, 0)),
            _ => context.bounds.of(self.set.len(), left),
        };
        let bounds = self.search(&mut searcher, left, lower, budget);
        let cost = bounds.best.min(budget);
        if bounds.stopped {
            Err(bounds.lower)
        } else if question.width.is_some() && lower != cost {
            Err(lower)
        } else {
            Ok(cost)
        }
    }

    /// The least number of guesses for the worst secret.
    fn worst(&mut self) -> Bound {
        let limit = u32::from(self.limit().unwrap_or(DEEPEST));
        let mut depth = self.least_of(Quantity::Worst);
        loop {
            let upper = self.best.as_ref().map(BestTree::worst);
            if upper == Some(depth) {
                return self.least_depth(depth);
            }
            if depth > limit {
                return self.least_depth(INFINITE);
            }
            // Nobody needs the guess after the last one allowed: that is a tree of this depth.
            let context = self.context(Question {
                reported_bounds: Some((depth, upper)),
                ..self.question(Quantity::Worst, Some(depth as u8 + 1))
            });
            let mut searcher = self.searcher(&context);
            let bounds = self.search(&mut searcher, depth as u8 + 1, 0, 1);
            match bounds.best {
                0 => return self.least_depth(depth),
                _ if bounds.stopped => return self.least_depth(depth).and_then(Err),
                _ => depth += 1,
            }
        }
    }

    /// A depth below which searches found no tree; narrow ones have not shown that there is none.
    fn least_depth(&self, depth: u32) -> Bound {
        let least = self.least_of(Quantity::Worst);
        if self.problem.width.is_some() && depth > least {
            Err(least)
        } else {
            Ok(depth)
        }
    }

    /// The least depth of a tree of the least total.
    fn worst_of_total(&mut self, total: u32) -> Bound {
        let upper = self
            .best
            .as_ref()
            .map_or(u32::from(UNLIMITED), BestTree::worst);
        for depth in self.least_of(Quantity::Worst)..upper {
            let context = self.context(Question {
                reported: Quantity::Worst,
                reported_bounds: Some((depth, Some(upper))),
                ..self.question(Quantity::Total, Some(depth as u8))
            });
            let mut searcher = self.searcher(&context);
            let bounds = self.search(&mut searcher, depth as u8, 0, total + 1);
            if bounds.best == total {
                return self.least_depth(depth);
            }
            if bounds.stopped {
                return self.least_depth(depth).and_then(Err);
            }
        }
        self.least_depth(upper)
    }

    fn root(&self, left: u8, lower: u32) -> Root<'_> {
        Root {
            set: &self.set,
            key: self.key,
            left,
            first_guess: self.problem.first_guess.filter(|_| !self.is_settled()),
            lower,
        }
    }

    /// Whether the first guess that is given is the only code.
    fn is_settled(&self) -> bool {
        let only = self.surroundings.game.matrix.guess_of(self.set[0]);
        self.set.len() == 1 && self.problem.first_guess == Some(only)
    }

    /// Searches from the root and keeps the tree if it is better.
    fn search(&mut self, searcher: &mut Searcher, left: u8, lower: u32, budget: u32) -> RootBounds {
        let bounds = searcher.root(&self.root(left, lower), budget);
        if bounds.best < budget {
            let source = if bounds.stopped {
                GuessSource::Known
            } else {
                GuessSource::Proven
            };
            self.keep(searcher, left, Some(bounds.guess), source);
        } else if bounds.stopped {
            self.keep(searcher, left, self.problem.first_guess, GuessSource::Known);
        }
        bounds
    }

    /// Builds a tree and keeps it if it is better than the best so far.
    fn keep(
        &mut self,
        searcher: &mut Searcher,
        left: u8,
        first_guess: Option<u32>,
        source: GuessSource,
    ) {
        let mut builder = TreeBuilder::new(source, searcher);
        let tree = match first_guess {
            Some(guess) => builder.tree_from(&self.set, left, guess),
            None => builder.tree(&self.set, left),
        };
        match tree {
            Ok(tree) => self.keep_tree(tree),
            Err(Stopped) if source == GuessSource::Proven => {
                self.keep(searcher, left, first_guess, GuessSource::Known);
            }
            // It is too deep.
            Err(Stopped) => {}
        }
    }

    fn keep_tree(&mut self, tree: Node) {
        let new = measured(self.problem, tree);
        let limit = self.limit().map_or(u32::MAX, u32::from);
        let objective = self.problem.objective;
        let better = match &self.best {
            None => true,
            Some(best) => new.value(objective) < best.value(objective),
        };
        if new.worst() <= limit && better {
            self.best = Some(new);
        }
    }

    /// What is asked where a quantity is to be made least with at most so many guesses.
    fn question(&self, quantity: Quantity, depth: Option<u8>) -> Question {
        Question {
            goal: match quantity {
                Quantity::Total => Goal::Total,
                Quantity::Worst | Quantity::Fewest => Goal::AtLastGuess,
            },
            depth,
            width: self.problem.width,
            consistent: self.problem.consistent,
            among_fewest: false,
            reported: quantity,
            reported_bounds: None,
        }
    }

    fn context(&self, question: Question) -> Context<'d> {
        Context::new(self.surroundings, question)
    }

    /// The guesses of the history.
    fn path(&self) -> Vec<u32> {
        let history = self.problem.history.iter();
        history.map(|&(guess, _)| guess).collect()
    }

    fn searcher<'s>(&self, context: &'s Context<'s>) -> Searcher<'s> {
        Searcher::new(context, &self.path())
    }
}
