//! Whole trees of the one-ply strategies against totals counted independently.

use std::collections::BTreeMap;
use std::sync::Arc;

use proptest::prelude::*;
use serde_json::Value;
use sito_core::build::{Progress, build};
use sito_core::one_ply::{
    Chooser, FirstConsistent, Metric, OnePly, OnePlyChooser, Past, available_paths,
};
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
    build(&knowledge, &[], chooser, &progress).unwrap().unwrap()
}

fn one_ply(rules: &Arc<Rules>, metric: Metric) -> OnePlyChooser {
    let how = OnePly {
        metric,
        consistent: false,
        win_apart: false,
    };
    OnePlyChooser::new(rules.clone(), how, Arc::default())
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
            let found = histogram(&rules, &[], &tree(&rules, &one_ply(&rules, metric)));
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
        let found = histogram(&rules, &[], &tree(&rules, &FirstConsistent));
        assert_eq!(found, counts(&known[game]), "{game}");
    }
}

/// Scores every guess of the game with the plain scorer and no symmetry.
fn plainly(rules: &Rules, how: &OnePly, codes: &[Code]) -> Code {
    if codes.len() <= 2 {
        return codes[0];
    }
    let mut best: Option<(f64, bool, Code)> = None;
    for guess in CodeSpace::guesses(rules).iter() {
        let mut cells = BTreeMap::new();
        for code in codes {
            *cells.entry(rules.score(&guess, code)).or_insert(0u32) += 1;
        }
        let possible = cells.contains_key(&rules.win());
        if cells.len() == 1 || (how.consistent && !possible) {
            continue;
        }
        if how.win_apart {
            cells.remove(&rules.win());
        }
        let mut sizes: Vec<u32> = cells.into_values().collect();
        let score = how.metric.score(&mut sizes);
        let better = best.is_none_or(|(least, was_possible, _)| {
            score < least - 1e-9 || (score <= least + 1e-9 && possible && !was_possible)
        });
        if better {
            best = Some((score, possible, guess));
        }
    }
    best.unwrap().2
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
    ];
    (1usize..=5, 1usize..=20, 0..3, kind).prop_map(|(pegs, colors, allowed, kind)| {
        let colors = colors.min([20, 20, 8, 5, 3][pegs - 1]);
        let any = Rules::new(pegs, colors, Allowed::Any, kind).unwrap();
        match allowed {
            1 => Rules::new(pegs, colors.max(pegs), Allowed::Distinct, kind).unwrap(),
            2 => {
                let guesses: Arc<[Code]> = CodeSpace::guesses(&any).iter().step_by(3).collect();
                let secrets: Arc<[Code]> = guesses.iter().copied().step_by(2).collect();
                let allowed = Allowed::Words { secrets, guesses };
                Rules::new(pegs, any.colors(), allowed, kind).unwrap()
            }
            _ => any,
        }
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]
    #[test]
    fn choices_are_those_of_the_plain_rule(
        rules in games(),
        metric in metrics(),
        consistent: bool,
        win_apart: bool,
        secret: prop::sample::Index,
        guesses in prop::collection::vec(any::<prop::sample::Index>(), 0..4),
    ) {
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
        let codes: Vec<Code> = knowledge.iter_from(0).collect();
        let how = OnePly { metric, consistent, win_apart };
        let expected = plainly(&rules, &how, &codes);
        for path in available_paths() {
            let chooser = OnePlyChooser::new(rules.clone(), how.clone(), Arc::default());
            let chosen = chooser.on_path(path).choose(&codes, &Past::of(&history));
            prop_assert_eq!(chosen, expected, "{:?}", path);
        }
    }
}
