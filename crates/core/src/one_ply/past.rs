//! What the guesses of a game have told apart: colors and pegs.

use crate::code::{Code, MAX_PEGS};

/// The colors that have been guessed, and the pegs that every guess gave the same color.
///
/// The possible codes stay the same if two colors change places that no guess had, and,
/// but for answers per position, if two pegs change places that no guess told apart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Past {
    /// A set of colors.
    guessed: u64,
    /// For each peg the first peg that is like it.
    like: [u8; MAX_PEGS],
}

impl Past {
    /// After these guesses.
    pub fn of<'a>(guesses: impl IntoIterator<Item = &'a Code>) -> Self {
        guesses.into_iter().fold(Past::default(), Past::after)
    }

    /// After one more guess.
    pub fn after(self, guess: &Code) -> Self {
        let mut past = self;
        for (peg, &color) in guess.iter().enumerate() {
            past.guessed |= 1 << color;
            let alike =
                |&first: &usize| self.like[first] == self.like[peg] && guess[first] == color;
            past.like[peg] = (0..=peg).find(alike).unwrap_or(peg) as u8;
        }
        past
    }

    pub(super) fn has_guessed(&self, color: usize) -> bool {
        self.guessed >> color & 1 == 1
    }

    /// The last peg before this one that is like it.
    pub(super) fn twin(&self, peg: usize) -> Option<usize> {
        (0..peg)
            .rev()
            .find(|&other| self.like[other] == self.like[peg])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn guesses_tell_pegs_apart() {
        let twins = |past: Past| (0..5).map(|peg| past.twin(peg)).collect::<Vec<_>>();
        let past = Past::default();
        assert_eq!(twins(past), [None, Some(0), Some(1), Some(2), Some(3)]);
        let past = past.after(&Code::new(&[0, 0, 1, 1, 0]));
        assert_eq!(twins(past), [None, Some(0), None, Some(2), Some(1)]);
        let past = past.after(&Code::new(&[0, 2, 0, 0, 2]));
        assert_eq!(twins(past), [None, None, None, Some(2), Some(1)]);
        assert!(past.has_guessed(2) && !past.has_guessed(3));
    }
}
