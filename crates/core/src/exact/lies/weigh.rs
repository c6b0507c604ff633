//! Guesses weighed at a state: which are worth trying, and in which order. They are bounded by the weight of their
//! heaviest answer, or by the guesses in all games.

use crate::exact::cost::Ranked;

use super::game::Game;
use super::state::State;

/// The guesses after which `left` more may be enough, best first.
pub(super) fn by_volume(game: &Game, state: &State, path: &[u32], left: u8) -> Vec<Ranked> {
    let volume = &game.volume;
    let weight = |spare: usize| volume.weight(left, spare);
    // What a code weighs under a false answer, and what it weighs more under its true one.
    let false_weight = |spare: u8| spare.checked_sub(1).map_or(0, |less| weight(less.into()));
    let more = |&spare: &u8| weight(spare.into()).saturating_sub(false_weight(spare));
    let more: Vec<u64> = state.spare.iter().map(more).collect();
    let everything: u64 = state.spare.iter().fold(0, |sum: u64, &spare| {
        sum.saturating_add(false_weight(spare))
    });
    let capacity = volume.capacity(left, state.most_spare());
    let bound = |hit: Option<usize>, sums: &[u64]| {
        // The code that is hit may weigh no more under its true answer than under a false one.
        let off = hit.map_or(0, |place| false_weight(state.spare[place]));
        let heaviest = sums.iter().max().expect("some answer");
        let bound = heaviest.saturating_add(everything - off);
        (bound <= capacity).then_some(bound)
    };
    weighed(game, state, &game.guesses(state, path).list, &more, bound)
}

/// Some guesses, best first, with the bounds that they have by the place of the code that is hit and by the sums of the
/// codes' numbers for each answer up to the winning one.
fn weighed(
    game: &Game,
    state: &State,
    guesses: &[u32],
    numbers: &[u64],
    bound: impl Fn(Option<usize>, &[u64]) -> Option<u64>,
) -> Vec<Ranked> {
    let win = usize::from(game.matrix.win);
    let weigh = |&guess: &u32| {
        let row = game.matrix.answers(guess);
        let mut sums = [0u64; 256];
        for (&code, &number) in state.codes.iter().zip(numbers) {
            let sum = &mut sums[usize::from(row[usize::from(code)])];
            *sum = sum.saturating_add(number);
        }
        sums[win] = 0;
        let hit = game.place_of(state, guess);
        if game.consistent && hit.is_none() {
            return None;
        }
        Some(Ranked {
            bound: bound(hit, &sums[..=win])?,
            // Among equal bounds, guesses that may be the secret come first.
            promise: hit.is_none().into(),
            guess,
        })
    };
    let mut found: Vec<Ranked> = guesses.iter().filter_map(weigh).collect();
    found.sort_unstable();
    found
}

/// Some guesses with a lower bound of the guesses in all games below `most`, best first, after `made` guesses.
pub(super) fn by_games(
    game: &Game,
    state: &State,
    guesses: &[u32],
    made: u32,
    most: u32,
) -> Vec<Ranked> {
    // Codes that leave no lie, one, or more are counted in three parts of a word.
    const LAST_LIE: u64 = 1 << 20;
    const MORE_LIES: u64 = 1 << 40;
    let counts = state.counts();
    let last_lie = counts[1] as u64;
    let lying: u64 = counts[2..].iter().map(|&count| count as u64).sum();
    let told: Vec<u64> = state
        .spare
        .iter()
        .map(|&spare| match spare {
            0 => 1,
            1 => LAST_LIE,
            _ => MORE_LIES,
        })
        .collect();
    let everything: u64 = told.iter().sum();
    weighed(game, state, guesses, &told, |hit, sums| {
        if hit.is_none() && sums.contains(&everything) {
            return None; // All codes give one answer, after which nothing more is known.
        }
        let spare = hit.map(|place| state.spare[place]);
        let lying = lying - u64::from(spare.is_some_and(|spare| spare > 1));
        let last_lie = last_lie - u64::from(spare == Some(1));
        let mut bound = if hit.is_some() { made + 1 } else { 0 };
        for &answer in &game.answers {
            let sum = sums[usize::from(answer)];
            let (kept, truth) = (sum % MORE_LIES / LAST_LIE, sum % LAST_LIE);
            let lying = (lying + kept) as usize;
            let truthful = (last_lie - kept + truth) as usize;
            bound += game.leaves.bound(lying, truthful, made + 1);
        }
        (bound < most).then_some(bound.into())
    })
}
