//! Small sets, nearly all of the work, for the total.
//!
//! A guess that gets `k` different answers from `n` codes, the winning one left out,
//! leads to a total of at least `3n - k`: one guess for every code, then `2m - 1` for a cell
//! of `m`. A guess that may win itself saves two more. The cost is exactly that when every
//! cell has at most two codes. So the greatest `k` alone rejects most sets; otherwise guesses are taken
//! level by level from that bound, and no list is built.

use super::bounds::INFINITE;
use super::kernel;
use super::matrix::{LANES, Line};
use super::search::{Buffers, Position, SMALL, Worker};
use super::shared::Stopped;
use super::table::{Key, Known, NO_GUESS};
use super::{Goal, UNLIMITED};

/// How the members of a small set tell it apart, and how the best other guess does.
struct Survey {
    /// Different answers by member, the winning one left out.
    members: [u8; SMALL],
    best_member: u8,
    best: u8,
}

impl Worker<'_> {
    /// A cheap lower bound, sometimes the exact cost; no more effort once it is `room`.
    pub fn glance(&mut self, set: &[u16], key: Key, left: u8, room: u32) -> Known {
        let left = self.shared.goal.normal(set.len(), left);
        if self.shared.goal != Goal::Total {
            return Known::NOTHING;
        }
        if set.len() > self.shared.small {
            let image = self.shared.image(set);
            let known = self.shared.known_by_image(&image, key, left);
            if known.lower > 0 {
                return known;
            }
            let lower = self.least_of_bounds(set, left);
            self.shared.at_least(key, left, lower);
            self.shared.tell_image(&image, key, left);
            return Known {
                lower,
                ..Known::NOTHING
            };
        }
        let mut buffers = self.take_buffers();
        let (known, _) = self.survey(set, key, left, room, &mut buffers);
        self.give_buffers(buffers);
        known
    }

    /// Bounds a set, at least as far as `room`, by the answers that single guesses get.
    ///
    /// With no survey the bound has passed `room` or is exact.
    fn survey(
        &mut self,
        set: &[u16],
        key: Key,
        left: u8,
        room: u32,
        buffers: &mut Buffers,
    ) -> (Known, Option<Survey>) {
        let shared = self.shared;
        let n = set.len() as u32;
        let exact = |worker: &mut Self, cost, guess| {
            shared.exact(key, left, cost, guess);
            worker.last_guess = guess;
            let known = Known {
                lower: cost,
                upper: cost,
                guess,
            };
            (known, None)
        };
        let at_least = |lower| {
            shared.at_least(key, left, lower);
            Known {
                lower,
                ..Known::NOTHING
            }
        };
        const PLACES: [u16; SMALL] = {
            let mut places = [0; SMALL];
            let mut place = 0;
            while place < SMALL {
                places[place] = place as u16;
                place += 1;
            }
            places
        };
        buffers.local.make(&shared.game.matrix, set);
        let mut members = [0; SMALL];
        let mut best_member = 0;
        let mut best_guess = NO_GUESS;
        for (&place, &code) in PLACES.iter().zip(set) {
            let count = buffers
                .local
                .answers_from(place, &PLACES[..set.len()], shared) as u8;
            members[usize::from(place)] = count;
            if count > best_member {
                best_member = count;
                best_guess = shared.game.matrix.guess_of(code);
            }
        }
        if u32::from(best_member) == n - 1 {
            return exact(self, 2 * n - 1, best_guess);
        }
        if room <= 2 * n {
            return (at_least(2 * n), None);
        }
        if u32::from(best_member) == n - 2 && left >= 3 {
            return exact(self, 2 * n, best_guess);
        }
        let sheet = shared.game.matrix.by_secret();
        let counts = &mut buffers.counts;
        counts.resize(sheet.lines_per_row(), Line([0; LANES]));
        let best = kernel::distinct(
            shared.isa,
            sheet,
            set,
            &shared.game.labels,
            Some(n as u8),
            counts,
        );
        if u32::from(best) == n {
            let guess = counts
                .iter()
                .flat_map(|line| &line.0)
                .position(|&count| count == n as u8)
                .expect("some guess reached the count") as u32;
            return exact(self, 2 * n, guess);
        }
        if left == 2 {
            return exact(self, INFINITE, NO_GUESS);
        }
        let lower = 3 * n - u32::from(best).max(u32::from(best_member) + 2);
        let known = at_least(lower);
        let survey = (lower < room).then_some(Survey {
            members,
            best_member,
            best,
        });
        (known, survey)
    }

    pub fn small(&mut self, set: &[u16], key: Key, left: u8, budget: u32) -> Result<u32, Stopped> {
        debug_assert!(left >= 2 || left == UNLIMITED);
        let mut buffers = self.take_buffers();
        let (known, survey) = self.survey(set, key, left, budget, &mut buffers);
        let result = match survey {
            None => Ok(known.lower),
            Some(survey) => self.levels(set, key, left, budget, &survey, &mut buffers),
        };
        self.give_buffers(buffers);
        result
    }

    /// Searches the guesses of a small set in order of their bounds.
    fn levels(
        &mut self,
        set: &[u16],
        key: Key,
        left: u8,
        budget: u32,
        survey: &Survey,
        buffers: &mut Buffers,
    ) -> Result<u32, Stopped> {
        let shared = self.shared;
        let n = set.len() as u32;
        shared.mark_members(set, &mut buffers.members);
        buffers.seen.clear();
        let at = Position {
            set,
            left,
            local: &buffers.local,
        };
        let mut best = budget;
        let mut best_guess = NO_GUESS;
        let mut bound = 3 * n - u32::from(survey.best).max(u32::from(survey.best_member) + 2);
        while bound < best.min(3 * n) {
            let count = 3 * n - bound;
            for (place, &code) in set.iter().enumerate() {
                if u32::from(survey.members[place]) + 2 == count && bound < best {
                    let guess = shared.game.matrix.guess_of(code);
                    let cost = self.evaluate(at, guess, best, &mut buffers.seen)?;
                    if let Some(cost) = cost.filter(|&cost| cost < best) {
                        (best, best_guess) = (cost, guess);
                    }
                }
            }
            if count <= u32::from(survey.best) {
                for line in 0..buffers.counts.len() {
                    let mut hits = kernel::equal(shared.isa, &buffers.counts[line], count as u8)
                        & !buffers.members[line];
                    while hits != 0 && bound < best {
                        let guess = (line * LANES) as u32 + hits.trailing_zeros();
                        hits &= hits - 1;
                        let cost = self.evaluate(at, guess, best, &mut buffers.seen)?;
                        if let Some(cost) = cost.filter(|&cost| cost < best) {
                            (best, best_guess) = (cost, guess);
                        }
                    }
                }
            }
            bound += 1;
        }
        Ok(self.settle(key, left, best, budget, budget, best_guess))
    }
}
