//! The heart of the checker: does a proof show what it claims?

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use crate::bounds::{Bounds, INFINITE, after_one};
use crate::claim::{Answers, Node, Open, Wrong};
use crate::facts::Facts;
use crate::game::Game;
use crate::guesses::{doubtful, make_same_cells, own_bounds};
use crate::input::{Input, KNOWN, MOST_NESTED, OWN, REMEMBER, SPLIT};
use crate::peek::Peeks;
use crate::refusal::Fault;

/// The most answers to a set that are written down where the game has no table of all.
const MOST_ANSWERS: usize = 1 << 26;

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
    pub bytes: Arc<AtomicU64>,
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
        self.go_on(node)?;
        if node.path.length > MOST_NESTED {
            return Err(node.wrong(start, Fault::Nested));
        }
        self.shared.records.fetch_add(1, Ordering::Relaxed);
        self.shared.bytes.fetch_max(start, Ordering::Relaxed);
        #[cfg(target_family = "wasm")]
        crate::browser::tell(start);
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
            let mut node = self.with_answers(node);
            if tag & OWN != 0 {
                node.bounds = self.own_bounds(&node);
            }
            let entries = match tag & 3 {
                SPLIT => self.entries(&node, input)?,
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
            let key = self.shared.facts.key(node.codes.iter().copied(), node.left);
            self.shared.facts.learn(key, node.need, input.offset());
        }
        Ok(())
    }

    /// Ends the check where nobody will ask what came of it.
    fn go_on(&self, node: &Node) -> Result<(), Wrong> {
        match self.pool.is_some_and(Pool::has_failed) || self.shared.stop.load(Ordering::Relaxed) {
            true => Err(node.wrong(u64::MAX, Fault::Cut)), // which is told to nobody
            false => Ok(()),
        }
    }

    /// Reads the entries of a SPLIT and checks the proofs in them.
    fn entries(&mut self, node: &Node, input: &mut dyn Input) -> Result<Vec<Entry>, Wrong> {
        let mut entries = Vec::new();
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
            entries.push(self.entry(node, guess, input)?);
        }
        Ok(entries)
    }

    /// Reads an entry and checks the proofs of its cells.
    fn entry(&mut self, node: &Node, guess: u32, input: &mut dyn Input) -> Result<Entry, Wrong> {
        let game = &self.shared.game;
        let start = input.offset();
        let wrong = |fault| node.wrong(start, fault);
        let Some(code) = game.guesses.get(guess as usize) else {
            return Err(wrong(Fault::Entry(guess)));
        };
        let mut answers = Vec::new();
        node.read(game, guess, &mut answers);
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
            let label = game
                .label(guess, answer)
                .filter(|&label| sizes[usize::from(label)] > 0);
            let Some(label) = label.filter(|_| answer >= next && gain > 0) else {
                let guess = game.text(guess);
                return Err(wrong(Fault::Cell { guess, answer }));
            };
            next = answer + 1;
            let before = costs[usize::from(label)];
            let need = before.saturating_add(gain).min(INFINITE);
            claims.push((label, need));
            let path = path.get_or_insert_with(|| node.path.then(node.answer, guess, game));
            let gives = |code: &(&u32, &u8)| *code.1 == label;
            let cell = Node {
                codes: (node.codes.iter().zip(&answers).filter(gives))
                    .map(|(&code, _)| code)
                    .collect(),
                answers: node.answers.clone(),
                left,
                need,
                bounds: node.bounds.clone(),
                path: path.clone(),
                answer: label,
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

    /// The same claim, with the answers to its codes if there is no table of all and they are not too many.
    fn with_answers(&self, node: &Node) -> Node {
        let (mut node, game) = (node.clone(), &self.shared.game);
        let is_little = node.codes.len() * game.stride <= MOST_ANSWERS;
        if game.row(0).is_none() && node.answers.is_none() && is_little {
            node.answers = Some(Arc::new(Answers::new(game, &node.codes)));
        }
        node
    }

    /// Looks at all guesses: those of the entries, and all others that no symmetry maps onto smaller ones.
    pub fn rest(&self, rest: &Rest) -> Result<(), Wrong> {
        let (node, game, need) = (&rest.node, &self.shared.game, u64::from(rest.node.need));
        let mut peeks = Peeks::new(game, &self.shared.facts, node, &self.shared.stop);
        let mut listed: Vec<(Vec<u8>, &Entry)> = Vec::new();
        for entry in &rest.entries {
            peeks.divide(entry.guess);
            let bound = peeks.second_look(&entry.claims, need);
            if bound < need {
                return Err(node.wrong(entry.end, self.too_low(node, entry.guess, bound)));
            }
            listed.push((peeks.labels().to_vec(), entry));
        }
        if node.left == 0 {
            return Ok(()); // no guess is allowed, and the set is not empty
        }
        let candidates = match &peeks.rows {
            Some(rows) => doubtful(game, rows, &peeks.cost, need),
            None => node.path.least(game).to_vec(),
        };
        for guess in candidates {
            self.go_on(node)?;
            if !node.path.symmetries.is_least(&game.guesses[guess as usize]) {
                continue; // one that is looked at as well costs the same
            }
            peeks.divide(guess);
            // A guess that tells nothing never helps.
            if peeks.look() >= need || peeks.tells_nothing() || game.only_possible && !peeks.wins()
            {
                continue;
            }
            let alike = |entry: &&(Vec<u8>, &Entry)| make_same_cells(peeks.labels(), &entry.0);
            let alike: Vec<&Entry> = listed.iter().filter(alike).map(|entry| entry.1).collect();
            let shown = self.shown(&mut peeks, &alike, need);
            if shown < need {
                peeks.divide(guess);
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
        Arc::new(
            node.bounds
                .or_greater(&own_bounds(game, node, &self.shared.stop)),
        )
    }

    /// Reads a symmetry, and gives the key of the image of the set.
    fn image(&self, node: &Node, input: &mut dyn Input) -> Result<u128, Fault> {
        let game = &self.shared.game;
        if game.is_words {
            return Ok(self.shared.facts.key(node.codes.iter().copied(), node.left));
        }
        let mut read = |count: usize| -> Result<Vec<u8>, Fault> {
            let bytes: Vec<u8> = (0..count).map(|_| input.byte()).collect::<Result<_, _>>()?;
            let has_all = (0..count).all(|number| bytes.contains(&(number as u8)));
            has_all.then_some(bytes).ok_or(Fault::Symmetry)
        };
        let order = read(game.pegs)?;
        let names: Vec<_> = (0..game.namings())
            .map(|_| read(game.colors))
            .collect::<Result<_, _>>()?;
        let image = |code: u32| game.image(code, &order, &names);
        Ok(self
            .shared
            .facts
            .key(node.codes.iter().copied().map(image), node.left))
    }
}
