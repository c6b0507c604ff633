//! What each first guess is worth.

use std::sync::atomic::{AtomicBool, Ordering};

use pyo3::prelude::*;
use sito_core::exact::{FirstGuesses, Known, Problem};

use crate::error::NativeError;
use crate::exact::{Effort, PyJournal, PyOutcome, objective_of};
use crate::rules::PyRules;
use crate::run::{Watch, word};

/// The histogram of each tree that was found, and why that ended early.
type Quick = (Vec<Option<Vec<u64>>>, Option<&'static str>);

/// A game whose first guesses are valued; see `sito_core::exact::FirstGuesses`.
#[pyclass(name = "FirstGuesses", module = "sito._native", frozen)]
pub struct PyFirstGuesses {
    guesses: FirstGuesses,
    journal: Option<Py<PyJournal>>,
}

#[pyfunction]
#[pyo3(signature = (
    rules, objective, *, memory, depth=None, history=Vec::new(), possible=None, width=None, consistent=false,
    threads=1, searches=true, journal=None, watch=Watch::default()
))]
pub fn first_guesses(
    py: Python<'_>,
    rules: &PyRules,
    objective: &str,
    memory: usize,
    depth: Option<u8>,
    history: Vec<(u32, u32)>,
    possible: Option<Vec<u16>>,
    width: Option<usize>,
    consistent: bool,
    threads: usize,
    searches: bool,
    journal: Option<Py<PyJournal>>,
    watch: Watch<'_>,
) -> PyResult<Option<PyFirstGuesses>> {
    let objective = objective_of(objective)?;
    rules.check_moves(&history, None)?;
    if let Some(codes) = &possible {
        rules.check_codes(codes)?;
    }
    let problem = Problem::new(&rules.rules)
        .objective(objective)
        .depth(depth)
        .history(&history)
        .consistent(consistent)
        .width(width);
    let (prepared, _) = {
        let journal = journal.as_ref().map(|journal| &journal.get().journal);
        let effort = Effort::new(watch, (memory, None), threads, journal);
        effort.run(py, |options| {
            FirstGuesses::new(&problem, possible, searches, options)
        })?
    };
    let guesses = prepared.map_err(NativeError::from)?;
    Ok(guesses.map(|guesses| PyFirstGuesses { guesses, journal }))
}

#[pymethods]
impl PyFirstGuesses {
    #[getter]
    fn memory(&self) -> usize {
        self.guesses.memory()
    }

    fn kinds(&self) -> Vec<u32> {
        self.guesses.kinds()
    }

    fn rough(&self, py: Python<'_>, guesses: Vec<u32>) -> Vec<(Option<Vec<u32>>, f64)> {
        let rough = py.detach(|| self.guesses.rough(&guesses));
        rough
            .into_iter()
            .map(|rough| (rough.lower, rough.left))
            .collect()
    }

    #[pyo3(signature = (guesses, *, limited=true, members_only=false, watch=Watch::default()))]
    fn quick(
        &self,
        py: Python<'_>,
        guesses: Vec<u32>,
        limited: bool,
        members_only: bool,
        watch: Watch<'_>,
    ) -> PyResult<Quick> {
        let stop = AtomicBool::new(false);
        let (quick, stopped) = watch.run(
            py,
            || stop.store(true, Ordering::Relaxed),
            || None::<u32>, // there is nothing to tell
            || self.guesses.quick(&guesses, limited, members_only, &stop),
        )?;
        Ok((quick, word(stopped)))
    }

    #[pyo3(signature = (
        guess, *, upper=None, below=None, positions=None, threads=1, watch=Watch::default()
    ))]
    fn prove(
        &self,
        py: Python<'_>,
        guess: u32,
        upper: Option<u32>,
        below: Option<u32>,
        positions: Option<u64>,
        threads: usize,
        watch: Watch<'_>,
    ) -> PyResult<PyOutcome> {
        let known = Known { upper, below };
        let journal = self.journal.as_ref().map(|journal| &journal.get().journal);
        let limits = (self.guesses.memory(), positions);
        Effort::new(watch, limits, threads, journal)
            .solve(py, |options| self.guesses.prove(guess, &known, options))
    }
}
