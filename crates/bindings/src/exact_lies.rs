//! The exact search for games with lies.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use pyo3::prelude::*;
use sito_core::exact::{Limits, Options, Problem, Progress, lies};
use sito_core::simd::Level;

use crate::error::{Kind, NativeError};
use crate::exact::{PyOutcome, objective_of, report_of};
use crate::rules::PyRules;
use crate::run::Watch;
use crate::tree::packed;

/// Numbers of guesses and of the answers to them.
type History = Vec<(u32, u32)>;

#[pyfunction]
#[pyo3(signature = (
    rules, objective, lies, *, memory, depth=None, history=Vec::new(), possible=None, first=None,
    positions=None, consistent=false, seconds=None, watch=None
))]
#[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
pub fn solve_exact_with_lies(
    py: Python<'_>,
    rules: &PyRules,
    objective: &str,
    lies: u8,
    memory: usize,
    depth: Option<u8>,
    history: History,
    possible: Option<Vec<(u16, u8)>>,
    first: Option<u32>,
    positions: Option<u64>,
    consistent: bool,
    seconds: Option<f64>,
    watch: Option<&Bound<'_, PyAny>>,
) -> PyResult<PyOutcome> {
    let watch = Watch::new(py, seconds, watch);
    let objective = objective_of(objective)?;
    if usize::from(lies) > lies::MOST_LIES {
        let message = format!("{lies} lies; up to {} are allowed", lies::MOST_LIES);
        return Err(NativeError::new(Kind::Rules, message).into());
    }
    for guess in history.iter().map(|&(guess, _)| guess).chain(first) {
        rules.check_guess_number(guess)?;
    }
    for &(_, answer) in &history {
        rules.check_feedback(answer)?;
    }
    if let Some(possible) = &possible {
        check_possible(rules, lies, possible)?;
    }
    let stop = AtomicBool::new(false);
    let newest: Mutex<Option<Progress>> = Mutex::new(None);
    let report = |progress: &Progress| {
        *newest.lock().expect("no panic") = Some(progress.clone());
    };
    let problem = Problem {
        rules: &rules.rules,
        objective,
        depth,
        history: &history,
        first_guess: first,
        consistent,
        width: None,
    };
    let options = Options {
        limits: Limits {
            memory,
            positions,
            stop: &stop,
        },
        threads: 1,
        level: Level::detect(),
        journal: None,
        report: &report,
    };
    let (result, asked) = watch.run(
        || stop.store(true, Ordering::Relaxed),
        || newest.lock().expect("no panic").as_ref().map(report_of),
        || {
            let mut outcome = lies::solve(&problem, lies, possible.as_deref(), &options)?;
            // Trees are large, so they are packed here, without holding the interpreter lock.
            let tree = outcome.tree.take();
            let histogram = std::mem::take(&mut outcome.histogram);
            Ok((outcome, tree.map(|tree| (packed(&tree), histogram))))
        },
    )?;
    let (outcome, tree) =
        result.map_err(|fault: sito_core::exact::Fault| NativeError::from(fault))?;
    Ok(PyOutcome::new(outcome, tree, asked))
}

/// Refuses codes that the rules do not have, that do not ascend, or that leave more lies than there are.
fn check_possible(rules: &PyRules, lies: u8, possible: &[(u16, u8)]) -> PyResult<()> {
    let ascend = possible.is_sorted_by(|(first, _), (second, _)| first < second);
    let secrets = sito_core::CodeSpace::secrets(&rules.rules).len();
    let known = |&(code, spare): &(u16, u8)| u128::from(code) < secrets && spare <= lies;
    if ascend && possible.iter().all(known) {
        return Ok(());
    }
    let message =
        "the possible codes must ascend, be secrets of the game and leave lies that may be told";
    Err(NativeError::new(Kind::Code, message).into())
}
