//! The narrow search for lists of words: good trees in little time.
//!
//! It tries only some of the best-looking guesses at each set, however small the set is. What it
//! finds are upper bounds. A guess looks good if it promises a small total: the sum, over the cells
//! that it makes, of what sets of their sizes cost as a rule. Sets whose cost follows from one look
//! at their members, or at all guesses, are not searched at all.

mod promise;
mod root;
mod scan;
mod searcher;
mod tree;

pub(super) use promise::marginal;
pub(super) use root::Narrow;
pub(super) use tree::NarrowTree;
