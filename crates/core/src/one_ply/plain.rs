//! Scores guesses one at a time, for any kind of feedback and any list of guesses.

use crate::code::{Code, MAX_COLORS};
use crate::feedback::{FeedbackKind, black_white, score};

use super::metric::{Best, OnePly};

/// Answers of one guess, faster than [`score`] by what is prepared once.
pub struct Answers {
    kind: FeedbackKind,
    guess: Code,
    counts: [u8; MAX_COLORS],
}

impl Answers {
    pub fn new(kind: FeedbackKind, guess: Code) -> Self {
        Answers {
            kind,
            guess,
            counts: guess.color_counts(),
        }
    }

    /// The number of the answer if this is the secret.
    #[inline]
    pub fn to(&self, secret: &Code) -> u32 {
        if self.kind == FeedbackKind::Position {
            return score(self.kind, &self.guess, secret);
        }
        let mut left = self.counts;
        let (mut black, mut total) = (0, 0);
        for (&s, &g) in secret.iter().zip(self.guess.iter()) {
            black += usize::from(s == g);
            let left = &mut left[s as usize];
            total += usize::from(*left > 0);
            *left = left.saturating_sub(1);
        }
        match self.kind {
            FeedbackKind::Black => black as u32,
            FeedbackKind::Total if black == self.guess.len() => self.kind.win(black),
            FeedbackKind::Total => total as u32,
            _ => black_white(black, total - black),
        }
    }
}

/// The best of some guesses, which ascend.
pub fn best_of(
    how: &OnePly,
    kind: FeedbackKind,
    codes: &[Code],
    guesses: impl Iterator<Item = Code>,
) -> Option<Best> {
    let mut best: Option<Best> = None;
    let mut answers = Vec::with_capacity(codes.len());
    let mut sizes = Vec::new();
    for guess in guesses {
        let scorer = Answers::new(kind, guess);
        answers.clear();
        answers.extend(codes.iter().map(|code| scorer.to(code)));
        answers.sort_unstable();
        let win = kind.win(guess.len());
        let possible = answers.last() == Some(&win);
        if answers.first() == answers.last() || (how.consistent && !possible) {
            continue; // One part tells nothing.
        }
        sizes.clear();
        for cell in answers.chunk_by(|a, b| a == b) {
            if !(how.win_apart && cell[0] == win) {
                sizes.push(cell.len() as u32);
            }
        }
        let score = how.metric.score(&mut sizes);
        if best
            .as_ref()
            .is_none_or(|best| best.loses_to(score, possible))
        {
            best = Some(Best {
                score,
                possible,
                guess,
            });
        }
    }
    best
}

/// The lowest of the codes that, guessed, tells all of them apart.
pub fn full_split(kind: FeedbackKind, codes: &[Code]) -> Option<Code> {
    let mut seen = vec![0u64; kind.count(codes[0].len()).div_ceil(64)];
    codes.iter().copied().find(|&guess| {
        seen.fill(0);
        let scorer = Answers::new(kind, guess);
        codes.iter().all(|code| {
            let answer = scorer.to(code);
            let word = &mut seen[answer as usize / 64];
            let new = *word >> (answer % 64) & 1 == 0;
            *word |= 1 << (answer % 64);
            new
        })
    })
}
