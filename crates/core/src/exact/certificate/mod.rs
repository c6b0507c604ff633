//! Certificates: the proof of a lower bound, written so that a program that knows nothing of the search can check it.
//!
//! docs/certificates.md defines the format. The search proves a value first; then [`write`] goes through it again from
//! the root, with what the search has learned, and writes for each set why it costs as much as claimed. It keeps
//! nothing of what it has written but the forms of larger sets, and passes the bytes on as it goes.
//!
//! | part | what it holds |
//! |---|---|
//! | `claim` | what is claimed, who takes the bytes |
//! | `size_bound` | what so many codes cost at least |
//! | `path_symmetry` | which guesses the symmetries of a path leave to be listed |
//! | `output` | numbers and records as bytes |
//! | `remembered` | sets that were proven before |
//! | `looks` | what all guesses at a set cost at least, by the sizes of their cells |
//! | `second_look` | what the cells of a guess cost at least, by a look at each, and which of them need a proof |
//! | `writer` | the proofs |

mod claim;
mod looks;
mod output;
mod path_symmetry;
mod remembered;
mod second_look;
mod size_bound;
mod writer;

pub use claim::{CertificateClaim, CertificateSink, Written};

use super::cost::{INFINITE, UNLIMITED};
use super::driver::Driver;
use super::partition::Partition;
use super::problem::Objective;
use super::quantity::Quantity;
use super::watch::Stopped;
use looks::Looks;
use output::Output;
use path_symmetry::PathSymmetry;
use remembered::Remembered;
use size_bound::SizeBound;
use writer::Writer;

/// Writes the certificate of the first value of an objective that was proven: the least total, or the least number of
/// guesses for the worst secret.
pub(super) fn write(
    driver: &Driver,
    value: u32,
    sink: &mut dyn CertificateSink,
) -> Result<Written, Stopped> {
    let worst = driver.problem.objective != Objective::Total;
    let claim = match value {
        INFINITE.. => CertificateClaim {
            lower: None,
            depth: driver.limit(),
        },
        // Of a single code there is nothing to prove but that it must be guessed.
        _ if worst && value > 1 => CertificateClaim {
            lower: None,
            depth: Some(value as u8 - 1),
        },
        _ => CertificateClaim {
            lower: Some(value),
            depth: if worst { None } else { driver.limit() },
        },
    };
    if !sink.claim(claim) {
        return Err(Stopped);
    }
    driver.surroundings.watch.begin_writing();
    let question = match claim {
        // No secret needs the guess after the last one: this is a strategy of that depth.
        CertificateClaim {
            lower: None,
            depth: Some(depth),
        } => driver.question(Quantity::Worst, Some(depth + 1)),
        _ => driver.question(Quantity::Total, claim.depth),
    };
    let context = driver.context(question);
    let game = driver.surroundings.game;
    let watch = driver.surroundings.watch;
    let mut symmetries: Vec<PathSymmetry> = PathSymmetry::new(&game.rules).into_iter().collect();
    for &(guess, _) in driver.problem.history {
        let after = symmetries
            .last()
            .map(|last| last.after(&game.guesses[guess as usize]));
        symmetries.extend(after);
    }
    let bound = SizeBound::of_game(game, watch)?;
    let mut writer = Writer {
        searcher: driver.searcher(&context),
        looks: Looks::new(
            game,
            watch,
            driver.surroundings.level,
            driver.problem.consistent,
        ),
        symmetries,
        remembered: Remembered::new(game),
        output: Output::new(sink),
        bounds: 0,
        share: 0.0..1.0,
        partition: Partition::default(),
        codes: Vec::new(),
        parts: Vec::new(),
    };
    let lower = claim.lower.unwrap_or(INFINITE);
    let result = writer.prove(&driver.set, claim.depth.unwrap_or(UNLIMITED), lower, &bound);
    writer.searcher.flush();
    result?;
    writer.output.pass_on()?;
    Ok(writer.output.written)
}
