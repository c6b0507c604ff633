//! The turns of a game as they were noted, and what a code says to them.

use crate::code::Code;
use crate::feedback::{FeedbackKind, Scorer};

/// Which part of an answer was noted; a part is told by the number of one answer that has it.
#[derive(Clone, Debug)]
pub enum Part {
    /// All of it.
    Whole,
    /// For each number of an answer, the part that was noted.
    Listed(Vec<u32>),
    /// Of an answer per position, the marks of these places, leftmost first; the others count as
    /// grey.
    Marks(Vec<bool>),
}

impl Part {
    /// The noted part of an answer.
    pub fn of(&self, answer: u32) -> u32 {
        match self {
            Part::Whole => answer,
            Part::Listed(parts) => parts[answer as usize],
            Part::Marks(known) => {
                let (mut part, mut weight, mut rest) = (0, 1, answer);
                for &known in known.iter().rev() {
                    if known {
                        part += rest % 3 * weight;
                    }
                    rest /= 3;
                    weight *= 3;
                }
                part
            }
        }
    }
}

/// A guess and the answer to it, of both of which a part may be unknown.
pub struct NotedTurn {
    /// What the guess may have been, in ascending order.
    guesses: Vec<Code>,
    scorers: Vec<Scorer>,
    /// The noted part of the answer.
    answer: u32,
    part: Part,
    /// Whether the answer says that the guess is the secret.
    hits: bool,
}

impl NotedTurn {
    /// A turn with every guess that it may have been and the noted part of the answer.
    pub fn new(kind: &FeedbackKind, guesses: Vec<Code>, answer: u32, part: Part) -> Self {
        let pegs = guesses.first().map_or(0, |guess| guess.len());
        NotedTurn {
            scorers: guesses
                .iter()
                .map(|&guess| Scorer::new(kind, guess))
                .collect(),
            guesses,
            hits: matches!(part, Part::Whole) && answer == kind.win(pegs),
            answer,
            part,
        }
    }

    /// What the guess may have been.
    pub fn guesses(&self) -> &[Code] {
        &self.guesses
    }

    /// The numbers of the answers that the noted answer may be, among those below `count`.
    pub fn answers(&self, count: usize) -> impl Iterator<Item = u32> + '_ {
        (0..count as u32).filter(|&answer| self.part.of(answer) == self.answer)
    }

    /// Whether the code may have given the noted answer.
    pub fn agrees(&self, code: &Code) -> bool {
        let agrees = |scorer: &Scorer| self.part.of(scorer.answer(code)) == self.answer;
        self.scorers.iter().any(agrees)
    }

    /// What the answer would be if the code were the secret, in the form in which it was noted; more
    /// than one where a part of the guess is unknown. In ascending order.
    pub fn true_answers(&self, code: &Code) -> Vec<u32> {
        let answer = |scorer: &Scorer| self.part.of(scorer.answer(code));
        let mut answers: Vec<u32> = self.scorers.iter().map(answer).collect();
        answers.sort_unstable();
        answers.dedup();
        answers
    }

    /// Whether a codemaker with this secret may not even lie here: a hit is never denied, and never
    /// claimed.
    pub fn allows_no_lie(&self, code: &Code) -> bool {
        self.hits || self.guesses[..] == [*code]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::feedback::black_white;

    #[test]
    fn a_part_is_that_of_an_answer_which_has_it() {
        let marks = Part::Marks(vec![true, false, true]);
        assert_eq!(marks.of(2 * 9 + 3 + 1), 2 * 9 + 1);
        assert_eq!(Part::Whole.of(7), 7);
        assert_eq!(Part::Listed(vec![0, 0, 2]).of(1), 0);
    }

    #[test]
    fn an_unknown_peg_gives_several_true_answers() {
        let kind = FeedbackKind::BlackWhite;
        let guesses: Vec<Code> = (0..3).map(|color| Code::new(&[0, color])).collect();
        let turn = NotedTurn::new(&kind, guesses, black_white(0, 0), Part::Whole);
        let secret = Code::new(&[0, 1]);
        assert!(!turn.agrees(&secret));
        let answers = [black_white(1, 0), black_white(2, 0)];
        assert_eq!(turn.true_answers(&secret), answers);
        assert!(!turn.allows_no_lie(&secret));
    }
}
