//! Guesses in the order of the bounds of their cells.

use super::super::cost::INFINITE;
use super::super::kernels::{self, LANES};
use super::super::memory::NO_GUESS;
use super::super::watch::Stopped;
use super::searcher::{Buffers, Searcher, Setting};

/// The greatest sum of bounds that the kernels are given, for their sums stop at 65535.
const GREATEST_SUM: u32 = 65_000;

impl Searcher<'_> {
    /// Fills the order with the guesses worth a search and their bounds, least bound first; the
    /// least bound of the others, if there are any, ends it.
    pub fn rank(
        &mut self,
        set: &[u16],
        made: usize,
        budget: u32,
        buffers: &mut Buffers,
    ) -> Result<(), Stopped> {
        let Setting {
            game,
            steps,
            bounds,
            watch,
            level,
            ..
        } = self.setting;
        let matrix = &game.matrix;
        let size = set.len() as u32;
        let step = steps.at(made);
        let base = (size - 1) * step;
        let room = budget.min(size * steps.most(made) + 1).saturating_sub(base);
        // A guess whose sum is too large for the kernels costs more than there is room for.
        let scale = room / GREATEST_SUM + 1;
        let values: Vec<u16> = bounds.table(made + 1)[..=set.len()]
            .iter()
            .map(|&bound| (bound / scale).min(u16::MAX.into()) as u16)
            .collect();
        let members = set.iter().map(|&code| matrix.guess_of(code));
        let candidates = game.symmetry.candidates(&self.path, members.clone());
        let packed = candidates.list.len() * 2 <= matrix.guesses();
        let rows: Vec<u16>;
        let (sheet, rows) = if packed {
            let columns = candidates.list.len();
            // One line to spare: packing writes whole lines.
            buffers
                .packed
                .reshape(set.len(), columns.div_ceil(LANES) + 1);
            for (row, &code) in set.iter().enumerate() {
                kernels::pack(
                    level,
                    matrix.by_secret().row(usize::from(code)),
                    (&candidates.list, &candidates.masks),
                    game.labels.win,
                    buffers.packed.row_mut(row),
                );
            }
            rows = (0..set.len() as u16).collect();
            (&buffers.packed, rows.as_slice())
        } else {
            (matrix.by_secret(), set)
        };
        buffers.sums.resize(sheet.lines_per_row(), [0; LANES]);
        watch.poll()?;
        kernels::cell_sums(
            level,
            sheet,
            rows,
            &game.labels,
            &values,
            0,
            &mut buffers.sums,
        );
        buffers.members.clear();
        buffers
            .members
            .resize(matrix.by_secret().lines_per_row(), 0);
        for guess in members {
            buffers.members[guess as usize / LANES] |= 1 << (guess as usize % LANES);
        }
        buffers.order.clear();
        let mut least_left_out = INFINITE;
        for (index, &guess) in candidates.list.iter().enumerate() {
            let column = if packed { index } else { guess as usize };
            let sum = u32::from(buffers.sums[column / LANES][column % LANES]);
            let member = buffers.members[guess as usize / LANES] >> (guess as usize % LANES) & 1;
            let bound = base + u32::from(member == 0) * step + sum * scale;
            if bound < budget {
                buffers.order.push((bound, guess));
            } else {
                least_left_out = least_left_out.min(bound);
            }
        }
        buffers.order.sort_unstable();
        if least_left_out < INFINITE {
            buffers.order.push((least_left_out, NO_GUESS));
        }
        Ok(())
    }

    /// The guess that looks best, by the bounds of its cells.
    pub fn most_promising(&mut self, set: &[u16], made: usize) -> Result<u32, Stopped> {
        let mut buffers = self.buffers.pop().unwrap_or_default();
        let result = self.rank(set, made, INFINITE, &mut buffers);
        let guess = buffers.order.first().map(|&(_, guess)| guess);
        self.buffers.push(buffers);
        result.map(|()| guess.expect("there is a guess"))
    }

    /// The code of a set that gets the most different answers from the others.
    pub fn most_distinct_member(&self, set: &[u16]) -> u32 {
        let matrix = &self.setting.game.matrix;
        let answers = |&guess: &u32| {
            let row = matrix.answers(guess);
            let mut seen = [false; 256];
            set.iter()
                .for_each(|&code| seen[usize::from(row[usize::from(code)])] = true);
            seen.iter().filter(|&&seen| seen).count()
        };
        let members = set.iter().map(|&code| matrix.guess_of(code)).rev();
        members.max_by_key(answers).expect("a set has codes")
    }
}
