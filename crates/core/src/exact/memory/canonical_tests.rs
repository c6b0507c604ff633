//! Canonical forms of sets, and of the sets onto which symmetries map them.

use super::canonical::{CanonicalForms, word};
use super::table::Key;
use crate::code::Code;
use crate::feedback::FeedbackKind::{Black, BlackWhite, Naive, Position, Total};
use crate::hash::Random;
use crate::rules::{Allowed, Rules};

/// A bijection of the codes that keeps all answers: positions permuted, colors renamed.
fn moved(forms: &CanonicalForms, random: &mut impl FnMut(usize) -> usize) -> Vec<u16> {
    let mut shuffled = |count: usize| {
        let mut list: Vec<u8> = (0..count as u8).collect();
        (1..count).for_each(|place| list.swap(place, random(place + 1)));
        list
    };
    let order = if forms.permuted {
        shuffled(forms.pegs)
    } else {
        (0..forms.pegs as u8).collect()
    };
    let common = shuffled(forms.colors);
    let names = (0..forms.pegs).map(|_| match forms.each_peg {
        true => shuffled(forms.colors),
        false => common.clone(),
    });
    let names: Vec<Vec<u8>> = names.collect();
    let codes = forms.guesses.iter().map(|code| {
        let there = order.iter().zip(&names);
        let there = there.map(|(&peg, names)| names[usize::from(code[usize::from(peg)])]);
        let there: Vec<u8> = there.collect();
        forms.guesses.number(&there).unwrap() as u16
    });
    codes.collect()
}

#[test]
fn sets_and_what_they_are_moved_to_share_a_form() {
    let mut words = Random(7);
    let mut random = |below: usize| (words.word() % below as u64) as usize;
    for (pegs, colors, allowed, kind) in [
        (4, 6, Allowed::Any, BlackWhite),
        (4, 7, Allowed::Distinct, BlackWhite),
        (2, 30, Allowed::Any, BlackWhite),
        (6, 3, Allowed::Any, BlackWhite),
        (4, 5, Allowed::Any, Black),
        (4, 6, Allowed::Distinct, Black),
        (4, 4, Allowed::Any, Total),
        (3, 5, Allowed::Any, Position),
        (3, 5, Allowed::Any, Naive),
    ] {
        let rules = Rules::new(pegs, colors, allowed, kind.clone()).unwrap();
        let forms = CanonicalForms::new(&rules).unwrap();
        let codes: Vec<Code> = forms.guesses.iter().collect();
        let (mut context, mut tagged_context) = (0, 0);
        for round in 0..100 {
            let guesses = [0, 1].map(|_| codes[random(codes.len())]);
            let secret = codes[random(codes.len())];
            let agrees = |&code: &u16| {
                let code = &codes[usize::from(code)];
                let mut guesses = guesses[..round % 3].iter();
                guesses.all(|guess| rules.score(guess, code) == rules.score(guess, &secret))
            };
            let set: Vec<u16> = (0..codes.len() as u16).filter(agrees).collect();
            let form = forms.of(&set);
            let map = moved(&forms, &mut random);
            let mut there: Vec<u16> = set.iter().map(|&code| map[usize::from(code)]).collect();
            there.sort_unstable();
            context += usize::from(forms.of(&there).key == form.key);
            // Tags go with their codes.
            let tag = |code: u16| u64::from(code.is_multiple_of(3));
            let tags = set.iter().map(|&code| (code, tag(code)));
            let there = tags
                .clone()
                .map(|(code, tag)| (map[usize::from(code)], tag));
            let tagged = forms.of_tagged(tags).key;
            tagged_context += usize::from(tagged == forms.of_tagged(there).key);
            let differ = set.iter().any(|&code| tag(code) == 1);
            assert_eq!(tagged != form.key, differ);

            // The map is a symmetry: codes become codes, guesses make like partitions, and it can be reversed.
            let gone = |&code: &u16| forms.guess_in_form(&form, code.into());
            let gone: Vec<u32> = set.iter().map(gone).collect();
            let all = codes.len() as u32;
            let mut hit: Vec<u32> = (0..all)
                .map(|code| forms.guess_in_form(&form, code))
                .collect();
            assert!((0..all).all(|code| forms.guess_in_set(&form, hit[code as usize]) == code));
            let guess = random(codes.len());
            let answers = |guess: u32, set: &[u32]| {
                let scores = set
                    .iter()
                    .map(|&code| rules.score(&codes[guess as usize], &codes[code as usize]));
                let mut sizes = vec![0; rules.feedback_count()];
                scores.for_each(|score| sizes[score as usize] += 1);
                if kind.marks_pegs() {
                    sizes.sort_unstable();
                }
                sizes
            };
            let here: Vec<u32> = set.iter().map(|&code| code.into()).collect();
            assert_eq!(answers(guess as u32, &here), answers(hit[guess], &gone));
            let sum = gone.iter().map(|&code| {
                let digits = codes[code as usize];
                let number = digits.iter().rev().fold(0, |number, &digit| {
                    number * colors as u64 + u64::from(digit)
                });
                word(number)
            });
            assert_eq!(sum.fold(0, Key::wrapping_add), form.key);
            hit.sort_unstable();
            assert!(hit.into_iter().eq(0..all));
        }
        for context in [context, tagged_context] {
            assert!(context >= 95, "{rules:?}: {context} of 100");
        }
    }
}
