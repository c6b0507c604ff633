//! A whole strategy tree in one pass over the sets of possible codes.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use rayon::prelude::*;

use crate::code::Code;
use crate::knowledge::Knowledge;
use crate::one_ply::{Answers, Chooser, Past};
use crate::rules::Rules;
use crate::space::CodeSpace;
use crate::tree::Node;

/// Sets at least this large share their parts out to other threads.
const SHARED_CODES: usize = 32;

/// The building was stopped from outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped;

/// How far a building has come, to be read from another thread, and a way to stop it.
#[derive(Debug, Default)]
pub struct Progress {
    /// How many codes have found their place in the tree.
    pub placed: AtomicUsize,
    /// Set to stop soon.
    pub stop: Arc<AtomicBool>,
}

/// Builds the tree of a strategy from some moment of a game on, on the threads of the
/// current rayon pool; `None` if no code is possible.
///
/// `history` are the guesses so far, those that `knowledge` comes from.
///
/// # Errors
/// If it is stopped.
pub fn build(
    knowledge: &Knowledge,
    history: &[Code],
    chooser: &dyn Chooser,
    progress: &Progress,
) -> Result<Option<Node>, Stopped> {
    let rules = knowledge.rules();
    let builder = Builder {
        rules,
        guesses: CodeSpace::guesses(rules),
        chooser,
        progress,
    };
    let codes: Vec<Code> = knowledge.iter_from(0).collect();
    if codes.is_empty() {
        return Ok(None);
    }
    builder.node(&codes, &Past::of(history)).map(Some)
}

struct Builder<'a> {
    rules: &'a Rules,
    guesses: CodeSpace,
    chooser: &'a dyn Chooser,
    progress: &'a Progress,
}

impl Builder<'_> {
    fn node(&self, codes: &[Code], past: &Past) -> Result<Node, Stopped> {
        let guess = self.chooser.choose(codes, past);
        if self.progress.stop.load(Ordering::Relaxed) {
            return Err(Stopped);
        }
        let past = past.after(&guess);
        let answers = Answers::new(self.rules.feedback(), guess);
        let mut answered: Vec<(u32, Code)> =
            codes.iter().map(|code| (answers.to(code), *code)).collect();
        answered.sort_by_key(|&(answer, _)| answer);
        let win = self.rules.win();
        let cells: Vec<(u32, Vec<Code>)> = answered
            .chunk_by(|a, b| a.0 == b.0)
            .filter(|cell| cell[0].0 != win)
            .map(|cell| (cell[0].0, cell.iter().map(|&(_, code)| code).collect()))
            .collect();
        if answered.last().is_some_and(|&(answer, _)| answer == win) {
            self.progress.placed.fetch_add(1, Ordering::Relaxed);
        }
        drop(answered);
        let branch = |(answer, cell): (u32, Vec<Code>)| Ok((answer, self.node(&cell, &past)?));
        let branches = if codes.len() >= SHARED_CODES {
            cells
                .into_par_iter()
                .map(branch)
                .collect::<Result<_, _>>()?
        } else {
            cells.into_iter().map(branch).collect::<Result<_, _>>()?
        };
        Ok(Node {
            guess: self.number(&guess),
            branches,
        })
    }

    fn number(&self, guess: &[u8]) -> u32 {
        let number = self.guesses.number(guess);
        number
            .and_then(|number| u32::try_from(number).ok())
            .expect("a guess of a game with a sieve")
    }
}
