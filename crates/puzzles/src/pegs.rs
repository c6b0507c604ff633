//! Peg solitaire: whether the finish can be reached from here, and in how few moves.
//!
//! A search is kept, and goes on with each question by one level, so that a page can show how far it is; once it is
//! finished it answers for all positions after its start.

use std::sync::Mutex;

use serde::Deserialize;
use serde_json::{Value, json};
use sito_core::pegs::{Board, Control, Jump, Moves, Search, Stop, Winning};

/// How many positions of each level stand in for a search that was not finished.
const SAMPLE: usize = 1 << 12;

/// Asks what can come of the position after these jumps.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pegs {
    holes: usize,
    /// Each from, over, to.
    jumps: Vec<(u8, u8, u8)>,
    symmetries: Vec<Vec<u8>>,
    /// The pegs at the start.
    start: Vec<u8>,
    /// The pegs of each position that finishes.
    finishes: Vec<Vec<u8>>,
    /// The jumps so far, each from and to.
    made: Vec<(u8, u8)>,
    /// Whether a sample of the positions is to do, instead of one level more.
    sample: bool,
    /// Bytes that the levels may take.
    memory: usize,
}

/// A search and, once it is finished, what it found.
struct Kept {
    board: Board,
    start: u64,
    finishes: Vec<u64>,
    search: Search,
    found: Option<(Winning, Moves)>,
}

static KEPT: Mutex<Option<Kept>> = Mutex::new(None);

impl Pegs {
    /// Goes on with the search from here, or answers from one that is finished.
    pub fn answer(self) -> Result<Value, String> {
        let jumps: Vec<Jump> = self
            .jumps
            .iter()
            .map(|&(from, over, to)| Jump { from, over, to })
            .collect();
        let board = Board::new(self.holes, &jumps, &self.symmetries);
        let board = board.map_err(|faults| format!("{faults:?}"))?;
        let position = |pegs: &Vec<u8>| {
            pegs.iter().fold(0, |all, &hole| all | 1u64 << (hole & 63)) & board.full()
        };
        let finishes: Vec<u64> = self.finishes.iter().map(position).collect();
        let mut states = vec![position(&self.start)];
        for &(from, to) in &self.made {
            let here = states[states.len() - 1];
            let fits = |jump: &&Jump| (jump.from, jump.to) == (from, to) && jump.is_legal(here);
            let jump = board.jumps().iter().find(fits);
            let jump = jump.ok_or_else(|| format!("no jump from {from} to {to}"))?;
            states.push(here ^ jump.mask());
        }
        let here = states[states.len() - 1];
        if states[0] == 0 || finishes.contains(&0) {
            return Err("a position has no peg".into());
        }
        if finishes.contains(&here) {
            return Ok(json!({"possible": true, "least": 0, "most": 0, "steps": []}));
        }
        let last = self.made.last().map(|jump| jump.1);
        let mut kept = KEPT.lock().expect("one thread");
        let serves = |kept: &Kept| {
            let reaches =
                kept.start == here || kept.found.is_some() && states.contains(&kept.start);
            kept.board == board && kept.finishes == finishes && reaches
        };
        let kept = match kept.take().filter(serves) {
            Some(before) => kept.insert(before),
            None => kept.insert(Kept {
                search: Search::new(board.clone(), here, &finishes, self.memory),
                start: here,
                board,
                finishes,
                found: None,
            }),
        };
        let control = Control::default();
        if kept.found.is_none() {
            let full = !self.sample
                && !kept.search.is_met()
                && kept.search.step(&control) == Err(Stop::Memory);
            if !kept.search.is_met() {
                let levels = kept.search.forward().levels.len();
                return Ok(match full || self.sample {
                    true => kept.sampled(&control),
                    false => json!({"goes_on": true, "levels": levels}),
                });
            }
            let found = kept.search.winning(&control);
            let found =
                found.and_then(|winning| winning.moves(&control).map(|moves| (winning, moves)));
            kept.found = Some(found.map_err(|stop| format!("{stop:?}"))?);
        }
        Ok(match &kept.found {
            Some((winning, moves)) => told(winning, moves, &kept.board, here, last),
            None => json!({"possible": null}),
        })
    }
}

impl Kept {
    /// What a sample tells: a way, but not that there is none, nor that no other is shorter.
    fn sampled(&self, control: &Control) -> Value {
        let sample = self
            .search
            .sample(SAMPLE, control)
            .and_then(|sample| sample.winning(control));
        let told = sample.and_then(|winning| {
            let moves = winning.moves(control)?;
            Ok(told(&winning, &moves, &self.board, self.start, None))
        });
        match told {
            Ok(mut told) if told["possible"] == true => {
                told["least"] = 1.into();
                told
            }
            _ => json!({"possible": null, "least": 1}),
        }
    }
}

/// The fewest moves from a position, where to go on with the peg that jumped last adds none, and the jumps of such a way.
fn told(winning: &Winning, moves: &Moves, board: &Board, position: u64, last: Option<u8>) -> Value {
    let (mut here, mut last) = (position, last);
    let mut fewest = None;
    let mut steps = Vec::new();
    // With equally many moves, the peg that is jumping goes on.
    let best = |here: u64, last: Option<u8>| {
        let legal = board.jumps().iter().filter(|jump| jump.is_legal(here));
        let costs = legal.filter_map(|&jump| {
            winning.index_of(here)?;
            let cost = winning.fewest_from(here, Some(jump), moves);
            let other = Some(jump.from) != last;
            (cost < u8::MAX).then(|| (cost - u8::from(!other), other, jump))
        });
        costs.min()
    };
    while let Some((cost, _, jump)) = best(here, last) {
        fewest.get_or_insert(cost);
        steps.push((jump.from, jump.to));
        (here, last) = (here ^ jump.mask(), Some(jump.to));
    }
    json!({"possible": fewest.is_some(), "least": fewest, "most": fewest, "steps": steps})
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A strip of five holes, of which the third is empty.
    fn asked(start: &[u8], finish: u8, made: &[(u8, u8)], sample: bool) -> Value {
        let jumps: Vec<_> = (0..3u8)
            .flat_map(|hole| [(hole, hole + 1, hole + 2), (hole + 2, hole + 1, hole)])
            .collect();
        let mut told = Value::Null;
        for _level in 0..9 {
            let question = json!({
                "holes": 5, "jumps": jumps, "symmetries": [[0, 1, 2, 3, 4], [4, 3, 2, 1, 0]], "start": start,
                "finishes": [[finish]], "made": made, "sample": sample, "memory": 1 << 20,
            });
            told = serde_json::from_value::<Pegs>(question)
                .unwrap()
                .answer()
                .unwrap_or_else(Value::String);
            if told["goes_on"] != true {
                break;
            }
        }
        told
    }

    #[test]
    fn ways_are_shortest_and_a_peg_that_goes_on_makes_no_move_more() {
        let told = asked(&[0, 1, 3], 4, &[], false);
        assert_eq!(
            told,
            json!({"possible": true, "least": 1, "most": 1, "steps": [[0, 2], [2, 4]]})
        );
        let told = asked(&[0, 1, 3], 4, &[(0, 2)], false);
        assert_eq!(
            (&told["least"], &told["steps"]),
            (&json!(0), &json!([[2, 4]]))
        );
        assert_eq!(asked(&[0, 1, 3], 4, &[(0, 2), (2, 4)], false)["most"], 0);
        assert_eq!(asked(&[0, 1, 3], 4, &[], true)["most"], 1);
    }

    #[test]
    fn a_dead_position_and_a_jump_that_cannot_be_made_are_told() {
        assert_eq!(asked(&[0, 1, 4], 2, &[(0, 2)], false)["possible"], false);
        assert!(asked(&[0, 1], 2, &[(1, 3)], false).is_string());
        assert!(asked(&[], 2, &[], false).is_string());
    }
}
