//! The checker of certificates, which shares no code with the search.

use std::fs::File;
use std::io::{Cursor, Read};
use std::path::PathBuf;
use std::sync::atomic::Ordering;

use pyo3::prelude::*;
use pyo3::types::PyBytes;
use sito_certificate::{Error, Fault, Options, Progress, check};

use crate::run::{Watch, word};

/// A file by its name, or the bytes of one.
#[derive(FromPyObject)]
pub enum Source {
    Bytes(Vec<u8>),
    Path(PathBuf),
}

/// Why a certificate is refused: the kind of fault, a byte, turns that lead there, and of the fault a text and two
/// numbers.
type Refusal = (&'static str, u64, Vec<(String, String)>, String, u64, u64);

/// What is proven: the first line, how many proofs there are, the digest at the end, and that of the whole.
type Proven<'py> = (
    Bound<'py, PyBytes>,
    u64,
    Bound<'py, PyBytes>,
    Bound<'py, PyBytes>,
);

/// What is proven, or why it is refused, or what stopped the check.
#[pyfunction]
#[pyo3(signature = (source, *, threads=None, watch=Watch::default()))]
pub fn check_certificate<'py>(
    py: Python<'py>,
    source: Source,
    threads: Option<usize>,
    watch: Watch<'py>,
) -> PyResult<(Option<Proven<'py>>, Option<Refusal>, Option<&'static str>)> {
    let source: Box<dyn Read + Send> = match source {
        Source::Bytes(bytes) => Box::new(Cursor::new(bytes)),
        Source::Path(path) => Box::new(File::open(path)?),
    };
    let mut options = Options::default();
    options.threads = threads.unwrap_or(options.threads);
    let progress = Progress::default();
    let (result, stopped) = watch.run(
        py,
        || progress.stop.store(true, Ordering::Relaxed),
        || {
            let number = progress.bytes.load(Ordering::Relaxed);
            (number, progress.records.load(Ordering::Relaxed))
        },
        || check(source, &options, &progress),
    )?;
    match result {
        Ok(claim) => {
            let line = PyBytes::new(py, claim.header.line().as_bytes());
            let digest = PyBytes::new(py, &claim.digest);
            let whole = PyBytes::new(py, &claim.whole);
            Ok((Some((line, claim.records, digest, whole)), None, None))
        }
        Err(Error::Stopped) => Ok((None, None, word(stopped))),
        Err(Error::Unreadable(error)) => Err(error.into()),
        Err(Error::Refused(refusal)) => {
            let (kind, text, first, second) = match refusal.fault {
                Fault::Header(why) => ("header", why, 0, 0),
                Fault::History => ("history", String::new(), 0, 0),
                Fault::Digest => ("digest", String::new(), 0, 0),
                Fault::Cut => ("cut", String::new(), 0, 0),
                Fault::Trailing => ("trailing", String::new(), 0, 0),
                Fault::Number => ("number", String::new(), 0, 0),
                Fault::Tag(tag) => ("tag", String::new(), tag.into(), 0),
                Fault::Nested => ("nested", String::new(), 0, 0),
                Fault::Symmetry => ("symmetry", String::new(), 0, 0),
                Fault::Repeated => ("repeated", String::new(), 0, 0),
                Fault::Entry(guess) => ("entry", String::new(), guess.into(), 0),
                Fault::TellsNothing(guess) => ("tells-nothing", guess, 0, 0),
                Fault::Cell { guess, answer } => ("cell", guess, answer.into(), 0),
                Fault::Guess {
                    guess,
                    bound,
                    needed,
                } => ("guess", guess, bound, needed.into()),
                Fault::Unknown { needed } => ("unknown", String::new(), needed.into(), 0),
            };
            let refusal = (kind, refusal.offset, refusal.path, text, first, second);
            Ok((None, Some(refusal), None))
        }
    }
}
