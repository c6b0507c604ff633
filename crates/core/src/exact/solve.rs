//! Objectives, put together from single searches.

use std::sync::atomic::Ordering::Relaxed;

use crate::code::Code;
use crate::tree::{self, Node};

use super::among::Among;
use super::best::Best;
use super::bounds::INFINITE;
use super::build::{Builder, Grow, Source};
use super::root::{Root, Shown, remaining};
use super::search::Worker;
use super::shared::{Game, Shared, Status, Stopped};
use super::split::in_pool;
use super::table::{Key, Table};
use super::{DEEPEST, Fault, Options, Outcome, Problem, Stage, UNLIMITED};

/// Finds a strategy that no strategy can beat.
///
/// Stopped early, it returns the best tree so far and both bounds. The depth of a problem
/// counts guesses after its history. Where no strategy keeps to the depth, the outcome is
/// proven and has neither tree nor upper bound.
///
/// # Errors
/// See [`Fault`].
///
/// # Example
/// ```
/// use std::sync::atomic::AtomicBool;
/// use sito_core::exact::{Isa, Objective, Options, Problem, solve};
/// use sito_core::{Allowed, FeedbackKind, Rules};
///
/// let rules = Rules::new(3, 4, Allowed::Any, FeedbackKind::BlackWhite).unwrap();
/// let problem = Problem {
///     rules: &rules,
///     objective: Objective::Total,
///     depth: None,
///     history: &[],
///     first: None,
///     consistent: false,
/// };
/// let options = Options {
///     memory: 1 << 24,
///     positions: None,
///     width: None,
///     isa: Isa::detect(),
///     threads: 1,
///     journal: None,
///     stop: &AtomicBool::new(false),
///     report: &|_| {},
/// };
/// let outcome = solve(&problem, &options).unwrap();
/// assert!(outcome.proven);
/// assert_eq!(outcome.upper, Some(vec![206]));
/// ```
pub fn solve(problem: &Problem, options: &Options) -> Result<Outcome, Fault> {
    let game = Game::new(problem.rules, options.memory)?;
    let set = remaining(problem.rules, problem.history);
    if set.is_empty() {
        return Err(Fault::NothingRemains);
    }
    let codes = game.matrix.secrets();
    // Games proven so far filled less than a third of two bytes per pair of codes.
    let wanted = (2 * codes * codes).clamp(1 << 20, 1 << 30);
    let table = Table::new(wanted.min(options.memory - game.matrix.bytes()));
    if let Some(journal) = options.journal {
        journal.tell(&table, game.journal_key(problem.consistent));
    }
    let status = Status::default();
    let mut driver = Driver {
        problem,
        options,
        game: &game,
        table: &table,
        key: game.key_of(&set),
        set,
        best: None,
        status: &status,
    };
    let found = in_pool(options.threads, || {
        driver.start();
        // Where a limit keeps the search from deep trees, it may do without a first one.
        (driver.best.is_some() || driver.limit().is_some()).then(|| driver.run())
    });
    let (lower, proven) = found.ok_or(Fault::TooDeep)?;
    let upper = driver
        .best
        .as_ref()
        .map(|best| best.value(problem.objective));
    let lower = lower.iter().all(|&value| value < INFINITE).then_some(lower);
    Ok(Outcome {
        // A tree that could not be rebuilt in full for want of positions proves nothing.
        proven: proven && lower == upper,
        lower,
        upper,
        tree: driver.best.map(|best| best.tree),
        positions: status.positions.load(Relaxed),
        memory: game.matrix.bytes() + table.bytes(),
        remaining: driver.set.len(),
    })
}

/// How a stage ended: proven, or with a lower bound only.
type Bound = Result<u32, u32>;

struct Driver<'d> {
    problem: &'d Problem<'d>,
    options: &'d Options<'d>,
    game: &'d Game,
    table: &'d Table,
    set: Vec<u16>,
    key: Key,
    best: Option<Best>,
    status: &'d Status,
}

impl<'d> Driver<'d> {
    /// The values that no strategy beats, and whether some strategy has them or none exists.
    fn run(&mut self) -> (Vec<u32>, bool) {
        let objective = self.problem.objective;
        let stages = objective.stages();
        let narrow = self.options.width.is_some();
        let mut lower = Vec::new();
        // What the later stages take for the values of the earlier ones.
        let mut taken = Vec::new();
        let mut proven = true;
        for index in 0..stages.len() {
            let bound = self.stage(&stages[..=index], &taken);
            let (Ok(value) | Err(value)) = bound;
            if proven {
                lower.push(value);
            }
            proven &= bound.is_ok();
            if proven && value >= INFINITE {
                return (vec![INFINITE; stages.len()], true);
            }
            taken.push(match &self.best {
                _ if bound.is_ok() => value,
                // A narrow search proves nothing, but its tree can still become better.
                Some(best) if narrow => best.value(objective)[index],
                _ => break,
            });
        }
        let others = &stages[lower.len()..];
        lower.extend(others.iter().map(|&stage| self.least_of(stage)));
        (lower, proven)
    }

    /// Makes the last of these quantities least, given the values of the others.
    fn stage(&mut self, stages: &[Stage], values: &[u32]) -> Bound {
        use Stage::{Fewest, Total, Worst};
        match (stages, values) {
            ([Total], _) => self.total(self.limit()),
            ([Worst], _) => self.worst(),
            ([Worst, Total], &[worst]) => self.total(Some(worst as u8)),
            ([Total, Worst], &[total]) => self.worst_of_total(total),
            ([Worst, Fewest], &[worst]) => self.fewest(worst as u8),
            ([Worst, Fewest, Total], &[worst, fewest]) => self.total_of_fewest(worst as u8, fewest),
            _ => unreachable!("no objective is made of {stages:?}"),
        }
    }

    /// What a quantity is at least, whatever the others are.
    fn least_of(&self, stage: Stage) -> u32 {
        let shared = self.shared(Stage::Total, None);
        match stage {
            Stage::Total => shared.bounds.of(self.set.len(), UNLIMITED),
            Stage::Worst => shared.bounds.least_depth(self.set.len()),
            Stage::Fewest => 1,
        }
    }

    /// The most guesses that any secret may need, if that is a limit.
    fn limit(&self) -> Option<u8> {
        self.problem.depth.filter(|&depth| depth <= DEEPEST)
    }

    /// Makes the first tree from the guesses that look best.
    fn start(&mut self) {
        let shared = self.shared(Stage::Total, None);
        let mut worker = self.worker(&shared);
        self.keep(&mut worker, UNLIMITED, self.problem.first, Source::Known);
    }

    fn total(&mut self, depth: Option<u8>) -> Bound {
        let shared = self.shared(Stage::Total, depth);
        let limit = depth.map_or(u32::MAX, u32::from);
        let known = self.best.as_ref().filter(|best| best.worst() <= limit);
        let budget = known.map_or(INFINITE, Best::total);
        self.least(&shared, depth.unwrap_or(UNLIMITED), budget)
    }

    fn fewest(&mut self, worst: u8) -> Bound {
        let mut shared = self.shared(Stage::Fewest, Some(worst));
        if shared.width.is_none() && !shared.consistent {
            // A good tree to begin with, and one to complete what a search that is stopped
            // has found.
            shared.width = Some(Shared::FIRST_WIDTH);
            let budget = self.fewest_so_far(worst);
            let _ = self.least(&shared, worst, budget);
            shared = self.shared(Stage::Fewest, Some(worst));
        }
        let budget = self.fewest_so_far(worst);
        self.least(&shared, worst, budget)
            .map_err(|lower| lower.max(1))
    }

    /// How many secrets the best tree finds at the last guess allowed.
    fn fewest_so_far(&self, worst: u8) -> u32 {
        let known = self
            .best
            .as_ref()
            .filter(|best| best.worst() == u32::from(worst));
        known.map_or(INFINITE, Best::fewest)
    }

    /// The least total among the trees that leave this many secrets to the last guess.
    fn total_of_fewest(&mut self, worst: u8, fewest: u32) -> Bound {
        let [mut among, mut left, totals] = [Stage::Total, Stage::Fewest, Stage::Total]
            .map(|stage| self.shared(stage, Some(worst)));
        among.among = true;
        left.stage = Stage::Total;
        let known = self
            .best
            .as_ref()
            .filter(|best| best.worst() == u32::from(worst) && best.fewest() == fewest);
        let budget = known.map_or(INFINITE, Best::total);
        let mut search = Among::new(&among, &left, &totals, &self.path());
        let shown = search.root(&self.root(worst, 0), fewest, budget);
        if shown.best < budget
            && let Ok(tree) = search.tree_from(&self.set, worst, shown.guess)
        {
            self.keep_tree(tree);
        }
        if shown.stopped || self.options.width.is_some() {
            Err(shown.lower)
        } else {
            Ok(shown.best)
        }
    }

    /// Searches for the least cost, below the budget that the best tree so far sets.
    fn least(&mut self, shared: &Shared, left: u8, budget: u32) -> Bound {
        let mut worker = self.worker(shared);
        let lower = match shared.width {
            Some(_) if !shared.consistent => worker.root_bound(&self.root(left, 0)),
            _ => shared.bounds.of(self.set.len(), left),
        };
        let shown = self.search(&mut worker, left, lower, budget);
        let cost = shown.best.min(budget);
        if shown.stopped {
            Err(shown.lower)
        } else if shared.width.is_some() && lower != cost {
            Err(lower)
        } else {
            Ok(cost)
        }
    }

    /// The least number of guesses for the worst secret.
    fn worst(&mut self) -> Bound {
        let limit = u32::from(self.limit().unwrap_or(DEEPEST));
        let mut depth = self.least_of(Stage::Worst);
        loop {
            let upper = self.best.as_ref().map(Best::worst);
            if upper == Some(depth) {
                return self.least_depth(depth);
            }
            if depth > limit {
                return self.least_depth(INFINITE);
            }
            // Nobody needs the guess after the last one allowed: that is a tree of this depth.
            let mut shared = self.shared(Stage::Worst, Some(depth as u8 + 1));
            shared.fixed = Some((depth, upper));
            let mut worker = self.worker(&shared);
            let shown = self.search(&mut worker, depth as u8 + 1, 0, 1);
            match shown.best {
                0 => return self.least_depth(depth),
                _ if shown.stopped => return self.least_depth(depth).and_then(Err),
                _ => depth += 1,
            }
        }
    }

    /// A depth below which searches found no tree; narrow ones have not shown that there is none.
    fn least_depth(&self, depth: u32) -> Bound {
        let least = self.least_of(Stage::Worst);
        if self.options.width.is_some() && depth > least {
            Err(least)
        } else {
            Ok(depth)
        }
    }

    /// The least depth of a tree of the least total.
    fn worst_of_total(&mut self, total: u32) -> Bound {
        let upper = self.best.as_ref().map_or(u32::from(UNLIMITED), Best::worst);
        for depth in self.least_of(Stage::Worst)..upper {
            let mut shared = self.shared(Stage::Total, Some(depth as u8));
            shared.stage = Stage::Worst;
            shared.fixed = Some((depth, Some(upper)));
            let mut worker = self.worker(&shared);
            let shown = self.search(&mut worker, depth as u8, 0, total + 1);
            if shown.best == total {
                return self.least_depth(depth);
            }
            if shown.stopped {
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
            first: self.problem.first.filter(|_| !self.is_settled()),
            lower,
        }
    }

    /// Whether the first guess that is given is the only code.
    fn is_settled(&self) -> bool {
        let only = self.game.matrix.guess_of(self.set[0]);
        self.set.len() == 1 && self.problem.first == Some(only)
    }

    /// Searches from the root and keeps the tree if it is better.
    fn search(&mut self, worker: &mut Worker, left: u8, lower: u32, budget: u32) -> Shown {
        let shown = worker.root(&self.root(left, lower), budget);
        if shown.best < budget {
            let source = if shown.stopped {
                Source::Known
            } else {
                Source::Proven
            };
            self.keep(worker, left, Some(shown.guess), source);
        } else if shown.stopped {
            self.keep(worker, left, self.problem.first, Source::Known);
        }
        shown
    }

    /// Builds a tree and keeps it if it is better than the best so far.
    fn keep(&mut self, worker: &mut Worker, left: u8, first: Option<u32>, source: Source) {
        let mut builder = Builder::new(source, worker);
        let tree = match first {
            Some(first) => builder.tree_from(&self.set, left, first),
            None => builder.tree(&self.set, left),
        };
        match tree {
            Ok(tree) => self.keep_tree(tree),
            Err(Stopped) if source == Source::Proven => {
                self.keep(worker, left, first, Source::Known);
            }
            // It is too deep.
            Err(Stopped) => {}
        }
    }

    fn keep_tree(&mut self, tree: Node) {
        let guesses = &self.game.guesses;
        let history: Vec<(Code, u32)> = (self.problem.history.iter())
            .map(|&(guess, answer)| (guesses[guess as usize], answer))
            .collect();
        let new = Best {
            histogram: tree::histogram(self.problem.rules, &history, &tree),
            tree,
        };
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

    fn shared(&self, stage: Stage, depth: Option<u8>) -> Shared<'d> {
        let status = self.status;
        let mut shared = Shared::new(self.game, self.table, self.options, stage, depth, status);
        shared.consistent = self.problem.consistent;
        shared
    }

    /// The guesses of the history.
    fn path(&self) -> Vec<u32> {
        let history = self.problem.history.iter();
        history.map(|&(guess, _)| guess).collect()
    }

    fn worker<'s>(&self, shared: &'s Shared<'s>) -> Worker<'s> {
        Worker::new(shared, &self.path())
    }
}
