//! The matrix of all answers of a game, one byte per pair of a secret and a guess, laid out for
//! the search.
//!
//! One row per secret holds its answers to all guesses, padded to whole lines of 64
//! bytes, so that one vector instruction serves 64 guesses. A second view, one row per
//! guess, serves the opposite question; it is the same memory when answers are symmetric.

use crate::code::{Code, MAX_COLORS};
use crate::feedback::FeedbackKind;
use crate::rules::Rules;
use crate::simd::Level;
use crate::space::CodeSpace;

use super::by_position::{Columns, MOST_PEGS, Role};
use super::kernels::{LANES, Line, Sheet, as_bytes_mut};
use super::problem::{Fault, MAX_GUESSES, MAX_SECRETS};
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

/// Marks the labels that occur in a row.
fn mark_used(row: &[u8], used: &mut [bool; 256]) {
    for &label in row {
        used[usize::from(label)] = true;
    }
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
    pub fn new(rules: &Rules, threads: usize, poll: Poll) -> Result<Self, NoMatrix> {
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
        } else if rules.feedback_count() <= 256 {
            let (by_secret, by_guess) =
                position_sheets(rules, &secret_codes, &guess_codes, threads, poll)?;
            (by_secret, Some(by_guess), rules.win() as u8)
        } else {
            let (by_guess, win) = renumbered_sheet(rules, &secret_codes, &guess_codes, poll)?;
            let by_secret = transposed(&by_guess, columns, rows, win, poll)?;
            (by_secret, Some(by_guess), win)
        };
        let mut used = [false; 256];
        for secret in 0..secret_codes.len() {
            poll_now_and_then(secret, poll)?;
            mark_used(&by_secret.row_bytes(secret)[..columns], &mut used);
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

/// Answers by position of at most five pegs, in both views.
fn position_sheets(
    rules: &Rules,
    secrets: &[Code],
    guesses: &[Code],
    threads: usize,
    poll: Poll,
) -> Result<(Sheet, Sheet), Stopped> {
    let level = Level::detect();
    let sheet = |rows: &[Code], columns: &[Code], role| {
        let columns = Columns::new(rules.pegs(), columns);
        let tail = columns.count() % LANES;
        filled(rows.len(), columns.count(), threads, poll, &|row, out| {
            columns.score(level, &rows[row], role, out);
            if let Some(last) = out.last_mut().filter(|_| tail > 0) {
                last.0[tail..].fill(rules.win() as u8);
            }
        })
    };
    Ok((
        sheet(secrets, guesses, Role::Secret)?,
        sheet(guesses, secrets, Role::Guess)?,
    ))
}

/// A sheet whose rows are filled one by one, on several threads if there are any.
fn filled(
    rows: usize,
    columns: usize,
    threads: usize,
    poll: Poll,
    fill: &(dyn Fn(usize, &mut [Line]) + Sync),
) -> Result<Sheet, Stopped> {
    const AT_ONCE: usize = 64;
    let mut sheet = Sheet::with_capacity(rows, columns);
    let lines_per_row = sheet.lines_per_row();
    for start in (0..rows).step_by(AT_ONCE * threads) {
        poll()?;
        let new = sheet.add_rows((rows - start).min(AT_ONCE * threads), 0);
        let work = |part: usize, lines: &mut [Line]| {
            for (row, lines) in lines.chunks_exact_mut(lines_per_row).enumerate() {
                fill(start + part * AT_ONCE + row, lines);
            }
        };
        let parts = new.chunks_mut(AT_ONCE * lines_per_row).enumerate();
        if threads == 1 {
            parts.for_each(|(part, lines)| work(part, lines));
        } else {
            rayon::in_place_scope(|scope| {
                parts.for_each(|(part, lines)| scope.spawn(move |_| work(part, lines)));
            });
        }
    }
    Ok(sheet)
}

/// Answers whose numbers are too great for a byte, numbered anew for each guess, in the view by guess.
fn renumbered_sheet(
    rules: &Rules,
    secrets: &[Code],
    guesses: &[Code],
    poll: Poll,
) -> Result<(Sheet, u8), NoMatrix> {
    let win = u8::MAX;
    let level = Level::detect();
    let columns = (rules.pegs() <= MOST_PEGS).then(|| Columns::new(rules.pegs(), secrets));
    let mut sheet = Sheet::with_capacity(guesses.len(), secrets.len());
    let mut wide = vec![0u16; secrets.len()];
    for (row, guess) in guesses.iter().enumerate() {
        poll_now_and_then(row, poll)?;
        let answers: Vec<u32> = match &columns {
            Some(columns) => {
                columns.score_wide(level, guess, Role::Guess, &mut wide);
                wide.iter().map(|&answer| answer.into()).collect()
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
                let matrix = Matrix::new(&rules, 1, &|| Ok(())).unwrap();
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
