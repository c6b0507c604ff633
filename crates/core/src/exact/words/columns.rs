//! The guesses that a position allows, and those that are left after an answer.

use std::sync::OnceLock;

use crate::code::{Code, MAX_COLORS, MAX_PEGS};
use crate::look_ahead::Hints;
use crate::rules::{HardMode, Rules};
use crate::simd::Level;

use crate::bits::full;
use crate::exact::kernels::{self, LANES, Sheet, as_bytes_mut};
use crate::exact::memory::Key;
use crate::hash::Random;

/// The guesses that may be made, in ascending order.
pub(super) struct Columns {
    pub list: Vec<u32>,
    /// A row for each peg, a column for each guess: what the guess has there; made when it is first asked for.
    letters: OnceLock<Sheet>,
    /// Tells apart which guesses may be made; zero where they are always the same.
    pub key: Key,
}

impl Columns {
    pub fn lines(&self) -> usize {
        self.list.len().div_ceil(LANES)
    }
}

/// Which guesses of some columns are left after an answer.
#[derive(Default)]
pub(super) struct Marks {
    /// A bit for each column.
    pub masks: Vec<u64>,
    /// What each column would have answered to the guess, where that decides; emptied for each guess.
    pub scores: Vec<u32>,
}

/// Which guesses a game allows after an answer.
pub(super) struct Allowance<'a> {
    rules: &'a Rules,
    guesses: &'a [Code],
    /// A random word for each guess.
    keys: Vec<Key>,
    /// Only codes that may still be the secret are guessed.
    members_only: bool,
    pub level: Level,
}

impl<'a> Allowance<'a> {
    pub fn new(rules: &'a Rules, guesses: &'a [Code], members_only: bool, level: Level) -> Self {
        let mut random = Random(0x4a2d);
        Allowance {
            rules,
            guesses,
            keys: guesses.iter().map(|_| random.double_word()).collect(),
            members_only,
            level,
        }
    }

    pub fn columns(&self, list: Vec<u32>) -> Columns {
        // Where only members are guessed, the set says all.
        let key = if self.rules.hard().is_some() && !self.members_only {
            let keys = list.iter().map(|&guess| self.keys[guess as usize]);
            keys.fold(0, Key::wrapping_add)
        } else {
            0
        };
        Columns {
            letters: OnceLock::new(),
            list,
            key,
        }
    }

    fn letters(&self, list: &[u32]) -> Sheet {
        let mut letters = Sheet::new(self.rules.pegs(), list.len(), u8::MAX);
        for peg in 0..self.rules.pegs() {
            let row = as_bytes_mut(letters.row_mut(peg));
            for (place, &guess) in row.iter_mut().zip(list) {
                *place = self.guesses[guess as usize][peg];
            }
        }
        letters
    }

    /// Marks the guesses that may follow a guess and its answer; false if all may. `members` may then be the secret.
    pub fn after(
        &self,
        columns: &Columns,
        guess: u32,
        answer: u32,
        members: impl Iterator<Item = u32>,
        marks: &mut Marks,
    ) -> bool {
        let Marks { masks, scores } = marks;
        masks.clear();
        if self.members_only {
            masks.resize(columns.lines(), 0);
            for member in members {
                // A first guess that is fixed may be no member.
                if let Ok(place) = columns.list.binary_search(&member) {
                    masks[place / 64] |= 1 << (place % 64);
                }
            }
            return true;
        }
        let code = &self.guesses[guess as usize];
        match self.rules.hard() {
            None => return false,
            Some(HardMode::Hints | HardMode::Strict) => {
                return self.with_hints(columns, code, answer, masks);
            }
            Some(HardMode::Consistent) => {}
        }
        if scores.is_empty() {
            let score = |&next: &u32| self.rules.score(code, &self.guesses[next as usize]);
            scores.extend(columns.list.iter().map(score));
        }
        masks.resize(columns.lines(), 0);
        for (place, &score) in scores.iter().enumerate() {
            masks[place / 64] |= u64::from(score == answer) << (place % 64);
        }
        true
    }

    /// The guesses that use the hints, 64 at a time.
    fn with_hints(
        &self,
        columns: &Columns,
        code: &Code,
        answer: u32,
        masks: &mut Vec<u64>,
    ) -> bool {
        let hints = Hints::default().and(self.rules, code, answer);
        if hints == Hints::default() {
            return false;
        }
        let pegs = code.len();
        // Each color with how often it must be used; green pegs alone need no count.
        let greens = |color| {
            let alike = hints.green.iter().filter(|&&green| green == Some(color));
            alike.count()
        };
        let needed = (0u8..).zip(hints.needed.map(usize::from));
        let needed: Vec<(u8, usize)> = needed
            .filter(|&(color, count)| count > greens(color))
            .collect();
        let absent: Vec<u8> = (0..MAX_COLORS as u8)
            .filter(|color| hints.absent >> color & 1 == 1)
            .collect();
        let letters = columns.letters.get_or_init(|| self.letters(&columns.list));
        let equal = |line: usize, peg: usize, color: u8| {
            kernels::equal(self.level, &letters.row(peg)[line], color)
        };
        for (line, mut mask) in full(columns.list.len()).enumerate() {
            for (peg, green) in hints.green.iter().enumerate() {
                if let (Some(color), true) = (green, mask != 0) {
                    mask &= equal(line, peg, *color);
                }
            }
            for &color in &absent {
                for peg in 0..pegs {
                    mask &= !equal(line, peg, color);
                }
            }
            for &(color, count) in &needed {
                if mask == 0 {
                    break;
                }
                let mut at_least = [0u64; MAX_PEGS + 1];
                at_least[0] = u64::MAX;
                for peg in 0..pegs {
                    let here = equal(line, peg, color);
                    for times in (1..=count).rev() {
                        at_least[times] |= at_least[times - 1] & here;
                    }
                }
                mask &= at_least[count];
            }
            masks.push(mask);
        }
        true
    }
}
