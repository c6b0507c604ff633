//! A smallest set of turns that every code contradicts: a smallest hitting set.

use crate::look_ahead::Budget;

/// What one code demands of a set of turns that clash: with the turns of the set alone, this code
/// must not be possible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Demand {
    /// The wrong turns of the code that cannot be lies; one of them in the set suffices.
    pub no_lies: u64,
    /// Its other wrong turns; the set needs more of them than there may be lies.
    pub lies: u64,
}

/// The demands of some codes.
pub struct Demands {
    demands: Vec<Demand>,
    /// How many of a code's wrong turns may be lies.
    allowed: u32,
    turns: usize,
    /// No smaller set meets all demands.
    least: u32,
}

impl Demands {
    pub fn new(turns: usize, allowed: usize) -> Self {
        Demands {
            demands: Vec::new(),
            allowed: allowed as u32,
            turns,
            least: 0,
        }
    }

    /// Adds what one more code demands.
    pub fn add(&mut self, demand: Demand) {
        if !self.demands.contains(&demand) {
            self.demands.push(demand);
        }
    }

    /// The smallest set of turns that meets all demands; of several, the one with the earliest
    /// turns. `None` if the budget has ended.
    ///
    /// # Panics
    /// If not even all turns together meet the demands.
    pub fn smallest(&mut self, budget: &Budget) -> Option<u64> {
        let all = match self.turns {
            64 => !0,
            turns => (1 << turns) - 1,
        };
        assert!(self.unmet(all).next().is_none(), "some code is possible");
        while !self.can_be_met(0, all, self.least, budget)? {
            self.least += 1;
        }
        let mut chosen = 0u64;
        for turn in 0..self.turns {
            let later = all & !((1 << turn) | ((1 << turn) - 1));
            let with = chosen | 1 << turn;
            if chosen.count_ones() < self.least
                && self.can_be_met(with, later, self.least - with.count_ones(), budget)?
            {
                chosen = with;
            }
        }
        Some(chosen)
    }

    /// Whether so many more turns, out of those that are allowed, make a set that meets all demands.
    fn can_be_met(&self, chosen: u64, allowed: u64, more: u32, budget: &Budget) -> Option<bool> {
        if budget.ended().is_some() {
            return None;
        }
        let choices = |demand: &Demand| (demand.no_lies | demand.lies) & allowed & !chosen;
        let Some(demand) = self
            .unmet(chosen)
            .min_by_key(|demand| choices(demand).count_ones())
        else {
            return Some(true);
        };
        if more == 0 {
            return Some(false);
        }
        let (mut left, mut allowed) = (choices(demand), allowed);
        while left != 0 {
            let turn = left & left.wrapping_neg();
            left ^= turn;
            allowed ^= turn;
            if self.can_be_met(chosen | turn, allowed, more - 1, budget)? {
                return Some(true);
            }
            // No set without this turn is lost: those with it have been tried.
        }
        Some(false)
    }

    fn unmet(&self, chosen: u64) -> impl Iterator<Item = &Demand> {
        self.demands.iter().filter(move |demand| {
            demand.no_lies & chosen == 0 && (demand.lies & chosen).count_ones() <= self.allowed
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Tries all sets in the order of their sizes and then of their turns.
    fn by_trying(demands: &Demands) -> u64 {
        let turns = |set: u64| (0..64).filter(move |turn| set >> turn & 1 == 1);
        let mut sets: Vec<u64> = (0..1 << demands.turns)
            .filter(|&set| demands.unmet(set).next().is_none())
            .collect();
        sets.sort_by_key(|&set| (set.count_ones(), turns(set).collect::<Vec<_>>()));
        sets[0]
    }

    proptest! {
        #[test]
        fn the_smallest_set_is_found(
            codes in prop::collection::vec((0u64..128, 1u64..128), 0..12),
            allowed in 0usize..3,
        ) {
            let mut demands = Demands::new(7, allowed);
            for (no_lies, lies) in codes {
                let no_lies = if allowed == 0 { 0 } else { no_lies & !lies };
                let met_by_all = no_lies != 0 || lies.count_ones() as usize > allowed;
                if met_by_all {
                    demands.add(Demand { no_lies, lies });
                    let found = demands.smallest(&Budget::default());
                    prop_assert_eq!(found, Some(by_trying(&demands)));
                }
            }
        }
    }
}
