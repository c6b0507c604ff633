//! The least sum of prices: a code costs more the later it is found.
//!
//! The best response to an opponent in a duel is such a search: the price of finding a code with
//! the nth guess is the chance to lose the duel then. Prices never fall from guess to guess, so, as
//! for the least total, a guess that tells nothing is never needed. But what a set costs depends on
//! the guesses made before, and past the opponent's last guess nothing costs more.

use super::best_tree::BestTree;
use super::bounds::LowerBounds;
use super::cost::{Goal, INFINITE};
use super::driver::Driver;
use super::game::{Game, codes_of};
use super::memory::TranspositionTable;
use super::problem::{DEEPEST, Fault, Options, Outcome, Problem, Stage};
use super::search::{Prepared, Question, Surroundings};
use super::watch::Watch;
use crate::rules::Rules;

/// How many guesses the searches that make the first trees try at each position.
const NARROW: [usize; 2] = [1, 6];

/// Finds a strategy of the least sum of prices, where a code that the nth guess finds costs the nth
/// of `prices`, and a later one as much as the last of them. The prices never fall.
///
/// With a width only so many of the best-looking guesses are tried at each position: good, not proven. One thread
/// searches, without a journal. A search that is stopped returns the best tree so far and both bounds.
///
/// # Errors
/// See [`Fault`].
///
/// # Panics
/// If there is no price, or if a price is lower than the one before it.
///
/// # Example
/// ```
/// use sito_core::exact::{Options, least_prices};
/// use sito_core::{Allowed, FeedbackKind, Rules};
///
/// let rules = Rules::new(3, 4, Allowed::Any, FeedbackKind::BlackWhite).unwrap();
/// let options = Options::default();
/// // The number of guesses: the least total.
/// let outcome = least_prices(&rules, &[1, 2, 3, 4, 5, 6, 7, 8], None, &options).unwrap();
/// assert_eq!(outcome.upper, Some(vec![206]));
/// // How many codes need a fourth guess.
/// let outcome = least_prices(&rules, &[0, 0, 0, 1], None, &options).unwrap();
/// assert_eq!(outcome.upper, Some(vec![21]));
/// ```
pub fn least_prices(
    rules: &Rules,
    prices: &[u32],
    width: Option<usize>,
    options: &Options,
) -> Result<Outcome, Fault> {
    assert!(prices.is_sorted(), "prices never fall");
    let (&first, &last) = prices.first().zip(prices.last()).expect("there is a price");
    let problem = Problem::new(rules);
    problem.refuse_other_rules()?;
    let set = codes_of(&problem, None, options.limits.memory)?;
    let rises = rises(prices);
    let end = rises.len() - 1;
    let most = (set.len() as u64).checked_mul(last.into());
    if most.is_none_or(|most| most >= INFINITE.into()) || end > usize::from(DEEPEST) {
        return Err(Fault::PricesTooHigh);
    }
    let end = end as u8;
    let goal = Goal::Prices(&rises);
    // Only one code can be found by the first guess.
    let second = prices.get(1).map_or(0, |second| second - first);
    let lower = set.len() as u32 * first + (set.len() as u32 - 1) * second;
    let watch = Watch::new(options.limits, options.report, lower);
    let found = |best: Option<BestTree>, lower: u32, ended: bool| {
        let value = |best: &BestTree| vec![best.sum_of(prices)];
        let lower = Some(vec![lower.into()]);
        Outcome::new(&watch, set.len(), lower, ended, best, value)
    };
    let Some(game) = Game::prepare(rules, 1, &watch)? else {
        let quick = BestTree::quick(rules, &set, None, None);
        return Ok(found(quick, lower, false));
    };
    let table = TranspositionTable::new(game.matrix.table_bytes(2, options.limits.memory));
    watch.set_memory(game.matrix.bytes() + table.bytes());
    let bounds = LowerBounds::new(goal, set.len(), &game.openings, Some(end));
    let mut lower = lower.max(bounds.of(set.len(), end));
    let prepared = Prepared::default();
    let surroundings = Surroundings {
        journal: None,
        threads: 1,
        ..Surroundings::new(&game, &table, &prepared, &watch, options)
    };
    let mut driver = Driver::new(&problem, surroundings, set.clone());
    driver.prices = Some(prices);
    let most = width.unwrap_or(usize::MAX);
    let narrow = NARROW.into_iter().filter(|&narrow| narrow < most);
    for width in narrow.map(Some).chain([width]) {
        let question = Question::of(goal, Some(end), Stage::Prices);
        let context = driver.context(Question { width, ..question });
        let best = driver.best.as_ref();
        let budget = best.map_or(INFINITE, |best| best.sum_of(prices) as u32);
        let mut searcher = driver.searcher(&context);
        let bounds = driver.search(&mut searcher, end, lower, budget);
        lower = lower.max(bounds.lower);
        if bounds.stopped {
            return Ok(found(driver.best, lower, false));
        }
    }
    Ok(found(driver.best, lower, true))
}

/// By how much prices rise with the next guess, by the number of guesses left with which they rise.
fn rises(prices: &[u32]) -> Vec<u32> {
    let before = [0].into_iter().chain(prices.iter().copied());
    let rises = before.zip(prices).map(|(before, price)| price - before);
    let mut rises: Vec<u32> = rises.collect();
    let last = rises.iter().rposition(|&rise| rise > 0);
    rises.truncate(last.map_or(0, |last| last + 1));
    rises.push(0);
    rises.reverse();
    rises
}
