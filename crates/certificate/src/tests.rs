//! A tiny writer of certificates, and what it writes held against the true least costs.

mod second_looks;

use std::collections::HashMap;
use std::io::{Cursor, Write};
use std::sync::Arc;

use flate2::Compression;
use flate2::write::GzEncoder;
use sha2::{Digest, Sha256};

use crate::bounds::{Bounds, INFINITE, UNLIMITED, after_one};
use crate::claim::{Node, Path};
use crate::columns::{Columns, rename};
use crate::facts::Facts;
use crate::game::{Game, score};
use crate::header::{Header, Rules};
use crate::input::{KNOWN, LOOK, OWN, REMEMBER, SPLIT};
use crate::peek::Peeks;
use crate::symmetry::Symmetries;
use crate::{Claim, Error, Fault, Options, Progress, check};

/// The cells that a guess makes of a set, by answer.
fn cells(game: &Game, set: &[u32], guess: u32) -> Vec<(u8, Vec<u32>)> {
    let mut cells = vec![Vec::new(); game.answers];
    for &code in set {
        cells[usize::from(game.answer(guess, code))].push(code);
    }
    (0..)
        .zip(cells)
        .filter(|(_, cell)| !cell.is_empty())
        .collect()
}

/// The first or the second look at a guess, as the page says it; `most` codes may be looked at again.
fn look(game: &Game, bounds: &Bounds, (set, left): (&[u32], u32), guess: u32, most: usize) -> u32 {
    let cells = cells(game, set, guess);
    let wins = cells.last().is_some_and(|cell| cell.0 == game.win());
    if !wins && (cells.len() == 1 || game.only_possible) {
        return INFINITE;
    }
    let left = after_one(left);
    let cost = |(answer, cell): &(u8, Vec<u32>)| match *answer == game.win() {
        true => 0,
        false => u64::from(peek(game, bounds, (cell, left), most)),
    };
    (set.len() as u64 + cells.iter().map(cost).sum::<u64>()).min(u64::from(INFINITE)) as u32
}

/// What a cell costs by its size or, if it has up to `most` codes, by a look at each guess.
fn peek(game: &Game, bounds: &Bounds, (cell, left): (&[u32], u32), most: usize) -> u32 {
    let size = bounds.cost(cell.len() as u32, left);
    if cell.len() < 3 || cell.len() > most || left == 0 {
        return size;
    }
    let guesses = 0..game.guesses.len() as u32;
    let looks = guesses.map(|guess| look(game, bounds, (cell, left), guess, 0));
    looks.min().unwrap().max(size)
}

/// The true least costs, found by trying every guess.
struct Truth<'a> {
    game: &'a Game,
    costs: HashMap<(Vec<u32>, u32), u32>,
}

impl Truth<'_> {
    fn cost(&mut self, set: &[u32], left: u32) -> u32 {
        let left = left.min(set.len() as u32);
        if set.len() < 2 || left == 0 {
            return match (set.len(), left) {
                (0, _) => 0,
                (_, 0) => INFINITE,
                _ => 1,
            };
        }
        if let Some(&cost) = self.costs.get(&(set.to_vec(), left)) {
            return cost;
        }
        let mut best = INFINITE;
        for guess in 0..self.game.guesses.len() as u32 {
            let cells = cells(self.game, set, guess);
            let wins = cells.last().is_some_and(|cell| cell.0 == self.game.win());
            if cells.len() < 2 || self.game.only_possible && !wins {
                continue;
            }
            let mut cost = set.len() as u32;
            for (answer, cell) in &cells {
                if *answer != self.game.win() {
                    cost = (cost + self.cost(cell, left - 1)).min(INFINITE);
                }
            }
            best = best.min(cost);
        }
        self.costs.insert((set.to_vec(), left), best);
        best
    }
}

/// Writes a certificate for the true least cost, in the plainest way.
struct Writer<'a> {
    truth: Truth<'a>,
    body: Vec<u8>,
    known: HashMap<(Vec<u32>, u32), u32>,
    own: bool,
    remember: bool,
}

impl Writer<'_> {
    fn number(&mut self, mut number: u32) {
        while number >= 0x80 {
            self.body.push(number as u8 | 0x80);
            number >>= 7;
        }
        self.body.push(number as u8);
    }

    fn proof(&mut self, set: &[u32], left: u32, need: u32, bounds: &Bounds, path: &Symmetries) {
        let game = self.truth.game;
        let key = (
            set.to_vec(),
            if left as usize >= set.len() {
                UNLIMITED
            } else {
                left
            },
        );
        if self.known.get(&key).is_some_and(|&known| known >= need) {
            self.body.push(KNOWN);
            if !game.is_words {
                self.body.extend(0..game.pegs as u8);
                self.body.extend(0..game.colors as u8);
            }
            return;
        }
        let mut flags = if self.remember { REMEMBER } else { 0 };
        let mut bounds = bounds.clone();
        if self.own && set.len() > 3 {
            flags |= OWN;
            bounds = bounds.or_greater(&Columns::of_game(game).own_bounds(game, set));
        }
        let mut entries = Vec::new();
        let mut listed = Vec::new();
        for guess in 0..game.guesses.len() as u32 {
            let cells = cells(game, set, guess);
            let wins = cells.last().is_some_and(|cell| cell.0 == game.win());
            if left == 0 || cells.len() < 2 && !wins || game.only_possible && !wins {
                continue;
            }
            let least = |cell: &[u32]| bounds.cost(cell.len() as u32, after_one(left));
            let look = look(game, &bounds, (set, left), guess, 64);
            let mut division: Vec<u8> = set.iter().map(|&code| game.answer(guess, code)).collect();
            rename(&mut division, None);
            let is_known = listed
                .iter()
                .any(|(other, won)| *other == division && *won >= wins);
            if look >= need || is_known || !path.is_least(&game.guesses[guess as usize]) {
                continue;
            }
            listed.push((division, wins));
            let mut proven = Vec::new();
            for cell in &cells {
                let truth = self.truth.cost(&cell.1, after_one(left));
                let peek = peek(game, &bounds, (&cell.1, after_one(left)), 64);
                if cell.0 != game.win() && truth > peek {
                    proven.push((cell.clone(), truth - least(&cell.1), truth));
                }
            }
            entries.push((guess, proven));
        }
        if entries.is_empty() {
            self.body.push(LOOK | flags);
        } else {
            self.body.push(SPLIT | flags);
            self.number(entries.len() as u32);
            let mut last = 0;
            for (guess, proven) in entries {
                self.number(guess - last);
                last = guess;
                self.number(proven.len() as u32);
                for ((answer, cell), gain, truth) in proven {
                    self.number(u32::from(answer));
                    self.number(gain);
                    let path = path.fixing(&game.guesses[guess as usize]);
                    self.proof(&cell, after_one(left), truth, &bounds, &path);
                }
            }
        }
        if self.remember {
            self.known.insert(key, need);
        }
    }
}

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
    let header: Header = serde_json::from_str(header).unwrap();
    let rules = Rules::read(&header).unwrap();
    Game::new(rules, header.guesses == "possible", 1 << 20).unwrap()
}

/// A certificate of the true least cost of a game, and this cost.
fn write(
    rules: &str,
    depth: Option<u32>,
    guesses: &str,
    own: bool,
    remember: bool,
) -> (Vec<u8>, u32) {
    let game = game_of(&header(rules, depth, guesses, None));
    let all: Vec<u32> = (0..game.secrets.len() as u32).collect();
    let left = depth.unwrap_or(UNLIMITED);
    let mut truth = Truth {
        game: &game,
        costs: HashMap::new(),
    };
    let need = truth.cost(&all, left);
    let bounds = Columns::of_game(&game).own_bounds(&game, &all);
    let mut writer = Writer {
        truth,
        body: Vec::new(),
        known: HashMap::new(),
        own,
        remember,
    };
    writer.proof(&all, left, need, &bounds, &Symmetries::new(&game));
    let lower = Some(need).filter(|&need| need < INFINITE);
    let header = header(rules, depth, guesses, lower);
    (file(&header, &writer.body), need)
}

fn file(header: &str, body: &[u8]) -> Vec<u8> {
    let mut bytes = [header.as_bytes(), b"\n", body].concat();
    let digest = Sha256::digest(&bytes);
    bytes.extend_from_slice(&digest);
    bytes
}

fn checked(bytes: &[u8], threads: usize) -> Result<Claim, Error> {
    let options = Options {
        threads,
        ..Options::default()
    };
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
    ("words:tiny", None, "any"),
    ("words-position:tiny", None, "possible"),
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
            match checked(&file(&header(rules, depth, guesses, lower), &body), 1) {
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
