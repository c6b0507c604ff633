//! What the driver asks of the narrow search for lists of words.

use crate::rules::{Allowed, VARIANTS};

use super::{Bound, Driver, first_of};
use crate::exact::cost::UNLIMITED;
use crate::exact::memory::NO_GUESS;
use crate::exact::narrow::{Narrow, NarrowTree};
use crate::exact::problem::DEEPEST;
use crate::exact::quantity::Quantity;
use crate::exact::search::{Question, RootBounds};
use crate::exact::tree::GrowTree;

/// The widths of the searches that make a good tree before a proof begins.
const WIDTHS: [usize; 2] = [3, 10];

/// Smaller sets are proven before a narrow search pays.
const WORTH: usize = 100;

/// Looking ahead for a lower bound may read one answer for so many that the search has read.
const SHARE: usize = 4;

/// So many answers are always read for it.
const LEAST_ANSWERS: usize = 1 << 24;

impl<'d> Driver<'d> {
    /// Whether the narrow search for words serves this problem: where there are many answers and no symmetry.
    pub(super) fn suits_words(&self) -> bool {
        let words = matches!(self.problem.rules.allowed(), Allowed::Words { .. });
        VARIANTS && words && !self.problem.consistent
    }

    /// Improves the best tree before a proof begins, because a proof needs the best there is.
    pub(super) fn better_first_tree(&mut self, question: Question<'d>, left: u8, budget: u32) {
        if self.set.len() < WORTH {
            return;
        }
        let mut budget = budget;
        for width in WIDTHS {
            let (bounds, _) = self.narrow_search(question, width, left, 0, budget);
            budget = bounds.best;
            if bounds.stopped {
                break;
            }
        }
    }

    /// A lower bound of the total from two guesses ahead, at most so many first ones, without narrow facts.
    pub(super) fn looked_ahead(&self, question: Question<'d>, left: u8, most: usize) -> u32 {
        let context = self.context(Question {
            width: None,
            ..question
        });
        self.searcher(&context)
            .root_bound(&self.root(left, 0), most)
    }

    /// Bounds the total by a search below the budget, which makes no tree.
    pub fn total_below(&self, depth: Option<u8>, budget: u32) -> RootBounds {
        let question = self.question(Quantity::Total, depth);
        let root = self.root(depth.unwrap_or(UNLIMITED), 0);
        let mut bounds = match question.width {
            Some(width) if self.suits_words() => {
                Narrow::new(self.surroundings, question, width).root(&root, budget)
            }
            _ => self.searcher(&self.context(question)).root(&root, budget),
        };
        if question.width.is_some() {
            bounds.lower = self.looked_ahead(question, root.left, usize::MAX);
        }
        bounds
    }

    /// Searches narrowly, and then looks two guesses ahead for a lower bound, with a part of the work of the search.
    pub(super) fn least_by_narrow_search(
        &mut self,
        question: Question<'d>,
        width: usize,
        left: u8,
        budget: u32,
    ) -> Bound {
        let mut lower = self.context(question).bounds.of(self.set.len(), left);
        let (bounds, answers) = self.narrow_search(question, width, left, lower, budget);
        let cost = bounds.best.min(budget);
        if lower < cost && !bounds.stopped {
            let matrix = &self.surroundings.game.matrix;
            let each = self.set.len() * matrix.guesses;
            let most = (answers / SHARE).max(LEAST_ANSWERS) / each;
            if most > 0 {
                lower = lower.max(self.looked_ahead(question, left, most));
            }
        }
        if lower >= cost && !bounds.stopped {
            Ok(cost)
        } else {
            Err(lower)
        }
    }

    /// Runs a narrow search from the root and keeps the tree if it is better; also gives how many answers were read.
    pub(super) fn narrow_search(
        &mut self,
        question: Question<'d>,
        width: usize,
        left: u8,
        lower: u32,
        budget: u32,
    ) -> (RootBounds, usize) {
        let narrow = Narrow::new(self.surroundings, question, width);
        let bounds = narrow.root(&self.root(left, lower), budget);
        if bounds.best < budget || bounds.stopped {
            let guess = (bounds.guess != NO_GUESS).then_some(bounds.guess);
            let set = &self.set;
            self.keep_tree(first_of(bounds.stopped, |source| {
                NarrowTree::new(&narrow, source).grown(set, left, guess, DEEPEST)
            }));
        }
        (bounds, narrow.answers())
    }
}
