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
    /// One where each position has such a set of its own, and otherwise zero.
    each: usize,
    /// Whether the colors of a code differ, those that cannot match among them.
    distinct: bool,
}

impl Fixings {
    /// The symmetries after some guesses in a game of so many colors.
    pub fn new<'c>(
        orders: &[Vec<u8>],
        colors: usize,
        (present, distinct): (&[u64], bool),
        guesses: impl Iterator<Item = &'c Code> + Clone,
    ) -> Self {
        let everything = u64::MAX >> (MAX_COLORS - colors);
        let mut made = Fixings {
            fixings: Vec::new(),
            free: present.to_vec(),
            absent: present.iter().map(|set| everything & !set).collect(),
            present: present.to_vec(),
            each: usize::from(present.len() > 1),
            distinct,
        };
        guesses.clone().for_each(|guess| made.use_up(guess));
        let mut fixing = Fixing {
            order: std::array::from_fn(|peg| peg as u8),
            names: vec![[NONE; MAX_COLORS]; present.len()].into(),
        };
        for order in orders {
            fixing.order[..order.len()].copy_from_slice(order);
            fixing.names.fill([NONE; MAX_COLORS]);
            let count = |place: usize| present[place].count_ones();
            let mut places = fixing.order[..present.len()].iter().enumerate();
            if (made.each == 0 || places.all(|(place, &from)| count(place) == count(from.into())))
                && guesses.clone().all(|guess| made.keeps(&mut fixing, guess))
            {
                made.fixings.push(fixing.clone());
            }
        }
        made
    }

    /// The symmetries that are left after one guess more.
    pub fn after(mut self, guess: &Code) -> Self {
        self.use_up(guess);
        let mut fixings = std::mem::take(&mut self.fixings);
        fixings.retain_mut(|fixing| self.keeps(fixing, guess));
        self.fixings = fixings;
        self
    }

    fn use_up(&mut self, guess: &Code) {
        for (place, &color) in guess.iter().enumerate() {
            self.free[place * self.each] &= !(1 << color);
        }
    }

    fn is_present(&self, place: usize, color: u8) -> bool {
        self.present[place * self.each] >> color & 1 == 1
    }

    /// Names the colors of a guess so that it is mapped onto itself; returns whether that can be done.
    fn keeps(&self, fixing: &mut Fixing, guess: &Code) -> bool {
        guess.iter().enumerate().all(|(place, &color)| {
            let from = usize::from(fixing.order[place]);
            let old = guess[from];
            let names = &mut fixing.names[from * self.each];
            let name = names[usize::from(old)];
            match (self.is_present(from, old), self.is_present(place, color)) {
                (true, true) if name == color => true,
                (true, true) if name == NONE && !names.contains(&color) => {
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
        let mut given = [NONE; MAX_COLORS];
        let (mut free, mut absent) = (self.free[0], self.absent[0]);
        for (place, &color) in code.iter().enumerate() {
            let from = usize::from(fixing.order[place]);
            let old = code[from];
            let name = match fixing.names[from * self.each][usize::from(old)] {
                NONE if self.each == 1 && self.is_present(from, old) => least(self.free[place]),
                NONE if self.each == 1 => least(self.absent[place]),
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
