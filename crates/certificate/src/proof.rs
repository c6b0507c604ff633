//! The heart of the checker: does a proof show what it claims?

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crate::bounds::{Bounds, INFINITE, after_one};
use crate::columns::{Columns, rename};
use crate::facts::Facts;
use crate::game::Game;
use crate::input::{Input, KNOWN, MOST_NESTED, OWN, REMEMBER, SPLIT};
use crate::refusal::Fault;
use crate::symmetry::Symmetries;

/// A claim: these codes, with so many guesses left, cost at least `need`.
#[derive(Clone)]
pub struct Node {
    /// The set, as rows of `columns` in ascending order.
    pub rows: Vec<u32>,
    pub columns: Arc<Columns>,
    pub left: u32,
    pub need: u32,
    pub bounds: Arc<Bounds>,
    pub path: Arc<Path>,
    /// The last answer of the path.
    pub answer: u8,
}

impl Node {
    fn codes(&self) -> impl ExactSizeIterator<Item = u32> {
        self.rows
            .iter()
            .map(|&row| self.columns.codes[row as usize])
    }
}

/// The guesses that lead to a set, and the symmetries that fix each of them.
pub struct Path {
    /// The guesses and answers before the last guess.
    pub before: Option<(Arc<Path>, u8)>,
    pub guess: Option<u32>,
    pub symmetries: Symmetries,
    pub length: usize,
}

impl Path {
    pub fn start(symmetries: Symmetries) -> Arc<Path> {
        Arc::new(Path {
            before: None,
            guess: None,
            symmetries,
            length: 0,
        })
    }

    pub fn then(self: &Arc<Path>, answer: u8, guess: u32, game: &Game) -> Arc<Path> {
        let symmetries = match self.symmetries.is_trivial() {
            true => self.symmetries.clone(),
            false => self.symmetries.fixing(&game.guesses[guess as usize]),
        };
        Arc::new(Path {
            before: Some((self.clone(), answer)),
            guess: Some(guess),
            symmetries,
            length: self.length + 1,
        })
    }
}

/// The value of each listed division of a set, one more where a winning guess makes it.
type Listed = HashMap<Vec<u8>, u64>;

/// A SPLIT whose entries have been read: what remains is to look at all other guesses.
pub struct Rest {
    pub node: Node,
    listed: Listed,
    pub offset: u64,
}

/// What went wrong, and at which byte and which claim.
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

/// Where proofs go that need not be checked at once.
pub trait Pool {
    fn proof(&self, node: Node, bytes: Vec<u8>, offset: u64);
    fn rest(&self, rest: Rest);
    /// Whether it is clear that the certificate will be refused.
    fn has_failed(&self) -> bool;
}

/// What all threads share.
pub struct Shared {
    pub game: Game,
    pub facts: Facts,
    pub stop: Arc<AtomicBool>,
    pub records: Arc<AtomicU64>,
}

/// One thread's checker.
pub struct Checker<'a> {
    pub shared: &'a Shared,
    /// Takes proofs off this thread; without it all is checked here.
    pub pool: Option<&'a dyn Pool>,
    pub open: Vec<Open>,
}

impl Checker<'_> {
    /// Reads and checks one proof of a claim.
    pub fn proof(&mut self, node: &Node, input: &mut dyn Input) -> Result<(), Wrong> {
        let start = input.offset();
        let at = |fault, offset| Wrong {
            offset,
            node: node.clone(),
            fault,
        };
        if node.path.length > MOST_NESTED {
            return Err(at(
                Fault::Form("too many proofs are inside each other"),
                start,
            ));
        }
        let is_over = self.pool.is_some_and(Pool::has_failed);
        if is_over || self.shared.stop.load(Ordering::Relaxed) {
            // What is said here is said to nobody.
            return Err(at(Fault::Cut, u64::MAX));
        }
        self.shared.records.fetch_add(1, Ordering::Relaxed);
        let tag = input.tag().map_err(|fault| at(fault, start))?;
        if tag & 3 == KNOWN {
            let key = self.image(node, input).map_err(|fault| at(fault, start))?;
            if !self.shared.facts.has(key, node.need, start) {
                self.open.push(Open {
                    key,
                    offset: start,
                    node: node.clone(),
                });
            }
        } else {
            let mut own = None;
            if tag & OWN != 0 {
                own = Some(self.with_own_bounds(node));
            }
            let node = own.as_ref().unwrap_or(node);
            let listed = match tag & 3 {
                SPLIT => self.entries(node, input)?,
                _ => Listed::new(),
            };
            let rest = Rest {
                node: node.clone(),
                listed,
                offset: input.offset(),
            };
            match self.pool {
                Some(pool) => pool.rest(rest),
                None => self.rest(&rest)?,
            }
        }
        if tag & REMEMBER != 0 {
            let codes = node.codes();
            let key = self.shared.facts.key(codes, node.left);
            self.shared.facts.learn(key, node.need, input.offset());
        }
        Ok(())
    }

    /// Reads the entries of a SPLIT and checks each.
    fn entries(&mut self, node: &Node, input: &mut dyn Input) -> Result<Listed, Wrong> {
        let game = &self.shared.game;
        let mut listed = Listed::new();
        let at = |fault, offset| Wrong {
            offset,
            node: node.clone(),
            fault,
        };
        let mut columns = None;
        let count = input.number().map_err(|fault| at(fault, input.offset()))?;
        let mut last = None;
        for _entry in 0..count {
            let offset = input.offset();
            let step = input.number().map_err(|fault| at(fault, offset))?;
            let guess = match last {
                Some(_) if step == 0 => None,
                Some(last) => u32::checked_add(last, step),
                None => Some(step),
            };
            let guess = guess.filter(|&guess| (guess as usize) < game.guesses.len());
            let Some(guess) = guess else {
                return Err(at(
                    Fault::Form("the guesses of a proof do not ascend"),
                    offset,
                ));
            };
            last = Some(guess);
            self.entry(node, guess, input, &mut columns, &mut listed)?;
        }
        Ok(listed)
    }

    fn entry(
        &mut self,
        node: &Node,
        guess: u32,
        input: &mut dyn Input,
        columns: &mut Option<(Arc<Columns>, Vec<u32>)>,
        listed: &mut Listed,
    ) -> Result<(), Wrong> {
        let game = &self.shared.game;
        let offset = input.offset();
        let at = |fault, offset| Wrong {
            offset,
            node: node.clone(),
            fault,
        };
        let codes: Vec<u32> = node.codes().collect();
        let mut answers: Vec<u8> = codes.iter().map(|&code| game.answer(guess, code)).collect();
        let wins = answers.contains(&game.win());
        if !node.path.symmetries.is_trivial()
            && !node.path.symmetries.is_least(&game.guesses[guess as usize])
        {
            return Err(at(
                Fault::Form("a guess is the image of a smaller one"),
                offset,
            ));
        }
        if game.only_possible && !wins {
            return Err(at(Fault::Form("a guess cannot be the secret"), offset));
        }
        let mut sizes = [0u32; 256];
        for &answer in &answers {
            sizes[usize::from(answer)] += 1;
        }
        let left = after_one(node.left);
        let cost = |answer: usize| match answer == usize::from(game.win()) || sizes[answer] == 0 {
            true => 0,
            false => node.bounds.cost(sizes[answer], left),
        };
        let mut total = codes.len() as u64;
        total += (0..game.answers)
            .map(|answer| u64::from(cost(answer)))
            .sum::<u64>();
        let count = input.number().map_err(|fault| at(fault, offset))?;
        let mut path = None;
        let mut last = None;
        for _cell in 0..count {
            let offset = input.offset();
            let answer = input.number().map_err(|fault| at(fault, offset))?;
            let ascends = last.is_none_or(|last| answer > last);
            let is_cell = answer < u32::from(game.win()) && sizes[answer as usize] > 0;
            if !ascends || !is_cell || sizes[answer as usize] as usize == codes.len() {
                return Err(at(
                    Fault::Form("an answer is out of order, or has no cell"),
                    offset,
                ));
            }
            last = Some(answer);
            let gain = input.number().map_err(|fault| at(fault, offset))?;
            if gain == 0 {
                return Err(at(
                    Fault::Form("a proof of a cell proves nothing more"),
                    offset,
                ));
            }
            let before = cost(answer as usize);
            let need = before.saturating_add(gain).min(INFINITE);
            total += u64::from(need - before);
            let (columns, rows) = columns.get_or_insert_with(|| self.columns_of_parts(node));
            let path = path.get_or_insert_with(|| node.path.then(node.answer, guess, game));
            let cell = Node {
                rows: (answers.iter().zip(rows.iter()))
                    .filter(|&(&given, _)| u32::from(given) == answer)
                    .map(|(_, &row)| row)
                    .collect(),
                columns: columns.clone(),
                left,
                need,
                bounds: node.bounds.clone(),
                path: path.clone(),
                answer: answer as u8,
            };
            let offset = input.offset();
            let short = match self.pool {
                Some(_) => input
                    .take_short_proof()
                    .map_err(|fault| at(fault, offset))?,
                None => None,
            };
            match (self.pool, short) {
                (Some(pool), Some(bytes)) => pool.proof(cell, bytes, offset),
                _ => self.proof(&cell, input)?,
            }
        }
        let tells = wins
            || (0..game.answers)
                .filter(|&answer| sizes[answer] > 0)
                .count()
                > 1;
        if tells && total < u64::from(node.need) {
            return Err(at(self.too_low(node, guess, total), offset));
        }
        let total = if tells { total } else { u64::from(INFINITE) };
        rename(&mut answers, None);
        let value = listed.entry(answers).or_insert(0);
        *value = (*value).max(total + u64::from(wins));
        Ok(())
    }

    /// The columns that serve for the cells of a set, and the set as rows of them.
    fn columns_of_parts(&self, node: &Node) -> (Arc<Columns>, Vec<u32>) {
        if self.pool.is_some() || node.rows.len() > MOST_ROWS {
            return (node.columns.clone(), node.rows.clone());
        }
        let columns = node.columns.of_part(&self.shared.game, &node.rows);
        (Arc::new(columns), (0..node.rows.len() as u32).collect())
    }

    /// Looks at all guesses but the listed ones.
    pub fn rest(&self, rest: &Rest) -> Result<(), Wrong> {
        let (node, game) = (&rest.node, &self.shared.game);
        let symmetries = &node.path.symmetries;
        if node.left == 0 {
            return Ok(());
        }
        let is_least = |column: u32| {
            let guess = node.columns.guesses[column as usize];
            symmetries.is_trivial() || symmetries.is_least(&game.guesses[guess as usize])
        };
        let among = match symmetries.is_trivial() {
            true => None,
            false => Some(
                (0..node.columns.guesses.len() as u32)
                    .filter(|&column| is_least(column))
                    .collect::<Vec<u32>>(),
            ),
        };
        let question = (&*node.bounds, after_one(node.left), node.need);
        let failing = node
            .columns
            .failing(game, &node.rows, among.as_deref(), question);
        for column in failing {
            let known = match rest.listed.is_empty() {
                true => None,
                false => (rest.listed).get(&node.columns.division(game, &node.rows, column.column)),
            };
            let bound = known.map_or(column.bound, |known| known - u64::from(column.wins));
            if bound < u64::from(node.need) {
                let guess = node.columns.guesses[column.column as usize];
                return Err(Wrong {
                    offset: rest.offset,
                    node: node.clone(),
                    fault: self.too_low(node, guess, bound),
                });
            }
        }
        Ok(())
    }

    fn too_low(&self, node: &Node, guess: u32, bound: u64) -> Fault {
        Fault::Guess {
            guess: self.shared.game.text(guess),
            bound,
            needed: node.need,
        }
    }

    /// The claim with the bounds of the set itself, where these are greater.
    fn with_own_bounds(&self, node: &Node) -> Node {
        let divisions = node.columns.divisions(
            &self.shared.game,
            &node.rows,
            0..node.columns.guesses.len() as u32,
        );
        let own = Bounds::of(node.rows.len() as u32, &divisions);
        Node {
            bounds: Arc::new(node.bounds.or_greater(&own)),
            ..node.clone()
        }
    }

    /// Reads a symmetry, and gives the key of the image of the set.
    fn image(&self, node: &Node, input: &mut dyn Input) -> Result<u128, Fault> {
        let game = &self.shared.game;
        let codes = node.codes();
        if game.is_words {
            return Ok(self.shared.facts.key(codes, node.left));
        }
        let mut read = |count: usize| -> Result<Vec<u8>, Fault> {
            let bytes: Vec<u8> = (0..count).map(|_| input.byte()).collect::<Result<_, _>>()?;
            let has_all = (0..count).all(|number| bytes.contains(&(number as u8)));
            match has_all {
                true => Ok(bytes),
                false => Err(Fault::Form("a symmetry is no permutation")),
            }
        };
        let order = read(game.pegs)?;
        let names = read(game.colors)?;
        let image = |code: u32| game.image(code, &order, &names);
        Ok(self.shared.facts.key(codes.map(image), node.left))
    }
}

/// The most codes of a set whose different columns are found out.
const MOST_ROWS: usize = 256;
