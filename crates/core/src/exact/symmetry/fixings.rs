//! The symmetries that map each guess made so far onto itself: of the codes that they map onto each other one is least.

use crate::code::{Code, MAX_COLORS, MAX_PEGS};

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

/// The symmetries of a path. Colors that no guess of it has can be renamed at will, and a color that cannot match is as
/// good as any other such color. Sets of colors are those of all positions, or of each where it renames its colors alone.
#[derive(Clone)]
pub(in crate::exact) struct Fixings {
    fixings: Vec<Fixing>,
    /// The colors that may match.
    present: Vec<u64>,
    /// Those of them that no guess so far has.
    pub(super) free: Vec<u64>,
    /// The colors that cannot match.
    pub(super) absent: Vec<u64>,
    /// Whether the colors of a code differ, those that cannot match among them.
    distinct: bool,
}

impl Fixings {
    /// The symmetries before the first guess in a game of so many colors.
    pub fn new(orders: &[Vec<u8>], colors: usize, present: &[u64], distinct: bool) -> Self {
        let everything = u64::MAX >> (MAX_COLORS - colors);
        let namings = present.len();
        let fixing = |order: &Vec<u8>| {
            let mut all: [u8; MAX_PEGS] = std::array::from_fn(|peg| peg as u8);
            all[..order.len()].copy_from_slice(order);
            let count = |place: usize| present[place % namings].count_ones();
            let mut places = all[..namings].iter().enumerate();
            let alike = places.all(|(place, &from)| count(place) == count(from.into()));
            alike.then(|| Fixing {
                order: all,
                names: vec![[NONE; MAX_COLORS]; namings].into(),
            })
        };
        Fixings {
            fixings: orders.iter().filter_map(fixing).collect(),
            free: present.to_vec(),
            absent: present
                .iter()
                .map(|present| everything & !present)
                .collect(),
            present: present.to_vec(),
            distinct,
        }
    }

    /// The symmetries that are left after one guess more.
    pub fn after(mut self, guess: &Code) -> Self {
        for (place, &color) in guess.iter().enumerate() {
            let namings = self.free.len();
            self.free[place % namings] &= !(1 << color);
        }
        let mut fixings = std::mem::take(&mut self.fixings);
        fixings.retain_mut(|fixing| self.keeps(fixing, guess));
        self.fixings = fixings;
        self
    }

    fn is_present(&self, place: usize, color: u8) -> bool {
        self.present[place % self.present.len()] >> color & 1 == 1
    }

    /// Names the colors of a guess so that it is mapped onto itself; returns whether that can be done.
    fn keeps(&self, fixing: &mut Fixing, guess: &Code) -> bool {
        let namings = self.present.len();
        guess.iter().enumerate().all(|(place, &color)| {
            let from = usize::from(fixing.order[place]);
            let old = guess[from];
            let names = &mut fixing.names[from % namings];
            let name = &mut names[usize::from(old)];
            match (self.is_present(from, old), self.is_present(place, color)) {
                (true, true) if *name == color => true,
                (true, true) if *name == NONE && !names.contains(&color) => {
                    names[usize::from(old)] = color;
                    true
                }
                (old, new) => !old && !new,
            }
        })
    }

    /// Whether no symmetry maps the code onto one of a smaller number.
    pub fn is_least(&self, code: &Code) -> bool {
        let mut fixings = self.fixings.iter();
        !fixings.any(|fixing| self.makes_smaller(fixing, code))
    }

    /// Whether the least image of the code under this order of positions is below the code itself.
    fn makes_smaller(&self, fixing: &Fixing, code: &Code) -> bool {
        let namings = self.present.len();
        let mut given = [NONE; MAX_COLORS];
        let (mut free, mut absent) = (self.free[0], self.absent[0]);
        for (place, &color) in code.iter().enumerate() {
            let from = usize::from(fixing.order[place]);
            let old = code[from];
            let name = match fixing.names[from % namings][usize::from(old)] {
                NONE if namings > 1 && self.is_present(from, old) => least(self.free[place]),
                NONE if namings > 1 => least(self.absent[place]),
                NONE if given[usize::from(old)] != NONE => given[usize::from(old)],
                NONE => {
                    let is_present = self.is_present(from, old);
                    let names = if is_present { &mut free } else { &mut absent };
                    let name = least(*names);
                    if is_present || self.distinct {
                        *names &= *names - 1;
                    }
                    given[usize::from(old)] = name;
                    name
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

/// The least of some colors.
fn least(colors: u64) -> u8 {
    colors.trailing_zeros() as u8
}
