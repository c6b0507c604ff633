//! `sito-certificate FILE [THREADS]` says what a certificate proves, or why it proves nothing.

use std::fs::File;
use std::process::ExitCode;

use sito_certificate::{Options, Progress, check};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let mut options = Options::default();
    match arguments.get(1).map(|text| text.parse()) {
        None => {}
        Some(Ok(threads)) => options.threads = threads,
        Some(Err(_)) => return usage(),
    }
    let Some(name) = arguments.first().filter(|_| arguments.len() <= 2) else {
        return usage();
    };
    let claim = File::open(name)
        .map_err(sito_certificate::Error::Unreadable)
        .and_then(|file| check(Box::new(file), &options, &Progress::default()));
    match claim {
        Ok(claim) => {
            println!("{}", claim.sentence());
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{name}: {error}");
            ExitCode::FAILURE
        }
    }
}

fn usage() -> ExitCode {
    eprintln!("usage: sito-certificate FILE [THREADS]");
    ExitCode::from(2)
}
