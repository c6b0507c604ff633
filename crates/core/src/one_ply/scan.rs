//! Scores guesses many at a time: the guesses of one vector share all pegs but the last
//! two, and each lane of the vector holds the bits of up to 64 possible codes.
//!
//! For each beginning of a guess the blacks and totals that it earns are summed up once,
//! bit by bit for all codes of a word; then each lane adds what its last two pegs earn,
//! tells the sums apart value by value, and counts the codes of each cell.
//!
//! What was learned: nearly all the time of a strategy tree goes into sets of fewer than
//! twenty codes. With 64 lanes of 8 codes, or 32 of 16, scoring one guess costs a few
//! cycles there, less than scoring a single pair plainly.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::code::Code;
use crate::feedback::FeedbackKind;

use super::guesses::{Palette, State};
use super::lane::{Lane, V};
use super::metric::{Best, Metric, OnePly, TOLERANCE, parts_for_entropy};
use super::tables::Tables;
use crate::count::Path;

/// The pegs of a guess that differ between lanes.
pub const LAST_PEGS: usize = 2;
/// Values of a sum over pegs.
const VALUES: usize = crate::MAX_PEGS + 1;
/// Bits of a sum over pegs.
const SUM_BITS: usize = 5;

/// A set of possible codes, ready to have guesses scored against it.
pub struct Scan<'a, E: Lane, const L: usize> {
    tables: &'a Tables<E>,
    palette: &'a Palette,
    kind: FeedbackKind,
    codes: usize,
    how: &'a OnePly,
    stop: &'a AtomicBool,
    /// Vectors for all pairs of last pegs, row by row for the peg before the last.
    vectors: usize,
    /// For each word of codes and each vector: the blacks of the last two pegs, low and
    /// high bit of the sum.
    last_black: Vec<[V<E, L>; 2]>,
    /// Lanes past the last pair.
    past_end: Vec<V<E, L>>,
}

/// Buffers of one thread.
struct Scratch<E, const L: usize> {
    /// Totals of the last two pegs, both bits, for one word of codes.
    last_total: [Vec<E>; 2],
    /// For each vector the sizes of its cells.
    counts: Vec<V<E, L>>,
    /// All bits set in lanes that are not to be scored.
    masked: Vec<V<E, L>>,
    sizes: Vec<u32>,
}

/// What a run keeps while it goes from guess to guess.
struct Progress<E> {
    best: Option<Best>,
    /// Twice the score of the best guess, plus one if it is impossible.
    best_key: E,
    /// Fewer parts cannot beat the best entropy.
    parts_needed: E,
    done: bool,
}

impl<'a, E: Lane, const L: usize> Scan<'a, E, L> {
    pub fn new(
        tables: &'a Tables<E>,
        palette: &'a Palette,
        kind: FeedbackKind,
        codes: usize,
        how: &'a OnePly,
        stop: &'a AtomicBool,
    ) -> Self {
        let width = palette.active.len();
        let vectors = (width * width).div_ceil(L);
        let mut past_end = vec![V::splat(E::default()); vectors];
        for lane in width * width..vectors * L {
            past_end[lane / L].0[lane % L] = E::MAX;
        }
        let mut last_black = vec![[V::splat(E::default()); 2]; tables.words * vectors];
        for (word, vectors) in last_black.chunks_exact_mut(vectors).enumerate() {
            let bits = tables.word(word);
            let black = |peg: usize, index: usize| {
                bits[tables.black_at(tables.pegs - peg, palette.active[index] as usize)]
            };
            for lane in 0..width * width {
                let (a, b) = (black(2, lane / width), black(1, lane % width));
                let [low, high] = &mut vectors[lane / L];
                low.0[lane % L] = a ^ b;
                high.0[lane % L] = a & b;
            }
        }
        Scan {
            tables,
            palette,
            kind,
            codes,
            how,
            stop,
            vectors,
            last_black,
            past_end,
        }
    }

    /// Finds the best guess with one of these beginnings, which ascend. Stops at a guess
    /// that tells all codes apart without being one of them: no possible code does.
    pub fn run(&self, beginnings: &[(Vec<u8>, State)]) -> Option<Best> {
        // SAFETY: the path is available on this machine.
        unsafe {
            match Path::best() {
                #[cfg(target_arch = "x86_64")]
                Path::Avx512 if is_x86_feature_detected!("avx512bitalg") => {
                    self.run_avx512(beginnings)
                }
                #[cfg(target_arch = "x86_64")]
                Path::Avx2 | Path::Avx512 => self.run_avx2(beginnings),
                _ => self.run_here(beginnings),
            }
        }
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vpopcntdq,avx512bitalg")]
    unsafe fn run_avx512(&self, beginnings: &[(Vec<u8>, State)]) -> Option<Best> {
        self.run_here(beginnings)
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,popcnt")]
    unsafe fn run_avx2(&self, beginnings: &[(Vec<u8>, State)]) -> Option<Best> {
        self.run_here(beginnings)
    }

    #[inline(always)]
    fn run_here(&self, beginnings: &[(Vec<u8>, State)]) -> Option<Best> {
        match self.tables.pegs {
            0..=3 => self.run_with::<2>(beginnings),
            4..=7 => self.run_with::<3>(beginnings),
            _ => self.run_with::<SUM_BITS>(beginnings),
        }
    }

    #[inline(always)]
    fn run_with<const BITS: usize>(&self, beginnings: &[(Vec<u8>, State)]) -> Option<Best> {
        let cells = self.kind.count(self.tables.pegs);
        let row_room = self.vectors * L + ROW;
        let mut scratch = Scratch {
            last_total: [vec![E::default(); row_room], vec![E::default(); row_room]],
            counts: vec![V::splat(E::default()); self.vectors * cells],
            masked: self.past_end.clone(),
            sizes: Vec::with_capacity(cells),
        };
        let mut progress = Progress {
            best: None,
            best_key: E::MAX,
            parts_needed: E::default(),
            done: false,
        };
        for (beginning, state) in beginnings {
            if self.stop.load(Ordering::Relaxed) {
                break;
            }
            if !self.palette.is_free() {
                self.mask(*state, &mut scratch.masked);
            }
            self.count::<BITS>(beginning, &mut scratch);
            for vector in 0..self.vectors {
                self.judge(beginning, vector, cells, &mut scratch, &mut progress);
                if progress.done {
                    return progress.best;
                }
            }
        }
        progress.best
    }

    /// Masks the last pegs that may not follow.
    #[inline(always)]
    fn mask(&self, state: State, masked: &mut [V<E, L>]) {
        let width = self.palette.active.len();
        for first in 0..width {
            let then = self.palette.then(state, first);
            for last in 0..width {
                let lane = first * width + last;
                let fits = then.is_some_and(|state| self.palette.then(state, last).is_some());
                masked[lane / L].0[lane % L] = if fits { E::default() } else { E::MAX };
            }
        }
    }

    /// Counts the cells of all guesses with this beginning.
    #[inline(always)]
    fn count<const BITS: usize>(&self, beginning: &[u8], scratch: &mut Scratch<E, L>) {
        let tables = self.tables;
        let width = self.palette.active.len();
        let cells = self.kind.count(tables.pegs);
        let color = |index: u8| self.palette.active[index as usize] as usize;
        let times = |index: u8, pegs: &[u8]| pegs.iter().filter(|&&i| i == index).count();

        let mut black_at = [0; crate::MAX_PEGS];
        let mut total_at = [0; crate::MAX_PEGS];
        for (peg, &index) in beginning.iter().enumerate() {
            black_at[peg] = tables.black_at(peg, color(index));
            total_at[peg] = tables.copies_at(color(index), times(index, &beginning[..=peg]));
        }
        let mut once_more_at = [0; crate::MAX_COLORS];
        let mut twice_more_at = [0; crate::MAX_COLORS];
        for index in 0..width as u8 {
            let so_far = times(index, beginning);
            once_more_at[index as usize] = tables.copies_at(color(index), so_far + 1);
            twice_more_at[index as usize] = tables.copies_at(color(index), so_far + 2);
        }

        let past_end = E::of((tables.words * E::BITS - self.codes) as u64);
        for word in 0..tables.words {
            let bits = tables.word(word);
            let black = sum::<E, BITS>(bits, &black_at[..beginning.len()]);
            let total = sum::<E, BITS>(bits, &total_at[..beginning.len()]);
            last_totals(
                bits,
                &once_more_at[..width],
                &twice_more_at[..width],
                &mut scratch.last_total,
            );
            let last_black = &self.last_black[word * self.vectors..][..self.vectors];
            for (vector, last_black) in last_black.iter().enumerate() {
                let last_total =
                    [0, 1].map(|bit: usize| V::load(&scratch.last_total[bit][vector * L..][..L]));
                let blacks = one_hot(&add(&black, last_black), tables.pegs);
                let totals = one_hot(&add(&total, &last_total), tables.pegs);
                let counts = &mut scratch.counts[vector * cells..][..cells];
                if word == 0 {
                    self.each_cell(&blacks, &totals, |cell, codes| {
                        counts[cell] = codes.map(E::ones);
                    });
                } else {
                    self.each_cell(&blacks, &totals, |cell, codes| {
                        counts[cell] = counts[cell].with(codes.map(E::ones), |a, b| a + b);
                    });
                }
                if word + 1 == tables.words {
                    // The bits past the last code look like codes that earn nothing.
                    counts[0] = counts[0].map(|size| size - past_end);
                }
            }
        }
    }

    /// Shows the codes of each cell in turn.
    #[inline(always)]
    fn each_cell(
        &self,
        blacks: &[V<E, L>; VALUES],
        totals: &[V<E, L>; VALUES],
        mut see: impl FnMut(usize, V<E, L>),
    ) {
        let pegs = self.tables.pegs;
        match self.kind {
            FeedbackKind::Black => {
                for (black, &codes) in blacks[..=pegs].iter().enumerate() {
                    see(black, codes);
                }
            }
            FeedbackKind::Total => {
                for (total, &codes) in totals[..pegs].iter().enumerate() {
                    see(total, codes);
                }
                see(pegs, totals[pegs].with(blacks[pegs], |a, b| a & !b));
                see(pegs + 1, blacks[pegs]);
            }
            _ => {
                let mut cell = 0;
                for (total, &codes) in totals[..=pegs].iter().enumerate() {
                    for &black in &blacks[..=total] {
                        see(cell, codes.and(black));
                        cell += 1;
                    }
                }
            }
        }
    }

    /// Compares the guesses of one vector with the best one so far.
    #[inline(always)]
    fn judge(
        &self,
        beginning: &[u8],
        vector: usize,
        cells: usize,
        scratch: &mut Scratch<E, L>,
        progress: &mut Progress<E>,
    ) {
        let counts = &scratch.counts[vector * cells..][..cells];
        let win = counts[cells - 1];
        let scored = &counts[..cells - usize::from(self.how.win_apart)];
        let mut masked = scratch.masked[vector];
        if self.how.consistent {
            masked = masked.with(
                win,
                |mask, win| {
                    if win == E::default() { E::MAX } else { mask }
                },
            );
        }
        let zero = V::splat(E::default());
        let parts = |cells: &[V<E, L>]| {
            cells.iter().fold(zero, |parts, &cell| {
                parts.with(cell, |parts, size| {
                    parts
                        + if size == E::default() {
                            E::default()
                        } else {
                            E::ONE
                        }
                })
            })
        };
        let scores = match self.how.metric {
            Metric::Minimax => scored
                .iter()
                .fold(zero, |most, &cell| most.with(cell, |a, b| a.max(b))),
            Metric::ExpectedSize => scored.iter().fold(zero, |sum, &cell| {
                sum.with(cell, |sum, size| sum + size.square())
            }),
            Metric::MostParts => parts(scored).map(|parts| E::of(self.codes as u64) - parts),
            Metric::Entropy | Metric::Custom(_) => {
                let parts = parts(counts).with(masked, |parts, mask| parts & !mask);
                self.judge_singly(beginning, vector, &parts, scratch, progress);
                return;
            }
        };
        let keys = scores
            .with(win, |score, win| score + score + E::ONE - win)
            .with(masked, |key, mask| key | mask);
        let least = keys.min_lane();
        if least >= progress.best_key {
            return;
        }
        let lane = keys.0.iter().position(|&key| key == least).unwrap_or(0);
        let possible = win.0[lane] != E::default();
        let score = scores.0[lane].to_u64() as f64;
        progress.best_key = least;
        progress.best = Some(Best {
            score,
            possible,
            guess: self.guess(beginning, vector * L + lane),
        });
        progress.done = !possible && self.splits_fully(score);
    }

    /// Whether a score other than of entropy, of a guess that is impossible, is the best
    /// there can be.
    fn splits_fully(&self, score: f64) -> bool {
        match self.how.metric {
            Metric::Minimax => score == 1.0,
            Metric::ExpectedSize => score == self.codes as f64,
            _ => score == 0.0,
        }
    }

    /// Scores guesses one by one, those first excepted that have too few parts.
    fn judge_singly(
        &self,
        beginning: &[u8],
        vector: usize,
        parts: &V<E, L>,
        scratch: &mut Scratch<E, L>,
        progress: &mut Progress<E>,
    ) {
        let cells = self.kind.count(self.tables.pegs);
        let counts = &scratch.counts[vector * cells..][..cells];
        let entropy = matches!(self.how.metric, Metric::Entropy);
        for lane in 0..L {
            // One part tells nothing; a masked lane has no parts.
            if parts.0[lane] <= E::ONE || parts.0[lane] < progress.parts_needed {
                continue;
            }
            let possible = counts[cells - 1].0[lane] != E::default();
            scratch.sizes.clear();
            let scored = &counts[..cells - usize::from(self.how.win_apart)];
            let sizes = scored.iter().map(|cell| cell.0[lane].to_u64() as u32);
            scratch.sizes.extend(sizes.filter(|&size| size > 0));
            let score = self.how.metric.score(&mut scratch.sizes);
            if progress
                .best
                .as_ref()
                .is_some_and(|best| !best.loses_to(score, possible))
            {
                continue;
            }
            if entropy {
                let within = score + if possible { -TOLERANCE } else { TOLERANCE };
                let needed = parts_for_entropy(self.codes as u32, within);
                progress.parts_needed = E::of(u64::from(needed).min(self.codes as u64));
            }
            progress.best = Some(Best {
                score,
                possible,
                guess: self.guess(beginning, vector * L + lane),
            });
            if entropy && !possible && score < TOLERANCE {
                progress.done = true;
                return;
            }
        }
    }

    fn guess(&self, beginning: &[u8], lane: usize) -> Code {
        let width = self.palette.active.len();
        let mut colors = [0; crate::MAX_PEGS];
        let last = [(lane / width) as u8, (lane % width) as u8];
        for (color, &index) in colors.iter_mut().zip(beginning.iter().chain(&last)) {
            *color = self.palette.active[index as usize];
        }
        Code::new(&colors[..self.tables.pegs])
    }
}

/// Adds up bits of one word, as a number of `BITS` bits per code.
#[inline(always)]
fn sum<E: Lane, const BITS: usize>(bits: &[E], places: &[usize]) -> [E; BITS] {
    let mut sum = [E::default(); BITS];
    for &place in places {
        let mut carry = bits[place];
        for bit in &mut sum {
            let next = *bit & carry;
            *bit = *bit ^ carry;
            carry = next;
        }
    }
    sum
}

/// Adds a number of two bits, at most two, to a number that is the same for all lanes.
#[inline(always)]
fn add<E: Lane, const L: usize, const BITS: usize>(
    sum: &[E; BITS],
    last: &[V<E, L>; 2],
) -> [V<E, L>; BITS] {
    let mut added = [last[0]; BITS];
    let mut carry = last[0];
    for bit in 0..BITS {
        if bit == 1 {
            // The low bit carries only where it is set, and then the high one is not.
            carry = carry.with(last[1], |a, b| a | b);
        }
        added[bit] = carry.map(|lane| lane ^ sum[bit]);
        carry = carry.map(|lane| lane & sum[bit]);
    }
    added
}

/// For each value up to `greatest`: which codes have it?
#[inline(always)]
fn one_hot<E: Lane, const L: usize, const BITS: usize>(
    bits: &[V<E, L>; BITS],
    greatest: usize,
) -> [V<E, L>; VALUES] {
    let mut hot = [V::splat(E::default()); VALUES];
    for (value, hot) in hot.iter_mut().enumerate().take(greatest + 1) {
        let bit = |index: usize| {
            let flip = if value >> index & 1 == 1 {
                E::default()
            } else {
                E::MAX
            };
            bits[index].map(|lane| lane ^ flip)
        };
        *hot = (1..BITS).fold(bit(0), |found, index| found.and(bit(index)));
    }
    hot
}

/// Lanes that are written at once, whether or not a row is so long.
const ROW: usize = 16;

/// The totals of each pair of last pegs, low and high bit of the sum.
///
/// Rows of up to [`ROW`] lanes are written with one length that the compiler knows; what
/// sticks out is overwritten by the next row.
#[inline(always)]
fn last_totals<E: Lane>(
    bits: &[E],
    once_more_at: &[usize],
    twice_more_at: &[usize],
    out: &mut [Vec<E>; 2],
) {
    let width = once_more_at.len();
    let [low, high] = out;
    if width > ROW {
        for first in 0..width {
            let a = bits[once_more_at[first]];
            for last in 0..width {
                let place = if last == first {
                    twice_more_at
                } else {
                    once_more_at
                };
                let b = bits[place[last]];
                low[first * width + last] = a ^ b;
                high[first * width + last] = a & b;
            }
        }
        return;
    }
    let mut row = [E::default(); ROW];
    for (lane, &at) in row.iter_mut().zip(once_more_at) {
        *lane = bits[at];
    }
    for first in 0..width {
        let a = row[first];
        let start = first * width;
        let low: &mut [E; ROW] = (&mut low[start..start + ROW]).try_into().expect("one row");
        let high: &mut [E; ROW] = (&mut high[start..start + ROW]).try_into().expect("one row");
        for lane in 0..ROW {
            low[lane] = a ^ row[lane];
            high[lane] = a & row[lane];
        }
        let b = bits[twice_more_at[first]];
        low[first] = a ^ b;
        high[first] = a & b;
    }
}
