//! Bounds by size that hold for the parts of a set, from what guesses show of the set itself.
//!
//! The bounds of [`LowerBounds`] come from what first guesses show of the whole game. The same can be asked of any set:
//! how many of its codes can be found by the d-th guess at the latest? Of a part of the set it is no more, for a guess
//! gives no more answers to a part than to the set, and its cells are no larger. A set with few colors left, or with
//! a known number of pegs of a color, allows far less than the whole game does.

use std::sync::Arc;

use super::cell_table::CellTable;
use super::scratch::Buffers;
use super::searcher::Searcher;
use crate::exact::bounds::LowerBounds;
use crate::exact::cost::{Goal, UNLIMITED};
use crate::exact::kernels::{self, LANES, Line};
use crate::exact::watch::Stopped;

/// The search of a set of fewer codes takes hardly longer than a look with its own bounds.
const WORTH_A_LOOK: usize = 100;

impl Searcher<'_> {
    /// The least bound of all guesses, by bounds of the set itself where those of a larger one fall short of `room`.
    pub fn closer_bound(
        &mut self,
        set: &[u16],
        left: u8,
        lower: u32,
        room: u32,
    ) -> Result<u32, Stopped> {
        if lower >= room || set.len() < WORTH_A_LOOK {
            return Ok(lower);
        }
        self.with_buffers(|searcher, buffers| {
            let bounds = searcher.own_bounds(set, left, buffers)?;
            if Arc::ptr_eq(&bounds, &searcher.bounds) {
                return Ok(lower);
            }
            let table = searcher.context.cell_table(&bounds, set.len(), left);
            let least = searcher.each_bound(set, (&table, 0), buffers, |_, _| {})?;
            Ok(least.max(lower))
        })
    }

    /// Bounds of the parts of a set, at least as high as those that hold for the set that it is a part of.
    pub fn own_bounds(
        &self,
        set: &[u16],
        left: u8,
        buffers: &mut Buffers,
    ) -> Result<Arc<LowerBounds>, Stopped> {
        let context = self.context;
        let question = &context.question;
        let serves = question.goal == Goal::Total
            && question.width.is_none()
            && !question.consistent
            && context.game.labels.narrow
            && set.len() < usize::from(u16::MAX);
        if !serves {
            return Ok(self.bounds.clone());
        }
        let inherited = |guess| self.bounds.found_by(guess).min(set.len());
        let mut reach = vec![0, 1];
        while reach[reach.len() - 1] < set.len() {
            let last = reach[reach.len() - 1];
            // Guesses worth a search leave no cells that are large enough for the later levels to matter.
            if reach.len() > 2 && set.len() <= reach[2] * last {
                reach.push(inherited(reach.len()).max(last + 1).min(set.len()));
                continue;
            }
            if reach.len() == 2 && self.columns.is_none() {
                reach.push(self.told_apart(set, inherited(2), buffers)?);
                continue;
            }
            let table = CellTable::counting(last, set.len());
            let mut most = 0;
            let each = |found, _| most = most.max(found as usize);
            self.each_bound(set, (&table, u32::MAX), buffers, each)?;
            reach.push(most.max(last + 1).min(set.len()));
        }
        if (0..reach.len()).all(|guess| reach[guess] == inherited(guess)) {
            return Ok(self.bounds.clone());
        }
        let depth = (left != UNLIMITED).then_some(left);
        Ok(Arc::new(LowerBounds::of_reach(question.goal, reach, depth)))
    }

    /// How many codes of a set the second guess can find at the latest, at most `most`: as many as a guess has answers.
    fn told_apart(
        &self,
        set: &[u16],
        most: usize,
        buffers: &mut Buffers,
    ) -> Result<usize, Stopped> {
        let context = self.context;
        context.watch.poll()?;
        let candidates = self.tried(set);
        let matrix = &context.game.matrix;
        let sheet = &matrix.by_secret;
        let counts = &mut buffers.counts;
        counts.resize(sheet.lines_per_row(), Line([0; LANES]));
        // Columns past the last guess hold the winning label and count nothing; guesses not tried are images.
        let enough = u8::try_from(most).ok();
        let labels = &context.game.labels;
        let best = kernels::distinct(context.level, sheet.rows(set), labels, enough, counts);
        let mut found = usize::from(best);
        if found >= most {
            return Ok(most);
        }
        // A guess that may be the secret finds itself, too.
        for &code in set {
            let guess = matrix.guess_of(code);
            if !candidates.has(guess) {
                continue;
            }
            let count = counts[guess as usize / LANES].0[guess as usize % LANES];
            found = found.max(usize::from(count) + 1);
        }
        Ok(found.clamp(2, most))
    }
}
