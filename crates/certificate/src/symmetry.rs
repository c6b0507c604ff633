//! The symmetries of a game that map each guess made so far onto itself.

use crate::game::Game;
use crate::header::Feedback;

/// Marks a color whose new name is not fixed.
const FREE: u8 = u8::MAX;

/// As many names as nine places give 64 colors each.
const MOST_NAMES: usize = 9 * 64;

/// A permutation of the places together with new names for those colors that were guessed.
#[derive(Clone)]
struct Map {
    /// Place by place, from which place the peg comes.
    order: Box<[u8]>,
    /// The new names of all colors, or of those at each place from which pegs come, one after the other.
    names: Box<[u8]>,
}

/// All symmetries that fix some guesses. The colors in none of these guesses may take each other's
/// names in every way, so only what happens to the others is listed.
#[derive(Clone)]
pub struct Symmetries {
    maps: Vec<Map>,
    /// The colors in none of the guesses; where each place names its colors by itself, those of each place.
    free: Vec<Vec<u8>>,
    /// From where the names of one place begin to where those of the next do; 0 where all have the same.
    stride: usize,
}

impl Symmetries {
    /// The symmetries of the game before any guess.
    ///
    /// The places may change only if the answer counts pegs. Words have no symmetry.
    pub fn new(game: &Game) -> Symmetries {
        let fixed: Vec<u8> = (0..game.pegs as u8).collect();
        let orders = match game.feedback {
            Feedback::Position | Feedback::Naive => vec![fixed],
            _ if game.is_words => vec![fixed],
            _ => permutations(game.pegs),
        };
        let namings = game.namings();
        let names: Box<[u8]> = match game.is_words {
            true => (0..=u8::MAX).take(game.colors).collect(),
            false => vec![FREE; namings * game.colors].into(),
        };
        let map = |order: Vec<u8>| Map {
            order: order.into(),
            names: names.clone(),
        };
        Symmetries {
            maps: orders.into_iter().map(map).collect(),
            free: match game.is_words {
                true => vec![Vec::new()],
                false => vec![(0..game.colors as u8).collect(); namings],
            },
            stride: if namings > 1 { game.colors } else { 0 },
        }
    }

    /// Whether there is none but the one that changes nothing.
    pub fn is_trivial(&self) -> bool {
        self.maps.len() == 1 && self.free.iter().all(|free| free.len() <= 1)
    }

    /// Those of these symmetries that map this code onto itself, too.
    pub fn fixing(&self, code: &[u8]) -> Symmetries {
        if self.is_trivial() {
            return self.clone();
        }
        let fixed = |map: &Map| {
            let mut map = map.clone();
            let colors = map.names.len() / self.free.len();
            for (&from, &to) in map.order.iter().zip(code) {
                let color = usize::from(code[usize::from(from)]);
                let names = &mut map.names[usize::from(from) * self.stride..][..colors];
                if names[color] == FREE && !names.contains(&to) {
                    names[color] = to;
                }
                if names[color] != to {
                    return None;
                }
            }
            Some(map)
        };
        let mut free = self.free.clone();
        for (place, free) in free.iter_mut().enumerate() {
            free.retain(|color| match self.stride {
                0 => !code.contains(color),
                _ => code[place] != *color,
            });
        }
        Symmetries {
            maps: self.maps.iter().filter_map(fixed).collect(),
            free,
            ..*self
        }
    }

    /// Whether no symmetry maps the code onto one with a smaller number.
    ///
    /// Where a free color comes first in the image, the least name that is still free makes the
    /// least image.
    pub fn is_least(&self, code: &[u8]) -> bool {
        if self.is_trivial() {
            return true;
        }
        let mut names = [FREE; MOST_NAMES];
        self.maps.iter().all(|map| {
            names[..map.names.len()].copy_from_slice(&map.names);
            let mut taken = 0;
            for (place, (&from, &own)) in map.order.iter().zip(code).enumerate() {
                let color = usize::from(code[usize::from(from)]);
                let name = &mut names[usize::from(from) * self.stride + color];
                if *name == FREE {
                    *name = match self.stride {
                        0 => self.free[0][taken],
                        _ => self.free[place][0],
                    };
                    taken += 1;
                }
                if *name != own {
                    return *name > own;
                }
            }
            true
        })
    }
}

fn permutations(count: usize) -> Vec<Vec<u8>> {
    let mut all = vec![Vec::new()];
    for _ in 0..count {
        let longer = |order: Vec<u8>| {
            let rest = (0..count as u8).filter(|place| !order.contains(place));
            rest.map(|place| [&order[..], &[place]].concat())
                .collect::<Vec<_>>()
        };
        all = all.into_iter().flat_map(longer).collect();
    }
    all
}
