//! Sampled games: the samples agree with all answers, are uniform, and lead to the secret.

use sito_core::sampler::Sampler;
use sito_core::{Allowed, Code, FeedbackKind, Knowledge, Rules};

fn rules(pegs: usize, colors: usize, allowed: Allowed, kind: FeedbackKind) -> Rules {
    Rules::new(pegs, colors, allowed, kind).expect("rules")
}

/// Plays with a code of each sample as the next guess, `step` places further in each; returns the number of guesses.
fn play(rules: &Rules, secret: Code, step: usize) -> usize {
    let mut game = Sampler::new(rules).expect("a game of pegs");
    let mut turns: Vec<(Code, u32)> = Vec::new();
    loop {
        let codes = &game.found().codes;
        for code in codes {
            assert!(
                turns
                    .iter()
                    .all(|(guess, answer)| rules.score(guess, code) == *answer),
                "{turns:?} {code:?}"
            );
        }
        assert!(codes.is_sorted_by(|one, other| one < other));
        assert!(!codes.is_empty(), "no code after {turns:?} of {secret:?}");
        let guess = codes[turns.len() * step % codes.len()];
        let answer = rules.score(&guess, &secret);
        turns.push((guess, answer));
        if answer == rules.win() {
            return turns.len();
        }
        game = game.after(guess, answer);
    }
}

#[test]
fn samples_agree_and_lead_to_the_secret() {
    use Allowed::{Any, Distinct};
    use FeedbackKind::{Black, BlackWhite};
    for (pegs, colors, allowed, kind, most) in [
        (16, 6, Any, BlackWhite, 18),
        (8, 12, Any, BlackWhite, 14),
        (12, 12, Distinct, BlackWhite, 20),
        (10, 20, Distinct, BlackWhite, 20),
        (12, 8, Any, Black, 24),
        (16, 64, Any, BlackWhite, 60),
    ] {
        let rules = rules(pegs, colors, allowed, kind);
        let secret: Vec<u8> = (0..pegs)
            .map(|peg| ((peg * 7 + 3) % colors) as u8)
            .collect();
        let turns = play(&rules, Code::new(&secret), 7919);
        assert!(turns <= most, "{pegs}x{colors} took {turns}");
    }
}

/// Few colors leave few codes, which no walk from other codes comes to: they are found by the totals.
#[test]
fn codes_of_few_colors_are_found() {
    let rules = rules(20, 20, Allowed::Any, FeedbackKind::BlackWhite);
    let pegs = 0..20u8;
    let secrets: [(Vec<u8>, usize); 4] = [
        (pegs.clone().map(|peg| peg % 2).collect(), 0),
        (pegs.clone().map(|peg| peg / 10).collect(), 0),
        (vec![9; 20], 7919),
        (pegs.map(|peg| peg % 3 * 7).collect(), 7919),
    ];
    for (secret, step) in secrets {
        let turns = play(&rules, Code::new(&secret), step);
        assert!(turns <= 20, "{secret:?} took {turns}");
    }
}

/// There are as many codes as orders of ten pegs of each of two colors. The median of seven estimates is within a factor
/// of two, and each within a factor of four. Each estimate hears the guesses in another order.
#[test]
fn codes_of_two_colors_are_counted() {
    let rules = rules(20, 20, Allowed::Any, FeedbackKind::BlackWhite);
    let of_two = |colors: [u8; 2]| Code::new(&[colors; 10].concat());
    let secret = of_two([0, 1]);
    let mut guessed: Vec<_> = (2..20).step_by(2).map(|first| [first, first + 1]).collect();
    let mut estimates = Vec::new();
    for _ in 0..7 {
        guessed.rotate_left(1);
        let mut game = Sampler::new(&rules).expect("a game of pegs");
        for colors in guessed.iter().copied().chain([[0, 0]]) {
            let guess = of_two(colors);
            game = game.after(guess, rules.score(&guess, &secret));
        }
        estimates.push(game.found().bits);
    }
    estimates.sort_by(f64::total_cmp);
    let off = |bits: f64| (bits - 184_756f64.log2()).abs();
    assert!(off(estimates[3]) < 1.0, "{estimates:?}");
    assert!(
        estimates.iter().all(|&bits| off(bits) < 2.0),
        "{estimates:?}"
    );
}

/// By totals alone all orders of the colors of a code are codes, and a sample has many of them.
#[test]
fn codes_told_by_totals_are_sampled_in_any_order() {
    let rules = rules(20, 64, Allowed::Any, FeedbackKind::Total);
    let secret: Vec<u8> = (0..20).map(|peg| (peg * 13 + 5) % 64).collect();
    let secret = Code::new(&secret);
    let mut game = Sampler::new(&rules).expect("a game of pegs");
    for turn in 0..64u8 {
        let guess: Vec<u8> = (0..20).map(|peg| (turn + peg * (turn % 3)) % 64).collect();
        let guess = Code::new(&guess);
        game = game.after(guess, rules.score(&guess, &secret));
    }
    let found = game.found();
    assert!(found.codes.len() > 1000);
    let colors = |code: &Code| code.color_counts();
    assert!(
        found
            .codes
            .iter()
            .all(|code| colors(code) == colors(&secret))
    );
    let orders: f64 = (2..=20).map(|pegs| f64::from(pegs).log2()).sum();
    assert!((found.bits - orders).abs() < 0.01, "{} bits", found.bits);
}

#[test]
fn answers_whose_totals_clash_are_proven_to_contradict_each_other() {
    let rules = rules(20, 20, Allowed::Any, FeedbackKind::BlackWhite);
    // Each of the twenty colors is in one of two guesses, of which no peg is right.
    let guesses = [0, 10].map(|first| {
        let pegs: Vec<u8> = (0..20).map(|peg| first + peg / 2).collect();
        Code::new(&pegs)
    });
    let start = Sampler::new(&rules).expect("a game of pegs");
    let after_one = start.after(guesses[0], 0);
    assert!(!after_one.found().codes.is_empty());
    let after_both = after_one.after(guesses[1], 0);
    assert!(after_both.found().codes.is_empty() && after_both.found().is_proven);
}

/// The codes after some turns are the same whether or not those after earlier turns were asked for.
#[test]
fn a_sample_depends_on_the_turns_alone() {
    let rules = rules(12, 12, Allowed::Any, FeedbackKind::BlackWhite);
    let secret = Code::new(&[3, 3, 7, 0, 11, 5, 2, 2, 9, 1, 4, 3]);
    let mut asked = Sampler::new(&rules).expect("a game of pegs");
    let mut turns = Vec::new();
    while let codes = &asked.found().codes
        && codes.len() > 1
    {
        let guess = codes[turns.len() * 7919 % codes.len()];
        turns.push((guess, rules.score(&guess, &secret)));
        asked = asked.after(guess, turns[turns.len() - 1].1);
    }
    let start = Sampler::new(&rules).expect("a game of pegs");
    let unasked = turns
        .iter()
        .fold(start, |game, &(guess, answer)| game.after(guess, answer));
    assert_eq!(asked.found().codes, unasked.found().codes);
    assert_eq!(asked.found().bits, unasked.found().bits);
}

#[test]
fn an_estimate_and_a_complete_sample_are_those_of_the_sieve() {
    for (pegs, colors, allowed, kind) in [
        (5, 8, Allowed::Any, FeedbackKind::BlackWhite),
        (6, 6, Allowed::Any, FeedbackKind::Black),
        (6, 6, Allowed::Any, FeedbackKind::Total),
        (6, 9, Allowed::Distinct, FeedbackKind::BlackWhite),
    ] {
        let rules = rules(pegs, colors, allowed, kind);
        let secret: Vec<u8> = (0..pegs)
            .map(|peg| ((peg * 5 + 2) % colors) as u8)
            .collect();
        let mut known = Knowledge::new(rules.clone().into()).expect("a small game");
        let mut game = Sampler::new(&rules).expect("a game of pegs");
        for turn in 0..5 {
            let codes: Vec<Code> = known.iter_from(0).collect();
            let guess = codes[(turn * 7919 + 11) % codes.len()];
            let answer = rules.score(&guess, &secret);
            (known, game) = (known.after(&guess, answer), game.after(guess, answer));
            let count = known.len() as f64;
            let found = game.found();
            assert!(
                (found.bits - count.log2()).abs() < 0.5,
                "{turn} {count} {}",
                found.bits
            );
            if found.is_complete {
                assert_eq!(found.is_proven, *rules.feedback() != FeedbackKind::Total);
                assert!(found.codes.iter().copied().eq(known.iter_from(0)), "{turn}");
            }
        }
    }
}

/// Each possible code is as likely as any other to be in a sample that has not all of them, by a chi-square test of how
/// many are from the first twentieth of them, the second, and so on.
#[test]
fn samples_are_even() {
    let rules = rules(7, 8, Allowed::Any, FeedbackKind::BlackWhite);
    let mut known = Knowledge::new(rules.clone().into()).expect("a small game");
    let mut game = Sampler::new(&rules).expect("a game of pegs");
    for guess in [
        [0, 0, 1, 1, 2, 2, 3],
        [3, 4, 0, 5, 5, 4, 1],
        [1, 3, 6, 2, 3, 0, 7],
    ] {
        let guess = Code::new(&guess);
        let cells = known.cells(&guess);
        let (&answer, _) = cells
            .iter()
            .max_by_key(|(_, size)| **size)
            .expect("an answer");
        (known, game) = (known.after(&guess, answer), game.after(guess, answer));
        // Groups of the possible codes that follow each other, as many in each.
        let codes: Vec<Code> = known.iter_from(0).collect();
        let sample = &game.found().codes;
        assert!(sample.len() < codes.len());
        let size = codes.len().div_ceil(20);
        let mut found = [0f64; 20];
        for code in sample {
            found[codes.binary_search(code).expect("a possible code") / size] += 1.0;
        }
        let share = sample.len() as f64 / codes.len() as f64;
        let off = |(group, found): (usize, &f64)| {
            let expected = share * codes[group * size..].len().min(size) as f64;
            (found - expected).powi(2) / expected
        };
        let chi_square: f64 = found.iter().enumerate().map(off).sum();
        println!("{} of {}: {chi_square:.1}", sample.len(), codes.len());
        assert!(chi_square < 43.8, "{chi_square}"); // one in a thousand is greater, with 19 degrees of freedom
    }
}
