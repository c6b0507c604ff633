//! How many pegs a code may have of each color, as far as the totals of the answers tell: found by backtracking with
//! bounds. Walking codes rarely find it where a few colors fill the code.

use crate::code::MAX_COLORS;
use crate::hash::Random;
use crate::rules::{Allowed, Rules};

use super::answers::Answers;

/// The most counts of a color that are tried for one code.
const MOST_TRIED: usize = 1 << 12;

/// A guess as far as it tells a total: how many of its pegs have each color, and the total.
struct Told {
    has: [u8; MAX_COLORS],
    total: u8,
}

/// Draws counts of colors.
pub struct ColorCounts {
    told: Vec<Told>,
    colors: usize,
    pegs: u8,
    /// The most pegs of one color.
    most: u8,
    tried: usize,
}

/// From how many to how many pegs a color may have.
#[derive(Clone, Copy)]
struct Range {
    least: u8,
    most: u8,
}

impl ColorCounts {
    pub fn new(rules: &Rules, answers: &Answers) -> ColorCounts {
        let (colors, pegs) = (rules.colors(), rules.pegs() as u8);
        let of_turn = |turn: usize| Told {
            has: std::array::from_fn(|color| {
                answers.has.get(color).map_or(0, |has| has[turn] as u8)
            }),
            total: answers.total[turn] as u8,
        };
        let mut told: Vec<Told> = (0..answers.turns.len()).map(of_turn).collect();
        // That a code has so many pegs is one more total.
        told.push(Told {
            has: [pegs; MAX_COLORS],
            total: pegs,
        });
        let most = if *rules.allowed() == Allowed::Distinct {
            1
        } else {
            pegs
        };
        ColorCounts {
            told,
            colors,
            pegs,
            most,
            tried: 0,
        }
    }

    /// The colors of a code whose totals are right, in no order; `None` if there is no such code, or none was found.
    pub fn draw(&mut self, random: &mut Random) -> Option<Vec<u8>> {
        self.tried = 0;
        let any = Range {
            least: 0,
            most: self.most,
        };
        let counts = self.fill(vec![any; self.colors], random)?;
        let colors = (0..).zip(counts);
        Some(
            colors
                .flat_map(|(color, count)| std::iter::repeat_n(color, usize::from(count)))
                .collect(),
        )
    }

    /// Whether [`ColorCounts::draw`] has searched all counts, so that there is no code if it found none.
    pub fn has_searched_all(&self) -> bool {
        self.tried < MOST_TRIED
    }

    fn fill(&mut self, mut ranges: Vec<Range>, random: &mut Random) -> Option<Vec<u8>> {
        if !self.narrow(&mut ranges) {
            return None;
        }
        let is_open = |&color: &usize| ranges[color].least < ranges[color].most;
        let open = (0..self.colors).filter(is_open);
        let Some(color) = open
            .clone()
            .min_by_key(|&color| ranges[color].most - ranges[color].least)
        else {
            return Some(ranges.iter().map(|range| range.least).collect());
        };
        let settled: u8 = ranges.iter().map(|range| range.least).sum();
        for count in draw_counts(ranges[color], self.pegs - settled, open.count(), random) {
            if self.tried == MOST_TRIED {
                return None;
            }
            self.tried += 1;
            ranges[color] = Range {
                least: count,
                most: count,
            };
            let found = self.fill(ranges.clone(), random);
            if found.is_some() {
                return found;
            }
        }
        None
    }

    /// Narrows ranges until no total narrows any; returns whether each total can be right.
    fn narrow(&self, ranges: &mut [Range]) -> bool {
        loop {
            let mut narrowed = false;
            for Told { has, total } in &self.told {
                let sum = |bound: fn(&Range) -> u8| -> i32 {
                    ranges
                        .iter()
                        .zip(has)
                        .map(|(range, &has)| i32::from(has.min(bound(range))))
                        .sum()
                };
                let (least, most) = (sum(|range| range.least), sum(|range| range.most));
                let (missing, spare) = (i32::from(*total) - least, most - i32::from(*total));
                if missing < 0 || spare < 0 {
                    return false;
                }
                for (range, &has) in ranges.iter_mut().zip(has) {
                    // The color alone may add what is missing, and lack what is spare.
                    let (from, to) = (has.min(range.least), has.min(range.most));
                    let at_most = i32::from(from) + missing;
                    if at_most < i32::from(to) {
                        (range.most, narrowed) = (at_most as u8, true);
                    }
                    let at_least = i32::from(to) - spare;
                    if at_least > i32::from(from) {
                        (range.least, narrowed) = (at_least as u8, true);
                    }
                }
            }
            if !narrowed {
                return true;
            }
        }
    }
}

/// The counts of a range in an order by chance: first, as a rule, those that are likely where so many pegs, and the least
/// ones of each color besides, have colors of so many kinds.
fn draw_counts(range: Range, pegs: u8, kinds: usize, random: &mut Random) -> Vec<u8> {
    let odds = 1.0 / (kinds as f64 - 0.5);
    let mut weight = 1.0;
    let mut drawn: Vec<(f64, u8)> = (range.least..=range.most)
        .map(|count| {
            let key = -(1.0 - random.share()).ln() / weight;
            let more = count - range.least;
            weight *= odds * f64::from(pegs.saturating_sub(more)).max(0.5) / f64::from(more + 1);
            (key, count)
        })
        .collect();
    drawn.sort_by(|one, other| one.0.total_cmp(&other.0));
    drawn.into_iter().map(|(_, count)| count).collect()
}
