//! Counts the cells that many guesses make, at once.

/// How many columns are looked at together, so that their counts stay in the nearest cache.
pub const BLOCK: usize = 1024;

/// A bit for each cell of a block of columns, and how many cells each column has.
pub struct Cells {
    pub any: [u32; BLOCK],
    /// Only the cells of more than one code.
    pub several: [u32; BLOCK],
    pub count: [u32; BLOCK],
}

impl Cells {
    pub fn new() -> Cells {
        Cells {
            any: [0; BLOCK],
            several: [0; BLOCK],
            count: [0; BLOCK],
        }
    }

    /// Joins the bits of some rows; with wider instructions where the processor has them.
    pub fn fill(&mut self, rows: &[&[u32]]) {
        self.any.fill(0);
        self.several.fill(0);
        #[cfg(target_arch = "x86_64")]
        if std::arch::is_x86_feature_detected!("avx512vpopcntdq")
            && std::arch::is_x86_feature_detected!("avx512vl")
        {
            // SAFETY: the processor has these instructions, as was asked just now.
            return unsafe { self.fill_avx512(rows) };
        } else if std::arch::is_x86_feature_detected!("avx2") {
            // SAFETY: as above.
            return unsafe { self.fill_avx2(rows) };
        }
        self.fill_anywhere(rows);
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx512f,avx512vl,avx512vpopcntdq")]
    fn fill_avx512(&mut self, rows: &[&[u32]]) {
        self.fill_anywhere(rows);
    }

    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    fn fill_avx2(&mut self, rows: &[&[u32]]) {
        self.fill_anywhere(rows);
    }

    #[inline(always)]
    fn fill_anywhere(&mut self, rows: &[&[u32]]) {
        let mut pairs = rows.chunks_exact(2);
        for pair in &mut pairs {
            let cells = self.any.iter_mut().zip(&mut self.several);
            for ((any, several), (a, b)) in cells.zip(pair[0].iter().zip(pair[1])) {
                *several |= *any & (a | b) | a & b;
                *any |= a | b;
            }
        }
        for row in pairs.remainder() {
            for ((any, several), bit) in self.any.iter_mut().zip(&mut self.several).zip(*row) {
                *several |= *any & bit;
                *any |= bit;
            }
        }
        for (count, any) in self.count.iter_mut().zip(&self.any) {
            *count = any.count_ones();
        }
    }
}
