//! Samples of the codes of games that the sieve cannot hold.

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use sito_core::Code;
use sito_core::sampler::{self, MOST_TURNS, MOST_WRONG, Sampler};

use crate::error::{Kind, NativeError};
use crate::rules::PyRules;

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
        Ok(PySampler {
            rules: self.rules.clone_ref(py),
            turns: self.turns + 1,
            sampler: py.detach(|| self.sampler.after(Code::new(guess), answer)),
        })
    }

    #[getter]
    fn codes<'py>(&self, py: Python<'py>) -> Vec<Bound<'py, PyBytes>> {
        let codes = py.detach(|| self.sampler.codes());
        codes.iter().map(|code| PyBytes::new(py, code)).collect()
    }

    #[getter]
    fn is_complete(&self, py: Python<'_>) -> bool {
        py.detach(|| self.sampler.is_complete())
    }

    #[getter]
    fn is_proven(&self, py: Python<'_>) -> bool {
        py.detach(|| self.sampler.is_proven())
    }

    #[getter]
    fn bits(&self, py: Python<'_>) -> f64 {
        py.detach(|| self.sampler.bits())
    }
}

/// What a repair changes, turns and their new answers, and about how many codes give them.
type Repair = (Vec<(usize, u32)>, u64);

#[pyfunction]
pub fn sample_repairs(
    py: Python<'_>,
    rules: &PyRules,
    turns: Vec<(Vec<u8>, u32)>,
    at_most: usize,
) -> PyResult<Vec<Repair>> {
    check_turns(turns.len())?;
    for (guess, answer) in &turns {
        rules.check(guess)?;
        rules.check_feedback(*answer)?;
    }
    let turns: Vec<(Code, u32)> = turns
        .iter()
        .map(|(guess, answer)| (Code::new(guess), *answer))
        .collect();
    let found = py.detach(|| sampler::repairs(&rules.rules, &turns, at_most.min(MOST_WRONG)));
    let found = found.ok_or_else(not_sampled)?;
    Ok(found
        .into_iter()
        .map(|repair| (repair.changes, repair.codes))
        .collect())
}

fn not_sampled() -> NativeError {
    let message = "codes are sampled where answers count pegs and no code is listed, without lies";
    NativeError::new(Kind::TooLarge, message.to_owned())
}

fn check_turns(turns: usize) -> Result<(), NativeError> {
    if turns > MOST_TURNS {
        let message = format!("more than {MOST_TURNS} turns");
        return Err(NativeError::new(Kind::TooLarge, message));
    }
    Ok(())
}
