//! Vectors of bytes, a lane for each guess: what the passes are written with, once for every processor.
//!
//! A vector is as wide as the registers of its processor are, and a line is one or some of them. What makes a pass quick
//! is the shuffle of bytes, which looks up sixteen or more labels at once; processors without one take the plain passes.
//! A pass is a function over a type of vectors, inlined into a version for each set of features that [`versions`] makes.

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(target_arch = "aarch64")]
mod neon;
#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod wasm;

use super::lines::{LANES, Line};
use crate::simd::prefetch;

/// Labels of a plane: the bits of a byte.
pub(super) const LABELS: usize = 8;

/// Bytes side by side.
///
/// The methods are safe to call where the processor has the features of the type. Whoever names a type of vectors sees
/// to that: [`versions`] by the level that it is given, and the passes for AVX-512 alone by their `target_feature`.
pub(super) trait Bytes: Copy {
    const LANES: usize;
    /// How many vectors ahead a row is fetched; four are also worked on at once, for which AVX2 has too few registers.
    /// Rows are far apart, and those of a large game lie in a far cache: who asks for neighbors waits once for them all.
    const TOGETHER: usize;
    /// A lane each, chosen or not.
    type Mask: Copy;
    /// A table of up to 256 bytes.
    type Table;

    /// # Safety
    /// There are as many bytes as lanes.
    unsafe fn load(from: *const u8) -> Self;
    /// # Safety
    /// There is room for as many bytes as lanes.
    unsafe fn store(self, to: *mut u8);
    fn splat(byte: u8) -> Self;

    fn and(self, other: Self) -> Self;
    fn or(self, other: Self) -> Self;
    fn xor(self, other: Self) -> Self;
    fn add(self, other: Self) -> Self;
    fn max(self, other: Self) -> Self;
    fn min(self, other: Self) -> Self;
    /// The bits that are set in each byte.
    fn ones(self) -> Self;
    /// The greatest of the bytes.
    fn greatest(self) -> u8;
    /// The sum of three binary digits, and its carry, bit by bit.
    fn add_digits(self, b: Self, c: Self) -> (Self, Self);

    fn equal(self, other: Self) -> Self::Mask;
    fn at_least(self, other: Self) -> Self::Mask;
    fn not(mask: Self::Mask) -> Self::Mask;
    fn both(a: Self::Mask, b: Self::Mask) -> Self::Mask;
    fn either(a: Self::Mask, b: Self::Mask) -> Self::Mask;
    /// A bit for each lane.
    fn bits(mask: Self::Mask) -> u64;
    /// The lanes whose bits are set.
    fn lanes(bits: u64) -> Self::Mask;
    /// The chosen lanes of one vector, and the others of another.
    fn choose(mask: Self::Mask, yes: Self, no: Self) -> Self;
    /// Nothing in the lanes that are not chosen.
    fn only(self, mask: Self::Mask) -> Self;

    /// What [`Self::labels`] takes of a plane, which is the one of this number.
    fn plane(line: &Line, number: usize) -> Self;
    /// What the planes have for labels: a bit in each lane, or none. They are neighbors; `first` is the first number.
    fn labels<const PLANES: usize>(self, planes: &[Self; PLANES], first: usize) -> [Self; PLANES];

    fn table(bytes: &[u8]) -> Self::Table;
    /// The bytes of a table; indices past its end find anything.
    fn find(self, table: &Self::Table) -> Self;

    // Lanes in pairs, as numbers of sixteen bits.
    fn shift_left(self, bits: i32) -> Self;
    fn shift_right(self, bits: i32) -> Self;
    fn add_saturating(self, other: Self) -> Self;
    /// Writes numbers of sixteen bits in the order of lanes, those of even and of odd lanes coming in a vector each.
    ///
    /// # Safety
    /// There is room for as many numbers as lanes.
    unsafe fn store_wide(even: Self, odd: Self, to: *mut u16);
}

/// Vectors of a line.
pub(super) const fn per_line<V: Bytes>() -> usize {
    LANES / V::LANES
}

/// The vector at a place of a row.
///
/// # Safety
/// The row has more lanes than `place * V::LANES`.
#[inline(always)]
pub(super) unsafe fn at<V: Bytes>(row: *const u8, place: usize) -> V {
    // SAFETY: this is what the caller promises.
    unsafe { V::load(row.add(place * V::LANES)) }
}

/// The vector at a place of some bytes.
#[inline(always)]
pub(super) fn read<V: Bytes>(bytes: &[u8], place: usize) -> V {
    let bytes = &bytes[place * V::LANES..][..V::LANES];
    // SAFETY: these are as many bytes as lanes.
    unsafe { V::load(bytes.as_ptr()) }
}

/// Writes a vector to a place of some bytes.
#[inline(always)]
pub(super) fn write<V: Bytes>(vector: V, bytes: &mut [u8], place: usize) {
    let bytes = &mut bytes[place * V::LANES..][..V::LANES];
    // SAFETY: these are as many bytes as lanes.
    unsafe { vector.store(bytes.as_mut_ptr()) }
}

/// The bytes of a vector; those past its lanes are zero.
#[inline(always)]
pub(super) fn bytes_of<V: Bytes>(vector: V) -> [u8; LANES] {
    let mut bytes = [0; LANES];
    write(vector, &mut bytes, 0);
    bytes
}

/// Fetches a vector of any place of a row: processors foresee what is read next for a few rows only.
#[inline(always)]
pub(super) fn fetch<V: Bytes>(row: *const u8, place: usize) {
    prefetch(row.wrapping_add(place * V::LANES));
}

/// Makes of a pass over a type of vectors a function that takes a level first, and gives nothing if no vectors are for it,
/// or does as the pass after `or`. A pass that is `plain` names no vectors: the compiler finds them.
macro_rules! versions {
    ($(#[$about:meta])* $visibility:vis fn
        $name:ident($($argument:ident: $type:ty),* $(,)?) -> $out:ty = $($pass:ident)+, or $other:ident
    ) => {
        $(#[$about])*
        #[inline]
        $visibility fn $name(level: $crate::simd::Level, $($argument: $type),*) -> $out {
            $crate::exact::kernels::versions! {
                fn by_vectors($($argument: $type),*) -> $out = $($pass)+
            }
            by_vectors(level, $($argument),*).unwrap_or_else(|| $other($($argument),*))
        }
    };
    ($(#[$about:meta])* $visibility:vis fn
        $name:ident($($argument:ident: $type:ty),* $(,)?) -> $out:ty = $($pass:ident)+
    ) => {
        $(#[$about])*
        #[inline]
        $visibility fn $name(level: $crate::simd::Level, $($argument: $type),*) -> Option<$out> {
            #[cfg(target_arch = "x86_64")]
            {
                use $crate::simd::Features;

                #[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
                #[target_feature(enable = "avx512f,avx512bw,avx512vbmi,avx512bitalg,avx512vbmi2")]
                fn avx512($($argument: $type),*) -> $out {
                    $crate::exact::kernels::pass!($($pass)+, std::arch::x86_64::__m512i, $($argument),*)
                }
                #[target_feature(enable = "avx2,bmi1,bmi2,popcnt,lzcnt")]
                fn avx2($($argument: $type),*) -> $out {
                    $crate::exact::kernels::pass!($($pass)+, std::arch::x86_64::__m256i, $($argument),*)
                }
                if level.has(Features::EXACT_512) {
                    // SAFETY: a level has features that the processor was found to have.
                    return Some(unsafe { avx512($($argument),*) });
                }
                if level.has(Features::AVX2) {
                    // SAFETY: as above.
                    return Some(unsafe { avx2($($argument),*) });
                }
            }
            #[cfg(target_arch = "aarch64")]
            if level.has($crate::simd::Features::NEON) {
                return Some($crate::exact::kernels::pass!($($pass)+, std::arch::aarch64::uint8x16_t, $($argument),*));
            }
            #[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
            if level.has($crate::simd::Features::SIMD128) {
                return Some($crate::exact::kernels::pass!($($pass)+, std::arch::wasm32::v128, $($argument),*));
            }
            let _ = (level, $($argument),*);
            None
        }
    };
}
pub(in crate::exact) use versions;

/// Runs a pass, over a type of vectors unless it is `plain`.
macro_rules! pass {
    (plain $pass:ident, $vectors:ty, $($argument:ident),*) => { $pass($($argument),*) };
    ($pass:ident, $vectors:ty, $($argument:ident),*) => { $pass::<$vectors>($($argument),*) };
}
pub(in crate::exact) use pass;

/// Methods of a type of vectors, each with what it gives.
macro_rules! instructions {
    ($($(#[$about:meta])* $($name:ident)+ ($($argument:tt)*) -> $out:ty = $body:expr;)*) => {$(
        $(#[$about])*
        #[inline(always)]
        #[allow(unused_unsafe, reason = "not all of them need it")]
        $($name)+ ($($argument)*) -> $out {
            // SAFETY: whoever names this type of vectors has its features, and whoever calls an unsafe method promises as
            // much memory as it reads or writes, for which no alignment is asked.
            unsafe { $body }
        }
    )*};
}
use instructions;

/// Bytes that the shuffle of most processors looks up.
const PART: usize = 16;

/// The bit of each lane in its byte of a mask.
#[cfg(any(target_arch = "aarch64", target_arch = "wasm32"))]
const BITS: [u8; PART] = [1, 2, 4, 8, 16, 32, 64, 128, 1, 2, 4, 8, 16, 32, 64, 128];

/// A table in parts of sixteen bytes.
pub(super) struct Parts<V> {
    parts: [V; 256 / PART],
    used: usize,
}

/// The methods of vectors whose masks are vectors, and whose shuffle `find_in(part, index)` looks up sixteen bytes, those
/// of `part(bytes)`, and gives 0 for an index past them.
macro_rules! by_sixteens {
    () => {
        type Mask = Self;
        type Table = super::Parts<Self>;

        instructions! {
            fn add_digits(self, b: Self, c: Self) -> (Self, Self) = {
                let half = self.xor(b);
                (half.xor(c), self.and(b).or(half.and(c)))
            };
            fn at_least(self, other: Self) -> Self = self.max(other).equal(self);
            fn not(mask: Self) -> Self = mask.xor(Self::splat(u8::MAX));
            fn both(a: Self, b: Self) -> Self = a.and(b);
            fn either(a: Self, b: Self) -> Self = a.or(b);
            fn only(self, mask: Self) -> Self = self.and(mask);
            // The labels of two planes lie in one part of a table: see `Labels::in_parts`.
            fn plane(line: &super::Line, number: usize) -> Self =
                part(&line.0.as_chunks::<PART>().0[number * super::LABELS / PART]);
            fn table(bytes: &[u8]) -> super::Parts<Self> = {
                let mut all = [[0; PART]; 256 / PART];
                all.as_flattened_mut()[..bytes.len()].copy_from_slice(bytes);
                let mut parts = [Self::splat(0); 256 / PART];
                for (vector, bytes) in parts.iter_mut().zip(&all) {
                    *vector = part(bytes);
                }
                super::Parts { parts, used: bytes.len().div_ceil(PART) }
            };
            fn find(self, table: &super::Parts<Self>) -> Self = {
                let mut found = find_in(table.parts[0], self);
                for (number, &part) in table.parts[..table.used].iter().enumerate().skip(1) {
                    let start = Self::splat((number * PART) as u8);
                    found = found.or(find_in(part, self.xor(start)));
                }
                found
            };
        }

        #[inline(always)]
        fn labels<const PLANES: usize>(
            self,
            planes: &[Self; PLANES],
            first: usize,
        ) -> [Self; PLANES] {
            let mut bits = *planes;
            for (number, bits) in (first..).zip(&mut bits) {
                let start = number * super::LABELS / PART * PART;
                *bits = find_in(*bits, self.xor(Self::splat(start as u8)));
            }
            bits
        }
    };
}
use by_sixteens;
