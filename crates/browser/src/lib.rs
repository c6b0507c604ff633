//! Sito's core as a WebAssembly module for a page: a question in JSON goes in, an answer in JSON comes out.
//!
//! A question is written at [`room`], asked with [`ask`], and its answer read at [`answer`].

use std::sync::Mutex;

use serde::Deserialize;
use serde_json::{Value, json};
use sito_core::exact::{Limits, Objective, Options, Problem, solve};
use sito_core::{Allowed, FeedbackKind, Rules};

/// Asks for a strategy that no other can beat.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Solve {
    pegs: usize,
    colors: usize,
    #[serde(default)]
    distinct: bool,
    /// Whether the most guesses for a code count, and not the total.
    #[serde(default)]
    worst: bool,
    /// Bytes that the search may take.
    memory: usize,
    /// The most positions to search.
    positions: Option<u64>,
}

fn answer_to(question: &[u8]) -> Result<Value, String> {
    let asked: Solve = serde_json::from_slice(question).map_err(|error| error.to_string())?;
    let allowed = if asked.distinct {
        Allowed::Distinct
    } else {
        Allowed::Any
    };
    let rules = Rules::new(asked.pegs, asked.colors, allowed, FeedbackKind::BlackWhite);
    let rules = rules.map_err(|faults| {
        let lines: Vec<String> = faults.iter().map(ToString::to_string).collect();
        lines.join("; ")
    })?;
    let objective = if asked.worst {
        Objective::Worst
    } else {
        Objective::Total
    };
    let problem = Problem::new(&rules).objective(objective);
    let limits = Limits::new(asked.memory).positions(asked.positions);
    let found = solve(&problem, &Options::default().limits(limits));
    let found = found.map_err(|fault| fault.to_string())?;
    Ok(json!({
        "lower": found.lower, "upper": found.upper, "proven": found.proven,
        "positions": found.positions, "histogram": found.histogram,
    }))
}

/// The question as it comes in, and the answer as it goes out.
static QUESTION: Mutex<Vec<u8>> = Mutex::new(Vec::new());
static ANSWER: Mutex<Vec<u8>> = Mutex::new(Vec::new());

/// Where a question of so many bytes is to be written.
#[unsafe(no_mangle)]
pub extern "C" fn room(bytes: usize) -> *mut u8 {
    let mut question = QUESTION.lock().expect("one thread");
    *question = vec![0; bytes];
    question.as_mut_ptr()
}

/// Answers the question that was written, and says how many bytes the answer has.
#[unsafe(no_mangle)]
pub extern "C" fn ask() -> usize {
    let question = std::mem::take(&mut *QUESTION.lock().expect("one thread"));
    let said = answer_to(&question).unwrap_or_else(|error| json!({ "error": error }));
    let mut answer = ANSWER.lock().expect("one thread");
    *answer = said.to_string().into_bytes();
    answer.len()
}

/// Where the answer is.
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> *const u8 {
    ANSWER.lock().expect("one thread").as_ptr()
}
