//! The two passes over all guesses in which nearly all of the time goes: how many
//! different answers each guess gets from a set, and the sum of tabulated bounds over its
//! cells. Plain versions here; the compiler vectorises the first. The versions for AVX-512 are in
//! [`super::kernel512`] and [`super::sums512`].

use super::candidates::Candidates;
use super::matrix::{LANES, Line, Sheet, as_bytes, as_bytes_mut};
use super::pairs::{BLOCK, Bits, Excess};

/// How the processor is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Isa {
    Portable,
    Avx2,
    Avx512,
}

impl Isa {
    /// The best that this processor has.
    pub fn detect() -> Self {
        #[cfg(target_arch = "x86_64")]
        {
            if super::kernel512::supported() {
                return Isa::Avx512;
            }
            if is_x86_feature_detected!("avx2") {
                return Isa::Avx2;
            }
        }
        Isa::Portable
    }

    /// Whether this processor can run it.
    pub fn available(self) -> bool {
        match self {
            Isa::Portable => true,
            #[cfg(target_arch = "x86_64")]
            Isa::Avx2 => is_x86_feature_detected!("avx2"),
            #[cfg(target_arch = "x86_64")]
            Isa::Avx512 => super::kernel512::supported(),
            #[cfg(not(target_arch = "x86_64"))]
            _ => false,
        }
    }
}

/// What a pass must know about labels.
pub(super) struct Labels {
    /// All but the winning one, ascending.
    pub list: Vec<u8>,
    /// For each group of eight labels, the bit of each label, 0 outside the group.
    pub planes: Vec<Line>,
    /// Whether all labels, the winning one included, are below 64.
    pub narrow: bool,
    pub win: u8,
    bits: Box<[u64; 256]>,
}

impl Labels {
    pub fn new(list: &[u8], win: u8) -> Self {
        let narrow = list.iter().chain([&win]).all(|&label| label < 64);
        let mut planes = vec![Line([0; LANES]); list.len().div_ceil(8)];
        let mut bits = Box::new([0; 256]);
        if narrow {
            for (index, &label) in list.iter().enumerate() {
                planes[index / 8].0[usize::from(label)] = 1 << (index % 8);
                bits[usize::from(label)] = 1 << index;
            }
        }
        Labels {
            list: list.to_vec(),
            planes,
            narrow,
            win,
            bits,
        }
    }

    /// A bit per label, none for the winning one; for narrow labels only.
    #[inline]
    pub fn bit(&self, label: u8) -> u64 {
        self.bits[usize::from(label)]
    }
}

/// Counts the different answers, the winning one left out, that each guess gets from a set.
///
/// Writes one count per column and returns the greatest. As soon as some column reaches
/// `enough`, if given, it returns that count; the later lines of `out` are then not written.
pub(super) fn distinct(
    isa: Isa,
    sheet: &Sheet,
    set: &[u16],
    labels: &Labels,
    enough: Option<u8>,
    out: &mut [Line],
) -> u8 {
    assert_eq!(out.len(), sheet.lines_per_row());
    match isa {
        #[cfg(target_arch = "x86_64")]
        Isa::Avx512 if labels.narrow && labels.planes.len() <= 4 => {
            // SAFETY: the engine takes AVX-512 only where it was detected.
            unsafe { super::kernel512::distinct(sheet, set, &labels.planes, enough, out) }
        }
        #[cfg(target_arch = "x86_64")]
        // SAFETY: the engine takes AVX2 (which AVX-512 includes) only where it was detected.
        Isa::Avx2 | Isa::Avx512 => unsafe { distinct_avx2(sheet, set, labels, enough, out) },
        _ => distinct_plain(sheet, set, labels, enough, out),
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn distinct_avx2(
    sheet: &Sheet,
    set: &[u16],
    labels: &Labels,
    enough: Option<u8>,
    out: &mut [Line],
) -> u8 {
    distinct_plain(sheet, set, labels, enough, out)
}

#[inline(always)]
fn distinct_plain(
    sheet: &Sheet,
    set: &[u16],
    labels: &Labels,
    enough: Option<u8>,
    out: &mut [Line],
) -> u8 {
    let mut greatest = 0;
    for (index, counts) in out.iter_mut().enumerate() {
        let lines = set
            .iter()
            .map(|&code| &sheet.row(usize::from(code))[index].0);
        if labels.narrow {
            let mut seen = [0u64; LANES];
            for line in lines {
                for (seen, &label) in seen.iter_mut().zip(line) {
                    *seen |= labels.bit(label);
                }
            }
            for (count, seen) in counts.0.iter_mut().zip(&seen) {
                *count = seen.count_ones() as u8;
            }
        } else {
            let mut seen = [[0u64; 4]; LANES];
            for line in lines {
                for (seen, &label) in seen.iter_mut().zip(line) {
                    seen[usize::from(label) / 64] |= 1 << (label % 64);
                }
            }
            let mut winning = [0u64; 4];
            winning[usize::from(labels.win) / 64] |= 1 << (labels.win % 64);
            for (count, seen) in counts.0.iter_mut().zip(&seen) {
                *count = (0..4)
                    .map(|word| (seen[word] & !winning[word]).count_ones())
                    .sum::<u32>() as u8;
            }
        }
        greatest = counts.0.iter().copied().fold(greatest, u8::max);
        if enough.is_some_and(|enough| greatest >= enough) {
            return greatest;
        }
    }
    greatest
}

/// Sums the table's values of the cell sizes, the winning cell left out, of each guess.
///
/// Sums stop at 65535. The table covers sizes from 0 to that of the set.
pub(super) fn cell_sums(
    isa: Isa,
    sheet: &Sheet,
    set: &[u16],
    labels: &Labels,
    table: &[u16],
    out: &mut [[u16; LANES]],
) {
    assert_eq!(out.len(), sheet.lines_per_row());
    assert!(table.len() > set.len());
    match isa {
        #[cfg(target_arch = "x86_64")]
        Isa::Avx512 if labels.narrow => {
            // SAFETY: the engine takes AVX-512 only where it was detected.
            unsafe {
                let (planes, count) = (&labels.planes, labels.list.len());
                super::sums512::cell_sums(sheet, set, planes, count, table, out)
            }
        }
        _ => cell_sums_plain(sheet, set, labels, table, out),
    }
}

fn cell_sums_plain(
    sheet: &Sheet,
    set: &[u16],
    labels: &Labels,
    table: &[u16],
    out: &mut [[u16; LANES]],
) {
    let mut sizes = vec![[0u16; LANES]; 256];
    for (index, sums) in out.iter_mut().enumerate() {
        for &label in &labels.list {
            sizes[usize::from(label)] = [0; LANES];
        }
        for &code in set {
            let line = &sheet.row(usize::from(code))[index].0;
            for (lane, &label) in line.iter().enumerate() {
                sizes[usize::from(label)][lane] += 1;
            }
        }
        *sums = [0; LANES];
        for &label in &labels.list {
            for (sum, &size) in sums.iter_mut().zip(&sizes[usize::from(label)]) {
                *sum = sum.saturating_add(table[usize::from(size)]);
            }
        }
    }
}

/// A mask of the lanes that hold the value.
#[inline]
pub(super) fn equal(isa: Isa, line: &Line, value: u8) -> u64 {
    match isa {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: the engine takes AVX-512 only where it was detected.
        Isa::Avx512 => unsafe { super::kernel512::equal(line, value) },
        _ => line
            .0
            .iter()
            .rev()
            .fold(0, |mask, &lane| mask << 1 | u64::from(lane == value)),
    }
}

/// Marks the guesses that get the same answer from both rows; bits past the rows stay as they
/// are.
pub(super) fn equal_answers(isa: Isa, rows: [&[Line]; 2], out: &mut [Bits]) {
    assert_eq!(rows[0].len(), rows[1].len());
    assert!(rows[0].len() <= out.len() * BLOCK);
    match isa {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: the engine takes AVX-512 only where it was detected.
        Isa::Avx512 => unsafe { super::kernel512::equal_answers(rows, out) },
        _ => {
            for (index, (a, b)) in rows[0].iter().zip(rows[1]).enumerate() {
                let lanes = a.0.iter().zip(&b.0).rev();
                out[index / BLOCK].0[index % BLOCK] =
                    lanes.fold(0, |mask, (a, b)| mask << 1 | u64::from(a == b));
            }
        }
    }
}

/// How well the best guess tells codes apart, from the places of their pairs' bits.
///
/// Of `n` codes a guess gets at least `n - 1` different answers exactly if at most one pair
/// gets the same one.
pub(super) fn excess(isa: Isa, bits: &[Bits], blocks: usize, starts: &[u32]) -> Excess {
    assert!(
        starts
            .iter()
            .all(|&start| start as usize + blocks <= bits.len())
    );
    match isa {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: the engine takes AVX-512 only where it was detected; the places were checked.
        Isa::Avx512 => unsafe { super::kernel512::excess(bits, blocks, starts) },
        #[cfg(target_arch = "x86_64")]
        // SAFETY: the engine takes AVX2 only where it was detected.
        Isa::Avx2 => unsafe { excess_avx2(bits, blocks, starts) },
        _ => excess_plain(bits, blocks, starts),
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn excess_avx2(bits: &[Bits], blocks: usize, starts: &[u32]) -> Excess {
    excess_plain(bits, blocks, starts)
}

#[inline(always)]
fn excess_plain(bits: &[Bits], blocks: usize, starts: &[u32]) -> Excess {
    let mut least = Excess::More;
    for block in 0..blocks {
        let mut once = [0u64; BLOCK];
        let mut twice = [0u64; BLOCK];
        for &start in starts {
            let line = &bits[start as usize + block].0;
            for ((once, twice), &line) in once.iter_mut().zip(&mut twice).zip(line) {
                *twice |= *once & line;
                *once |= line;
            }
        }
        if once != [u64::MAX; BLOCK] {
            return Excess::None;
        }
        if twice != [u64::MAX; BLOCK] {
            least = Excess::One;
        }
    }
    least
}

/// Copies the chosen columns of a row side by side and fills the rest.
pub(super) fn pack(isa: Isa, row: &[Line], chosen: &Candidates, fill: u8, out: &mut [Line]) {
    let columns = chosen.list.len();
    let out = as_bytes_mut(out);
    match isa {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: the engine takes AVX-512 only where it was detected.
        Isa::Avx512 => unsafe { super::kernel512::pack(row, &chosen.masks, out) },
        _ => {
            let row = as_bytes(row);
            for (out, &guess) in out.iter_mut().zip(&chosen.list) {
                *out = row[guess as usize];
            }
        }
    }
    out[columns..].fill(fill);
}

#[cfg(test)]
mod tests {
    use super::super::matrix::Matrix;
    use super::*;
    use crate::feedback::FeedbackKind;
    use crate::rules::{Allowed, Rules};

    /// Games of one to four planes of labels, and one of more labels than planes can hold.
    fn games() -> Vec<Matrix> {
        [
            (4, 6, FeedbackKind::Black),
            (4, 6, FeedbackKind::BlackWhite),
            (5, 4, FeedbackKind::BlackWhite),
            (6, 3, FeedbackKind::BlackWhite),
            (5, 3, FeedbackKind::Position),
        ]
        .map(|(pegs, colors, kind)| {
            let rules = Rules::new(pegs, colors, Allowed::Any, kind).unwrap();
            Matrix::new(&rules, usize::MAX).unwrap()
        })
        .into()
    }

    fn sets(matrix: &Matrix) -> impl Iterator<Item = Vec<u16>> {
        let codes = matrix.secrets();
        let sizes = [1, 2, 7, 8, 9, 15, 16, 17, 40, 64, 129, 240, 255, 256, 700];
        sizes
            .into_iter()
            .filter(move |&size| size <= codes)
            .map(move |size| (0..size).map(|place| (place * 89 % codes) as u16).collect())
    }

    fn processors() -> impl Iterator<Item = Isa> {
        [Isa::Portable, Isa::Avx2, Isa::Avx512]
            .into_iter()
            .filter(|isa| isa.available())
    }

    #[test]
    fn different_answers_are_counted_for_every_guess() {
        for matrix in games() {
            let labels = Labels::new(matrix.labels(), matrix.win());
            let sheet = matrix.by_secret();
            for set in sets(&matrix) {
                for isa in processors() {
                    let mut counts = vec![Line([u8::MAX; LANES]); sheet.lines_per_row()];
                    distinct(isa, sheet, &set, &labels, None, &mut counts);
                    for guess in 0..matrix.guesses() {
                        let mut answers: Vec<u8> = set
                            .iter()
                            .map(|&code| matrix.answers(guess as u32)[usize::from(code)])
                            .filter(|&answer| answer != matrix.win())
                            .collect();
                        answers.sort_unstable();
                        answers.dedup();
                        let count = counts[guess / LANES].0[guess % LANES];
                        assert_eq!(usize::from(count), answers.len());
                    }
                }
            }
        }
    }

    #[test]
    fn cells_add_up_alike_on_every_processor() {
        for matrix in games() {
            let labels = Labels::new(matrix.labels(), matrix.win());
            let sheet = matrix.by_secret();
            for set in sets(&matrix) {
                // Values that fit into bytes, and some that do not; with one for no code at all.
                for scale in [1, 50, 700] {
                    let value =
                        |size: usize| (3 + (size * size + size / 3) * scale % 40_000) as u16;
                    let table: Vec<u16> = (0..=set.len()).map(value).collect();
                    let sums = |isa| {
                        let mut sums = vec![[1; LANES]; sheet.lines_per_row()];
                        cell_sums(isa, sheet, &set, &labels, &table, &mut sums);
                        sums
                    };
                    let plain = sums(Isa::Portable);
                    for isa in processors() {
                        assert!(sums(isa) == plain, "{isa:?} {} codes", set.len());
                    }
                }
            }
        }
    }
}
