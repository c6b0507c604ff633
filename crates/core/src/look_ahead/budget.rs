//! What a choice, a ranking or a tree may cost.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// Why work ended before it was complete.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ended {
    /// The stop flag was set.
    Asked,
    /// As many codes were compared with guesses as the budget allows.
    Work,
}

/// A stop flag and a limit on the work, which all threads look at every few milliseconds.
///
/// The unit of work is one comparison of a guess with one possible code.
#[derive(Debug, Default)]
pub struct Budget {
    stop: Arc<AtomicBool>,
    limit: Option<u64>,
    spent: AtomicU64,
}

impl Budget {
    /// A budget that ends when `stop` is set or after about `limit` comparisons.
    pub fn new(stop: Arc<AtomicBool>, limit: Option<u64>) -> Self {
        Budget {
            stop,
            limit,
            spent: AtomicU64::new(0),
        }
    }

    /// The flag that ends the work; it may be set from any thread.
    pub fn stop(&self) -> &Arc<AtomicBool> {
        &self.stop
    }

    /// Counts comparisons that are about to be made, and says whether to make them.
    #[inline]
    pub(crate) fn spend(&self, comparisons: u64) -> bool {
        if let Some(limit) = self.limit {
            let before = self.spent.fetch_add(comparisons, Ordering::Relaxed);
            if before.saturating_add(comparisons) > limit {
                return false;
            }
        }
        !self.stop.load(Ordering::Relaxed)
    }

    /// About how many comparisons were made; they are counted where they are limited.
    pub fn spent(&self) -> u64 {
        self.spent.load(Ordering::Relaxed)
    }

    /// Why the budget has ended, if it has.
    pub fn ended(&self) -> Option<Ended> {
        if self.stop.load(Ordering::Relaxed) {
            return Some(Ended::Asked);
        }
        let spent = self.spent.load(Ordering::Relaxed);
        self.limit
            .filter(|&limit| spent > limit)
            .map(|_| Ended::Work)
    }
}
