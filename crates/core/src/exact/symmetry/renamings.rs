//! Least codes of classes by trying the renamings of colors instead of the orders of positions.
//!
//! With many positions there are few colors, and far fewer renamings than orders. Positions in which
//! all guesses so far have the same colors can be exchanged freely: they are of one type. A renaming
//! belongs to the symmetry if it maps the types onto types with as many positions. Its least image of
//! a code then has the colors of each type in ascending order.

use crate::code::{Code, MAX_PEGS};

/// The most renamings that are tried.
const MOST: usize = 120;

/// Positions by type, and the renamings that map types onto types.
pub(super) struct Renamings {
    /// The positions of each type, ascending.
    types: Vec<Vec<usize>>,
    renamings: Vec<Renaming>,
}

struct Renaming {
    colors: [u8; 64],
    /// The type onto which each type is mapped.
    types: Vec<usize>,
}

impl Renamings {
    /// Whether so few colors are renamed that all renamings can be tried.
    pub fn are_few(colors: usize) -> bool {
        let product = (1..=colors).try_fold(1, usize::checked_mul);
        product.is_some_and(|product| product <= MOST)
    }

    /// Takes the guesses so far, and the colors that can match.
    pub fn new(pegs: usize, history: &[&Code], present: &[u8]) -> Self {
        let mut kinds: Vec<Vec<Option<u8>>> = Vec::new();
        let mut types: Vec<Vec<usize>> = Vec::new();
        for peg in 0..pegs {
            // Colors that cannot match are all alike.
            let color = |guess: &&Code| Some(guess[peg]).filter(|color| present.contains(color));
            let kind: Vec<Option<u8>> = history.iter().map(color).collect();
            match kinds.iter().position(|known| *known == kind) {
                Some(known) => types[known].push(peg),
                None => {
                    kinds.push(kind);
                    types.push(vec![peg]);
                }
            }
        }
        let mut renamings = Vec::new();
        for images in super::permutations(present.len()) {
            let mut colors: [u8; 64] = std::array::from_fn(|color| color as u8);
            for (&color, &image) in present.iter().zip(&images) {
                colors[usize::from(color)] = present[usize::from(image)];
            }
            let mapped = kinds.iter().enumerate().map(|(number, kind)| {
                let image = |color: &Option<u8>| color.map(|color| colors[usize::from(color)]);
                let image: Vec<Option<u8>> = kind.iter().map(image).collect();
                let there = kinds.iter().position(|known| *known == image)?;
                (types[there].len() == types[number].len()).then_some(there)
            });
            if let Some(types) = mapped.collect() {
                renamings.push(Renaming { colors, types });
            }
        }
        Renamings { types, renamings }
    }

    /// Whether no image of the code is below it.
    pub fn is_least(&self, code: &Code) -> bool {
        !self.renamings.iter().any(|renaming| {
            let mut image = [0; MAX_PEGS];
            for (from, &to) in self.types.iter().zip(&renaming.types) {
                let mut colors = [0; MAX_PEGS];
                for (color, &peg) in colors.iter_mut().zip(from) {
                    *color = renaming.colors[usize::from(code[peg])];
                }
                let colors = &mut colors[..from.len()];
                colors.sort_unstable();
                for (&color, &peg) in colors.iter().zip(&self.types[to]) {
                    image[peg] = color;
                }
            }
            image[..code.len()] < code[..]
        })
    }
}
