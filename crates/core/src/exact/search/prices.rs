//! What the numbers of different answers tell about a set where later guesses cost other prices.

use super::searcher::Searcher;
use crate::exact::kernels::{self, LANES, Line};
use crate::exact::memory::{At, Known};

/// Of sets of at most so many codes the distinct answers are counted before any guess is weighed.
const MOST_COUNTED: usize = 64;

/// With so many guesses left with which prices rise, nothing but the number of answers matters.
const NEAR_THE_END: u8 = 3;

/// Whether a set is not large, or close to the end of the prices.
pub(super) fn are_counted(at: At) -> bool {
    at.set.len() <= MOST_COUNTED || at.left <= NEAR_THE_END
}

impl Searcher<'_> {
    /// A lower bound, or the cost, of a set that is not large, or that is close to the end of the prices.
    pub(super) fn price_bound(&mut self, at: At) -> Known {
        let context = self.context;
        let At { set, key, left } = at;
        let known = context.memory.known(key, left);
        if known.lower > 0 {
            return known;
        }
        let (matrix, labels) = (&context.game.matrix, &context.game.labels);
        let mut buffers = self.scratch.take_buffers();
        let sheet = &matrix.by_secret;
        let counts = &mut buffers.counts;
        counts.resize(sheet.lines_per_row(), Line([0; LANES]));
        let most = kernels::distinct(context.level, sheet.rows(set), labels, None, counts);
        let answers = |guess: u32| counts[guess as usize / LANES].0[guess as usize % LANES];
        let members = set.iter().map(|&code| matrix.guess_of(code));
        let member = members
            .max_by_key(|&guess| answers(guess))
            .expect("a set has codes");
        let of_member = self.by_answers(set.len(), left, 1, answers(member));
        let of_other = self.by_answers(set.len(), left, 0, most);
        let (cost, guess) = if of_member <= of_other {
            (of_member, member)
        } else {
            // More answers than any member has: this guess is none.
            let mut all = counts.iter().flat_map(|line| line.0);
            let place = all.position(|count| count == most);
            (of_other, place.expect("the greatest count") as u32)
        };
        self.scratch.give_buffers(buffers);
        let mut partition = self.scratch.partitions.pop().unwrap_or_default();
        partition.make(matrix, set, guess);
        // With the third guess from now all of a pair are found.
        let largest = partition.cells.last().map_or(0, |cell| cell.len());
        self.scratch.partitions.push(partition);
        if left <= NEAR_THE_END || largest <= 2 {
            return self.exactly(at, cost, guess);
        }
        context.memory.at_least(key, left, cost);
        Known::at_least(cost)
    }

    /// A lower bound for a guess that finds one code itself or none and gets so many answers from the others.
    fn by_answers(&self, size: usize, left: u8, wins: usize, answers: u8) -> u32 {
        let context = self.context;
        let step = |made: u8| context.question.goal.step(left - made);
        let found = |made: u8| match made {
            0 => 0,
            _ => wins + usize::from(answers) * context.bounds.found_by(usize::from(made) - 1),
        };
        (0..left)
            .map(|made| size.saturating_sub(found(made)) as u32 * step(made))
            .sum()
    }
}
