//! Scores guesses where the codemaker may lie.
//!
//! After each answer but the winning one, every code is possible that gives the answer, or for which
//! a lie is left, the guess itself excepted. So these cells overlap, and their numbers of codes tell
//! little: as long as no lie was told, each answer leaves all codes. Therefore metrics get weights. A
//! code weighs 1, and as much again for each lie that is left and each false answer that there is.
//! This is how many games there are if the codemaker may lie at the next guess only, and it is the
//! weight that Berlekamp (1964) gave to what noise leaves possible, one question before the end.

use crate::code::Code;
use crate::feedback::Scorer;
use crate::rules::Rules;
use crate::sieve::Knowledge;

use super::budget::Budget;
use super::collect::{Collect, Told};

/// The possible codes with the lies that they leave.
pub(super) struct Lying<'a> {
    rules: &'a Rules,
    pub codes: Vec<Code>,
    /// For each code, how many more lies may be told if it is the secret.
    spare: Vec<u8>,
    /// The answers that the codemaker may give, the winning one left out.
    answers: Vec<u32>,
    /// What a code weighs, by the lies that it leaves.
    weights: Vec<u64>,
}

impl<'a> Lying<'a> {
    /// `None` if the rules allow no lies.
    pub fn of(knowledge: &'a Knowledge) -> Option<Self> {
        let rules = knowledge.rules();
        let (lies, kind) = (rules.lies(), rules.feedback());
        if lies == 0 {
            return None;
        }
        let may_be_told = |answer: &u32| !kind.nobody_gives(rules.pegs(), *answer);
        let answers: Vec<u32> = (0..rules.win()).filter(may_be_told).collect();
        let secrets = knowledge.secrets();
        let sets = knowledge.by_lies().iter().enumerate();
        let mut spare_of: Vec<(u32, u8)> = sets
            .flat_map(|(told, set)| {
                let spare = (lies - told) as u8;
                set.iter_from(0).map(move |number| (number as u32, spare))
            })
            .collect();
        spare_of.sort_unstable();
        let false_answers = (answers.len() as u64).saturating_sub(1);
        Some(Lying {
            rules,
            codes: spare_of
                .iter()
                .map(|&(number, _)| secrets.code(number.into()))
                .collect(),
            spare: spare_of.iter().map(|&(_, spare)| spare).collect(),
            answers,
            weights: (0..=lies as u64)
                .map(|spare| 1 + spare * false_answers)
                .collect(),
        })
    }

    /// Offers guesses, which ascend, to a collector until the budget ends.
    pub fn scan<C: Collect>(
        &self,
        guesses: &mut dyn Iterator<Item = Code>,
        budget: &Budget,
        collector: &mut C,
    ) {
        let mut counts = Counts::new(self);
        for guess in guesses {
            if !budget.spend(self.codes.len() as u64) {
                collector.cut_short();
                return;
            }
            collector.offer_told(counts.of(guess));
        }
    }

    /// What a guess leads to.
    pub fn with_guess<T>(&self, guess: Code, then: impl FnOnce(Told) -> T) -> T {
        then(Counts::new(self).of(guess))
    }
}

/// How many codes give each answer truthfully, by the lies that they leave.
struct Counts<'a> {
    lying: &'a Lying<'a>,
    levels: usize,
    /// For each answer the number of codes at each level.
    true_codes: Vec<u32>,
    weights: Vec<u32>,
}

impl<'a> Counts<'a> {
    fn new(lying: &'a Lying) -> Self {
        let levels = lying.weights.len();
        Counts {
            lying,
            levels,
            true_codes: vec![0; levels * lying.rules.feedback_count()],
            weights: Vec::new(),
        }
    }

    fn of(&mut self, guess: Code) -> Told<'_> {
        let Lying {
            rules,
            codes,
            spare,
            answers,
            weights,
        } = self.lying;
        let scorer = Scorer::new(rules.feedback(), guess);
        let win = rules.win();
        self.true_codes.fill(0);
        self.weights.clear();
        let mut own = None;
        // The codes that may remain possible after a false answer, and what they weigh then.
        let (mut liars, mut weight_of_liars) = (0, 0);
        for (code, &spare) in codes.iter().zip(spare) {
            let answer = scorer.answer(code);
            let spare = usize::from(spare);
            if answer == win {
                own = Some(weights[spare]);
                continue;
            }
            self.true_codes[answer as usize * self.levels + spare] += 1;
            if spare > 0 {
                liars += 1;
                weight_of_liars += weights[spare - 1];
            }
        }
        let mut worst = u32::from(own.is_some());
        let mut truth = Truth::default();
        for &answer in answers {
            let here = &self.true_codes[answer as usize * self.levels..][..self.levels];
            let mut weight = weight_of_liars;
            let mut true_weight = 0;
            for (spare, &count) in here.iter().enumerate() {
                let before = spare.checked_sub(1).map_or(0, |less| weights[less]);
                weight += u64::from(count) * (weights[spare] - before);
                true_weight += u64::from(count) * weights[spare];
            }
            truth.add(true_weight);
            if weight > 0 {
                worst = worst.max(liars + here[0]);
                self.weights.push(u32::try_from(weight).unwrap_or(u32::MAX));
            }
        }
        if let Some(own) = own {
            truth.add(own);
            self.weights.push(u32::try_from(own).unwrap_or(u32::MAX));
        }
        Told {
            guess,
            possible: own.is_some(),
            bits: truth.bits(),
            worst,
            cells: self.weights.len() as u32,
            tells_something: truth.cells > 1,
            weights: &mut self.weights,
        }
    }
}

/// The information that a true answer is expected to give.
#[derive(Default)]
struct Truth {
    cells: u32,
    weight: f64,
    /// The sum of `n log2 n` over the weights of the cells.
    logarithms: f64,
}

impl Truth {
    fn add(&mut self, weight: u64) {
        if weight > 0 {
            let weight = weight as f64;
            self.cells += 1;
            self.weight += weight;
            self.logarithms += weight * weight.log2();
        }
    }

    fn bits(&self) -> f64 {
        self.weight.log2() - self.logarithms / self.weight
    }
}
