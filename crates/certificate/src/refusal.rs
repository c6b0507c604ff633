//! Why a certificate is not accepted.

use std::fmt;
use std::io;

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
    /// The byte of the file, after unpacking, at which it was found.
    pub offset: u64,
    /// The guesses and answers that lead to the proof, as texts.
    pub path: Vec<(String, String)>,
    pub fault: Fault,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The first line is no header of this form, or names a game that this checker does not check.
    Header(String),
    /// The last 32 bytes are not the digest of all bytes before them.
    Digest,
    /// The file ends inside a proof.
    Cut,
    /// Something stands between the proof and the digest.
    Trailing,
    /// A proof is not written as the form says.
    Form(&'static str),
    /// A guess might be better than the proof says.
    Guess {
        guess: String,
        bound: u64,
        needed: u32,
    },
    /// A proof refers to a set that no earlier proof speaks of.
    Unknown { needed: u32 },
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Header(why) => write!(f, "the header is wrong: {why}"),
            Fault::Digest => write!(
                f,
                "the digest does not fit: the file was changed or damaged"
            ),
            Fault::Cut => write!(f, "the file ends too early"),
            Fault::Trailing => f.write_str("something follows the proof"),
            Fault::Form(what) => f.write_str(what),
            Fault::Guess {
                guess,
                bound,
                needed,
            } => write!(
                f,
                "with the guess {guess} the cost is shown to be at least {bound}, but {needed} is claimed"
            ),
            Fault::Unknown { needed } => write!(
                f,
                "no earlier proof shows that the set it refers to costs at least {needed}"
            ),
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "byte {}", self.offset)?;
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
