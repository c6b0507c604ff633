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
pub(super) const BYTES: usize = 28;

/// Reads all facts; `None` if the bytes are something else.
pub(super) fn read_facts(bytes: &[u8]) -> Option<Vec<(Key, Known)>> {
    let (facts, rest) = bytes.as_chunks::<BYTES>();
    let facts: Option<Vec<_>> = facts.iter().map(read_fact).collect();
    facts.filter(|_| rest.is_empty())
}

/// A copy of all facts, in any order.
pub(super) fn copied(facts: &HashMap<Key, Known>) -> Vec<(Key, Known)> {
    facts.iter().map(|(&key, &known)| (key, known)).collect()
}

/// Writes facts in order of their keys.
pub(super) fn write_facts(mut facts: Vec<(Key, Known)>) -> Vec<u8> {
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
pub(super) fn write_fact(bytes: &mut Vec<u8>, key: Key, known: Known) {
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
            table.put(key.wrapping_sub(added), known.with_guess_below(guesses));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn facts_survive_as_bytes_and_nonsense_is_refused() {
        let journal = Journal::default();
        for key in 0..10 {
            let known = Known {
                lower: 3,
                upper: INFINITE,
                guess: 7,
            };
            journal.record(key << 100, known);
        }
        let bytes = journal.dump();
        assert_eq!(bytes.len(), 10 * BYTES);
        assert_eq!(Journal::load(&bytes).unwrap().dump(), bytes);
        assert!(Journal::load(&bytes[1..]).is_none());
        let mut contrary = bytes.clone();
        contrary[20..24].fill(0);
        assert!(Journal::load(&contrary).is_none());
    }
}
