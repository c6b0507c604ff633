//! Branch and bound over the guesses of a position.

use std::cmp::Reverse;

use super::cells::Cells;
use super::columns::Marks;
use super::position::{MOST_ROWS, Position};
use super::rank::{RankBuffers, Ranked};
use super::setting::{INFINITE, Setting};
use crate::exact::cost::Goal;
use crate::exact::memory::{Known, NO_GUESS};
use crate::exact::problem::Stage;
use crate::exact::tree::GrowTree;
use crate::exact::watch::Stopped;

/// Between two checks whether to stop, so many positions are searched.
const OFTEN: u64 = 64;

/// One thread of a search.
pub(super) struct Searcher<'a> {
    pub setting: &'a Setting<'a>,
    pub stage: Stage,
    pub rank_buffers: RankBuffers,
    pub marks: Marks,
    /// The best guess of the position that was searched last.
    pub last_guess: u32,
    orders: Vec<Vec<Ranked>>,
    cells: Vec<Cells>,
    positions: u64,
}

/// Sets of at most so many codes are often settled by the best guess alone.
const SMALL: usize = 16;

/// The cell of a guess that is still to be searched.
pub(super) struct Open {
    pub position: Position,
    pub left: u8,
    pub lower: u64,
}

impl<'a> Searcher<'a> {
    pub fn new(setting: &'a Setting<'a>, stage: Stage) -> Self {
        Searcher {
            setting,
            stage,
            rank_buffers: RankBuffers::default(),
            marks: Marks::default(),
            last_guess: NO_GUESS,
            orders: Vec::new(),
            cells: Vec::new(),
            positions: 0,
        }
    }

    /// Counts a position, and stops the search if it must.
    fn tick(&mut self) -> Result<(), Stopped> {
        self.positions += 1;
        if self.positions >= OFTEN {
            return self.flush();
        }
        Ok(())
    }

    /// Adds the positions to those of all threads.
    pub fn flush(&mut self) -> Result<(), Stopped> {
        let positions = std::mem::take(&mut self.positions);
        self.setting.watch.count(positions);
        self.setting.watch.check(self.stage, None, 0)
    }

    /// The least cost of a position below the budget, its guess in `last_guess`; else a bound, at least the budget.
    pub fn search(&mut self, position: &Position, left: u8, budget: u64) -> Result<u64, Stopped> {
        self.tick()?;
        if let Some(cost) = self.setting.certain_cost(&position.set, left) {
            self.last_guess = self.setting.heaviest_guess(&position.set);
            return Ok(cost);
        }
        let key = self.setting.key(position.key, left);
        let known = self.setting.table.get(key);
        if known.lower >= budget
            || known.exact() && (known.guess != NO_GUESS || known.lower >= INFINITE)
        {
            self.last_guess = known.guess;
            return Ok(known.lower);
        }
        let mut order = self.orders.pop().unwrap_or_default();
        let result = self.try_guesses(position, left, budget, &mut order);
        self.orders.push(order);
        let (cost, guess) = result?;
        let cost = cost.max(known.lower).min(INFINITE);
        let found = if cost < budget {
            Known::exactly(cost, guess)
        } else {
            Known::at_least(cost)
        };
        self.setting.table.put(key, found);
        self.last_guess = guess;
        Ok(cost)
    }

    fn try_guesses(
        &mut self,
        position: &Position,
        left: u8,
        budget: u64,
        order: &mut Vec<Ranked>,
    ) -> Result<(u64, u32), Stopped> {
        let mut lower = self.rank(position, left, budget, order)?;
        let (mut best, mut best_guess) = (budget, NO_GUESS);
        let mut untried = self.setting.question.width.unwrap_or(usize::MAX);
        for ranked in order.iter() {
            if untried == 0 {
                break;
            }
            if ranked.bound >= best {
                lower = lower.min(ranked.bound);
                continue;
            }
            let guess = position.columns.list[ranked.column as usize];
            let cost = self.evaluate(position, left, guess, Some(ranked.column), best)?;
            untried -= 1;
            if cost < best {
                (best, best_guess) = (cost, guess);
                if self.setting.question.any {
                    break;
                }
            } else {
                lower = lower.min(cost);
            }
        }
        if best < budget {
            return Ok((best, best_guess));
        }
        // A narrow search that found nothing says so, whatever the guesses cost that it left out.
        Ok((lower.max(budget), NO_GUESS))
    }

    /// The cost of a guess at a position if it is below `best`, otherwise a lower bound of at least `best`.
    pub fn evaluate(
        &mut self,
        position: &Position,
        left: u8,
        guess: u32,
        column: Option<u32>,
        best: u64,
    ) -> Result<u64, Stopped> {
        let (mut total, open) = self.look(position, left, guess, column, best)?;
        for open in open {
            if total >= best {
                break;
            }
            let cost = self.search(&open.position, open.left, best - (total - open.lower))?;
            total += cost.max(open.lower) - open.lower;
        }
        Ok(total)
    }

    /// What a guess costs at least, up to `best`, by a look one guess ahead at each cell; lists the open ones.
    pub fn look(
        &mut self,
        position: &Position,
        left: u8,
        guess: u32,
        column: Option<u32>,
        best: u64,
    ) -> Result<(u64, Vec<Open>), Stopped> {
        let mut cells = self.cells.pop().unwrap_or_default();
        cells.make(self.setting, position, guess, column);
        let total = cells.weigh(self.setting, position, left);
        let result = if total >= best || cells.open.is_empty() {
            Ok((total, Vec::new()))
        } else {
            self.look_at_cells(position, guess, &mut cells, total, best)
        };
        self.cells.push(cells);
        result
    }

    fn look_at_cells(
        &mut self,
        position: &Position,
        guess: u32,
        cells: &mut Cells,
        mut total: u64,
        best: u64,
    ) -> Result<(u64, Vec<Open>), Stopped> {
        self.marks.scores.clear();
        // Where few guesses are left, a look takes little time and says much. In large sets sizes alone say nearly all.
        let by_gain = !position.is_named();
        // Cells are settled where no secrets have weights, and no guesses are left out.
        let settles = self.setting.weights.is_none() && self.setting.question.width.is_none();
        let mut by_price = Vec::with_capacity(cells.open.len());
        for mut cell in cells.open.iter().copied() {
            let places = cells.places(&cell);
            let small = settles && places.len() <= SMALL;
            let mut guesses = 0;
            if small || by_gain {
                let some = self.mark(position, guess, places);
                guesses = match some {
                    true => self.marks.masks.iter().map(|mask| mask.count_ones()).sum(),
                    false => position.columns.list.len() as u32,
                };
                if small {
                    let (lower, exact) = self.settle(position, places, cell.left, some);
                    let lower = lower.max(cell.lower);
                    total += lower - cell.lower;
                    if total >= best {
                        return Ok((total, Vec::new()));
                    }
                    if exact {
                        continue;
                    }
                    cell.lower = lower;
                }
            }
            by_price.push((places.len(), guesses, cell));
        }
        if by_gain {
            // Bounds by size are weakest for large sets, and a look takes as long for each secret.
            by_price.sort_by_key(|&(size, guesses, _)| (size > MOST_ROWS, Reverse(size), guesses));
        }
        let left_open = by_price.into_iter().map(|(.., cell)| cell);
        cells.open.clear();
        cells.open.extend(left_open);
        let mut open: Vec<Open> = Vec::new();
        for cell in &cells.open {
            self.tick()?;
            let part = self.part(position, guess, cells.places(cell));
            let mut lower = cell.lower;
            let key = self.setting.key(part.key, cell.left);
            let known = self.setting.table.get(key);
            let mut exact = known.exact();
            lower = lower.max(known.lower);
            if !exact && known.lower == 0 {
                // One guess ahead: no guess costs less.
                lower = lower.max(self.rank(&part, cell.left, 0, &mut Vec::new())?);
                if self.setting.question.width.is_none() {
                    self.setting.table.put(key, Known::at_least(lower));
                }
                exact = lower >= INFINITE;
            }
            total += lower - cell.lower;
            if total >= best {
                return Ok((total, open));
            }
            if !exact {
                open.push(Open {
                    position: part,
                    left: cell.left,
                    lower,
                });
            }
        }
        if by_gain {
            open.sort_unstable_by_key(|open| open.position.len());
        }
        Ok((total, open))
    }

    /// Marks the guesses that are left after a guess, where the secret is at some places; false if all are.
    fn mark(&mut self, position: &Position, guess: u32, places: &[u16]) -> bool {
        let game = self.setting.game;
        let codes = places.iter().map(|&place| position.set[usize::from(place)]);
        let first = codes.clone().next().expect("a cell has codes");
        let answer = game.answer(guess, first);
        let members = codes.map(|code| game.matrix.guess_of(code));
        let allowance = self.setting.allowance;
        allowance.after(&position.columns, guess, answer, members, &mut self.marks)
    }

    /// The position after a guess, of the secrets at some places.
    pub fn part(&mut self, position: &Position, guess: u32, places: &[u16]) -> Position {
        let some = self.mark(position, guess, places);
        let masks = some.then_some(&mut self.marks.masks);
        position.part(self.setting.game, self.setting.allowance, places, masks)
    }
}

/// Trees from what is known; what the table has lost is searched again.
impl GrowTree for Searcher<'_> {
    type At = Position;

    fn after(&mut self, position: &Position, guess: u32) -> Vec<(u32, Position)> {
        let game = self.setting.game;
        let mut cells = Cells::default();
        cells.make(self.setting, position, guess, None);
        self.marks.scores.clear();
        let part = |places: &[u16]| {
            let answer = game.answer(guess, position.set[usize::from(places[0])]);
            (answer, self.part(position, guess, places))
        };
        cells.all().map(part).collect()
    }

    fn guess(&mut self, position: &Position, left: u8) -> Result<u32, Stopped> {
        let left = Goal::Total.normal_limit(position.len(), left);
        let cost = self.search(position, left, INFINITE)?;
        match self.last_guess {
            guess if cost < INFINITE && guess != NO_GUESS => Ok(guess),
            _ => Err(Stopped),
        }
    }
}
