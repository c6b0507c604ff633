//! Choices, rankings and whole trees of the strategies that look one guess ahead, against plain
//! versions and totals counted independently.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use proptest::prelude::*;
use serde_json::Value;
use sito_core::look_ahead::{
    Budget, Chooser, Criteria, Ended, FirstConsistent, HistorySymmetry, LookAhead, Metric, Moves,
    Progress, Ranked, build,
};
use sito_core::simd::Level;
use sito_core::tree::{Node, histogram};
use sito_core::{Allowed, Code, CodeSpace, FeedbackKind, Knowledge, Rules};

fn reference() -> Value {
    serde_json::from_str(include_str!("../../../tests/data/code_breaking.json")).unwrap()
}

fn rules(game: &str) -> Arc<Rules> {
    let (size, distinct) = match game.strip_suffix("-distinct") {
        Some(size) => (size, true),
        None => (game, false),
    };
    let (pegs, colors) = size.split_once('x').unwrap();
    let allowed = if distinct {
        Allowed::Distinct
    } else {
        Allowed::Any
    };
    let (pegs, colors) = (pegs.parse().unwrap(), colors.parse().unwrap());
    Arc::new(Rules::new(pegs, colors, allowed, FeedbackKind::BlackWhite).unwrap())
}

fn tree(rules: &Arc<Rules>, chooser: &dyn Chooser) -> Node {
    let knowledge = Knowledge::new(rules.clone()).unwrap();
    let progress = Progress::default();
    build(&knowledge, &[], &Moves::Every, chooser, &progress)
        .unwrap()
        .unwrap()
}

fn look_ahead(rules: &Arc<Rules>, metric: Metric) -> LookAhead {
    let criteria = Criteria {
        metric,
        consistent: false,
        win_apart: false,
    };
    LookAhead::new(rules.clone(), criteria)
}

fn counts(expected: &Value) -> Vec<u64> {
    let counts = expected["histogram"].as_array().unwrap();
    counts.iter().map(|count| count.as_u64().unwrap()).collect()
}

#[test]
fn the_sixteen_totals_and_histograms() {
    let known = &reference()["one_ply"];
    for game in ["4x6", "5x5", "3x10-distinct", "4x10-distinct"] {
        let rules = rules(game);
        for (name, metric) in [
            ("minimax", Metric::Minimax),
            ("expected_size", Metric::ExpectedSize),
            ("entropy", Metric::Entropy),
            ("most_parts", Metric::MostParts),
        ] {
            let found = histogram(&rules, &tree(&rules, &look_ahead(&rules, metric)), &|_| {
                Some(0)
            });
            let expected = &known[game][name];
            assert_eq!(found, counts(expected), "{game} {name}");
            let total: u64 = (1..)
                .zip(&found)
                .map(|(guesses, count)| guesses * count)
                .sum();
            assert_eq!(total, expected["total"].as_u64().unwrap());
        }
    }
}

#[test]
fn first_consistent_histograms() {
    let known = &reference()["first_consistent"];
    for game in ["4x6", "3x10-distinct", "4x10-distinct", "5x5"] {
        let rules = rules(game);
        let found = histogram(&rules, &tree(&rules, &FirstConsistent), &|_| Some(0));
        assert_eq!(found, counts(&known[game]), "{game}");
    }
}

/// Scores every guess of the game with the plain scorer and no symmetry, and sorts them.
fn ranked_plainly(rules: &Rules, criteria: &Criteria, codes: &[Code]) -> Vec<Ranked> {
    let mut all = Vec::new();
    for guess in CodeSpace::guesses(rules).iter() {
        let mut cells = BTreeMap::new();
        for code in codes {
            *cells.entry(rules.score(&guess, code)).or_insert(0u32) += 1;
        }
        let possible = cells.contains_key(&rules.win());
        if criteria.consistent && !possible {
            continue;
        }
        let of_codes = |n: u32| f64::from(n) / codes.len() as f64;
        let bits = cells.values().map(|&n| -of_codes(n) * of_codes(n).log2());
        let mut ranked = Ranked {
            guess,
            score: 0.0,
            bits: bits.sum(),
            worst: *cells.values().max().unwrap(),
            cells: cells.len() as u32,
            possible,
            weight: possible.into(),
        };
        if criteria.win_apart {
            cells.remove(&rules.win());
        }
        let mut sizes: Vec<u32> = cells.into_values().collect();
        ranked.score = criteria.metric.score(&mut sizes);
        all.push(ranked);
    }
    let is_useless = |ranked: &Ranked| ranked.cells == 1 && codes.len() > 1;
    all.sort_by(|a, b| {
        let by_score = is_useless(a).cmp(&is_useless(b));
        by_score.then(a.score.total_cmp(&b.score))
    });
    for group in
        all.chunk_by_mut(|a, b| is_useless(a) == is_useless(b) && (a.score - b.score).abs() <= 1e-9)
    {
        group.sort_by_key(|ranked| (!ranked.possible, ranked.guess));
    }
    if codes.len() <= 2 {
        let lowest = all.iter().position(|ranked| ranked.guess == codes[0]);
        let lowest = all.remove(lowest.unwrap());
        all.insert(0, lowest);
    }
    all
}

fn metrics() -> impl Strategy<Value = Metric> {
    prop_oneof![
        Just(Metric::Minimax),
        Just(Metric::ExpectedSize),
        Just(Metric::Entropy),
        Just(Metric::MostParts),
        Just(Metric::Custom(Arc::new(|sizes| {
            sizes.iter().map(|&n| f64::from(n).powf(1.5)).sum()
        }))),
    ]
}

fn games() -> impl Strategy<Value = Rules> {
    let kind = prop_oneof![
        Just(FeedbackKind::BlackWhite),
        Just(FeedbackKind::Black),
        Just(FeedbackKind::Total),
        Just(FeedbackKind::Position),
        Just(FeedbackKind::Naive),
    ];
    (1usize..=5, 1usize..=20, 0..3, kind).prop_map(|(pegs, colors, allowed, kind)| {
        let colors = colors.min([20, 20, 8, 5, 3][pegs - 1]);
        let any = Rules::new(pegs, colors, Allowed::Any, kind.clone()).unwrap();
        match allowed {
            1 => Rules::new(pegs, colors.max(pegs), Allowed::Distinct, kind).unwrap(),
            2 => {
                let guesses: Arc<[Code]> = CodeSpace::guesses(&any).iter().step_by(3).collect();
                let secrets: Arc<[Code]> = guesses.iter().copied().step_by(2).collect();
                let allowed = Allowed::Words {
                    secrets,
                    guesses,
                    weights: None,
                };
                Rules::new(pegs, any.colors(), allowed, kind).unwrap()
            }
            _ => any,
        }
    })
}

/// A moment of a random game.
#[derive(Debug)]
struct Moment {
    rules: Arc<Rules>,
    knowledge: Knowledge,
    history: Vec<Code>,
}

fn moments() -> impl Strategy<Value = Moment> {
    let guesses = prop::collection::vec(any::<prop::sample::Index>(), 0..4);
    (games(), any::<prop::sample::Index>(), guesses).prop_map(|(rules, secret, guesses)| {
        let space = CodeSpace::guesses(&rules);
        let pick = |index: &prop::sample::Index, space: &CodeSpace| {
            space.code(index.index(space.len() as usize) as u128)
        };
        let rules = Arc::new(rules);
        let mut knowledge = Knowledge::new(rules.clone()).unwrap();
        let secret = pick(&secret, knowledge.secrets());
        let history: Vec<Code> = guesses.iter().map(|index| pick(index, &space)).collect();
        for guess in &history {
            knowledge = knowledge.after(guess, rules.score(guess, &secret));
        }
        Moment {
            rules,
            knowledge,
            history,
        }
    })
}

fn criteria() -> impl Strategy<Value = Criteria> {
    (metrics(), any::<bool>(), any::<bool>()).prop_map(|(metric, consistent, win_apart)| Criteria {
        metric,
        consistent,
        win_apart,
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]
    #[test]
    fn choices_are_those_of_the_plain_rule(moment in moments(), criteria in criteria()) {
        let Moment { rules, knowledge, history } = moment;
        let codes: Vec<Code> = knowledge.iter_from(0).collect();
        let expected = ranked_plainly(&rules, &criteria, &codes)[0].guess;
        for level in Level::all_supported() {
            let look_ahead = LookAhead::new(rules.clone(), criteria.clone()).on_level(level);
            let symmetry = HistorySymmetry::of(&history);
            let choice = look_ahead.choose(&codes, &symmetry, &Moves::Every, &Budget::default());
            prop_assert_eq!(choice.guess, expected, "{:?}", level);
            prop_assert!(choice.complete);
        }
    }

    #[test]
    fn rankings_are_those_of_the_plain_rule(
        moment in moments(),
        criteria in criteria(),
        top in 1usize..40,
    ) {
        let Moment { rules, knowledge, history } = moment;
        let codes: Vec<Code> = knowledge.iter_from(0).collect();
        let mut expected = ranked_plainly(&rules, &criteria, &codes);
        expected.truncate(top);
        for level in Level::all_supported() {
            let look_ahead = LookAhead::new(rules.clone(), criteria.clone()).on_level(level);
            let ranking = look_ahead.rank(&knowledge, &history, &Moves::Every, top, &Budget::default());
            prop_assert!(ranking.complete);
            prop_assert_eq!(ranking.guesses.len(), expected.len());
            for (found, expected) in ranking.guesses.iter().zip(&expected) {
                prop_assert!((found.score - expected.score).abs() < 1e-6);
                prop_assert!((found.bits - expected.bits).abs() < 1e-6);
                let found = Ranked { score: expected.score, bits: expected.bits, ..*found };
                prop_assert_eq!(&found, expected, "{:?}", level);
            }
        }
    }
}

/// Moments of games with more possible codes than are listed, in each kind of space.
fn large_moments(kind: FeedbackKind) -> Vec<Moment> {
    let any = Rules::new(7, 6, Allowed::Any, kind.clone()).unwrap();
    let distinct = Rules::new(5, 13, Allowed::Distinct, kind).unwrap();
    let moments = [
        (&any, vec![]),
        (&any, vec![Code::new(&[0; 7])]),
        (&distinct, vec![]),
    ];
    let moments = moments.map(|(rules, history)| {
        let rules = Arc::new(rules.clone());
        let mut knowledge = Knowledge::new(rules.clone()).unwrap();
        for guess in &history {
            let cells = knowledge.cells(guess);
            let (&answer, _) = cells.iter().max_by_key(|cell| cell.1).unwrap();
            knowledge = knowledge.after(guess, answer);
        }
        assert!(knowledge.len() > 1 << 16);
        Moment {
            rules,
            knowledge,
            history,
        }
    });
    moments.into()
}

#[test]
fn large_sets_are_ranked_like_listed_ones() {
    let mut moments = large_moments(FeedbackKind::BlackWhite);
    moments.extend(large_moments(FeedbackKind::Total));
    // With answers per position no pegs are interchangeable, so there are few guesses to compare only
    // where all colors of the first guess differ.
    moments.extend(large_moments(FeedbackKind::Position).pop());
    for moment in moments {
        let look_ahead = look_ahead(&moment.rules, Metric::Entropy);
        let codes: Vec<Code> = moment.knowledge.iter_from(0).collect();
        let symmetry = HistorySymmetry::of(&moment.history);
        let budget = Budget::default();
        let listed = look_ahead.choose(&codes, &symmetry, &Moves::Every, &budget);
        let tiled = look_ahead.choose_from(&moment.knowledge, &symmetry, &Moves::Every, &budget);
        assert_eq!(listed, tiled, "{moment:?}");
        let ranking = look_ahead.rank(
            &moment.knowledge,
            &moment.history,
            &Moves::Every,
            20,
            &budget,
        );
        assert_eq!(ranking.guesses[0].guess, tiled.guess);
        for ranked in ranking.guesses {
            let cells = moment.knowledge.cells(&ranked.guess);
            assert_eq!(cells.len() as u32, ranked.cells);
            assert_eq!(cells.values().max(), Some(&(ranked.worst as usize)));
            let mut sizes: Vec<u32> = cells.values().map(|&size| size as u32).collect();
            assert!((Metric::Entropy.score(&mut sizes) - ranked.score).abs() < 1e-6);
        }
    }
}

#[test]
fn a_budget_gives_the_best_so_far() {
    let kinds = [FeedbackKind::BlackWhite, FeedbackKind::Position];
    let mut moments: Vec<Moment> = kinds.into_iter().flat_map(large_moments).collect();
    for game in ["5x8", "5x10-distinct"] {
        let rules = rules(game);
        let knowledge = Knowledge::new(rules.clone()).unwrap();
        let history = vec![Code::new(&[0, 1, 2, 3, 4])];
        let knowledge = knowledge.after(&history[0], 4);
        moments.push(Moment {
            rules,
            knowledge,
            history,
        });
    }
    for Moment {
        rules,
        knowledge,
        history,
    } in moments
    {
        let symmetry = HistorySymmetry::of(&history);
        let look_ahead = look_ahead(&rules, Metric::Minimax);
        let lowest = knowledge.nth(0).unwrap();
        // No work, and a flag that is set from the start.
        let stopped = Budget::default();
        stopped.stop().store(true, Ordering::Relaxed);
        for budget in [Budget::new(Arc::default(), Some(0)), stopped] {
            let choice = look_ahead.choose_from(&knowledge, &symmetry, &Moves::Every, &budget);
            assert_eq!((choice.guess, choice.complete), (lowest, false));
            assert_eq!(choice.compared, 0);
            let ranking = look_ahead.rank(&knowledge, &history, &Moves::Every, 5, &budget);
            assert_eq!((ranking.compared, ranking.complete), (0, false));
            let guesses: Vec<Code> = ranking.guesses.iter().map(|ranked| ranked.guess).collect();
            assert_eq!(guesses, [lowest]);
            assert!(budget.ended().is_some());
            let progress = Progress {
                budget,
                ..Progress::default()
            };
            assert!(build(&knowledge, &history, &Moves::Every, &look_ahead, &progress).is_err());
        }
        // Enough work for some guesses.
        let work = 1000 * knowledge.len() as u64;
        let budget = Budget::new(Arc::default(), Some(work));
        let ranking = look_ahead.rank(&knowledge, &history, &Moves::Every, 5, &budget);
        assert!(!ranking.guesses.is_empty());
        assert_eq!(
            budget.ended(),
            (!ranking.complete).then_some(Ended::Work),
            "{rules:?}"
        );
    }
}
