//! Canonical forms: sets that a symmetry of the game maps onto each other cost the same, so they
//! share one entry in the transposition table, that of their canonical form.
//!
//! Permuting the positions and renaming the colors maps sets onto sets, answers onto answers and strategies onto
//! strategies. The canonical form of a set has its positions and colors in an order that depends on nothing but how
//! they occur in the codes. What tells them apart is refined until no two are alike, as in tests of graphs for
//! isomorphism (Weisfeiler and Leman, 1968); of those that remain alike one is put first. Where that choice matters,
//! two sets that a symmetry maps onto each other may get different forms, and are merely searched twice.

use std::iter::StepBy;
use std::ops::Range;

use crate::code::{Code, MAX_COLORS, MAX_PEGS};
use crate::rules::{Allowed, Rules};
use crate::space::CodeSpace;

use super::table::{Key, NO_GUESS};
use crate::bits::mix;

/// Pairs of a position and a color in the games whose answers are tabulated.
const MOST: usize = 2 * MAX_COLORS;

/// Where tags begin in a word: above the number of any code and the count of codes.
const TAG_BITS: u32 = 40;

/// Added to the mark of one of several that are alike, to distinguish it.
const CHOSEN: u64 = 0x3c6e_f372_fe94_f82b;

/// How a set is mapped onto its canonical form.
pub(in crate::exact) struct CanonicalForm {
    /// The key of the form.
    pub key: Key,
    /// The old position at each new one.
    order: [u8; MAX_PEGS],
    /// The new color for each old position and color.
    names: [u8; MOST],
}

/// Finds canonical forms.
pub(in crate::exact) struct CanonicalForms {
    pub(super) guesses: CodeSpace,
    pub(super) pegs: usize,
    pub(super) colors: usize,
    /// Whether positions are permuted.
    pub(super) permuted: bool,
    /// Whether the colors of each position are renamed on their own.
    pub(super) each_peg: bool,
    /// `position * colors + color` of every peg of every secret.
    pairs: Vec<u8>,
}

impl CanonicalForm {
    /// The form of a set in a game without symmetry: the set itself.
    pub fn itself(key: Key) -> Self {
        CanonicalForm {
            key,
            order: [0; MAX_PEGS],
            names: [0; MOST],
        }
    }

    /// The old position at each new one, and so many of the new names: of all colors, or of those of each old position.
    pub fn map(&self, pegs: usize, names: usize) -> (&[u8], &[u8]) {
        (&self.order[..pegs], &self.names[..names])
    }
}

/// What tells pairs, positions and colors apart.
struct Marks {
    pairs: [u64; MOST],
    pegs: [u64; MAX_PEGS],
    colors: [u64; MAX_COLORS],
    /// The pairs and the colors that occur.
    present: ([bool; MOST], [bool; MAX_COLORS]),
}

/// The pairs of a position or of a color, or a single one.
type Pairs = StepBy<Range<usize>>;

impl CanonicalForms {
    /// Takes the symmetry of the rules; lists of words have none.
    pub fn new(rules: &Rules) -> Option<Self> {
        let (pegs, colors) = (rules.pegs(), rules.colors());
        if matches!(rules.allowed(), Allowed::Words { .. }) || pegs * colors > MOST {
            return None;
        }
        let pairs = CodeSpace::secrets(rules)
            .iter()
            .flat_map(|code| (0..pegs).map(move |peg| (peg * colors) as u8 + code[peg]))
            .collect();
        Some(CanonicalForms {
            guesses: CodeSpace::guesses(rules),
            pegs,
            colors,
            permuted: rules.feedback().counts_pegs(),
            each_peg: rules.namings() > 1,
            pairs,
        })
    }

    /// The canonical form of a set.
    pub fn of(&self, set: &[u16]) -> CanonicalForm {
        self.of_tagged(set.iter().map(|&code| (code, 0)))
    }

    /// The canonical form of a set whose codes have tags, small numbers by which they are told apart.
    pub fn of_tagged(&self, set: impl Iterator<Item = (u16, u64)> + Clone) -> CanonicalForm {
        let marks = self.refine(set.clone());
        let mut form = CanonicalForm::itself(0);
        form.order = std::array::from_fn(|peg| peg as u8);
        if self.permuted {
            form.order[..self.pegs].sort_unstable_by_key(|&peg| marks.pegs[usize::from(peg)]);
        }
        for peg in 0..self.pegs {
            let first = peg * self.colors;
            if peg > 0 && !self.each_peg {
                form.names.copy_within(..self.colors, first);
                continue;
            }
            let mut colors: [u8; MAX_COLORS] = std::array::from_fn(|color| color as u8);
            let colors = &mut colors[..self.colors];
            colors.sort_unstable_by_key(|&color| self.color_mark(&marks, peg, color.into()));
            for (name, &color) in colors.iter().enumerate() {
                form.names[first + usize::from(color)] = name as u8;
            }
        }
        let mut digits = [0u64; MOST];
        for (place, &peg) in form.order[..self.pegs].iter().enumerate() {
            let first = usize::from(peg) * self.colors;
            let power = (self.colors as u64).pow(place as u32);
            let pairs = first..first + self.colors;
            for (digit, &name) in digits[pairs.clone()].iter_mut().zip(&form.names[pairs]) {
                *digit = u64::from(name) * power;
            }
        }
        for (code, tag) in set {
            let number: u64 = self.pairs_of(code).map(|pair| digits[pair]).sum();
            form.key = form.key.wrapping_add(word(number + (tag << TAG_BITS)));
        }
        form
    }

    /// The guess on the canonical form that corresponds to this one on the set.
    pub fn guess_in_form(&self, form: &CanonicalForm, guess: u32) -> u32 {
        self.mapped(guess, |code, there| {
            for (place, &peg) in form.order[..self.pegs].iter().enumerate() {
                let peg = usize::from(peg);
                there[place] = form.names[peg * self.colors + usize::from(code[peg])];
            }
        })
    }

    /// The guess on the set that corresponds to this one on the canonical form.
    pub fn guess_in_set(&self, form: &CanonicalForm, guess: u32) -> u32 {
        self.mapped(guess, |code, here| {
            for (place, &peg) in form.order[..self.pegs].iter().enumerate() {
                let peg = usize::from(peg);
                let names = &form.names[peg * self.colors..][..self.colors];
                let color = names.iter().position(|&name| name == code[place]);
                here[peg] = color.expect("every color has a name") as u8;
            }
        })
    }

    fn mapped(&self, guess: u32, map: impl Fn(&Code, &mut [u8])) -> u32 {
        if guess == NO_GUESS {
            return NO_GUESS;
        }
        let mut mapped = [0; MAX_PEGS];
        map(&self.guesses.code(guess.into()), &mut mapped);
        let number = self.guesses.number(&mapped[..self.pegs]);
        number.expect("a symmetry maps codes onto codes") as u32
    }

    fn pairs_of(&self, code: u16) -> impl Iterator<Item = usize> {
        let pairs = &self.pairs[usize::from(code) * self.pegs..][..self.pegs];
        pairs.iter().map(|&pair| usize::from(pair))
    }

    fn color_mark(&self, marks: &Marks, peg: usize, color: usize) -> u64 {
        if self.each_peg {
            marks.pairs[peg * self.colors + color]
        } else {
            marks.colors[color]
        }
    }

    /// Tells positions and colors apart by how they occur.
    fn refine(&self, set: impl Iterator<Item = (u16, u64)> + Clone) -> Marks {
        let mut marks = Marks {
            pairs: [0; MOST],
            pegs: [0; MAX_PEGS],
            colors: [0; MAX_COLORS],
            present: ([false; MOST], [false; MAX_COLORS]),
        };
        for (code, tag) in set.clone() {
            for pair in self.pairs_of(code) {
                marks.pairs[pair] += 1 + (tag << TAG_BITS);
            }
        }
        for pair in 0..self.pegs * self.colors {
            let (peg, color) = (pair / self.colors, pair % self.colors);
            if marks.pairs[pair] > 0 {
                marks.present.0[pair] = true;
                marks.present.1[color] = true;
            }
            if !self.permuted {
                marks.pairs[pair] += (peg as u64) << 32;
            }
        }
        self.gather(&mut marks);
        // A second round distinguishes most of what the first one did not.
        for settled in [false, true].into_iter().cycle() {
            self.spread(set.clone(), &mut marks);
            self.gather(&mut marks);
            let Some(pairs) = self.alike(&marks) else {
                break;
            };
            if settled {
                pairs.for_each(|pair| marks.pairs[pair] = marks.pairs[pair].wrapping_add(CHOSEN));
                self.gather(&mut marks);
            }
        }
        marks
    }

    /// Each code passes on to each of its pairs which other pairs it has.
    fn spread(&self, set: impl Iterator<Item = (u16, u64)>, marks: &mut Marks) {
        let mut received = [0u64; MOST];
        for (code, tag) in set {
            let sum = self.pairs_of(code).map(|pair| marks.pairs[pair]);
            let mark = mix(sum.fold(tag << TAG_BITS, u64::wrapping_add));
            for pair in self.pairs_of(code) {
                received[pair] = received[pair].wrapping_add(mark);
            }
        }
        let pairs = &mut marks.pairs[..self.pegs * self.colors];
        for (mark, received) in pairs.iter_mut().zip(received) {
            *mark = mark.wrapping_add(received);
        }
    }

    /// Pairs pass their marks on to their positions and colors, and these to all of their pairs.
    fn gather(&self, marks: &mut Marks) {
        marks.pegs = [0; MAX_PEGS];
        marks.colors = [0; MAX_COLORS];
        let rows = marks.pairs[..self.pegs * self.colors].chunks_exact_mut(self.colors);
        for (row, peg) in rows.zip(&mut marks.pegs) {
            for (pair, color) in row.iter_mut().zip(&mut marks.colors) {
                *pair = mix(*pair);
                *peg = peg.wrapping_add(*pair);
                *color = color.wrapping_add(*pair);
            }
        }
        if self.each_peg {
            marks.colors = [0; MAX_COLORS];
        }
        marks.pegs.iter_mut().for_each(|peg| *peg = mix(*peg));
        let colors = marks.colors.iter_mut();
        colors.for_each(|color| *color = mix(!*color));
        let rows = marks.pairs[..self.pegs * self.colors].chunks_exact_mut(self.colors);
        for (row, &peg) in rows.zip(&marks.pegs) {
            for (pair, &color) in row.iter_mut().zip(&marks.colors) {
                *pair = pair.wrapping_add(peg.rotate_left(17)).wrapping_add(color);
            }
        }
    }

    /// The pairs of a position or color that is still not distinguished from another one.
    fn alike(&self, marks: &Marks) -> Option<Pairs> {
        let present = &marks.present;
        let most = self.pegs * self.colors;
        if let Some(peg) = one_of_equals(self.pegs, |peg| Some(marks.pegs[peg])) {
            return Some((peg * self.colors..(peg + 1) * self.colors).step_by(1));
        }
        // Colors that do not occur need not be distinguished.
        if self.each_peg {
            let pair = one_of_equals(most, |pair| present.0[pair].then_some(marks.pairs[pair]));
            return pair.map(|pair| (pair..pair + 1).step_by(1));
        }
        let color = one_of_equals(self.colors, |color| {
            present.1[color].then_some(marks.colors[color])
        });
        color.map(|color| (color..most).step_by(self.colors))
    }
}

/// A number whose mark another number has as well: the first number with the least such mark.
fn one_of_equals(count: usize, mark: impl Fn(usize) -> Option<u64>) -> Option<usize> {
    (0..count)
        .filter(|&one| {
            mark(one).is_some() && (one + 1..count).any(|other| mark(other) == mark(one))
        })
        .min_by_key(|&one| mark(one))
}

/// A random word for a code.
pub(super) fn word(number: u64) -> Key {
    let half = |start: u64| {
        let word = number.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let word = (word ^ start).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mix(word ^ word >> 27)
    };
    Key::from(half(0x8533_29a1_7e4b_c6d0)) << 64 | Key::from(half(0x2d51_c8f3_604e_9ab7))
}
