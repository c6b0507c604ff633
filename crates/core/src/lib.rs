//! The native heart of Sito: rules, scoring, the sieve, exact search and puzzle
//! boards. It knows nothing of Python, prints nothing and reads no files.

pub mod build;
pub mod code;
pub mod count;
pub mod exact;
pub mod feedback;
pub mod jugs;
pub mod knowledge;
pub mod numbers;
pub mod one_ply;
pub mod pegs;
pub mod planes;
pub mod rules;
pub mod simd;
pub mod space;
pub mod tree;

pub use code::{Code, MAX_COLORS, MAX_PEGS};
pub use feedback::{FeedbackKind, score};
pub use knowledge::{Knowledge, SIEVE_LIMIT, TooManyCodes};
pub use numbers::NumberSet;
pub use planes::Planes;
pub use rules::{Allowed, Rules, RulesFault};
pub use space::CodeSpace;
