//! The guesses worth scoring: one of each kind that the codes cannot tell apart.
//!
//! Two symmetries of colors are used. Colors that no possible code has are all alike, so
//! only the lowest of them is guessed (the lowest ones in order, where colors may not
//! repeat). Colors that no guess of the history had are interchangeable, so they enter a
//! guess in ascending order. Either way the guess that is kept is the lowest of those
//! that it stands for, and they are all possible or all impossible, so that ties are
//! broken as if every guess had been scored.

use crate::code::{Code, MAX_PEGS};

/// Which colors are interchangeable in some moment of a game.
#[derive(Clone, Debug)]
pub struct Palette {
    /// The colors that a guess may need, ascending.
    pub active: Vec<u8>,
    /// For each active color, its place in its class of interchangeable colors, if any.
    order: Vec<Option<(Class, usize)>>,
    distinct: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Class {
    Absent,
    Fresh,
}

/// What the first pegs of a guess leave to the others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct State {
    absent: usize,
    fresh: usize,
    used: u64,
}

/// The first pegs of a guess, as places in the active colors, and what they leave.
#[derive(Clone, Copy, Debug)]
pub struct Beginning {
    pub places: Code,
    pub state: State,
}

impl Palette {
    /// Takes a set of the colors that some possible code has, and a set of those that some
    /// guess has had; `distinct` where no color may repeat in a guess.
    pub fn new(colors: usize, pegs: usize, present: u64, guessed: u64, distinct: bool) -> Self {
        let mut absent = 0;
        let mut fresh = 0;
        let mut active = Vec::new();
        let mut order = Vec::new();
        for color in 0..colors {
            let place = if present >> color & 1 == 0 {
                absent += 1;
                if absent > if distinct { pegs } else { 1 } {
                    continue;
                }
                Some((Class::Absent, absent - 1))
            } else if guessed >> color & 1 == 0 {
                fresh += 1;
                Some((Class::Fresh, fresh - 1))
            } else {
                None
            };
            active.push(color as u8);
            order.push(place);
        }
        Palette {
            active,
            order,
            distinct,
        }
    }

    /// Whether every active color may stand at every peg.
    pub fn is_free(&self) -> bool {
        !self.distinct
            && self
                .order
                .iter()
                .all(|place| place.is_none_or(|(_, index)| index == 0))
    }

    /// What the active color in this place leaves, or `None` if it may not come next.
    #[inline]
    pub fn then(&self, mut state: State, index: usize) -> Option<State> {
        if self.distinct {
            let bit = 1 << self.active[index];
            if state.used & bit != 0 {
                return None;
            }
            state.used |= bit;
        }
        if let Some((class, place)) = self.order[index] {
            let entered = match class {
                Class::Absent => &mut state.absent,
                Class::Fresh => &mut state.fresh,
            };
            if place > *entered {
                return None;
            }
            *entered = (*entered).max(place + 1);
        }
        Some(state)
    }

    /// The beginnings of `length` pegs that guesses may have, ascending.
    pub fn beginnings(&self, length: usize) -> Vec<Beginning> {
        let mut found = vec![Beginning {
            places: Code::new(&[]),
            state: State::default(),
        }];
        let mut pegs = [0; MAX_PEGS];
        for peg in 0..length {
            let mut longer = Vec::with_capacity(found.len() * self.active.len());
            for Beginning { places, state } in found {
                pegs[..peg].copy_from_slice(&places);
                for index in 0..self.active.len() {
                    if let Some(state) = self.then(state, index) {
                        pegs[peg] = index as u8;
                        let places = Code::new(&pegs[..=peg]);
                        longer.push(Beginning { places, state });
                    }
                }
            }
            found = longer;
        }
        found
    }

    /// The colors in these places.
    pub fn colors(&self, places: &[u8]) -> Code {
        let mut colors = [0; MAX_PEGS];
        for (color, &index) in colors.iter_mut().zip(places) {
            *color = self.active[index as usize];
        }
        Code::new(&colors[..places.len()])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn guesses(palette: &Palette, pegs: usize) -> Vec<Vec<u8>> {
        let beginnings = palette.beginnings(pegs);
        beginnings
            .iter()
            .map(|guess| palette.colors(&guess.places).to_vec())
            .collect()
    }

    #[test]
    fn first_guesses_are_the_ways_to_repeat_colors() {
        let start = Palette::new(6, 4, 0b11_1111, 0, false);
        assert_eq!(guesses(&start, 4).len(), 15); // the fourth Bell number
        assert_eq!(guesses(&start, 4)[7], [0, 1, 0, 2]);
        let distinct = Palette::new(10, 4, 0x3FF, 0, true);
        assert_eq!(guesses(&distinct, 4), [[0, 1, 2, 3]]);
    }

    #[test]
    fn absent_colors_are_one_color_or_come_in_order() {
        let one = Palette::new(5, 2, 0b00100, 0b11111, false);
        assert_eq!(guesses(&one, 2), [[0, 0], [0, 2], [2, 0], [2, 2]]);
        let distinct = Palette::new(5, 2, 0b00100, 0b11111, true);
        assert_eq!(guesses(&distinct, 2), [[0, 1], [0, 2], [2, 0]]);
    }
}
