//! Positions up to symmetry, and the jumps out of a position.
//!
//! The images of a position under all symmetries lie side by side in *lanes* of one array. A jump flips three bits
//! in each lane, so the images of a child cost one exclusive-or per lane from those of its parent, and the canonical
//! child is the least lane. With eight lanes and AVX-512 that is a handful of instructions per child.

use crate::simd::{Level, choose};

use super::board::{Board, Jump};

/// The most lanes: `MAX_SYMMETRIES`.
const WIDEST: usize = 16;

/// Jumps whose holes lie at the same distances: found for all pegs at once by two rotations.
#[derive(Clone, Debug)]
struct JumpClass {
    to_over: u32,
    to_landing: u32,
    from: u64,
    /// The number of the jump from each hole.
    jump: [u32; 64],
}

/// A board together with those of its symmetries that a search may use.
#[derive(Clone, Debug)]
pub struct Group {
    holes: usize,
    full: u64,
    order: usize,
    lanes: usize,
    jumps: Vec<Jump>,
    classes: Vec<JumpClass>,
    /// The images of every value of every byte of a position, `lanes` words each.
    bytes: Vec<u64>,
    /// The images of every jump's mask, `lanes` words each.
    masks: Vec<u64>,
    level: Level,
}

/// Which way along the jumps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// From a position to those that one jump makes of it.
    Children,
    /// From a position to those of which one jump makes it.
    Parents,
}

impl Group {
    /// Prepares the tables. `symmetries` must be a subgroup of the board's, the identity first.
    pub fn new(board: &Board, symmetries: &[Vec<u8>]) -> Group {
        let order = symmetries.len();
        let lanes = order.next_power_of_two();
        // Lanes beyond the order repeat the identity: they never change the least image.
        let lane = |l: usize| &symmetries[if l < order { l } else { 0 }];
        let images =
            |position: u64| (0..lanes).map(move |l| super::board::moved(position, lane(l)));
        let byte_count = board.holes().div_ceil(8);
        let mut bytes = Vec::with_capacity(byte_count * 256 * lanes);
        for byte in 0..byte_count {
            for value in 0..256u64 {
                bytes.extend(images((value << (8 * byte)) & board.full()));
            }
        }
        let masks = board
            .jumps()
            .iter()
            .flat_map(|j| images(j.mask()))
            .collect();
        Group {
            holes: board.holes(),
            full: board.full(),
            order,
            lanes,
            jumps: board.jumps().to_vec(),
            classes: classes(board.jumps()),
            bytes,
            masks,
            level: Level::detect(),
        }
    }

    /// How many holes the board has.
    pub fn holes(&self) -> usize {
        self.holes
    }

    /// How many symmetries there are.
    pub fn order(&self) -> usize {
        self.order
    }

    /// All jumps, ascending.
    pub fn jumps(&self) -> &[Jump] {
        &self.jumps
    }

    /// The complement of a position: pegs and vacancies exchanged.
    pub fn complement(&self, position: u64) -> u64 {
        position ^ self.full
    }

    /// The least image of a position.
    #[inline]
    pub fn canonical(&self, position: u64) -> u64 {
        match self.lanes {
            1 => position,
            2 => least(&self.images::<2>(position)),
            4 => least(&self.images::<4>(position)),
            8 => least(&self.images::<8>(position)),
            _ => least(&self.images::<WIDEST>(position)),
        }
    }

    /// How many positions the symmetries make of one.
    pub fn orbit(&self, position: u64) -> usize {
        let fixing = match self.lanes {
            1 => 1,
            2 => self.fixing(position, &self.images::<2>(position)),
            4 => self.fixing(position, &self.images::<4>(position)),
            8 => self.fixing(position, &self.images::<8>(position)),
            _ => self.fixing(position, &self.images::<WIDEST>(position)),
        };
        self.order / fixing
    }

    fn fixing(&self, position: u64, images: &[u64]) -> usize {
        images[..self.order]
            .iter()
            .filter(|&&i| i == position)
            .count()
    }

    /// Calls `found` with the number of every legal jump.
    #[inline(always)]
    pub fn for_each_jump(&self, position: u64, mut found: impl FnMut(usize)) {
        for class in &self.classes {
            let mut movable = class.movable(position);
            while movable != 0 {
                found(class.jump[movable.trailing_zeros() as usize] as usize);
                movable &= movable - 1;
            }
        }
    }

    /// Whether any jump is legal.
    pub fn can_jump(&self, position: u64) -> bool {
        self.classes
            .iter()
            .any(|class| class.movable(position) != 0)
    }

    /// Appends the canonical neighbours of `position`, one for each jump, repeats included.
    #[inline]
    pub fn neighbors(&self, position: u64, direction: Direction, out: &mut Vec<u64>) {
        choose!(self.level,
            // SAFETY: only detection makes a level, so the processor has the features of `PEGS_512`, which are those
            // that the function is compiled with.
            PEGS_512 => unsafe { self.neighbors_wide(position, direction, out) },
            _ => self.neighbors_any(position, direction, out),
        );
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx512f,avx512vl,avx512dq,avx512bw,bmi1,bmi2,popcnt,lzcnt")]
    fn neighbors_wide(&self, position: u64, direction: Direction, out: &mut Vec<u64>) {
        self.neighbors_any(position, direction, out);
    }

    #[inline(always)]
    fn neighbors_any(&self, position: u64, direction: Direction, out: &mut Vec<u64>) {
        match self.lanes {
            1 => self.neighbors_in::<1>(position, direction, out),
            2 => self.neighbors_in::<2>(position, direction, out),
            4 => self.neighbors_in::<4>(position, direction, out),
            8 => self.neighbors_in::<8>(position, direction, out),
            _ => self.neighbors_in::<WIDEST>(position, direction, out),
        }
    }

    #[inline(always)]
    fn neighbors_in<const L: usize>(
        &self,
        position: u64,
        direction: Direction,
        out: &mut Vec<u64>,
    ) {
        let images = self.images::<L>(position);
        // A jump is taken back where its complement can be made.
        let jumper = match direction {
            Direction::Children => position,
            Direction::Parents => self.complement(position),
        };
        let (masks, _) = self.masks.as_chunks::<L>();
        self.for_each_jump(jumper, |jump| {
            let mut child = images;
            for (lane, mask) in child.iter_mut().zip(&masks[jump]) {
                *lane ^= mask;
            }
            out.push(least(&child));
        });
    }

    #[inline(always)]
    fn images<const L: usize>(&self, position: u64) -> [u64; L] {
        let (rows, _) = self.bytes.as_chunks::<L>();
        let mut images = [0; L];
        let mut rest = position;
        for byte in rows.chunks_exact(256) {
            for (image, part) in images.iter_mut().zip(&byte[rest as usize & 255]) {
                *image |= part;
            }
            rest >>= 8;
        }
        images
    }
}

impl JumpClass {
    #[inline(always)]
    fn movable(&self, position: u64) -> u64 {
        position
            & position.rotate_right(self.to_over)
            & !position.rotate_right(self.to_landing)
            & self.from
    }
}

fn classes(jumps: &[Jump]) -> Vec<JumpClass> {
    let mut classes: Vec<JumpClass> = Vec::new();
    for (number, jump) in jumps.iter().enumerate() {
        let distance = |hole: u8| (64 + u32::from(hole) - u32::from(jump.from)) % 64;
        let (to_over, to_landing) = (distance(jump.over), distance(jump.to));
        let known = classes
            .iter()
            .position(|c| (c.to_over, c.to_landing) == (to_over, to_landing));
        let class = known.unwrap_or_else(|| {
            classes.push(JumpClass {
                to_over,
                to_landing,
                from: 0,
                jump: [0; 64],
            });
            classes.len() - 1
        });
        classes[class].from |= 1 << jump.from;
        classes[class].jump[jump.from as usize] = number as u32;
    }
    classes
}

#[inline(always)]
fn least<const L: usize>(images: &[u64; L]) -> u64 {
    // Halving, not a fold: the compiler turns each step into one vector minimum.
    let mut work = *images;
    let mut width = L;
    while width > 1 {
        width /= 2;
        for lane in 0..width {
            work[lane] = work[lane].min(work[lane + width]);
        }
    }
    work[0]
}
