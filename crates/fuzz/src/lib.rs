//! What is fed with bytes that nobody vouches for: each function takes any bytes and panics where Sito would be wrong.
//!
//! `make fuzz` runs each under libFuzzer, which looks for bytes that reach new code; `cargo test` feeds each with changed
//! copies of what is right.

use std::collections::BTreeSet;
use std::io::Cursor;
use std::sync::LazyLock;

use serde_json::Value;
use sha2::{Digest, Sha256};
use sito_certificate::{Error, Header, Options, Progress, check};
use sito_core::exact::{self, Journal, Limits, Problem, solve};
use sito_core::hash::InvertibleHash;
use sito_core::pegs::{Board, Control, Jump, Search};
use sito_core::{Allowed, FeedbackKind, Rules};

/// A function, its name, and bytes that are right to begin with.
pub type Target = (&'static str, fn(&[u8]), Vec<Vec<u8>>);

/// All functions.
pub fn targets() -> Vec<Target> {
    let lines = CERTIFICATES.map(|file| line_of(file).to_vec());
    let bodies = (0..).zip(CERTIFICATES);
    let bodies = bodies.map(|(number, file)| [&[number], body_of(file)].concat());
    vec![
        (
            "certificate",
            certificate,
            CERTIFICATES.map(<[u8]>::to_vec).into(),
        ),
        ("body", body, bodies.collect()),
        ("header", header, lines.into()),
        (
            "journal",
            journal,
            vec![vec![3, 40, 0, 90, 0, 7, 0], vec![0; 70]],
        ),
        (
            "levels",
            levels,
            vec![
                vec![0b111_0100, 0b000_1101, 0xFF, 0b100_0100, 0b000_1011],
                vec![0xFE; 8],
            ],
        ),
    ]
}

/// Small certificates of the atlas.
const CERTIFICATES: [&[u8]; 5] = [
    include_bytes!("../../../docs/atlas/certificates/2x7.cert"),
    include_bytes!("../../../docs/atlas/certificates/2x4-black.cert"),
    include_bytes!("../../../docs/atlas/certificates/5x2-black.cert"),
    include_bytes!("../../../docs/atlas/certificates/4x2-total.cert"),
    include_bytes!("../../../docs/atlas/certificates/2x14-worst.cert"),
];

fn line_of(file: &[u8]) -> &[u8] {
    file.split(|&byte| byte == b'\n').next().unwrap_or_default()
}

fn body_of(file: &[u8]) -> &[u8] {
    &file[line_of(file).len() + 1..file.len() - 32]
}

/// One thread, and no large table.
fn checked(file: Vec<u8>) -> Result<(), Error> {
    let options = Options {
        threads: 1,
        table: 1 << 16,
    };
    check(Box::new(Cursor::new(file)), &options, &Progress::default()).map(|_| ())
}

/// A certificate of any bytes is accepted or refused.
pub fn certificate(data: &[u8]) {
    let line = line_of(data);
    let rules = Header::read(line).map(|header| header.rules);
    // Larger games, and words without end, would only take time.
    if line.len() < 1 << 12 && rules.is_ok_and(|rules| is_small(&rules)) {
        let _ = checked(data.to_vec());
    }
}

/// Whether rules such as `4x6-black` have a thousand codes at most, or speak of words.
fn is_small(rules: &str) -> bool {
    let size = rules
        .split('-')
        .next()
        .and_then(|size| size.split_once('x'));
    let count = size.and_then(|(pegs, colors)| {
        let colors: u32 = colors.parse().ok()?;
        colors.checked_pow(pegs.parse().ok()?)
    });
    count.is_none_or(|count| count <= 1000)
}

/// The first byte picks a game, and what follows is the body of a certificate that claims one guess more than is true:
/// it is refused, whatever it says.
pub fn body(data: &[u8]) {
    static CLAIMS: LazyLock<Vec<String>> = LazyLock::new(|| {
        let claims = CERTIFICATES.iter().map(|file| {
            let header: Value = serde_json::from_slice(line_of(file)).expect("a header");
            let mut claim = Header::read(line_of(file)).expect("a header");
            match header["lower"].as_u64() {
                Some(lower) => claim.lower = Some(lower as u32 + 1),
                None => claim.depth = claim.depth.map(|depth| depth + 1),
            }
            claim.line()
        });
        claims.collect()
    });
    let Some((&number, rest)) = data.split_first() else {
        return;
    };
    let claim = &CLAIMS[usize::from(number) % CLAIMS.len()];
    let mut file = [claim.as_bytes(), b"\n", rest].concat();
    file.extend(Sha256::digest(&file));
    assert!(
        checked(file).is_err(),
        "a false claim was accepted: {claim}"
    );
}

/// The first line of a certificate is read or refused; what is read is written in the same way.
pub fn header(data: &[u8]) {
    if let Ok(header) = Header::read(data) {
        assert_eq!(header.line().as_bytes(), data);
    }
}

/// Of the facts that a search of 3x4 has found some are changed: in each seven bytes the number of a fact, both bounds
/// and the guess. A search that believes them ends, and its tree is a strategy.
pub fn journal(data: &[u8]) {
    const FACT: usize = 28;
    static FOUND: LazyLock<(Rules, Vec<u8>)> = LazyLock::new(|| {
        let rules = Rules::new(3, 4, Allowed::Any, FeedbackKind::BlackWhite).expect("rules");
        let journal = Journal::default();
        solve(&Problem::new(&rules), &options().journal(&journal)).expect("it is small");
        let facts = journal.dump();
        (rules, facts)
    });
    let (rules, facts) = &*FOUND;
    let mut facts = facts.clone();
    let count = facts.len() / FACT;
    for change in data.chunks_exact(7) {
        let fact = &mut facts[usize::from(change[0]) % count * FACT..][..FACT];
        for (place, pair) in (16..).step_by(4).zip(change[1..].chunks_exact(2)) {
            fact[place..place + 2].copy_from_slice(pair);
        }
    }
    let Some(journal) = Journal::load(&facts) else {
        return;
    };
    let outcome = solve(&Problem::new(rules), &options().journal(&journal)).expect("it is small");
    let found: u64 = outcome.histogram.iter().sum();
    assert!(
        outcome.tree.is_none() || found == 64,
        "{:?}",
        outcome.histogram
    );
}

fn options() -> exact::Options<'static> {
    exact::Options::default().limits(Limits::new(1 << 20))
}

/// Levels of a search of pegs on a line of seven holes, with a byte for each position and 255 between two levels; or as they
/// are, after a byte of 254. They are refused, or the search goes on with them to its end.
pub fn levels(data: &[u8]) {
    const HOLES: u8 = 7;
    let jumps = (0..HOLES - 2).flat_map(|from| [(from, from + 2), (from + 2, from)]);
    let jumps = jumps.map(|(from, to)| Jump {
        from,
        over: from.midpoint(to),
        to,
    });
    let jumps: Vec<Jump> = jumps.collect();
    let holes: Vec<u8> = (0..HOLES).collect();
    let mirror = holes.iter().rev().copied().collect();
    let board = Board::new(HOLES.into(), &jumps, &[holes, mirror]).expect("a board");
    let hash = InvertibleHash::new(HOLES.into());
    let level = |positions: &[u8]| {
        let keys = positions
            .iter()
            .map(|&position| hash.hash(u64::from(position % 128)));
        let keys: BTreeSet<u64> = keys.collect();
        keys.into_iter().flat_map(u64::to_le_bytes).collect()
    };
    let levels: Vec<Vec<u8>> = match data.split_first() {
        Some((0xFE, rest)) => vec![rest.to_vec()],
        _ => data.split(|&byte| byte == 0xFF).map(level).collect(),
    };
    let start = board.full() ^ 1 << 1;
    let mut search = Search::new(board, start, &[1 << 3], 1 << 20);
    if !search.restore(&levels, &[] as &[Vec<u8>]) {
        return;
    }
    let control = Control::default();
    while !search.is_met() {
        search.step(&control).expect("nobody stops it");
    }
    let winning = search.winning(&control).expect("nobody stops it");
    winning.moves(&control).expect("nobody stops it");
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers at random, the same in each run.
    struct Numbers(u64);

    impl Numbers {
        fn below(&mut self, bound: usize) -> usize {
            self.0 = (self.0)
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (self.0 >> 33) as usize % bound
        }
    }

    #[test]
    fn changed_bytes_do_no_harm() {
        let mut numbers = Numbers(23);
        for (_, target, seeds) in targets() {
            for round in 0..2000 {
                let mut data = seeds[round % seeds.len()].clone();
                for _ in 0..1 + round % 4 {
                    let place = numbers.below(data.len().max(1));
                    match numbers.below(4) {
                        _ if data.is_empty() => data.push(numbers.below(256) as u8),
                        0 => data[place] ^= 1 << numbers.below(8),
                        1 => data[place] = numbers.below(256) as u8,
                        2 => data.insert(place, numbers.below(256) as u8),
                        _ => drop(data.remove(place)),
                    }
                }
                target(&data);
            }
        }
    }
}
