//! The one place that knows of threads: what the crate uses of rayon, and the same in the calling thread where the feature
//! `threads` is off.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

#[cfg(feature = "threads")]
pub(crate) use rayon::{current_num_threads, in_place_scope, prelude};

#[cfg(feature = "threads")]
/// Runs the work in a pool of so many threads, which can help each other.
pub(crate) fn in_pool<T: Send>(threads: usize, work: impl FnOnce() -> T + Send) -> T {
    // Helper threads take on positions while they wait for others, so stacks can become deep.
    const STACK: usize = 64 << 20;
    let pool = (threads > 1).then(|| {
        rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .stack_size(STACK)
            .build()
            .ok()
    });
    match pool.flatten() {
        Some(pool) => pool.install(work),
        None => work(),
    }
}

/// Does parts of work, each thread with a worker; none is begun after one that failed. `end` ends a worker.
pub(crate) fn in_parallel<W, E: Send + Sync>(
    threads: usize,
    parts: usize,
    worker: impl Fn() -> W + Sync,
    part: impl Fn(&mut W, usize) -> Result<(), E> + Sync,
    end: impl Fn(W) -> Result<(), E> + Sync,
) -> Result<(), E> {
    let next = AtomicUsize::new(0);
    let failed = OnceLock::new();
    let take_parts = |worker: &mut W| {
        while failed.get().is_none() {
            let index = next.fetch_add(1, Relaxed);
            if index >= parts {
                break;
            }
            part(worker, index)?;
        }
        Ok(())
    };
    let work = || {
        let mut worker = worker();
        let done = take_parts(&mut worker);
        if let Err(error) = done.and(end(worker)) {
            // Of several errors the first one is told.
            let _ = failed.set(error);
        }
    };
    if threads.min(parts) > 1 {
        in_place_scope(|scope| {
            for _ in 1..threads.min(parts) {
                scope.spawn(|_| work());
            }
            work();
        });
    } else {
        work();
    }
    failed.into_inner().map_or(Ok(()), Err)
}

#[cfg(not(feature = "threads"))]
pub(crate) use calling_thread::*;

#[cfg(not(feature = "threads"))]
mod calling_thread {
    pub(crate) fn in_pool<T>(_threads: usize, work: impl FnOnce() -> T) -> T {
        work()
    }

    pub(crate) fn current_num_threads() -> usize {
        1
    }

    pub(crate) struct Scope;

    pub(crate) fn in_place_scope<T>(work: impl FnOnce(&Scope) -> T) -> T {
        work(&Scope)
    }

    impl Scope {
        pub fn spawn(&self, work: impl FnOnce(&Scope)) {
            work(self);
        }
    }

    pub(crate) mod prelude {
        pub trait IntoParallelIterator: IntoIterator + Sized {
            fn into_par_iter(self) -> Self::IntoIter {
                self.into_iter()
            }
        }
        impl<I: IntoIterator> IntoParallelIterator for I {}

        pub trait ParallelSlice<T> {
            fn par_iter_mut(&mut self) -> std::slice::IterMut<'_, T>;
            fn par_chunks_mut(&mut self, size: usize) -> std::slice::ChunksMut<'_, T>;
        }
        impl<T> ParallelSlice<T> for [T] {
            fn par_iter_mut(&mut self) -> std::slice::IterMut<'_, T> {
                self.iter_mut()
            }

            fn par_chunks_mut(&mut self, size: usize) -> std::slice::ChunksMut<'_, T> {
                self.chunks_mut(size)
            }
        }

        pub trait ParallelIterator: Iterator + Sized {
            fn with_min_len(self, _items: usize) -> Self {
                self
            }

            fn with_max_len(self, _items: usize) -> Self {
                self
            }

            fn find_map_any<T>(mut self, find: impl FnMut(Self::Item) -> Option<T>) -> Option<T> {
                self.find_map(find)
            }

            fn for_each_init<S>(
                self,
                init: impl Fn() -> S,
                mut each: impl FnMut(&mut S, Self::Item),
            ) {
                let mut state = init();
                self.for_each(|item| each(&mut state, item));
            }

            fn try_for_each_init<S>(
                mut self,
                init: impl Fn() -> S,
                mut each: impl FnMut(&mut S, Self::Item) -> Option<()>,
            ) -> Option<()> {
                let mut state = init();
                self.try_for_each(|item| each(&mut state, item))
            }

            fn try_reduce_with<T>(
                mut self,
                mut and: impl FnMut(T, T) -> Option<T>,
            ) -> Option<Option<T>>
            where
                Self: Iterator<Item = Option<T>>,
            {
                let first = self.next()?;
                Some(first.and_then(|first| self.try_fold(first, |all, item| and(all, item?))))
            }
        }
        impl<I: Iterator> ParallelIterator for I {}
    }
}
