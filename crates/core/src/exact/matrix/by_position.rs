//! Answers per position or of one's own, tabulated by guess.

use super::fill::{NoMatrix, Poll, filled, poll_now_and_then};
use crate::code::Code;
use crate::exact::kernels::{LANES, Sheet, as_bytes_mut};
use crate::exact::problem::Fault;
use crate::rules::Rules;
use crate::sieve::planes::Planes;
use crate::sieve::positions::{LINE, Positions, fits_rows};
use crate::simd::Level;

/// The secrets as bits, where answers are found from them; others are scored code by code.
fn planes(rules: &Rules, secrets: &[Code]) -> Option<Planes> {
    let (pegs, colors) = (rules.pegs(), rules.colors());
    fits_rows(rules.feedback(), pegs).then(|| Planes::of(pegs, colors, secrets))
}

/// Answers that a byte numbers, in the view by guess.
pub(super) fn position_sheet(
    rules: &Rules,
    (secrets, guesses): (&[Code], &[Code]),
    threads: usize,
    poll: Poll,
) -> Result<(Sheet, u8), NoMatrix> {
    let win = rules.win() as u8;
    let level = Level::detect();
    let planes = planes(rules, secrets);
    let lines_per_row = secrets.len().div_ceil(LANES);
    let sheet = filled(
        (guesses.len(), secrets.len()),
        threads,
        poll,
        &|row, lines| {
            for (guess, lines) in guesses[row..]
                .iter()
                .zip(lines.chunks_exact_mut(lines_per_row))
            {
                let out = as_bytes_mut(lines);
                match &planes {
                    Some(planes) => {
                        Positions::new(rules.feedback(), planes, guess).answers(level, out)
                    }
                    None => {
                        for (label, secret) in out.iter_mut().zip(secrets) {
                            *label = rules.score(guess, secret) as u8;
                        }
                    }
                }
                out[secrets.len()..].fill(win);
            }
        },
    )?;
    Ok((sheet, win))
}

/// Answers whose numbers are too great for a byte, numbered anew for each guess, in the view by guess.
pub(super) fn renumbered_sheet(
    rules: &Rules,
    (secrets, guesses): (&[Code], &[Code]),
    poll: Poll,
) -> Result<(Sheet, u8), NoMatrix> {
    let win = u8::MAX;
    let level = Level::detect();
    let planes = planes(rules, secrets);
    let mut sheet = Sheet::with_capacity(guesses.len(), secrets.len())?;
    let mut wide = vec![0u16; secrets.len().next_multiple_of(LINE)];
    for (row, guess) in guesses.iter().enumerate() {
        poll_now_and_then(row, poll)?;
        let answers: Vec<u32> = match &planes {
            Some(planes) => {
                Positions::new(rules.feedback(), planes, guess).answers(level, &mut wide);
                let answers = wide[..secrets.len()].iter();
                answers.map(|&answer| answer.into()).collect()
            }
            None => secrets
                .iter()
                .map(|secret| rules.score(guess, secret))
                .collect(),
        };
        let mut different = answers.clone();
        different.retain(|&answer| answer != rules.win());
        different.sort_unstable();
        different.dedup();
        if different.len() > usize::from(u8::MAX) {
            return Err(Fault::TooManyAnswers(different.len()).into());
        }
        let out = as_bytes_mut(sheet.add_rows(1, win));
        for (label, answer) in out.iter_mut().zip(&answers) {
            // The winning answer is not among those that differ.
            *label = different
                .binary_search(answer)
                .map_or(win, |label| label as u8);
        }
    }
    Ok((sheet, win))
}
