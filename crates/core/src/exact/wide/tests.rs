//! Small games searched without a table, against the search with one.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};

use super::solve_wide;
use crate::exact::game::{remaining, word, word_game};
use crate::exact::problem::{Limits, Objective, Options, Outcome, Problem, Progress};
use crate::exact::solve::solve;
use crate::exact::watch::Watch;
use crate::feedback::FeedbackKind;
use crate::hash::Random;
use crate::rules::{Allowed, Rules};
use crate::simd::Level;

const OBJECTIVES: [Objective; 4] = [
    Objective::Total,
    Objective::Worst,
    Objective::WorstTotal,
    Objective::TotalWorst,
];

/// A word game of so many letters at random.
fn words(random: &mut Random, pegs: usize) -> Rules {
    let colors = 2 + random.word() % 5;
    let mut list = |most: u64| {
        let count = 1 + random.word() % most;
        (0..count).map(|_| word(random, pegs, colors)).collect()
    };
    let (secrets, guesses) = (list(40), list(30));
    word_game(secrets, guesses, colors as usize, FeedbackKind::Position)
}

fn options<'a>(stop: &'a AtomicBool, report: &'a (dyn Fn(&Progress) + Sync)) -> Options<'a> {
    Options::default()
        .limits(Limits::new(1 << 24).stop(stop))
        .threads(1)
        .level(Level::detect())
        .report(report)
}

fn wide(problem: &Problem, options: &Options, most: usize) -> Outcome {
    let set = remaining(problem.rules, problem.history);
    let watch = Watch::new(options.limits, options.report, 0);
    solve_wide(problem, &set, options, &watch, most).unwrap()
}

fn each_problem(seed: u64, count: usize, mut check: impl FnMut(&Problem, &mut Random)) {
    let mut random = Random(seed);
    for number in 0..count {
        let rules = words(&mut random, 1 + number % 8);
        let Allowed::Words { guesses, .. } = rules.allowed() else {
            unreachable!("they are words");
        };
        let mut one_in = |most: u64| random.word().is_multiple_of(most);
        let problem = Problem::new(&rules)
            .objective(OBJECTIVES[number / 8 % 4])
            .depth(one_in(3).then_some(2 + (number % 5) as u8))
            .first_guess(one_in(4).then_some((number % guesses.len()) as u32))
            .consistent(one_in(5));
        check(&problem, &mut random);
    }
}

#[test]
fn the_values_are_those_of_the_search_with_a_table() {
    each_problem(11, 600, |problem, random| {
        let stop = AtomicBool::new(false);
        let whole = options(&stop, &|_| {});
        let exact = solve(problem, &whole).unwrap();
        let mut most = || 2 + (random.word() % 9) as usize;
        let found = wide(problem, &whole, most());
        assert!(found.proven, "{problem:?}");
        assert_eq!(found.upper, exact.upper, "{problem:?}");
        assert_eq!(found.lower, exact.lower, "{problem:?}");
        let codes: u64 = found.histogram.iter().sum();
        assert!(found.tree.is_none() || codes == exact.histogram.iter().sum::<u64>());

        // What is cut short or narrow has honest bounds and a tree.
        let most = most();
        let narrow = problem
            .clone()
            .width((random.word() % 2 == 0).then_some(1 + (random.word() % 3) as usize));
        let reports = AtomicU32::new(0);
        let last = (random.word() % 40) as u32;
        let report = |_: &Progress| {
            if reports.fetch_add(1, Relaxed) == last {
                stop.store(true, Relaxed);
            }
        };
        let found = wide(&narrow, &options(&stop, &report), most);
        if let (Some(lower), Some(value)) = (&found.lower, &exact.upper) {
            assert!(lower <= value, "{lower:?} {value:?} {narrow:?}");
        }
        assert!(found.lower.is_some() || exact.lower.is_none(), "{narrow:?}");
        if let Some(upper) = &found.upper {
            assert!(
                exact.upper.as_ref().is_some_and(|value| upper >= value),
                "{narrow:?}"
            );
            assert_eq!(found.histogram.iter().sum::<u64>(), found.remaining as u64);
        }
        assert!(
            found.upper.is_some() || problem.depth.is_some(),
            "{narrow:?}"
        );
        if found.proven {
            assert_eq!(
                (&found.lower, &found.upper),
                (&exact.lower, &exact.upper),
                "{narrow:?}"
            );
        }
    });
}
