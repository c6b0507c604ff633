//! The second look: what a cell costs at least if all guesses at it are looked at as well.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use crate::bounds::{INFINITE, after_one};
use crate::claim::Node;
use crate::facts::Facts;
use crate::game::Game;

/// Cells of fewer codes cost what their size tells, and cells of more are not looked into.
const PEEKED: std::ops::RangeInclusive<u32> = 3..=64;

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
    /// How much more a part of a cell costs for its next code.
    step: Vec<u64>,
    /// What a part of a cell costs by its size.
    inner: Vec<u64>,
    /// A word for each code of the set; the sum of those of a cell tells which cell it is.
    words: Vec<u128>,
    /// The answers to the codes of the set as guesses, row by row; empty for large sets.
    own: Vec<u8>,
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
            step: inner.windows(2).map(|two| two[1] - two[0]).collect(),
            inner,
            words: match size <= 64 {
                true => (0..size).map(|row| 1 << row).collect(),
                false => node.codes().map(|code| facts.word(code)).collect(),
            },
            own: Vec::new(),
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
        for label in 0..win {
            if open[label] {
                let known = self.by_codes(label as u8);
                total += u64::from(known.least) - self.cost[self.sizes[label] as usize];
                open[label] = known.least < known.most;
                if total >= enough {
                    return total;
                }
            }
        }
        for label in 0..win {
            if open[label] {
                let before = self.known[&self.sums[label]].least;
                total += u64::from(self.by_all(label as u8) - before);
                if total >= enough {
                    return total;
                }
            }
        }
        total
    }

    /// The rows of a cell.
    fn cell(&self, label: u8) -> Vec<u32> {
        let rows = (0..).zip(&self.labels).filter(|row| *row.1 == label);
        rows.map(|(row, _)| row).collect()
    }

    /// What a cell costs if one of its codes is guessed, and at least.
    ///
    /// A guess that finds no code costs one more than the size tells: what f counts is that guess 1 finds
    /// a code, and guess d + 1 as many codes of the cells as d guesses find of each; no guess finds more.
    fn by_codes(&mut self, label: u8) -> Known {
        let key = self.sums[usize::from(label)];
        if let Some(&known) = self.known.get(&key) {
            return known;
        }
        if self.own.is_empty() && self.labels.len() <= 64 {
            let codes: Vec<u32> = self.node.codes().collect();
            for &guess in &codes {
                let guess = self.game.guess_of(guess);
                self.own
                    .extend(codes.iter().map(|&code| self.game.answer(guess, code)));
            }
        }
        let cell = self.cell(label);
        let least = self.cost[cell.len()] as u32;
        let mut most = INFINITE;
        for &guess in &cell {
            let look = match self.own.is_empty() {
                true => {
                    let code =
                        |row: u32| self.node.columns.codes[self.node.rows[row as usize] as usize];
                    let guess = self.game.guess_of(code(guess));
                    self.inner_look(
                        cell.iter().map(|&row| self.game.answer(guess, code(row))),
                        most,
                    )
                }
                false => {
                    let answers = &self.own[guess as usize * self.labels.len()..];
                    self.inner_look(cell.iter().map(|&row| answers[row as usize]), most)
                }
            };
            most = most.min(look);
            if most <= least {
                break;
            }
        }
        let most = most.max(least);
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

    /// What a code of a cell costs as a guess at it, or `most` if it is not less.
    #[inline]
    fn inner_look(&self, answers: impl ExactSizeIterator<Item = u8>, most: u32) -> u32 {
        let mut sizes = [0u8; 256];
        let mut total = answers.len() as u64;
        for answer in answers {
            if answer != self.game.win() {
                let size = &mut sizes[usize::from(answer)];
                total += self.step[usize::from(*size)];
                *size += 1;
                if total >= u64::from(most) {
                    return most;
                }
            }
        }
        total as u32
    }

    /// The second look at a cell: the least cost of all guesses, and at least what its size tells.
    fn by_all(&mut self, label: u8) -> u32 {
        let key = self.sums[usize::from(label)];
        let known = self.known[&key];
        if known.least == known.most {
            return known.most;
        }
        let cell = self.cell(label);
        let rows: Vec<u32> = cell
            .iter()
            .map(|&row| self.node.rows[row as usize])
            .collect();
        let columns = &self.node.columns;
        let mut most = known.most;
        let mut candidates: Vec<(u32, u32)> = Vec::new();
        let fewest = |most: u32| -> u32 {
            let cells = 1..=(self.game.answers as u32 - 1).min(rows.len() as u32);
            let could = |&cells: &u32| self.least_of(rows.len(), cells as usize) < u64::from(most);
            cells.into_iter().find(could).unwrap_or(u32::MAX)
        };
        let enough = fewest(most);
        match columns.has_bits() {
            false => {
                candidates.extend((0..columns.width() as u32).map(|column| (u32::MAX, column)))
            }
            true => columns.count_cells(&rows, |first, cells| {
                for (column, &count) in (first as u32..).zip(&cells.count) {
                    if count >= enough && (column as usize) < columns.width() {
                        candidates.push((count, column));
                    }
                }
            }),
        }
        candidates.sort_unstable_by(|a, b| b.cmp(a));
        let mut labels = Vec::with_capacity(rows.len());
        let mut enough = enough;
        for (count, column) in candidates {
            if count < enough || most <= known.least {
                break;
            }
            columns.read(self.game, &rows, column, &mut labels);
            if labels.contains(&self.game.win()) || labels.iter().all(|label| *label == labels[0]) {
                continue; // its own codes have been looked at, and what tells nothing never helps
            }
            let look = self.inner_look(labels.iter().copied(), most);
            if look < most {
                most = look;
                enough = fewest(most);
            }
        }
        let most = most.max(known.least);
        self.known.insert(key, Known { least: most, most });
        most
    }

    /// What a guess that finds no code costs at least if it makes so many cells of so many codes: as much as if
    /// they were of the same size, for each code of a cell costs as much as the one before, or more.
    fn least_of(&self, codes: usize, cells: usize) -> u64 {
        let (small, large) = (codes / cells, codes % cells);
        let mut least = codes as u64 + (cells - large) as u64 * self.inner[small];
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
