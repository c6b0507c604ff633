//! Certificates: the proof of a lower bound, written so that a program that knows nothing of the search can check it.
//!
//! docs/certificates.md defines the format. The search proves a value first; then [`write`] goes through it again from
//! the root, with what the search has learned, and writes for each set why it costs as much as claimed. It keeps
//! nothing of what it has written but the forms of larger sets, and passes bytes on. One thread writes; all find
//! reasons.
//!
//! | part | what it holds |
//! |---|---|
//! | `size_bound` | what so many codes cost at least |
//! | `output` | what is claimed, who takes the bytes; numbers and records as bytes |
//! | `remembered` | sets that were proven before |
//! | `looks` | what all guesses at a set cost at least, by the sizes of their cells |
//! | `second_look` | what the cells of a guess cost at least, by a look at each |
//! | `reasoner` | which guesses at a set need a reason, and how their cells prove what they cost |
//! | `choose` | which cells of a guess that are, and what is claimed of them |
//! | `writer` | the proofs |

mod choose;
mod looks;
mod output;
mod reasoner;
mod remembered;
mod second_look;
mod size_bound;
mod writer;

pub use output::{CertificateClaim, CertificateSink, Written};

use super::cost::{Goal, INFINITE, UNLIMITED};
use super::driver::Driver;
use super::minimise::limit;
use super::problem::{Objective, Quantity};
use super::search::{Context, Question, Surroundings};
use super::symmetry::{Fixings, permutations};
use super::watch::Stopped;
use crate::rules::Allowed;
use output::Output;
use reasoner::{Path, Reasoner, Statement};
use remembered::Remembered;
use size_bound::SizeBound;
use writer::Writer;

/// Writes the certificate of the first value of an objective that was proven: the least total, or the least number of
/// guesses for the worst secret; or of a lower bound of the total, which need not be true. If it is not, or if nothing
/// shows that it is, the writing ends as if it were stopped.
pub(super) fn write(
    driver: &Driver,
    value: u32,
    is_proven: bool,
    sink: &mut dyn CertificateSink,
) -> Result<Written, Stopped> {
    let worst = driver.problem.objective != Objective::Total;
    let limit = limit(driver.problem);
    let (lower, depth) = match value {
        INFINITE.. => (None, limit),
        // Of a single code there is nothing to prove but that it must be guessed.
        _ if worst && value > 1 => (None, Some(value as u8 - 1)),
        _ => (Some(value), limit.filter(|_| !worst)),
    };
    if !sink.claim(CertificateClaim { lower, depth }) {
        return Err(Stopped);
    }
    driver.surroundings.watch.begin_writing();
    let question = match (lower, depth) {
        // No secret needs the guess after the last one: this is a strategy of that depth.
        (None, Some(depth)) => driver.question(Quantity::Worst, Some(depth + 1)),
        _ => driver.question(Quantity::Total, depth),
    };
    // What a narrow search leaves out is no reason.
    let question = Question {
        width: None,
        ..question
    };
    let surroundings = driver.surroundings;
    // Threads find the reasons of many sets side by side, each on its own.
    let alone = Surroundings {
        threads: 1,
        ..surroundings
    };
    let context = Context::new(alone, question);
    let (game, watch) = (surroundings.game, surroundings.watch);
    let guesses = driver.problem.path();
    let rules = &game.rules;
    // Of guesses that the symmetries of a path map onto each other one needs a reason; lists of words have none.
    let symmetry = (!matches!(rules.allowed(), Allowed::Words { .. })).then(|| {
        let counts = rules.feedback().counts_pegs();
        let orders = permutations(if counts { rules.pegs() } else { 0 });
        let every_color = vec![u64::MAX; rules.namings()];
        let codes = guesses.iter().map(|&guess| &game.guesses[guess as usize]);
        Fixings::new(&orders, rules.colors(), (&every_color, true), codes)
    });
    let statement = Statement {
        set: driver.set.clone(),
        left: Goal::Total.normal_limit(driver.set.len(), depth.unwrap_or(UNLIMITED)),
        claim: lower.unwrap_or(INFINITE),
        bound: SizeBound::of_game(game, watch)?.into(),
        path: Path { guesses, symmetry }.into(),
    };
    let reasoner = || Reasoner::new(&context, is_proven);
    let mut writer = Writer {
        watch,
        reasoners: std::iter::repeat_with(reasoner)
            .take(surroundings.threads.max(1))
            .collect(),
        remembered: Remembered::new(game),
        output: Output::new(sink),
        share: 0.0..1.0,
    };
    let reason = writer.reasoners[0].reason(&statement, |_, _| false)?;
    writer.prove(&statement, reason)?;
    writer.output.pass_on()?;
    Ok(writer.output.written)
}
