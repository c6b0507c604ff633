//! What is known during a game: the rules and the codes that are still possible.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::code::Code;
use crate::feedback::Scorer;
use crate::rules::Rules;
use crate::space::CodeSpace;

use super::clauses::Clauses;
use super::numbers::{NumberSet, codes_of};
use super::tiles;

/// The most secrets of a game that a sieve keeps apart.
pub const SIEVE_LIMIT: u128 = 1 << 28;

/// More secrets than a sieve can keep apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooManyCodes {
    /// How many codes there are.
    pub codes: u128,
}

impl std::fmt::Display for TooManyCodes {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "{} codes are too many for a sieve, which holds up to {SIEVE_LIMIT}",
            self.codes
        )
    }
}

impl std::error::Error for TooManyCodes {}

/// The codes that are possible after the answers so far, in ascending order.
///
/// Without lies these are the codes that agree with every answer. Where the codemaker may lie, a
/// code may disagree with as many answers as there may be lies.
#[derive(Clone, Debug)]
pub struct Knowledge {
    rules: Arc<Rules>,
    secrets: CodeSpace,
    left: NumberSet,
    /// Where the codemaker may lie, the codes by the number of lies told if they are the secret.
    by_lies: Vec<NumberSet>,
}

impl Knowledge {
    /// The knowledge before the first guess.
    ///
    /// # Errors
    /// If there are more than [`SIEVE_LIMIT`] secrets.
    pub fn new(rules: Arc<Rules>) -> Result<Self, TooManyCodes> {
        let secrets = CodeSpace::secrets(&rules);
        let codes = secrets.len();
        if codes > SIEVE_LIMIT {
            return Err(TooManyCodes { codes });
        }
        let left = NumberSet::all(codes as usize);
        let mut by_lies = Vec::new();
        if rules.lies() > 0 {
            by_lies.resize(
                rules.lies() + 1,
                NumberSet::from_list(left.bound(), Vec::new()),
            );
            by_lies[0] = left.clone();
        }
        Ok(Knowledge {
            rules,
            secrets,
            left,
            by_lies,
        })
    }

    /// The rules of the game.
    pub fn rules(&self) -> &Arc<Rules> {
        &self.rules
    }

    /// The space in which the possible codes have their numbers.
    pub fn secrets(&self) -> &CodeSpace {
        &self.secrets
    }

    /// The numbers of the possible codes.
    pub fn numbers(&self) -> &NumberSet {
        &self.left
    }

    /// How many codes are possible.
    pub fn len(&self) -> usize {
        self.left.len()
    }

    /// Whether no code agrees with all the answers.
    pub fn is_empty(&self) -> bool {
        self.left.is_empty()
    }

    /// Whether a code is possible.
    pub fn contains(&self, code: &[u8]) -> bool {
        self.secrets
            .number(code)
            .is_some_and(|number| self.left.contains(number as usize))
    }

    /// The possible code in this place, counted from zero in ascending order.
    pub fn nth(&self, index: usize) -> Option<Code> {
        self.left
            .nth(index)
            .map(|number| self.secrets.code(number as u128))
    }

    /// The possible codes in ascending order, from the one in place `start` on.
    pub fn iter_from(&self, start: usize) -> impl Iterator<Item = Code> + '_ {
        self.left
            .iter_from(start)
            .map(|number| self.secrets.code(number as u128))
    }

    /// The possible codes by the number of lies that were told if they are the secret: no lie, one
    /// lie, and so on up to as many as may be told.
    pub fn by_lies(&self) -> &[NumberSet] {
        if self.by_lies.is_empty() {
            std::slice::from_ref(&self.left)
        } else {
            &self.by_lies
        }
    }

    /// How many lies may still be told if a code is the secret; `None` if it cannot be.
    pub fn spare_lies(&self, code: &[u8]) -> Option<usize> {
        let number = usize::try_from(self.secrets.number(code)?).ok()?;
        let told = self.by_lies().iter().position(|set| set.contains(number))?;
        Some(self.rules.lies() - told)
    }

    /// For each answer to a guess, by its number, how many codes are possible after it. Answers
    /// after which none is are left out.
    ///
    /// Without lies these are the sizes of the cells of a partition. With lies the cells overlap: a
    /// code for which a lie is left may give any answer, but for the winning one, and unless it is
    /// the guess.
    pub fn cells(&self, guess: &[u8]) -> BTreeMap<u32, usize> {
        let Some((last, before)) = self.by_lies.split_last() else {
            return self.partition(&self.left, guess);
        };
        let number = self.secrets.number(guess).map(|number| number as usize);
        let is_in = |set: &NumberSet| number.is_some_and(|number| set.contains(number));
        let liars: usize = before
            .iter()
            .map(|set| set.len() - usize::from(is_in(set)))
            .sum();
        let mut cells = self.partition(last, guess);
        let (kind, pegs, win) = (self.rules.feedback(), self.rules.pegs(), self.rules.win());
        if liars > 0 {
            let given = (0..win).filter(|&answer| !kind.nobody_gives(pegs, answer));
            for answer in given {
                *cells.entry(answer).or_default() += liars;
            }
        }
        if is_in(&self.left) {
            cells.insert(win, 1);
        }
        cells
    }

    /// How many codes give each answer to a guess truly, for each of the sets [`by_lies`](Self::by_lies).
    pub fn true_cells(&self, guess: &[u8]) -> Vec<BTreeMap<u32, usize>> {
        let sets = self.by_lies().iter();
        sets.map(|set| self.partition(set, guess)).collect()
    }

    /// The sizes of the cells of a set of codes by their answers to a guess.
    fn partition(&self, set: &NumberSet, guess: &[u8]) -> BTreeMap<u32, usize> {
        if !self.rules.feedback().counts_pegs() {
            let mut cells = BTreeMap::new();
            for (_, code) in codes_of(&self.secrets, set) {
                *cells.entry(self.rules.score(guess, &code)).or_default() += 1;
            }
            return cells;
        }
        let cells = tiles::cells(self.rules.feedback(), &self.secrets, set, guess);
        (0..)
            .zip(cells)
            .filter(|&(_, size)| size > 0)
            .map(|(feedback, size)| (feedback, size as usize))
            .collect()
    }

    /// What is known after one more answer.
    pub fn after(&self, guess: &[u8], feedback: u32) -> Knowledge {
        self.after_any(&[(Code::new(guess), feedback)])
    }

    /// What is known after a turn that may have been any of these guesses and answers.
    pub fn after_any(&self, clauses: &[(Code, u32)]) -> Knowledge {
        let clauses = Clauses::of(&self.rules, clauses);
        let mut by_lies = Vec::with_capacity(self.by_lies.len());
        // The codes of one lie less that disagree with the answer.
        let mut liars: Option<NumberSet> = None;
        for codes in &self.by_lies {
            let agreeing = self.agreeing(codes, &clauses);
            let disagreeing =
                (clauses.may_be_lie()).then(|| self.liars(codes, &agreeing, &clauses));
            by_lies.push(match liars {
                Some(liars) => agreeing.union(&liars),
                None => agreeing,
            });
            liars = disagreeing;
        }
        let left = match by_lies.split_first() {
            None => self.agreeing(&self.left, &clauses),
            Some((none, some)) => some.iter().fold(none.clone(), |all, set| all.union(set)),
        };
        Knowledge {
            rules: self.rules.clone(),
            secrets: self.secrets.clone(),
            left,
            by_lies,
        }
    }

    /// The codes of a set that agree with a turn.
    fn agreeing(&self, set: &NumberSet, clauses: &Clauses) -> NumberSet {
        let kind = self.rules.feedback();
        if kind.counts_pegs() {
            let sought = clauses.sought(kind, self.rules.pegs());
            return tiles::select(&self.secrets, set, &sought);
        }
        let scorers = clauses.scorers(kind);
        let mut kept = set.selection();
        for (number, code) in codes_of(&self.secrets, set) {
            let agrees = |(scorer, answers): &(Scorer, &[u32])| {
                answers.binary_search(&scorer.answer(&code)).is_ok()
            };
            if scorers.iter().any(agrees) {
                kept.keep(number as u32);
            }
        }
        kept.finish()
    }

    /// The codes of a set for which the answer is a lie: those that do not agree, but for the guess
    /// itself.
    fn liars(&self, set: &NumberSet, agreeing: &NumberSet, clauses: &Clauses) -> NumberSet {
        let liars = set.without(agreeing);
        let hit = clauses
            .only_guess()
            .and_then(|guess| self.secrets.number(guess));
        match hit {
            Some(number) if liars.contains(number as usize) => {
                liars.without(&NumberSet::from_list(liars.bound(), vec![number as u32]))
            }
            _ => liars,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::feedback::black_white;
    use crate::{Allowed, FeedbackKind};

    fn start(pegs: usize, colors: usize, allowed: Allowed) -> Knowledge {
        let rules = Rules::new(pegs, colors, allowed, FeedbackKind::BlackWhite).unwrap();
        Knowledge::new(Arc::new(rules)).unwrap()
    }

    #[test]
    fn founding_system_3_finds_6281() {
        let mut knowledge = start(4, 10, Allowed::Distinct);
        let mut guesses = Vec::new();
        while let Some(guess) = knowledge.nth(0) {
            guesses.push(guess.iter().fold(0, |n, &digit| n * 10 + u32::from(digit)));
            let answer = knowledge.rules().score(&guess, &[6, 2, 8, 1]);
            if answer == knowledge.rules().win() {
                break;
            }
            knowledge = knowledge.after(&guess, answer);
        }
        assert_eq!(guesses, [123, 1045, 2356, 3274, 3608, 6281]);
    }

    #[test]
    fn cells_of_the_first_guess_of_4x6() {
        let knowledge = start(4, 6, Allowed::Any);
        let cells = knowledge.cells(&[0, 0, 1, 1]);
        assert_eq!(cells.values().sum::<usize>(), 1296);
        assert_eq!(cells[&black_white(0, 0)], 256);
        assert_eq!(cells[&black_white(4, 0)], 1);
        for (&feedback, &size) in &cells {
            assert_eq!(knowledge.after(&[0, 0, 1, 1], feedback).len(), size);
        }
    }

    #[test]
    fn every_form_of_the_set_sieves_like_the_plain_scorer() {
        let games = [
            (4, 7, Allowed::Any),
            (7, 4, Allowed::Any),
            (3, 64, Allowed::Any),
            (14, 2, Allowed::Any),
            (5, 9, Allowed::Distinct),
        ];
        let kinds = [
            FeedbackKind::BlackWhite,
            FeedbackKind::Black,
            FeedbackKind::Total,
            FeedbackKind::Position,
            FeedbackKind::Naive,
        ];
        for ((pegs, colors, allowed), kind) in
            games.iter().flat_map(|g| kinds.iter().map(move |k| (g, k)))
        {
            let rules =
                Arc::new(Rules::new(*pegs, *colors, allowed.clone(), kind.clone()).unwrap());
            let mut knowledge = Knowledge::new(rules.clone()).unwrap();
            let mut codes: Vec<Code> = knowledge.secrets().iter().collect();
            let secret = codes[codes.len() * 5 / 7];
            let mut next = 0;
            while codes.len() > 1 {
                next = (next * 31 + 17) % codes.len();
                let guess = codes[next];
                let mut cells = BTreeMap::new();
                for code in &codes {
                    *cells.entry(rules.score(&guess, code)).or_insert(0) += 1;
                }
                assert_eq!(knowledge.cells(&guess), cells);
                let answer = rules.score(&guess, &secret);
                codes.retain(|code| rules.score(&guess, code) == answer);
                knowledge = knowledge.after(&guess, answer);
                assert!(knowledge.iter_from(0).eq(codes.iter().copied()));
            }
        }
    }

    #[test]
    fn a_long_list_sieves_like_the_plain_scorer() {
        for game in [start(9, 5, Allowed::Any), start(7, 11, Allowed::Distinct)] {
            let pegs = game.rules().pegs();
            let guess = game.nth(game.len() / 7).unwrap();
            let fit = |&(_, size): &(u32, usize)| size < game.len() / 32;
            let cells = game.cells(&guess).into_iter();
            let (answer, _) = cells.filter(fit).max_by_key(|&(_, size)| size).unwrap();
            let listed = game.after(&guess, answer);
            assert!(
                listed
                    .numbers()
                    .as_list()
                    .is_some_and(|list| list.len() > 20_000)
            );
            let second = listed.nth(listed.len() / 3).unwrap();
            for answer in [black_white(1, 2), black_white(2, 3), black_white(pegs, 0)] {
                let agrees = |code: &Code| game.rules().score(&second, code) == answer;
                let agreeing = listed.iter_from(0).filter(agrees);
                assert!(listed.after(&second, answer).iter_from(0).eq(agreeing));
            }
        }
    }

    #[test]
    fn turns_with_unknown_parts_and_lies_sieve_like_the_plain_scorer() {
        let kinds = [
            FeedbackKind::BlackWhite,
            FeedbackKind::Black,
            FeedbackKind::Total,
            FeedbackKind::Position,
            FeedbackKind::Naive,
        ];
        let games = [
            (4, 7, Allowed::Any),
            (13, 2, Allowed::Any),
            (3, 20, Allowed::Any),
            (4, 9, Allowed::Distinct),
        ];
        for (((pegs, colors, allowed), kind), lies) in
            (games.iter().flat_map(|g| kinds.iter().map(move |k| (g, k))))
                .flat_map(|gk| [(gk, 0), (gk, 1), (gk, 3)])
        {
            let rules = Rules::new(*pegs, *colors, allowed.clone(), kind.clone()).unwrap();
            let rules = Arc::new(rules.with_lies(lies));
            let mut knowledge = Knowledge::new(rules.clone()).unwrap();
            let codes: Vec<Code> = knowledge.secrets().iter().collect();
            let mut lies_told: Vec<Option<usize>> = vec![Some(0); codes.len()];
            let mut next = 1;
            for round in 0..5 {
                let clauses: Vec<(Code, u32)> = (0..1 + round % 3)
                    .flat_map(|_| {
                        next = (next * 31 + 17) % codes.len();
                        let guess = codes[next];
                        let answers = [next * 5 % codes.len(), next * 11 % codes.len()];
                        answers.map(|other| (guess, rules.score(&guess, &codes[other])))
                    })
                    .collect();
                knowledge = knowledge.after_any(&clauses);
                for (code, told) in codes.iter().zip(&mut lies_told) {
                    let agrees =
                        |&(guess, answer): &(Code, u32)| rules.score(&guess, code) == answer;
                    if clauses.iter().any(agrees) {
                        continue;
                    }
                    let certain = clauses.iter().all(|(guess, _)| guess == code)
                        || clauses.iter().all(|&(_, answer)| answer == rules.win());
                    *told = told
                        .filter(|&told| !certain && told < lies)
                        .map(|told| told + 1);
                }
                let possible = |codes: &[Code], wanted: &dyn Fn(usize) -> bool| -> Vec<Code> {
                    let each = codes.iter().zip(&lies_told);
                    each.filter(|(_, told)| told.is_some_and(wanted))
                        .map(|(&code, _)| code)
                        .collect()
                };
                assert!(knowledge.iter_from(0).eq(possible(&codes, &|_| true)));
                assert_eq!(knowledge.by_lies().len(), lies + 1);
                for (told, set) in knowledge.by_lies().iter().enumerate() {
                    assert_eq!(set.len(), possible(&codes, &|other| other == told).len());
                }
                // Where the codemaker may lie, nearly every answer leaves codes: too many to try them all.
                if kind.count(*pegs) > 1000 {
                    continue;
                }
                let guess = codes[next];
                let cells = knowledge.cells(&guess);
                let some = codes.iter().step_by(codes.len() / 20 + 1);
                let answers = some.map(|code| rules.score(&guess, code));
                for answer in answers.chain([0, rules.win()]) {
                    let after = knowledge.after(&guess, answer).len();
                    assert_eq!(cells.get(&answer).copied().unwrap_or_default(), after);
                }
            }
        }
    }

    #[test]
    fn too_many_codes_are_refused() {
        let rules = Rules::new(10, 10, Allowed::Any, FeedbackKind::BlackWhite).unwrap();
        let error = Knowledge::new(Arc::new(rules)).unwrap_err();
        assert_eq!(error.codes, 10_000_000_000);
    }
}
