//! The least sum of prices: a code costs more the later it is found.
//!
//! The best response to an opponent in a duel is such a search: the price of finding a code with
//! the nth guess is the chance to lose the duel then. Prices never fall from guess to guess, so, as
//! for the least total, a guess that tells nothing is never needed. But what a set costs depends on
//! the guesses made before, and past the opponent's last guess nothing costs more.

mod grow;
mod ranking;
mod root;
mod searcher;
mod steps;

use super::best_tree::BestTree;
use super::cost::INFINITE;
use super::game::{Game, remaining};
use super::matrix::{NoMatrix, check_size};
use super::memory::TranspositionTable;
use super::problem::{DEEPEST, Fault, Limits, Outcome, Progress};
use super::quick_tree::quick_tree;
use super::watch::{Stopped, Watch};
use crate::rules::Rules;
use crate::simd::Level;
use crate::space::CodeSpace;
use crate::tree::{Node, histogram};
use grow::tree_from;
use searcher::{Searcher, Setting};
use steps::{SizeBounds, Steps};

/// How many guesses the searches that make the first trees try at each position.
const NARROW: [usize; 2] = [1, 6];

/// The limits of a search of prices, and where it reports.
#[derive(Clone, Copy)]
pub struct Effort<'a> {
    /// What it may take.
    pub limits: Limits<'a>,
    /// Try only this many of the best-looking guesses at each position: good, not proven.
    pub width: Option<usize>,
    /// The vector instructions to use.
    pub level: Level,
    /// Called every few milliseconds.
    pub report: &'a (dyn Fn(&Progress) + Sync),
}

/// Finds a strategy of the least sum of prices, where a code that the nth guess finds costs the nth
/// of `prices`, and a later one as much as the last of them. The prices never fall.
///
/// A search that is stopped returns the best tree so far and both bounds.
///
/// # Errors
/// See [`Fault`].
///
/// # Panics
/// If there is no price, or if a price is lower than the one before it.
///
/// # Example
/// ```
/// use sito_core::exact::{Effort, Limits, least_prices};
/// use sito_core::simd::Level;
/// use sito_core::{Allowed, FeedbackKind, Rules};
///
/// let rules = Rules::new(3, 4, Allowed::Any, FeedbackKind::BlackWhite).unwrap();
/// let effort = Effort {
///     limits: Limits::default(),
///     width: None,
///     level: Level::detect(),
///     report: &|_| {},
/// };
/// // The number of guesses: the least total.
/// let outcome = least_prices(&rules, &[1, 2, 3, 4, 5, 6, 7, 8], &effort).unwrap();
/// assert_eq!(outcome.upper, Some(vec![206]));
/// // How many codes need a fourth guess.
/// let outcome = least_prices(&rules, &[0, 0, 0, 1], &effort).unwrap();
/// assert_eq!(outcome.upper, Some(vec![21]));
/// ```
pub fn least_prices(rules: &Rules, prices: &[u32], effort: &Effort) -> Result<Outcome, Fault> {
    assert!(prices.is_sorted(), "prices never fall");
    let (&first, &last) = prices.first().zip(prices.last()).expect("there is a price");
    check_size(rules, effort.limits.memory)?;
    let set = remaining(rules, &[]);
    if set.is_empty() {
        return Err(Fault::NothingRemains);
    }
    let steps = Steps::new(prices);
    let most = (set.len() as u64).checked_mul(last.into());
    if most.is_none_or(|most| most >= INFINITE.into()) || steps.end() >= usize::from(DEEPEST) {
        return Err(Fault::PricesTooHigh);
    }
    let base = set.len() as u32 * first;
    // Only one code can be found by the first guess.
    let lower = (set.len() as u32 - 1) * steps.at(0);
    let watch = Watch::new(effort.limits, effort.report, base + lower);
    let found = |best: Option<BestTree>, lower: u32, ended: bool| {
        let value = |best: &BestTree| vec![cost_of(best, prices)];
        let lower = Some(vec![base + lower]);
        Outcome::new(&watch, set.len(), lower, ended, best, value)
    };
    let game = match Game::new(rules, 1, &watch) {
        Ok(game) => game,
        Err(NoMatrix::Fault(fault)) => return Err(fault),
        Err(NoMatrix::Stopped) => {
            let best = quick_tree(rules, &set, None).map(|tree| measured(rules, tree));
            return Ok(found(best, lower, false));
        }
    };
    let table = TranspositionTable::new(table_bytes(&game, effort.limits.memory));
    watch.set_memory(game.matrix.bytes() + table.bytes());
    let bounds = SizeBounds::new(&steps, set.len(), &game.openings);
    let setting = Setting {
        game: &game,
        steps: &steps,
        bounds: &bounds,
        table: &table,
        watch: &watch,
        level: effort.level,
    };
    let mut run = Run {
        setting,
        prices,
        base,
        set: &set,
        lower: lower.max(bounds.of(set.len(), 0)),
        best: None,
    };
    let ended = run.search(effort.width).is_ok();
    Ok(found(run.best, run.lower, ended))
}

/// The searches for one outcome, from the narrowest to that of all guesses.
struct Run<'r> {
    setting: Setting<'r>,
    prices: &'r [u32],
    /// What all codes cost if the first guess found them.
    base: u32,
    set: &'r [u16],
    /// No strategy costs less above that.
    lower: u32,
    best: Option<BestTree>,
}

impl Run<'_> {
    fn search(&mut self, width: Option<usize>) -> Result<(), Stopped> {
        let most = width.unwrap_or(usize::MAX);
        let narrow = NARROW.into_iter().filter(|&narrow| narrow < most);
        let mut before = None;
        for width in narrow.map(Some).chain([width]) {
            self.search_once(width, before)?;
            before = width;
        }
        Ok(())
    }

    fn search_once(&mut self, width: Option<usize>, before: Option<usize>) -> Result<(), Stopped> {
        let budget = self.upper();
        let mut searcher = Searcher::new(self.setting, width, before);
        let result = searcher.search_game(self.set, self.lower, budget);
        let root = searcher.root_bounds();
        self.lower = self.lower.max(root.lower);
        if root.best < budget || self.best.is_none() {
            let guess = if root.best < budget {
                root.guess
            } else {
                // Stopped before the first tree: the first code costs no time.
                self.setting.game.matrix.guess_of(self.set[0])
            };
            self.keep(&mut searcher, guess, result.is_ok());
        }
        result
    }

    /// Grows the tree of a search and keeps it if it is better than the best so far.
    fn keep(&mut self, searcher: &mut Searcher, guess: u32, proven: bool) {
        let tree = tree_from(searcher, self.set, guess, proven)
            .or_else(|Stopped| tree_from(searcher, self.set, guess, false));
        let Ok(tree) = tree else {
            return; // it is too deep
        };
        let tree = measured(&self.setting.game.rules, tree);
        if cost_of(&tree, self.prices) - self.base < self.upper() {
            self.best = Some(tree);
        }
    }

    /// What the best tree so far costs.
    fn upper(&self) -> u32 {
        let best = self.best.as_ref();
        best.map_or(INFINITE, |best| cost_of(best, self.prices) - self.base)
    }
}

fn measured(rules: &Rules, tree: Node) -> BestTree {
    let secrets = CodeSpace::secrets(rules);
    BestTree {
        histogram: histogram(rules, &tree, &|code| secrets.number(code).map(|_| 0)),
        tree,
    }
}

/// The sum of the prices of the codes that a tree finds.
fn cost_of(tree: &BestTree, prices: &[u32]) -> u32 {
    let last = prices[prices.len() - 1];
    let counts = tree.histogram.iter().enumerate();
    counts
        .map(|(made, &count)| count as u32 * prices.get(made).copied().unwrap_or(last))
        .sum()
}

/// Bytes for the table of what is known about sets.
fn table_bytes(game: &Game, memory: usize) -> usize {
    let codes = game.matrix.secrets();
    let wanted = (16 * codes * codes).clamp(1 << 22, 1 << 30);
    wanted.min(memory - game.matrix.bytes())
}
