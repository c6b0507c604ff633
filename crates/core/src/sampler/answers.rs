//! The answers so far, laid out so that one move of a code is compared with all of them at once.

use crate::code::{Code, MAX_COLORS, MAX_PEGS};
use crate::feedback::FeedbackKind;
use crate::rules::Rules;
use crate::sieve::count::sought;

/// The most answers that a sampler takes in.
pub const MOST_TURNS: usize = 64;
/// The most turns that a code may contradict.
pub const MOST_WRONG: usize = 3;
/// Turns that are compared together.
const LANES: usize = 16;

/// A number for each turn.
pub type Turns = [i8; MOST_TURNS];

/// Guesses and what their answers tell of blacks and of totals.
#[derive(Clone, Debug)]
pub struct Answers {
    /// The turns.
    pub turns: Vec<(Code, u32)>,
    /// The color that each guess has at a place.
    at: [Turns; MAX_PEGS],
    /// How often each guess has a color.
    has: Vec<Turns>,
    black: Turns,
    total: Turns,
    /// -1 where the answer tells the blacks, and where it tells the totals.
    tells_black: Turns,
    tells_total: Turns,
    /// How many turns a code may contradict: those that it contradicts by most pegs are not counted.
    wrong: usize,
}

/// The blacks and totals of a code with each guess.
#[derive(Clone, Copy, Debug)]
pub struct Pegs {
    pub black: Turns,
    pub total: Turns,
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
            tells_black: none,
            tells_total: none,
            wrong,
        }
    }

    pub fn push(&mut self, kind: &FeedbackKind, guess: Code, answer: u32) {
        let turn = self.turns.len();
        self.turns.push((guess, answer));
        for (place, &color) in guess.iter().enumerate() {
            self.at[place][turn] = color as i8;
            self.has[usize::from(color)][turn] += 1;
        }
        let told = sought(kind, guess.len(), answer);
        if let Some(black) = told.black {
            (self.black[turn], self.tells_black[turn]) = (black as i8, -1);
        }
        if let Some(total) = told.total {
            (self.total[turn], self.tells_total[turn]) = (total as i8, -1);
        }
    }

    fn lanes(&self) -> usize {
        self.turns.len().next_multiple_of(LANES)
    }

    /// The pegs of a code with every guess.
    pub fn pegs(&self, code: &[u8], counts: &[u8; MAX_COLORS]) -> Pegs {
        let mut pegs = Pegs {
            black: [0; MOST_TURNS],
            total: [0; MOST_TURNS],
        };
        for turn in 0..self.turns.len() {
            let same =
                |(place, &color): (usize, &u8)| i8::from(self.at[place][turn] == color as i8);
            pegs.black[turn] = code.iter().enumerate().map(same).sum();
            let common = self
                .has
                .iter()
                .zip(counts)
                .map(|(has, &count)| has[turn].min(count as i8));
            pegs.total[turn] = common.sum();
        }
        pegs
    }

    /// By how many pegs, black ones and totals, a code contradicts the answers.
    #[inline(always)]
    pub fn contradictions(&self, pegs: &Pegs) -> u32 {
        let off = |turn: usize| {
            let black = (pegs.black[turn] - self.black[turn]) & self.tells_black[turn];
            let total = (pegs.total[turn] - self.total[turn]) & self.tells_total[turn];
            black.unsigned_abs() + total.unsigned_abs()
        };
        let mut sum = 0;
        for lanes in (0..self.lanes()).step_by(LANES) {
            let off: [u8; LANES] = std::array::from_fn(|lane| off(lanes + lane));
            sum += off.iter().map(|&off| u32::from(off)).sum::<u32>();
        }
        if self.wrong == 0 {
            return sum;
        }
        let mut most = [0; MOST_WRONG];
        for turn in 0..self.turns.len() {
            let mut off = off(turn);
            for most in &mut most[..self.wrong] {
                (*most, off) = ((*most).max(off), (*most).min(off));
            }
        }
        sum - most.iter().map(|&off| u32::from(off)).sum::<u32>()
    }

    /// The pegs once the color at a place is another; `counts` are those before.
    #[inline(always)]
    pub fn changed(
        &self,
        pegs: &Pegs,
        place: usize,
        old: u8,
        new: u8,
        counts: &[u8; MAX_COLORS],
    ) -> Pegs {
        let mut next = *pegs;
        let (at, had, gets) = (
            &self.at[place],
            &self.has[usize::from(old)],
            &self.has[usize::from(new)],
        );
        let (olds, news) = (
            counts[usize::from(old)] as i8,
            counts[usize::from(new)] as i8,
        );
        for turn in 0..self.lanes() {
            next.black[turn] += i8::from(at[turn] == new as i8) - i8::from(at[turn] == old as i8);
            next.total[turn] += i8::from(news < gets[turn]) - i8::from(olds <= had[turn]);
        }
        next
    }

    /// The pegs once the colors at two places are exchanged.
    #[inline(always)]
    pub fn exchanged(&self, pegs: &Pegs, places: [usize; 2], colors: [u8; 2]) -> Pegs {
        let mut next = *pegs;
        let (one, two) = (&self.at[places[0]], &self.at[places[1]]);
        let [a, b] = colors.map(|color| color as i8);
        for turn in 0..self.lanes() {
            next.black[turn] += i8::from(one[turn] == b) - i8::from(one[turn] == a)
                + i8::from(two[turn] == a)
                - i8::from(two[turn] == b);
        }
        next
    }
}
