//! A shortlist tells the same of a part of a set as all guesses do.

use super::*;
use crate::exact::cost::UNLIMITED;
use crate::exact::memory::TranspositionTable;
use crate::exact::problem::{Limits, Options, Stage};
use crate::exact::search::context::{Prepared, Surroundings};
use crate::exact::search::question::Question;
use crate::exact::watch::Watch;
use crate::feedback::FeedbackKind;
use crate::hash::Random;
use crate::rules::{Allowed, Rules};

const GAMES: [(usize, usize, Allowed); 4] = [
    (4, 6, Allowed::Any),
    (5, 4, Allowed::Any),
    (3, 9, Allowed::Any),
    (4, 7, Allowed::Distinct),
];

/// Calls back with games and random numbers, for each level of instructions.
fn games(mut each: impl FnMut(&Context, &mut Random)) {
    for (pegs, colors, allowed) in GAMES {
        let rules = Rules::new(pegs, colors, allowed, FeedbackKind::BlackWhite).unwrap();
        let watch = Watch::new(Limits::default(), &|_| {}, 0);
        let game = Game::new(&rules, 1, &watch).unwrap();
        for level in Level::all_supported() {
            let (table, prepared) = (TranspositionTable::new(1 << 16), Prepared::default());
            let options = Options::default().level(level);
            let surroundings = Surroundings::new(&game, &table, &prepared, &watch, &options);
            let question = Question::of(Goal::Total, None, Stage::Total);
            each(&Context::new(surroundings, question), &mut Random(21));
        }
    }
}

/// A set whose shortlist is made by the next look.
fn whole(set: &[u16], larger: Option<Arc<Whole>>) -> Whole {
    Whole {
        set: set.to_vec(),
        looks: AtomicUsize::new(WORTH),
        shortlist: OnceLock::new(),
        larger,
    }
}

#[test]
fn a_look_at_a_part_finds_the_best_of_all_guesses() {
    let (mut found, mut left) = (0, 0);
    games(|context, random| {
        let game = context.game;
        let mut some = |of: &[u16], one_in: u64| -> Vec<u16> {
            let chosen = of.iter().filter(|_| random.word().is_multiple_of(one_in));
            chosen.copied().collect()
        };
        let all: Vec<u16> = (0..game.matrix.secrets as u16).collect();
        let larger = some(&all, 5);
        let set = some(&larger, 2);
        let whole = whole(&set, Some(Arc::new(whole(&larger, None))));
        for _ in 0..200 {
            let part = some(&set, 6);
            for floor in (1..part.len().min(16) as u8).step_by(2) {
                let (level, rows) = (context.level, game.matrix.by_secret.rows(&part));
                let of_all = kernels::greatest(level, rows, &game.labels, floor, &[]);
                match whole.greatest(level, game, &part, floor, &mut Vec::new()) {
                    Some(best) => {
                        found += 1;
                        assert_eq!(Some(best), of_all);
                    }
                    None => left += 1,
                }
            }
        }
    });
    assert!(found > 1000 && left > 100, "{found} {left}");
}

#[test]
fn a_shortlist_tells_the_same_bounds_as_all_guesses() {
    let (mut told, mut listed, mut left) = (0, 0, 0);
    games(|context, random| {
        let game = context.game;
        let all: Vec<u16> = (0..game.matrix.secrets as u16).collect();
        let mut cell = |set: &[u16]| {
            let guess = (random.word() % game.matrix.guesses as u64) as u32;
            let secret = set[(random.word() % set.len() as u64) as usize];
            let answers = game.matrix.answers(guess);
            let same = |code: &&u16| answers[usize::from(**code)] == answers[usize::from(secret)];
            (
                guess,
                set.iter().filter(same).copied().collect::<Vec<u16>>(),
            )
        };
        for _ in 0..60 {
            let (first, larger) = cell(&all);
            let whole = Arc::new(whole(&larger, None));
            let _ = whole.shortlist(context.level, game, 0);
            for _ in 0..10 {
                let (second, set) = cell(&larger);
                let path = [first, second];
                let table = context.cell_table(&context.bounds, set.len(), UNLIMITED);
                let least = context.bounds.of(set.len(), UNLIMITED);
                for budget in [0, least + 1, least + 5] {
                    let bounds_by = |whole| {
                        let mut searcher = Searcher::new(context, &path);
                        searcher.whole = whole;
                        let mut list = Vec::new();
                        let mut each = |bound, guess| list.push((bound, guess));
                        let mut buffers = Buffers::default();
                        let given = (&table, budget);
                        let others = match searcher.whole {
                            Some(_) => searcher
                                .each_of_shortlist(&set, given, &mut buffers, each)
                                .ok()?,
                            None => searcher
                                .each_bound(&set, given, &mut buffers, &mut each)
                                .ok(),
                        };
                        list.sort_unstable();
                        Some((others?, list))
                    };
                    let Some(short) = bounds_by(Some(whole.clone())) else {
                        left += 1;
                        continue;
                    };
                    told += 1;
                    listed += short.1.len();
                    assert_eq!(Some(short), bounds_by(None));
                }
            }
        }
    });
    assert!(
        told > 1000 && listed > 100 && left > 100,
        "{told} {listed} {left}"
    );
}
