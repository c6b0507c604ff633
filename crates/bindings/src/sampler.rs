//! Samples of the codes of games that the sieve cannot hold.

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use sito_core::Code;
use sito_core::sampler::{MOST_TURNS, Sampler};

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
        let sampler = sampler.ok_or_else(|| {
            let message =
                "codes are sampled where answers count pegs and no code is listed, without lies";
            NativeError::new(Kind::TooLarge, message.to_owned())
        })?;
        Ok(PySampler {
            rules,
            turns: 0,
            sampler,
        })
    }

    fn after(&self, py: Python<'_>, guess: &[u8], answer: u32) -> PyResult<Self> {
        self.rules.get().check(guess)?;
        self.rules.get().check_feedback(answer)?;
        if self.turns == MOST_TURNS {
            let message = format!("more than {MOST_TURNS} turns");
            return Err(NativeError::new(Kind::TooLarge, message).into());
        }
        Ok(PySampler {
            rules: self.rules.clone_ref(py),
            turns: self.turns + 1,
            sampler: py.detach(|| self.sampler.after(Code::new(guess), answer)),
        })
    }

    #[getter]
    fn codes<'py>(&self, py: Python<'py>) -> Vec<Bound<'py, PyBytes>> {
        let codes = self.sampler.codes().iter();
        codes.map(|code| PyBytes::new(py, code)).collect()
    }

    #[getter]
    fn is_complete(&self) -> bool {
        self.sampler.is_complete()
    }

    #[getter]
    fn is_proven(&self) -> bool {
        self.sampler.is_proven()
    }

    #[getter]
    fn bits(&self) -> f64 {
        self.sampler.bits()
    }
}
