//! Builds a whole strategy tree in one pass over the sets of possible codes.

use std::collections::HashSet;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::threads::prelude::*;

use crate::code::Code;
use crate::feedback::Scorer;
use crate::rules::Rules;
use crate::sieve::Knowledge;
use crate::space::CodeSpace;
use crate::tree::Node;

use super::budget::{Budget, Ended};
use super::choose::Chooser;
use super::history_symmetry::HistorySymmetry;
use super::moves::Moves;

/// The branches of sets at least this large are shared out to other threads.
const SHARED_CODES: usize = 32;
/// The most possible codes that are listed; the cells of larger sets are found by the sieve.
const LISTED_CODES: usize = 1 << 16;

/// How far a tree has been built, readable from any thread, and what it may cost.
#[derive(Debug, Default)]
pub struct Progress {
    /// How many codes have found their place in the tree.
    pub placed: AtomicUsize,
    /// How much work it may take.
    pub budget: Budget,
}

/// Builds the tree of a strategy from some moment of a game on, on the threads of the current rayon
/// pool. The tree is `None` if no code is possible.
///
/// `history` are the guesses so far, those that `knowledge` comes from, and `moves` are what hard mode
/// allows after them.
///
/// # Errors
/// Why the budget ended, if it did before the tree was complete: part of a tree is no strategy.
pub fn build(
    knowledge: &Knowledge,
    history: &[Code],
    moves: &Moves,
    chooser: &dyn Chooser,
    progress: &Progress,
) -> Result<Option<Node>, Ended> {
    if knowledge.is_empty() {
        return Ok(None);
    }
    let rules = knowledge.rules();
    let builder = Builder {
        rules,
        guesses: CodeSpace::guesses(rules),
        chooser,
        progress,
    };
    let history = HistorySymmetry::of(history);
    builder.node_of(knowledge, &history, moves).map(Some)
}

struct Builder<'a> {
    rules: &'a Rules,
    guesses: CodeSpace,
    chooser: &'a dyn Chooser,
    progress: &'a Progress,
}

impl Builder<'_> {
    /// The tree for a set of codes of any size.
    fn node_of(
        &self,
        knowledge: &Knowledge,
        history: &HistorySymmetry,
        moves: &Moves,
    ) -> Result<Node, Ended> {
        if knowledge.len() <= LISTED_CODES && self.rules.lies() == 0 {
            let codes: Vec<Code> = knowledge.iter_from(0).collect();
            return self.node(&codes, history, moves);
        }
        let budget = &self.progress.budget;
        let choice = self.chooser.choose_from(knowledge, history, moves, budget);
        let guess = choice.guess;
        let history = history.after(&guess);
        let mut branches: Vec<(u32, Node)> = Vec::new();
        // The answers that are lies whatever the secret is all leave the same.
        let mut true_answers = HashSet::new();
        if self.rules.lies() > 0 {
            let scorer = Scorer::new(self.rules.feedback(), guess);
            true_answers.extend(knowledge.iter_from(0).map(|code| scorer.answer(&code)));
        }
        let mut after_lie: Option<Node> = None;
        for (answer, _) in knowledge.cells(&guess) {
            self.go_on()?;
            if answer == self.rules.win() {
                self.place();
                continue;
            }
            let is_lie = self.rules.lies() > 0 && !true_answers.contains(&answer);
            let known = after_lie.as_ref().filter(|_| is_lie).cloned();
            let branch = match known {
                Some(node) => node,
                None => {
                    let after = knowledge.after(&guess, answer);
                    let moves = self.moves(moves, after.len(), &guess, answer);
                    self.node_of(&after, &history, &moves)?
                }
            };
            if is_lie {
                after_lie = Some(branch.clone());
            }
            branches.push((answer, branch));
        }
        Ok(Node {
            guess: self.number(&guess),
            branches,
        })
    }

    /// The tree for a list of codes.
    fn node(
        &self,
        codes: &[Code],
        history: &HistorySymmetry,
        moves: &Moves,
    ) -> Result<Node, Ended> {
        let budget = &self.progress.budget;
        let guess = self.chooser.choose(codes, history, moves, budget).guess;
        self.go_on()?;
        let history = history.after(&guess);
        let scorer = Scorer::new(self.rules.feedback(), guess);
        let mut answered: Vec<(u32, Code)> = codes
            .iter()
            .map(|code| (scorer.answer(code), *code))
            .collect();
        answered.sort_by_key(|&(answer, _)| answer);
        let win = self.rules.win();
        let cells: Vec<(u32, Vec<Code>)> = answered
            .chunk_by(|a, b| a.0 == b.0)
            .filter(|cell| cell[0].0 != win)
            .map(|cell| (cell[0].0, cell.iter().map(|&(_, code)| code).collect()))
            .collect();
        if answered.last().is_some_and(|&(answer, _)| answer == win) {
            self.place();
        }
        drop(answered);
        let branch = |(answer, cell): (u32, Vec<Code>)| {
            let moves = self.moves(moves, cell.len(), &guess, answer);
            Ok((answer, self.node(&cell, &history, &moves)?))
        };
        let branches = if codes.len() >= SHARED_CODES {
            cells
                .into_par_iter()
                .map(branch)
                .collect::<Result<_, _>>()?
        } else {
            cells.into_iter().map(branch).collect::<Result<_, _>>()?
        };
        Ok(Node {
            guess: self.number(&guess),
            branches,
        })
    }

    /// What is allowed after one more turn. With one or two possible codes nothing is asked of it.
    fn moves(&self, moves: &Moves, codes: usize, guess: &[u8], answer: u32) -> Moves {
        match moves {
            Moves::Every => Moves::Every,
            _ if codes <= 2 && self.rules.lies() == 0 => Moves::Every,
            _ => moves.after(self.rules, guess, answer),
        }
    }

    /// Counts a code that has found its place.
    fn place(&self) {
        self.progress.placed.fetch_add(1, Ordering::Relaxed);
    }

    fn go_on(&self) -> Result<(), Ended> {
        self.progress.budget.ended().map_or(Ok(()), Err)
    }

    fn number(&self, guess: &[u8]) -> u32 {
        let number = self.guesses.number(guess);
        number
            .and_then(|number| u32::try_from(number).ok())
            .expect("a guess of a game with a sieve")
    }
}
