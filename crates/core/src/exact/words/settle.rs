//! Small cells that the best guess settles, without a position of their own.
//!
//! A guess that tells all `n` secrets of a cell apart finds them within `2n` guesses, or `2n - 1` if it is one of
//! them. If two secrets give the same answer, it takes one guess more. No more than that is needed of most small cells.

use super::position::{NO_COLUMN, Position};
use super::rank::RankBuffers;
use super::searcher::Searcher;
use crate::exact::bits::full;
use crate::exact::cost::UNLIMITED;
use crate::exact::kernels::{self, Excess};
use crate::exact::partition::answers_from;

impl Searcher<'_> {
    /// What three secrets or more cost at least, and whether that is all; `marked` if only marked guesses are made.
    pub fn settle(
        &mut self,
        position: &Position,
        places: &[u16],
        left: u8,
        marked: bool,
    ) -> (u64, bool) {
        let game = self.setting.game;
        let size = places.len();
        let twice = 2 * size as u64;
        let enough = left == UNLIMITED || left >= 3;
        let columns = &position.columns.list;
        let own_matrix = columns.len() == game.guesses.len() && position.sheet.is_none();
        if position.sheet.is_none() && !own_matrix {
            return (0, false);
        }
        let RankBuffers { rows, masks, .. } = &mut self.rank_buffers;
        masks.clear();
        if marked {
            masks.extend(&self.marks.masks);
        } else {
            masks.extend(full(columns.len()));
        }
        let codes = || places.iter().map(|&place| position.set[usize::from(place)]);
        rows.clear();
        rows.extend(codes());
        let mut best_member = 0;
        for (code, &place) in codes().zip(places) {
            let guess = game.matrix.guess_of(code);
            let column = if own_matrix {
                guess
            } else {
                position.own[usize::from(place)]
            };
            if column == NO_COLUMN {
                continue;
            }
            masks[column as usize / 64] &= !(1 << (column % 64));
            best_member = best_member.max(answers_from(&game.matrix, rows, guess));
        }
        // The winning answer is one of them.
        if best_member == size {
            return (twice - 1, true);
        }
        if best_member + 1 == size && enough {
            return (twice, true);
        }
        let rows = match &position.sheet {
            Some(sheet) => sheet.rows(places),
            None => game.matrix.by_secret.rows(rows),
        };
        match kernels::excess_among(self.setting.level, rows, masks) {
            Excess::None => (twice, true),
            Excess::One if enough => (twice + 1, true),
            Excess::More if enough => (twice + 1, false),
            _ => (twice, false),
        }
    }
}
