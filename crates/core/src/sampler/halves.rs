//! All codes that agree with the answers, where few do: each half of a code is listed alone, and halves are put together
//! whose blacks add up to those of every answer (Horowitz and Sahni 1974).

use crate::code::Code;
use crate::feedback::FeedbackKind;
use crate::hash::GOLDEN_RATIO;
use crate::rules::{Allowed, Rules};
use crate::sieve::count::sought;

/// The most halves that are listed, and the most pairs of halves that are looked at.
const MOST_HALVES: u64 = 1 << 22;
const MOST_PAIRS: usize = 1 << 22;
/// So many answers have their blacks in one word, four bits each and one that shows which of two numbers is greater: half
/// a code has ten pegs at most.
const COUNTED_TURNS: usize = 12;
const LANE: usize = 5;
const GUARDS: u64 = 0x0842_1084_2108_4210;
const BUCKET_BITS: u32 = 20;

/// Whether answers tell blacks, and each half of a code is one of few enough.
pub fn fits(rules: &Rules) -> bool {
    let tells_black = *rules.feedback() != FeedbackKind::Total;
    let half = rules.pegs().div_ceil(2) as u32;
    let halves = (rules.colors() as u64).checked_pow(half);
    tells_black && halves.is_some_and(|halves| halves <= MOST_HALVES)
}

/// All codes that agree with the turns, ascending; `None` if they are more than `most`, or too much work.
pub fn all_codes(rules: &Rules, turns: &[(Code, u32)], most: usize) -> Option<Vec<Code>> {
    if !fits(rules) {
        return None;
    }
    let told = (turns.iter())
        .map(|(guess, answer)| (*guess, sought(rules.feedback(), guess.len(), *answer)));
    let is_absent = |color: &u8| {
        (told.clone()).any(|(guess, told)| told.total == Some(0) && guess.contains(color))
    };
    let absent: Vec<u8> = (0..rules.colors() as u8).filter(is_absent).collect();
    let blacks: Vec<(Code, usize)> = (told.clone())
        .filter_map(|(guess, told)| Some((guess, told.black?)))
        .take(COUNTED_TURNS)
        .collect();
    let halves = Halves::new(rules, &blacks, &absent);
    let middle = rules.pegs() / 2;
    let first = Code::new(&[0; crate::MAX_PEGS][..rules.pegs()]);
    let right = Buckets::new(|visit| halves.visit(middle..rules.pegs(), visit));
    let (mut found, mut pairs) = (Vec::new(), 0);
    halves.visit(0..middle, &mut |left, blacks| {
        for pegs in right.with(halves.sum.wrapping_sub(blacks)) {
            pairs += 1;
            let (left, right) = (&left[..middle], &pegs[..rules.pegs() - middle]);
            let mut code = first;
            code.pegs_mut()[..middle].copy_from_slice(left);
            code.pegs_mut()[middle..].copy_from_slice(right);
            let is_code = !halves.is_distinct || left.iter().all(|color| !right.contains(color));
            if is_code
                && turns
                    .iter()
                    .all(|(guess, answer)| rules.score(guess, &code) == *answer)
            {
                found.push(code);
            }
        }
        pairs <= MOST_PAIRS && found.len() <= most
    });
    // The left halves ascend, and the right ones do not.
    found.sort_unstable();
    (pairs <= MOST_PAIRS && found.len() <= most).then_some(found)
}

type Half = [u8; crate::MAX_PEGS / 2];
/// Is called with the colors of half a code and their blacks, and returns whether to go on.
type Visit<'a> = &'a mut dyn FnMut(&Half, u64) -> bool;

struct Halves {
    is_distinct: bool,
    /// For each place and color the blacks that it adds.
    adds: Vec<Vec<u64>>,
    /// The blacks that are told.
    sum: u64,
    /// The same, as far as half a code may have so many, with the bits that show which is greater.
    most: u64,
}

impl Halves {
    fn new(rules: &Rules, blacks: &[(Code, usize)], absent: &[u8]) -> Halves {
        let lanes = |number: &dyn Fn(&(Code, usize)) -> usize| -> u64 {
            let numbers = blacks.iter().enumerate();
            numbers
                .map(|(turn, told)| (number(told) as u64) << (LANE * turn))
                .sum()
        };
        let adds = |place: usize, color: u8| match absent.contains(&color) {
            true => GUARDS, // more than any answer tells
            false => lanes(&|(guess, _)| usize::from(guess[place] == color)),
        };
        let of_place = |place| {
            (0..rules.colors() as u8)
                .map(|color| adds(place, color))
                .collect()
        };
        Halves {
            is_distinct: *rules.allowed() == Allowed::Distinct,
            adds: (0..rules.pegs()).map(of_place).collect(),
            sum: lanes(&|&(_, told)| told),
            most: lanes(&|&(_, told)| told.min(15)) | GUARDS,
        }
    }

    /// Visits the colors of some places that have no more blacks than are told, in ascending order.
    fn visit(&self, places: std::ops::Range<usize>, visit: Visit) {
        self.fill(&self.adds[places], &mut Half::default(), 0, 0, visit);
    }

    fn fill(
        &self,
        adds: &[Vec<u64>],
        half: &mut Half,
        place: usize,
        blacks: u64,
        visit: Visit,
    ) -> bool {
        let Some(colors) = adds.get(place) else {
            return visit(half, blacks);
        };
        for (color, more) in colors.iter().enumerate() {
            let (color, blacks) = (color as u8, blacks + more);
            if (self.most - blacks) & GUARDS != GUARDS
                || (self.is_distinct && half[..place].contains(&color))
            {
                continue;
            }
            half[place] = color;
            if !self.fill(adds, half, place + 1, blacks, visit) {
                return false;
            }
        }
        true
    }
}

/// Halves by their blacks.
struct Buckets {
    starts: Vec<u32>,
    halves: Vec<(u64, Half)>,
}

impl Buckets {
    /// Takes what a function visits, which does so twice.
    fn new(visit_all: impl Fn(Visit)) -> Buckets {
        let mut starts = vec![0u32; (1 << BUCKET_BITS) + 1];
        visit_all(&mut |_, blacks| {
            starts[bucket(blacks) + 1] += 1;
            true
        });
        for place in 1..starts.len() {
            starts[place] += starts[place - 1];
        }
        let mut halves = vec![(0, Half::default()); *starts.last().expect("a bucket") as usize];
        let mut next = starts.clone();
        visit_all(&mut |half, blacks| {
            let place = &mut next[bucket(blacks)];
            halves[*place as usize] = (blacks, *half);
            *place += 1;
            true
        });
        Buckets { starts, halves }
    }

    fn with(&self, blacks: u64) -> impl Iterator<Item = &Half> {
        let bucket = bucket(blacks);
        let halves = &self.halves[self.starts[bucket] as usize..self.starts[bucket + 1] as usize];
        halves
            .iter()
            .filter(move |half| half.0 == blacks)
            .map(|half| &half.1)
    }
}

fn bucket(blacks: u64) -> usize {
    (blacks.wrapping_mul(GOLDEN_RATIO) >> (64 - BUCKET_BITS)) as usize
}
