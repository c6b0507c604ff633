//! The rules of a game as data: how many pegs and colors, which codes, which feedback.

use std::fmt;
use std::sync::Arc;

use crate::code::{Code, MAX_COLORS, MAX_PEGS};
use crate::feedback::FeedbackKind;

/// Which codes may be secrets and guesses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Allowed {
    /// Every code.
    Any,
    /// Codes in which no color repeats, for secrets and guesses alike.
    Distinct,
    /// Listed codes. Both lists ascend without repeats; every secret is a guess.
    Words {
        secrets: Arc<[Code]>,
        guesses: Arc<[Code]>,
    },
}

/// Checked rules; build them with [`Rules::new`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rules {
    pegs: usize,
    colors: usize,
    allowed: Allowed,
    feedback: FeedbackKind,
    lies: usize,
}

/// One thing that is wrong with rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RulesFault {
    Pegs(usize),
    Colors(usize),
    TooFewColorsForDistinct { pegs: usize, colors: usize },
    NoWords,
    WordLength { expected: usize, found: usize },
    WordColor { colors: usize, found: u8 },
    WordsNotAscending,
    SecretIsNoGuess(Code),
}

impl fmt::Display for RulesFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RulesFault::Pegs(n) => write!(f, "{n} pegs; 1 to {MAX_PEGS} are allowed"),
            RulesFault::Colors(n) => write!(f, "{n} colors; 1 to {MAX_COLORS} are allowed"),
            RulesFault::TooFewColorsForDistinct { pegs, colors } => {
                write!(f, "{pegs} different colors cannot be taken from {colors}")
            }
            RulesFault::NoWords => write!(f, "the list of codes is empty"),
            RulesFault::WordLength { expected, found } => {
                write!(f, "a listed code has {found} pegs instead of {expected}")
            }
            RulesFault::WordColor { colors, found } => {
                write!(f, "a listed code has color {found} of 0 to {}", colors - 1)
            }
            RulesFault::WordsNotAscending => write!(f, "the listed codes do not ascend"),
            RulesFault::SecretIsNoGuess(code) => write!(f, "{code:?} is no allowed guess"),
        }
    }
}

impl Rules {
    /// Checks and keeps the rules of a game.
    ///
    /// # Errors
    /// Every fault that was found.
    pub fn new(
        pegs: usize,
        colors: usize,
        allowed: Allowed,
        feedback: FeedbackKind,
    ) -> Result<Self, Vec<RulesFault>> {
        let mut faults = Vec::new();
        if !(1..=MAX_PEGS).contains(&pegs) {
            faults.push(RulesFault::Pegs(pegs));
        }
        if !(1..=MAX_COLORS).contains(&colors) {
            faults.push(RulesFault::Colors(colors));
        }
        match &allowed {
            Allowed::Any => {}
            Allowed::Distinct if pegs > colors => {
                faults.push(RulesFault::TooFewColorsForDistinct { pegs, colors });
            }
            Allowed::Distinct => {}
            Allowed::Words { secrets, guesses } => {
                faults.extend(word_faults(pegs, colors, secrets));
                faults.extend(word_faults(pegs, colors, guesses));
                faults.extend(
                    secrets
                        .iter()
                        .filter(|secret| guesses.binary_search(secret).is_err())
                        .map(|&secret| RulesFault::SecretIsNoGuess(secret)),
                );
            }
        }
        if faults.is_empty() {
            Ok(Rules {
                pegs,
                colors,
                allowed,
                feedback,
                lies: 0,
            })
        } else {
            Err(faults)
        }
    }

    /// The same rules for a codemaker who may answer wrongly so many times in a game.
    ///
    /// The guess that hits the secret ends the game, so neither the winning answer nor another
    /// answer to the secret itself is ever a lie.
    pub fn with_lies(self, lies: usize) -> Self {
        Rules { lies, ..self }
    }

    /// How many times in a game the codemaker may answer wrongly.
    pub fn lies(&self) -> usize {
        self.lies
    }

    pub fn pegs(&self) -> usize {
        self.pegs
    }

    pub fn colors(&self) -> usize {
        self.colors
    }

    pub fn allowed(&self) -> &Allowed {
        &self.allowed
    }

    pub fn feedback(&self) -> FeedbackKind {
        self.feedback
    }

    /// Scores a guess against a secret.
    pub fn score(&self, guess: &[u8], secret: &[u8]) -> u32 {
        crate::feedback::score(self.feedback, guess, secret)
    }

    /// One more than the greatest number of an answer.
    pub fn feedback_count(&self) -> usize {
        self.feedback.count(self.pegs)
    }

    /// The answer that ends the game.
    pub fn win(&self) -> u32 {
        self.feedback.win(self.pegs)
    }
}

fn word_faults(pegs: usize, colors: usize, words: &[Code]) -> Vec<RulesFault> {
    let mut faults = Vec::new();
    if words.is_empty() {
        faults.push(RulesFault::NoWords);
    }
    if let Some(word) = words.iter().find(|word| word.len() != pegs) {
        faults.push(RulesFault::WordLength {
            expected: pegs,
            found: word.len(),
        });
    }
    if let Some(&found) = words
        .iter()
        .flat_map(|word| word.iter())
        .find(|&&color| color as usize >= colors)
    {
        faults.push(RulesFault::WordColor { colors, found });
    }
    if !words.is_sorted_by(|a, b| a < b) {
        faults.push(RulesFault::WordsNotAscending);
    }
    faults
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_faults_are_reported_together() {
        let faults = Rules::new(17, 0, Allowed::Distinct, FeedbackKind::Black).unwrap_err();
        assert_eq!(faults.len(), 3);
    }

    #[test]
    fn a_secret_must_be_an_allowed_guess() {
        let list = |codes: &[&[u8]]| codes.iter().map(|c| Code::new(c)).collect::<Arc<[Code]>>();
        let allowed = Allowed::Words {
            secrets: list(&[&[0, 1], &[1, 0]]),
            guesses: list(&[&[0, 1], &[1, 1]]),
        };
        let faults = Rules::new(2, 2, allowed, FeedbackKind::Black).unwrap_err();
        assert_eq!(faults, [RulesFault::SecretIsNoGuess(Code::new(&[1, 0]))]);
    }
}
