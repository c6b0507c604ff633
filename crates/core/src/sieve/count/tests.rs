//! The versions of the kernel against each other and against the plain scorer.

use proptest::prelude::*;

use super::*;
use crate::score;

const KINDS: [FeedbackKind; 3] = [
    FeedbackKind::BlackWhite,
    FeedbackKind::Black,
    FeedbackKind::Total,
];

/// Some codes and a guess, with or without repeated colors in the codes.
fn codes_and_guess() -> impl Strategy<Value = (usize, Vec<Vec<u8>>, Vec<u8>)> {
    (1usize..=20, 1usize..=64, any::<bool>()).prop_flat_map(|(pegs, colors, distinct)| {
        let code = proptest::collection::vec(0..colors as u8, pegs);
        let secret = if distinct && pegs <= colors {
            Just((0..colors as u8).collect::<Vec<u8>>())
                .prop_shuffle()
                .prop_map(move |all| all[..pegs].to_vec())
                .boxed()
        } else {
            code.clone().boxed()
        };
        (
            Just(colors),
            proptest::collection::vec(secret, 0..700),
            code,
        )
    })
}

fn planes_of(colors: usize, codes: &[Vec<u8>], pegs: usize) -> Planes {
    let copies = codes
        .iter()
        .flat_map(|code| code.iter().map(|c| code.iter().filter(|d| *d == c).count()))
        .max()
        .unwrap_or(1);
    let mut planes = Planes::new(pegs, colors, copies, codes.len());
    for code in codes {
        planes.push(code);
    }
    planes
}

proptest! {
    #[test]
    fn every_version_counts_and_selects_like_the_plain_scorer(
        (colors, codes, guess) in codes_and_guess(),
    ) {
        let planes = planes_of(colors, &codes, guess.len());
        for kind in &KINDS {
            let answers: Vec<u32> = codes.iter().map(|code| score(kind, &guess, code)).collect();
            let mut expected = vec![0; kind.count(guess.len())];
            for &answer in &answers {
                expected[answer as usize] += 1;
            }
            for level in Level::all_supported() {
                prop_assert_eq!(&cells(level, kind, &planes, &guess), &expected);
                for answer in 0..expected.len() as u32 {
                    let mut out = vec![0; planes.used_words()];
                    Count::new(&planes, &guess).select(level, sought(kind, guess.len(), answer), &mut out);
                    for (index, &found) in answers.iter().enumerate() {
                        prop_assert_eq!(out[index / 64] >> (index % 64) & 1 == 1, found == answer);
                    }
                }
            }
        }
    }

    #[test]
    fn a_mask_leaves_codes_out((colors, codes, guess) in codes_and_guess(), seed in any::<u64>()) {
        let planes = planes_of(colors, &codes, guess.len());
        let kind = &FeedbackKind::BlackWhite;
        let mut mask = vec![0u64; planes.used_words()];
        let mut expected = vec![0; kind.count(guess.len())];
        for (index, code) in codes.iter().enumerate() {
            if seed.rotate_left(index as u32) & 1 == 1 {
                mask[index / 64] |= 1 << (index % 64);
                expected[score(kind, &guess, code) as usize] += 1;
            }
        }
        for level in Level::all_supported() {
            let mut table = [0; MAX_CELLS];
            Count::new(&planes, &guess).add_to(level, Some(&mask), &mut table);
            prop_assert_eq!(by_answer(kind, guess.len(), &table), expected.clone());
        }
    }
}
