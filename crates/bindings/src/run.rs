//! The one way in which long computations run, without holding the interpreter lock.
//!
//! A computation has its own thread. The calling thread waits without holding the interpreter
//! lock. About ten times a second it handles signals and calls the caller's callback with the
//! progress, and it wakes at the very moment at which the time is over.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, Thread};
use std::time::{Duration, Instant};

use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;

/// How often signals are looked for and the callback is called.
const LOOK: Duration = Duration::from_millis(100);

/// Why a computation ended before it was finished.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stopped {
    Time,
    Work,
    Memory,
    Asked,
    Interrupt,
}

impl Stopped {
    /// The word of `sito.base.limits.Stopped`.
    pub const fn word(self) -> &'static str {
        match self {
            Stopped::Time => "time",
            Stopped::Work => "work",
            Stopped::Memory => "memory",
            Stopped::Asked => "asked",
            Stopped::Interrupt => "interrupt",
        }
    }
}

/// The word for what stopped a computation, or none.
pub fn word(stopped: Option<Stopped>) -> Option<&'static str> {
    stopped.map(Stopped::word)
}

/// The caller's time limit and callback, from what has `seconds` and `callback` in Python; by default there are none.
#[derive(Default)]
pub struct Watch<'py> {
    deadline: Option<Instant>,
    callback: Option<Bound<'py, PyAny>>,
}

impl<'py> FromPyObject<'_, 'py> for Watch<'py> {
    type Error = PyErr;

    /// Time runs from now on. A number of seconds too large for the clock is no limit.
    fn extract(watch: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let allowed = |seconds: f64| Duration::try_from_secs_f64(seconds.max(0.0)).ok();
        let seconds: Option<f64> = watch.getattr("seconds")?.extract()?;
        Ok(Watch {
            deadline: seconds
                .and_then(allowed)
                .and_then(|allowed| Instant::now().checked_add(allowed)),
            callback: watch.getattr("callback")?.extract()?,
        })
    }
}

impl<'py> Watch<'py> {
    /// Runs `work`, and returns its result and what asked it to stop, if anything did.
    ///
    /// The callback is called with `progress` and stops the work by returning a true value. `stop`
    /// must make the work end soon; it may be called more than once.
    ///
    /// # Errors What the callback raises, unchanged, and what a signal handler raises, except
    /// `KeyboardInterrupt`, which is a reason to stop like the others.
    ///
    /// # Panics
    /// If the work does.
    pub fn run<T: Send, P: IntoPyObject<'py>>(
        &self,
        py: Python<'py>,
        stop: impl Fn(),
        progress: impl Fn() -> P,
        work: impl FnOnce() -> T + Send,
    ) -> PyResult<(T, Option<Stopped>)> {
        let done = AtomicBool::new(false);
        thread::scope(|scope| {
            let bell = Bell {
                done: &done,
                caller: thread::current(),
            };
            let worker = scope.spawn(move || {
                let _rings_at_the_end = bell;
                work()
            });
            let asked = self.look_after(py, &done, &stop, &progress);
            if asked.is_err() {
                stop();
            }
            let result = py.detach(|| worker.join());
            let asked = asked?;
            let interrupt = interrupted(py)?;
            match result {
                Ok(value) => Ok((value, interrupt.or(asked))),
                Err(panic) => resume_unwind(panic),
            }
        })
    }

    /// Waits until the work is done or the callback raises; returns what asked it to stop.
    fn look_after<P: IntoPyObject<'py>>(
        &self,
        py: Python<'py>,
        done: &AtomicBool,
        stop: &impl Fn(),
        progress: &impl Fn() -> P,
    ) -> PyResult<Option<Stopped>> {
        let mut stopped = None;
        let mut next = Instant::now() + LOOK;
        loop {
            let deadline = self.deadline.filter(|_| stopped.is_none());
            let wake = deadline.map_or(next, |deadline| deadline.min(next));
            let wait = wake.saturating_duration_since(Instant::now());
            py.detach(|| thread::park_timeout(wait));
            if done.load(Ordering::Acquire) {
                return Ok(stopped);
            }
            let now = Instant::now();
            let mut reason = deadline
                .filter(|&deadline| now >= deadline)
                .map(|_| Stopped::Time);
            if now >= next {
                next = now + LOOK;
                // Ctrl-C counts even while work that was stopped comes to its end.
                reason = interrupted(py)?.or(reason);
                if stopped.is_none() && reason.is_none() && self.asks(progress)? {
                    reason = Some(Stopped::Asked);
                }
            }
            if reason.is_some() {
                stopped = reason;
                stop();
            }
        }
    }

    fn asks<P: IntoPyObject<'py>>(&self, progress: &impl Fn() -> P) -> PyResult<bool> {
        self.callback.as_ref().map_or(Ok(false), |callback| {
            callback.call1((progress(),))?.is_truthy()
        })
    }
}

fn interrupted(py: Python<'_>) -> PyResult<Option<Stopped>> {
    match py.check_signals() {
        Ok(()) => Ok(None),
        Err(error) if error.is_instance_of::<PyKeyboardInterrupt>(py) => {
            Ok(Some(Stopped::Interrupt))
        }
        Err(error) => Err(error),
    }
}

/// Wakes the waiting thread when another thread ends, even by a panic.
struct Bell<'a> {
    done: &'a AtomicBool,
    caller: Thread,
}

impl Drop for Bell<'_> {
    fn drop(&mut self) {
        self.done.store(true, Ordering::Release);
        self.caller.unpark();
    }
}
