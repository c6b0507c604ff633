//! Problems, options and outcomes of the exact search.

use std::fmt;
use std::sync::atomic::AtomicBool;

use crate::rules::Rules;
use crate::simd::Level;
use crate::tree::Node;

use super::cost::INFINITE;
use super::memory::Journal;

/// The most secrets whose answers are tabulated.
pub const MAX_SECRETS: u128 = 1 << 16;
/// The most guesses whose answers are tabulated.
pub const MAX_GUESSES: u128 = 16 * MAX_SECRETS;

/// No tree is made with more guesses than this one after the other.
pub const DEEPEST: u8 = u8::MAX - 2;

/// Methods that set a field each.
macro_rules! setters {
    ($of:ident: $($field:ident($value:ty)),*) => {$(
        #[doc = concat!("Sets [`", stringify!($of), "::", stringify!($field), "`].")]
        pub fn $field(mut self, $field: $value) -> Self {
            self.$field = $field.into();
            self
        }
    )*};
}

/// What the best strategy minimises. Where there are several values, an earlier one takes
/// precedence over a later one; bounds and values of an [`Outcome`] come in the same order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Objective {
    /// The number of guesses, summed over the secrets.
    #[default]
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

/// One of the numbers of which the value of an objective is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Quantity {
    /// The number of guesses, summed over the secrets.
    Total,
    /// The number of guesses for the worst secret.
    Worst,
    /// How many secrets need as many guesses as the worst one.
    Fewest,
}

impl Objective {
    /// The quantities that are minimised, one after the other.
    pub(super) fn quantities(self) -> &'static [Quantity] {
        use Quantity::{Fewest, Total, Worst};
        match self {
            Objective::Total => &[Total],
            Objective::Worst => &[Worst],
            Objective::WorstTotal => &[Worst, Total],
            Objective::TotalWorst => &[Total, Worst],
            Objective::WorstFewest => &[Worst, Fewest],
            Objective::WorstFewestTotal => &[Worst, Fewest, Total],
        }
    }
}

/// What to solve. [`Problem::new`] asks for the least total of a whole game; the other methods say what is asked instead.
///
/// ```
/// use sito_core::exact::{Objective, Problem};
/// use sito_core::{Allowed, FeedbackKind, Rules};
///
/// let rules = Rules::new(4, 6, Allowed::Any, FeedbackKind::BlackWhite).unwrap();
/// let problem = Problem::new(&rules).objective(Objective::WorstTotal).depth(5).consistent(true);
/// assert_eq!(problem.depth, Some(5));
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Problem<'a> {
    /// The game.
    pub rules: &'a Rules,
    /// What the best strategy makes least.
    pub objective: Objective,
    /// No secret may need more guesses after the history. Numbers above [`DEEPEST`] limit nothing.
    pub depth: Option<u8>,
    /// Guesses made so far, as numbers of the guess space, each with the number of its feedback.
    pub history: &'a [(u32, u32)],
    /// The next guess, where it is fixed.
    pub first_guess: Option<u32>,
    /// Whether every guess must be a code that may still be the secret.
    pub consistent: bool,
    /// Try only this many of the best-looking guesses at each larger position. Such a narrow
    /// search finds good trees for games beyond proof; their values are upper bounds only.
    pub width: Option<usize>,
}

impl<'a> Problem<'a> {
    /// The least total of the whole game.
    pub fn new(rules: &'a Rules) -> Self {
        Problem {
            rules,
            objective: Objective::default(),
            depth: None,
            history: &[],
            first_guess: None,
            consistent: false,
            width: None,
        }
    }

    setters! { Problem:
        objective(Objective), depth(impl Into<Option<u8>>), history(&'a [(u32, u32)]),
        first_guess(impl Into<Option<u32>>), consistent(bool), width(impl Into<Option<usize>>)
    }
}

impl Problem<'_> {
    /// The guesses made so far.
    pub(super) fn path(&self) -> Vec<u32> {
        self.history.iter().map(|&(guess, _)| guess).collect()
    }

    /// Refuses rules that have searches of their own.
    pub(super) fn refuse_other_rules(&self) -> Result<(), Fault> {
        let rules = self.rules;
        match rules.lies() > 0 || rules.hard().is_some() || rules.weights().is_some() {
            true => Err(Fault::OtherRules),
            false => Ok(()),
        }
    }
}

/// What [`Limits::stop`] is where nobody stops a search.
static NEVER: AtomicBool = AtomicBool::new(false);

/// The limits of a search, and how it is stopped.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Limits<'a> {
    /// Bytes that the table of answers and the transposition table may take together.
    pub memory: usize,
    /// The most positions to search.
    pub positions: Option<u64>,
    /// Whether most other work counts as positions, too: where symmetry saves little, a position may take long.
    pub counts_all: bool,
    /// Set it at any time to end the search with the best tree so far. The search looks at it
    /// every few milliseconds, also while it tabulates the answers and makes its first tree.
    pub stop: &'a AtomicBool,
}

impl<'a> Limits<'a> {
    /// So many bytes, and as many positions as it takes.
    pub fn new(memory: usize) -> Self {
        Limits {
            memory,
            positions: None,
            counts_all: false,
            stop: &NEVER,
        }
    }

    setters! { Limits: positions(impl Into<Option<u64>>), counts_all(bool), stop(&'a AtomicBool) }
}

impl Default for Limits<'_> {
    /// At most 1 GiB.
    fn default() -> Self {
        Limits::new(1 << 30)
    }
}

/// How a search runs, what it starts from and where it reports. None of this changes the values that it finds.
#[derive(Clone, Copy)]
#[non_exhaustive]
pub struct Options<'a> {
    /// The limits of the search.
    pub limits: Limits<'a>,
    /// The number of threads to search on; 0 is taken for 1.
    pub threads: usize,
    /// The vector instructions to use.
    pub level: Level,
    /// What earlier searches of the same rules, of the same width and kind of guesses, have
    /// found. This search starts from it and adds to it, and believes what it says: a journal that was tampered with
    /// may make it call false values proven.
    pub journal: Option<&'a Journal>,
    /// Called every few milliseconds, from any thread of the search.
    pub report: &'a (dyn Fn(&Progress) + Sync),
}

impl Default for Options<'_> {
    /// One thread and the best instructions, in 1 GiB, reporting nothing.
    fn default() -> Self {
        Options {
            limits: Limits::default(),
            threads: 1,
            level: Level::detect(),
            journal: None,
            report: &|_| {},
        }
    }
}

impl<'a> Options<'a> {
    setters! { Options:
        limits(Limits<'a>), threads(usize), level(Level), journal(impl Into<Option<&'a Journal>>),
        report(&'a (dyn Fn(&Progress) + Sync))
    }
}

/// How far a search is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Progress {
    /// What the search does now.
    pub stage: Stage,
    /// A lower bound of what the stage minimises; in [`Stage::Preparing`], of the first value of the objective.
    pub lower: u32,
    /// The least value found; `None` while no tree within the limits is known.
    pub upper: Option<u32>,
    /// The first guess that is searched now.
    pub guess: Option<u32>,
    /// How many first guesses are settled in this stage: they are known to be no better than the best tree.
    pub settled: u32,
    /// How many first guesses there are to settle, those among them; 0 if one alone is searched.
    pub first_guesses: u32,
    /// The guesses that lead to what is searched, [`Step::MOST`] at most. Empty where a search does not tell.
    pub steps: Vec<Step>,
    /// Positions searched so far.
    pub positions: u64,
    /// Bytes that the table of answers and the transposition table take.
    pub memory: usize,
}

/// A guess that a search is trying, and how far it is with it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// The guess.
    pub guess: u32,
    /// How many guesses at this point of the game are settled.
    pub settled: u32,
    /// How many guesses there are to settle, those among them.
    pub guesses: u32,
    /// What the guess costs at least, as far as is known by now, summed over its cells.
    pub lower: u32,
    /// The answer whose cell is searched, if any is by now.
    pub cell: Option<StepCell>,
}

/// The cell of a guess that a search is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StepCell {
    /// The answer that leads to the cell.
    pub answer: u32,
    /// How many codes give this answer.
    pub codes: u32,
    /// How many cells are settled: their cost is known, or shown to be at least their share of what the guess lacks.
    pub settled: u32,
    /// How many cells there are, the winning one left out.
    pub cells: u32,
    /// The squares of the sizes of the settled cells, summed: about in proportion to the work that they took.
    pub settled_squares: u64,
    /// The same of all cells.
    pub squares: u64,
}

impl Step {
    /// Progress tells of so many guesses, one after the other.
    pub const MOST: usize = 3;
}

/// The stages of a search.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Stage {
    /// The answers are tabulated, and a first tree is made.
    #[default]
    Preparing,
    /// The total is made least.
    Total,
    /// The number of guesses for the worst secret is made least.
    Worst,
    /// The number of secrets that need the last guess allowed is made least.
    Fewest,
    /// The sum of the prices is made least.
    Prices,
    /// The certificate is written; [`Progress::settled`] parts of [`Progress::first_guesses`] are done.
    Certificate,
}

/// Why a search ended before it had a proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StopReason {
    /// [`Limits::stop`] was set.
    Asked,
    /// [`Limits::positions`] were searched.
    Positions,
}

/// What a search found.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Outcome {
    /// The value that no strategy can beat, by the objective; `None` if no strategy keeps to the depth.
    pub lower: Option<Vec<u64>>,
    /// The value of the tree; `None` if no tree was found.
    pub upper: Option<Vec<u64>>,
    /// Whether the tree is as good as any, or it is certain that there is none.
    pub proven: bool,
    /// The best tree that was found.
    pub tree: Option<Node>,
    /// How many secrets the tree finds, or with lies games end, with 1, 2, 3 ... guesses. Empty without a tree.
    pub histogram: Vec<u64>,
    /// Why the search ended early; `None` if it came to its end.
    pub stopped: Option<StopReason>,
    /// Positions searched.
    pub positions: u64,
    /// Bytes that the table of answers and the transposition table took.
    pub memory: usize,
    /// How many codes agree with the history.
    pub remaining: usize,
}

/// Why a problem cannot be searched.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fault {
    /// The game is too large to tabulate its answers.
    TooManyCodes {
        /// The secrets of the game.
        secrets: u128,
        /// The guesses of the game.
        guesses: u128,
    },
    /// Some guess divides the secrets into more cells than a byte can number.
    TooManyAnswers(usize),
    /// The answers alone take more memory than is allowed.
    Memory {
        /// Bytes that the answers take.
        needed: usize,
        /// Bytes that are allowed.
        allowed: usize,
    },
    /// The system does not give so many bytes.
    Refused(usize),
    /// The first tree has more than [`DEEPEST`] guesses one after the other.
    TooDeep,
    /// No code agrees with all feedback of the history.
    NothingRemains,
    /// The search with lies does not know the objective.
    ObjectiveWithLies,
    /// The search for hard modes and weights does not know the objective.
    ObjectiveInHardMode,
    /// Not known of games with lies, hard modes or weights, as certificates are; or sets of codes with lies.
    OtherRules,
    /// The prices of all codes together, at the price of the last guess, exceed what a search can count.
    PricesTooHigh,
}

impl std::error::Error for Fault {}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = match self {
            Fault::TooManyCodes { secrets, guesses } => format!(
                "{secrets} secrets and {guesses} guesses are too many to tabulate; \
                 {MAX_SECRETS} secrets and {MAX_GUESSES} guesses are allowed"
            ),
            Fault::TooManyAnswers(count) => {
                format!("a guess has {count} different answers; 255 are allowed")
            }
            Fault::Memory { needed, allowed } => {
                format!("the answers of this game take {needed} bytes; {allowed} bytes are allowed")
            }
            Fault::Refused(needed) => {
                format!("the system does not give the {needed} bytes that the answers take")
            }
            Fault::TooDeep => format!(
                "its answers tell so little that some code takes more than {DEEPEST} guesses; \
                 deeper trees are not made"
            ),
            Fault::PricesTooHigh => format!(
                "the highest price times the number of codes is too large; less than {INFINITE} is allowed"
            ),
            Fault::OtherRules => "this search knows neither lies nor hard modes nor weights".into(),
            Fault::NothingRemains => "no code agrees with all answers".into(),
            Fault::ObjectiveWithLies => {
                "with lies, only total, worst and worst-total are minimised".into()
            }
            Fault::ObjectiveInHardMode => {
                "in hard mode, and with weights, only totals and worst cases are minimised".into()
            }
        };
        f.write_str(&text)
    }
}
