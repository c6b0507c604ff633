#![doc = include_str!("../README.md")]
//! # How to read it
//!
//! Nothing here is shared with the search that writes certificates. To trust one, read these files
//! in this order; each uses only what stands before it:
//!
//! - `refusal`: what can be wrong.
//! - `header`: which game, and what is claimed.
//! - `game`: the codes, and the answers to guesses.
//! - `bounds`: what so many codes cost at least.
//! - `symmetry`: what maps all guesses so far onto themselves.
//! - `facts`: what earlier proofs have shown.
//! - `input`, `stream`: bytes and numbers, and the digest.
//! - `claim`: what a proof has to show.
//! - `cells`, `doubts`, `guesses`: what all guesses tell about a set.
//! - `least`, `peek`: the second look.
//! - `proof`: the check of one proof, which is the heart of it all.
//! - `verdict`, `check`: threads.
//! - `browser`: the same as a module for pages.

#![warn(missing_docs)]

mod bounds;
#[cfg(target_family = "wasm")]
mod browser;
mod cells;
mod check;
mod claim;
mod doubts;
mod facts;
mod game;
mod guesses;
mod header;
mod input;
mod least;
mod own;
mod peek;
mod proof;
mod refusal;
mod stream;
mod symmetry;
#[cfg(test)]
mod tests;
mod verdict;

pub use check::{Claim, Options, Progress, check};
pub use header::Header;
pub use refusal::{Error, Fault, Refusal};
