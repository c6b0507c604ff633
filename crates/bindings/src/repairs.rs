//! Wrong answers: which turns clash, and the repairs of a game.

use std::collections::HashMap;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use pyo3::prelude::*;
use sito_core::look_ahead::Budget;
use sito_core::repairs::clash::Clash;
use sito_core::repairs::{MOST_CHANGES, MOST_TURNS, NotedTurn, Part, Question, Repair};
use sito_core::{Code, CodeSpace, SIEVE_LIMIT, TooManyCodes};

use crate::error::{Kind, NativeError};
use crate::look_ahead::{on_threads, stopped_by};
use crate::rules::PyRules;
use crate::run::{Watch, word};

/// What was noted of a turn: what the guess may have been, an answer with the noted part, and which part
/// that is: none for all of it; for each number of an answer its part; or the places of the marks.
type Noted = (Vec<Vec<u8>>, u32, Option<PyPart>);

#[derive(FromPyObject)]
pub enum PyPart {
    Marks(Vec<bool>),
    Listed(Vec<u32>),
}

/// Turns with the numbers of their new answers, how many codes are possible then, and the weight.
type PyRepair = (Vec<(usize, u32)>, u32, u64);

/// What a diagnosis found.
#[pyclass(name = "Diagnosis", module = "sito._native", frozen, get_all)]
pub struct PyDiagnosis {
    /// The turns that clash; empty if some code is possible, none if the search ended first.
    clash: Option<Vec<usize>>,
    repairs: Vec<PyRepair>,
    counts: Vec<u64>,
    stopped: Option<&'static str>,
}

#[pyfunction]
#[pyo3(signature = (
    rules, turns, lies, at_most, top, weigh, threads=None, work=None, watch=Watch::default()
))]
pub fn diagnose(
    py: Python<'_>,
    rules: &PyRules,
    turns: Vec<Noted>,
    lies: usize,
    at_most: usize,
    top: usize,
    weigh: Py<PyAny>,
    threads: Option<NonZeroUsize>,
    work: Option<u64>,
    watch: Watch<'_>,
) -> PyResult<PyDiagnosis> {
    let space = CodeSpace::secrets(&rules.rules);
    check(&space, &turns)?;
    let turns = turns
        .into_iter()
        .map(|turn| noted(rules, turn))
        .collect::<PyResult<Vec<_>>>()?;
    let question = Question {
        kind: rules.rules.feedback(),
        space: &space,
        turns: &turns,
        lies,
        at_most: at_most.clamp(1, MOST_CHANGES),
        top,
    };
    let budget = Budget::new(Arc::new(AtomicBool::new(false)), work);
    let mut weights = Weights {
        function: weigh,
        known: HashMap::new(),
        raised: None,
    };
    let answer = || question.answer(&budget, &mut |turn, answer| weights.of(turn, answer));
    let (diagnosis, asked) =
        on_threads(py, &watch, threads, budget.stop(), || None::<u64>, answer)?;
    if let Some(error) = weights.raised {
        return Err(error);
    }
    let is_in = |turns: u64| (0..MOST_TURNS).filter(move |turn| turns >> turn & 1 == 1);
    let row = |repair: &Repair| (repair.changes().collect(), repair.codes, repair.weight);
    Ok(PyDiagnosis {
        clash: match diagnosis.clash {
            Clash::None => Some(Vec::new()),
            Clash::Smallest(turns) => Some(is_in(turns).collect()),
            Clash::Unknown => None,
        },
        repairs: diagnosis.repairs.iter().map(row).collect(),
        counts: diagnosis.counts,
        stopped: word(stopped_by(&budget, asked, diagnosis.complete)),
    })
}

fn check(space: &CodeSpace, turns: &[Noted]) -> PyResult<()> {
    let codes = space.len();
    if codes > SIEVE_LIMIT {
        return Err(NativeError::from(TooManyCodes { codes }).into());
    }
    if turns.len() > MOST_TURNS {
        let message = format!("{} turns; up to {MOST_TURNS} are allowed", turns.len());
        return Err(NativeError::new(Kind::TooLarge, message).into());
    }
    Ok(())
}

fn noted(rules: &PyRules, (guesses, answer, part): Noted) -> PyResult<NotedTurn> {
    for guess in &guesses {
        rules.check(guess)?;
    }
    rules.check_feedback(answer)?;
    let kind = rules.rules.feedback();
    let count = rules.rules.feedback_count();
    let part = match part {
        None => Part::Whole,
        Some(PyPart::Listed(parts)) if parts.len() == count => Part::Listed(parts),
        Some(PyPart::Marks(known)) if kind.marks_pegs() && known.len() == rules.rules.pegs() => {
            Part::Marks(known)
        }
        Some(_) => {
            let message = "a part of another number of answers or of marks";
            return Err(NativeError::new(Kind::Feedback, message).into());
        }
    };
    let guesses = guesses.iter().map(|guess| Code::new(guess)).collect();
    Ok(NotedTurn::new(kind, guesses, answer, part))
}

/// How likely each change is, as a function in Python tells; it is asked once for each.
struct Weights {
    function: Py<PyAny>,
    known: HashMap<(usize, u32), u64>,
    /// What the function raised; it is not called any more then.
    raised: Option<PyErr>,
}

impl Weights {
    fn of(&mut self, turn: usize, answer: u32) -> u64 {
        if let Some(&weight) = self.known.get(&(turn, answer)) {
            return weight;
        }
        let ask = |py: Python<'_>| self.function.call1(py, (turn, answer))?.extract::<u64>(py);
        let weight = match self.raised {
            Some(_) => 0,
            None => Python::attach(ask).unwrap_or_else(|error| {
                self.raised = Some(error);
                0
            }),
        };
        self.known.insert((turn, answer), weight);
        weight
    }
}
