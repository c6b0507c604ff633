//! At most how many different answers guesses get, in games of more answers than a vector has bits for.
//!
//! Few of hundreds of labels are common: words that share four letters are rare. The common ones are
//! counted as what they are, one bit for each, and every code with a rare one as if nobody shared it.
//! So the count is never too low, seldom much too high, and far cheaper than the true one.

use super::lines::{LANES, Line};

/// How many labels are common: a bit for each in sixteen bytes.
pub(super) const COMMON: usize = 128;
/// The rank of labels that are not common.
pub(super) const RARE: u8 = 0x80;
/// The rank of the winning label, which does not count.
pub(super) const WIN: u8 = 0xff;

/// The labels of a game by how common they are.
pub(in crate::exact) struct Popular {
    /// By label: a rank below [`COMMON`], [`RARE`] or [`WIN`].
    pub(super) ranks: [u8; 256],
}

impl Popular {
    /// Ranks labels by how often they occur in some rows of answers.
    pub fn new<'r>(win: u8, rows: impl Iterator<Item = &'r [u8]>) -> Self {
        let mut counts = [0u32; 256];
        for row in rows {
            for &label in row {
                counts[usize::from(label)] += 1;
            }
        }
        let mut labels: Vec<u8> = (0..=255).filter(|&label| label != win).collect();
        labels.sort_by_key(|&label| std::cmp::Reverse(counts[usize::from(label)]));
        let mut ranks = [RARE; 256];
        for (rank, &label) in labels[..COMMON].iter().enumerate() {
            ranks[usize::from(label)] = rank as u8;
        }
        ranks[usize::from(win)] = WIN;
        Popular { ranks }
    }
}

/// Up to 255, at most how many different answers each guess of a line gets from some rows.
#[inline(always)]
pub(super) fn line_at_most<'r>(
    popular: &Popular,
    rows: impl Iterator<Item = &'r Line>,
    counts: &mut Line,
) {
    let mut seen = [[0u64; 2]; LANES];
    let mut rare = [0u8; LANES];
    for row in rows {
        for (lane, &label) in row.0.iter().enumerate() {
            let rank = popular.ranks[usize::from(label)];
            let bit = 1u64 << (rank % 64);
            seen[lane][0] |= if rank < 64 { bit } else { 0 };
            seen[lane][1] |= if (64..RARE).contains(&rank) { bit } else { 0 };
            rare[lane] = rare[lane].saturating_add(u8::from(rank == RARE));
        }
    }
    for ((count, seen), rare) in counts.0.iter_mut().zip(&seen).zip(&rare) {
        let common = (seen[0].count_ones() + seen[1].count_ones()) as u8;
        *count = common.saturating_add(*rare);
    }
}
