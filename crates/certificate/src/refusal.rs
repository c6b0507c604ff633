//! Why a certificate is not accepted.

use std::fmt;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};

/// Why there is no verdict, or none that accepts the certificate.
#[derive(Debug)]
pub enum Error {
    /// The certificate does not prove what it claims.
    Refused(Refusal),
    /// The file cannot be read.
    Unreadable(io::Error),
    /// The caller asked to stop.
    Stopped,
}

/// What is wrong, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The byte of the body at which it was found; the first one is number 0.
    pub offset: u64,
    /// The guesses and answers that lead to the proof, as texts.
    pub path: Vec<(String, String)>,
    /// What is wrong.
    pub fault: Fault,
}

/// What can be wrong with a certificate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The first line is no header of this form, or names a game that this checker does not check.
    Header(String),
    /// No code agrees with the history.
    History,
    /// The last 32 bytes are not the digest of all bytes before them.
    Digest,
    /// The file ends inside a proof.
    Cut,
    /// Something stands between the proof and the digest.
    Trailing,
    /// A number is longer than it need be, or than 32 bits.
    Number,
    /// No proof begins with this byte.
    Tag(u8),
    /// Proofs are inside each other more than 300 times.
    Nested,
    /// Places or names of colors are no permutation.
    Symmetry,
    /// Two entries are for the same guess.
    Repeated,
    /// There is no such guess, or it is not allowed, or not the least of its class.
    Entry(u32),
    /// An entry is for a guess that tells nothing.
    TellsNothing(String),
    /// The cell of an answer is empty, or not in its place, or its proof gains nothing.
    Cell {
        /// The text of the guess.
        guess: String,
        /// The number of the answer.
        answer: u32,
    },
    /// A guess might be better than the proof says.
    Guess {
        /// The text of the guess.
        guess: String,
        /// What it costs at least, as far as is shown.
        bound: u64,
        /// What it has to cost.
        needed: u32,
    },
    /// A proof refers to a set that no earlier proof speaks of.
    Unknown {
        /// What the set has to cost.
        needed: u32,
    },
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Header(why) => write!(f, "the header is wrong: {why}"),
            Fault::History => f.write_str("no code agrees with the turns before it"),
            Fault::Digest => write!(
                f,
                "the digest does not fit: the file was changed or damaged"
            ),
            Fault::Cut => write!(f, "the file ends too early"),
            Fault::Trailing => f.write_str("something follows the proof"),
            Fault::Number => f.write_str("a number is longer than it need be, or than 32 bits"),
            Fault::Tag(tag) => write!(f, "there is no kind of proof with the number {tag}"),
            Fault::Nested => f.write_str("too many proofs are inside each other"),
            Fault::Symmetry => f.write_str("places or names of colors are no permutation"),
            Fault::Repeated => f.write_str("two entries are for the same guess"),
            Fault::Entry(guess) => write!(
                f,
                "guess number {guess} is not allowed, or not the least of its class"
            ),
            Fault::TellsNothing(guess) => write!(f, "{guess} tells nothing"),
            Fault::Cell { guess, answer } => write!(
                f,
                "{guess}: the answer number {answer} has no codes, or is not in its place, or gains nothing"
            ),
            Fault::Guess {
                guess,
                bound,
                needed,
            } => write!(
                f,
                "{guess} may cost {bound}, and nothing shows that it costs {needed}"
            ),
            Fault::Unknown { needed } => write!(
                f,
                "the image of the set was not proven before to cost {needed}"
            ),
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "byte {} of the body", self.offset)?;
        for (guess, answer) in &self.path {
            write!(f, ", {guess} {answer}")?;
        }
        write!(f, ": {}", self.fault)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Refused(refusal) => refusal.fmt(f),
            Error::Unreadable(error) => error.fmt(f),
            Error::Stopped => f.write_str("stopped"),
        }
    }
}

impl std::error::Error for Error {}

/// An error if the caller asked to stop.
pub(crate) fn go_on(stop: &AtomicBool) -> Result<(), Error> {
    match stop.load(Ordering::Relaxed) {
        true => Err(Error::Stopped),
        false => Ok(()),
    }
}
