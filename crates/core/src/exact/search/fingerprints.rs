//! The fingerprints of the partitions of a position that have been evaluated.

/// Slots to begin with.
const LEAST: usize = 64;

/// A set of fingerprints, emptied for each position.
#[derive(Default)]
pub(in crate::exact) struct Fingerprints {
    /// Open addressing; zero is free.
    slots: Vec<u64>,
    /// Slots in use, a power of two or none; most positions need few of those that the largest one needed.
    used: usize,
    filled: usize,
}

impl Fingerprints {
    pub fn clear(&mut self) {
        if self.filled > 0 {
            self.slots[..self.used].fill(0);
            self.filled = 0;
        }
        self.used = self.used.min(LEAST);
    }

    /// Adds a fingerprint, and returns whether it is new.
    #[inline]
    pub fn insert(&mut self, fingerprint: u64) -> bool {
        if 2 * self.filled >= self.used {
            self.grow();
        }
        let fingerprint = fingerprint.max(1);
        let mask = self.used - 1;
        let mut slot = fingerprint as usize & mask;
        while self.slots[slot] != 0 {
            if self.slots[slot] == fingerprint {
                return false;
            }
            slot = (slot + 1) & mask;
        }
        self.slots[slot] = fingerprint;
        self.filled += 1;
        true
    }

    fn grow(&mut self) {
        let old = self.slots[..self.used].iter_mut().map(std::mem::take);
        let old: Vec<u64> = old.filter(|&fingerprint| fingerprint != 0).collect();
        self.used = (4 * self.used).max(LEAST);
        if self.slots.len() < self.used {
            self.slots.resize(self.used, 0);
        }
        self.filled = 0;
        for fingerprint in old {
            self.insert(fingerprint);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tells_new_from_old_while_it_grows() {
        let mut fingerprints = Fingerprints::default();
        for round in 0..2 {
            for fingerprint in 1..1000u64 {
                assert!(fingerprints.insert(fingerprint << 7), "round {round}");
                assert!(!fingerprints.insert(fingerprint << 7));
            }
            fingerprints.clear();
        }
    }
}
