//! Which codes of the whole game agree with which turns, a tile of codes at a time.
//!
//! A turn is a bit for each code of a tile: whether the code agrees with it. Carry-save adders sum
//! these bits up, so that the codes with few wrong turns are found 64 at a time, and only those are
//! looked at one by one.

use std::ops::RangeInclusive;

use crate::bits::ones;
use crate::code::Code;
use crate::feedback::FeedbackKind;
use crate::look_ahead::Budget;
use crate::sieve::NumberSet;
use crate::sieve::count::{Count, Sought, sought};
use crate::sieve::tiles::{TILE, Tiles};
use crate::simd::Level;
use crate::space::CodeSpace;

use super::turn::NotedTurn;

/// The most turns that are looked at together: a set of turns is a word of bits.
pub const MOST_TURNS: usize = 64;
const WORDS: usize = TILE / 64;
/// Bits of a number of turns.
const COUNT_BITS: usize = MOST_TURNS.ilog2() as usize + 1;

/// One bit for each code of a tile.
type TileBits = [u64; WORDS];

/// All codes of a game, and its turns.
pub struct Agreement<'a> {
    space: &'a CodeSpace,
    tiles: Tiles<'a>,
    /// The turns that were noted.
    pub turns: &'a [NotedTurn],
    /// For each turn the guesses and answers of which a code must match one; `None` if the answers
    /// are no sums of pegs.
    questions: Option<Vec<Vec<(Code, Sought)>>>,
}

impl<'a> Agreement<'a> {
    /// `all` is the set of all numbers of the space.
    ///
    /// # Panics
    /// If there are more than [`MOST_TURNS`] turns.
    pub fn new(
        kind: &'a FeedbackKind,
        space: &'a CodeSpace,
        all: &'a NumberSet,
        turns: &'a [NotedTurn],
    ) -> Self {
        assert!(turns.len() <= MOST_TURNS);
        let pegs = space.pegs();
        let questions_of = |turn: &NotedTurn| -> Vec<(Code, Sought)> {
            let answers: Vec<u32> = turn.answers(kind.count(pegs)).collect();
            let of_guess = |&guess| {
                answers
                    .iter()
                    .map(move |&answer| (guess, sought(kind, pegs, answer)))
            };
            turn.guesses().iter().flat_map(of_guess).collect()
        };
        Agreement {
            space,
            tiles: Tiles::new(kind, space, all),
            turns,
            questions: kind
                .counts_pegs()
                .then(|| turns.iter().map(questions_of).collect()),
        }
    }

    /// How many tiles there are.
    pub fn tiles(&self) -> usize {
        self.tiles.len()
    }

    /// The code with this number.
    pub fn code(&self, number: usize) -> Code {
        self.space.code(number as u128)
    }

    /// The turns that a code disagrees with, as bits.
    pub fn wrong_turns(&self, code: &Code) -> u64 {
        let bit = |(index, turn): (usize, &NotedTurn)| u64::from(!turn.agrees(code)) << index;
        self.turns.iter().enumerate().map(bit).sum()
    }

    /// Finds the codes of a tile that disagree with so many of some turns, and shows the number of
    /// each with the turns that it disagrees with, among these. False if the budget has ended.
    pub fn visit(
        &self,
        tile: usize,
        turns: u64,
        wrong: RangeInclusive<usize>,
        budget: &Budget,
        mut see: impl FnMut(usize, u64),
    ) -> bool {
        let codes = self.tiles.tile_codes() as u64;
        if !budget.spend(codes * u64::from(turns.count_ones().max(1))) {
            return false;
        }
        let indices: Vec<usize> = (0..self.turns.len())
            .filter(|index| turns >> index & 1 == 1)
            .collect();
        let (start, codes, agree) = self.agreement(tile, &indices);
        for word in 0..codes.div_ceil(64) {
            let count = disagreements(&agree, word);
            let mut found = wrong
                .clone()
                .filter(|&wrong| wrong <= indices.len())
                .fold(0, |found, wrong| found | with_count(&count, wrong));
            if codes - word * 64 < 64 {
                found &= (1 << (codes - word * 64)) - 1;
            }
            for bit in ones(found) {
                let mask = indices.iter().zip(&agree).fold(0, |mask, (index, agree)| {
                    mask | (!agree[word] >> bit & 1) << index
                });
                see(start + word * 64 + bit, mask);
            }
        }
        true
    }

    /// The number of the first code of a tile, the number of its codes, and for each of these turns
    /// a bit for each code that agrees.
    fn agreement(&self, tile: usize, turns: &[usize]) -> (usize, usize, Vec<TileBits>) {
        let mut agree = vec![[0; WORDS]; turns.len()];
        let start = tile * self.tiles.tile_codes();
        let Some(questions) = &self.questions else {
            let mut codes = 0;
            for (place, code) in self.tiles.codes(tile).enumerate() {
                codes += 1;
                for (&turn, bits) in turns.iter().zip(&mut agree) {
                    bits[place / 64] |= u64::from(self.turns[turn].agrees(&code)) << (place % 64);
                }
            }
            return (start, codes, agree);
        };
        let codes = self.tiles.with_planes(tile, |planes, first| {
            let mut selected = [0; WORDS];
            for (&turn, bits) in turns.iter().zip(&mut agree) {
                for (guess, sought) in &questions[turn] {
                    let count = Count::with_first_pegs(planes, first, guess);
                    count.select(Level::detect(), *sought, &mut selected);
                    for (bits, selected) in bits.iter_mut().zip(selected) {
                        *bits |= selected;
                    }
                }
            }
            planes.len()
        });
        (start, codes, agree)
    }
}

/// How many of the turns each code of a word disagrees with, as bits of 64 numbers, lowest first.
fn disagreements(agree: &[TileBits], word: usize) -> [u64; COUNT_BITS] {
    let mut count = [0; COUNT_BITS];
    for bits in agree {
        let mut carry = !bits[word];
        for digit in &mut count {
            (*digit, carry) = (*digit ^ carry, *digit & carry);
        }
    }
    count
}

/// The codes whose number is this one.
fn with_count(count: &[u64; COUNT_BITS], number: usize) -> u64 {
    let digits = count.iter().enumerate();
    digits.fold(!0, |found, (digit, &bits)| {
        found
            & if number >> digit & 1 == 1 {
                bits
            } else {
                !bits
            }
    })
}
