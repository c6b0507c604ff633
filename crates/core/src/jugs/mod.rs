//! Water jugs, any number of them: all best plans by search over the states that can
//! be reached, level by level.
//!
//! A level is the states of one cost, a pair (water drawn, actions); with fewest
//! actions asked for, water counts nothing. Every action costs an action, so levels are
//! settled in order of cost and a state's cost is final when its level comes up
//! (Dijkstra 1959). Going back from the first level with a goal, only states on best
//! plans are kept, each with the number of best plans from it.
//!
//! A state is packed into `W` words, no jug across two words, so that an action is two
//! additions. Set look-ups take nearly all the time; see `benchmarks/jugs.py`.

mod packed;

use num_bigint::BigUint;
use packed::{Key, KeySet, Layout};
use std::collections::{BTreeMap, HashMap};

use crate::hash::BuildMultiplyHasher;

/// Amounts and capacities must stay below this, and so must their sum.
pub const MAX_WATER: u64 = 1 << 62;
/// The greatest number of vessels: jugs, and the supply if it is limited.
pub const MAX_VESSELS: usize = 128;

/// About how many actions are worked out before the places of their states in the set are looked at.
const BATCH: usize = 512;
/// About how many actions are worked out between two questions to the caller whether to go on.
const ASK_EVERY: usize = 1 << 17;

/// What is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Goal {
    /// The amount in any one jug.
    Any(u64),
    /// The amount in the jug of this number.
    Jug(usize, u64),
    /// The amount in all jugs together.
    Together(u64),
    /// Exactly these amounts, jug by jug.
    End(Vec<u64>),
}

/// A water-jug problem; the caller has asked whether it [is sound](Problem::is_sound).
#[derive(Clone, Debug)]
pub struct Problem {
    /// What each jug holds.
    pub capacities: Vec<u64>,
    /// The amount in each jug at the start and, if there is one, the limited supply.
    pub start: Vec<u64>,
    /// What is to be reached.
    pub goal: Goal,
    /// Whether jugs may be filled.
    pub tap: bool,
    /// Whether jugs may be emptied.
    pub drain: bool,
    /// Least water first, then fewest actions; otherwise fewest actions.
    pub least_water: bool,
}

impl Problem {
    /// Whether it has jugs, up to [`MAX_VESSELS`] vessels, amounts within capacities, less than [`MAX_WATER`] in all, and a goal
    /// of its jugs.
    pub fn is_sound(&self) -> bool {
        let Problem {
            capacities, start, ..
        } = self;
        let jugs = capacities.len();
        let vessels =
            start.len() <= MAX_VESSELS && matches!(start.len().checked_sub(jugs), Some(0 | 1));
        let fits = start
            .iter()
            .zip(capacities)
            .all(|(amount, capacity)| amount <= capacity);
        let water = capacities.iter().chain(start.iter().skip(jugs));
        let goal = match &self.goal {
            Goal::Jug(jug, _) => *jug < jugs,
            Goal::End(end) => end.len() == jugs,
            Goal::Any(_) | Goal::Together(_) => true,
        };
        jugs > 0
            && vessels
            && fits
            && goal
            && water.map(|&amount| u128::from(amount)).sum::<u128>() < MAX_WATER.into()
    }
}

/// The water drawn (0 unless least water is asked for) and the actions of a plan.
pub type Cost = (u64, u64);

/// One step of a plan: from a jug or the tap (None), to a jug or the drain (None), and the state after it.
pub type Step = (Option<usize>, Option<usize>, Vec<u64>);

/// How a search ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// There are plans of this cost and none of less.
    Solved(Cost),
    /// All states were searched, and there is no plan.
    Impossible,
    /// The search was cut short; no plan costs less than this.
    Cut(Cost),
}

/// The result of [`search`].
pub struct Found {
    /// What came of the search.
    pub outcome: Outcome,
    /// How many states were kept.
    pub states: usize,
    /// How many best plans there are.
    pub plans: BigUint,
    /// The best plans, to be followed step by step; None if there are none.
    pub graph: Option<Box<dyn Graph>>,
}

/// The states on best plans.
pub trait Graph: Send + Sync {
    /// The steps from `state` that keep to a best plan, in order; none at a goal.
    fn steps(&self, state: &[u64]) -> Vec<Step>;
}

/// Finds the best plans, keeping `max_states` states at most.
///
/// `go_on` is asked now and then, with the number of states kept and the cost that is
/// reached, and ends the search by answering false.
///
/// ```
/// use sito_core::jugs::{Goal, Outcome, Problem, search};
/// let problem = Problem {
///     capacities: vec![8, 5],
///     start: vec![0, 0],
///     goal: Goal::Any(4),
///     tap: true,
///     drain: true,
///     least_water: false,
/// };
/// let found = search(&problem, 1000, &mut |_, _| true);
/// assert_eq!(found.outcome, Outcome::Solved((0, 10)));
/// assert_eq!(found.plans, 1u32.into());
/// ```
pub fn search(
    problem: &Problem,
    max_states: usize,
    go_on: &mut dyn FnMut(usize, Cost) -> bool,
) -> Found {
    match Layout::words(problem) {
        1 => run::<1>(problem, max_states, go_on),
        2 => run::<2>(problem, max_states, go_on),
        3..=4 => run::<4>(problem, max_states, go_on),
        5..=16 => run::<16>(problem, max_states, go_on),
        _ => run::<MAX_VESSELS>(problem, max_states, go_on),
    }
}

/// How many bytes one state takes in [`search`], tables included, at most.
pub fn bytes_per_state(problem: &Problem) -> usize {
    let words = match Layout::words(problem) {
        words @ 1..=2 => words,
        3..=4 => 4,
        5..=16 => 16,
        _ => MAX_VESSELS,
    };
    // The list and the table, each before and after it doubles; the table is 3/4 full before, and 3/8 after.
    8 * words * (1 + 2 + 4)
}

type Winning<const W: usize> = HashMap<Key<W>, (Cost, BigUint), BuildMultiplyHasher>;

/// An action in a state: where from, where to, how much, and how much of it the tap gives.
struct Pour {
    source: Option<usize>,
    target: Option<usize>,
    amount: u64,
    water: u64,
}

/// A problem with the places of its amounts.
struct Board<const W: usize> {
    problem: Problem,
    layout: Layout,
}

impl<const W: usize> Board<W> {
    fn solved(&self, amounts: &[u64]) -> bool {
        let jugs = &amounts[..self.problem.capacities.len()];
        match &self.problem.goal {
            Goal::Any(target) => jugs.contains(target),
            Goal::Jug(jug, target) => jugs[*jug] == *target,
            Goal::Together(target) => jugs.iter().sum::<u64>() == *target,
            Goal::End(end) => jugs == end,
        }
    }

    /// Lists the actions that change the state, in the order fill, empty, pour.
    fn each_pour(&self, amounts: &[u64], mut act: impl FnMut(Pour)) {
        let Problem {
            capacities,
            tap,
            drain,
            ..
        } = &self.problem;
        let supply = amounts.get(capacities.len());
        if *tap {
            for (jug, &capacity) in capacities.iter().enumerate() {
                let room = capacity - amounts[jug];
                let amount = supply.map_or(room, |&left| room.min(left));
                if amount > 0 {
                    act(Pour {
                        source: None,
                        target: Some(jug),
                        amount,
                        water: amount,
                    });
                }
            }
        }
        let filled = || (0..capacities.len()).filter(|&jug| amounts[jug] > 0);
        if *drain {
            for jug in filled() {
                act(Pour {
                    source: Some(jug),
                    target: None,
                    amount: amounts[jug],
                    water: 0,
                });
            }
        }
        for source in filled() {
            for (target, &capacity) in capacities.iter().enumerate() {
                let amount = amounts[source].min(capacity - amounts[target]);
                if amount > 0 && source != target {
                    act(Pour {
                        source: Some(source),
                        target: Some(target),
                        amount,
                        water: 0,
                    });
                }
            }
        }
    }

    /// The vessels that a pour takes from and gives to: the supply, if it is limited, in place of the tap.
    fn vessels(&self, pour: &Pour) -> (Option<usize>, Option<usize>) {
        let jugs = self.problem.capacities.len();
        let supply = (self.layout.fields.len() > jugs).then_some(jugs);
        (
            pour.source.or(supply.filter(|_| pour.target.is_some())),
            pour.target,
        )
    }

    fn after(&self, key: &Key<W>, pour: &Pour) -> Key<W> {
        let mut after = *key;
        let (from, to) = self.vessels(pour);
        if let Some((word, shift, _)) = from.map(|vessel| self.layout.fields[vessel]) {
            after.0[word] -= pour.amount << shift;
        }
        if let Some((word, shift, _)) = to.map(|vessel| self.layout.fields[vessel]) {
            after.0[word] += pour.amount << shift;
        }
        after
    }

    fn cost_after(&self, cost: Cost, pour: &Pour) -> Cost {
        let water = if self.problem.least_water {
            pour.water
        } else {
            0
        };
        (cost.0 + water, cost.1 + 1)
    }

    /// Settles levels up to the first that has a goal; the outcome, and the levels with their costs.
    fn forward(
        &self,
        max_states: usize,
        go_on: &mut dyn FnMut(usize, Cost) -> bool,
    ) -> (Outcome, Vec<(Cost, Vec<Key<W>>)>, usize) {
        let start = self.layout.pack::<W>(&self.problem.start);
        // With fewest actions a state is final when it is first met; with least water, when its level comes up.
        let first_met = !self.problem.least_water;
        let mut seen = KeySet::new();
        if first_met {
            seen.insert(start);
        }
        let mut waiting = BTreeMap::from([((0, 0), vec![start])]);
        let mut settled = Vec::new();
        let (mut kept, mut unasked) = (1, 0);
        let jugs = self.problem.capacities.len();
        let batch = (BATCH / (jugs * (jugs + 1))).max(1);
        let mut amounts = Vec::new();
        let mut reached = Vec::new();
        while let Some((cost, mut level)) = waiting.pop_first() {
            if !first_met {
                let met = level.len();
                level.retain(|&key| seen.insert(key));
                kept -= met - level.len();
            }
            let goal = level.iter().any(|key| {
                self.layout.unpack(key, &mut amounts);
                self.solved(&amounts)
            });
            if goal {
                settled.push((cost, level));
                return (Outcome::Solved(cost), settled, kept);
            }
            for keys in level.chunks(batch) {
                for key in keys {
                    self.layout.unpack(key, &mut amounts);
                    self.each_pour(&amounts, |pour| {
                        let after = self.after(key, &pour);
                        seen.prefetch(&after);
                        reached.push((self.cost_after(cost, &pour), after));
                    });
                }
                unasked += reached.len();
                for (there, after) in reached.drain(..) {
                    let new = if first_met {
                        seen.insert(after)
                    } else {
                        !seen.contains(&after)
                    };
                    if new {
                        waiting.entry(there).or_default().push(after);
                        kept += 1;
                    }
                }
                let ask = unasked > ASK_EVERY;
                if ask {
                    unasked = 0;
                }
                if kept > max_states || (ask && !go_on(kept, cost)) {
                    let bound = cost.1 + u64::from(first_met);
                    return (Outcome::Cut((cost.0, bound)), settled, kept);
                }
            }
            settled.push((cost, level));
        }
        (Outcome::Impossible, settled, kept)
    }

    /// Goes back from the goals in the last level and keeps the states on best plans, with the number of plans from each.
    fn backward(&self, levels: Vec<(Cost, Vec<Key<W>>)>) -> Winning<W> {
        let mut winning = Winning::default();
        let mut amounts = Vec::new();
        for (cost, level) in levels.into_iter().rev() {
            for key in level {
                self.layout.unpack(&key, &mut amounts);
                let mut plans = BigUint::from(u32::from(self.solved(&amounts)));
                self.each_pour(&amounts, |pour| {
                    if let Some((there, onward)) = winning.get(&self.after(&key, &pour))
                        && *there == self.cost_after(cost, &pour)
                    {
                        plans += onward;
                    }
                });
                if plans != BigUint::ZERO {
                    winning.insert(key, (cost, plans));
                }
            }
        }
        winning
    }
}

struct BestPlans<const W: usize> {
    board: Board<W>,
    winning: Winning<W>,
}

impl<const W: usize> Graph for BestPlans<W> {
    fn steps(&self, state: &[u64]) -> Vec<Step> {
        let fields = &self.board.layout.fields;
        let mut steps = Vec::new();
        if state.len() != fields.len()
            || state
                .iter()
                .zip(fields)
                .any(|(amount, field)| *amount > field.2)
        {
            return steps;
        }
        let key = self.board.layout.pack(state);
        let Some((cost, _)) = self.winning.get(&key) else {
            return steps;
        };
        self.board.each_pour(state, |pour| {
            let after = self.board.after(&key, &pour);
            if self
                .winning
                .get(&after)
                .is_some_and(|(there, _)| *there == self.board.cost_after(*cost, &pour))
            {
                let mut amounts = Vec::new();
                self.board.layout.unpack(&after, &mut amounts);
                steps.push((pour.source, pour.target, amounts));
            }
        });
        steps
    }
}

fn run<const W: usize>(
    problem: &Problem,
    max_states: usize,
    go_on: &mut dyn FnMut(usize, Cost) -> bool,
) -> Found {
    let board = Board::<W> {
        problem: problem.clone(),
        layout: Layout::new(problem),
    };
    let (outcome, levels, states) = board.forward(max_states, go_on);
    if !matches!(outcome, Outcome::Solved(_)) {
        return Found {
            outcome,
            states,
            plans: BigUint::ZERO,
            graph: None,
        };
    }
    let winning = board.backward(levels);
    let start = board.layout.pack(&problem.start);
    let plans = winning[&start].1.clone();
    Found {
        outcome,
        states,
        plans,
        graph: Some(Box::new(BestPlans { board, winning })),
    }
}
