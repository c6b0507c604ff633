//! What all searchers of one search share: the game, the question, the memory and the watch.

use std::sync::{Arc, Mutex, OnceLock};

use super::cell_table::CellTable;
use super::columns::{Columns, Letters};
use super::promise::Promises;
use super::question::{FIRST_WIDTH, Question};
use super::scratch::{MAX_MASK_CODES, Scratch};
use crate::bits::mix;
use crate::exact::bounds::LowerBounds;
use crate::exact::cost::{Goal, UNLIMITED, after_a_guess};
use crate::exact::game::Game;
use crate::exact::kernels::{LANES, Popular, Rows};
use crate::exact::memory::{At, CanonicalForm, Journal, Memory, TranspositionTable};
use crate::exact::partition::Partition;
use crate::exact::problem::Options;
use crate::exact::watch::{Stopped, Watch};
use crate::simd::Level;

/// Where a search has no quick look at small sets, those of at most so many codes take less time than their form.
const LEAST_CANONICAL: usize = 8;

/// What all searches of one problem share.
#[derive(Clone, Copy)]
pub(in crate::exact) struct Surroundings<'a> {
    pub game: &'a Game,
    pub table: &'a TranspositionTable,
    pub journal: Option<&'a Journal>,
    pub watch: &'a Watch<'a>,
    pub level: Level,
    pub threads: usize,
    pub prepared: &'a Prepared,
}

/// What several searches of one game use, made when the first of them asks for it.
#[derive(Default)]
pub(in crate::exact) struct Prepared {
    popular: OnceLock<Option<Popular>>,
    letters: OnceLock<Option<Letters>>,
}

impl<'a> Surroundings<'a> {
    pub fn new(
        game: &'a Game,
        table: &'a TranspositionTable,
        prepared: &'a Prepared,
        watch: &'a Watch<'a>,
        options: &Options<'a>,
    ) -> Self {
        Surroundings {
            game,
            table,
            journal: options.journal,
            watch,
            level: options.level,
            threads: options.threads,
            prepared,
        }
    }

    /// What a search remembers; sets of at most `unrecorded` codes are not recorded in the journal.
    pub fn memory(&self, question: &Question, unrecorded: usize) -> Memory<'a> {
        let forms = self.game.forms.as_ref();
        Memory {
            table: self.table,
            space: question.key_space(),
            first_space: question.key_space_at(Some(FIRST_WIDTH)),
            forms: forms.filter(|_| question.width.is_none()),
            journal: self.journal,
            journal_key: self.game.journal_key(question.consistent),
            unrecorded,
        }
    }
}

/// What all searchers of one search share. Nothing in it changes except what is remembered, what
/// is reported, and the working memory that helper threads leave for the next ones.
pub(in crate::exact) struct Context<'a> {
    pub game: &'a Game,
    pub question: Question<'a>,
    pub memory: Memory<'a>,
    pub watch: &'a Watch<'a>,
    pub bounds: Arc<LowerBounds>,
    /// Bounds of the total without a limit, for guesses that look good.
    total_bounds: LowerBounds,
    /// Which labels are common, in games of so many labels that it matters, where the processor makes use of it.
    pub popular: Option<&'a Popular>,
    /// The letters of the guesses, where words are guessed and some make others needless.
    pub letters: Option<&'a Letters>,
    /// Where guesses are tried by what they promise.
    pub promises: Option<Promises>,
    /// Sets of at most this many codes are searched by distinct answers alone.
    pub small: usize,
    pub level: Level,
    pub threads: usize,
    /// What a search among the fewest at the last guess asks of two: how many these are; the total where none is.
    pub among: Option<[&'a Context<'a>; 2]>,
    /// Working memory of helper threads that have finished.
    pub scratches: Mutex<Vec<Scratch>>,
}

impl<'a> Context<'a> {
    pub fn new(surroundings: Surroundings<'a>, question: Question<'a>) -> Self {
        let Surroundings { game, level, .. } = surroundings;
        let prepared = surroundings.prepared;
        let codes = game.matrix.secrets;
        let bounds = |goal, depth| LowerBounds::new(goal, codes, &game.openings, depth);
        let is_plain =
            question.goal == Goal::Total && !question.consistent && question.width.is_none();
        let popular = is_plain.then(|| prepared.popular.get_or_init(|| popular(game, level)));
        let letters = is_plain.then(|| prepared.letters.get_or_init(|| Letters::new(game)));
        let small = (2 * game.labels.list.len()).min(MAX_MASK_CODES);
        let width = question.width.filter(|_| question.by_promise());
        let unrecorded = width.map_or(2 * small, |_| Promises::UNRECORDED);
        Context {
            game,
            popular: popular.and_then(Option::as_ref),
            letters: letters.and_then(Option::as_ref),
            memory: surroundings.memory(&question, unrecorded),
            promises: width.map(|width| Promises::new(codes, width)),
            watch: surroundings.watch,
            bounds: Arc::new(bounds(question.goal, question.depth)),
            total_bounds: bounds(Goal::Total, None),
            small,
            level,
            threads: surroundings.threads,
            among: None,
            scratches: Mutex::new(Vec::new()),
            question,
        }
    }

    /// Whether a set is searched by the different answers alone that guesses get; where only its codes are guessed, none is.
    #[inline]
    pub fn is_small(&self, set: &[u16]) -> bool {
        set.len() <= self.small && self.question.goal == Goal::Total && !self.question.consistent
    }

    /// A set with so many guesses left.
    pub fn at<'s>(&self, set: &'s [u16], left: u8) -> At<'s> {
        let key = self.game.key_of(set);
        At { set, key, left }
    }

    /// The canonical form under which a set is remembered, if it is large enough to be worth the time.
    pub fn form_of(&self, set: &[u16]) -> Option<CanonicalForm> {
        let least = match self.question.goal {
            _ if self.question.consistent => LEAST_CANONICAL,
            Goal::TotalAmongFewest | Goal::Prices(_) => LEAST_CANONICAL,
            Goal::AtLastGuess => 0,
            Goal::Total => self.small,
        };
        (set.len() > least)
            .then(|| self.canonical_form(set))
            .flatten()
    }

    /// The canonical form of a set, if the search uses any; it counts as a third of a line for each pair of codes.
    pub fn canonical_form(&self, set: &[u16]) -> Option<CanonicalForm> {
        let form = self.memory.canonical_form(set);
        form.inspect(|_| self.watch.read(set.len().pow(2) / 3))
    }

    /// Reports the progress, and stops the search if it must end; `more` positions are not yet part of the total.
    pub fn check(&self, more: u64) -> Result<(), Stopped> {
        let Question { reported, .. } = self.question;
        let bounds = self.question.reported_bounds;
        self.watch.check(reported, bounds, more)
    }

    /// The fingerprint of a partition, by which it is distinguished from others; the keys of its cells are left in it.
    pub fn fingerprint_of(&self, set: &[u16], partition: &mut Partition) -> u64 {
        let mut fingerprint = 0u64;
        for index in 0..partition.cells.len() {
            let cell = partition.cells[index];
            if cell.len() > 1 {
                let key = self.game.key_at(set, partition.places(&cell));
                partition.keys[index] = key;
                fingerprint = fingerprint.wrapping_add(mix(key as u64));
            }
        }
        fingerprint
    }

    /// One bit per guess that may be the secret.
    pub fn mark_members(&self, set: &[u16], members: &mut Vec<u64>) {
        members.clear();
        members.resize(self.game.matrix.by_secret.lines_per_row(), 0);
        for &code in set {
            let guess = self.game.matrix.guess_of(code) as usize;
            members[guess / LANES] |= 1 << (guess % LANES);
        }
    }

    /// The cell table of a set of this size, from the bounds of its parts.
    pub fn cell_table(&self, bounds: &LowerBounds, size: usize, left: u8) -> CellTable {
        let bounds = bounds.table(after_a_guess(left));
        let labels = self.game.labels.list.len();
        CellTable::new(self.question.goal, left, bounds, size, labels)
    }

    /// The cell table of the total without a limit, for guesses that look good.
    pub fn total_cell_table(&self, size: usize) -> CellTable {
        let labels = self.game.labels.list.len();
        let bounds = self.total_bounds.table(UNLIMITED);
        CellTable::new(Goal::Total, UNLIMITED, bounds, size, labels)
    }

    /// The rows of a set in the columns that are read, or in the matrix.
    pub fn rows_in<'r>(
        &'r self,
        columns: Option<&'r Columns>,
        set: &'r [u16],
        rows: &'r mut Vec<u16>,
    ) -> Rows<'r> {
        match columns {
            Some(columns) => {
                columns.rows(set, rows);
                columns.sheet.rows(rows)
            }
            None => self.game.matrix.by_secret.rows(set),
        }
    }
}

/// The common labels of games of many, from some rows of answers.
fn popular(game: &Game, level: Level) -> Option<Popular> {
    const ROWS: usize = 16;
    let (matrix, labels) = (&game.matrix, &game.labels);
    let rows = (0..matrix.secrets).step_by(matrix.secrets.div_ceil(ROWS));
    let answers = rows.map(|row| &matrix.by_secret.row_bytes(row)[..matrix.guesses]);
    (!labels.narrow)
        .then(|| Popular::new(level, labels.win, answers))
        .flatten()
}
