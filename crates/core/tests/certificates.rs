//! Writing certificates: on any number of threads, and cut short by whatever may end it.

mod exact_help;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};

use exact_help::{options, problem, rules};
use sito_core::exact::{
    CertificateClaim, CertificateSink, Objective, Options, Outcome, Progress, Stage, Written,
    solve_certified,
};
use sito_core::{Allowed, FeedbackKind, Rules};

const THREADS: [usize; 3] = [1, 2, 4];

/// Takes a certificate, and does something at each piece of it.
struct Taker<F> {
    claim: Option<CertificateClaim>,
    bytes: usize,
    each: F,
}

impl<F: FnMut(usize) -> bool + Send> CertificateSink for Taker<F> {
    fn claim(&mut self, claim: CertificateClaim) -> bool {
        self.claim = Some(claim);
        true
    }

    fn bytes(&mut self, bytes: &[u8]) -> bool {
        self.bytes += bytes.len();
        (self.each)(self.bytes)
    }
}

/// Solves a game for the total and has its certificate taken; also tells how many bytes were.
fn certified(
    rules: &Rules,
    options: &Options,
    each: impl FnMut(usize) -> bool + Send,
) -> (Outcome, Option<Written>, usize) {
    let mut taker = Taker {
        claim: None,
        bytes: 0,
        each,
    };
    let problem = problem(rules, Objective::Total);
    let (outcome, written) = solve_certified(&problem, None, options, 0, &mut taker).unwrap();
    let lower = taker.claim.and_then(|claim| claim.lower);
    assert!(outcome.proven);
    assert_eq!(lower.map(|lower| vec![lower.into()]), outcome.upper);
    (outcome, written, taker.bytes)
}

/// A game whose certificate comes in many pieces.
fn large() -> Rules {
    Rules::new(3, 7, Allowed::Any, FeedbackKind::Total).unwrap()
}

#[test]
fn all_of_a_certificate_is_taken() {
    let stop = AtomicBool::new(false);
    for threads in THREADS {
        let options = options(&stop).threads(threads);
        let (_, written, bytes) = certified(&rules("4x7"), &options, |_| true);
        let written = written.unwrap();
        assert_eq!(written.bytes, bytes as u64);
        assert!(written.looks > 1000 && written.splits > 10);
    }
}

#[test]
fn a_sink_that_refuses_ends_the_writing() {
    let stop = AtomicBool::new(false);
    for threads in THREADS {
        let options = options(&stop).threads(threads);
        let mut pieces = 0;
        let (_, written, _) = certified(&large(), &options, |_| {
            pieces += 1;
            pieces < 2
        });
        assert_eq!((written, pieces), (None, 2));
    }
}

#[test]
fn a_stop_is_heard_while_reasons_are_found() {
    for threads in THREADS {
        let stop = AtomicBool::new(false);
        let reports = AtomicUsize::new(0);
        let report = |progress: &Progress| {
            if progress.stage == Stage::Certificate && reports.fetch_add(1, Relaxed) == 20 {
                stop.store(true, Relaxed);
            }
        };
        let options = options(&stop).threads(threads).report(&report);
        let (_, written, bytes) = certified(&rules("4x7"), &options, |_| true);
        assert_eq!((written, bytes), (None, 0));
        // Each thread finds no more than it was at.
        assert!(reports.into_inner() <= 21 + threads);
    }
}

#[test]
fn a_panic_of_any_thread_is_passed_on() {
    let stop = AtomicBool::new(false);
    for threads in THREADS {
        let reports = AtomicUsize::new(0);
        let report = |progress: &Progress| {
            let is_late = || reports.fetch_add(1, Relaxed) == 20;
            assert!(
                progress.stage != Stage::Certificate || !is_late(),
                "on purpose"
            );
        };
        let options = options(&stop).threads(threads).report(&report);
        let work = || certified(&rules("4x7"), &options, |_| true);
        assert!(catch_unwind(AssertUnwindSafe(work)).is_err());
    }
    let options = options(&stop);
    let work = || certified(&large(), &options, |_| panic!("on purpose"));
    assert!(catch_unwind(AssertUnwindSafe(work)).is_err());
}
