//! Guesses against a set of numbered codes, a tile of codes at a time, in whichever form the set is
//! kept.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::OnceLock;

use crate::code::Code;
use crate::feedback::{FeedbackKind, Scorer};
use crate::hash::BuildMultiplyHasher;
use crate::simd::Level;
use crate::space::CodeSpace;

use super::count::{Count, Sought, by_answer};
use super::kernel::{MAX_CELLS, Sums};
use super::numbers::{NumberSet, add_bits, codes_of, copy_bits};
use super::planes::{BLOCK, Planes};
use super::positions::{Positions, fits_rows};

/// Codes in a tile: their planes stay in the first or second level of the cache.
pub(crate) const TILE: usize = 4096;
/// A bit for each code of a tile.
type Bits = [u64; TILE / 64];
/// Tiles whose first pegs have as many blacks with a guess, and as many pegs of each of its colors, are alike: so many
/// kinds are told apart.
const MOST_ALIKE: usize = 1 << 12;
/// With fewer listed codes for a tile each is compared by itself.
const LISTED_FOR_TILE: usize = 8;

/// Sizes of the cells of a guess, by the number of the answer; not for answers per position.
pub fn cells(kind: &FeedbackKind, space: &CodeSpace, set: &NumberSet, guess: &[u8]) -> Vec<u64> {
    let mut table = [0; MAX_CELLS];
    if let Some(wheels) = Wheels::of(space, set) {
        for (start, first) in wheels.tiles() {
            let mut mask = [0; TILE / 64];
            let mask = set.as_bits().map(|words| {
                copy_bits(words, start, wheels.last.len(), &mut mask);
                &mask[..]
            });
            let (first, guess) = wheels.renamed(&first, guess);
            Count::with_first_pegs(&wheels.last, &first, &guess).add_to(
                Level::detect(),
                mask,
                &mut table,
            );
        }
    } else {
        visit_tiles(space, set, |planes, _| {
            Count::new(planes, guess).add_to(Level::detect(), None, &mut table);
        });
    }
    by_answer(kind, guess.len(), &table)
}

/// The codes of the set that give one of the guesses an answer that is sought after it; not for
/// answers per position.
pub fn select(space: &CodeSpace, set: &NumberSet, guesses: &[(Code, Vec<Sought>)]) -> NumberSet {
    let level = Level::detect();
    let hits = |count: &Count, soughts: &[Sought]| {
        let (mut all, mut one) = ([0; TILE / 64], [0; TILE / 64]);
        for &sought in soughts {
            count.select(level, sought, &mut one);
            or_into(&mut all, &one);
        }
        all
    };
    let tiles = set.bound().div_ceil(TILE);
    let is_dense = |list: &[u32]| list.len() >= 2 * TILE + LISTED_FOR_TILE * tiles;
    let wheels = if set.as_list().is_none_or(is_dense) {
        Wheels::new(space)
    } else {
        None
    };
    let Some(wheels) = wheels else {
        let mut kept = set.selection();
        visit_tiles(space, set, |planes, numbers| {
            let mut out = [0; TILE / 64];
            for (guess, soughts) in guesses {
                or_into(&mut out, &hits(&Count::new(planes, guess), soughts));
            }
            for (index, &number) in numbers.iter().enumerate() {
                if out[index / 64] >> (index % 64) & 1 == 1 {
                    kept.keep(number);
                }
            }
        });
        return kept.finish();
    };
    let mut alike = vec![HashMap::<Sums, Bits, BuildMultiplyHasher>::default(); guesses.len()];
    let mut of_tile = |first: &[u8]| {
        let mut out = [0; TILE / 64];
        for ((guess, soughts), alike) in guesses.iter().zip(&mut alike) {
            let (first, guess) = wheels.renamed(first, guess);
            let count = Count::with_first_pegs(&wheels.last, &first, &guess);
            let keeps = alike.len() < MOST_ALIKE;
            match alike.entry(count.sums) {
                Entry::Occupied(known) => or_into(&mut out, known.get()),
                Entry::Vacant(place) if keeps => {
                    or_into(&mut out, place.insert(hits(&count, soughts)));
                }
                Entry::Vacant(_) => or_into(&mut out, &hits(&count, soughts)),
            }
        }
        out
    };
    let size = wheels.last.len();
    if let Some(list) = set.as_list() {
        let mut kept = Vec::new();
        for numbers in list.chunk_by(|one, other| *one as usize / size == *other as usize / size) {
            let tile = numbers[0] as usize / size;
            let out = of_tile(&wheels.first.code(tile as u128));
            kept.extend(numbers.iter().filter(|&&number| {
                let index = number as usize % size;
                out[index / 64] >> (index % 64) & 1 == 1
            }));
        }
        return NumberSet::from_list(set.bound(), kept);
    }
    let mut words = vec![0; set.bound().div_ceil(64)];
    for (start, first) in wheels.tiles() {
        let mut out = of_tile(&first);
        if let Some(bits) = set.as_bits() {
            let mut mask = [0; TILE / 64];
            copy_bits(bits, start, size, &mut mask);
            for (word, mask) in out.iter_mut().zip(mask) {
                *word &= mask;
            }
        }
        add_bits(&mut words, start, size, &out);
    }
    NumberSet::from_bits(set.bound(), words)
}

fn or_into(bits: &mut Bits, others: &Bits) {
    for (word, other) in bits.iter_mut().zip(others) {
        *word |= other;
    }
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
    for (number, code) in codes_of(space, set) {
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

/// The sizes of the cells of several guesses.
#[derive(Clone, Debug)]
pub(crate) enum Cells {
    /// For each guess the codes by blacks and totals, numbered like black-and-white feedback.
    Sums(Vec<[u64; MAX_CELLS]>),
    /// For each guess the codes by answer, for answers per position, which are no sums.
    Answers(Vec<HashMap<u32, u64, BuildMultiplyHasher>>),
}

impl Cells {
    /// Empty cells for so many guesses.
    pub fn new(kind: &FeedbackKind, guesses: usize) -> Self {
        if kind.counts_pegs() {
            Cells::Sums(vec![[0; MAX_CELLS]; guesses])
        } else {
            Cells::Answers(vec![HashMap::default(); guesses])
        }
    }

    /// Adds cells of the same guesses, counted among other codes.
    pub fn add(&mut self, other: Cells) {
        match (self, other) {
            (Cells::Sums(sums), Cells::Sums(others)) => {
                for (size, other) in sums.iter_mut().flatten().zip(others.iter().flatten()) {
                    *size += other;
                }
            }
            (Cells::Answers(answers), Cells::Answers(others)) => {
                for (cells, others) in answers.iter_mut().zip(others) {
                    for (answer, size) in others {
                        *cells.entry(answer).or_default() += size;
                    }
                }
            }
            _ => unreachable!("cells of one game have one form"),
        }
    }

    /// The sizes of the cells of one guess in the order of the answers, without empty cells, and
    /// whether some code gives the winning answer.
    pub fn sizes(&self, kind: &FeedbackKind, pegs: usize, index: usize) -> (Vec<u32>, bool) {
        let win = kind.win(pegs);
        let cells: Vec<(u32, u64)> = match self {
            Cells::Sums(sums) => {
                let sizes = by_answer(kind, pegs, &sums[index]);
                (0..).zip(sizes).filter(|&(_, size)| size > 0).collect()
            }
            Cells::Answers(answers) => {
                let mut cells: Vec<(u32, u64)> = answers[index]
                    .iter()
                    .map(|(&answer, &size)| (answer, size))
                    .collect();
                cells.sort_unstable();
                cells
            }
        };
        let sizes = cells.iter().map(|&(_, size)| size as u32).collect();
        (
            sizes,
            cells.last().is_some_and(|&(answer, _)| answer == win),
        )
    }
}

/// A set of codes in tiles, against which many guesses can be counted.
///
/// The codes themselves are never stored. Their bit planes are, as far as [`PLANES_STORED`] allows;
/// the planes of further tiles are made again whenever they are needed.
pub(crate) struct Tiles<'a> {
    kind: &'a FeedbackKind,
    space: &'a CodeSpace,
    set: &'a NumberSet,
    wheels: Option<Wheels>,
    stored: Vec<OnceLock<Planes>>,
}

/// The most bytes of bit planes that [`Tiles`] stores.
const PLANES_STORED: usize = 1 << 27;

impl<'a> Tiles<'a> {
    pub fn new(kind: &'a FeedbackKind, space: &'a CodeSpace, set: &'a NumberSet) -> Self {
        let planes = space.colors() * (space.pegs() + space.copies()) + 2;
        let all = set.len().div_ceil(TILE);
        let most = PLANES_STORED / (planes * TILE / 8);
        // Planes of all values of the last pegs need no memory, but the codes that are not in the set
        // are counted for nothing.
        let is_dense = set.len() > set.bound() / 2;
        let wheels = if kind.counts_pegs() && space.is_everything() && (is_dense || all > most) {
            Wheels::of(space, set)
        } else {
            None
        };
        let has_planes = kind.counts_pegs() || fits_rows(kind, space.pegs());
        let stored = if has_planes && wheels.is_none() {
            most.min(all)
        } else {
            0
        };
        Tiles {
            kind,
            space,
            set,
            wheels,
            stored: (0..stored).map(|_| OnceLock::new()).collect(),
        }
    }

    /// How many tiles there are.
    pub fn len(&self) -> usize {
        match &self.wheels {
            Some(wheels) => wheels.first.len() as usize,
            None => self.set.len().div_ceil(TILE),
        }
    }

    /// The most codes of a tile.
    pub fn tile_codes(&self) -> usize {
        self.wheels
            .as_ref()
            .map_or(TILE, |wheels| wheels.last.len())
    }

    /// Counts the codes of one tile into the cells of these guesses.
    pub fn count(&self, tile: usize, guesses: &[Code], cells: &mut Cells) {
        match cells {
            Cells::Answers(answers) if fits_rows(self.kind, self.space.pegs()) => {
                let mut row = [0u16; TILE];
                let mut table = vec![0u32; self.kind.count(self.space.pegs())];
                let mut given = Vec::new();
                self.with_planes(tile, |planes, _| {
                    for (guess, cells) in guesses.iter().zip(answers) {
                        Positions::new(self.kind, planes, guess).answers(Level::detect(), &mut row);
                        for &answer in &row[..planes.len()] {
                            let size = &mut table[usize::from(answer)];
                            if *size == 0 {
                                given.push(answer);
                            }
                            *size += 1;
                        }
                        for answer in given.drain(..) {
                            let size = std::mem::take(&mut table[usize::from(answer)]);
                            *cells.entry(answer.into()).or_default() += u64::from(size);
                        }
                    }
                });
            }
            Cells::Answers(answers) => {
                let codes: Vec<Code> = self.codes(tile).collect();
                for (&guess, cells) in guesses.iter().zip(answers) {
                    let scorer = Scorer::new(self.kind, guess);
                    for code in &codes {
                        *cells.entry(scorer.answer(code)).or_default() += 1;
                    }
                }
            }
            Cells::Sums(sums) => {
                let level = Level::detect();
                if let Some(wheels) = &self.wheels {
                    let first = wheels.first.code(tile as u128);
                    let start = tile * wheels.last.len();
                    let mut mask = [0; TILE / 64];
                    let mask = self.set.as_bits().map(|words| {
                        copy_bits(words, start, wheels.last.len(), &mut mask);
                        &mask[..]
                    });
                    if mask.is_some_and(|mask| mask.iter().all(|&word| word == 0)) {
                        return;
                    }
                    for (guess, table) in guesses.iter().zip(sums) {
                        Count::with_first_pegs(&wheels.last, &first, guess)
                            .add_to(level, mask, table);
                    }
                    return;
                }
                let made;
                let planes = match self.stored.get(tile) {
                    Some(stored) => stored.get_or_init(|| self.planes(tile)),
                    None => {
                        made = self.planes(tile);
                        &made
                    }
                };
                for (guess, table) in guesses.iter().zip(sums) {
                    Count::new(planes, guess).add_to(level, None, table);
                }
            }
        }
    }

    /// Shows the planes of one tile, and the pegs that come before theirs in all codes of the tile.
    pub fn with_planes<R>(&self, tile: usize, see: impl FnOnce(&Planes, &[u8]) -> R) -> R {
        if let Some(wheels) = &self.wheels {
            return see(&wheels.last, &wheels.first.code(tile as u128));
        }
        match self.stored.get(tile) {
            Some(stored) => see(stored.get_or_init(|| self.planes(tile)), &[]),
            None => see(&self.planes(tile), &[]),
        }
    }

    /// The codes of one tile, where codes are not counted by their first and last pegs.
    pub fn codes(&self, tile: usize) -> impl Iterator<Item = Code> + '_ {
        let numbers = self.set.iter_from(tile * TILE).take(TILE);
        numbers.map(|number| self.space.code(number as u128))
    }

    fn planes(&self, tile: usize) -> Planes {
        let space = self.space;
        let codes = (self.set.len() - tile * TILE).min(TILE);
        let mut planes = Planes::new(space.pegs(), space.colors(), space.copies(), codes);
        for code in self.codes(tile) {
            planes.push(&code);
        }
        planes
    }
}

/// All codes of a game in which every code is allowed, or every one without a color twice. As on a
/// bicycle lock, the last few pegs run through all their values for each value of the first ones, so
/// the planes of the last pegs are stored once. Where no color comes twice, these are of the colors
/// that the first pegs leave, by their rank among them.
struct Wheels {
    /// The values of the last pegs.
    last: Planes,
    /// The values of the pegs before them.
    first: CodeSpace,
}

impl Wheels {
    /// Where a set is kept as bits or is everything; `None` as with [`Wheels::new`].
    fn of(space: &CodeSpace, set: &NumberSet) -> Option<Self> {
        Wheels::new(space).filter(|_| set.as_list().is_none())
    }

    /// `None` if some code is not allowed.
    fn new(space: &CodeSpace) -> Option<Self> {
        if !(space.is_everything() || space.is_distinct()) {
            return None;
        }
        let parts = |pegs: usize| {
            let before = space.pegs() - pegs;
            if space.is_distinct() {
                let left = space.colors() - before;
                let last = CodeSpace::distinct(pegs, left);
                (CodeSpace::distinct(before, space.colors()), last)
            } else {
                let first = CodeSpace::everything(before, space.colors());
                (first, CodeSpace::everything(pegs, space.colors()))
            }
        };
        let parts = (1..=space.pegs()).map(parts);
        let fits = |(_, last): &(CodeSpace, CodeSpace)| last.len() <= TILE as u128;
        let (first, values) = parts.take_while(fits).last()?;
        let size = values.len() as usize;
        let mut last = Planes::new(values.pegs(), values.colors(), values.copies(), size);
        for code in values.iter() {
            last.push(&code);
        }
        Some(Wheels { last, first })
    }

    /// The first pegs of a tile and a guess in the colors of the planes: where no color comes twice, a
    /// color that the first pegs leave is its rank among those, and one of theirs is beyond them all.
    fn renamed(&self, first: &[u8], guess: &[u8]) -> (Code, Code) {
        if !self.first.is_distinct() {
            return (Code::new(first), Code::new(guess));
        }
        let left = self.first.colors() - first.len();
        let name = |color: &u8| match first.iter().position(|used| used == color) {
            Some(place) => (left + place) as u8,
            None => color - first.iter().filter(|&used| used < color).count() as u8,
        };
        let renamed = |code: &[u8]| {
            let mut renamed = Code::new(code);
            renamed
                .pegs_mut()
                .iter_mut()
                .for_each(|peg| *peg = name(peg));
            renamed
        };
        (renamed(first), renamed(guess))
    }

    /// The number of the first code of each tile, and the pegs that its codes share.
    fn tiles(&self) -> impl Iterator<Item = (usize, Code)> + '_ {
        let starts = (0..).step_by(self.last.len());
        starts.zip(self.first.iter())
    }
}
