//! Choices and rankings that look one guess ahead, and whole trees of such choices.

use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use sito_core::look_ahead::{
    Budget, CODES_LIMIT, Chooser, Criteria, Ended, Figures, FirstConsistent, Hints,
    HistorySymmetry, LookAhead, Metric, Moves, Progress, Ranked, Ranking, build,
};
use sito_core::tree::histogram;
use sito_core::{Code, Rules};

use crate::error::{Kind, NativeError};
use crate::knowledge::PyKnowledge;
use crate::rules::PyRules;
use crate::run::{Stopped, Watch, word};
use crate::tree::{NativeTree, packed};

/// The guesses of a game and the numbers of the answers to them.
type History = Vec<(Vec<u8>, u32)>;

/// A guess and what stopped the choice.
type Choice<'py> = (Bound<'py, PyBytes>, Option<&'static str>);

/// A guess of a ranking: its code, score, bits, largest cell, number of cells, whether it is possible.
type RankedGuess = (Vec<u8>, f64, f64, u32, u32, bool);

#[pyfunction]
#[pyo3(signature = (
    knowledge, history, metric, consistent=false, win_apart=false, moves=None, threads=None,
    work=None, watch=Watch::default()
))]
pub fn choose<'py>(
    py: Python<'py>,
    knowledge: &PyKnowledge,
    history: History,
    metric: &Bound<'py, PyAny>,
    consistent: bool,
    win_apart: bool,
    moves: Option<NativeMoves>,
    threads: Option<NonZeroUsize>,
    work: Option<u64>,
    watch: Watch<'py>,
) -> PyResult<Choice<'py>> {
    let guesses = guesses_of(&checked(knowledge, &history)?);
    let task = Task::new(metric, work)?;
    let symmetry = HistorySymmetry::of(&guesses);
    let chooser = task.chooser(knowledge, consistent, win_apart);
    let moves = moves_of(moves, knowledge.knowledge.rules());
    let (choice, asked) = task.run(py, &watch, threads, no_progress, || {
        chooser.choose_from(
            &knowledge.knowledge,
            &symmetry,
            &moves,
            &task.progress.budget,
        )
    })?;
    let stopped = task.stopped(asked, choice.complete);
    Ok((PyBytes::new(py, &choice.guess), word(stopped)))
}

#[pyfunction]
#[pyo3(signature = (
    knowledge, history, metric, top, consistent=false, win_apart=false, moves=None, threads=None,
    work=None, watch=Watch::default()
))]
pub fn rank(
    py: Python<'_>,
    knowledge: &PyKnowledge,
    history: History,
    metric: &Bound<'_, PyAny>,
    top: usize,
    consistent: bool,
    win_apart: bool,
    moves: Option<NativeMoves>,
    threads: Option<NonZeroUsize>,
    work: Option<u64>,
    watch: Watch<'_>,
) -> PyResult<PyRankOutcome> {
    let guesses = guesses_of(&checked(knowledge, &history)?);
    let task = Task::new(metric, work)?;
    let look_ahead = task
        .look_ahead(knowledge.knowledge.rules(), consistent, win_apart)
        .ok_or_else(|| no_metric("first-consistent"))?;
    let moves = moves_of(moves, knowledge.knowledge.rules());
    let (ranking, asked) = task.run(py, &watch, threads, no_progress, || {
        look_ahead.rank(
            &knowledge.knowledge,
            &guesses,
            &moves,
            top,
            &task.progress.budget,
        )
    })?;
    Ok(task.outcome(ranking, asked))
}

#[pyfunction]
#[pyo3(signature = (
    rules, codes, complete, effort, metric, top, consistent=false, win_apart=false, moves=None,
    work=None, watch=Watch::default()
))]
pub fn search_guesses(
    py: Python<'_>,
    rules: &PyRules,
    codes: Vec<Vec<u8>>,
    complete: bool,
    effort: usize,
    metric: &Bound<'_, PyAny>,
    top: usize,
    consistent: bool,
    win_apart: bool,
    moves: Option<NativeMoves>,
    work: Option<u64>,
    watch: Watch<'_>,
) -> PyResult<PyRankOutcome> {
    let checked = |code: &Vec<u8>| rules.check(code).map(|()| Code::new(code));
    let codes = codes.iter().map(checked).collect::<PyResult<Vec<_>>>()?;
    let task = Task::new(metric, work)?;
    let look_ahead = task
        .look_ahead(&rules.rules, consistent, win_apart)
        .ok_or_else(|| no_metric("first-consistent"))?;
    let moves = moves_of(moves, &rules.rules);
    let (ranking, asked) = task.run(py, &watch, None, no_progress, || {
        look_ahead.search(&codes, complete, effort, top, &moves, &task.progress.budget)
    })?;
    Ok(task.outcome(ranking, asked))
}

/// A ranking of guesses, and what stopped it.
#[pyclass(name = "RankOutcome", module = "sito._native", frozen, get_all)]
pub struct PyRankOutcome {
    guesses: Vec<RankedGuess>,
    compared: u64,
    stopped: Option<&'static str>,
}

#[pyfunction]
#[pyo3(signature = (
    knowledge, history, metric, consistent=false, win_apart=false, moves=None, threads=None,
    work=None, watch=Watch::default()
))]
pub fn build_tree<'py>(
    py: Python<'py>,
    knowledge: &PyKnowledge,
    history: History,
    metric: &Bound<'py, PyAny>,
    consistent: bool,
    win_apart: bool,
    moves: Option<NativeMoves>,
    threads: Option<NonZeroUsize>,
    work: Option<u64>,
    watch: Watch<'py>,
) -> PyResult<(Option<NativeTree<'py>>, u64, Option<&'static str>)> {
    let history = checked(knowledge, &history)?;
    let guesses = guesses_of(&history);
    let task = Task::new(metric, work)?;
    let chooser = task.chooser(knowledge, consistent, win_apart);
    let progress = &task.progress;
    let moves = moves_of(moves, knowledge.knowledge.rules());
    let placed = || progress.placed.load(Ordering::Relaxed);
    let (tree, stopped) = task.run(py, &watch, threads, placed, || {
        let known = &knowledge.knowledge;
        let root = build(known, &guesses, &moves, chooser.as_ref(), progress).ok()??;
        let histogram = histogram(known.rules(), &root, &|code| known.spare_lies(code));
        Some((packed(&root), histogram))
    })?;
    let stopped = task.stopped(stopped, tree.is_some());
    let tree = tree.map(|(nodes, histogram)| (PyBytes::new(py, &nodes), histogram));
    Ok((tree, progress.budget.spent(), word(stopped)))
}

/// The rest of a game as a game of its own.
#[pyfunction]
#[pyo3(signature = (knowledge, moves=None, consistent=false))]
pub fn rest_of_game(
    py: Python<'_>,
    knowledge: &PyKnowledge,
    moves: Option<NativeMoves>,
    consistent: bool,
) -> PyResult<PyRules> {
    let moves = moves_of(moves, knowledge.knowledge.rules());
    let rest = py.detach(|| moves.rest_of_game(&knowledge.knowledge, consistent));
    Ok(PyRules::from(rest.map_err(NativeError::from)?))
}

/// The figures of one guess: what metrics get for each answer, bits, the most codes after an answer.
#[pyfunction]
pub fn assess(
    py: Python<'_>,
    knowledge: &PyKnowledge,
    guess: &[u8],
) -> PyResult<(Vec<u64>, f64, u64)> {
    knowledge.rules.get().check(guess)?;
    let figures = py.detach(|| Figures::of(&knowledge.knowledge, guess));
    Ok((figures.weights, figures.bits, figures.worst))
}

/// What hard mode allows: the colors of green pegs, how often each color is needed, and the colors that no guess may
/// have; or what is known of the words that may be guessed, as if they were the secrets.
#[derive(FromPyObject)]
pub enum NativeMoves<'py> {
    Hints(Vec<(usize, u8)>, Vec<(u8, u8)>, Vec<u8>),
    Words(PyRef<'py, PyKnowledge>),
}

/// What hard mode allows; where nothing is told, what it allows before the first guess.
fn moves_of(moves: Option<NativeMoves>, rules: &Rules) -> Moves {
    match moves {
        None => Moves::start(rules),
        Some(NativeMoves::Hints(green, needed, absent)) => {
            Moves::with_hints(rules, Hints::new(&green, &needed, &absent))
        }
        Some(NativeMoves::Words(words)) => Moves::Agreeing(Box::new(words.knowledge.clone())),
    }
}

/// Choices and rankings have no progress to report.
fn no_progress() -> Option<u64> {
    None
}

fn guesses_of(history: &[(Code, u32)]) -> Vec<Code> {
    history.iter().map(|&(guess, _)| guess).collect()
}

fn checked(knowledge: &PyKnowledge, history: &History) -> PyResult<Vec<(Code, u32)>> {
    let rules = knowledge.rules.get();
    let codes = knowledge.knowledge.len();
    if codes > CODES_LIMIT {
        let message = format!("{codes} codes; up to {CODES_LIMIT} are allowed");
        return Err(NativeError::new(Kind::TooLarge, message).into());
    }
    let history = history
        .iter()
        .map(|(guess, answer)| {
            rules.check(guess)?;
            rules.check_feedback(*answer)?;
            Ok((Code::new(guess), *answer))
        })
        .collect::<PyResult<_>>()?;
    if codes == 0 {
        return Err(NativeError::nothing_possible().into());
    }
    Ok(history)
}

/// What a computation shares with the thread that watches it.
struct Task {
    /// None chooses the lowest possible code.
    metric: Option<Metric>,
    progress: Progress,
    /// The exception that a metric in Python raised.
    raised: Arc<Mutex<Option<PyErr>>>,
}

impl Task {
    /// `work` is how many times a guess may be compared with a code.
    fn new(metric: &Bound<'_, PyAny>, work: Option<u64>) -> PyResult<Self> {
        let stop = Arc::new(AtomicBool::new(false));
        let raised = Arc::new(Mutex::new(None));
        let metric = if metric.is_callable() {
            let function = metric.clone().unbind();
            let called = crate::metric::call(function, raised.clone(), stop.clone());
            Some(Metric::Custom(called))
        } else {
            match metric.extract::<&str>()? {
                "minimax" => Some(Metric::Minimax),
                "expected-size" => Some(Metric::ExpectedSize),
                "entropy" => Some(Metric::Entropy),
                "most-parts" => Some(Metric::MostParts),
                "first-consistent" => None,
                other => return Err(no_metric(other)),
            }
        };
        Ok(Task {
            metric,
            progress: Progress {
                budget: Budget::new(stop, work),
                ..Progress::default()
            },
            raised,
        })
    }

    /// The function that scores guesses, if the metric is one.
    fn look_ahead(
        &self,
        rules: &Arc<Rules>,
        consistent: bool,
        win_apart: bool,
    ) -> Option<LookAhead> {
        let criteria = Criteria {
            metric: self.metric.clone()?,
            consistent,
            win_apart,
        };
        Some(LookAhead::new(rules.clone(), criteria))
    }

    fn chooser(
        &self,
        knowledge: &PyKnowledge,
        consistent: bool,
        win_apart: bool,
    ) -> Box<dyn Chooser> {
        match self.look_ahead(knowledge.knowledge.rules(), consistent, win_apart) {
            Some(look_ahead) => Box::new(look_ahead),
            None => Box::new(FirstConsistent),
        }
    }

    /// Runs the computation on its own threads.
    fn run<'py, T: Send, P: IntoPyObject<'py>>(
        &self,
        py: Python<'py>,
        watch: &Watch<'py>,
        threads: Option<NonZeroUsize>,
        progress: impl Fn() -> P,
        work: impl FnOnce() -> T + Send,
    ) -> PyResult<(T, Option<Stopped>)> {
        let done = on_threads(
            py,
            watch,
            threads,
            self.progress.budget.stop(),
            progress,
            work,
        )?;
        match self.raised.lock().expect("no panic").take() {
            Some(error) => Err(error),
            None => Ok(done),
        }
    }

    fn outcome(&self, ranking: Ranking, asked: Option<Stopped>) -> PyRankOutcome {
        let row = |ranked: &Ranked| {
            let Ranked {
                score,
                bits,
                worst,
                cells,
                possible,
                ..
            } = *ranked;
            (ranked.guess.to_vec(), score, bits, worst, cells, possible)
        };
        PyRankOutcome {
            guesses: ranking.guesses.iter().map(row).collect(),
            compared: ranking.compared,
            stopped: word(self.stopped(asked, ranking.complete)),
        }
    }

    fn stopped(&self, asked: Option<Stopped>, complete: bool) -> Option<Stopped> {
        stopped_by(&self.progress.budget, asked, complete)
    }
}

/// Runs a computation on threads of its own; `stop` ends it.
pub fn on_threads<'py, T: Send, P: IntoPyObject<'py>>(
    py: Python<'py>,
    watch: &Watch<'py>,
    threads: Option<NonZeroUsize>,
    stop: &AtomicBool,
    progress: impl Fn() -> P,
    work: impl FnOnce() -> T + Send,
) -> PyResult<(T, Option<Stopped>)> {
    // Where codes are told apart one by one, a tree is as deep as they are many.
    const STACK: usize = 16 << 20;
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(threads.map_or(0, NonZeroUsize::get))
        .stack_size(STACK)
        .build()
        .map_err(NativeError::from)?;
    watch.run(
        py,
        || stop.store(true, Ordering::Relaxed),
        progress,
        || pool.install(work),
    )
}

/// What left something out; of a complete result only Ctrl-C counts as having stopped it.
pub fn stopped_by(budget: &Budget, asked: Option<Stopped>, complete: bool) -> Option<Stopped> {
    if complete {
        return asked.filter(|&why| why == Stopped::Interrupt);
    }
    asked.or_else(|| match budget.ended()? {
        Ended::Work => Some(Stopped::Work),
        Ended::Asked => Some(Stopped::Asked),
    })
}

fn no_metric(name: &str) -> PyErr {
    NativeError::new(Kind::Metric, format!("no metric {name:?}")).into()
}
