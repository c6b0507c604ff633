//! The search from the start and from the finish, until the two sides meet.
//!
//! Levels hold the positions with equally many pegs, so two ways to one position always meet in one level. The way
//! back from a finish is searched forward: one jump makes q of p exactly if it makes the complement of p of the
//! complement of q (Beasley 1985, *The Ins and Outs of Peg Solitaire*, on complement problems). When start and
//! finish are complements, one search therefore serves for both sides.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::threads::prelude::*;

use crate::hash::InvertibleHash;

use super::board::{Board, moved};
use super::expand::{CHUNK, Control, Stop, neighbors};
use super::group::{Direction, Group};
use super::level::Level;
use super::side::Side;
use super::winning::Winning;

/// A start, the positions that would finish, and what has been searched between them.
#[derive(Clone, Debug)]
pub struct Search {
    board: Board,
    start: u64,
    finishes: Vec<u64>,
    forward: Side,
    /// Complements of the positions that can reach a finish; none if `forward` serves.
    backward: Option<Side>,
    memory: usize,
}

impl Search {
    /// Prepares a search. The `finishes` have equally many pegs; `memory` limits the stored levels, in bytes.
    pub fn new(board: Board, start: u64, finishes: &[u64], memory: usize) -> Search {
        let finishes: Vec<u64> = BTreeSet::from_iter(finishes.iter().copied())
            .into_iter()
            .collect();
        let forward = Side::new(&board, &board.symmetries_keeping(&[start]), &[start]);
        let complements: Vec<u64> = finishes.iter().map(|f| f ^ board.full()).collect();
        let backward = (complements != [start])
            .then(|| Side::new(&board, &board.symmetries_keeping(&finishes), &complements));
        Search {
            board,
            start,
            finishes,
            forward,
            backward,
            memory,
        }
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The position at the start.
    pub fn start(&self) -> u64 {
        self.start
    }

    /// What was searched from the start.
    pub fn forward(&self) -> &Side {
        &self.forward
    }

    /// What was searched from the finish.
    pub fn backward(&self) -> &Side {
        self.backward.as_ref().unwrap_or(&self.forward)
    }

    /// The side of the finish, unless the side of the start serves for it.
    pub fn own_backward(&self) -> Option<&Side> {
        self.backward.as_ref()
    }

    fn finish_pegs(&self) -> usize {
        self.finishes.first().map_or(0, |f| f.count_ones() as usize)
    }

    /// The most pegs of a position known to reach a finish.
    fn top(&self) -> usize {
        self.board.holes() - self.backward().last_pegs()
    }

    /// Whether the two sides have met, or one of them has nowhere to go.
    pub fn is_met(&self) -> bool {
        self.finishes.is_empty()
            || self.finish_pegs() >= self.forward.pegs
            || self.forward.last_pegs() <= self.top()
            || self.forward.exhausted
            || self.backward().exhausted
    }

    /// Searches one level further from the smaller side.
    ///
    /// # Errors
    /// `Stop::Asked` if `control` says so, `Stop::Memory` before the levels outgrow the memory; the search is then
    /// as it was before the step.
    pub fn step(&mut self, control: &Control) -> Result<(), Stop> {
        let room = self.room();
        match &mut self.backward {
            Some(backward) if backward.last().len() < self.forward.last().len() => {
                backward.grow(room, control)?;
            }
            _ => self.forward.grow(room, control)?,
        }
        Ok(())
    }

    /// Searches one level further from the start, whether or not the sides have met.
    ///
    /// # Errors
    /// As [`Search::step`].
    pub fn step_forward(&mut self, control: &Control) -> Result<(), Stop> {
        self.forward.grow(self.room(), control)?;
        Ok(())
    }

    /// The positions of the last level from the start in which no jump is left, the finishes excepted.
    pub fn stuck(&self) -> Vec<u64> {
        let last = self.forward.last().iter();
        let stuck = last.filter(|&p| !self.forward.group.can_jump(p));
        let mut stuck = self.images(stuck);
        stuck.retain(|p| self.finishes.binary_search(p).is_err());
        stuck
    }

    /// All positions of the last level from the start.
    pub fn last_positions(&self) -> Vec<u64> {
        self.images(self.forward.last().iter())
    }

    /// The images of canonical positions under the symmetries that keep the start, ascending.
    fn images(&self, positions: impl Iterator<Item = u64>) -> Vec<u64> {
        let symmetries = self.board.symmetries_keeping(&[self.start]);
        let images = positions.flat_map(|p| symmetries.iter().map(move |s| moved(p, s)));
        BTreeSet::from_iter(images).into_iter().collect()
    }

    fn room(&self) -> usize {
        let taken = self.forward.bytes() + self.backward.as_ref().map_or(0, Side::bytes);
        self.memory.saturating_sub(taken)
    }

    /// The same search, met by going on from the start with no more than `width` promising positions of each level.
    ///
    /// What wins then does win: its fewest moves are an upper bound.
    ///
    /// # Errors
    /// `Stop::Asked` if `control` says so.
    pub fn sample(&self, width: usize, control: &Control) -> Result<Search, Stop> {
        let mut sampled = self.clone();
        sampled.backward = Some(self.backward().clone());
        let forward = &mut sampled.forward;
        let cost = cost(&self.board);
        while forward.last_pegs() > self.top() {
            let last = Arc::new(forward.last().sample(width, &cost));
            let next = neighbors(&last, &forward.group, Direction::Children, None, control)?;
            forward.levels.pop();
            forward.levels.push(last);
            if next.is_empty() {
                break;
            }
            forward.levels.push(Arc::new(next));
        }
        Ok(sampled)
    }

    /// Puts levels back that an earlier search of the same problem wrote with [`Level::to_bytes`], all but the first of each
    /// side. False if they are damaged: what was restored of them is then worthless.
    pub fn restore<B: AsRef<[u8]>>(&mut self, forward: &[B], backward: &[B]) -> bool {
        let of_backward = self.backward.as_mut();
        self.forward.restore(forward) && of_backward.is_none_or(|side| side.restore(backward))
    }

    /// The positions between start and finish, once the sides have met.
    ///
    /// # Errors
    /// `Stop::Asked` if `control` says so.
    pub fn winning(&self, control: &Control) -> Result<Winning, Stop> {
        self.winning_to(&self.finishes, control)
    }

    /// The same for other finishes on levels that the search from the start has passed.
    ///
    /// # Errors
    /// `Stop::Asked` if `control` says so.
    pub fn winning_to(&self, finishes: &[u64], control: &Control) -> Result<Winning, Stop> {
        let mut kept = self.board.symmetries_keeping(&[self.start]);
        let both = self.board.symmetries_keeping(finishes);
        kept.retain(|symmetry| both.contains(symmetry));
        let group = Group::new(&self.board, &kept);
        let bottom = finishes.first().map_or(0, |f| f.count_ones() as usize);
        let top = self.forward.pegs;
        let hash = InvertibleHash::new(self.board.holes());
        let nothing = || Level::from_positions(hash, &[]);
        let mut levels: Vec<Level> = (0..=top).map(|_| nothing()).collect();
        let turn = bottom.max(self.forward.last_pegs()).min(top);
        levels[turn] = if turn == bottom {
            let reached = finishes.iter().filter(|&&f| self.forward.contains(f));
            let canonical: Vec<u64> = reached.map(|&f| group.canonical(f)).collect();
            Level::from_positions(hash, &canonical)
        } else {
            self.meeting(turn, &group, control)?
        };
        let reached = |positions: &[u64]| self.forward.contains_all(positions);
        for pegs in turn..top {
            let level = &levels[pegs];
            levels[pegs + 1] =
                neighbors(level, &group, Direction::Parents, Some(&reached), control)?;
        }
        let wins = |positions: &[u64]| self.win(positions);
        for pegs in (bottom + 1..=turn).rev() {
            let level = &levels[pegs];
            levels[pegs - 1] = neighbors(level, &group, Direction::Children, Some(&wins), control)?;
        }
        Ok(Winning::new(group, self.start, bottom, levels))
    }

    /// For each position of a level that the search from the finish has passed, whether it can reach the finish.
    fn win(&self, positions: &[u64]) -> Vec<bool> {
        let full = self.board.full();
        let complements: Vec<u64> = positions.iter().map(|p| p ^ full).collect();
        self.backward().contains_all(&complements)
    }

    /// The positions of one level, searched from both sides, that can be reached and win.
    fn meeting(&self, pegs: usize, group: &Group, control: &Control) -> Result<Level, Stop> {
        let level = self
            .forward
            .level(pegs)
            .expect("the forward side has come to this level");
        control.restart(level.len());
        // A class of positions from the start falls apart where the finish has less symmetry.
        let mut images = self.board.symmetries_keeping(&[self.start]);
        if images.len() == group.order() {
            images.truncate(1);
        }
        let found: Vec<Vec<u64>> = (0..level.len().div_ceil(CHUNK))
            .into_par_iter()
            .map(|chunk| {
                let range = chunk * CHUNK..((chunk + 1) * CHUNK).min(level.len());
                control.advance(range.len())?;
                let all: Vec<u64> = level
                    .positions(range)
                    .flat_map(|position| images.iter().map(move |image| moved(position, image)))
                    .collect();
                let wins = self.win(&all);
                let winning = all.iter().zip(wins).filter(|(_, wins)| *wins);
                Ok(winning.map(|(&p, _)| group.canonical(p)).collect())
            })
            .collect::<Result<_, Stop>>()?;
        Ok(Level::from_positions(
            InvertibleHash::new(group.holes()),
            &found.concat(),
        ))
    }
}

/// How hard the pegs of a position are to take away: each weighs the more, the fewer jumps lead over its hole.
fn cost(board: &Board) -> impl Fn(u64) -> u32 {
    let mut over = vec![0; board.holes()];
    for jump in board.jumps() {
        over[jump.over as usize] += 1;
    }
    let most = over.iter().copied().max().unwrap_or(0);
    // For each weight the holes that have it.
    let mut missing = vec![0u64; most as usize + 1];
    for (hole, &jumps) in over.iter().enumerate() {
        missing[(most - jumps) as usize] |= 1 << hole;
    }
    move |position| {
        (0..)
            .zip(&missing)
            .map(|(weight, holes)| weight * (position & holes).count_ones())
            .sum()
    }
}
