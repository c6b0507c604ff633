//! Weighs guesses on sets of at most 64 codes, with one bit for each code.
//!
//! Most guesses at a small set are rejected, half of them because they make the same partition as
//! an earlier one. So the cells are masks: their sizes, the fingerprint of the partition and the
//! bounds from their members come directly from the bits, and lists of codes are made only of the
//! cells that stay open.

use super::super::cost::{Goal, INFINITE, after_a_guess};
use super::super::hash::mix;
use super::super::partition::Partition;
use super::context::Context;
use super::fingerprints::Fingerprints;
use super::scratch::{MAX_MASK_CODES, Masks};
use super::weighing::{Position, Verdict};

impl Context<'_> {
    /// Puts the cells of a guess into the masks by label, the winning one left out; returns the
    /// labels that occur, the winning one among them.
    #[inline]
    pub fn cell_masks(&self, Masks(masks): &mut Masks, set: &[u16], guess: u32) -> u64 {
        // The rows of the codes stay in the cache from guess to guess; those of guesses do not.
        let sheet = self.game.matrix.by_secret();
        let mut present = 0u64;
        for (place, &code) in set.iter().enumerate() {
            let label = sheet.byte(usize::from(code), guess as usize) & 63;
            masks[usize::from(label)] |= 1 << place;
            present |= 1 << label;
        }
        masks[usize::from(self.game.matrix.win())] = 0;
        present
    }

    /// See [`Context::weigh`].
    #[inline]
    pub fn weigh_by_masks(
        &self,
        masks: &mut Masks,
        at: Position,
        guess: u32,
        best: u32,
        fingerprints: &mut Fingerprints,
        partition: &mut Partition,
    ) -> Verdict {
        let Position {
            set,
            left,
            mutual,
            bounds,
        } = at;
        let goal = self.question.goal;
        let next = after_a_guess(left);
        let mut present = self.cell_masks(masks, set, guess);
        let Masks(masks) = masks;
        let mut total = goal.step() * set.len() as u32;
        let mut fingerprint = 0u64;
        // Smallest first, by insertion: there are few of them.
        let mut cells = [0u64; MAX_MASK_CODES / 2];
        let mut count = 0;
        while present != 0 {
            let mask = std::mem::take(&mut masks[present.trailing_zeros() as usize]);
            present &= present - 1;
            let size = mask.count_ones() as usize;
            let left = goal.normal_limit(size, next);
            let certain = goal.certain_cost(size, left);
            total = total.saturating_add(match certain {
                Some(cost) => cost,
                None => bounds.of(size, left),
            });
            if size < 2 {
                continue;
            }
            if size == set.len() {
                return Verdict::Cost(INFINITE);
            }
            fingerprint = fingerprint.wrapping_add(mix(mask));
            if certain.is_none() {
                let mut place = count;
                while place > 0 && cells[place - 1].count_ones() as usize > size {
                    cells[place] = cells[place - 1];
                    place -= 1;
                }
                cells[place] = mask;
                count += 1;
            }
        }
        if total >= best || count == 0 {
            return Verdict::Cost(total);
        }
        if !fingerprints.insert(fingerprint) {
            return Verdict::Repeated;
        }
        partition.clear();
        for &mask in &cells[..count] {
            let size = mask.count_ones();
            let mut telling = 0;
            let left = goal.normal_limit(size as usize, next);
            let mut lower = bounds.of(size as usize, left);
            if goal == Goal::Total && size as usize <= self.small {
                let answers = mutual.best_member_of(self.level, mask, &self.game.labels);
                telling = answers as u8;
                let by_members = 2 * size - u32::from(answers + 1 == size);
                if by_members > lower {
                    total += by_members - lower;
                    lower = by_members;
                    if total >= best {
                        return Verdict::Cost(total);
                    }
                }
                if answers + 1 == size || answers + 2 == size && left >= 3 {
                    continue;
                }
            }
            partition.push(mask, lower, telling);
        }
        if partition.cells.is_empty() {
            Verdict::Cost(total)
        } else {
            Verdict::Open(total)
        }
    }
}
