//! The size bound: what so many codes cost at least, because few codes can be found with few guesses.

/// The cost of what is impossible; sums stop here.
pub const INFINITE: u32 = 1 << 28;

/// How many more guesses are allowed if their number is not limited.
pub const UNLIMITED: u32 = u32::MAX;

/// The guesses that are left after one more.
pub fn after_one(left: u32) -> u32 {
    match left {
        UNLIMITED => UNLIMITED,
        _ => left.saturating_sub(1),
    }
}

/// The bound of a set and of all its parts.
#[derive(Clone)]
pub struct Bounds {
    /// For each number of codes, what they cost at least if the number of guesses is not limited.
    cost: Vec<u32>,
    /// For each number of guesses, how many codes can be found with so many at most.
    reach: Vec<u32>,
}

impl Bounds {
    /// The bound of a set of so many codes. `found` gives how many of them a guess can find by guess d + 1,
    /// if d guesses find no more than this number: of each cell no more than it has, and of the winning one
    /// its code. The guess that finds most counts.
    pub fn of(size: u32, mut found: impl FnMut(u32) -> u32) -> Bounds {
        let mut reach = vec![0, 1.min(size)];
        while reach[reach.len() - 1] < size {
            let last = reach[reach.len() - 1];
            let most = found(last);
            reach.push(most.max(last + 1).min(size));
        }
        let mut cost = vec![0u32];
        for guesses in 1..reach.len() {
            for _code in reach[guesses - 1]..reach[guesses] {
                let before = cost[cost.len() - 1];
                cost.push(before.saturating_add(guesses as u32).min(INFINITE));
            }
        }
        Bounds { cost, reach }
    }

    /// The greater of both bounds, for sets that are parts of both.
    pub fn or_greater(&self, other: &Bounds) -> Bounds {
        let pairs = self.cost.iter().zip(&other.cost);
        let depths = 0..self.reach.len().max(other.reach.len()) as u32;
        Bounds {
            cost: pairs.map(|(&a, &b)| a.max(b)).collect(),
            reach: depths
                .map(|left| self.found_by(left).min(other.found_by(left)))
                .collect(),
        }
    }

    /// What so many codes cost at least with so many guesses left.
    #[inline]
    pub fn cost(&self, codes: u32, left: u32) -> u32 {
        match codes > self.found_by(left) {
            true => INFINITE,
            false => self.cost[codes as usize],
        }
    }

    /// How many codes can be found with so many guesses.
    #[inline]
    fn found_by(&self, guesses: u32) -> u32 {
        let last = self.reach.len() - 1;
        self.reach[last.min(guesses as usize)]
    }
}
