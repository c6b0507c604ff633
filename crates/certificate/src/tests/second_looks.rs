//! Second looks at cells prove as much as the page says, and not one guess more.

use super::*;

/// One byte proves what no first look shows: the second look at the cells of AB gains 1 each.
#[test]
fn a_second_look_is_enough() {
    let certificate = |lower, body: &[u8]| file(&header("2x4", None, "any", Some(lower)), body);
    assert!(checked(&certificate(45, &[LOOK]), 1).is_ok());
    assert!(checked(&certificate(45, &[SPLIT, 0]), 1).is_ok());
    let entry = [SPLIT, 1, 1, 1, 0, 1, LOOK]; // AB: of the cell of answer 0 a gain of 1 is proven
    assert!(checked(&certificate(45, &entry), 1).is_ok());
    for body in [&[LOOK][..], &[SPLIT, 0], &entry] {
        match checked(&certificate(46, body), 1) {
            Err(Error::Refused(refusal)) => {
                let (guess, needed) = ("AB".into(), 46);
                assert_eq!(
                    refusal.fault,
                    Fault::Guess {
                        guess,
                        bound: 45,
                        needed
                    }
                );
            }
            other => panic!("{other:?}"),
        }
    }
}

/// What a single LOOK proves after some turns, and not one more: as much as the page says.
#[test]
fn a_look_proves_what_the_page_says() {
    type Turns = &'static [(&'static str, &'static str)];
    let positions: [(&str, Option<u32>, &str, Turns); 11] = [
        ("4x4-black", None, "any", &[]),
        ("4x4", None, "any", &[("AABB", "x")]),
        ("4x4", None, "any", &[("AABC", "xo")]),
        ("4x4", None, "possible", &[("AABC", "xo")]),
        ("3x6", Some(4), "any", &[("ABC", "-")]),
        ("3x6", Some(3), "any", &[("ABC", "x")]),
        ("4x4", Some(1), "any", &[("AABC", "xo")]),
        ("3x6-position", None, "any", &[("ABC", "---")]),
        ("4x4-black", None, "any", &[("AAAA", "1")]),
        ("3x5-black", None, "any", &[("AAA", "0"), ("AAD", "1")]),
        ("2x2", Some(1), "any", &[("AB", "oo")]),
    ];
    let (mut gained, mut limited, mut owned) = (0, 0, 0);
    for (rules, depth, guesses, history) in positions {
        let game = game_of(&header(rules, depth, guesses, None));
        let all: Vec<u32> = (0..game.secrets.len() as u32).collect();
        let of_game = bounds_of(&game, &all);
        let mut set = all;
        for (guess, answer) in history {
            let guess = (0..).find(|&number| game.text(number) == *guess).unwrap();
            set.retain(|&code| game.answer_text(guess, game.answer(guess, code)) == *answer);
        }
        let own = of_game.or_greater(&bounds_of(&game, &set));
        let left = depth.unwrap_or(UNLIMITED);
        let least = |bounds: &Bounds, most| {
            let guesses = 0..game.guesses.len() as u32;
            guesses
                .map(|guess| look(&game, bounds, (&set, left), guess, most))
                .min()
                .unwrap()
        };
        let turns: Vec<String> = history
            .iter()
            .map(|(guess, answer)| format!(r#"["{guess}", "{answer}"]"#))
            .collect();
        for (tag, bounds) in [(LOOK, &of_game), (LOOK | OWN, &own)] {
            let proven = least(bounds, 64);
            let certificate = |lower: u32| {
                let lower = Some(lower).filter(|&lower| lower < INFINITE);
                file(
                    &header_after(&turns.join(", "), rules, depth, guesses, lower),
                    &[tag],
                )
            };
            let accepted = checked(&certificate(proven), 2);
            assert!(
                accepted.is_ok(),
                "{rules} {history:?} {proven}: {accepted:?}"
            );
            if proven < INFINITE {
                assert!(
                    checked(&certificate(proven + 1), 2).is_err(),
                    "{rules} {history:?}"
                );
            }
            gained += u32::from(proven > least(bounds, 0));
            limited += u32::from(proven < least(bounds, 1000));
        }
        owned += u32::from(least(&own, 64) > least(&of_game, 64));
    }
    assert!(
        gained >= 8 && limited >= 1 && owned >= 1,
        "{gained} {limited} {owned}"
    );
}

/// Sets at random, and all guesses at them: each second look is that of the page, and it is told from any other
/// claim, whatever is known of the cells from looks that were cut short.
#[test]
fn second_looks_are_those_of_the_page() {
    let mut numbers = Numbers(5);
    for (rules, guesses, table) in [
        ("3x5", "any", 1 << 20),
        ("3x5", "possible", 0),
        ("4x4", "any", 0),
        ("5x3-black", "any", 1 << 20),
        ("3x4-position", "any", 1 << 20),
        ("3x4-position", "any", 0),
        ("4x3-position", "any", 1 << 20),
    ] {
        let game = game_with(&header(rules, None, guesses, None), table);
        let facts = Facts::new(game.secrets.len());
        let all: Vec<u32> = (0..game.secrets.len() as u32).collect();
        for round in 0..12 {
            let size =
                [4 + numbers.below(30), 64, 65, all.len().min(100)][round % 4].min(all.len());
            let mut set = all.clone();
            while set.len() > size {
                set.remove(numbers.below(set.len()));
            }
            let left = [UNLIMITED, UNLIMITED, 1, 2, 3, 4][numbers.below(6)];
            let of_game = bounds_of(&game, &all);
            let bounds = match round % 2 {
                0 => of_game,
                _ => of_game.or_greater(&bounds_of(&game, &set)),
            };
            let mut node = Node {
                left,
                bounds: Arc::new(bounds.clone()),
                ..node_of(&game, &set)
            };
            if table == 0 && round % 3 > 0 {
                node.answers = Some(Arc::new(Answers::new(&game, &all)));
            }
            let mut peeks = Peeks::new(&game, &facts, &node, &NEVER);
            for guess in (0..game.guesses.len() as u32).step_by(7) {
                peeks.divide(guess);
                if !peeks.tells_nothing() && (peeks.wins() || !game.only_possible) {
                    let true_look = u64::from(look(&game, &bounds, (&set, left), guess, 64));
                    let what = format!("{rules} {set:?} {left} {}", game.text(guess));
                    let some = true_look.saturating_sub(3) + numbers.below(6) as u64;
                    for enough in [some, true_look, true_look + 1] {
                        let found = peeks.second_look(&[], enough).min(u64::from(INFINITE));
                        let is_shown = true_look >= enough.min(u64::from(INFINITE));
                        assert_eq!(found >= enough.min(u64::from(INFINITE)), is_shown, "{what}");
                        assert!(found <= true_look, "{what}");
                    }
                    let found = peeks.second_look(&[], u64::MAX).min(u64::from(INFINITE));
                    assert_eq!(found, true_look, "{what}");
                }
            }
        }
    }
}

/// The size bound of a set is the same however the answers are looked up.
#[test]
fn own_bounds_need_no_table() {
    let mut numbers = Numbers(3);
    for rules in ["3x5", "5x3", "4x4-black", "3x3-position"] {
        let header = header(rules, None, "any", None);
        let (with, without) = (game_with(&header, 1 << 20), game_with(&header, 0));
        for size in [1, 2, 3, 4, 5, 7, 8, 20, 27] {
            let set: Vec<u32> = (0..with.secrets.len() as u32)
                .filter(|&code| code == 1 || numbers.below(with.secrets.len()) < 2 * size)
                .collect();
            let (bounds, others) = (bounds_of(&with, &set), bounds_of(&without, &set));
            for (codes, left) in (0..=set.len() as u32).flat_map(|codes| [(codes, 2), (codes, 9)]) {
                assert_eq!(
                    bounds.cost(codes, left),
                    others.cost(codes, left),
                    "{rules} {set:?}"
                );
            }
        }
    }
}
