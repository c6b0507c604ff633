//! The diagnosis against the plainest way to find the same.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use proptest::prelude::*;

use super::*;
use crate::code::Code;
use crate::rules::{Allowed, Rules};

type Repairs = BTreeMap<Vec<(usize, u32)>, u32>;

/// How likely a change is; any function serves.
fn weight(turn: usize, answer: u32) -> u64 {
    1 + (turn as u64 * 7 + u64::from(answer) * 3) % 5
}

/// Whether a code is possible after these turns with these answers, if so many are lies.
fn is_possible(kind: &FeedbackKind, turns: &[(Code, u32)], secret: &Code, lies: usize) -> bool {
    let score = |guess: &Code| crate::feedback::score(kind, guess, secret);
    let wrong = turns
        .iter()
        .filter(|(guess, answer)| score(guess) != *answer);
    let win = kind.win(secret.len());
    let barred = |&&(guess, answer): &&(Code, u32)| guess == *secret || answer == win;
    wrong.clone().count() <= lies && (lies == 0 || !wrong.clone().any(|turn| barred(&turn)))
}

/// Every set of changes to true answers that makes a code possible of which no part does.
fn by_trying(
    kind: &FeedbackKind,
    codes: &[Code],
    turns: &[(Code, u32)],
    lies: usize,
    at_most: usize,
) -> Repairs {
    let mut repairs = Repairs::new();
    for secret in codes {
        let after = |set: usize| {
            let mut changed = turns.to_vec();
            for (turn, (guess, answer)) in changed.iter_mut().enumerate() {
                if set >> turn & 1 == 1 {
                    *answer = crate::feedback::score(kind, guess, secret);
                }
            }
            changed
        };
        let works: Vec<usize> = (0..1 << turns.len())
            .filter(|&set| is_possible(kind, &after(set), secret, lies))
            .collect();
        let is_least = |&&set: &&usize| works.iter().all(|&part| part == set || part & !set != 0);
        for &set in works.iter().filter(is_least) {
            let changes: Vec<(usize, u32)> = (after(set).iter().map(|turn| turn.1).enumerate())
                .filter(|(turn, _)| set >> turn & 1 == 1)
                .collect();
            if changes.len() <= at_most {
                *repairs.entry(changes).or_default() += 1;
            }
        }
    }
    repairs
}

/// The smallest set of turns after which no code is possible, the earliest turns first.
fn clash_by_trying(
    kind: &FeedbackKind,
    codes: &[Code],
    turns: &[(Code, u32)],
    lies: usize,
) -> Option<u64> {
    let members = |set: u64| (0..turns.len()).filter(move |turn| set >> turn & 1 == 1);
    let of = |set: u64| members(set).map(|turn| turns[turn]).collect::<Vec<_>>();
    (0..1 << turns.len())
        .filter(|&set| {
            codes
                .iter()
                .all(|code| !is_possible(kind, &of(set), code, lies))
        })
        .min_by_key(|&set| (set.count_ones(), members(set).collect::<Vec<_>>()))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(150))]

    #[test]
    fn a_diagnosis_is_what_trying_finds(
        kind in prop::sample::select(vec![
            FeedbackKind::BlackWhite,
            FeedbackKind::Black,
            FeedbackKind::Total,
            FeedbackKind::Position,
            FeedbackKind::Naive,
        ]),
        words in any::<bool>(),
        lies in 0usize..3,
        at_most in 1usize..=3,
        top in 1usize..40,
        picks in prop::collection::vec((0usize..4096, 0usize..4096, 0u32..8), 1..6),
    ) {
        let allowed = if words {
            let list: Arc<[Code]> = (0u8..27)
                .filter(|code| code % 4 != 1)
                .map(|code| Code::new(&[code / 9, code / 3 % 3, code % 3]))
                .collect();
            Allowed::Words { secrets: list.clone(), guesses: list, weights: None }
        } else {
            Allowed::Any
        };
        let rules = Rules::new(3, 3, allowed, kind).unwrap();
        let kind = rules.feedback();
        let space = CodeSpace::secrets(&rules);
        let codes: Vec<Code> = space.iter().collect();
        let secret = codes[picks[0].1 % codes.len()];
        let turns: Vec<(Code, u32)> = picks
            .iter()
            .map(|&(guess, other, chance)| {
                let guess = codes[guess % codes.len()];
                let asked = if chance < 3 { codes[other % codes.len()] } else { secret };
                (guess, rules.score(&guess, &asked))
            })
            .collect();
        let noted: Vec<NotedTurn> = turns
            .iter()
            .map(|&(guess, answer)| NotedTurn::new(kind, vec![guess], answer, Part::Whole))
            .collect();
        let question = Question { kind, space: &space, turns: &noted, lies, at_most, top };
        let found = question.answer(&Budget::default(), &mut weight);
        prop_assert!(found.complete);
        let Some(clash) = clash_by_trying(kind, &codes, &turns, lies) else {
            prop_assert_eq!(found.clash, Clash::None);
            return Ok(());
        };
        prop_assert_eq!(found.clash, Clash::Smallest(clash));
        let expected = by_trying(kind, &codes, &turns, lies, at_most);
        for changes in 1..=at_most {
            let count = expected.keys().filter(|key| key.len() == changes).count() as u64;
            prop_assert_eq!(found.counts[changes - 1], count);
        }
        let product = |key: &[(usize, u32)]| key.iter().map(|&(t, a)| weight(t, a)).product::<u64>();
        let mut ranked: Vec<_> = expected.into_iter().collect();
        ranked.sort_by_key(|(key, codes)| {
            use std::cmp::Reverse;
            (key.len(), Reverse(product(key)), Reverse(*codes), key.clone())
        });
        ranked.truncate(top);
        let told: Vec<_> = found.repairs.iter().map(|r| (r.changes().collect(), r.codes)).collect();
        prop_assert_eq!(told, ranked);
    }
}

fn noted(rules: &Rules, guess: &[u8], answer: u32) -> NotedTurn {
    NotedTurn::new(
        rules.feedback(),
        vec![Code::new(guess)],
        answer,
        Part::Whole,
    )
}

#[test]
fn a_partial_answer_is_repaired_in_its_own_form() {
    let rules = Rules::new(2, 3, Allowed::Any, FeedbackKind::BlackWhite).unwrap();
    let space = CodeSpace::secrets(&rules);
    let blacks = vec![0, 0, 2, 0, 2, 5];
    let both = |guess: &[u8], answer| {
        let part = Part::Listed(blacks.clone());
        NotedTurn::new(rules.feedback(), vec![Code::new(guess)], answer, part)
    };
    let turns = [both(&[0, 0], 2), both(&[0, 1], 5)];
    let question = |turns| Question {
        kind: rules.feedback(),
        space: &space,
        turns,
        lies: 0,
        at_most: 2,
        top: 100,
    };
    let found = question(&turns[..]).answer(&Budget::default(), &mut weight);
    assert_eq!(found.clash, Clash::None);
    let turns = [both(&[0, 0], 0), both(&[0, 1], 5)];
    let found = question(&turns[..]).answer(&Budget::default(), &mut weight);
    assert_eq!(found.clash, Clash::Smallest(0b11));
    let told: Vec<(Vec<(usize, u32)>, u32)> = (found.repairs.iter())
        .map(|r| (r.changes().collect(), r.codes))
        .collect();
    // The second guess may have had one black peg (11 and 21), none (12 and 22), or the first guess one.
    let mut sorted = told.clone();
    sorted.sort();
    let expected = [
        (vec![(0, 2)], 1),
        (vec![(0, 2), (1, 0)], 2),
        (vec![(0, 2), (1, 2)], 1),
        (vec![(0, 5), (1, 2)], 1),
        (vec![(1, 0)], 2),
        (vec![(1, 2)], 2),
    ];
    assert_eq!(sorted, expected);
}

#[test]
fn a_budget_that_has_ended_gives_what_there_is() {
    let rules = Rules::new(4, 6, Allowed::Any, FeedbackKind::BlackWhite).unwrap();
    let space = CodeSpace::secrets(&rules);
    let turns = [noted(&rules, &[0, 0, 1, 1], 14), noted(&rules, &[0; 4], 0)];
    let question = Question {
        kind: rules.feedback(),
        space: &space,
        turns: &turns,
        lies: 0,
        at_most: 3,
        top: 10,
    };
    let stopped = Budget::new(Arc::new(AtomicBool::new(true)), None);
    let found = question.answer(&stopped, &mut weight);
    assert_eq!((found.clash, found.complete), (Clash::Unknown, false));
    assert!(
        !question
            .answer(&Budget::new(Arc::default(), Some(1500)), &mut weight)
            .complete
    );
}
