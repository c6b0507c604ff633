//! The second look: what a cell costs at least if all guesses at it are looked at as well.

use std::collections::{BinaryHeap, HashMap};
use std::hash::{BuildHasherDefault, Hasher};

use crate::bounds::{INFINITE, after_one};
use crate::cells::{BLOCK, Sheet};
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
    /// What a cell of the set costs by its size.
    pub cost: Vec<u64>,
    /// What a part of a cell costs by its size.
    inner: Vec<u64>,
    /// A word for each code of the set; the sum of those of a cell tells which cell it is.
    words: Vec<u128>,
    /// The largest parts of cells that cost one guess for a code and two for each other; or none.
    plain: usize,
    /// The answers to the codes of the set as guesses, one column for each; empty for large sets.
    own: Sheet,
    known: HashMap<u128, Known, BuildHasherDefault<Fold>>,
    /// What the guess makes of the set that was divided last.
    labels: Vec<u8>,
    sizes: [u32; 256],
    sums: Vec<u128>,
}

impl<'a> Peeks<'a> {
    pub fn new(game: &'a Game, facts: &Facts, node: &'a Node) -> Peeks<'a> {
        let size = node.rows.len();
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
            cost: cost(left, size),
            plain: (1..inner.len())
                .take_while(|&size| inner[size] == 2 * size as u64 - 1)
                .count(),
            inner,
            words: match size <= 64 {
                true => (0..size).map(|row| 1 << row).collect(),
                false => node.codes().map(|code| facts.word(code)).collect(),
            },
            own: Sheet::new(game.answers, 0, 0),
            known: HashMap::default(),
            labels: Vec::new(),
            sizes: [0; 256],
            sums: vec![0; game.answers],
        }
    }

    /// Divides the set by the answers to a guess.
    pub fn divide(&mut self, guess: u32) {
        self.labels.clear();
        let game = self.game;
        self.labels
            .extend(self.node.codes().map(|code| game.answer(guess, code)));
        self.count();
    }

    /// Divides the set by a column.
    pub fn divide_by(&mut self, column: u32) {
        let node = self.node;
        node.columns
            .read(self.game, &node.rows, column, &mut self.labels);
        self.count();
    }

    fn count(&mut self) {
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
        self.sums.fill(0);
        for (&label, word) in self.labels.iter().zip(&self.words) {
            let sum = &mut self.sums[usize::from(label)];
            *sum = sum.wrapping_add(*word);
        }
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
            let before = self.known[&self.sums[usize::from(label)]].least;
            total += u64::from(self.by_all(label) - before);
            if total >= enough {
                break;
            }
        }
        total
    }

    /// The places of a cell's codes in the set.
    fn cell(&self, label: u8) -> Vec<u32> {
        let places = (0..).zip(&self.labels).filter(|place| *place.1 == label);
        places.map(|(place, _)| place).collect()
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
            self.own = self.own_answers();
        }
        let cell = self.cell(label);
        let least = self.cost[cell.len()] as u32;
        let looks = Looks {
            size: cell.len(),
            inner: &self.inner,
            plain: self.plain,
        };
        let mut candidates = Vec::new();
        match self.own.is_empty() {
            true => candidates.extend(cell.iter().map(|&guess| (u8::MAX, guess))),
            false => self.own.count(&cell, |first, counts| {
                let here = cell
                    .iter()
                    .filter(|&&guess| (first..first + BLOCK).contains(&(guess as usize)));
                candidates.extend(here.map(|&guess| (counts.cells[guess as usize - first], guess)));
            }),
        }
        let code = |place: u32| self.node.columns.codes[self.node.rows[place as usize] as usize];
        let most = looks.least(
            (least, INFINITE),
            true,
            candidates,
            |guess, labels| {
                let guess = self.game.guess_of(code(guess));
                labels.extend(
                    cell.iter()
                        .map(|&place| self.game.answer(guess, code(place))),
                );
            },
            self.game.win(),
        );
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

    /// The answers to the codes of the set as guesses.
    fn own_answers(&self) -> Sheet {
        let codes: Vec<u32> = self.node.codes().collect();
        let mut own = Sheet::new(self.game.answers, codes.len(), codes.len());
        if !own.is_empty() {
            for (column, &guess) in codes.iter().enumerate() {
                let guess = self.game.guess_of(guess);
                for (row, &code) in codes.iter().enumerate() {
                    own.set(row, column, self.game.answer(guess, code));
                }
            }
        }
        own
    }

    /// The second look at a cell: the least cost of all guesses, and at least what its size tells.
    fn by_all(&mut self, label: u8) -> u32 {
        let key = self.sums[usize::from(label)];
        let known = self.known[&key];
        if known.least == known.most {
            return known.most;
        }
        let rows: Vec<u32> = self
            .cell(label)
            .iter()
            .map(|&place| self.node.rows[place as usize])
            .collect();
        let columns = &self.node.columns;
        let looks = Looks {
            size: rows.len(),
            inner: &self.inner,
            plain: self.plain,
        };
        let enough = looks.fewest(known.most, false);
        let mut candidates: Vec<(u8, u32)> = Vec::new();
        match columns.bits.is_empty() {
            true => candidates.extend((0..columns.width() as u32).map(|column| (u8::MAX, column))),
            false => columns.bits.count(&rows, |first, counts| {
                if counts
                    .cells
                    .iter()
                    .fold(false, |any, &cells| any | (cells >= enough))
                {
                    let all = (first as u32..).zip(counts.cells).zip(counts.wins);
                    let some = all.filter(|((_, cells), wins)| *cells >= enough && !wins);
                    candidates.extend(some.map(|((column, cells), _)| (cells, column)));
                }
            }),
        }
        let read = |column, labels: &mut Vec<u8>| columns.read(self.game, &rows, column, labels);
        let most = looks.least(
            (known.least, known.most),
            false,
            candidates,
            read,
            self.game.win(),
        );
        self.known.insert(key, Known { least: most, most });
        most
    }
}

/// The first looks at a cell.
struct Looks<'a> {
    size: usize,
    /// What a part of the cell costs by its size.
    inner: &'a [u64],
    plain: usize,
}

impl Looks<'_> {
    /// The least look of some guesses, which find a code or do not, if it is between these bounds; otherwise the
    /// bound. Of each guess the number of different answers is known, or given as the greatest number; its
    /// labels are read if that does not tell what it costs.
    fn least(
        &self,
        (least, mut most): (u32, u32),
        wins: bool,
        candidates: Vec<(u8, u32)>,
        read: impl Fn(u32, &mut Vec<u8>),
        win: u8,
    ) -> u32 {
        let mut candidates = BinaryHeap::from(candidates);
        let mut labels = Vec::new();
        let mut enough = self.fewest(most, wins);
        while most > least {
            // Those with the most different answers come first.
            let Some((count, guess)) = candidates.pop().filter(|best| best.0 >= enough) else {
                break;
            };
            let others = usize::from(count) - usize::from(wins);
            let codes = self.size - usize::from(wins);
            let look = match count < u8::MAX && codes < others + self.plain && (wins || others > 1)
            {
                true => self.least_of(codes, others),
                false => {
                    labels.clear();
                    read(guess, &mut labels);
                    self.look(&labels, win)
                }
            };
            if look < u64::from(most) {
                most = look as u32;
                enough = self.fewest(most, wins);
            }
        }
        most.max(least)
    }

    /// What a guess with these answers costs.
    fn look(&self, labels: &[u8], win: u8) -> u64 {
        let mut sizes = [0u8; 256];
        labels
            .iter()
            .for_each(|&label| sizes[usize::from(label)] += 1);
        if usize::from(sizes[usize::from(labels[0])]) == labels.len() && labels[0] != win {
            return ENDLESS;
        }
        sizes[usize::from(win)] = 0;
        let cells = sizes.iter().map(|&size| self.inner[usize::from(size)]);
        self.size as u64 + cells.sum::<u64>()
    }

    /// How many different answers a guess needs to cost less than this; the greatest number if none is enough.
    fn fewest(&self, most: u32, wins: bool) -> u8 {
        let wins = usize::from(wins);
        let codes = self.size - wins;
        let could = |&others: &usize| self.least_of(codes, others) < u64::from(most);
        (1..=codes)
            .find(could)
            .map_or(u8::MAX, |others| (others + wins) as u8)
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
