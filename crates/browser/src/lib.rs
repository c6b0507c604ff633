//! Sito's core as a WebAssembly module for a page: a question in JSON goes in, an answer in JSON comes out.
//!
//! A question is written at [`room`], asked with [`ask`], and its answer read at [`answer`].

mod fault;
mod games;
mod rules;
mod solve;

use std::sync::Mutex;

use serde::Deserialize;
use serde_json::Value;

use fault::{Fault, said};

/// What can be asked, by the field `ask`; each has a module of its own.
#[derive(Deserialize)]
#[serde(tag = "ask", rename_all = "kebab-case")]
enum Question {
    Game(games::Look),
    Rank(games::Rank),
    Cells(games::Cells),
    Explain(games::Explain),
    Repairs(games::Repairs),
    Solve(solve::Solve),
}

fn answer_to(question: &[u8]) -> Result<Value, Fault> {
    let read = serde_json::from_slice(question);
    match read.map_err(|error| said("the question cannot be read: {why}").with("why", error))? {
        Question::Game(asked) => asked.answer(),
        Question::Rank(asked) => asked.answer(),
        Question::Cells(asked) => asked.answer(),
        Question::Explain(asked) => asked.answer(),
        Question::Repairs(asked) => asked.answer(),
        Question::Solve(asked) => asked.answer(),
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
    let said = answer_to(&question).unwrap_or_else(|fault| fault.json());
    let mut answer = ANSWER.lock().expect("one thread");
    *answer = said.to_string().into_bytes();
    answer.len()
}

/// Where the answer is.
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> *const u8 {
    ANSWER.lock().expect("one thread").as_ptr()
}
