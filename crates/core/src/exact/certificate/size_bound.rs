//! The size bound of certificates: what so many codes cost at least, from counting alone.
//!
//! It is the bound that docs/certificates.md defines, from all guesses of the game. The bound of the search,
//! `bounds`, joins the guesses of games of very many kinds of guesses and is then a little lower.

use std::collections::HashSet;

use crate::bits::mix;
use crate::exact::bounds::{Opening, least_total, level, reach};
use crate::exact::cost::{INFINITE, UNLIMITED};
use crate::exact::game::{Game, opening};
use crate::exact::watch::{Stopped, Watch};

/// What sets cost at least, by size and number of guesses left.
#[derive(Clone)]
pub(super) struct SizeBound {
    /// How many codes can be found by no guess at all, by the first, the second ... guess at the latest.
    reach: Vec<usize>,
    /// The least cost by size, if guesses are not limited.
    costs: Vec<u32>,
    /// Tells bounds apart; 0 is none.
    pub number: u64,
}

impl SizeBound {
    /// The bound of a whole game.
    pub fn of_game(game: &Game, watch: &Watch) -> Result<Self, Stopped> {
        const OFTEN: u32 = 64;
        let matrix = &game.matrix;
        // Guesses with the same sizes of cells count once.
        let mut kinds: HashSet<Opening> = HashSet::new();
        for guess in 0..matrix.guesses as u32 {
            if guess.is_multiple_of(OFTEN) {
                watch.poll()?;
            }
            kinds.insert(opening(matrix, guess));
        }
        let reach = reach(matrix.secrets, &kinds);
        let costs = (0..=matrix.secrets).map(|size| least_total(&reach, size));
        Ok(SizeBound {
            costs: costs.collect(),
            reach,
            number: 1,
        })
    }

    /// The bound of the parts of a set of this reach; `None` if it is no better than this one.
    pub fn with(&self, reach: &[usize]) -> Option<Self> {
        let size = reach[reach.len() - 1];
        let costs = (0..=size).map(|part| self.costs[part].max(least_total(reach, part)));
        let costs: Vec<u32> = costs.collect();
        if costs[..size] == self.costs[..size] {
            return None;
        }
        let longest = self.reach.len().max(reach.len());
        let both = (0..longest).map(|guess| level(&self.reach, guess).min(level(reach, guess)));
        let reach: Vec<usize> = both.collect();
        let both = reach.iter().copied();
        let both = both.chain(costs.iter().map(|&cost| cost as usize));
        let number = both.fold(1, |number, next| mix(number ^ next as u64));
        Some(SizeBound {
            reach,
            costs,
            number: number.max(2),
        })
    }

    /// What so many codes cost at least.
    pub fn of(&self, size: usize, left: u8) -> u32 {
        if left != UNLIMITED && level(&self.reach, left.into()) < size {
            INFINITE
        } else {
            self.costs[size]
        }
    }

    /// The bounds of sets of up to so many codes.
    pub fn up_to(&self, size: usize, left: u8) -> Vec<u32> {
        (0..=size).map(|size| self.of(size, left)).collect()
    }
}
