//! Games whose table of answers cannot be had: a guess has too many answers for a byte, or memory is short.
//!
//! Large sets are searched here, first guess by first guess; the answers of a guess are counted as they are worked out.
//! Each cell that is small enough is a game of its own, with a table of its own, for the ordinary search. The guesses
//! are the same in all of them, so the trees of cells are subtrees of the whole.

mod cells;
mod search;
mod small;
mod solve;
#[cfg(test)]
mod tests;

pub(super) use solve::{MOST, is_wide, solve_wide};
