//! Counts the cells of all guesses with the same prefix.

use crate::feedback::FeedbackKind;

use super::code_bits::CodeBits;
use super::prepared::Prepared;
use super::vector::Vector;

/// Values of a sum over pegs.
const VALUES: usize = crate::MAX_PEGS + 1;

/// The sizes of the cells of the guesses with one prefix, and buffers for counting them.
pub struct CellCounts<E, V> {
    /// The sizes of the cells of each vector of guesses, vector by vector.
    pub counts: Vec<V>,
    /// Blacks and totals of the last two pegs for one word of codes, low and high bit.
    last_total: [Vec<E>; 2],
    /// Which codes have each value of blacks and totals.
    blacks: [V; VALUES],
    totals: [V; VALUES],
}

impl<E: CodeBits, V: Vector<E>> CellCounts<E, V> {
    /// # Safety
    /// The features that the vector needs are present.
    #[inline(always)]
    pub unsafe fn new(vectors: usize, cells: usize) -> Self {
        // SAFETY: the caller promises the features.
        let zero = unsafe { V::splat(E::default()) };
        let room = vectors * V::LANES + ROW;
        CellCounts {
            counts: vec![zero; vectors * cells],
            last_total: [vec![E::default(); room], vec![E::default(); room]],
            blacks: [zero; VALUES],
            totals: [zero; VALUES],
        }
    }

    /// Counts the cells of the guesses that begin with these active colors.
    ///
    /// # Safety
    /// The features that the vector needs are present.
    #[inline(always)]
    pub unsafe fn count<const BITS: usize, const PEGS: usize>(
        &mut self,
        prepared: &Prepared<E, V>,
        prefix: &[u8],
    ) {
        let tables = prepared.tables;
        let pegs = if PEGS == 0 { tables.pegs } else { PEGS };
        let active = &prepared.symmetry.active;
        let color = |index: u8| active[index as usize] as usize;
        let times = |index: u8, pegs: &[u8]| pegs.iter().filter(|&&i| i == index).count();

        let mut black_at = [0; crate::MAX_PEGS];
        let mut total_at = [0; crate::MAX_PEGS];
        for (peg, &index) in prefix.iter().enumerate() {
            black_at[peg] = tables.black_at(peg, color(index));
            total_at[peg] = tables.copies_at(color(index), times(index, &prefix[..=peg]));
        }
        let mut once_more_at = [0; crate::MAX_COLORS];
        let mut twice_more_at = [0; crate::MAX_COLORS];
        for (index, &color) in active.iter().enumerate() {
            let so_far = times(index as u8, prefix);
            once_more_at[index] = tables.copies_at(color as usize, so_far + 1);
            twice_more_at[index] = tables.copies_at(color as usize, so_far + 2);
        }

        let cells = prepared.cells();
        // The bits past the last code look like codes that earn nothing.
        let past_end = E::of((tables.words * E::BITS - prepared.codes) as u64);
        for word in 0..tables.words {
            let bits = tables.word(word);
            let black = sum::<E, BITS>(bits, &black_at[..prefix.len()]);
            let total = sum::<E, BITS>(bits, &total_at[..prefix.len()]);
            last_totals(
                bits,
                &once_more_at[..active.len()],
                &twice_more_at[..active.len()],
                &mut self.last_total,
            );
            let first = word * prepared.vectors;
            for vector in 0..prepared.vectors {
                // SAFETY: the caller promises the features, and the buffers that are loaded from have
                // room for `vectors` vectors.
                unsafe {
                    let [low, high] = &self.last_total;
                    let low = V::load(low.as_ptr().add(vector * V::LANES));
                    let high = V::load(high.as_ptr().add(vector * V::LANES));
                    one_hot(add(&total, low, high), pegs, &mut self.totals);
                    let [low, high] = prepared.last_black[first + vector];
                    one_hot(add(&black, low, high), pegs, &mut self.blacks);
                    let counts = &mut self.counts[vector * cells..][..cells];
                    let (blacks, totals) = (&self.blacks, &self.totals);
                    if word == 0 {
                        each_cell(prepared.kind, pegs, blacks, totals, |cell, codes| {
                            counts[cell] = codes.ones();
                        });
                    } else {
                        each_cell(prepared.kind, pegs, blacks, totals, |cell, codes| {
                            counts[cell] = counts[cell].add(codes.ones());
                        });
                    }
                    if word + 1 == tables.words {
                        counts[0] = counts[0].sub(V::splat(past_end));
                    }
                }
            }
        }
    }
}

/// Adds up bits of one word, as a number of `BITS` bits per code.
#[inline(always)]
fn sum<E: CodeBits, const BITS: usize>(bits: &[E], places: &[usize]) -> [E; BITS] {
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
///
/// # Safety
/// The features that the vector needs are present.
#[inline(always)]
unsafe fn add<E: CodeBits, V: Vector<E>, const BITS: usize>(
    sum: &[E; BITS],
    low: V,
    high: V,
) -> [V; BITS] {
    // SAFETY: the caller promises the features.
    unsafe {
        let mut added = [low; BITS];
        let mut carry = low;
        for bit in 0..BITS {
            if bit == 1 {
                // The low bit carries only where it is set, and then the high one is not.
                carry = carry.or(high);
            }
            let lane = V::splat(sum[bit]);
            added[bit] = carry.xor(lane);
            carry = carry.and(lane);
        }
        added
    }
}

/// For each value up to `greatest`, the codes whose number of `BITS` bits is that value.
///
/// # Safety
/// The features that the vector needs are present.
#[inline(always)]
unsafe fn one_hot<E: CodeBits, V: Vector<E>, const BITS: usize>(
    bits: [V; BITS],
    greatest: usize,
    hot: &mut [V; VALUES],
) {
    // SAFETY: the caller promises the features.
    unsafe {
        let all = V::splat(E::MAX);
        for (value, hot) in hot.iter_mut().enumerate().take(greatest + 1) {
            // No closure: it may stay a function of its own, which lacks the features.
            *hot = all;
            for (index, &bit) in bits.iter().enumerate() {
                *hot = match value >> index & 1 {
                    1 => hot.and(bit),
                    _ => hot.and_not(bit),
                };
            }
        }
    }
}

/// Calls `see` with the number of each cell and its codes.
///
/// # Safety
/// The features that the vector needs are present.
#[inline(always)]
unsafe fn each_cell<E: CodeBits, V: Vector<E>>(
    kind: &FeedbackKind,
    pegs: usize,
    blacks: &[V; VALUES],
    totals: &[V; VALUES],
    mut see: impl FnMut(usize, V),
) {
    // SAFETY: the caller promises the features.
    unsafe {
        match kind {
            FeedbackKind::Black => {
                for (black, &codes) in blacks[..=pegs].iter().enumerate() {
                    see(black, codes);
                }
            }
            FeedbackKind::Total => {
                for (total, &codes) in totals[..pegs].iter().enumerate() {
                    see(total, codes);
                }
                see(pegs, totals[pegs].and_not(blacks[pegs]));
                see(pegs + 1, blacks[pegs]);
            }
            FeedbackKind::Position | FeedbackKind::Naive | FeedbackKind::Own(_) => {
                unreachable!("these answers are no sums")
            }
            FeedbackKind::BlackWhite => {
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
}

/// How many lanes are written at once, even if a row is shorter.
const ROW: usize = 16;

/// The totals of each pair of last pegs, low and high bit of the sum.
///
/// Rows of up to [`ROW`] lanes are written with a length that the compiler knows; the lanes past
/// the end of a row are overwritten by the next row.
#[inline(always)]
fn last_totals<E: CodeBits>(
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
