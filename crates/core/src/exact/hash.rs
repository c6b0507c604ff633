//! Hash mixing, the same in every run, because a journal of one run is read by the next.

/// Spreads every bit of a word over all of its bits.
#[inline]
pub(super) fn mix(word: u64) -> u64 {
    let word = (word ^ word >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    word ^ word >> 29
}
