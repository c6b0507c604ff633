//! Counts the cells that many guesses make of a set, at once.

use std::ops::{BitAnd, BitOr, BitXor, Not, Range};

/// How many guesses are looked at together.
pub const BLOCK: usize = 64;

/// For each guess of a block: how many cells it makes, how many of these have several codes, and whether it
/// finds a code.
pub struct Counts {
    pub cells: [u8; BLOCK],
    pub several: [u8; BLOCK],
    pub wins: [bool; BLOCK],
}

/// The most answers of a game whose guesses are looked at together: a set of answers is a number of 16 or 32 bits.
pub const MOST_OF_ROWS: usize = 32;

/// The answers of all guesses to the codes of a set: a row for each code, of whole blocks.
pub struct Rows<'a> {
    pub rows: Vec<&'a [u8]>,
    pub answers: usize,
    pub guesses: usize,
}

impl Rows<'_> {
    /// Counts the cells of the guesses in these blocks until it is told to stop.
    pub fn count(
        &self,
        blocks: impl Iterator<Item = usize>,
        tell: impl FnMut(usize, &Counts) -> bool,
    ) {
        match self.answers <= 16 {
            true => self.count_in::<u16>(blocks, false, tell),
            false => self.count_in::<u32>(blocks, false, tell),
        }
    }

    /// The same for all blocks, with the cells of several codes.
    pub fn count_several(&self, mut tell: impl FnMut(usize, &Counts)) {
        let tell = |block, counts: &Counts| {
            tell(block, counts);
            true
        };
        match self.answers <= 16 {
            true => self.count_in::<u16>(self.blocks(), true, tell),
            false => self.count_in::<u32>(self.blocks(), true, tell),
        }
    }

    /// The sizes of the cells that the guesses of these blocks make.
    pub fn sizes(&self, blocks: impl Iterator<Item = usize>) -> Sizes {
        match self.answers <= 16 {
            true => Sizes::Narrow(self.sizes_in(blocks)),
            false => Sizes::Wide(self.sizes_in(blocks)),
        }
    }

    /// All blocks that have guesses.
    pub fn blocks(&self) -> Range<usize> {
        0..self.guesses.div_ceil(BLOCK)
    }

    /// The guesses of a block.
    pub fn guesses_of(&self, block: usize) -> Range<usize> {
        block * BLOCK..self.guesses.min((block + 1) * BLOCK)
    }

    fn count_in<W: Word>(
        &self,
        blocks: impl Iterator<Item = usize>,
        several: bool,
        mut tell: impl FnMut(usize, &Counts) -> bool,
    ) {
        let mut counts = Counts {
            cells: [0; BLOCK],
            several: [0; BLOCK],
            wins: [false; BLOCK],
        };
        let win = self.answers as u32 - 1;
        for block in blocks {
            match several {
                true => W::join_twice(&self.rows, block, win, &mut counts),
                false => W::join(&self.rows, block, win, &mut counts),
            }
            if !tell(block, &counts) {
                return;
            }
        }
    }

    fn sizes_in<W: Word>(&self, blocks: impl Iterator<Item = usize>) -> Vec<(usize, Digits<W>)> {
        let digits = (usize::BITS - self.rows.len().leading_zeros()) as usize;
        let mut sizes = Vec::new();
        for block in blocks {
            let mut of_block = vec![[W::default(); BLOCK]; digits];
            W::add_up(&self.rows, block, &mut of_block);
            sizes.push((block, of_block));
        }
        sizes
    }
}

/// The sizes of the cells of a block of guesses as numbers in base 2: for each digit and guess a set of those
/// answers that have a one there.
type Digits<W> = Vec<[W; BLOCK]>;

/// The sizes of the cells of some blocks.
pub enum Sizes {
    Narrow(Vec<(usize, Digits<u16>)>),
    Wide(Vec<(usize, Digits<u32>)>),
}

impl Sizes {
    /// For each guess the sum of the sizes of its cells, each counted up to `last`.
    pub fn sum_up(&self, last: u32, tell: impl FnMut(usize, &[u32; BLOCK])) {
        match self {
            Sizes::Narrow(sizes) => sum_up(sizes, last, tell),
            Sizes::Wide(sizes) => sum_up(sizes, last, tell),
        }
    }
}

fn sum_up<W: Word>(
    sizes: &[(usize, Digits<W>)],
    last: u32,
    mut tell: impl FnMut(usize, &[u32; BLOCK]),
) {
    let mut sums = [0; BLOCK];
    for (block, sizes) in sizes {
        let most = (1u32 << sizes.len()) - 1;
        W::sum(sizes, last.min(most), &mut sums);
        tell(*block, &sums);
    }
}

/// A set of 16 or 32 answers.
trait Word:
    Copy
    + Default
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
{
    /// The set of one answer.
    fn one(answer: u8) -> Self;
    fn ones(self) -> u32;
    fn has(self, answer: u32) -> bool;

    fn join(rows: &[&[u8]], block: usize, win: u32, counts: &mut Counts);
    fn join_twice(rows: &[&[u8]], block: usize, win: u32, counts: &mut Counts);
    fn add_up(rows: &[&[u8]], block: usize, sizes: &mut [[Self; BLOCK]]);
    fn sum(sizes: &[[Self; BLOCK]], last: u32, sums: &mut [u32; BLOCK]);
}

/// A function as it is compiled for the widest instructions that the processor has.
macro_rules! wider {
    ($word:ident, $name:ident, $plain:ident, $($argument:ident: $kind:ty),*) => {
        #[inline]
        fn $name($($argument: $kind),*) {
            #[cfg(target_arch = "x86_64")]
            {
                #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vpopcntdq,avx512bitalg")]
                fn avx512($($argument: $kind),*) {
                    $plain::<$word>($($argument),*)
                }
                #[target_feature(enable = "avx2")]
                fn avx2($($argument: $kind),*) {
                    $plain::<$word>($($argument),*)
                }
                if std::arch::is_x86_feature_detected!("avx512bitalg")
                    && std::arch::is_x86_feature_detected!("avx512vpopcntdq")
                    && std::arch::is_x86_feature_detected!("avx512bw")
                    && std::arch::is_x86_feature_detected!("avx512vl")
                {
                    // SAFETY: the processor has these instructions, as was asked just now.
                    return unsafe { avx512($($argument),*) };
                }
                if std::arch::is_x86_feature_detected!("avx2") {
                    // SAFETY: as above.
                    return unsafe { avx2($($argument),*) };
                }
            }
            $plain::<$word>($($argument),*)
        }
    };
}

macro_rules! word {
    ($word:ident) => {
        impl Word for $word {
            #[inline(always)]
            fn one(answer: u8) -> $word {
                // There are as many answers as bits, or fewer.
                1 << (answer & ($word::BITS - 1) as u8)
            }
            #[inline(always)]
            fn ones(self) -> u32 {
                self.count_ones()
            }
            #[inline(always)]
            fn has(self, answer: u32) -> bool {
                self >> answer & 1 == 1
            }
            wider!($word, join, join, rows: &[&[u8]], block: usize, win: u32, counts: &mut Counts);
            wider!($word, join_twice, join_twice, rows: &[&[u8]], block: usize, win: u32, counts: &mut Counts);
            wider!($word, add_up, add_up, rows: &[&[u8]], block: usize, sizes: &mut [[$word; BLOCK]]);
            wider!($word, sum, sum, sizes: &[[$word; BLOCK]], last: u32, sums: &mut [u32; BLOCK]);
        }
    };
}

word!(u16);
word!(u32);

/// The answers of a code to the guesses of a block, each as a set.
#[inline(always)]
fn sets<W: Word>(row: &[u8], block: usize) -> [W; BLOCK] {
    let answers: &[u8; BLOCK] = row[block * BLOCK..][..BLOCK]
        .try_into()
        .expect("a whole block");
    let mut sets = [W::default(); BLOCK];
    for at in 0..BLOCK {
        sets[at] = W::one(answers[at]);
    }
    sets
}

/// The cells of any codes.
#[inline(always)]
fn join<W: Word>(rows: &[&[u8]], block: usize, win: u32, counts: &mut Counts) {
    let mut any = [W::default(); BLOCK];
    for row in rows {
        let sets = sets::<W>(row, block);
        for at in 0..BLOCK {
            any[at] = any[at] | sets[at];
        }
    }
    for (at, any) in any.into_iter().enumerate() {
        counts.cells[at] = any.ones() as u8;
        counts.wins[at] = any.has(win);
    }
}

/// The cells of any codes, and those of several.
#[inline(always)]
fn join_twice<W: Word>(rows: &[&[u8]], block: usize, win: u32, counts: &mut Counts) {
    let (mut any, mut several) = ([W::default(); BLOCK], [W::default(); BLOCK]);
    for row in rows {
        let sets = sets::<W>(row, block);
        for at in 0..BLOCK {
            several[at] = several[at] | any[at] & sets[at];
            any[at] = any[at] | sets[at];
        }
    }
    for at in 0..BLOCK {
        counts.cells[at] = any[at].ones() as u8;
        counts.several[at] = several[at].ones() as u8;
        counts.wins[at] = any[at].has(win);
    }
}

/// The sizes of all cells: numbers in base 2 are added side by side, four codes at a time.
#[inline(always)]
fn add_up<W: Word>(rows: &[&[u8]], block: usize, sizes: &mut [[W; BLOCK]]) {
    let mut fours = rows.chunks_exact(4);
    for four in &mut fours {
        let (low, high) = sizes.split_at_mut(2);
        let (a, b) = (sets::<W>(four[0], block), sets::<W>(four[1], block));
        let (c, d) = (sets::<W>(four[2], block), sets::<W>(four[3], block));
        let mut carry = [W::default(); BLOCK];
        for at in 0..BLOCK {
            let (one, two) = three(low[0][at], a[at], b[at]);
            let (one, other_two) = three(one, c[at], d[at]);
            let (two, four) = three(low[1][at], two, other_two);
            (low[0][at], low[1][at], carry[at]) = (one, two, four);
        }
        add(high, carry);
    }
    for row in fours.remainder() {
        add(sizes, sets(row, block));
    }
}

/// The two digits of the sum of three.
#[inline(always)]
fn three<W: Word>(a: W, b: W, c: W) -> (W, W) {
    (a ^ b ^ c, a & b | (a ^ b) & c)
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

/// The sums of the sizes, each counted up to `last`.
#[inline(always)]
fn sum<W: Word>(sizes: &[[W; BLOCK]], last: u32, sums: &mut [u32; BLOCK]) {
    let (mut more, mut same) = ([W::default(); BLOCK], [!W::default(); BLOCK]);
    for (digit, sizes) in sizes.iter().enumerate().rev() {
        for at in 0..BLOCK {
            match last >> digit & 1 {
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
