//! The least sum of guesses where each secret counts as often as its weight says, in games with symmetries.
//!
//! Secrets that a symmetry of the game maps onto each other have equal weights, so there are few different weights, the
//! classes here, and all symmetries remain. A branch and bound over sets: what a set costs at least follows from how
//! many of its secrets are of each class, the heaviest being found first. Secrets without weight are only in the tree.
//!
//! | part | what it holds |
//! |---|---|
//! | `search` | branch and bound, the first guesses, and trees from what is known |
//! | `rank` | the guesses of a set, best first |

mod rank;
mod search;

use super::best_tree::BestTree;
use super::game::{Game, codes_of};
use super::problem::{Fault, Options, Outcome, Problem};
use super::watch::Watch;
use crate::rules::Rules;
use search::{INFINITE, Search};

/// Finds a strategy of the least sum, over all secrets, of guesses times weight, if it is below `below`.
///
/// The weights stand in the order of the secrets, and are equal where a symmetry of the game maps secrets onto each
/// other; they add up to less than 2^57. Without a strategy below `below` the outcome has no tree, and the lower bound is
/// at least `below` if the search came to its end. One thread searches, without a journal; a search that is stopped
/// returns the best tree so far.
///
/// # Errors
/// See [`Fault`].
///
/// # Example
/// ```
/// use sito_core::exact::{Options, least_weighed};
/// use sito_core::{Allowed, FeedbackKind, Rules};
///
/// let rules = Rules::new(2, 3, Allowed::Any, FeedbackKind::BlackWhite).unwrap();
/// let options = Options::default();
/// // AA, BB and CC count twice.
/// let weights = [2, 1, 1, 1, 2, 1, 1, 1, 2];
/// let outcome = least_weighed(&rules, &weights, 1000, &options).unwrap();
/// assert_eq!(outcome.lower, outcome.upper);
/// assert!(least_weighed(&rules, &weights, outcome.upper.unwrap()[0], &options).unwrap().tree.is_none());
/// ```
pub fn least_weighed(
    rules: &Rules,
    weights: &[u64],
    below: u64,
    options: &Options,
) -> Result<Outcome, Fault> {
    let problem = Problem::new(rules);
    problem.refuse_other_rules()?;
    let all = codes_of(&problem, None, options.limits.memory)?;
    let watch = Watch::new(options.limits, options.report, 0);
    let found = |lower: u64, ended: bool, best: Option<BestTree>, upper: u64| {
        let value = |_: &BestTree| vec![upper];
        Outcome::new(&watch, all.len(), Some(vec![lower]), ended, best, value)
    };
    let Some(game) = Game::prepare(rules, 1, &watch)? else {
        return Ok(found(0, false, None, 0));
    };
    let mut search = Search::new(&game, weights, &watch, options);
    watch.set_memory(game.matrix.bytes() + search.table.bytes());
    let (lower, tree, cost, ended) = search.root(&all, below.min(INFINITE));
    let best = tree.map(|tree| BestTree::of(rules, &all, tree));
    Ok(found(lower, ended, best, cost))
}
