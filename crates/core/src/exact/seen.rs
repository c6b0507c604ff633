//! Which cuts a position has had already.

/// A set of fingerprints, emptied for each position.
#[derive(Default)]
pub(super) struct Seen {
    /// Open addressing; zero is free.
    slots: Vec<u64>,
    filled: usize,
}

impl Seen {
    pub fn clear(&mut self) {
        if self.filled > 0 {
            self.slots.fill(0);
            self.filled = 0;
        }
    }

    /// Adds a fingerprint; whether it is new.
    #[inline]
    pub fn insert(&mut self, print: u64) -> bool {
        if 2 * self.filled >= self.slots.len() {
            self.grow();
        }
        let print = print.max(1);
        let mask = self.slots.len() - 1;
        let mut slot = print as usize & mask;
        while self.slots[slot] != 0 {
            if self.slots[slot] == print {
                return false;
            }
            slot = (slot + 1) & mask;
        }
        self.slots[slot] = print;
        self.filled += 1;
        true
    }

    fn grow(&mut self) {
        let larger = vec![0; (2 * self.slots.len()).max(64)];
        let old = std::mem::replace(&mut self.slots, larger);
        self.filled = 0;
        for print in old.into_iter().filter(|&print| print != 0) {
            self.insert(print);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tells_new_from_old_while_it_grows() {
        let mut seen = Seen::default();
        for round in 0..2 {
            for print in 1..1000u64 {
                assert!(seen.insert(print << 7), "round {round}");
                assert!(!seen.insert(print << 7));
            }
            seen.clear();
        }
    }
}
