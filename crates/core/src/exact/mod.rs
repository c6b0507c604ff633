//! Proven optimal strategies: the search behind `sito solve`.
//!
//! [`solve`] finds, for any rules, a strategy that no strategy can beat, proves it and returns it
//! as a tree. At every moment it has a lower and an upper bound; stopped early, it returns the
//! best tree so far with both. It never prints and never asks the clock: the caller watches
//! through [`Options::report`] and stops it through [`Options::stop`].
//!
//! | part | idea |
//! |---|---|
//! | `matrix` | every answer, one byte, 64 guesses to a vector |
//! | `kernel`, `kernel512`, `sums512` | the two passes over all guesses |
//! | `bounds` | what no tree can beat, by counting |
//! | `symmetry`, `symmetry_kinds` | one guess of each class |
//! | `table` | what is known about sets, in bounded memory |
//! | `image` | sets that are images of each other known as one |
//! | `journal` | what a later search can go on from |
//! | `cut` | a set cut by a guess |
//! | `rank` | guesses in order of their bounds |
//! | `few` | guesses on small sets, a bit per code |
//! | `search`, `small` | the search of large and of small sets |
//! | `split` | several threads at one position |
//! | `fewest` | the search for the fewest secrets at the last guess, step by step |
//! | `among` | the least total among the strategies that leave the fewest |
//! | `last`, `pairs` | its last four guesses; which guesses tell which pairs apart |
//! | `consistent` | the search with guesses that agree with all answers |
//! | `root`, `build`, `best`, `solve` | bounds at every moment, trees, objectives |

mod among;
mod best;
mod bounds;
mod build;
mod candidates;
mod consistent;
mod cut;
mod few;
mod fewest;
mod image;
mod journal;
mod kernel;
#[cfg(target_arch = "x86_64")]
mod kernel512;
mod last;
mod matrix;
mod pages;
mod pairs;
mod rank;
mod root;
mod search;
mod seen;
mod shared;
mod small;
mod solve;
mod split;
#[cfg(target_arch = "x86_64")]
mod sums512;
mod symmetry;
mod symmetry_kinds;
mod table;

pub use journal::Journal;
pub use kernel::Isa;
pub use solve::solve;

use std::fmt;
use std::sync::atomic::AtomicBool;

use crate::rules::Rules;
use crate::tree::Node;
use bounds::INFINITE;

/// The most secrets whose answers are tabulated.
const MAX_CODES: u128 = 1 << 16;

/// Stands for as many guesses as it takes.
const UNLIMITED: u8 = u8::MAX;

/// No tree is made with more guesses than this one after the other.
pub const DEEPEST: u8 = u8::MAX - 2;

/// What the best strategy makes least; of two values the first decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Objective {
    /// The number of guesses, summed over the secrets.
    Total,
    /// The number of guesses for the worst secret.
    Worst,
    /// The worst secret first, then the total.
    WorstTotal,
    /// The total first, then the worst secret.
    TotalWorst,
    /// The worst secret first, then how many secrets are as bad as it.
    WorstFewest,
    /// The worst secret first, then how many secrets are as bad as it, then the total.
    WorstFewestTotal,
}

/// What to solve.
#[derive(Clone, Debug)]
pub struct Problem<'a> {
    pub rules: &'a Rules,
    pub objective: Objective,
    /// No secret may need more guesses than this, those of the history not counted; past
    /// [`DEEPEST`] it is no limit.
    pub depth: Option<u8>,
    /// Guesses made so far, as numbers of the guess space, with the feedback numbers they got.
    pub history: &'a [(u32, u32)],
    /// The next guess, where it is fixed.
    pub first: Option<u32>,
    /// Whether every guess must agree with all answers so far.
    pub consistent: bool,
}

/// With what means to solve it.
pub struct Options<'a> {
    /// Bytes that the matrix of answers and the table of bounds may take.
    pub memory: usize,
    /// Positions to search at most.
    pub positions: Option<u64>,
    /// Search only this many of the best-looking guesses at each larger position: good
    /// trees for games beyond proof, whose values are upper bounds only.
    pub width: Option<usize>,
    pub isa: Isa,
    /// Threads to search on; the values never depend on it.
    pub threads: usize,
    /// What earlier searches of the same rules, of the same width and kind of guesses, have
    /// learnt; this search adds to it.
    pub journal: Option<&'a Journal>,
    /// Set it to end the search with the best so far.
    pub stop: &'a AtomicBool,
    /// Called every few positions, from any thread.
    pub report: &'a (dyn Fn(&Progress) + Sync),
}

/// How a search stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Progress {
    /// What is being made least now.
    pub stage: Stage,
    /// Bounds of that; no upper bound while no tree within the limits is known.
    pub lower: u32,
    pub upper: Option<u32>,
    /// The first guess that is being searched.
    pub guess: Option<u32>,
    pub positions: u64,
    /// Bytes of the matrix and the table.
    pub memory: usize,
}

/// The single quantities of which objectives are made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    Total,
    Worst,
    /// How many secrets need the last guess allowed.
    Fewest,
}

/// What a search found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The value, or values in their order, that no strategy can beat; `None` if no strategy
    /// keeps to the limits.
    pub lower: Option<Vec<u32>>,
    /// The values of the tree; `None` if no tree within the limits was found.
    pub upper: Option<Vec<u32>>,
    /// Whether the tree is as good as any, or there is none.
    pub proven: bool,
    pub tree: Option<Node>,
    pub positions: u64,
    /// Bytes of the matrix and the table.
    pub memory: usize,
    /// How many codes remain after the history.
    pub remaining: usize,
}

/// Why a problem cannot be searched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    TooManyCodes {
        secrets: u128,
        guesses: u128,
    },
    TooManyAnswers(usize),
    /// Bytes that the answers alone take, and bytes that there are.
    Memory {
        needed: usize,
        allowed: usize,
    },
    /// The first tree has more than [`DEEPEST`] guesses one after the other.
    TooDeep,
    /// No code agrees with all answers of the history.
    NothingRemains,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::TooManyCodes { secrets, guesses } => write!(
                f,
                "{secrets} secrets and {guesses} guesses are too many to tabulate; \
                 {MAX_CODES} secrets and {} guesses are allowed",
                16 * MAX_CODES
            ),
            Fault::TooManyAnswers(count) => {
                write!(f, "a guess has {count} different answers; 255 are allowed")
            }
            Fault::Memory { needed, allowed } => write!(
                f,
                "the answers of this game take {needed} bytes; {allowed} bytes are allowed"
            ),
            Fault::TooDeep => write!(
                f,
                "its answers tell so little that some code takes more than {DEEPEST} guesses; \
                 deeper trees are not made"
            ),
            Fault::NothingRemains => write!(f, "no code agrees with all answers"),
        }
    }
}

/// The quantities that a search makes least by adding up over cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Goal {
    /// The number of guesses, summed over the secrets.
    Total,
    /// The number of secrets that need the last guess allowed.
    Fewest,
}

impl Goal {
    /// What a guess costs per code.
    fn step(self) -> u32 {
        match self {
            Goal::Total => 1,
            Goal::Fewest => 0,
        }
    }

    /// The best total of some codes never needs more guesses than there are codes: a
    /// limit that high is none.
    fn normal(self, size: usize, left: u8) -> u8 {
        if self == Goal::Total && usize::from(left) >= size {
            UNLIMITED
        } else {
            left
        }
    }

    /// The cost of a set that needs no search.
    fn certain(self, size: usize, left: u8) -> Option<u32> {
        let left = usize::from(left);
        match self {
            _ if size == 0 => Some(0),
            _ if left == 0 || size > 1 && left == 1 => Some(INFINITE),
            Goal::Total => match size {
                1 => Some(1),
                2 => Some(3),
                _ => None,
            },
            Goal::Fewest => match size {
                1 => Some(u32::from(left == 1)),
                2 => Some(u32::from(left == 2)),
                _ if left > size => Some(0),
                _ => None,
            },
        }
    }
}
