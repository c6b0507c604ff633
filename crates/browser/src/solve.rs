//! A strategy that no other can beat, or bounds of what it costs.

use serde::Deserialize;
use serde_json::{Value, json};
use sito_core::exact::{
    self, Limits, MAX_GUESSES, MAX_SECRETS, Objective, Options, Problem, solve,
};

use crate::fault::{Fault, refused, said};
use crate::rules::Written;

/// Asks for a strategy that no other can beat.
#[derive(Deserialize)]
pub struct Solve {
    rules: String,
    /// Whether the most guesses for a code count, and not the total.
    #[serde(default)]
    worst: bool,
    /// Bytes that the search may take.
    memory: usize,
    /// The most positions to search.
    positions: Option<u64>,
}

/// Why a game is not searched.
fn too_large(rules: &str, fault: exact::Fault) -> Fault {
    match fault {
        exact::Fault::TooManyCodes { secrets, guesses } => said(
            "the game {rules} is too large for the exact search: it has {first} secrets and {second} guesses; up to \
             {third} secrets and {fourth} guesses are allowed",
        )
        .with("rules", rules)
        .with("first", secrets)
        .with("second", guesses)
        .with("third", MAX_SECRETS)
        .with("fourth", MAX_GUESSES),
        other => refused(other),
    }
}

impl Solve {
    /// Searches.
    pub fn answer(&self) -> Result<Value, Fault> {
        let Written { rules, text, .. } = Written::parse(&self.rules)?;
        let objective = if self.worst {
            Objective::Worst
        } else {
            Objective::Total
        };
        let problem = Problem::new(&rules).objective(objective);
        let limits = Limits::new(self.memory).positions(self.positions);
        let found = solve(&problem, &Options::default().limits(limits));
        let found = found.map_err(|fault| too_large(&text, fault))?;
        Ok(json!({
            "lower": found.lower, "upper": found.upper, "proven": found.proven,
            "positions": found.positions, "histogram": found.histogram,
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_that_is_too_large_is_refused() {
        let question = r#"{"rules": "9x9", "memory": 1000000}"#;
        let asked: Solve = serde_json::from_str(question).unwrap();
        let fault = asked.answer().unwrap_err().json();
        assert_eq!(fault["values"]["first"], "387420489");
    }
}
