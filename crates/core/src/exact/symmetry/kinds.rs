//! Kinds of feedback that have more symmetries than the rest.
//!
//! Where only black pegs are told, and any code goes, the colors of each position can be renamed on their own. Where
//! only the total is told, the order of a code does not matter at all, but for the winning answer.

use std::collections::HashMap;

use crate::code::Code;

use super::candidates::Candidates;
use super::{BLANK, forced};
use crate::exact::kernels::LANES;

/// Colors that a peg may have in a least code: those that guesses have tried there and that may
/// still be right, one of those that were not tried, and one that is ruled out.
struct Peg {
    tried: u64,
    untried: u64,
    ruled_out: u64,
}

/// The colors that remaining codes have, peg by peg.
pub(super) fn each_peg_present<'c>(
    pegs: usize,
    remaining: impl Iterator<Item = &'c Code>,
) -> Vec<u64> {
    let mut present = vec![0; pegs];
    for code in remaining {
        for (present, &color) in present.iter_mut().zip(code.iter()) {
            *present |= 1 << color;
        }
    }
    present
}

/// One guess of each class where each position renames its colors on its own, given the orders of positions, that of the codes first.
pub(super) fn each_peg_candidates(
    codes: &[Code],
    colors: usize,
    orders: &[Vec<u8>],
    present: &[u64],
    history: &[u32],
) -> Candidates {
    let guesses = history.iter();
    let history: Vec<&Code> = guesses.map(|&guess| &codes[guess as usize]).collect();
    let everything = u64::MAX >> (64 - colors);
    let pegs: Vec<Peg> = (0..present.len())
        .map(|peg| {
            let seen = history.iter().fold(0, |seen, guess| seen | 1 << guess[peg]);
            Peg {
                tried: seen & present[peg],
                untried: present[peg] & !seen,
                ruled_out: everything & !present[peg],
            }
        })
        .collect();
    let renamings: Vec<(&[u8], Vec<[u8; 64]>)> = orders[1..]
        .iter()
        .filter_map(|order| Some((order.as_slice(), renamings(order, &pegs, &history)?)))
        .collect();
    let lowest = |colors: u64| colors & colors.wrapping_neg();
    let allowed = |peg: &Peg| peg.tried | lowest(peg.untried) | lowest(peg.ruled_out);
    let allowed: Vec<u64> = pegs.iter().map(allowed).collect();
    let least = |code: &Code| {
        let mut both = code.iter().zip(&allowed);
        both.all(|(&color, allowed)| allowed >> color & 1 == 1)
            && renamings.iter().all(|(order, renamings)| {
                let image = order.iter().zip(renamings);
                let image =
                    image.map(|(&from, renaming)| renaming[usize::from(code[usize::from(from)])]);
                image.ge(code.iter().copied())
            })
    };
    Candidates::those(codes, least)
}

/// How an order of positions that keeps the guesses so far renames their colors: to the least where any will do.
fn renamings(order: &[u8], pegs: &[Peg], history: &[&Code]) -> Option<Vec<[u8; 64]>> {
    let renaming = |(peg, &from): (usize, &u8)| {
        let (old, new) = (&pegs[usize::from(from)], &pegs[peg]);
        if old.untried.count_ones() != new.untried.count_ones() {
            return None;
        }
        let blanked = |color: u8, peg: &Peg| match peg.tried >> color & 1 {
            0 => BLANK,
            _ => color,
        };
        let pairs = history.iter();
        let mut renaming = forced(pairs.map(|guess| {
            [
                blanked(guess[usize::from(from)], old),
                blanked(guess[peg], new),
            ]
        }))?;
        for (color, renaming) in renaming.iter_mut().enumerate() {
            if old.untried >> color & 1 == 1 {
                *renaming = new.untried.trailing_zeros() as u8;
            } else if old.ruled_out >> color & 1 == 1 {
                *renaming = new.ruled_out.trailing_zeros() as u8;
            }
        }
        Some(renaming)
    };
    order.iter().enumerate().map(renaming).collect()
}

/// Totals only: the codes of the same colors are one class.
pub(in crate::exact) struct Arrangements {
    /// The codes of each class, ascending.
    classes: Vec<Vec<u32>>,
    /// How many pegs of each color the codes of each class have.
    counts: Vec<Vec<u8>>,
}

impl Arrangements {
    pub fn new(codes: &[Code], colors: usize) -> Self {
        let mut class_of: HashMap<Vec<u8>, usize> = HashMap::new();
        let mut arrangements = Arrangements {
            classes: Vec::new(),
            counts: Vec::new(),
        };
        for (number, code) in codes.iter().enumerate() {
            let counts = code.color_counts()[..colors].to_vec();
            let class = *class_of.entry(counts).or_insert_with_key(|counts| {
                arrangements.classes.push(Vec::new());
                arrangements.counts.push(counts.clone());
                arrangements.classes.len() - 1
            });
            arrangements.classes[class].push(number as u32);
        }
        arrangements
    }

    /// One guess of each class; colors of which all guesses had as many can be exchanged.
    ///
    /// Of a class a code that was not guessed before does as well as any, and better than one that was.
    pub fn candidates(&self, codes: &[Code], history: &[u32]) -> Candidates {
        let colors = self.counts.first().map_or(0, Vec::len);
        let had: Vec<Vec<u8>> = (0..colors)
            .map(|color| {
                let guesses = history.iter().map(|&guess| &codes[guess as usize]);
                guesses.map(|guess| guess.color_counts()[color]).collect()
            })
            .collect();
        // Each color with the next one that can be exchanged for it.
        let pairs: Vec<(usize, usize)> = (0..colors)
            .filter_map(|color| {
                let mut later = color + 1..colors;
                Some((color, later.find(|&other| had[other] == had[color])?))
            })
            .collect();
        let mut masks = vec![0u64; codes.len().div_ceil(LANES)];
        for (class, counts) in self.classes.iter().zip(&self.counts) {
            if pairs
                .iter()
                .all(|&(color, next)| counts[color] >= counts[next])
            {
                let fresh = class.iter().find(|guess| !history.contains(guess));
                let guess = *fresh.unwrap_or(&class[0]) as usize;
                masks[guess / LANES] |= 1 << (guess % LANES);
            }
        }
        Candidates::new(masks)
    }
}
