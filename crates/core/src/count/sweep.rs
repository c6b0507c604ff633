//! One guess against a set of numbered codes, whichever way the set is kept, tile by tile.

use super::kernel::MAX_CELLS;
use super::{Count, Path, by_answer, sought};
use crate::code::Code;
use crate::feedback::FeedbackKind;
use crate::numbers::{NumberSet, add_bits, copy_bits};
use crate::planes::{BLOCK, Planes};
use crate::space::CodeSpace;

/// Codes in a tile: their planes stay in the first or second level of the cache.
const TILE: usize = 4096;

/// Sizes of the cells of a guess, by the number of the answer; not for answers per position.
pub fn cells(kind: FeedbackKind, space: &CodeSpace, set: &NumberSet, guess: &[u8]) -> Vec<u64> {
    let mut table = [0; MAX_CELLS];
    if let Some(wheels) = Wheels::of(space, set) {
        for (start, first) in wheels.tiles() {
            let mut mask = [0; TILE / 64];
            let mask = set.as_bits().map(|words| {
                copy_bits(words, start, wheels.last.len(), &mut mask);
                &mask[..]
            });
            Count::with_first_pegs(&wheels.last, &first, guess).add_to(
                Path::best(),
                mask,
                &mut table,
            );
        }
    } else {
        visit_tiles(space, set, |planes, _| {
            Count::new(planes, guess).add_to(Path::best(), None, &mut table);
        });
    }
    by_answer(kind, guess.len(), &table)
}

/// The codes of the set that give this answer to a guess; not for answers per position.
pub fn select(
    kind: FeedbackKind,
    space: &CodeSpace,
    set: &NumberSet,
    guess: &[u8],
    feedback: u32,
) -> NumberSet {
    let sought = sought(kind, guess.len(), feedback);
    let mut out = [0; TILE / 64];
    if let Some(wheels) = Wheels::of(space, set) {
        let mut words = vec![0; set.bound().div_ceil(64)];
        for (start, first) in wheels.tiles() {
            Count::with_first_pegs(&wheels.last, &first, guess).select(
                Path::best(),
                sought,
                &mut out,
            );
            if let Some(bits) = set.as_bits() {
                let mut mask = [0; TILE / 64];
                copy_bits(bits, start, wheels.last.len(), &mut mask);
                for (word, mask) in out.iter_mut().zip(mask) {
                    *word &= mask;
                }
            }
            add_bits(&mut words, start, wheels.last.len(), &out);
        }
        return NumberSet::from_bits(set.bound(), words);
    }
    let mut kept = set.sieve();
    visit_tiles(space, set, |planes, numbers| {
        Count::new(planes, guess).select(Path::best(), sought, &mut out);
        for (index, &number) in numbers.iter().enumerate() {
            if out[index / 64] >> (index % 64) & 1 == 1 {
                kept.keep(number);
            }
        }
    });
    kept.done()
}

/// Fills planes with the codes of the set and shows them with their numbers.
fn visit_tiles(space: &CodeSpace, set: &NumberSet, mut see: impl FnMut(&Planes, &[u32])) {
    let tile = set.len().clamp(1, TILE).next_multiple_of(BLOCK);
    let mut planes = Planes::new(space.pegs(), space.colors(), space.copies(), tile);
    let mut numbers = Vec::with_capacity(tile);
    let mut show = |planes: &mut Planes, numbers: &mut Vec<u32>| {
        see(planes, numbers);
        planes.clear();
        numbers.clear();
    };
    for (number, code) in space.codes_of(set) {
        planes.push(&code);
        numbers.push(number as u32);
        if planes.is_full() {
            show(&mut planes, &mut numbers);
        }
    }
    if !planes.is_empty() {
        show(&mut planes, &mut numbers);
    }
}

/// All codes of a game without exceptions, as on a bicycle lock: the last few pegs run
/// through all their values, which are stored once as planes, for each value of the rest.
struct Wheels {
    /// The values of the last pegs.
    last: Planes,
    /// The values of the pegs before them.
    first: CodeSpace,
}

impl Wheels {
    /// `None` if the space has exceptions or the set is sparse.
    fn of(space: &CodeSpace, set: &NumberSet) -> Option<Self> {
        if !space.is_everything() || set.is_sparse() {
            return None;
        }
        let fits = |pegs: &usize| space.colors().pow(*pegs as u32) <= TILE;
        let pegs = (1..=space.pegs()).take_while(fits).last()?;
        let values = CodeSpace::everything(pegs, space.colors());
        let mut last = Planes::new(pegs, space.colors(), pegs, values.len() as usize);
        for code in values.iter() {
            last.push(&code);
        }
        Some(Wheels {
            last,
            first: CodeSpace::everything(space.pegs() - pegs, space.colors()),
        })
    }

    /// The number of the first code of each tile, and the pegs that its codes share.
    fn tiles(&self) -> impl Iterator<Item = (usize, Code)> + '_ {
        let starts = (0..).step_by(self.last.len());
        starts.zip(self.first.iter())
    }
}
