//! Searches that are cut short, narrow, or go on from what an earlier one has learnt.

mod exact_help;

use std::sync::atomic::AtomicBool;

use exact_help::{checked, limits, options, problem, rules};
use sito_core::exact::{Journal, Objective, solve};

#[test]
fn a_search_goes_on_from_a_journal() {
    let rules = rules("4x7");
    let problem = problem(&rules, Objective::Total);
    let stop = AtomicBool::new(false);
    let alone = solve(&problem, &options(&stop)).unwrap();
    let mut bytes = Vec::new();
    let mut spent = 0;
    // Stopped again and again, each time after a little more, until it is through.
    let resumed = loop {
        let journal = Journal::load(&bytes).unwrap();
        let options = options(&stop)
            .limits(limits(&stop).positions(1500))
            .journal(&journal);
        let outcome = solve(&problem, &options).unwrap();
        checked(&problem, &outcome);
        spent += outcome.positions;
        bytes = journal.dump();
        if outcome.proven {
            break outcome;
        }
        assert!(spent < 4 * alone.positions);
    };
    assert_eq!(resumed.upper, alone.upper);
    assert!(resumed.positions < alone.positions);
}

#[test]
fn a_search_cut_short_keeps_its_promises() {
    let rules = rules("4x6");
    let problem = problem(&rules, Objective::Total);
    let stop = AtomicBool::new(false);
    for positions in [0, 1, 10, 100, 300] {
        let options = options(&stop).limits(limits(&stop).positions(positions));
        let outcome = solve(&problem, &options).unwrap();
        assert!(!outcome.proven);
        checked(&problem, &outcome);
        assert!(outcome.lower.unwrap()[0] <= 5625);
    }
}

#[test]
fn a_search_for_the_fewest_that_is_cut_short_gets_better_with_time() {
    let rules = rules("4x8-distinct");
    let problem = problem(&rules, Objective::WorstFewest);
    let stop = AtomicBool::new(false);
    let mut last = (0, u64::MAX);
    for positions in [700, 2200, 6500, 17500, 25000] {
        let options = options(&stop).limits(limits(&stop).positions(positions));
        let outcome = solve(&problem, &options).unwrap();
        assert!(!outcome.proven);
        let value = checked(&problem, &outcome);
        let lower = outcome.lower.unwrap();
        assert_eq!((value[0], lower[0]), (6, 6));
        let now = (lower[1], value[1]);
        assert!(last.0 < now.0 && now.1 <= last.1 && now.0 < 108 && 108 <= now.1);
        last = now;
    }
    assert!(last.1 < 115, "{last:?}");
}

#[test]
fn a_narrow_search_finds_a_good_tree_and_claims_no_proof() {
    let rules = rules("4x6");
    let stop = AtomicBool::new(false);
    let options = options(&stop);
    for (objective, most, least) in [
        (Objective::Total, vec![5700], vec![5400]),
        (Objective::Worst, vec![6], vec![4]),
        (Objective::WorstTotal, vec![6, 5800], vec![4, 5400]),
        (Objective::WorstFewest, vec![6, 700], vec![4, 1]),
        (
            Objective::WorstFewestTotal,
            vec![6, 700, 7000],
            vec![4, 1, 5400],
        ),
    ] {
        let problem = problem(&rules, objective).width(3);
        let outcome = solve(&problem, &options).unwrap();
        let value = checked(&problem, &outcome);
        // Counting alone shows that four guesses cannot do for all.
        assert!(!outcome.proven || value == [5], "{objective:?}");
        assert!(value <= most, "{objective:?} {value:?}");
        let lower = outcome.lower.unwrap();
        assert!(lower >= least, "{objective:?} {lower:?}");
        // Nothing that a narrow search finds before it is stopped raises the lower bound.
        for positions in [1, 30, 300] {
            let options = options.limits(limits(&stop).positions(positions));
            let stopped = solve(&problem, &options).unwrap();
            assert!(stopped.lower.unwrap() <= lower, "{objective:?}");
        }
    }
}
