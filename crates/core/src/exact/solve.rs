//! Objectives, put together from single searches.

use crate::code::Code;
use crate::rules::Rules;
use crate::space::CodeSpace;
use crate::tree::Node;

use super::bounds::INFINITE;
use super::build::{Builder, Source};
use super::root::{Root, Shown};
use super::search::Worker;
use super::shared::{Game, Shared};
use super::table::{Key, Table};
use super::{Fault, Objective, Options, Outcome, Problem, Stage, UNLIMITED};

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
    // Four bytes per pair of codes have been plenty for every game proven so far.
    let wanted = (4 * codes * codes).clamp(1 << 20, 1 << 30);
    let table = Table::new(wanted.min(options.memory - game.matrix.bytes()));
    if let Some(journal) = options.journal {
        journal.tell(&table);
    }
    let mut driver = Driver {
        problem,
        options,
        game: &game,
        table: &table,
        key: game.key_of(&set),
        set,
        best: None,
        positions: 0,
    };
    let (lower, proven) = in_pool(options.threads, || {
        driver.start();
        driver.run()
    });
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
        positions: driver.positions,
        memory: game.matrix.bytes() + table.bytes(),
        remaining: driver.set.len(),
    })
}

/// Runs the work where as many threads can help.
fn in_pool<T: Send>(threads: usize, work: impl FnOnce() -> T + Send) -> T {
    // Helpers take on positions while they wait for others, so stacks can pile up.
    const STACK: usize = 64 << 20;
    let pool = (threads > 1).then(|| {
        rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .stack_size(STACK)
            .build()
            .ok()
    });
    match pool.flatten() {
        Some(pool) => pool.install(work),
        None => work(),
    }
}

fn remaining(rules: &Rules, history: &[(u32, u32)]) -> Vec<u16> {
    let guesses = CodeSpace::guesses(rules);
    let history: Vec<(Code, u32)> = history
        .iter()
        .map(|&(guess, answer)| (guesses.code(guess.into()), answer))
        .collect();
    CodeSpace::secrets(rules)
        .iter()
        .enumerate()
        .filter(|(_, secret)| {
            history
                .iter()
                .all(|(guess, answer)| rules.score(guess, secret) == *answer)
        })
        .map(|(number, _)| number as u16)
        .collect()
}

/// A tree and how many codes it finds with each guess.
struct Best {
    tree: Node,
    histogram: Vec<u32>,
}

impl Best {
    fn total(&self) -> u32 {
        (1..)
            .zip(&self.histogram)
            .map(|(depth, count)| depth * count)
            .sum()
    }

    fn worst(&self) -> u32 {
        self.histogram.len() as u32
    }

    fn fewest(&self) -> u32 {
        *self.histogram.last().expect("a tree has a guess")
    }

    fn value(&self, objective: Objective) -> Vec<u32> {
        match objective {
            Objective::Total => vec![self.total()],
            Objective::Worst => vec![self.worst()],
            Objective::WorstTotal => vec![self.worst(), self.total()],
            Objective::TotalWorst => vec![self.total(), self.worst()],
            Objective::WorstFewest => vec![self.worst(), self.fewest()],
        }
    }
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
    positions: u64,
}

impl<'d> Driver<'d> {
    /// The values that no strategy beats, and whether some strategy has them or none exists.
    fn run(&mut self) -> (Vec<u32>, bool) {
        let depth = self.problem.depth;
        let (first, second): (Bound, fn(&mut Self, u32) -> Bound) = match self.problem.objective {
            Objective::Total => return single(self.total(depth)),
            Objective::Worst => return single(self.worst()),
            Objective::WorstTotal => (self.worst(), |driver, worst| {
                driver.total(Some(worst as u8))
            }),
            Objective::WorstFewest => (self.worst(), |driver, worst| driver.fewest(worst as u8)),
            Objective::TotalWorst => (self.total(depth), Self::worst_of_total),
        };
        match first {
            Ok(first) if first >= INFINITE => (vec![INFINITE, INFINITE], true),
            Ok(first) => match second(self, first) {
                Ok(second) => (vec![first, second], true),
                Err(second) => (vec![first, second], false),
            },
            Err(first) => {
                // A narrow search proves nothing, but its tree can still become better.
                let known = self.best.as_ref().filter(|_| self.options.width.is_some());
                if let Some(value) = known.map(|best| best.value(self.problem.objective)[0]) {
                    let _ = second(self, value);
                }
                (vec![first, self.least_second()], false)
            }
        }
    }

    /// What the second value is at least while the first is not known.
    fn least_second(&self) -> u32 {
        let shared = self.shared(Stage::Total, None);
        match self.problem.objective {
            Objective::WorstTotal => shared.bounds.of(self.set.len(), UNLIMITED),
            Objective::TotalWorst => shared.bounds.least_depth(self.set.len()),
            _ => 1,
        }
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

    /// Searches for the least cost, below the budget that the best tree so far sets.
    fn least(&mut self, shared: &Shared, left: u8, budget: u32) -> Bound {
        let mut worker = self.worker(shared);
        let lower = match shared.width {
            Some(_) if !shared.consistent => worker.root_bound(&self.root(left, 0)),
            _ => shared.bounds.of(self.set.len(), left),
        };
        let shown = self.search(shared, &mut worker, left, lower, budget);
        let cost = shown.best.min(budget);
        if shown.stopped {
            Err(shown.lower)
        } else if shared.width.is_some() && lower < cost {
            Err(lower)
        } else {
            Ok(cost)
        }
    }

    /// The least number of guesses for the worst secret.
    fn worst(&mut self) -> Bound {
        let limit = self
            .problem
            .depth
            .map_or(u32::from(UNLIMITED) - 2, u32::from);
        let least = self
            .shared(Stage::Total, None)
            .bounds
            .least_depth(self.set.len());
        let narrow = self.options.width.is_some();
        // A narrow search that finds nothing has not shown that there is nothing.
        let proven = |depth| {
            if narrow && depth > least {
                Err(least)
            } else {
                Ok(depth)
            }
        };
        let mut depth = least;
        loop {
            let upper = self.best.as_ref().map(Best::worst);
            if upper == Some(depth) {
                return proven(depth);
            }
            if depth > limit {
                return proven(INFINITE);
            }
            // Nobody needs the guess after the last one allowed: that is a tree of this depth.
            let mut shared = self.shared(Stage::Worst, Some(depth as u8 + 1));
            shared.fixed = Some((depth, upper));
            let mut worker = self.worker(&shared);
            let shown = self.search(&shared, &mut worker, depth as u8 + 1, 0, 1);
            match shown.best {
                0 => return proven(depth),
                _ if shown.stopped => return Err(if narrow { least } else { depth }),
                _ => depth += 1,
            }
        }
    }

    /// The least depth of a tree of the least total.
    fn worst_of_total(&mut self, total: u32) -> Bound {
        let upper = self.best.as_ref().map_or(u32::from(UNLIMITED), Best::worst);
        let least = self
            .shared(Stage::Total, None)
            .bounds
            .least_depth(self.set.len());
        for depth in least..upper {
            let mut shared = self.shared(Stage::Total, Some(depth as u8));
            shared.stage = Stage::Worst;
            shared.fixed = Some((depth, Some(upper)));
            let mut worker = self.worker(&shared);
            let shown = self.search(&shared, &mut worker, depth as u8, 0, total + 1);
            if shown.best == total {
                return Ok(depth);
            }
            if shown.stopped {
                return Err(depth);
            }
        }
        Ok(upper)
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
    fn search(
        &mut self,
        shared: &Shared,
        worker: &mut Worker,
        left: u8,
        lower: u32,
        budget: u32,
    ) -> Shown {
        let shown = worker.root(&self.root(left, lower), budget);
        self.positions = shared.searched();
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
        let mut builder = Builder::new(worker, source);
        let Ok(tree) = builder.tree(&self.set, left, first) else {
            return self.keep(worker, left, first, Source::Known);
        };
        let new = Best {
            histogram: builder.histogram,
            tree,
        };
        let limit = self.problem.depth.map_or(u32::MAX, u32::from);
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
        let mut shared = Shared::new(
            self.game,
            self.table,
            self.options,
            stage,
            depth,
            self.positions,
        );
        shared.consistent = self.problem.consistent;
        shared
    }

    fn worker<'s>(&self, shared: &'s Shared<'s>) -> Worker<'s> {
        let path: Vec<u32> = self
            .problem
            .history
            .iter()
            .map(|&(guess, _)| guess)
            .collect();
        Worker::new(shared, &path)
    }
}

fn single(bound: Bound) -> (Vec<u32>, bool) {
    match bound {
        Ok(value) => (vec![value], true),
        Err(lower) => (vec![lower], false),
    }
}
