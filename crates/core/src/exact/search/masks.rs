//! Weighs guesses on sets of at most 64 codes, with one bit for each code.
//!
//! Most guesses at a small set are rejected, half of them because they make the same partition as an earlier one. So
//! the cells are masks: their sizes, the fingerprint of the partition and the bounds from their members come directly
//! from the bits, and lists of codes are made only of the cells that stay open.

use super::context::Context;
use super::fingerprints::Fingerprints;
use super::scratch::{MAX_MASK_CODES, Masks};
use super::weighing::{Position, Verdict};
use crate::bits::mix;
use crate::exact::cost::{Goal, INFINITE, after_a_guess};
use crate::exact::kernels::fingerprint_of_cell;
use crate::exact::partition::Partition;

impl Context<'_> {
    /// Like [`Context::weigh`], by the labels of the codes of the set; without fingerprints its partition is new.
    #[inline(always)]
    pub fn weigh_by_masks(
        &self,
        Masks(masks): &mut Masks,
        labels: impl Iterator<Item = u8>,
        at: Position,
        best: u32,
        fingerprints: Option<&mut Fingerprints>,
        partition: &mut Partition,
    ) -> Verdict {
        let Position { set, left, .. } = at;
        let bounds = at.bounds;
        // By label, the places of its cell.
        let mut present = 0u64;
        for (place, label) in labels.enumerate() {
            let label = label & 63;
            masks[usize::from(label)] |= 1 << place;
            present |= 1 << label;
        }
        masks[usize::from(self.game.matrix.win)] = 0;
        let goal = self.question.goal;
        let next = after_a_guess(left);
        let cost_of = |size: usize| {
            let left = goal.normal_limit(size, next);
            let certain = goal.certain_cost(size, left);
            let cost = certain.unwrap_or_else(|| bounds.of(size, left));
            (cost, certain.is_some())
        };
        let mut total = goal.step(left) * set.len() as u32;
        let mut fingerprint = 0u64;
        // Smallest first, by insertion: there are few of them.
        let mut cells = [0u64; MAX_MASK_CODES / 2];
        let mut count = 0;
        while present != 0 {
            let mask = std::mem::take(&mut masks[present.trailing_zeros() as usize]);
            present &= present - 1;
            let size = mask.count_ones() as usize;
            let (cost, is_certain) = cost_of(size);
            total = total.saturating_add(cost);
            if size < 2 {
                continue;
            }
            if size == set.len() {
                return Verdict::Cost(INFINITE);
            }
            if fingerprints.is_some() {
                // At small sets as batches make them; elsewhere in less time.
                fingerprint = match set.len() <= self.small {
                    true => fingerprint ^ fingerprint_of_cell(mask),
                    false => fingerprint.wrapping_add(mix(mask)),
                };
            }
            if !is_certain {
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
        if fingerprints.is_some_and(|known| !known.insert(fingerprint)) {
            return Verdict::Repeated;
        }
        let mut weighed = [(0, 0, true); MAX_MASK_CODES / 2];
        for (&mask, weighed) in cells[..count].iter().zip(&mut weighed) {
            let size = mask.count_ones();
            let (mut lower, _) = cost_of(size as usize);
            let (mut telling, mut open) = (0, true);
            if goal == Goal::Total && size as usize <= self.small {
                let labels = &self.game.labels;
                let answers = at.mutual.best_member_of(self.level, mask, labels);
                telling = answers as u8;
                let by_members = 2 * size - u32::from(answers + 1 == size);
                if by_members > lower {
                    total += by_members - lower;
                    lower = by_members;
                    if total >= best {
                        return Verdict::Cost(total);
                    }
                }
                let enough = goal.normal_limit(size as usize, next) >= 3;
                open = !(answers + 1 == size || answers + 2 == size && enough);
            }
            *weighed = (lower, telling, open);
        }
        partition.clear();
        for (&mask, &(lower, telling, open)) in cells[..count].iter().zip(&weighed) {
            if open {
                partition.push(mask, lower, telling);
            }
        }
        if partition.cells.is_empty() {
            Verdict::Cost(total)
        } else {
            Verdict::Open(total)
        }
    }
}
