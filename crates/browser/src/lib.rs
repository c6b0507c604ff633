//! Sito's core as a WebAssembly module: a question in JSON goes in, an answer in JSON comes out.
//!
//! The page writes a question at [`room`], asks with [`ask`] and reads the answer at [`answer`].

use std::sync::Mutex;

use serde::{Deserialize, Serialize};
use sito_core::exact::{Limits, Objective, Options, Problem, solve};
use sito_core::{Allowed, FeedbackKind, Rules};

/// What is asked.
#[derive(Deserialize)]
#[serde(tag = "ask", rename_all = "kebab-case", deny_unknown_fields)]
enum Question {
    /// A strategy that no other can beat.
    Solve {
        pegs: usize,
        colors: usize,
        #[serde(default)]
        distinct: bool,
        #[serde(default)]
        worst: bool,
        /// Bytes that the search may take.
        memory: usize,
        /// The most positions to search.
        positions: Option<u64>,
    },
}

#[derive(Serialize)]
#[serde(untagged)]
enum Answer {
    Solved {
        lower: Option<Vec<u64>>,
        upper: Option<Vec<u64>>,
        proven: bool,
        positions: u64,
        histogram: Vec<u64>,
    },
    Refused {
        error: String,
    },
}

fn answer_to(question: &[u8]) -> Result<Answer, String> {
    let question = serde_json::from_slice(question).map_err(|error| error.to_string())?;
    match question {
        Question::Solve {
            pegs,
            colors,
            distinct,
            worst,
            memory,
            positions,
        } => {
            let allowed = if distinct {
                Allowed::Distinct
            } else {
                Allowed::Any
            };
            let rules = Rules::new(pegs, colors, allowed, FeedbackKind::BlackWhite);
            let rules = rules.map_err(|faults| {
                let lines: Vec<String> = faults.iter().map(ToString::to_string).collect();
                lines.join("; ")
            })?;
            let objective = if worst {
                Objective::Worst
            } else {
                Objective::Total
            };
            let problem = Problem::new(&rules).objective(objective);
            let options = Options::default().limits(Limits::new(memory).positions(positions));
            let outcome = solve(&problem, &options).map_err(|fault| fault.to_string())?;
            Ok(Answer::Solved {
                lower: outcome.lower,
                upper: outcome.upper,
                proven: outcome.proven,
                positions: outcome.positions,
                histogram: outcome.histogram,
            })
        }
    }
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
    let answer = answer_to(&question).unwrap_or_else(|error| Answer::Refused { error });
    let answer = serde_json::to_vec(&answer).expect("it has nothing but numbers and texts");
    let mut place = ANSWER.lock().expect("one thread");
    *place = answer;
    place.len()
}

/// Where the answer is.
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> *const u8 {
    ANSWER.lock().expect("one thread").as_ptr()
}
