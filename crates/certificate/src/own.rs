//! The answers of a game of one's own, which a header has as a table.

use crate::game::{Code, MOST_ANSWERS};
use crate::header::{Words, differ};

/// A table of answers. What counts is which secrets a guess tells apart; so the answers to each guess are labelled anew,
/// from 0 on in the order of their numbers, and the hit has the greatest label of all.
pub struct Own {
    guesses: Vec<String>,
    secrets: usize,
    texts: Vec<String>,
    /// For each guess the numbers of its answers, ascending, but for the hit.
    numbers: Vec<Vec<u32>>,
    /// For each guess the labels of the answers to it, one for each secret.
    labels: Vec<u8>,
    /// The label of the hit.
    win: u8,
}

impl Own {
    /// Checks the table of a header: the last answer is that of the hit, and of nothing else.
    pub fn read(words: &Words, texts: &[String], table: &[Vec<u32>]) -> Result<Own, String> {
        let (guesses, secrets) = (&words.guesses, words.secrets.len());
        let win = texts.len().saturating_sub(1) as u32;
        let is_hit = |guess: usize, secret: usize, &answer: &u32| {
            answer <= win && (answer == win) == (guess == secret)
        };
        let right_row = |(guess, row): (usize, &Vec<u32>)| {
            row.len() == secrets
                && row
                    .iter()
                    .enumerate()
                    .all(|(secret, answer)| is_hit(guess, secret, answer))
        };
        if table.len() != guesses.len() || !table.iter().enumerate().all(right_row) {
            return Err("it has no table of answers in which the hits, and they alone, have the last number".into());
        }
        if secrets == 0
            || texts.is_empty()
            || !differ(guesses.iter().map(String::as_bytes))
            || !differ(texts.iter().map(String::as_bytes))
        {
            return Err("a code or an answer occurs twice, or there are none".into());
        }
        if guesses.get(..secrets) != Some(&words.secrets[..]) {
            return Err("the first guesses of a table of answers must be the secrets".into());
        }
        let others = |row: &Vec<u32>| -> Vec<u32> {
            let mut given = vec![false; win as usize + 1];
            row.iter().for_each(|&answer| given[answer as usize] = true);
            (0..win).filter(|&answer| given[answer as usize]).collect()
        };
        let numbers: Vec<Vec<u32>> = table.iter().map(others).collect();
        let most = numbers.iter().map(Vec::len).max().unwrap_or(0);
        let hit = u8::try_from(most)
            .map_err(|_| format!("a guess has {most} answers; the most are {MOST_ANSWERS}"))?;
        let mut labels = Vec::new();
        for (row, numbers) in table.iter().zip(&numbers) {
            let label = |answer| {
                numbers
                    .binary_search(answer)
                    .map_or(hit, |label| label as u8)
            };
            labels.extend(row.iter().map(label));
        }
        Ok(Own {
            labels,
            guesses: guesses.clone(),
            secrets,
            texts: texts.to_vec(),
            numbers,
            win: hit,
        })
    }

    /// One more than the greatest label.
    pub fn answers(&self) -> usize {
        usize::from(self.win) + 1
    }

    /// The codes of the secrets and of the guesses: their places in the list, in bytes, the greatest first.
    pub fn codes(&self) -> (Vec<Code>, Vec<Code>) {
        let code = |place: usize| -> Code { place.to_be_bytes().into() };
        let guesses: Vec<Code> = (0..self.guesses.len()).map(code).collect();
        (guesses[..self.secrets].to_vec(), guesses)
    }

    /// The label of an answer.
    pub fn answer(&self, guess: usize, secret: usize) -> u8 {
        self.labels[guess * self.secrets + secret]
    }

    /// The label of the answer to a guess that has this number.
    pub fn label(&self, guess: usize, number: u32) -> Option<u8> {
        if number as usize == self.texts.len() - 1 {
            return Some(self.win);
        }
        let label = self.numbers[guess].binary_search(&number);
        label.ok().map(|label| label as u8)
    }

    /// How a guess is written.
    pub fn text(&self, guess: usize) -> &str {
        &self.guesses[guess]
    }

    /// How the answer to a guess with this label is written.
    pub fn answer_text(&self, guess: usize, label: u8) -> &str {
        let number = self.numbers[guess].get(usize::from(label));
        &self.texts[number.map_or(self.texts.len() - 1, |&number| number as usize)]
    }
}
