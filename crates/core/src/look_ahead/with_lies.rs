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
use crate::space::CodeSpace;

use super::budget::Budget;
use super::collect::{Collect, Told};

/// What a guess leads to: the figures of one that is not compared with others.
pub struct Figures {
    /// What metrics get for each answer, in the order of the answers, the winning one last: without
    /// lies the sizes of the cells.
    pub weights: Vec<u64>,
    /// The information that a true answer is expected to give, in bits.
    pub bits: f64,
    /// The most codes that an answer leaves possible.
    pub worst: u64,
}

impl Figures {
    /// The figures of a guess, whether or not the codemaker may lie; a code must be possible.
    pub fn of(knowledge: &Knowledge, guess: &[u8]) -> Self {
        if knowledge.rules().lies() == 0 {
            // There may be very many answers, most of which no code gives.
            let cells = knowledge.cells(guess);
            let weights: Vec<u64> = cells.values().map(|&size| size as u64).collect();
            let mut truth = Truth::default();
            weights.iter().for_each(|&weight| truth.add(weight));
            return Figures {
                bits: truth.bits(),
                worst: weights.iter().copied().max().unwrap_or(0),
                weights,
            };
        }
        let scale = Scale::of(knowledge);
        let mut true_codes = vec![0; scale.levels() * knowledge.rules().feedback_count()];
        for (told, cells) in knowledge.true_cells(guess).iter().enumerate() {
            let spare = scale.levels() - 1 - told;
            for (&answer, &count) in cells {
                true_codes[answer as usize * scale.levels() + spare] = count as u32;
            }
        }
        let mut weights = Vec::new();
        let weighed = scale.weigh(&true_codes, |weight| weights.push(weight));
        Figures {
            weights,
            bits: weighed.truth.bits(),
            worst: weighed.worst,
        }
    }
}

/// What the possible codes weigh, by the lies that they leave.
struct Scale<'a> {
    rules: &'a Rules,
    /// The answers that the codemaker may give, the winning one left out.
    answers: Vec<u32>,
    /// What a code weighs, by the lies that it leaves.
    weights: Vec<u64>,
    /// How many codes are possible, by the lies that they leave.
    codes: Vec<u64>,
}

/// What a guess leads to, but for the weights.
struct Weighed {
    /// Whether the guess is a possible code.
    possible: bool,
    /// The most codes that an answer leaves possible.
    worst: u64,
    truth: Truth,
}

impl<'a> Scale<'a> {
    fn of(knowledge: &'a Knowledge) -> Self {
        let rules = knowledge.rules();
        let kind = rules.feedback();
        let may_be_told = |answer: &u32| !kind.nobody_gives(rules.pegs(), *answer);
        let answers: Vec<u32> = (0..rules.win()).filter(may_be_told).collect();
        let false_answers = (answers.len() as u64).saturating_sub(1);
        let sets = knowledge.by_lies().iter();
        Scale {
            rules,
            answers,
            weights: (0..=rules.lies() as u64)
                .map(|spare| 1 + spare * false_answers)
                .collect(),
            codes: sets.rev().map(|set| set.len() as u64).collect(),
        }
    }

    /// What a secret weighs in a list of words with weights; 1 in another game.
    fn weight_of(&self, secret: &[u8]) -> u32 {
        self.rules.weights().map_or(1, |weights| {
            let number = CodeSpace::secrets(self.rules).number(secret);
            weights[number.expect("a secret") as usize]
        })
    }

    /// How many numbers of lies a code may leave.
    fn levels(&self) -> usize {
        self.weights.len()
    }

    /// Weighs the answers by the number of codes that give each of them truly, at each level, and
    /// hands on the weights in the order of the answers.
    fn weigh(&self, true_codes: &[u32], mut take: impl FnMut(u64)) -> Weighed {
        let of = |answer: u32| &true_codes[answer as usize * self.levels()..][..self.levels()];
        let own = of(self.rules.win()).iter().position(|&count| count > 0);
        // The codes that may remain possible after a false answer, and what they weigh then.
        let (mut liars, mut weight_of_liars) = (0, 0);
        for (left, &weight) in self.weights[..self.levels() - 1].iter().enumerate() {
            let spare = left + 1;
            let here = self.codes[spare] - u64::from(own == Some(spare));
            liars += here;
            weight_of_liars += here * weight;
        }
        let mut worst = u64::from(own.is_some());
        let mut truth = Truth::default();
        for &answer in &self.answers {
            let here = of(answer);
            let mut weight = weight_of_liars;
            let mut true_weight = 0;
            for (spare, &count) in here.iter().enumerate() {
                let before = spare.checked_sub(1).map_or(0, |less| self.weights[less]);
                weight += u64::from(count) * (self.weights[spare] - before);
                true_weight += u64::from(count) * self.weights[spare];
            }
            truth.add(true_weight);
            if weight > 0 {
                worst = worst.max(liars + u64::from(here[0]));
                take(weight);
            }
        }
        if let Some(spare) = own {
            truth.add(self.weights[spare]);
            take(self.weights[spare]);
        }
        Weighed {
            possible: own.is_some(),
            worst,
            truth,
        }
    }
}

/// The possible codes with the lies that they leave.
pub(super) struct Lying<'a> {
    scale: Scale<'a>,
    pub codes: Vec<Code>,
    /// For each code, how many more lies may be told if it is the secret.
    spare: Vec<u8>,
}

impl<'a> Lying<'a> {
    /// `None` if the rules allow no lies.
    pub fn of(knowledge: &'a Knowledge) -> Option<Self> {
        let lies = knowledge.rules().lies();
        if lies == 0 {
            return None;
        }
        let secrets = knowledge.secrets();
        let sets = knowledge.by_lies().iter().enumerate();
        let mut spare_of: Vec<(u32, u8)> = sets
            .flat_map(|(told, set)| {
                let spare = (lies - told) as u8;
                set.iter_from(0).map(move |number| (number as u32, spare))
            })
            .collect();
        spare_of.sort_unstable();
        Some(Lying {
            scale: Scale::of(knowledge),
            codes: spare_of
                .iter()
                .map(|&(number, _)| secrets.code(number.into()))
                .collect(),
            spare: spare_of.iter().map(|&(_, spare)| spare).collect(),
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
    /// For each answer the number of codes at each level.
    true_codes: Vec<u32>,
    weights: Vec<u32>,
}

impl<'a> Counts<'a> {
    fn new(lying: &'a Lying) -> Self {
        let scale = &lying.scale;
        Counts {
            lying,
            true_codes: vec![0; scale.levels() * scale.rules.feedback_count()],
            weights: Vec::new(),
        }
    }

    fn of(&mut self, guess: Code) -> Told<'_> {
        let Lying {
            scale,
            codes,
            spare,
        } = self.lying;
        let scorer = Scorer::new(scale.rules.feedback(), guess);
        self.true_codes.fill(0);
        for (code, &spare) in codes.iter().zip(spare) {
            let answer = scorer.answer(code) as usize;
            self.true_codes[answer * scale.levels() + usize::from(spare)] += 1;
        }
        self.weights.clear();
        let weights = &mut self.weights;
        let weighed = scale.weigh(&self.true_codes, |weight| {
            weights.push(u32::try_from(weight).unwrap_or(u32::MAX));
        });
        Told {
            guess,
            weight: if weighed.possible {
                scale.weight_of(&guess)
            } else {
                0
            },
            is_weighted: scale.rules.weights().is_some(),
            bits: weighed.truth.bits(),
            worst: weighed.worst as u32,
            cells: self.weights.len() as u32,
            tells_something: weighed.truth.cells > 1,
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
