//! The jug search against known answers and its own limits.

use sito_core::jugs::{Cost, Found, Goal, Outcome, Problem, search};

const DATA: &str = include_str!("../../../tests/data/puzzles.json");

fn problem(capacities: &[u64], goal: Goal) -> Problem {
    Problem {
        capacities: capacities.to_vec(),
        start: vec![0; capacities.len()],
        goal,
        tap: true,
        drain: true,
        least_water: false,
    }
}

fn solve(problem: &Problem) -> Found {
    search(problem, usize::MAX, &mut |_, _| true)
}

fn cost(found: &Found) -> Cost {
    match found.outcome {
        Outcome::Solved(cost) => cost,
        other => panic!("{other:?}"),
    }
}

/// Walks every best plan by `Graph::steps` and counts them.
fn count_by_walking(problem: &Problem, found: &Found) -> u64 {
    fn walk(found: &Found, state: &[u64]) -> u64 {
        let steps = found.graph.as_ref().unwrap().steps(state);
        if steps.is_empty() {
            return 1;
        }
        steps.iter().map(|(_, _, after)| walk(found, after)).sum()
    }
    walk(found, &problem.start)
}

fn numbers(value: &serde_json::Value) -> Vec<u64> {
    let list = value.as_array().unwrap();
    list.iter().map(|number| number.as_u64().unwrap()).collect()
}

#[test]
fn known_answers() {
    let data: serde_json::Value = serde_json::from_str(DATA).unwrap();
    let jugs = &data["jugs"];
    for case in jugs["cases"].as_array().unwrap() {
        let problem = problem(
            &numbers(&case["jugs"]),
            Goal::Any(case["target"].as_u64().unwrap()),
        );
        let found = solve(&problem);
        assert_eq!(cost(&found).1, case["actions"].as_u64().unwrap(), "{case}");
        let plans = case["plans"].as_u64().unwrap();
        assert_eq!(found.plans, plans.into(), "{case}");
        assert_eq!(count_by_walking(&problem, &found), plans, "{case}");
    }
    for case in jugs["decanting"].as_array().unwrap() {
        let problem = Problem {
            start: numbers(&case["start"]),
            tap: false,
            drain: false,
            ..problem(&numbers(&case["jugs"]), Goal::End(numbers(&case["goal"])))
        };
        let found = solve(&problem);
        assert_eq!(cost(&found).1, case["actions"].as_u64().unwrap(), "{case}");
        assert_eq!(found.plans, case["plans"].as_u64().unwrap().into());
    }
    for case in jugs["least_water_then_actions"].as_array().unwrap() {
        let problem = Problem {
            least_water: true,
            ..problem(
                &numbers(&case["jugs"]),
                Goal::Any(case["target"].as_u64().unwrap()),
            )
        };
        let known = (
            case["water"].as_u64().unwrap(),
            case["actions"].as_u64().unwrap(),
        );
        assert_eq!(cost(&solve(&problem)), known, "{case}");
    }
}

#[test]
fn what_cannot_be_done_is_searched_to_the_end() {
    let found = solve(&problem(&[6, 4], Goal::Any(3)));
    assert_eq!(found.outcome, Outcome::Impossible);
    // Jugs of 3 and 2 have ten states with one of them empty or full.
    assert_eq!(found.states, 10);
    assert!(found.graph.is_none());
}

#[test]
fn a_cut_search_gives_a_bound_that_holds() {
    let problem = problem(&[97, 61, 35], Goal::Any(48));
    let best = cost(&solve(&problem));
    for max_states in [1, 10, 100, 1000] {
        let found = search(&problem, max_states, &mut |_, _| true);
        match found.outcome {
            Outcome::Cut(bound) => assert!(bound <= best, "{bound:?} {best:?}"),
            other => assert_eq!(other, Outcome::Solved(best)),
        }
    }
    let found = search(&problem, 1, &mut |_, _| true);
    assert_eq!(found.outcome, Outcome::Cut((0, 1)));
}

#[test]
fn the_caller_can_end_a_search() {
    let mut asked = 0;
    let found = search(
        &problem(&[1999, 1789, 1567], Goal::End(vec![1, 1, 1])),
        usize::MAX,
        &mut |states, _| {
            asked += 1;
            assert!(states > 0);
            asked < 2
        },
    );
    assert_eq!(asked, 2);
    assert!(matches!(found.outcome, Outcome::Cut(_)));
}

#[test]
fn a_deep_search_of_small_levels_can_be_ended_too() {
    let problem = Problem {
        drain: false,
        ..problem(&[10_000_000, 1], Goal::Jug(0, 5_000_000))
    };
    let mut asked = 0;
    let found = search(&problem, usize::MAX, &mut |_, _| {
        asked += 1;
        false
    });
    assert_eq!(asked, 1);
    assert!(matches!(
        found.outcome,
        Outcome::Cut((0, 10_000..1_000_000))
    ));
}

#[test]
fn wide_states_give_the_same_plans() {
    // Jugs that are larger by a common factor have the same plans, in two, three and nine words.
    let small = solve(&problem(&[12, 8, 5], Goal::Any(6)));
    for factor in [1 << 20, 1 << 45, 1 << 55] {
        let large = solve(&problem(
            &[12 * factor, 8 * factor, 5 * factor],
            Goal::Any(6 * factor),
        ));
        assert_eq!(cost(&large), cost(&small));
        assert_eq!(large.plans, small.plans);
        assert_eq!(large.states, small.states);
    }
    let many = solve(&problem(&[1 << 54; 17], Goal::Any(1 << 54)));
    assert_eq!(cost(&many), (0, 1));
    assert_eq!(many.plans, 17u32.into());
}

#[test]
fn more_plans_than_a_word_can_count() {
    // A hundred times one litre into the large jug or out of it, each time by one of the two small jugs.
    let found = solve(&problem(&[200, 1, 1], Goal::Jug(0, 100)));
    assert!(found.plans.bits() > 100, "{}", found.plans);
}

#[test]
fn a_supply_runs_out() {
    let problem = Problem {
        start: vec![0, 0, 8],
        ..problem(&[5, 3], Goal::Together(8))
    };
    let found = solve(&problem);
    assert_eq!(cost(&found), (0, 2));
    let graph = found.graph.unwrap();
    let steps = graph.steps(&[0, 0, 8]);
    assert_eq!(steps[0], (None, Some(0), vec![5, 0, 3]));
    assert!(graph.steps(&[9, 9, 9]).is_empty());
    assert!(graph.steps(&[0]).is_empty());
}
