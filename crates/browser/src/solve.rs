//! A strategy that no other can beat, or bounds of what it costs.

use serde::Deserialize;
use serde_json::{Value, json};
use sito_core::exact::{Limits, Objective, Options, Problem, solve};

use crate::fault::{Fault, refused};
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

impl Solve {
    /// Searches.
    pub fn answer(&self) -> Result<Value, Fault> {
        let rules = Written::parse(&self.rules)?.rules;
        let objective = if self.worst {
            Objective::Worst
        } else {
            Objective::Total
        };
        let problem = Problem::new(&rules).objective(objective);
        let limits = Limits::new(self.memory).positions(self.positions);
        let found = solve(&problem, &Options::default().limits(limits));
        let found = found.map_err(refused)?;
        Ok(json!({
            "lower": found.lower, "upper": found.upper, "proven": found.proven,
            "positions": found.positions,
        }))
    }
}
