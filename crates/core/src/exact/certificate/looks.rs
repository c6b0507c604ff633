//! What every guess at a set costs at least, by the sizes of its cells alone.

use crate::exact::cost::{Goal, INFINITE, UNLIMITED};
use crate::exact::kernels::{LANES, Sums};
use crate::exact::partition::Partition;
use crate::exact::search::{CellTable, Context};
use crate::exact::watch::Stopped;

use super::size_bound::SizeBound;

/// A guess that may cost less than claimed, and whether it may win.
pub(super) type Open = (u32, bool);

/// Looks at sets. Memory is reused from set to set.
pub(super) struct Looks<'g> {
    context: &'g Context<'g>,
    sums: Vec<Sums>,
    /// A bit for each guess that may be the secret.
    members: Vec<u64>,
    partition: Partition,
}

/// What a guess at a set costs at least, its partition being known.
pub(super) fn look(size: usize, partition: &Partition, next: u8, bound: &SizeBound) -> u32 {
    if partition.is_trivial(size) {
        return INFINITE;
    }
    let cells = partition.cells.iter();
    let cells = cells.map(|cell| bound.of(cell.len(), next));
    cells.fold(size as u32, u32::saturating_add).min(INFINITE)
}

impl<'g> Looks<'g> {
    pub fn new(context: &'g Context<'g>) -> Self {
        Looks {
            context,
            sums: Vec::new(),
            members: Vec::new(),
            partition: Partition::default(),
        }
    }

    /// Lists the guesses that may cost less than `claim`, ascending; `costs` is what cells cost at least, by size.
    pub fn below(&mut self, set: &[u16], claim: u32, costs: &[u32]) -> Result<Vec<Open>, Stopped> {
        let matrix = &self.context.game.matrix;
        if self.context.question.consistent {
            let guesses = set.iter().map(|&code| (matrix.guess_of(code), true));
            return Ok(guesses.collect());
        }
        let table = self.sum_up(set, claim, costs)?;
        self.context.mark_members(set, &mut self.members);
        let mut open = Vec::new();
        for (guess, &sum) in self.sums.as_flattened()[..matrix.guesses]
            .iter()
            .enumerate()
        {
            let may_win = self.members[guess / LANES] >> (guess % LANES) & 1 == 1;
            if table.bound(sum, may_win) < claim {
                open.push((guess as u32, may_win));
            }
        }
        Ok(open)
    }

    /// The least look of any guess at a set.
    pub fn least(&mut self, set: &[u16], next: u8, bound: &SizeBound) -> Result<u32, Stopped> {
        let question = &self.context.question;
        let matrix = &self.context.game.matrix;
        if question.consistent {
            let partition = &mut self.partition;
            let looks = set.iter().map(|&code| {
                partition.make(matrix, set, matrix.guess_of(code));
                look(set.len(), partition, next, bound)
            });
            return Ok(looks.fold(INFINITE, u32::min));
        }
        let of_depth = question.goal == Goal::AtLastGuess;
        let claim = if of_depth { INFINITE } else { 0 };
        let table = self.sum_up(set, claim, &bound.up_to(set.len(), next))?;
        // A guess that may win costs no more than one with the same sum that may not.
        let sums = self.sums.as_flattened().iter();
        let all = sums.fold(u16::MAX, |least, &sum| least.min(sum));
        let looks = set.iter().map(|&code| {
            let guess = matrix.guess_of(code) as usize;
            table.bound(self.sums[guess / LANES][guess % LANES], true)
        });
        Ok(looks.fold(table.bound(all, false), u32::min))
    }

    /// How many codes of a set can be found by the first, the second, the third ... guess at the latest, until all are;
    /// that by no guess at all stands before them.
    pub fn reach(&mut self, set: &[u16]) -> Result<Vec<usize>, Stopped> {
        let matrix = &self.context.game.matrix;
        let mut reach = vec![0, 1];
        while reach[reach.len() - 1] < set.len() {
            let last = reach[reach.len() - 1];
            let table = CellTable::counting(last, set.len());
            self.sum_values(set, &table.values)?;
            let sums = self.sums.as_flattened()[..matrix.guesses].iter();
            let mut most = sums.fold(0, |most, &sum| most.max(sum));
            for &code in set {
                let guess = matrix.guess_of(code) as usize;
                most = most.max(self.sums[guess / LANES][guess % LANES] + 1);
            }
            reach.push(usize::from(most).max(last + 1).min(set.len()));
        }
        Ok(reach)
    }

    /// Sums up the values of the cells of every guess; infinite looks are told from others if the claim is infinite.
    fn sum_up(&mut self, set: &[u16], claim: u32, costs: &[u32]) -> Result<CellTable, Stopped> {
        let labels = self.context.game.labels.list.len();
        let table = match claim {
            INFINITE.. => CellTable::telling_infinite(costs),
            _ => CellTable::new(Goal::Total, UNLIMITED, costs, set.len(), labels),
        };
        self.sum_values(set, &table.values)?;
        // After the last guess there is nothing to be least.
        if let Some(last) = self.sums.last_mut() {
            let guesses = (self.context.game.matrix.guesses - 1) % LANES + 1;
            last[guesses..].fill(u16::MAX);
        }
        Ok(table)
    }

    /// Sums up the values, by size, of the cells of every guess.
    fn sum_values(&mut self, set: &[u16], values: &[u16]) -> Result<(), Stopped> {
        let rows = self.context.game.matrix.by_secret.rows(set);
        self.context
            .sum_cells(rows, values, |_| true, false, &mut self.sums)
    }
}
