//! Known values, proven again, with trees that are walked code by code.

mod exact_help;

use std::sync::atomic::AtomicBool;

use exact_help::{checked, data, known, options, problem, proven, rules};
use sito_core::exact::words::solve_words;
use sito_core::exact::{
    FactBook, Fault, FirstGuesses, Journal, Limits, Objective, Options, Positions, Problem, lies,
    solve, solve_from,
};
use sito_core::simd::Level;
use sito_core::{Allowed, Code, CodeSpace, FeedbackKind, HardMode, Rules};

#[test]
fn known_totals() {
    for (game, total) in known()["exact_total"].as_object().unwrap() {
        if let Some(total) = total.as_u64() {
            let rules = rules(game);
            let value = proven(&problem(&rules, Objective::Total));
            assert_eq!(value, [total], "{game}");
        }
    }
}

#[test]
fn no_threads_are_taken_for_one() {
    let position = Rules::new(3, 3, Allowed::Any, FeedbackKind::Position).unwrap();
    for rules in [rules("3x5"), rules("3x5-distinct"), position] {
        let problem = problem(&rules, Objective::Total);
        let stop = AtomicBool::new(false);
        let of = |threads| {
            let options = options(&stop).threads(threads);
            solve(&problem, &options).unwrap()
        };
        assert_eq!(of(0), of(1));
    }
}

#[test]
fn known_totals_under_a_depth_cap() {
    for (game, rows) in known()["exact_total_with_depth_cap"].as_object().unwrap() {
        for row in rows.as_array().into_iter().flatten() {
            let rules = rules(game);
            let problem =
                problem(&rules, Objective::Total).depth(row["depth"].as_u64().unwrap() as u8);
            let total = row["total"].as_u64().unwrap();
            assert_eq!(proven(&problem), [total], "{game} {row}");
        }
    }
}

#[test]
fn known_worst_cases() {
    for (game, worst) in known()["exact_worst_case"].as_object().unwrap() {
        if let Some(worst) = worst.as_u64() {
            let rules = rules(game);
            let value = proven(&problem(&rules, Objective::Worst));
            assert_eq!(value, [worst], "{game}");
        }
    }
}

#[test]
fn objectives_of_two_values() {
    let rules = rules("4x6");
    let both = proven(&problem(&rules, Objective::WorstTotal));
    assert_eq!(both, [5, 5626]);
    let both = proven(&problem(&rules, Objective::TotalWorst));
    assert_eq!(both, [5625, 6]);
}

#[test]
fn known_totals_of_consistent_guesses() {
    for (game, value) in known()["exact_consistent_only"].as_object().unwrap() {
        let Some(total) = value["total"].as_u64() else {
            continue;
        };
        let rules = rules(game);
        let space = CodeSpace::guesses(&rules);
        let problem = problem(&rules, Objective::Total).consistent(true);
        assert_eq!(proven(&problem), [total], "{game}");
        let openings = value["by_first_guess"].as_object();
        for (first, total) in openings.into_iter().flatten() {
            let code: Vec<u8> = first.bytes().map(|digit| digit - b'0').collect();
            let problem = problem
                .clone()
                .first_guess(space.number(&code).map(|number| number as u32));
            let total = total.as_u64().unwrap();
            assert_eq!(proven(&problem), [total], "{game} {first}");
        }
    }
}

#[test]
fn fewest_at_the_worst() {
    for (game, value) in data("fewest.json").as_object().unwrap() {
        if game != "about" {
            let expected: Vec<u64> = serde_json::from_value(value.clone()).unwrap();
            let rules = rules(game);
            let fewest = proven(&problem(&rules, Objective::WorstFewest));
            assert_eq!(fewest, expected[..2], "{game}");
            let total = proven(&problem(&rules, Objective::WorstFewestTotal));
            assert_eq!(total, expected, "{game}");
        }
    }
}

#[test]
fn every_instruction_set_searches_alike() {
    use FeedbackKind::{Black, BlackWhite, Naive, Position, Total};
    for (pegs, colors, allowed, kind) in [
        (4, 5, Allowed::Any, BlackWhite),
        (5, 3, Allowed::Any, BlackWhite),
        (4, 7, Allowed::Distinct, BlackWhite),
        (6, 3, Allowed::Any, BlackWhite),
        (7, 2, Allowed::Any, BlackWhite),
        (4, 4, Allowed::Any, Black),
        (3, 4, Allowed::Any, Total),
        (3, 5, Allowed::Any, Position),
        (4, 4, Allowed::Any, Position),
        (6, 2, Allowed::Any, Position),
        (4, 4, Allowed::Any, Naive),
    ] {
        let rules = Rules::new(pegs, colors, allowed, kind).unwrap();
        for objective in [
            Objective::Total,
            Objective::WorstFewest,
            Objective::WorstFewestTotal,
        ] {
            let problem = problem(&rules, objective);
            let stop = AtomicBool::new(false);
            let run = |level| {
                let options = options(&stop).level(level);
                solve(&problem, &options).unwrap()
            };
            let reference = run(Level::PORTABLE);
            assert!(reference.proven);
            checked(&problem, &reference);
            for level in Level::all_supported() {
                assert_eq!(run(level), reference, "{rules:?} {level:?}");
            }
        }
    }
}

/// With one thread the positions searched are a fixed signature of the search: a change of it
/// should be meant, and a change for speed alone should have none.
#[test]
fn positions_of_one_thread() {
    for (game, objective, positions) in [
        ("4x6", Objective::Total, 467),
        ("4x7", Objective::Total, 2991),
        ("3x10-distinct", Objective::Total, 416),
        ("4x6", Objective::Worst, 1245),
        ("4x6", Objective::WorstFewest, 4960),
        ("4x8-distinct", Objective::WorstFewest, 25450),
        ("4x8-distinct", Objective::WorstFewestTotal, 26481),
    ] {
        let rules = rules(game);
        let stop = AtomicBool::new(false);
        let outcome = solve(&problem(&rules, objective), &options(&stop)).unwrap();
        assert_eq!(outcome.positions, positions, "{game} {objective:?}");
    }
}

/// Many ways lead to sets that differ by a renaming of colors only; searched one by one, they
/// would be thousands of times as many.
#[test]
fn images_of_one_set_are_searched_once() {
    let rules = rules("2x20");
    let problem = problem(&rules, Objective::Total).consistent(true);
    let stop = AtomicBool::new(false);
    let outcome = solve(&problem, &options(&stop)).unwrap();
    assert!(outcome.proven);
    checked(&problem, &outcome);
    assert!(outcome.positions < 10_000, "{}", outcome.positions);
}

#[test]
fn a_table_that_forgets_changes_no_value() {
    let rules = rules("4x7");
    let problem = problem(&rules, Objective::Total);
    let stop = AtomicBool::new(false);
    let answers = 2401 * 2432;
    let options = options(&stop).limits(Limits::new(answers + (1 << 14)).stop(&stop));
    let outcome = solve(&problem, &options).unwrap();
    assert!(outcome.proven);
    assert!(outcome.memory <= options.limits.memory);
    assert_eq!(checked(&problem, &outcome), [11228]);
}

#[test]
fn threads_change_no_value() {
    for (game, objective) in [
        ("4x6", Objective::Total),
        ("4x7", Objective::Total),
        ("3x10-distinct", Objective::Total),
        ("4x6", Objective::WorstFewestTotal),
        ("4x8-distinct", Objective::WorstFewestTotal),
    ] {
        let rules = rules(game);
        let problem = problem(&rules, objective);
        let stop = AtomicBool::new(false);
        let run = |threads| {
            let options = options(&stop).threads(threads);
            let outcome = solve(&problem, &options).unwrap();
            assert!(outcome.proven);
            checked(&problem, &outcome)
        };
        let alone = run(1);
        for threads in [2, 3] {
            assert_eq!(run(threads), alone);
        }
    }
}

#[test]
fn that_no_strategy_keeps_to_the_depth_is_a_proof_too() {
    let rules = rules("4x6");
    for objective in [
        Objective::Total,
        Objective::Worst,
        Objective::WorstTotal,
        Objective::TotalWorst,
        Objective::WorstFewest,
        Objective::WorstFewestTotal,
    ] {
        let problem = problem(&rules, objective).depth(4);
        let outcome = solve(&problem, &options(&AtomicBool::new(false))).unwrap();
        assert!(outcome.proven);
        assert_eq!(
            (outcome.lower, outcome.upper, outcome.tree),
            (None, None, None)
        );
    }
}

#[test]
fn the_cells_of_a_first_guess_add_up() {
    let rules = rules("4x6");
    let space = CodeSpace::guesses(&rules);
    let guess = space.number(&[0, 0, 1, 2]).unwrap() as u32;
    let mut total = 1296;
    for answer in 0..rules.win() {
        let earned = |secret: Code| rules.score(&space.code(guess.into()), &secret) == answer;
        if space.iter().any(earned) {
            let history = [(guess, answer)];
            let problem = problem(&rules, Objective::Total).history(&history);
            total += proven(&problem)[0];
        }
    }
    let first = problem(&rules, Objective::Total).first_guess(guess);
    assert_eq!(proven(&first), [total]);
}

#[test]
fn what_cannot_be_searched_is_refused() {
    let stop = AtomicBool::new(false);
    let options = options(&stop).limits(Limits::new(1 << 16).stop(&stop));
    let large = rules("4x6");
    let fault = solve(&problem(&large, Objective::Total), &options).unwrap_err();
    assert!(matches!(fault, Fault::Memory { .. }));
    let small = rules("2x3");
    let history = [(0, 0), (0, 1)];
    let nothing = problem(&small, Objective::Total).history(&history);
    assert_eq!(
        solve(&nothing, &options).unwrap_err(),
        Fault::NothingRemains
    );
}

#[test]
fn rules_with_searches_of_their_own_are_asked_there_or_refused() {
    let options = Options::default();
    let lying = rules("3x4").with_lies(1);
    let problem = Problem::new(&lying);
    let outcome = solve(&problem, &options).unwrap();
    assert_eq!(outcome, lies::solve(&problem, None, &options).unwrap());
    let set = solve_from(&problem, Some(vec![0, 1]), None, &options);
    assert_eq!(set.unwrap_err(), Fault::OtherRules);
    let words = [[0, 0], [0, 1], [0, 2], [1, 0], [1, 1], [2, 1]].map(|word| Code::new(&word));
    let allowed = Allowed::Words {
        secrets: words.into(),
        guesses: words.into(),
        weights: None,
    };
    let words = Rules::new(2, 3, allowed, FeedbackKind::Position).unwrap();
    let hard = words.with_hard(Some(HardMode::Consistent)).unwrap();
    let problem = Problem::new(&hard);
    let outcome = solve(&problem, &options).unwrap();
    assert_eq!(
        outcome,
        solve_words(&problem, None, None, &options).unwrap()
    );
    let first = FirstGuesses::new(&problem, None, true, &options);
    assert_eq!(first.err(), Some(Fault::OtherRules));
    let positions = Positions::new(&problem, None, &options);
    assert_eq!(positions.err(), Some(Fault::OtherRules));
}

#[test]
fn a_journal_with_guesses_that_the_game_does_not_have_is_read_without_them() {
    let rules = rules("3x4");
    let problem = Problem::new(&rules);
    let journal = Journal::default();
    let expected = solve(&problem, &Options::default().journal(&journal)).unwrap();
    let mut bytes = journal.dump();
    assert!(!bytes.is_empty());
    for fact in bytes.chunks_exact_mut(28) {
        fact[24..].copy_from_slice(&999_999u32.to_le_bytes());
    }
    let journal = Journal::load(&bytes).unwrap();
    let outcome = solve(&problem, &Options::default().journal(&journal)).unwrap();
    assert_eq!(outcome.upper, expected.upper);
    assert_eq!(checked(&problem, &outcome), [206]);
}

/// A fact about a set as a journal writes it: its key, both bounds and the guess.
fn fact(key: u128, lower: u32, upper: u32, guess: u32) -> Vec<u8> {
    let numbers = [lower, upper, guess].map(u32::to_le_bytes);
    [&key.to_le_bytes()[..], numbers.as_flattened()].concat()
}

#[test]
fn facts_survive_as_bytes_and_nonsense_is_refused() {
    let facts: Vec<u8> = (0..10)
        .flat_map(|key| fact(key << 100, 3, 1 << 28, 7))
        .collect();
    assert_eq!(Journal::load(&facts).unwrap().dump(), facts);
    assert!(Journal::load(&facts[1..]).is_none());
    assert!(Journal::load(&fact(0, 3, 2, 7)).is_none());
}

#[test]
fn only_what_is_new_is_told_again() {
    let book = FactBook::default();
    assert!(book.learn(&fact(7, 5, 1 << 28, u32::MAX)));
    assert!(book.learn(&fact(7, 4, 1 << 28, u32::MAX)));
    assert!(book.learn(&fact(9, 8, 8, 3)));
    assert_eq!(book.len(), 2);
    assert!(book.learn(&fact(7, 6, 6, 1)));
    assert_eq!(book.since(2, 10), fact(7, 6, 6, 1));
    assert_eq!(book.since(1, 1), fact(9, 8, 8, 3));
    assert_eq!(book.get(7), Some((6, 6, 1)));
    assert_eq!(book.dump().len(), 2 * fact(0, 0, 0, 0).len());
    assert!(!book.learn(b"nonsense"));
    assert!(book.since(30, 1).is_empty());
}
