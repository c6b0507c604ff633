//! Symmetry: of the guesses that a symmetry of the game makes equivalent, only one is searched.
//!
//! Permuting the positions and renaming the colors of every code changes no answer. Those permutations and renamings
//! that fix every guess made so far map the remaining codes onto themselves, and a guess onto an equivalent one. A
//! color that no remaining code has never matches, so all such colors are equivalent. Only the first of a class is
//! searched.

mod candidates;
mod kinds;
mod renamings;
#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock};

use crate::code::{Code, MAX_PEGS};
use crate::feedback::FeedbackKind;
use crate::rules::{Allowed, Rules};
use crate::space::CodeSpace;

use crate::exact::bits::{full, ones};
use crate::exact::kernels::LANES;
pub(super) use candidates::Candidates;
use kinds::{Arrangements, each_peg_candidates, each_peg_present};
use renamings::Renamings;

/// Marks pegs whose color cannot match.
const BLANK: u8 = u8::MAX;
/// With more pegs than this there are too many permutations to try; then renamings are tried, if these are few.
const MAX_PERMUTED: usize = 6;
/// The most bytes of lists that are kept; further lists are made again when they are needed.
const CACHE: usize = 48 << 20;

/// The colors present, of all pegs or peg by peg, and the guesses.
type CacheKey = (Vec<u64>, Vec<u32>);

/// Lists that were made before, and their bytes.
#[derive(Default)]
struct Cache {
    lists: HashMap<CacheKey, Arc<Candidates>>,
    bytes: usize,
}

/// What can be exchanged in all codes without a change of any answer.
enum Kind {
    /// Positions, and colors.
    Common,
    /// Positions, and the colors of each position on its own.
    EachPeg,
    /// The order of a code, and colors.
    Arrangements(Arrangements),
}

pub(in crate::exact) struct Symmetry {
    kind: Kind,
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

/// A permutation of positions with the renaming that it forces on the colors of the history.
struct Fixing<'a> {
    permutation: &'a [u8],
    renaming: [u8; 64],
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
        let kind = match (rules.feedback(), rules.allowed()) {
            (FeedbackKind::Black, Allowed::Any) => Kind::EachPeg,
            (FeedbackKind::Total, _) => {
                Kind::Arrangements(Arrangements::new(&codes, rules.colors()))
            }
            _ => Kind::Common,
        };
        Symmetry {
            kind,
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
        let remaining = remaining.map(|code| &self.codes[code as usize]);
        let present = match &self.kind {
            Kind::Common => {
                let colors = remaining.flat_map(|code| code.iter());
                vec![colors.fold(0, |present, &color| present | 1 << color)]
            }
            Kind::EachPeg => each_peg_present(self.codes[0].len(), remaining),
            Kind::Arrangements(_) => Vec::new(),
        };
        let mut guesses = history.to_vec();
        guesses.sort_unstable();
        guesses.dedup();
        let key = (present, guesses);
        if let Some(known) = self.cache.lock().unwrap().lists.get(&key) {
            return known.clone();
        }
        let (present, guesses) = &key;
        let made = Arc::new(match &self.kind {
            Kind::Common => self.make(present[0], guesses),
            Kind::EachPeg => {
                let orders = &self.permutations;
                each_peg_candidates(&self.codes, self.colors, orders, present, guesses)
            }
            Kind::Arrangements(classes) => classes.candidates(&self.codes, guesses),
        });
        let mut cache = self.cache.lock().unwrap();
        if cache.bytes > CACHE {
            *cache = Cache::default();
        }
        cache.bytes += made.bytes();
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

    fn make(&self, present: u64, history: &[u32]) -> Candidates {
        let history: Vec<Vec<u8>> = history
            .iter()
            .map(|&guess| {
                let code = &self.codes[guess as usize];
                let blanked = |&color: &u8| match present >> color & 1 {
                    0 => BLANK,
                    _ => color,
                };
                code.iter().map(blanked).collect()
            })
            .collect();
        let used = history.iter().flatten().filter(|&&color| color != BLANK);
        let used = used.fold(0u64, |used, &color| used | 1 << color);
        let permutations = self.permutations.iter();
        let fixing = permutations.filter_map(|permutation| Fixing::new(permutation, &history));
        let fixing: Vec<Fixing> = fixing.collect();
        let everything = u64::MAX >> (64 - self.colors);
        let free = bits(present & !used);
        let absent = bits(everything & !present);
        let mut masks = self.all.masks.clone();
        let mut forbid = |first: u8, second: u8| {
            for (mask, &late) in masks.iter_mut().zip(self.late(first, second)) {
                *mask &= !late;
            }
        };
        // No renaming alone may make the code smaller.
        for colors in free.windows(2) {
            forbid(colors[0], colors[1]);
        }
        for (first, second) in self.needless(present) {
            forbid(first, second);
        }
        let renamings = self
            .by_renaming
            .then(|| Renamings::new(self.codes[0].len(), &history, &bits(present)));
        for (line, mask) in masks.iter_mut().enumerate() {
            for lane in ones(*mask) {
                let code = &self.codes[line * LANES + lane];
                // The first permutation changes nothing.
                let smaller = |fixing: &Fixing| {
                    self.smaller_image(code, fixing, present, used, &free, &absent)
                };
                let is_least = match &renamings {
                    Some(renamings) => renamings.is_least(code),
                    None => !fixing[1..].iter().any(smaller),
                };
                if !is_least {
                    *mask &= !(1 << lane);
                }
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

    /// Whether the least image of the code under this permutation is below the code itself.
    fn smaller_image(
        &self,
        code: &Code,
        fixing: &Fixing,
        present: u64,
        used: u64,
        free: &[u8],
        absent: &[u8],
    ) -> bool {
        let mut renamed = [BLANK; 64];
        let mut next_free = free.iter();
        let mut next_absent = absent.iter();
        for (peg, &from) in fixing.permutation.iter().enumerate() {
            let color = usize::from(code[usize::from(from)]);
            let image = if used >> color & 1 == 1 {
                fixing.renaming[color]
            } else if renamed[color] != BLANK {
                renamed[color]
            } else if present >> color & 1 == 0 && !self.distinct {
                absent[0]
            } else {
                let is_free = present >> color & 1 == 1;
                let next = if is_free {
                    &mut next_free
                } else {
                    &mut next_absent
                };
                renamed[color] = *next.next().expect("no more colors than there are");
                renamed[color]
            };
            if image != code[peg] {
                return image < code[peg];
            }
        }
        false
    }
}

impl<'a> Fixing<'a> {
    fn new(permutation: &'a [u8], history: &[Vec<u8>]) -> Option<Self> {
        let pairs = history.iter().flat_map(|guess| {
            let pegs = permutation.iter().enumerate();
            pegs.map(|(peg, &from)| [guess[usize::from(from)], guess[peg]])
        });
        Some(Fixing {
            permutation,
            renaming: forced(pairs)?,
        })
    }
}

/// The renaming that maps colors onto others, where it can be had; blank ones onto blank ones.
fn forced(pairs: impl Iterator<Item = [u8; 2]>) -> Option<[u8; 64]> {
    let mut renaming = [BLANK; 64];
    let mut taken = 0u64;
    for [old, new] in pairs {
        if (old == BLANK) != (new == BLANK) {
            return None;
        }
        if old == BLANK || renaming[usize::from(old)] == new {
            continue;
        }
        if renaming[usize::from(old)] != BLANK || taken >> new & 1 == 1 {
            return None;
        }
        renaming[usize::from(old)] = new;
        taken |= 1 << new;
    }
    Some(renaming)
}

fn bits(set: u64) -> Vec<u8> {
    ones(set).map(|bit| bit as u8).collect()
}

/// Every order of so many positions.
pub(super) fn permutations(pegs: usize) -> Vec<Vec<u8>> {
    debug_assert!(pegs <= MAX_PEGS);
    let mut all = vec![Vec::new()];
    for _ in 0..pegs {
        all = all
            .iter()
            .flat_map(|start: &Vec<u8>| {
                (0..pegs as u8)
                    .filter(|peg| !start.contains(peg))
                    .map(|peg| [start.as_slice(), &[peg]].concat())
                    .collect::<Vec<_>>()
            })
            .collect();
    }
    all
}
