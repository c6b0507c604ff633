//! The search itself.
//!
//! A [`Searcher`] is one thread that searches. What it is asked is a [`Question`]; what all searchers of one question
//! share is their [`Context`], in which the game, the memory and the watch come together.
//!
//! Imports run one way here, from `question` and `scratch` at the bottom to `root` at the top; what searches is one layer.
//! Calls run in a circle, and must: a set is searched by evaluating guesses, and a guess is
//! evaluated by searching the cells of its partition. The methods of [`Searcher`] that make up
//! this circle are in `branch_and_bound`, `small`, `by_promise`, `parallel`, `stepwise` and `among_fewest`;
//! most of what does not search is a method of [`Context`].

mod among_fewest;
mod branch_and_bound;
mod by_promise;
mod cell_table;
mod columns;
mod context;
mod endgame;
mod fingerprints;
mod masks;
mod opened;
mod parallel;
mod prices;
mod promise;
mod question;
mod ranking;
mod reach;
mod root;
mod root_order;
mod scratch;
mod searcher;
mod shortlist;
mod small;
mod stepwise;
mod weighing;

pub(super) use cell_table::CellTable;
pub(super) use context::{Context, Prepared, Surroundings};
pub(super) use fingerprints::Fingerprints;
pub(super) use promise::marginal;
pub(super) use question::{FIRST_WIDTH, Question};
pub(super) use root::{Root, RootBounds};
pub(super) use scratch::MAX_MASK_CODES;
pub(super) use searcher::Searcher;
pub(super) use shortlist::Whole;
