//! A smallest set of turns that no code agrees with.
//!
//! Each code has a set of turns that it disagrees with, and turns clash if they have one of each of
//! these sets: a smallest clashing set is a smallest hitting set. Codes are far too many to ask all
//! of them. So a few are asked, the smallest set that meets their demands is found, and then the
//! sieve looks for a code that agrees with all turns of this set; if there is one, it is asked
//! next, and if there is none, the set clashes, and none that clashes is smaller (Moreno-Centeno and
//! Karp 2013, *The implicit hitting set approach*).

use crate::threads::prelude::*;

use crate::code::Code;
use crate::look_ahead::Budget;

use super::agreement::Agreement;
use super::hitting_set::{Demand, Demands};

/// Codes of one tile of which the one with the fewest wrong turns is asked.
const CODES_TRIED: usize = 64;

/// Which turns cannot stand together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clash {
    /// Some code is possible.
    None,
    /// A smallest set, as bits; of several, the one with the earliest turns.
    Smallest(u64),
    /// The budget ended before it was found.
    Unknown,
}

/// What a code with these wrong turns demands of turns that clash.
pub fn demand(agreement: &Agreement<'_>, code: &Code, wrong: u64, lies: usize) -> Demand {
    let no_lies = match lies {
        0 => 0,
        _ => (agreement.turns.iter().enumerate())
            .filter(|(index, turn)| wrong >> index & 1 == 1 && turn.allows_no_lie(code))
            .fold(0, |bits, (index, _)| bits | 1 << index),
    };
    Demand {
        no_lies,
        lies: wrong & !no_lies,
    }
}

/// Finds a smallest set of turns after which no code is possible, if so many of the answers may be lies.
pub fn smallest(agreement: &Agreement<'_>, lies: usize, budget: &Budget) -> Clash {
    let turns = agreement.turns.len();
    let mut demands = Demands::new(turns, lies);
    loop {
        let Some(set) = demands.smallest(budget) else {
            return Clash::Unknown;
        };
        match possible_code(agreement, set, lies, budget) {
            Search::Found(demand) => {
                if demand.no_lies == 0 && demand.lies.count_ones() as usize <= lies {
                    return Clash::None;
                }
                demands.add(demand);
            }
            Search::Nothing => return Clash::Smallest(set),
            Search::Ended => return Clash::Unknown,
        }
    }
}

enum Search {
    Found(Demand),
    Nothing,
    Ended,
}

/// Looks for a code that is possible if there were these turns alone, and tells what it demands.
fn possible_code(agreement: &Agreement<'_>, turns: u64, lies: usize, budget: &Budget) -> Search {
    let in_tile = |tile: usize| {
        let mut best: Option<Demand> = None;
        let mut tried = 0;
        let went_on = agreement.visit(tile, turns, 0..=lies, budget, |number, wrong| {
            if tried >= CODES_TRIED {
                return;
            }
            let code = agreement.code(number);
            if demand(agreement, &code, wrong, lies).no_lies != 0 {
                return;
            }
            tried += 1;
            let all = demand(agreement, &code, agreement.wrong_turns(&code), lies);
            let weight = |demand: &Demand| (demand.no_lies | demand.lies).count_ones();
            if best.as_ref().is_none_or(|best| weight(&all) < weight(best)) {
                best = Some(all);
            }
        });
        match best {
            Some(demand) => Some(Search::Found(demand)),
            None if !went_on => Some(Search::Ended),
            None => None,
        }
    };
    let found = (0..agreement.tiles()).into_par_iter().find_map_any(in_tile);
    found.unwrap_or(Search::Nothing)
}
