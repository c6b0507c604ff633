//! Scores guesses against sets of codes that are too large to be listed.
//!
//! The guesses come in batches. For each batch all codes are gone through once, a tile at a time, and
//! only the sizes of the cells are kept, so that the memory needed hardly grows with the set.

use crate::threads::{self, prelude::*};

use crate::code::Code;
use crate::sieve::Knowledge;
use crate::sieve::tiles::{Cells, Tiles};

use super::budget::Budget;
use super::collect::Collect;

/// About how many comparisons of a guess with a code a batch is to take.
const BATCH_WORK: usize = 1 << 29;
/// The most guesses of a batch; the tables of their cells are to stay in the cache.
const BATCH_GUESSES: usize = 256;
/// The fewest guesses of a batch, so that going through the codes is worth it.
const LEAST_GUESSES: usize = 4;
/// Possible codes that are scored before the others when there are several batches. The first guesses
/// of all, those of one color, are among the worst, and the budget may end early.
const SAMPLE_GUESSES: usize = 8;

/// Offers guesses, which ascend, to a collector until the budget ends.
pub fn scan<C: Collect>(
    knowledge: &Knowledge,
    guesses: impl Iterator<Item = Code>,
    budget: &Budget,
    collector: &mut C,
    sample: &mut C,
) {
    let rules = knowledge.rules();
    let (kind, pegs) = (rules.feedback(), rules.pegs());
    let tiles = Tiles::new(kind, knowledge.secrets(), knowledge.numbers());
    let most = (BATCH_WORK / knowledge.len()).clamp(LEAST_GUESSES, BATCH_GUESSES);
    let offer = |batch: &[Code], collector: &mut C| {
        let Some(cells) = count(&tiles, kind, batch, budget) else {
            collector.cut_short();
            return false;
        };
        for (index, &guess) in batch.iter().enumerate() {
            let (mut sizes, possible) = cells.sizes(kind, pegs, index);
            collector.offer(guess, &mut sizes, possible);
        }
        true
    };
    let mut guesses = guesses.peekable();
    let mut batch: Vec<Code> = guesses.by_ref().take(most).collect();
    if guesses.peek().is_some() {
        let places =
            (0..SAMPLE_GUESSES).map(|i| (2 * i + 1) * knowledge.len() / (2 * SAMPLE_GUESSES));
        let mut codes: Vec<Code> = places.filter_map(|place| knowledge.nth(place)).collect();
        codes.dedup();
        offer(&codes, sample);
    }
    while !batch.is_empty() && offer(&batch, collector) {
        batch.clear();
        batch.extend(guesses.by_ref().take(most));
    }
}

/// Counts the cells of some guesses; `None` if the budget ends before.
fn count(
    tiles: &Tiles,
    kind: &crate::FeedbackKind,
    guesses: &[Code],
    budget: &Budget,
) -> Option<Cells> {
    let parts = (4 * threads::current_num_threads()).min(tiles.len()).max(1);
    (0..parts)
        .into_par_iter()
        .map(|part| {
            let mut cells = Cells::new(kind, guesses.len());
            for tile in part * tiles.len() / parts..(part + 1) * tiles.len() / parts {
                if !budget.spend((tiles.tile_codes() * guesses.len()) as u64) {
                    return None;
                }
                tiles.count(tile, guesses, &mut cells);
            }
            Some(cells)
        })
        .try_reduce_with(|mut cells, other| {
            cells.add(other);
            Some(cells)
        })
        .flatten()
}

/// The colors that some possible code has; perhaps also some that none has, if telling would take too
/// long.
pub fn present_colors(knowledge: &Knowledge) -> u64 {
    /// The most codes that are looked at.
    const LOOKED_AT: usize = 1 << 18;
    let all = u64::MAX >> (64 - knowledge.rules().colors());
    let mut present = 0;
    for code in knowledge.iter_from(0).take(LOOKED_AT) {
        present = code.iter().fold(present, |set, &color| set | 1 << color);
        if present == all {
            return all;
        }
    }
    if knowledge.len() > LOOKED_AT {
        all
    } else {
        present
    }
}
