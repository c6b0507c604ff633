//! The endgame of the search that counts the secrets that need the last guess: sets with two to
//! four guesses left. What matters there is how many codes a guess tells apart. One pass over all
//! guesses shows this or, for few codes, a few instructions for each pair of them.

use super::context::Context;
use super::fingerprints::Fingerprints;
use super::scratch::{Buffers, MAX_MASK_CODES, Masks, Scratch};
use crate::exact::cost::INFINITE;
use crate::exact::hash::mix;
use crate::exact::kernels::{self, Excess, LANES, Line};
use crate::exact::memory::{Key, Known, NO_GUESS};
use crate::exact::partition::answers_from;

/// So many guesses are sorted, the most promising first; the order of the others matters little.
const SORTED: usize = 32;

/// Solves sets that have few guesses left, with the working memory of a searcher.
pub(in crate::exact) struct Endgame<'e> {
    pub context: &'e Context<'e>,
    pub scratch: &'e mut Scratch,
}

impl Endgame<'_> {
    /// The fewest secrets at the last of two or three guesses left if they are below the budget,
    /// and the guess; otherwise some lower bound, at least the budget, and [`NO_GUESS`].
    pub fn solve(&mut self, set: &[u16], left: u8, budget: u32) -> (u32, u32) {
        let mut buffers = self.scratch.take_buffers();
        let found = if left == 2 {
            self.second_from_last(set, &mut buffers)
        } else {
            self.third_from_last(set, budget, &mut buffers)
        };
        self.scratch.give_buffers(buffers);
        found
    }

    /// With two guesses left the first must tell all codes apart.
    fn second_from_last(&self, set: &[u16], buffers: &mut Buffers) -> (u32, u32) {
        let matrix = &self.context.game.matrix;
        let size = set.len();
        if let Some(member) = self.member_that_tells_all_apart(set) {
            return (size as u32 - 1, matrix.guess_of(member));
        }
        match self.count_answers(set, buffers) {
            Some(guess) => (size as u32, guess),
            None => (INFINITE, NO_GUESS),
        }
    }

    fn member_that_tells_all_apart(&self, set: &[u16]) -> Option<u16> {
        let matrix = &self.context.game.matrix;
        if set.len() > matrix.labels().len() + 1 {
            return None;
        }
        set.iter()
            .copied()
            .find(|&member| answers_from(matrix, set, matrix.guess_of(member)) == set.len())
    }

    /// Counts the different answers, the winning one left out, that each guess gets; if one
    /// gets as many as there are codes, stops there and returns it.
    fn count_answers(&self, set: &[u16], buffers: &mut Buffers) -> Option<u32> {
        let context = self.context;
        // Counts are bytes: if the set is larger, no guess tells all its codes apart, and every
        // count is needed.
        let enough = u8::try_from(set.len()).ok();
        let sheet = context.game.matrix.by_secret();
        let counts = &mut buffers.counts;
        counts.resize(sheet.lines_per_row(), Line([0; LANES]));
        let labels = &context.game.labels;
        let best = kernels::distinct(context.level, sheet, set, labels, enough, counts);
        if usize::from(best) < set.len() {
            return None;
        }
        let mut counts = counts.iter().flat_map(|line| &line.0);
        let guess = counts.position(|&count| usize::from(count) == set.len());
        guess.map(|guess| guess as u32)
    }

    /// With three guesses left and `n` codes, a guess that gets `k` different answers, the
    /// winning one included, leaves at least `n - k` to the last guess: of a cell all codes but
    /// one. It is no more if every cell has a code that tells the others apart.
    fn third_from_last(&mut self, set: &[u16], budget: u32, buffers: &mut Buffers) -> (u32, u32) {
        let context = self.context;
        let matrix = &context.game.matrix;
        if let Some(member) = self.member_that_tells_all_apart(set) {
            return (0, matrix.guess_of(member));
        }
        if let Some(guess) = self.count_answers(set, buffers) {
            return (0, guess);
        }
        for &code in set {
            let guess = matrix.guess_of(code) as usize;
            let count = &mut buffers.counts[guess / LANES].0[guess % LANES];
            *count = count.saturating_add(1);
        }
        let counts = std::mem::take(&mut buffers.counts);
        let most = counts.iter().flat_map(|line| line.0).max().unwrap_or(0);
        let mut best = budget;
        let mut best_guess = NO_GUESS;
        // A full count may have one answer more.
        let mut bound = set.len() as u32 - u32::from(most) - u32::from(most == u8::MAX);
        let mut count = most;
        while bound < best && count > 0 {
            for (line, counts) in counts.iter().enumerate() {
                let mut hits = kernels::equal(context.level, counts, count);
                while hits != 0 && bound < best {
                    let guess = (line * LANES) as u32 + hits.trailing_zeros();
                    hits &= hits - 1;
                    if guess as usize >= matrix.guesses()
                        || !self.cells_can_be_told_apart(set, guess)
                    {
                        continue;
                    }
                    let cost = self.cost_of_cells(set, guess, best, buffers);
                    if cost < best {
                        (best, best_guess) = (cost, guess);
                    }
                }
            }
            bound += 1;
            count -= 1;
        }
        buffers.counts = counts;
        if best < budget {
            (best, best_guess)
        } else {
            (bound.max(budget), NO_GUESS)
        }
    }

    /// Whether no cell has more codes than a guess has answers.
    fn cells_can_be_told_apart(&self, set: &[u16], guess: u32) -> bool {
        let matrix = &self.context.game.matrix;
        let answers = matrix.answers(guess);
        let most = matrix.labels().len() + 1;
        let mut sizes = [0u16; 256];
        set.iter().all(|&code| {
            let size = &mut sizes[usize::from(answers[usize::from(code)])];
            *size += 1;
            usize::from(*size) <= most
        })
    }

    /// How many secrets the cells of a guess leave to the last of two guesses; once that is the
    /// budget, no more is counted.
    fn cost_of_cells(
        &mut self,
        set: &[u16],
        guess: u32,
        budget: u32,
        buffers: &mut Buffers,
    ) -> u32 {
        let mut partition = self.scratch.partitions.pop().unwrap_or_default();
        let mut codes = self.scratch.lists.pop().unwrap_or_default();
        partition.make(&self.context.game.matrix, set, guess);
        let mut cost: u32 = partition
            .cells
            .iter()
            .map(|cell| cell.len() as u32 - 1)
            .sum();
        for cell in partition.cells.iter().rev() {
            if cell.len() <= 2 || cost >= budget {
                break;
            }
            partition.codes(cell, set, &mut codes);
            let (of_cell, _) = self.second_from_last(&codes, buffers);
            cost = cost.saturating_add(of_cell - (cell.len() as u32 - 1));
        }
        self.scratch.partitions.push(partition);
        self.scratch.lists.push(codes);
        cost
    }

    /// Asks whether a set costs at least `target`; if not, finds what it costs. Remembers both.
    pub fn probe(&mut self, set: &[u16], key: Key, left: u8, target: u32) -> Known {
        let (cost, guess) = self.solve(set, left, target);
        if cost < target {
            self.context.memory.exact(key, left, cost, guess);
            Known::exactly(cost, guess)
        } else {
            let lower = or_infinite(cost, set);
            self.context.memory.at_least(key, left, lower);
            Known::at_least(lower)
        }
    }

    /// A probe of up to 64 codes with four guesses left: asks whether a set that costs at least
    /// `floor` costs at least `target`.
    ///
    /// Returns the cost if it is below the target, its guess, and a lower bound otherwise.
    pub fn fourth_from_last(
        &mut self,
        set: &[u16],
        floor: u32,
        target: u32,
        buffers: &mut Buffers,
    ) -> (u32, u32, u32) {
        let level = self.context.level;
        let bounds = self.context.bounds.table(3);
        self.order_by_promise(set, buffers);
        buffers.fingerprints.clear();
        buffers
            .pairs
            .make(level, self.context.game.matrix.by_secret(), set);
        let mut lower = INFINITE;
        let mut best = target;
        let mut best_guess = NO_GUESS;
        for &(_, guess) in &buffers.order {
            let mut cells = [0u64; MAX_MASK_CODES / 2];
            let Some(count) =
                self.cells_largest_first(set, guess, &mut buffers.fingerprints, &mut cells)
            else {
                continue;
            };
            let cells = &cells[..count];
            let least = |&cell: &u64| bounds[cell.count_ones() as usize];
            let mut total = cells.iter().map(least).fold(0, u32::saturating_add);
            for cell in cells {
                if total >= best {
                    break;
                }
                let others = total - least(cell);
                total = others
                    + match buffers.pairs.excess(level, *cell, &mut buffers.starts) {
                        Excess::None => 0,
                        Excess::One => 1,
                        Excess::More if others + 2 >= best => 2,
                        Excess::More => self.excess_cell(set, *cell, best - others),
                    };
            }
            if total < best {
                (best, best_guess) = (total, guess);
                if best <= floor {
                    break;
                }
            }
            lower = lower.min(total);
        }
        (best, best_guess, lower)
    }

    /// The cost of a cell with three guesses left if it is below the budget; otherwise some
    /// lower bound, at least the budget.
    fn excess_cell(&mut self, set: &[u16], cell: u64, budget: u32) -> u32 {
        let mut codes = self.scratch.lists.pop().unwrap_or_default();
        codes.clear();
        codes.extend(
            (0..set.len())
                .filter(|place| cell >> place & 1 == 1)
                .map(|place| set[place]),
        );
        let key = self.context.key_of(&codes);
        let mut known = self.context.memory.known(key, 3);
        if known.lower < budget && !known.exact() {
            known = self.probe(&codes, key, 3, budget);
        }
        self.scratch.lists.push(codes);
        known.lower
    }

    /// All guesses, the most promising ones first.
    fn order_by_promise(&mut self, set: &[u16], buffers: &mut Buffers) {
        let context = self.context;
        let matrix = &context.game.matrix;
        let table = context.total_cell_table(set.len());
        let sheet = matrix.by_secret();
        buffers.sums.resize(sheet.lines_per_row(), [0; LANES]);
        let labels = &context.game.labels;
        kernels::cell_sums(
            context.level,
            sheet,
            set,
            labels,
            &table.values,
            0,
            &mut buffers.sums,
        );
        let sums = buffers.sums.iter().flatten();
        buffers.order.clear();
        buffers.order.extend(
            sums.zip(0..matrix.guesses() as u32)
                .map(|(&sum, guess)| (u32::from(sum), guess)),
        );
        let order = &mut buffers.order;
        let first = SORTED.min(order.len());
        if first < order.len() {
            order.select_nth_unstable(first);
        }
        order[..first].sort_unstable();
        order[first..].sort_unstable_by_key(|&(_, guess)| guess);
    }

    /// The cells of three codes and more, as masks, and their number; `None` if the guess
    /// makes the same partition as an earlier one, or tells nothing.
    fn cells_largest_first(
        &mut self,
        set: &[u16],
        guess: u32,
        fingerprints: &mut Fingerprints,
        cells: &mut [u64; MAX_MASK_CODES / 2],
    ) -> Option<usize> {
        let masks = &mut self.scratch.masks;
        let mut present = self.context.cell_masks(masks, set, guess);
        let Masks(masks) = masks;
        let mut fingerprint = 0u64;
        let mut count = 0;
        while present != 0 {
            let mask = std::mem::take(&mut masks[present.trailing_zeros() as usize]);
            present &= present - 1;
            if mask & mask.wrapping_sub(1) == 0 {
                continue;
            }
            fingerprint = fingerprint.wrapping_add(mix(mask));
            let size = mask.count_ones();
            if size < 3 {
                continue;
            }
            let mut place = count;
            while place > 0 && cells[place - 1].count_ones() < size {
                cells[place] = cells[place - 1];
                place -= 1;
            }
            cells[place] = mask;
            count += 1;
        }
        let whole = count > 0 && cells[0].count_ones() as usize == set.len();
        (!whole && fingerprints.insert(fingerprint)).then_some(count)
    }
}

/// The lower bound of a set; it is infinite if it exceeds the number of codes, because then no
/// strategy finds them in time.
pub(super) fn or_infinite(lower: u32, set: &[u16]) -> u32 {
    if lower > set.len() as u32 {
        INFINITE
    } else {
        lower
    }
}
