//! The second look at a guess: what its cells cost at least, by a look at each of them.

use std::sync::{Arc, OnceLock};

use crate::exact::cost::{Goal, INFINITE, UNLIMITED, after_a_guess};
use crate::exact::kernels::{self, LANES, Line};
use crate::exact::memory::Key;
use crate::exact::partition::{Cell, MutualAnswers, Partition};
use crate::exact::search::{Context, MAX_MASK_CODES, Whole};
use crate::exact::watch::Stopped;

use super::looks::{Looks, Open, look};
use super::size_bound::SizeBound;

/// Cells of fewer codes cost what their sizes tell, and into cells of more nobody looks.
const LOOKED_INTO: std::ops::RangeInclusive<usize> = 3..=MAX_MASK_CODES;

/// The bits of the number of least looks that are kept.
const KEPT: u32 = 18;

/// A set at which guesses are looked at: with so many guesses left after them, and by this size bound.
pub(super) struct At<'a> {
    pub set: &'a [u16],
    pub next: u8,
    pub bound: &'a SizeBound,
    /// The most different answers that a guess gets from the set, the winning one left out, or a member and two more.
    most: u8,
    /// The answers of the codes to each other, where they were needed.
    mutual: OnceLock<MutualAnswers>,
    whole: Option<Arc<Whole>>,
}

impl At<'_> {
    /// Divides the set by a guess, with the keys of its cells; returns the fingerprint of the partition.
    pub fn divide(&self, context: &Context, guess: u32, partition: &mut Partition) -> u64 {
        partition.make_from_rows(&context.game.matrix, self.set, guess);
        context.fingerprint_of(self.set, partition)
    }

    /// What a guess costs at least, as far as the sizes of its cells tell.
    pub fn look(&self, partition: &Partition) -> u32 {
        look(self.set.len(), partition, self.next, self.bound)
    }
}

/// A cell that may cost more than its size tells.
#[derive(Clone, Copy)]
pub(super) struct Part {
    pub cell: Cell,
    pub key: Key,
    pub left: u8,
    /// What the cell costs by its size.
    pub size_cost: u32,
    /// What a look at it tells, so far.
    pub peek: u32,
    /// The most different answers that one of its codes gets from it, if that is known.
    telling: Option<u32>,
}

impl Part {
    pub fn codes(&self) -> u32 {
        self.cell.len() as u32
    }

    /// Whether it costs one guess for one code and two for each other, as far as its size tells.
    fn costs_two_for_each(&self) -> bool {
        self.size_cost == 2 * self.codes() - 1
    }
}

/// Looks and second looks at all guesses. Memory is used again.
pub(super) struct SecondLooks<'w> {
    context: &'w Context<'w>,
    pub looks: Looks<'w>,
    /// The least looks that were found, by the low bits of their keys.
    least: Vec<(Key, u32)>,
    counts: Vec<Line>,
    /// The answers of the codes of a cell to each other.
    mutual: MutualAnswers,
    codes: Vec<u16>,
    rows: Vec<u16>,
    parts: Vec<Part>,
}

impl<'w> SecondLooks<'w> {
    pub fn new(context: &'w Context<'w>) -> Self {
        SecondLooks {
            context,
            looks: Looks::new(context),
            least: vec![(0, 0); 1 << KEPT],
            counts: Vec::new(),
            mutual: MutualAnswers::default(),
            codes: Vec::new(),
            rows: Vec::new(),
            parts: Vec::new(),
        }
    }

    /// Begins to look at a set.
    pub fn at<'a>(&mut self, set: &'a [u16], next: u8, bound: &'a SizeBound) -> At<'a> {
        let context = self.context;
        let counts = self.counts_answers();
        At {
            most: if counts { self.most_of_all(set) } else { 0 },
            mutual: OnceLock::new(),
            whole: Whole::new(context, set, None),
            set,
            next,
            bound,
        }
    }

    /// Lists the guesses that may cost less than claimed in ascending order, as far as the sizes of their cells tell.
    pub fn below(&mut self, at: &At, claim: u32) -> Result<Vec<Open>, Stopped> {
        let size = at.set.len();
        if self.counts_answers() && claim + u32::from(at.most) <= 3 * size as u32 {
            return Ok(Vec::new());
        }
        let mut costs = at.bound.up_to(size, at.next);
        for (size, cost) in costs.iter_mut().enumerate() {
            *cost = self.rough_peek(at, size, *cost);
        }
        self.looks.below(at.set, claim, &costs)
    }

    /// What a cell too large for second looks costs at least, by a look with its own size bound; 0 of others.
    pub fn large(&mut self, at: &At, cell: &[u16]) -> Result<u32, Stopped> {
        if cell.len() <= MAX_MASK_CODES || self.context.question.goal != Goal::Total {
            return Ok(0);
        }
        let own = at.bound.with(&self.looks.reach(cell)?);
        let bound = own.as_ref().unwrap_or(at.bound);
        self.looks.least(cell, after_a_guess(at.next), bound)
    }

    /// What a guess costs at least by both looks, or `enough` if it is more.
    pub fn cost(&mut self, at: &At, partition: &Partition, enough: u32) -> Result<u32, Stopped> {
        let look = at.look(partition);
        let Some(missing) = enough.checked_sub(look) else {
            return Ok(enough);
        };
        let mut parts = std::mem::take(&mut self.parts);
        let gained = self.look_at_cells(at, partition, missing, &mut parts);
        self.parts = parts;
        Ok(look + gained?)
    }

    /// What a second look gains, as far as so much is missing.
    fn look_at_cells(
        &mut self,
        at: &At,
        partition: &Partition,
        missing: u32,
        parts: &mut Vec<Part>,
    ) -> Result<u32, Stopped> {
        let mut gained = 0;
        parts.clear();
        for index in 0..partition.cells.len() {
            if LOOKED_INTO.contains(&partition.cells[index].len()) {
                let part = self.part(at, partition, index);
                gained += part.peek - part.size_cost;
                parts.push(part);
            }
        }
        // First the members of cells: where none tells all others apart, not each code is found by two guesses.
        if self.context.question.goal == Goal::Total {
            for part in parts.iter_mut().filter(|part| part.peek < 2 * part.codes()) {
                if gained >= missing {
                    return Ok(missing);
                }
                if !self.tells_all(at, partition, part) {
                    part.peek += 1;
                    gained += 1;
                }
            }
            parts.retain(|part| part.peek >= 2 * part.codes());
        }
        // Then how many cells guesses make, of the largest cells first, which gain most.
        if self.counts_answers() {
            for part in parts.iter_mut().rev() {
                if gained >= missing {
                    return Ok(missing);
                }
                let least = self.least_by_count(at, partition, part)?;
                gained += least.saturating_sub(part.peek);
                part.peek = part.peek.max(least);
            }
            // Where limits do not matter, that is all that a look at these tells.
            parts.retain(|part| !part.costs_two_for_each() || part.left != UNLIMITED);
        }
        // The sizes of these cells tell more than their number only now and then.
        for part in parts.iter().rev() {
            if gained >= missing {
                break;
            }
            gained += self.peek(at, partition, part)? - part.peek;
        }
        Ok(gained.min(missing))
    }

    /// Whether the answers that guesses get bound what they cost.
    fn counts_answers(&self) -> bool {
        let question = &self.context.question;
        question.goal == Goal::Total && !question.consistent
    }

    /// The most different answers that a guess gets from a set, the winning one left out, or a member and two more.
    fn most_of_all(&mut self, set: &[u16]) -> u8 {
        let (game, level) = (self.context.game, self.context.level);
        let rows = game.matrix.by_secret.rows(set);
        let lines = rows.lines_per_row();
        self.counts.resize(lines, Line([0; LANES]));
        let counts = &mut self.counts;
        let most = kernels::distinct(level, rows, &game.labels, None, counts);
        set.iter().fold(most, |most, &code| {
            let guess = game.matrix.guess_of(code) as usize;
            most.max(counts[guess / LANES].0[guess % LANES].saturating_add(2))
        })
    }

    /// What a cell costs at least by a second look, as far as its size tells and what guesses get from the whole set.
    fn rough_peek(&self, at: &At, size: usize, size_cost: u32) -> u32 {
        if self.counts_answers() && LOOKED_INTO.contains(&size) {
            size_cost.max((3 * size as u32).saturating_sub(at.most.into()))
        } else {
            size_cost
        }
    }

    /// A cell of which nothing is known but its size.
    fn part(&self, at: &At, partition: &Partition, index: usize) -> Part {
        let cell = partition.cells[index];
        let size_cost = at.bound.of(cell.len(), at.next);
        Part {
            cell,
            key: partition.keys[index],
            left: Goal::Total.normal_limit(cell.len(), at.next),
            size_cost,
            peek: self.rough_peek(at, cell.len(), size_cost),
            telling: None,
        }
    }

    /// A cell with all that a second look at it tells.
    pub fn peeked(
        &mut self,
        at: &At,
        partition: &Partition,
        index: usize,
    ) -> Result<Part, Stopped> {
        let mut part = self.part(at, partition, index);
        if LOOKED_INTO.contains(&part.cell.len()) {
            if self.counts_answers() {
                let least = self.least_by_count(at, partition, &mut part)?;
                part.peek = part.peek.max(least);
            }
            if !self.counts_answers() || !part.costs_two_for_each() || part.left != UNLIMITED {
                part.peek = self.peek(at, partition, &part)?;
            }
        }
        Ok(part)
    }

    /// Whether a code of a cell tells all others apart.
    fn tells_all(&mut self, at: &At, partition: &Partition, part: &mut Part) -> bool {
        let telling = match part.telling {
            Some(telling) => telling,
            None => self.best_member(at, partition, &part.cell),
        };
        part.telling = Some(telling);
        telling + 1 == part.codes()
    }

    /// The most different answers that a code of a cell gets from it, the winning one left out.
    fn best_member(&mut self, at: &At, partition: &Partition, cell: &Cell) -> u32 {
        let (game, level) = (self.context.game, self.context.level);
        let (matrix, labels) = (&game.matrix, &game.labels);
        if at.set.len() <= MutualAnswers::MOST {
            let mutual = at.mutual.get_or_init(|| {
                let mut mutual = MutualAnswers::default();
                mutual.make(matrix, labels, at.set);
                mutual
            });
            return mutual.best_member(level, partition.places(cell), labels) as u32;
        }
        partition.codes(cell, at.set, &mut self.codes);
        self.mutual.make(matrix, labels, &self.codes);
        let answers = self.mutual.answers_of_each(level, labels);
        let most = answers[..cell.len()].iter().max();
        most.copied().unwrap_or(0).into()
    }

    /// A bound of the least look at a cell, by the number of cells that guesses make: a guess with `k` cells, the
    /// winning one left out, costs three guesses for each code, less `k`, or more; and two less if it may win. It is
    /// the least look itself where parts cost two guesses for each code, less one.
    fn least_by_count(
        &mut self,
        at: &At,
        partition: &Partition,
        part: &mut Part,
    ) -> Result<u32, Stopped> {
        let size = part.codes();
        if self.tells_all(at, partition, part) {
            return Ok(2 * size - 1);
        }
        let floor = part.telling.unwrap_or_default() + 2;
        if floor >= (3 * size).saturating_sub(part.peek).min(size) {
            return Ok(3 * size - floor.min(size));
        }
        let (slot, mixed) = slot_of(part.key, UNLIMITED, 0);
        if self.least[slot].0 == mixed {
            return Ok(self.least[slot].1);
        }
        self.context.watch.poll()?;
        partition.codes(&part.cell, at.set, &mut self.codes);
        let least = 3 * size - u32::from(self.most_answers(at.whole.as_deref(), floor as u8));
        self.least[slot] = (mixed, least);
        Ok(least)
    }

    /// The most different answers that a guess gets from the codes of a cell, the winning one left out, or `floor`.
    fn most_answers(&mut self, whole: Option<&Whole>, floor: u8) -> u8 {
        let (context, codes) = (self.context, &self.codes);
        let rows = context.game.matrix.by_secret.rows(codes);
        let (part, counts) = (&mut self.rows, &mut self.counts);
        let found = context.greatest(whole, (codes, rows), floor, part, counts);
        found.count.max(floor)
    }

    /// What a look at a cell tells.
    fn peek(&mut self, at: &At, partition: &Partition, part: &Part) -> Result<u32, Stopped> {
        let (slot, mixed) = slot_of(part.key, part.left, at.bound.number);
        if self.least[slot].0 != mixed {
            partition.codes(&part.cell, at.set, &mut self.codes);
            let next = after_a_guess(part.left);
            let least = self.looks.least(&self.codes, next, at.bound)?;
            self.least[slot] = (mixed, least);
        }
        // Proofs that no strategy keeps to a depth need nothing less than that.
        Ok(match self.least[slot].1 {
            ..INFINITE if self.context.question.goal == Goal::AtLastGuess => part.peek,
            least => least.max(part.peek),
        })
    }
}

/// Where the least look at a set is kept, and by which key; `number` is that of the size bound, or 0 of looks by count.
fn slot_of(key: Key, left: u8, number: u64) -> (usize, Key) {
    const STEP: Key = 0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835;
    let steps = Key::from(number) << 8 | Key::from(left);
    let mixed = key.wrapping_add(STEP.wrapping_mul(steps + 1));
    (mixed as usize & ((1 << KEPT) - 1), mixed)
}
