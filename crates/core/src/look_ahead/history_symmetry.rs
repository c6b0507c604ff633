//! Which colors and pegs are still interchangeable after the guesses of a game.

use crate::code::{Code, MAX_PEGS};

/// The colors that have been guessed, and the pegs that every guess gave the same color.
///
/// The possible codes stay the same if two colors change places that no guess had, and,
/// but for answers per position, if two pegs change places that no guess told apart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HistorySymmetry {
    /// A set of colors.
    guessed: u64,
    /// For each peg the first peg that had the same color as it in every guess.
    like: [u8; MAX_PEGS],
}

impl HistorySymmetry {
    /// The symmetry after these guesses.
    pub fn of<'a>(guesses: impl IntoIterator<Item = &'a Code>) -> Self {
        guesses
            .into_iter()
            .fold(HistorySymmetry::default(), HistorySymmetry::after)
    }

    /// The symmetry after one more guess.
    pub fn after(self, guess: &Code) -> Self {
        let mut history = self;
        for (peg, &color) in guess.iter().enumerate() {
            history.guessed |= 1 << color;
            let alike =
                |&first: &usize| self.like[first] == self.like[peg] && guess[first] == color;
            history.like[peg] = (0..=peg).find(alike).unwrap_or(peg) as u8;
        }
        history
    }

    pub(super) fn has_guessed(&self, color: usize) -> bool {
        self.guessed >> color & 1 == 1
    }

    /// The first peg that had the same color as this one in every guess.
    pub(super) fn first_alike(&self, peg: usize) -> usize {
        self.like[peg] as usize
    }

    /// The last peg before this one that had the same color in every guess.
    pub(super) fn previous_alike(&self, peg: usize) -> Option<usize> {
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
        let previous = |history: HistorySymmetry| {
            (0..5)
                .map(|peg| history.previous_alike(peg))
                .collect::<Vec<_>>()
        };
        let history = HistorySymmetry::default();
        assert_eq!(
            previous(history),
            [None, Some(0), Some(1), Some(2), Some(3)]
        );
        let history = history.after(&Code::new(&[0, 0, 1, 1, 0]));
        assert_eq!(previous(history), [None, Some(0), None, Some(2), Some(1)]);
        let history = history.after(&Code::new(&[0, 2, 0, 0, 2]));
        assert_eq!(previous(history), [None, None, None, Some(2), Some(1)]);
        assert!(history.has_guessed(2) && !history.has_guessed(3));
    }
}
