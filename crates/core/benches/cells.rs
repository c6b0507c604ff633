//! Counts cells: one guess against all codes of a game into a table, one thread, over
//! many guesses. Prints a line `game level guesses codes pairs seconds` per game and instruction level;
//! checks every level against the plain scorer on some guesses and against each other on
//! all of them.

use std::hint::black_box;
use std::time::Instant;

use sito_core::sieve::count::cells;
use sito_core::simd::Level;
use sito_core::{Allowed, Code, CodeSpace, FeedbackKind, Planes, Rules, score};

const KIND: FeedbackKind = FeedbackKind::BlackWhite;
const PAIRS: usize = 1 << 30;
const RUNS: usize = 5;

fn main() {
    for (name, pegs, colors, allowed) in [
        ("4x6", 4, 6, Allowed::Any),
        ("4x10-distinct", 4, 10, Allowed::Distinct),
        ("5x8", 5, 8, Allowed::Any),
        ("6x10", 6, 10, Allowed::Any),
        ("10x4", 10, 4, Allowed::Any),
    ] {
        let rules = Rules::new(pegs, colors, allowed, KIND).expect("the games are sound");
        let space = CodeSpace::secrets(&rules);
        let codes = space.len() as usize;
        let mut planes = Planes::new(pegs, colors, space.copies(), codes);
        for code in space.iter() {
            planes.push(&code);
        }
        // A prime step spreads the guesses over the game.
        let guesses: Vec<Code> = (0..PAIRS / codes)
            .map(|index| space.code((index * 7919 % codes) as u128))
            .collect();
        for guess in guesses.iter().take(3) {
            let mut expected = vec![0; rules.feedback_count()];
            for code in space.iter() {
                expected[score(&KIND, guess, &code) as usize] += 1;
            }
            assert_eq!(cells(Level::PORTABLE, &KIND, &planes, guess), expected);
        }
        let mut checksums = Vec::new();
        for level in Level::all_supported() {
            let mut best = f64::INFINITY;
            for _ in 0..RUNS {
                let start = Instant::now();
                let mut checksum = 0;
                for guess in &guesses {
                    let table = cells(level, &KIND, &planes, black_box(guess));
                    checksum += table.iter().map(|size| size * size).sum::<u64>();
                }
                best = best.min(start.elapsed().as_secs_f64());
                checksums.push(checksum);
            }
            println!(
                "{name} {level:?} {} {codes} {} {best:.6}",
                guesses.len(),
                guesses.len() * codes
            );
        }
        checksums.dedup();
        assert_eq!(checksums.len(), 1, "the levels of {name} disagree");
    }
}
