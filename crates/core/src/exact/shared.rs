//! What does not change during a search, and how it stands.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};

use crate::code::Code;
use crate::rules::{Allowed, Rules};
use crate::space::CodeSpace;

use super::bounds::{Bounds, INFINITE};
use super::candidates::Candidates;
use super::cut::Cut;
use super::image::Images;
use super::kernel::{Isa, Labels};
use super::matrix::{LANES, Matrix, Sheet};
use super::rank::CellTable;
use super::search::{SMALL, Spare, mix};
use super::symmetry::Symmetry;
use super::table::{Key, Known, NO_GUESS, Table};
use super::{Fault, Goal, Options, Progress, Stage, UNLIMITED};

/// The search was told to stop.
#[derive(Debug)]
pub(super) struct Stopped;

/// What depends on the rules alone.
pub(super) struct Game {
    pub rules: Rules,
    pub secrets: Vec<Code>,
    pub guesses: Vec<Code>,
    pub matrix: Matrix,
    pub labels: Labels,
    pub symmetry: Symmetry,
    pub images: Option<Images>,
    openings: Vec<(bool, Vec<u32>)>,
    keys: Vec<Key>,
    rules_key: Key,
}

impl Game {
    pub fn new(rules: &Rules, memory: usize) -> Result<Self, Fault> {
        let matrix = Matrix::new(rules, memory)?;
        let symmetry = Symmetry::new(rules);
        let mut random = Random(0x5170);
        Ok(Game {
            rules: rules.clone(),
            secrets: CodeSpace::secrets(rules).iter().collect(),
            guesses: CodeSpace::guesses(rules).iter().collect(),
            labels: Labels::new(matrix.labels(), matrix.win()),
            openings: openings(&matrix, &symmetry),
            symmetry,
            images: Images::new(rules),
            keys: (0..matrix.secrets()).map(|_| random.next()).collect(),
            rules_key: rules_key(rules),
            matrix,
        })
    }

    /// Whether some guesses cannot be the secret.
    pub fn more_guesses(&self) -> bool {
        self.guesses.len() > self.secrets.len()
    }

    pub fn key_of(&self, set: &[u16]) -> Key {
        set.iter().fold(0, |sum: Key, &code| {
            sum.wrapping_add(self.keys[usize::from(code)])
        })
    }

    /// What is added to keys in a journal, so that what holds for these rules and this kind of
    /// guesses is taken for true nowhere else.
    pub fn journal_key(&self, consistent: bool) -> Key {
        const CONSISTENT: Key = 0xbb67_ae85_84ca_a73b_3c6e_f372_fe94_f82b;
        let added = if consistent { CONSISTENT } else { 0 };
        self.rules_key.wrapping_add(added)
    }
}

/// A key that rules have for themselves.
fn rules_key(rules: &Rules) -> Key {
    let distinct = *rules.allowed() == Allowed::Distinct;
    let kind = [rules.pegs(), rules.colors(), rules.feedback() as usize];
    let (secrets, guesses): (&[Code], &[Code]) = match rules.allowed() {
        Allowed::Words { secrets, guesses } => (secrets, guesses),
        Allowed::Any | Allowed::Distinct => (&[], &[]),
    };
    let colors = secrets.iter().chain(guesses).flat_map(|code| code.iter());
    let numbers = kind.into_iter().chain([distinct.into(), secrets.len()]);
    numbers
        .map(|number| number as u64)
        .chain(colors.map(|&color| color.into()))
        .fold(Random(0), |random, number| {
            Random(Random(random.0 ^ number).word())
        })
        .next()
}

/// How the search of a root stands, and how many positions all searches took.
#[derive(Default)]
pub(super) struct Status {
    lower: AtomicU32,
    best: AtomicU32,
    guess: AtomicU32,
    pub positions: AtomicU64,
}

impl Status {
    pub fn set(&self, lower: u32, best: u32, guess: u32) {
        self.lower.store(lower, Relaxed);
        self.best.store(best, Relaxed);
        self.guess.store(guess, Relaxed);
    }
}

/// What all workers of one search share.
pub(super) struct Shared<'a> {
    pub game: &'a Game,
    pub goal: Goal,
    pub stage: Stage,
    pub bounds: Bounds,
    /// Bounds of the total without a limit, for guesses that look good.
    totals: Bounds,
    pub table: &'a Table,
    /// Sets of at most this many codes are searched by distinct answers alone.
    pub small: usize,
    pub width: Option<usize>,
    /// Whether every guess must agree with all answers.
    pub consistent: bool,
    pub isa: Isa,
    pub status: &'a Status,
    pub threads: usize,
    /// Memory of helpers that have gone.
    pub spares: Mutex<Vec<Spare>>,
    /// Bounds to report instead of those of the search.
    pub fixed: Option<(u32, Option<u32>)>,
    /// Whether it is about the least total among the strategies of the fewest at the last guess.
    pub among: bool,
    options: &'a Options<'a>,
}

impl<'a> Shared<'a> {
    /// How narrow a search is that makes a first tree.
    pub const FIRST_WIDTH: usize = 1;

    /// `depth` is the greatest number of guesses that will be asked for.
    pub fn new(
        game: &'a Game,
        table: &'a Table,
        options: &'a Options<'a>,
        stage: Stage,
        depth: Option<u8>,
        status: &'a Status,
    ) -> Self {
        let goal = if stage == Stage::Total {
            Goal::Total
        } else {
            Goal::Fewest
        };
        let codes = game.matrix.secrets();
        Shared {
            game,
            goal,
            stage,
            bounds: Bounds::new(goal, codes, &game.openings, depth),
            totals: Bounds::new(Goal::Total, codes, &game.openings, None),
            table,
            small: (2 * game.labels.list.len()).min(SMALL),
            width: options.width,
            consistent: false,
            isa: options.isa,
            status,
            threads: options.threads,
            spares: Mutex::new(Vec::new()),
            fixed: None,
            among: false,
            options,
        }
    }

    /// Reports how the search stands, and stops it where it must; `more` positions are not yet
    /// added to those of all.
    pub fn check(&self, more: u64) -> Result<(), Stopped> {
        let positions = self.searched() + more;
        let best = self.status.best.load(Relaxed);
        let bounds = (
            self.status.lower.load(Relaxed),
            (best < INFINITE).then_some(best),
        );
        let (lower, upper) = self.fixed.unwrap_or(bounds);
        let guess = self.status.guess.load(Relaxed);
        (self.options.report)(&Progress {
            stage: self.stage,
            lower,
            upper,
            guess: (guess != NO_GUESS).then_some(guess),
            positions,
            memory: self.game.matrix.bytes() + self.table.bytes(),
        });
        let spent = self.options.positions.is_some_and(|most| positions >= most);
        if spent || self.options.stop.load(Relaxed) {
            Err(Stopped)
        } else {
            Ok(())
        }
    }

    pub fn key_of(&self, set: &[u16]) -> Key {
        self.game.key_of(set)
    }

    /// Positions searched so far, in earlier searches too.
    pub fn searched(&self) -> u64 {
        self.status.positions.load(Relaxed)
    }

    /// The key of a set together with the number of guesses left.
    #[inline]
    pub fn key(&self, key: Key, left: u8) -> Key {
        self.key_at_width(key, left, self.width)
    }

    /// What a narrow search finds holds for searches as narrow only, so it has keys of its own.
    #[inline]
    fn key_at_width(&self, key: Key, left: u8, width: Option<usize>) -> Key {
        const WIDTH: Key = 0x243f_6a88_85a3_08d3_1319_8a2e_0370_7345;
        const STEP: Key = 0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835;
        const FEWEST: Key = 0x6a09_e667_f3bc_c908_b2fb_1366_ea95_7d3e;
        const AMONG: Key = 0xb7e1_5162_8aed_2a6a_bf71_5880_9cf4_f3c7;
        let goal = match self.goal {
            Goal::Fewest => FEWEST,
            Goal::Total if self.among => AMONG,
            Goal::Total => 0,
        };
        let limit = Key::from(left.wrapping_add(1));
        let width = width.map_or(0, |width| width as Key);
        key.wrapping_add(goal)
            .wrapping_add(STEP.wrapping_mul(limit))
            .wrapping_add(WIDTH.wrapping_mul(width))
    }

    #[inline]
    pub fn known(&self, key: Key, left: u8) -> Known {
        self.table.get(self.key(key, left))
    }

    /// What the narrow search that came first knows.
    pub fn known_at_first(&self, key: Key, left: u8) -> Known {
        self.table
            .get(self.key_at_width(key, left, Some(Self::FIRST_WIDTH)))
    }

    /// A tree of this cost was found, perhaps not the best.
    pub fn found(&self, key: Key, left: u8, upper: u32, guess: u32) {
        let key = self.key(key, left);
        let known = self.table.get(key);
        self.table.put(
            key,
            Known {
                upper,
                guess,
                ..known
            },
        );
    }

    pub fn exact(&self, key: Key, left: u8, cost: u32, guess: u32) {
        let known = Known {
            lower: cost,
            upper: cost,
            guess,
        };
        self.table.put(self.key(key, left), known);
    }

    /// Notes what is known about a larger set.
    pub fn note(&self, size: usize, key: Key, left: u8) {
        if let Some(journal) = self.options.journal.filter(|_| size > 2 * self.small) {
            let key = self.key(key, left);
            let known = self.table.get(key);
            // What narrow searches find may depend on the way to a set: such bounds can cross.
            let lower = known.lower.min(known.upper);
            let key = key.wrapping_add(self.game.journal_key(self.consistent));
            journal.note(key, Known { lower, ..known });
        }
    }

    pub fn at_least(&self, key: Key, left: u8, lower: u32) {
        let key = self.key(key, left);
        let known = self.table.get(key);
        if lower > known.lower {
            self.table.put(key, Known { lower, ..known });
        }
    }

    /// The key of the codes at some places of a set.
    #[inline]
    pub fn key_at(&self, set: &[u16], places: &[u16]) -> Key {
        places.iter().fold(0, |sum: Key, &place| {
            sum.wrapping_add(self.game.keys[usize::from(set[usize::from(place)])])
        })
    }

    /// What tells the cells of a cut from those of others.
    pub fn print_of(&self, set: &[u16], cut: &Cut) -> u64 {
        let cells = cut.cells.iter().filter(|cell| cell.len() > 1);
        cells.fold(0u64, |sum, cell| {
            sum.wrapping_add(mix(self.key_at(set, cut.places(cell)) as u64))
        })
    }

    /// One bit per guess that may be the secret.
    pub fn mark_members(&self, set: &[u16], members: &mut Vec<u64>) {
        members.clear();
        members.resize(self.game.matrix.by_secret().lines_per_row(), 0);
        for &code in set {
            let guess = self.game.matrix.guess_of(code) as usize;
            members[guess / LANES] |= 1 << (guess % LANES);
        }
    }

    pub fn cell_table(&self, size: usize, left: u8) -> CellTable {
        let next = left - u8::from(left != UNLIMITED);
        CellTable::new(
            self.goal,
            self.bounds.table(next),
            size,
            self.game.labels.list.len(),
        )
    }

    /// The bounds of the total without a limit, by size.
    pub fn plain_bounds(&self) -> &[u32] {
        self.totals.table(UNLIMITED)
    }

    /// The cell table of the total without a limit, for guesses that look good.
    pub fn plain_cell_table(&self, size: usize) -> CellTable {
        CellTable::new(
            Goal::Total,
            self.plain_bounds(),
            size,
            self.game.labels.list.len(),
        )
    }

    /// Copies the rows of a set and the columns of some guesses.
    pub fn pack(&self, set: &[u16], candidates: &Candidates, packed: &mut Sheet) {
        let columns = candidates.list.len();
        // One line to spare: packing writes whole lines.
        packed.reshape(set.len(), columns.div_ceil(LANES) + 1);
        for (row, &code) in set.iter().enumerate() {
            super::kernel::pack(
                self.isa,
                self.game.matrix.by_secret().row(usize::from(code)),
                candidates,
                self.game.labels.win,
                packed.row_mut(row),
            );
        }
    }
}

/// The histograms of the kinds of first guesses; with many kinds, one that bounds them all.
fn openings(matrix: &Matrix, symmetry: &Symmetry) -> Vec<(bool, Vec<u32>)> {
    const MOST: usize = 64;
    let histogram = |guess: u32| {
        let mut cells = vec![0u32; 256];
        for &label in &matrix.answers(guess)[..matrix.secrets()] {
            cells[usize::from(label)] += 1;
        }
        let may_win = cells[usize::from(matrix.win())] > 0;
        cells[usize::from(matrix.win())] = 0;
        cells.retain(|&cell| cell > 0);
        cells.sort_unstable_by(|a, b| b.cmp(a));
        (may_win, cells)
    };
    let all = (0..matrix.secrets() as u32).map(|secret| matrix.guess_of(secret as u16));
    let guesses = symmetry.candidates(&[], all);
    if guesses.list.len() <= MOST {
        return guesses.list.iter().map(|&guess| histogram(guess)).collect();
    }
    let mut greatest = (true, Vec::new());
    for &guess in &guesses.list {
        let (_, cells) = histogram(guess);
        if cells.len() > greatest.1.len() {
            greatest.1.resize(cells.len(), 0);
        }
        for (most, cell) in greatest.1.iter_mut().zip(cells) {
            *most = cell.max(*most);
        }
    }
    vec![greatest]
}

/// SplitMix64 (Steele, Lea and Flood, 2014), two words at a time; the keys must be the same
/// in every run, or checkpoints could not be read.
struct Random(u64);

impl Random {
    fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    fn next(&mut self) -> Key {
        Key::from(self.word()) << 64 | Key::from(self.word())
    }
}
