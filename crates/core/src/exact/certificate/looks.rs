//! What every guess at a set costs at least, by the sizes of its cells alone.

use crate::exact::cost::{Goal, INFINITE, UNLIMITED, after_a_guess};
use crate::exact::game::Game;
use crate::exact::kernels::{self, LANES, Line};
use crate::exact::memory::Key;
use crate::exact::partition::Partition;
use crate::exact::search::{CellTable, MAX_MASK_CODES};
use crate::exact::watch::{Stopped, Watch};
use crate::simd::Level;

use super::size_bound::SizeBound;

/// Lines to read between two checks whether to stop.
const LINES_AT_ONCE: usize = 1 << 18;

/// The bits of the number of least looks that are kept.
const KEPT: u32 = 18;

/// Looks at sets. Memory is reused from set to set.
pub(super) struct Looks<'g> {
    pub game: &'g Game,
    watch: &'g Watch<'g>,
    level: Level,
    /// Whether every guess must be a code that may still be the secret.
    pub possible: bool,
    sums: Vec<[u16; LANES]>,
    counts: Vec<Line>,
    /// A bit for each guess that may be the secret; all zero between calls.
    members: Vec<u64>,
    partition: Partition,
    /// The least looks that were found, by the low bits of their keys.
    least: Vec<(Key, u32)>,
}

/// The sums of all guesses at a set are those of their cells' values.
struct Table {
    values: Vec<u16>,
    /// None where a cost is infinite or not counted.
    bounds: Option<CellTable>,
}

impl Table {
    /// What a guess costs at least, if its cells' values have this sum.
    fn look(&self, sum: u16, member: bool) -> u32 {
        match &self.bounds {
            Some(bounds) => bounds.bound(sum, member),
            None if sum > 0 => INFINITE,
            None => 0,
        }
    }
}

impl<'g> Looks<'g> {
    pub fn new(game: &'g Game, watch: &'g Watch<'g>, level: Level, possible: bool) -> Self {
        Looks {
            game,
            watch,
            level,
            possible,
            sums: Vec::new(),
            counts: Vec::new(),
            members: Vec::new(),
            partition: Partition::default(),
            least: vec![(0, 0); 1 << KEPT],
        }
    }

    /// What a guess at a set costs at least, its partition being known.
    pub fn exactly(&self, size: usize, partition: &Partition, next: u8, bound: &SizeBound) -> u32 {
        if partition.is_trivial(size) {
            return INFINITE;
        }
        let cells = partition.cells.iter();
        let cells = cells.map(|cell| bound.of(cell.len(), next));
        cells.fold(size as u32, u32::saturating_add).min(INFINITE)
    }

    /// Lists the guesses that may look less costly than `claim`, in ascending order, each with whether it may win; perhaps
    /// with some that do not.
    pub fn below(
        &mut self,
        set: &[u16],
        (key, left): (Key, u8),
        claim: u32,
        bound: &SizeBound,
        open: &mut Vec<(u32, bool)>,
    ) -> Result<(), Stopped> {
        open.clear();
        let number = match counts_cells(set.len(), left, bound) {
            true => 0,
            false => bound.number + 1,
        };
        let (slot, mixed) = slot_of(key, left, number);
        if self.least[slot].0 == mixed && self.least[slot].1 >= claim {
            return Ok(());
        }
        if claim <= 2 * set.len() as u32 && self.no_code_tells_all(set) {
            return Ok(());
        }
        let next = after_a_guess(left);
        let matrix = &self.game.matrix;
        if self.possible {
            let guesses = set.iter().map(|&code| (matrix.guess_of(code), true));
            open.extend(guesses);
            return Ok(());
        }
        let table = self.sum_up(set, next, claim, bound)?;
        let members = &mut self.members;
        members.resize(matrix.by_secret().lines_per_row(), 0);
        for &code in set {
            let guess = matrix.guess_of(code) as usize;
            members[guess / LANES] |= 1 << (guess % LANES);
        }
        for index in 0..self.sums.len() {
            let (sums, members) = (&self.sums[index], members[index]);
            let mut least = u16::MAX;
            for &sum in sums {
                least = least.min(sum);
            }
            if table.look(least, true) >= claim {
                continue;
            }
            for (lane, &sum) in sums.iter().enumerate() {
                let guess = index * LANES + lane;
                let may_win = members >> lane & 1 == 1;
                if guess < matrix.guesses() && table.look(sum, may_win) < claim {
                    open.push((guess as u32, may_win));
                }
            }
        }
        for &code in set {
            members[matrix.guess_of(code) as usize / LANES] = 0;
        }
        Ok(())
    }

    /// The least look of any guess at a set, sometimes a bound of it. It is remembered for a while.
    pub fn least(
        &mut self,
        set: &[u16],
        (key, left): (Key, u8),
        goal: Goal,
        bound: &SizeBound,
    ) -> Result<u32, Stopped> {
        if goal == Goal::Total && !self.possible && counts_cells(set.len(), left, bound) {
            return self.least_by_count(set, key);
        }
        let (slot, mixed) = slot_of(key, left, bound.number + 1);
        if self.least[slot].0 == mixed {
            return Ok(self.least[slot].1);
        }
        let next = after_a_guess(left);
        let matrix = &self.game.matrix;
        let mut least = INFINITE;
        if self.possible {
            let mut partition = std::mem::take(&mut self.partition);
            for &code in set {
                partition.make(matrix, set, matrix.guess_of(code));
                least = least.min(self.exactly(set.len(), &partition, next, bound));
            }
            self.partition = partition;
        } else {
            let claim = match goal {
                Goal::Total => 0,
                Goal::AtLastGuess => INFINITE,
            };
            let table = self.sum_up(set, next, claim, bound)?;
            // A guess that may win costs no more than one with the same sum that may not.
            let mut lanes = [u16::MAX; LANES];
            for sums in &self.sums {
                for lane in 0..LANES {
                    lanes[lane] = lanes[lane].min(sums[lane]);
                }
            }
            let all = lanes.iter().fold(u16::MAX, |least, &sum| least.min(sum));
            least = table.look(all, false);
            for &code in set {
                let guess = matrix.guess_of(code) as usize;
                least = least.min(table.look(self.sums[guess / LANES][guess % LANES], true));
            }
        }
        self.least[slot] = (mixed, least);
        Ok(least)
    }

    /// Whether no code of the set, if guessed, tells all of its codes apart. Then every guess costs two guesses for each
    /// code.
    pub fn no_code_tells_all(&self, set: &[u16]) -> bool {
        let matrix = &self.game.matrix;
        !set.iter().any(|&guess| {
            let answers = matrix.answers(matrix.guess_of(guess));
            let mut seen = [0u64; 4];
            set.iter().all(|&code| {
                let label = answers[usize::from(code)];
                let word = &mut seen[usize::from(label) / 64];
                let is_new = *word >> (label % 64) & 1 == 0;
                *word |= 1 << (label % 64);
                is_new
            })
        })
    }

    /// How many codes of a set can be found by the first, the second, the third ... guess at the latest, until all are;
    /// that by no guess at all stands before them.
    pub fn reach(&mut self, set: &[u16]) -> Result<Vec<usize>, Stopped> {
        let mut reach = vec![0, 1];
        while reach[reach.len() - 1] < set.len() {
            let last = reach[reach.len() - 1];
            let values: Vec<u16> = (0..=set.len()).map(|size| size.min(last) as u16).collect();
            self.sum_values(set, &values)?;
            let guesses = self.game.matrix.guesses();
            let sums = self.sums.as_flattened()[..guesses].iter();
            let mut most = sums.fold(0, |most, &sum| most.max(sum));
            for &code in set {
                let guess = self.game.matrix.guess_of(code) as usize;
                most = most.max(self.sums[guess / LANES][guess % LANES] + 1);
            }
            reach.push(usize::from(most).max(last + 1).min(set.len()));
        }
        Ok(reach)
    }

    /// A bound of the least look at a set of at most 64 codes, by the number of cells that guesses make: a guess with `k`
    /// cells, the winning one left out, costs three guesses for each code, less `k`, or more; and two less if it may win.
    /// It is the least look itself where parts cost two guesses for each code, less one. It is remembered for a while.
    pub fn least_by_count(&mut self, set: &[u16], key: Key) -> Result<u32, Stopped> {
        let (slot, mixed) = slot_of(key, UNLIMITED, 0);
        if self.least[slot].0 == mixed {
            return Ok(self.least[slot].1);
        }
        let least = self.count(set)?;
        self.least[slot] = (mixed, least);
        Ok(least)
    }

    fn count(&mut self, set: &[u16]) -> Result<u32, Stopped> {
        self.watch.poll()?;
        let size = set.len() as u32;
        if !self.no_code_tells_all(set) {
            return Ok(2 * size - 1);
        }
        let (sheet, labels) = (self.game.matrix.by_secret(), &self.game.labels);
        self.counts.resize(sheet.lines_per_row(), Line([0; LANES]));
        let enough = Some(set.len() as u8);
        let counts = &mut self.counts;
        let most = u32::from(kernels::distinct(
            self.level, sheet, set, labels, enough, counts,
        ));
        if most >= size {
            return Ok(2 * size);
        }
        let most = set.iter().fold(most, |most, &code| {
            let guess = self.game.matrix.guess_of(code) as usize;
            most.max(u32::from(counts[guess / LANES].0[guess % LANES]) + 2)
        });
        Ok(3 * size - most)
    }

    /// Sums up the values of the cells of every guess; infinite looks are told from others if the claim is infinite.
    fn sum_up(
        &mut self,
        set: &[u16],
        next: u8,
        claim: u32,
        bound: &SizeBound,
    ) -> Result<Table, Stopped> {
        let matrix = &self.game.matrix;
        let table = self.table(set.len(), next, claim, bound);
        self.sum_values(set, &table.values)?;
        // After the last guess there is nothing to be least.
        if let Some(last) = self.sums.last_mut() {
            let guesses = (matrix.guesses() - 1) % LANES + 1;
            last[guesses..].fill(u16::MAX);
        }
        Ok(table)
    }

    /// Sums up the values, by size, of the cells of every guess.
    fn sum_values(&mut self, set: &[u16], values: &[u16]) -> Result<(), Stopped> {
        let sheet = self.game.matrix.by_secret();
        self.sums.resize(sheet.lines_per_row(), [0; LANES]);
        let at_once = (LINES_AT_ONCE / set.len().max(1)).max(1);
        for (index, sums) in self.sums.chunks_mut(at_once).enumerate() {
            self.watch.poll()?;
            let first = index * at_once;
            let labels = &self.game.labels;
            kernels::cell_sums(self.level, sheet, set, labels, values, first, sums);
        }
        Ok(())
    }

    fn table(&self, size: usize, next: u8, claim: u32, bound: &SizeBound) -> Table {
        let costs = bound.up_to(size, next);
        if claim >= INFINITE {
            let values = costs.iter().map(|&cost| u16::from(cost >= INFINITE));
            return Table {
                values: values.collect(),
                bounds: None,
            };
        }
        let labels = self.game.labels.list.len();
        let mut table = CellTable::new(Goal::Total, &costs, size, labels);
        Table {
            values: std::mem::take(&mut table.values),
            bounds: Some(table),
        }
    }
}

/// Whether all parts of a set cost one guess for one code and two for each other, as far as their size tells.
fn counts_cells(size: usize, left: u8, bound: &SizeBound) -> bool {
    let part = size - 1;
    (3..=MAX_MASK_CODES).contains(&size)
        && left == UNLIMITED
        && bound.of(part, left) == 2 * part as u32 - 1
}

/// Where the least look at a set is kept, and by which key; `number` is that of the bound, and none of the bound by count.
fn slot_of(key: Key, left: u8, number: u64) -> (usize, Key) {
    const STEP: Key = 0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835;
    let steps = Key::from(number) << 8 | Key::from(left);
    let mixed = key.wrapping_add(STEP.wrapping_mul(steps + 1));
    (mixed as usize & ((1 << KEPT) - 1), mixed)
}
