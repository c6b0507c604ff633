//! Costs of sets: what a search can minimise, and what needs no search.

/// A cost that no strategy reaches.
pub(super) const INFINITE: u32 = 1 << 28;

/// Stands for an unlimited number of guesses left.
pub(super) const UNLIMITED: u8 = u8::MAX;

/// The costs of sets that a search can minimise: those that add up over the cells of a partition. What was paid before
/// a set is not part of its cost. The worst case does not add up; it is found by asking, for one depth after the other,
/// whether there is a strategy in which no secret needs one guess more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Goal<'a> {
    /// The number of guesses, summed over the secrets.
    Total,
    /// The number of secrets that need the last guess allowed.
    AtLastGuess,
    /// The total, among the strategies that leave the fewest secrets to the last guess.
    TotalAmongFewest,
    /// The sum of prices, which rise from guess to guess: by how much with the next guess, by the number of guesses left
    /// with which they rise. Later guesses are free.
    Prices(&'a [u32]),
}

impl Goal<'_> {
    /// What the next guess costs per code.
    #[inline]
    pub fn step(self, left: u8) -> u32 {
        match self {
            Goal::Total | Goal::TotalAmongFewest => 1,
            Goal::AtLastGuess => 0,
            Goal::Prices(rises) => rises[usize::from(left)],
        }
    }

    /// The number of guesses left, or [`UNLIMITED`] if it does not constrain a set of this size: a strategy with the
    /// least total never needs more guesses than there are codes. So equivalent questions have equal keys.
    #[inline]
    pub fn normal_limit(self, size: usize, left: u8) -> u8 {
        if self == Goal::Total && usize::from(left) >= size {
            UNLIMITED
        } else {
            left
        }
    }

    /// The cost of a set that needs no search.
    #[inline]
    pub fn certain_cost(self, size: usize, left: u8) -> Option<u32> {
        let left = usize::from(left);
        match self {
            Goal::Prices(rises) => {
                // The next guess finds one. Whether a later one finds the others makes no difference in the end.
                let rest = size.saturating_sub(1) as u32 * rises[left.saturating_sub(1)];
                (size <= 2 || left <= 2).then_some(size as u32 * rises[left] + rest)
            }
            _ if size == 0 => Some(0),
            _ if left == 0 || size > 1 && left == 1 => Some(INFINITE),
            Goal::Total | Goal::TotalAmongFewest => match size {
                1 => Some(1),
                2 => Some(3),
                _ => None,
            },
            Goal::AtLastGuess => match size {
                1 => Some(u32::from(left == 1)),
                2 => Some(u32::from(left == 2)),
                _ if left > size => Some(0),
                _ => None,
            },
        }
    }
}

/// A guess that may be tried: what a set costs at least with it. The less it promises to cost, the better it looks.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Ranked {
    pub bound: u64,
    pub promise: u32,
    pub guess: u32,
}

/// The sums of the greatest of some weights: of none, of one, of two ...
pub(super) fn greatest_sums(weights: impl Iterator<Item = u64>) -> Vec<u64> {
    let mut sums: Vec<u64> = weights.chain([u64::MAX]).collect();
    sums.sort_unstable_by_key(|&weight| std::cmp::Reverse(weight));
    sums[0] = 0;
    (1..sums.len()).for_each(|count| sums[count] += sums[count - 1]);
    sums
}

/// The number of guesses left after one more.
#[inline]
pub(super) fn after_a_guess(left: u8) -> u8 {
    left - u8::from(left != UNLIMITED)
}
