//! The cells that guesses make of a large set, counted as their answers are worked out.

use std::sync::Mutex;

use crate::code::Code;
use crate::feedback::FeedbackKind;
use crate::rules::Rules;
use crate::sieve::planes::Planes;
use crate::sieve::positions::{LINE, Positions};
use crate::simd::Level;

use crate::exact::cost::{Goal, INFINITE, Ranked, UNLIMITED, after_a_guess};
use crate::exact::watch::{Stopped, Watch};
use crate::threads::in_parallel;

/// What so many codes cost at least with so many guesses left.
pub(super) fn least(size: usize, left: u8) -> u32 {
    let left = Goal::Total.normal_limit(size, left);
    let certain = Goal::Total.certain_cost(size, left);
    certain.unwrap_or(2 * size as u32 - 1)
}

/// A set of codes, ready to be guessed at.
pub(super) struct Cells {
    kind: FeedbackKind,
    planes: Planes,
    level: Level,
    win: usize,
    /// One more than the greatest number of an answer.
    answers: usize,
}

impl Cells {
    /// Takes codes of a game with answers per position and at most ten pegs.
    pub fn new(rules: &Rules, codes: &[Code], level: Level) -> Self {
        let win = rules.win() as usize;
        Cells {
            kind: rules.feedback().clone(),
            planes: Planes::of(rules.pegs(), rules.colors(), codes),
            level,
            win,
            answers: win + 1,
        }
    }

    /// Room for the answers of all codes.
    fn room(&self) -> Vec<u16> {
        vec![0; self.planes.len().next_multiple_of(LINE)]
    }

    /// The answers of all codes to a guess.
    fn answers<'r>(&self, guess: &Code, room: &'r mut [u16]) -> &'r [u16] {
        Positions::new(&self.kind, &self.planes, guess).answers(self.level, room);
        &room[..self.planes.len()]
    }

    /// The places of the codes in each cell of a guess, the winning one left out, with the answer; the smallest first.
    pub fn of(&self, guess: &Code) -> Vec<(u32, Vec<usize>)> {
        let mut room = self.room();
        let numbers = self.answers(guess, &mut room);
        let mut places: Vec<usize> = (0..numbers.len())
            .filter(|&place| usize::from(numbers[place]) != self.win)
            .collect();
        places.sort_by_key(|&place| numbers[place]);
        let mut cells: Vec<(u32, Vec<usize>)> = places
            .chunk_by(|&one, &other| numbers[one] == numbers[other])
            .map(|cell| (numbers[cell[0]].into(), cell.to_vec()))
            .collect();
        cells.sort_by_key(|(_, cell)| cell.len());
        cells
    }

    /// Weighs guesses, on several threads if there are any; those that tell nothing are left out.
    pub fn weigh(
        &self,
        guesses: &[Code],
        numbers: &[u32],
        (left, marginal): (u8, &[u16]),
        threads: usize,
        watch: &Watch,
    ) -> (Vec<Ranked>, Result<(), Stopped>) {
        const AT_ONCE: usize = 64;
        let weighed = Mutex::new(Vec::with_capacity(numbers.len()));
        let parts: Vec<&[u32]> = numbers.chunks(AT_ONCE).collect();
        let part = |counter: &mut Counter, part: usize| {
            watch.prepare()?;
            let numbers = parts[part].iter();
            let some: Vec<Ranked> = numbers
                .filter_map(|&guess| counter.weigh(guesses, guess, left, marginal))
                .collect();
            weighed.lock().expect("no panic").extend(some);
            Ok(())
        };
        let worker = || Counter {
            cells: self,
            room: self.room(),
            sizes: vec![0; self.answers],
            met: Vec::new(),
        };
        let result = in_parallel(threads, parts.len(), worker, part, |_| Ok(()));
        (weighed.into_inner().expect("no panic"), result)
    }
}

/// Counts the codes of one cell after the other.
struct Counter<'c> {
    cells: &'c Cells,
    room: Vec<u16>,
    sizes: Vec<u16>,
    met: Vec<u16>,
}

impl Counter<'_> {
    fn weigh(
        &mut self,
        guesses: &[Code],
        guess: u32,
        left: u8,
        marginal: &[u16],
    ) -> Option<Ranked> {
        let Counter {
            cells,
            room,
            sizes,
            met,
        } = self;
        let numbers = cells.answers(&guesses[guess as usize], room);
        let mut promise = 0;
        for &number in numbers {
            let size = &mut sizes[usize::from(number)];
            if *size == 0 {
                met.push(number);
            }
            promise += u32::from(marginal[usize::from(*size)]);
            *size += 1;
        }
        let next = after_a_guess(left);
        let mut bound = numbers.len() as u32;
        let told = met.len();
        for number in met.drain(..) {
            let size = std::mem::take(&mut sizes[usize::from(number)]);
            if usize::from(number) == cells.win {
                promise -= u32::from(marginal[0]);
            } else {
                bound = bound.saturating_add(least(size.into(), next));
            }
        }
        (told > 1 && bound < INFINITE).then_some(Ranked {
            bound: bound.into(),
            promise,
            guess,
        })
    }
}

/// Whether this is the number of guesses left in a game without a limit.
pub(super) fn depth_of(left: u8) -> Option<u8> {
    (left != UNLIMITED).then_some(left)
}
