//! Water jugs.

use num_bigint::BigUint;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use sito_core::jugs::{
    Cost, Found, Goal, MAX_VESSELS, MAX_WATER, Outcome, Problem, Step, bytes_per_state, search,
};

#[pyclass(name = "JugProblem", module = "sito._native", frozen)]
pub struct PyJugProblem {
    problem: Problem,
}

#[pymethods]
impl PyJugProblem {
    #[new]
    #[pyo3(signature = (capacities, start, goal, numbers, *, tap, drain, least_water))]
    fn new(
        capacities: Vec<u64>,
        start: Vec<u64>,
        goal: &str,
        numbers: Vec<u64>,
        tap: bool,
        drain: bool,
        least_water: bool,
    ) -> PyResult<Self> {
        let jugs = capacities.len();
        let water = capacities.iter().chain(&start[jugs.min(start.len())..]);
        let all: u128 = water.map(|&amount| u128::from(amount)).sum();
        let vessels =
            start.len() <= MAX_VESSELS && matches!(start.len().checked_sub(jugs), Some(0 | 1));
        let fits = start
            .iter()
            .zip(&capacities)
            .all(|(amount, capacity)| amount <= capacity);
        if !vessels || !fits || all >= u128::from(MAX_WATER) {
            return Err(PyValueError::new_err(format!(
                "{capacities:?} from {start:?} is no problem of up to {MAX_VESSELS} vessels with less than {MAX_WATER} in all"
            )));
        }
        let goal = match (goal, numbers.as_slice()) {
            ("any", &[target]) => Goal::Any(target),
            ("jug", &[jug, target]) if jug < jugs as u64 => Goal::Jug(jug as usize, target),
            ("together", &[target]) => Goal::Together(target),
            ("end", end) if end.len() == jugs => Goal::End(numbers),
            _ => {
                return Err(PyValueError::new_err(format!(
                    "no goal {goal:?} of {numbers:?}"
                )));
            }
        };
        Ok(PyJugProblem {
            problem: Problem {
                capacities,
                start,
                goal,
                tap,
                drain,
                least_water,
            },
        })
    }

    #[getter]
    fn bytes_per_state(&self) -> usize {
        bytes_per_state(&self.problem)
    }

    #[pyo3(signature = (max_states, go_on=None))]
    fn search(
        &self,
        py: Python<'_>,
        max_states: usize,
        go_on: Option<Py<PyAny>>,
    ) -> PyResult<PyJugSearch> {
        let mut failed = None;
        let found = py.detach(|| {
            search(&self.problem, max_states, &mut |states, cost| {
                let answer = Python::attach(|py| ask(py, go_on.as_ref(), states, cost));
                answer.unwrap_or_else(|error| {
                    failed = Some(error);
                    false
                })
            })
        });
        failed.map_or(Ok(PyJugSearch { found }), Err)
    }
}

fn ask(py: Python<'_>, go_on: Option<&Py<PyAny>>, states: usize, cost: Cost) -> PyResult<bool> {
    py.check_signals()?;
    go_on.map_or(Ok(true), |go_on| {
        go_on.call1(py, (states, cost.0, cost.1))?.is_truthy(py)
    })
}

#[pyclass(name = "JugSearch", module = "sito._native", frozen)]
pub struct PyJugSearch {
    found: Found,
}

#[pymethods]
impl PyJugSearch {
    #[getter]
    fn outcome(&self) -> &'static str {
        match self.found.outcome {
            Outcome::Solved(_) => "solved",
            Outcome::Impossible => "impossible",
            Outcome::Cut(_) => "cut",
        }
    }

    #[getter]
    fn cost(&self) -> Option<Cost> {
        match self.found.outcome {
            Outcome::Solved(cost) | Outcome::Cut(cost) => Some(cost),
            Outcome::Impossible => None,
        }
    }

    #[getter]
    fn states(&self) -> usize {
        self.found.states
    }

    #[getter]
    fn plans(&self) -> BigUint {
        self.found.plans.clone()
    }

    fn steps(&self, state: Vec<u64>) -> Vec<Step> {
        self.found
            .graph
            .as_ref()
            .map_or_else(Vec::new, |graph| graph.steps(&state))
    }
}
