//! Water jugs and peg solitaire as a WebAssembly module for a page: a question in JSON goes in, an answer in JSON comes out.
//!
//! A module of its own, which the views of puzzles alone load; pages call it as they call the core.

mod jugs;
#[path = "../../browser/src/module.rs"]
mod module;
mod pegs;

use serde::Deserialize;
use serde_json::{Value, json};

/// What can be asked, by the field `ask`; each has a module of its own.
#[derive(Deserialize)]
#[serde(tag = "ask", rename_all = "kebab-case")]
enum Question {
    Jugs(jugs::Jugs),
    Pegs(pegs::Pegs),
}

fn answer_to(question: &[u8]) -> Result<Value, String> {
    match serde_json::from_slice(question).map_err(|error| error.to_string())? {
        Question::Jugs(asked) => asked.answer(),
        Question::Pegs(asked) => asked.answer(),
    }
}

/// What a page gets: the answer, or what was wrong.
fn answered(question: &[u8]) -> Value {
    answer_to(question).unwrap_or_else(|error| json!({ "error": error }))
}
