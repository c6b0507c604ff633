//! Trees from what a search knows.

use super::cells::Cells;
use super::position::Position;
use super::searcher::Searcher;
use super::setting::INFINITE;
use crate::exact::cost::Goal;
use crate::exact::memory::NO_GUESS;
use crate::exact::tree::GrowTree;
use crate::exact::watch::Stopped;

impl GrowTree for Searcher<'_> {
    type At = Position;

    fn after(&mut self, position: &Position, guess: u32) -> Vec<(u32, Position)> {
        let game = self.setting.game;
        let mut cells = Cells::default();
        cells.make(self.setting, position, guess, None);
        self.marks.scores.clear();
        let part = |places: &[u16]| {
            let answer = game.answer(guess, position.set[usize::from(places[0])]);
            (answer, self.part(position, guess, places))
        };
        cells.all().map(part).collect()
    }

    /// What the table has lost is searched again.
    fn guess(&mut self, position: &Position, left: u8) -> Result<u32, Stopped> {
        let left = Goal::Total.normal_limit(position.len(), left);
        let cost = self.search(position, left, INFINITE)?;
        match self.last_guess {
            guess if cost < INFINITE && guess != NO_GUESS => Ok(guess),
            _ => Err(Stopped),
        }
    }
}
