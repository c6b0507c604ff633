//! What all threads of a search work with.

use super::columns::Allowance;
use crate::exact::bounds::LowerBounds;
use crate::exact::cost::{self, Goal, after_a_guess};
use crate::exact::game::Game;
use crate::exact::kernels::Labels;
use crate::exact::memory::{Cost, GreatTable, Key, KeySpace};
use crate::exact::watch::Watch;
use crate::simd::Level;

/// A cost of a position that has no strategy within the limit; greater than all others.
pub(super) const INFINITE: u64 = <u64 as Cost>::INFINITE;

/// What a search looks for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Question {
    /// Any strategy that keeps to the limit will do; its cost does not matter.
    pub any: bool,
    /// Only so many of the most promising guesses are tried at each position.
    pub width: Option<usize>,
}

impl Question {
    /// The best strategy, all guesses being tried.
    pub const ALL: Question = Question {
        any: false,
        width: None,
    };

    /// Tells apart what searches may not share.
    fn key_space(self) -> KeySpace {
        const ANY: Key = 0x1f83_d9ab_fb41_bd6b_5be0_cd19_137e_2179;
        KeySpace::new(if self.any { ANY } else { 0 }, self.width)
    }
}

#[derive(Clone, Copy)]
pub(super) struct Setting<'a> {
    pub game: &'a Game,
    /// How often each secret counts; once without weights.
    pub weights: Option<&'a [u32]>,
    pub allowance: &'a Allowance<'a>,
    /// The names of answers in sheets.
    pub names: &'a Labels,
    pub bounds: &'a LowerBounds,
    pub table: &'a GreatTable,
    pub watch: &'a Watch<'a>,
    pub level: Level,
    pub question: Question,
}

impl Setting<'_> {
    pub fn weight(&self, code: u16) -> u64 {
        self.weights
            .map_or(1, |weights| weights[usize::from(code)].into())
    }

    pub fn weight_of(&self, set: &[u16]) -> u64 {
        match self.weights {
            None => set.len() as u64,
            Some(_) => set.iter().map(|&code| self.weight(code)).sum(),
        }
    }

    /// What a set costs at least, whichever guesses may be made: by its size alone without weights, and with
    /// them if the next guess finds its heaviest code and the guess after that all others.
    pub fn bound(&self, set: &[u16], left: u8) -> u64 {
        let by_size = self.bounds.of(set.len(), left);
        if by_size >= cost::INFINITE {
            return INFINITE;
        }
        match self.weights {
            None => by_size.into(),
            Some(_) => 2 * self.weight_of(set) - self.heaviest(set),
        }
    }

    fn heaviest(&self, set: &[u16]) -> u64 {
        let weights = set.iter().map(|&code| self.weight(code));
        weights.max().expect("a set has codes")
    }

    /// The cost of a set of one or two secrets.
    pub fn certain_cost(&self, set: &[u16], left: u8) -> Option<u64> {
        match *set {
            _ if left == 0 || left == 1 && set.len() > 1 => Some(INFINITE),
            [code] => Some(self.weight(code)),
            [_, _] => Some(2 * self.weight_of(set) - self.heaviest(set)),
            _ => None,
        }
    }

    /// The guesses left after one more, as they matter to a set of this size.
    pub fn next_limit(&self, size: usize, left: u8) -> u8 {
        Goal::Total.normal_limit(size, after_a_guess(left))
    }

    /// The key of a set with a limit.
    pub fn key(&self, key: Key, left: u8) -> Key {
        self.question.key_space().key(key, left)
    }

    /// The guess that is the heaviest secret of a set.
    pub fn heaviest_guess(&self, set: &[u16]) -> u32 {
        let heaviest = set.iter().rev().max_by_key(|&&code| self.weight(code));
        self.game
            .matrix
            .guess_of(*heaviest.expect("a set has codes"))
    }
}
