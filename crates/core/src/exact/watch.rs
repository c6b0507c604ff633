//! The watch of a search: whether it must stop, and what it reports while it runs.

use std::sync::Mutex;
use std::sync::atomic::{
    AtomicBool, AtomicU8, AtomicU32, AtomicU64, AtomicUsize, Ordering::Relaxed,
};

use super::cost::INFINITE;
use super::memory::NO_GUESS;
use super::problem::{Limits, Progress, Stage, Step, StepCell, StopReason};

/// The search was told to stop.
#[derive(Debug)]
pub(super) struct Stopped;

/// The watch shared by all searches of one call of `solve`.
pub(super) struct Watch<'a> {
    limits: Limits<'a>,
    report: &'a (dyn Fn(&Progress) + Sync),
    /// How the search of the root stands: its bounds and the guess that is searched.
    lower: AtomicU32,
    best: AtomicU32,
    guess: AtomicU32,
    /// How many first guesses are settled, and of how many.
    settled: AtomicU32,
    first_guesses: AtomicU32,
    /// The guesses that lead to what is searched now.
    steps: Mutex<Vec<Step>>,
    positions: AtomicU64,
    /// Whether a certificate is written, whatever is searched for it.
    is_writing: AtomicBool,
    /// Bytes of the tables.
    memory: AtomicUsize,
    /// The first reason to stop that was met; see [`reason_number`].
    reason: AtomicU8,
    /// Lines of answers that may still be read once the search was told to stop.
    grace: AtomicUsize,
}

impl<'a> Watch<'a> {
    /// `lower` is a first bound to report.
    pub fn new(limits: Limits<'a>, report: &'a (dyn Fn(&Progress) + Sync), lower: u32) -> Self {
        Watch {
            limits,
            report,
            lower: AtomicU32::new(lower),
            best: AtomicU32::new(INFINITE),
            guess: AtomicU32::new(NO_GUESS),
            settled: AtomicU32::new(0),
            first_guesses: AtomicU32::new(0),
            steps: Mutex::new(Vec::new()),
            positions: AtomicU64::new(0),
            is_writing: AtomicBool::new(false),
            memory: AtomicUsize::new(0),
            reason: AtomicU8::new(0),
            grace: AtomicUsize::new(0),
        }
    }

    /// Notes how the search of the root stands, for the next report.
    pub fn set(&self, lower: u32, best: u32, guess: u32) {
        self.lower.store(lower, Relaxed);
        self.best.store(best, Relaxed);
        self.guess.store(guess, Relaxed);
    }

    /// Notes how many first guesses are settled, and of how many.
    pub fn set_settled(&self, settled: usize, first_guesses: usize) {
        self.settled.store(settled as u32, Relaxed);
        self.first_guesses.store(first_guesses as u32, Relaxed);
    }

    /// Notes that from now on a certificate is written.
    pub fn begin_writing(&self) {
        self.is_writing.store(true, Relaxed);
    }

    /// Notes which guess is tried after so many others, and forgets those that were tried after it.
    pub fn set_step(&self, depth: usize, step: Step) {
        let mut steps = self.steps.lock().expect("no panic");
        if depth <= steps.len() && depth < Step::MOST {
            steps.truncate(depth);
            steps.push(step);
        }
    }

    /// Notes which cell of such a guess is searched, and what the guess costs at least by now.
    pub fn set_step_cell(&self, depth: usize, lower: u32, cell: StepCell) {
        let mut steps = self.steps.lock().expect("no panic");
        if let Some(step) = steps.get_mut(depth) {
            (step.lower, step.cell) = (lower, Some(cell));
            steps.truncate(depth + 1);
        }
    }

    /// Forgets which guesses were tried.
    pub fn clear_steps(&self) {
        self.steps.lock().expect("no panic").clear();
    }

    /// Notes how many bytes the tables take.
    pub fn set_memory(&self, bytes: usize) {
        self.memory.store(bytes, Relaxed);
    }

    pub fn memory(&self) -> usize {
        self.memory.load(Relaxed)
    }

    /// Whether so many positions may be searched and no more.
    pub fn limits_positions(&self) -> bool {
        self.limits.positions.is_some()
    }

    /// Adds positions that were searched.
    pub fn count(&self, positions: u64) {
        self.positions.fetch_add(positions, Relaxed);
    }

    /// Positions searched so far, in all searches.
    pub fn positions(&self) -> u64 {
        self.positions.load(Relaxed)
    }

    /// Why the search was stopped, if it was.
    pub fn reason(&self) -> Option<StopReason> {
        [StopReason::Asked, StopReason::Positions]
            .into_iter()
            .find(|&reason| reason_number(reason) == self.reason.load(Relaxed))
    }

    /// Whether the caller wants the search to end; cheap enough for inner loops.
    #[inline]
    pub fn poll(&self) -> Result<(), Stopped> {
        if self.limits.stop.load(Relaxed) {
            return Err(self.stop(StopReason::Asked));
        }
        Ok(())
    }

    /// Reports that the search prepares itself, and stops it if the caller asks for that.
    pub fn prepare(&self) -> Result<(), Stopped> {
        self.tell(Stage::Preparing, None, self.positions());
        self.poll()
    }

    /// Reports that the first tree is made, if nothing was searched or stopped yet.
    pub fn show_preparation(&self) {
        if self.positions() == 0 && self.reason().is_none() {
            self.tell(Stage::Preparing, None, 0);
        }
    }

    /// Reports how the search stands, and stops it if the caller asks for that.
    pub fn show(
        &self,
        stage: impl Into<Stage>,
        bounds: Option<(u32, Option<u32>)>,
    ) -> Result<(), Stopped> {
        self.tell(stage.into(), bounds, self.positions());
        self.poll()
    }

    /// Reports how the search stands, and stops it if it must. `more` positions are not yet
    /// added to those of all; `bounds`, if given, are reported instead of those of the root.
    pub fn check(
        &self,
        stage: impl Into<Stage>,
        bounds: Option<(u32, Option<u32>)>,
        more: u64,
    ) -> Result<(), Stopped> {
        let positions = self.positions() + more;
        self.tell(stage.into(), bounds, positions);
        self.poll()?;
        if self.limits.positions.is_some_and(|most| positions >= most) {
            return Err(self.stop(StopReason::Positions));
        }
        Ok(())
    }

    /// Sets how many lines of answers may be read to complete a tree once the search was told to stop.
    pub fn set_grace(&self, lines: usize) {
        self.grace.store(lines, Relaxed);
    }

    /// Like [`Watch::poll`], but allows so many lines of answers to be read after a stop.
    pub fn poll_with_grace(&self, lines: usize) -> Result<(), Stopped> {
        self.poll().or_else(|stopped| {
            let take = |grace: usize| grace.checked_sub(lines);
            let taken = self.grace.fetch_update(Relaxed, Relaxed, take);
            taken.map(|_| ()).map_err(|_| stopped)
        })
    }

    fn tell(&self, stage: Stage, bounds: Option<(u32, Option<u32>)>, positions: u64) {
        let best = self.best.load(Relaxed);
        let of_root = (self.lower.load(Relaxed), (best < INFINITE).then_some(best));
        let (lower, upper) = bounds.unwrap_or(of_root);
        let guess = self.guess.load(Relaxed);
        let stage = if self.is_writing.load(Relaxed) {
            Stage::Certificate
        } else {
            stage
        };
        (self.report)(&Progress {
            stage,
            lower,
            upper,
            guess: (guess != NO_GUESS).then_some(guess),
            settled: self.settled.load(Relaxed),
            first_guesses: self.first_guesses.load(Relaxed),
            steps: self.steps.lock().expect("no panic").clone(),
            positions,
            memory: self.memory(),
        });
    }

    #[cold]
    fn stop(&self, reason: StopReason) -> Stopped {
        // The first reason is the one that is reported.
        let _ = self
            .reason
            .compare_exchange(0, reason_number(reason), Relaxed, Relaxed);
        Stopped
    }
}

/// Reasons as numbers, for an atomic; zero is none.
fn reason_number(reason: StopReason) -> u8 {
    match reason {
        StopReason::Asked => 1,
        StopReason::Positions => 2,
    }
}
