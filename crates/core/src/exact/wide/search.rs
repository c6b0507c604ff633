//! The search of sets that are too large for a table, and of their cells.

use std::collections::HashMap;
use std::sync::Arc;

use crate::code::Code;
use crate::rules::{Allowed, Rules};
use crate::tree::Node;

use super::cells::{Cells, depth_of, least};
use super::small::Part;
use crate::exact::cost::{Goal, INFINITE, Ranked, after_a_guess};
use crate::exact::driver::Driver;
use crate::exact::game::Game;
use crate::exact::matrix::NoMatrix;
use crate::exact::memory::{Key, TranspositionTable};
use crate::exact::minimise::Minimise;
use crate::exact::problem::{Objective, Options, Problem, Progress, Stage};
use crate::exact::search::{Prepared, Surroundings, marginal};
use crate::exact::watch::Watch;
use crate::hash::Random;

/// A search of one game.
pub(super) struct WideSearch<'a> {
    pub problem: &'a Problem<'a>,
    pub options: &'a Options<'a>,
    pub watch: &'a Watch<'a>,
    pub secrets: Vec<Code>,
    pub guesses: Arc<[Code]>,
    /// The numbers of the secrets as guesses.
    pub guess_of: Vec<u32>,
    keys: Vec<Key>,
    table: TranspositionTable,
    /// Parts whose totals are known.
    done: HashMap<(Key, u8), Part>,
    /// Sets of at most this many codes are games of their own.
    most: usize,
    marginal: Vec<u16>,
}

impl<'a> WideSearch<'a> {
    pub fn new(
        problem: &'a Problem<'a>,
        options: &'a Options<'a>,
        watch: &'a Watch<'a>,
        (secrets, guesses): (Vec<Code>, Arc<[Code]>),
        most: usize,
    ) -> Self {
        const TABLE: usize = 1 << 27;
        let mut random = Random(0x3d1e);
        let number = |code: &Code| guesses.binary_search(code).expect("a secret is a guess") as u32;
        WideSearch {
            problem,
            options,
            watch,
            guess_of: secrets.iter().map(number).collect(),
            keys: secrets.iter().map(|_| random.double_word()).collect(),
            marginal: marginal(secrets.len() + 1),
            table: TranspositionTable::new(TABLE.min(options.limits.memory / 4)),
            secrets,
            guesses,
            done: HashMap::new(),
            most,
        }
    }

    pub fn table_bytes(&self) -> usize {
        self.table.bytes()
    }

    fn is_stopped(&self) -> bool {
        self.watch.reason().is_some()
    }

    /// Reports how the search stands, and notes it if a limit is reached.
    fn see_limits(&self) {
        let _ = self.watch.check(Stage::Total, None, 0);
    }

    /// The least total of the codes that remain, from the first guess that is asked for.
    pub fn root(&mut self, set: &[u16], left: u8) -> Part {
        let only =
            set.len() == 1 && self.problem.first_guess == Some(self.guess_of[usize::from(set[0])]);
        match self.problem.first_guess.filter(|_| !only) {
            None if set.len() <= self.most => self.part(set, left),
            first => self.guess_by_guess(set, left, first, true),
        }
    }

    /// The least total of a set with so many guesses left.
    pub fn part(&mut self, set: &[u16], left: u8) -> Part {
        let left = Goal::Total.normal_limit(set.len(), left);
        if let Some(cost) = Goal::Total.certain_cost(set.len(), left) {
            return self.certain(set, cost);
        }
        let key = set.iter().fold(0, |sum: Key, &code| {
            sum.wrapping_add(self.keys[usize::from(code)])
        });
        if let Some(part) = self.done.get(&(key, left)) {
            return part.clone();
        }
        let part = if self.is_stopped() {
            self.hasty(set, left)
        } else if let Some(part) = self.by_members(set, left) {
            part
        } else if set.len() <= self.most {
            self.as_game(set, left)
        } else {
            self.guess_by_guess(set, left, None, false)
        };
        if part.is_exact() || self.problem.width.is_some() && !self.is_stopped() {
            self.done.insert((key, left), part.clone());
        }
        part
    }

    fn codes(&self, set: &[u16]) -> impl Iterator<Item = Code> {
        set.iter().map(|&code| self.secrets[usize::from(code)])
    }

    /// Solves a set as a game of its own; one whose table cannot be had is searched guess by guess.
    fn as_game(&mut self, set: &[u16], left: u8) -> Part {
        let of = self.problem.rules;
        let allowed = Allowed::Words {
            secrets: self.codes(set).collect(),
            guesses: self.guesses.clone(),
            weights: None,
        };
        let rules = Rules::new(of.pegs(), of.colors(), allowed, of.feedback().clone());
        let rules = rules.expect("it has some of the codes of a game");
        let problem = Problem {
            rules: &rules,
            objective: Objective::Total,
            depth: depth_of(left),
            history: &[],
            first_guess: None,
            ..*self.problem
        };
        let before = self.watch.positions();
        let whole = self.watch;
        let report = |progress: &Progress| {
            // The bounds of the whole do not change while a part is searched.
            let _ = whole.check(Stage::Total, None, progress.positions);
        };
        let limits = self.options.limits;
        let most = limits.positions.map(|most| most.saturating_sub(before));
        let watch = Watch::new(limits.positions(most), &report, 0);
        let game = match NoMatrix::or_none(Game::new(&rules, self.options.threads, &watch)) {
            Ok(Some(game)) => {
                let keys = set.iter().map(|&code| self.keys[usize::from(code)]);
                game.with_keys(keys.collect())
            }
            Ok(None) => {
                let _ = self.watch.poll();
                return self.hasty(set, left);
            }
            Err(_) => return self.guess_by_guess(set, left, None, false),
        };
        watch.set_grace(1 << 20);
        let numbers: Vec<u16> = (0..set.len() as u16).collect();
        let prepared = Prepared::default();
        let surroundings = Surroundings {
            journal: None,
            ..Surroundings::new(&game, &self.table, &prepared, &watch, self.options)
        };
        let mut driver = Driver::new(&problem, surroundings, numbers);
        driver.start();
        let (lower, _) = driver.run();
        let upper = driver
            .best
            .take()
            .map(|best| (best.total as u32, best.tree));
        // A part that is settled by a look takes time as well.
        self.watch.count(watch.positions().max(1));
        let stopped = watch.reason().is_some();
        self.see_limits();
        let lower = lower.map_or(INFINITE, |lower| lower[0] as u32);
        match upper {
            None if stopped => Part {
                lower,
                ..self.hasty(set, left)
            },
            upper => Part { lower, upper },
        }
    }

    /// Searches a set guess by guess, from a first guess that is fixed or from all. The root's bounds are reported.
    pub fn guess_by_guess(
        &mut self,
        set: &[u16],
        left: u8,
        first: Option<u32>,
        is_root: bool,
    ) -> Part {
        let codes: Vec<Code> = self.codes(set).collect();
        let cells = Cells::new(self.problem.rules, &codes, self.options.level);
        if let Some(guess) = first {
            return self.guess(set, &cells, guess, left, INFINITE, is_root);
        }
        let (mut order, complete) = self.order(set, &cells, left);
        if order.is_empty() {
            // Even the sizes of their cells leave too many codes, or the search was stopped at once.
            return match complete {
                true => Part::at_least(INFINITE),
                false => self.hasty(set, left),
            };
        }
        order.sort_unstable();
        let least_bound = match complete {
            true => order[0].bound as u32,
            false => least(set.len(), left),
        };
        let mut part = Part::at_least(least_bound);
        // The guess that promises most comes first: its tree is what the others must beat.
        let promising = |&place: &usize| (order[place].promise, order[place].guess);
        let most_promising = (0..order.len()).min_by_key(promising);
        order[..=most_promising.expect("there is one")].rotate_right(1);
        if let Some(width) = self.problem.width {
            order.sort_unstable_by_key(|ranked| (ranked.promise, ranked.guess));
            order.truncate(width);
        }
        let narrow = self.problem.width.is_some();
        let mut lower = INFINITE;
        for (index, &Ranked { bound, guess, .. }) in order.iter().enumerate() {
            let (bound, best) = (bound as u32, part.cost());
            self.see_limits();
            if index > 0 && (self.is_stopped() || bound >= best && !narrow) {
                lower = lower.min(bound);
                break;
            }
            if is_root {
                let settled = order.partition_point(|ranked| ranked.bound < best.into());
                self.watch.set_settled(index, settled.max(index));
                self.watch
                    .set(least_bound.max(lower.min(bound)).min(best), best, guess);
            }
            if !self.is_stopped() {
                self.watch.count(1); // it may have no cell whose search would be counted
            }
            let found = self.guess(set, &cells, guess, left, best, is_root);
            lower = lower.min(found.lower);
            if found.cost() < best {
                part.upper = found.upper;
            }
        }
        if !narrow && complete {
            part.lower = least_bound.max(lower).min(part.cost());
        }
        part
    }

    /// The guesses worth a search; whether all were weighed.
    fn order(&self, set: &[u16], cells: &Cells, left: u8) -> (Vec<Ranked>, bool) {
        let mut numbers: Vec<u32> = if self.problem.consistent {
            let members = set.iter().map(|&code| self.guess_of[usize::from(code)]);
            members.collect()
        } else {
            (0..self.guesses.len() as u32).collect()
        };
        // If this is stopped, those that were weighed are a fair sample.
        let mut random = Random(1);
        for last in (1..numbers.len()).rev() {
            numbers.swap(last, (random.word() % (last as u64 + 1)) as usize);
        }
        let (guesses, threads) = (&self.guesses, self.options.threads);
        let by = (left, self.marginal.as_slice());
        let (order, result) = cells.weigh(guesses, &numbers, by, threads, self.watch);
        (order, result.is_ok())
    }

    /// The total from a first guess if it is below `best`, otherwise a bound of at least that. If stopped, in haste.
    fn guess(
        &mut self,
        set: &[u16],
        cells: &Cells,
        guess: u32,
        left: u8,
        best: u32,
        is_root: bool,
    ) -> Part {
        let next = after_a_guess(left);
        let cells = cells.of(&self.guesses[guess as usize].clone());
        let mut lower = set.len() as u32;
        for (_, cell) in &cells {
            lower = lower.saturating_add(least(cell.len(), next)).min(INFINITE);
        }
        // What its tree costs; in a narrow search a guess is given up once that is known to be no better.
        let mut found = lower;
        let narrow = self.problem.width.is_some();
        let mut branches = Vec::new();
        for (answer, places) in &cells {
            if lower >= best || narrow && found >= best {
                return Part::at_least(lower);
            }
            let codes: Vec<u16> = places.iter().map(|&place| set[place]).collect();
            let part = self.part(&codes, next);
            let counted = least(codes.len(), next);
            let raised = |sum: u32, cost| sum.saturating_sub(counted).saturating_add(cost);
            lower = raised(lower, part.lower).min(INFINITE);
            found = raised(found, part.cost()).min(INFINITE);
            branches.extend(part.upper.map(|(_, tree)| (*answer, tree)));
            if is_root && !self.is_stopped() {
                self.see_limits();
            }
        }
        branches.sort_unstable_by_key(|&(answer, _)| answer);
        Part {
            lower,
            upper: (found < INFINITE).then_some((found, Node { guess, branches })),
        }
    }
}
