//! The Python bindings of `sito-core` and `sito-certificate`. They only convert values, map the core's errors to one
//! exception (`error`), and run long computations without holding the interpreter lock (`run`).

#![expect(clippy::too_many_arguments, reason = "they are keywords in Python")]

mod certificate;
mod check_certificate;
mod error;
mod every_first;
mod exact;
mod exact_lies;
mod jugs;
mod knowledge;
mod look_ahead;
mod metric;
mod pegs;
mod positions;
mod repairs;
mod rules;
mod run;
mod sampler;
mod tree;

use pyo3::prelude::*;

#[pymodule]
mod _native {
    use pyo3::prelude::*;

    #[pymodule_export]
    const VERSION: &str = env!("CARGO_PKG_VERSION");
    #[pymodule_export]
    const SIEVE_LIMIT: u64 = sito_core::SIEVE_LIMIT as u64;
    #[pymodule_export]
    const BOARD_LIMIT: (usize, usize) = (sito_core::MAX_PEGS, sito_core::MAX_COLORS);
    #[pymodule_export]
    const LOOK_AHEAD_LIMIT: u64 = sito_core::look_ahead::CODES_LIMIT as u64;
    #[pymodule_export]
    const DIAGNOSIS_TURNS: usize = sito_core::repairs::MOST_TURNS;
    #[pymodule_export]
    const SIMD: [&str; 4] = sito_core::simd::VALUES;
    #[pymodule_export]
    use crate::certificate::solve_certified;
    #[pymodule_export]
    use crate::check_certificate::check_certificate;
    #[pymodule_export]
    use crate::every_first::{PyFirstGuesses, first_guesses};
    #[pymodule_export]
    use crate::exact::{PyJournal, PyOutcome, solve_exact, solve_prices, solve_weighed};
    #[pymodule_export]
    use crate::exact_lies::solve_exact_with_lies;
    #[pymodule_export]
    use crate::jugs::{PyJugProblem, PyJugSearch};
    #[pymodule_export]
    use crate::knowledge::PyKnowledge;
    #[pymodule_export]
    use crate::look_ahead::{
        PyRankOutcome, assess, build_tree, choose, rank, rest_of_game, search_guesses,
    };
    #[pymodule_export]
    use crate::pegs::{PySearch, PySolutions, PyWinning};
    #[pymodule_export]
    use crate::positions::{PyFactBook, PyPositions, positions};
    #[pymodule_export]
    use crate::repairs::{PyDiagnosis, diagnose};
    #[pymodule_export]
    use crate::rules::{PyOwnAnswers, PyRules};
    #[pymodule_export]
    use crate::sampler::{PySampler, sample_repairs};

    #[pymodule_init]
    fn add_error(module: &Bound<'_, PyModule>) -> PyResult<()> {
        let class = crate::error::class(module.py())?;
        module.add("NativeError", class)
    }
}
