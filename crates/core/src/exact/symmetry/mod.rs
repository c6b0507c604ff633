//! Symmetry: of the guesses that a symmetry of the game makes equivalent, only one is searched.
//!
//! Permuting the positions and renaming the colors of every code changes no answer. Those permutations and renamings
//! that fix every guess made so far map the remaining codes onto themselves, and a guess onto an equivalent one. A
//! color that no remaining code has never matches, so all such colors are equivalent. Where only black pegs are told, and
//! any code goes, the colors of each position can be renamed on their own. Only the first of a class is searched.

mod arrangements;
mod fixings;
mod renamings;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock};

use crate::code::{Code, MAX_PEGS};
use crate::feedback::FeedbackKind;
use crate::rules::{Allowed, Rules};
use crate::space::CodeSpace;

use crate::bits::{full, ones, ones_from};
use crate::exact::kernels::LANES;
use arrangements::Arrangements;
pub(super) use fixings::Fixings;
use renamings::Renamings;

/// With more pegs than this there are too many permutations to try; then renamings are tried, if these are few.
const MAX_PERMUTED: usize = 6;
/// The most bytes of lists that are kept; further lists are made again when they are needed.
const CACHE: usize = 48 << 20;

/// Some of the guesses: as a list and as one mask per line of the matrix.
pub(in crate::exact) struct Candidates {
    pub list: Vec<u32>,
    pub masks: Vec<u64>,
}

impl Candidates {
    pub fn new(masks: Vec<u64>) -> Self {
        let count = masks.iter().map(|mask| mask.count_ones() as usize).sum();
        let mut list = Vec::with_capacity(count);
        list.extend(ones_from(&masks, 0).map(|guess| guess as u32));
        Candidates { list, masks }
    }

    /// Whether a guess is one of them.
    #[inline]
    pub fn has(&self, guess: u32) -> bool {
        self.masks[guess as usize / LANES] >> (guess as usize % LANES) & 1 == 1
    }

    /// Those of the codes, all of the guess space, that are chosen.
    pub fn those(codes: &[Code], chosen: impl Fn(&Code) -> bool) -> Self {
        let masks = codes.chunks(LANES).map(|codes| {
            let bits = codes.iter().enumerate();
            bits.fold(0, |mask, (lane, code)| {
                mask | u64::from(chosen(code)) << lane
            })
        });
        Candidates::new(masks.collect())
    }
}

/// The colors present, of all pegs or peg by peg, and the guesses.
type CacheKey = (Vec<u64>, Vec<u32>);

/// Lists that were made before, and their bytes.
#[derive(Default)]
struct Cache {
    lists: HashMap<CacheKey, Arc<Candidates>>,
    bytes: usize,
}

pub(in crate::exact) struct Symmetry {
    /// Of codes whose order does not matter.
    arrangements: Option<Arrangements>,
    /// How often all colors are named: once, or by each position.
    namings: usize,
    codes: Vec<Code>,
    colors: usize,
    distinct: bool,
    permutations: Vec<Vec<u8>>,
    /// Whether renamings are tried instead of permutations.
    by_renaming: bool,
    all: Arc<Candidates>,
    /// See [`Symmetry::late`], by pair of colors; made when first asked for.
    late: Vec<OnceLock<Vec<u64>>>,
    cache: Mutex<Cache>,
}

impl Symmetry {
    /// Takes the symmetry of the rules; lists of words have none.
    pub fn new(rules: &Rules) -> Self {
        let space = CodeSpace::guesses(rules);
        let free = !matches!(rules.allowed(), Allowed::Words { .. });
        // Answers per position move with the positions, so only colors are renamed there.
        let permuted = rules.feedback().counts_pegs() && rules.pegs() <= MAX_PERMUTED;
        let guesses = space.len() as usize;
        let codes: Vec<Code> = if free {
            space.iter().collect()
        } else {
            Vec::new()
        };
        let by_total = *rules.feedback() == FeedbackKind::Total;
        Symmetry {
            arrangements: by_total.then(|| Arrangements::new(&codes, rules.colors())),
            namings: rules.namings(),
            codes,
            colors: rules.colors(),
            distinct: *rules.allowed() == Allowed::Distinct,
            permutations: match permuted {
                true => permutations(rules.pegs()),
                false => vec![(0..rules.pegs() as u8).collect()],
            },
            by_renaming: rules.feedback().counts_pegs()
                && rules.pegs() > MAX_PERMUTED
                && *rules.allowed() == Allowed::Any
                && Renamings::are_few(rules.colors()),
            all: Arc::new(Candidates::new(full(guesses).collect())),
            late: (0..rules.colors() * rules.colors())
                .map(|_| OnceLock::new())
                .collect(),
            cache: Mutex::new(Cache::default()),
        }
    }

    /// Every guess.
    pub fn all(&self) -> Arc<Candidates> {
        self.all.clone()
    }

    /// One guess of each class, given the guesses so far and the codes that remain.
    pub fn candidates(
        &self,
        history: &[u32],
        remaining: impl Iterator<Item = u32>,
    ) -> Arc<Candidates> {
        if self.codes.is_empty() {
            return self.all();
        }
        let mut present = Vec::new();
        if self.arrangements.is_none() {
            present.resize(self.namings, 0);
            let each = usize::from(self.namings > 1);
            for code in remaining {
                for (place, &color) in self.codes[code as usize].iter().enumerate() {
                    present[place * each] |= 1 << color;
                }
            }
        }
        let mut guesses = history.to_vec();
        guesses.sort_unstable();
        guesses.dedup();
        let key = (present, guesses);
        if let Some(known) = self.cache.lock().unwrap().lists.get(&key) {
            return known.clone();
        }
        let (present, guesses) = &key;
        let made = Arc::new(match &self.arrangements {
            Some(classes) => classes.candidates(&self.codes, guesses),
            None => self.make(present, guesses),
        });
        let mut cache = self.cache.lock().unwrap();
        if cache.bytes > CACHE {
            *cache = Cache::default();
        }
        cache.bytes += size_of_val(&made.list[..]) + size_of_val(&made.masks[..]);
        cache.lists.insert(key, made.clone());
        made
    }

    /// Marks guesses that differ only in colors that no code has from one of a smaller number.
    pub fn mark_alike(&self, codes: impl Iterator<Item = u32>, marks: &mut [u64]) {
        if self.codes.is_empty() {
            return;
        }
        let present = codes.fold(0, |present, code| {
            let code = &self.codes[code as usize];
            code.iter()
                .fold(present, |present, &color| present | 1u64 << color)
        });
        for (first, second) in self.needless(present) {
            for (mark, &late) in marks.iter_mut().zip(self.late(first, second)) {
                *mark |= late;
            }
        }
    }

    /// Pairs of colors of which no code need have the second without the first before it, given those present.
    fn needless(&self, present: u64) -> impl Iterator<Item = (u8, u8)> {
        let everything = u64::MAX >> (64 - self.colors);
        let mut absent = ones(everything & !present).map(|color| color as u8);
        let mut last = absent.next();
        std::iter::from_fn(move || {
            let second = absent.next()?;
            // Where colors repeat, the first absent color serves for all.
            let first = if self.distinct { last? } else { second };
            last = Some(second);
            Some((first, second))
        })
    }

    fn make(&self, present: &[u64], history: &[u32]) -> Candidates {
        let history = history.iter().map(|&guess| &self.codes[guess as usize]);
        // The first permutation changes nothing: without it, what a renaming alone makes smaller is left out before.
        let orders = &self.permutations[usize::from(self.namings == 1)..];
        let about = (present, self.distinct);
        let fixings = Fixings::new(orders, self.colors, about, history.clone());
        if self.namings > 1 {
            return Candidates::those(&self.codes, |code| fixings.is_least(code));
        }
        let mut masks = self.all.masks.clone();
        let mut forbid = |first: u8, second: u8| {
            for (mask, &late) in masks.iter_mut().zip(self.late(first, second)) {
                *mask &= !late;
            }
        };
        for colors in bits(fixings.free[0]).windows(2) {
            forbid(colors[0], colors[1]);
        }
        for (first, second) in self.needless(present[0]) {
            forbid(first, second);
        }
        let renamings = self.by_renaming.then(|| {
            let history: Vec<&Code> = history.collect();
            Renamings::new(self.codes[0].len(), &history, &bits(present[0]))
        });
        for (line, mask) in masks.iter_mut().enumerate() {
            for lane in ones(*mask) {
                let code = &self.codes[line * LANES + lane];
                let is_least = match &renamings {
                    Some(renamings) => renamings.is_least(code),
                    None => fixings.is_least(code),
                };
                *mask &= !(u64::from(!is_least) << lane);
            }
        }
        Candidates::new(masks)
    }

    /// A bit for each code that has the second color without the first before it; of one color twice, that has it.
    fn late(&self, first: u8, second: u8) -> &[u64] {
        let pair = usize::from(first) * self.colors + usize::from(second);
        self.late[pair].get_or_init(|| {
            let mut masks = vec![0; self.all.masks.len()];
            for (number, code) in self.codes.iter().enumerate() {
                let place = |wanted: u8| code.iter().position(|&color| color == wanted);
                let late = match (place(first), place(second)) {
                    (Some(first), Some(second)) => first >= second,
                    (None, Some(_)) => true,
                    (_, None) => false,
                };
                masks[number / LANES] |= u64::from(late) << (number % LANES);
            }
            masks
        })
    }
}

fn bits(set: u64) -> Vec<u8> {
    ones(set).map(|bit| bit as u8).collect()
}

/// Every order of so many positions.
pub(super) fn permutations(pegs: usize) -> Vec<Vec<u8>> {
    debug_assert!(pegs <= MAX_PEGS);
    let mut all = vec![Vec::new()];
    for _ in 0..pegs {
        let longer = |start: Vec<u8>| {
            let others = (0..pegs as u8).filter(|peg| !start.contains(peg));
            let longer = others.map(|peg| [start.as_slice(), &[peg]].concat());
            longer.collect::<Vec<_>>()
        };
        all = all.into_iter().flat_map(longer).collect();
    }
    all
}
