//! The guesses that hard mode allows at a moment of a game, and the rest of the game as one of its own.

use std::sync::Arc;

use crate::code::{Code, MAX_COLORS, MAX_PEGS};
use crate::feedback::FeedbackKind;
use crate::rules::{Allowed, HardMode, Rules, RulesFault};
use crate::sieve::Knowledge;
use crate::space::CodeSpace;

/// The guesses that hard mode allows. A possible code is always allowed.
#[derive(Clone, Debug)]
pub enum Moves {
    /// All guesses of the game, or all possible codes if only those may be guessed.
    Every,
    /// The words that use all hints.
    Listed(Arc<[Code]>),
    /// The codes that use all hints, where they are too many to be listed.
    Hinted(Hints),
    /// The words that agree with the answers, whether they may be secrets or not.
    Agreeing(Box<Knowledge>),
}

impl Moves {
    /// What is allowed before the first guess.
    pub fn start(rules: &Rules) -> Self {
        match rules.hard() {
            None => Moves::Every,
            Some(HardMode::Hints | HardMode::Strict) => Moves::with_hints(rules, Hints::default()),
            Some(HardMode::Consistent) => match rules.allowed() {
                Allowed::Words { guesses, .. } if !only_possible(rules) => {
                    let words = Allowed::Words {
                        secrets: guesses.clone(),
                        guesses: guesses.clone(),
                        weights: None,
                    };
                    let words = Rules::new(
                        rules.pegs(),
                        rules.colors(),
                        words,
                        rules.feedback().clone(),
                    );
                    let words = words.expect("guesses of a game").with_lies(rules.lies());
                    let all = Knowledge::new(Arc::new(words)).expect("lists are not so long");
                    Moves::Agreeing(Box::new(all))
                }
                _ => Moves::Every,
            },
        }
    }

    /// What is allowed in a game with hard mode by hints, after answers that told these.
    pub fn with_hints(rules: &Rules, hints: Hints) -> Self {
        match rules.allowed() {
            Allowed::Words { guesses, .. } if hints == Hints::default() => {
                Moves::Listed(guesses.clone())
            }
            Allowed::Words { guesses, .. } => {
                let allowed = guesses.iter().copied();
                Moves::Listed(allowed.filter(|guess| hints.are_used_by(guess)).collect())
            }
            _ => Moves::Hinted(hints),
        }
    }

    /// Lists the guesses that are allowed, in ascending order.
    pub fn guesses(&self, knowledge: &Knowledge) -> Vec<Code> {
        match self {
            Moves::Every if only_possible(knowledge.rules()) => knowledge.iter_from(0).collect(),
            Moves::Listed(guesses) => guesses.to_vec(),
            Moves::Agreeing(words) => words.iter_from(0).collect(),
            Moves::Every | Moves::Hinted(_) => {
                let guesses = CodeSpace::guesses(knowledge.rules());
                guesses
                    .iter()
                    .filter(|guess| self.may_allow(guess))
                    .collect()
            }
        }
    }

    /// The rest of a game as a game of its own: the possible codes are its secrets, and what is allowed may be guessed, or
    /// with `consistent` only they. Lies are left out.
    ///
    /// # Errors
    /// No code is possible.
    pub fn rest_of_game(
        &self,
        knowledge: &Knowledge,
        consistent: bool,
    ) -> Result<Rules, Vec<RulesFault>> {
        let rules = knowledge.rules();
        let secrets: Arc<[Code]> = knowledge.iter_from(0).collect();
        let guesses = match consistent {
            true => secrets.clone(),
            false => self.guesses(knowledge).into(),
        };
        let allowed = Allowed::Words {
            weights: weights_of(rules, &secrets).map(Arc::from),
            secrets,
            guesses,
        };
        let kind = rules.feedback().clone();
        let rest = Rules::new(rules.pegs(), rules.colors(), allowed, kind)?;
        rest.with_hard(rules.hard().filter(|_| !consistent))
    }

    /// Whether a code of the game that comes from no list is allowed.
    pub fn may_allow(&self, guess: &[u8]) -> bool {
        match self {
            Moves::Hinted(hints) => hints.are_used_by(guess),
            Moves::Every | Moves::Listed(_) | Moves::Agreeing(_) => true,
        }
    }

    /// What is allowed after one more turn.
    pub fn after(&self, rules: &Rules, guess: &[u8], answer: u32) -> Self {
        match self {
            Moves::Every => Moves::Every,
            Moves::Listed(guesses) => {
                let hints = Hints::default().and(rules, guess, answer);
                let allowed = guesses.iter().copied();
                Moves::Listed(allowed.filter(|next| hints.are_used_by(next)).collect())
            }
            Moves::Hinted(hints) => Moves::Hinted(hints.clone().and(rules, guess, answer)),
            Moves::Agreeing(words) => {
                debug_assert_eq!(words.rules().lies(), rules.lies());
                Moves::Agreeing(Box::new(words.after(guess, answer)))
            }
        }
    }
}

/// What each of these codes weighs; `None` if each counts once.
pub fn weights_of(rules: &Rules, codes: &[Code]) -> Option<Vec<u32>> {
    let weights = rules.weights()?;
    let secrets = CodeSpace::secrets(rules);
    let weight = |code: &Code| weights[secrets.number(code).expect("a secret") as usize];
    Some(codes.iter().map(weight).collect())
}

/// Whether the rules allow possible codes only.
pub fn only_possible(rules: &Rules) -> bool {
    rules.hard() == Some(HardMode::Consistent)
        && match rules.allowed() {
            Allowed::Words {
                secrets, guesses, ..
            } => secrets.len() == guesses.len(),
            Allowed::Any | Allowed::Distinct => true,
        }
}

/// What the marks of pegs demand of a guess: the colors of green pegs, how often each color is needed, and
/// in the strict mode which colors are in no secret, a bit for each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hints {
    pub(crate) green: [Option<u8>; MAX_PEGS],
    pub(crate) needed: [u8; MAX_COLORS],
    pub(crate) absent: u64,
}

impl Default for Hints {
    fn default() -> Self {
        Hints {
            green: [None; MAX_PEGS],
            needed: [0; MAX_COLORS],
            absent: 0,
        }
    }
}

impl Hints {
    /// The hints of these green pegs with their colors, of these colors with how often each is needed, and of these
    /// colors that no guess may have. What no code has is left out.
    pub fn new(green: &[(usize, u8)], needed: &[(u8, u8)], absent: &[u8]) -> Self {
        let mut hints = Hints::default();
        for &(peg, color) in green {
            if let Some(green) = hints.green.get_mut(peg) {
                *green = Some(color);
            }
        }
        for &(color, times) in needed {
            if let Some(needed) = hints.needed.get_mut(usize::from(color)) {
                *needed = times;
            }
        }
        for &color in absent {
            hints.absent |= 1u64.checked_shl(color.into()).unwrap_or(0);
        }
        hints
    }

    /// The same with those of one more answer.
    ///
    /// Where each peg is marked by itself, several yellow ones may stand for a single peg of the secret.
    pub(crate) fn and(mut self, rules: &Rules, guess: &[u8], mut answer: u32) -> Self {
        let alone = *rules.feedback() == FeedbackKind::Naive;
        let mut shown = [0; MAX_COLORS];
        let (mut grey, mut known) = (0u64, 0u64);
        for (peg, &color) in guess.iter().enumerate().rev() {
            let mark = answer % 3;
            answer /= 3;
            if mark == 2 {
                self.green[peg] = Some(color);
            }
            if mark > 0 {
                known |= 1 << color;
            } else {
                grey |= 1 << color;
            }
            shown[usize::from(color)] += u8::from(mark == 2 || mark == 1 && !alone);
        }
        for (color, (needed, shown)) in self.needed.iter_mut().zip(shown).enumerate() {
            *needed = shown.max((known >> color & 1) as u8).max(*needed);
        }
        if rules.hard() == Some(HardMode::Strict) {
            self.absent |= grey & !known;
        }
        self
    }

    /// Whether a guess uses all of them.
    pub fn are_used_by(&self, guess: &[u8]) -> bool {
        let mut pegs = guess.iter().zip(&self.green);
        if pegs.any(|(&color, &green)| green.is_some_and(|green| green != color)) {
            return false;
        }
        if guess.iter().any(|&color| self.absent >> color & 1 == 1) {
            return false;
        }
        let mut left = self.needed;
        for &color in guess {
            let left = &mut left[usize::from(color)];
            *left = left.saturating_sub(1);
        }
        left == [0; MAX_COLORS]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The same in the plainest way: green pegs stay, a secret that gave the answer has each color at least so often,
    /// and in the strict mode a color that no such secret has is not guessed.
    fn allows(rules: &Rules, guess: &Code, answer: u32, next: &Code) -> bool {
        let all: Vec<Code> = CodeSpace::guesses(rules).iter().collect();
        let cell = all.iter().filter(|code| rules.score(guess, code) == answer);
        let cell: Vec<[u8; MAX_COLORS]> = cell.map(|code| code.color_counts()).collect();
        let win = rules.win();
        let green = |peg: usize| (answer / 3u32.pow((rules.pegs() - 1 - peg) as u32)) % 3 == 2;
        let counts = next.color_counts();
        (answer == win || !cell.is_empty())
            && (0..rules.pegs()).all(|peg| !green(peg) || guess[peg] == next[peg])
            && guess.iter().all(|&color| {
                let color = usize::from(color);
                let least = cell.iter().map(|code| code[color]).min().unwrap_or(0);
                let most = cell.iter().map(|code| code[color]).max().unwrap_or(0);
                let strict = rules.hard() == Some(HardMode::Strict);
                counts[color] >= least && (!strict || most > 0 || counts[color] == 0)
            })
    }

    #[test]
    fn hints_are_what_the_secrets_of_an_answer_have_in_common() {
        for kind in [FeedbackKind::Position, FeedbackKind::Naive] {
            for mode in [HardMode::Hints, HardMode::Strict] {
                // Of five colors, so that there is a secret for whatever the marks leave open.
                let rules = Rules::new(3, 5, Allowed::Any, kind.clone()).unwrap();
                let rules = rules.with_hard(Some(mode)).unwrap();
                let codes: Vec<Code> = CodeSpace::guesses(&rules).iter().collect();
                for secret in codes.iter().step_by(7) {
                    let mut hints = Hints::default();
                    let mut turns = Vec::new();
                    for guess in codes.iter().step_by(31) {
                        let answer = rules.score(guess, secret);
                        hints = hints.and(&rules, guess, answer);
                        turns.push((guess, answer));
                        assert!(hints.are_used_by(secret));
                        for next in &codes {
                            let allowed = turns.iter().all(|(g, a)| allows(&rules, g, *a, next));
                            assert_eq!(hints.are_used_by(next), allowed, "{turns:?} {next:?}");
                        }
                    }
                }
            }
        }
    }
}
