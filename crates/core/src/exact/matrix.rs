//! Every answer of a game, one byte per pair, laid out for the search.
//!
//! One row per secret holds its answers to all guesses, padded to whole lines of 64
//! bytes, so that one vector instruction serves 64 guesses. A second view, one row per
//! guess, serves the opposite question; it is the same memory when answers are symmetric.

use std::collections::BTreeMap;

use crate::code::{Code, MAX_COLORS};
use crate::feedback::FeedbackKind;
use crate::rules::Rules;
use crate::space::CodeSpace;

use super::pages::prefer_large;
use super::{Fault, MAX_CODES};

/// Guesses that one vector instruction serves.
pub(super) const LANES: usize = 64;

#[derive(Clone, Copy)]
#[repr(C, align(64))]
pub(super) struct Line(pub [u8; LANES]);

/// Bytes in rows of whole lines.
#[derive(Clone, Default)]
pub(super) struct Sheet {
    lines: Vec<Line>,
    lines_per_row: usize,
}

impl Sheet {
    pub fn new(rows: usize, columns: usize, fill: u8) -> Self {
        let lines_per_row = columns.div_ceil(LANES);
        let mut lines = Vec::with_capacity(rows * lines_per_row);
        prefer_large(lines.as_ptr(), lines.capacity() * LANES);
        lines.resize(rows * lines_per_row, Line([fill; LANES]));
        Sheet {
            lines,
            lines_per_row,
        }
    }

    pub fn lines_per_row(&self) -> usize {
        self.lines_per_row
    }

    pub fn row(&self, row: usize) -> &[Line] {
        &self.lines[row * self.lines_per_row..][..self.lines_per_row]
    }

    pub fn row_mut(&mut self, row: usize) -> &mut [Line] {
        &mut self.lines[row * self.lines_per_row..][..self.lines_per_row]
    }

    pub fn row_bytes(&self, row: usize) -> &[u8] {
        as_bytes(self.row(row))
    }

    #[inline]
    pub fn byte(&self, row: usize, column: usize) -> u8 {
        self.lines[row * self.lines_per_row + column / LANES].0[column % LANES]
    }

    pub fn lines(&self) -> &[Line] {
        &self.lines
    }

    /// Changes the shape and keeps the memory; what the lines hold is then arbitrary.
    pub fn reshape(&mut self, rows: usize, lines_per_row: usize) {
        let lines = rows * lines_per_row;
        if self.lines.len() < lines {
            self.lines.resize(lines, Line([0; LANES]));
        }
        self.lines_per_row = lines_per_row;
    }
}

pub(super) fn as_bytes(lines: &[Line]) -> &[u8] {
    // SAFETY: a line is 64 plain bytes without padding.
    unsafe { std::slice::from_raw_parts(lines.as_ptr().cast(), lines.len() * LANES) }
}

pub(super) fn as_bytes_mut(lines: &mut [Line]) -> &mut [u8] {
    // SAFETY: a line is 64 plain bytes without padding, and any bytes are a line.
    unsafe { std::slice::from_raw_parts_mut(lines.as_mut_ptr().cast(), lines.len() * LANES) }
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

impl Matrix {
    pub fn new(rules: &Rules, memory: usize) -> Result<Self, Fault> {
        let secrets = CodeSpace::secrets(rules);
        let guesses = CodeSpace::guesses(rules);
        if secrets.len() > MAX_CODES || guesses.len() > 16 * MAX_CODES {
            return Err(Fault::TooManyCodes {
                secrets: secrets.len(),
                guesses: guesses.len(),
            });
        }
        let kind = rules.feedback();
        let symmetric = kind != FeedbackKind::Position && secrets.len() == guesses.len();
        let needed = bytes(secrets.len(), guesses.len())
            + if symmetric {
                0
            } else {
                bytes(guesses.len(), secrets.len())
            };
        if needed > memory {
            return Err(Fault::Memory {
                needed,
                allowed: memory,
            });
        }
        let secret_codes: Vec<Code> = secrets.iter().collect();
        let guess_codes: Vec<Code> = guesses.iter().collect();
        let guess_of_secret: Vec<u32> = secret_codes
            .iter()
            .map(|code| guesses.number(code).expect("every secret is a guess") as u32)
            .collect();
        let (by_secret, win) = match kind {
            FeedbackKind::Position => position_sheet(rules, &secret_codes, &guess_codes)?,
            _ => counted_sheet(rules, &secret_codes, &guess_codes),
        };
        let by_guess = (!symmetric)
            .then(|| transposed(&by_secret, secret_codes.len(), guess_codes.len(), win));
        let mut used = [false; 256];
        for secret in 0..secret_codes.len() {
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
        let lines = |sheet: &Sheet| sheet.lines.len() * LANES;
        lines(&self.by_secret) + self.by_guess.as_ref().map_or(0, lines)
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

/// Black-white, black and total answers, 64 guesses at a time in loops that vectorise.
fn counted_sheet(rules: &Rules, secrets: &[Code], guesses: &[Code]) -> (Sheet, u8) {
    let kind = rules.feedback();
    let win = rules.win() as u8;
    let (pegs, counts) = columns(rules, guesses);
    let mut sheet = Sheet::new(secrets.len(), guesses.len(), win);
    let tail = guesses.len() % LANES;
    for (row, secret) in secrets.iter().enumerate() {
        let secret_counts = secret.color_counts();
        let present: Vec<(usize, u8)> = (0..MAX_COLORS)
            .filter(|&color| secret_counts[color] > 0)
            .map(|color| (color, secret_counts[color]))
            .collect();
        let out = sheet.row_mut(row);
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
                if kind == FeedbackKind::Total {
                    let pegs = secret.len() as u8;
                    for lane in 0..LANES {
                        out.0[lane] = total[lane] + u8::from(black[lane] == pegs);
                    }
                } else {
                    for lane in 0..LANES {
                        let total = u16::from(total[lane]);
                        out.0[lane] = ((total * (total + 1)) >> 1) as u8 + black[lane];
                    }
                }
            }
            if line == last && tail > 0 {
                out.0[tail..].fill(win);
            }
        }
    }
    (sheet, win)
}

/// Answers per position; those of long codes are numbered guess by guess.
fn position_sheet(rules: &Rules, secrets: &[Code], guesses: &[Code]) -> Result<(Sheet, u8), Fault> {
    let fits = rules.feedback_count() <= 256;
    let win = if fits { rules.win() as u8 } else { u8::MAX };
    let mut sheet = Sheet::new(secrets.len(), guesses.len(), win);
    for (column, guess) in guesses.iter().enumerate() {
        let answers = secrets.iter().map(|secret| rules.score(guess, secret));
        if fits {
            for (row, answer) in answers.enumerate() {
                as_bytes_mut(sheet.row_mut(row))[column] = answer as u8;
            }
        } else {
            let answers: Vec<u32> = answers.collect();
            let mut label: BTreeMap<u32, u8> = answers.iter().map(|&answer| (answer, 0)).collect();
            label.remove(&rules.win());
            if label.len() > usize::from(u8::MAX) {
                return Err(Fault::TooManyAnswers(label.len()));
            }
            for (index, value) in label.values_mut().enumerate() {
                *value = index as u8;
            }
            for (row, answer) in answers.iter().enumerate() {
                as_bytes_mut(sheet.row_mut(row))[column] =
                    label.get(answer).copied().unwrap_or(win);
            }
        }
    }
    Ok((sheet, win))
}

fn transposed(sheet: &Sheet, rows: usize, columns: usize, fill: u8) -> Sheet {
    let mut out = Sheet::new(columns, rows, fill);
    // Blocks of 64 x 64 keep both sides in the cache.
    for row_block in (0..rows).step_by(LANES) {
        for column_block in (0..columns).step_by(LANES) {
            for row in row_block..rows.min(row_block + LANES) {
                let line = &sheet.row(row)[column_block / LANES].0;
                for column in column_block..columns.min(column_block + LANES) {
                    out.row_mut(column)[row_block / LANES].0[row - row_block] =
                        line[column - column_block];
                }
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
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
                let matrix = Matrix::new(&rules, usize::MAX).unwrap();
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
