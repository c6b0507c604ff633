//! The guesses that may tell the parts of a large set apart, best first.
//!
//! A guess gets no more different answers from a part of a set than from the set. So a look at the part, which asks
//! whether some guess gets more answers than the best of its own codes, needs only the guesses that get more from the
//! set; and where these are sorted by their answers, it ends at the first that cannot get more than the best so far.
//! Their answers lie side by side in a near cache, where those of all guesses are far apart.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, OnceLock};

use crate::simd::Level;

use super::super::game::Game;
use super::super::kernels::{self, Greatest, LANES, Line, Sheet};
use super::super::symmetry::Candidates;
use super::context::Context;

/// Looks at the parts of a set before its shortlist is made: fewer looks take less time than making it.
const WORTH: usize = 16;

/// Larger sets have few parts of a size that is looked at.
const MOST: usize = 512;

/// Of the guesses at most one in so many is on a shortlist.
const FRACTION: usize = 3;

/// The guesses that get many different answers from a set.
struct Shortlist {
    /// One row for each code of the set, one column for each guess, most answers first.
    sheet: Sheet,
    /// By line of a row, the most answers that one of its guesses gets.
    answers: Vec<u8>,
    /// All guesses that get more answers than this are on the list.
    floor: u8,
    /// By code of the set, its row.
    row_of: Vec<u16>,
}

/// A large set whose parts are looked at, with its shortlist once there were many looks.
pub(in crate::exact) struct Whole {
    set: Vec<u16>,
    looks: AtomicUsize,
    shortlist: OnceLock<Shortlist>,
    /// The set that it is a part of.
    larger: Option<Arc<Whole>>,
}

impl Whole {
    /// A set of which nothing was looked at yet, if a shortlist would serve.
    pub fn new(context: &Context, set: &[u16], larger: Option<Arc<Whole>>) -> Option<Arc<Self>> {
        let serves = set.len() <= MOST && context.game.labels.narrow && context.letters.is_none();
        serves.then(|| {
            Arc::new(Whole {
                set: set.to_vec(),
                looks: AtomicUsize::new(0),
                shortlist: OnceLock::new(),
                larger,
            })
        })
    }

    /// The shortlist that holds all guesses with more answers than this, if there is one by now.
    fn shortlist(&self, level: Level, game: &Game, floor: u8) -> Option<&Shortlist> {
        let here = if self.looks.fetch_add(1, Relaxed) < WORTH {
            self.shortlist.get()
        } else {
            let make = || Shortlist::new(level, game, &self.set);
            Some(self.shortlist.get_or_init(make))
        };
        let larger = || self.larger.as_ref()?.shortlist(level, game, floor);
        here.filter(|list| list.floor <= floor).or_else(larger)
    }

    /// See [`kernels::greatest`]; `part` is a part of the set, and `rows` is working memory.
    pub fn greatest(
        &self,
        level: Level,
        game: &Game,
        part: &[u16],
        floor: u8,
        rows: &mut Vec<u16>,
    ) -> Option<Greatest> {
        let list = self.shortlist(level, game, floor)?;
        rows.clear();
        rows.extend(part.iter().map(|&code| list.row_of[usize::from(code)]));
        let (sheet, answers) = (&list.sheet, &list.answers);
        let found = kernels::greatest(level, sheet, rows, &game.labels, floor, answers);
        // Of the guesses that tell all codes apart the first one is wanted.
        found.telling_all.is_none().then_some(found)
    }
}

impl Shortlist {
    fn new(level: Level, game: &Game, set: &[u16]) -> Self {
        let Game { matrix, labels, .. } = game;
        let mut counts = vec![Line([0; LANES]); matrix.by_secret().lines_per_row()];
        let most = kernels::distinct(level, matrix.by_secret(), set, labels, None, &mut counts);
        let mut guesses = [0; 64];
        for count in counts.iter().flat_map(|line| line.0) {
            guesses[usize::from(count)] += 1;
        }
        let mut floor = most;
        let mut kept = 0;
        while floor > 0 && (kept + guesses[usize::from(floor)]) * FRACTION <= matrix.guesses() {
            kept += guesses[usize::from(floor)];
            floor -= 1;
        }
        // The guesses of each count begin a line of their own.
        let groups: Vec<(u8, Candidates)> = (floor + 1..=most)
            .rev()
            .map(|count| {
                let masks = counts.iter().map(|line| kernels::equal(level, line, count));
                (count, Candidates::new(masks.collect()))
            })
            .collect();
        let mut answers = Vec::new();
        let mut starts = Vec::new();
        for (count, group) in &groups {
            starts.push(answers.len());
            answers.resize(answers.len() + group.list.len().div_ceil(LANES), *count);
        }
        // One line to spare: packing writes whole lines.
        answers.push(0);
        let mut sheet = Sheet::default();
        sheet.reshape(set.len(), answers.len());
        let mut row_of = vec![0; matrix.secrets()];
        for (row, &code) in set.iter().enumerate() {
            row_of[usize::from(code)] = row as u16;
            let from = matrix.by_secret().row(usize::from(code));
            let out = sheet.row_mut(row);
            for (&start, (_, group)) in starts.iter().zip(&groups) {
                kernels::pack(
                    level,
                    from,
                    (&group.list, &group.masks),
                    labels.win,
                    &mut out[start..],
                );
            }
        }
        Shortlist {
            sheet,
            answers,
            floor,
            row_of,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::*;
    use crate::exact::hash::Random;
    use crate::exact::problem::Limits;
    use crate::exact::watch::Watch;
    use crate::feedback::FeedbackKind;
    use crate::rules::{Allowed, Rules};

    #[test]
    fn a_look_at_a_part_finds_the_best_of_all_guesses() {
        let mut random = Random(21);
        let (mut found, mut left) = (0, 0);
        for (pegs, colors) in [(4, 6), (5, 4), (3, 7)] {
            let rules = Rules::new(pegs, colors, Allowed::Any, FeedbackKind::BlackWhite).unwrap();
            let stop = AtomicBool::new(false);
            let limits = Limits {
                memory: 1 << 24,
                positions: None,
                stop: &stop,
            };
            let watch = Watch::new(limits, &|_| {}, 0);
            let game = Game::new(&rules, 1, &watch).unwrap();
            let codes = game.matrix.secrets() as u16;
            let mut some = |of: &[u16], one_in: u64| -> Vec<u16> {
                let chosen = of.iter().filter(|_| random.word().is_multiple_of(one_in));
                chosen.copied().collect()
            };
            let all: Vec<u16> = (0..codes).collect();
            for level in Level::all_supported() {
                let larger = some(&all, 5);
                let set = some(&larger, 2);
                let whole = |set: &[u16], larger| Whole {
                    set: set.to_vec(),
                    looks: AtomicUsize::new(WORTH),
                    shortlist: OnceLock::new(),
                    larger,
                };
                let larger = Arc::new(whole(&larger, None));
                let whole = whole(&set, Some(larger));
                for _ in 0..200 {
                    let part = some(&set, 6);
                    for floor in (1..part.len().min(16) as u8).step_by(2) {
                        let sheet = game.matrix.by_secret();
                        let of_all =
                            kernels::greatest(level, sheet, &part, &game.labels, floor, &[]);
                        let mut rows = Vec::new();
                        match whole.greatest(level, &game, &part, floor, &mut rows) {
                            Some(best) => {
                                found += 1;
                                assert_eq!(best, of_all);
                            }
                            None => left += 1,
                        }
                    }
                }
            }
        }
        assert!(found > 1000 && left > 100, "{found} {left}");
    }
}
