//! The endgame of the search that counts the secrets that need the last guess: sets with two or three guesses left.
//! What matters there is how many codes a guess tells apart. One pass over all guesses shows this.

use super::context::Context;
use super::scratch::Buffers;
use super::searcher::Searcher;
use super::shortlist::Whole;
use crate::exact::cost::INFINITE;
use crate::exact::kernels::{self, Greatest, LANES, Line, Rows, as_bytes};
use crate::exact::memory::{At, Known, NO_GUESS};
use crate::exact::partition::{answers_from, sizes_of};

impl Searcher<'_> {
    /// The fewest secrets at the last of two or three guesses left if they are below the budget,
    /// and the guess; otherwise some lower bound, at least the budget, and [`NO_GUESS`].
    pub fn endgame(&mut self, set: &[u16], left: u8, budget: u32) -> (u32, u32) {
        self.with_buffers(|searcher, buffers| match left {
            2 => searcher.second_from_last(set, buffers),
            _ => searcher.third_from_last(set, budget, buffers),
        })
    }

    /// With two guesses left the first must tell all codes apart.
    fn second_from_last(&self, set: &[u16], buffers: &mut Buffers) -> (u32, u32) {
        let matrix = &self.context.game.matrix;
        let size = set.len();
        if let Some(member) = self.member_that_tells_all_apart(set) {
            return (size as u32 - 1, matrix.guess_of(member));
        }
        match self.count_answers(set, buffers) {
            Some(guess) => (size as u32, guess as u32),
            None => (INFINITE, NO_GUESS),
        }
    }

    fn member_that_tells_all_apart(&self, set: &[u16]) -> Option<u16> {
        let matrix = &self.context.game.matrix;
        if set.len() > matrix.labels.len() + 1 {
            return None;
        }
        set.iter()
            .copied()
            .find(|&member| answers_from(matrix, set, matrix.guess_of(member)) == set.len())
    }

    /// The first guess that tells all codes apart, the winning answer left out; else all answers are counted.
    fn count_answers(&self, set: &[u16], buffers: &mut Buffers) -> Option<usize> {
        let rows = self.context.game.matrix.by_secret.rows(set);
        let found = self.context.count_answers(rows, &mut buffers.counts);
        found.telling_all
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
            return (0, guess as u32);
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
                    if guess as usize >= matrix.guesses || !self.cells_can_be_told_apart(set, guess)
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
        let most = matrix.labels.len() + 1;
        let sizes = sizes_of(matrix, set, guess);
        sizes.iter().all(|&size| usize::from(size) <= most)
    }

    /// How many secrets the cells of a guess leave to the last of two guesses, up to the budget.
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
        let others = partition.cells.iter().map(|cell| cell.len() as u32 - 1);
        let mut cost: u32 = others.sum();
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
    pub fn probe_endgame(&mut self, at: At, target: u32) -> Known {
        let (cost, guess) = self.endgame(at.set, at.left, target);
        if cost < target {
            return self.exactly(at, cost, guess);
        }
        let lower = or_infinite(cost, at.set);
        self.context.memory.at_least(at.key, at.left, lower);
        Known::at_least(lower)
    }
}

impl Context<'_> {
    /// The most different answers that a guess gets from a set with these rows, or less than `floor` where none gets more;
    /// from the shortlist of a larger set if that suffices, for which `part` is working memory.
    pub fn greatest(
        &self,
        whole: Option<&Whole>,
        (set, rows): (&[u16], Rows),
        floor: u8,
        part: &mut Vec<u16>,
        counts: &mut Vec<Line>,
    ) -> Greatest {
        let (level, game) = (self.level, self.game);
        whole
            .and_then(|whole| whole.greatest(level, game, set, floor, part))
            .or_else(|| kernels::greatest(level, rows, &game.labels, floor, &[]))
            .unwrap_or_else(|| self.count_answers(rows, counts))
    }

    /// Counts the different answers but the winning one that each guess gets; stops at one with as many as codes.
    pub fn count_answers(&self, rows: Rows, counts: &mut Vec<Line>) -> Greatest {
        counts.resize(rows.lines_per_row(), Line([0; LANES]));
        // Counts are bytes: if the set is larger, no guess tells all its codes apart, and every count is needed.
        let enough = u8::try_from(rows.len()).ok();
        let count = kernels::distinct(self.level, rows, &self.game.labels, enough, counts);
        let telling_all = (usize::from(count) == rows.len())
            .then(|| as_bytes(counts).iter().position(|&one| one == count))
            .flatten();
        Greatest { count, telling_all }
    }
}

/// The lower bound of a set: infinite if it exceeds the codes, because then nothing finds them in time.
pub(super) fn or_infinite(lower: u32, set: &[u16]) -> u32 {
    if lower > set.len() as u32 {
        INFINITE
    } else {
        lower
    }
}
