#![doc = include_str!("../README.md")]
#![warn(missing_docs)]

pub mod answers;
mod bits;
pub mod code;
pub mod exact;
pub mod feedback;
pub mod hash;
pub mod jugs;
pub mod look_ahead;
pub mod own;
pub mod pegs;
pub mod repairs;
pub mod rules;
pub mod sampler;
pub mod sieve;
pub mod simd;
pub mod space;
mod threads;
pub mod tree;

pub use code::{Code, MAX_COLORS, MAX_MARKED_PEGS, MAX_PEGS};
pub use feedback::{FeedbackKind, score};
pub use own::OwnAnswers;
pub use rules::{Allowed, HardMode, MOST_WEIGHT, Rules, RulesFault};
pub use sieve::{Knowledge, NumberSet, Planes, SIEVE_LIMIT, TooManyCodes};
pub use space::CodeSpace;
