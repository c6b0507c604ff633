//! Single positions of a search that someone else leads: what they cost, what their guesses cost, and which cells a
//! guess leaves open. All share their tables, and each tells what it has learned of larger sets.

use std::sync::Arc;

use crate::threads::in_pool;
use crate::tree::Node;

use super::best_tree::BestTree;
use super::cost::{Goal, UNLIMITED};
use super::driver::Driver;
use super::game::{Game, codes_of};
use super::memory::{At, Journal, Key, NO_GUESS, TranspositionTable};
use super::problem::{DEEPEST, Fault, Options, Problem, Stage, StopReason};
use super::search::{Context, Prepared, Question, Searcher, Surroundings};
use super::tree::{GrowTree, GuessSource, TreeBuilder};
use super::watch::Watch;

/// A game whose positions are searched, with its answers tabulated and all that its searches have learned.
pub struct Positions {
    pub(super) game: Arc<Game>,
    prepared: Arc<Prepared>,
    pub(super) table: TranspositionTable,
    pub(super) history: Vec<(u32, u32)>,
    pub(super) set: Vec<u16>,
    pub(super) consistent: bool,
}

/// A position, and what is asked of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
    /// The guesses and answers that lead to it from the codes that are possible at the start.
    pub path: Vec<(u32, u32)>,
    /// The most guesses that any code may need, those of the path among them.
    pub depth: Option<u8>,
    /// Whether the codes that need the last guess allowed are counted, instead of the guesses of all codes.
    pub at_last_guess: bool,
    /// Only costs below this one matter.
    pub budget: u32,
}

/// What a search has shown, what it took, and what it has learned.
#[derive(Clone, Debug)]
pub struct Found<T> {
    /// What it has shown.
    pub shown: T,
    /// Why it ended early, if it did.
    pub stopped: Option<StopReason>,
    /// Positions searched.
    pub positions: u64,
    /// What was learned about larger sets, as a journal writes it.
    pub facts: Vec<u8>,
}

/// What a position costs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cut {
    /// It costs at least this.
    pub lower: u32,
    /// What it costs, if that is known to be below the budget.
    pub cost: Option<u32>,
    /// The first guess of a strategy of this cost, where it is remembered.
    pub guess: Option<u32>,
    /// If the search ended early: the guesses that may cost less than the budget with their bounds, least bound
    /// first, and the least bound of the others.
    pub order: Option<(Vec<(u32, u32)>, u32)>,
}

/// What the guesses of a position cost.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Looked {
    /// Of each guess its cost where that is below what was the best so far, else a lower bound of at least that.
    pub costs: Vec<u32>,
    /// If the search ended early: a bound of the guess that it ended at, and the cells that are open.
    pub open: Option<(u32, OpenCells)>,
}

/// A tree, and how many codes it finds with 1, 2, 3 ... guesses.
pub type Planted = (Node, Vec<u64>);

/// The open cells of a guess: the answer, the number of codes, a lower bound, its key for facts and that of its form.
pub type OpenCells = Vec<(u32, usize, u32, Key, Option<Key>)>;

impl Positions {
    /// Tabulates the answers of a game; objective, depth and first guess of the problem do not matter. The possible
    /// codes may be given as for [`solve_from`](super::solve_from). `None` if it was stopped.
    ///
    /// # Errors
    /// See [`Fault`].
    pub fn new(
        problem: &Problem,
        possible: Option<Vec<u16>>,
        options: &Options,
    ) -> Result<Option<Self>, Fault> {
        Positions::prepare(problem, possible, options, (2, usize::MAX))
    }

    /// The same with so many bytes for a pair of codes, or this many in all, to remember what is learned.
    pub(super) fn prepare(
        problem: &Problem,
        possible: Option<Vec<u16>>,
        options: &Options,
        (for_a_pair, most): (usize, usize),
    ) -> Result<Option<Self>, Fault> {
        problem.refuse_other_rules()?;
        let set = codes_of(problem, possible, options.limits.memory)?;
        let watch = Watch::new(options.limits, options.report, 0);
        let game = Game::prepare(problem.rules, options.threads, &watch)?;
        let memory = options.limits.memory;
        let bytes = |game: &Game| game.matrix.table_bytes(for_a_pair, memory).min(most);
        Ok(game.map(|game| Positions {
            table: TranspositionTable::new(bytes(&game)),
            game: Arc::new(game),
            prepared: Arc::default(),
            history: problem.history.to_vec(),
            set,
            consistent: problem.consistent,
        }))
    }

    /// The same game with nothing learned yet, and so many bytes to remember what it will learn.
    pub fn forgetful(&self, bytes: usize) -> Self {
        Positions {
            game: self.game.clone(),
            prepared: self.prepared.clone(),
            table: TranspositionTable::new(bytes),
            history: self.history.clone(),
            set: self.set.clone(),
            consistent: self.consistent,
        }
    }

    /// Bytes of the table of answers and the transposition table.
    pub fn memory(&self) -> usize {
        self.game.matrix.bytes() + self.table.bytes()
    }

    /// How many codes are possible at the start.
    pub fn remaining(&self) -> usize {
        self.set.len()
    }

    /// Takes on facts that other searches have found. False if the bytes are no facts.
    pub fn learn(&self, facts: &[u8]) -> bool {
        let key = self.game.journal_key(self.consistent);
        self.table.learn(facts, key, self.game.guesses.len())
    }

    /// Searches for the cost of a position, as long as it is below the budget.
    pub fn cost(&self, asked: &Asked, options: &Options) -> Found<Cut> {
        self.run(asked, options, |searcher, at| {
            let found = searcher.search(at, asked.budget);
            let known = searcher.remembered(at);
            let mut cut = Cut::default();
            match found {
                Ok(cost) if cost < asked.budget => {
                    (cut.lower, cut.cost) = (cost, Some(cost));
                    cut.guess = (known.guess != NO_GUESS).then_some(known.guess);
                }
                Ok(lower) => cut.lower = lower,
                Err(_) => {
                    let bounds = &searcher.context.bounds;
                    cut.lower = known.lower.max(bounds.of(at.set.len(), at.left));
                    cut.order = searcher.open_order(at.set, at.left, asked.budget).ok();
                }
            }
            cut
        })
    }

    /// Evaluates guesses at a position one by one, each for a cost below the budget and that of the best so far.
    pub fn evaluate(&self, asked: &Asked, guesses: &[u32], options: &Options) -> Found<Looked> {
        self.run(asked, options, |searcher, at| {
            let costs = searcher.costs_of_guesses(at, guesses, asked.budget);
            let next = guesses.get(costs.len());
            let open = next.and_then(|&guess| searcher.open_cells(at.set, at.left, guess).ok());
            Looked { costs, open }
        })
    }

    /// The tree of what a simple search finds quickly, for the least total.
    ///
    /// # Errors
    /// [`Fault::TooDeep`].
    pub fn first_tree(
        &self,
        first_guess: Option<u32>,
        depth: Option<u8>,
        options: &Options,
    ) -> Result<Found<Option<Planted>>, Fault> {
        let problem = self.problem().depth(depth).first_guess(first_guess);
        let watch = self.watch(options);
        let journal = Journal::default();
        let surroundings = self.surroundings(&watch, &options.journal(&journal));
        let mut driver = Driver::new(&problem, surroundings, self.set.clone());
        in_pool(options.threads, || driver.start());
        if driver.best.is_none() && depth.is_none() && watch.reason().is_none() {
            return Err(Fault::TooDeep);
        }
        Ok(Found {
            shown: driver.best.take().map(planted),
            stopped: watch.reason(),
            positions: watch.positions(),
            facts: Vec::new(),
        })
    }

    /// The tree of what is known of a position, after this guess if given; the rest is searched. `None` if stopped.
    pub fn tree(
        &self,
        asked: &Asked,
        guess: Option<u32>,
        options: &Options,
    ) -> Found<Option<Planted>> {
        self.run(asked, options, |searcher, at| {
            let source = GuessSource::Proven;
            let mut builder = TreeBuilder { source, searcher };
            let tree = builder.grown(&at.set.to_vec(), at.left, guess, DEEPEST);
            tree.ok()
                .map(|tree| planted(BestTree::of(&self.game.rules, at.set, tree)))
        })
    }

    /// The least total of the codes that are possible.
    pub(super) fn problem(&self) -> Problem<'_> {
        let problem = Problem::new(&self.game.rules).history(&self.history);
        problem.consistent(self.consistent)
    }

    pub(super) fn watch<'w>(&self, options: &Options<'w>) -> Watch<'w> {
        let watch = Watch::new(options.limits, options.report, 0);
        watch.set_memory(self.memory());
        watch.set_grace(self.game.grace(options.level));
        watch
    }

    pub(super) fn surroundings<'s>(
        &'s self,
        watch: &'s Watch<'s>,
        options: &Options<'s>,
    ) -> Surroundings<'s> {
        Surroundings::new(&self.game, &self.table, &self.prepared, watch, options)
    }

    /// Searches at a position, and gathers what is learned there.
    fn run<T: Send>(
        &self,
        asked: &Asked,
        options: &Options,
        search: impl FnOnce(&mut Searcher, At) -> T + Send,
    ) -> Found<T> {
        let depth = asked.depth.filter(|&depth| depth <= DEEPEST);
        let goal = match asked.at_last_guess {
            true => Goal::AtLastGuess,
            false => Goal::Total,
        };
        let question = Question {
            consistent: self.consistent,
            ..Question::of(goal, depth, Stage::Total)
        };
        let mut set = self.set.clone();
        for &(guess, answer) in &asked.path {
            set.retain(|&code| self.game.answer(guess, code) == answer);
        }
        let turns = self.history.iter().chain(&asked.path);
        let path: Vec<u32> = turns.map(|&(guess, _)| guess).collect();
        let watch = self.watch(options);
        let journal = Journal::default();
        let shown = in_pool(options.threads, || {
            let surroundings = self.surroundings(&watch, &options.journal(&journal));
            let mut context = Context::new(surroundings, question);
            context.memory.unrecorded = context.small;
            let made = asked.path.len() as u8;
            let left = depth.map_or(UNLIMITED, |depth| depth.saturating_sub(made));
            let at = context.at(&set, left).normal(question.goal);
            let mut searcher = Searcher::new(&context, &path);
            let shown = search(&mut searcher, at);
            searcher.flush();
            shown
        });
        Found {
            shown,
            stopped: watch.reason(),
            positions: watch.positions(),
            facts: journal.dump(),
        }
    }
}

fn planted(best: BestTree) -> Planted {
    (best.tree, best.histogram)
}
