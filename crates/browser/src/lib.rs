//! Sito's core as a WebAssembly module for a page: a question in JSON goes in, an answer in JSON comes out.
//!
//! What pages call is in `module`.

mod fault;
mod games;
mod module;
mod rules;
mod solve;

use serde::Deserialize;
use serde_json::Value;

use fault::{Fault, unreadable};

/// What every question has: what is asked.
#[derive(Deserialize)]
struct Asked {
    ask: String,
}

fn read<'a, Question: Deserialize<'a>>(question: &'a [u8]) -> Result<Question, Fault> {
    serde_json::from_slice(question).map_err(unreadable)
}

/// Answers a question; each has a type of its own, which says what is in it.
fn answer_to(question: &[u8]) -> Result<Value, Fault> {
    match &*read::<Asked>(question)?.ask {
        "game" => read::<games::Look>(question)?.answer(),
        "rank" => read::<games::Rank>(question)?.answer(),
        "cells" => read::<games::Cells>(question)?.answer(),
        "explain" => read::<games::Explain>(question)?.answer(),
        "repairs" => read::<games::Repairs>(question)?.answer(),
        "solve" => read::<solve::Solve>(question)?.answer(),
        other => Err(unreadable(other)),
    }
}

/// What a page gets: the answer, or what was wrong.
fn answered(question: &[u8]) -> Value {
    answer_to(question).unwrap_or_else(|fault| fault.json())
}
