//! From a problem to its outcome.

use crate::threads::in_pool;
use crate::tree::Node;

use super::best_tree::BestTree;
use super::bounds::LowerBounds;
use super::certificate::{self, CertificateSink, Written};
use super::cost::INFINITE;
use super::driver::{Driver, least_of};
use super::game::{Game, remaining};
use super::lies;
use super::matrix::check_size;
use super::memory::TranspositionTable;
use super::minimise::limit;
use super::problem::{Fault, Objective, Options, Outcome, Problem};
use super::search::{Prepared, Surroundings};
use super::watch::Watch;
use super::wide::{MOST, is_wide, solve_wide};
use super::words::solve_words;

/// Finds a strategy that no other strategy can beat.
///
/// A search that is stopped returns the best tree so far and both bounds; [`Outcome::stopped`] says why it ended.
/// Stopped before its first tree, it returns a simple one where that can be made quickly. Where no strategy keeps to
/// the depth, the outcome is proven and has neither tree nor upper bound.
///
/// Asks the searches of rules with lies, a hard mode or weights ([`lies`](super::lies), [`words`](super::words)).
///
/// # Errors
/// See [`Fault`].
///
/// # Example
/// ```
/// use sito_core::exact::{Options, Problem, solve};
/// use sito_core::{Allowed, FeedbackKind, Rules};
///
/// let rules = Rules::new(3, 4, Allowed::Any, FeedbackKind::BlackWhite).unwrap();
/// let outcome = solve(&Problem::new(&rules), &Options::default()).unwrap();
/// assert!(outcome.proven);
/// assert_eq!(outcome.upper, Some(vec![206]));
/// ```
pub fn solve(problem: &Problem, options: &Options) -> Result<Outcome, Fault> {
    solve_from(problem, None, None, options)
}

/// Like [`solve()`] for a set of codes, if it is given, whatever is known of the answers that left them.
///
/// The codes are given by number, ascending. The history then only tells the guesses so far, whose symmetries must be
/// symmetries of the set: a place or a color that no guess tells apart from another may change places with it. The search
/// may begin with a tree that is known, which must be right: it looks only for better ones. Games whose answers are not
/// tabulated make no use of it.
///
/// # Errors
/// See [`Fault`].
pub fn solve_from(
    problem: &Problem,
    set: Option<Vec<u16>>,
    start: Option<Node>,
    options: &Options,
) -> Result<Outcome, Fault> {
    if problem.rules.lies() > 0 {
        return match set {
            None => lies::solve(problem, None, options),
            Some(_) => Err(Fault::OtherRules),
        };
    }
    if problem.refuse_other_rules().is_err() {
        return solve_words(problem, set, None, options);
    }
    let found = search(problem, set, start, options, false, |_, _, _| None);
    found.map(|(outcome, _)| outcome)
}

/// Finds a strategy that no other strategy can beat, and writes a certificate: a proof that anyone can check.
///
/// The certificate proves the first value of the objective, [`Objective::Total`] or [`Objective::Worst`], and follows the
/// search. What was written is returned with the outcome; `None` if nothing was proven, or the writing was stopped. Of a
/// narrow search for a total it proves the lower bound, from two guesses ahead, or `least` if that is greater and true. A
/// first guess that is fixed cannot be proven this way. A tree that is known may be given to begin with.
///
/// # Errors
/// See [`Fault`]; games whose answers cannot be tabulated have no certificates.
pub fn solve_certified(
    problem: &Problem,
    start: Option<Node>,
    options: &Options,
    least: u32,
    sink: &mut dyn CertificateSink,
) -> Result<(Outcome, Option<Written>), Fault> {
    debug_assert!(problem.first_guess.is_none());
    debug_assert!(problem.width.is_none() || problem.objective == Objective::Total);
    problem.refuse_other_rules()?;
    let write = |driver: &Driver, lower: u32, proven| {
        let lower = if proven { lower } else { lower.max(least) };
        certificate::write(driver, lower, proven, sink).ok()
    };
    search(problem, None, start, options, true, write)
}

/// Searches, and writes a certificate of what was proven, if one is wanted.
fn search(
    problem: &Problem,
    set: Option<Vec<u16>>,
    start: Option<Node>,
    options: &Options,
    certified: bool,
    write: impl FnOnce(&Driver, u32, bool) -> Option<Written> + Send,
) -> Result<(Outcome, Option<Written>), Fault> {
    // Some games can do without a table of all answers.
    let can_do_without = is_wide(problem) && !certified;
    let room = check_size(problem.rules, options.limits.memory);
    match &room {
        Err(Fault::Memory { .. }) if can_do_without => {}
        other => other.clone()?,
    }
    let set = set.unwrap_or_else(|| remaining(problem.rules, problem.history));
    debug_assert!(set.is_sorted_by(|first, second| first < second));
    if set.is_empty() {
        return Err(Fault::NothingRemains);
    }
    let bounds = LowerBounds::without_answers(problem.rules, set.len());
    let lower = least_of(problem.objective.quantities()[0], &bounds, set.len());
    let watch = Watch::new(options.limits, options.report, lower);
    let wide = || {
        watch.set_memory(0);
        let search = || solve_wide(problem, &set, options, &watch, MOST);
        in_pool(options.threads, search).map(|outcome| (outcome, None))
    };
    if room.is_err() {
        return wide();
    }
    let game = match Game::prepare(problem.rules, options.threads, &watch) {
        Ok(Some(game)) => game,
        Ok(None) => return Ok((unprepared(problem, &set, &bounds, &watch), None)),
        Err(Fault::TooManyAnswers(_)) if can_do_without => return wide(),
        Err(fault) => return Err(fault),
    };
    let table = TranspositionTable::new(game.matrix.table_bytes(2, options.limits.memory));
    watch.set_memory(game.matrix.bytes() + table.bytes());
    watch.set_grace(game.grace(options.level));
    if let Some(journal) = options.journal {
        // If this is stopped, so is the search, and little is lost.
        let _ = game.load(journal, problem.consistent, &table, &watch);
    }
    let prepared = Prepared::default();
    let surroundings = Surroundings::new(&game, &table, &prepared, &watch, options);
    let mut driver = Driver::new(problem, surroundings, set);
    let found = in_pool(options.threads, || {
        let (lower, proven) = driver.search_all(start)?;
        let written = match proven || problem.width.is_some() && watch.reason().is_none() {
            true => {
                let least = lower.as_ref().map_or(INFINITE, |lower| lower[0] as u32);
                write(&driver, least, proven)
            }
            false => None,
        };
        Ok((lower, proven, written))
    });
    let (lower, proven, written) = found?;
    let value = |best: &BestTree| best.value(problem.objective);
    let outcome = Outcome::new(&watch, driver.set.len(), lower, proven, driver.best, value);
    Ok((outcome, written))
}

/// What can be said about a problem whose answers were not tabulated.
fn unprepared(problem: &Problem, set: &[u16], bounds: &LowerBounds, watch: &Watch) -> Outcome {
    let quantities = problem.objective.quantities().iter();
    let lower = quantities.map(|&quantity| least_of(quantity, bounds, set.len()).into());
    let best = BestTree::quick(problem.rules, set, problem.first_guess, limit(problem));
    let value = |best: &BestTree| best.value(problem.objective);
    Outcome::new(watch, set.len(), Some(lower.collect()), true, best, value)
}
