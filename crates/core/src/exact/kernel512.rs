//! The passes of [`super::kernel`] for processors with AVX-512 and byte shuffles (VBMI), such
//! as AMD Zen 4 and Intel Ice Lake and later: 64 guesses per instruction.

use std::arch::x86_64::*;

use super::matrix::{LANES, Line, Sheet};
use super::pairs::{BLOCK, Bits, Excess};

pub(super) fn supported() -> bool {
    is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512vbmi")
        && is_x86_feature_detected!("avx512bitalg")
        && is_x86_feature_detected!("avx512vbmi2")
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn load(line: &Line) -> __m512i {
    // SAFETY: a line is 64 bytes, aligned to 64.
    unsafe { _mm512_load_si512(line.0.as_ptr().cast()) }
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn store(value: __m512i, line: &mut Line) {
    // SAFETY: a line is 64 bytes, aligned to 64.
    unsafe { _mm512_store_si512(line.0.as_mut_ptr().cast(), value) }
}

/// See [`super::kernel::distinct`]; the labels come as their planes of bits.
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512bitalg")]
pub(super) fn distinct(
    sheet: &Sheet,
    set: &[u16],
    planes: &[Line],
    enough: u8,
    out: &mut [Line],
) -> u8 {
    match planes.len() {
        0 => {
            out.fill(Line([0; LANES]));
            0
        }
        1 => distinct_in::<1>(sheet, set, planes, enough, out),
        2 => distinct_in::<2>(sheet, set, planes, enough, out),
        3 => distinct_in::<3>(sheet, set, planes, enough, out),
        _ => distinct_in::<4>(sheet, set, planes, enough, out),
    }
}

#[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512bitalg")]
fn distinct_in<const PLANES: usize>(
    sheet: &Sheet,
    set: &[u16],
    planes: &[Line],
    enough: u8,
    out: &mut [Line],
) -> u8 {
    let mut bits = [_mm512_setzero_si512(); PLANES];
    for (bits, plane) in bits.iter_mut().zip(planes) {
        *bits = load(plane);
    }
    let stride = sheet.lines_per_row();
    let all = sheet.lines();
    let limit = _mm512_set1_epi8(enough as i8);
    let mut greatest = _mm512_setzero_si512();
    for (index, counts) in out.iter_mut().enumerate() {
        let mut seen = [_mm512_setzero_si512(); PLANES];
        for &code in set {
            debug_assert!(usize::from(code) * stride + index < all.len());
            // SAFETY: codes of a set are rows of the sheet, and `index < stride`.
            let line = load(unsafe { all.get_unchecked(usize::from(code) * stride + index) });
            for plane in 0..PLANES {
                let bit = _mm512_permutexvar_epi8(line, bits[plane]);
                seen[plane] = _mm512_or_si512(seen[plane], bit);
            }
        }
        let mut count = _mm512_popcnt_epi8(seen[0]);
        for &seen in &seen[1..] {
            count = _mm512_add_epi8(count, _mm512_popcnt_epi8(seen));
        }
        store(count, counts);
        greatest = _mm512_max_epu8(greatest, count);
        if _mm512_cmpge_epu8_mask(count, limit) != 0 {
            break;
        }
    }
    let mut lanes = Line([0; LANES]);
    store(greatest, &mut lanes);
    lanes.0.into_iter().fold(0, u8::max)
}

/// Labels whose counters are kept in registers at a time.
const GROUP: usize = 7;

/// See [`super::kernel::cell_sums`]; for sets of at most 255 codes, whose cells byte counters hold.
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
pub(super) fn cell_sums(
    sheet: &Sheet,
    set: &[u16],
    labels: &[u8],
    table: &[u16],
    out: &mut [[u16; LANES]],
) {
    let lookup = Lookup::new(&table[..=set.len()]);
    for (index, sums) in out.iter_mut().enumerate() {
        let mut low = _mm512_setzero_si512();
        let mut high = _mm512_setzero_si512();
        for group in labels.chunks(GROUP) {
            let mut sizes = [_mm512_setzero_si512(); GROUP];
            count(sheet, set, index, group, &mut sizes);
            for &sizes in &sizes[..group.len()] {
                let (even, odd) = lookup.values(sizes);
                low = _mm512_adds_epu16(low, even);
                high = _mm512_adds_epu16(high, odd);
            }
        }
        // Lanes 0, 2, 4 ... are in `low`, lanes 1, 3, 5 ... in `high`.
        let mut even = [0u16; LANES / 2];
        let mut odd = [0u16; LANES / 2];
        // SAFETY: both are 64 bytes.
        unsafe {
            _mm512_storeu_si512(even.as_mut_ptr().cast(), low);
            _mm512_storeu_si512(odd.as_mut_ptr().cast(), high);
        }
        for (pair, (&even, &odd)) in sums.chunks_exact_mut(2).zip(even.iter().zip(&odd)) {
            pair[0] = even;
            pair[1] = odd;
        }
    }
}

/// The same for larger sets: byte counters are emptied into wider ones before they overflow.
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
pub(super) fn cell_sums_long(
    sheet: &Sheet,
    set: &[u16],
    labels: &[u8],
    table: &[u16],
    out: &mut [[u16; LANES]],
) {
    for (index, sums) in out.iter_mut().enumerate() {
        *sums = [0; LANES];
        for group in labels.chunks(GROUP) {
            let mut long = [[0u16; LANES]; GROUP];
            for part in set.chunks(usize::from(u8::MAX)) {
                let mut sizes = [_mm512_setzero_si512(); GROUP];
                count(sheet, part, index, group, &mut sizes);
                for (long, &sizes) in long.iter_mut().zip(&sizes) {
                    let mut bytes = Line([0; LANES]);
                    store(sizes, &mut bytes);
                    for (long, &size) in long.iter_mut().zip(&bytes.0) {
                        *long += u16::from(size);
                    }
                }
            }
            for long in &long[..group.len()] {
                for (sum, &size) in sums.iter_mut().zip(long) {
                    *sum = sum.saturating_add(table[usize::from(size)]);
                }
            }
        }
    }
}

#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi")]
fn count(sheet: &Sheet, set: &[u16], index: usize, group: &[u8], sizes: &mut [__m512i; GROUP]) {
    let stride = sheet.lines_per_row();
    let all = sheet.lines();
    let mut wanted = [_mm512_set1_epi8(-1); GROUP];
    for (wanted, &label) in wanted.iter_mut().zip(group) {
        *wanted = _mm512_set1_epi8(label as i8);
    }
    let one = _mm512_set1_epi8(1);
    for &code in set {
        debug_assert!(usize::from(code) * stride + index < all.len());
        // SAFETY: codes of a set are rows of the sheet, and `index < stride`.
        let line = load(unsafe { all.get_unchecked(usize::from(code) * stride + index) });
        for slot in 0..GROUP {
            let hit = _mm512_cmpeq_epi8_mask(line, wanted[slot]);
            sizes[slot] = _mm512_mask_add_epi8(sizes[slot], hit, sizes[slot], one);
        }
    }
}

/// A table of sixteen-bit values for byte indices, as two tables of bytes.
struct Lookup {
    low: [__m512i; 4],
    high: [__m512i; 4],
    /// Quarters of 64 entries in use.
    quarters: usize,
}

impl Lookup {
    #[target_feature(enable = "avx512f,avx512bw")]
    fn new(table: &[u16]) -> Self {
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

/// Packs the chosen columns of some rows, 64-bit masks of lines telling which.
#[target_feature(enable = "avx512f,avx512bw,avx512vbmi2")]
pub(super) fn pack(row: &[Line], masks: &[u64], out: &mut [u8]) {
    let mut filled = 0;
    for (line, &mask) in row.iter().zip(masks) {
        if mask == 0 {
            continue;
        }
        let packed = _mm512_maskz_compress_epi8(mask, load(line));
        assert!(filled + LANES <= out.len());
        // SAFETY: the place for 64 bytes was checked.
        unsafe { _mm512_storeu_si512(out.as_mut_ptr().add(filled).cast(), packed) };
        filled += mask.count_ones() as usize;
    }
}

/// See [`super::kernel::equal`].
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
pub(super) fn equal(line: &Line, value: u8) -> u64 {
    _mm512_cmpeq_epi8_mask(load(line), _mm512_set1_epi8(value as i8))
}

/// See [`super::kernel::equal_answers`].
#[target_feature(enable = "avx512f,avx512bw")]
pub(super) fn equal_answers(rows: [&[Line]; 2], out: &mut [Bits]) {
    for (index, (a, b)) in rows[0].iter().zip(rows[1]).enumerate() {
        out[index / BLOCK].0[index % BLOCK] = _mm512_cmpeq_epi8_mask(load(a), load(b));
    }
}

/// See [`super::kernel::excess`].
///
/// # Safety
/// There are as many blocks of bits from every start on.
#[target_feature(enable = "avx512f")]
pub(super) unsafe fn excess(bits: &[Bits], blocks: usize, starts: &[u32]) -> Excess {
    /// Pairs after which to look whether all guesses are ruled out.
    const OFTEN: usize = 16;
    let full = _mm512_set1_epi64(-1);
    let mut least = Excess::More;
    for block in 0..blocks {
        let mut once = _mm512_setzero_si512();
        let mut twice = _mm512_setzero_si512();
        for starts in starts.chunks(OFTEN) {
            for &start in starts {
                // SAFETY: the caller vouches for the places; a block is 64 bytes, aligned to 64.
                let line =
                    unsafe { _mm512_load_si512(bits.as_ptr().add(start as usize + block).cast()) };
                // twice | once & line
                twice = _mm512_ternarylogic_epi64::<0xf8>(twice, once, line);
                once = _mm512_or_si512(once, line);
            }
            if _mm512_cmpneq_epi64_mask(twice, full) == 0 {
                break;
            }
        }
        if _mm512_cmpneq_epi64_mask(once, full) != 0 {
            return Excess::None;
        }
        if _mm512_cmpneq_epi64_mask(twice, full) != 0 {
            least = Excess::One;
        }
    }
    least
}
