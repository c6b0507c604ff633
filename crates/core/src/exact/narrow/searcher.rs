//! One thread of a narrow search.

use super::promise::Shortlist;
use super::root::Narrow;
use super::scan::{MOST_PAIRS, scan_counts, scan_pairs};
use crate::exact::cost::{Goal, INFINITE, after_a_guess};
use crate::exact::kernels::Line;
use crate::exact::memory::{Key, Known, NO_GUESS};
use crate::exact::partition::{MutualAnswers, Partition};
use crate::exact::search::Fingerprints;
use crate::exact::watch::Stopped;

/// The members of larger sets are not looked at by themselves.
const MOST_MUTUAL: usize = 64;

/// Guesses of a shortlist for each that is to be tried: many make the same partition.
const SPARE: usize = 6;

/// So many guesses are counted between two looks at whether to stop.
const GUESSES_AT_ONCE: u32 = 256;

/// Memory that sets on the way to the present one do not use.
#[derive(Default)]
struct Level {
    partition: Partition,
    codes: Vec<u16>,
    shortlist: Shortlist,
    fingerprints: Fingerprints,
}

/// One thread of a narrow search.
pub(super) struct NarrowSearcher<'n> {
    shared: &'n Narrow<'n>,
    levels: Vec<Level>,
    mutual: MutualAnswers,
    rows: Vec<Line>,
    /// Positions not yet added to those of all.
    positions: u64,
}

impl<'n> NarrowSearcher<'n> {
    pub fn new(shared: &'n Narrow<'n>) -> Self {
        NarrowSearcher {
            shared,
            levels: Vec::new(),
            mutual: MutualAnswers::default(),
            rows: Vec::new(),
            positions: 0,
        }
    }

    /// Adds the positions of this searcher to those of all.
    pub fn flush(&mut self) {
        self.shared.context.watch.count(self.positions);
        self.positions = 0;
    }

    fn tick(&mut self, set: &[u16]) -> Result<(), Stopped> {
        // Every position takes long enough to report often, and a limit of positions is kept to at each.
        let is_limited = self.shared.context.watch.limits_positions();
        let often = if is_limited { 1 } else { 8 };
        self.positions += 1;
        if set.len() > MOST_MUTUAL || self.positions >= often {
            self.flush();
            self.shared.context.check(0)?;
        }
        self.shared.context.watch.poll()
    }

    /// What the search finds as the cost of a set below the budget; otherwise a bound of at least the budget.
    pub fn search(&mut self, set: &[u16], key: Key, left: u8, budget: u32) -> Result<u32, Stopped> {
        let shared = self.shared;
        let left = Goal::Total.normal_limit(set.len(), left);
        if let Some(cost) = Goal::Total.certain_cost(set.len(), left) {
            return Ok(cost);
        }
        let known = self.quick_bound(set, key, left, budget);
        if known.exact() || known.lower >= budget {
            return Ok(known.lower);
        }
        self.tick(set)?;
        let (cost, guess) = self.try_guesses(set, left, budget)?;
        if cost < budget {
            shared.context.memory.exact(key, left, cost, guess);
        } else {
            shared.context.memory.at_least(key, left, cost);
        }
        shared.context.memory.record(set.len(), key, left);
        Ok(cost)
    }

    /// The guess that the search finds best for a set.
    pub fn best_guess(&mut self, set: &[u16], key: Key, left: u8) -> Result<u32, Stopped> {
        let known = self.quick_bound(set, key, left, INFINITE);
        if known.exact() && known.guess != NO_GUESS {
            return Ok(known.guess);
        }
        Ok(self.try_guesses(set, left, INFINITE)?.1)
    }

    /// What is known of a set, or follows from its size and from the answers of its members to each other.
    pub fn quick_bound(&mut self, set: &[u16], key: Key, left: u8, room: u32) -> Known {
        let shared = self.shared;
        let known = shared.context.memory.known(key, left);
        let counted = shared.context.bounds.of(set.len(), left);
        if known.exact() || known.lower.max(counted) >= room || known.lower > 0 {
            return Known {
                lower: known.lower.max(counted),
                ..known
            };
        }
        if set.len() > MOST_MUTUAL {
            return Known::at_least(counted);
        }
        let size = set.len();
        let (member, answers) = self.best_member(set);
        let guess = shared.context.game.matrix.guess_of(set[member]);
        let cost = if answers + 1 == size {
            2 * size - 1
        } else if answers + 2 == size && left >= 3 {
            2 * size
        } else {
            let lower = counted.max(2 * size as u32);
            shared.context.memory.at_least(key, left, lower);
            return Known::at_least(lower);
        };
        shared.context.memory.exact(key, left, cost as u32, guess);
        Known::exactly(cost as u32, guess)
    }

    /// The place of a member that gets the most different answers, and how many, the winning one left out.
    fn best_member(&mut self, set: &[u16]) -> (usize, usize) {
        let game = self.shared.context.game;
        let places: [u16; MOST_MUTUAL] = std::array::from_fn(|place| place as u16);
        let places = &places[..set.len()];
        self.mutual.make(&game.matrix, &game.labels, set);
        let mut best = (0, 0);
        for &member in places {
            let answers = self.mutual.answers_from(member, places, &game.labels);
            if answers > best.1 {
                best = (usize::from(member), answers);
                if answers + 1 == set.len() {
                    break;
                }
            }
        }
        best
    }

    /// Tries the guesses that promise most: the least cost and its guess, or a bound of at least the budget.
    fn try_guesses(&mut self, set: &[u16], left: u8, budget: u32) -> Result<(u32, u32), Stopped> {
        let mut level = self.levels.pop().unwrap_or_default();
        level.shortlist.clear(SPARE * self.shared.width);
        let result = self.try_guesses_at(set, left, budget, &mut level);
        self.levels.push(level);
        result
    }

    fn try_guesses_at(
        &mut self,
        set: &[u16],
        left: u8,
        budget: u32,
        level: &mut Level,
    ) -> Result<(u32, u32), Stopped> {
        let size = set.len() as u32;
        if let Some(guess) = self.shortlist(set, &mut level.shortlist)? {
            return Ok((2 * size, guess));
        }
        // No guess tells all codes apart, and no member all but two.
        let least = 2 * size + 1;
        if left == 2 || least >= budget {
            return Ok((if left == 2 { INFINITE } else { least }, NO_GUESS));
        }
        level.fingerprints.clear();
        let (mut best, mut best_guess) = (budget, NO_GUESS);
        let mut tried = 0;
        let mut shortlist = std::mem::take(&mut level.shortlist);
        for &(_, guess) in shortlist.sorted() {
            let Some(cost) = self.evaluate(set, guess, left, best, level)? else {
                continue;
            };
            if cost < best {
                (best, best_guess) = (cost, guess);
            }
            tried += 1;
            if tried >= self.shared.width || best <= least {
                break;
            }
        }
        level.shortlist = shortlist;
        Ok((best, best_guess))
    }

    /// Fills the shortlist, or gives a guess that tells all codes apart.
    fn shortlist(
        &mut self,
        set: &[u16],
        shortlist: &mut Shortlist,
    ) -> Result<Option<u32>, Stopped> {
        let shared = self.shared;
        let matrix = &shared.context.game.matrix;
        if set.len() <= MOST_PAIRS {
            let sheet = &matrix.by_secret;
            shared.read(set.len() * matrix.guesses);
            let (level, rows) = (shared.context.level, &mut self.rows);
            return Ok(scan_pairs(level, sheet, set, matrix.win, rows, shortlist));
        }
        let guesses = matrix.guesses as u32;
        for start in (0..guesses).step_by(GUESSES_AT_ONCE as usize) {
            let some = start..guesses.min(start + GUESSES_AT_ONCE);
            self.count(set, some, shortlist)?;
        }
        Ok(None)
    }

    /// Adds some guesses to a shortlist, for a set of any size.
    pub fn count(
        &mut self,
        set: &[u16],
        guesses: std::ops::Range<u32>,
        shortlist: &mut Shortlist,
    ) -> Result<(), Stopped> {
        let shared = self.shared;
        shared.context.watch.poll()?;
        shared.read(set.len() * guesses.len());
        let matrix = &shared.context.game.matrix;
        scan_counts(matrix, set, guesses, &shared.marginal, shortlist);
        Ok(())
    }

    /// The cost of a guess if it is below `best`, otherwise a bound of at least `best`; `None` if it tells nothing new.
    fn evaluate(
        &mut self,
        set: &[u16],
        guess: u32,
        left: u8,
        best: u32,
        level: &mut Level,
    ) -> Result<Option<u32>, Stopped> {
        let shared = self.shared;
        let next = after_a_guess(left);
        let (partition, codes) = (&mut level.partition, &mut level.codes);
        partition.make(&shared.context.game.matrix, set, guess);
        if partition.is_trivial(set.len()) {
            return Ok(None);
        }
        let context = &shared.context;
        let cells = context.bound_cells(&context.bounds, partition, next);
        let mut total = (set.len() as u32).saturating_add(cells);
        if !level
            .fingerprints
            .insert(context.fingerprint_of(set, partition))
        {
            return Ok(None);
        }
        if total >= best {
            return Ok(Some(total));
        }
        for index in 0..partition.cells.len() {
            let mut cell = partition.cells[index];
            if cell.exact {
                continue;
            }
            partition.codes(&cell, set, codes);
            let left = Goal::Total.normal_limit(cell.len(), next);
            let room = best - (total - cell.lower);
            let known = self.quick_bound(codes, partition.keys[index], left, room);
            total = total.saturating_add(known.lower.saturating_sub(cell.lower));
            cell.lower = known.lower.max(cell.lower);
            cell.exact = known.exact();
            partition.cells[index] = cell;
            if total >= best {
                return Ok(Some(total));
            }
        }
        for index in 0..partition.cells.len() {
            let cell = partition.cells[index];
            if cell.exact {
                continue;
            }
            partition.codes(&cell, set, codes);
            let room = best - (total - cell.lower);
            let cost = self.search(codes, partition.keys[index], next, room)?;
            total = total.saturating_add(cost.saturating_sub(cell.lower));
            if total >= best {
                break;
            }
        }
        Ok(Some(total))
    }
}
