//! Writes the proof of a lower bound, from the root down.
//!
//! Each set is proven to cost as much as its claim, and no more is claimed of a cell than the guess needs that makes
//! it. What cells cost is known from the search before, or found by one now.

use std::ops::{Range, RangeInclusive};

use crate::exact::cost::{Goal, INFINITE, UNLIMITED, after_a_guess};
use crate::exact::memory::{Key, Known};
use crate::exact::partition::{Cell, Partition};
use crate::exact::search::{Fingerprints, Searcher};
use crate::exact::watch::Stopped;

use super::looks::Looks;
use super::output::{Kind, OWN, Output, REMEMBER};
use super::path_symmetry::PathSymmetry;
use super::remembered::Remembered;
use super::size_bound::SizeBound;

/// Smaller sets are not remembered: their proofs are short.
const LEAST_REMEMBERED: usize = 6;

/// Sets of these sizes are bounded by what is found of them: of smaller ones the size bound of the game tells as much.
const OWN_BOUNDS: RangeInclusive<usize> = 12..=60_000;

/// Writes the records of one certificate.
pub(super) struct Writer<'w, 's> {
    pub searcher: Searcher<'w>,
    pub looks: Looks<'w>,
    /// The symmetries of the path, one for each guess on it and for none; empty for lists of words.
    pub symmetries: Vec<PathSymmetry>,
    pub remembered: Remembered,
    pub output: Output<'s>,
    /// How many size bounds were made.
    pub bounds: u64,
    /// From which to which part of the whole the present record reaches, as if all cells took as long.
    pub share: Range<f64>,
}

/// A cell that needs a proof, and what is claimed of it.
struct Need {
    cell: Cell,
    answer: u32,
    claim: u32,
}

/// A cell that may cost more than its size tells.
struct Part {
    cell: Cell,
    key: Key,
    left: u8,
    /// What the cell costs by its size.
    size_cost: u32,
    /// What the search knows that it costs, and whether it costs no more.
    known: u32,
    exact: bool,
    /// What a look gains, once there was one.
    look: Option<u32>,
    /// What is claimed.
    claim: u32,
}

/// The cells of which something is claimed; in proofs that no strategy keeps to a depth, that none does there either.
fn chosen(goal: Goal, parts: Vec<Part>) -> Vec<Need> {
    let needed = parts.into_iter().filter(|part| part.claim > part.size_cost);
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

/// One of so many equal parts of a share.
fn part_of(share: &Range<f64>, index: usize, parts: usize) -> Range<f64> {
    let width = (share.end - share.start) / parts as f64;
    let start = share.start + width * index as f64;
    start..start + width
}

impl Writer<'_, '_> {
    /// Writes a proof that the set costs as much as claimed, which must be true.
    pub fn prove(
        &mut self,
        set: &[u16],
        left: u8,
        claim: u32,
        bound: &SizeBound,
    ) -> Result<(), Stopped> {
        let context = self.searcher.context;
        let left = Goal::Total.normal_limit(set.len(), left);
        let at = (context.key_of(set), left);
        let mut open = Vec::new();
        self.looks.below(set, at, claim, bound, &mut open)?;
        if open.is_empty() {
            return self.output.record(Kind::Look, 0);
        }
        context.check(0)?;
        let form = (set.len() >= LEAST_REMEMBERED).then(|| self.remembered.form(context.game, set));
        if let Some(form) = &form
            && let Some(symmetry) = self.remembered.find(form, left, claim)
        {
            self.output.record(Kind::Known, 0)?;
            let mut bytes = symmetry.order.iter().chain(&symmetry.names);
            return bytes.try_for_each(|&byte| self.output.byte(byte));
        }
        let mut marks = 0;
        let mut own = None;
        if OWN_BOUNDS.contains(&set.len()) {
            own = bound.with(&self.looks.reach(set)?, self.bounds + 1);
        }
        if let Some(own) = &own {
            self.bounds += 1;
            marks |= OWN;
            self.looks.below(set, at, claim, own, &mut open)?;
        }
        let bound = own.as_ref().unwrap_or(bound);
        let entries = self.entries(set, left, claim, bound, &open)?;
        if entries.is_empty() {
            return self.output.record(Kind::Look, marks);
        }
        let form = form.filter(|_| self.remembered.has_room());
        if form.is_some() {
            marks |= REMEMBER;
        }
        self.output.record(Kind::Split, marks)?;
        self.output.number(entries.len() as u32)?;
        let mut previous = 0;
        let share = self.share.clone();
        for (index, &guess) in entries.iter().enumerate() {
            self.share = part_of(&share, index, entries.len());
            self.tell_share();
            self.output.number(guess - previous)?;
            previous = guess;
            self.entry(set, left, claim, bound, guess)?;
        }
        self.share = share;
        if let Some(form) = form {
            self.remembered.insert(&form, left, claim);
        }
        Ok(())
    }

    /// Notes how much is written.
    fn tell_share(&self) {
        const PARTS: f64 = 1000.0;
        let done = self.share.start * PARTS;
        let watch = self.searcher.context.watch;
        watch.set_settled(done as usize, PARTS as usize);
    }

    /// The guesses that need a reason, ascending: of those that look less costly than claimed one of each class under
    /// the symmetries of the path, and one of those that divide the set alike.
    fn entries(
        &mut self,
        set: &[u16],
        left: u8,
        claim: u32,
        bound: &SizeBound,
        open: &[(u32, bool)],
    ) -> Result<Vec<u32>, Stopped> {
        let context = self.searcher.context;
        let game = context.game;
        let next = after_a_guess(left);
        let mut fingerprints = Fingerprints::default();
        let mut partition = Partition::default();
        let mut entries = Vec::new();
        // A guess that may win costs one less than another one with the same cells, so it stands for both.
        for wins in [true, false] {
            for &(guess, _) in open.iter().filter(|&&(_, may_win)| may_win == wins) {
                let is_least =
                    |symmetry: &PathSymmetry| symmetry.is_least(&game.guesses[guess as usize]);
                if !self.symmetries.last().is_none_or(is_least) {
                    continue;
                }
                context.watch.poll()?;
                partition.make(&game.matrix, set, guess);
                let look = self.looks.exactly(set.len(), &partition, next, bound);
                if look < claim && fingerprints.insert(context.fingerprint_of(set, &partition)) {
                    entries.push(guess);
                }
            }
        }
        entries.sort_unstable();
        Ok(entries)
    }

    /// Writes which cells of a guess are proven to cost more than their size tells, with the proofs.
    fn entry(
        &mut self,
        set: &[u16],
        left: u8,
        claim: u32,
        bound: &SizeBound,
        guess: u32,
    ) -> Result<(), Stopped> {
        let game = self.searcher.context.game;
        let next = after_a_guess(left);
        let mut partition = Partition::default();
        partition.make(&game.matrix, set, guess);
        self.searcher.path.push(guess);
        let symmetry = self
            .symmetries
            .last()
            .map(|symmetry| symmetry.after(&game.guesses[guess as usize]));
        self.symmetries.extend(symmetry);
        let look = self.looks.exactly(set.len(), &partition, next, bound);
        let mut needs = self.choose(set, &partition, next, claim, look, bound)?;
        let mut codes = Vec::new();
        for need in &mut needs {
            partition.codes(&need.cell, set, &mut codes);
            let secret = &game.secrets[usize::from(codes[0])];
            need.answer = game.rules.score(&game.guesses[guess as usize], secret);
        }
        needs.sort_unstable_by_key(|need| need.answer);
        self.output.number(needs.len() as u32)?;
        let share = self.share.clone();
        for (index, need) in needs.iter().enumerate() {
            self.share = part_of(&share, index, needs.len());
            partition.codes(&need.cell, set, &mut codes);
            self.output.number(need.answer)?;
            self.output
                .number(need.claim - bound.of(codes.len(), next))?;
            self.prove(&codes, next, need.claim, bound)?;
        }
        if !self.symmetries.is_empty() {
            self.symmetries.pop();
        }
        self.searcher.path.pop();
        Ok(())
    }

    /// Chooses cells of a guess and what is claimed of them, so that the guess costs as much as claimed.
    fn choose(
        &mut self,
        set: &[u16],
        partition: &Partition,
        next: u8,
        claim: u32,
        look: u32,
        bound: &SizeBound,
    ) -> Result<Vec<Need>, Stopped> {
        let context = self.searcher.context;
        let mut codes = Vec::new();
        let mut missing = claim - look;
        let mut parts: Vec<Part> = Vec::new();
        for &cell in partition.cells.iter().filter(|cell| cell.len() > 2) {
            partition.codes(&cell, set, &mut codes);
            let left = Goal::Total.normal_limit(cell.len(), next);
            let key = context.key_of(&codes);
            let known = self.known(key, left);
            let size_cost = bound.of(cell.len(), next);
            if !known.exact() || known.lower > size_cost {
                parts.push(Part {
                    cell,
                    key,
                    left,
                    size_cost,
                    known: known.lower.max(size_cost),
                    exact: known.exact(),
                    look: None,
                    claim: size_cost,
                });
            }
        }
        // One look that is enough, at the smallest cell that may do; then those that are known to gain most.
        let gain = |part: &Part| part.known - part.size_cost;
        let order = |part: &Part| match gain(part) {
            gain if gain >= missing => (0, part.cell.len() as u32),
            gain => (1, u32::MAX - gain),
        };
        parts.sort_by_key(order);
        let mut gained = 0;
        for index in 0..parts.len() {
            let part = &mut parts[index];
            partition.codes(&part.cell, set, &mut codes);
            let enough = missing.min(if part.exact { gain(part) } else { missing });
            let look = self.look(part, &codes, enough, bound)?;
            if look >= missing {
                part.claim += missing;
                return Ok(chosen(context.question.goal, parts));
            }
            gained += look;
            if gained >= missing && gain(part) < missing {
                break;
            }
        }
        // Several looks, those that gain most first.
        parts.sort_by_key(|part| std::cmp::Reverse(part.look.unwrap_or(0)));
        for part in &mut parts {
            let gain = part.look.unwrap_or(0).min(missing);
            part.claim += gain;
            missing -= gain;
        }
        // The rest by what is known or by searches, of the smallest cells first.
        parts.sort_by_key(|part| (part.known <= part.claim, part.cell.len()));
        for part in &mut parts {
            if missing == 0 {
                break;
            }
            partition.codes(&part.cell, set, &mut codes);
            let enough = part.claim.saturating_add(missing).min(INFINITE);
            let cost = if part.known >= enough {
                enough
            } else {
                self.cost(&codes, next, enough)?
            };
            let more = cost.saturating_sub(part.claim).min(missing);
            part.claim += more;
            missing -= more;
        }
        assert_eq!(
            missing, 0,
            "the cells of a guess cost less than the search has found"
        );
        Ok(chosen(context.question.goal, parts))
    }

    /// What a look at a cell gains, as far as it is needed.
    fn look(
        &mut self,
        part: &mut Part,
        codes: &[u16],
        enough: u32,
        bound: &SizeBound,
    ) -> Result<u32, Stopped> {
        let goal = self.searcher.context.question.goal;
        let at = (part.key, part.left);
        let size = codes.len() as u32;
        // Often one more is all there is to gain, or all that is needed, and that is quickly seen.
        let one_more =
            part.size_cost == 2 * size - 1 && enough == 1 && self.looks.no_code_tells_all(codes);
        let gain = if one_more {
            1
        } else {
            // Proofs that no strategy keeps to a depth need nothing less than that.
            match self.looks.least(codes, at, goal, bound)? {
                ..INFINITE if goal == Goal::AtLastGuess => 0,
                least => least.saturating_sub(part.size_cost),
            }
        };
        part.look = Some(gain);
        Ok(gain)
    }

    /// What the search has found out about a set.
    fn known(&self, key: Key, left: u8) -> Known {
        let context = self.searcher.context;
        match context.question.goal {
            Goal::Total => context.memory.known(key, left),
            Goal::AtLastGuess => {
                let known = context
                    .memory
                    .known(key, left + u8::from(left != UNLIMITED));
                match known.lower {
                    0 => Known::NOTHING,
                    _ => Known::at_least(INFINITE),
                }
            }
        }
    }

    /// A lower bound of what a set costs: at least `enough` if it costs as much.
    fn cost(&mut self, set: &[u16], left: u8, enough: u32) -> Result<u32, Stopped> {
        let context = self.searcher.context;
        let question = context.question;
        let (left, budget) = match question.goal {
            Goal::Total => (left, enough),
            // Whether some secret needs the guess after the last one.
            Goal::AtLastGuess => (left + u8::from(left != UNLIMITED), 1),
        };
        let cost = if question.consistent {
            self.searcher.consistent(set, left, budget)?
        } else {
            let key = context.key_of(set);
            self.searcher.search(set, key, left, budget)?
        };
        Ok(match question.goal {
            Goal::Total => cost,
            Goal::AtLastGuess if cost >= 1 => INFINITE,
            Goal::AtLastGuess => 0,
        })
    }
}
