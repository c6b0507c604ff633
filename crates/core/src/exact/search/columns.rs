//! The guesses worth trying in a set of words and in all parts of it, with their answers side by side.
//!
//! A letter tells nothing in a place if all words of the set have it equally often and either all or none have it in
//! that place; most often it is a letter that no word has. What is left of a guess without such letters is its pattern.
//! A guess is left out if another one has the same letters in the same places as its pattern, and more letters that
//! tell something: from the other's answer its own follows, so it never divides a part of the set better. Where each
//! peg is marked by itself, that is so all the more. Half to four fifths of all guesses are left out, those never tried
//! cost nothing, and passes over the others stay in the cache.

use super::context::Context;
use crate::bits::{full, ones};
use crate::code::MAX_COLORS;
use crate::exact::game::Game;
use crate::exact::kernels::{self, LANES, Sheet};
use crate::exact::symmetry::Candidates;
use crate::rules::Allowed;

/// For each place and letter, a bit per guess.
pub(in crate::exact) struct Letters {
    /// By place, then by letter; empty where no guess has the letter there.
    guesses: Vec<Vec<Vec<u64>>>,
    words: usize,
}

impl Letters {
    /// The letters of a game with a list of words and answers per position; `None` for other games.
    pub fn new(game: &Game) -> Option<Self> {
        let rules = &game.rules;
        let is_list = matches!(rules.allowed(), Allowed::Words { .. });
        if !is_list || !rules.feedback().marks_pegs() {
            return None;
        }
        let words = game.matrix.by_secret.lines_per_row();
        let mut guesses = vec![vec![Vec::new(); MAX_COLORS]; rules.pegs()];
        for (number, guess) in game.guesses.iter().enumerate() {
            for (letters, &letter) in guesses.iter_mut().zip(guess.iter()) {
                let bits = &mut letters[usize::from(letter)];
                bits.resize(words, 0);
                bits[number / LANES] |= 1 << (number % LANES);
            }
        }
        Some(Letters { guesses, words })
    }

    /// The guesses of a list, given as masks, that no other one of the list makes needless for a set.
    fn needed(&self, game: &Game, set: &[u16], among: &[u64]) -> Vec<u64> {
        let places = self.guesses.len();
        let tells = tells(game, set, places);
        // The guesses with a letter that tells something, by place.
        let telling: Vec<Vec<u64>> = (0..places)
            .map(|place| {
                let mut bits = vec![0u64; self.words];
                for (letter, guesses) in self.guesses[place].iter().enumerate() {
                    if tells[place] >> letter & 1 == 1 {
                        for (bits, guesses) in bits.iter_mut().zip(guesses) {
                            *bits |= guesses;
                        }
                    }
                }
                bits
            })
            .collect();
        // By which places tell something: the guesses that tell something in another one.
        let mut beyond: Vec<Option<Vec<u64>>> = vec![None; 1 << places];
        let mut needed = vec![0u64; self.words];
        for word in 0..self.words {
            for bit in ones(among[word]) {
                let guess = &game.guesses[word * LANES + bit];
                let pattern = (0..places).fold(0usize, |pattern, place| {
                    pattern | usize::from(tells[place] >> guess[place] & 1 == 1) << place
                });
                let kept = match pattern {
                    0 => false,
                    _ if pattern + 1 == 1 << places => true,
                    _ => {
                        let beyond = beyond[pattern].get_or_insert_with(|| {
                            let others = (0..places).filter(|place| pattern >> place & 1 == 0);
                            others.fold(vec![0; self.words], |mut all, place| {
                                for (all, bits) in all.iter_mut().zip(&telling[place]) {
                                    *all |= bits;
                                }
                                all
                            })
                        });
                        let same = (0..places)
                            .filter(|place| pattern >> place & 1 == 1)
                            .map(|place| &self.guesses[place][usize::from(guess[place])][..]);
                        is_first(among, same, beyond, word * LANES + bit)
                    }
                };
                needed[word] |= u64::from(kept) << bit;
            }
        }
        needed
    }
}

/// By place, a bit for each letter that tells something about the words of a set there.
fn tells(game: &Game, set: &[u16], places: usize) -> Vec<u64> {
    let first = &game.secrets[usize::from(set[0])];
    let counts = first.color_counts();
    let mut uneven = 0u64;
    let mut tells = vec![0u64; places];
    for &code in set {
        let word = &game.secrets[usize::from(code)];
        let others = word.color_counts();
        for &letter in word.iter().chain(first.iter()) {
            let letter = usize::from(letter);
            uneven |= u64::from(counts[letter] != others[letter]) << letter;
        }
        for (tells, (a, b)) in tells.iter_mut().zip(first.iter().zip(word.iter())) {
            if a != b {
                *tells |= 1 << a | 1 << b;
            }
        }
    }
    for tells in &mut tells {
        *tells |= uneven;
    }
    tells
}

/// Whether no guess that has the same letters tells more, nor does an earlier one tell the same.
fn is_first<'g>(
    among: &[u64],
    same: impl Iterator<Item = &'g [u64]> + Clone,
    beyond: &[u64],
    number: usize,
) -> bool {
    const AT_ONCE: usize = 8;
    let mut start = 0;
    while start < among.len() {
        let end = (start + AT_ONCE).min(among.len());
        let mut alike = [0u64; AT_ONCE];
        alike[..end - start].copy_from_slice(&among[start..end]);
        for guesses in same.clone() {
            for (alike, guesses) in alike.iter_mut().zip(&guesses[start..end]) {
                *alike &= guesses;
            }
        }
        for (place, &alike) in alike[..end - start].iter().enumerate() {
            if alike & beyond[start + place] != 0 {
                return false;
            }
            if alike != 0 && (start + place) * LANES + (alike.trailing_zeros() as usize) < number {
                return false;
            }
        }
        start = end;
    }
    true
}

/// The guesses worth trying in a set and its parts.
pub(in crate::exact) struct Columns {
    pub candidates: Candidates,
    /// One row for each code of the set, one column for each guess.
    pub sheet: Sheet,
    /// By code, its row.
    row_of: Vec<u16>,
    /// By row, the column of the code as a guess.
    column_of_row: Vec<u32>,
}

impl Columns {
    /// The rows of a part of the set.
    pub fn rows(&self, part: &[u16], rows: &mut Vec<u16>) {
        rows.clear();
        rows.extend(part.iter().map(|&code| self.row_of[usize::from(code)]));
    }

    /// The column of a guess that is a code of the set.
    pub fn column_of(&self, code: u16) -> usize {
        self.column_of_row[usize::from(self.row_of[usize::from(code)])] as usize
    }

    pub fn guess(&self, column: usize) -> u32 {
        self.candidates.list[column]
    }
}

impl Context<'_> {
    /// The guesses worth trying in a set, of those in a larger one if any; `None` in games without letters to compare.
    pub fn columns(
        &self,
        set: &[u16],
        larger: Option<&Columns>,
        sheets: &mut Vec<Sheet>,
    ) -> Option<Columns> {
        let letters = self.letters?;
        let game = self.game;
        let every: Vec<u64>;
        let among = match larger {
            Some(larger) => &larger.candidates.masks[..],
            None => {
                every = full(game.matrix.guesses).collect();
                &every[..]
            }
        };
        let mut masks = letters.needed(game, set, among);
        // A code of the set may win, which the others do not.
        for &code in set {
            let guess = game.matrix.guess_of(code) as usize;
            masks[guess / LANES] |= 1 << (guess % LANES);
        }
        let candidates = Candidates::new(masks);
        let mut sheet = sheets.pop().unwrap_or_default();
        let Candidates { list, masks } = &candidates;
        // One line to spare: packing writes whole lines.
        sheet.reshape(set.len(), list.len().div_ceil(LANES) + 1);
        let mut row_of = vec![0; game.matrix.secrets];
        for (row, &code) in set.iter().enumerate() {
            row_of[usize::from(code)] = row as u16;
            let (from, to) = (game.matrix.by_secret.row(code.into()), sheet.row_mut(row));
            kernels::pack(self.level, from, (list, masks), game.labels.win, to);
        }
        let column_of_row = set.iter().map(|&code| {
            let column = list.binary_search(&game.matrix.guess_of(code));
            column.expect("it was added") as u32
        });
        Some(Columns {
            column_of_row: column_of_row.collect(),
            candidates,
            sheet,
            row_of,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exact::game::{word, word_game};
    use crate::exact::problem::Limits;
    use crate::exact::watch::Watch;
    use crate::feedback::FeedbackKind;
    use crate::hash::Random;

    /// Whether one guess tells apart all codes of a set that the other does.
    fn refines(game: &Game, set: &[u16], finer: u32, coarser: u32) -> bool {
        let [finer, coarser] = [finer, coarser].map(|guess| game.matrix.answers(guess));
        set.iter().all(|&a| {
            set.iter().all(|&b| {
                let same = |answers: &[u8]| answers[usize::from(a)] == answers[usize::from(b)];
                !same(finer) || same(coarser)
            })
        })
    }

    #[test]
    fn what_is_left_out_tells_no_more_than_something_that_is_not() {
        let mut random = Random(13);
        let (mut left_out, mut kept) = (0, 0);
        for round in 0..40 {
            let kind = [FeedbackKind::Position, FeedbackKind::Naive][round % 2].clone();
            let mut words =
                |count, letters| (0..count).map(|_| word(&mut random, 4, letters)).collect();
            let rules = word_game(words(30, 5), words(150, 8), 8, kind);
            let watch = Watch::new(Limits::default(), &|_| {}, 0);
            let game = Game::new(&rules, 1, &watch).unwrap();
            let letters = Letters::new(&game).unwrap();
            let codes: Vec<u16> = (0..game.matrix.secrets as u16).collect();
            let mut among: Vec<u64> = full(game.matrix.guesses).collect();
            // A set, and then a part of it with what was worth trying in the set.
            for set in [&codes[3..17], &codes[5..11]] {
                let needed = letters.needed(&game, set, &among);
                let list = Candidates::new(needed.clone()).list;
                for guess in Candidates::new(among).list {
                    if list.contains(&guess) {
                        kept += 1;
                    } else {
                        left_out += 1;
                        let by = |&other: &u32| refines(&game, set, other, guess);
                        let answers = game.matrix.answers(guess);
                        let label = |code: &u16| answers[usize::from(*code)];
                        let tells_nothing = set.iter().all(|code| label(code) == label(&set[0]));
                        assert!(tells_nothing || list.iter().any(by));
                    }
                }
                among = needed;
            }
        }
        assert!(left_out > 1000 && kept > 1000, "{left_out} {kept}");
    }
}
