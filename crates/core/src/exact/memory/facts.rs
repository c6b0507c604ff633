//! Facts in the order in which they became known, so that each of many searches is told what is new to it.

use std::collections::HashMap;
use std::sync::Mutex;

use super::journal::{BYTES, copied, read_facts, write_fact, write_facts};
use super::table::{Key, Known, TranspositionTable};

/// Facts about larger sets, gathered from several searches of the same rules.
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
        let Some(facts) = read_facts(bytes) else {
            return false;
        };
        for (key, fact) in facts {
            let key = key.wrapping_sub(added);
            let known = self.get(key);
            let both = known.and(fact.with_guess_below(guesses));
            if both != known && both.lower <= both.upper {
                self.put(key, both);
            }
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fact(key: Key, known: Known) -> Vec<u8> {
        let mut bytes = Vec::new();
        write_fact(&mut bytes, key, known);
        bytes
    }

    #[test]
    fn only_what_is_new_is_told_again() {
        let book = FactBook::default();
        assert!(book.learn(&fact(7, Known::at_least(5))));
        assert!(book.learn(&fact(7, Known::at_least(4))));
        assert!(book.learn(&fact(9, Known::exactly(8, 3))));
        assert_eq!(book.len(), 2);
        assert!(book.learn(&fact(7, Known::exactly(6, 1))));
        assert_eq!(book.since(2, 10), fact(7, Known::exactly(6, 1)));
        assert_eq!(book.since(1, 1), fact(9, Known::exactly(8, 3)));
        assert_eq!(book.get(7), Some((6, 6, 1)));
        assert_eq!(book.dump().len(), 2 * BYTES);
        assert!(!book.learn(b"nonsense"));
        assert_eq!(book.since(30, 1), []);
    }

    #[test]
    fn a_table_forgets_nothing_over_a_weaker_fact() {
        let table = TranspositionTable::new(64);
        table.put(3, Known::at_least(9));
        assert!(table.learn(&fact(5, Known::at_least(4)), 2, 4));
        assert_eq!(table.get(3), Known::at_least(9));
        assert!(table.learn(&fact(5, Known::exactly(9, 1)), 2, 4));
        assert_eq!(table.get(3), Known::exactly(9, 1));
        assert!(!table.learn(b"nonsense", 0, 4));
    }
}
