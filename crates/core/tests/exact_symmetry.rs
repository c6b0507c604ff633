//! One first guess of each class that symmetries make, and no class lost.

use sito_core::exact::{FirstGuesses, Options, Problem};
use sito_core::{Allowed, Code, CodeSpace, FeedbackKind, Rules};

fn kinds(rules: &Rules, history: &[(u32, u32)]) -> Vec<u32> {
    let problem = Problem::new(rules).history(history);
    let game = FirstGuesses::new(&problem, None, false, &Options::default());
    game.unwrap().unwrap().kinds()
}

#[test]
fn openings_are_the_ways_to_split_the_pegs() {
    let rules = |pegs, colors, allowed| {
        Rules::new(pegs, colors, allowed, FeedbackKind::BlackWhite).unwrap()
    };
    let four = rules(4, 6, Allowed::Any);
    let space = CodeSpace::guesses(&four);
    let codes = kinds(&four, &[]).into_iter();
    let codes: Vec<Code> = codes.map(|guess| space.code(guess.into())).collect();
    let expected: [[u8; 4]; 5] = [
        [0, 0, 0, 0],
        [0, 0, 0, 1],
        [0, 0, 1, 1],
        [0, 0, 1, 2],
        [0, 1, 2, 3],
    ];
    assert_eq!(codes, expected.map(|code| Code::new(&code)));
    assert_eq!(kinds(&rules(4, 10, Allowed::Distinct), &[]), [0]);
    assert_eq!(kinds(&rules(8, 3, Allowed::Any), &[]).len(), 10);
}

#[test]
fn every_class_keeps_a_guess_of_the_same_cells() {
    use FeedbackKind::{Black, BlackWhite, Naive, Position, Total};
    for (pegs, colors, allowed, kind) in [
        (4, 5, Allowed::Any, BlackWhite),
        (3, 6, Allowed::Distinct, BlackWhite),
        (4, 4, Allowed::Any, Black),
        (3, 7, Allowed::Any, Black),
        (3, 6, Allowed::Distinct, Black),
        (4, 4, Allowed::Any, Total),
        (3, 7, Allowed::Distinct, Total),
        (3, 4, Allowed::Any, Position),
        (3, 4, Allowed::Any, Naive),
        (7, 3, Allowed::Any, BlackWhite),
        (8, 2, Allowed::Any, Total),
    ] {
        let rules = Rules::new(pegs, colors, allowed, kind.clone()).unwrap();
        let codes: Vec<Code> = CodeSpace::guesses(&rules).iter().collect();
        let score = |guess: u32, code: &Code| rules.score(&codes[guess as usize], code);
        let win = rules.win();
        let mut reduced = 0;
        for round in 0..16usize {
            let secret = &codes[round * 53 % codes.len()];
            let guesses =
                (0..round % 4).map(|guess| ((round * 97 + guess * 42) % codes.len()) as u32);
            let history: Vec<(u32, u32)> =
                guesses.map(|guess| (guess, score(guess, secret))).collect();
            let agrees = |code: &&Code| {
                let mut turns = history.iter();
                turns.all(|&(guess, answer)| score(guess, code) == answer)
            };
            let remaining: Vec<&Code> = codes.iter().filter(agrees).collect();
            let histogram = |guess: u32| {
                let mut cells = vec![0; rules.feedback_count()];
                for code in &remaining {
                    let answer = score(guess, code);
                    // With totals, an arrangement that was tried is no better than a new one.
                    let tried = kind == Total && answer == win;
                    cells[(answer - u32::from(tried)) as usize] += 1;
                }
                cells.sort_unstable();
                cells
            };
            let histograms = |guesses: &mut dyn Iterator<Item = u32>| {
                let mut histograms: Vec<_> = guesses.map(histogram).collect();
                histograms.sort();
                histograms.dedup();
                histograms
            };
            let kept = kinds(&rules, &history);
            assert_eq!(
                histograms(&mut kept.iter().copied()),
                histograms(&mut (0..codes.len() as u32)),
                "{rules:?} {history:?}"
            );
            reduced += usize::from(2 * kept.len() < codes.len());
        }
        assert!(reduced > 4, "{rules:?}");
    }
}
