//! Guesses that differ only by a symmetry of what is known need one search between them.
//!
//! Permuting the positions and renaming the colors of every code changes no answer. Those
//! permutations and renamings that fix every guess made so far map the remaining codes
//! onto themselves, and a guess onto one that does just as well. A color that no remaining
//! code has earns nothing wherever it stands: all such colors are one. Of each class only the
//! guess of least number is searched.

mod candidates;
mod kinds;

use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock};

use crate::code::{Code, MAX_PEGS};
use crate::feedback::FeedbackKind;
use crate::rules::{Allowed, Rules};
use crate::space::CodeSpace;

use crate::exact::kernels::LANES;
pub(super) use candidates::Candidates;
use kinds::{Arrangements, EachPeg};

/// Marks pegs whose color cannot match.
const BLANK: u8 = u8::MAX;
/// All orders of more pegs than this are too many to try; then colors alone are renamed.
const MAX_PERMUTED: usize = 6;
/// Bytes of lists kept at most; past this they are made again when asked for.
const CACHE: usize = 48 << 20;

/// The colors present, of all pegs or peg by peg, and the guesses.
type CacheKey = (Vec<u64>, Vec<u32>);

/// Lists that were made before, and their bytes.
#[derive(Default)]
struct Cache {
    lists: HashMap<CacheKey, Arc<Candidates>>,
    bytes: usize,
}

/// What of a code can be exchanged without a change of any answer.
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
        let permuted = rules.feedback() != FeedbackKind::Position && rules.pegs() <= MAX_PERMUTED;
        let guesses = space.len() as usize;
        let mut all = vec![u64::MAX; guesses.div_ceil(LANES)];
        if !guesses.is_multiple_of(LANES) {
            all[guesses / LANES] = (1 << (guesses % LANES)) - 1;
        }
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
            permutations: if permuted {
                permutations(rules.pegs())
            } else {
                vec![(0..rules.pegs() as u8).collect()]
            },
            all: Arc::new(Candidates::new(all)),
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
            Kind::EachPeg => EachPeg::present(self.codes[0].len(), remaining),
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
                EachPeg::candidates(&self.codes, self.colors, orders, present, guesses)
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

    fn make(&self, present: u64, history: &[u32]) -> Candidates {
        let history: Vec<Vec<u8>> = history
            .iter()
            .map(|&guess| {
                let code = &self.codes[guess as usize];
                let blanked = |&color: &u8| {
                    if present >> color & 1 == 1 {
                        color
                    } else {
                        BLANK
                    }
                };
                code.iter().map(blanked).collect()
            })
            .collect();
        let used = history
            .iter()
            .flatten()
            .filter(|&&color| color != BLANK)
            .fold(0u64, |used, &color| used | 1 << color);
        let fixing: Vec<Fixing> = self
            .permutations
            .iter()
            .filter_map(|permutation| Fixing::new(permutation, &history))
            .collect();
        let everything = if self.colors == 64 {
            u64::MAX
        } else {
            (1 << self.colors) - 1
        };
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
        for colors in absent.windows(2) {
            // Where colors repeat, the first absent color serves for all.
            let first = if self.distinct { colors[0] } else { colors[1] };
            forbid(first, colors[1]);
        }
        for (line, mask) in masks.iter_mut().enumerate() {
            let mut rest = *mask;
            while rest != 0 {
                let lane = rest.trailing_zeros() as usize;
                rest &= rest - 1;
                let code = &self.codes[line * LANES + lane];
                // The first permutation changes nothing.
                let smaller = |fixing: &Fixing| {
                    self.smaller_image(code, fixing, present, used, &free, &absent)
                };
                if fixing[1..].iter().any(smaller) {
                    *mask &= !(1 << lane);
                }
            }
        }
        Candidates::new(masks)
    }

    /// The codes that have the second color, and not the first one before it; of a color with
    /// itself, all codes that have it. One bit per code.
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
            } else if present >> color & 1 == 1 {
                renamed[color] = *next_free
                    .next()
                    .expect("no more free colors than there are");
                renamed[color]
            } else if self.distinct {
                renamed[color] = *next_absent
                    .next()
                    .expect("no more absent colors than there are");
                renamed[color]
            } else {
                absent[0]
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
        let mut renaming = [BLANK; 64];
        let mut taken = 0u64;
        for guess in history {
            for (peg, &from) in permutation.iter().enumerate() {
                let (old, new) = (guess[usize::from(from)], guess[peg]);
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
        }
        Some(Fixing {
            permutation,
            renaming,
        })
    }
}

fn bits(set: u64) -> Vec<u8> {
    (0..64).filter(|&bit| set >> bit & 1 == 1).collect()
}

fn permutations(pegs: usize) -> Vec<Vec<u8>> {
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

#[cfg(test)]
mod tests {
    use super::*;

    fn symmetry(pegs: usize, colors: usize, allowed: Allowed) -> (Symmetry, CodeSpace) {
        let rules = Rules::new(pegs, colors, allowed, FeedbackKind::BlackWhite).unwrap();
        (Symmetry::new(&rules), CodeSpace::guesses(&rules))
    }

    #[test]
    fn openings_are_the_ways_to_split_the_pegs() {
        let (four, space) = symmetry(4, 6, Allowed::Any);
        let openings = four.candidates(&[], 0..1296);
        let codes: Vec<Code> = openings
            .list
            .iter()
            .map(|&g| space.code(g.into()))
            .collect();
        let expected: [[u8; 4]; 5] = [
            [0, 0, 0, 0],
            [0, 0, 0, 1],
            [0, 0, 1, 1],
            [0, 0, 1, 2],
            [0, 1, 2, 3],
        ];
        assert_eq!(codes, expected.map(|code| Code::new(&code)));
        let (distinct, _) = symmetry(4, 10, Allowed::Distinct);
        assert_eq!(distinct.candidates(&[], 0..5040).list, [0]);
    }

    #[test]
    fn every_class_keeps_a_guess_of_the_same_cells() {
        use FeedbackKind::{Black, BlackWhite, Position, Total};
        for (pegs, colors, allowed, kind) in [
            (4, 5, Allowed::Any, BlackWhite),
            (3, 6, Allowed::Distinct, BlackWhite),
            (4, 4, Allowed::Any, Black),
            (3, 7, Allowed::Any, Black),
            (3, 6, Allowed::Distinct, Black),
            (4, 4, Allowed::Any, Total),
            (3, 7, Allowed::Distinct, Total),
            (3, 4, Allowed::Any, Position),
        ] {
            let rules = Rules::new(pegs, colors, allowed, kind).unwrap();
            let space = CodeSpace::guesses(&rules);
            let symmetry = Symmetry::new(&rules);
            let codes: Vec<Code> = space.iter().collect();
            let win = rules.score(&codes[0], &codes[0]);
            let mut reduced = 0;
            for round in 0..16usize {
                let history: Vec<u32> = (0..round % 4)
                    .map(|guess| ((round * 97 + guess * 41 + guess) % codes.len()) as u32)
                    .collect();
                let secret = &codes[round * 53 % codes.len()];
                let score = |guess: u32, code: &Code| rules.score(&codes[guess as usize], code);
                let agrees = |code: &Code| {
                    let mut guesses = history.iter();
                    guesses.all(|&guess| score(guess, code) == score(guess, secret))
                };
                let remaining: Vec<u32> = (0..codes.len() as u32)
                    .filter(|&code| agrees(&codes[code as usize]))
                    .collect();
                let histogram = |guess: u32| {
                    let mut cells = vec![0; rules.feedback_count()];
                    for &code in &remaining {
                        let answer = score(guess, &codes[code as usize]);
                        // With totals, an arrangement that was tried is no better than a new one.
                        let tried = kind == Total && answer == win;
                        cells[(answer - u32::from(tried)) as usize] += 1;
                    }
                    cells.sort_unstable();
                    cells
                };
                let kept = symmetry.candidates(&history, remaining.iter().copied());
                let all = 0..codes.len() as u32;
                let histograms = |guesses: &mut dyn Iterator<Item = u32>| {
                    let mut histograms: Vec<_> = guesses.map(histogram).collect();
                    histograms.sort();
                    histograms.dedup();
                    histograms
                };
                assert_eq!(
                    histograms(&mut kept.list.iter().copied()),
                    histograms(&mut all.clone()),
                    "{rules:?} {history:?}"
                );
                reduced += usize::from(2 * kept.list.len() < codes.len());
            }
            assert!(reduced > 4, "{rules:?}");
        }
    }
}
