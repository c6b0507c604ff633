//! Prices by the number of the guess that finds a code, and lower bounds of what sets cost.
//!
//! The cost of a set after some guesses is counted above what all of its codes cost if the next
//! guess found them: every code that a guess does not find costs one step more, as far as the price
//! rises to the guess after it.

use super::super::bounds::{Opening, reach};

/// How the price of a code rises from guess to guess.
pub(super) struct Steps {
    rises: Vec<u32>,
}

impl Steps {
    /// Takes the prices of a code that the first, second, third ... guess finds, which never fall;
    /// later guesses cost as much as the last of them.
    pub fn new(prices: &[u32]) -> Self {
        let mut rises: Vec<u32> = prices.windows(2).map(|pair| pair[1] - pair[0]).collect();
        let end = rises.iter().rposition(|&rise| rise > 0);
        rises.truncate(end.map_or(0, |last| last + 1));
        Steps { rises }
    }

    /// What a code costs more if the guess after the next one finds it instead of the next one.
    #[inline]
    pub fn at(&self, made: usize) -> u32 {
        self.rises.get(made).copied().unwrap_or(0)
    }

    /// After so many guesses no price rises any more, and every set costs nothing above the least.
    pub fn end(&self) -> usize {
        self.rises.len()
    }

    /// The most that a code can cost above the least after so many guesses.
    pub fn most(&self, made: usize) -> u32 {
        self.rises.iter().skip(made).sum()
    }

    /// The cost of a set that needs no search.
    #[inline]
    pub fn certain_cost(&self, size: usize, made: usize) -> Option<u32> {
        match size {
            0 | 1 => Some(0),
            2 => Some(self.at(made)),
            // The next guess finds one; whether a later one finds the others makes no difference.
            _ if made + 1 >= self.end() => Some((size as u32 - 1) * self.at(made)),
            _ => None,
        }
    }
}

/// The least conceivable cost by size of set and number of guesses made.
pub(super) struct SizeBounds<'a> {
    steps: &'a Steps,
    /// By guesses made, then by size.
    tables: Vec<Vec<u32>>,
    /// How many codes can be found by each guess at the latest.
    reach: Vec<usize>,
}

impl<'a> SizeBounds<'a> {
    /// Computes the bounds from all kinds of first guesses of a game.
    pub fn new(steps: &'a Steps, codes: usize, openings: &[Opening]) -> Self {
        let reach = reach(codes, openings);
        let later = |size: usize, made: usize| -> u32 {
            let guesses = reach.iter().skip(1).enumerate();
            guesses
                .map(|(guess, &found)| size.saturating_sub(found) as u32 * steps.at(made + guess))
                .sum()
        };
        let tables = (0..=steps.end())
            .map(|made| (0..=codes).map(|size| later(size, made)).collect())
            .collect();
        SizeBounds {
            steps,
            tables,
            reach,
        }
    }

    #[inline]
    pub fn of(&self, size: usize, made: usize) -> u32 {
        self.table(made)[size]
    }

    /// The bounds by size.
    #[inline]
    pub fn table(&self, made: usize) -> &[u32] {
        &self.tables[made.min(self.steps.end())]
    }

    /// A lower bound for a guess that finds so many of the codes itself, one or none, and gets so
    /// many different answers from the others.
    #[inline]
    pub fn of_answers(&self, size: usize, made: usize, wins: usize, answers: usize) -> u32 {
        let mut cost = (size - wins) as u32 * self.steps.at(made);
        for (guess, &found) in self.reach.iter().enumerate().skip(1) {
            let missed = (size - wins).saturating_sub(answers * found);
            if missed == 0 || made + guess >= self.steps.end() {
                break;
            }
            cost += missed as u32 * self.steps.at(made + guess);
        }
        cost
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_by_counting() {
        let steps = Steps::new(&[0, 0, 3, 7, 7, 9, 9]);
        assert_eq!(steps.end(), 5);
        assert_eq!(steps.most(1), 9);
        let opening = Opening {
            may_win: true,
            cells: vec![20; 4],
        };
        let bounds = SizeBounds::new(&steps, 20, &[opening]);
        // One code with the first guess, four with the second, the other fifteen with the third.
        assert_eq!(bounds.of(20, 0), 15 * 3);
        assert_eq!(bounds.of(20, 1), 19 * 3 + 15 * 4);
        assert_eq!(bounds.of_answers(20, 1, 1, 2), 19 * 3 + 17 * 4);
        assert_eq!(bounds.of_answers(20, 2, 0, 1), 20 * 4 + 15 * 2);
        assert_eq!(steps.certain_cost(20, 4), Some(38));
        assert_eq!(steps.certain_cost(20, 5), Some(0));
        assert_eq!(steps.certain_cost(20, 3), None);
    }
}
