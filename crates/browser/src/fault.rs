//! What is wrong with a question: a sentence of Sito's catalogs with its values, which the page says in the reader's language.

use std::fmt::Display;

use serde_json::{Map, Value, json};

/// A sentence, or the two for one and for many, and the values of its places; `count` is among them if there are two.
#[derive(Debug, PartialEq)]
pub struct Fault {
    sentences: Vec<&'static str>,
    values: Map<String, Value>,
}

impl Fault {
    /// As JSON.
    pub fn json(&self) -> Value {
        json!({ "fault": self.sentences, "values": self.values })
    }

    /// With another value.
    pub fn with(mut self, name: &str, value: impl Display) -> Self {
        self.values
            .insert(name.to_owned(), value.to_string().into());
        self
    }
}

/// A fault without values; `docs/live` finds its sentence in such a call.
pub fn said(sentence: &'static str) -> Fault {
    let (sentences, values) = (vec![sentence], Map::new());
    Fault { sentences, values }
}

/// A fault that counts something.
pub fn counted(one: &'static str, many: &'static str, count: u128) -> Fault {
    let (sentences, values) = (vec![one, many], Map::new());
    let mut fault = Fault { sentences, values };
    // Numbers beyond those of JSON are of games whose codes nobody counts.
    let count = u64::try_from(count).unwrap_or(u64::MAX);
    fault.values.insert("count".to_owned(), count.into());
    fault
}

/// What the core says of rules, which it says in English.
pub fn refused(why: impl Display) -> Fault {
    said("these rules cannot be used: {why}").with("why", why)
}

/// What only a program can ask wrongly, so no catalog has the sentence.
pub fn unreadable(why: impl Display) -> Fault {
    let sentence = "the question cannot be read: {why}";
    said(sentence).with("why", why)
}
