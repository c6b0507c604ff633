//! Strategies that look one answer ahead: score every guess by the sizes of the cells
//! that its answers would make of the possible codes, and take the best.
//!
//! Ties are broken so that totals can be reproduced: scores within 1e-9 are equal; among
//! equals a code that is itself still possible comes first, then the lowest code. With one
//! or two possible codes the lowest is guessed.

mod guesses;
mod lane;
mod metric;
mod plain;
mod scan;
mod tables;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;

use crate::code::Code;
use crate::feedback::FeedbackKind;
use crate::rules::{Allowed, Rules};
use crate::space::CodeSpace;

use guesses::Palette;
use lane::Lane;
use metric::Best;
pub use metric::{CustomMetric, Metric, OnePly};
pub(crate) use plain::Answers;
use scan::{LAST_PEGS, Scan};
use tables::Tables;

/// Something that chooses a guess from the possible codes alone.
pub trait Chooser: Sync {
    /// Chooses the guess while `codes`, which ascend, are possible and the colors in the
    /// set `guessed` have been guessed.
    fn choose(&self, codes: &[Code], guessed: u64) -> Code;
}

/// Guesses the lowest possible code.
#[derive(Clone, Copy, Debug)]
pub struct FirstConsistent;

impl Chooser for FirstConsistent {
    fn choose(&self, codes: &[Code], _guessed: u64) -> Code {
        codes[0]
    }
}

/// A one-ply strategy for a game.
pub struct OnePlyChooser {
    rules: Arc<Rules>,
    guesses: CodeSpace,
    how: OnePly,
    stop: Arc<AtomicBool>,
}

/// Sets larger than this are never asked for a possible code that tells them apart.
const FULL_SPLIT_CODES: usize = 256;
/// Vectors of lanes times words of codes that are worth another thread.
const WORK_PER_THREAD: usize = 1 << 12;

impl OnePlyChooser {
    /// Once `stop` is set, choices are made hastily and mean nothing.
    pub fn new(rules: Arc<Rules>, how: OnePly, stop: Arc<AtomicBool>) -> Self {
        OnePlyChooser {
            guesses: CodeSpace::guesses(&rules),
            rules,
            how,
            stop,
        }
    }

    /// With the four known metrics a possible code that tells all codes apart beats or
    /// equals every other guess, unless its own cell is left out of the number of parts.
    fn full_split_is_best(&self) -> bool {
        match self.how.metric {
            Metric::Custom(_) => false,
            Metric::MostParts => !self.how.win_apart,
            _ => true,
        }
    }

    /// Whether guesses can be scored in vectors.
    fn is_regular(&self) -> bool {
        self.rules.pegs() >= LAST_PEGS
            && self.rules.feedback() != FeedbackKind::Position
            && !matches!(self.rules.allowed(), Allowed::Words { .. })
    }

    fn palette(&self, codes: &[Code], guessed: u64) -> Palette {
        let present = codes
            .iter()
            .flat_map(|code| code.iter())
            .fold(0, |set, &color| set | 1 << color);
        let distinct = *self.rules.allowed() == Allowed::Distinct;
        Palette::new(
            self.rules.colors(),
            self.rules.pegs(),
            present,
            guessed,
            distinct,
        )
    }

    fn scan<E: Lane, const L: usize>(&self, codes: &[Code], guessed: u64) -> Option<Best> {
        let (pegs, colors) = (self.rules.pegs(), self.rules.colors());
        let palette = self.palette(codes, guessed);
        let tables = Tables::<E>::new(pegs, colors, codes.iter().map(|code| &code[..]));
        let kind = self.rules.feedback();
        let scan = Scan::<E, L>::new(&tables, &palette, kind, codes.len(), &self.how, &self.stop);
        let beginnings = palette.beginnings(pegs - LAST_PEGS);
        let work = palette.active.len().pow(LAST_PEGS as u32) / L + 1;
        let share = (WORK_PER_THREAD / (work * tables.words)).max(1);
        if beginnings.len() <= share {
            return scan.run(&beginnings);
        }
        let parts: Vec<Option<Best>> = beginnings
            .par_chunks(share)
            .map(|part| scan.run(part))
            .collect();
        parts.into_iter().fold(None, Best::of)
    }

    fn one_by_one(&self, codes: &[Code], guessed: u64) -> Option<Best> {
        let kind = self.rules.feedback();
        let best_of = |guesses: &[Code]| {
            let guesses = guesses.iter().copied();
            let going_on = guesses.take_while(|_| !self.stop.load(Ordering::Relaxed));
            plain::best_of(&self.how, kind, codes, going_on)
        };
        if self.how.consistent {
            return in_parts(codes, codes.len(), best_of);
        }
        if let Allowed::Words { guesses, .. } = self.rules.allowed() {
            return in_parts(guesses, codes.len(), best_of);
        }
        let palette = self.palette(codes, guessed);
        let guesses: Vec<Code> = palette
            .beginnings(self.rules.pegs())
            .into_iter()
            .map(|(places, _)| {
                let colors: Vec<u8> = places.iter().map(|&i| palette.active[i as usize]).collect();
                Code::new(&colors)
            })
            .collect();
        in_parts(&guesses, codes.len(), best_of)
    }
}

impl Chooser for OnePlyChooser {
    fn choose(&self, codes: &[Code], guessed: u64) -> Code {
        if codes.len() <= 2 {
            return codes[0];
        }
        let kind = self.rules.feedback();
        if self.full_split_is_best()
            && codes.len() <= FULL_SPLIT_CODES
            && codes.len() <= self.rules.feedback_count()
            && let Some(code) = plain::full_split(kind, codes)
        {
            return code;
        }
        let few_guesses = self.how.consistent && codes.len() <= FULL_SPLIT_CODES;
        let best = if !self.is_regular() || few_guesses {
            self.one_by_one(codes, guessed)
        } else {
            match codes.len() {
                0..=8 => self.scan::<u8, 64>(codes, guessed),
                9..=16 => self.scan::<u16, 32>(codes, guessed),
                17..=32 => self.scan::<u32, 16>(codes, guessed),
                _ => self.scan::<u64, 8>(codes, guessed),
            }
        };
        // A possible code always cuts itself off, so some guess was scored.
        let best = best.map_or(codes[0], |best| best.guess);
        debug_assert!(self.guesses.number(&best).is_some());
        best
    }
}

/// Shares guesses out to the threads, if scoring them against so many codes is worth it.
fn in_parts(
    guesses: &[Code],
    codes: usize,
    best_of: impl Fn(&[Code]) -> Option<Best> + Send + Sync,
) -> Option<Best> {
    let share = (WORK_PER_THREAD * 4 / codes).max(1);
    if guesses.len() <= share {
        return best_of(guesses);
    }
    let parts: Vec<Option<Best>> = guesses.par_chunks(share).map(&best_of).collect();
    parts.into_iter().fold(None, Best::of)
}
