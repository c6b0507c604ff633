//! Water jugs: a best plan from here.

use serde::Deserialize;
use serde_json::{Value, json};
use sito_core::jugs::{Goal, Outcome, Problem, bytes_per_state, search};

/// The most steps of a plan that are told.
const TOLD: usize = 500;

/// What is asked for, by its name and its numbers.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Asked {
    Any(u64),
    Jug(usize, u64),
    Together(u64),
    End(Vec<u64>),
}

/// Asks for a plan with the fewest actions, or with the least water.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Jugs {
    capacities: Vec<u64>,
    /// The amount in each jug now and, if there is one, what is left of the supply.
    amounts: Vec<u64>,
    goal: Asked,
    tap: bool,
    drain: bool,
    least_water: bool,
    /// Bytes that the search may take.
    memory: usize,
}

impl Jugs {
    /// Searches.
    pub fn answer(self) -> Result<Value, String> {
        let problem = Problem {
            capacities: self.capacities,
            start: self.amounts,
            goal: match self.goal {
                Asked::Any(target) => Goal::Any(target),
                Asked::Jug(jug, target) => Goal::Jug(jug, target),
                Asked::Together(target) => Goal::Together(target),
                Asked::End(amounts) => Goal::End(amounts),
            },
            tap: self.tap,
            drain: self.drain,
            least_water: self.least_water,
        };
        if !problem.is_sound() {
            return Err(format!("{problem:?} is no problem"));
        }
        let most = self.memory / bytes_per_state(&problem);
        let found = search(&problem, most, &mut |_, _| true);
        let mut steps = Vec::new();
        let mut state = problem.start;
        while let Some(graph) = found.graph.as_ref().filter(|_| steps.len() < TOLD)
            && let Some((source, target, after)) = graph.steps(&state).into_iter().next()
        {
            steps.push((source, target));
            state = after;
        }
        let (possible, cost) = match found.outcome {
            Outcome::Solved(cost) => (Some(true), cost),
            Outcome::Impossible => (Some(false), (0, 0)),
            Outcome::Cut(cost) => (None, cost),
        };
        Ok(json!({
            "possible": possible, "water": cost.0, "least": cost.1, "steps": steps,
            "plans": found.plans.to_string(), "states": found.states,
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(capacities: &[u64], amounts: &[u64], goal: Value, least_water: bool) -> Value {
        let question = json!({
            "capacities": capacities, "amounts": amounts, "goal": goal, "tap": true, "drain": true,
            "least_water": least_water, "memory": 1 << 20,
        });
        let question: Jugs = serde_json::from_value(question).unwrap();
        question.answer().unwrap_or_else(Value::String)
    }

    #[test]
    fn plans_have_the_fewest_actions_or_the_least_water() {
        let found = asked(&[8, 5], &[0, 0], json!({"any": 4}), false);
        assert_eq!(found["least"], 10);
        assert_eq!(found["steps"].as_array().unwrap().len(), 10);
        assert_eq!(found["steps"][0], json!([null, 1]));
        let found = asked(&[12, 8, 5], &[0, 0, 0], json!({"any": 6}), true);
        assert_eq!((&found["water"], &found["least"]), (&json!(11), &json!(7)));
    }

    #[test]
    fn what_cannot_be_done_and_what_is_no_problem_is_said() {
        assert_eq!(
            asked(&[6, 4], &[0, 0], json!({"any": 3}), false)["possible"],
            false
        );
        assert!(asked(&[6, 4], &[7, 0], json!({"any": 3}), false).is_string());
        assert!(asked(&[6, 4], &[0, 0], json!({"jug": [2, 3]}), false).is_string());
        assert!(asked(&[], &[0], json!({"any": 3}), false).is_string());
        let large = asked(&[50_021, 50_023], &[0, 0], json!({"any": 25_000}), false);
        assert_eq!(large["possible"], Value::Null);
    }
}
