//! Large pages for large tables: most random reads of them would otherwise miss the
//! translation of their address, which costs more than the read.

/// Asks the system to back this memory, not yet touched, with large pages; it may decline.
#[cfg(target_os = "linux")]
pub(super) fn prefer_large<T>(start: *const T, bytes: usize) {
    const LARGE: usize = 2 << 20;
    let skip = start.cast::<u8>().align_offset(LARGE);
    if bytes < skip + LARGE {
        return;
    }
    // SAFETY: the range lies within an allocation of the caller and starts on a page; the
    // advice changes how it is backed, never what it holds. Failure is harmless.
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
pub(super) fn prefer_large<T>(_start: *const T, _bytes: usize) {}
