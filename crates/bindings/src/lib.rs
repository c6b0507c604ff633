//! The Python face of `sito-core`: conversions, one map from core errors to Python
//! errors, and the release of the interpreter lock; nothing else.

mod exact;
mod jugs;
mod knowledge;
mod metric;
mod one_ply;
mod pegs;
mod rules;

use pyo3::prelude::*;

#[pymodule]
mod _native {
    #[pymodule_export]
    const VERSION: &str = env!("CARGO_PKG_VERSION");
    #[pymodule_export]
    const SIEVE_LIMIT: u64 = sito_core::SIEVE_LIMIT as u64;
    #[pymodule_export]
    const LOOK_AHEAD_LIMIT: u64 = sito_core::look_ahead::CODES_LIMIT as u64;
    #[pymodule_export]
    use crate::exact::{PyJournal, PyOutcome, solve_exact};
    #[pymodule_export]
    use crate::jugs::{PyJugProblem, PyJugSearch};
    #[pymodule_export]
    use crate::knowledge::PyKnowledge;
    #[pymodule_export]
    use crate::one_ply::{build_tree, choose};
    #[pymodule_export]
    use crate::pegs::{PySearch, PySolutions, PyWinning};
    #[pymodule_export]
    use crate::rules::PyRules;
}
