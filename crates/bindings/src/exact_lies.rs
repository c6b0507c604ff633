//! The exact search for games with lies.

use pyo3::prelude::*;
use sito_core::exact::{Problem, lies};

use crate::error::{Kind, NativeError};
use crate::exact::{Effort, PyOutcome, objective_of};
use crate::rules::PyRules;
use crate::run::Watch;

/// Numbers of guesses and of the answers to them.
type History = Vec<(u32, u32)>;

#[pyfunction]
#[pyo3(signature = (
    rules, objective, *, memory, depth=None, history=Vec::new(), possible=None, first=None,
    positions=None, consistent=false, watch=Watch::default()
))]
pub fn solve_exact_with_lies(
    py: Python<'_>,
    rules: &PyRules,
    objective: &str,
    memory: usize,
    depth: Option<u8>,
    history: History,
    possible: Option<Vec<(u16, u8)>>,
    first: Option<u32>,
    positions: Option<u64>,
    consistent: bool,
    watch: Watch<'_>,
) -> PyResult<PyOutcome> {
    let objective = objective_of(objective)?;
    rules.check_moves(&history, first)?;
    if let Some(possible) = &possible {
        check_possible(rules, possible)?;
    }
    let problem = Problem::new(&rules.rules)
        .objective(objective)
        .depth(depth)
        .history(&history)
        .first_guess(first)
        .consistent(consistent);
    Effort::new(watch, (memory, positions), 1, None).solve(py, |options| {
        lies::solve(&problem, possible.as_deref(), options)
    })
}

/// Refuses codes that the rules do not have, that do not ascend, or that leave more lies than there are.
fn check_possible(rules: &PyRules, possible: &[(u16, u8)]) -> PyResult<()> {
    let ascend = possible.is_sorted_by(|(first, _), (second, _)| first < second);
    let secrets = sito_core::CodeSpace::secrets(&rules.rules).len();
    let known = |&(code, spare): &(u16, u8)| {
        u128::from(code) < secrets && usize::from(spare) <= rules.rules.lies()
    };
    if ascend && possible.iter().all(known) {
        return Ok(());
    }
    let message =
        "the possible codes must ascend, be secrets of the game and leave lies that may be told";
    Err(NativeError::new(Kind::Code, message).into())
}
