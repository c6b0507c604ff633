//! A selection of guesses.

use crate::code::Code;

use crate::exact::bits::ones_of;
use crate::exact::kernels::LANES;

/// Some of the guesses: as a list and as one mask per line of the matrix.
pub(in crate::exact) struct Candidates {
    pub list: Vec<u32>,
    pub masks: Vec<u64>,
}

impl Candidates {
    pub fn new(masks: Vec<u64>) -> Self {
        let count = masks.iter().map(|mask| mask.count_ones() as usize).sum();
        let mut list = Vec::with_capacity(count);
        list.extend(ones_of(&masks).map(|guess| guess as u32));
        Candidates { list, masks }
    }

    /// Whether a guess is one of them.
    #[inline]
    pub fn has(&self, guess: u32) -> bool {
        self.masks[guess as usize / LANES] >> (guess as usize % LANES) & 1 == 1
    }

    /// Those of the codes, all of the guess space, that are chosen.
    pub fn those(codes: &[Code], chosen: impl Fn(&Code) -> bool) -> Self {
        let masks = codes.chunks(LANES).map(|codes| {
            let bits = codes.iter().enumerate();
            bits.fold(0, |mask, (lane, code)| {
                mask | u64::from(chosen(code)) << lane
            })
        });
        Candidates::new(masks.collect())
    }
}
