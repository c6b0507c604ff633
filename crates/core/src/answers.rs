//! The answers of many guesses to many secrets, as numbers.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use crate::threads::prelude::*;
use bytemuck::cast_slice_mut;

use crate::code::Code;
use crate::feedback::FeedbackKind;
use crate::rules::Rules;
use crate::sieve::planes::Planes;
use crate::sieve::positions::{Answer, LINE, Positions, fits_rows};
use crate::simd::Level;

/// Secrets that are looked at together, in loops that vectorise.
const LANES: usize = 64;

/// Secrets in the form in which their answers are found.
pub struct Secrets<'r> {
    rules: &'r Rules,
    count: usize,
    form: Form,
}

enum Form {
    /// For each place the colors of all secrets there; for each color how often each secret has it.
    Counted {
        places: Vec<Vec<u8>>,
        colors: Vec<Vec<u8>>,
    },
    Planes(Planes),
    Codes(Vec<Code>),
}

impl<'r> Secrets<'r> {
    /// Takes codes of the game.
    pub fn new(rules: &'r Rules, codes: Vec<Code>) -> Self {
        let count = codes.len();
        let room = count.next_multiple_of(LANES);
        let form = if rules.feedback().counts_pegs() {
            let mut places = vec![vec![0; room]; rules.pegs()];
            let mut colors = vec![vec![0; room]; rules.colors()];
            for (number, code) in codes.iter().enumerate() {
                for (place, &color) in places.iter_mut().zip(code.iter()) {
                    place[number] = color;
                    colors[usize::from(color)][number] += 1;
                }
            }
            Form::Counted { places, colors }
        } else if fits_rows(rules.feedback(), rules.pegs()) {
            Form::Planes(Planes::of(rules.pegs(), rules.colors(), &codes))
        } else {
            Form::Codes(codes)
        };
        Secrets { rules, count, form }
    }

    /// The bytes of the number of an answer: 1, 2 or 4, as the greatest number needs.
    pub fn width(&self) -> usize {
        match self.rules.feedback_count() - 1 {
            0..=0xFF => 1,
            0x100..=0xFFFF => 2,
            _ => 4,
        }
    }

    /// Writes the answers to some guesses, a row for each guess, a number of [`Secrets::width`] bytes for each secret, on all
    /// threads. Ends early, with rows left out, once `stop` is set.
    ///
    /// # Panics
    /// If `out` has another size or is not aligned as the numbers are.
    pub fn answers(&self, guesses: &[Code], out: &mut [u8], stop: &AtomicBool) {
        let row = self.count * self.width();
        assert_eq!(out.len(), row * guesses.len());
        if row > 0 {
            let rows = out.par_chunks_mut(row).zip(guesses);
            let rows = rows.with_min_len((1 << 16) / row + 1);
            rows.filter(|_| !stop.load(Relaxed))
                .for_each_init(Room::default, |room, (out, guess)| {
                    self.row(guess, out, room)
                });
        }
    }

    fn row(&self, guess: &Code, out: &mut [u8], room: &mut Room) {
        let kind = self.rules.feedback();
        match &self.form {
            Form::Counted { places, colors } => self.counted(guess, places, colors, out),
            Form::Planes(planes) if self.width() == 1 => {
                by_planes(kind, planes, guess, out, &mut room.bytes)
            }
            Form::Planes(planes) => {
                by_planes(kind, planes, guess, cast_slice_mut(out), &mut room.words)
            }
            Form::Codes(codes) => {
                let answers = codes.iter().map(|secret| self.rules.score(guess, secret));
                match self.width() {
                    1 => out
                        .iter_mut()
                        .zip(answers)
                        .for_each(|(out, n)| *out = n as u8),
                    2 => cast_slice_mut(out)
                        .iter_mut()
                        .zip(answers)
                        .for_each(|(out, n)| *out = n as u16),
                    _ => cast_slice_mut(out)
                        .iter_mut()
                        .zip(answers)
                        .for_each(|(out, n)| *out = n),
                }
            }
        }
    }

    /// Answers that count pegs.
    fn counted(&self, guess: &Code, places: &[Vec<u8>], colors: &[Vec<u8>], out: &mut [u8]) {
        let kind = self.rules.feedback();
        let pegs = self.rules.pegs() as u8;
        let has = guess.color_counts();
        for (line, out) in out.chunks_mut(LANES).enumerate() {
            let lanes = line * LANES..(line + 1) * LANES;
            let mut black = [0u8; LANES];
            for (place, &color) in places.iter().zip(guess.iter()) {
                for (black, &other) in black.iter_mut().zip(&place[lanes.clone()]) {
                    *black += u8::from(other == color);
                }
            }
            let mut total = [0u8; LANES];
            if *kind != FeedbackKind::Black {
                for (secrets, &count) in colors.iter().zip(&has).filter(|&(_, &count)| count > 0) {
                    for (total, &other) in total.iter_mut().zip(&secrets[lanes.clone()]) {
                        *total += other.min(count);
                    }
                }
            }
            for ((out, &black), &total) in out.iter_mut().zip(&black).zip(&total) {
                *out = match kind {
                    FeedbackKind::Black => black,
                    FeedbackKind::Total => total + u8::from(black == pegs),
                    _ => (u16::from(total) * (u16::from(total) + 1) / 2) as u8 + black,
                };
            }
        }
    }
}

/// Whole lines of answers, more than a row may have.
#[derive(Default)]
struct Room {
    bytes: Vec<u8>,
    words: Vec<u16>,
}

/// Answers per position.
fn by_planes<A: Answer>(
    kind: &FeedbackKind,
    planes: &Planes,
    guess: &Code,
    out: &mut [A],
    room: &mut Vec<A>,
) {
    room.resize(planes.len().next_multiple_of(LINE), A::default());
    Positions::new(kind, planes, guess).answers(Level::detect(), room);
    out.copy_from_slice(&room[..out.len()]);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Allowed;
    use crate::space::CodeSpace;

    #[test]
    fn answers_are_those_of_the_plain_scorer() {
        for (kind, pegs, colors, allowed) in [
            (FeedbackKind::BlackWhite, 4, 5, Allowed::Any),
            (FeedbackKind::Black, 3, 6, Allowed::Any),
            (FeedbackKind::Total, 4, 6, Allowed::Distinct),
            (FeedbackKind::Position, 3, 5, Allowed::Any),
            (FeedbackKind::Position, 6, 2, Allowed::Any),
            (FeedbackKind::Position, 12, 2, Allowed::Any),
            (FeedbackKind::Naive, 3, 5, Allowed::Any),
            (FeedbackKind::Naive, 6, 2, Allowed::Any),
            (FeedbackKind::Naive, 12, 2, Allowed::Any),
        ] {
            let rules = Rules::new(pegs, colors, allowed, kind.clone()).unwrap();
            let codes: Vec<Code> = CodeSpace::secrets(&rules).iter().take(700).collect();
            let guesses: Vec<Code> = codes.iter().copied().step_by(7).collect();
            let secrets = Secrets::new(&rules, codes.clone());
            let mut numbers = vec![0u32; guesses.len() * codes.len()]; // which is aligned for all
            let bytes = guesses.len() * codes.len() * secrets.width();
            let out = &mut bytemuck::cast_slice_mut(&mut numbers)[..bytes];
            secrets.answers(&guesses, out, &AtomicBool::new(false));
            let pairs = guesses
                .iter()
                .flat_map(|guess| codes.iter().map(move |code| (guess, code)));
            for ((guess, code), number) in pairs.zip(out.chunks_exact(secrets.width())) {
                let mut whole = [0; 4];
                whole[..number.len()].copy_from_slice(number);
                assert_eq!(
                    u32::from_le_bytes(whole),
                    rules.score(guess, code),
                    "{kind:?} {guess:?} {code:?}"
                );
            }
        }
    }
}
