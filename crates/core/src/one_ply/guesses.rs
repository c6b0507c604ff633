//! The guesses worth scoring: one of each kind that the codes cannot tell apart.
//!
//! Three symmetries are used. Colors that no possible code has are all alike, so only the
//! lowest of them is guessed (the lowest ones in order, where colors may not repeat).
//! Colors that no guess of the history had are interchangeable, so they enter a guess in
//! ascending order. Pegs that every guess of the history gave the same color are
//! interchangeable, so their colors ascend: if they do not, then the guess with two of
//! them exchanged, and colors renamed where they may be, is a lower one. The guess that
//! is kept is the lowest of those that it stands for, and they are all possible or all
//! impossible, so that ties are broken as if every guess had been scored.

use crate::code::{Code, MAX_PEGS};
use crate::feedback::FeedbackKind;
use crate::rules::{Allowed, Rules};

use super::past::Past;

/// Which colors are interchangeable in some moment of a game.
#[derive(Clone, Debug)]
pub struct Palette {
    /// The colors that a guess may need, ascending.
    pub active: Vec<u8>,
    /// For each active color, its place in its class of interchangeable colors, if any.
    order: Vec<Option<(Class, usize)>>,
    distinct: bool,
    /// For each peg the last one before it that is interchangeable with it.
    twins: [Option<u8>; MAX_PEGS],
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
    /// Takes a set of the colors that some possible code has.
    pub fn new(rules: &Rules, present: u64, past: &Past) -> Self {
        let pegs = rules.pegs();
        let distinct = *rules.allowed() == Allowed::Distinct;
        let mut absent = 0;
        let mut fresh = 0;
        let mut active = Vec::new();
        let mut order = Vec::new();
        for color in 0..rules.colors() {
            let place = if present >> color & 1 == 0 {
                absent += 1;
                if absent > if distinct { pegs } else { 1 } {
                    continue;
                }
                Some((Class::Absent, absent - 1))
            } else if !past.has_guessed(color) {
                fresh += 1;
                Some((Class::Fresh, fresh - 1))
            } else {
                None
            };
            active.push(color as u8);
            order.push(place);
        }
        let mut twins = [None; MAX_PEGS];
        if rules.feedback() != FeedbackKind::Position {
            for (peg, twin) in twins.iter_mut().enumerate().take(pegs) {
                *twin = past.twin(peg).map(|twin| twin as u8);
            }
        }
        Palette {
            active,
            order,
            distinct,
            twins,
        }
    }

    /// Whether every active color may stand at every peg from this one on.
    pub fn is_free(&self, peg: usize) -> bool {
        !self.distinct
            && self.twins[peg..].iter().all(Option::is_none)
            && self
                .order
                .iter()
                .all(|place| place.is_none_or(|(_, index)| index == 0))
    }

    /// What the active color in this place leaves, or `None` if it may not come next after
    /// these places.
    #[inline]
    pub fn then(&self, mut state: State, before: &[u8], index: usize) -> Option<State> {
        if self.twins[before.len()].is_some_and(|twin| index < before[twin as usize] as usize) {
            return None;
        }
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
                    if let Some(state) = self.then(state, &places, index) {
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

    fn rules(pegs: usize, colors: usize, allowed: Allowed) -> Rules {
        Rules::new(pegs, colors, allowed, FeedbackKind::BlackWhite).unwrap()
    }

    #[test]
    fn first_guesses_are_the_ways_to_repeat_colors() {
        let start = Palette::new(&rules(4, 6, Allowed::Any), 0b11_1111, &Past::default());
        assert_eq!(
            guesses(&start, 4),
            [
                [0, 0, 0, 0],
                [0, 0, 0, 1],
                [0, 0, 1, 1],
                [0, 0, 1, 2],
                [0, 1, 1, 1],
                [0, 1, 1, 2],
                [0, 1, 2, 2],
                [0, 1, 2, 3]
            ]
        );
        let distinct = Palette::new(&rules(4, 10, Allowed::Distinct), 0x3FF, &Past::default());
        assert_eq!(guesses(&distinct, 4), [[0, 1, 2, 3]]);
    }

    #[test]
    fn absent_colors_are_one_color_or_come_in_order() {
        let past = Past::of(&[Code::new(&[0, 1]), Code::new(&[2, 3]), Code::new(&[4, 4])]);
        let one = Palette::new(&rules(2, 5, Allowed::Any), 0b00100, &past);
        assert_eq!(guesses(&one, 2), [[0, 0], [0, 2], [2, 0], [2, 2]]);
        let distinct = Palette::new(&rules(2, 5, Allowed::Distinct), 0b00100, &past);
        assert_eq!(guesses(&distinct, 2), [[0, 1], [0, 2], [2, 0]]);
    }
}
