//! What a search remembers about sets of codes: bounds of their costs and their best guesses.
//!
//! [`Memory`] is what a search sees. Behind it are the transposition table, which holds what is
//! known now, the journal, which keeps facts about larger sets for later searches, and the
//! canonical forms, through which sets with the same canonical form share what is known.

mod canonical;
#[cfg(test)]
mod canonical_tests;
mod journal;
mod table;

use super::cost::Goal;
pub(super) use canonical::{CanonicalForm, CanonicalForms};
pub use journal::{FactBook, Journal};
pub(super) use table::{
    Cost, GreatTable, Key, Known, NO_GUESS, Packed, Table, TranspositionTable, prefer_large,
};

/// Distinguishes facts that searches may not share: only searches with equal key spaces share facts.
#[derive(Clone, Copy)]
pub(super) struct KeySpace(Key);

impl KeySpace {
    /// What a narrow search finds holds only for searches of the same width; `kind` tells apart what is made least.
    pub fn new(kind: Key, width: Option<usize>) -> Self {
        const WIDTH: Key = 0x243f_6a88_85a3_08d3_1319_8a2e_0370_7345;
        let width = width.map_or(0, |width| width as Key);
        KeySpace(kind.wrapping_add(WIDTH.wrapping_mul(width)))
    }

    /// The key of a set together with the number of guesses left.
    #[inline]
    pub fn key(self, set: Key, left: u8) -> Key {
        const STEP: Key = 0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835;
        let limit = Key::from(left.wrapping_add(1));
        set.wrapping_add(self.0)
            .wrapping_add(STEP.wrapping_mul(limit))
    }
}

/// Where a search is: a set of codes, its key, and the number of guesses left.
#[derive(Clone, Copy)]
pub(super) struct At<'s> {
    pub set: &'s [u16],
    pub key: Key,
    pub left: u8,
}

impl At<'_> {
    /// The same without a limit that does not constrain the set.
    #[inline]
    pub fn normal(self, goal: Goal) -> Self {
        let left = goal.normal_limit(self.set.len(), self.left);
        At { left, ..self }
    }
}

/// What one search remembers.
pub(super) struct Memory<'a> {
    pub table: &'a TranspositionTable,
    pub space: KeySpace,
    /// The key space of the narrow search that makes a first tree.
    pub first_space: KeySpace,
    /// `None` without symmetry, and for narrow searches, which may try different guesses at sets of one form.
    pub forms: Option<&'a CanonicalForms>,
    pub journal: Option<&'a Journal>,
    /// What is added to the keys of the journal.
    pub journal_key: Key,
    /// Sets of at most this many codes are not recorded in the journal.
    pub unrecorded: usize,
}

impl Memory<'_> {
    #[inline]
    pub fn known(&self, key: Key, left: u8) -> Known {
        self.table.get(self.space.key(key, left))
    }

    /// What the narrow search for a first tree has found.
    pub fn known_at_first(&self, key: Key, left: u8) -> Known {
        self.table.get(self.first_space.key(key, left))
    }

    #[inline]
    pub fn prefetch(&self, key: Key, left: u8) {
        self.table.prefetch(self.space.key(key, left));
    }

    /// Stores that a tree of this cost was found, perhaps not the best.
    pub fn found(&self, key: Key, left: u8, upper: u32, guess: u32) {
        let key = self.space.key(key, left);
        let known = self.table.get(key);
        let better = Known {
            upper,
            guess,
            ..known
        };
        self.table.put(key, better);
    }

    /// Stores what a set costs.
    #[inline]
    pub fn exact(&self, key: Key, left: u8, cost: u32, guess: u32) {
        self.table
            .put(self.space.key(key, left), Known::exactly(cost, guess));
    }

    /// Stores a lower bound.
    #[inline]
    pub fn at_least(&self, key: Key, left: u8, lower: u32) {
        let key = self.space.key(key, left);
        let known = self.table.get(key);
        if lower > known.lower {
            self.table.put(key, Known { lower, ..known });
        }
    }

    /// Records in the journal what is known about a larger set.
    #[inline]
    pub fn record(&self, size: usize, key: Key, left: u8) {
        if let Some(journal) = self.journal.filter(|_| size > self.unrecorded) {
            let key = self.space.key(key, left);
            let known = self.table.get(key);
            // What narrow searches find may depend on the way to a set: such bounds can cross.
            let lower = known.lower.min(known.upper);
            journal.record(key.wrapping_add(self.journal_key), Known { lower, ..known });
        }
    }

    /// The key under which a journal has a fact.
    pub fn fact_key(&self, key: Key, left: u8) -> Key {
        self.space.key(key, left).wrapping_add(self.journal_key)
    }

    /// The canonical form of a set, if the search uses any.
    #[inline]
    pub fn canonical_form(&self, set: &[u16]) -> Option<CanonicalForm> {
        Some(self.forms?.of(set))
    }

    /// What is known about a set or its canonical form; afterwards it is known about the set.
    pub fn known_or_canonical(&self, form: &Option<CanonicalForm>, key: Key, left: u8) -> Known {
        let known = self.known(key, left);
        let (Some(form), Some(forms)) = (form, self.forms) else {
            return known;
        };
        let of_form = self.known(form.key, left);
        if of_form.lower <= known.lower && of_form.upper >= known.upper {
            return known;
        }
        let here = Known {
            guess: forms.guess_in_set(form, of_form.guess),
            ..of_form
        };
        let both = known.and(here);
        self.table.put(self.space.key(key, left), both);
        both
    }

    /// Stores for the canonical form what is known about a set.
    pub fn remember_canonical(&self, form: &Option<CanonicalForm>, key: Key, left: u8) {
        if let (Some(form), Some(forms)) = (form, self.forms) {
            let known = self.known(key, left);
            let there = Known {
                guess: forms.guess_in_form(form, known.guess),
                ..known
            };
            let both = self.known(form.key, left).and(there);
            self.table.put(self.space.key(form.key, left), both);
        }
    }
}
