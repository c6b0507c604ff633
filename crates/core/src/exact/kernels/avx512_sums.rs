//! The sums over cells of [`super`] for processors with AVX-512 and byte shuffles.

use std::arch::x86_64::*;

use super::avx512::{fetch_later, load, store};
use super::lines::{LANES, Line, Sheet};

/// How many lines ahead a row is fetched by the first pass over it, as many at once: rows are many and far apart, and lie
/// in a far cache, which gives neighbors sooner.
const AHEAD: usize = 4;

/// Labels of a plane: the bits of a byte.
const LABELS: usize = 8;

/// See [`super::cell_sums`]; the labels come as their planes of bits, and their number.
///
/// # Safety
/// Every code of the set has a row in the sheet, and `first_line + out.len()` is at most the
/// number of lines of a row.
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
pub(super) unsafe fn cell_sums(
    sheet: &Sheet,
    set: &[u16],
    planes: &[Line],
    labels: usize,
    table: &[u16],
    first_line: usize,
    out: &mut [[u16; LANES]],
) {
    let digits = (u8::BITS - (set.len().min(255) as u8).leading_zeros()).saturating_sub(3);
    // SAFETY: what the caller promises is what these functions ask for.
    unsafe {
        match digits {
            0 => cell_sums_in::<0>(sheet, set, planes, labels, table, first_line, out),
            1 => cell_sums_in::<1>(sheet, set, planes, labels, table, first_line, out),
            2 => cell_sums_in::<2>(sheet, set, planes, labels, table, first_line, out),
            3 => cell_sums_in::<3>(sheet, set, planes, labels, table, first_line, out),
            4 => cell_sums_in::<4>(sheet, set, planes, labels, table, first_line, out),
            _ if set.len() <= 255 => {
                cell_sums_in::<5>(sheet, set, planes, labels, table, first_line, out);
            }
            _ => cell_sums_long(sheet, set, planes, labels, table, first_line, out),
        }
    }
}

/// For sets whose cells a byte counts; `HIGH` is how many bits a size has, but for the last three.
///
/// # Safety
/// As for [`cell_sums`].
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
unsafe fn cell_sums_in<const HIGH: usize>(
    sheet: &Sheet,
    set: &[u16],
    planes: &[Line],
    labels: usize,
    table: &[u16],
    first_line: usize,
    out: &mut [[u16; LANES]],
) {
    let lookup = Lookup::new(&table[..=set.len()]);
    for (index, sums) in out.iter_mut().enumerate() {
        let mut sum = Sum::new(&lookup);
        for (plane, first) in planes.iter().zip((0..labels).step_by(LABELS)) {
            // SAFETY: every code has a row, and the caller asks for lines of a row only.
            let sizes = unsafe {
                match (first, index % AHEAD) {
                    (0, 0) => sizes::<HIGH, true>(sheet, set, first_line + index, load(plane)),
                    _ => sizes::<HIGH, false>(sheet, set, first_line + index, load(plane)),
                }
            };
            for &sizes in &sizes[..LABELS.min(labels - first)] {
                sum.add(sizes);
            }
        }
        sum.store(sums);
    }
}

/// The same for larger sets: bytes are emptied into wider counters before they overflow.
///
/// # Safety
/// As for [`cell_sums`].
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
unsafe fn cell_sums_long(
    sheet: &Sheet,
    set: &[u16],
    planes: &[Line],
    labels: usize,
    table: &[u16],
    first_line: usize,
    out: &mut [[u16; LANES]],
) {
    for (index, sums) in out.iter_mut().enumerate() {
        *sums = [0; LANES];
        for (plane, first) in planes.iter().zip((0..labels).step_by(LABELS)) {
            let mut long = [[0u16; LANES]; LABELS];
            for part in set.chunks(usize::from(u8::MAX)) {
                // SAFETY: every code has a row, and the caller asks for lines of a row only.
                let sizes =
                    unsafe { sizes::<5, false>(sheet, part, first_line + index, load(plane)) };
                for (long, sizes) in long.iter_mut().zip(sizes) {
                    let mut bytes = Line([0; LANES]);
                    store(sizes, &mut bytes);
                    for (long, &size) in long.iter_mut().zip(&bytes.0) {
                        *long += u16::from(size);
                    }
                }
            }
            for long in &long[..LABELS.min(labels - first)] {
                for (sum, &size) in sums.iter_mut().zip(long) {
                    *sum = sum.saturating_add(table[usize::from(size)]);
                }
            }
        }
    }
}

/// The sizes of the cells of 64 guesses for the eight labels of a plane, a byte each.
///
/// A shuffle turns the label of a code into the bit of its plane. These bits are counted in
/// vertical counters, one vector per binary digit, with adders of logic that take eight codes at
/// a time (Harley and Seal; Muła, Kurz and Lemire, Faster population counts using AVX2
/// instructions, The Computer Journal, 2018). Turning digits and labels around at the end makes
/// bytes of them. Counting each label by comparison would take a compare and an
/// addition for every label of every code. `FETCH` asks for the later lines of the rows.
///
/// # Safety
/// Every code of the set has a row in the sheet, and a row has more than `index` lines.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
unsafe fn sizes<const HIGH: usize, const FETCH: bool>(
    sheet: &Sheet,
    set: &[u16],
    index: usize,
    plane: __m512i,
) -> [__m512i; LABELS] {
    const AT_ONCE: usize = 8;
    let stride = sheet.lines_per_row();
    let all = sheet.lines();
    let zero = _mm512_setzero_si512();
    let (mut ones, mut twos, mut fours) = (zero, zero, zero);
    let mut high = [zero; HIGH];
    for codes in set.chunks(AT_ONCE) {
        let mut bits = [zero; AT_ONCE];
        for (bits, &code) in bits.iter_mut().zip(codes) {
            debug_assert!(usize::from(code) * stride + index < all.len());
            // SAFETY: the code has a row of `stride` lines, and `index < stride`.
            let here = unsafe { all.get_unchecked(usize::from(code) * stride + index) };
            if FETCH {
                for line in 0..AHEAD {
                    fetch_later(here, AHEAD + line);
                }
            }
            *bits = _mm512_permutexvar_epi8(load(here), plane);
        }
        let mut carries = [zero; 2];
        for (carry, bits) in carries.iter_mut().zip(bits.chunks_exact(4)) {
            let (first, second);
            (ones, first) = add(ones, bits[0], bits[1]);
            (ones, second) = add(ones, bits[2], bits[3]);
            (twos, *carry) = add(twos, first, second);
        }
        let mut carry;
        (fours, carry) = add(fours, carries[0], carries[1]);
        for digit in &mut high {
            (*digit, carry) = (
                _mm512_xor_si512(*digit, carry),
                _mm512_and_si512(*digit, carry),
            );
        }
    }
    let mut digits = [ones, twos, fours, zero, zero, zero, zero, zero];
    digits[3..3 + HIGH].copy_from_slice(&high);
    transpose(digits)
}

/// The sum of three digits, and its carry.
#[inline]
#[target_feature(enable = "avx512f")]
fn add(a: __m512i, b: __m512i, c: __m512i) -> (__m512i, __m512i) {
    (
        _mm512_ternarylogic_epi64::<0x96>(a, b, c),
        _mm512_ternarylogic_epi64::<0xe8>(a, b, c),
    )
}

/// Exchanges bits and vectors within each byte: bit `i` of vector `j` becomes bit `j` of
/// vector `i`.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn transpose(mut rows: [__m512i; LABELS]) -> [__m512i; LABELS] {
    macro_rules! swap {
        ($apart:literal, $mask:literal, $($row:literal)*) => {
            $(
                let mask = _mm512_set1_epi8($mask);
                let right = _mm512_srli_epi16::<$apart>(rows[$row]);
                // (right ^ other) & mask
                let moved = _mm512_ternarylogic_epi64::<0x28>(right, rows[$row + $apart], mask);
                rows[$row + $apart] = _mm512_xor_si512(rows[$row + $apart], moved);
                let left = _mm512_slli_epi16::<$apart>(moved);
                rows[$row] = _mm512_xor_si512(rows[$row], left);
            )*
        };
    }
    swap!(4, 0x0f, 0 1 2 3);
    swap!(2, 0x33, 0 1 4 5);
    swap!(1, 0x55, 0 2 4 6);
    rows
}

/// A table of sixteen-bit values for byte indices, as two tables of bytes.
pub(super) struct Lookup {
    low: [__m512i; 4],
    high: [__m512i; 4],
    /// Quarters of 64 entries in use.
    quarters: usize,
    /// How many values can be added up as bytes; none if some are wider.
    together: usize,
}

impl Lookup {
    #[target_feature(enable = "avx512f,avx512bw")]
    pub(super) fn new(table: &[u16]) -> Self {
        let mut low = [Line([0; LANES]); 4];
        let mut high = [Line([0; LANES]); 4];
        for (index, &value) in table.iter().enumerate() {
            let [a, b] = value.to_le_bytes();
            low[index / LANES].0[index % LANES] = a;
            high[index / LANES].0[index % LANES] = b;
        }
        Lookup {
            low: [load(&low[0]), load(&low[1]), load(&low[2]), load(&low[3])],
            high: [
                load(&high[0]),
                load(&high[1]),
                load(&high[2]),
                load(&high[3]),
            ],
            quarters: table.len().div_ceil(LANES),
            together: table
                .iter()
                .max()
                .map_or(0, |&most| 255 / usize::from(most.max(1))),
        }
    }

    /// The values of the even and of the odd lanes.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
    fn values(&self, index: __m512i) -> (__m512i, __m512i) {
        let low = self.bytes(&self.low, index);
        let high = self.bytes(&self.high, index);
        let byte = _mm512_set1_epi16(0xff);
        let even = _mm512_or_si512(_mm512_and_si512(low, byte), _mm512_slli_epi16::<8>(high));
        let odd = _mm512_or_si512(_mm512_srli_epi16::<8>(low), _mm512_andnot_si512(byte, high));
        (even, odd)
    }

    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
    fn bytes(&self, table: &[__m512i; 4], index: __m512i) -> __m512i {
        if self.quarters == 1 {
            return _mm512_permutexvar_epi8(index, table[0]);
        }
        let first = _mm512_permutex2var_epi8(table[0], index, table[1]);
        if self.quarters == 2 {
            return first;
        }
        let second = _mm512_permutex2var_epi8(table[2], index, table[3]);
        _mm512_mask_blend_epi8(_mm512_movepi8_mask(index), first, second)
    }
}

/// The sums of 64 guesses while they are added up.
pub(super) struct Sum<'a> {
    lookup: &'a Lookup,
    /// Sums of the even and of the odd lanes.
    even: __m512i,
    odd: __m512i,
    /// Values that were added as bytes, and how many.
    bytes: __m512i,
    pending: usize,
}

impl<'a> Sum<'a> {
    #[target_feature(enable = "avx512f")]
    pub(super) fn new(lookup: &'a Lookup) -> Self {
        let zero = _mm512_setzero_si512();
        Sum {
            lookup,
            even: zero,
            odd: zero,
            bytes: zero,
            pending: 0,
        }
    }

    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
    fn add(&mut self, sizes: __m512i) {
        if self.lookup.together == 0 {
            let (even, odd) = self.lookup.values(sizes);
            self.even = _mm512_adds_epu16(self.even, even);
            self.odd = _mm512_adds_epu16(self.odd, odd);
            return;
        }
        let values = self.lookup.bytes(&self.lookup.low, sizes);
        self.bytes = _mm512_add_epi8(self.bytes, values);
        self.pending += 1;
        if self.pending == self.lookup.together {
            self.widen();
        }
    }

    /// Adds the values of some lanes only.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
    pub(super) fn add_some(&mut self, lanes: __mmask64, sizes: __m512i) {
        if self.lookup.together == 0 {
            let (even, odd) = self.lookup.values(sizes);
            // Lanes in pairs: the even one of each is the low half of a wide lane.
            let both = _mm512_movm_epi8(lanes);
            let even_lanes = _mm512_cmpneq_epi16_mask(
                _mm512_and_si512(both, _mm512_set1_epi16(0xff)),
                _mm512_setzero_si512(),
            );
            let odd_lanes = _mm512_movepi16_mask(both);
            self.even = _mm512_mask_adds_epu16(self.even, even_lanes, self.even, even);
            self.odd = _mm512_mask_adds_epu16(self.odd, odd_lanes, self.odd, odd);
            return;
        }
        let values = self.lookup.bytes(&self.lookup.low, sizes);
        self.bytes = _mm512_mask_add_epi8(self.bytes, lanes, self.bytes, values);
        self.pending += 1;
        if self.pending == self.lookup.together {
            self.widen();
        }
    }

    #[inline]
    #[target_feature(enable = "avx512f,avx512bw")]
    fn widen(&mut self) {
        let even = _mm512_and_si512(self.bytes, _mm512_set1_epi16(0xff));
        let odd = _mm512_srli_epi16::<8>(self.bytes);
        self.even = _mm512_adds_epu16(self.even, even);
        self.odd = _mm512_adds_epu16(self.odd, odd);
        self.bytes = _mm512_setzero_si512();
        self.pending = 0;
    }

    #[inline]
    #[target_feature(enable = "avx512f,avx512bw")]
    pub(super) fn store(mut self, out: &mut [u16; LANES]) {
        self.widen();
        // Lanes 0, 2, 4 ... are in `even`, lanes 1, 3, 5 ... in `odd`.
        let low = _mm512_unpacklo_epi16(self.even, self.odd);
        let high = _mm512_unpackhi_epi16(self.even, self.odd);
        // Unpacking stays within quarters: put them in order.
        let first =
            _mm512_permutex2var_epi64(low, _mm512_setr_epi64(0, 1, 8, 9, 2, 3, 10, 11), high);
        let second =
            _mm512_permutex2var_epi64(low, _mm512_setr_epi64(4, 5, 12, 13, 6, 7, 14, 15), high);
        let (start, end) = out.split_at_mut(LANES / 2);
        // SAFETY: both halves are 32 numbers of two bytes, and these stores need no alignment.
        unsafe {
            _mm512_storeu_si512(start.as_mut_ptr().cast(), first);
            _mm512_storeu_si512(end.as_mut_ptr().cast(), second);
        }
    }
}
