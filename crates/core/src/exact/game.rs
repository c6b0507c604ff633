//! What depends on the rules alone.

use std::mem::take;
use std::sync::Mutex;

use crate::code::Code;
use crate::feedback::FeedbackKind;
use crate::rules::{Allowed, Rules};
use crate::simd::{Features, Level};
use crate::space::CodeSpace;
use crate::tree::spare_lies;

use super::bounds::Opening;
use super::kernels::Labels;
use super::matrix::{Matrix, NoMatrix, check_size};
use super::memory::{CanonicalForms, Journal, Key, TranspositionTable};
use super::problem::{Fault, Problem};
use super::symmetry::Symmetry;
use super::watch::{Stopped, Watch};
use crate::hash::Random;
use crate::threads::{in_parallel, in_pool};

/// A game with its answers tabulated.
pub(super) struct Game {
    pub rules: Rules,
    pub secrets: Vec<Code>,
    pub guesses: Vec<Code>,
    pub matrix: Matrix,
    pub labels: Labels,
    pub symmetry: Symmetry,
    pub forms: Option<CanonicalForms>,
    pub openings: Vec<Opening>,
    keys: Vec<Key>,
    rules_key: Key,
}

impl Game {
    /// Prepares a game whose size was checked.
    pub fn new(rules: &Rules, threads: usize, watch: &Watch) -> Result<Self, NoMatrix> {
        let matrix = Matrix::new(rules, threads, &|| watch.prepare())?;
        let symmetry = Symmetry::new(rules);
        let mut random = Random(0x5170);
        Ok(Game {
            rules: rules.clone(),
            secrets: CodeSpace::secrets(rules).iter().collect(),
            guesses: CodeSpace::guesses(rules).iter().collect(),
            labels: Labels::new(&matrix.labels, matrix.win),
            openings: openings(&matrix, &symmetry, threads, watch)?,
            symmetry,
            forms: CanonicalForms::new(rules),
            keys: (0..matrix.secrets).map(|_| random.double_word()).collect(),
            rules_key: rules_key(rules),
            matrix,
        })
    }

    /// Prepares a game whose size was checked, on so many threads; `None` if it was stopped before it was done.
    pub fn prepare(rules: &Rules, threads: usize, watch: &Watch) -> Result<Option<Self>, Fault> {
        NoMatrix::or_none(in_pool(threads, || Game::new(rules, threads, watch)))
    }

    /// How many lines of answers are read for a tree once the search was told to stop: a fifth of a second.
    pub fn grace(&self, level: Level) -> usize {
        let is_quick = level.has(Features::AVX2) && self.labels.narrow;
        1 << if is_quick { 25 } else { 20 }
    }

    /// Takes other random words for the codes, so that what is known of a set of codes holds in several games.
    pub fn with_keys(self, keys: Vec<Key>) -> Self {
        Game { keys, ..self }
    }

    /// The answer to a guess if a code is the secret.
    pub fn answer(&self, guess: u32, code: u16) -> u32 {
        let secret = &self.secrets[usize::from(code)];
        self.rules.score(&self.guesses[guess as usize], secret)
    }

    /// The key of a set: the sum of random words, one for each code.
    pub fn key_of(&self, set: &[u16]) -> Key {
        set.iter().fold(0, |sum: Key, &code| {
            sum.wrapping_add(self.keys[usize::from(code)])
        })
    }

    /// The key of the codes at some places of a set.
    #[inline]
    pub fn key_at(&self, set: &[u16], places: &[u16]) -> Key {
        places.iter().fold(0, |sum: Key, &place| {
            sum.wrapping_add(self.keys[usize::from(set[usize::from(place)])])
        })
    }

    /// What is added to keys in a journal, so that facts are found only by searches to which they apply.
    pub fn journal_key(&self, consistent: bool) -> Key {
        const CONSISTENT: Key = 0xbb67_ae85_84ca_a73b_3c6e_f372_fe94_f82b;
        let added = if consistent { CONSISTENT } else { 0 };
        self.rules_key.wrapping_add(added)
    }

    /// Loads what a journal has for these rules and this kind of guesses, until stopped.
    pub fn load(
        &self,
        journal: &Journal,
        consistent: bool,
        table: &TranspositionTable,
        watch: &Watch,
    ) -> Result<(), Stopped> {
        let key = self.journal_key(consistent);
        journal.load_into(table, key, self.guesses.len(), || watch.poll())
    }
}

/// The codes that are possible: those that are given, or those that agree with the history; a fault if none is.
pub(super) fn codes_of(
    problem: &Problem,
    possible: Option<Vec<u16>>,
    memory: usize,
) -> Result<Vec<u16>, Fault> {
    check_size(problem.rules, memory)?;
    let set = possible.unwrap_or_else(|| remaining(problem.rules, problem.history));
    if set.is_empty() {
        return Err(Fault::NothingRemains);
    }
    Ok(set)
}

/// The codes that agree with all feedback, by number.
pub fn remaining(rules: &Rules, history: &[(u32, u32)]) -> Vec<u16> {
    let codes = possible(rules, history);
    codes.map(|(number, _)| number).collect()
}

/// The codes that the codemaker can still reveal, by number, each with the lies that may still be told about it.
pub(super) fn possible(rules: &Rules, history: &[(u32, u32)]) -> impl Iterator<Item = (u16, u8)> {
    let guesses = CodeSpace::guesses(rules);
    let turns = history.iter();
    let turns = turns.map(|&(guess, answer)| (guesses.code(guess.into()), answer));
    let turns: Vec<(Code, u32)> = turns.collect();
    let codes: Vec<Code> = CodeSpace::secrets(rules).iter().collect();
    let numbered = (0..).zip(codes);
    numbered
        .filter_map(move |(number, code)| Some((number, spare_lies(rules, &turns, &code)? as u8)))
}

/// A key that identifies rules.
fn rules_key(rules: &Rules) -> Key {
    let distinct = *rules.allowed() == Allowed::Distinct;
    let (kind, answers): (usize, &[u16]) = match rules.feedback() {
        FeedbackKind::BlackWhite => (0, &[]),
        FeedbackKind::Black => (1, &[]),
        FeedbackKind::Total => (2, &[]),
        FeedbackKind::Position => (3, &[]),
        FeedbackKind::Own(own) => (4, own.numbers()),
        FeedbackKind::Naive => (5, &[]),
    };
    let size = [rules.pegs(), rules.colors(), kind];
    let (secrets, guesses): (&[Code], &[Code]) = match rules.allowed() {
        Allowed::Words {
            secrets, guesses, ..
        } => (secrets, guesses),
        Allowed::Any | Allowed::Distinct => (&[], &[]),
    };
    let colors = secrets.iter().chain(guesses).flat_map(|code| code.iter());
    let numbers = size.into_iter().chain([distinct.into(), secrets.len()]);
    numbers
        .map(|number| number as u64)
        .chain(colors.map(|&color| color.into()))
        .chain(answers.iter().map(|&answer| answer.into()))
        .fold(Random(0), |random, number| {
            Random(Random(random.0 ^ number).word())
        })
        .double_word()
}

/// The kinds of first guesses; if they are many, a single one that bounds them all.
fn openings(
    matrix: &Matrix,
    symmetry: &Symmetry,
    threads: usize,
    watch: &Watch,
) -> Result<Vec<Opening>, Stopped> {
    const MOST: usize = 64;
    const AT_ONCE: usize = 256;
    watch.prepare()?;
    let all = (0..matrix.secrets as u32).map(|secret| matrix.guess_of(secret as u16));
    let guesses = symmetry.candidates(&[], all);
    if guesses.list.len() <= MOST {
        let kinds = guesses.list.iter();
        return Ok(kinds.map(|&guess| opening(matrix, guess)).collect());
    }
    let greatest = Mutex::new(Vec::new());
    let parts: Vec<&[u32]> = guesses.list.chunks(AT_ONCE).collect();
    let part = |(most, cells): &mut (Vec<u32>, Cells), part: usize| {
        watch.prepare()?;
        for &guess in parts[part] {
            cells.count(matrix, guess);
            join(most, &cells.counted);
        }
        Ok(())
    };
    let end = |(most, _): (Vec<u32>, Cells)| {
        join(&mut greatest.lock().expect("no panic"), &most);
        Ok(())
    };
    in_parallel(threads, parts.len(), Default::default, part, end)?;
    Ok(vec![Opening {
        may_win: true,
        cells: greatest.into_inner().expect("no panic"),
    }])
}

/// How a guess divides the whole game.
pub(super) fn opening(matrix: &Matrix, guess: u32) -> Opening {
    let mut cells = Cells::default();
    Opening {
        may_win: cells.count(matrix, guess),
        cells: cells.counted,
    }
}

/// Counts the codes of cells, of one guess after the other.
#[derive(Default)]
struct Cells {
    /// How many codes give each answer, in two parts: one need not wait for the other. Zero between guesses.
    sizes: Vec<[u32; 2]>,
    /// The cells that do not win, the greatest first.
    counted: Vec<u32>,
}

impl Cells {
    /// Counts the cells of a guess, and says whether it may win.
    fn count(&mut self, matrix: &Matrix, guess: u32) -> bool {
        self.sizes.resize(256, [0; 2]);
        for answers in matrix.answers(guess)[..matrix.secrets].chunks(2) {
            for (part, &label) in answers.iter().enumerate() {
                self.sizes[usize::from(label)][part] += 1;
            }
        }
        let mut size = |&label: &u8| {
            let [one, other] = take(&mut self.sizes[usize::from(label)]);
            one + other
        };
        let may_win = size(&matrix.win) > 0;
        self.counted.clear();
        let sizes = matrix.labels.iter().map(size);
        self.counted.extend(sizes.filter(|&size| size > 0));
        self.counted.sort_unstable_by(|a, b| b.cmp(a));
        may_win
    }
}

/// Raises the greatest, the second greatest ... cell to those of another list.
fn join(most: &mut Vec<u32>, cells: &[u32]) {
    if cells.len() > most.len() {
        most.resize(cells.len(), 0);
    }
    for (most, &cell) in most.iter_mut().zip(cells) {
        *most = cell.max(*most);
    }
}

/// A word of so many letters at random.
#[cfg(test)]
pub(super) fn word(random: &mut Random, pegs: usize, letters: u64) -> Code {
    let word: Vec<u8> = (0..pegs).map(|_| (random.word() % letters) as u8).collect();
    Code::new(&word)
}

/// A game of words, given with repetitions and in any order; all secrets may be guessed.
#[cfg(test)]
pub(super) fn word_game(
    mut secrets: Vec<Code>,
    mut guesses: Vec<Code>,
    letters: usize,
    kind: FeedbackKind,
) -> Rules {
    guesses.extend(&secrets);
    for list in [&mut secrets, &mut guesses] {
        list.sort_unstable();
        list.dedup();
    }
    let pegs = secrets[0].len();
    let allowed = Allowed::Words {
        secrets: secrets.into(),
        guesses: guesses.into(),
        weights: None,
    };
    Rules::new(pegs, letters, allowed, kind).unwrap()
}
