//! Water jugs.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use num_bigint::BigUint;
use pyo3::prelude::*;
use sito_core::jugs::{
    Cost, Found, Goal, MAX_VESSELS, MAX_WATER, Outcome, Problem, Step, bytes_per_state, search,
};

use crate::error::{Kind, NativeError};
use crate::run::{Stopped, Watch, word};

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
        let goal = match (goal, numbers.as_slice()) {
            ("any", &[target]) => Goal::Any(target),
            ("jug", &[jug, target]) => Goal::Jug(jug as usize, target),
            ("together", &[target]) => Goal::Together(target),
            ("end", _) => Goal::End(numbers),
            _ => {
                let message = format!("no goal {goal:?} of {numbers:?}");
                return Err(NativeError::new(Kind::Jugs, message).into());
            }
        };
        let problem = Problem {
            capacities,
            start,
            goal,
            tap,
            drain,
            least_water,
        };
        if !problem.is_sound() {
            let message = format!(
                "{problem:?} is no problem of up to {MAX_VESSELS} vessels with less than {MAX_WATER} in all"
            );
            return Err(NativeError::new(Kind::Jugs, message).into());
        }
        Ok(PyJugProblem { problem })
    }

    #[getter]
    fn bytes_per_state(&self) -> usize {
        bytes_per_state(&self.problem)
    }

    /// Searches, keeping at most so many states; the watch is called with the states kept and the
    /// cost reached.
    #[pyo3(signature = (max_states, watch=Watch::default()))]
    fn search(&self, py: Python<'_>, max_states: usize, watch: Watch<'_>) -> PyResult<PyJugSearch> {
        let stop = AtomicBool::new(false);
        let reached = Mutex::new((0, (0, 0)));
        let (found, asked) = watch.run(
            py,
            || stop.store(true, Ordering::Relaxed),
            || {
                let (states, (water, actions)) = *reached.lock().expect("no panic");
                (states, water, actions)
            },
            || {
                search(&self.problem, max_states, &mut |states, cost| {
                    *reached.lock().expect("no panic") = (states, cost);
                    !stop.load(Ordering::Relaxed)
                })
            },
        )?;
        let cut = matches!(found.outcome, Outcome::Cut(_));
        let stopped = asked.or(cut.then_some(Stopped::Memory));
        Ok(PyJugSearch { found, stopped })
    }
}

#[pyclass(name = "JugSearch", module = "sito._native", frozen)]
pub struct PyJugSearch {
    found: Found,
    stopped: Option<Stopped>,
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
    fn stopped(&self) -> Option<&'static str> {
        word(self.stopped)
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
