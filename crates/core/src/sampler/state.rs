//! The state of a game of which the possible codes are sampled.

use std::collections::{BTreeSet, HashSet};
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, OnceLock};

use crate::code::Code;
use crate::feedback::{FeedbackKind, score};
use crate::hash::{BuildMultiplyHasher, Random};
use crate::rules::{Allowed, Rules};
use crate::space::CodeSpace;
use crate::threads::prelude::*;

use super::answers::Answers;
use super::counts::ColorCounts;
use super::halves;
use super::walk::{ALWAYS, Cold, NEVER, OFTEN, RARELY, Walk, Walker};

/// The most codes of a sample.
pub const SAMPLED: usize = 4096;

/// How many codes walk.
const WALKERS: usize = 1024;
/// The share of the walkers that should contradict nothing: fewer find few codes, more are stuck where they are.
const SETTLED: f64 = 0.05;
/// So many walkers at least should bear the weight once an answer is heard.
const BEARING: f64 = 16.0;
/// The cold of the first answer, how it changes, and the most of it.
const FIRST_COLD: f64 = 2.0;
const COLDER: f64 = 0.25;
const COLDEST: f64 = 6.0;
/// How many walkers walk one after the other, beside those of other threads.
const WALK_TOGETHER: usize = 64;
/// A comparison of an answer with a code that walks takes as long as so many with codes that are all listed.
const AS_LONG: usize = 2;
/// Exchanges for each peg that a walk tries.
const EXCHANGES: usize = 25;
/// Changes of colors of which fewer than one in so many are taken are tried rarely.
const MOST_TRIES: usize = 10_000;
/// Steps for each peg in a round of collecting.
pub(super) const STEPS_OF_ROUND: usize = 4;
/// How often walkers begin anew where none finds a code.
const WARMED: usize = 3;
/// Rounds of collecting, and those where few codes are expected, all of which are wanted.
const ROUNDS: usize = 60;
const ROUNDS_FOR_ALL: usize = 200;
/// Where all codes are wanted every other walker warms up and cools down again, so that it comes to other codes.
const WARM_COLDS: [f64; 8] = [2.0, 2.5, 3.0, 3.5, 4.0, 4.5, 5.0, 6.0];
/// With fewer bits than this all codes are wanted.
const FEW_BITS: f64 = 11.0;
/// With fewer bits than this a sample that is complete stands for all codes from then on.
const FEWEST_BITS: f64 = 7.0;
/// All codes seem to have been met after at least so many rounds, if none was new in the later half of them.
const QUIET_ROUNDS: usize = 40;

/// A game and the answers so far, with a sample of the codes that are still possible. The same turns give the same
/// sample in each run; on machines that round otherwise it may differ.
///
/// ```
/// use sito_core::sampler::Sampler;
/// use sito_core::{Allowed, Code, FeedbackKind, Rules};
///
/// let rules = Rules::new(12, 12, Allowed::Any, FeedbackKind::Black).unwrap();
/// let guess = Code::new(&[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
/// let after = Sampler::new(&rules).unwrap().after(guess, 3);
/// let codes = &after.found().codes;
/// assert!(codes.len() > 1000 && codes.iter().all(|code| rules.score(&guess, code) == 3));
/// ```
#[derive(Clone, Debug)]
pub struct Sampler {
    pub(super) rules: Rules,
    pub(super) answers: Answers,
    pub(super) walkers: Vec<Walker>,
    pub(super) cold: Cold,
    /// The binary logarithm of the weight of all codes, each weighing less the more it contradicts.
    bits_of_weight: f64,
    /// Whether no code has the totals of all answers.
    totals_clash: bool,
    /// Whether walkers have begun anew in vain.
    is_lost: bool,
    /// What is found once it is asked for.
    found: OnceLock<Found>,
    /// Ends the walks of this state, which is of no use then.
    pub(super) stop: Arc<AtomicBool>,
    /// How many more comparisons of an answer with a code do not end them.
    pub(super) work: u64,
}

type Met = HashSet<Code, BuildMultiplyHasher>;

/// What is found once all answers are heard.
#[derive(Clone, Debug)]
pub struct Found {
    /// The sampled codes, ascending: different possible codes, each as likely to be here as any other.
    pub codes: Vec<Code>,
    /// Whether no other code seems to be possible: much searching found none, which is no proof, or it is proven.
    pub is_complete: bool,
    /// Whether it is proven that no other code is possible.
    pub is_proven: bool,
    /// The binary logarithm of the number of possible codes, estimated after an answer; with a complete sample its own.
    pub bits: f64,
}

impl Found {
    fn all(mut codes: Vec<Code>, is_proven: bool) -> Found {
        codes.sort_unstable();
        Found {
            bits: (codes.len().max(1) as f64).log2(),
            codes,
            is_complete: true,
            is_proven,
        }
    }
}

impl Sampler {
    /// All codes of a game. There is none for lists of words, for lies, and where answers are not counted in pegs.
    pub fn new(rules: &Rules) -> Option<Sampler> {
        Sampler::with_wrong(rules, 0)
    }

    /// All codes of a game whose codes may contradict so many answers.
    pub(super) fn with_wrong(rules: &Rules, wrong: usize) -> Option<Sampler> {
        let is_listed = matches!(rules.allowed(), Allowed::Words { .. });
        if is_listed || rules.lies() > 0 || !rules.feedback().counts_pegs() {
            return None;
        }
        let mut random = Random(0);
        let answers = Answers::new(rules, wrong);
        let is_permutation =
            *rules.allowed() == Allowed::Distinct && rules.pegs() == rules.colors();
        let changes_every = match rules.feedback() {
            _ if is_permutation => NEVER,
            FeedbackKind::Total => ALWAYS,
            _ => OFTEN,
        };
        let walkers: Vec<Walker> = (0..WALKERS)
            .map(|_| Walker::draw(rules, &answers, &mut random))
            .collect();
        let bits = (CodeSpace::secrets(rules).len() as f64).log2();
        let drawn: Met = (0..SAMPLED)
            .map(|_| Walker::draw(rules, &answers, &mut random).code)
            .collect();
        let found = Found {
            is_complete: false,
            bits,
            ..Found::all(drawn.into_iter().collect(), false)
        };
        Some(Sampler {
            rules: rules.clone(),
            answers,
            walkers,
            cold: Cold::new(FIRST_COLD, changes_every),
            bits_of_weight: bits,
            totals_clash: false,
            is_lost: false,
            found: OnceLock::from(found),
            stop: Arc::default(),
            work: u64::MAX,
        })
    }

    /// The same game after one more answer. Its codes are found when they are asked for.
    ///
    /// # Panics
    /// If there are more than [`super::MOST_TURNS`] answers, or the guess is no code of the game.
    pub fn after(&self, guess: Code, answer: u32) -> Sampler {
        self.after_unless(&Arc::default(), guess, answer)
            .expect("nothing stops it")
    }

    /// As [`Sampler::after`]; `None` if it is stopped.
    pub fn after_unless(
        &self,
        stop: &Arc<AtomicBool>,
        guess: Code,
        answer: u32,
    ) -> Option<Sampler> {
        let all = match self.estimate() < FEWEST_BITS {
            true => Some(self.found_unless(stop)?).filter(|found| found.is_complete),
            false => None,
        };
        let mut next = self.clone();
        next.found = OnceLock::new();
        next.stop = stop.clone();
        if !all.is_some_and(|all| all.is_proven) {
            next.hear(guess, answer);
        }
        if let Some(all) = all {
            let agrees = |code: &&Code| score(self.rules.feedback(), &guess, code) == answer;
            let codes: Vec<Code> = all.codes.iter().filter(agrees).copied().collect();
            if all.is_proven || !codes.is_empty() {
                next.bits_of_weight = 0.0;
                next.found = OnceLock::from(Found::all(codes, all.is_proven));
                return Some(next);
            }
            // The answer contradicts all codes that had been found: a code was missed, or an answer is wrong.
        }
        if !next.seems_few() {
            next.find_way();
        }
        (!stop.load(Relaxed)).then_some(next)
    }

    /// A generator that depends on the turns alone.
    pub(super) fn random(&self) -> Random {
        let words = |random: Random, word: u64| Random(Random(random.0 ^ word).word());
        let turns = self.answers.turns.iter();
        let numbers = turns.flat_map(|(guess, answer)| {
            guess
                .iter()
                .map(|&color| u64::from(color))
                .chain([u64::from(*answer)])
        });
        numbers.fold(Random(1), words)
    }

    pub(super) fn hear_all(&mut self, turns: &[(Code, u32)]) {
        for &(guess, answer) in turns {
            self.hear(guess, answer);
            self.find_way();
        }
    }

    /// Lets walkers begin anew if none is at a code. Where that was in vain, it is left to the search for codes.
    fn find_way(&mut self) {
        if !self.is_lost {
            self.warm_up(0..WARMED, self.random());
        }
        self.is_lost = self.settled() == 0.0;
    }

    fn hear(&mut self, guess: Code, answer: u32) {
        self.answers.push(self.rules.feedback(), guess, answer);
        if self.totals_clash {
            return;
        }
        let mut random = self.random();
        self.answers.slack = u8::MAX;
        self.walkers
            .iter_mut()
            .for_each(|walker| walker.compare(&self.answers));
        let offs = self
            .walkers
            .iter()
            .map(|walker| walker.off_of_last(&self.answers));
        // An answer that nearly all walkers contradict is heard step by step, or one of them would stand for all.
        let mut slack = offs.max().unwrap_or(0);
        while slack > 0 {
            slack = self.next_slack(slack);
            self.answers.slack = slack;
            let per_peg = self.cold.per_peg;
            let weight = |walker: &mut Walker| {
                let before = walker.off;
                walker.compare(&self.answers);
                -per_peg * f64::from(walker.off - before)
            };
            let weights: Vec<f64> = self.walkers.iter_mut().map(weight).collect();
            self.draw_again(&weights, &mut random);
            self.walk(&mut random);
        }
        // Also where no walker contradicts the answer.
        self.answers.slack = 0;
        self.settle(&mut random);
        if self.settled() > 3.0 * SETTLED && self.cold.per_peg > 1.0 {
            // The weights differ little, and the next answer lets them walk.
            self.set_cold(self.cold.per_peg - COLDER, &mut random);
        }
    }

    /// The least slack for the last answer with which enough walkers bear the weight; less than this one.
    fn next_slack(&self, slack: u8) -> u8 {
        let offs: Vec<u8> = (self.walkers.iter())
            .map(|walker| walker.off_of_last(&self.answers))
            .collect();
        let bears = |&less: &u8| {
            let more = |off: &u8| off.saturating_sub(less) - off.saturating_sub(slack);
            let weight = |off: &u8| -self.cold.per_peg * f64::from(more(off));
            bearing(&offs.iter().map(weight).collect::<Vec<f64>>()) >= BEARING
        };
        match self.answers.wrong {
            0 => (0..slack).find(bears).unwrap_or(slack - 1),
            _ => 0,
        }
    }

    /// Lets walkers begin anew while none of them is at a code: at an even time from codes whose totals are right, at an odd
    /// one where they are.
    fn warm_up(&mut self, times: Range<usize>, mut random: Random) {
        for time in times {
            if self.settled() > 0.0 || self.totals_clash {
                break;
            }
            // Two ways: each finds codes that the other misses.
            if time % 2 == 0 && self.begin_with_totals(&mut random) {
                break;
            }
            self.cool(1.0, &mut random);
            self.settle(&mut random);
        }
    }

    /// Lets all walkers begin at codes whose totals are right, and only change the places of their pegs until it is cold.
    /// Returns whether one of them then is at a code, or none can be; else they are where they were.
    fn begin_with_totals(&mut self, random: &mut Random) -> bool {
        if self.answers.wrong > 0 || *self.rules.feedback() == FeedbackKind::Black {
            return false;
        }
        let mut counts = ColorCounts::new(&self.rules, &self.answers);
        let mut drawn: Vec<Walker> = Vec::with_capacity(WALKERS);
        while drawn.len() < WALKERS && !self.stop.load(Relaxed) {
            let Some(mut colors) = counts.draw(random) else {
                break;
            };
            random.shuffle(&mut colors);
            drawn.push(Walker::at(Code::new(&colors), &self.answers));
        }
        if drawn.is_empty() {
            self.totals_clash = counts.has_searched_all();
            return self.totals_clash;
        }
        let right = drawn.iter().cycle().take(WALKERS).cloned().collect();
        let walkers = std::mem::replace(&mut self.walkers, right);
        let (cold, bits_of_weight) = (self.cold.clone(), self.bits_of_weight);
        self.bits_of_weight = bits_of_orders(drawn.iter());
        if cold.changes_every != ALWAYS {
            self.cold = Cold::new(0.0, NEVER);
            while self.cold.per_peg < COLDEST {
                self.cool(self.cold.per_peg + 2.0 * COLDER, random);
            }
            self.cold.changes_every = cold.changes_every;
        }
        let has_found = self.settled() > 0.0;
        if !has_found {
            (self.walkers, self.cold, self.bits_of_weight) = (walkers, cold, bits_of_weight);
        }
        has_found
    }

    /// Whether there seem to be so few codes that halves list them all.
    fn seems_few(&self) -> bool {
        self.estimate() < FEW_BITS && halves::fits(&self.rules)
    }

    /// What is found once all answers are heard.
    pub fn found(&self) -> &Found {
        self.found_unless(&Arc::default())
            .expect("nothing stops it")
    }

    /// As [`Sampler::found`], if that is kept already.
    pub fn kept(&self) -> Option<&Found> {
        self.found.get()
    }

    /// As [`Sampler::found`], and it is kept; `None` if it is stopped.
    pub fn found_unless(&self, stop: &Arc<AtomicBool>) -> Option<&Found> {
        if self.kept().is_none() {
            let found = self.searched(stop);
            if stop.load(Relaxed) {
                return None;
            }
            let _ = self.found.set(found);
        }
        self.kept()
    }

    /// All codes, if they are few and halves can be listed, or a sample.
    fn searched(&self, stop: &Arc<AtomicBool>) -> Found {
        let all_codes = || halves::all_codes(&self.rules, &self.answers.turns, SAMPLED);
        let is_few = self.seems_few();
        if is_few && let Some(codes) = all_codes() {
            return Found::all(codes, true);
        }
        let mut walkers = self.clone();
        walkers.stop = stop.clone();
        // Not the random words with which no code was found after the answer. Lost walkers begin anew once, in a way that
        // changes with each answer.
        let turns = self.answers.turns.len();
        let times = if self.is_lost {
            turns..turns + 1
        } else {
            0..WARMED
        };
        walkers.warm_up(times, Random(self.random().word()));
        if walkers.totals_clash {
            return Found::all(Vec::new(), true);
        }
        if !is_few
            && walkers.settled() == 0.0
            && let Some(codes) = all_codes()
        {
            return Found::all(codes, true);
        }
        walkers.collect()
    }

    /// The binary logarithm of the number of possible codes, by the weight of the walkers.
    pub(super) fn estimate(&self) -> f64 {
        self.bits_of_weight + self.settled().max(0.5 / WALKERS as f64).log2()
    }

    /// The share of the walkers that contradict nothing.
    fn settled(&self) -> f64 {
        self.walkers.iter().filter(|walker| walker.off == 0).count() as f64 / WALKERS as f64
    }

    /// Cools down until enough walkers contradict nothing.
    fn settle(&mut self, random: &mut Random) {
        while self.settled() < SETTLED && self.cold.per_peg < COLDEST {
            self.cool(self.cold.per_peg + COLDER, random);
        }
    }

    fn cool(&mut self, per_peg: f64, random: &mut Random) {
        self.set_cold(per_peg, random);
        self.walk(random);
    }

    /// Draws the walkers again as another cold weighs them, without a walk.
    fn set_cold(&mut self, per_peg: f64, random: &mut Random) {
        let colder = per_peg - self.cold.per_peg;
        self.cold = Cold::new(per_peg, self.cold.changes_every);
        let weight = |walker: &Walker| -colder * f64::from(walker.off);
        let weights: Vec<f64> = self.walkers.iter().map(weight).collect();
        self.draw_again(&weights, random);
    }

    /// Draws as many walkers as there are, each as often as its weight says, of which the natural logarithm is given.
    fn draw_again(&mut self, logarithms: &[f64], random: &mut Random) {
        let (weights, greatest) = weights_of(logarithms);
        let step = weights.iter().sum::<f64>() / WALKERS as f64;
        self.bits_of_weight += step.log2() + greatest * std::f64::consts::LOG2_E;
        let mut next = step * random.share();
        let mut sum = 0.0;
        let mut drawn = Vec::with_capacity(WALKERS);
        for (walker, weight) in self.walkers.iter().zip(weights) {
            sum += weight;
            while next < sum && drawn.len() < WALKERS {
                drawn.push(walker.clone());
                next += step;
            }
        }
        let last = drawn.last().or(self.walkers.last()).cloned();
        drawn.extend(last.into_iter().cycle().take(WALKERS - drawn.len()));
        self.walkers = drawn;
    }

    /// Lets all walkers walk; changes of colors are tried rarely from then on if hardly one was taken.
    fn walk(&mut self, random: &mut Random) {
        // The more colors there are, the fewer changes of one are of use.
        let of_colors = self.rules.colors().div_ceil(16);
        let exchanges = EXCHANGES * self.rules.pegs() * of_colors;
        if self.cold.changes_every == ALWAYS {
            self.step(exchanges, random);
            return;
        }
        let changes = exchanges / (self.cold.changes_every - 1);
        let changed = self.step(exchanges + changes, random);
        if changes > 0 {
            let is_rare = changed * MOST_TRIES < changes * WALKERS;
            self.cold.changes_every = if is_rare { RARELY } else { OFTEN };
        }
    }

    /// Lets all walkers try so many steps, some of them at once; which does not change where they come to. Returns how
    /// many changes of colors were taken.
    fn step(&mut self, steps: usize, random: &mut Random) -> usize {
        let (rules, answers, cold, stop) = (&self.rules, &self.answers, &self.cold, &self.stop);
        let seed = random.word();
        let work = (AS_LONG * steps * WALKERS * answers.turns.len()) as u64;
        stop.fetch_or(work > self.work, Relaxed);
        self.work = self.work.saturating_sub(work);
        let parts = self.walkers.par_chunks_mut(WALK_TOGETHER).enumerate();
        let changed = parts.map(|(part, walkers)| {
            let mut walk = Walk {
                rules,
                answers,
                cold,
                random: Random(Random(seed ^ part as u64).word()),
                changed: 0,
            };
            for walker in walkers {
                if !stop.load(Relaxed) {
                    walk.steps(walker, steps, |_, _| true);
                }
                if cold.changes_every == ALWAYS {
                    // Answers tell nothing of the order.
                    walk.random.shuffle(walker.code.pegs_mut());
                }
            }
            walk.changed
        });
        changed.sum()
    }

    /// Gathers the codes that walkers meet and that contradict nothing.
    fn collect(&mut self) -> Found {
        let mut bits = self.estimate();
        if self.cold.changes_every == ALWAYS {
            // All orders of the colors of a code are codes.
            let is_code = |walker: &&Walker| walker.off == 0;
            bits = bits.max(bits_of_orders(self.walkers.iter().filter(is_code)));
        }
        let (codes, is_complete) = match bits < FEW_BITS {
            true => self.meet_all(),
            false => (self.meet_some(), false),
        };
        let mut found = Found::all(codes.into_iter().collect(), false);
        if !is_complete {
            (found.bits, found.is_complete) = (found.bits.max(bits), false);
        }
        found
    }

    /// The codes at which walkers are after each round.
    fn meet_some(&mut self) -> Met {
        let mut met = Met::default();
        let mut random = self.random();
        for _ in 0..ROUNDS {
            // Codes of neighboring steps are alike, so only the last ones are taken.
            self.step(STEPS_OF_ROUND * self.rules.pegs(), &mut random);
            let codes = self.at_codes();
            met.extend(codes.take(SAMPLED - met.len()));
            if met.len() == SAMPLED || self.stop.load(Relaxed) {
                break;
            }
        }
        met
    }

    /// The codes that walkers meet, and whether they seem to be all.
    fn meet_all(&mut self) -> (Met, bool) {
        let mut met: Met = self.at_codes().collect();
        let mut last_new = 0;
        let mut walk = Walk {
            rules: &self.rules,
            answers: &self.answers,
            cold: &self.cold,
            random: self.random(),
            changed: 0,
        };
        let colds = WARM_COLDS.map(|per_peg| Cold::new(per_peg, self.cold.changes_every));
        let steps = STEPS_OF_ROUND * self.rules.pegs();
        for round in 1..=ROUNDS_FOR_ALL {
            for (place, walker) in self.walkers.iter_mut().enumerate() {
                if met.len() >= SAMPLED || self.stop.load(Relaxed) {
                    return (met, false);
                }
                walk.cold = match place % 2 {
                    0 => &colds[round % colds.len()],
                    _ => &self.cold,
                };
                walk.steps(walker, steps, |_, code| {
                    if !met.contains(code) && agree(&self.rules, &self.answers, code) {
                        met.insert(*code);
                        last_new = round;
                    }
                    met.len() < SAMPLED
                });
            }
            if round >= QUIET_ROUNDS && round > 2 * last_new {
                return (met, true);
            }
        }
        (met, false)
    }

    /// The codes of the walkers that contradict nothing.
    fn at_codes(&self) -> impl Iterator<Item = Code> {
        let walkers = self.walkers.iter().filter(|walker| walker.off == 0);
        let codes = walkers.map(|walker| walker.code);
        codes.filter(|code| agree(&self.rules, &self.answers, code))
    }
}

/// Whether a code gives all answers: where only totals are told, the guess itself contradicts none of them.
fn agree(rules: &Rules, answers: &Answers, code: &Code) -> bool {
    let mut turns = answers.turns.iter();
    turns.all(|(guess, answer)| rules.score(guess, code) == *answer)
}

/// The binary logarithm of the number of codes that have the colors of one of these walkers, in any order.
fn bits_of_orders<'a>(walkers: impl Iterator<Item = &'a Walker>) -> f64 {
    let bits_of_factorial = |number: u8| (2..=number).map(|n| f64::from(n).log2()).sum::<f64>();
    let colors: BTreeSet<_> = walkers.map(|walker| walker.code.color_counts()).collect();
    let orders = colors.iter().map(|counts| {
        let bits_of_same: f64 = counts.iter().copied().map(bits_of_factorial).sum();
        (bits_of_factorial(counts.iter().sum()) - bits_of_same).exp2()
    });
    orders.sum::<f64>().log2()
}

/// Weights of which the natural logarithms are given, the greatest being one, and the greatest logarithm: weights of
/// warmer walkers would overflow.
fn weights_of(logarithms: &[f64]) -> (Vec<f64>, f64) {
    let greatest = logarithms.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    let weights = logarithms.iter().map(|weight| (weight - greatest).exp());
    (weights.collect(), greatest)
}

/// How many walkers of one weight would tell as much as these (Kong, Liu and Wong 1994).
fn bearing(logarithms: &[f64]) -> f64 {
    let (weights, _) = weights_of(logarithms);
    let squares: f64 = weights.iter().map(|weight| weight * weight).sum();
    weights.iter().sum::<f64>().powi(2) / squares
}
