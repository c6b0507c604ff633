//! Guesses evaluated on sets of at most 64 codes, a bit for each.
//!
//! Most guesses of a small set are turned away, half of them because they cut it like an
//! earlier one. So the cells are masks: their sizes, what tells them from other cuts, and what
//! their members say about them come straight from the bits, and lists of codes are only
//! made of the cells that stay open.

use super::bounds::INFINITE;
use super::cut::{Cut, Local};
use super::search::{Position, Verdict, Worker, mix};
use super::seen::Seen;
use super::{Goal, UNLIMITED};

/// Codes that a mask has bits for.
pub(super) const MOST: usize = 64;

/// Cells by label.
pub(super) struct Masks([u64; MOST]);

impl Default for Masks {
    fn default() -> Self {
        Masks([0; MOST])
    }
}

impl std::ops::Deref for Masks {
    type Target = [u64; MOST];

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl std::ops::DerefMut for Masks {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.0
    }
}

impl Worker<'_> {
    /// Puts the cells of a guess into the masks by label, the winning one left out; returns the
    /// labels that occur, the winning one among them.
    #[inline]
    pub fn cell_masks(&mut self, set: &[u16], guess: u32) -> u64 {
        // The rows of the codes stay in the cache from guess to guess; those of guesses do not.
        let sheet = self.shared.game.matrix.by_secret();
        let masks = &mut self.spare.masks;
        let mut present = 0u64;
        for (place, &code) in set.iter().enumerate() {
            let label = sheet.byte(usize::from(code), guess as usize) & 63;
            masks[usize::from(label)] |= 1 << place;
            present |= 1 << label;
        }
        masks[usize::from(self.shared.game.matrix.win())] = 0;
        present
    }

    /// See [`Worker::weigh`].
    pub fn weigh_few(
        &mut self,
        at: Position,
        guess: u32,
        best: u32,
        seen: &mut Seen,
        cut: &mut Cut,
    ) -> Verdict {
        let Position { set, left, local } = at;
        let shared = self.shared;
        let goal = shared.goal;
        let next = left - u8::from(left != UNLIMITED);
        let mut present = self.cell_masks(set, guess);
        let masks = &mut self.spare.masks;
        let mut total = goal.step() * set.len() as u32;
        let mut print = 0u64;
        // Smallest first, by insertion: there are few of them.
        let mut cells = [0u64; MOST / 2];
        let mut count = 0;
        while present != 0 {
            let mask = std::mem::take(&mut masks[present.trailing_zeros() as usize]);
            present &= present - 1;
            let size = mask.count_ones() as usize;
            let left = goal.normal(size, next);
            let certain = goal.certain(size, left);
            total = total.saturating_add(match certain {
                Some(cost) => cost,
                None => shared.bounds.of(size, left),
            });
            if size < 2 {
                continue;
            }
            if size == set.len() {
                return Verdict::Cost(INFINITE);
            }
            print = print.wrapping_add(mix(mask));
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
        if !seen.insert(print) {
            return Verdict::Seen;
        }
        cut.clear();
        for &mask in &cells[..count] {
            let size = mask.count_ones();
            let left = goal.normal(size as usize, next);
            let mut lower = shared.bounds.of(size as usize, left);
            if goal == Goal::Total && size as usize <= shared.small {
                let answers = local.best_member_of(mask);
                let told = 2 * size - u32::from(answers + 1 == size);
                if told > lower {
                    total += told - lower;
                    lower = told;
                    if total >= best {
                        return Verdict::Cost(total);
                    }
                }
                if answers + 1 == size || answers + 2 == size && left >= 3 {
                    continue;
                }
            }
            cut.push(mask, lower);
        }
        if cut.cells.is_empty() {
            Verdict::Cost(total)
        } else {
            Verdict::Open(total)
        }
    }
}

impl Local {
    /// The most different answers that a member of a cell gets from the others in it.
    fn best_member_of(&self, cell: u64) -> u32 {
        let size = cell.count_ones();
        let mut best = 0;
        let mut members = cell;
        while members != 0 {
            let row = self.row(members.trailing_zeros() as usize);
            members &= members - 1;
            let mut seen = 0u64;
            let mut others = cell;
            while others != 0 {
                seen |= 1 << (row[others.trailing_zeros() as usize] & 63);
                others &= others - 1;
            }
            best = best.max(seen.count_ones() - 1);
            if best + 1 == size {
                break;
            }
        }
        best
    }
}
