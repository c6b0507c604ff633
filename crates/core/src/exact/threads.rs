//! Work on several threads.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};

use super::watch::Stopped;
use crate::threads;

/// Does parts of work, each thread with a worker; none is begun after one that was stopped. `end` ends a worker.
pub(super) fn in_parallel<W>(
    threads: usize,
    parts: usize,
    worker: impl Fn() -> W + Sync,
    part: impl Fn(&mut W, usize) -> Result<(), Stopped> + Sync,
    end: impl Fn(W) -> Result<(), Stopped> + Sync,
) -> Result<(), Stopped> {
    let next = AtomicUsize::new(0);
    let stopped = AtomicBool::new(false);
    let work = || {
        let mut worker = worker();
        loop {
            let index = next.fetch_add(1, Relaxed);
            if index >= parts || stopped.load(Relaxed) {
                break;
            }
            if part(&mut worker, index).is_err() {
                stopped.store(true, Relaxed);
            }
        }
        if end(worker).is_err() {
            stopped.store(true, Relaxed);
        }
    };
    if threads.min(parts) > 1 {
        threads::in_place_scope(|scope| {
            for _ in 1..threads.min(parts) {
                scope.spawn(|_| work());
            }
            work();
        });
    } else {
        work();
    }
    match stopped.into_inner() {
        true => Err(Stopped),
        false => Ok(()),
    }
}
