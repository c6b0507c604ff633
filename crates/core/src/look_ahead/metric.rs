//! Scores for guesses: functions of the partition that a guess makes of the possible codes.

use std::fmt;
use std::sync::{Arc, LazyLock};

/// Scores that differ by no more than this are equal.
pub const TOLERANCE: f64 = 1e-9;

/// How much scores may differ and yet be equal to this one. The scores of large weights are rounded
/// more coarsely than those of counts.
pub fn tolerance(score: f64, is_weighted: bool) -> f64 {
    if is_weighted {
        TOLERANCE * score.abs().max(1.0)
    } else {
        TOLERANCE
    }
}

/// A function of the sizes of the cells, largest first, without empty cells.
pub type CustomMetric = Arc<dyn Fn(&[u32]) -> f64 + Send + Sync>;

/// A score for the cells of a guess; the lowest is best.
#[derive(Clone)]
pub enum Metric {
    /// The largest cell (Knuth 1977).
    Minimax,
    /// The sum of the squared sizes, in proportion to the expected size (Irving 1978).
    ExpectedSize,
    /// The sum of `n log2 n`, which falls as the expected information grows (Neuwirth 1982).
    Entropy,
    /// Minus the number of cells (Kooi 2005).
    MostParts,
    /// Any function; it should be lower for finer partitions.
    Custom(CustomMetric),
}

impl fmt::Debug for Metric {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Metric::Minimax => "Minimax",
            Metric::ExpectedSize => "ExpectedSize",
            Metric::Entropy => "Entropy",
            Metric::MostParts => "MostParts",
            Metric::Custom(_) => "Custom",
        })
    }
}

impl Metric {
    /// Scores cells, of which none is empty, in any order; they may be reordered.
    #[inline(always)]
    pub fn score(&self, sizes: &mut [u32]) -> f64 {
        match self {
            Metric::Minimax => f64::from(sizes.iter().copied().max().unwrap_or(0)),
            Metric::ExpectedSize => sizes.iter().map(|&n| f64::from(n) * f64::from(n)).sum(),
            Metric::Entropy => sizes.iter().map(|&n| n_log_n(n)).sum(),
            Metric::MostParts => -(sizes.len() as f64),
            Metric::Custom(metric) => {
                sizes.sort_unstable_by(|a, b| b.cmp(a));
                metric(sizes)
            }
        }
    }
}

/// `n log2 n`.
#[inline]
pub fn n_log_n(n: u32) -> f64 {
    static TABLE: LazyLock<Vec<f64>> = LazyLock::new(|| (0..4096).map(computed).collect());
    fn computed(n: u32) -> f64 {
        f64::from(n) * f64::from(n.max(1)).log2()
    }
    match TABLE.get(n as usize) {
        Some(&value) => value,
        None => computed(n),
    }
}

/// How many cells a partition of `codes` must have for its entropy score to fall to `score`:
/// among the partitions into a number of cells, the even one scores least.
pub fn cells_for_entropy(codes: u32, score: f64) -> u32 {
    let least = |cells: u32| {
        let (size, larger) = (codes / cells, codes % cells);
        f64::from(larger) * n_log_n(size + 1) + f64::from(cells - larger) * n_log_n(size)
    };
    let (mut low, mut high) = (1, codes.max(1));
    while low < high {
        let middle = low.midpoint(high);
        if least(middle) <= score {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    low
}

/// How a strategy that looks one guess ahead compares guesses.
#[derive(Clone, Debug)]
pub struct Criteria {
    /// What makes a guess good.
    pub metric: Metric,
    /// Only possible codes are guessed.
    pub consistent: bool,
    /// The cell of the winning answer is left out of the score.
    pub win_apart: bool,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_for_entropy_never_rules_out_a_partition() {
        for partition in [&[5u32, 3, 1][..], &[1, 1, 1, 1], &[7, 7, 7, 2], &[40]] {
            let score = Metric::Entropy.score(&mut partition.to_vec());
            let cells = cells_for_entropy(partition.iter().sum(), score + TOLERANCE);
            assert!(cells as usize <= partition.len(), "{partition:?}");
        }
        assert_eq!(cells_for_entropy(4, 4.0), 2); // two pairs
        assert_eq!(cells_for_entropy(4, 3.9), 3);
    }

    #[test]
    fn scores() {
        let sizes = [4, 2, 1];
        let score = |metric: Metric| metric.score(&mut sizes.clone());
        assert_eq!(score(Metric::Minimax), 4.0);
        assert_eq!(score(Metric::ExpectedSize), 21.0);
        assert_eq!(score(Metric::Entropy), 10.0);
        assert_eq!(score(Metric::MostParts), -3.0);
        assert_eq!(
            score(Metric::Custom(Arc::new(|sizes| f64::from(sizes[1])))),
            2.0
        );
    }
}
