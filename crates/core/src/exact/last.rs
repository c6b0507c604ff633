//! The last guesses but one when secrets at the last guess are counted: all that matters then
//! is whether some guess tells all codes apart, which one pass over the guesses shows.

use super::bounds::INFINITE;
use super::kernel;
use super::matrix::{LANES, Line};
use super::search::Worker;
use super::table::Key;

impl Worker<'_> {
    /// The fewest secrets at the last of two guesses left; or, of three guesses left, whether
    /// nobody needs the last one, as a cost of 0 or at least 1.
    pub fn last_guesses(&mut self, set: &[u16], key: Key, left: u8) -> u32 {
        let shared = self.shared;
        let size = set.len() as u32;
        let apart = self.tells_all_apart(set);
        let cost = match apart {
            Some((_, member)) if left == 2 => size - u32::from(member),
            Some(_) => 0,
            None if left == 2 => INFINITE,
            None => 1,
        };
        match apart {
            Some((guess, _)) => {
                shared.exact(key, left, cost, guess);
                self.last_guess = guess;
            }
            None => shared.at_least(key, left, cost),
        }
        cost
    }

    /// A guess that gets a different answer from every code, if possible one of them.
    fn tells_all_apart(&mut self, set: &[u16]) -> Option<(u32, bool)> {
        let shared = self.shared;
        let size = u8::try_from(set.len()).ok()?;
        let mut buffers = self.take_buffers();
        let sheet = shared.game.matrix.by_secret();
        let counts = &mut buffers.counts;
        counts.resize(sheet.lines_per_row(), Line([0; LANES]));
        let labels = &shared.game.labels;
        let best = kernel::distinct(shared.isa, sheet, set, labels, u8::MAX, counts);
        let count = |guess: u32| counts[guess as usize / LANES].0[guess as usize % LANES];
        let mut members = set.iter().map(|&code| shared.game.matrix.guess_of(code));
        let found = match members.find(|&guess| count(guess) == size - 1) {
            Some(member) => Some((member, true)),
            None if best == size => counts
                .iter()
                .flat_map(|line| &line.0)
                .position(|&count| count == size)
                .map(|guess| (guess as u32, false)),
            None => None,
        };
        self.give_buffers(buffers);
        found
    }
}
