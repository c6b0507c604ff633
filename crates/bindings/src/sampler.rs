//! Samples of the codes of games that the sieve cannot hold.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use sito_core::Code;
use sito_core::sampler::{self, Found, MOST_TURNS, Sampler};

use crate::error::{Kind, NativeError};
use crate::look_ahead::on_threads;
use crate::rules::PyRules;
use crate::run::{Stopped, Watch, word};

#[pyclass(name = "Sampler", module = "sito._native", frozen)]
pub struct PySampler {
    rules: Py<PyRules>,
    turns: usize,
    sampler: Sampler,
}

#[pymethods]
impl PySampler {
    #[new]
    fn new(py: Python<'_>, rules: Py<PyRules>) -> PyResult<Self> {
        let sampler = py.detach(|| Sampler::new(&rules.get().rules));
        let sampler = sampler.ok_or_else(not_sampled)?;
        Ok(PySampler {
            rules,
            turns: 0,
            sampler,
        })
    }

    fn after(&self, py: Python<'_>, guess: &[u8], answer: u32) -> PyResult<Self> {
        self.rules.get().check(guess)?;
        self.rules.get().check_feedback(answer)?;
        check_turns(self.turns + 1)?;
        let work =
            |stop: &Arc<AtomicBool>| self.sampler.after_unless(stop, Code::new(guess), answer);
        Ok(PySampler {
            rules: self.rules.clone_ref(py),
            turns: self.turns + 1,
            sampler: unless_interrupted(py, work)?.expect("only Ctrl-C stops it"),
        })
    }

    #[getter]
    fn codes<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyBytes>>> {
        let codes = &self.found(py)?.codes;
        Ok(codes.iter().map(|code| PyBytes::new(py, code)).collect())
    }

    #[getter]
    fn is_complete(&self, py: Python<'_>) -> PyResult<bool> {
        Ok(self.found(py)?.is_complete)
    }

    #[getter]
    fn is_proven(&self, py: Python<'_>) -> PyResult<bool> {
        Ok(self.found(py)?.is_proven)
    }

    #[getter]
    fn bits(&self, py: Python<'_>) -> PyResult<f64> {
        Ok(self.found(py)?.bits)
    }
}

impl PySampler {
    fn found(&self, py: Python<'_>) -> PyResult<&Found> {
        match self.sampler.kept() {
            Some(found) => Ok(found),
            None => Ok(
                unless_interrupted(py, |stop| self.sampler.found_unless(stop))?
                    .expect("only Ctrl-C stops it"),
            ),
        }
    }
}

/// Runs work that Ctrl-C stops.
fn unless_interrupted<T: Send>(
    py: Python<'_>,
    work: impl FnOnce(&Arc<AtomicBool>) -> T + Send,
) -> PyResult<T> {
    match unless_stopped(py, &Watch::default(), work)? {
        (_, Some(_)) => Err(PyKeyboardInterrupt::new_err(())),
        (done, None) => Ok(done),
    }
}

fn unless_stopped<T: Send>(
    py: Python<'_>,
    watch: &Watch<'_>,
    work: impl FnOnce(&Arc<AtomicBool>) -> T + Send,
) -> PyResult<(T, Option<Stopped>)> {
    let stop = Arc::default();
    on_threads(py, watch, None, &stop, || (), || work(&stop))
}

/// What a repair changes, turns and their new answers, and about how many codes give them.
type Repair = (Vec<(usize, u32)>, u128);

#[pyfunction]
#[pyo3(signature = (rules, turns, at_most, work=None, watch=Watch::default()))]
pub fn sample_repairs(
    py: Python<'_>,
    rules: &PyRules,
    turns: Vec<(Vec<u8>, u32)>,
    at_most: usize,
    work: Option<u64>,
    watch: Watch<'_>,
) -> PyResult<(Vec<Repair>, usize, Option<&'static str>)> {
    check_turns(turns.len())?;
    for (guess, answer) in &turns {
        rules.check(guess)?;
        rules.check_feedback(*answer)?;
    }
    let turns: Vec<(Code, u32)> = turns
        .iter()
        .map(|(guess, answer)| (Code::new(guess), *answer))
        .collect();
    let mut work = work.unwrap_or(u64::MAX);
    let search = |stop: &Arc<AtomicBool>| {
        for wrong in 1..=at_most {
            let found = sampler::repairs(&rules.rules, &turns, wrong, &mut work, stop)?;
            if stop.load(Relaxed) {
                return Some((Vec::new(), wrong - 1, Some(Stopped::Work)));
            }
            if !found.is_empty() {
                return Some((found, wrong, None));
            }
        }
        Some((Vec::new(), at_most, None))
    };
    let (found, stopped) = unless_stopped(py, &watch, search)?;
    let (found, searched, out_of_work) = found.ok_or_else(not_sampled)?;
    let pairs = (found.into_iter()).map(|repair| (repair.changes, repair.codes));
    Ok((pairs.collect(), searched, word(stopped.or(out_of_work))))
}

fn not_sampled() -> NativeError {
    let message = "codes are sampled where answers count pegs and no code is listed, without lies";
    NativeError::new(Kind::TooLarge, message.to_owned())
}

fn check_turns(turns: usize) -> Result<(), NativeError> {
    if turns > MOST_TURNS {
        let message = format!("{turns} turns; up to {MOST_TURNS} are allowed");
        return Err(NativeError::new(Kind::TooLarge, message));
    }
    Ok(())
}
