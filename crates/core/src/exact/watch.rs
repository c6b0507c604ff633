//! The watch of a search: whether it must stop, and what it reports while it runs.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, OnceLock};

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
    /// How the search stands; its positions are counted apart.
    progress: Mutex<Progress>,
    positions: AtomicU64,
    /// Lines of answers that were read, where they count.
    lines: AtomicU64,
    /// Whether a certificate is written, whatever is searched for it.
    is_writing: AtomicBool,
    /// The first reason to stop that was met.
    reason: OnceLock<StopReason>,
    /// Lines of answers that may still be read once the search was told to stop.
    grace: AtomicUsize,
}

impl<'a> Watch<'a> {
    /// `lower` is a first bound to report.
    pub fn new(limits: Limits<'a>, report: &'a (dyn Fn(&Progress) + Sync), lower: u32) -> Self {
        Watch {
            limits,
            report,
            progress: Mutex::new(Progress {
                lower,
                ..Progress::default()
            }),
            positions: AtomicU64::new(0),
            lines: AtomicU64::new(0),
            is_writing: AtomicBool::new(false),
            reason: OnceLock::new(),
            grace: AtomicUsize::new(0),
        }
    }

    fn progress(&self) -> MutexGuard<'_, Progress> {
        self.progress.lock().expect("no panic")
    }

    /// Notes how the search of the root stands, for the next report: its bounds and the guess that is searched.
    pub fn set(&self, lower: u32, best: u32, guess: u32) {
        let mut progress = self.progress();
        progress.lower = lower;
        progress.upper = (best < INFINITE).then_some(best);
        progress.guess = (guess != NO_GUESS).then_some(guess);
    }

    /// Notes how many first guesses are settled, and of how many.
    pub fn set_settled(&self, settled: usize, first_guesses: usize) {
        let mut progress = self.progress();
        (progress.settled, progress.first_guesses) = (settled as u32, first_guesses as u32);
    }

    /// Notes that from now on a certificate is written.
    pub fn begin_writing(&self) {
        self.is_writing.store(true, Relaxed);
    }

    /// Notes which guess is tried after so many others, and forgets those that were tried after it.
    pub fn set_step(&self, depth: usize, step: Step) {
        let steps = &mut self.progress().steps;
        if depth <= steps.len() && depth < Step::MOST {
            steps.truncate(depth);
            steps.push(step);
        }
    }

    /// Notes which cell of such a guess is searched, and what the guess costs at least by now.
    pub fn set_step_cell(&self, depth: usize, lower: u32, cell: StepCell) {
        let steps = &mut self.progress().steps;
        if let Some(step) = steps.get_mut(depth) {
            (step.lower, step.cell) = (lower, Some(cell));
            steps.truncate(depth + 1);
        }
    }

    /// Forgets which guesses were tried.
    pub fn clear_steps(&self) {
        self.progress().steps.clear();
    }

    /// Notes how many bytes the tables take.
    pub fn set_memory(&self, bytes: usize) {
        self.progress().memory = bytes;
    }

    pub fn memory(&self) -> usize {
        self.progress().memory
    }

    /// Whether so many positions may be searched and no more.
    pub fn limits_positions(&self) -> bool {
        self.limits.positions.is_some()
    }

    /// Adds positions that were searched.
    pub fn count(&self, positions: u64) {
        self.positions.fetch_add(positions, Relaxed);
    }

    /// Adds lines of answers that were read, or what takes as long.
    pub fn read(&self, lines: usize) {
        if self.limits.counts_all {
            self.lines.fetch_add(lines as u64, Relaxed);
        }
    }

    /// Positions searched so far, in all searches; where lines count, so many are one more.
    pub fn positions(&self) -> u64 {
        const LINES: u64 = 22_000;
        self.positions.load(Relaxed) + self.lines.load(Relaxed) / LINES
    }

    /// Why the search was stopped, if it was.
    pub fn reason(&self) -> Option<StopReason> {
        self.reason.get().copied()
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

    /// Reports how the search stands, and stops it if it must. `more` positions are not yet
    /// added to those of all; `bounds`, if given, are reported instead of those of the root.
    pub fn check(
        &self,
        stage: Stage,
        bounds: Option<(u32, Option<u32>)>,
        more: u64,
    ) -> Result<(), Stopped> {
        let positions = self.positions() + more;
        self.tell(stage, bounds, positions);
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

    /// Like [`Watch::poll`], but what completes a tree may read so many lines of answers after a stop, while there is grace.
    pub fn poll_for(&self, lines: usize, completes: bool) -> Result<(), Stopped> {
        self.read(lines);
        self.poll().or_else(|stopped| {
            let take = |grace: usize| grace.checked_sub(lines).filter(|_| completes);
            let taken = self.grace.fetch_update(Relaxed, Relaxed, take);
            taken.map(|_| ()).map_err(|_| stopped)
        })
    }

    fn tell(&self, stage: Stage, bounds: Option<(u32, Option<u32>)>, positions: u64) {
        let mut progress = self.progress().clone();
        progress.positions = positions;
        progress.stage = match self.is_writing.load(Relaxed) {
            true => Stage::Certificate,
            false => stage,
        };
        if let Some(bounds) = bounds {
            (progress.lower, progress.upper) = bounds;
        }
        (self.report)(&progress);
    }

    #[cold]
    fn stop(&self, reason: StopReason) -> Stopped {
        let _ = self.reason.set(reason);
        Stopped
    }
}
