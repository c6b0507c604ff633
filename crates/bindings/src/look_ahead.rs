//! Choices that look one answer ahead, and whole trees of them.

use std::num::NonZeroUsize;
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex};

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use sito_core::Code;
use sito_core::build::{Progress, build};
use sito_core::one_ply::{
    CODES_LIMIT, Chooser, FirstConsistent, Metric, OnePly, OnePlyChooser, Past,
};
use sito_core::tree::histogram;

use crate::error::{Kind, NativeError};
use crate::knowledge::PyKnowledge;
use crate::run::{Stopped, Watch, word};
use crate::tree::{NativeTree, packed};

/// The guesses of a game and the numbers of the answers to them.
type History = Vec<(Vec<u8>, u32)>;

/// A guess and what stopped the choice.
type Choice<'py> = (Bound<'py, PyBytes>, Option<&'static str>);

#[pyfunction]
#[pyo3(signature = (
    knowledge, history, metric, consistent=false, win_apart=false, threads=None, seconds=None,
    watch=None
))]
#[expect(
    clippy::too_many_arguments,
    reason = "they have names and defaults in Python"
)]
pub fn choose<'py>(
    py: Python<'py>,
    knowledge: &PyKnowledge,
    history: History,
    metric: &Bound<'py, PyAny>,
    consistent: bool,
    win_apart: bool,
    threads: Option<NonZeroUsize>,
    seconds: Option<f64>,
    watch: Option<&Bound<'py, PyAny>>,
) -> PyResult<Choice<'py>> {
    let watch = Watch::new(py, seconds, watch);
    let (guesses, _): (Vec<Code>, Vec<u32>) = checked(knowledge, &history)?.into_iter().unzip();
    let task = Task::new(knowledge, metric, consistent, win_apart)?;
    let (guess, stopped) = task.run(&watch, threads, |chooser, _| {
        let codes: Vec<Code> = knowledge.knowledge.iter_from(0).collect();
        chooser.choose(&codes, &Past::of(&guesses))
    })?;
    Ok((PyBytes::new(py, &guess), word(stopped)))
}

#[pyfunction]
#[pyo3(signature = (
    knowledge, history, metric, consistent=false, win_apart=false, threads=None, seconds=None,
    watch=None
))]
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
    seconds: Option<f64>,
    watch: Option<&Bound<'py, PyAny>>,
) -> PyResult<(Option<NativeTree<'py>>, Option<&'static str>)> {
    let watch = Watch::new(py, seconds, watch);
    let history = checked(knowledge, &history)?;
    let guesses: Vec<Code> = history.iter().map(|&(guess, _)| guess).collect();
    let task = Task::new(knowledge, metric, consistent, win_apart)?;
    let (tree, stopped) = task.run(&watch, threads, |chooser, progress| {
        let root = build(&knowledge.knowledge, &guesses, chooser, progress).ok()??;
        let histogram = histogram(knowledge.knowledge.rules(), &history, &root);
        Some((packed(&root), histogram))
    })?;
    let tree = tree.map(|(nodes, histogram)| (PyBytes::new(py, &nodes), histogram));
    Ok((tree, word(stopped)))
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
                progress.stop.clone(),
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
                other => {
                    let message = format!("no metric {other:?}");
                    return Err(NativeError::new(Kind::Metric, message).into());
                }
            }
        };
        let how = OnePly {
            metric,
            consistent,
            win_apart,
        };
        let rules = knowledge.knowledge.rules().clone();
        Ok(Task {
            chooser: Box::new(OnePlyChooser::new(rules, how, progress.stop.clone())),
            progress,
            raised,
        })
    }

    /// Does the work on threads of its own; the watch is told how many codes have found their
    /// place.
    fn run<T: Send>(
        &self,
        watch: &Watch<'_, '_>,
        threads: Option<NonZeroUsize>,
        work: impl FnOnce(&dyn Chooser, &Progress) -> T + Send,
    ) -> PyResult<(T, Option<Stopped>)> {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads.map_or(0, NonZeroUsize::get))
            .build()
            .map_err(NativeError::from)?;
        let done = watch.run(
            || self.progress.stop.store(true, Ordering::Relaxed),
            || self.progress.placed.load(Ordering::Relaxed),
            || pool.install(|| work(self.chooser.as_ref(), &self.progress)),
        )?;
        match self.raised.lock().expect("no panic").take() {
            Some(error) => Err(error),
            None => Ok(done),
        }
    }
}
