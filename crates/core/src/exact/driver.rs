//! Runs the searches that an objective needs, one after the other, and keeps the best tree so far.

use std::sync::atomic::Ordering::Relaxed;

use crate::rules::{Allowed, VARIANTS};
use crate::tree::Node;

use super::best_tree::BestTree;
use super::bounds::LowerBounds;
use super::cost::{Goal, INFINITE, UNLIMITED};
use super::memory::NO_GUESS;
use super::minimise::{Bound, Minimise, NONE, limit};
use super::problem::{DEEPEST, Fault, Problem, Quantity, Stage, StopReason};
use super::search::{Context, FIRST_WIDTH, Question, Root, RootBounds, Searcher, Surroundings};
use super::tree::{GrowTree, GuessSource, TreeBuilder};
use super::watch::{Stopped, Watch};

/// A lower bound of a quantity, whatever the values of the others.
pub(in crate::exact) fn least_of(quantity: Quantity, bounds: &LowerBounds, size: usize) -> u32 {
    match quantity {
        Quantity::Total => bounds.of(size, UNLIMITED),
        Quantity::Worst => bounds.least_depth(size),
        Quantity::Fewest => 1,
    }
}

/// The widths of the searches that make a good tree before a proof begins, because a proof needs the best there is.
const WIDTHS: [usize; 2] = [3, 10];

/// Smaller sets are proven before a narrow search pays.
const WORTH: usize = 100;

/// Looking ahead for a lower bound may read one answer for so many that a search by promises has read.
const SHARE: usize = 4;

/// So many answers are always read for it.
const LEAST_ANSWERS: usize = 1 << 24;

/// The tree that is grown from proven guesses, unless the search was stopped, or else from those that are known.
fn first_of(
    stopped: bool,
    mut grown: impl FnMut(GuessSource) -> Result<Node, Stopped>,
) -> Option<Node> {
    let sources = [GuessSource::Proven, GuessSource::Known];
    let sources = &sources[usize::from(stopped)..];
    sources.iter().find_map(|&source| grown(source).ok())
}

/// A cost of the search as a value.
fn value(cost: u32) -> u64 {
    match cost {
        INFINITE.. => NONE,
        cost => cost.into(),
    }
}

/// Minimises the quantities of the objective, one after the other.
pub(in crate::exact) struct Driver<'d> {
    pub problem: &'d Problem<'d>,
    pub surroundings: Surroundings<'d>,
    /// Bounds of the total without a limit.
    pub bounds: LowerBounds,
    /// The codes that remain.
    pub set: Vec<u16>,
    pub best: Option<BestTree>,
    /// Makes the sum of these prices least, not what the objective says.
    pub prices: Option<&'d [u32]>,
}

impl<'d> Driver<'d> {
    /// Takes a problem at these codes.
    pub fn new(problem: &'d Problem<'d>, surroundings: Surroundings<'d>, set: Vec<u16>) -> Self {
        let game = surroundings.game;
        let codes = game.matrix.secrets;
        Driver {
            problem,
            surroundings,
            bounds: LowerBounds::new(Goal::Total, codes, &game.openings, None),
            set,
            best: None,
            prices: None,
        }
    }

    /// Makes a first tree, if there is none to start from, and then searches; see [`Minimise::run`].
    pub fn search_all(&mut self, start: Option<Node>) -> Result<(Option<Vec<u64>>, bool), Fault> {
        self.keep_tree(start);
        if self.best.is_none() {
            self.start();
        }
        let is_stopped = self.surroundings.watch.reason() == Some(StopReason::Asked);
        // Where a limit keeps the search from deep trees, it may do without a first one.
        match self.best.is_some() || limit(self.problem).is_some() || is_stopped {
            true => Ok(self.run()),
            false => Err(Fault::TooDeep),
        }
    }

    /// Makes the first tree from the guesses that look best.
    pub fn start(&mut self) {
        let question = self.question(Quantity::Total, None);
        if question.words {
            self.search_narrowly(question, FIRST_WIDTH, UNLIMITED, INFINITE);
            return;
        }
        let context = self.context(question);
        let mut searcher = self.searcher(&context);
        let first_guess = self.problem.first_guess;
        let mut builder = TreeBuilder {
            source: GuessSource::Known,
            searcher: &mut searcher,
        };
        let tree = builder.grown(&self.set, UNLIMITED, first_guess, DEEPEST);
        self.keep_tree(tree.ok());
    }

    /// Searches for a better tree, with so many guesses at each larger position.
    fn search_narrowly(
        &mut self,
        question: Question<'d>,
        width: usize,
        left: u8,
        budget: u32,
    ) -> RootBounds {
        let width = Some(width);
        let context = self.context(Question { width, ..question });
        let mut searcher = self.searcher(&context);
        self.search(&mut searcher, left, 0, budget)
    }

    /// How many secrets the best tree finds at the last guess allowed.
    fn fewest_so_far(&self, worst: u8) -> u32 {
        let known = self.best.as_ref();
        let known = known.filter(|best| best.worst() == u32::from(worst));
        known.map_or(INFINITE, BestTree::fewest)
    }

    /// Searches for the least cost, below the budget that the best tree so far sets.
    fn least(&mut self, question: Question<'d>, left: u8, budget: u32) -> Bound {
        let context = self.context(question);
        let mut searcher = self.searcher(&context);
        let mut lower = match question.width {
            Some(_) if context.promises.is_none() => self.looked_ahead(question, left, usize::MAX),
            _ => context.bounds.of(self.set.len(), left),
        };
        let bounds = self.search(&mut searcher, left, lower, budget);
        let cost = bounds.best.min(budget);
        if let Some(promises) = context.promises.as_ref().filter(|_| lower < cost)
            && !bounds.stopped
        {
            // With a part of the work of the search.
            let each = self.set.len() * self.surroundings.game.matrix.guesses;
            let read = promises.answers.load(Relaxed);
            let most = (read / SHARE).max(LEAST_ANSWERS) / each;
            if most > 0 {
                lower = lower.max(self.looked_ahead(question, left, most));
            }
        }
        match question.width {
            _ if bounds.stopped => Err(value(bounds.lower)),
            Some(_) if lower < cost => Err(value(lower)),
            _ => Ok(value(cost)),
        }
    }

    /// A lower bound of the total from two guesses ahead, at most so many first ones, without narrow facts.
    fn looked_ahead(&self, question: Question<'d>, left: u8, most: usize) -> u32 {
        let context = self.context(Question {
            width: None,
            ..question
        });
        self.searcher(&context)
            .root_bound(&self.root(left, 0), most)
    }

    /// Bounds the total by a search below the budget, which makes no tree.
    pub fn total_below(&self, depth: Option<u8>, budget: u32) -> RootBounds {
        let question = self.question(Quantity::Total, depth);
        let root = self.root(depth.unwrap_or(UNLIMITED), 0);
        let mut bounds = self.searcher(&self.context(question)).root(&root, budget);
        if question.width.is_some() {
            bounds.lower = self.looked_ahead(question, root.left, usize::MAX);
        }
        bounds
    }

    pub fn root(&self, left: u8, lower: u32) -> Root<'_> {
        Root {
            set: &self.set,
            key: self.surroundings.game.key_of(&self.set),
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
    pub fn search(
        &mut self,
        searcher: &mut Searcher,
        left: u8,
        lower: u32,
        budget: u32,
    ) -> RootBounds {
        let bounds = searcher.root(&self.root(left, lower), budget);
        if bounds.best < budget || bounds.stopped {
            let found = Some(bounds.guess).filter(|&guess| guess != NO_GUESS);
            let guess = found.or(self.problem.first_guess);
            let set = &self.set;
            self.keep_tree(first_of(bounds.stopped, |source| {
                TreeBuilder { source, searcher }.grown(set, left, guess, DEEPEST)
            }));
        }
        bounds
    }

    /// Keeps a tree, if there is one, that is within the limits and better than the best so far.
    pub fn keep_tree(&mut self, tree: Option<Node>) {
        let Some(tree) = tree else {
            return;
        };
        let new = BestTree::of(self.problem.rules, &self.set, tree);
        let beats = |best: &BestTree| self.value(&new) < self.value(best);
        if new.keeps_to(limit(self.problem)) && self.best.as_ref().is_none_or(beats) {
            self.best = Some(new);
        }
    }

    /// What is made least, of a tree.
    fn value(&self, best: &BestTree) -> Vec<u64> {
        match self.prices {
            Some(prices) => vec![best.sum_of(prices)],
            None => best.value(self.problem.objective),
        }
    }

    /// The question that minimises a quantity with at most so many guesses.
    pub fn question(&self, quantity: Quantity, depth: Option<u8>) -> Question<'static> {
        let (goal, stage) = match quantity {
            Quantity::Total => (Goal::Total, Stage::Total),
            Quantity::Worst => (Goal::AtLastGuess, Stage::Worst),
            Quantity::Fewest => (Goal::AtLastGuess, Stage::Fewest),
        };
        let is_list = matches!(self.problem.rules.allowed(), Allowed::Words { .. });
        Question {
            width: self.problem.width,
            consistent: self.problem.consistent,
            words: VARIANTS && is_list && !self.problem.consistent,
            ..Question::of(goal, depth, stage)
        }
    }

    pub fn context(&self, question: Question<'d>) -> Context<'d> {
        Context::new(self.surroundings, question)
    }

    pub fn searcher<'s>(&self, context: &'s Context<'s>) -> Searcher<'s> {
        Searcher::new(context, &self.problem.path())
    }
}

impl Minimise for Driver<'_> {
    fn state(&self) -> (&Problem<'_>, Option<&BestTree>, &Watch<'_>) {
        (self.problem, self.best.as_ref(), self.surroundings.watch)
    }

    fn least_of(&self, quantity: Quantity) -> u64 {
        value(least_of(quantity, &self.bounds, self.set.len()))
    }

    fn total(&mut self, depth: Option<u8>) -> Bound {
        let total = |driver: &Self| {
            let known = driver.best.as_ref().filter(|best| best.keeps_to(depth));
            known.map_or(INFINITE, |best| best.total as u32)
        };
        let question = self.question(Quantity::Total, depth);
        let left = depth.unwrap_or(UNLIMITED);
        if question.words && question.width.is_none() && self.set.len() >= WORTH {
            for width in WIDTHS {
                let budget = total(self);
                let bounds = self.search_narrowly(question, width, left, budget);
                if bounds.stopped {
                    break;
                }
            }
        }
        let budget = total(self);
        self.least(question, left, budget)
    }

    fn within(&mut self, depth: u8, total: Option<u64>) -> Result<bool, Stopped> {
        let upper = self.best.as_ref().map(BestTree::worst);
        let (question, left) = match total {
            Some(_) => (self.question(Quantity::Total, Some(depth)), depth),
            // No secret needs the guess after the last one allowed: this is a tree of this depth.
            None => (self.question(Quantity::Worst, Some(depth + 1)), depth + 1),
        };
        let context = self.context(Question {
            words: false,
            reported: Stage::Worst,
            reported_bounds: Some((depth.into(), upper)),
            ..question
        });
        let mut searcher = self.searcher(&context);
        let wanted = total.map_or(0, |total| total as u32);
        let bounds = self.search(&mut searcher, left, 0, wanted + 1);
        match bounds.stopped && bounds.best != wanted {
            true => Err(Stopped),
            false => Ok(bounds.best == wanted),
        }
    }

    fn fewest(&mut self, worst: u8) -> Bound {
        let question = self.question(Quantity::Fewest, Some(worst));
        if question.width.is_none() {
            // This gives a good tree to begin with, which also completes what a search finds before it is stopped.
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

    fn total_of_fewest(&mut self, worst: u8, fewest: u64) -> Bound {
        let question = Question {
            words: false,
            ..self.question(Quantity::Total, Some(worst))
        };
        let context = |goal| self.context(Question { goal, ..question });
        let at_last_guess = context(Goal::AtLastGuess);
        let totals = context(Goal::Total);
        let mut among: Context = context(Goal::TotalAmongFewest);
        among.among = Some([&at_last_guess, &totals]);
        let is_known = |best: &&BestTree| {
            [best.worst(), best.fewest()].map(u64::from) == [worst.into(), fewest]
        };
        let known = self.best.as_ref().filter(is_known);
        let budget = known.map_or(INFINITE, |best| best.total as u32);
        let mut searcher = self.searcher(&among);
        let lower = among.bounds.of(self.set.len(), worst);
        let bounds = self.search(&mut searcher, worst, lower, budget);
        match bounds.stopped || self.problem.width.is_some() {
            true => Err(value(bounds.lower)),
            false => Ok(value(bounds.best)),
        }
    }
}
