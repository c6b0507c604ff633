//! Divides the guesses among the threads.

use crate::threads::prelude::*;

use super::budget::Budget;
use super::guess_symmetry::{GuessSymmetry, Prefix};

/// The most prefixes that one thread lists at a time; more are listed part by part.
const PREFIXES_LISTED: usize = 1 << 18;

/// Runs over all items, `share` of them at a time, and puts the results together in the order of the
/// items.
///
/// The shares are taken in an order that soon has seen all parts of the list, so that what a run finds
/// before its budget ends is as good as can be.
pub fn in_shares<T: Sync, R: Send>(
    items: &[T],
    share: usize,
    run: &(dyn Fn(&[T]) -> R + Sync),
    and: fn(R, R) -> R,
) -> R {
    if items.len() <= share {
        return run(items);
    }
    let shares: Vec<&[T]> = items.chunks(share).collect();
    let mut results: Vec<(usize, R)> = spread(shares.len())
        .into_par_iter()
        .map(|index| (index, run(shares[index])))
        .collect();
    results.sort_unstable_by_key(|&(index, _)| index);
    let results = results.into_iter().map(|(_, result)| result);
    results.reduce(and).expect("there are several shares")
}

/// Runs over all prefixes of `length` pegs as [`in_shares`] does, without listing too many of them at
/// the same time.
pub fn over_prefixes<R: Send>(
    symmetry: &GuessSymmetry,
    length: usize,
    share: usize,
    budget: &Budget,
    run: &(dyn Fn(&[Prefix]) -> R + Sync),
    and: fn(R, R) -> R,
) -> R {
    below(
        vec![Prefix::EMPTY],
        symmetry,
        length,
        share,
        budget,
        run,
        and,
    )
}

fn below<R: Send>(
    mut prefixes: Vec<Prefix>,
    symmetry: &GuessSymmetry,
    length: usize,
    share: usize,
    budget: &Budget,
    run: &(dyn Fn(&[Prefix]) -> R + Sync),
    and: fn(R, R) -> R,
) -> R {
    while let Some(first) = prefixes.first() {
        if first.indices.len() == length {
            break;
        }
        if budget.ended().is_some() {
            // The run will refuse to look at it, and say that it was cut short.
            return run(&prefixes[..1]);
        }
        if prefixes.len() * symmetry.active.len() > PREFIXES_LISTED {
            let one = |prefix: &[Prefix]| {
                below(prefix.to_vec(), symmetry, length, share, budget, run, and)
            };
            return in_shares(&prefixes, 1, &one, and);
        }
        prefixes = symmetry.extended(&prefixes);
    }
    in_shares(&prefixes, share, run, and)
}

/// The numbers below `len`, each once, so that any first few of them are spread evenly.
fn spread(len: usize) -> Vec<usize> {
    let gcd = |mut a: usize, mut b: usize| {
        while b > 0 {
            (a, b) = (b, a % b);
        }
        a
    };
    // Steps of about the golden section fall into the largest gap that is left.
    let golden = (len as f64 * 0.618) as usize;
    let step = (golden.max(1)..).find(|&step| gcd(step, len) == 1);
    let step = step.expect("1 and every prime that does not divide the length");
    (0..len).map(|index| index * step % len).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spreading_takes_every_number_once() {
        for len in 1..100 {
            let mut order = spread(len);
            order.sort_unstable();
            assert!(order.into_iter().eq(0..len));
        }
    }
}
