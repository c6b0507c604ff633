//! Numbers for codes: the codes of a game in ascending order, none of them stored.

use crate::code::Code;
use crate::rules::{Allowed, Rules};

/// The codes that one side of a game may use, numbered `0..len()` in ascending order.
#[derive(Clone, Debug)]
pub struct CodeSpace {
    pegs: usize,
    colors: usize,
    kind: Kind,
}

#[derive(Clone, Debug)]
enum Kind {
    Any,
    Distinct,
    List(std::sync::Arc<[Code]>),
}

impl CodeSpace {
    /// The codes that may be secrets.
    pub fn secrets(rules: &Rules) -> Self {
        Self::of(rules, |secrets, _| secrets)
    }

    /// The codes that may be guessed; other than the secrets only with word lists.
    pub fn guesses(rules: &Rules) -> Self {
        Self::of(rules, |_, guesses| guesses)
    }

    fn of<'a>(
        rules: &'a Rules,
        pick: impl Fn(
            &'a std::sync::Arc<[Code]>,
            &'a std::sync::Arc<[Code]>,
        ) -> &'a std::sync::Arc<[Code]>,
    ) -> Self {
        CodeSpace {
            pegs: rules.pegs(),
            colors: rules.colors(),
            kind: match rules.allowed() {
                Allowed::Any => Kind::Any,
                Allowed::Distinct => Kind::Distinct,
                Allowed::Words {
                    secrets, guesses, ..
                } => Kind::List(pick(secrets, guesses).clone()),
            },
        }
    }

    /// Every code of so many pegs and colors; no pegs make one code, the empty one.
    pub(crate) fn everything(pegs: usize, colors: usize) -> Self {
        CodeSpace {
            pegs,
            colors,
            kind: Kind::Any,
        }
    }

    /// Every code of so many pegs, all of different colors.
    pub(crate) fn distinct(pegs: usize, colors: usize) -> Self {
        CodeSpace {
            pegs,
            colors,
            kind: Kind::Distinct,
        }
    }

    /// How many pegs a code has.
    pub fn pegs(&self) -> usize {
        self.pegs
    }

    /// How many colors there are.
    pub fn colors(&self) -> usize {
        self.colors
    }

    /// Whether no code of these pegs and colors is missing.
    pub fn is_everything(&self) -> bool {
        matches!(self.kind, Kind::Any)
    }

    /// Whether the codes are those without a color twice.
    pub(crate) fn is_distinct(&self) -> bool {
        matches!(self.kind, Kind::Distinct)
    }

    /// How often a color may occur in a code.
    pub fn copies(&self) -> usize {
        match self.kind {
            Kind::Distinct => 1,
            Kind::Any | Kind::List(_) => self.pegs,
        }
    }

    /// How many codes there are; at most 64^20, which a `u128` holds.
    pub fn len(&self) -> u128 {
        match &self.kind {
            Kind::Any => (self.colors as u128).pow(self.pegs as u32),
            Kind::Distinct => arrangements(self.colors, self.pegs),
            Kind::List(codes) => codes.len() as u128,
        }
    }

    /// Checked rules always allow some code.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The code with this number.
    ///
    /// # Panics
    /// If the number is not below [`CodeSpace::len`].
    pub fn code(&self, mut number: u128) -> Code {
        assert!(number < self.len(), "number {number} of {}", self.len());
        let mut code = Code::new(&[0; crate::MAX_PEGS][..self.pegs]);
        match &self.kind {
            Kind::List(codes) => return codes[number as usize],
            Kind::Any => {
                for peg in code.pegs_mut().iter_mut().rev() {
                    // Division of 128 bits is slow, and the numbers are nearly always small.
                    let (rest, color) = match u64::try_from(number) {
                        Ok(small) => {
                            let colors = self.colors as u64;
                            (u128::from(small / colors), (small % colors) as u8)
                        }
                        Err(_) => {
                            let colors = self.colors as u128;
                            (number / colors, (number % colors) as u8)
                        }
                    };
                    *peg = color;
                    number = rest;
                }
            }
            Kind::Distinct => {
                let mut used = 0u64;
                for (place, peg) in code.pegs_mut().iter_mut().enumerate() {
                    let block = arrangements(self.colors - place - 1, self.pegs - place - 1);
                    *peg = nth_unused(used, (number / block) as usize);
                    used |= 1 << *peg;
                    number %= block;
                }
            }
        }
        code
    }

    /// The number of a code, or `None` if the code is not in this space.
    pub fn number(&self, code: &[u8]) -> Option<u128> {
        if code.len() != self.pegs || code.iter().any(|&c| c as usize >= self.colors) {
            return None;
        }
        match &self.kind {
            Kind::List(codes) => codes
                .binary_search(&Code::new(code))
                .ok()
                .map(|index| index as u128),
            Kind::Any => Some(
                code.iter()
                    .fold(0, |number, &c| number * self.colors as u128 + c as u128),
            ),
            Kind::Distinct => {
                let mut used = 0u64;
                let mut number = 0;
                for (place, &color) in code.iter().enumerate() {
                    if used >> color & 1 == 1 {
                        return None;
                    }
                    let smaller = color as u32 - (used & ((1 << color) - 1)).count_ones();
                    let block = arrangements(self.colors - place - 1, self.pegs - place - 1);
                    number += smaller as u128 * block;
                    used |= 1 << color;
                }
                Some(number)
            }
        }
    }

    /// All codes in ascending order.
    pub fn iter(&self) -> impl Iterator<Item = Code> + '_ {
        let mut next = Some(self.code(0));
        let mut index = 0;
        std::iter::from_fn(move || {
            let code = next?;
            index += 1;
            next = match &self.kind {
                Kind::List(codes) => codes.get(index).copied(),
                _ => self.successor(code),
            };
            Some(code)
        })
    }

    /// The next greater code: the rightmost peg that can take a higher color takes the next one, and
    /// the pegs after it take the lowest.
    fn successor(&self, mut code: Code) -> Option<Code> {
        let distinct = matches!(self.kind, Kind::Distinct);
        let mut used = code.iter().fold(0u64, |set, &color| set | 1 << color);
        let pegs = code.pegs_mut();
        for place in (0..pegs.len()).rev() {
            used &= !(1 << pegs[place]);
            let blocked = if distinct { used } else { 0 };
            let Some(color) =
                (pegs[place] + 1..self.colors as u8).find(|&color| blocked >> color & 1 == 0)
            else {
                continue;
            };
            pegs[place] = color;
            used |= 1 << color;
            for peg in &mut pegs[place + 1..] {
                *peg = if distinct { nth_unused(used, 0) } else { 0 };
                used |= 1 << *peg;
            }
            return Some(code);
        }
        None
    }
}

/// How many ordered choices of `length` different colors there are among `colors`.
fn arrangements(colors: usize, length: usize) -> u128 {
    (0..length).map(|i| (colors - i) as u128).product()
}

fn nth_unused(used: u64, n: usize) -> u8 {
    let mut free = !used;
    for _ in 0..n {
        free &= free - 1;
    }
    free.trailing_zeros() as u8
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::FeedbackKind;
    use proptest::prelude::*;

    fn space(pegs: usize, colors: usize, allowed: Allowed) -> CodeSpace {
        CodeSpace::secrets(&Rules::new(pegs, colors, allowed, FeedbackKind::BlackWhite).unwrap())
    }

    #[test]
    fn numbers_ascend_and_come_back() {
        for space in [
            space(4, 6, Allowed::Any),
            space(3, 10, Allowed::Distinct),
            space(4, 4, Allowed::Distinct),
            space(1, 64, Allowed::Any),
        ] {
            let codes: Vec<Code> = space.iter().collect();
            assert_eq!(codes.len() as u128, space.len());
            assert!(codes.is_sorted_by(|a, b| a < b));
            for (index, code) in codes.iter().enumerate() {
                assert_eq!(space.number(code), Some(index as u128));
                assert_eq!(space.code(index as u128), *code);
            }
        }
    }

    #[test]
    fn codes_outside_have_no_number() {
        let distinct = space(3, 10, Allowed::Distinct);
        assert_eq!(distinct.number(&[1, 2, 1]), None);
        assert_eq!(distinct.number(&[1, 2]), None);
        assert_eq!(distinct.number(&[1, 2, 10]), None);
    }

    proptest! {
        #[test]
        fn the_largest_spaces_round_trip(number in 0..64u128.pow(20)) {
            let all = space(20, 64, Allowed::Any);
            prop_assert_eq!(all.number(&all.code(number)), Some(number));
            let distinct = space(20, 64, Allowed::Distinct);
            let number = number % distinct.len();
            prop_assert_eq!(distinct.number(&distinct.code(number)), Some(number));
        }
    }
}
