//! Known values of games with lies, proven again, with trees that are walked game by game.

mod exact_help;

use std::sync::atomic::AtomicBool;

use exact_help::{data, limits, options, problem, rules};
use serde_json::Value;
use sito_core::exact::{Fault, Objective, Outcome, StopReason, lies};
use sito_core::tree::Node;
use sito_core::{Code, CodeSpace, FeedbackKind, Rules};

/// Rules and lies of a text such as `3x4-lies1`.
fn game(text: &str) -> Rules {
    let (size, lies) = text.rsplit_once("-lies").unwrap();
    rules(size).with_lies(lies.parse().unwrap())
}

/// Walks every game that the codemaker can play against a tree, and counts the games by their guesses.
fn walk(rules: &Rules, node: &Node, state: &[(Code, u8)], depth: usize, found: &mut Vec<u64>) {
    let guess = CodeSpace::guesses(rules).code(node.guess.into());
    if state.iter().any(|(code, _)| *code == guess) {
        found.resize(found.len().max(depth + 1), 0);
        found[depth] += 1;
    }
    let mut branches = node.branches.iter();
    for answer in 0..rules.win() {
        if *rules.feedback() == FeedbackKind::BlackWhite && answer + 1 == rules.win() {
            continue; // All pegs but one in their places, and the last one in another.
        }
        let told = |&(code, spare): &(Code, u8)| {
            let truth = rules.score(&guess, &code);
            match spare {
                _ if truth == answer => Some((code, spare)),
                0 => None,
                _ => (code != guess).then(|| (code, spare - 1)),
            }
        };
        let after: Vec<(Code, u8)> = state.iter().filter_map(told).collect();
        if after.is_empty() {
            continue;
        }
        let (branch, child) = branches
            .next()
            .expect("a branch for each answer that leaves a code");
        assert_eq!(*branch, answer);
        walk(rules, child, &after, depth + 1, found);
    }
    assert!(branches.next().is_none());
}

fn proven(text: &str, objective: Objective) -> Outcome {
    let rules = game(text);
    let stop = AtomicBool::new(false);
    let outcome = lies::solve(&problem(&rules, objective), None, &options(&stop)).unwrap();
    assert!(outcome.proven, "{text}");
    assert_eq!(outcome.lower, outcome.upper);
    let state: Vec<(Code, u8)> = CodeSpace::secrets(&rules)
        .iter()
        .map(|code| (code, rules.lies() as u8))
        .collect();
    let mut histogram = Vec::new();
    walk(
        &rules,
        outcome.tree.as_ref().unwrap(),
        &state,
        0,
        &mut histogram,
    );
    assert_eq!(histogram, outcome.histogram, "{text}");
    outcome
}

#[test]
fn known_values() {
    let known = data("lies.json");
    for (name, objective) in [
        ("worst", Objective::Worst),
        ("total", Objective::Total),
        ("worst-total", Objective::WorstTotal),
    ] {
        for (text, value) in known[name].as_object().unwrap() {
            let values = value
                .as_array()
                .cloned()
                .unwrap_or_else(|| vec![value.clone()]);
            let wanted: Vec<u64> = values.iter().filter_map(Value::as_u64).collect();
            assert_eq!(proven(text, objective).upper, Some(wanted), "{name} {text}");
        }
    }
}

#[test]
fn without_lies_it_finds_what_the_other_search_finds() {
    let rules = rules("3x4");
    let stop = AtomicBool::new(false);
    for objective in [Objective::Total, Objective::Worst, Objective::WorstTotal] {
        let problem = problem(&rules, objective);
        let outcome = lies::solve(&problem, None, &options(&stop)).unwrap();
        assert_eq!(outcome.upper, Some(exact_help::proven(&problem)));
    }
}

#[test]
fn a_depth_that_is_too_small_is_proven_to_be() {
    let rules = game("3x4-lies1");
    let stop = AtomicBool::new(false);
    for (depth, enough) in [(5, false), (6, true)] {
        for objective in [Objective::Total, Objective::Worst] {
            let problem = problem(&rules, objective).depth(depth);
            let outcome = lies::solve(&problem, None, &options(&stop)).unwrap();
            assert!(outcome.proven);
            assert_eq!(outcome.tree.is_some(), enough);
            assert_eq!(outcome.lower.is_some(), enough);
        }
    }
}

#[test]
fn a_search_that_is_stopped_has_bounds() {
    let rules = game("4x4-lies1");
    let stop = AtomicBool::new(false);
    let few = options(&stop).limits(limits(&stop).positions(20));
    let outcome = lies::solve(&problem(&rules, Objective::Total), None, &few).unwrap();
    assert_eq!(outcome.stopped, Some(StopReason::Positions));
    assert!(!outcome.proven && outcome.lower < outcome.upper);
    assert!(outcome.tree.is_some());
    let stop = AtomicBool::new(true);
    let outcome = lies::solve(&problem(&rules, Objective::Worst), None, &options(&stop)).unwrap();
    assert_eq!(outcome.stopped, Some(StopReason::Asked));
    assert!(outcome.tree.is_none() && outcome.lower.is_some());
}

#[test]
fn what_it_does_not_do_is_refused() {
    let rules = game("2x3-lies1");
    let stop = AtomicBool::new(false);
    let fewest = problem(&rules, Objective::WorstFewest);
    let refused = lies::solve(&fewest, None, &options(&stop));
    assert_eq!(refused, Err(Fault::ObjectiveWithLies));
    let nothing = lies::solve(
        &problem(&rules, Objective::Worst),
        Some(&[]),
        &options(&stop),
    );
    assert_eq!(nothing, Err(Fault::NothingRemains));
}
