//! Trees from what a search of prices has found.

use super::super::cost::INFINITE;
use super::super::memory::NO_GUESS;
use super::super::partition::Partition;
use super::super::problem::DEEPEST;
use super::super::watch::Stopped;
use super::searcher::Searcher;
use crate::tree::Node;

/// The tree of a set from its first guess. If `proven`, it is as cheap as the search has shown;
/// otherwise it takes the best guesses that are known.
///
/// # Errors
/// Stopped while searching again what the table has lost, or the tree would be too deep.
pub(super) fn tree_from(
    searcher: &mut Searcher,
    set: &[u16],
    guess: u32,
    proven: bool,
) -> Result<Node, Stopped> {
    let game = searcher.setting.game;
    if searcher.path.len() >= usize::from(DEEPEST) {
        return Err(Stopped);
    }
    let mut partition = Partition::default();
    partition.make(&game.matrix, set, guess);
    searcher.path.push(guess);
    let mut branches = Vec::new();
    for cell in &partition.cells {
        let mut codes = Vec::new();
        partition.codes(cell, set, &mut codes);
        let secret = &game.secrets[usize::from(codes[0])];
        let answer = game.rules.score(&game.guesses[guess as usize], secret);
        let next = guess_of(searcher, &codes, proven)
            .and_then(|guess| tree_from(searcher, &codes, guess, proven));
        match next {
            Ok(tree) => branches.push((answer, tree)),
            Err(stopped) => {
                searcher.path.pop();
                return Err(stopped);
            }
        }
    }
    searcher.path.pop();
    branches.sort_unstable_by_key(|&(answer, _)| answer);
    Ok(Node { guess, branches })
}

/// The best guess that is known for a set.
fn guess_of(searcher: &mut Searcher, set: &[u16], proven: bool) -> Result<u32, Stopped> {
    let game = searcher.setting.game;
    let made = searcher.path.len();
    let member = game.matrix.guess_of(set[0]);
    if searcher
        .setting
        .steps
        .certain_cost(set.len(), made)
        .is_some()
    {
        // One as good as another; but the game shall come to its end soon all the same.
        let promising = (set.len() > 2).then(|| searcher.most_distinct_member(set));
        return Ok(promising.unwrap_or(member));
    }
    let key = game.key_of(set);
    let form = searcher.memory.canonical_form(set);
    let known = searcher.memory.known_or_canonical(&form, key, made as u8);
    if known.guess != NO_GUESS && (known.exact() || !proven) {
        return Ok(known.guess);
    }
    if proven {
        searcher.expand(set, key, made, INFINITE)?;
        return Ok(searcher.last_guess);
    }
    let before = searcher.memory.known_at_first(key, made as u8).guess;
    if before != NO_GUESS {
        return Ok(before);
    }
    // Once the search was told to stop, the guess that takes no time.
    Ok(searcher.most_promising(set, made).unwrap_or(member))
}
