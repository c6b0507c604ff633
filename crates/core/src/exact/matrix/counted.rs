//! Answers that count pegs, tabulated in loops that vectorise.

use super::fill::{NoMatrix, Poll, poll_now_and_then};
use crate::code::{Code, MAX_COLORS};
use crate::exact::kernels::{LANES, Sheet, as_bytes_mut};
use crate::feedback::FeedbackKind;
use crate::rules::Rules;

/// Colors by peg and color counts of all guesses, each as one padded row.
fn columns(rules: &Rules, guesses: &[Code]) -> (Sheet, Sheet) {
    let mut pegs = Sheet::new(rules.pegs(), guesses.len(), u8::MAX);
    let mut counts = Sheet::new(rules.colors(), guesses.len(), 0);
    for (index, code) in guesses.iter().enumerate() {
        for (peg, &color) in code.iter().enumerate() {
            as_bytes_mut(pegs.row_mut(peg))[index] = color;
            as_bytes_mut(counts.row_mut(color as usize))[index] += 1;
        }
    }
    (pegs, counts)
}

/// Answers that count pegs, 64 guesses at a time in loops that vectorise.
pub(super) fn counted_sheet(
    rules: &Rules,
    (secrets, guesses): (&[Code], &[Code]),
    poll: Poll,
) -> Result<(Sheet, u8), NoMatrix> {
    let kind = rules.feedback();
    let win = rules.win() as u8;
    let (pegs, counts) = columns(rules, guesses);
    let mut sheet = Sheet::with_capacity(secrets.len(), guesses.len())?;
    let tail = guesses.len() % LANES;
    for (row, secret) in secrets.iter().enumerate() {
        poll_now_and_then(row, poll)?;
        let secret_counts = secret.color_counts();
        let present = (0..MAX_COLORS).map(|color| (color, secret_counts[color]));
        let present: Vec<(usize, u8)> = present.filter(|&(_, count)| count > 0).collect();
        let out = sheet.add_rows(1, win);
        let last = out.len() - 1;
        for (line, out) in out.iter_mut().enumerate() {
            let mut black = [0u8; LANES];
            for (peg, &color) in secret.iter().enumerate() {
                for (sum, &guess) in black.iter_mut().zip(&pegs.row(peg)[line].0) {
                    *sum += u8::from(guess == color);
                }
            }
            if *kind == FeedbackKind::Black {
                out.0 = black;
            } else {
                let mut total = [0u8; LANES];
                for &(color, count) in &present {
                    for (sum, &guess) in total.iter_mut().zip(&counts.row(color)[line].0) {
                        *sum += guess.min(count);
                    }
                }
                match kind {
                    FeedbackKind::Total => {
                        let pegs = secret.len() as u8;
                        for lane in 0..LANES {
                            out.0[lane] = total[lane] + u8::from(black[lane] == pegs);
                        }
                    }
                    FeedbackKind::BlackWhite => {
                        for lane in 0..LANES {
                            let total = u16::from(total[lane]);
                            out.0[lane] = ((total * (total + 1)) >> 1) as u8 + black[lane];
                        }
                    }
                    FeedbackKind::Black
                    | FeedbackKind::Position
                    | FeedbackKind::Naive
                    | FeedbackKind::Own(_) => {
                        unreachable!("black pegs are counted above, and positions elsewhere")
                    }
                }
            }
            if line == last && tail > 0 {
                out.0[tail..].fill(win);
            }
        }
    }
    Ok((sheet, win))
}
