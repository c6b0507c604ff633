//! Sito's core as a WebAssembly module for a page: a question in JSON goes in, an answer in JSON comes out.
//!
//! What pages call is in `module`.

mod module;
mod solve;

use serde::Deserialize;
use serde_json::{Value, json};

/// What can be asked, by the field `ask`; each has a module of its own.
#[derive(Deserialize)]
#[serde(tag = "ask", rename_all = "kebab-case")]
enum Question {
    Solve(solve::Solve),
}

fn answer_to(question: &[u8]) -> Result<Value, String> {
    match serde_json::from_slice(question).map_err(|error| error.to_string())? {
        Question::Solve(asked) => asked.answer(),
    }
}

/// What a page gets: the answer, or what was wrong.
fn answered(question: &[u8]) -> Value {
    answer_to(question).unwrap_or_else(|error| json!({ "error": error }))
}
