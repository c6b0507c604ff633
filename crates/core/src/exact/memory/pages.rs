//! Large pages for large tables: most random reads of them would otherwise miss the
//! translation of their address, which costs more than the read.

use std::sync::atomic::AtomicU64;

/// Asks the system to back this memory, not yet touched, with large pages; it may decline.
#[cfg(target_os = "linux")]
pub(in crate::exact) fn prefer_large<T>(start: *const T, bytes: usize) {
    const LARGE: usize = 2 << 20;
    let skip = start.cast::<u8>().align_offset(LARGE);
    if bytes < skip + LARGE {
        return;
    }
    // SAFETY: `skip` is less than `bytes`, so the pointer stays within the allocation that the
    // caller has. The range starts on a page, and this advice changes how the range is backed,
    // never what it holds; if it fails, nothing is lost.
    unsafe {
        libc::madvise(
            start.cast::<u8>().add(skip).cast_mut().cast(),
            bytes - skip,
            libc::MADV_HUGEPAGE,
        );
    }
}

/// Elsewhere the system decides.
#[cfg(not(target_os = "linux"))]
pub(in crate::exact) fn prefer_large<T>(_start: *const T, _bytes: usize) {}

/// So many words, all zero: half as many, down to `least`, where the system does not give more. It changes no value.
pub(in crate::exact) fn zeroed(mut count: usize, least: usize) -> Vec<AtomicU64> {
    let words: Vec<AtomicU64> = loop {
        match bytemuck::allocation::try_zeroed_vec(count) {
            Ok(words) => break words,
            Err(()) if count > least => count = (count / 2).max(least),
            Err(()) => break bytemuck::zeroed_vec(count),
        }
    };
    prefer_large(words.as_ptr(), size_of_val(words.as_slice()));
    words
}
