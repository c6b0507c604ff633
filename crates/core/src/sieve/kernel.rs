//! Adds up bit planes, finds which codes have each value of the sum, and counts them, on any
//! machine word.

use super::word::Word;

/// The most planes that are added up, one per peg.
pub const MAX_PLANES: usize = crate::MAX_PEGS;
/// Cells of black and white pegs for the most pegs.
pub const MAX_CELLS: usize = (MAX_PLANES + 1) * (MAX_PLANES + 2) / 2;

/// Pointers to the planes whose sums are the blacks and the totals of one guess, filled
/// up with planes of zeros. All of them have the same number of words, whole blocks.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Sums {
    pub black: [*const u64; MAX_PLANES],
    pub total: [*const u64; MAX_PLANES],
    pub words: usize,
}

// The sums are functions that are always inlined: a large closure may stay a function of its own, which lacks the
// features.

/// The low and high bit of the sum of two bits.
///
/// # Safety
/// The word's features are present.
#[inline(always)]
unsafe fn add2<W: Word>(a: W, b: W) -> (W, W) {
    // SAFETY: the caller promises the features.
    unsafe { (a.xor(b), a.and(b)) }
}

/// The sum of the eight planes from `first` on.
///
/// # Safety
/// As for [`one_hot`].
#[inline(always)]
unsafe fn sum8<W: Word>(planes: &[*const u64; MAX_PLANES], at: usize, first: usize) -> [W; 4] {
    // SAFETY: the caller promises the features, and the bits from `at` on.
    unsafe {
        let bit = |index: usize| W::load(planes[first + index].add(at));
        let (s1, k1) = W::add3(bit(0), bit(1), bit(2));
        let (s2, k2) = W::add3(bit(3), bit(4), bit(5));
        let (b0, k3) = W::add3(s1, s2, bit(6));
        let (b1, b2) = W::add3(k1, k2, k3);
        let (b0, k) = add2(b0, bit(7));
        let (b1, k) = add2(b1, k);
        let (b2, b3) = add2(b2, k);
        [b0, b1, b2, b3]
    }
}

/// The sum of the first sixteen planes.
///
/// # Safety
/// As for [`one_hot`].
#[inline(always)]
unsafe fn sum16<W: Word>(planes: &[*const u64; MAX_PLANES], at: usize) -> [W; 5] {
    // SAFETY: the caller promises the features, and the bits from `at` on.
    unsafe {
        let (a, b): ([W; 4], [W; 4]) = (sum8(planes, at, 0), sum8(planes, at, 8));
        let (b0, k) = add2(a[0], b[0]);
        let (b1, k) = W::add3(a[1], b[1], k);
        let (b2, k) = W::add3(a[2], b[2], k);
        let (b3, b4) = W::add3(a[3], b[3], k);
        [b0, b1, b2, b3, b4]
    }
}

/// For each value `0..=P`, the codes whose sum over the `P` planes is that value.
///
/// # Safety
/// The word's features are present; the planes have a word's worth of bits from `at` on.
#[inline(always)]
unsafe fn one_hot<W: Word, const P: usize>(
    planes: &[*const u64; MAX_PLANES],
    at: usize,
) -> [W; MAX_PLANES + 1] {
    // SAFETY: the caller promises both.
    unsafe {
        let bit = |index: usize| W::load(planes[index].add(at));
        let mut hot = [W::ones(); MAX_PLANES + 1];
        match P {
            4 => {
                let (s, k1) = W::add3(bit(0), bit(1), bit(2));
                let (b0, k2) = add2(s, bit(3));
                let (b1, b2) = add2(k1, k2);
                hot[..8].copy_from_slice(&W::decode3(b0, b1, b2));
            }
            5 => {
                let (s, k1) = W::add3(bit(0), bit(1), bit(2));
                let (b0, k2) = W::add3(s, bit(3), bit(4));
                let (b1, b2) = add2(k1, k2);
                hot[..8].copy_from_slice(&W::decode3(b0, b1, b2));
            }
            6 => {
                let (s1, k1) = W::add3(bit(0), bit(1), bit(2));
                let (s2, k2) = W::add3(bit(3), bit(4), bit(5));
                let (b0, k3) = add2(s1, s2);
                let (b1, b2) = W::add3(k1, k2, k3);
                hot[..8].copy_from_slice(&W::decode3(b0, b1, b2));
            }
            8 => {
                let [b0, b1, b2, b3] = sum8(planes, at, 0);
                hot[..8].copy_from_slice(&W::decode3(b0, b1, b2));
                hot[0] = hot[0].and_not(b3);
                hot[8] = b3;
            }
            16 | 20 => {
                let [mut b0, mut b1, mut b2, mut b3, mut b4] = sum16(planes, at);
                if P == 20 {
                    let (s, k1) = W::add3(bit(16), bit(17), bit(18));
                    let (c0, k2) = add2(s, bit(19));
                    let (c1, c2) = add2(k1, k2);
                    let (d0, k) = add2(b0, c0);
                    let (d1, k) = W::add3(b1, c1, k);
                    let (d2, k) = W::add3(b2, c2, k);
                    let (d3, k) = add2(b3, k);
                    (b0, b1, b2, b3, b4) = (d0, d1, d2, d3, b4.or(k));
                }
                let low = W::decode3(b0, b1, b2);
                let neither = W::ones().and_not(b3.or(b4));
                for value in 0..8 {
                    hot[value] = low[value].and(neither);
                    hot[value + 8] = low[value].and(b3);
                }
                for value in 16..=P {
                    hot[value] = low[value - 16].and(b4);
                }
            }
            _ => unreachable!("sums of 4, 5, 6, 8, 16 or 20 planes"),
        }
        hot
    }
}

/// Adds to `table` how many codes earn each pair of blacks and totals, numbered like
/// black-and-white feedback; with a mask, only codes in the mask.
///
/// # Safety
/// The word's features are present; the planes and the mask have `sums.words` words.
#[inline(always)]
pub unsafe fn histogram<W: Word, const P: usize, const CELLS: usize>(
    sums: &Sums,
    mask: Option<*const u64>,
    table: &mut [u64; MAX_CELLS],
) {
    // SAFETY: the caller promises the features, and no load reaches past `sums.words`, which is
    // a multiple of the largest word.
    unsafe {
        let mut counts = [W::no_sum(); CELLS];
        let mut at = 0;
        while at < sums.words {
            let black = one_hot::<W, P>(&sums.black, at);
            let mut total = one_hot::<W, P>(&sums.total, at);
            if let Some(mask) = mask {
                let mask = W::load(mask.add(at));
                for hot in &mut total[..=P] {
                    *hot = hot.and(mask);
                }
            }
            let mut cell = 0;
            for (t, total) in total[..=P].iter().enumerate() {
                for black in &black[..=t] {
                    counts[cell] = W::add_ones(counts[cell], total.and(*black));
                    cell += 1;
                }
            }
            at += W::BITS / 64;
        }
        for (cell, &sum) in counts.iter().enumerate() {
            table[cell] += W::total(sum);
        }
    }
}

/// What an answer says about a code's black pegs and its total of black and white pegs.
///
/// A field that is `None` says nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sought {
    /// The answer's black pegs, where it tells them.
    pub black: Option<usize>,
    /// The answer's black and white pegs together, where it tells them.
    pub total: Option<usize>,
    /// The number of black pegs that the answer rules out.
    pub not_black: Option<usize>,
}

/// Writes a bit for every code whose blacks and totals are the sought ones.
///
/// # Safety
/// As for [`histogram`]; `out` has room for `sums.words` words.
#[inline(always)]
pub unsafe fn select<W: Word, const P: usize>(sums: &Sums, sought: Sought, out: &mut [u64]) {
    // SAFETY: as in `histogram`; the stores stay within the `sums.words` words of `out`.
    unsafe {
        let mut at = 0;
        while at < sums.words {
            let mut hit = W::ones();
            if let Some(total) = sought.total {
                hit = one_hot::<W, P>(&sums.total, at)[total];
            }
            if sought.black.is_some() || sought.not_black.is_some() {
                let hot = one_hot::<W, P>(&sums.black, at);
                // No closures, as above.
                if let Some(black) = sought.black {
                    hit = hit.and(hot[black]);
                }
                if let Some(black) = sought.not_black {
                    hit = hit.and_not(hot[black]);
                }
            }
            hit.store(out.as_mut_ptr().add(at));
            at += W::BITS / 64;
        }
    }
}
