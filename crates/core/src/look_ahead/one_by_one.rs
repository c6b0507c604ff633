//! Scores guesses one at a time, for any kind of feedback and any list of guesses.

use crate::code::Code;
use crate::feedback::{FeedbackKind, Scorer};

use super::budget::Budget;
use super::collect::Collect;

/// Up to so many codes, sorting their answers is faster than counting them in a table.
const SORTED_CODES: usize = 64;
/// The most different answers that are counted in a table.
const TABLE_ANSWERS: usize = 1 << 16;

/// Offers guesses, which ascend, to a collector until the budget ends.
pub fn scan<C: Collect>(
    kind: FeedbackKind,
    codes: &[Code],
    guesses: impl Iterator<Item = Code>,
    budget: &Budget,
    collector: &mut C,
) {
    let mut partition = Partition::new(kind, codes);
    for guess in guesses {
        if !budget.spend(codes.len() as u64) {
            collector.cut_short();
            return;
        }
        let possible = partition.of(guess);
        collector.offer(guess, &mut partition.sizes, possible);
    }
}

/// The partition that a guess makes of some codes.
pub struct Partition<'a> {
    kind: FeedbackKind,
    codes: &'a [Code],
    /// The sizes of the cells in the order of the answers, without empty cells.
    pub sizes: Vec<u32>,
    /// All answers, or those that occur.
    answers: Vec<u32>,
    /// How often each answer occurs; empty if the answers are sorted.
    table: Vec<u32>,
}

impl<'a> Partition<'a> {
    pub fn new(kind: FeedbackKind, codes: &'a [Code]) -> Self {
        let count = codes.first().map_or(0, |code| kind.count(code.len()));
        let is_sorted = codes.len() <= SORTED_CODES || count > TABLE_ANSWERS;
        Partition {
            kind,
            codes,
            sizes: Vec::new(),
            answers: Vec::with_capacity(codes.len().min(count)),
            table: vec![0; if is_sorted { 0 } else { count }],
        }
    }

    /// Finds the sizes of the cells of a guess and says whether it is one of the codes.
    pub fn of(&mut self, guess: Code) -> bool {
        let scorer = Scorer::new(self.kind, guess);
        self.answers.clear();
        self.sizes.clear();
        if self.table.is_empty() {
            self.answers
                .extend(self.codes.iter().map(|code| scorer.answer(code)));
            self.answers.sort_unstable();
            let cells = self.answers.chunk_by(|a, b| a == b);
            self.sizes.extend(cells.map(|cell| cell.len() as u32));
        } else {
            for code in self.codes {
                let answer = scorer.answer(code);
                let size = &mut self.table[answer as usize];
                if *size == 0 {
                    self.answers.push(answer);
                }
                *size += 1;
            }
            self.answers.sort_unstable();
            for &answer in &self.answers {
                self.sizes
                    .push(std::mem::take(&mut self.table[answer as usize]));
            }
        }
        self.answers.last() == Some(&self.kind.win(guess.len()))
    }
}

/// The lowest of the codes that, guessed, tells all of them apart.
pub fn full_split(kind: FeedbackKind, codes: &[Code]) -> Option<Code> {
    let mut seen = vec![0u64; kind.count(codes[0].len()).div_ceil(64)];
    codes.iter().copied().find(|&guess| {
        seen.fill(0);
        let scorer = Scorer::new(kind, guess);
        codes.iter().all(|code| {
            let answer = scorer.answer(code);
            let word = &mut seen[answer as usize / 64];
            let new = *word >> (answer % 64) & 1 == 0;
            *word |= 1 << (answer % 64);
            new
        })
    })
}
