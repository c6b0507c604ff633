//! What each first guess is worth: one search for each of them. All share the table of answers and the
//! transposition table, for what is learned after one first guess holds after every other.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use super::bounds::LowerBounds;
use super::cost::{Goal, INFINITE, UNLIMITED, after_a_guess};
use super::driver::Driver;
use super::matrix::Matrix;
use super::minimise::limit;
use super::partition::{Partition, most_telling};
use super::positions::Positions;
use super::problem::{DEEPEST, Fault, Objective, Options, Outcome, Problem, Quantity};
use super::watch::Watch;
use crate::threads::in_pool;

/// Sets of more codes than this get no help from guesses that are not possible.
const MOST_HELPED: usize = 64;
/// The most answers to look at for the guess of one set.
const MOST_ANSWERS: usize = 1 << 16;
/// The same where all guesses are tried.
const MOST_ANSWERS_FOR_HELP: usize = 1 << 20;

/// A game whose first guesses are valued, with its answers tabulated and all that its searches have learned.
pub struct FirstGuesses {
    objective: Objective,
    depth: Option<u8>,
    width: Option<usize>,
    positions: Positions,
}

/// What the sizes of its cells tell of a first guess.
#[derive(Clone, Debug, PartialEq)]
pub struct Rough {
    /// A value that no strategy beats; `None` if no strategy keeps to the depth.
    pub lower: Option<Vec<u32>>,
    /// How many bits are still to be found, summed over the codes. The fewer, the more the guess promises.
    pub left: f64,
}

/// What is known of a first guess, and what a search of it is to find out.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Known {
    /// The total of a strategy that begins with it, where one is known.
    pub upper: Option<u32>,
    /// Only totals below this one matter: a search may end when it has shown that there is none.
    pub below: Option<u32>,
}

/// A lower bound if some strategy keeps to the depth, the value of one that was found, and whether that is proven.
type Proven = (Option<Vec<u64>>, Option<Vec<u64>>, bool);

impl FirstGuesses {
    /// Tabulates the answers of a game; the first guess of the problem does not matter. The codes that are
    /// possible may be given as for [`solve_from`](super::solve_from). `None` if it was stopped before it was done.
    /// Unless it `searches`, nothing is proven here, and there is next to no transposition table.
    ///
    /// # Errors
    /// See [`Fault`].
    pub fn new(
        problem: &Problem,
        possible: Option<Vec<u16>>,
        searches: bool,
        options: &Options,
    ) -> Result<Option<Self>, Fault> {
        // The table serves the searches after all first guesses.
        let most = if searches { 1 << 28 } else { 0 };
        let Some(positions) = Positions::prepare(problem, possible, options, (32, most))? else {
            return Ok(None);
        };
        if let Some(journal) = options.journal {
            // If this is stopped, little is lost.
            let watch = Watch::new(options.limits, options.report, 0);
            let (game, table) = (&positions.game, &positions.table);
            let _ = game.load(journal, problem.consistent, table, &watch);
        }
        Ok(Some(FirstGuesses {
            objective: problem.objective,
            depth: limit(problem),
            width: problem.width,
            positions,
        }))
    }

    /// Bytes of the table of answers and the transposition table.
    pub fn memory(&self) -> usize {
        self.positions.memory()
    }

    /// One first guess of each class, in order of their numbers; only possible codes if no others are guessed.
    pub fn kinds(&self) -> Vec<u32> {
        let Positions { game, set, .. } = &self.positions;
        let path = self.positions.problem().path();
        let members = || set.iter().map(|&code| game.matrix.guess_of(code));
        let kinds = game.symmetry.candidates(&path, members());
        let possible: HashSet<u32> = members().collect();
        let may_be = |guess: &u32| !self.positions.consistent || possible.contains(guess);
        kinds.list.iter().copied().filter(may_be).collect()
    }

    /// What the sizes of the cells tell of first guesses.
    pub fn rough(&self, guesses: &[u32]) -> Vec<Rough> {
        let Positions { game, set, .. } = &self.positions;
        let (secrets, depth) = (game.matrix.secrets, self.depth);
        let bounds = LowerBounds::new(Goal::Total, secrets, &game.openings, depth);
        let next = after_a_guess(depth.unwrap_or(UNLIMITED));
        let mut partition = Partition::default();
        let rough = |&guess: &u32| {
            partition.make(&game.matrix, set, guess);
            let sizes = || partition.cells.iter().map(|cell| cell.len());
            let depths = sizes().map(|size| bounds.least_depth(size));
            let worst = 1 + depths.max().unwrap_or(0);
            let value = |quantity: &Quantity| match quantity {
                Quantity::Total => sizes()
                    .map(|size| bounds.of(size, next))
                    .fold(set.len() as u32, u32::saturating_add),
                Quantity::Worst => worst,
                Quantity::Fewest => 1,
            };
            let keeps_to_depth = depth.is_none_or(|depth| worst <= depth.into());
            Rough {
                lower: keeps_to_depth
                    .then(|| self.objective.quantities().iter().map(value).collect()),
                left: sizes().map(|size| size as f64 * (size as f64).log2()).sum(),
            }
        };
        guesses.iter().map(rough).collect()
    }

    /// How many codes a simple strategy after each of these first guesses finds with 1, 2, 3 ... guesses; `None` if it
    /// does not keep to the depth, which it need only where `limited`. With `members_only` only possible codes follow.
    /// Ends early if stopped.
    pub fn quick(
        &self,
        guesses: &[u32],
        limited: bool,
        members_only: bool,
        stop: &AtomicBool,
    ) -> Vec<Option<Vec<u64>>> {
        let limit = self.depth.filter(|_| limited);
        let Positions { game, set, .. } = &self.positions;
        let play = QuickPlay {
            matrix: &game.matrix,
            most: limit.unwrap_or(DEEPEST).into(),
            members_only: members_only || self.positions.consistent,
        };
        let histogram = |&guess: &u32| (!stop.load(Relaxed)).then(|| play.histogram(set, guess));
        guesses.iter().map_while(histogram).collect()
    }

    /// Finds what a first guess costs, or a lower bound if stopped or if nothing below what matters is found.
    ///
    /// # Errors
    /// [`Fault::TooDeep`].
    pub fn prove(&self, guess: u32, known: &Known, options: &Options) -> Result<Outcome, Fault> {
        let problem = Problem {
            objective: self.objective,
            depth: self.depth,
            first_guess: Some(guess),
            width: self.width,
            ..self.positions.problem()
        };
        let watch = self.positions.watch(options);
        let surroundings = self.positions.surroundings(&watch, options);
        let mut driver = Driver::new(&problem, surroundings, self.positions.set.clone());
        let (lower, upper, proven) = in_pool(options.threads, || match self.objective {
            Objective::Total => Ok(self.prove_total(&driver, known)),
            _ => {
                let (lower, ended) = driver.search_all(None)?;
                let best = driver.best.as_ref();
                let upper = best.map(|best| best.value(self.objective));
                let proven = ended && (upper.is_none() || upper == lower);
                Ok((lower, upper, proven))
            }
        })?;
        let stopped = watch.reason().filter(|_| !proven);
        let remaining = self.positions.set.len();
        Ok(Outcome {
            upper,
            proven,
            stopped,
            ..Outcome::new(&watch, remaining, lower, proven, None, |_| Vec::new())
        })
    }

    /// A lower bound, the total and whether it is proven: without a tree, below the budget that a known strategy sets.
    fn prove_total(&self, driver: &Driver, known: &Known) -> Proven {
        let upper = known.upper.unwrap_or(INFINITE);
        let budget = known.below.map_or(upper, |below| below.min(upper));
        let bounds = driver.total_below(self.depth, budget);
        let found = match bounds.best < budget {
            true => bounds.best,
            false => upper,
        };
        let total = |cost: u32| (cost < INFINITE).then(|| vec![cost.into()]);
        let lower = bounds.lower.min(found);
        (total(lower), total(found), bounds.lower >= found)
    }
}

/// Plays simple strategies in one game, in next to no time: it guesses the possible code that gives the most answers. Only
/// where that takes more guesses than are allowed, it looks for help among all guesses.
struct QuickPlay<'g> {
    matrix: &'g Matrix,
    /// The most guesses that a code may need.
    most: usize,
    /// Whether only codes may be guessed that are possible.
    members_only: bool,
}

impl QuickPlay<'_> {
    /// How many codes of a set are found with 1, 2, 3 ... guesses after this first one; `None` if too many are needed.
    fn histogram(&self, set: &[u16], guess: u32) -> Option<Vec<u64>> {
        let mut histogram = Vec::new();
        self.divide(set, guess, 0, &mut histogram)
            .then_some(histogram)
    }

    /// Adds the codes of a set to the histogram, from this depth on; whether all are found in time.
    fn find(&self, set: &[u16], depth: usize, histogram: &mut Vec<u64>) -> bool {
        if depth == self.most {
            return false;
        }
        let before = histogram.clone();
        let members = set.iter().map(|&code| self.matrix.guess_of(code));
        let step = (set.len() * set.len()).div_ceil(MOST_ANSWERS);
        let member = most_telling(self.matrix, set, members.step_by(step));
        if self.divide(set, member, depth, histogram) {
            return true;
        }
        let all = self.matrix.guesses;
        if self.members_only || set.len() > MOST_HELPED || all * set.len() > MOST_ANSWERS_FOR_HELP {
            return false;
        }
        *histogram = before;
        let helper = most_telling(self.matrix, set, 0..all as u32);
        self.divide(set, helper, depth, histogram)
    }

    fn divide(&self, set: &[u16], guess: u32, depth: usize, histogram: &mut Vec<u64>) -> bool {
        let mut partition = Partition::default();
        partition.make(self.matrix, set, guess);
        histogram.resize(histogram.len().max(depth + 1), 0);
        let later: usize = partition.cells.iter().map(|cell| cell.len()).sum();
        histogram[depth] += (set.len() - later) as u64;
        let mut codes = Vec::new();
        partition.cells.iter().all(|cell| {
            partition.codes(cell, set, &mut codes);
            self.find(&codes, depth + 1, histogram)
        })
    }
}
