//! What a search has found about states: bounds of their values, and the guess that keeps to the upper one.

use std::collections::HashMap;

use crate::exact::memory::{CanonicalForm, CanonicalForms, Key, NO_GUESS};
use crate::hash::BuildMultiplyHasher;

use super::state::State;

/// What is known about a state: no strategy has a value below `lower`, and one that begins with
/// `guess` has the value `upper`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fact {
    pub lower: u32,
    pub upper: u32,
    pub guess: u32,
}

/// Facts about states; states that a symmetry of the game maps onto each other share one.
pub(super) struct Memo<'g> {
    forms: Option<&'g CanonicalForms>,
    facts: HashMap<Key, Fact, BuildMultiplyHasher>,
    most: usize,
    /// Bytes that other tables take.
    others: usize,
}

/// Where the fact about a state is found.
pub(super) struct Place {
    key: Key,
    form: Option<CanonicalForm>,
}

/// Bytes that a fact takes in the map, the empty places around it counted in.
const FACT_BYTES: usize = 2 * (size_of::<Key>() + size_of::<Fact>() + 1);

impl<'g> Memo<'g> {
    /// Remembers as many facts as find room in `bytes` beside the `others` that are taken already.
    pub fn new(forms: Option<&'g CanonicalForms>, bytes: usize, others: usize) -> Self {
        Memo {
            forms,
            facts: HashMap::default(),
            most: bytes.saturating_sub(others) / FACT_BYTES,
            others,
        }
    }

    /// Bytes that all tables take.
    pub fn bytes(&self) -> usize {
        self.others + self.facts.capacity() * FACT_BYTES / 2
    }

    /// The place of a state; facts with different `kind` are kept apart.
    pub fn place(&self, state: &State, kind: u32) -> Place {
        const STEP: Key = 0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835;
        let tagged = state.iter().map(|(code, spare)| (code, u64::from(spare)));
        let form = self.forms.map(|forms| forms.of_tagged(tagged.clone()));
        let key = form.as_ref().map_or_else(
            || tagged.fold(0, |sum: Key, (code, tag)| sum.wrapping_add(word(code, tag))),
            |form| form.key,
        );
        Place {
            key: key.wrapping_add(STEP.wrapping_mul(Key::from(kind))),
            form,
        }
    }

    pub fn get(&self, place: &Place) -> Option<Fact> {
        let mut fact = *self.facts.get(&place.key)?;
        if let (Some(forms), Some(form)) = (self.forms, &place.form) {
            fact.guess = forms.guess_in_set(form, fact.guess);
        }
        Some(fact)
    }

    /// Adds what was found to what is known; with a full memory, only to what is known already.
    pub fn put(&mut self, place: &Place, mut fact: Fact) {
        if let (Some(forms), Some(form)) = (self.forms, &place.form) {
            fact.guess = forms.guess_in_form(form, fact.guess);
        }
        if self.facts.len() >= self.most && !self.facts.contains_key(&place.key) {
            return;
        }
        let known = self.facts.entry(place.key).or_insert(Fact {
            lower: 0,
            upper: u32::MAX,
            guess: NO_GUESS,
        });
        known.lower = known.lower.max(fact.lower);
        if fact.upper < known.upper {
            known.upper = fact.upper;
            known.guess = fact.guess;
        }
    }
}

fn word(code: u16, tag: u64) -> Key {
    use crate::exact::hash::Random;
    Random(tag << 16 | u64::from(code)).double_word()
}
