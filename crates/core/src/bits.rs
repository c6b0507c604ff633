//! Words of bits, one bit for each of 64 guesses or codes.

/// The places of the bits that are set, ascending.
#[inline]
pub(crate) fn ones(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let place = (word != 0).then(|| word.trailing_zeros() as usize);
        word &= word.wrapping_sub(1);
        place
    })
}

/// The same of several words, from one place on.
pub(crate) fn ones_from(words: &[u64], first: usize) -> impl Iterator<Item = usize> {
    let mut place = first / 64;
    let mut word = words
        .get(place)
        .map_or(0, |word| word & (!0 << (first % 64)));
    std::iter::from_fn(move || {
        while word == 0 {
            place += 1;
            word = *words.get(place)?;
        }
        let bit = word.trailing_zeros() as usize;
        word &= word - 1;
        Some(place * 64 + bit)
    })
}

/// Words of so many bits, all set.
pub(crate) fn full(count: usize) -> impl Iterator<Item = u64> {
    let rest = move |word: usize| count - word * 64;
    (0..count.div_ceil(64)).map(move |word| u64::MAX >> 64_usize.saturating_sub(rest(word)))
}

/// Spreads every bit of a word over all of its bits, the same in every run, because a journal of one run is read by the next.
#[inline]
pub(crate) fn mix(word: u64) -> u64 {
    let word = (word ^ word >> 32).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    word ^ word >> 29
}
