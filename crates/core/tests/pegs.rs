//! The pieces of the peg search against plain definitions, and Hoppers as a whole.

use std::collections::BTreeSet;
use std::sync::Arc;

use proptest::prelude::*;
use sito_core::hash::InvertibleHash;
use sito_core::pegs::board::moved;
use sito_core::pegs::*;

/// The founding board: rows of 3, 2, 3, 2, 3 holes, jumps along its lines.
fn hoppers() -> Board {
    let triples = [
        [0, 1, 2],
        [0, 3, 6],
        [0, 5, 10],
        [1, 3, 5],
        [1, 6, 11],
        [1, 4, 7],
        [2, 4, 6],
        [2, 7, 12],
        [3, 6, 9],
        [4, 6, 8],
        [5, 6, 7],
        [5, 8, 11],
        [6, 8, 10],
        [6, 9, 12],
        [7, 9, 11],
        [10, 11, 12],
    ];
    let both = |[from, over, to]: [u8; 3]| {
        [
            Jump { from, over, to },
            Jump {
                from: to,
                over,
                to: from,
            },
        ]
    };
    let jumps: Vec<Jump> = triples.into_iter().flat_map(both).collect();
    let identity: Vec<u8> = (0..13).collect();
    let mirror = vec![2, 1, 0, 4, 3, 7, 6, 5, 9, 8, 12, 11, 10];
    let turned: Vec<u8> = (0..13).rev().collect();
    let both: Vec<u8> = turned.iter().map(|&hole| mirror[hole as usize]).collect();
    Board::new(13, &jumps, &[identity, mirror, turned, both]).unwrap()
}

#[test]
fn hoppers_is_solved() {
    let board = hoppers();
    let start = board.full() ^ 1 << 6;
    let control = Control::default();
    let mut search = Search::new(board, start, &[1 << 6], 1 << 20);
    while !search.is_met() {
        search.step(&control).unwrap();
    }
    let winning = Arc::new(search.winning(&control).unwrap());
    let moves = Arc::new(winning.moves(&control).unwrap());
    assert_eq!(moves.of(&winning, start), Some(7));
    assert_eq!(winning.count_shortest(start, None, &moves), 72u32.into());
    assert_eq!(winning.count_solutions(&control).unwrap(), 5664u32.into());
    assert_eq!(
        Solutions::new(winning.clone(), Some(moves), Some((0, 6))).count(),
        18
    );
    assert_eq!(Solutions::new(winning, None, None).count(), 5664);
}

#[test]
fn a_search_that_is_asked_to_stop_stops() {
    let board = hoppers();
    let mut search = Search::new(board.clone(), board.full() ^ 1, &[1], 1 << 20);
    let control = Control::default();
    control.stop();
    assert_eq!(search.step(&control), Err(Stop::Asked));
    assert_eq!(search.forward().levels.len(), 1);
    let mut small = Search::new(board.clone(), board.full() ^ 1, &[1], 1);
    assert_eq!(small.step(&Control::default()), Err(Stop::Memory));
}

#[test]
fn a_first_jump_holds_where_the_start_is_the_finish() {
    let strip = [
        Jump {
            from: 0,
            over: 1,
            to: 2,
        },
        Jump {
            from: 2,
            over: 1,
            to: 0,
        },
    ];
    let board = Board::new(3, &strip, &[vec![0, 1, 2]]).unwrap();
    let start = 0b011;
    let control = Control::default();
    let search = Search::new(board, start, &[start], 1 << 20);
    let winning = Arc::new(search.winning(&control).unwrap());
    let moves = Arc::new(winning.moves(&control).unwrap());
    let solutions = |first| Solutions::new(winning.clone(), None, first).collect::<Vec<_>>();
    assert_eq!(solutions(None), [Vec::<Vec<u8>>::new()]);
    assert_eq!(winning.fewest_from(start, None, &moves), 0);
    assert_eq!(winning.count_shortest(start, None, &moves), 1u32.into());
    let jump = strip[0];
    assert!(solutions(Some((0, 2))).is_empty());
    assert_eq!(winning.fewest_from(start, Some(jump), &moves), u8::MAX);
    assert_eq!(
        winning.count_shortest(start, Some(jump), &moves),
        0u32.into()
    );
}

/// Any board with a symmetry that reverses the holes.
fn boards() -> impl Strategy<Value = Board> {
    (3..=64u8).prop_flat_map(|holes| {
        let jump = (0..holes, 0..holes, 0..holes)
            .prop_map(|(from, over, to)| Jump { from, over, to })
            .prop_filter("three holes", |jump| jump.mask().count_ones() == 3);
        prop::collection::vec(jump, 1..40).prop_map(move |jumps| {
            let reversed = |hole: u8| holes - 1 - hole;
            let mirrored = |j: &Jump| Jump {
                from: reversed(j.from),
                over: reversed(j.over),
                to: reversed(j.to),
            };
            let all: Vec<Jump> = jumps
                .iter()
                .copied()
                .chain(jumps.iter().map(mirrored))
                .collect();
            let symmetries = [(0..holes).collect(), (0..holes).rev().collect()];
            Board::new(holes as usize, &all, &symmetries).unwrap()
        })
    })
}

proptest! {
    #[test]
    fn keys_are_a_bijection(holes in 1..=64usize, position: u64) {
        let position = position & (u64::MAX >> (64 - holes));
        let hash = InvertibleHash::new(holes);
        prop_assert_eq!(hash.invert(hash.hash(position)), position);
    }

    #[test]
    fn a_level_finds_what_it_holds(holes in 1..=64usize, positions: Vec<u64>, others: Vec<u64>) {
        let mask = u64::MAX >> (64 - holes);
        let set: BTreeSet<u64> = positions.iter().map(|p| p & mask).collect();
        let listed: Vec<u64> = positions.iter().map(|p| p & mask).collect();
        let level = Level::from_positions(InvertibleHash::new(holes), &listed);
        prop_assert_eq!(level.len(), set.len());
        for (index, position) in level.iter().enumerate() {
            prop_assert!(set.contains(&position));
            prop_assert_eq!(level.index_of(position), Some(index));
        }
        for other in others {
            prop_assert_eq!(level.contains(other & mask), set.contains(&(other & mask)));
        }
    }

    #[test]
    fn a_sample_is_a_part_with_the_cheapest(positions: Vec<u64>, width in 1..50usize) {
        let level = Level::from_positions(InvertibleHash::new(64), &positions);
        let sample = level.sample(width, u64::count_ones);
        prop_assert!(sample.len() <= level.len().min(width + 1));
        prop_assert_eq!(sample.is_empty(), level.is_empty());
        prop_assert!(sample.iter().all(|position| level.contains(position)));
        let mut costs: Vec<u32> = level.iter().map(u64::count_ones).collect();
        let mut sampled: Vec<u32> = sample.iter().map(u64::count_ones).collect();
        costs.sort_unstable();
        sampled.sort_unstable();
        let cheapest = (width / 2).min(level.len());
        prop_assert_eq!(&sampled[..cheapest], &costs[..cheapest]);
    }

    #[test]
    fn neighbours_are_those_of_the_definition(board in boards(), position: u64) {
        let position = position & board.full();
        let symmetries = board.symmetries_keeping(&[]);
        prop_assert_eq!(symmetries.len(), 2);
        let group = Group::new(&board, &symmetries);
        let least = |p: u64| symmetries.iter().map(|s| moved(p, s)).min().unwrap();
        let images: BTreeSet<u64> = symmetries.iter().map(|s| moved(position, s)).collect();
        prop_assert_eq!(group.canonical(position), least(position));
        prop_assert_eq!(group.orbit(position), images.len());
        let mut children = Vec::new();
        group.neighbors(position, Direction::Children, &mut children);
        children.sort_unstable();
        let legal = board.jumps().iter().filter(|j| j.is_legal(position));
        let mut expected: Vec<u64> = legal.map(|j| least(position ^ j.mask())).collect();
        expected.sort_unstable();
        prop_assert_eq!(&children, &expected);
        prop_assert_eq!(group.can_jump(position), !expected.is_empty());
        let mut parents = Vec::new();
        group.neighbors(position, Direction::Parents, &mut parents);
        parents.sort_unstable();
        let back = board.jumps().iter().filter(|j| j.is_legal(position ^ j.mask()));
        let mut expected: Vec<u64> = back.map(|j| least(position ^ j.mask())).collect();
        expected.sort_unstable();
        prop_assert_eq!(parents, expected);
    }
}
