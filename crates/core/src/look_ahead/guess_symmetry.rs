//! Which guesses are worth scoring: the lowest one of each set that the possible codes cannot tell
//! apart, and the members of such a set.
//!
//! Three symmetries are used. Colors that no possible code has are all alike, so only the lowest of
//! them is guessed (the lowest ones in order, where colors may not repeat). Colors that no guess of
//! the history had are interchangeable, so they enter a guess in ascending order. Pegs that had the
//! same color in every guess of the history are interchangeable, so their colors ascend: if they do
//! not, then the guess with two of them exchanged, and colors renamed where they may be, is a lower
//! one. Of each class of guesses the lowest is kept. Its members are all possible or all impossible,
//! so ties are broken as if every guess had been scored.

use crate::code::{Code, MAX_COLORS, MAX_PEGS};
use crate::rules::{Allowed, Rules};

use super::history_symmetry::HistorySymmetry;

/// The interchangeable colors and pegs at some moment of a game.
#[derive(Clone, Debug)]
pub struct GuessSymmetry {
    pegs: usize,
    colors: usize,
    /// The colors that the kept guesses need, ascending.
    pub active: Vec<u8>,
    /// For each active color, its place in its class of interchangeable colors, if any.
    order: Vec<Option<(Class, usize)>>,
    /// The class of every color of the game.
    classes: Vec<Option<Class>>,
    distinct: bool,
    /// For each peg the last one before it that is interchangeable with it.
    previous_alike: [Option<u8>; MAX_PEGS],
    /// For each peg the first one that is interchangeable with it.
    first_alike: [u8; MAX_PEGS],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Class {
    /// No possible code has the color.
    Absent,
    /// No guess had the color.
    Fresh,
}

/// Which colors the pegs after the first ones may have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PrefixState {
    absent: usize,
    fresh: usize,
    used: u64,
}

/// The first pegs of a guess, each as an index into the active colors, and their state.
#[derive(Clone, Copy, Debug)]
pub struct Prefix {
    pub indices: Code,
    pub state: PrefixState,
}

impl GuessSymmetry {
    /// Takes the set of colors that some possible code has. A color that no possible code has may be
    /// in it too; then less symmetry is found.
    pub fn new(rules: &Rules, present: u64, history: &HistorySymmetry) -> Self {
        let pegs = rules.pegs();
        let distinct = *rules.allowed() == Allowed::Distinct;
        let mut absent = 0;
        let mut fresh = 0;
        let mut active = Vec::new();
        let mut order = Vec::new();
        let mut classes = Vec::new();
        for color in 0..rules.colors() {
            let place = if present >> color & 1 == 0 {
                absent += 1;
                classes.push(Some(Class::Absent));
                if absent > if distinct { pegs } else { 1 } {
                    continue;
                }
                Some((Class::Absent, absent - 1))
            } else if !history.has_guessed(color) {
                fresh += 1;
                classes.push(Some(Class::Fresh));
                Some((Class::Fresh, fresh - 1))
            } else {
                classes.push(None);
                None
            };
            active.push(color as u8);
            order.push(place);
        }
        let mut previous_alike = [None; MAX_PEGS];
        let mut first_alike = std::array::from_fn(|peg| peg as u8);
        if rules.feedback().counts_pegs() {
            for peg in 0..pegs {
                previous_alike[peg] = history.previous_alike(peg).map(|previous| previous as u8);
                first_alike[peg] = history.first_alike(peg) as u8;
            }
        }
        GuessSymmetry {
            pegs,
            colors: rules.colors(),
            active,
            order,
            classes,
            distinct,
            previous_alike,
            first_alike,
        }
    }

    /// Whether every active color may stand at every peg from this one on.
    pub fn is_free(&self, peg: usize) -> bool {
        !self.distinct
            && self.previous_alike[peg..].iter().all(Option::is_none)
            && self
                .order
                .iter()
                .all(|place| place.is_none_or(|(_, index)| index == 0))
    }

    /// The state after one more peg with this active color, or `None` if the color may not follow
    /// these pegs.
    #[inline(always)]
    pub fn then(&self, mut state: PrefixState, before: &[u8], index: usize) -> Option<PrefixState> {
        let previous = self.previous_alike[before.len()];
        if previous.is_some_and(|previous| index < before[previous as usize] as usize) {
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

    /// These prefixes with every peg that may follow them, in ascending order if they are.
    pub fn extended(&self, prefixes: &[Prefix]) -> Vec<Prefix> {
        let mut longer = Vec::with_capacity(prefixes.len() * self.active.len());
        let mut pegs = [0; MAX_PEGS];
        for Prefix { indices, state } in prefixes {
            let length = indices.len();
            pegs[..length].copy_from_slice(indices);
            for index in 0..self.active.len() {
                if let Some(state) = self.then(*state, indices, index) {
                    pegs[length] = index as u8;
                    let indices = Code::new(&pegs[..=length]);
                    longer.push(Prefix { indices, state });
                }
            }
        }
        longer
    }

    /// The colors with these indices.
    pub fn colors(&self, indices: &[u8]) -> Code {
        let mut colors = [0; MAX_PEGS];
        for (color, &index) in colors.iter_mut().zip(indices) {
            *color = self.active[index as usize];
        }
        Code::new(&colors[..indices.len()])
    }

    /// The kept guesses in ascending order, made one by one.
    pub fn guesses(&self) -> impl Iterator<Item = Code> + '_ {
        let mut waiting = vec![Prefix::EMPTY];
        std::iter::from_fn(move || {
            loop {
                let prefix = waiting.pop()?;
                if prefix.indices.len() == self.pegs {
                    return Some(self.colors(&prefix.indices));
                }
                let longer = self.extended(&[prefix]);
                waiting.extend(longer.into_iter().rev());
            }
        })
    }

    /// The lowest `limit` members of the class of a guess, ascending.
    pub fn members(&self, guess: &Code, limit: usize) -> Vec<Code> {
        let mut search = MemberSearch::new(self, guess, limit);
        search.extend(0, 0);
        search.found
    }
}

impl Prefix {
    /// The prefix of no pegs.
    pub const EMPTY: Prefix = Prefix {
        indices: Code::EMPTY,
        state: PrefixState {
            absent: 0,
            fresh: 0,
            used: 0,
        },
    };
}

/// How often a color stands at the pegs of each set of interchangeable pegs.
type Column = [u8; MAX_PEGS];

/// Lists the members of a class in ascending order, peg by peg.
///
/// A guess is a member if, for each set of interchangeable pegs, it has the fixed colors as often as
/// the given guess and as many absent colors, and if its fresh colors can be paired with those of the
/// given guess so that both of a pair stand equally often at the pegs of each set. A prefix can be
/// completed if the same holds with "at most".
struct MemberSearch<'a> {
    symmetry: &'a GuessSymmetry,
    limit: usize,
    found: Vec<Code>,
    pegs: [u8; MAX_PEGS],
    /// For each set of interchangeable pegs how often each fixed color is still missing.
    fixed: Vec<Column>,
    /// For each set of interchangeable pegs how many absent colors are still missing.
    absent: Column,
    /// The columns of the fresh colors of the given guess.
    wanted: Vec<Column>,
    /// The columns of all colors of the prefix.
    columns: Vec<Column>,
}

impl<'a> MemberSearch<'a> {
    fn new(symmetry: &'a GuessSymmetry, guess: &Code, limit: usize) -> Self {
        let mut columns = vec![[0; MAX_PEGS]; MAX_COLORS];
        for (peg, &color) in guess.iter().enumerate() {
            columns[color as usize][symmetry.first_alike[peg] as usize] += 1;
        }
        let mut absent = [0; MAX_PEGS];
        let mut wanted = Vec::new();
        for (class, column) in symmetry.classes.iter().zip(&columns) {
            match class {
                Some(Class::Absent) => {
                    for (sum, times) in absent.iter_mut().zip(column) {
                        *sum += times;
                    }
                }
                Some(Class::Fresh) if *column != [0; MAX_PEGS] => wanted.push(*column),
                _ => {}
            }
        }
        MemberSearch {
            symmetry,
            limit,
            found: Vec::new(),
            pegs: [0; MAX_PEGS],
            fixed: columns,
            absent,
            wanted,
            columns: vec![[0; MAX_PEGS]; MAX_COLORS],
        }
    }

    /// Tries every color at this peg; `used` are the colors of the pegs before it.
    fn extend(&mut self, peg: usize, used: u64) {
        if peg == self.symmetry.pegs {
            self.found.push(Code::new(&self.pegs[..peg]));
            return;
        }
        let set = self.symmetry.first_alike[peg] as usize;
        for color in 0..self.symmetry.colors {
            if self.found.len() >= self.limit {
                return;
            }
            if self.symmetry.distinct && used >> color & 1 == 1 {
                continue;
            }
            self.pegs[peg] = color as u8;
            let next = used | 1 << color;
            match self.symmetry.classes[color] {
                None if self.fixed[color][set] > 0 => {
                    self.fixed[color][set] -= 1;
                    self.extend(peg + 1, next);
                    self.fixed[color][set] += 1;
                }
                Some(Class::Absent) if self.absent[set] > 0 => {
                    self.absent[set] -= 1;
                    self.extend(peg + 1, next);
                    self.absent[set] += 1;
                }
                Some(Class::Fresh) => {
                    self.columns[color][set] += 1;
                    if self.is_feasible(next) {
                        self.extend(peg + 1, next);
                    }
                    self.columns[color][set] -= 1;
                }
                _ => {}
            }
        }
    }

    /// Whether each fresh color of the prefix can be paired with one of the wanted columns that is
    /// nowhere smaller (bipartite matching by augmenting paths).
    fn is_feasible(&self, used: u64) -> bool {
        fn assign(
            color: usize,
            fits: &dyn Fn(usize, usize) -> bool,
            owner: &mut [Option<usize>],
            seen: &mut [bool],
        ) -> bool {
            for place in 0..owner.len() {
                if !seen[place] && fits(color, place) {
                    seen[place] = true;
                    if owner[place].is_none_or(|other| assign(other, fits, owner, seen)) {
                        owner[place] = Some(color);
                        return true;
                    }
                }
            }
            false
        }
        let fits = |color: usize, place: usize| {
            let pairs = self.columns[color].iter().zip(&self.wanted[place]);
            pairs.into_iter().all(|(have, want)| have <= want)
        };
        let mut owner = vec![None; self.wanted.len()];
        (0..self.symmetry.colors)
            .filter(|&color| used >> color & 1 == 1)
            .filter(|&color| self.symmetry.classes[color] == Some(Class::Fresh))
            .all(|color| {
                assign(
                    color,
                    &fits,
                    &mut owner,
                    &mut vec![false; self.wanted.len()],
                )
            })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::FeedbackKind;

    fn guesses(symmetry: &GuessSymmetry, pegs: usize) -> Vec<Vec<u8>> {
        let mut prefixes = vec![Prefix::EMPTY];
        for _ in 0..pegs {
            prefixes = symmetry.extended(&prefixes);
        }
        let all: Vec<Vec<u8>> = prefixes
            .iter()
            .map(|guess| symmetry.colors(&guess.indices).to_vec())
            .collect();
        assert!(
            symmetry
                .guesses()
                .map(|guess| guess.to_vec())
                .eq(all.clone())
        );
        all
    }

    fn rules(pegs: usize, colors: usize, allowed: Allowed) -> Rules {
        Rules::new(pegs, colors, allowed, FeedbackKind::BlackWhite).unwrap()
    }

    #[test]
    fn first_guesses_are_the_ways_to_repeat_colors() {
        let start = GuessSymmetry::new(
            &rules(4, 6, Allowed::Any),
            0b11_1111,
            &HistorySymmetry::default(),
        );
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
        let distinct = GuessSymmetry::new(
            &rules(4, 10, Allowed::Distinct),
            0x3FF,
            &HistorySymmetry::default(),
        );
        assert_eq!(guesses(&distinct, 4), [[0, 1, 2, 3]]);
    }

    #[test]
    fn absent_colors_are_one_color_or_come_in_order() {
        let history =
            HistorySymmetry::of(&[Code::new(&[0, 1]), Code::new(&[2, 3]), Code::new(&[4, 4])]);
        let one = GuessSymmetry::new(&rules(2, 5, Allowed::Any), 0b00100, &history);
        assert_eq!(guesses(&one, 2), [[0, 0], [0, 2], [2, 0], [2, 2]]);
        let distinct = GuessSymmetry::new(&rules(2, 5, Allowed::Distinct), 0b00100, &history);
        assert_eq!(guesses(&distinct, 2), [[0, 1], [0, 2], [2, 0]]);
    }

    #[test]
    fn members_of_a_class_ascend() {
        let start = GuessSymmetry::new(
            &rules(3, 3, Allowed::Any),
            0b111,
            &HistorySymmetry::default(),
        );
        let members = |guess: &[u8], limit: usize| start.members(&Code::new(guess), limit);
        assert_eq!(members(&[0, 0, 0], 9).len(), 3);
        assert_eq!(members(&[0, 1, 2], 9).len(), 6);
        let pairs = members(&[0, 0, 1], 99);
        assert_eq!(pairs.len(), 18);
        assert!(pairs.is_sorted());
        assert_eq!(members(&[0, 1, 1], 99), pairs);
        assert_eq!(members(&[0, 0, 1], 4), pairs[..4]);
    }
}
