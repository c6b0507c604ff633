//! Lower bounds by counting, in the manner of Berlekamp (Block coding with noiseless feedback, 1964).

use super::state::{MOST_LIES, State};

/// How much room a strategy has, and how much of it each code takes.
///
/// Think of all games that a codemaker can play against a strategy of so many guesses. A code that leaves a lie belongs
/// to many of them, one for each way of telling the lie. Its weight counts these games, those that end early excepted;
/// the capacity is the most that all codes may weigh together. Let there be `a` answers that do not win. With one guess
/// left every code weighs 1, and the capacity is 1, for the guess hits one code. With one guess more, each code but the
/// one that is hit goes on under its true answer as it was, and under the `a - 1` others with a lie less:
///
/// ```text
/// weight(left, spare) = weight(left - 1, spare) + (a - 1) * weight(left - 1, spare - 1)
/// capacity(left) = a * capacity(left - 1) + weight(left) of the code that is hit
/// ```
pub(super) struct Volume {
    /// By guesses left, then by spare lies.
    weights: Vec<[u64; MOST_LIES + 1]>,
    /// By guesses left, then by the most lies that any code leaves.
    capacities: Vec<[u64; MOST_LIES + 1]>,
}

impl Volume {
    pub fn new(answers: usize) -> Self {
        let answers = answers as u64;
        let mut weights = vec![[1; MOST_LIES + 1]; 2];
        let mut capacities = vec![[0; MOST_LIES + 1], [1; MOST_LIES + 1]];
        for left in 2..=usize::from(u8::MAX) {
            let before: [u64; MOST_LIES + 1] = weights[left - 1];
            let weight = std::array::from_fn(|spare| match spare {
                0 => 1,
                _ => before[spare].saturating_add((answers - 1).saturating_mul(before[spare - 1])),
            });
            let less: [u64; MOST_LIES + 1] = capacities[left - 1];
            let capacity: [u64; MOST_LIES + 1] = std::array::from_fn(|spare| {
                answers
                    .saturating_mul(less[spare])
                    .saturating_add(weight[spare])
            });
            weights.push(weight);
            capacities.push(capacity);
        }
        Volume {
            weights,
            capacities,
        }
    }

    /// What a code weighs that leaves so many lies.
    pub fn weight(&self, left: u8, spare: usize) -> u64 {
        self.weights[usize::from(left)][spare]
    }

    /// The most that the codes of a state may weigh if so many guesses can be enough.
    pub fn capacity(&self, left: u8, most_spare: usize) -> u64 {
        self.capacities[usize::from(left)][most_spare]
    }

    /// Whether so many guesses may be enough.
    pub fn fits(&self, state: &State, left: u8) -> bool {
        let counts = state.counts().into_iter().enumerate();
        let weight = counts.fold(0u64, |sum, (spare, count)| {
            sum.saturating_add(self.weight(left, spare).saturating_mul(count as u64))
        });
        weight <= self.capacity(left, state.most_spare())
    }

    /// The least number of guesses that may be enough.
    pub fn least(&self, state: &State) -> u8 {
        (0..u8::MAX)
            .find(|&left| self.fits(state, left))
            .unwrap_or(u8::MAX)
    }
}

/// The least number of games and of guesses in them.
///
/// A code that leaves a lie and is first hit by guess `t`, if no lie is told, belongs to at least `1 + (t - 1)(a - 1)`
/// games: before each of the `t - 1` other guesses to it, each of the `a - 1` false answers begins another one. With so
/// many games in all, at most 1 ends with the first guess, `a` with the second, `a²` with the third, and so on.
pub(super) struct Leaves {
    /// The least number of games of so many codes that leave a lie.
    games: Vec<u32>,
    /// The least number of guesses in so many games.
    guesses: Vec<u32>,
}

impl Leaves {
    pub fn new(answers: usize, codes: usize) -> Self {
        let mut games = vec![0u32];
        for depth in depths(answers, codes) {
            let last = games[games.len() - 1];
            games.push(last + 1 + (depth - 1) * (answers as u32 - 1));
        }
        let most = games[codes] as usize + codes;
        let mut guesses = vec![0u32];
        for depth in depths(answers, most) {
            guesses.push(guesses[guesses.len() - 1] + depth);
        }
        Leaves { games, guesses }
    }

    /// A lower bound of the guesses in all games of so many codes that leave a lie and others, after `made` guesses.
    #[inline]
    pub fn bound(&self, lying: usize, truthful: usize, made: u32) -> u32 {
        let games = self.games[lying] + truthful as u32;
        games * made + self.guesses[games as usize]
    }
}

/// The depths of the first so many nodes of a tree in which each node has `answers` branches.
fn depths(answers: usize, count: usize) -> impl Iterator<Item = u32> {
    let levels = (1u32..).scan(1usize, move |nodes, depth| {
        let here = *nodes;
        *nodes = nodes.saturating_mul(answers);
        Some((depth, here))
    });
    levels
        .flat_map(|(depth, nodes)| std::iter::repeat_n(depth, nodes))
        .take(count)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_number_of_guesses() {
        let least = |answers: usize, codes: u16, spare: u8| {
            let state: State = (0..codes).map(|code| (code, spare)).collect();
            Volume::new(answers).least(&state)
        };
        for spare in 0..=9 {
            assert_eq!(
                (least(13, 1, spare), least(13, 2, spare)),
                (1, 2),
                "{spare}"
            );
        }
        // Two guesses find as many codes as there are answers, the winning one among them.
        assert_eq!((least(5, 6, 0), least(5, 7, 0)), (2, 3));
    }

    #[test]
    fn games_of_two_codes_that_leave_a_lie() {
        // The first is hit at once; under each of the five answers the second is hit next.
        assert_eq!(Leaves::new(5, 10).bound(2, 0, 0), 1 + 5 * 2);
        assert_eq!(Leaves::new(5, 10).bound(2, 0, 3), 4 + 5 * 5);
        assert_eq!(Leaves::new(5, 10).bound(0, 7, 0), 1 + 5 * 2 + 3);
    }
}
