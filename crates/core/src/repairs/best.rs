//! The best repairs: ranked, and no more of them kept than were asked for.

use super::groups::Key;

/// A group of codes, to be ranked among those with as many changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Repair {
    /// Its changes.
    pub key: Key,
    /// The product of the weights of its changes.
    pub weight: u64,
    /// How many codes it leaves.
    pub codes: u32,
}

impl Repair {
    /// Likely repairs come first, then those that leave many codes, then those of early turns.
    fn rank(&self) -> impl Ord + use<> {
        use std::cmp::Reverse;
        (Reverse(self.weight), Reverse(self.codes), self.key)
    }
}

impl std::fmt::Debug for Key {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_list().entries(self.changes()).finish()
    }
}

/// The best repairs of those that were offered, and how many were.
pub struct Best {
    most: usize,
    kept: Vec<Repair>,
    offered: u64,
}

impl Best {
    /// Keeps up to `most` repairs.
    pub fn new(most: usize) -> Self {
        Best {
            most,
            kept: Vec::new(),
            offered: 0,
        }
    }

    pub fn offer(&mut self, repair: Repair) {
        self.offered += 1;
        self.kept.push(repair);
        // Room for as many again makes it worth while to drop the others.
        if self.kept.len() >= self.most.saturating_mul(2).max(1024) {
            self.trim();
        }
    }

    /// How many repairs were offered.
    pub fn offered(&self) -> u64 {
        self.offered
    }

    /// The best repairs, the best first.
    pub fn finish(mut self) -> Vec<Repair> {
        self.trim();
        self.kept
    }

    fn trim(&mut self) {
        self.kept.sort_unstable_by_key(Repair::rank);
        self.kept.truncate(self.most);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_are_kept_in_order() {
        let repair = |turn: usize, weight, codes| Repair {
            key: Key::of(&[(turn % 64, turn as u32)]),
            weight,
            codes,
        };
        let mut best = Best::new(3);
        for turn in 0..5000 {
            best.offer(repair(turn, 1, 1));
        }
        best.offer(repair(9, 1, 2));
        best.offer(repair(8, 3, 1));
        assert_eq!(best.offered(), 5002);
        assert_eq!(
            best.finish(),
            [repair(8, 3, 1), repair(9, 1, 2), repair(0, 1, 1)]
        );
    }
}
