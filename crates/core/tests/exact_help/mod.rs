//! What the tests of the exact search share: known values, problems, and trees walked code by code.

// Each test crate uses a part of it.
#![allow(dead_code)]

use std::sync::atomic::AtomicBool;

use serde_json::Value;
use sito_core::exact::{Limits, Objective, Options, Outcome, Problem, solve};
use sito_core::tree::Node;
use sito_core::{Allowed, Code, CodeSpace, FeedbackKind, Rules};

pub fn data(file: &str) -> Value {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/data/");
    let text = std::fs::read_to_string(format!("{folder}{file}")).unwrap();
    serde_json::from_str(&text).unwrap()
}

pub fn known() -> Value {
    data("code_breaking.json")
}

pub fn rules(text: &str) -> Rules {
    let (size, allowed) = match text.strip_suffix("-distinct") {
        Some(size) => (size, Allowed::Distinct),
        None => (text, Allowed::Any),
    };
    let (pegs, colors) = size.split_once('x').unwrap();
    let (pegs, colors) = (pegs.parse().unwrap(), colors.parse().unwrap());
    Rules::new(pegs, colors, allowed, FeedbackKind::BlackWhite).unwrap()
}

pub fn problem(rules: &Rules, objective: Objective) -> Problem<'_> {
    Problem::new(rules).objective(objective)
}

pub fn limits(stop: &AtomicBool) -> Limits<'_> {
    Limits::new(1 << 30).stop(stop)
}

pub fn options(stop: &AtomicBool) -> Options<'_> {
    Options::default().limits(limits(stop))
}

/// Plays the tree against every remaining code and counts how many it finds with each guess.
pub fn play(problem: &Problem, tree: &Node) -> Vec<u32> {
    let rules = problem.rules;
    let guesses = CodeSpace::guesses(rules);
    let mut counts = Vec::new();
    for secret in CodeSpace::secrets(rules).iter() {
        let agrees = |&(guess, answer): &(u32, u32)| {
            let guess = guesses.code(guess.into());
            rules.score(&guess, &secret) == answer
        };
        if !problem.history.iter().all(agrees) {
            continue;
        }
        let mut node = tree;
        let mut depth = 0;
        loop {
            let guess: Code = guesses.code(node.guess.into());
            depth += 1;
            if guess == secret {
                break;
            }
            let answer = rules.score(&guess, &secret);
            let branch = node.branches.iter().find(|(number, _)| *number == answer);
            node = &branch.expect("the tree covers every answer").1;
        }
        if counts.len() < depth {
            counts.resize(depth, 0);
        }
        counts[depth - 1] += 1;
    }
    counts
}

pub fn value(objective: Objective, counts: &[u32]) -> Vec<u64> {
    let total = (1..)
        .zip(counts)
        .map(|(depth, &count): (u64, _)| depth * u64::from(count))
        .sum();
    let worst = counts.len() as u64;
    let last = counts.last().copied().unwrap_or(0).into();
    match objective {
        Objective::Total => vec![total],
        Objective::Worst => vec![worst],
        Objective::WorstTotal => vec![worst, total],
        Objective::TotalWorst => vec![total, worst],
        Objective::WorstFewest => vec![worst, last],
        Objective::WorstFewestTotal => vec![worst, last, total],
    }
}

/// Checks that the tree is worth what is claimed, and returns that.
pub fn checked(problem: &Problem, outcome: &Outcome) -> Vec<u64> {
    let counts = play(problem, outcome.tree.as_ref().unwrap());
    assert_eq!(counts.iter().sum::<u32>() as usize, outcome.remaining);
    assert!(
        problem
            .depth
            .is_none_or(|depth| counts.len() <= usize::from(depth))
    );
    let value = value(problem.objective, &counts);
    assert_eq!(outcome.upper.as_ref(), Some(&value));
    assert!(outcome.lower.as_ref().unwrap() <= &value);
    value
}

pub fn proven(problem: &Problem) -> Vec<u64> {
    let outcome = solve(problem, &options(&AtomicBool::new(false))).unwrap();
    assert!(outcome.proven);
    let value = checked(problem, &outcome);
    assert_eq!(outcome.lower.as_ref(), Some(&value));
    value
}
