//! The codes of a game and the answers to guesses, computed from the rules alone.

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;

use crate::cells::BLOCK;
use crate::header::{Codes, Feedback, Rules};
use crate::own::Own;
use crate::refusal::{Error, go_on};

/// A code: the color of each peg, from the left.
pub type Code = Box<[u8]>;

/// The most secrets, guesses and answers of a game that is checked.
pub const MOST_SECRETS: usize = 1 << 16;
pub const MOST_GUESSES: usize = 1 << 20;
pub const MOST_ANSWERS: usize = 256;

/// A game with all its codes written out.
pub struct Game {
    pub pegs: usize,
    pub colors: usize,
    pub feedback: Feedback,
    /// One more than the number of the winning answer, which is the greatest.
    pub answers: usize,
    pub secrets: Vec<Code>,
    pub guesses: Vec<Code>,
    /// For each secret, its number among the guesses.
    guess_of: Vec<u32>,
    rules: Rules,
    distinct: bool,
    pub is_words: bool,
    /// Whether a guess must be a code that may still be the secret.
    pub only_possible: bool,
    /// How long a row of answers is: a byte for each guess, and some more to fill up the last block.
    pub stride: usize,
    /// The answers of all guesses, one row per secret; empty if that takes too much memory.
    table: Vec<u8>,
    /// For each place, the colors of all guesses there; for each color, how often each guess has it.
    at_place: Vec<Vec<u8>>,
    of_color: Vec<Vec<u8>>,
}

impl Game {
    /// Lists the codes.
    pub fn new(rules: Rules, only_possible: bool) -> Result<Game, String> {
        let (secrets, guesses, is_words) = match &rules.codes {
            Codes::Words { secrets, guesses } => (secrets.clone(), guesses.clone(), true),
            Codes::Own(own) => {
                let (secrets, guesses) = own.codes();
                (secrets, guesses, true)
            }
            Codes::Any => (
                all_codes(rules.pegs, rules.colors, false),
                Vec::new(),
                false,
            ),
            Codes::Distinct => (all_codes(rules.pegs, rules.colors, true), Vec::new(), false),
        };
        let guesses = if is_words { guesses } else { secrets.clone() };
        let answers = match &rules.codes {
            Codes::Own(own) => own.answers(),
            _ => rules.feedback.answers(rules.pegs),
        };
        if secrets.is_empty() || secrets.len() > MOST_SECRETS || guesses.len() > MOST_GUESSES {
            return Err(format!(
                "{} secrets and {} guesses",
                secrets.len(),
                guesses.len()
            ));
        }
        let numbers: HashMap<&Code, u32> = guesses.iter().zip(0..).collect();
        let guess_of: Option<Vec<u32>> = secrets
            .iter()
            .map(|secret| numbers.get(secret).copied())
            .collect();
        let guess_of = guess_of.ok_or("a secret is no guess")?;
        let at_place = (0..rules.pegs)
            .map(|place| guesses.iter().map(|code| code[place]).collect())
            .collect();
        let count = |code: &Code, color| code.iter().filter(|&&peg| peg == color).count() as u8;
        let of_color = (0..rules.colors as u8)
            .map(|color| guesses.iter().map(|code| count(code, color)).collect())
            .collect();
        // Rows whose places differ by a power of two would drive each other out of the processor's cache.
        let stride = (guesses.len().div_ceil(BLOCK) | 1) * BLOCK;
        Ok(Game {
            pegs: rules.pegs,
            colors: rules.colors,
            feedback: rules.feedback,
            answers,
            secrets,
            guesses,
            guess_of,
            distinct: matches!(rules.codes, Codes::Distinct),
            rules,
            is_words,
            only_possible,
            stride,
            table: Vec::new(),
            at_place,
            of_color,
        })
    }

    /// Writes all answers down, if they take no more than `memory` bytes and the system gives them.
    pub fn tabulate(&mut self, memory: usize, stop: &AtomicBool) -> Result<(), Error> {
        let bytes = self.secrets.len().checked_mul(self.stride);
        let Some(bytes) = bytes.filter(|&bytes| bytes <= memory) else {
            return Ok(());
        };
        let mut table = Vec::new();
        if table.try_reserve_exact(bytes).is_ok() {
            table.resize(bytes, 0);
            for (secret, row) in table.chunks_exact_mut(self.stride).enumerate() {
                go_on(stop)?;
                self.score_row(secret, &mut row[..self.guesses.len()]);
            }
            self.table = table;
        }
        Ok(())
    }

    /// The number of the answer that the secret itself earns.
    #[inline]
    pub fn win(&self) -> u8 {
        (self.answers - 1) as u8
    }

    /// The number that a secret has as a guess.
    #[inline]
    pub fn guess_of(&self, secret: u32) -> u32 {
        self.guess_of[secret as usize]
    }

    /// How many times a symmetry names all colors: for each place by itself where an answer tells black pegs alone and
    /// a color may stand twice, and once otherwise.
    pub fn namings(&self) -> usize {
        match self.feedback {
            Feedback::Black if !self.distinct && !self.is_words => self.pegs,
            _ => 1,
        }
    }

    /// The number of the secret that a symmetry makes of another: at each place stands the peg from the
    /// place that `order` names, with its new color.
    pub fn image(&self, secret: u32, order: &[u8], names: &[Vec<u8>]) -> u32 {
        let code = &self.secrets[secret as usize];
        let mut names = names.iter().cycle();
        let mut number = 0;
        let mut used = 0u64;
        for (place, &from) in order.iter().enumerate() {
            let names = names.next().expect("one naming or more");
            let color = names[usize::from(code[usize::from(from)])];
            let taken = match self.distinct {
                true => (used & ((1 << color) - 1)).count_ones(),
                false => 0,
            };
            used |= 1 << color;
            let choices = self.colors - if self.distinct { place } else { 0 };
            number = number * choices as u32 + u32::from(color) - taken;
        }
        number
    }

    /// How a guess is written.
    pub fn text(&self, guess: u32) -> String {
        match self.own() {
            Some(own) => own.text(guess as usize).into(),
            None => self.rules.text(&self.guesses[guess as usize]),
        }
    }

    /// How an answer to a guess is written.
    pub fn answer_text(&self, guess: u32, answer: u8) -> String {
        match self.own() {
            Some(own) => own.answer_text(guess as usize, answer).into(),
            None => self.feedback.text(self.pegs, answer),
        }
    }

    /// The label of an answer to a guess, which is its number but in a table of answers.
    pub fn label(&self, guess: u32, number: u32) -> Option<u8> {
        match self.own() {
            Some(own) => own.label(guess as usize, number),
            None => u8::try_from(number).ok(),
        }
    }

    /// The table of answers of a game of one's own.
    fn own(&self) -> Option<&Own> {
        match &self.rules.codes {
            Codes::Own(own) => Some(own),
            _ => None,
        }
    }

    /// The answer to a guess if this is the secret, both by number.
    #[inline]
    pub fn answer(&self, guess: u32, secret: u32) -> u8 {
        if self.table.is_empty() {
            if let Some(own) = self.own() {
                return own.answer(guess as usize, secret as usize);
            }
            let (guess, secret) = (
                &self.guesses[guess as usize],
                &self.secrets[secret as usize],
            );
            return score(self.feedback, guess, secret);
        }
        self.table[secret as usize * self.stride + guess as usize]
    }

    /// The answers of all guesses if this is the secret, where they are written down.
    pub fn row(&self, secret: u32) -> Option<&[u8]> {
        let start = secret as usize * self.stride;
        self.table.get(start..start + self.stride)
    }

    /// The answers of all guesses to some secrets, one row for each.
    pub fn rows_of(&self, secrets: impl ExactSizeIterator<Item = u32>) -> Vec<u8> {
        let mut rows = vec![0; secrets.len() * self.stride];
        for (secret, row) in secrets.zip(rows.chunks_exact_mut(self.stride)) {
            self.score_row(secret as usize, &mut row[..self.guesses.len()]);
        }
        rows
    }

    /// The same as `score` for all guesses at once: all steps are loops over bytes.
    fn score_row(&self, secret: usize, row: &mut [u8]) {
        if let Some(own) = self.own() {
            for (guess, answer) in row.iter_mut().enumerate() {
                *answer = own.answer(guess, secret);
            }
            return;
        }
        let secret = &self.secrets[secret];
        if matches!(self.feedback, Feedback::Position | Feedback::Naive) {
            for (answer, guess) in row.iter_mut().zip(&self.guesses) {
                *answer = score(self.feedback, guess, secret);
            }
            return;
        }
        let mut black = vec![0u8; row.len()];
        for (place, &color) in secret.iter().enumerate() {
            for (black, &peg) in black.iter_mut().zip(&self.at_place[place]) {
                *black += u8::from(peg == color);
            }
        }
        row.fill(0);
        for color in 0..self.colors {
            let own = secret
                .iter()
                .filter(|&&peg| usize::from(peg) == color)
                .count() as u8;
            if own > 0 {
                for (total, &has) in row.iter_mut().zip(&self.of_color[color]) {
                    *total += has.min(own);
                }
            }
        }
        for (answer, &black) in row.iter_mut().zip(&black) {
            *answer = self.feedback.number(self.pegs, black, *answer);
        }
    }
}

/// All codes in ascending order.
fn all_codes(pegs: usize, colors: usize, distinct: bool) -> Vec<Code> {
    let mut codes: Vec<Vec<u8>> = vec![Vec::new()];
    for _ in 0..pegs {
        let longer = |code: Vec<u8>| {
            let choices = (0..colors as u8).filter(|color| !distinct || !code.contains(color));
            choices
                .map(|color| [&code[..], &[color]].concat())
                .collect::<Vec<_>>()
        };
        codes = codes.into_iter().flat_map(longer).collect();
    }
    codes.into_iter().map(Vec::into_boxed_slice).collect()
}

/// The number of the answer to a guess, found in the plainest way.
pub fn score(feedback: Feedback, guess: &[u8], secret: &[u8]) -> u8 {
    if feedback == Feedback::Naive {
        let mark = |(g, s)| match g == s {
            true => 2,
            false => u8::from(secret.contains(g)),
        };
        let marks = guess.iter().zip(secret).map(mark);
        return marks.fold(0u8, |number, mark| {
            number.wrapping_mul(3).wrapping_add(mark)
        });
    }
    let mut unclaimed = [0u8; 256];
    let mut black = 0;
    for (g, s) in guess.iter().zip(secret) {
        match g == s {
            true => black += 1,
            false => unclaimed[usize::from(*s)] += 1,
        }
    }
    let mut total = black;
    let mut marks = 0u8;
    for (g, s) in guess.iter().zip(secret) {
        let mut mark = 2;
        if g != s {
            mark = u8::from(unclaimed[usize::from(*g)] > 0);
            unclaimed[usize::from(*g)] -= mark;
            total += mark;
        }
        marks = marks.wrapping_mul(3).wrapping_add(mark);
    }
    match feedback {
        Feedback::Position => marks,
        _ => feedback.number(guess.len(), black, total),
    }
}
