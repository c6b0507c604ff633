//! The heart of the checker: does a proof show what it claims?

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crate::bounds::{Bounds, INFINITE, after_one};
use crate::claim::{Node, Open, Wrong};
use crate::columns::rename;
use crate::facts::Facts;
use crate::game::Game;
use crate::input::{Input, KNOWN, MOST_NESTED, OWN, REMEMBER, SPLIT};
use crate::refusal::Fault;

/// The most labels of a set whose different columns are found out; each takes five bytes.
const MOST_LABELS: usize = 1 << 24;

/// The cost that is proven for each division of a set that an entry makes, one more where the guess
/// of the entry finds a code.
type Listed = HashMap<Vec<u8>, u64>;

/// A proof of which all is read: what remains is to look at all guesses that are not listed.
pub struct Rest {
    pub node: Node,
    listed: Listed,
    pub offset: u64,
}

/// A claim with those columns alone that the parts of its set need. To gather them takes time, so the
/// first parts, up to `wait` codes in all, do without.
struct Parts {
    node: Option<Node>,
    wait: usize,
}

impl Parts {
    fn for_cell(&mut self, size: u32, gather: impl FnOnce() -> Node) -> Option<&Node> {
        if self.wait >= size as usize {
            self.wait -= size as usize;
            return None;
        }
        self.wait = 0;
        Some(self.node.get_or_insert_with(gather))
    }
}

/// Where work goes that need not be done at once.
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
        if self.pool.is_some_and(Pool::has_failed) || self.shared.stop.load(Ordering::Relaxed) {
            return Err(node.wrong(u64::MAX, Fault::Cut)); // which is told to nobody
        }
        if node.path.length > MOST_NESTED {
            return Err(node.wrong(start, Fault::Nested));
        }
        self.shared.records.fetch_add(1, Ordering::Relaxed);
        let tag = input.tag().map_err(|fault| node.wrong(start, fault))?;
        if tag & 3 == KNOWN {
            let key = self.image(node, input);
            let key = key.map_err(|fault| node.wrong(start, fault))?;
            if !self.shared.facts.has(key, node.need, start) {
                self.open.push(Open {
                    key,
                    offset: start,
                    node: node.clone(),
                });
            }
        } else {
            let mut node = node.clone();
            if tag & OWN != 0 {
                node.bounds = self.own_bounds(&node);
            }
            let listed = match tag & 3 {
                SPLIT => self.entries(&node, input)?,
                _ => Listed::new(),
            };
            let rest = Rest {
                node,
                listed,
                offset: input.offset(),
            };
            match self.pool {
                Some(pool) => pool.rest(rest),
                None => self.rest(&rest)?,
            }
        }
        if tag & REMEMBER != 0 {
            let key = self.shared.facts.key(node.codes(), node.left);
            self.shared.facts.learn(key, node.need, input.offset());
        }
        Ok(())
    }

    /// Reads the entries of a SPLIT and checks each.
    fn entries(&mut self, node: &Node, input: &mut dyn Input) -> Result<Listed, Wrong> {
        let mut listed = Listed::new();
        let mut parts = Parts {
            node: None,
            wait: if node.columns.is_of_game() {
                0
            } else {
                node.rows.len()
            },
        };
        let start = input.offset();
        let count = input.number();
        let count = count.map_err(|fault| node.wrong(start, fault))?;
        let mut guess = 0u32;
        for entry in 0..count {
            let start = input.offset();
            let step = input.number().map_err(|fault| node.wrong(start, fault))?;
            if entry > 0 && step == 0 {
                return Err(node.wrong(start, Fault::Repeated));
            }
            guess = guess.saturating_add(step);
            let (division, value) = self.entry(node, guess, input, &mut parts)?;
            let most = listed.entry(division).or_insert(0);
            *most = value.max(*most);
        }
        Ok(listed)
    }

    /// Reads an entry and checks it; gives how its guess divides the set, and what that costs at least, were it
    /// not for the code that the guess finds.
    fn entry(
        &mut self,
        node: &Node,
        guess: u32,
        input: &mut dyn Input,
        parts: &mut Parts,
    ) -> Result<(Vec<u8>, u64), Wrong> {
        let game = &self.shared.game;
        let start = input.offset();
        let wrong = |fault| node.wrong(start, fault);
        let Some(code) = game.guesses.get(guess as usize) else {
            return Err(wrong(Fault::Entry(guess)));
        };
        let mut answers: Vec<u8> = node.codes().map(|code| game.answer(guess, code)).collect();
        let mut sizes = [0u32; 256];
        for &answer in &answers {
            sizes[usize::from(answer)] += 1;
        }
        let wins = sizes[usize::from(game.win())] > 0;
        if !node.path.symmetries.is_least(code) || game.only_possible && !wins {
            return Err(wrong(Fault::Entry(guess)));
        }
        // The winning cell costs nothing more.
        sizes[usize::from(game.win())] = 0;
        if sizes.contains(&(answers.len() as u32)) {
            return Err(wrong(Fault::TellsNothing(game.text(guess))));
        }
        let left = after_one(node.left);
        let costs = sizes.map(|size| node.bounds.cost(size, left));
        let mut total =
            answers.len() as u64 + costs.iter().map(|&cost| u64::from(cost)).sum::<u64>();
        let mut path = None;
        let mut next = 0;
        for _cell in 0..input.number().map_err(wrong)? {
            let start = input.offset();
            let wrong = |fault| node.wrong(start, fault);
            let answer = input.number().map_err(wrong)?;
            let gain = input.number().map_err(wrong)?;
            let size = sizes.get(answer as usize).copied().unwrap_or(0);
            if answer < next || size == 0 || gain == 0 {
                let guess = game.text(guess);
                return Err(wrong(Fault::Cell { guess, answer }));
            }
            next = answer + 1;
            let before = costs[answer as usize];
            let need = before.saturating_add(gain).min(INFINITE);
            total += u64::from(need - before);
            let parts = parts.for_cell(size, || self.for_parts(node));
            let parts = parts.unwrap_or(node);
            let path = path.get_or_insert_with(|| node.path.then(node.answer, guess, game));
            let gives = |row: &(usize, &u32)| u32::from(answers[row.0]) == answer;
            let cell = Node {
                rows: (parts.rows.iter().enumerate().filter(gives))
                    .map(|(_, &row)| row)
                    .collect(),
                columns: parts.columns.clone(),
                left,
                need,
                bounds: parts.bounds.clone(),
                path: path.clone(),
                answer: answer as u8,
            };
            self.cell(&cell, input)?;
        }
        if total < u64::from(node.need) {
            return Err(node.wrong(input.offset(), self.too_low(node, guess, total)));
        }
        rename(&mut answers, None);
        Ok((answers, total + u64::from(wins)))
    }

    /// Checks the proof of a cell, here or elsewhere.
    fn cell(&mut self, cell: &Node, input: &mut dyn Input) -> Result<(), Wrong> {
        let Some(pool) = self.pool else {
            return self.proof(cell, input);
        };
        let start = input.offset();
        let short = input.take_short_proof();
        match short.map_err(|fault| cell.wrong(start, fault))? {
            Some(bytes) => pool.proof(cell.clone(), bytes, start),
            None => self.proof(cell, input)?,
        }
        Ok(())
    }

    /// The same claim with those columns alone that its parts need.
    fn for_parts(&self, node: &Node) -> Node {
        let labels = node.rows.len() * node.columns.guesses.len();
        if labels > MOST_LABELS {
            return node.clone();
        }
        Node {
            columns: Arc::new(node.columns.of_part(&self.shared.game, &node.rows)),
            rows: (0..node.rows.len() as u32).collect(),
            ..node.clone()
        }
    }

    /// Looks at all guesses but the listed ones.
    ///
    /// A column that fails may be excused if a symmetry maps its first guess onto a smaller one: that
    /// one costs the same, and so does the first guess of its own column, which is smaller again. So
    /// only columns count whose first guess is the least of its class.
    pub fn rest(&self, rest: &Rest) -> Result<(), Wrong> {
        let (node, game) = (&rest.node, &self.shared.game);
        let symmetries = &node.path.symmetries;
        let among = match symmetries.is_trivial() || !node.columns.is_of_game() {
            true => None,
            false => Some(node.path.least(game)),
        };
        if node.left == 0 {
            return Ok(()); // no guess is allowed, and the set is not empty
        }
        let question = (&*node.bounds, after_one(node.left), node.need);
        let failing = node.columns.failing(game, &node.rows, among, question);
        for failing in failing {
            let mut bound = failing.bound;
            if !rest.listed.is_empty() {
                let division = node.columns.division(game, &node.rows, failing.column);
                let listed = rest.listed.get(&division).copied().unwrap_or(0);
                bound = bound.max(listed.saturating_sub(u64::from(failing.wins)));
            }
            let guess = node.columns.guesses[failing.column as usize];
            let is_least = || symmetries.is_least(&game.guesses[guess as usize]);
            if bound < u64::from(node.need) && is_least() {
                return Err(node.wrong(rest.offset, self.too_low(node, guess, bound)));
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

    /// The bounds of the set itself, where these are greater.
    fn own_bounds(&self, node: &Node) -> Arc<Bounds> {
        let game = &self.shared.game;
        let counts = node.columns.counts(game, &node.rows);
        let own = Bounds::of(node.rows.len() as u32, &counts, game.answers);
        Arc::new(node.bounds.or_greater(&own))
    }

    /// Reads a symmetry, and gives the key of the image of the set.
    fn image(&self, node: &Node, input: &mut dyn Input) -> Result<u128, Fault> {
        let game = &self.shared.game;
        if game.is_words {
            return Ok(self.shared.facts.key(node.codes(), node.left));
        }
        let mut read = |count: usize| -> Result<Vec<u8>, Fault> {
            let bytes: Vec<u8> = (0..count).map(|_| input.byte()).collect::<Result<_, _>>()?;
            let has_all = (0..count).all(|number| bytes.contains(&(number as u8)));
            has_all.then_some(bytes).ok_or(Fault::Symmetry)
        };
        let (order, names) = (read(game.pegs)?, read(game.colors)?);
        let image = |code: u32| game.image(code, &order, &names);
        Ok(self.shared.facts.key(node.codes().map(image), node.left))
    }
}
