//! The exact search: it runs beside the interpreter, which looks at it every so often.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use pyo3::exceptions::{PyMemoryError, PyOverflowError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use sito_core::exact::{
    Fault, Journal, Limits, Objective, Options, Outcome, Problem, Progress, Stage, StopReason,
    solve,
};
use sito_core::simd::Level;
use sito_core::tree::Node;
use sito_core::{Code, CodeSpace, Rules};

use crate::rules::PyRules;

/// How often the caller is told how the search stands.
const GLANCE: Duration = Duration::from_millis(100);

/// Stage, bounds, first guess, positions and bytes.
type Told = (&'static str, u32, Option<u32>, Option<u32>, u64, usize);

#[pyclass(name = "ExactOutcome", module = "sito._native", frozen)]
pub struct PyOutcome {
    outcome: Outcome,
    nodes: Option<Vec<(u32, u32, bool, u32)>>,
    interrupted: bool,
}

#[pymethods]
impl PyOutcome {
    #[getter]
    fn lower(&self) -> Option<Vec<u32>> {
        self.outcome.lower.clone()
    }

    #[getter]
    fn upper(&self) -> Option<Vec<u32>> {
        self.outcome.upper.clone()
    }

    #[getter]
    fn proven(&self) -> bool {
        self.outcome.proven
    }

    #[getter]
    fn positions(&self) -> u64 {
        self.outcome.positions
    }

    #[getter]
    fn memory(&self) -> usize {
        self.outcome.memory
    }

    #[getter]
    fn remaining(&self) -> usize {
        self.outcome.remaining
    }

    /// Why the search ended without a proof: "asked" or "positions"; None if it came to its end.
    #[getter]
    fn stopped(&self) -> Option<&'static str> {
        self.outcome.stopped.map(|reason| match reason {
            StopReason::Asked => "asked",
            StopReason::Positions => "positions",
        })
    }

    #[getter]
    fn interrupted(&self) -> bool {
        self.interrupted
    }

    /// The tree in preorder: answer that leads there, guess, whether it may win, branches.
    #[getter]
    fn nodes(&self) -> Option<Vec<(u32, u32, bool, u32)>> {
        self.nodes.clone()
    }
}

/// What searches have learnt; see `sito_core::exact::Journal`.
#[pyclass(name = "ExactJournal", module = "sito._native", frozen)]
pub struct PyJournal {
    journal: Journal,
}

#[pymethods]
impl PyJournal {
    #[new]
    #[pyo3(signature = (data=None))]
    fn new(data: Option<&[u8]>) -> PyResult<Self> {
        Journal::load(data.unwrap_or_default())
            .map(|journal| PyJournal { journal })
            .ok_or_else(|| PyValueError::new_err("these bytes are no journal"))
    }

    fn dump<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        let bytes = py.detach(|| self.journal.dump());
        PyBytes::new(py, &bytes)
    }
}

/// Where a search may leave word, and where it looks for being told to stop.
#[derive(Default)]
struct Desk {
    stop: AtomicBool,
    done: AtomicBool,
    progress: Mutex<Option<Progress>>,
}

#[pyfunction]
#[pyo3(signature = (
    rules, objective, *, memory, depth=None, history=Vec::new(), first=None, positions=None,
    width=None, consistent=false, threads=1, journal=None,
    watch=None
))]
#[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
pub fn solve_exact(
    py: Python<'_>,
    rules: &PyRules,
    objective: &str,
    memory: usize,
    depth: Option<u8>,
    history: Vec<(u32, u32)>,
    first: Option<u32>,
    positions: Option<u64>,
    width: Option<usize>,
    consistent: bool,
    threads: usize,
    journal: Option<&Bound<'_, PyJournal>>,
    watch: Option<&Bound<'_, PyAny>>,
) -> PyResult<PyOutcome> {
    let objective = match objective {
        "total" => Objective::Total,
        "worst" => Objective::Worst,
        "worst-total" => Objective::WorstTotal,
        "total-worst" => Objective::TotalWorst,
        "worst-fewest" => Objective::WorstFewest,
        "worst-fewest-total" => Objective::WorstFewestTotal,
        other => return Err(PyValueError::new_err(format!("no objective {other:?}"))),
    };
    let count = CodeSpace::guesses(&rules.rules).len();
    let guesses = history.iter().map(|&(guess, _)| guess).chain(first);
    if let Some(guess) = guesses
        .into_iter()
        .find(|&guess| u128::from(guess) >= count)
    {
        return Err(PyValueError::new_err(format!("guess {guess} of {count}")));
    }
    let desk = Desk::default();
    let report = |progress: &Progress| {
        // Whoever is telling already will do for all.
        if let Ok(mut told) = desk.progress.try_lock() {
            *told = Some(progress.clone());
        }
    };
    let problem = Problem {
        rules: &rules.rules,
        objective,
        depth,
        history: &history,
        first_guess: first,
        consistent,
        width,
    };
    let options = Options {
        limits: Limits {
            memory,
            positions,
            stop: &desk.stop,
        },
        threads: threads.max(1),
        level: Level::detect(),
        journal: journal.map(|journal| &journal.get().journal),
        report: &report,
    };
    let (result, interrupted) = watched(py, &desk, watch, || solve(&problem, &options))?;
    let outcome = result.map_err(|fault| match fault {
        Fault::TooManyCodes { .. } | Fault::TooManyAnswers(_) | Fault::TooDeep => {
            PyOverflowError::new_err(fault.to_string())
        }
        Fault::Memory { needed, allowed } => PyMemoryError::new_err((needed, allowed)),
        Fault::NothingRemains => PyValueError::new_err(fault.to_string()),
    })?;
    let nodes = outcome
        .tree
        .as_ref()
        .map(|tree| Flat::of(&rules.rules, &history, tree));
    Ok(PyOutcome {
        outcome,
        nodes,
        interrupted,
    })
}

/// Does the work on a thread of its own while this one looks out for Ctrl-C, which ends the
/// search with the best so far, and tells `watch`, which may end it with a true answer.
fn watched<T: Send>(
    py: Python<'_>,
    desk: &Desk,
    watch: Option<&Bound<'_, PyAny>>,
    work: impl FnOnce() -> T + Send,
) -> PyResult<(T, bool)> {
    std::thread::scope(|scope| {
        let caller = std::thread::current();
        let worker = scope.spawn(move || {
            let result = work();
            desk.done.store(true, Ordering::Release);
            caller.unpark();
            result
        });
        let mut interrupted = false;
        let mut raised = None;
        loop {
            py.detach(|| std::thread::park_timeout(GLANCE));
            if desk.done.load(Ordering::Acquire) || worker.is_finished() {
                break;
            }
            if py.check_signals().is_err() {
                interrupted = true;
                desk.stop.store(true, Ordering::Relaxed);
            }
            let told = desk.progress.lock().expect("no panic").take();
            if let (Some(watch), Some(progress), None) = (watch, told, &raised) {
                match watch
                    .call1((told_of(&progress),))
                    .and_then(|answer| answer.is_truthy())
                {
                    Ok(false) => {}
                    Ok(true) => desk.stop.store(true, Ordering::Relaxed),
                    Err(error) => {
                        desk.stop.store(true, Ordering::Relaxed);
                        raised = Some(error);
                    }
                }
            }
        }
        let result = py.detach(|| worker.join());
        match (raised, result) {
            (_, Err(panic)) => std::panic::resume_unwind(panic),
            (Some(error), _) => Err(error),
            (None, Ok(result)) => Ok((result, interrupted)),
        }
    })
}

fn told_of(progress: &Progress) -> Told {
    let stage = match progress.stage {
        Stage::Preparing => "preparing",
        Stage::Total => "total",
        Stage::Worst => "worst",
        Stage::Fewest => "fewest",
    };
    (
        stage,
        progress.lower,
        progress.upper,
        progress.guess,
        progress.positions,
        progress.memory,
    )
}

/// A tree put down in preorder.
struct Flat<'a> {
    rules: &'a Rules,
    guesses: CodeSpace,
    secrets: CodeSpace,
    path: Vec<(Code, u32)>,
    nodes: Vec<(u32, u32, bool, u32)>,
}

impl<'a> Flat<'a> {
    fn of(rules: &'a Rules, history: &[(u32, u32)], tree: &Node) -> Vec<(u32, u32, bool, u32)> {
        let guesses = CodeSpace::guesses(rules);
        let mut flat = Flat {
            rules,
            secrets: CodeSpace::secrets(rules),
            path: history
                .iter()
                .map(|&(guess, answer)| (guesses.code(guess.into()), answer))
                .collect(),
            guesses,
            nodes: Vec::new(),
        };
        flat.node(0, tree);
        flat.nodes
    }

    fn node(&mut self, answer: u32, node: &Node) {
        let guess = self.guesses.code(node.guess.into());
        let agrees = |(earlier, answer): &(Code, u32)| self.rules.score(earlier, &guess) == *answer;
        let wins = self.secrets.number(&guess).is_some() && self.path.iter().all(agrees);
        self.nodes
            .push((answer, node.guess, wins, node.branches.len() as u32));
        for (answer, branch) in &node.branches {
            self.path.push((guess, *answer));
            self.node(*answer, branch);
            self.path.pop();
        }
    }
}
