//! The Python face of `sito-core`: conversions, one map from core errors to Python
//! errors, and the release of the interpreter lock; nothing else.

use pyo3::prelude::*;

#[pymodule]
mod _native {
    #[pymodule_export]
    const VERSION: &str = env!("CARGO_PKG_VERSION");
}
