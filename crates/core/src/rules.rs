//! The rules of a game as data: how many pegs and colors, which codes, which feedback.

use std::fmt;
use std::sync::Arc;

use crate::code::{Code, MAX_COLORS, MAX_MARKED_PEGS, MAX_PEGS};
use crate::feedback::FeedbackKind;
use crate::own::OwnAnswers;

/// Which codes may be secrets and guesses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Allowed {
    /// Every code.
    Any,
    /// Codes in which no color repeats, for secrets and guesses alike.
    Distinct,
    /// Listed codes. Both lists ascend without repeats; every secret is a guess.
    Words {
        /// The words that may be the secret, ascending.
        secrets: Arc<[Code]>,
        /// The words that may be guessed, ascending; all secrets are among them.
        guesses: Arc<[Code]>,
        /// How often each secret counts, from 1 on; without weights each counts once.
        weights: Option<Arc<[u32]>>,
    },
}

/// What the answers so far demand of a guess.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum HardMode {
    /// Green letters stay in their places, and a guess has each letter at least as often as is known.
    Hints,
    /// The same, and it has no letter that is known not to be in the secret.
    Strict,
    /// A guess would have earned each answer if it were the secret.
    Consistent,
}

/// Whether the searches for lies, hard modes, weights, lists of words, and more answers than a byte numbers are there;
/// where not, the compiler leaves them out.
pub(crate) const VARIANTS: bool = cfg!(feature = "variants");

/// The greatest sum of the weights of secrets.
pub const MOST_WEIGHT: u64 = i32::MAX as u64;

/// Checked rules; build them with [`Rules::new`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rules {
    pegs: usize,
    colors: usize,
    allowed: Allowed,
    feedback: FeedbackKind,
    lies: usize,
    hard: Option<HardMode>,
}

/// One thing that is wrong with rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RulesFault {
    /// Too few or too many pegs.
    Pegs(usize),
    /// Too many pegs for a mark each.
    MarkedPegs(usize),
    /// Too few or too many colors.
    Colors(usize),
    /// Codes of distinct colors need as many colors as pegs.
    TooFewColorsForDistinct {
        /// How many pegs a code has.
        pegs: usize,
        /// How many colors there are.
        colors: usize,
    },
    /// A word game without words.
    NoWords,
    /// A word of another length.
    WordLength {
        /// The length of the first word.
        expected: usize,
        /// The length of this one.
        found: usize,
    },
    /// A word with a color that the game does not have.
    WordColor {
        /// How many colors there are.
        colors: usize,
        /// The number of this one.
        found: u8,
    },
    /// Words out of order, or one of them twice.
    WordsNotAscending,
    /// A secret that may not be guessed.
    SecretIsNoGuess(Code),
    /// Not one weight for each secret.
    WeightCount {
        /// How many secrets there are.
        secrets: usize,
        /// How many weights there are.
        weights: usize,
    },
    /// All weights are 0.
    NoWeight,
    /// The weights are too great in all.
    WeightSum(u64),
    /// A code that a table of answers does not have, or as a secret does not have.
    NotInTable(Code),
    /// A table of answers for codes that are not listed.
    TableWithoutList,
    /// Hard mode by hints, where answers tell no places.
    HintsWithoutPositions,
    /// Hard mode by hints, where answers may be lies.
    HintsWithLies,
    /// A hard mode or weights in a build without the feature `variants`.
    LeftOut,
    /// Consistent guesses that are no secrets, for which a table of answers says nothing.
    ConsistentWithoutAnswers,
}

impl HardMode {
    /// Whether the marks of pegs say what a guess may be, rather than whole answers.
    pub fn by_marks(self) -> bool {
        self != HardMode::Consistent
    }
}

impl fmt::Display for RulesFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RulesFault::Pegs(n) => write!(f, "{n} pegs; 1 to {MAX_PEGS} are allowed"),
            RulesFault::MarkedPegs(n) => {
                write!(
                    f,
                    "{n} pegs; with a mark for each, {MAX_MARKED_PEGS} are allowed"
                )
            }
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
            RulesFault::WeightCount { secrets, weights } => {
                write!(f, "{secrets} secrets have {weights} weights")
            }
            RulesFault::NoWeight => write!(f, "a secret has weight 0; weights are 1 or more"),
            RulesFault::WeightSum(sum) => {
                write!(f, "the weights add up to {sum}; {MOST_WEIGHT} is the most")
            }
            RulesFault::NotInTable(code) => write!(f, "{code:?} is not in the table of answers"),
            RulesFault::TableWithoutList => write!(f, "a table of answers needs listed codes"),
            RulesFault::HintsWithoutPositions => {
                write!(f, "hard mode by hints needs answers per position")
            }
            RulesFault::HintsWithLies => {
                write!(f, "hard mode by hints needs answers that are never lies")
            }
            RulesFault::LeftOut => write!(f, "hard modes and weights are left out of this build"),
            RulesFault::ConsistentWithoutAnswers => {
                write!(
                    f,
                    "consistent guesses need a table in which every guess is a secret"
                )
            }
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
        } else if feedback.marks_pegs() && pegs > MAX_MARKED_PEGS {
            faults.push(RulesFault::MarkedPegs(pegs));
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
            Allowed::Words {
                secrets,
                guesses,
                weights,
            } => {
                faults.extend(word_faults(pegs, colors, secrets));
                faults.extend(word_faults(pegs, colors, guesses));
                faults.extend(
                    secrets
                        .iter()
                        .filter(|secret| guesses.binary_search(secret).is_err())
                        .map(|&secret| RulesFault::SecretIsNoGuess(secret)),
                );
                faults.extend(
                    weights
                        .iter()
                        .flat_map(|weights| weight_faults(secrets.len(), weights)),
                );
            }
        }
        if !VARIANTS
            && let Allowed::Words {
                weights: Some(_), ..
            } = &allowed
        {
            faults.push(RulesFault::LeftOut);
        }
        if let (FeedbackKind::Own(answers), true) = (&feedback, faults.is_empty()) {
            faults.extend(table_faults(answers, &allowed));
        }
        if faults.is_empty() {
            Ok(Rules {
                pegs,
                colors,
                allowed,
                feedback,
                lies: 0,
                hard: None,
            })
        } else {
            Err(faults)
        }
    }

    /// The same rules for a codemaker who may answer wrongly so many times in a game.
    ///
    /// The guess that hits the secret ends the game, so neither the winning answer nor another
    /// answer to the secret itself is ever a lie.
    ///
    /// # Panics
    /// If there are lies in a build without the feature `variants`.
    pub fn with_lies(self, lies: usize) -> Self {
        assert!(VARIANTS || lies == 0, "lies are left out of this build");
        Rules { lies, ..self }
    }

    /// How many times in a game the codemaker may answer wrongly.
    pub fn lies(&self) -> usize {
        if VARIANTS { self.lies } else { 0 }
    }

    /// The same rules with a hard mode, or without one.
    ///
    /// # Errors
    /// Hard mode by hints needs answers per position, all of them true.
    pub fn with_hard(self, hard: Option<HardMode>) -> Result<Self, Vec<RulesFault>> {
        let mut faults = Vec::new();
        if hard.is_some() && !VARIANTS {
            faults.push(RulesFault::LeftOut);
        }
        if hard.is_some_and(HardMode::by_marks) {
            if !self.feedback.marks_pegs() {
                faults.push(RulesFault::HintsWithoutPositions);
            }
            if self.lies > 0 {
                faults.push(RulesFault::HintsWithLies);
            }
        }
        if let (Some(HardMode::Consistent), FeedbackKind::Own(answers)) = (hard, &self.feedback)
            && !answers.is_square()
        {
            faults.push(RulesFault::ConsistentWithoutAnswers);
        }
        if faults.is_empty() {
            Ok(Rules { hard, ..self })
        } else {
            Err(faults)
        }
    }

    /// The hard mode, if the game has one.
    pub fn hard(&self) -> Option<HardMode> {
        self.hard.filter(|_| VARIANTS)
    }

    /// How often each secret counts, in the order of the secrets; none if each counts once.
    pub fn weights(&self) -> Option<&Arc<[u32]>> {
        match &self.allowed {
            Allowed::Words { weights, .. } if VARIANTS => weights.as_ref(),
            _ => None,
        }
    }

    /// How many pegs a code has.
    pub fn pegs(&self) -> usize {
        self.pegs
    }

    /// How many colors there are.
    pub fn colors(&self) -> usize {
        self.colors
    }

    /// Which codes there are.
    pub fn allowed(&self) -> &Allowed {
        &self.allowed
    }

    /// How answers are given.
    pub fn feedback(&self) -> &FeedbackKind {
        &self.feedback
    }

    /// How many times a symmetry names all colors: for each peg by itself where black pegs alone are told and any code
    /// may be the secret, and once otherwise.
    pub(crate) fn namings(&self) -> usize {
        match (&self.feedback, &self.allowed) {
            (FeedbackKind::Black, Allowed::Any) => self.pegs,
            _ => 1,
        }
    }

    /// Whether a guess can be scored against a secret; a table has only some codes, and fewer secrets than guesses.
    pub fn has_answer(&self, guess: &[u8], secret: &[u8]) -> bool {
        match &self.feedback {
            FeedbackKind::Own(answers) => answers.has_guess(guess) && answers.has_secret(secret),
            _ => true,
        }
    }

    /// Scores a guess against a secret.
    ///
    /// # Panics
    /// If the rules have a table of answers without these codes.
    pub fn score(&self, guess: &[u8], secret: &[u8]) -> u32 {
        crate::feedback::score(&self.feedback, guess, secret)
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

fn table_faults(answers: &OwnAnswers, allowed: &Allowed) -> Vec<RulesFault> {
    let Allowed::Words {
        secrets, guesses, ..
    } = allowed
    else {
        return vec![RulesFault::TableWithoutList];
    };
    let strange = guesses.iter().find(|guess| !answers.has_guess(guess));
    let strange = strange.or(secrets.iter().find(|secret| !answers.has_secret(secret)));
    strange
        .map(|&code| RulesFault::NotInTable(code))
        .into_iter()
        .collect()
}

fn weight_faults(secrets: usize, weights: &[u32]) -> Vec<RulesFault> {
    let mut faults = Vec::new();
    if weights.len() != secrets {
        let weights = weights.len();
        faults.push(RulesFault::WeightCount { secrets, weights });
    }
    if weights.contains(&0) {
        faults.push(RulesFault::NoWeight);
    }
    let sum = weights.iter().map(|&weight| u64::from(weight)).sum();
    if sum > MOST_WEIGHT {
        faults.push(RulesFault::WeightSum(sum));
    }
    faults
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
        let faults = Rules::new(21, 0, Allowed::Distinct, FeedbackKind::Black).unwrap_err();
        assert_eq!(faults.len(), 3);
        let faults = Rules::new(17, 2, Allowed::Any, FeedbackKind::Naive).unwrap_err();
        assert_eq!(faults, [RulesFault::MarkedPegs(17)]);
    }

    #[test]
    fn a_secret_must_be_an_allowed_guess() {
        let list = |codes: &[&[u8]]| codes.iter().map(|c| Code::new(c)).collect::<Arc<[Code]>>();
        let allowed = Allowed::Words {
            secrets: list(&[&[0, 1], &[1, 0]]),
            guesses: list(&[&[0, 1], &[1, 1]]),
            weights: Some([1, 0, 5].into()),
        };
        let faults = Rules::new(2, 2, allowed, FeedbackKind::Black).unwrap_err();
        let (secrets, weights) = (2, 3);
        let expected = [
            RulesFault::SecretIsNoGuess(Code::new(&[1, 0])),
            RulesFault::WeightCount { secrets, weights },
            RulesFault::NoWeight,
        ];
        assert_eq!(faults, expected);
    }

    #[test]
    fn hints_need_marks_of_pegs() {
        let black = Rules::new(4, 4, Allowed::Any, FeedbackKind::Black).unwrap();
        for mode in [HardMode::Hints, HardMode::Strict] {
            assert_eq!(
                black.clone().with_hard(Some(mode)),
                Err(vec![RulesFault::HintsWithoutPositions])
            );
        }
    }
}
