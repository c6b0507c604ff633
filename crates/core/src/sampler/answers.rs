//! The answers so far, laid out so that one move of a code is compared with all of them at once.

use crate::code::{Code, MAX_COLORS, MAX_PEGS};
use crate::feedback::FeedbackKind;
use crate::rules::Rules;
use crate::sieve::count::sought;

/// The most answers that a sampler takes in.
pub const MOST_TURNS: usize = 64;
/// A number for each turn.
pub type Turns = [i8; MOST_TURNS];

/// Guesses and what their answers tell of blacks and of totals. Where one tells no blacks, or no totals, its guess has no
/// colors here, so that no code has any of them with it.
#[derive(Clone, Debug)]
pub struct Answers {
    /// The turns.
    pub turns: Vec<(Code, u32)>,
    /// The color that each guess has at a place.
    at: [Turns; MAX_PEGS],
    /// How often each guess has a color.
    pub has: Vec<Turns>,
    black: Turns,
    pub total: Turns,
    /// So many pegs by which a code contradicts the last turn do not count.
    pub slack: u8,
    /// How many turns a code may contradict: those that it contradicts by most pegs are not counted.
    pub wrong: usize,
}

/// How many blacks, and pegs in total, a code has with each guess above what the answer tells.
#[derive(Clone, Copy, Debug)]
pub struct Excess<const TURNS: usize> {
    pub black: [i8; TURNS],
    pub total: [i8; TURNS],
}

impl<const TURNS: usize> Excess<TURNS> {
    /// By how many pegs a code contradicts a turn.
    #[inline(always)]
    pub fn off(&self, turn: usize) -> u8 {
        self.black[turn].unsigned_abs() + self.total[turn].unsigned_abs()
    }
}

impl Answers {
    pub fn new(rules: &Rules, wrong: usize) -> Answers {
        let none = [0; MOST_TURNS];
        Answers {
            turns: Vec::new(),
            at: [[-1; MOST_TURNS]; MAX_PEGS],
            has: vec![none; rules.colors()],
            black: none,
            total: none,
            slack: 0,
            wrong,
        }
    }

    pub fn push(&mut self, kind: &FeedbackKind, guess: Code, answer: u32) {
        let turn = self.turns.len();
        self.turns.push((guess, answer));
        let told = sought(kind, guess.len(), answer);
        if let Some(black) = told.black {
            self.black[turn] = black as i8;
            for (at, &color) in self.at.iter_mut().zip(guess.iter()) {
                at[turn] = color as i8;
            }
        }
        if let Some(total) = told.total {
            self.total[turn] = total as i8;
            for &color in guess.iter() {
                self.has[usize::from(color)][turn] += 1;
            }
        }
    }

    /// Compares a code with every guess.
    pub fn excess(&self, code: &[u8], counts: &[u8; MAX_COLORS]) -> Excess<MOST_TURNS> {
        let mut excess = Excess {
            black: self.black.map(|black| -black),
            total: self.total.map(|total| -total),
        };
        for turn in 0..self.turns.len() {
            for (at, &color) in self.at.iter().zip(code) {
                excess.black[turn] += i8::from(at[turn] == color as i8);
            }
            for (has, &count) in self.has.iter().zip(counts) {
                excess.total[turn] += has[turn].min(count as i8);
            }
        }
        excess
    }

    /// By how many pegs, black ones and totals, a code contradicts the answers.
    #[inline(always)]
    pub fn contradictions<const TURNS: usize>(&self, excess: &Excess<TURNS>) -> u32 {
        // Loops, here and below: functions that fill an array may stay functions of their own, which lack the features.
        let mut off = [0; TURNS];
        for (turn, off) in off.iter_mut().enumerate() {
            *off = excess.off(turn);
        }
        let mut sum: u32 = off.iter().map(|&off| u32::from(off)).sum();
        if self.slack > 0
            && let Some(last) = self.turns.len().checked_sub(1)
        {
            let slack = off[last].min(self.slack);
            off[last] -= slack;
            sum -= u32::from(slack);
        }
        if self.wrong > 0 {
            sum -= greatest_of(&off, self.wrong as u32);
        }
        sum
    }

    /// The excess once the color at a place is another; `counts` are those before.
    #[inline(always)]
    pub fn changed<const TURNS: usize>(
        &self,
        excess: &Excess<TURNS>,
        place: usize,
        [old, new]: [u8; 2],
        counts: &[u8; MAX_COLORS],
    ) -> Excess<TURNS> {
        let at = &self.at[place];
        let [had, gets] = [old, new].map(|color| &self.has[usize::from(color)]);
        let [olds, news] = [old, new].map(|color| counts[usize::from(color)] as i8);
        let [old, new] = [old as i8, new as i8];
        let mut next = *excess;
        for turn in 0..TURNS {
            next.black[turn] += i8::from(at[turn] == new) - i8::from(at[turn] == old);
            next.total[turn] += i8::from(news < gets[turn]) - i8::from(olds <= had[turn]);
        }
        next
    }

    /// The excess once the colors at two places are exchanged.
    #[inline(always)]
    pub fn exchanged<const TURNS: usize>(
        &self,
        excess: &Excess<TURNS>,
        places: [usize; 2],
        colors: [u8; 2],
    ) -> Excess<TURNS> {
        let [one, two] = places.map(|place| &self.at[place]);
        let [a, b] = colors.map(|color| color as i8);
        let mut next = *excess;
        for turn in 0..TURNS {
            next.black[turn] += i8::from(one[turn] == b) - i8::from(one[turn] == a)
                + i8::from(two[turn] == a)
                - i8::from(two[turn] == b);
        }
        next
    }
}

/// The sum of the `count` greatest numbers, all of which are below 255.
#[inline(always)]
fn greatest_of<const TURNS: usize>(numbers: &[u8; TURNS], mut count: u32) -> u32 {
    // The greatest number, then the greatest below it: passes over all lanes at once.
    let (mut below, mut sum) = (u8::MAX, 0);
    while count > 0 && below > 0 {
        let lower = numbers.map(|number| if number < below { number } else { 0 });
        let most = lower.iter().fold(0, |most: u8, &number| most.max(number));
        let equal: u8 = numbers.map(|number| u8::from(number == most)).iter().sum();
        sum += count.min(u32::from(equal)) * u32::from(most);
        (below, count) = (most, count.saturating_sub(u32::from(equal)));
    }
    sum
}
