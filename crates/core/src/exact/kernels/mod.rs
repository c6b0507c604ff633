//! The passes over all guesses in which nearly all of the time goes: how many different answers
//! each guess gets from a set, and the sum of tabulated bounds over its cells.
//!
//! `lines` and `labels` say how answers lie in memory, `avx512` and those named after it have the
//! versions for AVX-512, `greatest` finds the best guess alone, `passes` has the portable ones and the choice between them, `pairs` the passes over pairs of
//! codes, `batch` tells guesses by the partitions that they make, and `popular` has a count of different answers that is
//! cheap and never too low.

#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(target_arch = "x86_64")]
mod avx512_below;
#[cfg(target_arch = "x86_64")]
mod avx512_sums;
#[cfg(target_arch = "x86_64")]
mod avx512_wide;
mod batch;
mod greatest;
mod labels;
mod lines;
mod names;
mod pairs;
mod passes;
mod popular;

pub(super) use batch::{Batch, fingerprint_of_cell};
pub(super) use greatest::{Greatest, greatest};
pub(super) use labels::Labels;
pub(super) use lines::{Excess, LANES, Line, Sheet, as_bytes_mut};
pub(super) use names::{excess_among, rename, unequal};
pub(super) use pairs::Pairs;
pub(super) use passes::{below, cell_sums, distinct, distinct_at_most, equal, most_distinct, pack};
pub(super) use popular::Popular;
