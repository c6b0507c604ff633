//! Codes that walk: one peg gets another color or two change places, and a step that contradicts more answers is rarely
//! taken (Metropolis and others 1953).

use crate::code::{Code, MAX_COLORS};
use crate::hash::Random;
use crate::rules::{Allowed, Rules};

use super::answers::{Answers, Pegs};

/// A code on its walk.
#[derive(Clone, Debug)]
pub struct Walker {
    pub code: Code,
    counts: [u8; MAX_COLORS],
    pegs: Pegs,
    /// By how many pegs the code contradicts the answers.
    pub off: u32,
}

/// How unlikely steps are that contradict more.
#[derive(Clone, Debug)]
pub struct Cold {
    /// The logarithm of the odds against a contradiction of one more peg.
    pub per_peg: f64,
    /// The chance of a step by how many pegs it contradicts more.
    chances: [f64; 64],
}

impl Cold {
    pub fn new(per_peg: f64) -> Cold {
        Cold {
            per_peg,
            chances: std::array::from_fn(|pegs| (-per_peg * pegs as f64).exp()),
        }
    }
}

impl Walker {
    /// A code drawn from all codes of the rules.
    pub fn draw(rules: &Rules, answers: &Answers, random: &mut Random) -> Walker {
        let (pegs, colors) = (rules.pegs(), rules.colors());
        let mut order: [u8; MAX_COLORS] = std::array::from_fn(|color| color as u8);
        let mut code = Code::new(&order[..pegs]);
        let mut counts = [0; MAX_COLORS];
        for (place, peg) in code.pegs_mut().iter_mut().enumerate() {
            if *rules.allowed() == Allowed::Distinct {
                order.swap(place, place + random.below(colors - place));
                *peg = order[place];
            } else {
                *peg = random.below(colors) as u8;
            }
            counts[usize::from(*peg)] += 1;
        }
        let pegs = answers.pegs(&code, &counts);
        Walker {
            code,
            counts,
            off: answers.contradictions(&pegs),
            pegs,
        }
    }

    /// Compares the code with answers of which some are new; returns how many pegs more it contradicts.
    pub fn hear(&mut self, answers: &Answers) -> u32 {
        let before = self.off;
        self.pegs = answers.pegs(&self.code, &self.counts);
        self.off = answers.contradictions(&self.pegs);
        self.off - before
    }

    /// Takes a step, or does not; returns whether it did.
    #[inline]
    pub fn step(
        &mut self,
        rules: &Rules,
        answers: &Answers,
        cold: &Cold,
        random: &mut Random,
    ) -> bool {
        let (pegs, colors) = (rules.pegs(), rules.colors());
        let is_distinct = *rules.allowed() == Allowed::Distinct;
        let word = random.word();
        let part = |bits: u32, most: usize| ((word >> bits & 0xffff) as usize * most) >> 16;
        let place = part(0, pegs);
        let old = self.code[place];
        let changes = word >> 63 == 0 && !(is_distinct && pegs == colors);
        let (other, new) = if changes {
            (place, part(16, colors) as u8)
        } else {
            let other = part(16, pegs);
            (other, self.code[other])
        };
        if new == old || (changes && is_distinct && self.counts[usize::from(new)] > 0) {
            return false;
        }
        let next = if changes {
            answers.changed(&self.pegs, place, old, new, &self.counts)
        } else {
            answers.exchanged(&self.pegs, [place, other], [old, new])
        };
        let off = answers.contradictions(&next);
        if off > self.off {
            let chance = cold
                .chances
                .get((off - self.off) as usize)
                .copied()
                .unwrap_or(0.0);
            if random.share() >= chance {
                return false;
            }
        }
        self.code.pegs_mut()[place] = new;
        if changes {
            self.counts[usize::from(old)] -= 1;
            self.counts[usize::from(new)] += 1;
        } else {
            self.code.pegs_mut()[other] = old;
        }
        (self.pegs, self.off) = (next, off);
        true
    }
}
