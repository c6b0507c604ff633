//! What a tiny writer of certificates writes is held against the true least costs.

mod second_looks;
mod writer;

use std::collections::HashMap;
use std::io::{Cursor, Write};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::bounds::{Bounds, INFINITE, UNLIMITED, after_one};
use crate::claim::{Answers, Node, Path};
use crate::facts::Facts;
use crate::game::{Game, score};
use crate::guesses::{make_same_cells, own_bounds};
use crate::header::{Header, Rules};
use crate::input::{KNOWN, LOOK, OWN, REMEMBER, SPLIT};
use crate::peek::Peeks;
use crate::symmetry::Symmetries;
use writer::{bounds_of, look, node_of, write};

use crate::{Claim, Error, Fault, Options, Progress, Refusal, check};

static NEVER: AtomicBool = AtomicBool::new(false);

fn header(rules: &str, depth: Option<u32>, guesses: &str, lower: Option<u32>) -> String {
    header_after("", rules, depth, guesses, lower)
}

fn header_after(
    history: &str,
    rules: &str,
    depth: Option<u32>,
    guesses: &str,
    lower: Option<u32>,
) -> String {
    let words = match rules.starts_with("words") {
        true => {
            r#", "words": {"guesses": ["ACE", "ARE", "BAD", "BAR", "BEE", "CAB", "DEB"], "secrets": ["ACE", "ARE", "BAD", "BEE", "CAB", "DEB"]}"#
        }
        false => "",
    };
    let text = |number: Option<u32>| number.map_or("null".into(), |number| number.to_string());
    let (depth, lower) = (text(depth), text(lower));
    format!(
        r#"{{"depth": {depth}, "form": "sito-certificate 2", "guesses": "{guesses}", "history": [{history}], "lower": {lower}, "rules": "{rules}"{words}}}"#
    )
}

fn game_of(header: &str) -> Game {
    game_with(header, 1 << 20)
}

fn game_with(header: &str, table: usize) -> Game {
    let header: Header = serde_json::from_str(header).unwrap();
    let rules = Rules::read(&header).unwrap();
    let mut game = Game::new(rules, header.guesses == "possible").unwrap();
    game.tabulate(table, &NEVER).unwrap();
    game
}

fn file(header: &str, body: &[u8]) -> Vec<u8> {
    let mut bytes = [header.as_bytes(), b"\n", body].concat();
    let digest = Sha256::digest(&bytes);
    bytes.extend_from_slice(&digest);
    bytes
}

fn checked(bytes: &[u8], threads: usize) -> Result<Claim, Error> {
    checked_with(bytes, threads, 1 << 20)
}

fn checked_with(bytes: &[u8], threads: usize, table: usize) -> Result<Claim, Error> {
    let options = Options { threads, table };
    check(
        Box::new(Cursor::new(bytes.to_vec())),
        &options,
        &Progress::default(),
    )
}

const GAMES: [(&str, Option<u32>, &str); 14] = [
    ("2x3", None, "any"),
    ("2x4", None, "any"),
    ("3x3", None, "any"),
    ("2x5-distinct", None, "any"),
    ("3x4-distinct", None, "possible"),
    ("3x3-black", None, "any"),
    ("3x3-total", None, "any"),
    ("3x3-position", None, "any"),
    ("2x4-position", None, "possible"),
    ("2x4", Some(3), "any"),
    ("2x4", Some(4), "any"),
    ("3x3-black", Some(4), "any"),
    ("words:tiny@e6bf84da2106", None, "any"),
    ("words-position:tiny@e6bf84da2106", None, "possible"),
];

#[test]
fn answers_are_those_of_the_rules() {
    for (rules, depth, guesses) in GAMES {
        let game = game_of(&header(rules, depth, guesses, None));
        for guess in 0..game.guesses.len() {
            for (number, secret) in (0..).zip(&game.secrets) {
                let answer = score(game.feedback, &game.guesses[guess], secret);
                assert_eq!(game.answer(guess as u32, number), answer, "{rules}");
            }
        }
    }
}

#[test]
fn true_least_costs_are_proven() {
    for (rules, depth, guesses) in GAMES {
        for (own, remember) in [(false, false), (true, true), (false, true)] {
            let (bytes, cost) = write(rules, depth, guesses, own, remember);
            let claim =
                checked(&bytes, 2).unwrap_or_else(|error| panic!("{rules} {depth:?}: {error}"));
            assert_eq!(claim.header.lower.unwrap_or(INFINITE), cost, "{rules}");
            assert!(
                checked_with(&bytes, 2, 0).is_ok(),
                "{rules} without a table"
            );
        }
    }
}

/// Numbers that any seed makes, for changes at random.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6364136223846793005)
            .wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % bound
    }
}

#[test]
fn no_changed_certificate_claims_more_than_the_truth() {
    let mut numbers = Numbers(7);
    let (mut refused, mut accepted) = (0, 0);
    for (rules, depth, guesses) in GAMES {
        let (bytes, cost) = write(rules, depth, guesses, numbers.below(2) == 0, true);
        let start = bytes.iter().position(|&byte| byte == b'\n').unwrap() + 1;
        for round in 0..300 {
            let mut body = bytes[start..bytes.len() - 32].to_vec();
            let more = numbers.below(2) as u32;
            let lower = Some(cost + more).filter(|&lower| lower < INFINITE);
            for _ in 0..1 + round % 3 {
                let (place, value) = (numbers.below(body.len().max(1)), numbers.below(256) as u8);
                match numbers.below(6) {
                    _ if body.is_empty() => body.push(value),
                    0 => body[place] = value,
                    1 => body[place] ^= 1 << (value % 8),
                    2 => body[place] = body[place].wrapping_add(value % 5).wrapping_sub(2),
                    3 => drop(body.remove(place)),
                    4 => body.insert(place, value % 16),
                    _ => body.truncate(place),
                }
            }
            let bytes = file(&header(rules, depth, guesses, lower), &body);
            let verdict = checked(&bytes, 1);
            // Of several faults, threads may find another one first.
            if round % 10 == 0 {
                assert_eq!(verdict.is_ok(), checked(&bytes, 3).is_ok(), "{rules}");
            }
            match verdict {
                Ok(_) => {
                    assert!(
                        lower.unwrap_or(INFINITE) <= cost,
                        "{rules} {depth:?} {round}"
                    );
                    accepted += 1;
                }
                Err(Error::Refused(_)) => refused += 1,
                Err(error) => panic!("{error}"),
            }
        }
    }
    assert!(refused > accepted && accepted > 0, "{refused} {accepted}");
}

#[test]
fn damaged_files_are_refused() {
    let (bytes, _) = write("2x4", None, "any", true, true);
    for length in 0..bytes.len() {
        assert!(
            matches!(checked(&bytes[..length], 1), Err(Error::Refused(_))),
            "{length}"
        );
    }
    for place in 0..bytes.len() {
        let mut changed = bytes.clone();
        changed[place] ^= 1 << (place % 8);
        assert!(
            matches!(checked(&changed, 1), Err(Error::Refused(_))),
            "{place}"
        );
    }
}

#[test]
fn bytes_at_random_are_refused() {
    let mut numbers = Numbers(11);
    for (rules, depth, guesses) in GAMES {
        let header = header(rules, depth, guesses, Some(1 << 27));
        for length in 0..100 {
            let most = [16, 256][numbers.below(2)];
            let body: Vec<u8> = (0..length).map(|_| numbers.below(most) as u8).collect();
            assert!(
                checked(&file(&header, &body), 1).is_err(),
                "{rules} {body:?}"
            );
            assert!(checked(&body, 1).is_err());
        }
    }
}

#[test]
fn nothing_may_follow_a_packed_certificate() {
    let (bytes, _) = write("2x4", None, "any", true, true);
    let mut packer = GzEncoder::new(Vec::new(), Compression::default());
    packer.write_all(&bytes).unwrap();
    let packed = packer.finish().unwrap();
    assert!(checked(&packed, 1).is_ok());
    for junk in [&b"\0"[..], b"junk", &[0x1F], &bytes] {
        assert!(checked(&[&packed, junk].concat(), 1).is_err(), "{junk:?}");
    }
    assert!(checked(&packed[..packed.len() - 1], 1).is_err());
}

#[test]
fn proofs_are_nested_so_deep_and_no_deeper() {
    let turns = |count: usize| vec![r#"["AA", "-"]"#; count].join(", ");
    // A look at the sixteen codes that are left proves that each costs a guess, and all but one another.
    let of_depth = |count| {
        file(
            &header_after(&turns(count), "2x5", None, "any", Some(31)),
            &[LOOK],
        )
    };
    assert!(checked(&of_depth(300), 1).is_ok());
    let error = checked(&of_depth(301), 1).unwrap_err();
    assert!(
        matches!(
            error,
            Error::Refused(Refusal {
                fault: Fault::Nested,
                ..
            })
        ),
        "{error}"
    );
}

#[test]
fn a_check_hears_that_it_is_to_stop_from_its_first_moment() {
    // A list of so many words is never tabulated, and to look at all guesses would take days.
    let letters: Vec<char> = ('A'..='Z').collect();
    let word = |number: usize| -> String {
        let letter = |place| letters[number / 26usize.pow(place) % 26];
        (0..4).rev().map(letter).collect()
    };
    let mut header: Header =
        serde_json::from_str(&header("words:many", None, "any", Some(9_999_999))).unwrap();
    let words = header.words.as_mut().unwrap();
    words.guesses = (0..400_000).map(word).collect();
    words.secrets = words.guesses[..65_536].to_vec();
    header.rules = format!("words:many@{}", words.digest());
    let bytes = file(&header.line(), &[LOOK | OWN]);
    let progress = Progress::default();
    let checked = std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(std::time::Duration::from_millis(500));
            progress
                .stop
                .store(true, std::sync::atomic::Ordering::Relaxed);
        });
        check(Box::new(Cursor::new(bytes)), &Options::default(), &progress)
    });
    assert!(matches!(checked, Err(Error::Stopped)));
}

#[test]
fn the_vectors_are_accepted_and_refused() {
    let file = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../docs/certificates/vectors.json"
    );
    let vectors: Value = serde_json::from_slice(&std::fs::read(file).unwrap()).unwrap();
    let checked = |vector: &Value| {
        let hex = vector["hex"].as_str().unwrap();
        let byte = |place: usize| u8::from_str_radix(&hex[place..place + 2], 16).unwrap();
        let bytes: Vec<u8> = (0..hex.len()).step_by(2).map(byte).collect();
        let bytes = [vector["text"].as_str().unwrap().as_bytes(), &bytes].concat();
        check(
            Box::new(Cursor::new(bytes)),
            &Options::default(),
            &Progress::default(),
        )
    };
    for vector in vectors["accepted"].as_array().unwrap() {
        let claim = checked(vector).unwrap();
        assert_eq!(
            json!([claim.header.lower, claim.records]),
            json!([vector["lower"], vector["proofs"]])
        );
    }
    for vector in vectors["refused"].as_array().unwrap() {
        assert!(
            matches!(checked(vector), Err(Error::Refused(_))),
            "{vector}"
        );
    }
}
