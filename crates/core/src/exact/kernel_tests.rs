//! The kernels of every level, against plain counting.

use std::collections::HashMap;

use super::kernels::{
    Batch, Excess, LANES, Labels, Line, Popular, as_bytes, below, cell_sums, distinct,
    excess_among, fingerprint_of_cell, greatest,
};
use super::matrix::Matrix;
use super::partition::{MutualAnswers, answers_from};
use crate::bits::full;
use crate::code::Code;
use crate::feedback::FeedbackKind;
use crate::rules::{Allowed, Rules};
use crate::simd::Level;
use crate::space::CodeSpace;

fn tabulated(rules: &Rules) -> (Matrix, Labels) {
    let matrix = Matrix::new(rules, 1, &|| Ok(())).unwrap();
    let labels = Labels::new(&matrix.labels, matrix.win);
    (matrix, labels)
}

/// Games of one to four planes of labels, and of more; in the last a guess tells nothing about hundreds of codes.
fn games() -> Vec<(Matrix, Labels)> {
    let mut games: Vec<_> = [
        (4, 6, FeedbackKind::Black),
        (4, 6, FeedbackKind::BlackWhite),
        (5, 4, FeedbackKind::BlackWhite),
        (6, 3, FeedbackKind::BlackWhite),
        (5, 3, FeedbackKind::Position),
        (5, 4, FeedbackKind::Position),
        (5, 4, FeedbackKind::Naive),
    ]
    .map(|(pegs, colors, kind)| {
        let rules = Rules::new(pegs, colors, Allowed::Any, kind).unwrap();
        tabulated(&rules)
    })
    .into();
    let all = Rules::new(5, 4, Allowed::Any, FeedbackKind::Position).unwrap();
    let secrets: Vec<Code> = CodeSpace::secrets(&all).iter().collect();
    let alien = Code::new(&[4; 5]);
    let words = Allowed::Words {
        guesses: secrets.iter().copied().chain([alien]).collect(),
        secrets: secrets.into(),
        weights: None,
    };
    let rules = Rules::new(5, 5, words, FeedbackKind::Position).unwrap();
    games.push(tabulated(&rules));
    games
}

fn sets(matrix: &Matrix) -> impl Iterator<Item = Vec<u16>> {
    let codes = matrix.secrets;
    let sizes = [
        1, 2, 7, 8, 9, 15, 16, 17, 40, 64, 129, 240, 255, 256, 257, 300, 512, 700,
    ];
    sizes
        .into_iter()
        .filter(move |&size| size <= codes)
        .map(move |size| (0..size).map(|place| (place * 89 % codes) as u16).collect())
}

/// Calls back with each set of each game.
fn each_set(mut check: impl FnMut(&Matrix, &Labels, &[u16])) {
    for (matrix, labels) in games() {
        for set in sets(&matrix) {
            check(&matrix, &labels, &set);
        }
    }
}

/// How many different answers, the winning one left out, a guess gets from some codes.
fn others_from(matrix: &Matrix, guess: u32, codes: &[u16]) -> usize {
    let may_win = codes.iter().any(|&code| matrix.guess_of(code) == guess);
    answers_from(matrix, codes, guess) - usize::from(may_win)
}

#[test]
fn different_answers_are_counted_and_the_best_guess_is_found() {
    let (mut best_found, mut seen) = (0, [0; 3]);
    each_set(|matrix, labels, set| {
        let (sheet, rows) = (&matrix.by_secret, matrix.by_secret.rows(set));
        let expected = (0..matrix.guesses as u32).map(|guess| others_from(matrix, guess, set));
        let expected: Vec<usize> = expected.collect();
        let most = *expected.iter().max().unwrap();
        let telling_all = expected.iter().position(|&count| count == set.len());
        let counts = |count: &dyn Fn(&mut [Line])| {
            let mut counts = vec![Line([u8::MAX; LANES]); sheet.lines_per_row()];
            count(&mut counts);
            let counts = &as_bytes(&counts)[..matrix.guesses];
            counts
                .iter()
                .map(|&count| count.into())
                .collect::<Vec<usize>>()
        };
        let masks: Vec<u64> = full(matrix.guesses).collect();
        let answers = (0..matrix.guesses as u32).map(|guess| answers_from(matrix, set, guess));
        let excess = match set.len() - answers.max().unwrap() {
            0 => Excess::None,
            1 => Excess::One,
            _ => Excess::More,
        };
        seen[excess as usize] += 1;
        for level in Level::all_supported() {
            assert_eq!(excess_among(level, rows, &masks), excess);
            let counted = counts(&|out| {
                distinct(level, rows, labels, None, out);
            });
            assert_eq!(counted, expected);
            let floors = (0..set.len().min(30) as u8).step_by(8);
            for floor in floors {
                if let Some(found) = greatest(level, rows, labels, floor, &[]) {
                    assert_eq!(usize::from(found.count), most.max(floor.into()));
                    assert_eq!(found.telling_all, telling_all);
                    best_found += 1;
                }
            }
        }
        // The cheap count is never too low, and exact where there are few answers.
        let answers = (0..matrix.secrets).map(|row| sheet.row_bytes(row));
        if let Some(popular) = Popular::new(Level::detect(), matrix.win, answers) {
            let at_most = counts(&|out| popular.distinct_at_most(rows, out));
            let exact = matrix.labels.len() <= 128;
            let mut pairs = at_most.iter().zip(&expected);
            assert!(pairs.all(|(most, count)| most == count || most > count && !exact));
        }
    });
    assert!(seen.iter().all(|&count| count > 0));
    let has_vectors = Level::all_supported().len() > 1;
    assert_eq!(best_found > 100, has_vectors);
}

#[test]
fn members_count_the_answers_that_they_get_from_their_cells() {
    each_set(|matrix, labels, set| {
        if set.len() > MutualAnswers::MOST {
            return;
        }
        let of_code = |code, others: &[u16]| others_from(matrix, matrix.guess_of(code), others);
        let mut mutual = MutualAnswers::default();
        mutual.make(matrix, labels, set);
        for level in Level::all_supported() {
            if set.len() <= LANES {
                let counts = mutual.answers_of_each(level, labels);
                for (&code, count) in set.iter().zip(counts) {
                    assert_eq!(of_code(code, set), usize::from(count));
                    if usize::from(count) + 1 == set.len() {
                        break;
                    }
                }
            }
            // Every third code, and the first half of them.
            let cells = [
                (0..set.len()).step_by(3).collect::<Vec<_>>(),
                (0..set.len().div_ceil(2)).collect(),
            ];
            for cell in cells {
                let codes: Vec<u16> = cell.iter().map(|&place| set[place]).collect();
                let of_each = codes.iter().map(|&code| of_code(code, &codes));
                let most = of_each.max().unwrap();
                let places: Vec<u16> = cell.iter().map(|&place| place as u16).collect();
                assert_eq!(mutual.best_member(level, &places, labels), most);
                if labels.narrow && set.len() <= LANES {
                    let mask = cell.iter().fold(0, |mask, &place| mask | 1 << place);
                    let of_mask = mutual.best_member_of(level, mask, labels);
                    assert_eq!(of_mask as usize, most);
                }
            }
        }
    });
}

#[test]
fn sums_below_a_limit_are_told_from_the_others() {
    let sums: [u16; LANES] = std::array::from_fn(|lane| match lane {
        5 => 0,
        6 => u16::MAX,
        _ => (lane * 977 % 700) as u16,
    });
    for lanes in [0, 1, 1 << 6, u64::MAX, 0xf0f0_1234_8765_0f0f] {
        for limit in [0, 1, 300, 301, 699, 700, 65535, 65536] {
            let chosen = || (0..LANES).filter(|lane| lanes >> lane & 1 == 1);
            let less = |&lane: &usize| u32::from(sums[lane]) < limit;
            let mask = chosen()
                .filter(less)
                .fold(0u64, |mask, lane| mask | 1 << lane);
            let others = chosen().filter(|lane| !less(lane));
            let least = others.map(|lane| sums[lane]).min();
            for level in Level::all_supported() {
                assert_eq!(below(level, &sums, lanes, limit), (mask, least));
            }
        }
    }
}

#[test]
fn cells_add_up_alike_on_every_processor() {
    each_set(|matrix, labels, set| {
        let sheet = &matrix.by_secret;
        // Values that fit into bytes, and some that do not; with one for no code at all.
        for scale in [1, 50, 700] {
            let value =
                |size: usize| (scale % 2 * 3 + (size * size + size / 3) * scale % 40_000) as u16;
            let table: Vec<u16> = (0..=set.len()).map(value).collect();
            let sums = |level| {
                let mut sums = vec![[1; LANES]; sheet.lines_per_row()];
                cell_sums(level, sheet.rows(set), labels, &table, &mut sums);
                sums
            };
            let plain = sums(Level::PORTABLE);
            for level in Level::all_supported() {
                assert!(sums(level) == plain, "{level:?} {} codes", set.len());
            }
        }
    });
}

/// By place of a set, the first place with the same answer.
fn first_places(answers: &[u8]) -> Vec<usize> {
    let first = |answer| answers.iter().position(|other| other == answer).unwrap();
    answers.iter().map(first).collect()
}

#[test]
fn fingerprints_are_equal_where_partitions_are() {
    each_set(|matrix, labels, set| {
        if !labels.narrow || set.len() > 64 {
            return;
        }
        let sheet = &matrix.by_secret;
        let mut partition_of = HashMap::new();
        let mut fingerprint_of = HashMap::new();
        for level in Level::all_supported() {
            let mut batch = Batch::default();
            for line in (0..sheet.lines_per_row()).step_by(3) {
                // Guesses that cannot win, a third of them left out.
                let chosen = (0..LANES).filter(|lane| {
                    let answer = |&code: &u16| sheet.byte(usize::from(code), line * LANES + lane);
                    (line + lane) % 3 > 0 && set.iter().all(|code| answer(code) != matrix.win)
                });
                let chosen = chosen.fold(0, |mask, lane| mask | 1 << lane);
                if line % 4 == 0 || !batch.add(level, sheet, set, line, chosen) {
                    batch.clear(set.len());
                    assert!(batch.add(level, sheet, set, line, chosen));
                }
                batch.make_fingerprints(level);
                for (guess, &column) in batch.columns().iter().enumerate() {
                    let answer = |&code: &u16| sheet.byte(usize::from(code), column as usize);
                    let answers: Vec<u8> = set.iter().map(answer).collect();
                    let packed = (0..set.len()).map(|place| batch.answer(place, guess));
                    assert!(packed.eq(answers.iter().copied()));
                    let first = first_places(&answers);
                    let cells = (0..set.len()).map(|place| {
                        let same = (0..set.len()).filter(|&other| first[other] == place);
                        same.fold(0, |mask, other| mask | 1 << other)
                    });
                    let joined = cells
                        .filter(|&cell| cell != 0)
                        .fold(0, |joined, cell| joined ^ fingerprint_of_cell(cell));
                    let fingerprint = batch.fingerprint(level, guess);
                    assert_eq!(fingerprint, joined);
                    let known = fingerprint_of.entry(first.clone()).or_insert(fingerprint);
                    assert_eq!(*known, fingerprint);
                    let known = partition_of.entry(fingerprint).or_insert(first.clone());
                    assert_eq!(*known, first);
                }
            }
        }
    });
}
