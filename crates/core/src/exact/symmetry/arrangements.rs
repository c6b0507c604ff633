//! Totals only: the order of a code does not matter at all, but for the winning answer.

use std::collections::HashMap;

use crate::code::Code;

use super::candidates::Candidates;
use crate::exact::kernels::LANES;

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
