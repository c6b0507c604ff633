//! Games with more codes than the sieve holds: a sample of the possible codes, and an estimate of how many there are.
//!
//! [`Sampler`] is the state of such a game, as [`crate::Knowledge`] is of one whose codes can be counted. After each answer
//! a population of codes goes on as in a sequential Monte Carlo sampler (Del Moral, Doucet and Jasra 2006): codes that
//! the answer contradicts lose weight, the others are drawn more often, and each then walks, a peg or two at a time, among
//! the codes that contradict little (`walk`). A walk by Metropolis' rule visits all codes that contradict nothing equally
//! often, so those that it meets are a nearly uniform sample; and the weights lost on the way say how many there are.
//! Once they are few, all of them are listed where halves of codes can be (`halves`), which proves that no other is
//! possible. Where no code that walks agrees with all answers, codes whose totals are right are found by backtracking
//! (`counts`), and their pegs change places; if there are none, the answers contradict each other.
//!
//! Where an answer is wrong, codes walk that may contradict a few turns (`wrong`): each that is met is a repair.

mod answers;
mod counts;
mod halves;
mod state;
mod walk;
mod wrong;

pub use answers::MOST_TURNS;
pub use state::{Found, SAMPLED, Sampler};
pub use wrong::{SampledRepair, repairs};
