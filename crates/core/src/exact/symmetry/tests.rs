//! One guess of each class, and no class lost.

use super::*;

fn symmetry(pegs: usize, colors: usize, allowed: Allowed) -> (Symmetry, CodeSpace) {
    let rules = Rules::new(pegs, colors, allowed, FeedbackKind::BlackWhite).unwrap();
    (Symmetry::new(&rules), CodeSpace::guesses(&rules))
}

#[test]
fn openings_are_the_ways_to_split_the_pegs() {
    let (four, space) = symmetry(4, 6, Allowed::Any);
    let openings = four.candidates(&[], 0..1296);
    let codes = openings.list.iter().map(|&guess| space.code(guess.into()));
    let codes: Vec<Code> = codes.collect();
    let expected: [[u8; 4]; 5] = [
        [0, 0, 0, 0],
        [0, 0, 0, 1],
        [0, 0, 1, 1],
        [0, 0, 1, 2],
        [0, 1, 2, 3],
    ];
    assert_eq!(codes, expected.map(|code| Code::new(&code)));
    let (distinct, _) = symmetry(4, 10, Allowed::Distinct);
    assert_eq!(distinct.candidates(&[], 0..5040).list, [0]);
    let (eight, _) = symmetry(8, 3, Allowed::Any);
    assert_eq!(eight.candidates(&[], 0..6561).list.len(), 10);
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
        let space = CodeSpace::guesses(&rules);
        let symmetry = Symmetry::new(&rules);
        let codes: Vec<Code> = space.iter().collect();
        let win = rules.score(&codes[0], &codes[0]);
        let mut reduced = 0;
        for round in 0..16usize {
            let history: Vec<u32> = (0..round % 4)
                .map(|guess| ((round * 97 + guess * 41 + guess) % codes.len()) as u32)
                .collect();
            let secret = &codes[round * 53 % codes.len()];
            let score = |guess: u32, code: &Code| rules.score(&codes[guess as usize], code);
            let agrees = |code: &Code| {
                let mut guesses = history.iter();
                guesses.all(|&guess| score(guess, code) == score(guess, secret))
            };
            let remaining: Vec<u32> = (0..codes.len() as u32)
                .filter(|&code| agrees(&codes[code as usize]))
                .collect();
            let histogram = |guess: u32| {
                let mut cells = vec![0; rules.feedback_count()];
                for &code in &remaining {
                    let answer = score(guess, &codes[code as usize]);
                    // With totals, an arrangement that was tried is no better than a new one.
                    let tried = kind == Total && answer == win;
                    cells[(answer - u32::from(tried)) as usize] += 1;
                }
                cells.sort_unstable();
                cells
            };
            let kept = symmetry.candidates(&history, remaining.iter().copied());
            let all = 0..codes.len() as u32;
            let histograms = |guesses: &mut dyn Iterator<Item = u32>| {
                let mut histograms: Vec<_> = guesses.map(histogram).collect();
                histograms.sort();
                histograms.dedup();
                histograms
            };
            assert_eq!(
                histograms(&mut kept.list.iter().copied()),
                histograms(&mut all.clone()),
                "{rules:?} {history:?}"
            );
            reduced += usize::from(2 * kept.list.len() < codes.len());
        }
        assert!(reduced > 4, "{rules:?}");
    }
}
