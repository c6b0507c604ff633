//! One-ply choices and whole trees.

use std::num::NonZeroUsize;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use pyo3::exceptions::{PyIndexError, PyOverflowError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use sito_core::Code;
use sito_core::look_ahead::{
    CODES_LIMIT, Chooser, Criteria, FirstConsistent, HistorySymmetry, LookAhead, Metric, Progress,
    build,
};
use sito_core::tree::histogram;

use crate::knowledge::PyKnowledge;

/// How often Ctrl-C is looked for and progress told.
const TICK: Duration = Duration::from_millis(100);

/// The guesses of a game and the numbers of the answers to them.
type History = Vec<(Vec<u8>, u32)>;

#[pyfunction]
#[pyo3(signature = (knowledge, history, metric, consistent=false, win_apart=false, threads=None))]
pub fn choose<'py>(
    py: Python<'py>,
    knowledge: &PyKnowledge,
    history: History,
    metric: &Bound<'py, PyAny>,
    consistent: bool,
    win_apart: bool,
    threads: Option<NonZeroUsize>,
) -> PyResult<Bound<'py, PyBytes>> {
    let history = checked(knowledge, &history)?;
    if knowledge.knowledge.is_empty() {
        return Err(PyIndexError::new_err("no code is possible"));
    }
    let (guesses, _): (Vec<Code>, Vec<u32>) = history.into_iter().unzip();
    let task = Task::new(knowledge, metric, consistent, win_apart)?;
    let guess = task.run(py, threads, None, |chooser, progress| {
        let symmetry = HistorySymmetry::of(&guesses);
        let choice = chooser.choose_from(&knowledge.knowledge, &symmetry, &progress.budget);
        choice.guess
    })?;
    Ok(PyBytes::new(py, &guess))
}

#[pyfunction]
#[pyo3(signature = (knowledge, history, metric, consistent=false, win_apart=false, threads=None, on_progress=None))]
#[expect(
    clippy::too_many_arguments,
    reason = "they have names and defaults in Python"
)]
pub fn build_tree<'py>(
    py: Python<'py>,
    knowledge: &PyKnowledge,
    history: History,
    metric: &Bound<'py, PyAny>,
    consistent: bool,
    win_apart: bool,
    threads: Option<NonZeroUsize>,
    on_progress: Option<Bound<'py, PyAny>>,
) -> PyResult<(Bound<'py, PyBytes>, Vec<u64>)> {
    let history = checked(knowledge, &history)?;
    if knowledge.knowledge.is_empty() {
        return Err(PyIndexError::new_err("no code is possible"));
    }
    let guesses: Vec<Code> = history.iter().map(|&(guess, _)| guess).collect();
    let task = Task::new(knowledge, metric, consistent, win_apart)?;
    let (bytes, histogram) = task.run(py, threads, on_progress, |chooser, progress| {
        // A tree that was stopped is not looked at.
        let Ok(Some(root)) = build(&knowledge.knowledge, &guesses, chooser, progress) else {
            return (Vec::new(), Vec::new());
        };
        let mut numbers = Vec::new();
        root.flatten(u32::MAX, &mut numbers);
        let bytes: Vec<u8> = numbers.iter().flat_map(|n| n.to_le_bytes()).collect();
        (
            bytes,
            histogram(knowledge.knowledge.rules(), &history, &root),
        )
    })?;
    Ok((PyBytes::new(py, &bytes), histogram))
}

fn checked(knowledge: &PyKnowledge, history: &History) -> PyResult<Vec<(Code, u32)>> {
    let rules = knowledge.rules.get();
    let codes = knowledge.knowledge.len();
    if codes > CODES_LIMIT {
        return Err(PyOverflowError::new_err(format!(
            "{codes} codes; up to {CODES_LIMIT} are allowed"
        )));
    }
    history
        .iter()
        .map(|(guess, answer)| {
            rules.check(guess)?;
            rules.check_feedback(*answer)?;
            Ok((Code::new(guess), *answer))
        })
        .collect()
}

/// A chooser and what it shares with the thread that watches over it.
struct Task {
    chooser: Box<dyn Chooser>,
    progress: Progress,
    /// What a metric in Python raised.
    raised: Arc<Mutex<Option<PyErr>>>,
}

impl Task {
    fn new(
        knowledge: &PyKnowledge,
        metric: &Bound<'_, PyAny>,
        consistent: bool,
        win_apart: bool,
    ) -> PyResult<Self> {
        let progress = Progress::default();
        let raised = Arc::new(Mutex::new(None));
        let metric = if metric.is_callable() {
            Metric::Custom(crate::metric::call(
                metric.clone().unbind(),
                raised.clone(),
                progress.budget.stop().clone(),
            ))
        } else {
            match metric.extract::<&str>()? {
                "minimax" => Metric::Minimax,
                "expected-size" => Metric::ExpectedSize,
                "entropy" => Metric::Entropy,
                "most-parts" => Metric::MostParts,
                "first-consistent" => {
                    return Ok(Task {
                        chooser: Box::new(FirstConsistent),
                        progress,
                        raised,
                    });
                }
                other => return Err(PyValueError::new_err(format!("no metric {other:?}"))),
            }
        };
        let criteria = Criteria {
            metric,
            consistent,
            win_apart,
        };
        let rules = knowledge.knowledge.rules().clone();
        Ok(Task {
            chooser: Box::new(LookAhead::new(rules, criteria)),
            progress,
            raised,
        })
    }

    /// Does the work on threads of its own while this one looks out for Ctrl-C and tells
    /// `on_progress` how many codes have found their place.
    fn run<T: Send>(
        &self,
        py: Python<'_>,
        threads: Option<NonZeroUsize>,
        on_progress: Option<Bound<'_, PyAny>>,
        work: impl FnOnce(&dyn Chooser, &Progress) -> T + Send,
    ) -> PyResult<T> {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads.map_or(0, NonZeroUsize::get))
            .build()
            .map_err(|error| PyValueError::new_err(error.to_string()))?;
        let on_progress = on_progress.map(Bound::unbind);
        py.detach(|| {
            let (done, result) = channel();
            std::thread::scope(|scope| {
                scope.spawn(move || {
                    let value = pool.install(|| work(self.chooser.as_ref(), &self.progress));
                    // The receiver waits until it has the value.
                    let _ = done.send(value);
                });
                loop {
                    match result.recv_timeout(TICK) {
                        Ok(value) => return Ok(value),
                        Err(RecvTimeoutError::Disconnected) => {
                            return Err(PyRuntimeError::new_err("the work was not finished"));
                        }
                        Err(RecvTimeoutError::Timeout) => {}
                    }
                    let told = Python::attach(|py| {
                        py.check_signals()?;
                        if let Some(on_progress) = &on_progress {
                            on_progress
                                .call1(py, (self.progress.placed.load(Ordering::Relaxed),))?;
                        }
                        Ok(())
                    });
                    if let Err(error) = told {
                        self.progress.budget.stop().store(true, Ordering::Relaxed);
                        return Err(error);
                    }
                }
            })
        })
        .and_then(|value| match self.raised.lock().expect("no panic").take() {
            Some(error) => Err(error),
            None => Ok(value),
        })
    }
}
