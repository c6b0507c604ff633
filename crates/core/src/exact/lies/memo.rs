//! What a search has found about states: bounds of their values, and the guess that keeps to the upper one.

use crate::exact::cost::INFINITE;
use crate::exact::memory::{CanonicalForm, CanonicalForms, GreatTable, Key, KeySpace, Known};
use crate::hash::Random;

use super::state::State;

/// Facts about states; states that a symmetry of the game maps onto each other share one.
pub(super) struct Memo<'g> {
    forms: Option<&'g CanonicalForms>,
    table: GreatTable,
}

/// Where the fact about a state is found.
pub(super) struct Place {
    key: Key,
    form: Option<CanonicalForm>,
}

impl<'g> Memo<'g> {
    /// Remembers facts in so many bytes.
    pub fn new(forms: Option<&'g CanonicalForms>, bytes: usize) -> Self {
        Memo {
            forms,
            table: GreatTable::new(bytes),
        }
    }

    pub fn bytes(&self) -> usize {
        self.table.bytes()
    }

    /// The place of a state; facts with different `kind` are kept apart.
    pub fn place(&self, state: &State, kind: u32) -> Place {
        let tagged = state.iter().map(|(code, spare)| (code, u64::from(spare)));
        let form = self.forms.map(|forms| forms.of_tagged(tagged.clone()));
        let key = match &form {
            Some(form) => form.key,
            None => {
                let words = tagged.map(|(code, tag)| Random(tag << 16 | u64::from(code)));
                let words = words.map(|mut random| random.double_word());
                words.fold(0, Key::wrapping_add)
            }
        };
        let key = KeySpace::new(0, Some(kind as usize)).key(key, 0);
        Place { key, form }
    }

    /// What is known of a state, values beyond all others being infinite.
    pub fn get(&self, place: &Place) -> Known {
        let known = self.table.get(place.key);
        let value = |value: u64| value.min(INFINITE.into()) as u32;
        let guess = match (self.forms, &place.form) {
            (Some(forms), Some(form)) => forms.guess_in_set(form, known.guess),
            _ => known.guess,
        };
        Known {
            lower: value(known.lower),
            upper: value(known.upper),
            guess,
        }
    }

    /// Adds what was found to what is known.
    pub fn put(&self, place: &Place, known: Known) {
        let known = known.and(self.get(place));
        let guess = match (self.forms, &place.form) {
            (Some(forms), Some(form)) => forms.guess_in_form(form, known.guess),
            _ => known.guess,
        };
        let known = Known {
            lower: known.lower.into(),
            upper: known.upper.into(),
            guess,
        };
        self.table.put(place.key, known);
    }
}
