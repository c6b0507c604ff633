//! The sums of tabulated values over the cells of guesses, by vectors.

use super::lines::{LANES, Line, Rows, Sums};
use super::vector::{Bytes, LABELS, at, bytes_of, fetch, per_line, versions};

/// The first pass over a row fetches so many lines at once, so many ahead: a far cache gives neighbors sooner.
const AHEAD: usize = 4;

versions! {
    /// See [`super::cell_sums`]; the labels come as their planes of bits, and their number.
    pub(super) fn cell_sums_by_vectors(
        rows: Rows, planes: (&[Line], usize), table: &[u16], out: &mut [Sums],
    ) -> () = cell_sums
}

#[inline(always)]
fn cell_sums<V: Bytes>(rows: Rows, planes: (&[Line], usize), table: &[u16], out: &mut [Sums]) {
    assert!(out.len() <= rows.lines_per_row());
    let digits = (u8::BITS - (rows.len().min(255) as u8).leading_zeros()).saturating_sub(3);
    match digits {
        0 => cell_sums_in::<V, 0>(rows, planes, table, out),
        1 => cell_sums_in::<V, 1>(rows, planes, table, out),
        2 => cell_sums_in::<V, 2>(rows, planes, table, out),
        3 => cell_sums_in::<V, 3>(rows, planes, table, out),
        4 => cell_sums_in::<V, 4>(rows, planes, table, out),
        _ if rows.len() <= 255 => cell_sums_in::<V, 5>(rows, planes, table, out),
        _ => cell_sums_long::<V>(rows, planes, table, out),
    }
}

/// For sets whose cells a byte counts; `HIGH` is how many bits a size has, but for the last three.
/// Each constant has a function of its own in a browser, which compiles functions while the search runs.
#[cfg_attr(target_arch = "wasm32", inline(never))]
#[cfg_attr(not(target_arch = "wasm32"), inline(always))]
fn cell_sums_in<V: Bytes, const HIGH: usize>(
    rows: Rows,
    (planes, labels): (&[Line], usize),
    table: &[u16],
    out: &mut [Sums],
) {
    let lookup = Lookup::<V>::new(&table[..=rows.len()]);
    for (index, sums) in out.iter_mut().enumerate() {
        for (part, sums) in sums.chunks_exact_mut(V::LANES).enumerate() {
            let place = index * per_line::<V>() + part;
            let mut sum = Sum::new(&lookup);
            for (number, line) in planes.iter().enumerate() {
                let plane = [V::plane(line, number)];
                // SAFETY: the place is of a line of `out`, which are lines of a row.
                let sizes = unsafe {
                    match (number, index % AHEAD, part) {
                        (0, 0, 0) => sizes::<V, HIGH, true>(rows, place, &plane, number),
                        _ => sizes::<V, HIGH, false>(rows, place, &plane, number),
                    }
                };
                for &sizes in &sizes[..LABELS.min(labels - number * LABELS)] {
                    sum.add(sizes);
                }
            }
            sum.store(sums);
        }
    }
}

/// The same for larger sets: bytes are emptied into wider counters before they overflow.
#[inline(always)]
fn cell_sums_long<V: Bytes>(
    rows: Rows,
    (planes, labels): (&[Line], usize),
    table: &[u16],
    out: &mut [Sums],
) {
    for (index, sums) in out.iter_mut().enumerate() {
        sums.fill(0);
        for (part, sums) in sums.chunks_exact_mut(V::LANES).enumerate() {
            let place = index * per_line::<V>() + part;
            for (number, line) in planes.iter().enumerate() {
                let plane = [V::plane(line, number)];
                let mut long = [[0u16; LANES]; LABELS];
                for rows in rows.chunks(usize::from(u8::MAX)) {
                    // SAFETY: as above.
                    let sizes = unsafe { sizes::<V, 5, false>(rows, place, &plane, number) };
                    for (long, sizes) in long.iter_mut().zip(sizes) {
                        for (long, size) in long.iter_mut().zip(bytes_of(sizes)) {
                            *long += u16::from(size);
                        }
                    }
                }
                for long in &long[..LABELS.min(labels - number * LABELS)] {
                    for (sum, &size) in sums.iter_mut().zip(long) {
                        *sum = sum.saturating_add(table[usize::from(size)]);
                    }
                }
            }
        }
    }
}

/// The sizes of the cells of the guesses of a vector for the eight labels of a plane, a byte each.
///
/// A shuffle turns the label of a code into the bit of its plane. These bits are counted in vertical counters, one
/// vector per binary digit, with adders of logic that take eight codes at a time (Harley and Seal; Muła, Kurz and
/// Lemire, Faster population counts using AVX2 instructions, The Computer Journal, 2018). Turning digits and labels
/// around at the end makes bytes of them. Counting each label by comparison would take a compare and an addition for
/// every label of every code. `FETCH` asks for the later lines of the rows.
///
/// # Safety
/// A row has more than `place` vectors.
#[inline(always)]
unsafe fn sizes<V: Bytes, const HIGH: usize, const FETCH: bool>(
    rows: Rows,
    place: usize,
    plane: &[V; 1],
    number: usize,
) -> [V; LABELS] {
    const AT_ONCE: usize = 8;
    let zero = V::splat(0);
    let (mut ones, mut twos, mut fours) = (zero, zero, zero);
    let mut high = [zero; HIGH];
    for rows in rows.chunks(AT_ONCE) {
        let mut bits = [zero; AT_ONCE];
        for (bits, row) in bits.iter_mut().zip(rows.starts()) {
            if FETCH {
                for line in AHEAD..2 * AHEAD {
                    fetch::<V>(row, place + line * per_line::<V>());
                }
            }
            // SAFETY: the place is one of the row.
            [*bits] = unsafe { at::<V>(row, place) }.labels(plane, number);
        }
        let mut carries = [zero; 2];
        for (carry, bits) in carries.iter_mut().zip(bits.chunks_exact(4)) {
            let (first, second);
            (ones, first) = ones.add_digits(bits[0], bits[1]);
            (ones, second) = ones.add_digits(bits[2], bits[3]);
            (twos, *carry) = twos.add_digits(first, second);
        }
        let mut carry;
        (fours, carry) = fours.add_digits(carries[0], carries[1]);
        for digit in &mut high {
            (*digit, carry) = (digit.xor(carry), digit.and(carry));
        }
    }
    let mut digits = [ones, twos, fours, zero, zero, zero, zero, zero];
    digits[3..3 + HIGH].copy_from_slice(&high);
    transpose(digits)
}

/// Exchanges bits and vectors within each byte: bit `i` of vector `j` becomes bit `j` of vector `i`.
#[inline(always)]
fn transpose<V: Bytes>(mut rows: [V; LABELS]) -> [V; LABELS] {
    exchange::<V, 4>(&mut rows, 0x0f);
    exchange::<V, 2>(&mut rows, 0x33);
    exchange::<V, 1>(&mut rows, 0x55);
    rows
}

/// Exchanges the bits of each two vectors that are so far apart. The distance is a constant, so that the loop is
/// unrolled: shifts are by constants then, and all vectors stay in registers.
#[inline(always)]
fn exchange<V: Bytes, const APART: usize>(rows: &mut [V; LABELS], mask: u8) {
    let mask = V::splat(mask);
    for row in (0..LABELS).filter(|row| row & APART == 0) {
        let right = rows[row].shift_right(APART as i32);
        let moved = right.xor(rows[row + APART]).and(mask);
        rows[row + APART] = rows[row + APART].xor(moved);
        rows[row] = rows[row].xor(moved.shift_left(APART as i32));
    }
}

/// A table of sixteen-bit values for byte indices, as two tables of bytes.
pub(super) struct Lookup<V: Bytes> {
    low: V::Table,
    high: V::Table,
    /// How many values can be added up as bytes; none if some are wider.
    together: usize,
}

impl<V: Bytes> Lookup<V> {
    #[inline(always)]
    pub(super) fn new(table: &[u16]) -> Self {
        let (mut low, mut high) = ([0; 256], [0; 256]);
        for (&value, (low, high)) in table.iter().zip(low.iter_mut().zip(&mut high)) {
            [*low, *high] = value.to_le_bytes();
        }
        let most = table.iter().copied().fold(1, u16::max);
        Lookup {
            low: V::table(&low[..table.len()]),
            high: V::table(&high[..table.len()]),
            together: 255 / usize::from(most),
        }
    }
}

/// The sums of the guesses of a vector while they are added up.
pub(super) struct Sum<'a, V: Bytes> {
    lookup: &'a Lookup<V>,
    /// Sums of the even and of the odd lanes.
    even: V,
    odd: V,
    /// Values that were added as bytes, and how many.
    bytes: V,
    pending: usize,
}

impl<'a, V: Bytes> Sum<'a, V> {
    #[inline(always)]
    pub(super) fn new(lookup: &'a Lookup<V>) -> Self {
        let zero = V::splat(0);
        Sum {
            lookup,
            even: zero,
            odd: zero,
            bytes: zero,
            pending: 0,
        }
    }

    #[inline(always)]
    fn add(&mut self, sizes: V) {
        let low = sizes.find(&self.lookup.low);
        if self.lookup.together == 0 {
            self.add_values(low, sizes.find(&self.lookup.high));
        } else {
            self.add_bytes(low);
        }
    }

    /// Adds the values of some lanes only.
    #[inline(always)]
    pub(super) fn add_some(&mut self, lanes: V::Mask, sizes: V) {
        let low = sizes.find(&self.lookup.low).only(lanes);
        if self.lookup.together == 0 {
            self.add_values(low, sizes.find(&self.lookup.high).only(lanes));
        } else {
            self.add_bytes(low);
        }
    }

    #[inline(always)]
    fn add_values(&mut self, low: V, high: V) {
        let mask = even_lanes::<V>();
        let even = low.and(mask).or(high.shift_left(8));
        self.even = self.even.add_saturating(even);
        let odd = low.shift_right(8).or(high.and(mask.xor(V::splat(u8::MAX))));
        self.odd = self.odd.add_saturating(odd);
    }

    #[inline(always)]
    fn add_bytes(&mut self, low: V) {
        self.bytes = self.bytes.add(low);
        self.pending += 1;
        if self.pending == self.lookup.together {
            self.widen();
        }
    }

    #[inline(always)]
    fn widen(&mut self) {
        self.even = self.even.add_saturating(self.bytes.and(even_lanes()));
        self.odd = self.odd.add_saturating(self.bytes.shift_right(8));
        self.bytes = V::splat(0);
        self.pending = 0;
    }

    /// Writes the sums of all lanes.
    #[inline(always)]
    pub(super) fn store(mut self, out: &mut [u16]) {
        self.widen();
        assert!(out.len() >= V::LANES);
        // SAFETY: there is room for as many numbers as lanes.
        unsafe { V::store_wide(self.even, self.odd, out.as_mut_ptr()) };
    }
}

/// All bits of the even lanes.
#[inline(always)]
fn even_lanes<V: Bytes>() -> V {
    V::splat(u8::MAX).shift_right(8)
}
