//! The exact search.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use sito_core::exact::{
    Fault, Journal, Limits, Objective, Options, Outcome, Problem, Progress, Stage, Step, StepCell,
    StopReason, least_prices, least_weighed, solve_from, words::solve_words,
};

use crate::error::{Kind, NativeError};
use crate::rules::PyRules;
use crate::run::{Stopped, Watch, word};
use crate::tree::{packed, unpacked};

/// The progress passed to the watch: the stage, both bounds, the first guess, positions, bytes, and how many first
/// guesses are settled of how many.
type Report = (
    &'static str,
    u32,
    Option<u32>,
    Option<u32>,
    u64,
    usize,
    u32,
    u32,
    Vec<StepReport>,
);

/// A guess that is tried: how many are settled of how many, its lower bound, and the cell that is searched: its answer
/// and codes, how many cells are settled of how many, and the squares of their sizes.
type StepReport = (u32, u32, u32, u32, Option<(u32, u32, u32, u32, u64, u64)>);

#[pyclass(name = "ExactOutcome", module = "sito._native", frozen, get_all)]
pub struct PyOutcome {
    lower: Option<Vec<u64>>,
    upper: Option<Vec<u64>>,
    proven: bool,
    positions: u64,
    memory: usize,
    /// The packed tree and its histogram.
    tree: Option<(Vec<u8>, Vec<u64>)>,
    stopped: Option<&'static str>,
}

/// What searches have learned; see `sito_core::exact::Journal`.
#[pyclass(name = "ExactJournal", module = "sito._native", frozen)]
pub struct PyJournal {
    pub journal: Journal,
}

#[pymethods]
impl PyJournal {
    #[new]
    #[pyo3(signature = (data=None))]
    fn new(data: Option<&[u8]>) -> PyResult<Self> {
        Journal::load(data.unwrap_or_default())
            .map(|journal| PyJournal { journal })
            .ok_or_else(|| NativeError::new(Kind::Journal, "these bytes are no journal").into())
    }

    fn dump<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        let bytes = py.detach(|| self.journal.dump());
        PyBytes::new(py, &bytes)
    }
}

#[pyfunction]
#[pyo3(signature = (
    rules, objective, *, memory, depth=None, history=Vec::new(), possible=None, allowed=None, first=None,
    positions=None, counts_all=false, width=None, consistent=false, threads=1, journal=None, start=None,
    watch=Watch::default()
))]
pub fn solve_exact(
    py: Python<'_>,
    rules: &PyRules,
    objective: &str,
    memory: usize,
    depth: Option<u8>,
    history: Vec<(u32, u32)>,
    possible: Option<Vec<u16>>,
    allowed: Option<Vec<u32>>,
    first: Option<u32>,
    positions: Option<u64>,
    counts_all: bool,
    width: Option<usize>,
    consistent: bool,
    threads: usize,
    journal: Option<&Bound<'_, PyJournal>>,
    start: Option<Vec<(u32, u32, u32)>>,
    watch: Watch<'_>,
) -> PyResult<PyOutcome> {
    let objective = objective_of(objective)?;
    rules.check_moves(&history, first)?;
    if let Some(codes) = &possible {
        rules.check_codes(codes)?;
    }
    let problem = Problem::new(&rules.rules)
        .objective(objective)
        .depth(depth)
        .history(&history)
        .first_guess(first)
        .consistent(consistent)
        .width(width);
    let journal = journal.map(|journal| &journal.get().journal);
    Effort::new(watch, (memory, positions), threads, journal).solve(py, |options| {
        let options = &options.limits(options.limits.counts_all(counts_all));
        if rules.rules.hard().is_some() || rules.rules.weights().is_some() {
            return solve_words(&problem, possible, allowed, options);
        }
        let start = start.as_deref().and_then(unpacked);
        solve_from(&problem, possible, start, options)
    })
}

#[pyfunction]
#[pyo3(signature = (rules, prices, *, memory, positions=None, width=None, watch=Watch::default()))]
pub fn solve_prices(
    py: Python<'_>,
    rules: &PyRules,
    prices: Vec<u32>,
    memory: usize,
    positions: Option<u64>,
    width: Option<usize>,
    watch: Watch<'_>,
) -> PyResult<PyOutcome> {
    if prices.is_empty() || !prices.is_sorted() {
        let message = format!("prices are not ascending: {prices:?}");
        return Err(NativeError::new(Kind::Prices, message).into());
    }
    Effort::new(watch, (memory, positions), 1, None).solve(py, |options| {
        least_prices(&rules.rules, &prices, width, options)
    })
}

#[pyfunction]
#[pyo3(signature = (rules, weights, below, *, memory, positions=None, watch=Watch::default()))]
pub fn solve_weighed(
    py: Python<'_>,
    rules: &PyRules,
    weights: Vec<u64>,
    below: u64,
    memory: usize,
    positions: Option<u64>,
    watch: Watch<'_>,
) -> PyResult<PyOutcome> {
    Effort::new(watch, (memory, positions), 1, None).solve(py, |options| {
        least_weighed(&rules.rules, &weights, below, options)
    })
}

/// How a search runs: who watches it, the bytes and the positions that it may take, its threads and its journal.
pub struct Effort<'a, 'py> {
    watch: Watch<'py>,
    limits: (usize, Option<u64>),
    threads: usize,
    journal: Option<&'a Journal>,
}

impl<'a, 'py> Effort<'a, 'py> {
    pub fn new(
        watch: Watch<'py>,
        limits: (usize, Option<u64>),
        threads: usize,
        journal: Option<&'a Journal>,
    ) -> Self {
        Effort {
            watch,
            limits,
            threads,
            journal,
        }
    }

    /// Runs a search that can be stopped and that reports; also returns what asked it to stop.
    pub fn run<T: Send>(
        &self,
        py: Python<'py>,
        search: impl FnOnce(&Options) -> T + Send,
    ) -> PyResult<(T, Option<Stopped>)> {
        let stop = AtomicBool::new(false);
        let newest: Mutex<Option<Progress>> = Mutex::new(None);
        let report = |progress: &Progress| {
            // If another thread is reporting, its report is enough.
            if let Ok(mut newest) = newest.try_lock() {
                *newest = Some(progress.clone());
            }
        };
        let (memory, positions) = self.limits;
        let options = Options::default()
            .limits(Limits::new(memory).positions(positions).stop(&stop))
            .threads(self.threads)
            .journal(self.journal)
            .report(&report);
        self.watch.run(
            py,
            || stop.store(true, Ordering::Relaxed),
            || newest.lock().expect("no panic").as_ref().map(report_of),
            || search(&options),
        )
    }

    /// Runs a search that finds an outcome, and packs its tree.
    pub fn solve(
        &self,
        py: Python<'py>,
        search: impl FnOnce(&Options) -> Result<Outcome, Fault> + Send,
    ) -> PyResult<PyOutcome> {
        let (result, asked) = self.run(py, |options| {
            let mut outcome = search(options)?;
            // Trees are large, so they are packed here, without holding the interpreter lock.
            let tree = outcome.tree.take();
            let histogram = std::mem::take(&mut outcome.histogram);
            Ok((outcome, tree.map(|tree| (packed(&tree), histogram))))
        })?;
        let (outcome, tree) = result.map_err(|fault: Fault| NativeError::from(fault))?;
        Ok(PyOutcome {
            lower: outcome.lower,
            upper: outcome.upper,
            proven: outcome.proven,
            positions: outcome.positions,
            memory: outcome.memory,
            tree,
            stopped: word(stopped_by(asked, outcome.stopped)),
        })
    }
}

/// What asked a search to stop, or else why it ended early itself.
pub fn stopped_by(asked: Option<Stopped>, met: Option<StopReason>) -> Option<Stopped> {
    asked.or(met.map(|reason| match reason {
        StopReason::Asked => Stopped::Asked,
        StopReason::Positions => Stopped::Work,
    }))
}

pub fn objective_of(name: &str) -> PyResult<Objective> {
    Ok(match name {
        "total" => Objective::Total,
        "worst" => Objective::Worst,
        "worst-total" => Objective::WorstTotal,
        "total-worst" => Objective::TotalWorst,
        "worst-fewest" => Objective::WorstFewest,
        "worst-fewest-total" => Objective::WorstFewestTotal,
        other => {
            let message = format!("no objective {other:?}");
            return Err(NativeError::new(Kind::Objective, message).into());
        }
    })
}

fn report_of(progress: &Progress) -> Report {
    let stage = match progress.stage {
        Stage::Preparing => "preparing",
        Stage::Total => "total",
        Stage::Worst => "worst",
        Stage::Fewest => "fewest",
        Stage::Prices => "prices",
        Stage::Certificate => "certificate",
    };
    (
        stage,
        progress.lower,
        progress.upper,
        progress.guess,
        progress.positions,
        progress.memory,
        progress.settled,
        progress.first_guesses,
        progress.steps.iter().map(step_of).collect(),
    )
}

fn step_of(step: &Step) -> StepReport {
    let cell = |cell: StepCell| {
        (
            cell.answer,
            cell.codes,
            cell.settled,
            cell.cells,
            cell.settled_squares,
            cell.squares,
        )
    };
    (
        step.guess,
        step.settled,
        step.guesses,
        step.lower,
        step.cell.map(cell),
    )
}
