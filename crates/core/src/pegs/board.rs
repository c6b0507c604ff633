//! Boards: up to 64 holes, the jumps between them and the symmetries that keep the jumps.

use std::collections::HashSet;

/// The most holes a board may have: a position is one 64-bit word.
pub const MAX_HOLES: usize = 64;

/// The most symmetries a board may have; twelve is what a hexagon of triangles has.
pub const MAX_SYMMETRIES: usize = 16;

/// One jump: the peg at `from` leaps over the peg at `over`, which is taken away, into the empty hole `to`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Jump {
    /// The hole that the peg leaves.
    pub from: u8,
    /// The hole whose peg is taken away.
    pub over: u8,
    /// The hole that the peg reaches.
    pub to: u8,
}

impl Jump {
    /// The three holes of the jump as bits; `position ^ mask` makes the jump, and takes it back.
    pub fn mask(self) -> u64 {
        1 << self.from | 1 << self.over | 1 << self.to
    }

    /// Whether the jump can be made.
    pub fn is_legal(self, position: u64) -> bool {
        position & self.mask() == (1 << self.from | 1 << self.over)
    }

    fn moved(self, symmetry: &[u8]) -> Jump {
        Jump {
            from: symmetry[self.from as usize],
            over: symmetry[self.over as usize],
            to: symmetry[self.to as usize],
        }
    }
}

/// What is wrong with a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BoardFault {
    /// Too few or too many holes.
    Holes(usize),
    /// A jump that names a hole twice or one that is not there.
    Jump(Jump),
    /// A symmetry, by its place in the list, that is no permutation or does not keep the jumps.
    Symmetry(usize),
    /// The symmetries are too many, do not begin with the identity or are no group.
    NoGroup,
}

/// A board: its holes are numbered from 0.
///
/// ```
/// use sito_core::pegs::{Board, Jump};
/// let strip = [Jump { from: 0, over: 1, to: 2 }, Jump { from: 2, over: 1, to: 0 }];
/// let board = Board::new(3, &strip, &[vec![0, 1, 2], vec![2, 1, 0]]).unwrap();
/// assert_eq!(board.full(), 0b111);
/// assert_eq!(board.symmetries_keeping(&[0b011]), [vec![0, 1, 2]]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    holes: usize,
    jumps: Vec<Jump>,
    symmetries: Vec<Vec<u8>>,
}

impl Board {
    /// Checks and builds a board. Jumps may come in any order and are kept in ascending order without repeats;
    /// `symmetries` are permutations of the holes, the identity first, that form a group.
    ///
    /// # Errors
    /// All faults at once.
    pub fn new(
        holes: usize,
        jumps: &[Jump],
        symmetries: &[Vec<u8>],
    ) -> Result<Board, Vec<BoardFault>> {
        if !(1..=MAX_HOLES).contains(&holes) {
            return Err(vec![BoardFault::Holes(holes)]);
        }
        let inside = |hole: u8| (hole as usize) < holes;
        let mut faults: Vec<BoardFault> = jumps
            .iter()
            .filter(|j| {
                !(inside(j.from) && inside(j.over) && inside(j.to)) || j.mask().count_ones() != 3
            })
            .map(|&j| BoardFault::Jump(j))
            .collect();
        if !faults.is_empty() {
            return Err(faults);
        }
        let mut jumps = jumps.to_vec();
        jumps.sort_unstable();
        jumps.dedup();
        let known: HashSet<Jump> = jumps.iter().copied().collect();
        for (i, symmetry) in symmetries.iter().enumerate() {
            let reached: u64 = symmetry
                .iter()
                .filter(|&&h| inside(h))
                .fold(0, |set, &h| set | 1 << h);
            let permutes = symmetry.len() == holes && reached == full(holes);
            if !permutes || !jumps.iter().all(|j| known.contains(&j.moved(symmetry))) {
                faults.push(BoardFault::Symmetry(i));
            }
        }
        if faults.is_empty() && !is_group(symmetries, holes) {
            faults.push(BoardFault::NoGroup);
        }
        if faults.is_empty() {
            Ok(Board {
                holes,
                jumps,
                symmetries: symmetries.to_vec(),
            })
        } else {
            Err(faults)
        }
    }

    /// How many holes there are.
    pub fn holes(&self) -> usize {
        self.holes
    }

    /// All jumps, ascending.
    pub fn jumps(&self) -> &[Jump] {
        &self.jumps
    }

    /// The position with a peg in every hole.
    pub fn full(&self) -> u64 {
        full(self.holes)
    }

    /// The symmetries that carry the set of `positions` onto itself: again a group, the identity first.
    pub fn symmetries_keeping(&self, positions: &[u64]) -> Vec<Vec<u8>> {
        let set: HashSet<u64> = positions.iter().copied().collect();
        self.symmetries
            .iter()
            .filter(|symmetry| set.iter().all(|&p| set.contains(&moved(p, symmetry))))
            .cloned()
            .collect()
    }
}

/// The position that a symmetry turns `position` into.
pub fn moved(position: u64, symmetry: &[u8]) -> u64 {
    let mut image = 0;
    let mut rest = position;
    while rest != 0 {
        image |= 1 << symmetry[rest.trailing_zeros() as usize];
        rest &= rest - 1;
    }
    image
}

fn full(holes: usize) -> u64 {
    u64::MAX >> (MAX_HOLES - holes)
}

fn is_group(symmetries: &[Vec<u8>], holes: usize) -> bool {
    let known: HashSet<&[u8]> = symmetries.iter().map(Vec::as_slice).collect();
    let identity: Vec<u8> = (0..holes as u8).collect();
    let closed = || {
        symmetries.iter().all(|a| {
            symmetries.iter().all(|b| {
                let both: Vec<u8> = a.iter().map(|&h| b[h as usize]).collect();
                known.contains(both.as_slice())
            })
        })
    };
    symmetries.len() <= MAX_SYMMETRIES
        && known.len() == symmetries.len()
        && symmetries.first() == Some(&identity)
        && closed()
}
