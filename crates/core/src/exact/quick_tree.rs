//! A tree that is made in next to no time, for a search that is stopped before its answers are
//! tabulated: each guess is the best of a few codes that agree with all feedback.

use std::collections::BTreeMap;

use crate::code::Code;
use crate::rules::Rules;
use crate::space::CodeSpace;
use crate::tree::Node;

use super::problem::DEEPEST;

/// The most answers to compute: about a fifth of a second.
const MAX_SCORES: usize = 1 << 22;

/// A tree for these codes; `None` if it would take too long or be too deep.
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
