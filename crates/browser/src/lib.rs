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

/// What every question has: what is asked.
#[derive(Deserialize)]
struct Asked {
    ask: String,
}

fn read<'a, Question: Deserialize<'a>>(question: &'a [u8]) -> Result<Question, Fault> {
    let read = serde_json::from_slice(question);
    read.map_err(|error| said("the question cannot be read: {why}").with("why", error))
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
        other => Err(said("the question cannot be read: {why}").with("why", other)),
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
