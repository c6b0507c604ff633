//! The exact search with a certificate, which goes to an object of the caller piece by piece.

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use sito_core::exact::{
    CertificateClaim, CertificateSink, Problem, Written, solve_certified as solve,
};

use crate::exact::{Effort, PyJournal, PyOutcome, objective_of};
use crate::rules::PyRules;
use crate::run::Watch;
use crate::tree::unpacked;

/// Bytes of the body, and records by kind: looks, splits and known ones; `None` if no certificate was completed.
type Counts = Option<(u64, u64, u64, u64)>;

/// Passes a certificate on to an object of Python, until it raises something.
struct Sink {
    target: Py<PyAny>,
    raised: Option<PyErr>,
}

impl Sink {
    /// Calls the object from the thread that searches; the calling thread waits without the interpreter lock.
    fn call(&mut self, call: impl FnOnce(&Bound<'_, PyAny>) -> PyResult<()>) -> bool {
        let result = Python::attach(|py| call(self.target.bind(py)));
        self.raised = result.err();
        self.raised.is_none()
    }
}

impl CertificateSink for Sink {
    fn claim(&mut self, CertificateClaim { lower, depth }: CertificateClaim) -> bool {
        self.call(|target| target.call_method1("claim", (lower, depth)).map(|_| ()))
    }

    fn bytes(&mut self, bytes: &[u8]) -> bool {
        self.call(|target| {
            let bytes = PyBytes::new(target.py(), bytes);
            target.call_method1("write", (bytes,)).map(|_| ())
        })
    }
}

#[pyfunction]
#[pyo3(signature = (
    rules, objective, target, *, memory, depth=None, history=Vec::new(), positions=None, consistent=false, width=None,
    least=0, threads=1, journal=None, start=None, watch=Watch::default()
))]
pub fn solve_certified(
    py: Python<'_>,
    rules: &PyRules,
    objective: &str,
    target: Py<PyAny>,
    memory: usize,
    depth: Option<u8>,
    history: Vec<(u32, u32)>,
    positions: Option<u64>,
    consistent: bool,
    width: Option<usize>,
    least: u32,
    threads: usize,
    journal: Option<&Bound<'_, PyJournal>>,
    start: Option<Vec<(u32, u32, u32)>>,
    watch: Watch<'_>,
) -> PyResult<(PyOutcome, Counts)> {
    let objective = objective_of(objective)?;
    rules.check_moves(&history, None)?;
    let problem = Problem::new(&rules.rules)
        .objective(objective)
        .depth(depth)
        .history(&history)
        .consistent(consistent)
        .width(width);
    let journal = journal.map(|journal| &journal.get().journal);
    let mut sink = Sink {
        target,
        raised: None,
    };
    let mut counts = None;
    let effort = Effort::new(watch, (memory, positions), threads, journal);
    let outcome = effort.solve(py, |options| {
        let start = start.as_deref().and_then(unpacked);
        let (outcome, written) = solve(&problem, start, options, least, &mut sink)?;
        counts = written
            .map(|written: Written| (written.bytes, written.looks, written.splits, written.known));
        Ok(outcome)
    })?;
    match sink.raised {
        Some(raised) => Err(raised),
        None => Ok((outcome, counts)),
    }
}
