//! A set of numbers below a bound, kept in whichever of three forms needs least memory.

use crate::bits::ones_from;
use crate::code::Code;
use crate::space::CodeSpace;

/// Bits between two stored ranks of a [`NumberSet`] kept as bits.
const RANK_STEP: usize = 512;
const WORDS_PER_RANK: usize = RANK_STEP / 64;

/// Some of the numbers `0..bound`. A set of all of them stores nothing, a set of fewer than one
/// in 32 is a list, and any other set has one bit for each number.
#[derive(Clone, Debug)]
pub struct NumberSet {
    bound: usize,
    form: Form,
}

#[derive(Clone, Debug)]
enum Form {
    All,
    Bits {
        words: Vec<u64>,
        /// How many numbers come before each run of [`RANK_STEP`] bits; the last entry counts all.
        ranks: Vec<u32>,
    },
    List(Vec<u32>),
}

impl NumberSet {
    /// Every number below the bound, which is at most 2^32.
    pub fn all(bound: usize) -> Self {
        NumberSet {
            bound,
            form: Form::All,
        }
    }

    /// The numbers whose bits are set, lowest number in the lowest bit of the first word.
    pub fn from_bits(bound: usize, words: Vec<u64>) -> Self {
        debug_assert_eq!(words.len(), bound.div_ceil(64));
        let mut ranks = Vec::with_capacity(words.len() / WORDS_PER_RANK + 2);
        let mut count = 0;
        for chunk in words.chunks(WORDS_PER_RANK) {
            ranks.push(count);
            count += chunk.iter().map(|word| word.count_ones()).sum::<u32>();
        }
        ranks.push(count);
        if (count as usize) < bound / 32 {
            let mut list = Vec::with_capacity(count as usize);
            list.extend(ones_from(&words, 0).map(|number| number as u32));
            return NumberSet {
                bound,
                form: Form::List(list),
            };
        }
        NumberSet {
            bound,
            form: Form::Bits { words, ranks },
        }
    }

    /// The listed numbers, which ascend without repeats.
    pub fn from_list(bound: usize, list: Vec<u32>) -> Self {
        debug_assert!(list.is_sorted_by(|a, b| a < b));
        NumberSet {
            bound,
            form: Form::List(list),
        }
    }

    /// How many numbers the set has.
    pub fn len(&self) -> usize {
        match &self.form {
            Form::All => self.bound,
            Form::Bits { ranks, .. } => ranks[ranks.len() - 1] as usize,
            Form::List(list) => list.len(),
        }
    }

    /// Whether there is no number.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// One more than the greatest number that the set may have.
    pub fn bound(&self) -> usize {
        self.bound
    }

    /// Whether the set has every number below the bound because none was ever taken out.
    pub fn is_all(&self) -> bool {
        matches!(self.form, Form::All)
    }

    /// The numbers, if they are few and therefore kept as a list.
    pub fn as_list(&self) -> Option<&[u32]> {
        match &self.form {
            Form::List(list) => Some(list),
            _ => None,
        }
    }

    /// The bits, if that is how the set is kept.
    pub fn as_bits(&self) -> Option<&[u64]> {
        match &self.form {
            Form::Bits { words, .. } => Some(words),
            _ => None,
        }
    }

    /// Whether this number is one of them.
    pub fn contains(&self, number: usize) -> bool {
        number < self.bound
            && match &self.form {
                Form::All => true,
                Form::Bits { words, .. } => words[number / 64] >> (number % 64) & 1 == 1,
                Form::List(list) => list.binary_search(&(number as u32)).is_ok(),
            }
    }

    /// The number in this place, counted from zero in ascending order.
    pub fn nth(&self, index: usize) -> Option<usize> {
        if index >= self.len() {
            return None;
        }
        match &self.form {
            Form::All => Some(index),
            Form::List(list) => Some(list[index] as usize),
            Form::Bits { words, ranks } => {
                let run = ranks.partition_point(|&rank| rank as usize <= index) - 1;
                let mut rest = index as u32 - ranks[run];
                let first = run * WORDS_PER_RANK;
                for (place, &word) in words[first..].iter().enumerate() {
                    if rest < word.count_ones() {
                        let mut word = word;
                        for _ in 0..rest {
                            word &= word - 1;
                        }
                        return Some((first + place) * 64 + word.trailing_zeros() as usize);
                    }
                    rest -= word.count_ones();
                }
                None
            }
        }
    }

    /// The numbers in ascending order, from the one in place `start` on.
    pub fn iter_from(&self, start: usize) -> Box<dyn Iterator<Item = usize> + '_> {
        let Some(first) = self.nth(start) else {
            return Box::new(std::iter::empty());
        };
        match &self.form {
            Form::All => Box::new(first..self.bound),
            Form::List(list) => Box::new(list[start..].iter().map(|&number| number as usize)),
            Form::Bits { words, .. } => Box::new(ones_from(words, first)),
        }
    }
}

impl NumberSet {
    /// The numbers that are in this set or in another one with the same bound.
    pub fn union(&self, other: &NumberSet) -> NumberSet {
        debug_assert_eq!(self.bound, other.bound);
        match (&self.form, &other.form) {
            (Form::All, _) | (_, Form::All) => NumberSet::all(self.bound),
            (Form::List(list), Form::List(others)) => {
                let mut both = [&list[..], &others[..]].concat();
                both.sort_unstable();
                both.dedup();
                NumberSet::from_list(self.bound, both)
            }
            (Form::Bits { words, .. }, _) => other.added_to(words.clone()),
            (_, Form::Bits { words, .. }) => self.added_to(words.clone()),
        }
    }

    fn added_to(&self, mut words: Vec<u64>) -> NumberSet {
        match &self.form {
            Form::All => return self.clone(),
            Form::Bits { words: own, .. } => {
                for (word, own) in words.iter_mut().zip(own) {
                    *word |= own;
                }
            }
            Form::List(list) => {
                for &number in list {
                    words[number as usize / 64] |= 1 << (number % 64);
                }
            }
        }
        NumberSet::from_bits(self.bound, words)
    }

    /// The numbers of this set that are not in another one with the same bound.
    pub fn without(&self, other: &NumberSet) -> NumberSet {
        debug_assert_eq!(self.bound, other.bound);
        let mut words = match (&self.form, &other.form) {
            (_, Form::All) => return NumberSet::from_list(self.bound, Vec::new()),
            (Form::List(list), _) => {
                let kept = list.iter().copied();
                let kept = kept.filter(|&number| !other.contains(number as usize));
                return NumberSet::from_list(self.bound, kept.collect());
            }
            (Form::All, _) => {
                let mut words = vec![!0; self.bound.div_ceil(64)];
                if let Some(last) = words.last_mut() {
                    *last = bits_before(self.bound, self.bound.div_ceil(64) - 1);
                }
                words
            }
            (Form::Bits { words, .. }, _) => words.clone(),
        };
        match &other.form {
            Form::All => unreachable!("nothing is left without all numbers"),
            Form::Bits { words: others, .. } => {
                for (word, other) in words.iter_mut().zip(others) {
                    *word &= !other;
                }
            }
            Form::List(list) => {
                for &number in list {
                    words[number as usize / 64] &= !(1 << (number % 64));
                }
            }
        }
        NumberSet::from_bits(self.bound, words)
    }
}

/// A subset that is being filled.
pub(crate) struct Selection {
    bound: usize,
    kept: Kept,
}

enum Kept {
    Bits(Vec<u64>),
    List(Vec<u32>),
}

impl NumberSet {
    /// An empty set, to be filled with numbers that are in this one, in ascending order.
    pub(crate) fn selection(&self) -> Selection {
        Selection {
            bound: self.bound,
            kept: match self.form {
                Form::List(_) => Kept::List(Vec::new()),
                _ => Kept::Bits(vec![0; self.bound.div_ceil(64)]),
            },
        }
    }
}

impl Selection {
    pub fn keep(&mut self, number: u32) {
        match &mut self.kept {
            Kept::Bits(words) => words[number as usize / 64] |= 1 << (number % 64),
            Kept::List(list) => list.push(number),
        }
    }

    pub fn finish(self) -> NumberSet {
        match self.kept {
            Kept::Bits(words) => NumberSet::from_bits(self.bound, words),
            Kept::List(list) => NumberSet::from_list(self.bound, list),
        }
    }
}

/// The codes of a space with these numbers, each with its number, in ascending order.
pub(crate) fn codes_of<'a>(
    space: &'a CodeSpace,
    set: &'a NumberSet,
) -> Box<dyn Iterator<Item = (usize, Code)> + 'a> {
    if set.is_all() {
        return Box::new(space.iter().enumerate());
    }
    let numbers = set.iter_from(0);
    Box::new(numbers.map(|number| (number, space.code(number as u128))))
}

/// Copies `len` bits from bit `start` on to the beginning of `out`, and clears the rest.
pub(crate) fn copy_bits(words: &[u64], start: usize, len: usize, out: &mut [u64]) {
    let (first, shift) = (start / 64, start % 64);
    for (index, word) in out.iter_mut().enumerate() {
        let low = words.get(first + index).map_or(0, |w| w >> shift);
        let high = match shift {
            0 => 0,
            _ => words
                .get(first + index + 1)
                .map_or(0, |w| w << (64 - shift)),
        };
        *word = (low | high) & bits_before(len, index);
    }
}

/// Sets the bits from bit `start` on that are set among the first `len` bits of `from`.
pub(crate) fn add_bits(words: &mut [u64], start: usize, len: usize, from: &[u64]) {
    let (first, shift) = (start / 64, start % 64);
    for (index, word) in from.iter().enumerate().take(len.div_ceil(64)) {
        let word = word & bits_before(len, index);
        words[first + index] |= word << shift;
        if shift > 0 && word >> (64 - shift) != 0 {
            words[first + index + 1] |= word >> (64 - shift);
        }
    }
}

/// The bits of the word in this place whose index is below `len`.
fn bits_before(len: usize, index: usize) -> u64 {
    match len.saturating_sub(index * 64) {
        0 => 0,
        rest if rest >= 64 => !0,
        rest => (1 << rest) - 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn sets_of_all_forms_are_joined_and_taken_from_each_other() {
        let bound = 200;
        let even: Vec<u32> = (0..100).map(|number| 2 * number).collect();
        let mut words = vec![0u64; 4];
        for &number in &even {
            words[number as usize / 64] |= 1 << (number % 64);
        }
        let sets = [
            NumberSet::all(bound),
            NumberSet::from_bits(bound, words),
            NumberSet::from_list(bound, vec![0, 1, 65, 199]),
            NumberSet::from_list(bound, vec![]),
        ];
        for (one, other) in sets
            .iter()
            .flat_map(|one| sets.iter().map(move |other| (one, other)))
        {
            let (both, rest) = (one.union(other), one.without(other));
            for number in 0..bound {
                let (here, there) = (one.contains(number), other.contains(number));
                assert_eq!(both.contains(number), here || there);
                assert_eq!(rest.contains(number), here && !there);
            }
            assert_eq!(both.len(), (0..bound).filter(|&n| both.contains(n)).count());
            assert_eq!(rest.len(), (0..bound).filter(|&n| rest.contains(n)).count());
        }
    }

    #[test]
    fn all_of_them() {
        let all = NumberSet::all(70);
        assert_eq!(all.len(), 70);
        assert_eq!(all.nth(69), Some(69));
        assert_eq!(all.nth(70), None);
        assert!(!all.contains(70));
        assert_eq!(all.iter_from(68).collect::<Vec<_>>(), [68, 69]);
    }

    proptest! {
        #[test]
        fn bits_and_lists_hold_the_same_numbers(
            bound in 1usize..3000,
            keep in 1u64..70,
            seed in any::<u64>(),
            start in 0usize..200,
        ) {
            let list: Vec<u32> = (0..bound as u32)
                .filter(|&n| (u64::from(n) ^ seed).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 40 & 1023 < 1024 / keep)
                .collect();
            let mut words = vec![0u64; bound.div_ceil(64)];
            for &number in &list {
                words[number as usize / 64] |= 1 << (number % 64);
            }
            let from_list = NumberSet::from_list(bound, list.clone());
            for set in [NumberSet::from_bits(bound, words), from_list] {
                prop_assert_eq!(set.len(), list.len());
                let expected: Vec<usize> = list.iter().skip(start).map(|&n| n as usize).collect();
                prop_assert_eq!(set.iter_from(start).collect::<Vec<_>>(), expected);
                for index in [0, start, list.len().saturating_sub(1), list.len()] {
                    prop_assert_eq!(set.nth(index), list.get(index).map(|&n| n as usize));
                }
                for number in 0..bound {
                    prop_assert_eq!(set.contains(number), list.binary_search(&(number as u32)).is_ok());
                }
            }
        }
    }
}
