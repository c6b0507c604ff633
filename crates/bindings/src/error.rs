//! The one exception type for everything that the native core refuses, and the one place where the
//! core's errors are converted to it. What a callback raises is never converted.

use std::ffi::CStr;

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyTuple, PyType};
use sito_core::pegs::BoardFault;
use sito_core::{RulesFault, TooManyCodes, exact};

/// What kind of thing is wrong; Python distinguishes errors by its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Invalid rules; the details are sentences.
    Rules,
    /// A code, or the number of one, that the rules do not have.
    Code,
    /// An invalid number of an answer.
    Feedback,
    /// An unknown name of a metric.
    Metric,
    /// An unknown name of an objective.
    Objective,
    /// Prices that fall, or whose sum is too large.
    Prices,
    /// An index beyond the possible codes.
    Index,
    /// No code agrees with all the answers.
    Inconsistent,
    /// A game with too many codes to sieve or to look ahead.
    TooLarge,
    /// A game that is too large for the exact search.
    TooLargeToSolve,
    /// The details are the bytes needed and the bytes allowed.
    Memory,
    /// The system does not give the memory; the detail is how many bytes.
    Refused,
    /// Bytes that are not a journal of the exact search.
    Journal,
    /// An invalid peg board, or an invalid position on one; the details are sentences.
    Board,
    /// Bytes that are not a level of a peg search.
    Level,
    /// An invalid water-jug problem.
    Jugs,
    /// The system cannot start more threads.
    Threads,
}

impl Kind {
    const fn word(self) -> &'static str {
        match self {
            Kind::Rules => "rules",
            Kind::Code => "code",
            Kind::Feedback => "feedback",
            Kind::Metric => "metric",
            Kind::Objective => "objective",
            Kind::Prices => "prices",
            Kind::Index => "index",
            Kind::Inconsistent => "inconsistent",
            Kind::TooLarge => "too-large",
            Kind::TooLargeToSolve => "too-large-to-solve",
            Kind::Memory => "memory",
            Kind::Refused => "refused",
            Kind::Journal => "journal",
            Kind::Board => "board",
            Kind::Level => "level",
            Kind::Jugs => "jugs",
            Kind::Threads => "threads",
        }
    }
}

/// A value in an error, for messages that are translated.
#[derive(Clone, Debug, IntoPyObject)]
pub enum Detail {
    Number(u128),
    Text(String),
}

/// An error of the native core on its way to Python.
#[derive(Clone, Debug)]
pub struct NativeError {
    kind: Kind,
    message: String,
    details: Vec<Detail>,
}

impl NativeError {
    pub fn new(kind: Kind, message: impl Into<String>) -> Self {
        NativeError {
            kind,
            message: message.into(),
            details: Vec::new(),
        }
    }

    fn with(mut self, details: impl IntoIterator<Item = Detail>) -> Self {
        self.details.extend(details);
        self
    }

    /// Several sentences of one kind, one a line.
    fn of_lines(kind: Kind, lines: Vec<String>) -> Self {
        NativeError::new(kind, lines.join("\n")).with(lines.into_iter().map(Detail::Text))
    }

    fn raised(self, py: Python<'_>) -> PyResult<PyErr> {
        let details = PyTuple::new(py, self.details)?;
        let arguments = (self.kind.word(), self.message, details);
        Ok(PyErr::from_value(class(py)?.call1(arguments)?))
    }

    pub fn nothing_possible() -> Self {
        NativeError::new(Kind::Inconsistent, "no code is possible")
    }
}

impl From<NativeError> for PyErr {
    fn from(error: NativeError) -> PyErr {
        Python::attach(|py| error.raised(py).unwrap_or_else(|error| error))
    }
}

impl From<Vec<RulesFault>> for NativeError {
    fn from(faults: Vec<RulesFault>) -> Self {
        NativeError::of_lines(
            Kind::Rules,
            faults.iter().map(ToString::to_string).collect(),
        )
    }
}

impl From<Vec<BoardFault>> for NativeError {
    fn from(faults: Vec<BoardFault>) -> Self {
        let lines = faults.iter().map(|fault| format!("{fault:?}")).collect();
        NativeError::of_lines(Kind::Board, lines)
    }
}

impl From<TooManyCodes> for NativeError {
    fn from(error: TooManyCodes) -> Self {
        let codes = Detail::Number(error.codes);
        NativeError::new(Kind::TooLarge, error.to_string()).with([codes])
    }
}

impl From<exact::Fault> for NativeError {
    fn from(fault: exact::Fault) -> Self {
        use exact::Fault;
        let (kind, details) = match fault {
            Fault::TooManyCodes { secrets, guesses } => {
                (Kind::TooLargeToSolve, vec![secrets, guesses])
            }
            Fault::TooManyAnswers(count) => (Kind::TooLargeToSolve, vec![count as u128]),
            Fault::TooDeep => (Kind::TooLargeToSolve, Vec::new()),
            Fault::Memory { needed, allowed } => {
                (Kind::Memory, vec![needed as u128, allowed as u128])
            }
            Fault::Refused(needed) => (Kind::Refused, vec![needed as u128]),
            Fault::NothingRemains => (Kind::Inconsistent, Vec::new()),
            Fault::PricesTooHigh => (Kind::Prices, Vec::new()),
            // What else there is are objectives and rules that a search does not know.
            _ => (Kind::Objective, Vec::new()),
        };
        NativeError::new(kind, fault.to_string()).with(details.into_iter().map(Detail::Number))
    }
}

impl From<rayon::ThreadPoolBuildError> for NativeError {
    fn from(error: rayon::ThreadPoolBuildError) -> Self {
        NativeError::new(Kind::Threads, error.to_string())
    }
}

/// A class of its own cannot extend an exception under the stable interface of Python 3.11, so
/// it is written in Python.
const CLASS: &CStr = c"
class NativeError(Exception):
    '''What the native core refuses: `kind` is a word, `details` are the values of the message.'''

    def __init__(self, kind, message, details=()):
        super().__init__(kind, message, details)
        self.kind = kind
        self.message = message
        self.details = details

    def __str__(self):
        return self.message
";

/// The class that Python sees, made once.
pub fn class(py: Python<'_>) -> PyResult<&Bound<'_, PyType>> {
    static MADE: PyOnceLock<Py<PyType>> = PyOnceLock::new();
    let make = || -> PyResult<Py<PyType>> {
        let names = PyDict::new(py);
        names.set_item("__name__", "sito._native")?;
        py.run(CLASS, Some(&names), None)?;
        let class = names.get_item("NativeError")?.expect("it was just defined");
        Ok(class.cast_into::<PyType>()?.unbind())
    };
    MADE.get_or_try_init(py, make).map(|class| class.bind(py))
}
