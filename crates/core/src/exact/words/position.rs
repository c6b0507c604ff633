//! A position of a game of words: the secrets that are possible, and the guesses that may be made.
//!
//! The answers are kept in a sheet of the position's own: a row for each secret, a column for each guess that tells
//! any two of them apart. Of at most [`MOST_NAMED`] secrets an answer is named by the first secret that gives it, so
//! that all names are small, whatever the game. Guesses that tell nothing are left out for good, because they tell
//! nothing of smaller sets either and only take further guesses away. Where the set is large, and where all guesses
//! are left, the answers are read from the matrix.

use std::sync::Arc;

use super::columns::{Allowance, Columns};
use crate::bits::{full, ones_from};
use crate::exact::game::Game;
use crate::exact::kernels::{self, LANES, Labels, Sheet};
use crate::exact::memory::Key;

/// Of sets of more secrets the answers keep the names of the matrix.
pub(super) const MOST_NAMED: usize = 63;
/// Sets of more secrets have no sheet of their own.
pub(super) const MOST_ROWS: usize = 512;
/// The name of the winning answer in a sheet.
pub(super) const WIN: u8 = 63;
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
pub(super) fn names() -> Labels {
    let names: Vec<u8> = (0..MOST_NAMED as u8).collect();
    Labels::new(&names, WIN)
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
                let marked = ones_from(masks, 0).map(|place| columns.list[place]);
                Arc::new(allowance.columns(marked.collect()))
            };
            let columns = masks.map_or_else(|| columns.clone(), chosen);
            return Position::of(game, set, columns, None);
        }
        let mut marks = vec![0; game.guesses.len().div_ceil(LANES)];
        let every: Vec<u64> = full(columns.list.len()).collect();
        for place in ones_from(masks.unwrap_or(&every), 0) {
            let guess = columns.list[place] as usize;
            marks[guess / LANES] |= 1 << (guess % LANES);
        }
        let from = (&game.matrix.by_secret, &set[..], game.matrix.win);
        let guesses: Vec<u32> = (0..game.guesses.len() as u32).collect();
        Position::packed(game, allowance, &set, from, (&guesses, &mut marks), true)
    }

    /// A position whose answers are taken from some rows of a sheet, given with its name of the winning answer, where
    /// these tell any two apart: from the columns, each with its guess, that are marked. They may be renamed.
    fn packed(
        game: &Game,
        allowance: &Allowance,
        set: &[u16],
        (sheet, rows, win): (&Sheet, &[u16], u8),
        (guesses, masks): (&[u32], &mut [u64]),
        renames: bool,
    ) -> Self {
        let level = allowance.level;
        let lines = masks.len();
        let row = |place: usize| &sheet.row(usize::from(rows[place]))[..lines];
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
        let list: Vec<u32> = ones_from(masks, 0).map(|place| place as u32).collect();
        // One line to spare: packing writes whole lines.
        let mut packed = Sheet::default();
        packed.reshape(rows.len(), list.len().div_ceil(LANES) + 1);
        for place in 0..rows.len() {
            kernels::pack(
                level,
                row(place),
                (&list, masks),
                win,
                packed.row_mut(place),
            );
        }
        if renames && rows.len() <= MOST_NAMED {
            kernels::rename(level, &mut packed, rows.len(), win, WIN);
        }
        let guesses = list.iter().map(|&place| guesses[place as usize]);
        let columns = Arc::new(allowance.columns(guesses.collect()));
        Position::of(game, set.to_vec(), columns, Some(packed))
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
        let mut every = Vec::new();
        let masks = masks.unwrap_or_else(|| {
            every.resize(self.columns.lines(), u64::MAX);
            every.as_mut()
        });
        let from = (sheet, rows, win);
        let columns = (&self.columns.list[..], &mut masks[..]);
        Position::packed(game, allowance, &set, from, columns, !self.is_named())
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
