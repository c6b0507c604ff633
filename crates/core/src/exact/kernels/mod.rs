//! The passes over all guesses in which nearly all of the time goes: how many different answers
//! each guess gets from a set, and the sum of tabulated bounds over its cells.
//!
//! `lines` and `labels` say how answers lie in memory; `vector` has what vectors of bytes can do on each processor, and
//! `distinct`, `sums` and `wide` the passes that are written with it; `passes` has the portable ones and the choice
//! between them, `greatest` finds the best guess alone, `batch` tells guesses by the partitions that they make,
//! `popular` counts cheaply.

mod batch;
mod distinct;
mod greatest;
mod labels;
mod lines;
mod names;
mod passes;
mod popular;
mod sums;
mod vector;
mod wide;

pub(super) use batch::{Batch, fingerprint_of_cell};
pub(super) use greatest::{Greatest, greatest};
pub(super) use labels::Labels;
pub(super) use lines::{Excess, LANES, Line, Rows, Sheet, Sums, as_bytes, as_bytes_mut};
pub(super) use names::{excess_among, rename, unequal};
pub(super) use passes::{below, cell_sums, distinct, equal, most_distinct, pack};
pub(super) use popular::Popular;
pub(super) use vector::{pass, versions};
