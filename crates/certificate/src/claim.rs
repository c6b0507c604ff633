//! What a proof has to show, and what may come of it.

use std::sync::{Arc, OnceLock};

use crate::bounds::Bounds;
use crate::cells::{MOST_OF_ROWS, Rows};
use crate::game::Game;
use crate::refusal::Fault;
use crate::symmetry::Symmetries;

/// A claim: these codes, with so many guesses left, cost at least `need`.
#[derive(Clone)]
pub struct Node {
    /// The set, in ascending order.
    pub codes: Vec<u32>,
    /// The answers to these codes and maybe others, where the game has no table of all answers.
    pub answers: Option<Arc<Answers>>,
    pub left: u32,
    pub need: u32,
    pub bounds: Arc<Bounds>,
    pub path: Arc<Path>,
    /// The last answer of the path.
    pub answer: u8,
}

/// The answers of all guesses to some codes.
pub struct Answers {
    codes: Vec<u32>,
    rows: Vec<u8>,
}

impl Answers {
    pub fn new(game: &Game, codes: &[u32]) -> Answers {
        Answers {
            codes: codes.to_vec(),
            rows: game.rows_of(codes.iter().copied()),
        }
    }
}

impl Node {
    /// The answers of all guesses to the codes, where they are written down and not too many.
    pub fn rows<'a>(&'a self, game: &'a Game) -> Option<Rows<'a>> {
        let rows = self.codes.iter().map(|&code| self.row(game, code));
        (game.answers <= MOST_OF_ROWS).then_some(Rows {
            rows: rows.collect::<Option<_>>()?,
            answers: game.answers,
            guesses: game.guesses.len(),
        })
    }

    /// The answers of all guesses to a code of the set, where they are written down.
    fn row<'a>(&'a self, game: &'a Game, code: u32) -> Option<&'a [u8]> {
        let Some(answers) = &self.answers else {
            return game.row(code);
        };
        let row = answers.codes.binary_search(&code).ok()?;
        Some(&answers.rows[row * game.stride..][..game.stride])
    }

    /// Writes down the answers of the codes to a guess.
    pub fn read(&self, game: &Game, guess: u32, labels: &mut Vec<u8>) {
        labels.clear();
        labels.extend(self.codes.iter().map(|&code| match self.row(game, code) {
            Some(row) => row[guess as usize],
            None => game.answer(guess, code),
        }));
    }

    /// Says that its proof fails.
    pub fn wrong(&self, offset: u64, fault: Fault) -> Wrong {
        Wrong {
            offset,
            node: self.clone(),
            fault,
        }
    }
}

/// The guesses that lead to a set, and the symmetries that fix each of them.
pub struct Path {
    /// The guesses and answers before the last guess.
    pub before: Option<(Arc<Path>, u8)>,
    pub guess: Option<u32>,
    pub symmetries: Symmetries,
    pub length: usize,
    /// The guesses that are the least of their class, once they were asked for.
    least: OnceLock<Vec<u32>>,
}

impl Path {
    pub fn start(symmetries: Symmetries) -> Arc<Path> {
        Arc::new(Path {
            before: None,
            guess: None,
            symmetries,
            length: 0,
            least: OnceLock::new(),
        })
    }

    pub fn then(self: &Arc<Path>, answer: u8, guess: u32, game: &Game) -> Arc<Path> {
        Arc::new(Path {
            before: Some((self.clone(), answer)),
            guess: Some(guess),
            symmetries: self.symmetries.fixing(&game.guesses[guess as usize]),
            length: self.length + 1,
            least: OnceLock::new(),
        })
    }
}

impl Path {
    /// The guesses that no symmetry maps onto smaller ones.
    pub fn least(&self, game: &Game) -> &[u32] {
        self.least.get_or_init(|| {
            (0..game.guesses.len() as u32)
                .filter(|&guess| self.symmetries.is_least(&game.guesses[guess as usize]))
                .collect()
        })
    }
}

/// What went wrong, at which byte of the body, with which claim.
pub struct Wrong {
    pub offset: u64,
    pub node: Node,
    pub fault: Fault,
}

/// A reference to a proof that other threads may not have checked yet.
pub struct Open {
    pub key: u128,
    pub offset: u64,
    pub node: Node,
}
