//! The numbers of which the value of an objective is made.

use super::problem::{Objective, Stage};

/// One of the numbers of which the value of an objective is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Quantity {
    /// The number of guesses, summed over the secrets.
    Total,
    /// The number of guesses for the worst secret.
    Worst,
    /// How many secrets need as many guesses as the worst one.
    Fewest,
}

impl From<Quantity> for Stage {
    fn from(quantity: Quantity) -> Stage {
        match quantity {
            Quantity::Total => Stage::Total,
            Quantity::Worst => Stage::Worst,
            Quantity::Fewest => Stage::Fewest,
        }
    }
}

impl Objective {
    /// The quantities that are minimised, one after the other.
    pub(super) fn quantities(self) -> &'static [Quantity] {
        use Quantity::{Fewest, Total, Worst};
        match self {
            Objective::Total => &[Total],
            Objective::Worst => &[Worst],
            Objective::WorstTotal => &[Worst, Total],
            Objective::TotalWorst => &[Total, Worst],
            Objective::WorstFewest => &[Worst, Fewest],
            Objective::WorstFewestTotal => &[Worst, Fewest, Total],
        }
    }
}
