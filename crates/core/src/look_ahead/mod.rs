//! Strategies that look one guess ahead: choosing, ranking, and building whole trees.
//!
//! From the ground up: `metric` scores a partition, `budget` limits the work, `history_symmetry` and
//! `guess_symmetry` find the guesses that are worth scoring, [`moves`] those that hard mode allows, `best`, `collect` and `top_list` keep the
//! best of them. Guesses are scored in one of three ways: in vectors (`code_bits`, `vector`,
//! `bit_tables`, `prepared`, `cell_counts`, `vector_scan`, `vector_scores`, `compare`, `rank_vectors`, `vectors`), which
//! is the fastest; one by one (`one_by_one`) for answers per position and word lists, also weighted ones; and by batches
//! against tiles of codes (`tiled`) where the possible codes are too many to be listed. Where the
//! codemaker may lie, `with_lies` scores them; it has the [`Figures`] of one guess as well. `shares`
//! divides the guesses among threads. On top are [`choose`], [`rank`] and [`mod@build`].

pub mod best;
mod bit_tables;
pub mod budget;
pub mod build;
mod cell_counts;
pub mod choose;
mod code_bits;
mod collect;
mod compare;
mod guess_symmetry;
pub mod history_symmetry;
mod local_search;
pub mod metric;
pub mod moves;
mod one_by_one;
mod prepared;
pub mod rank;
mod rank_vectors;
mod shares;
mod tiled;
pub mod top_list;
mod vector;
mod vector_scan;
mod vector_scores;
mod vectors;
mod with_lies;

pub use budget::{Budget, Ended};
pub use build::{Progress, build};
pub use choose::{CODES_LIMIT, Choice, Chooser, FirstConsistent, LookAhead};
pub use history_symmetry::HistorySymmetry;
pub use metric::{Criteria, CustomMetric, Metric};
pub use moves::{Hints, Moves};
pub use rank::Ranking;
pub use top_list::Ranked;
pub use with_lies::Figures;
