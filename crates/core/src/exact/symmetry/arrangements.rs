//! Totals only: the order of a code does not matter at all, but for the winning answer.

use std::collections::HashMap;

use crate::code::Code;

use super::Candidates;
use crate::exact::kernels::LANES;

/// Totals only: the codes of the same colors are one class.
pub(in crate::exact) struct Arrangements {
    colors: usize,
    /// By how many pegs of each color they have, the codes of a class, ascending.
    classes: HashMap<Vec<u8>, Vec<u32>>,
}

impl Arrangements {
    pub fn new(codes: &[Code], colors: usize) -> Self {
        let mut classes: HashMap<Vec<u8>, Vec<u32>> = HashMap::new();
        for (number, code) in (0..).zip(codes) {
            let counts = code.color_counts()[..colors].to_vec();
            classes.entry(counts).or_default().push(number);
        }
        Arrangements { colors, classes }
    }

    /// One guess of each class; colors of which all guesses had as many can be exchanged.
    ///
    /// Of a class a code that was not guessed before does as well as any, and better than one that was.
    pub fn candidates(&self, codes: &[Code], history: &[u32]) -> Candidates {
        let colors = self.colors;
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
        for (counts, class) in &self.classes {
            let falls = |&(color, next): &(usize, usize)| counts[color] >= counts[next];
            if pairs.iter().all(falls) {
                let fresh = class.iter().find(|guess| !history.contains(guess));
                let guess = *fresh.unwrap_or(&class[0]) as usize;
                masks[guess / LANES] |= 1 << (guess % LANES);
            }
        }
        Candidates::new(masks)
    }
}
