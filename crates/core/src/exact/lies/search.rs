//! What the searches of the worst case and of the total have in common.

use crate::exact::cost::after_a_guess;
use crate::exact::watch::Watch;

use super::game::Game;
use super::memo::Memo;

/// Where a state stands in the tree: the guesses made before it, and those that may still be made.
#[derive(Clone, Copy, Debug)]
pub(super) struct Moment {
    pub made: u32,
    /// [`UNLIMITED`](crate::exact::cost::UNLIMITED) if there is no limit.
    pub left: u8,
}

impl Moment {
    pub fn next(self) -> Moment {
        Moment {
            made: self.made + 1,
            left: after_a_guess(self.left),
        }
    }
}

/// A search of states; its methods stand in `worst`, `total` and `tree`.
pub(super) struct Search<'g> {
    pub game: &'g Game,
    pub watch: &'g Watch<'g>,
    pub memo: Memo<'g>,
    /// The guesses before the state that is searched, those of the history included.
    pub path: Vec<u32>,
}
