//! The best tree so far, and the outcome of the search that made it.

use std::collections::BTreeMap;

use crate::code::Code;
use crate::rules::Rules;
use crate::space::CodeSpace;
use crate::tree::{Node, histogram};

use super::problem::{DEEPEST, Objective, Outcome, Quantity};
use super::watch::Watch;

/// The most answers to compute: about a fifth of a second.
const MAX_SCORES: usize = 1 << 22;

/// A tree, how many codes it finds with each guess, and the sum of the guesses, each code counted by its weight.
pub(super) struct BestTree {
    pub tree: Node,
    pub histogram: Vec<u64>,
    pub total: u64,
}

impl BestTree {
    /// A tree for a set of codes.
    pub fn of(rules: &Rules, set: &[u16], tree: Node) -> Self {
        let lies = |code: &u16| set.binary_search(code).is_ok().then_some(0);
        let mut best = BestTree::with_lies(rules, &lies, tree);
        if let Some(weights) = rules.weights() {
            let secrets = CodeSpace::secrets(rules);
            let total = set.iter().map(|&code| {
                let secret = secrets.code(code.into());
                u64::from(weights[usize::from(code)]) * guesses_for(rules, &best.tree, &secret)
            });
            best.total = total.sum();
        }
        best
    }

    /// A tree for the codes for which so many lies may still be told.
    pub fn with_lies(rules: &Rules, lies: &dyn Fn(&u16) -> Option<usize>, tree: Node) -> Self {
        let secrets = CodeSpace::secrets(rules);
        let spare = |code: &Code| lies(&(secrets.number(code)? as u16));
        let histogram = histogram(rules, &tree, &spare);
        let guesses = (1..).zip(&histogram);
        BestTree {
            total: guesses.map(|(depth, count)| depth * count).sum(),
            histogram,
            tree,
        }
    }

    /// See [`quick_tree`]; none if it does not keep to the limit.
    pub fn quick(
        rules: &Rules,
        set: &[u16],
        first_guess: Option<u32>,
        limit: Option<u8>,
    ) -> Option<Self> {
        quick_tree(rules, set, first_guess)
            .map(|tree| BestTree::of(rules, set, tree))
            .filter(|best| best.keeps_to(limit))
    }

    pub fn keeps_to(&self, limit: Option<u8>) -> bool {
        limit.is_none_or(|limit| self.worst() <= limit.into())
    }

    pub fn worst(&self) -> u32 {
        self.histogram.len() as u32
    }

    pub fn fewest(&self) -> u32 {
        *self.histogram.last().expect("a tree has a guess") as u32
    }

    pub fn value(&self, objective: Objective) -> Vec<u64> {
        let value = |quantity: &Quantity| match quantity {
            Quantity::Total => self.total,
            Quantity::Worst => self.worst().into(),
            Quantity::Fewest => self.fewest().into(),
        };
        objective.quantities().iter().map(value).collect()
    }

    /// The sum of the prices of the codes: the nth of the prices with the nth guess, and the last with later ones.
    pub fn sum_of(&self, prices: &[u32]) -> u64 {
        let last = prices.last().expect("there is a price");
        let prices = prices.iter().chain(std::iter::repeat(last));
        let sums = prices.zip(&self.histogram);
        sums.map(|(&price, &count)| u64::from(price) * count).sum()
    }
}

/// How many guesses a tree takes for a secret.
fn guesses_for(rules: &Rules, mut node: &Node, secret: &Code) -> u64 {
    let guesses = CodeSpace::guesses(rules);
    (1..)
        .find(|_| {
            let answer = rules.score(&guesses.code(node.guess.into()), secret);
            let branches = &node.branches;
            if answer != rules.win() {
                let place = branches.binary_search_by_key(&answer, |branch| branch.0);
                node = &branches[place.expect("a tree has a branch for each answer")].1;
            }
            answer == rules.win()
        })
        .expect("it is found")
}

impl Outcome {
    /// What a search among so many codes has found: a lower bound, its best tree with a value; whether it `ended`.
    pub(super) fn new(
        watch: &Watch,
        remaining: usize,
        lower: Option<Vec<u64>>,
        ended: bool,
        best: Option<BestTree>,
        value: impl FnOnce(&BestTree) -> Vec<u64>,
    ) -> Self {
        let upper = best.as_ref().map(value);
        // A tree that could not be rebuilt in full for want of positions proves nothing.
        let proven = ended && lower == upper;
        let (tree, histogram) =
            best.map_or_else(Default::default, |best| (Some(best.tree), best.histogram));
        Outcome {
            proven,
            lower,
            upper,
            tree,
            histogram,
            stopped: watch.reason().filter(|_| !proven),
            positions: watch.positions(),
            memory: watch.memory(),
            remaining,
        }
    }
}

/// A tree that is made in next to no time, for a search that is stopped before its answers are tabulated: each guess is
/// the best of a few codes that agree with all feedback. `None` if it would take too long or be too deep.
pub(super) fn quick_tree(rules: &Rules, set: &[u16], first_guess: Option<u32>) -> Option<Node> {
    let secrets = CodeSpace::secrets(rules);
    let mut grower = Grower {
        rules,
        guesses: CodeSpace::guesses(rules),
        left: MAX_SCORES,
    };
    let codes = set.iter().map(|&secret| secrets.code(secret.into()));
    grower.tree(codes.collect(), first_guess, DEEPEST)
}

struct Grower<'r> {
    rules: &'r Rules,
    guesses: CodeSpace,
    /// Answers that may still be computed.
    left: usize,
}

impl Grower<'_> {
    fn tree(&mut self, codes: Vec<Code>, guess: Option<u32>, depth: u8) -> Option<Node> {
        let depth = depth.checked_sub(1)?;
        let (guess, code) = match guess {
            Some(guess) => (guess, self.guesses.code(guess.into())),
            None => {
                let code = self.choose(&codes)?;
                (self.guesses.number(&code)? as u32, code)
            }
        };
        let cells = self.cells(&code, codes)?.into_iter();
        let branches = cells.map(|(answer, codes)| Some((answer, self.tree(codes, None, depth)?)));
        Some(Node {
            guess,
            branches: branches.collect::<Option<_>>()?,
        })
    }

    /// The one of a few of the codes, evenly spread over them, that leaves the fewest codes on average.
    fn choose(&mut self, codes: &[Code]) -> Option<Code> {
        const TRIED: usize = 8;
        if codes.len() <= 2 {
            return Some(codes[0]);
        }
        let tried = codes.iter().step_by(codes.len().div_ceil(TRIED));
        let mut best = (u64::MAX, codes[0]);
        for &code in tried {
            let cells = self.cells(&code, codes.to_vec())?;
            let left = cells.values().map(|cell| (cell.len() as u64).pow(2)).sum();
            if left < best.0 {
                best = (left, code);
            }
        }
        Some(best.1)
    }

    /// The codes by answer, the winning one left out.
    fn cells(&mut self, guess: &Code, codes: Vec<Code>) -> Option<BTreeMap<u32, Vec<Code>>> {
        self.left = self.left.checked_sub(codes.len())?;
        let mut cells: BTreeMap<u32, Vec<Code>> = BTreeMap::new();
        for secret in codes {
            if secret != *guess {
                let answer = self.rules.score(guess, &secret);
                cells.entry(answer).or_default().push(secret);
            }
        }
        Some(cells)
    }
}
