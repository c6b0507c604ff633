//! Which vector instructions this processor has, detected once for all of the crate.
//!
//! The exact search, the counting of cells and the peg boards each have versions of their inner
//! loops for AVX2 and AVX-512. A processor that meets an instruction that it lacks ends the
//! program, so a [`Level`] above [`Level::PORTABLE`] can be had by detection alone: its field is
//! private, and no function takes it from numbers or text. Whoever holds a level may therefore
//! run what the level claims, and that is what the `unsafe` calls of those loops rely on.
//!
//! Processors differ in which parts of AVX-512 they have. So a level is a set of features, and
//! each user asks with [`Level::has`] for the set that its own loops are compiled with.

use std::fmt;
use std::sync::OnceLock;

/// The variable of the environment that forbids the better instructions. It never allows what the processor lacks, and a
/// value that is none of [`VALUES`] forbids nothing.
pub const VARIABLE: &str = "SITO_SIMD";

/// What [`VARIABLE`] takes.
pub const VALUES: [&str; 4] = ["portable", "avx2", "avx512", "neon"];

/// Takes the first version whose features a level has. Only processors that may have them know the versions.
macro_rules! choose {
    ($level:expr, $($features:ident => $version:expr,)+ _ => $portable:expr $(,)?) => {{
        let level: $crate::simd::Level = $level;
        let _ = level;
        match () {
            $(
                #[cfg(target_arch = "x86_64")]
                () if level.has($crate::simd::Features::$features) => $version,
            )+
            () => $portable,
        }
    }};
}
pub(crate) use choose;

/// Asks the processor to fetch what is read a little later; any address may be asked for.
#[inline(always)]
pub(crate) fn prefetch<T>(address: *const T) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: a prefetch reads nothing that the program can see and cannot fault, whatever its address.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(address.cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = address;
}

/// A set of instruction set extensions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Features(u16);

impl Features {
    /// 256 bits: the middle version of all inner loops, compiled with `avx2,bmi1,bmi2,popcnt,lzcnt`.
    pub const AVX2: Features = Features(1);
    /// 512 bits, the foundation of all that follow.
    pub const AVX512F: Features = Features(1 << 1);
    const AVX512BW: Features = Features(1 << 2);
    const AVX512DQ: Features = Features(1 << 3);
    const AVX512VL: Features = Features(1 << 4);
    const AVX512VBMI: Features = Features(1 << 5);
    const AVX512VBMI2: Features = Features(1 << 6);
    const AVX512BITALG: Features = Features(1 << 7);
    const AVX512VPOPCNTDQ: Features = Features(1 << 8);
    /// Counting and moving single bits: BMI1, BMI2, POPCNT and LZCNT.
    const BITS: Features = Features(1 << 9);
    /// 128 bits on ARM; every processor of 64 bits has it.
    pub const NEON: Features = Features(1 << 10);
    /// 128 bits of WebAssembly, where the program was compiled with them.
    pub const SIMD128: Features = Features(1 << 11);

    /// What the exact search's loops for AVX-512 are compiled with:
    /// `avx2,avx512f,avx512bw,avx512vbmi,avx512bitalg,avx512vbmi2`.
    pub const EXACT_512: Features = Features::AVX2
        .and(Features::AVX512F)
        .and(Features::AVX512BW)
        .and(Features::AVX512VBMI)
        .and(Features::AVX512BITALG)
        .and(Features::AVX512VBMI2);
    /// What counting the cells of a guess is compiled with: `avx512f,avx512vpopcntdq`.
    pub const COUNT_512: Features = Features::AVX512F.and(Features::AVX512VPOPCNTDQ);
    /// What looking one guess ahead is compiled with:
    /// `avx512f,avx512bw,avx512vpopcntdq,avx512bitalg`.
    pub const LOOK_AHEAD_512: Features = Features::COUNT_512
        .and(Features::AVX512BW)
        .and(Features::AVX512BITALG);
    /// What the symmetries of peg boards are compiled with:
    /// `avx512f,avx512vl,avx512dq,avx512bw,bmi1,bmi2,popcnt,lzcnt`.
    pub const PEGS_512: Features = Features::AVX512F
        .and(Features::AVX512VL)
        .and(Features::AVX512DQ)
        .and(Features::AVX512BW)
        .and(Features::BITS);

    const fn and(self, other: Features) -> Features {
        Features(self.0 | other.0)
    }
}

/// Vector instructions that this processor has and that the caller may use.
///
/// A level that was not detected cannot be made:
///
/// ```compile_fail,E0423
/// let level = sito_core::simd::Level(sito_core::simd::Features::AVX2);
/// ```
///
/// ```compile_fail,E0423
/// let features = sito_core::simd::Features(u16::MAX);
/// ```
///
/// What can be had is the best of this processor, and those below it for comparison:
///
/// ```
/// use sito_core::simd::Level;
///
/// assert_eq!(Level::all_supported().first(), Some(&Level::PORTABLE));
/// assert_eq!(Level::all_supported().last(), Some(&Level::detect()));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Level(Features);

impl Level {
    /// Nothing that some processor lacks.
    pub const PORTABLE: Level = Level(Features(0));

    /// All that this processor has and [`VARIABLE`] allows; both are asked once. Without the feature `simd` that is
    /// nothing.
    pub fn detect() -> Level {
        static DETECTED: OnceLock<Level> = OnceLock::new();
        *DETECTED.get_or_init(|| {
            let allowed = std::env::var(VARIABLE).ok();
            let allowed = allowed.and_then(|name| Level::allowed_by(&name));
            let wanted = if cfg!(feature = "simd") { u16::MAX } else { 0 };
            Level(Features(
                detected().0 & wanted & allowed.unwrap_or(u16::MAX),
            ))
        })
    }

    /// The features that a value of [`VARIABLE`] allows; none for a value that it does not take.
    fn allowed_by(name: &str) -> Option<u16> {
        let place = VALUES.iter().position(|&value| value == name)?;
        Some([0, Features::AVX2.0, u16::MAX, u16::MAX][place])
    }

    /// The levels that this processor can run, slowest first: portable, AVX2 where it has that,
    /// and everything it has. Tests compare them.
    pub fn all_supported() -> Vec<Level> {
        let best = Level::detect();
        let mut levels = vec![Level::PORTABLE];
        if best.has(Features::AVX2) {
            levels.push(Level(Features::AVX2));
        }
        if !levels.contains(&best) {
            levels.push(best);
        }
        levels
    }

    /// Whether all of these features may be used.
    #[inline]
    pub const fn has(self, features: Features) -> bool {
        cfg!(feature = "simd") && self.0.0 & features.0 == features.0
    }
}

impl fmt::Debug for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match () {
            _ if self.has(Features::AVX512F) => "AVX-512",
            _ if self.has(Features::AVX2) => "AVX2",
            _ if self.has(Features::NEON) => "NEON",
            _ if self.has(Features::SIMD128) => "SIMD128",
            _ => "portable",
        })
    }
}

#[cfg(target_arch = "x86_64")]
fn detected() -> Features {
    let bits = is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("popcnt")
        && is_x86_feature_detected!("lzcnt");
    let features = [
        (is_x86_feature_detected!("avx2") && bits, Features::AVX2),
        (is_x86_feature_detected!("avx512f"), Features::AVX512F),
        (is_x86_feature_detected!("avx512bw"), Features::AVX512BW),
        (is_x86_feature_detected!("avx512dq"), Features::AVX512DQ),
        (is_x86_feature_detected!("avx512vl"), Features::AVX512VL),
        (is_x86_feature_detected!("avx512vbmi"), Features::AVX512VBMI),
        (
            is_x86_feature_detected!("avx512vbmi2"),
            Features::AVX512VBMI2,
        ),
        (
            is_x86_feature_detected!("avx512bitalg"),
            Features::AVX512BITALG,
        ),
        (
            is_x86_feature_detected!("avx512vpopcntdq"),
            Features::AVX512VPOPCNTDQ,
        ),
        (bits, Features::BITS),
    ];
    features
        .into_iter()
        .filter(|&(present, _)| present)
        .fold(Features(0), |all, (_, feature)| all.and(feature))
}

#[cfg(not(target_arch = "x86_64"))]
fn detected() -> Features {
    if cfg!(target_arch = "aarch64") {
        Features::NEON
    } else if cfg!(target_feature = "simd128") {
        Features::SIMD128
    } else {
        Features(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_ascend_and_the_portable_one_has_nothing() {
        let levels = Level::all_supported();
        for pair in levels.windows(2) {
            assert!(pair[1].has(pair[0].0) && !pair[0].has(pair[1].0));
        }
        assert!(!Level::PORTABLE.has(Features::AVX2));
        assert!(!Level::PORTABLE.has(Features::PEGS_512));
    }

    #[test]
    fn the_variable_forbids_and_never_allows() {
        assert_eq!(Level::allowed_by("portable"), Some(0));
        assert_eq!(Level::allowed_by("avx2"), Some(Features::AVX2.0));
        assert_eq!(Level::allowed_by("avx512"), Some(u16::MAX));
        assert_eq!(Level::allowed_by("sse9"), None);
        assert!(detected().0 & Level::detect().0.0 == Level::detect().0.0);
    }

    #[test]
    fn a_level_without_avx512_has_no_set_of_it() {
        let level = Level(Features::AVX2);
        for features in [
            Features::EXACT_512,
            Features::COUNT_512,
            Features::LOOK_AHEAD_512,
            Features::PEGS_512,
        ] {
            assert!(!level.has(features));
        }
    }
}
