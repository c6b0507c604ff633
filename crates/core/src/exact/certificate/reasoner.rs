//! Finds out why a set costs as much as claimed: which guesses need a reason, and which of their cells prove it.

use std::sync::Arc;

use crate::code::Code;
use crate::exact::cost::{Goal, after_a_guess};
use crate::exact::memory::CanonicalForm;
use crate::exact::partition::Partition;
use crate::exact::search::{Context, Fingerprints, Searcher};
use crate::exact::symmetry::Fixings;
use crate::exact::watch::Stopped;

use super::second_look::{At, SecondLooks};
use super::size_bound::SizeBound;

/// Smaller sets are not remembered: their proofs are short.
const LEAST_REMEMBERED: usize = 6;

/// Sets of these sizes are bounded by what is found of them: of smaller ones the size bound of the game tells as much.
const OWN_BOUNDS: std::ops::RangeInclusive<usize> = 12..=60_000;

/// The proof of a cell is about so many times as long for each guess that needs a reason.
const OF_A_GUESS: usize = 3;

/// What a proof is about: this set costs as much as claimed.
pub(super) struct Statement {
    pub set: Vec<u16>,
    pub left: u8,
    pub claim: u32,
    pub bound: Arc<SizeBound>,
    pub path: Arc<Path>,
}

/// The guesses that lead to a set.
pub(super) struct Path {
    pub guesses: Vec<u32>,
    /// Their symmetries; none for lists of words.
    pub symmetry: Option<Fixings>,
}

/// Why a statement is true.
#[derive(Default)]
pub(super) struct Reason {
    /// The form of the set, if it is worth remembering.
    pub form: Option<CanonicalForm>,
    /// The size bound of the set itself, if that is greater.
    pub own: Option<Arc<SizeBound>>,
    /// The guesses that both looks leave open, ascending; `None` if as much was proven of the form before.
    pub open: Option<Vec<u32>>,
}

/// A cell that proves what a guess costs, by its answer, and why it costs as much.
pub(super) struct Need {
    pub answer: u32,
    pub gain: u32,
    pub statement: Statement,
    pub reason: Reason,
}

/// One thread that finds reasons. Memory is used again.
pub(super) struct Reasoner<'w> {
    pub searcher: Searcher<'w>,
    pub looks: SecondLooks<'w>,
    /// Whether a search has proven what is claimed of the root.
    pub is_proven: bool,
    partition: Partition,
}

impl<'w> Reasoner<'w> {
    pub fn new(context: &'w Context<'w>, is_proven: bool) -> Self {
        Reasoner {
            searcher: Searcher::new(context, &[]),
            looks: SecondLooks::new(context),
            is_proven,
            partition: Partition::default(),
        }
    }

    /// The reason of a statement, which must be true; `is_known` tells what was proven before.
    pub fn reason(
        &mut self,
        statement: &Statement,
        is_known: impl Fn(&CanonicalForm, &Statement) -> bool,
    ) -> Result<Reason, Stopped> {
        let Statement {
            set, left, claim, ..
        } = statement;
        let context = self.searcher.context;
        context.check(0)?;
        let mut reason = Reason::default();
        let mut at = self.looks.at(set, after_a_guess(*left), &statement.bound);
        let open = self.looks.below(&at, *claim)?;
        if open.is_empty() {
            reason.open = Some(Vec::new());
            return Ok(reason);
        }
        if set.len() >= LEAST_REMEMBERED {
            let forms = context.game.forms.as_ref();
            let itself = || CanonicalForm::itself(context.game.key_of(set));
            let form = forms.map_or_else(itself, |forms| forms.of(set));
            let is_known = is_known(&form, statement);
            reason.form = Some(form);
            if is_known {
                return Ok(reason);
            }
        }
        let symmetry = statement.path.symmetry.as_ref();
        let mut fingerprints = Fingerprints::default();
        let mut lacking = Vec::new();
        // A guess that may win costs one less than others of its cells and stands for them, as one does for its class.
        for wins in [true, false] {
            for &(guess, _) in open.iter().filter(|&&(_, may_win)| may_win == wins) {
                let code = &context.game.guesses[guess as usize];
                if !symmetry.is_none_or(|symmetry| symmetry.is_least(code)) {
                    continue;
                }
                context.watch.poll()?;
                let fingerprint = at.divide(context, guess, &mut self.partition);
                if at.look(&self.partition) < *claim
                    && fingerprints.insert(fingerprint)
                    && self.looks.cost(&at, &self.partition, *claim)? < *claim
                {
                    lacking.push(guess);
                }
            }
        }
        lacking.sort_unstable();
        if !lacking.is_empty() && OWN_BOUNDS.contains(&set.len()) {
            let own = statement.bound.with(&self.looks.looks.reach(set)?);
            reason.own = own.map(Arc::new);
        }
        if let Some(own) = &reason.own {
            at.bound = own;
            let mut kept = Vec::with_capacity(lacking.len());
            for guess in lacking {
                at.divide(context, guess, &mut self.partition);
                if self.looks.cost(&at, &self.partition, *claim)? < *claim {
                    kept.push(guess);
                }
            }
            lacking = kept;
        }
        reason.open = Some(lacking);
        Ok(reason)
    }

    /// The cells that prove what a guess costs, in the order of their answers, each with its reason. Where the first
    /// choice of cells needs more than looks, that one of two is taken that seems to have the shorter proof.
    pub fn needs(
        &mut self,
        at: &At,
        statement: &Statement,
        bound: &Arc<SizeBound>,
        guess: u32,
        is_known: impl Fn(&CanonicalForm, &Statement) -> bool,
    ) -> Result<Vec<Need>, Stopped> {
        let game = self.searcher.context.game;
        let code = &game.guesses[guess as usize];
        let path = Arc::new(statement.path.after(guess, code));
        self.searcher.path.clone_from(&path.guesses);
        let mut partition = Partition::default();
        at.divide(self.searcher.context, guess, &mut partition);
        let missing = statement.claim - at.look(&partition);
        let mut best = (usize::MAX, Vec::new());
        for cells in self.choose(at, &partition, missing)? {
            let mut needs = Vec::with_capacity(cells.len());
            let mut length = 0;
            for (cell, claim) in cells {
                let mut set = Vec::new();
                partition.codes(&cell, at.set, &mut set);
                let answer = game.answer(guess, set[0]);
                let statement = Statement {
                    left: Goal::Total.normal_limit(set.len(), at.next),
                    claim,
                    bound: bound.clone(),
                    path: path.clone(),
                    set,
                };
                let reason = self.reason(&statement, &is_known)?;
                length += 1 + OF_A_GUESS * reason.open.as_ref().map_or(0, Vec::len);
                needs.push(Need {
                    answer,
                    gain: claim - bound.of(cell.len(), at.next),
                    statement,
                    reason,
                });
            }
            let is_short = length == needs.len();
            if length < best.0 {
                best = (length, needs);
            }
            if is_short {
                break;
            }
        }
        let (_, mut needs) = best;
        needs.sort_unstable_by_key(|need| need.answer);
        Ok(needs)
    }
}

impl Path {
    /// The path with one guess more.
    fn after(&self, guess: u32, code: &Code) -> Path {
        Path {
            guesses: [self.guesses.as_slice(), &[guess]].concat(),
            symmetry: self.symmetry.clone().map(|symmetry| symmetry.after(code)),
        }
    }
}
