//! The sets that were proven before, found again where a symmetry maps a set onto one of them.

use std::collections::HashMap;

use crate::exact::game::Game;
use crate::exact::memory::{CanonicalForm, Key};

/// The most sets that are remembered; about 64 bytes each.
const MOST: usize = 8 << 20;

/// What was proven of a set.
struct Fact {
    bound: u32,
    /// Where the map of the set onto its form begins.
    map: u32,
}

/// What earlier records have proven.
pub(super) struct Remembered {
    pegs: usize,
    colors: usize,
    /// How many times all colors are named: once, or by each position.
    namings: usize,
    facts: HashMap<(Key, u8), Fact>,
    /// For each fact the order of positions and the new names of colors that make the form of its set.
    maps: Vec<u8>,
}

impl Remembered {
    pub fn new(game: &Game) -> Self {
        let rules = &game.rules;
        // Without forms a set is found again only as itself.
        let [pegs, colors] = match game.forms {
            Some(_) => [rules.pegs(), rules.colors()],
            None => [0, 0],
        };
        Remembered {
            pegs,
            colors,
            namings: rules.namings(),
            facts: HashMap::new(),
            maps: Vec::new(),
        }
    }

    /// The symmetry that maps the set onto one of which as much was proven: the image of a code has at each place the new
    /// name of the color that the code has at that of the first bytes. One name for each color follows, or one for each
    /// color at each place of the image.
    pub fn find(&self, form: &CanonicalForm, left: u8, claim: u32) -> Option<Vec<u8>> {
        let fact = self.facts.get(&(form.key, left))?;
        if fact.bound < claim {
            return None;
        }
        let (order, names) = form.map(self.pegs, self.namings * self.colors);
        let there = &self.maps[fact.map as usize..][..self.pegs + self.namings * self.colors];
        let (order_there, names_there) = there.split_at(self.pegs);
        // The set onto its form, and back onto the other set.
        let mut composed = vec![0; self.pegs + self.namings * self.colors];
        let (new_order, new_names) = composed.split_at_mut(self.pegs);
        for (&place, &from) in order_there.iter().zip(order) {
            new_order[usize::from(place)] = from;
            let of = |place: u8| usize::from(place) % self.namings * self.colors;
            let there = &names_there[of(place)..][..self.colors];
            for color in 0..self.colors {
                let name = names[of(from) + color];
                let same = there.iter().position(|&there| there == name);
                new_names[of(place) + color] = same.expect("every name is of a color") as u8;
            }
        }
        Some(composed)
    }

    /// Whether one more set can be remembered.
    pub fn has_room(&self) -> bool {
        self.facts.len() < MOST
    }

    /// Notes what was proven of a set.
    pub fn insert(&mut self, form: &CanonicalForm, left: u8, bound: u32) {
        let map = self.maps.len() as u32;
        let (order, names) = form.map(self.pegs, self.namings * self.colors);
        self.maps.extend(order);
        self.maps.extend(names);
        self.facts.insert((form.key, left), Fact { bound, map });
    }
}
