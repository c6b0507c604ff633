//! Codes that walk: one peg gets another color or two change places, and a step that contradicts more answers is rarely
//! taken (Metropolis and others 1953).

use crate::code::{Code, MAX_COLORS};
use crate::hash::Random;
use crate::rules::{Allowed, Rules};
use crate::simd::{Level, choose};

use super::answers::{Answers, Excess, MOST_TURNS};

/// A code on its walk.
#[derive(Clone, Debug)]
pub struct Walker {
    pub code: Code,
    counts: [u8; MAX_COLORS],
    excess: Excess<MOST_TURNS>,
    /// By how many pegs the code contradicts the answers.
    pub off: u32,
}

/// How often a step changes the color of a peg: each one, every second one, every sixteenth, or none.
pub const ALWAYS: usize = 1;
pub const OFTEN: usize = 2;
pub const RARELY: usize = 16;
pub const NEVER: usize = usize::MAX;

/// How unlikely steps are that contradict more.
#[derive(Clone, Debug)]
pub struct Cold {
    /// The logarithm of the odds against a contradiction of one more peg.
    pub per_peg: f64,
    /// One step of so many changes the color of a peg; in the others two pegs change places.
    pub changes_every: usize,
    /// The chance of a step by how many pegs it contradicts more, in parts of 2^32 - 1. The last one is that of more pegs,
    /// too.
    chances: [u32; 64],
}

impl Cold {
    pub fn new(per_peg: f64, changes_every: usize) -> Cold {
        Cold {
            per_peg,
            changes_every,
            chances: std::array::from_fn(|pegs| {
                ((-per_peg * pegs as f64).exp() * f64::from(u32::MAX)) as u32
            }),
        }
    }
}

impl Walker {
    /// A code drawn from all codes of the rules.
    pub fn draw(rules: &Rules, answers: &Answers, random: &mut Random) -> Walker {
        let (pegs, colors) = (rules.pegs(), rules.colors());
        let mut order: [u8; MAX_COLORS] = std::array::from_fn(|color| color as u8);
        let mut code = Code::new(&order[..pegs]);
        for (place, peg) in code.pegs_mut().iter_mut().enumerate() {
            if *rules.allowed() == Allowed::Distinct {
                order.swap(place, place + random.below(colors - place));
                *peg = order[place];
            } else {
                *peg = random.below(colors) as u8;
            }
        }
        Walker::at(code, answers)
    }

    pub fn at(code: Code, answers: &Answers) -> Walker {
        let counts = code.color_counts();
        let excess = answers.excess(&code, &counts);
        Walker {
            code,
            counts,
            off: answers.contradictions(&excess),
            excess,
        }
    }

    /// Compares the code with answers of which some are new.
    pub fn compare(&mut self, answers: &Answers) {
        self.excess = answers.excess(&self.code, &self.counts);
        self.off = answers.contradictions(&self.excess);
    }

    /// By how many pegs the code contradicts the last answer, whatever its slack.
    pub fn off_of_last(&self, answers: &Answers) -> u8 {
        self.excess.off(answers.turns.len() - 1)
    }
}

/// Where codes walk.
pub struct Walk<'a> {
    pub rules: &'a Rules,
    pub answers: &'a Answers,
    pub cold: &'a Cold,
    pub random: Random,
    /// How many changes of colors were taken.
    pub changed: usize,
}

/// How many turns most games have at most: they are compared in one register. Fewer would take as long.
const USUAL_TURNS: usize = 32;

impl Walk<'_> {
    /// Takes so many steps. After each that ends at a code which contradicts nothing, `visit` is called with the number of
    /// the step and the code, and tells whether to go on.
    pub fn steps(
        &mut self,
        walker: &mut Walker,
        steps: usize,
        visit: impl FnMut(usize, &Code) -> bool,
    ) {
        if self.answers.turns.len() <= USUAL_TURNS {
            self.steps_of_turns::<USUAL_TURNS>(walker, steps, visit);
        } else {
            self.steps_of_turns::<MOST_TURNS>(walker, steps, visit);
        }
    }

    /// Takes the steps with the best instructions of the processor.
    fn steps_of_turns<const TURNS: usize>(
        &mut self,
        walker: &mut Walker,
        steps: usize,
        visit: impl FnMut(usize, &Code) -> bool,
    ) {
        choose!(Level::detect(),
            // SAFETY: the level has the features that the version is compiled with.
            AVX2 => unsafe { self.steps_avx2::<TURNS>(walker, steps, visit) },
            _ => self.steps_of::<TURNS>(walker, steps, visit),
        );
    }

    /// # Safety
    /// The processor has these features.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
    unsafe fn steps_avx2<const TURNS: usize>(
        &mut self,
        walker: &mut Walker,
        steps: usize,
        visit: impl FnMut(usize, &Code) -> bool,
    ) {
        self.steps_of::<TURNS>(walker, steps, visit);
    }

    #[inline(always)]
    fn steps_of<const TURNS: usize>(
        &mut self,
        walker: &mut Walker,
        steps: usize,
        mut visit: impl FnMut(usize, &Code) -> bool,
    ) {
        let mut excess = Excess {
            black: std::array::from_fn(|turn| walker.excess.black[turn]),
            total: std::array::from_fn(|turn| walker.excess.total[turn]),
        };
        // Counted, for a remainder would take as long as much of a step.
        let mut since_change = 0;
        for step in 1..=steps {
            let changes = since_change == self.cold.changes_every - 1;
            since_change = if changes { 0 } else { since_change + 1 };
            self.step::<TURNS>(walker, &mut excess, changes);
            if walker.off == 0 && !visit(step, &walker.code) {
                break;
            }
        }
        walker.excess.black[..TURNS].copy_from_slice(&excess.black);
        walker.excess.total[..TURNS].copy_from_slice(&excess.total);
    }

    /// Takes a step, or does not: one peg changes its color, or two change places.
    #[inline(always)]
    fn step<const TURNS: usize>(
        &mut self,
        walker: &mut Walker,
        excess: &mut Excess<TURNS>,
        changes: bool,
    ) {
        let (pegs, colors) = (self.rules.pegs(), self.rules.colors());
        let is_distinct = *self.rules.allowed() == Allowed::Distinct;
        let word = self.random.word();
        let part = |bits: u32, most: usize| ((word >> bits & 0xffff) as usize * most) >> 16;
        let place = part(0, pegs);
        let old = walker.code[place];
        let (other, new) = if changes {
            (place, part(16, colors) as u8)
        } else {
            let other = part(16, pegs);
            (other, walker.code[other])
        };
        if new == old || (changes && is_distinct && walker.counts[usize::from(new)] > 0) {
            return;
        }
        let next = if changes {
            self.answers
                .changed(excess, place, [old, new], &walker.counts)
        } else {
            self.answers.exchanged(excess, [place, other], [old, new])
        };
        let off = self.answers.contradictions(&next);
        let chances = &self.cold.chances;
        let more = (off.saturating_sub(walker.off) as usize).min(chances.len() - 1);
        // Never greater than the chance of a step that contradicts no more.
        if (word >> 32) as u32 > chances[more] {
            return;
        }
        walker.code.pegs_mut()[place] = new;
        if changes {
            self.changed += 1;
            walker.counts[usize::from(old)] -= 1;
            walker.counts[usize::from(new)] += 1;
        } else {
            walker.code.pegs_mut()[other] = old;
        }
        (*excess, walker.off) = (next, off);
    }
}
