//! The symmetries that map each guess made so far onto itself: of guesses that they map onto each other one needs a
//! reason.

use crate::code::{Code, MAX_COLORS, MAX_PEGS};
use crate::exact::symmetry::permutations;
use crate::rules::{Allowed, Rules};

/// Marks colors without a new name.
const NONE: u8 = u8::MAX;

/// An order of the positions, with the names that it forces on the colors of the guesses so far.
#[derive(Clone)]
struct Fixing {
    /// The old position at each new one.
    order: [u8; MAX_PEGS],
    /// The names of all colors, or for each old position those of its colors.
    names: Box<[[u8; MAX_COLORS]]>,
}

/// The symmetries of a path. Colors that no guess of it has can be renamed at will.
#[derive(Clone)]
pub(super) struct PathSymmetry {
    fixings: Vec<Fixing>,
    /// The colors of the guesses so far, one bit each; of each position where these rename their colors alone.
    used: Vec<u64>,
}

impl PathSymmetry {
    /// The symmetries of a game before its first guess; `None` for lists of words.
    pub fn new(rules: &Rules) -> Option<Self> {
        if matches!(rules.allowed(), Allowed::Words { .. }) {
            return None;
        }
        let pegs = if rules.feedback().counts_pegs() {
            rules.pegs()
        } else {
            0
        };
        let fixing = |order: Vec<u8>| {
            let mut all = std::array::from_fn(|peg| peg as u8);
            all[..order.len()].copy_from_slice(&order);
            Fixing {
                order: all,
                names: vec![[NONE; MAX_COLORS]; rules.namings()].into(),
            }
        };
        Some(PathSymmetry {
            fixings: permutations(pegs).into_iter().map(fixing).collect(),
            used: vec![0; rules.namings()],
        })
    }

    /// The symmetries that are left after one guess more.
    pub fn after(&self, guess: &Code) -> Self {
        let fixing = |fixing: &Fixing| {
            let mut fixing = fixing.clone();
            fixing.keeps(guess).then_some(fixing)
        };
        let mut used = self.used.clone();
        for (place, &color) in guess.iter().enumerate() {
            used[place % self.used.len()] |= 1 << color;
        }
        PathSymmetry {
            fixings: self.fixings.iter().filter_map(fixing).collect(),
            used,
        }
    }

    /// Whether no symmetry maps the guess onto one of a smaller number.
    pub fn is_least(&self, guess: &Code) -> bool {
        let mut fixings = self.fixings.iter();
        !fixings.any(|fixing| self.makes_smaller(fixing, guess))
    }

    /// Whether the least image of the guess under this order of positions is below the guess itself.
    fn makes_smaller(&self, fixing: &Fixing, guess: &Code) -> bool {
        let (mut given, mut used) = ([NONE; MAX_COLORS], self.used[0]);
        for (place, &color) in guess.iter().enumerate() {
            let from = usize::from(fixing.order[place]);
            let old = usize::from(guess[from]);
            let name = match fixing.names[from % fixing.names.len()][old] {
                NONE if self.used.len() > 1 => self.used[place].trailing_ones() as u8,
                NONE if given[old] != NONE => given[old],
                NONE => {
                    given[old] = used.trailing_ones() as u8;
                    used |= 1 << given[old];
                    given[old]
                }
                name => name,
            };
            if name != color {
                return name < color;
            }
        }
        false
    }
}

impl Fixing {
    /// Names the colors of a guess so that it is mapped onto itself; returns whether that can be done.
    fn keeps(&mut self, guess: &Code) -> bool {
        for (place, &color) in guess.iter().enumerate() {
            let from = usize::from(self.order[place]);
            let old = usize::from(guess[from]);
            let namings = self.names.len();
            let names = &mut self.names[from % namings];
            if names[old] == NONE && !names.contains(&color) {
                names[old] = color;
            }
            if names[old] != color {
                return false;
            }
        }
        true
    }
}
