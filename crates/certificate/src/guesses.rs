//! What all guesses tell about a set, by the sizes of the cells that they make.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::bounds::Bounds;
use crate::cells::{BLOCK, Rows};
use crate::claim::Node;
use crate::doubts::Doubts;
use crate::game::Game;

/// The bound of a set: how many of its codes can be found by each guess at the latest. Once `stop` is set, what comes is
/// worthless, but comes soon.
pub fn own_bounds(game: &Game, node: &Node, stop: &AtomicBool) -> Bounds {
    let size = node.codes.len() as u32;
    let Some(rows) = node.rows(game) else {
        let mut labels = Vec::new();
        let mut found = |guess: u32, last: u32| {
            let mut sizes = [0; 256];
            node.read(game, guess, &mut labels);
            for &label in &labels {
                sizes[usize::from(label)] += 1;
            }
            sizes.iter().map(|&size| last.min(size)).sum()
        };
        let guesses = 0..game.guesses.len() as u32;
        return Bounds::of(size, |last| {
            let goes_on = |_: &u32| !stop.load(Ordering::Relaxed);
            let found = guesses
                .clone()
                .take_while(goes_on)
                .map(|guess| found(guess, last));
            found.max().unwrap_or(0)
        });
    };
    // What fills up the last block tells nothing: it finds no more than a guess at one of the codes.
    let sizes = rows.sizes(rows.blocks());
    Bounds::of(size, |last| {
        let mut most = 0;
        sizes.sum_up(last, |_, sums| {
            most = sums.iter().fold(most, |most, &sum| most.max(sum));
        });
        most
    })
}

/// The guesses that could cost less than the claim, by the numbers of their cells of one code and of more, and
/// by how many codes are in cells that are too large for two guesses; `cost` is what cells cost by their size.
pub fn doubtful(game: &Game, rows: &Rows, cost: &[u64], need: u64) -> Vec<u32> {
    let win = u32::from(game.win());
    let doubts = Doubts::new(game.answers, cost, need);
    let mut found: Vec<(u32, u32)> = Vec::new();
    if doubts.fewest > win + 1 {
        return Vec::new();
    }
    // A cell costs two guesses for each code, less one, and one more for each code beyond the last size of
    // which this is all: the sizes before cost as much, and those after it grow by three or more.
    let last = (1..cost.len()).take_while(|&size| cost[size] == 2 * size as u64 - 1);
    // The winning cell, which costs nothing, is counted as one code whatever is left.
    let last = last.count().max(1);
    let codes = rows.rows.len() as u32;
    rows.count_several(|block, counts| {
        let is_enough = |any, &count: &u8| any | (u32::from(count) >= doubts.fewest);
        if !counts.cells.iter().fold(false, is_enough) {
            return;
        }
        for (at, guess) in rows.guesses_of(block).enumerate() {
            let (cells, several) = (counts.cells[at].into(), counts.several[at].into());
            if cells >= doubts.fewest && doubts.has(counts.wins[at].into(), cells, several) {
                let least = 4 * codes - u32::from(counts.wins[at]) - cells;
                found.push((guess as u32, least));
            }
        }
    });
    let mut blocks: Vec<usize> = found
        .iter()
        .map(|&(guess, _)| guess as usize / BLOCK)
        .collect();
    blocks.dedup();
    let mut rest = found.iter().peekable();
    let mut could = Vec::new();
    rows.sizes(blocks.into_iter())
        .sum_up(last as u32, |block, sums| {
            let of_block = |&&(guess, _): &&(u32, u32)| guess as usize / BLOCK == block;
            while let Some(&(guess, least)) = rest.next_if(of_block) {
                if u64::from(least - sums[guess as usize % BLOCK]) < need {
                    could.push(guess);
                }
            }
        });
    could
}

/// Whether two guesses make the same cells of a set, whatever the answers are.
pub fn make_same_cells(labels: &[u8], others: &[u8]) -> bool {
    // For each label the other one that came with it, and one more.
    let (mut there, mut back) = ([0u16; 256], [0u16; 256]);
    labels.iter().zip(others).all(|(&label, &other)| {
        let (there, back) = (
            &mut there[usize::from(label)],
            &mut back[usize::from(other)],
        );
        if *there == 0 && *back == 0 {
            (*there, *back) = (u16::from(other) + 1, u16::from(label) + 1);
        }
        *there == u16::from(other) + 1 && *back == u16::from(label) + 1
    })
}
