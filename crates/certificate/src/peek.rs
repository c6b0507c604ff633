//! The second look: what a cell costs at least if all guesses at it are looked at as well.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::atomic::{AtomicBool, Ordering};

use crate::bounds::{INFINITE, after_one};
use crate::cells::Rows;
use crate::claim::Node;
use crate::facts::Facts;
use crate::game::Game;
use crate::least::{Costs, Least};

/// Cells of fewer codes cost what their size tells, and cells of more are not looked into.
const PEEKED: std::ops::RangeInclusive<u32> = 3..=64;

/// The answers of the codes of sets up to this size to each other are written down.
const MOST_OWN: usize = 1 << 11;

/// What is known of the second look at a cell: it costs from `least` to `most`.
#[derive(Clone, Copy)]
struct Known {
    least: u32,
    most: u32,
}

/// Second looks at the cells that guesses make of one set. The same cell comes from many guesses.
pub struct Peeks<'a> {
    game: &'a Game,
    node: &'a Node,
    stop: &'a AtomicBool,
    pub rows: Option<Rows<'a>>,
    /// What a cell of the set costs by its size.
    pub cost: Vec<u64>,
    /// What a part of a cell costs by its size.
    inner: Vec<u64>,
    /// A word for each code of the set; the sum of those of a cell tells which cell it is.
    words: Vec<u128>,
    /// The largest parts of cells that cost one guess for a code and two for each other; or none.
    plain: usize,
    /// The answers to the codes of the set as guesses, one row for each guess; empty for large sets.
    own: Vec<u8>,
    /// The most cells, the winning one not counted, that a guess of each block makes of the set, in descending
    /// order; once they are asked for.
    blocks: Vec<(u32, usize)>,
    known: HashMap<u128, Known, BuildHasherDefault<Fold>>,
    /// What the guess makes of the set that was divided last.
    labels: Vec<u8>,
    sizes: [u32; 256],
    /// For each label where its cell begins among `places`, and the sum of its words.
    starts: Vec<usize>,
    places: Vec<u32>,
    sums: Vec<u128>,
}

impl<'a> Peeks<'a> {
    /// Once `stop` is set, what the looks find is worthless, but comes soon.
    pub fn new(game: &'a Game, facts: &Facts, node: &'a Node, stop: &'a AtomicBool) -> Peeks<'a> {
        let size = node.codes.len();
        let left = after_one(node.left);
        let cost = |left, most: usize| -> Vec<u64> {
            let sizes = 0..=most as u32;
            sizes
                .map(|size| u64::from(node.bounds.cost(size, left)))
                .collect()
        };
        let inner = cost(after_one(left), size.min(*PEEKED.end() as usize));
        Peeks {
            game,
            node,
            stop,
            rows: node.rows(game),
            cost: cost(left, size),
            plain: (1..inner.len())
                .take_while(|&size| inner[size] == 2 * size as u64 - 1)
                .count(),
            inner,
            words: match size <= 64 {
                true => (0..size).map(|row| 1 << row).collect(),
                false => node.codes.iter().map(|&code| facts.word(code)).collect(),
            },
            own: Vec::new(),
            blocks: Vec::new(),
            known: HashMap::default(),
            labels: Vec::new(),
            sizes: [0; 256],
            starts: vec![0; game.answers + 1],
            places: vec![0; size],
            sums: vec![0; game.answers],
        }
    }

    /// Divides the set by the answers to a guess.
    pub fn divide(&mut self, guess: u32) {
        match &self.rows {
            None => self.node.read(self.game, guess, &mut self.labels),
            Some(rows) => {
                self.labels.clear();
                let answers = rows.rows.iter().map(|row| row[guess as usize]);
                self.labels.extend(answers);
            }
        }
        self.sizes[..self.game.answers].fill(0);
        for &label in &self.labels {
            self.sizes[usize::from(label)] += 1;
        }
    }

    /// The answer to a guess if the code at this place of the set is the secret.
    #[inline]
    fn answer(&self, guess: u32, place: u32) -> u8 {
        match &self.rows {
            Some(rows) => rows.rows[place as usize][guess as usize],
            None => self.game.answer(guess, self.node.codes[place as usize]),
        }
    }

    /// The label of each code.
    pub fn labels(&self) -> &[u8] {
        &self.labels
    }

    /// Whether the guess may be the secret.
    pub fn wins(&self) -> bool {
        self.sizes[usize::from(self.game.win())] > 0
    }

    /// Whether all codes give the same answer, and it is not the winning one.
    pub fn tells_nothing(&self) -> bool {
        !self.wins() && self.sizes[..self.game.answers].contains(&(self.labels.len() as u32))
    }

    /// What the guess costs at least, by the sizes of its cells alone.
    pub fn look(&self) -> u64 {
        let cells = &self.sizes[..usize::from(self.game.win())];
        self.labels.len() as u64
            + cells
                .iter()
                .map(|&size| self.cost[size as usize])
                .sum::<u64>()
    }

    /// What the guess costs at least: `claims` says what is proven of some cells, and the others are looked
    /// into, no further than it takes to see that it costs `enough`.
    pub fn second_look(&mut self, claims: &[(u8, u32)], enough: u64) -> u64 {
        let win = usize::from(self.game.win());
        let mut total = self.look();
        let mut open = [false; 256];
        for (open, &size) in open[..win].iter_mut().zip(&self.sizes) {
            *open = PEEKED.contains(&size) && self.cost[size as usize] < u64::from(INFINITE);
        }
        for &(label, cost) in claims {
            let size = self.sizes[usize::from(label)];
            total += u64::from(cost) - self.cost[size as usize];
            open[usize::from(label)] = false;
        }
        if total >= enough {
            return total;
        }
        self.gather_cells();
        // What the codes of all cells tell as guesses comes first, for it is quickly seen.
        let mut rest: Vec<(u32, usize)> = Vec::new();
        for label in (0..self.game.win()).filter(|&label| open[usize::from(label)]) {
            let known = self.by_codes(label);
            let size = self.sizes[usize::from(label)];
            total += u64::from(known.least) - self.cost[size as usize];
            if total >= enough {
                return total;
            }
            if known.least < known.most {
                rest.push((known.most - known.least, usize::from(label)));
            }
        }
        // Then all guesses, where most may be gained first.
        greatest_first(&mut rest);
        for (_, label) in rest {
            total += u64::from(self.by_all(label as u8, enough - total));
            if total >= enough {
                break;
            }
        }
        total
    }

    /// Writes down which codes each cell has.
    fn gather_cells(&mut self) {
        let mut start = 0;
        for (next, &size) in self.starts.iter_mut().zip(&self.sizes) {
            *next = start;
            start += size as usize;
        }
        self.sums.fill(0);
        for (place, (&label, word)) in (0..).zip(self.labels.iter().zip(&self.words)) {
            let next = &mut self.starts[usize::from(label)];
            self.places[*next] = place;
            *next += 1;
            let sum = &mut self.sums[usize::from(label)];
            *sum = sum.wrapping_add(*word);
        }
    }

    /// The places of a cell's codes in the set.
    fn cell(&self, label: u8) -> &[u32] {
        let end = self.starts[usize::from(label)];
        &self.places[end - self.sizes[usize::from(label)] as usize..end]
    }

    /// What a cell costs if one of its codes is guessed, and at least.
    ///
    /// A guess that finds no code costs one more than the size tells, or more: f counts that guess 1 finds a
    /// code, and guess d + 1 as many as d guesses find of each cell of the best guess.
    fn by_codes(&mut self, label: u8) -> Known {
        let key = self.sums[usize::from(label)];
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        self.write_own();
        let cell = self.cell(label);
        let least = self.cost[cell.len()] as u32;
        let mut best = Least::new(self.costs(cell.len(), true), INFINITE);
        for &guess in cell {
            if self.own.is_empty() {
                let guess = self.game.guess_of(self.node.codes[guess as usize]);
                best.look(cell.iter().map(|&place| self.answer(guess, place)));
                continue;
            }
            let answers = &self.own[guess as usize * self.words.len()..][..self.words.len()];
            let labels = cell.iter().map(|&place| answers[place as usize]);
            match self.rows {
                None => best.look(labels),
                Some(_) => {
                    let answers = labels.clone().fold(0u32, |all, label| all | 1 << label);
                    best.look_if_enough(answers.count_ones() as u8, || labels);
                }
            }
            if best.most <= least {
                break;
            }
        }
        let most = best.most.max(least);
        let known = Known {
            least: match self.game.only_possible {
                true => most,
                false => most.min(least + 1),
            },
            most,
        };
        self.known.insert(key, known);
        known
    }

    /// How much more the second look finds than is known of a cell, up to what lacks: the least cost of all guesses.
    fn by_all(&mut self, label: u8, lacks: u64) -> u32 {
        let key = self.sums[usize::from(label)];
        let known = self.known[&key];
        let aim = lacks.min(u64::from(known.most - known.least)) as u32 + known.least;
        if known.least == aim {
            return 0;
        }
        self.order_blocks();
        let cell = self.cell(label);
        let mut best = Least::new(self.costs(cell.len(), false), aim);
        let set = &*self;
        let labels = |guess| cell.iter().map(move |&place| set.answer(guess, place));
        if let Some(rows) = &self.rows {
            let of_cell = cell.iter().map(|&place| rows.rows[place as usize]);
            let rows = Rows {
                rows: of_cell.collect(),
                ..*rows
            };
            let mut next = self.blocks.iter().skip(1);
            rows.count(self.blocks.iter().map(|block| block.1), |block, counts| {
                let is_enough = |any, &cells: &u8| any | (cells >= best.enough);
                if counts.cells.iter().fold(false, is_enough) {
                    for (at, guess) in rows.guesses_of(block).enumerate() {
                        if !counts.wins[at] {
                            best.look_if_enough(counts.cells[at], || labels(guess as u32));
                        }
                    }
                }
                // A guess makes no more cells of a part than of the set, and here the part has no winning one. So the
                // next block, and all after it, may be left out if its guesses make too few of the set to cost less.
                let could = next
                    .next()
                    .is_some_and(|block| block.0 >= best.enough.into());
                could && best.most > known.least
            });
        } else {
            let guesses = 0..self.game.guesses.len() as u32;
            for guess in guesses.take_while(|_| !self.stop.load(Ordering::Relaxed)) {
                best.look(labels(guess));
            }
        }
        let least = best.most.max(known.least);
        let most = if least < aim { least } else { known.most };
        self.known.insert(key, Known { least, most });
        least - known.least
    }

    /// Writes down the answers of the codes of the set to each other.
    fn write_own(&mut self) {
        let size = self.words.len() as u32;
        if self.own.is_empty() && size as usize <= MOST_OWN {
            let mut own = Vec::with_capacity(self.words.len() * self.words.len());
            for &guess in &self.node.codes {
                let guess = self.game.guess_of(guess);
                own.extend((0..size).map(|place| self.answer(guess, place)));
            }
            self.own = own;
        }
    }

    /// What guesses at a cell of this size cost, if they find one of its codes or do not.
    fn costs(&self, size: usize, wins: bool) -> Costs<'_> {
        Costs {
            size,
            wins,
            inner: &self.inner,
            plain: self.plain,
            win: self.game.win(),
        }
    }

    /// Finds out which blocks have the guesses that make most cells of the set.
    fn order_blocks(&mut self) {
        let Some(rows) = self.rows.as_ref().filter(|_| self.blocks.is_empty()) else {
            return;
        };
        rows.count(rows.blocks(), |block, counts| {
            let cells = counts.cells.iter().zip(&counts.wins);
            let cells = cells.map(|(&cells, &wins)| cells - u8::from(wins));
            self.blocks.push((cells.max().unwrap_or(0).into(), block));
            true
        });
        greatest_first(&mut self.blocks);
    }
}

/// Mixes the words of keys, which are sums of random words or sets of bits.
#[derive(Default)]
struct Fold(u64);

impl Hasher for Fold {
    fn write(&mut self, _bytes: &[u8]) {
        unreachable!("keys are numbers of 128 bits")
    }

    fn write_u128(&mut self, key: u128) {
        let mixed = (key as u64 ^ (key >> 64) as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        self.0 = mixed ^ mixed >> 32;
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

fn greatest_first(pairs: &mut [(u32, usize)]) {
    pairs.sort_unstable_by(|a, b| b.cmp(a));
}
