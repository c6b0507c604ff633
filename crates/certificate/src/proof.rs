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
use crate::peek::Peeks;
use crate::refusal::Fault;

/// The most labels of a set whose different columns are found out; each takes three or five bytes.
const MOST_LABELS: usize = 1 << 26;

/// An entry of which all is read: its guess, and what is proven of its cells, by answer.
struct Entry {
    guess: u32,
    claims: Vec<(u8, u32)>,
    end: u64,
}

/// A proof of which all is read: what remains is to look at all guesses.
pub struct Rest {
    pub node: Node,
    entries: Vec<Entry>,
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
            let mut node = match node.columns.is_of_game() {
                true => self.for_parts(node),
                false => node.clone(),
            };
            if tag & OWN != 0 {
                node.bounds = self.own_bounds(&node);
            }
            let entries = match tag & 3 {
                SPLIT => self.entries(&mut node, input)?,
                _ => Vec::new(),
            };
            let rest = Rest {
                node,
                entries,
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

    /// Reads the entries of a SPLIT and checks the proofs in them.
    fn entries(&mut self, node: &mut Node, input: &mut dyn Input) -> Result<Vec<Entry>, Wrong> {
        let mut entries = Vec::new();
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
            entries.push(self.entry(node, guess, input, &mut parts)?);
        }
        if let Some(parts) = parts.node {
            *node = parts;
        }
        Ok(entries)
    }

    /// Reads an entry and checks the proofs of its cells.
    fn entry(
        &mut self,
        node: &Node,
        guess: u32,
        input: &mut dyn Input,
        parts: &mut Parts,
    ) -> Result<Entry, Wrong> {
        let game = &self.shared.game;
        let start = input.offset();
        let wrong = |fault| node.wrong(start, fault);
        let Some(code) = game.guesses.get(guess as usize) else {
            return Err(wrong(Fault::Entry(guess)));
        };
        let answers: Vec<u8> = node.codes().map(|code| game.answer(guess, code)).collect();
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
        let mut claims = Vec::new();
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
            claims.push((answer as u8, need));
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
        Ok(Entry {
            guess,
            claims,
            end: input.offset(),
        })
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
        let labels = node.rows.len() * node.columns.width();
        if labels > MOST_LABELS {
            return node.clone();
        }
        Node {
            columns: Arc::new(node.columns.of_part(&self.shared.game, &node.rows)),
            rows: (0..node.rows.len() as u32).collect(),
            ..node.clone()
        }
    }

    /// Looks at all guesses: those of the entries, and all others.
    ///
    /// Guesses with equal columns cost the same. A column need not cost enough if a symmetry maps each of its
    /// guesses onto a smaller one: that one costs the same.
    pub fn rest(&self, rest: &Rest) -> Result<(), Wrong> {
        let (node, game, need) = (&rest.node, &self.shared.game, u64::from(rest.node.need));
        let mut peeks = Peeks::new(game, &self.shared.facts, node);
        let mut listed: HashMap<Vec<u8>, Vec<&Entry>> = HashMap::new();
        for entry in &rest.entries {
            peeks.divide(entry.guess);
            let bound = peeks.second_look(&entry.claims, need);
            if bound < need {
                return Err(node.wrong(entry.end, self.too_low(node, entry.guess, bound)));
            }
            listed.entry(division(&peeks)).or_default().push(entry);
        }
        if node.left == 0 {
            return Ok(()); // no guess is allowed, and the set is not empty
        }
        let symmetries = &node.path.symmetries;
        let candidates = match symmetries.is_trivial() || !node.columns.is_of_game() {
            true => node.columns.doubtful(game, &node.rows, &peeks.cost, need),
            false => node.path.least(game).to_vec(),
        };
        for column in candidates {
            peeks.divide_by(column);
            let look = peeks.look();
            // A guess that tells nothing never helps.
            if look >= need || peeks.tells_nothing() || game.only_possible && !peeks.wins() {
                continue;
            }
            let is_least = |&&guess: &&u32| symmetries.is_least(&game.guesses[guess as usize]);
            let Some(&guess) = node.columns.guesses_of(column).iter().find(is_least) else {
                continue;
            };
            let alike = match listed.is_empty() {
                true => None,
                false => listed.get(&division(&peeks)),
            };
            let shown = alike.map_or(0, |entries| self.shown(&mut peeks, entries, need));
            if shown < need {
                peeks.divide_by(column);
                let bound = peeks.second_look(&[], need).max(shown);
                if bound < need {
                    return Err(node.wrong(rest.offset, self.too_low(node, guess, bound)));
                }
            }
        }
        Ok(())
    }

    /// What entries with the same cells show that the guess costs that divided the set last.
    fn shown(&self, peeks: &mut Peeks, entries: &[&Entry], need: u64) -> u64 {
        let wins = peeks.wins();
        let mut most = 0;
        for entry in entries {
            peeks.divide(entry.guess);
            // The winning cell costs nothing, and as one of the others a code costs 1.
            most = most.max(match (peeks.wins(), wins) {
                (false, true) => peeks.second_look(&entry.claims, need + 1) - 1,
                _ => need,
            });
        }
        most
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
        let own = node.columns.own_bounds(game, &node.rows);
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

/// How the set was divided last, with names of the cells that depend on the division alone.
fn division(peeks: &Peeks) -> Vec<u8> {
    let mut labels = peeks.labels().to_vec();
    rename(&mut labels, None);
    labels
}
