//! Counts the cells that many guesses make, at once.

use std::ops::{BitAnd, BitOr, BitXor, Not};

/// How many columns are looked at together.
pub const BLOCK: usize = 32;

/// For each column of a block: how many cells it makes, how many of these have several codes, and whether it
/// finds a code.
pub struct Counts {
    pub cells: [u8; BLOCK],
    pub several: [u8; BLOCK],
    pub wins: [bool; BLOCK],
}

/// Columns with a bit for each label: 16 bits where they do, or 32. They stand block by block, and in each
/// block row by row; columns without any bit fill up the last block.
pub struct Sheet {
    narrow: Vec<u16>,
    wide: Vec<u32>,
    rows: usize,
    win: u32,
}

impl Sheet {
    /// A sheet without any bit, for so many answers.
    pub fn new(answers: usize, rows: usize, columns: usize) -> Sheet {
        let width = columns.next_multiple_of(BLOCK);
        let bits = |is_so| if is_so { rows * width } else { 0 };
        Sheet {
            narrow: vec![0; bits(answers <= 16)],
            wide: vec![0; bits((17..=32).contains(&answers))],
            rows,
            win: answers as u32 - 1,
        }
    }

    /// Whether there are no bits, because there are too many answers.
    pub fn is_empty(&self) -> bool {
        self.narrow.is_empty() && self.wide.is_empty()
    }

    #[inline]
    pub fn set(&mut self, row: usize, column: usize, label: u8) {
        let place = (column / BLOCK * self.rows + row) * BLOCK + column % BLOCK;
        match self.wide.is_empty() {
            true => self.narrow[place] = 1 << label,
            false => self.wide[place] = 1 << label,
        }
    }

    /// Counts the cells that the columns make of some rows, block by block.
    pub fn count(&self, rows: &[u32], tell: impl FnMut(usize, &Counts)) {
        match self.wide.is_empty() {
            true => Bits::new(&self.narrow, self.rows, rows).count(self.win, false, tell),
            false => Bits::new(&self.wide, self.rows, rows).count(self.win, false, tell),
        }
    }

    /// The same, with the cells of several codes.
    pub fn count_several(&self, rows: &[u32], tell: impl FnMut(usize, &Counts)) {
        match self.wide.is_empty() {
            true => Bits::new(&self.narrow, self.rows, rows).count(self.win, true, tell),
            false => Bits::new(&self.wide, self.rows, rows).count(self.win, true, tell),
        }
    }

    /// For each column the sum of the sizes of its cells, each counted up to `last`; only of blocks that are
    /// asked for by the number of their first column.
    pub fn sum_up(
        &self,
        rows: &[u32],
        last: u32,
        asked: impl Fn(usize) -> bool,
        tell: impl FnMut(usize, &[u32; BLOCK]),
    ) {
        match self.wide.is_empty() {
            true => Bits::new(&self.narrow, self.rows, rows).sum_up(last, asked, tell),
            false => Bits::new(&self.wide, self.rows, rows).sum_up(last, asked, tell),
        }
    }
}

/// Sixteen or 32 bits.
trait Word:
    Copy
    + Default
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
{
    fn ones(self) -> u32;
    fn has(self, bit: u32) -> bool;
}

impl Word for u16 {
    #[inline(always)]
    fn ones(self) -> u32 {
        self.count_ones()
    }
    #[inline(always)]
    fn has(self, bit: u32) -> bool {
        self >> bit & 1 == 1
    }
}

impl Word for u32 {
    #[inline(always)]
    fn ones(self) -> u32 {
        self.count_ones()
    }
    #[inline(always)]
    fn has(self, bit: u32) -> bool {
        self >> bit & 1 == 1
    }
}

/// Calls a function as it was compiled for the widest instructions that the processor has.
macro_rules! wider {
    ($self:ident, $any:ident, $avx512:ident, $avx2:ident, $($argument:expr),*) => {{
        #[cfg(target_arch = "x86_64")]
        {
            if std::arch::is_x86_feature_detected!("avx512bitalg")
                && std::arch::is_x86_feature_detected!("avx512vpopcntdq")
                && std::arch::is_x86_feature_detected!("avx512bw")
                && std::arch::is_x86_feature_detected!("avx512vl")
            {
                // SAFETY: the processor has these instructions, as was asked just now.
                unsafe { $self.$avx512($($argument),*) }
            } else if std::arch::is_x86_feature_detected!("avx2") {
                // SAFETY: as above.
                unsafe { $self.$avx2($($argument),*) }
            } else {
                $self.$any($($argument),*)
            }
        }
        #[cfg(not(target_arch = "x86_64"))]
        $self.$any($($argument),*)
    }};
}

/// Some rows of a sheet, which has so many.
struct Bits<'a, W> {
    bits: &'a [W],
    all: usize,
    rows: &'a [u32],
}

impl<'a, W: Word> Bits<'a, W> {
    fn new(bits: &'a [W], all: usize, rows: &'a [u32]) -> Self {
        Bits { bits, all, rows }
    }

    /// The bits of a row in a block.
    #[inline(always)]
    fn block<'b>(&self, block: &'b [W], row: u32) -> &'b [W; BLOCK] {
        let start = row as usize * BLOCK;
        block[start..start + BLOCK]
            .try_into()
            .expect("a whole block")
    }

    fn count(&self, win: u32, several: bool, mut tell: impl FnMut(usize, &Counts)) {
        let mut counts = Counts {
            cells: [0; BLOCK],
            several: [0; BLOCK],
            wins: [false; BLOCK],
        };
        let mut joined = [[W::default(); BLOCK]; 2];
        for (number, block) in self.bits.chunks_exact(self.all * BLOCK).enumerate() {
            match several {
                true => wider!(
                    self,
                    join_twice,
                    join_twice_avx512,
                    join_twice_avx2,
                    block,
                    &mut joined
                ),
                false => wider!(self, join, join_avx512, join_avx2, block, &mut joined),
            }
            wider!(
                self,
                tell,
                tell_avx512,
                tell_avx2,
                &joined,
                win,
                &mut counts
            );
            tell(number * BLOCK, &counts);
        }
    }

    /// The cells of any codes.
    #[inline(always)]
    fn join(&self, block: &[W], joined: &mut [[W; BLOCK]; 2]) {
        let mut any = [W::default(); BLOCK];
        for &row in self.rows {
            let bits = self.block(block, row);
            for at in 0..BLOCK {
                any[at] = any[at] | bits[at];
            }
        }
        joined[0] = any;
    }

    /// The cells of any codes, and those of several.
    #[inline(always)]
    fn join_twice(&self, block: &[W], joined: &mut [[W; BLOCK]; 2]) {
        let (mut any, mut several) = ([W::default(); BLOCK], [W::default(); BLOCK]);
        for &row in self.rows {
            let bits = self.block(block, row);
            for at in 0..BLOCK {
                several[at] = several[at] | any[at] & bits[at];
                any[at] = any[at] | bits[at];
            }
        }
        *joined = [any, several];
    }

    #[inline(always)]
    fn tell(&self, [any, several]: &[[W; BLOCK]; 2], win: u32, counts: &mut Counts) {
        for at in 0..BLOCK {
            counts.cells[at] = any[at].ones() as u8;
            counts.several[at] = several[at].ones() as u8;
            counts.wins[at] = any[at].has(win);
        }
    }

    fn sum_up(
        &self,
        last: u32,
        asked: impl Fn(usize) -> bool,
        mut tell: impl FnMut(usize, &[u32; BLOCK]),
    ) {
        // The size of each cell as a number in base 2, the bits of all cells of a column side by side.
        let last = last.min(self.rows.len() as u32);
        let digits = (usize::BITS - self.rows.len().leading_zeros()) as usize;
        let mut sizes = vec![[W::default(); BLOCK]; digits];
        let mut sums = [0; BLOCK];
        for (number, block) in self.bits.chunks_exact(self.all * BLOCK).enumerate() {
            if asked(number * BLOCK) {
                wider!(
                    self, sum, sum_avx512, sum_avx2, block, last, &mut sizes, &mut sums
                );
                tell(number * BLOCK, &sums);
            }
        }
    }

    #[inline(always)]
    fn sum(&self, block: &[W], last: u32, sizes: &mut [[W; BLOCK]], sums: &mut [u32; BLOCK]) {
        sizes.fill([W::default(); BLOCK]);
        let mut pairs = self.rows.chunks_exact(2);
        for pair in &mut pairs {
            let (a, b) = (self.block(block, pair[0]), self.block(block, pair[1]));
            let mut carry = [W::default(); BLOCK];
            let (ones, others) = sizes.split_first_mut().expect("a set has codes");
            for at in 0..BLOCK {
                let (one, both) = (a[at] ^ b[at], a[at] & b[at]);
                carry[at] = both | ones[at] & one;
                ones[at] = ones[at] ^ one;
            }
            add(others, carry);
        }
        for &row in pairs.remainder() {
            add(sizes, *self.block(block, row));
        }
        let (mut more, mut same) = ([W::default(); BLOCK], [!W::default(); BLOCK]);
        for (digit, sizes) in sizes.iter().enumerate().rev() {
            for at in 0..BLOCK {
                match last.checked_shr(digit as u32).unwrap_or(0) & 1 {
                    0 => {
                        more[at] = more[at] | same[at] & sizes[at];
                        same[at] = same[at] & !sizes[at];
                    }
                    _ => same[at] = same[at] & sizes[at],
                }
            }
        }
        for at in 0..BLOCK {
            sums[at] = more[at].ones() * last;
        }
        for (digit, sizes) in sizes.iter().enumerate() {
            for at in 0..BLOCK {
                sums[at] += (sizes[at] & !more[at]).ones() << digit;
            }
        }
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vpopcntdq,avx512bitalg")]
    #[inline(never)]
    fn join_avx512(&self, block: &[W], joined: &mut [[W; BLOCK]; 2]) {
        self.join(block, joined)
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    #[inline(never)]
    fn join_avx2(&self, block: &[W], joined: &mut [[W; BLOCK]; 2]) {
        self.join(block, joined)
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vpopcntdq,avx512bitalg")]
    #[inline(never)]
    fn join_twice_avx512(&self, block: &[W], joined: &mut [[W; BLOCK]; 2]) {
        self.join_twice(block, joined)
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    #[inline(never)]
    fn join_twice_avx2(&self, block: &[W], joined: &mut [[W; BLOCK]; 2]) {
        self.join_twice(block, joined)
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vpopcntdq,avx512bitalg")]
    #[inline(never)]
    fn tell_avx512(&self, joined: &[[W; BLOCK]; 2], win: u32, counts: &mut Counts) {
        self.tell(joined, win, counts)
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    #[inline(never)]
    fn tell_avx2(&self, joined: &[[W; BLOCK]; 2], win: u32, counts: &mut Counts) {
        self.tell(joined, win, counts)
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vpopcntdq,avx512bitalg")]
    #[inline(never)]
    fn sum_avx512(
        &self,
        block: &[W],
        last: u32,
        sizes: &mut [[W; BLOCK]],
        sums: &mut [u32; BLOCK],
    ) {
        self.sum(block, last, sizes, sums)
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    #[inline(never)]
    fn sum_avx2(&self, block: &[W], last: u32, sizes: &mut [[W; BLOCK]], sums: &mut [u32; BLOCK]) {
        self.sum(block, last, sizes, sums)
    }
}

/// Adds one to the numbers whose bits are set.
#[inline(always)]
fn add<W: Word>(numbers: &mut [[W; BLOCK]], mut carry: [W; BLOCK]) {
    for digit in numbers {
        for (digit, carry) in digit.iter_mut().zip(&mut carry) {
            let next = *digit & *carry;
            *digit = *digit ^ *carry;
            *carry = next;
        }
    }
}
