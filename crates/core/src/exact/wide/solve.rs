//! From a problem whose table cannot be had to its outcome.

use std::sync::Arc;

use crate::code::Code;
use crate::sieve::positions::fits_rows;
use crate::space::CodeSpace;

use super::search::WideSearch;
use super::small::Part;
use crate::exact::best_tree::BestTree;
use crate::exact::cost::{INFINITE, UNLIMITED};
use crate::exact::driver::limit;
use crate::exact::problem::{DEEPEST, Fault, Objective, Options, Outcome, Problem, StopReason};
use crate::exact::watch::Watch;
use crate::rules::VARIANTS;

/// Cells of at most so many codes are games of their own: no guess can have more answers than a byte numbers.
pub(in crate::exact) const MOST: usize = 255;

/// Whether a problem can be searched without a table of all its answers.
pub(in crate::exact) fn is_wide(problem: &Problem) -> bool {
    let rules = problem.rules;
    let objective = !matches!(
        problem.objective,
        Objective::WorstFewest | Objective::WorstFewestTotal
    );
    let plain = rules.hard().is_none() && rules.weights().is_none() && rules.lies() == 0;
    VARIANTS && objective && plain && fits_rows(rules.feedback(), rules.pegs())
}

/// Searches a problem for which [`is_wide`] holds; sets of at most `most` codes are searched as games of their own.
pub(in crate::exact) fn solve_wide(
    problem: &Problem,
    set: &[u16],
    options: &Options,
    watch: &Watch,
    most: usize,
) -> Result<Outcome, Fault> {
    let secrets: Vec<Code> = CodeSpace::secrets(problem.rules).iter().collect();
    let guesses: Arc<[Code]> = CodeSpace::guesses(problem.rules).iter().collect();
    let mut search = WideSearch::new(problem, options, watch, (secrets, guesses), most);
    watch.set_memory(search.table_bytes());
    let mut best: Option<BestTree> = None;
    let mut keep = |part: &mut Part| {
        if let Some((_, tree)) = part.upper.take() {
            let new = BestTree::of(problem.rules, set, tree);
            let value = |best: &BestTree| best.value(problem.objective);
            if best.as_ref().is_none_or(|best| value(&new) < value(best)) {
                best = Some(new);
            }
        }
    };
    let greatest = limit(problem);
    let mut total = |depth: Option<u8>| {
        let mut part = search.root(set, depth.unwrap_or(UNLIMITED));
        let cost = part.cost();
        keep(&mut part);
        (part.lower, cost)
    };
    let least = set.len().min(2) as u32;
    let lower = match problem.objective {
        Objective::Total => vec![total(greatest).0],
        Objective::TotalWorst => {
            let (lower, cost) = total(greatest);
            let is_enough = |worst: &u32| {
                let (lower, found) = total(Some(*worst as u8));
                found == cost || lower <= cost
            };
            let proven = lower == cost && cost < INFINITE;
            let worst = if proven {
                (least..).find(is_enough)
            } else {
                None
            };
            vec![lower, worst.unwrap_or(least)]
        }
        Objective::Worst | Objective::WorstTotal => {
            let greatest = greatest.unwrap_or(DEEPEST);
            let mut least_total = set.len() as u32;
            // A tree for the case that the search is stopped.
            total(Some(greatest));
            let worst = (least..=greatest.into()).find(|&worst| {
                let (lower, found) = total(Some(worst as u8));
                least_total = lower;
                found < INFINITE || lower < INFINITE
            });
            let worst = worst.map_or([INFINITE; 2], |worst| [worst, least_total]);
            worst[..problem.objective.quantities().len()].to_vec()
        }
        Objective::WorstFewest | Objective::WorstFewestTotal => {
            unreachable!("they are refused before")
        }
    };
    if best.is_none() && greatest.is_none() && watch.reason() != Some(StopReason::Asked) {
        return Err(Fault::TooDeep);
    }
    let lower = lower.iter().all(|&value| value < INFINITE).then_some(lower);
    let value = |best: &BestTree| best.value(problem.objective);
    Ok(Outcome::new(watch, set.len(), lower, true, best, value))
}
