//! Scores all guesses in vectors: picks the instructions and the width of the lanes.

#[cfg(target_arch = "x86_64")]
use std::arch::x86_64::{__m256i, __m512i};

use crate::code::Code;
use crate::rules::Rules;
use crate::simd::{Level, choose};

use super::best::Found;
use super::bit_tables::BitTables;
use super::budget::Budget;
use super::code_bits::CodeBits;
use super::collect::Collect;
use super::compare::BestInVectors;
use super::guess_symmetry::{GuessSymmetry, Prefix};
use super::metric::Criteria;
use super::prepared::{LAST_PEGS, Prepared};
use super::rank_vectors::TopOfVectors;
use super::shares::over_prefixes;
use super::top_list::TopList;
use super::vector::{PLAIN_LANES, Vector};
use super::vector_scan::scan;

/// How many vectors of lanes times words of codes are worth another thread.
const WORK_PER_THREAD: usize = 1 << 12;

/// Guesses to score against a list of possible codes.
pub struct Task<'a> {
    pub rules: &'a Rules,
    pub codes: &'a [Code],
    pub symmetry: &'a GuessSymmetry,
    pub criteria: &'a Criteria,
    pub level: Level,
    pub budget: &'a Budget,
}

/// A scan over some prefixes, compiled for the instructions of a level. The number says how many
/// guesses to list; what finds only the best one does not need it.
type Run<E, V, R> = unsafe fn(&Prepared<E, V>, &[Prefix], &Budget, usize) -> R;

impl Task<'_> {
    /// Scans the guesses with all prefixes.
    ///
    /// # Safety
    /// The processor has the features that the vector needs and `run` is compiled with.
    unsafe fn run<E: CodeBits, V: Vector<E>, R: Send>(
        &self,
        run: Run<E, V, R>,
        top: usize,
        and: fn(R, R) -> R,
    ) -> R {
        let (pegs, colors) = (self.rules.pegs(), self.rules.colors());
        let tables = BitTables::<E>::new(pegs, colors, self.codes.iter().map(|code| &code[..]));
        let prepared = Prepared::<E, V>::new(
            &tables,
            self.symmetry,
            self.rules.feedback(),
            self.codes.len(),
            self.criteria,
        );
        // SAFETY: the caller promises the features.
        let run = |prefixes: &[_]| unsafe { run(&prepared, prefixes, self.budget, top) };
        let share = (WORK_PER_THREAD / (prepared.vectors * tables.words)).max(1);
        over_prefixes(
            self.symmetry,
            pegs - LAST_PEGS,
            share,
            self.budget,
            &run,
            and,
        )
    }
}

/// Finds the best guess, in lanes as narrow as the codes allow.
pub fn best(task: &Task) -> Found {
    macro_rules! with {
        ($run:ident, $v8:ty, $v16:ty, $v32:ty, $v64:ty) => {
            match task.codes.len() {
                0..=8 => task.run::<u8, $v8, _>($run, 1, Found::and),
                9..=16 => task.run::<u16, $v16, _>($run, 1, Found::and),
                17..=32 => task.run::<u32, $v32, _>($run, 1, Found::and),
                _ => task.run::<u64, $v64, _>($run, 1, Found::and),
            }
        };
    }
    use PLAIN_LANES as L;
    // SAFETY: only detection makes a level, so the processor has the features of the level, which are
    // those that the vectors need and the functions are compiled with.
    unsafe {
        choose!(task.level,
            LOOK_AHEAD_512 => with!(best_avx512, __m512i, __m512i, __m512i, __m512i),
            AVX2 => with!(best_avx2, __m256i, __m256i, __m256i, __m256i),
            _ => with!(best_portable, [u8; L], [u16; L], [u32; L], [u64; L]),
        )
    }
}

/// Lists the best guesses, at most `top` of them.
pub fn rank(task: &Task, top: usize) -> TopList {
    let and = TopList::and;
    // SAFETY: as in `best`.
    unsafe {
        choose!(task.level,
            LOOK_AHEAD_512 => task.run::<u64, __m512i, _>(rank_avx512, top, and),
            AVX2 => task.run::<u64, __m256i, _>(rank_avx2, top, and),
            _ => task.run::<u64, [u64; PLAIN_LANES], _>(rank_portable, top, and),
        )
    }
}

/// # Safety
/// The features that the vector needs are present, and enabled where this is called.
#[inline(always)]
unsafe fn best_in<E: CodeBits, V: Vector<E>>(
    prepared: &Prepared<E, V>,
    prefixes: &[Prefix],
    budget: &Budget,
) -> Found {
    let mut best = BestInVectors::new(prepared);
    // SAFETY: the caller promises the same.
    let scanned = unsafe { scan(prepared, prefixes, budget, &mut best) };
    Found {
        best: best.best,
        compared: scanned.compared,
        complete: scanned.complete,
    }
}

/// # Safety
/// As for [`best_in`].
#[inline(always)]
unsafe fn top_of<E: CodeBits, V: Vector<E>>(
    prepared: &Prepared<E, V>,
    prefixes: &[Prefix],
    budget: &Budget,
    top: usize,
) -> TopList {
    let mut ranking = TopOfVectors::new(prepared, top);
    // SAFETY: the caller promises the same.
    let scanned = unsafe { scan(prepared, prefixes, budget, &mut ranking) };
    let mut list = ranking.list;
    (list.compared, list.complete) = (scanned.compared, scanned.complete);
    list
}

macro_rules! versions {
    ($best:ident, $rank:ident, $vector:ty $(, $features:literal)?) => {
        /// # Safety
        /// The processor has the features that the function is compiled with.
        $(#[target_feature(enable = $features)])?
        unsafe fn $best<E: CodeBits>(
            prepared: &Prepared<E, $vector>,
            prefixes: &[Prefix],
            budget: &Budget,
            _top: usize,
        ) -> Found
        where
            $vector: Vector<E>,
        {
            // SAFETY: the features that the vector needs are those of this function.
            unsafe { best_in(prepared, prefixes, budget) }
        }

        /// # Safety
        /// The processor has the features that the function is compiled with.
        $(#[target_feature(enable = $features)])?
        unsafe fn $rank<E: CodeBits>(
            prepared: &Prepared<E, $vector>,
            prefixes: &[Prefix],
            budget: &Budget,
            top: usize,
        ) -> TopList
        where
            $vector: Vector<E>,
        {
            // SAFETY: the features that the vector needs are those of this function.
            unsafe { top_of(prepared, prefixes, budget, top) }
        }
    };
}

#[cfg(target_arch = "x86_64")]
versions!(
    best_avx512,
    rank_avx512,
    __m512i,
    "avx512f,avx512bw,avx512vpopcntdq,avx512bitalg"
);
#[cfg(target_arch = "x86_64")]
versions!(best_avx2, rank_avx2, __m256i, "avx2");
versions!(best_portable, rank_portable, [E; PLAIN_LANES]);
