//! The sieve: which codes are still possible, and the partition that a guess makes of them.
//!
//! From the ground up: [`numbers`] keeps a set of code numbers, [`planes`] keeps codes as bits,
//! `word` and `kernel` add those bits up, [`count`] turns the sums into the cells of a guess,
//! `position_lines` and [`positions`] find answers per position,
//! `tiles` counts cells for sets of any size and form, `clauses` are what a turn with unknown parts may
//! have been, and [`knowledge`] is the state of a game.

mod clauses;
pub mod count;
mod kernel;
pub mod knowledge;
pub mod numbers;
pub mod planes;
mod position_lines;
pub mod positions;
pub(crate) mod tiles;
mod word;

pub use count::{Count, cells};
pub use knowledge::{Knowledge, SIEVE_LIMIT, TooManyCodes};
pub use numbers::NumberSet;
pub use planes::Planes;
