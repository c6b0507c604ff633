//! The second look: what a cell costs at least if all guesses at it are looked at as well.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use crate::bounds::{INFINITE, after_one};
use crate::cells::Rows;
use crate::claim::Node;
use crate::facts::Facts;
use crate::game::Game;

/// Cells of fewer codes cost what their size tells, and cells of more are not looked into.
const PEEKED: std::ops::RangeInclusive<u32> = 3..=64;

/// The answers of the codes of sets up to this size to each other are written down.
const MOST_OWN: usize = 1 << 11;

/// The cost of infinite cells, to which sums are cut at the end.
const ENDLESS: u64 = INFINITE as u64;

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
    blocks: Vec<(u8, usize)>,
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
    pub fn new(game: &'a Game, facts: &Facts, node: &'a Node) -> Peeks<'a> {
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
            *open = PEEKED.contains(&size) && self.cost[size as usize] < ENDLESS;
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
        let mut rest: Vec<(u32, u8)> = Vec::new();
        for label in (0..self.game.win()).filter(|&label| open[usize::from(label)]) {
            let known = self.by_codes(label);
            let size = self.sizes[usize::from(label)];
            total += u64::from(known.least) - self.cost[size as usize];
            if total >= enough {
                return total;
            }
            if known.least < known.most {
                rest.push((known.most - known.least, label));
            }
        }
        // Then all guesses, where most may be gained first.
        rest.sort_unstable_by(|a, b| b.cmp(a));
        for (_, label) in rest {
            total += u64::from(self.by_all(label, enough - total));
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
        if self.own.is_empty() && self.labels.len() <= MOST_OWN {
            for &guess in &self.node.codes {
                let guess = self.game.guess_of(guess);
                let codes = self.node.codes.iter();
                let answers = codes.map(|&code| self.game.answer(guess, code));
                self.own.extend(answers);
            }
        }
        let (cell, codes, win) = (self.cell(label), &self.node.codes, self.game.win());
        let least = self.cost[cell.len()] as u32;
        let mut best = Least::new(self, cell.len(), true, INFINITE);
        for &guess in cell.iter() {
            if self.own.is_empty() {
                let guess = self.game.guess_of(codes[guess as usize]);
                let answer = |&place: &u32| self.game.answer(guess, codes[place as usize]);
                best.try_all(cell.iter().map(answer), win);
                continue;
            }
            let answers = &self.own[guess as usize * codes.len()..][..codes.len()];
            let mut labels = cell.iter().map(|&place| answers[place as usize]);
            match self.rows {
                Some(_) => {
                    let sets = labels.clone().fold(0u32, |sets, label| sets | 1 << label);
                    best.try_cells(sets.count_ones() as u8, || labels, win);
                }
                None => best.try_all(&mut labels, win),
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
        let (game, win) = (self.game, self.game.win());
        let cell = self.cell(label);
        let codes: Vec<u32> = cell
            .iter()
            .map(|&place| self.node.codes[place as usize])
            .collect();
        let mut best = Least::new(self, cell.len(), false, aim);
        match &self.rows {
            None => {
                for guess in 0..game.guesses.len() as u32 {
                    best.try_all(codes.iter().map(|&code| game.answer(guess, code)), win);
                }
            }
            Some(rows) => {
                let rows = Rows {
                    rows: cell
                        .iter()
                        .map(|&place| rows.rows[place as usize])
                        .collect(),
                    ..*rows
                };
                // A guess makes no more cells of a part than of the set. So a block may be left out, and all after
                // it, if the guess that makes most cells of the set makes too few to cost less.
                let enough = std::cell::Cell::new(best.enough);
                let blocks = self
                    .blocks
                    .iter()
                    .take_while(|block| block.0 >= enough.get());
                rows.count(blocks.map(|block| block.1), |block, counts| {
                    let is_enough = |any, &cells: &u8| any | (cells >= best.enough);
                    if counts.cells.iter().fold(false, is_enough) {
                        for (at, guess) in rows.guesses_of(block).enumerate() {
                            if !counts.wins[at] {
                                let answer = move |&code| game.answer(guess as u32, code);
                                best.try_cells(counts.cells[at], || codes.iter().map(answer), win);
                            }
                        }
                        enough.set(best.enough);
                    }
                    best.most > known.least
                });
            }
        }
        let least = best.most.max(known.least);
        let most = if least < aim { least } else { known.most };
        self.known.insert(key, Known { least, most });
        least - known.least
    }

    /// Finds out which blocks have the guesses that make most cells of the set.
    fn order_blocks(&mut self) {
        let Some(rows) = self.rows.as_ref().filter(|_| self.blocks.is_empty()) else {
            return;
        };
        rows.count(rows.blocks(), |block, counts| {
            let cells = counts.cells.iter().zip(&counts.wins);
            let cells = cells.map(|(&cells, &wins)| cells - u8::from(wins));
            self.blocks.push((cells.max().unwrap_or(0), block));
            true
        });
        self.blocks.sort_unstable_by(|a, b| b.cmp(a));
    }
}

/// Finds the least first look at a cell, of guesses that find one of its codes or of those that do not.
struct Least<'a> {
    /// What the best guess so far costs; only guesses that cost less count.
    most: u32,
    /// How many different answers a guess needs to cost less; the greatest number if none is enough.
    enough: u8,
    size: usize,
    wins: bool,
    /// What a part of the cell costs by its size.
    inner: &'a [u64],
    plain: usize,
}

impl<'a> Least<'a> {
    fn new(peeks: &'a Peeks, size: usize, wins: bool, most: u32) -> Least<'a> {
        let mut least = Least {
            most,
            enough: 1 + u8::from(wins),
            size,
            wins,
            inner: &peeks.inner,
            plain: peeks.plain,
        };
        least.improve(most);
        least
    }

    /// Looks at a guess that makes so many cells of the codes; its labels are read only if that does not tell what
    /// it costs.
    fn try_cells<L: Iterator<Item = u8>>(
        &mut self,
        cells: u8,
        labels: impl FnOnce() -> L,
        win: u8,
    ) {
        if cells < self.enough {
            return;
        }
        let others = usize::from(cells) - usize::from(self.wins);
        let codes = self.size - usize::from(self.wins);
        match codes < others + self.plain && (self.wins || others > 1) {
            true => self.improve(self.least_of(codes, others) as u32),
            false => self.try_all(labels(), win),
        }
    }

    /// Looks at a guess that gives these answers.
    fn try_all(&mut self, labels: impl Iterator<Item = u8>, win: u8) {
        let mut sizes = [0u8; 256];
        labels.for_each(|label| sizes[usize::from(label)] += 1);
        sizes[usize::from(win)] = 0;
        if sizes.contains(&(self.size as u8)) {
            return; // it tells nothing
        }
        let cells = sizes.iter().map(|&size| self.inner[usize::from(size)]);
        self.improve((self.size as u64 + cells.sum::<u64>()).min(ENDLESS) as u32);
    }

    fn improve(&mut self, cost: u32) {
        self.most = self.most.min(cost);
        let codes = self.size - usize::from(self.wins);
        while let others = usize::from(self.enough) - usize::from(self.wins)
            && others <= codes
            && self.least_of(codes, others) >= u64::from(self.most)
        {
            self.enough += 1;
        }
    }

    /// What a guess costs at least that makes so many cells of so many codes, the one that it finds not counted: as
    /// much as if they were of the same size, for each code of a cell costs as much as the one before, or more.
    fn least_of(&self, codes: usize, cells: usize) -> u64 {
        let (small, large) = (codes / cells, codes % cells);
        let mut least = self.size as u64 + (cells - large) as u64 * self.inner[small];
        if large > 0 {
            least += large as u64 * self.inner[small + 1];
        }
        least.min(ENDLESS)
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
