//! The journal: facts about larger sets that a search has found, so that a later search can continue from them.
//!
//! A journal holds facts about sets, not the state of a search. Any search of the same rules may
//! start from it, on any number of threads, and repeats only what was too small to be recorded.
//! A fact is found again only by searches of the same rules with the same kind of guesses.

use std::collections::HashMap;
use std::sync::Mutex;

use super::table::{Key, Known, TranspositionTable};
use crate::exact::cost::INFINITE;

/// Bytes of a fact: the key, both bounds and the guess, little-endian.
const BYTES: usize = 28;

/// Reads all facts; `None` if the bytes are something else.
fn read_facts(bytes: &[u8]) -> Option<Vec<(Key, Known)>> {
    let (facts, rest) = bytes.as_chunks::<BYTES>();
    let facts: Option<Vec<_>> = facts.iter().map(read_fact).collect();
    facts.filter(|_| rest.is_empty())
}

/// A copy of all facts, in any order.
fn copied(facts: &HashMap<Key, Known>) -> Vec<(Key, Known)> {
    facts.iter().map(|(&key, &known)| (key, known)).collect()
}

/// Writes facts in order of their keys.
fn write_facts(mut facts: Vec<(Key, Known)>) -> Vec<u8> {
    facts.sort_unstable_by_key(|&(key, _)| key);
    let mut bytes = Vec::with_capacity(facts.len() * BYTES);
    for (key, known) in facts {
        write_fact(&mut bytes, key, known);
    }
    bytes
}

/// Reads one fact; `None` if its bounds contradict each other.
fn read_fact(fact: &[u8; BYTES]) -> Option<(Key, Known)> {
    let number =
        |start: usize| u32::from_le_bytes(fact[start..start + 4].try_into().expect("four bytes"));
    let key = Key::from_le_bytes(fact[..16].try_into().expect("sixteen bytes"));
    let known = Known {
        lower: number(16),
        upper: number(20),
        guess: number(24),
    };
    (known.lower <= known.upper && known.upper <= INFINITE).then_some((key, known))
}

/// Writes one fact.
fn write_fact(bytes: &mut Vec<u8>, key: Key, known: Known) {
    bytes.extend(key.to_le_bytes());
    for number in [known.lower, known.upper, known.guess] {
        bytes.extend(number.to_le_bytes());
    }
}

/// Facts that can be dumped as bytes, also while a search is running, and loaded again.
#[derive(Default)]
pub struct Journal {
    facts: Mutex<HashMap<Key, Known>>,
}

impl Journal {
    /// Reads what [`Journal::dump`] wrote; `None` if the bytes are something else.
    pub fn load(bytes: &[u8]) -> Option<Self> {
        let facts = read_facts(bytes)?.into_iter().collect();
        Some(Journal {
            facts: Mutex::new(facts),
        })
    }

    /// All facts, in order of their keys.
    pub fn dump(&self) -> Vec<u8> {
        // Searches that record facts wait for the copy alone, not for its order.
        let facts = copied(&self.facts.lock().expect("no panic"));
        write_facts(facts)
    }

    pub(super) fn record(&self, key: Key, known: Known) {
        self.facts.lock().expect("no panic").insert(key, known);
    }

    /// Puts all facts into a table, `added` taken off their keys; guesses that the game does not have, as those of
    /// other games in the same journal, are left out. Polls whether to stop; other facts are then merely missing.
    pub(in crate::exact) fn load_into<E>(
        &self,
        table: &TranspositionTable,
        added: Key,
        guesses: usize,
        poll: impl Fn() -> Result<(), E>,
    ) -> Result<(), E> {
        const OFTEN: usize = 1 << 12;
        let facts = self.facts.lock().expect("no panic");
        for (index, (&key, &known)) in facts.iter().enumerate() {
            if index.is_multiple_of(OFTEN) {
                poll()?;
            }
            table.join(key.wrapping_sub(added), known.with_guess_below(guesses));
        }
        Ok(())
    }
}

/// Facts about larger sets, gathered from several searches of the same rules, in the order in which they became known, so
/// that each of many searches is told what is new to it.
#[derive(Default)]
pub struct FactBook {
    pages: Mutex<Pages>,
}

#[derive(Default)]
struct Pages {
    facts: HashMap<Key, Known>,
    /// The keys of facts in the order in which these were learned; one that was learned better stands here again.
    order: Vec<Key>,
}

impl FactBook {
    /// How many facts were learned; those learned better count again.
    pub fn len(&self) -> usize {
        self.pages.lock().expect("no panic").order.len()
    }

    /// Whether nothing was learned yet.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Adds facts, as a journal writes them. False if the bytes are something else; then none is added.
    pub fn learn(&self, bytes: &[u8]) -> bool {
        let Some(facts) = read_facts(bytes) else {
            return false;
        };
        let mut pages = self.pages.lock().expect("no panic");
        for (key, fact) in facts {
            let known = pages.facts.get(&key).copied();
            let known = known.unwrap_or(Known::NOTHING);
            let both = known.and(fact);
            // Bounds that are true cannot cross; that nothing worse comes of a false one is for the reader to see.
            if both != known && both.lower <= both.upper {
                pages.facts.insert(key, both);
                pages.order.push(key);
            }
        }
        true
    }

    /// The facts that were learned from this place of the order on, at most so many.
    pub fn since(&self, start: usize, most: usize) -> Vec<u8> {
        let pages = self.pages.lock().expect("no panic");
        let end = start.saturating_add(most).min(pages.order.len());
        let keys = &pages.order[start.min(end)..end];
        let mut bytes = Vec::with_capacity(keys.len() * BYTES);
        for &key in keys {
            write_fact(&mut bytes, key, pages.facts[&key]);
        }
        bytes
    }

    /// What is known by this key: both bounds, and the best guess.
    pub fn get(&self, key: u128) -> Option<(u32, u32, u32)> {
        let pages = self.pages.lock().expect("no panic");
        let known = pages.facts.get(&key)?;
        Some((known.lower, known.upper, known.guess))
    }

    /// All facts, in order of their keys.
    pub fn dump(&self) -> Vec<u8> {
        let facts = copied(&self.pages.lock().expect("no panic").facts);
        write_facts(facts)
    }
}

impl TranspositionTable {
    /// Adds facts, `added` taken off their keys, for a game of so many guesses. False if the bytes are no facts.
    pub fn learn(&self, bytes: &[u8], added: Key, guesses: usize) -> bool {
        let facts = read_facts(bytes);
        for &(key, fact) in facts.iter().flatten() {
            self.join(key.wrapping_sub(added), fact.with_guess_below(guesses));
        }
        facts.is_some()
    }

    /// Stores what a fact adds to what is known, unless they contradict each other.
    pub(super) fn join(&self, key: Key, fact: Known) {
        let known = self.get(key);
        let both = known.and(fact);
        if both != known && both.lower <= both.upper {
            self.put(key, both);
        }
    }
}
