//! The sieve.

use std::collections::BTreeMap;

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use sito_core::sieve::NumberSet;
use sito_core::{Code, Knowledge};

use crate::error::{Kind, NativeError};
use crate::rules::PyRules;

#[pyclass(name = "Knowledge", module = "sito._native", frozen)]
pub struct PyKnowledge {
    pub rules: Py<PyRules>,
    pub knowledge: Knowledge,
}

#[pymethods]
impl PyKnowledge {
    #[new]
    fn new(rules: Py<PyRules>) -> PyResult<Self> {
        let knowledge = Knowledge::new(rules.get().rules.clone()).map_err(NativeError::from)?;
        Ok(PyKnowledge { rules, knowledge })
    }

    #[getter]
    fn rules(&self, py: Python<'_>) -> Py<PyRules> {
        self.rules.clone_ref(py)
    }

    fn __len__(&self) -> usize {
        self.knowledge.len()
    }

    fn __contains__(&self, code: &[u8]) -> bool {
        self.knowledge.contains(code)
    }

    fn code<'py>(&self, py: Python<'py>, index: usize) -> PyResult<Bound<'py, PyBytes>> {
        self.knowledge
            .nth(index)
            .map(|code| PyBytes::new(py, &code))
            .ok_or_else(|| {
                let message = format!("{index} of {}", self.knowledge.len());
                NativeError::new(Kind::Index, message).into()
            })
    }

    fn codes<'py>(&self, py: Python<'py>, start: usize, stop: usize) -> Vec<Bound<'py, PyBytes>> {
        self.knowledge
            .iter_from(start)
            .take(stop.saturating_sub(start))
            .map(|code| PyBytes::new(py, &code))
            .collect()
    }

    fn cells(&self, py: Python<'_>, guess: &[u8]) -> PyResult<BTreeMap<u32, usize>> {
        self.rules.get().check(guess)?;
        Ok(py.detach(|| self.knowledge.cells(guess)))
    }

    /// How many codes are possible if no lie was told, one, and so on.
    #[getter]
    fn by_lies(&self) -> Vec<usize> {
        let sets = self.knowledge.by_lies().iter();
        sets.map(NumberSet::len).collect()
    }

    fn after_any(&self, py: Python<'_>, clauses: Vec<(Vec<u8>, u32)>) -> PyResult<Self> {
        let rules = self.rules.get();
        let checked = |(guess, feedback): &(Vec<u8>, u32)| {
            rules.check(guess)?;
            rules.check_feedback(*feedback)?;
            Ok((Code::new(guess), *feedback))
        };
        let clauses = clauses.iter().map(checked).collect::<PyResult<Vec<_>>>()?;
        Ok(PyKnowledge {
            rules: self.rules.clone_ref(py),
            knowledge: py.detach(|| self.knowledge.after_any(&clauses)),
        })
    }

    fn after(&self, py: Python<'_>, guess: &[u8], feedback: u32) -> PyResult<Self> {
        self.rules.get().check(guess)?;
        self.rules.get().check_feedback(feedback)?;
        Ok(PyKnowledge {
            rules: self.rules.clone_ref(py),
            knowledge: py.detach(|| self.knowledge.after(guess, feedback)),
        })
    }
}
