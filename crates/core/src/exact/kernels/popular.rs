//! At most how many different answers guesses get, in games of more answers than a vector has bits for.
//!
//! Few of hundreds of labels are common: words that share four letters are rare. The common ones are
//! counted as what they are, one bit for each, and every code with a rare one as if nobody shared it.
//! So the count is never too low and seldom much too high. It takes the shuffles of AVX-512, with which it is far
//! cheaper than the true count; with others it is not.

use crate::simd::{Features, Level};

use super::lines::{Line, Rows};

/// How many labels are common: a bit for each in sixteen bytes.
const COMMON: usize = 128;
/// The rank of labels that are not common.
pub(super) const RARE: u8 = 0x80;
/// The rank of the winning label, which does not count.
const WIN: u8 = 0xff;

/// The labels of a game by how common they are. There is one only where the processor has AVX-512.
pub(in crate::exact) struct Popular {
    /// By label: a rank below [`COMMON`], [`RARE`] or [`WIN`].
    pub(super) ranks: [u8; 256],
}

impl Popular {
    /// Ranks labels by how often they occur in some rows of answers.
    pub fn new<'r>(level: Level, win: u8, rows: impl Iterator<Item = &'r [u8]>) -> Option<Self> {
        if !level.has(Features::EXACT_512) {
            return None;
        }
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
        Some(Popular { ranks })
    }

    /// Counts for each guess at most how many different answers, the winning one left out, it gets from a set; 255 stands
    /// for that or more.
    pub fn distinct_at_most(&self, rows: Rows, out: &mut [Line]) {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: the level that this was made for has the features.
        unsafe {
            super::avx512_popular::distinct_at_most(rows, self, out);
        }
        #[cfg(not(target_arch = "x86_64"))]
        unreachable!("{} {}", rows.len(), out.len());
    }
}
