//! Strategies that look one answer ahead: score every guess by the sizes of the cells
//! that its answers would make of the possible codes, and take the best.
//!
//! Ties are broken so that totals can be reproduced: scores within 1e-9 are equal; among
//! equals a code that is itself still possible comes first, then the lowest code. With one
//! or two possible codes the lowest is guessed.

mod cells;
mod guesses;
mod judge;
mod lane;
mod metric;
mod past;
mod plain;
mod scan;
mod tables;
mod vector;

#[cfg(target_arch = "x86_64")]
use std::arch::x86_64::{__m256i, __m512i};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use rayon::prelude::*;

use crate::code::Code;
use crate::count::Path;
use crate::feedback::FeedbackKind;
use crate::rules::{Allowed, Rules};
use crate::space::CodeSpace;

use guesses::{Beginning, Palette};
use lane::Lane;
use metric::Best;
pub use metric::{CustomMetric, Metric, OnePly};
pub use past::Past;
pub(crate) use plain::Answers;
use scan::{LAST_PEGS, Scan};
use tables::Tables;
use vector::Vector;

/// The most possible codes that a chooser is to be given: it keeps them all apart.
pub const CODES_LIMIT: usize = 1 << 24;

/// Something that chooses a guess from the possible codes alone.
pub trait Chooser: Sync {
    /// Chooses the guess while `codes`, which ascend, are possible after the guesses that
    /// `past` comes from.
    fn choose(&self, codes: &[Code], past: &Past) -> Code;
}

/// Guesses the lowest possible code.
#[derive(Clone, Copy, Debug)]
pub struct FirstConsistent;

impl Chooser for FirstConsistent {
    fn choose(&self, codes: &[Code], _past: &Past) -> Code {
        codes[0]
    }
}

/// A one-ply strategy for a game.
pub struct OnePlyChooser {
    rules: Arc<Rules>,
    guesses: CodeSpace,
    how: OnePly,
    stop: Arc<AtomicBool>,
    path: Path,
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
            path: available_paths()[0],
        }
    }

    /// Takes one of [`available_paths`] instead of the fastest one.
    pub fn on_path(self, path: Path) -> Self {
        assert!(available_paths().contains(&path));
        OnePlyChooser { path, ..self }
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

    fn palette(&self, codes: &[Code], past: &Past) -> Palette {
        let present = codes
            .iter()
            .flat_map(|code| code.iter())
            .fold(0, |set, &color| set | 1 << color);
        Palette::new(&self.rules, present, past)
    }

    /// # Safety
    /// The features that the vector needs are present, and `run` may use them.
    unsafe fn scan<E: Lane, V: Vector<E>>(
        &self,
        codes: &[Code],
        past: &Past,
        run: unsafe fn(&Scan<E, V>, &[Beginning]) -> Option<Best>,
    ) -> Option<Best> {
        let (pegs, colors) = (self.rules.pegs(), self.rules.colors());
        let palette = self.palette(codes, past);
        let tables = Tables::<E>::new(pegs, colors, codes.iter().map(|code| &code[..]));
        let kind = self.rules.feedback();
        // SAFETY: as promised.
        let scan = unsafe {
            Scan::<E, V>::new(&tables, &palette, kind, codes.len(), &self.how, &self.stop)
        };
        let run = |beginnings: &[_]| unsafe { run(&scan, beginnings) };
        let beginnings = palette.beginnings(pegs - LAST_PEGS);
        let share = (WORK_PER_THREAD / (scan.vectors * tables.words)).max(1);
        if beginnings.len() <= share {
            return run(&beginnings);
        }
        let parts: Vec<Option<Best>> = beginnings.par_chunks(share).map(run).collect();
        parts.into_iter().fold(None, Best::of)
    }

    /// Scores all guesses in vectors, with as narrow lanes as hold the codes.
    fn in_vectors(&self, codes: &[Code], past: &Past) -> Option<Best> {
        macro_rules! with {
            ($run:ident, $v8:ty, $v16:ty, $v32:ty, $v64:ty) => {
                match codes.len() {
                    0..=8 => self.scan::<u8, $v8>(codes, past, $run),
                    9..=16 => self.scan::<u16, $v16>(codes, past, $run),
                    17..=32 => self.scan::<u32, $v32>(codes, past, $run),
                    _ => self.scan::<u64, $v64>(codes, past, $run),
                }
            };
        }
        use vector::PLAIN_LANES as L;
        // SAFETY: the path is available on this machine.
        unsafe {
            match self.path {
                #[cfg(target_arch = "x86_64")]
                Path::Avx512 => with!(run_avx512, __m512i, __m512i, __m512i, __m512i),
                #[cfg(target_arch = "x86_64")]
                Path::Avx2 => with!(run_avx2, __m256i, __m256i, __m256i, __m256i),
                _ => with!(run_portable, [u8; L], [u16; L], [u32; L], [u64; L]),
            }
        }
    }

    fn one_by_one(&self, codes: &[Code], past: &Past) -> Option<Best> {
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
        let palette = self.palette(codes, past);
        let guesses: Vec<Code> = palette
            .beginnings(self.rules.pegs())
            .into_iter()
            .map(|guess| palette.colors(&guess.places))
            .collect();
        in_parts(&guesses, codes.len(), best_of)
    }
}

impl Chooser for OnePlyChooser {
    fn choose(&self, codes: &[Code], past: &Past) -> Code {
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
            self.one_by_one(codes, past)
        } else {
            self.in_vectors(codes, past)
        };
        // A possible code always cuts itself off, so some guess was scored.
        let best = best.map_or(codes[0], |best| best.guess);
        debug_assert!(self.guesses.number(&best).is_some());
        best
    }
}

/// The machine words that guesses can be scored with on this machine, fastest first.
pub fn available_paths() -> Vec<Path> {
    let mut paths = Path::available();
    #[cfg(target_arch = "x86_64")]
    if !(is_x86_feature_detected!("avx512bw") && is_x86_feature_detected!("avx512bitalg")) {
        paths.retain(|&path| path != Path::Avx512);
    }
    paths.reverse();
    paths
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512vpopcntdq,avx512bitalg")]
unsafe fn run_avx512<E: Lane>(scan: &Scan<E, __m512i>, beginnings: &[Beginning]) -> Option<Best>
where
    __m512i: Vector<E>,
{
    unsafe { scan.run(beginnings) }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
unsafe fn run_avx2<E: Lane>(scan: &Scan<E, __m256i>, beginnings: &[Beginning]) -> Option<Best>
where
    __m256i: Vector<E>,
{
    unsafe { scan.run(beginnings) }
}

unsafe fn run_portable<E: Lane>(
    scan: &Scan<E, [E; vector::PLAIN_LANES]>,
    beginnings: &[Beginning],
) -> Option<Best>
where
    [E; vector::PLAIN_LANES]: Vector<E>,
{
    unsafe { scan.run(beginnings) }
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
