//! The positions that can be reached and can still win, and what dynamic programming on them tells.
//!
//! They are few: 1,679,072 of the 23,475,688 classes of the English board's central game. The fewest moves, the
//! number of shortest solutions and that of all solutions need only them.

use std::collections::HashMap;

use crate::threads::prelude::*;
use num_bigint::BigUint;

use super::board::Jump;
use super::expand::{CHUNK, Control, Stop};
use super::group::{Direction, Group};
use super::level::Level;
use super::paths::count_paths;

/// The winning positions of a problem, canonical, by their pegs.
#[derive(Clone, Debug)]
pub struct Winning {
    group: Group,
    start: u64,
    /// The pegs at the finish.
    bottom: usize,
    levels: Vec<Level>,
    /// The jumps from each hole.
    from: Vec<Vec<Jump>>,
}

/// The fewest moves to the finish from each winning position; a run of jumps by one peg is one move.
#[derive(Clone, Debug)]
pub struct Moves {
    /// By pegs, then by number in the level.
    pub(crate) fewest: Vec<Vec<u8>>,
}

/// A run of jumps by one peg: the holes it stands on, first to last, and the position that it leaves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// The holes that the peg visits.
    pub holes: Vec<u8>,
    /// The position after it.
    pub end: u64,
}

impl Winning {
    pub(crate) fn new(group: Group, start: u64, bottom: usize, levels: Vec<Level>) -> Winning {
        let mut from = vec![Vec::new(); group.holes()];
        for &jump in group.jumps() {
            from[jump.from as usize].push(jump);
        }
        Winning {
            group,
            start,
            bottom,
            levels,
            from,
        }
    }

    /// The position at the start.
    pub fn start(&self) -> u64 {
        self.start
    }

    /// Whether the finish can be reached.
    pub fn is_solvable(&self) -> bool {
        self.index_of(self.start).is_some()
    }

    /// The winning positions by their pegs: one of each class.
    pub fn levels(&self) -> &[Level] {
        &self.levels
    }

    /// The symmetries that keep start and finish.
    pub fn group(&self) -> &Group {
        &self.group
    }

    /// Whether a position is at the finish.
    pub(crate) fn is_finish(&self, position: u64) -> bool {
        position.count_ones() as usize == self.bottom
    }

    /// Of a winning position its pegs and its number among those with as many.
    pub fn index_of(&self, position: u64) -> Option<(usize, usize)> {
        let pegs = position.count_ones() as usize;
        let index = self
            .levels
            .get(pegs)?
            .index_of(self.group.canonical(position))?;
        Some((pegs, index))
    }

    /// The fewest moves from every winning position.
    ///
    /// # Errors
    /// `Stop::Asked` if `control` says so.
    pub fn moves(&self, control: &Control) -> Result<Moves, Stop> {
        let mut moves = Moves {
            fewest: vec![Vec::new(); self.levels.len()],
        };
        for pegs in self.bottom..self.levels.len() {
            let level = &self.levels[pegs];
            control.restart(level.len());
            let chunks: Vec<Vec<u8>> = (0..level.len().div_ceil(CHUNK))
                .into_par_iter()
                .map(|chunk| {
                    let range = chunk * CHUNK..((chunk + 1) * CHUNK).min(level.len());
                    control.advance(range.len())?;
                    let positions: Vec<u64> = level.positions(range).collect();
                    Ok(self.fewest_of(&positions, pegs, &moves))
                })
                .collect::<Result<_, Stop>>()?;
            moves.fewest[pegs] = chunks.concat();
        }
        Ok(moves)
    }

    /// The fewest moves from positions with equally many pegs, whose children are looked up together.
    ///
    /// A run that goes on after a child saves at most one move against stopping there. So only the best children
    /// can make a difference, and only by a run that ends one move nearer to the finish than they are.
    fn fewest_of(&self, positions: &[u64], pegs: usize, moves: &Moves) -> Vec<u8> {
        if pegs == self.bottom {
            return vec![0; positions.len()];
        }
        let mut children = Vec::new();
        for &position in positions {
            self.group
                .neighbors(position, Direction::Children, &mut children);
        }
        let mut places = self.levels[pegs - 1].index_of_all(&children).into_iter();
        let mut winning: Vec<(usize, u8)> = Vec::new();
        let of_position = |&position: &u64| {
            winning.clear();
            self.group.for_each_jump(position, |number| {
                if let Some(index) = places.next().flatten() {
                    winning.push((number, moves.fewest[pegs - 1][index as usize]));
                }
            });
            let best = winning
                .iter()
                .map(|&(_, left)| left)
                .min()
                .expect("it wins");
            let saves = winning.iter().any(|&(number, left)| {
                let jump = self.group.jumps()[number];
                left == best && best > 0 && self.saves(position ^ jump.mask(), jump.to, best, moves)
            });
            best + u8::from(!saves)
        };
        positions.iter().map(of_position).collect()
    }

    /// Whether the peg in a hole can go on to a position with less than `best` moves to the finish.
    fn saves(&self, position: u64, hole: u8, best: u8, moves: &Moves) -> bool {
        self.from[hole as usize].iter().any(|jump| {
            let next = position ^ jump.mask();
            jump.is_legal(position)
                && self.index_of(next).is_some_and(|(pegs, index)| {
                    let left = moves.fewest[pegs][index];
                    left < best || left == best && self.saves(next, jump.to, best, moves)
                })
        })
    }

    /// The fewest moves from a winning position, perhaps with the first jump given; `u8::MAX` if that loses.
    ///
    /// With a first jump given, a position that already is the finish must leave it, so it loses.
    pub fn fewest_from(&self, position: u64, first: Option<Jump>, moves: &Moves) -> u8 {
        let is_done = first.is_none() && self.is_finish(position);
        let mut fewest = if is_done { 0 } else { u8::MAX };
        self.for_each_run(position, first, &mut |_, (pegs, index)| {
            fewest = fewest.min(moves.fewest[pegs][index].saturating_add(1));
        });
        fewest
    }

    /// Calls `found` with every run out of a position that does not lose, and where its end is found.
    pub(crate) fn for_each_run(
        &self,
        position: u64,
        first: Option<Jump>,
        found: &mut impl FnMut(u64, (usize, usize)),
    ) {
        self.group.for_each_jump(position, |number| {
            let jump = self.group.jumps()[number];
            if first.is_none_or(|first| first == jump) {
                self.follow(position, jump, found);
            }
        });
    }

    fn follow(&self, position: u64, jump: Jump, found: &mut impl FnMut(u64, (usize, usize))) {
        let next = position ^ jump.mask();
        // What loses after this jump loses after any more of the run: it can be cut off here.
        if let Some(place) = self.index_of(next) {
            found(next, place);
            for &jump in &self.from[jump.to as usize] {
                if jump.is_legal(next) {
                    self.follow(next, jump, found);
                }
            }
        }
    }

    /// The runs out of a position that do not lose, in ascending order of their holes.
    pub fn runs(&self, position: u64) -> Vec<Run> {
        let mut runs = Vec::new();
        let mut holes = Vec::new();
        for of_hole in &self.from {
            self.list(position, of_hole, &mut holes, &mut runs);
        }
        runs
    }

    fn list(&self, position: u64, jumps: &[Jump], holes: &mut Vec<u8>, runs: &mut Vec<Run>) {
        for &jump in jumps {
            let end = position ^ jump.mask();
            if jump.is_legal(position) && self.index_of(end).is_some() {
                let begins = holes.is_empty();
                if begins {
                    holes.push(jump.from);
                }
                holes.push(jump.to);
                runs.push(Run {
                    holes: holes.clone(),
                    end,
                });
                self.list(end, &self.from[jump.to as usize], holes, runs);
                holes.pop();
                if begins {
                    holes.pop();
                }
            }
        }
    }

    /// How many jump sequences lead from a position to the finish in the fewest moves, perhaps with the first jump
    /// given.
    pub fn count_shortest(&self, position: u64, first: Option<Jump>, moves: &Moves) -> BigUint {
        if self.index_of(position).is_none() {
            return BigUint::ZERO;
        }
        self.count_in(
            position,
            first,
            self.fewest_from(position, first, moves),
            moves,
            &mut HashMap::new(),
        )
    }

    fn count_in(
        &self,
        position: u64,
        first: Option<Jump>,
        fewest: u8,
        moves: &Moves,
        known: &mut HashMap<(usize, usize), BigUint>,
    ) -> BigUint {
        let mut count = BigUint::from(first.is_none() && self.is_finish(position));
        let mut ends = Vec::new();
        self.for_each_run(position, first, &mut |end, place| ends.push((end, place)));
        for (end, place) in ends {
            let left = moves.fewest[place.0][place.1];
            if left.checked_add(1) != Some(fewest) {
                continue;
            }
            let of_end = match known.get(&place) {
                Some(of_end) => of_end.clone(),
                None => self.count_in(end, None, left, moves, known),
            };
            count += &of_end;
            known.insert(place, of_end);
        }
        count
    }

    /// How many jump sequences lead from the start to the finish, whatever the number of moves.
    ///
    /// # Errors
    /// `Stop::Asked` if `control` says so.
    pub fn count_solutions(&self, control: &Control) -> Result<BigUint, Stop> {
        let path: Vec<&Level> = self.levels[self.bottom.min(self.levels.len())..]
            .iter()
            .rev()
            .collect();
        count_paths(
            &path,
            &self.group,
            |position| self.is_finish(position),
            control,
        )
    }
}

impl Moves {
    /// The fewest moves from a position, if it wins.
    pub fn of(&self, winning: &Winning, position: u64) -> Option<u8> {
        let (pegs, index) = winning.index_of(position)?;
        Some(self.fewest[pegs][index])
    }
}
