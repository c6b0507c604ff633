//! A position of a game of words: the secrets that are possible, and the guesses that may be made.
//!
//! The answers are kept in a sheet of the position's own: a row for each secret, a column for each guess that tells
//! any two of them apart. Of at most [`MOST_NAMED`] secrets an answer is named by the first secret that gives it, so
//! that all names are small, whatever the game. Guesses that tell nothing are left out for good, because they tell
//! nothing of smaller sets either and only take further guesses away. Where the set is large, and where all guesses
//! are left, the answers are read from the matrix.

use std::sync::Arc;

use super::columns::{Allowance, Columns};
use crate::exact::bits::ones_of;
use crate::exact::game::Game;
use crate::exact::kernels::{self, LANES, Labels, Sheet, as_bytes_mut};
use crate::exact::memory::Key;
use crate::simd::Level;

/// Of sets of more secrets the answers keep the names of the matrix.
pub(super) const MOST_NAMED: usize = 63;
/// Sets of more secrets have no sheet of their own.
pub(super) const MOST_ROWS: usize = 512;
/// The name of the winning answer in a sheet.
pub(super) const WIN: u8 = 63;
/// Sheets of at most so many secrets name answers by numbers below it, for the quicker passes.
const FEW_ROWS: usize = 32;
/// Stands for a secret that may not be guessed.
pub(super) const NO_COLUMN: u32 = u32::MAX;

pub(super) struct Position {
    pub set: Vec<u16>,
    pub columns: Arc<Columns>,
    pub sheet: Option<Sheet>,
    /// The column of each secret where there is a sheet.
    pub own: Vec<u32>,
    pub key: Key,
}

/// The names of answers in sheets.
pub(super) struct Names {
    few: Labels,
    many: Labels,
}

impl Names {
    pub fn new() -> Self {
        let names = |count: usize| Labels::new(&(0..count as u8).collect::<Vec<_>>(), WIN);
        Names {
            few: names(FEW_ROWS),
            many: names(MOST_NAMED),
        }
    }

    pub fn of(&self, rows: usize) -> &Labels {
        if rows <= FEW_ROWS {
            &self.few
        } else {
            &self.many
        }
    }
}

impl Position {
    /// A position at which some of the given guesses may be made: those that are marked, or all.
    pub fn new(
        game: &Game,
        allowance: &Allowance,
        set: Vec<u16>,
        columns: &Arc<Columns>,
        masks: Option<&[u64]>,
    ) -> Self {
        if set.len() > MOST_NAMED {
            let chosen = |masks| {
                let marked = ones_of(masks).map(|place| columns.list[place]);
                Arc::new(allowance.columns(marked.collect()))
            };
            let columns = masks.map_or_else(|| columns.clone(), chosen);
            return Position::of(game, set, columns, None);
        }
        let mut list = Vec::new();
        let mut names = Vec::new();
        let mut first_with = [0u8; 256];
        let marked =
            |place: usize| masks.is_none_or(|masks| masks[place / 64] >> (place % 64) & 1 > 0);
        for (place, &guess) in columns.list.iter().enumerate() {
            if !marked(place) {
                continue;
            }
            let answers = game.matrix.answers(guess);
            let start = names.len();
            let mut all_alike = true;
            // A name is valid if the secret of this name gives the answer.
            for (row, &code) in set.iter().enumerate() {
                let answer = answers[usize::from(code)];
                if answer == game.matrix.win {
                    names.push(WIN);
                    all_alike = false;
                    continue;
                }
                let name = &mut first_with[usize::from(answer)];
                let known = usize::from(*name) < row
                    && answers[usize::from(set[usize::from(*name)])] == answer;
                if !known {
                    *name = row as u8;
                }
                all_alike &= *name == 0;
                names.push(*name);
            }
            if all_alike && set.len() > 1 {
                names.truncate(start);
            } else {
                list.push(guess);
            }
        }
        let mut sheet = Sheet::new(set.len(), list.len(), WIN);
        for row in 0..set.len() {
            let out = as_bytes_mut(sheet.row_mut(row));
            for (out, names) in out.iter_mut().zip(names.chunks_exact(set.len())) {
                *out = names[row];
            }
        }
        let columns = Arc::new(allowance.columns(list));
        Position::of(game, set, columns, Some(sheet))
    }

    fn of(game: &Game, set: Vec<u16>, columns: Arc<Columns>, sheet: Option<Sheet>) -> Self {
        let place = |&code: &u16| {
            let place = columns.list.binary_search(&game.matrix.guess_of(code));
            place.map_or(NO_COLUMN, |place| place as u32)
        };
        let own = match sheet {
            Some(_) => set.iter().map(place).collect(),
            None => Vec::new(),
        };
        Position {
            key: game.key_of(&set).wrapping_add(columns.key),
            set,
            columns,
            sheet,
            own,
        }
    }

    /// The position of the secrets at some places of this one, after a guess that leaves the marked guesses, or all.
    pub fn part(
        &self,
        game: &Game,
        allowance: &Allowance,
        level: Level,
        places: &[u16],
        masks: Option<&mut Vec<u64>>,
    ) -> Self {
        let set = places.iter().map(|&place| self.set[usize::from(place)]);
        let set: Vec<u16> = set.collect();
        let all = self.columns.list.len() == game.guesses.len();
        let (sheet, rows, win) = match &self.sheet {
            Some(sheet) => (sheet, places, self.win(game)),
            None if all
                && set.len() <= MOST_ROWS
                && (masks.is_some() || set.len() <= MOST_NAMED) =>
            {
                (&game.matrix.by_secret, set.as_slice(), game.matrix.win)
            }
            None => {
                let masks = masks.map(|masks| &**masks);
                return Position::new(game, allowance, set, &self.columns, masks);
            }
        };
        let row = |place: usize| sheet.row(usize::from(rows[place]));
        let mut every = Vec::new();
        let masks = masks.unwrap_or_else(|| {
            every.resize(self.columns.lines(), u64::MAX);
            every.as_mut()
        });
        let first = row(0);
        for (line, mask) in masks.iter_mut().enumerate() {
            let mut differ = 0;
            for place in 1..rows.len() {
                if *mask & !differ == 0 {
                    break;
                }
                differ |= kernels::unequal(level, &first[line], &row(place)[line]);
            }
            *mask &= differ;
        }
        let list: Vec<u32> = ones_of(masks).map(|place| place as u32).collect();
        let guesses = list.iter().map(|&place| self.columns.list[place as usize]);
        let columns = Arc::new(allowance.columns(guesses.collect()));
        // One line to spare: packing writes whole lines.
        let lines = list.len().div_ceil(LANES);
        let mut packed = Sheet::default();
        packed.reshape(rows.len(), lines + 1);
        for place in 0..rows.len() {
            let from = &row(place)[..self.columns.lines()];
            kernels::pack(level, from, (&list, masks), win, packed.row_mut(place));
        }
        let small = rows.len() <= FEW_ROWS && self.set.len() > FEW_ROWS;
        if rows.len() <= MOST_NAMED && (small || !self.is_named()) {
            kernels::rename(level, &mut packed, rows.len(), win, WIN);
        }
        Position::of(game, set, columns, Some(packed))
    }

    pub fn len(&self) -> usize {
        self.set.len()
    }

    /// Whether the sheet names answers by secrets.
    pub fn is_named(&self) -> bool {
        self.sheet.is_some() && self.set.len() <= MOST_NAMED
    }

    /// The name of the winning answer in the sheet.
    pub fn win(&self, game: &Game) -> u8 {
        if self.is_named() {
            WIN
        } else {
            game.matrix.win
        }
    }
}
