//! A search of its own for games with a hard mode, and for secrets with weights.
//!
//! In hard mode an answer takes guesses away, so a position is a set of secrets together with the guesses that may
//! still be made. The guesses that an answer leaves are those of before that the latest turn allows; a guess that tells nothing of a set is therefore worth nothing, now and later. The fewer guesses are left,
//! the cheaper is a look at all of them: each position copies the answers that still matter (`position`).
//!
//! | part | what it holds |
//! |---|---|
//! | `columns` | the guesses that are left after an answer |
//! | `position` | a set with its guesses and their answers |
//! | `setting` | what all threads share; costs and bounds of sets |
//! | `cells` | the partition of a guess, and what its cells cost at least |
//! | `rank`, `searcher` | the guesses of a position, best first, small cells that one settles; branch and bound, and trees |
//! | `root` | first guesses, on several threads |
//! | `run` | which searches an objective takes |

mod cells;
mod columns;
mod position;
mod rank;
mod root;
mod run;
mod searcher;
mod setting;

use std::sync::Arc;

use super::best_tree::BestTree;
use super::bounds::LowerBounds;
use super::cost::Goal;
use super::game::{Game, codes_of};
use super::memory::GreatTable;
use super::minimise::{Minimise, limit};
use super::problem::{DEEPEST, Fault, Objective, Options, Outcome, Problem, Quantity};
use super::watch::Watch;
use crate::threads::in_pool;
use columns::Allowance;
use position::{Position, names};
use run::Run;
use setting::{Question, Setting};

/// Finds the best strategy for a set of secrets, where the rules have a hard mode or weights.
///
/// The secrets are given by number, ascending; without them, they are what agrees with the history. So are the guesses
/// that the turns so far allow; without them, all guesses are. The total counts each secret as often as its weight says.
///
/// # Errors
/// See [`Fault`].
pub fn solve_words(
    problem: &Problem,
    set: Option<Vec<u16>>,
    allowed: Option<Vec<u32>>,
    options: &Options,
) -> Result<Outcome, Fault> {
    let set = codes_of(problem, set, options.limits.memory)?;
    let quantities = problem.objective.quantities();
    if quantities.contains(&Quantity::Fewest) {
        return Err(Fault::ObjectiveInHardMode);
    }
    let weights = problem.rules.weights().map(|weights| &**weights);
    let depth = limit(problem);
    // The simplest tree takes no time, and keeps to every hard mode: a code that may be the secret is always allowed.
    let best = BestTree::quick(problem.rules, &set, problem.first_guess, depth);
    let rough = rough_bounds(problem, &set);
    let watch = Watch::new(options.limits, options.report, rough[0] as u32);
    let outcome = |lower, ended, best| {
        let value = |best: &BestTree| best.value(problem.objective);
        Outcome::new(&watch, set.len(), lower, ended, best, value)
    };
    let Some(game) = Game::prepare(problem.rules, options.threads, &watch)? else {
        return Ok(outcome(Some(rough), true, best));
    };
    let bytes = game.matrix.table_bytes(16, options.limits.memory);
    let table = GreatTable::new(bytes.min(1 << 29));
    watch.set_memory(game.matrix.bytes() + table.bytes());
    let (consistent, level) = (problem.consistent, options.level);
    let allowance = Allowance::new(problem.rules, &game.guesses, consistent, level);
    let most = set.len().min(usize::from(DEEPEST)) as u8;
    let deepest = match problem.objective {
        Objective::Total => depth,
        _ => Some(depth.map_or(most, |depth| depth.min(most))),
    };
    let guesses = match (problem.consistent, allowed) {
        (true, _) => set.iter().map(|&code| game.matrix.guess_of(code)).collect(),
        (false, Some(allowed)) => allowed,
        (false, None) => (0..game.guesses.len() as u32).collect(),
    };
    let columns = Arc::new(allowance.columns(guesses));
    let position = Position::new(&game, &allowance, set.clone(), &columns, None);
    let setting = Setting {
        game: &game,
        weights,
        allowance: &allowance,
        names: &names(),
        bounds: &LowerBounds::new(Goal::Total, game.matrix.secrets, &game.openings, deepest),
        table: &table,
        watch: &watch,
        level,
        question: Question::ALL,
    };
    let mut run = Run {
        problem,
        setting,
        threads: options.threads,
        position,
        best,
    };
    let (lower, ended) = in_pool(options.threads, || run.run());
    let may_miss = depth.is_some() && problem.width.is_some();
    if run.best.is_none() && ended && lower.is_some() && !may_miss {
        return Err(Fault::TooDeep);
    }
    Ok(outcome(lower, ended, run.best))
}

/// What the values are at least, before any answer is known.
fn rough_bounds(problem: &Problem, set: &[u16]) -> Vec<u64> {
    let bounds = LowerBounds::without_answers(problem.rules, set.len());
    let depth = bounds.least_depth(set.len());
    let weights = problem.rules.weights();
    let weight = |&code: &u16| weights.map_or(1, |weights| weights[usize::from(code)].into());
    let sum: u64 = set.iter().map(weight).sum();
    let most = set.iter().map(weight).max().unwrap_or(0);
    let quantities = problem.objective.quantities().iter();
    let least = |quantity: &Quantity| match quantity {
        Quantity::Total => 2 * sum - most,
        Quantity::Worst | Quantity::Fewest => depth.into(),
    };
    quantities.map(least).collect()
}
