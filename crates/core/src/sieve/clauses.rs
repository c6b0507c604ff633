//! What a turn may have been, where a part of it is unknown: guesses, each with some answers.

use crate::code::Code;
use crate::feedback::{FeedbackKind, Scorer, black_white};
use crate::rules::Rules;

use super::count::sought;
use super::kernel::Sought;

/// The guesses and answers that a turn may have been, each guess with all its answers.
pub(crate) struct Clauses {
    win: u32,
    /// Guesses ascend, and so do the answers of each.
    guesses: Vec<(Code, Vec<u32>)>,
}

impl Clauses {
    pub fn of(rules: &Rules, clauses: &[(Code, u32)]) -> Self {
        let mut sorted = clauses.to_vec();
        sorted.sort_unstable();
        sorted.dedup();
        let mut guesses: Vec<(Code, Vec<u32>)> = Vec::new();
        for (guess, answer) in sorted {
            match guesses.last_mut() {
                Some((last, answers)) if *last == guess => answers.push(answer),
                _ => guesses.push((guess, vec![answer])),
            }
        }
        Clauses {
            win: rules.win(),
            guesses,
        }
    }

    /// Whether the answer may be a lie: the winning answer never is.
    pub fn may_be_lie(&self) -> bool {
        (self.guesses.iter()).any(|(_, answers)| answers.iter().any(|&answer| answer != self.win))
    }

    /// The guess, if it is known. Had it hit the secret, the answer would have been no lie.
    pub fn only_guess(&self) -> Option<&Code> {
        match &self.guesses[..] {
            [(guess, _)] => Some(guess),
            _ => None,
        }
    }

    /// For each guess what its answers tell of blacks and totals; not for answers per position.
    pub fn sought(&self, kind: &FeedbackKind, pegs: usize) -> Vec<(Code, Vec<Sought>)> {
        let of = |(guess, answers): &(Code, Vec<u32>)| {
            let blacks = (*kind == FeedbackKind::BlackWhite)
                .then(|| common_black(pegs, answers))
                .flatten();
            let sought = match blacks {
                Some(black) => vec![Sought {
                    black: Some(black),
                    ..Sought::default()
                }],
                None => {
                    let each = answers.iter();
                    each.map(|&answer| sought(kind, pegs, answer)).collect()
                }
            };
            (*guess, sought)
        };
        self.guesses.iter().map(of).collect()
    }

    /// The guesses, ready for scoring, each with its answers.
    pub fn scorers(&self, kind: &FeedbackKind) -> Vec<(Scorer, &[u32])> {
        let each = self.guesses.iter();
        each.map(|(guess, answers)| (Scorer::new(kind, *guess), &answers[..]))
            .collect()
    }
}

/// The number of black pegs, if these are all answers with so many: then white pegs need not be
/// counted.
fn common_black(pegs: usize, answers: &[u32]) -> Option<usize> {
    if answers.len() < 2 {
        return None;
    }
    let all = |black: usize| {
        (0..=pegs - black)
            .map(move |white| black_white(black, white))
            .filter(|&answer| !FeedbackKind::BlackWhite.nobody_gives(pegs, answer))
    };
    (0..=pegs).find(|&black| all(black).eq(answers.iter().copied()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_answers_with_so_many_black_pegs_are_one_question() {
        assert_eq!(common_black(4, &[5, 8, 12]), Some(2));
        assert_eq!(common_black(4, &[5, 8]), None);
        assert_eq!(common_black(4, &[5]), None);
    }
}
