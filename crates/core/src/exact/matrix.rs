//! The matrix of all answers of a game, one byte per pair of a secret and a guess, laid out for
//! the search.
//!
//! One row per secret holds its answers to all guesses, padded to whole lines of 64
//! bytes, so that one vector instruction serves 64 guesses. A second view, one row per
//! guess, serves the opposite question; it is the same memory when answers are symmetric.

use crate::code::{Code, MAX_COLORS};
use crate::feedback::FeedbackKind;
use crate::rules::Rules;
use crate::space::CodeSpace;

use super::kernels::{LANES, Sheet, as_bytes_mut};
use super::problem::{Fault, MAX_GUESSES, MAX_SECRETS};
use super::scored_rows::{Labels, RowScorer};
use super::watch::Stopped;

/// Called from time to time while answers are tabulated; an error ends the tabulation.
type Poll<'p> = &'p dyn Fn() -> Result<(), Stopped>;

/// Why there is no matrix.
#[derive(Debug)]
pub(super) enum NoMatrix {
    Fault(Fault),
    Stopped,
}

impl From<Fault> for NoMatrix {
    fn from(fault: Fault) -> Self {
        NoMatrix::Fault(fault)
    }
}

impl From<Stopped> for NoMatrix {
    fn from(_: Stopped) -> Self {
        NoMatrix::Stopped
    }
}

/// The answers of a game by secret and by guess.
///
/// Labels are feedback numbers, except that feedback kinds of more than 256 answers are
/// numbered anew for each guess. The winning label belongs to the secret itself alone.
pub(super) struct Matrix {
    by_secret: Sheet,
    /// `None` when the answers are symmetric and `by_secret` serves both views.
    by_guess: Option<Sheet>,
    secrets: usize,
    guesses: usize,
    guess_of_secret: Vec<u32>,
    labels: Vec<u8>,
    win: u8,
}

fn bytes(rows: u128, columns: u128) -> usize {
    rows as usize * (columns as usize).next_multiple_of(LANES)
}

/// Whether a guess and a secret can change places, so that one sheet serves both views.
fn is_symmetric(rules: &Rules) -> bool {
    rules.feedback().counts_pegs()
        && CodeSpace::secrets(rules).len() == CodeSpace::guesses(rules).len()
}

/// Refuses games whose answers are too many for this much memory.
pub(super) fn check_size(rules: &Rules, memory: usize) -> Result<(), Fault> {
    let secrets = CodeSpace::secrets(rules).len();
    let guesses = CodeSpace::guesses(rules).len();
    if secrets > MAX_SECRETS || guesses > MAX_GUESSES {
        return Err(Fault::TooManyCodes { secrets, guesses });
    }
    let second = if is_symmetric(rules) {
        0
    } else {
        bytes(guesses, secrets)
    };
    let needed = bytes(secrets, guesses) + second;
    if needed > memory {
        return Err(Fault::Memory {
            needed,
            allowed: memory,
        });
    }
    Ok(())
}

impl Matrix {
    /// Tabulates the answers of a game whose size was checked.
    pub fn new(rules: &Rules, poll: Poll) -> Result<Self, NoMatrix> {
        let secrets = CodeSpace::secrets(rules);
        let guesses = CodeSpace::guesses(rules);
        let secret_codes: Vec<Code> = secrets.iter().collect();
        let guess_codes: Vec<Code> = guesses.iter().collect();
        let guess_of_secret: Vec<u32> = secret_codes
            .iter()
            .map(|code| guesses.number(code).expect("every secret is a guess") as u32)
            .collect();
        let (rows, columns) = (secret_codes.len(), guess_codes.len());
        let (by_secret, by_guess, win) = if rules.feedback().counts_pegs() {
            let (by_secret, win) = counted_sheet(rules, &secret_codes, &guess_codes, poll)?;
            let by_guess = if is_symmetric(rules) {
                None
            } else {
                Some(transposed(&by_secret, rows, columns, win, poll)?)
            };
            (by_secret, by_guess, win)
        } else {
            let (by_guess, win) = scored_sheet(rules, &secret_codes, &guess_codes, poll)?;
            let by_secret = transposed(&by_guess, columns, rows, win, poll)?;
            (by_secret, Some(by_guess), win)
        };
        let mut used = [false; 256];
        for secret in 0..secret_codes.len() {
            poll_now_and_then(secret, poll)?;
            for &label in &by_secret.row_bytes(secret)[..guess_codes.len()] {
                used[label as usize] = true;
            }
        }
        used[win as usize] = false;
        Ok(Matrix {
            by_secret,
            by_guess,
            secrets: secret_codes.len(),
            guesses: guess_codes.len(),
            guess_of_secret,
            labels: (0..=255).filter(|&label| used[label as usize]).collect(),
            win,
        })
    }

    pub fn secrets(&self) -> usize {
        self.secrets
    }

    pub fn guesses(&self) -> usize {
        self.guesses
    }

    /// The labels that occur, the winning one left out, ascending.
    pub fn labels(&self) -> &[u8] {
        &self.labels
    }

    pub fn win(&self) -> u8 {
        self.win
    }

    /// One row per secret, one column per guess; columns past the last hold the winning label.
    pub fn by_secret(&self) -> &Sheet {
        &self.by_secret
    }

    /// The labels that a guess earns from each secret.
    #[inline]
    pub fn answers(&self, guess: u32) -> &[u8] {
        self.by_guess
            .as_ref()
            .unwrap_or(&self.by_secret)
            .row_bytes(guess as usize)
    }

    #[inline]
    pub fn guess_of(&self, secret: u16) -> u32 {
        self.guess_of_secret[secret as usize]
    }

    pub fn bytes(&self) -> usize {
        self.by_secret.bytes() + self.by_guess.as_ref().map_or(0, Sheet::bytes)
    }
}

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
fn counted_sheet(
    rules: &Rules,
    secrets: &[Code],
    guesses: &[Code],
    poll: Poll,
) -> Result<(Sheet, u8), Stopped> {
    let kind = rules.feedback();
    let win = rules.win() as u8;
    let (pegs, counts) = columns(rules, guesses);
    let mut sheet = Sheet::with_capacity(secrets.len(), guesses.len());
    let tail = guesses.len() % LANES;
    for (row, secret) in secrets.iter().enumerate() {
        poll_now_and_then(row, poll)?;
        let secret_counts = secret.color_counts();
        let present: Vec<(usize, u8)> = (0..MAX_COLORS)
            .filter(|&color| secret_counts[color] > 0)
            .map(|color| (color, secret_counts[color]))
            .collect();
        let out = sheet.add_rows(1, win);
        let last = out.len() - 1;
        for (line, out) in out.iter_mut().enumerate() {
            let mut black = [0u8; LANES];
            for (peg, &color) in secret.iter().enumerate() {
                for (sum, &guess) in black.iter_mut().zip(&pegs.row(peg)[line].0) {
                    *sum += u8::from(guess == color);
                }
            }
            if kind == FeedbackKind::Black {
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
                    FeedbackKind::Black | FeedbackKind::Position => {
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

/// Answers that do not count pegs, one row per guess; if there are more than a byte holds, they are
/// numbered guess by guess. Columns past the last hold the winning label.
fn scored_sheet(
    rules: &Rules,
    secrets: &[Code],
    guesses: &[Code],
    poll: Poll,
) -> Result<(Sheet, u8), NoMatrix> {
    let fits = rules.feedback_count() <= 256;
    let win = if fits { rules.win() as u8 } else { u8::MAX };
    let mut sheet = Sheet::with_capacity(guesses.len(), secrets.len());
    let mut scorer = RowScorer::new(rules, secrets);
    let mut labels = Labels::new(rules);
    for (row, guess) in guesses.iter().enumerate() {
        poll_now_and_then(row, poll)?;
        let out = as_bytes_mut(sheet.add_rows(1, win));
        if fits && scorer.write_bytes(guess, out) {
            out[secrets.len()..].fill(win);
            continue;
        }
        let answers = scorer.answers(guess);
        if fits {
            for (label, &answer) in out.iter_mut().zip(answers) {
                *label = answer as u8;
            }
        } else {
            let count = labels.number(answers, out);
            if count > usize::from(u8::MAX) {
                return Err(Fault::TooManyAnswers(count).into());
            }
        }
    }
    Ok((sheet, win))
}

fn transposed(
    sheet: &Sheet,
    rows: usize,
    columns: usize,
    fill: u8,
    poll: Poll,
) -> Result<Sheet, Stopped> {
    let mut out = Sheet::with_capacity(columns, rows);
    let lines_per_row = out.lines_per_row();
    // Blocks of 64 x 64 keep both sides in the cache.
    for column_block in (0..columns).step_by(LANES) {
        let new_rows = out.add_rows(LANES.min(columns - column_block), fill);
        for row_block in (0..rows).step_by(LANES) {
            poll_now_and_then(row_block / LANES, poll)?;
            for row in row_block..rows.min(row_block + LANES) {
                let line = &sheet.row(row)[column_block / LANES].0;
                let columns = new_rows.iter_mut().skip(row_block / LANES);
                for (column, &label) in columns.step_by(lines_per_row).zip(line) {
                    column.0[row - row_block] = label;
                }
            }
        }
    }
    Ok(out)
}

/// Polls after every few rows whether to stop.
fn poll_now_and_then(row: usize, poll: Poll) -> Result<(), Stopped> {
    const OFTEN: usize = 16;
    if row.is_multiple_of(OFTEN) {
        poll()?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::rules::Allowed;

    #[test]
    fn agrees_with_the_plain_scorer() {
        for kind in [
            FeedbackKind::BlackWhite,
            FeedbackKind::Black,
            FeedbackKind::Total,
            FeedbackKind::Position,
        ] {
            for (pegs, colors, allowed) in [
                (3, 4, Allowed::Any),
                (4, 5, Allowed::Distinct),
                (6, 2, Allowed::Any),
            ] {
                let rules = Rules::new(pegs, colors, allowed, kind).unwrap();
                let matrix = Matrix::new(&rules, &|| Ok(())).unwrap();
                let codes: Vec<Code> = CodeSpace::secrets(&rules).iter().collect();
                for (g, guess) in codes.iter().enumerate() {
                    // Equal labels if and only if equal answers, the secret itself apart.
                    let mut answer_of = BTreeMap::new();
                    for (s, secret) in codes.iter().enumerate() {
                        let label = matrix.answers(g as u32)[s];
                        assert_eq!(label, matrix.by_secret().row_bytes(s)[g]);
                        assert_eq!(label == matrix.win(), guess == secret);
                        let answer = rules.score(guess, secret);
                        if guess != secret {
                            assert_eq!(*answer_of.entry(label).or_insert(answer), answer);
                        }
                    }
                    let mut answers: Vec<u32> = answer_of.values().copied().collect();
                    answers.sort_unstable();
                    answers.dedup();
                    assert_eq!(answers.len(), answer_of.len());
                }
            }
        }
    }
}
