//! What all threads together find out about a certificate.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::claim::{Node, Open, Path, Wrong};
use crate::facts::Facts;
use crate::game::Game;
use crate::refusal::{Fault, Refusal};

/// The fault that stands first in the file, and the references that are not settled yet.
pub struct Verdict {
    jobs: Mutex<Jobs>,
    wrong: Mutex<Option<Wrong>>,
    /// Where the fault is; no later job need be checked.
    first: AtomicU64,
}

/// Jobs are numbered in the order of the file. What a job refers to is known as soon as all jobs
/// before it have ended.
#[derive(Default)]
struct Jobs {
    begun: u64,
    settled: u64,
    ended: BTreeMap<u64, Vec<Open>>,
}

impl Verdict {
    pub fn new() -> Verdict {
        Verdict {
            jobs: Mutex::default(),
            wrong: Mutex::default(),
            first: AtomicU64::new(u64::MAX),
        }
    }

    /// The number of a new job.
    pub fn begin(&self) -> u64 {
        let mut jobs = self.jobs.lock().expect("no thread panics here");
        jobs.begun += 1;
        jobs.begun - 1
    }

    /// Takes what came of a job.
    pub fn end(&self, job: u64, open: Vec<Open>, result: Result<(), Wrong>, facts: &Facts) {
        if let Err(wrong) = result {
            self.refuse(wrong);
        }
        let mut jobs = self.jobs.lock().expect("no thread panics here");
        jobs.ended.insert(job, open);
        loop {
            let next = jobs.settled;
            let Some(open) = jobs.ended.remove(&next) else {
                return;
            };
            jobs.settled += 1;
            self.settle(open, facts);
        }
    }

    /// Refuses what refers to nothing, once all before it is known.
    pub fn settle(&self, open: Vec<Open>, facts: &Facts) {
        for Open { key, offset, node } in open {
            if !facts.has(key, node.need, offset) {
                let fault = Fault::Unknown { needed: node.need };
                self.refuse(Wrong {
                    offset,
                    node,
                    fault,
                });
            }
        }
    }

    pub fn refuse(&self, wrong: Wrong) {
        let mut first = self.wrong.lock().expect("no thread panics here");
        if first
            .as_ref()
            .is_none_or(|first| wrong.offset < first.offset)
        {
            self.first.store(wrong.offset, Ordering::Relaxed);
            *first = Some(wrong);
        }
    }

    /// The place of the first fault found so far.
    pub fn first_fault(&self) -> u64 {
        self.first.load(Ordering::Relaxed)
    }

    /// What to say of the first fault.
    pub fn refusal(self, game: &Game) -> Option<Refusal> {
        let wrong = self.wrong.into_inner().expect("no thread panics here")?;
        Some(Refusal {
            offset: wrong.offset,
            path: texts(&wrong.node, game),
            fault: wrong.fault,
        })
    }
}

/// The guesses and answers that lead to a claim.
fn texts(node: &Node, game: &Game) -> Vec<(String, String)> {
    let mut texts = Vec::new();
    let mut next: Option<(&Path, u8)> = Some((&node.path, node.answer));
    while let Some((path, answer)) = next {
        if let Some(guess) = path.guess {
            texts.push((game.text(guess), game.answer_text(guess, answer)));
        }
        next = path
            .before
            .as_ref()
            .map(|(path, answer)| (&**path, *answer));
    }
    texts.reverse();
    texts
}
