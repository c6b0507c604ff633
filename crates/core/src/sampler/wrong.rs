//! Wrong answers: codes walk that may contradict a few turns, and what they would have answered are repairs.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use crate::code::Code;
use crate::hash::BuildMultiplyHasher;
use crate::rules::Rules;

use super::state::{STEPS_OF_ROUND, Sampler};
use super::walk::Walk;

/// Rounds of collecting.
const ROUNDS: usize = 30;
/// If codes were met so often on average, all seem to have been met.
const OFTEN: u64 = 8;

/// Answers that a code gives in place of those that it contradicts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SampledRepair {
    /// The turns that are changed, and their new answers.
    pub changes: Vec<(usize, u32)>,
    /// About how many codes give these answers.
    pub codes: u128,
}

/// The repairs of up to `wrong` answers that walking codes meet, in ascending order. Others may be missing. There is none
/// where [`Sampler::new`] has none, and those that are found are of no use if it is stopped. `work` is how many comparisons
/// of an answer with a code may be made; it becomes what is left of them, and `stop` is set if they are too few.
///
/// # Panics
/// If there are more than [`super::MOST_TURNS`] turns.
pub fn repairs(
    rules: &Rules,
    turns: &[(Code, u32)],
    wrong: usize,
    work: &mut u64,
    stop: &Arc<AtomicBool>,
) -> Option<Vec<SampledRepair>> {
    let mut sampler = Sampler::with_wrong(rules, wrong)?;
    (sampler.stop, sampler.work) = (stop.clone(), *work);
    sampler.hear_all(turns);
    *work = sampler.work;
    let bits = sampler.estimate();
    let mut met: HashMap<Code, u64, BuildMultiplyHasher> = HashMap::default();
    let mut walk = Walk {
        rules,
        answers: &sampler.answers,
        cold: &sampler.cold,
        random: sampler.random(),
        changed: 0,
    };
    let steps_of_round = STEPS_OF_ROUND * rules.pegs();
    for walker in &mut sampler.walkers {
        if stop.load(Relaxed) {
            break;
        }
        walk.steps(walker, ROUNDS * steps_of_round, |step, code| {
            // Codes of neighboring steps are alike, so only the last one of a round counts as a visit.
            *met.entry(*code).or_default() += u64::from(step % steps_of_round == 0);
            true
        });
    }
    let visits: u64 = met.values().sum();
    let mut groups: HashMap<Vec<(usize, u32)>, (u64, u64)> = HashMap::new();
    for (code, often) in met {
        let turns = sampler.answers.turns.iter().enumerate();
        let contradicted = turns.filter_map(|(turn, &(guess, answer))| {
            let right = rules.score(&guess, &code);
            (right != answer).then_some((turn, right))
        });
        let (codes, visits) = groups.entry(contradicted.collect()).or_default();
        *codes += 1;
        *visits += often;
    }
    let repair = |(changes, (codes, often)): (Vec<(usize, u32)>, (u64, u64))| SampledRepair {
        changes,
        codes: if often >= OFTEN * codes {
            codes.into()
        } else {
            u128::from(codes).max((bits.exp2() * often as f64 / visits.max(1) as f64) as u128)
        },
    };
    let mut found: Vec<SampledRepair> = groups.into_iter().map(repair).collect();
    found.sort_unstable_by(|one, other| one.changes.cmp(&other.changes));
    Some(found)
}
