//! The one exception type for everything that the native core refuses, and the one place where the
//! core's errors are converted to it. What a callback raises is never converted.

use std::ffi::CStr;

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyType};
use sito_core::pegs::BoardFault;
use sito_core::{RulesFault, TooManyCodes, exact};

/// What kind of thing is wrong; Python finds the error by its name, and the numbers of the error in its message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Invalid rules, a sentence a line.
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
    /// A game that is too large for the exact search: its codes, the answers to a guess, its trees.
    TooManyCodes,
    TooManyAnswers,
    TooDeep,
    /// The bytes needed and the bytes allowed.
    Memory,
    /// The system does not give the memory, so many bytes.
    Refused,
    /// Bytes that are not a journal of the exact search.
    Journal,
    /// An invalid peg board, or an invalid position on one, a fault a line.
    Board,
    /// Bytes that are not a level of a peg search.
    Level,
    /// An invalid water-jug problem.
    Jugs,
    /// The system cannot start more threads.
    Threads,
}

/// An error of the native core on its way to Python.
#[derive(Clone, Debug)]
pub struct NativeError {
    kind: Kind,
    message: String,
}

impl NativeError {
    pub fn new(kind: Kind, message: impl Into<String>) -> Self {
        NativeError {
            kind,
            message: message.into(),
        }
    }

    fn raised(self, py: Python<'_>) -> PyResult<PyErr> {
        let arguments = (format!("{:?}", self.kind), self.message);
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
        let lines: Vec<String> = faults.iter().map(ToString::to_string).collect();
        NativeError::new(Kind::Rules, lines.join("\n"))
    }
}

impl From<Vec<BoardFault>> for NativeError {
    fn from(faults: Vec<BoardFault>) -> Self {
        let lines: Vec<String> = (faults.iter()).map(|fault| format!("{fault:?}")).collect();
        NativeError::new(Kind::Board, lines.join("\n"))
    }
}

impl From<TooManyCodes> for NativeError {
    fn from(error: TooManyCodes) -> Self {
        NativeError::new(Kind::TooLarge, error.to_string())
    }
}

impl From<exact::Fault> for NativeError {
    fn from(fault: exact::Fault) -> Self {
        use exact::Fault;
        let kind = match fault {
            Fault::TooManyCodes { .. } => Kind::TooManyCodes,
            Fault::TooManyAnswers(_) => Kind::TooManyAnswers,
            Fault::TooDeep => Kind::TooDeep,
            Fault::Memory { .. } => Kind::Memory,
            Fault::Refused(_) => Kind::Refused,
            Fault::NothingRemains => Kind::Inconsistent,
            Fault::PricesTooHigh => Kind::Prices,
            // What else there is are objectives and rules that a search does not know.
            _ => Kind::Objective,
        };
        NativeError::new(kind, fault.to_string())
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
    '''What the native core refuses: `kind` is a word.'''

    def __init__(self, kind, message):
        super().__init__(kind, message)
        self.kind = kind
        self.message = message

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
