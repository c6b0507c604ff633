//! Rules and the numbers of codes. A code crosses as `bytes`, one color a byte.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use sito_core::answers::Secrets;
use sito_core::{Allowed, Code, CodeSpace, FeedbackKind, HardMode, MAX_PEGS, OwnAnswers, Rules};

use crate::error::{Kind, NativeError};
use crate::run::{Stopped, Watch};

/// A table of answers: for so many guesses, some of them secrets, a row of numbers each.
#[pyclass(name = "OwnAnswers", module = "sito._native", frozen)]
pub struct PyOwnAnswers(Arc<OwnAnswers>);

#[pymethods]
impl PyOwnAnswers {
    #[new]
    fn new(guesses: usize, secrets: Vec<u32>, numbers: &[u8]) -> PyResult<Self> {
        let numbers = numbers
            .chunks_exact(2)
            .map(|pair| u16::from_le_bytes([pair[0], pair[1]]));
        match OwnAnswers::new(guesses, &secrets, numbers.collect()) {
            Ok(answers) => Ok(PyOwnAnswers(Arc::new(answers))),
            Err(fault) => Err(no_rules(fault.to_string())),
        }
    }
}

/// How answers are given.
#[derive(FromPyObject)]
enum Feedback {
    Kind(String),
    Own(Py<PyOwnAnswers>),
}

#[pyclass(name = "Rules", module = "sito._native", frozen)]
pub struct PyRules {
    pub rules: Arc<Rules>,
    secrets: CodeSpace,
    guesses: CodeSpace,
}

#[pymethods]
impl PyRules {
    #[new]
    #[pyo3(signature = (pegs, colors, allowed, feedback, secrets=None, guesses=None, lies=0, hard=None, weights=None))]
    fn new(
        pegs: usize,
        colors: usize,
        allowed: &str,
        feedback: Feedback,
        secrets: Option<Vec<Vec<u8>>>,
        guesses: Option<Vec<Vec<u8>>>,
        lies: usize,
        hard: Option<&str>,
        weights: Option<Vec<u32>>,
    ) -> PyResult<Self> {
        let feedback = match feedback {
            Feedback::Own(answers) => FeedbackKind::Own(answers.get().0.clone()),
            Feedback::Kind(kind) => match &kind[..] {
                "black-white" => FeedbackKind::BlackWhite,
                "black" => FeedbackKind::Black,
                "total" => FeedbackKind::Total,
                "position" => FeedbackKind::Position,
                "naive" => FeedbackKind::Naive,
                other => return Err(no_rules(format!("no feedback {other:?}"))),
            },
        };
        let allowed = match allowed {
            "any" => Allowed::Any,
            "distinct" => Allowed::Distinct,
            "words" => {
                let secrets = word_list(secrets.unwrap_or_default())?;
                let guesses = guesses.map_or_else(|| Ok(secrets.clone()), word_list)?;
                let weights = weights.map(Arc::from);
                Allowed::Words {
                    secrets,
                    guesses,
                    weights,
                }
            }
            other => return Err(no_rules(format!("no codes {other:?}"))),
        };
        let rules = Rules::new(pegs, colors, allowed, feedback).map_err(NativeError::from)?;
        let hard = match hard {
            None => None,
            Some("hard") => Some(HardMode::Hints),
            Some("strict") => Some(HardMode::Strict),
            Some("consistent") => Some(HardMode::Consistent),
            Some(other) => return Err(no_rules(format!("no hard mode {other:?}"))),
        };
        let rules = rules
            .with_lies(lies)
            .with_hard(hard)
            .map_err(NativeError::from)?;
        Ok(PyRules::from(rules))
    }

    #[getter]
    fn secret_count(&self) -> u128 {
        self.secrets.len()
    }

    #[getter]
    fn guess_count(&self) -> u128 {
        self.guesses.len()
    }

    #[getter]
    fn feedback_count(&self) -> usize {
        self.rules.feedback_count()
    }

    fn score(&self, guess: &[u8], secret: &[u8]) -> PyResult<u32> {
        self.check(guess)?;
        self.check(secret)?;
        self.check_scored(guess, secret)?;
        Ok(self.rules.score(guess, secret))
    }

    /// The answer to a guess, if both are codes that may be guessed.
    fn answer(&self, guess: &[u8], secret: &[u8]) -> Option<u32> {
        let has = |code| self.guesses.number(code).is_some();
        (has(guess) && has(secret) && self.rules.has_answer(guess, secret))
            .then(|| self.rules.score(guess, secret))
    }

    /// The answers to guesses, a row for each, a number for each secret, and the bytes of a number. Codes come one after the
    /// other; none at all for those of the game.
    #[pyo3(signature = (guesses=None, secrets=None))]
    fn answers<'py>(
        &self,
        py: Python<'py>,
        guesses: Option<&[u8]>,
        secrets: Option<&[u8]>,
    ) -> PyResult<(Bound<'py, PyBytes>, usize)> {
        let read = |codes: Option<&[u8]>, space: &CodeSpace| match codes {
            None => Ok(py.detach(|| space.iter().collect())),
            Some(codes) => self.codes_of(codes),
        };
        let secrets: Vec<Code> = read(secrets, &self.secrets)?;
        let guesses: Vec<Code> = read(guesses, &self.guesses)?;
        if let Some(guess) = guesses.first() {
            (secrets.iter()).try_for_each(|secret| self.check_scored(guess, secret))?;
        }
        let count = secrets.len() * guesses.len();
        let secrets = py.detach(|| Secrets::new(&self.rules, secrets));
        let watch = Watch::default();
        let stop = AtomicBool::new(false);
        let numbers = PyBytes::new_with(py, count * secrets.width(), |out| {
            let work = || secrets.answers(&guesses, out, &stop);
            let ((), asked) = watch.run(py, || stop.store(true, Relaxed), || (), work)?;
            match asked {
                Some(Stopped::Interrupt) => Err(PyKeyboardInterrupt::new_err(())),
                _ => Ok(()),
            }
        })?;
        Ok((numbers, secrets.width()))
    }

    fn secret<'py>(&self, py: Python<'py>, number: u128) -> PyResult<Bound<'py, PyBytes>> {
        code_of(py, &self.secrets, number)
    }

    fn guess<'py>(&self, py: Python<'py>, number: u128) -> PyResult<Bound<'py, PyBytes>> {
        code_of(py, &self.guesses, number)
    }

    fn secret_number(&self, code: &[u8]) -> Option<u128> {
        self.secrets.number(code)
    }

    fn guess_number(&self, code: &[u8]) -> Option<u128> {
        self.guesses.number(code)
    }
}

impl From<Rules> for PyRules {
    fn from(rules: Rules) -> Self {
        PyRules {
            secrets: CodeSpace::secrets(&rules),
            guesses: CodeSpace::guesses(&rules),
            rules: Arc::new(rules),
        }
    }
}

impl PyRules {
    /// Codes that stand one after the other and may be guessed.
    fn codes_of(&self, bytes: &[u8]) -> PyResult<Vec<Code>> {
        let codes = bytes.chunks(self.rules.pegs()).map(|code| {
            self.check(code)?;
            match self.guesses.number(code) {
                Some(_) => Ok(Code::new(code)),
                None => {
                    let message = format!("{code:?} is no code of the game");
                    Err(NativeError::new(Kind::Code, message).into())
                }
            }
        });
        codes.collect()
    }

    /// Refuses anything that is not a code of these pegs and colors, whether the rules allow it or
    /// not.
    pub fn check(&self, code: &[u8]) -> PyResult<()> {
        let (pegs, colors) = (self.rules.pegs(), self.rules.colors());
        let is_code = code.len() == pegs && code.iter().all(|&color| (color as usize) < colors);
        let is_listed = match self.rules.feedback() {
            FeedbackKind::Own(answers) => is_code && answers.has_guess(code),
            _ => is_code,
        };
        if is_listed {
            return Ok(());
        }
        let message = format!("{code:?} is no code of {pegs} pegs and {colors} colors");
        Err(NativeError::new(Kind::Code, message).into())
    }

    /// Refuses codes for which a table has no answer.
    fn check_scored(&self, guess: &[u8], secret: &[u8]) -> PyResult<()> {
        if self.rules.has_answer(guess, secret) {
            return Ok(());
        }
        let message = format!("the answers have no guess {guess:?} or no secret {secret:?}");
        Err(NativeError::new(Kind::Code, message).into())
    }

    /// Refuses a number that is not that of an allowed guess.
    fn check_guess_number(&self, number: u32) -> PyResult<()> {
        if u128::from(number) < self.guesses.len() {
            return Ok(());
        }
        let message = format!("guess {number} of {}", self.guesses.len());
        Err(NativeError::new(Kind::Code, message).into())
    }

    /// Refuses a history, numbers of guesses and of their answers, and a next guess that the game does not have.
    pub fn check_moves(&self, history: &[(u32, u32)], next: Option<u32>) -> PyResult<()> {
        for guess in history.iter().map(|&(guess, _)| guess).chain(next) {
            self.check_guess_number(guess)?;
        }
        for &(_, answer) in history {
            self.check_feedback(answer)?;
        }
        Ok(())
    }

    /// Refuses numbers that are not those of secrets, or that do not ascend.
    pub fn check_codes(&self, numbers: &[u16]) -> PyResult<()> {
        let known = numbers
            .last()
            .is_none_or(|&last| u128::from(last) < self.secrets.len());
        if known && numbers.is_sorted_by(|first, second| first < second) {
            return Ok(());
        }
        let message = "the possible codes must ascend and be secrets of the game";
        Err(NativeError::new(Kind::Code, message).into())
    }

    /// Refuses a number that is not that of an answer.
    pub fn check_feedback(&self, feedback: u32) -> PyResult<()> {
        let count = self.rules.feedback_count();
        if (feedback as usize) < count {
            return Ok(());
        }
        let message = format!("{feedback} is no answer of 0 to {}", count - 1);
        Err(NativeError::new(Kind::Feedback, message).into())
    }
}

fn no_rules(message: String) -> PyErr {
    NativeError::new(Kind::Rules, message).into()
}

fn word_list(words: Vec<Vec<u8>>) -> PyResult<Arc<[Code]>> {
    words
        .iter()
        .map(|word| {
            if word.len() > MAX_PEGS {
                let pegs = word.len();
                return Err(no_rules(format!(
                    "a listed code has {pegs} pegs; at most {MAX_PEGS} are allowed"
                )));
            }
            Ok(Code::new(word))
        })
        .collect()
}

fn code_of<'py>(py: Python<'py>, space: &CodeSpace, number: u128) -> PyResult<Bound<'py, PyBytes>> {
    if number >= space.len() {
        let message = format!("number {number} of {} codes", space.len());
        return Err(NativeError::new(Kind::Code, message).into());
    }
    Ok(PyBytes::new(py, &space.code(number)))
}
