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
        let of_game = Columns::of_game(&game).own_bounds(&game, &all);
        let mut set = all;
        for (guess, answer) in history {
            let guess = (0..).find(|&number| game.text(number) == *guess).unwrap();
            set.retain(|&code| game.answer_text(game.answer(guess, code)) == *answer);
        }
        let own = of_game.or_greater(&Columns::of_game(&game).own_bounds(&game, &set));
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

/// Sets at random, and all guesses at them: each second look is that of the page.
#[test]
fn second_looks_are_those_of_the_page() {
    let mut numbers = Numbers(5);
    for (rules, guesses) in [
        ("3x5", "any"),
        ("3x5", "possible"),
        ("5x3-black", "any"),
        ("3x4-position", "any"),
    ] {
        let game = game_of(&header(rules, None, guesses, None));
        let facts = Facts::new(game.secrets.len());
        let columns = Arc::new(Columns::of_game(&game));
        let all: Vec<u32> = (0..game.secrets.len() as u32).collect();
        for round in 0..12 {
            let size =
                [4 + numbers.below(30), 64, 65, all.len().min(100)][round % 4].min(all.len());
            let mut set = all.clone();
            while set.len() > size {
                set.remove(numbers.below(set.len()));
            }
            let left = [UNLIMITED, UNLIMITED, 1, 2, 3, 4][numbers.below(6)];
            let of_game = columns.own_bounds(&game, &all);
            let bounds = match round % 2 {
                0 => of_game,
                _ => of_game.or_greater(&columns.own_bounds(&game, &set)),
            };
            let mut node = Node {
                columns: columns.clone(),
                rows: set.clone(),
                left,
                need: INFINITE,
                bounds: Arc::new(bounds.clone()),
                path: Path::start(Symmetries::new(&game)),
                answer: 0,
            };
            if round % 3 > 0 {
                node.columns = Arc::new(columns.of_part(&game, &set));
                node.rows = (0..set.len() as u32).collect();
            }
            let mut peeks = Peeks::new(&game, &facts, &node);
            for guess in (0..game.guesses.len() as u32).step_by(7) {
                peeks.divide(guess);
                if !peeks.tells_nothing() && (peeks.wins() || !game.only_possible) {
                    let found = peeks.second_look(&[], u64::MAX).min(u64::from(INFINITE)) as u32;
                    let true_look = look(&game, &bounds, (&set, left), guess, 64);
                    assert_eq!(
                        found,
                        true_look,
                        "{rules} {set:?} {left} {}",
                        game.text(guess)
                    );
                }
            }
        }
    }
}
