//! Searches that are stopped before they have searched anything: while the answers are
//! tabulated, and while the first tree is made.

mod exact_help;

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};

use exact_help::{checked, limits, options, problem, rules};
use sito_core::exact::{Objective, Outcome, Problem, Progress, Stage, StopReason, solve};
use sito_core::{Allowed, Code, CodeSpace, FeedbackKind, Rules};

/// Solves a problem that is stopped at a report, counted from 0, and counts the reports after it.
fn stopped_at(problem: &Problem, report: u32) -> (Outcome, u32) {
    let stop = AtomicBool::new(false);
    let reports = AtomicU32::new(0);
    let watch = |progress: &Progress| {
        let number = reports.fetch_add(1, Relaxed);
        assert!(number > 0 || progress.stage == Stage::Preparing);
        if number == report {
            stop.store(true, Relaxed);
        }
    };
    let options = options(&stop).report(&watch);
    let outcome = solve(problem, &options).unwrap();
    (outcome, reports.load(Relaxed).saturating_sub(report + 1))
}

/// Words of five letters among eight, many of which look alike.
fn words() -> Rules {
    let word = |number: usize| {
        let letters: Vec<u8> = (0..5)
            .map(|peg| (number / 7usize.pow(peg) % 8) as u8)
            .collect();
        Code::new(&letters)
    };
    let mut guesses: Vec<Code> = (0..900).map(|number| word(number * 31)).collect();
    guesses.sort_unstable();
    guesses.dedup();
    let secrets: Vec<Code> = guesses.iter().step_by(3).copied().collect();
    let allowed = Allowed::Words {
        secrets: secrets.into(),
        guesses: guesses.into(),
        weights: None,
    };
    Rules::new(5, 8, allowed, FeedbackKind::Position).unwrap()
}

#[test]
fn a_search_is_stopped_at_any_moment_of_its_preparation_and_has_a_tree() {
    let words = words();
    let four = rules("4x6");
    for (rules, consistent, width) in [
        (&four, false, None),
        (&four, true, None),
        (&four, false, Some(2)),
        (&words, false, None),
        (&words, true, None),
        (&words, false, Some(2)),
    ] {
        for objective in [
            Objective::Total,
            Objective::Worst,
            Objective::TotalWorst,
            Objective::WorstFewestTotal,
        ] {
            let problem = problem(rules, objective)
                .consistent(consistent)
                .width(width);
            for report in [0, 1, 5, 20, 60, 100, 150, 300] {
                let (outcome, later) = stopped_at(&problem, report);
                checked(&problem, &outcome);
                // A narrow search may come to its end without a proof.
                let ended = outcome.proven || width.is_some() && outcome.stopped.is_none();
                assert!(ended || outcome.stopped == Some(StopReason::Asked));
                assert!(later < 10, "{objective:?} {report}: {later} reports later");
            }
        }
    }
}

#[test]
fn a_tree_made_in_a_hurry_keeps_to_what_was_asked() {
    let rules = rules("4x6");
    let first = problem(&rules, Objective::Total).first_guess(0);
    let (outcome, _) = stopped_at(&first, 0);
    assert_eq!(outcome.tree.as_ref().unwrap().guess, 0);
    checked(&first, &outcome);
    let guesses = CodeSpace::guesses(&rules);
    let secret = guesses.code(777);
    let history = [8, 700].map(|guess| (guess, rules.score(&guesses.code(guess.into()), &secret)));
    let later = problem(&rules, Objective::Total).history(&history);
    let (outcome, _) = stopped_at(&later, 0);
    checked(&later, &outcome);
    // The hasty tree is deeper than five guesses, so there is none.
    let shallow = problem(&rules, Objective::Total).depth(5);
    let (outcome, _) = stopped_at(&shallow, 0);
    assert_eq!((outcome.upper, outcome.tree), (None, None));
    assert!(!outcome.proven && outcome.lower.unwrap()[0] > 1296);
}

#[test]
fn the_reason_of_an_end_is_told() {
    let rules = rules("4x6");
    let problem = problem(&rules, Objective::Total);
    let stop = AtomicBool::new(false);
    let outcome = solve(&problem, &options(&stop)).unwrap();
    assert_eq!(outcome.stopped, None);
    let mut few = options(&stop);
    few.limits.positions = Some(10);
    let outcome = solve(&problem, &few).unwrap();
    assert_eq!(outcome.stopped, Some(StopReason::Positions));
    assert_eq!(limits(&stop).positions, None);
    let stop = AtomicBool::new(true);
    let outcome = solve(&problem, &options(&stop)).unwrap();
    assert_eq!(outcome.stopped, Some(StopReason::Asked));
    assert_eq!(outcome.positions, 0);
    checked(&problem, &outcome);
}
