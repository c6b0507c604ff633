//! The exact search: provably optimal strategies, as found by `sito solve`.
//!
//! For any rules, [`solve`] finds a strategy that no other strategy can beat, proves it and
//! returns it as a tree. At every moment it has a lower and an upper bound; if it is stopped
//! early, it returns the best tree so far with both. It never prints and never reads a clock: the
//! caller follows it through [`Options::report`] and stops it through [`Limits::stop`].
//!
//! The parts, each of which imports only those above it:
//!
//! | part | what it holds |
//! |---|---|
//! | `cost` | costs of sets |
//! | `memory/` | the transposition table, the journal, canonical forms |
//! | `problem` | what can be asked, the numbers that are made least, and what is answered |
//! | `watch` | whether to stop, and what to report |
//! | `kernels/` | the passes over all guesses, with vector instructions |
//! | `symmetry/` | one guess of each class that symmetries make |
//! | `matrix`, `bounds`, `game` | every answer, one byte each; lower bounds by counting; these with all else that depends on the rules alone |
//! | `partition` | the cells that a guess makes of a set |
//! | `search/` | branch and bound: what is asked, what is shared, who searches |
//! | `tree`, `best_tree` | trees from what is known, and in next to no time |
//! | `prices` | the least sum of prices, where a code costs more the later it is found |
//! | `weighed/` | the least total where secrets that symmetries make alike have weights |
//! | `wide/` | games whose table of answers cannot be had, searched cell by cell |
//! | `certificate/` | proofs of lower bounds, written for others to check |
//! | `minimise`, `driver` | which searches an objective takes; those of most games |
//! | `lies/` | games in which some answers are lies, with a search of its own |
//! | `words/` | a search of its own for hard modes and for secrets with weights |
//! | `solve` | from a problem to its outcome |
//! | `positions` | single positions of a search that others lead: their costs, guesses and cells |
//! | `every_first` | what each first guess is worth: searches that share answers and table |

mod best_tree;
mod bounds;
mod certificate;
mod cost;
mod driver;
mod every_first;
mod game;
#[cfg(test)]
mod kernel_tests;
mod kernels;
pub mod lies;
mod matrix;
mod memory;
mod minimise;
mod partition;
mod positions;
mod prices;
mod problem;
mod search;
mod solve;
mod symmetry;
mod tree;
mod watch;
mod weighed;
mod wide;
pub mod words;

pub use certificate::{CertificateClaim, CertificateSink, Written};
pub use every_first::{FirstGuesses, Known, Rough};
pub use game::remaining;
pub use memory::{FactBook, Journal};
pub use positions::{Asked, Cut, Found, Looked, OpenCells, Planted, Positions};
pub use prices::least_prices;
pub use problem::{
    DEEPEST, Fault, Limits, MAX_GUESSES, MAX_SECRETS, Objective, Options, Outcome, Problem,
    Progress, Stage, Step, StepCell, StopReason,
};
pub use solve::{solve, solve_certified, solve_from};
pub use weighed::least_weighed;
