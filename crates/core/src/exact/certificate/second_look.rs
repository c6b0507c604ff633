//! The second look at a guess: what its cells cost at least, by a look at each of them; and which of them need a proof
//! of their own where that is not enough.

use crate::exact::cost::{Goal, INFINITE, UNLIMITED};
use crate::exact::memory::Key;
use crate::exact::partition::{Cell, Partition};
use crate::exact::search::MAX_MASK_CODES;
use crate::exact::watch::Stopped;

use super::size_bound::SizeBound;
use super::writer::Writer;

/// Cells of fewer codes cost what their sizes tell, and into cells of more nobody looks.
const LOOKED_INTO: std::ops::RangeInclusive<usize> = 3..=MAX_MASK_CODES;

/// A cell that needs a proof, and what is claimed of it.
pub(super) struct Need {
    pub cell: Cell,
    pub answer: u32,
    pub claim: u32,
}

pub(super) type Needs = Vec<Need>;

/// A cell that may cost more than its size tells.
#[derive(Clone, Copy)]
pub(super) struct Part {
    cell: Cell,
    key: Key,
    left: u8,
    /// What the cell costs by its size.
    size_cost: u32,
    /// What a look at it tells, so far.
    peek: u32,
    /// What the search knows that it costs.
    known: u32,
    /// What is claimed, or what the look tells.
    claim: u32,
}

impl Part {
    /// Whether it costs one guess for one code and two for each other, as far as its size tells.
    fn costs_two_for_each(&self) -> bool {
        self.size_cost == 2 * self.cell.len() as u32 - 1
    }
}

impl Writer<'_, '_> {
    /// What a second look at a guess gains, as far as so much is missing.
    pub(super) fn second_look(
        &mut self,
        set: &[u16],
        partition: &Partition,
        next: u8,
        missing: u32,
        bound: &SizeBound,
    ) -> Result<u32, Stopped> {
        let mut codes = std::mem::take(&mut self.codes);
        let mut parts = std::mem::take(&mut self.parts);
        let gained =
            self.look_at_cells(set, partition, next, missing, bound, &mut codes, &mut parts);
        self.codes = codes;
        self.parts = parts;
        gained
    }

    /// The same; the memory for lists of codes and of parts comes from outside.
    #[expect(
        clippy::too_many_arguments,
        reason = "the last two are memory that is used again"
    )]
    fn look_at_cells(
        &mut self,
        set: &[u16],
        partition: &Partition,
        next: u8,
        missing: u32,
        bound: &SizeBound,
        codes: &mut Vec<u16>,
        parts: &mut Vec<Part>,
    ) -> Result<u32, Stopped> {
        let counts = self.searcher.context.question.goal == Goal::Total;
        let mut gained = 0;
        // First the members of cells alone: where none tells all others apart, no guess finds each code with the second
        // guess at the latest.
        parts.clear();
        let looked_into = |cell: &&Cell| LOOKED_INTO.contains(&cell.len());
        for &cell in partition.cells.iter().filter(looked_into) {
            if gained >= missing {
                return Ok(missing);
            }
            partition.codes(&cell, set, codes);
            let mut part = self.part(cell, codes, next, bound);
            if counts && part.costs_two_for_each() {
                if !self.looks.no_code_tells_all(codes) {
                    continue;
                }
                part.peek += 1;
                gained += 1;
            }
            parts.push(part);
        }
        // Then how many cells guesses make, of the largest cells first, which gain most.
        if counts && !self.looks.possible {
            for part in parts.iter_mut().rev() {
                if gained >= missing {
                    return Ok(missing);
                }
                partition.codes(&part.cell, set, codes);
                let least = self.looks.least_by_count(codes, part.key)?;
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
            partition.codes(&part.cell, set, codes);
            gained += self.peek(part, codes, bound)? - part.peek;
        }
        Ok(gained.min(missing))
    }

    /// A cell of which nothing is known but its size.
    fn part(&self, cell: Cell, codes: &[u16], next: u8, bound: &SizeBound) -> Part {
        let size_cost = bound.of(cell.len(), next);
        Part {
            cell,
            key: self.searcher.context.key_of(codes),
            left: Goal::Total.normal_limit(cell.len(), next),
            size_cost,
            peek: size_cost,
            known: size_cost,
            claim: size_cost,
        }
    }

    /// What a look at a cell tells.
    fn peek(&mut self, part: &Part, codes: &[u16], bound: &SizeBound) -> Result<u32, Stopped> {
        let goal = self.searcher.context.question.goal;
        let least = self
            .looks
            .least(codes, (part.key, part.left), goal, bound)?;
        // Proofs that no strategy keeps to a depth need nothing less than that.
        Ok(match least {
            ..INFINITE if goal == Goal::AtLastGuess => part.peek,
            least => least.max(part.peek),
        })
    }

    /// Chooses cells of a guess and what is claimed of them, so that the guess costs as much as claimed.
    pub(super) fn choose(
        &mut self,
        set: &[u16],
        partition: &Partition,
        next: u8,
        mut missing: u32,
        bound: &SizeBound,
    ) -> Result<Needs, Stopped> {
        let context = self.searcher.context;
        let goal = context.question.goal;
        let mut codes = Vec::new();
        let mut parts: Vec<Part> = Vec::new();
        for &cell in partition.cells.iter().filter(|cell| cell.len() > 2) {
            partition.codes(&cell, set, &mut codes);
            let mut part = self.part(cell, &codes, next, bound);
            if LOOKED_INTO.contains(&cell.len()) {
                part.peek = self.peek(&part, &codes, bound)?;
            }
            missing -= part.peek - part.size_cost;
            part.claim = part.peek;
            let known = self.known(part.key, part.left);
            part.known = known.lower.max(part.peek);
            if !known.exact() || part.known > part.peek {
                parts.push(part);
            }
        }
        // The smallest cell that alone costs enough, as far as the search knows.
        let enough = |part: &&mut Part| part.known - part.peek >= missing;
        if let Some(part) = parts
            .iter_mut()
            .filter(enough)
            .min_by_key(|part| part.cell.len())
        {
            part.claim += missing;
            return Ok(chosen(goal, parts));
        }
        // Otherwise several: by what is known or by searches, the smallest cells first.
        parts.sort_by_key(|part| (part.known <= part.peek, part.cell.len()));
        for part in &mut parts {
            if missing == 0 {
                break;
            }
            partition.codes(&part.cell, set, &mut codes);
            let enough = part.claim.saturating_add(missing).min(INFINITE);
            let cost = if part.known > part.peek {
                part.known.min(enough)
            } else {
                self.cost(&codes, next, enough)?
            };
            let more = cost.saturating_sub(part.claim).min(missing);
            part.claim += more;
            missing -= more;
        }
        // What is known may be less than what a search finds.
        for part in &mut parts {
            if missing == 0 {
                break;
            }
            partition.codes(&part.cell, set, &mut codes);
            let enough = part.claim.saturating_add(missing).min(INFINITE);
            let cost = self.cost(&codes, next, enough)?;
            let more = cost.saturating_sub(part.claim).min(missing);
            part.claim += more;
            missing -= more;
        }
        assert_eq!(
            missing, 0,
            "the cells of a guess cost less than the search has found"
        );
        Ok(chosen(goal, parts))
    }
}

/// The cells of which something is claimed; in proofs that no strategy keeps to a depth, that none does there either.
fn chosen(goal: Goal, parts: Vec<Part>) -> Needs {
    let needed = parts.into_iter().filter(|part| part.claim > part.peek);
    let need = |part: Part| Need {
        cell: part.cell,
        answer: 0,
        claim: match goal {
            Goal::Total => part.claim,
            Goal::AtLastGuess => INFINITE,
        },
    };
    needed.map(need).collect()
}
