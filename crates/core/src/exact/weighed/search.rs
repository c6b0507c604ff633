//! Branch and bound, the search of the first guesses, and trees.

use std::cmp::Reverse;

use crate::exact::best_tree::quick_tree;
use crate::exact::bounds::reach;
use crate::exact::cost::{Ranked, UNLIMITED};
use crate::exact::game::Game;
use crate::exact::kernels::{LANES, Line};
use crate::exact::memory::{CanonicalForm, Key, NO_GUESS, Packed, Table};
use crate::exact::partition::Partition;
use crate::exact::problem::{DEEPEST, Options, Stage};
use crate::exact::tree::{GrowTree, cells};
use crate::exact::watch::{Stopped, Watch};
use crate::simd::Level;
use crate::tree::Node;

/// A cost that no strategy reaches; sums of weights stay far below it.
pub(super) const INFINITE: u64 = u64::MAX >> 2;

/// Smaller sets take less time than their canonical form.
const LEAST_CANONICAL: usize = 6;

/// Stands for the class of secrets without weight.
const NO_CLASS: u8 = u8::MAX;

/// Between two checks whether to stop, so many positions are searched.
const OFTEN: u64 = 16;

/// What is known of a set: a lower bound of its cost, which is its cost if a best guess is known, and that.
type Fact = (u64, u32);

impl Packed<3> for Fact {
    const NOTHING: Self = (0, NO_GUESS);

    fn pack(self) -> [u64; 3] {
        [0, self.0, u64::from(self.1) + 1]
    }

    fn unpack([_, lower, guess]: [u64; 3]) -> Self {
        (lower, (guess - 1) as u32)
    }

    fn cost(word: u64) -> u64 {
        word
    }
}

/// A cell whose cost is open.
struct Open {
    codes: Vec<u16>,
    key: Key,
    lower: u64,
    /// Whether its guesses were ranked before.
    seen: bool,
}

pub(super) struct Search<'a> {
    pub game: &'a Game,
    watch: &'a Watch<'a>,
    pub level: Level,
    /// The weight of each class, heaviest first.
    pub weights: Vec<u64>,
    /// The class of each secret.
    pub class_of: Vec<u8>,
    /// How many codes the first, the second ... guess finds at the latest; none before them.
    pub reach: Vec<usize>,
    pub table: Table<Fact, 3>,
    /// The guesses made so far.
    pub path: Vec<u32>,
    positions: u64,
    /// By label and class, how many secrets; all zero between calls.
    pub tally: Vec<u32>,
    pub counts: Vec<Line>,
    orders: Vec<Vec<Ranked>>,
    partitions: Vec<Partition>,
}

impl<'a> Search<'a> {
    pub fn new(game: &'a Game, weights: &[u64], watch: &'a Watch<'a>, options: &Options) -> Self {
        let mut classes: Vec<u64> = weights.iter().copied().filter(|&each| each > 0).collect();
        classes.sort_unstable_by_key(|&each| Reverse(each));
        classes.dedup();
        let bytes = game.matrix.table_bytes(64, options.limits.memory);
        let class = |weight: &u64| classes.iter().position(|each| each == weight);
        Search {
            watch,
            level: options.level,
            class_of: weights
                .iter()
                .map(|each| class(each).map_or(NO_CLASS, |class| class as u8))
                .collect(),
            tally: vec![0; 256 * classes.len()],
            weights: classes,
            reach: reach(game.matrix.secrets, &game.openings),
            table: Table::new(bytes.clamp(1 << 16, 1 << 30)),
            path: Vec::new(),
            positions: 0,
            counts: vec![Line([0; LANES]); game.matrix.by_secret.lines_per_row()],
            orders: Vec::new(),
            partitions: Vec::new(),
            game,
        }
    }

    pub fn weight(&self, code: u16) -> u64 {
        self.weights[usize::from(self.class_of[usize::from(code)])]
    }

    pub fn weight_of(&self, set: &[u16]) -> u64 {
        set.iter().map(|&code| self.weight(code)).sum()
    }

    /// The cost of a set of one or two secrets.
    fn certain_cost(&self, set: &[u16]) -> Option<u64> {
        match *set {
            [code] => Some(self.weight(code)),
            [one, other] => {
                let (one, other) = (self.weight(one), self.weight(other));
                Some(one + other + one.min(other))
            }
            _ => None,
        }
    }

    /// What so many secrets of each class cost at least: the heaviest are found first.
    pub fn bound(&self, counts: &[u32]) -> u64 {
        let (mut depth, mut room, mut total) = (1, 1, 0);
        for (&count, weight) in counts.iter().zip(&self.weights) {
            let mut count = count as usize;
            while count > room {
                total += (room * depth) as u64 * weight;
                count -= room;
                depth += 1;
                room = self.reach[depth] - self.reach[depth - 1];
            }
            total += (count * depth) as u64 * weight;
            room -= count;
        }
        total
    }

    /// Counts the secrets of each class.
    fn classes(&self, set: &[u16]) -> Vec<u32> {
        let mut counts = vec![0; self.weights.len()];
        for &code in set {
            counts[usize::from(self.class_of[usize::from(code)])] += 1;
        }
        counts
    }

    fn tick(&mut self) -> Result<(), Stopped> {
        self.positions += 1;
        if self.positions >= OFTEN {
            self.watch.count(std::mem::take(&mut self.positions));
            self.watch.check(Stage::Total, None, 0)?;
        }
        Ok(())
    }

    fn key(&self, set: &[u16]) -> (Key, Option<CanonicalForm>) {
        let forms = self.game.forms.as_ref();
        let forms = forms.filter(|_| set.len() > LEAST_CANONICAL);
        match forms.map(|forms| forms.of(set)) {
            Some(form) => (form.key, Some(form)),
            None => (self.game.key_of(set), None),
        }
    }

    /// The least cost of a set if it is below the budget; otherwise a lower bound, at least the budget.
    fn search(&mut self, set: &[u16], budget: u64) -> Result<u64, Stopped> {
        if let Some(cost) = self.certain_cost(set) {
            return Ok(cost);
        }
        let (key, form) = self.key(set);
        let (known, of_known) = self.table.get(key);
        if of_known != NO_GUESS || known >= budget {
            return Ok(known);
        }
        self.tick()?;
        let mut order = self.orders.pop().unwrap_or_default();
        let mut lower = self.rank(set, budget, Some(&mut order));
        let (mut best, mut guess) = (budget, NO_GUESS);
        for ranked in &order {
            if ranked.bound >= best {
                lower = lower.min(ranked.bound);
                break;
            }
            let cost = self.evaluate(set, ranked.guess, best)?;
            if cost < best {
                (best, guess) = (cost, ranked.guess);
            } else {
                lower = lower.min(cost);
            }
        }
        self.orders.push(order);
        let lower = if guess == NO_GUESS { lower } else { best };
        let lower = lower.max(known);
        let forms = self.game.forms.as_ref();
        if let (Some(form), Some(forms)) = (&form, forms) {
            guess = forms.guess_in_form(form, guess);
        }
        self.table.put(key, (lower, guess));
        Ok(lower)
    }

    /// The cost of a guess if it is below `best`, otherwise a lower bound of at least `best`.
    fn evaluate(&mut self, set: &[u16], guess: u32, best: u64) -> Result<u64, Stopped> {
        let mut partition = self.partitions.pop().unwrap_or_default();
        partition.make(&self.game.matrix, set, guess);
        self.path.push(guess);
        let result = self.evaluate_cells(set, &partition, best);
        self.path.pop();
        self.partitions.push(partition);
        result
    }

    fn evaluate_cells(
        &mut self,
        set: &[u16],
        partition: &Partition,
        best: u64,
    ) -> Result<u64, Stopped> {
        let mut total = self.weight_of(set);
        let mut open: Vec<Open> = Vec::new();
        for cell in &partition.cells {
            let mut codes = Vec::new();
            partition.codes(cell, set, &mut codes);
            if let Some(cost) = self.certain_cost(&codes) {
                total += cost;
                continue;
            }
            let (key, _) = self.key(&codes);
            let (known, guess) = self.table.get(key);
            let lower = known.max(self.bound(&self.classes(&codes)));
            total += lower;
            if guess == NO_GUESS {
                let seen = known > 0;
                open.push(Open {
                    codes,
                    key,
                    lower,
                    seen,
                });
            }
        }
        // A look one guess ahead at each cell, largest first.
        for cell in open.iter_mut().rev().filter(|cell| !cell.seen) {
            if total >= best {
                return Ok(total);
            }
            self.tick()?;
            let lower = self.rank(&cell.codes, INFINITE, None).max(cell.lower);
            total += lower - cell.lower;
            cell.lower = lower;
            self.table.put(cell.key, (lower, NO_GUESS));
        }
        for cell in &open {
            if total >= best {
                return Ok(total);
            }
            let cost = self.search(&cell.codes, best - (total - cell.lower))?;
            total += cost.max(cell.lower) - cell.lower;
        }
        Ok(total)
    }

    /// The search of the game: a lower bound, the best strategy below the budget, its cost, and whether it ended.
    pub fn root(&mut self, all: &Vec<u16>, budget: u64) -> (u64, Option<Node>, u64, bool) {
        let shown = |cost: u64| u32::try_from(cost).unwrap_or(u32::MAX);
        let set = self.weighing(all);
        let (mut best, mut tree) = (budget, None);
        if let Some(cost) = self.certain_cost(&set) {
            let tree = self.grown(all, UNLIMITED, None, DEEPEST).ok();
            return (cost, tree.filter(|_| cost < budget), cost, true);
        }
        let mut order = Vec::new();
        let mut lower = self.rank(&set, budget, Some(&mut order));
        for (place, ranked) in order.iter().enumerate() {
            let least = shown(lower.min(ranked.bound));
            self.watch.set(least, shown(best), ranked.guess);
            self.watch.set_settled(place, order.len());
            if ranked.bound >= best {
                lower = lower.min(ranked.bound);
                break;
            }
            let found = self.evaluate(&set, ranked.guess, best).and_then(|cost| {
                let guess = Some(ranked.guess);
                let grown = (cost < best).then(|| self.grown(all, UNLIMITED, guess, DEEPEST));
                match grown {
                    Some(Err(Stopped)) if self.watch.reason().is_some() => Err(Stopped),
                    // Where the table has lost a guess of the tree, the cost is known without one.
                    grown => Ok((cost, grown.and_then(Result::ok))),
                }
            });
            match found {
                Ok((cost, grown)) if cost < best => (best, tree) = (cost, grown),
                Ok((cost, _)) => lower = lower.min(cost),
                Err(Stopped) => return (lower.min(ranked.bound).min(best), tree, best, false),
            }
        }
        (lower.min(best), tree, best, true)
    }

    /// The codes that have weight.
    fn weighing(&self, all: &[u16]) -> Vec<u16> {
        let weighs = |code: &u16| self.class_of[usize::from(*code)] != NO_CLASS;
        all.iter().copied().filter(weighs).collect()
    }
}

/// Trees that are best by weight; codes without weight are found somehow.
impl GrowTree for Search<'_> {
    type At = Vec<u16>;

    fn path(&mut self) -> Option<&mut Vec<u32>> {
        Some(&mut self.path)
    }

    fn after(&mut self, all: &Vec<u16>, guess: u32) -> Vec<(u32, Vec<u16>)> {
        cells(self.game, all, guess)
    }

    fn guess(&mut self, all: &Vec<u16>, _left: u8) -> Result<u32, Stopped> {
        let set = self.weighing(all);
        let Some(&heaviest) = set.iter().max_by_key(|&&code| self.weight(code)) else {
            let tree = quick_tree(&self.game.rules, all, None);
            return tree.map_or(Err(Stopped), |tree| Ok(tree.guess));
        };
        if set.len() <= 2 {
            return Ok(self.game.matrix.guess_of(heaviest));
        }
        self.search(&set, INFINITE)?;
        let (key, form) = self.key(&set);
        let (_, known) = self.table.get(key);
        let guess = match (&form, &self.game.forms) {
            (Some(form), Some(forms)) => forms.guess_in_set(form, known),
            _ => known,
        };
        match guess {
            NO_GUESS => Err(Stopped), // the table has lost it
            guess => Ok(guess),
        }
    }
}
