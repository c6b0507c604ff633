//! What is asked of a game: its codes, guesses that are worth asking, what an answer says, and which answers are wrong.

use serde::Deserialize;
use serde_json::{Value, json};
use sito_core::look_ahead::{Budget, Criteria, LookAhead, Metric, Moves};
use sito_core::repairs::clash::Clash;
use sito_core::repairs::{MOST_CHANGES, MOST_TURNS, NotedTurn, Part, Question};
use sito_core::{Allowed, CodeSpace, FeedbackKind};

use crate::fault::{Fault, counted};
use crate::rules::{Game, Written};

/// How many times a ranking may compare a guess with a code.
const WORK: u64 = 1 << 31;

/// Asks what a game is, and which codes are possible.
#[derive(Deserialize)]
pub struct Look {
    game: String,
    /// How many of the codes to list, and how many to leave out before them.
    first: usize,
    #[serde(default)]
    skip: usize,
}

/// Asks for the best guesses of a game by a metric.
#[derive(Deserialize)]
pub struct Rank {
    game: String,
    metric: String,
    /// How many to list.
    top: usize,
}

/// Asks how many codes each answer to a guess leaves.
#[derive(Deserialize)]
pub struct Cells {
    game: String,
    guess: String,
}

/// Asks what a guess earns if this is the secret, and which peg of it for which peg of the secret.
#[derive(Deserialize)]
pub struct Explain {
    game: String,
    guess: String,
    secret: String,
}

/// Asks which answers of a game cannot stand together, and what they could be instead.
#[derive(Deserialize)]
pub struct Repairs {
    game: String,
    /// How many repairs to list.
    top: usize,
}

impl Look {
    /// Looks.
    pub fn answer(&self) -> Result<Value, Fault> {
        let game = Game::parse(&self.game)?;
        let ((left, codes), written) = (game.known()?, &game.written);
        let turns = game.turns.iter().map(|(guess, answer)| {
            json!({ "guess": written.code_json(guess), "answer": written.answer_json(*answer) })
        });
        let turns: Vec<Value> = turns.collect();
        let first = codes.iter_from(self.skip.min(codes.len())).take(self.first);
        let first: Vec<Value> = first.map(|code| written.code_json(&code)).collect();
        let won = game
            .turns
            .iter()
            .any(|&(_, answer)| answer == written.rules.win());
        Ok(json!({
            "game": game.text(&game.turns), "rules": written.text, "example": written.example(), "kind": written.kind, "pegs": written.rules.pegs(),
            "distinct": *written.rules.allowed() == Allowed::Distinct, "symbols": written.symbols, "separator": written.separator,
            "turns": turns, "left": left, "first": first, "won": won,
        }))
    }
}

impl Rank {
    /// Ranks.
    pub fn answer(&self) -> Result<Value, Fault> {
        let metric = match &*self.metric {
            "minimax" => Metric::Minimax,
            "expected-size" => Metric::ExpectedSize,
            "most-parts" => Metric::MostParts,
            _ => Metric::Entropy,
        };
        let game = Game::parse(&self.game)?;
        let ((_, known), rules) = (game.known()?, &game.written.rules);
        let criteria = Criteria {
            metric,
            consistent: false,
            win_apart: false,
        };
        let history: Vec<_> = game.turns.iter().map(|&(guess, _)| guess).collect();
        let budget = Budget::new(Default::default(), Some(WORK));
        let look_ahead = LookAhead::new(rules.clone(), criteria);
        let found = look_ahead.rank(&known, &history, &Moves::start(rules), self.top, &budget);
        let guesses = found.guesses.iter().map(|ranked| {
            json!({
                "guess": game.written.code_json(&ranked.guess), "score": ranked.score, "bits": ranked.bits,
                "worst": ranked.worst, "cells": ranked.cells, "possible": ranked.possible,
            })
        });
        let guesses: Vec<Value> = guesses.collect();
        Ok(json!({ "guesses": guesses, "complete": found.complete }))
    }
}

impl Cells {
    /// Counts.
    pub fn answer(&self) -> Result<Value, Fault> {
        let game = Game::parse(&self.game)?;
        let guess = game.written.code(&self.guess)?;
        let cells = game.known()?.1.cells(&guess);
        let cells = cells.iter().rev().map(|(&answer, &codes)| {
            json!({ "answer": game.written.answer_json(answer), "codes": codes })
        });
        let cells: Vec<Value> = cells.collect();
        Ok(json!({ "guess": game.written.code_json(&guess), "cells": cells }))
    }
}

impl Explain {
    /// Explains.
    pub fn answer(&self) -> Result<Value, Fault> {
        let written = Game::parse(&self.game)?.written;
        let (guess, secret) = (written.code(&self.guess)?, written.code(&self.secret)?);
        let answer = written.rules.score(&guess, &secret);
        Ok(json!({
            "guess": written.code_json(&guess), "secret": written.code_json(&secret),
            "answer": written.answer_json(answer), "claims": claims(&written, &guess, &secret),
        }))
    }
}

/// For each peg of a guess the peg of the secret that it claims: one in its place, or else the first of its color that no
/// other has claimed; where each peg is marked by itself, the first of its color.
fn claims(written: &Written, guess: &[u8], secret: &[u8]) -> Vec<Option<usize>> {
    let in_place = |place: usize| (guess[place] == secret[place]).then_some(place);
    let mut claims: Vec<Option<usize>> = (0..guess.len()).map(in_place).collect();
    let alone = *written.rules.feedback() == FeedbackKind::Naive;
    if *written.rules.feedback() != FeedbackKind::Black {
        for (place, color) in guess.iter().enumerate() {
            let free = |&other: &usize| {
                secret[other] == *color && (alone || !claims.contains(&Some(other)))
            };
            let claim = claims[place].or_else(|| (0..secret.len()).find(free));
            claims[place] = claim;
        }
    }
    claims
}

impl Repairs {
    /// Looks for them.
    pub fn answer(&self) -> Result<Value, Fault> {
        let game = Game::parse(&self.game)?;
        game.written.check_listed()?;
        let rules = &game.written.rules;
        if game.turns.len() > MOST_TURNS {
            let fault = counted(
                "the game has {count} answer; the wrong ones are found among up to {most}; leave the others out",
                "the game has {count} answers; the wrong ones are found among up to {most}; leave the others out",
                game.turns.len() as u128,
            );
            return Err(fault.with("most", MOST_TURNS));
        }
        let noted =
            |&(guess, answer)| NotedTurn::new(rules.feedback(), vec![guess], answer, Part::Whole);
        let turns: Vec<NotedTurn> = game.turns.iter().map(noted).collect();
        let question = Question {
            kind: rules.feedback(),
            space: &CodeSpace::secrets(rules),
            turns: &turns,
            lies: 0,
            at_most: MOST_CHANGES,
            top: self.top,
        };
        let budget = Budget::new(Default::default(), Some(WORK));
        let slip = |turn: usize, answer: u32| game.written.slip(game.turns[turn].1, answer);
        let found = question.answer(&budget, &mut |turn, answer| slip(turn, answer).1);
        let clash: Vec<usize> = match found.clash {
            Clash::None => Vec::new(),
            Clash::Smallest(set) => (0..turns.len())
                .filter(|turn| set >> turn & 1 == 1)
                .collect(),
            Clash::Unknown => (0..turns.len()).collect(),
        };
        let repairs = found.repairs.iter().map(|repair| {
            let mut mended = game.turns.clone();
            let change = |(turn, answer): (usize, u32)| {
                mended[turn].1 = answer;
                json!({ "turn": turn, "answer": game.written.answer_json(answer), "slip": slip(turn, answer).0 })
            };
            let changes: Vec<Value> = repair.changes().map(change).collect();
            json!({ "changes": changes, "codes": repair.codes, "game": game.text(&mended) })
        });
        let repairs: Vec<Value> = repairs.collect();
        Ok(json!({ "clash": clash, "repairs": repairs, "complete": found.complete }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(value: &Value) -> &str {
        value.as_str().unwrap_or_default()
    }

    #[test]
    fn a_game_is_looked_at() {
        let look = |game: &str, skip| {
            let game = game.to_owned();
            Look {
                game,
                first: 2,
                skip,
            }
            .answer()
            .unwrap()
        };
        let found = look("4x6 CBFF:o EAAB:xxo", 1);
        assert_eq!(found["left"][0], 1296);
        assert_eq!(found["turns"][1]["answer"]["black"], 2);
        let after = found["left"][2].as_u64().unwrap();
        assert_eq!(
            look("4x6 CBFF:o EAAB:xxo", 0)["first"][1],
            found["first"][0]
        );
        assert_eq!(
            look("4x6 CBFF:o EAAB:xxo", after as usize + 5)["first"],
            json!([])
        );
        assert_eq!(look("4x6 CBFF:xxxx", 0)["won"], true);
    }

    #[test]
    fn the_first_guess_of_4x6_is_ranked_and_its_cells_counted() {
        let rank = |metric: &str| {
            let (game, metric) = ("4x6".to_owned(), metric.to_owned());
            Rank {
                game,
                metric,
                top: 3,
            }
            .answer()
            .unwrap()
        };
        assert_eq!(
            text(&rank("minimax")["guesses"][0]["guess"]["text"]),
            "AABB"
        );
        assert_eq!(
            text(&rank("entropy")["guesses"][0]["guess"]["text"]),
            "ABCD"
        );
        assert_eq!(rank("minimax")["guesses"][0]["worst"], 256);
        let (game, guess) = ("4x6".to_owned(), "aabb".to_owned());
        let cells = Cells { game, guess }.answer().unwrap();
        assert_eq!(cells["cells"].as_array().unwrap().len(), 13);
        assert_eq!(
            cells["cells"][0],
            json!({ "answer": { "text": "xxxx", "black": 4, "white": 0 }, "codes": 1 })
        );
    }

    #[test]
    fn pegs_claim_pegs() {
        let explain = |rules: &str| {
            let (game, guess, secret) = (rules.to_owned(), "AABB".to_owned(), "ABBA".to_owned());
            Explain {
                game,
                guess,
                secret,
            }
            .answer()
            .unwrap()
        };
        assert_eq!(explain("4x6")["claims"], json!([0, 3, 2, 1]));
        assert_eq!(text(&explain("4x6")["answer"]["text"]), "xxoo");
        assert_eq!(explain("4x6-black")["claims"], json!([0, null, 2, null]));
        assert_eq!(text(&explain("4x6-position")["answer"]["text"]), "gygy");
        assert_eq!(text(&explain("4x6-total")["answer"]["text"]), "4");
    }

    #[test]
    fn a_wrong_answer_is_found() {
        let repairs = |game: &str| {
            let game = game.to_owned();
            Repairs { game, top: 5 }.answer().unwrap()
        };
        let found = repairs("4x6 AABB:xx AABC:-");
        assert_eq!(found["clash"], json!([0, 1]));
        assert_eq!(text(&found["repairs"][0]["game"]), "4x6 AABB:xx AABC:x");
        assert_eq!(
            text(&found["repairs"][0]["changes"][0]["slip"]),
            "overlooked"
        );
        assert_eq!(
            repairs("4x6 AABB:xx"),
            json!({ "clash": [], "repairs": [], "complete": true })
        );
    }
}
