//! Checks a whole certificate: one thread reads, the others check proofs near the leaves.

use std::io::Read;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread;

use crate::bounds::{Bounds, INFINITE, UNLIMITED};
use crate::claim::{Node, Path};
use crate::facts::Facts;
use crate::game::Game;
use crate::header::{Header, Rules};
use crate::input::Slice;
use crate::proof::{Checker, Pool, Rest, Shared};
use crate::refusal::{Error, Fault, go_on};
use crate::stream::{DIGEST, Stream};
use crate::symmetry::Symmetries;
use crate::verdict::Verdict;

/// How many proofs wait for each thread.
const WAITING: usize = 16;
/// Proofs inside each other are checked by recursion, up to [`crate::input::MOST_NESTED`] deep.
const STACK: usize = 1 << 24;

/// What a certificate proves: every strategy for these rules costs at least `lower`.
#[derive(Clone, Debug)]
pub struct Claim {
    /// Its first line.
    pub header: Header,
    /// How many proofs it consists of.
    pub records: u64,
    /// The digest at its end, and that of the whole, unpacked.
    pub digest: [u8; DIGEST],
    /// The digest of the whole file, unpacked.
    pub whole: [u8; DIGEST],
}

impl Claim {
    /// All that is proven, in words.
    pub fn sentence(&self) -> String {
        let header = &self.header;
        let mut parts = vec![format!("Proven: in {}", header.rules)];
        for (guess, answer) in &header.history {
            parts.push(format!("after {guess} {answer}"));
        }
        if header.guesses == "possible" {
            parts.push("if each guess may be the secret".into());
        }
        if let Some(depth) = header.depth {
            parts.push(format!("with at most {depth} guesses for each secret"));
        }
        parts.push(match header.lower {
            Some(lower) => format!("every strategy needs at least {lower} guesses in all"),
            None => "there is no strategy".into(),
        });
        let plural = if self.records == 1 { "" } else { "s" };
        format!("{} ({} proof{plural}).", parts.join(", "), self.records)
    }
}

/// How a check is run.
#[derive(Clone, Debug)]
pub struct Options {
    /// How many threads check proofs beside the one that reads; with 1 (or 0) that one checks them as well.
    pub threads: usize,
    /// The greatest table of answers, in bytes; without a table each answer is computed when needed.
    pub table: usize,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            threads: thread::available_parallelism().map_or(1, usize::from),
            table: 2 << 30,
        }
    }
}

/// How far a check is; another thread may look at it, and ask it to stop.
#[derive(Debug, Default)]
pub struct Progress {
    /// Where in the body the last proof begins that was checked or is being checked.
    pub bytes: Arc<AtomicU64>,
    /// Proofs that were checked or are being checked.
    pub records: Arc<AtomicU64>,
    /// Set it at any time to end the check, with [`Error::Stopped`].
    pub stop: Arc<AtomicBool>,
}

/// Checks a certificate, packed by gzip or not.
///
/// # Errors
/// [`Error::Refused`] for a certificate that proves nothing, [`Error::Unreadable`] where it cannot be read, and
/// [`Error::Stopped`].
///
/// # Example
/// ```
/// use sito_certificate::{Error, Options, Progress, check};
///
/// let file = &b"Sito"[..];
/// let error = check(Box::new(file), &Options::default(), &Progress::default()).unwrap_err();
/// assert!(matches!(error, Error::Refused(_)));
/// assert_eq!(error.to_string(), "byte 0 of the body: the file ends too early");
/// ```
pub fn check(
    source: Box<dyn Read + Send>,
    options: &Options,
    progress: &Progress,
) -> Result<Claim, Error> {
    if cfg!(target_family = "wasm") {
        return check_here(source, options, progress); // there is one thread, whose stack the linker sets
    }
    thread::scope(|scope| {
        let checked = thread::Builder::new()
            .stack_size(STACK)
            .spawn_scoped(scope, || check_here(source, options, progress))
            .map_err(Error::Unreadable)?;
        checked
            .join()
            .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

/// The same on this thread, and its stack.
fn check_here(
    source: Box<dyn Read + Send>,
    options: &Options,
    progress: &Progress,
) -> Result<Claim, Error> {
    let mut stream = Stream::new(source)?;
    let line = stream.line()?;
    let wrong = |stream: &mut Stream, why: String| stream.refused(Fault::Header(why));
    let header = Header::read(&line).map_err(|why| wrong(&mut stream, why))?;
    let (mut game, lower) = game(&header).map_err(|why| wrong(&mut stream, why))?;
    game.tabulate(options.table, &progress.stop)?;
    stream.set_image(if game.is_words {
        0
    } else {
        game.pegs + game.namings() * game.colors
    });
    let bounds = whole_bounds(&game, &progress.stop)?;
    let start = start(&game, &header, lower, bounds).map_err(|fault| stream.refused(fault))?;
    let shared = Shared {
        facts: Facts::new(game.secrets.len()),
        game,
        stop: progress.stop.clone(),
        records: progress.records.clone(),
        bytes: progress.bytes.clone(),
    };
    let verdict = Verdict::new();
    body(&shared, &verdict, &start, &mut stream, options.threads)?;
    if progress.stop.load(Ordering::Relaxed) {
        return Err(Error::Stopped);
    }
    match verdict.refusal(&shared.game) {
        Some(refusal) => Err(stream.why(refusal)),
        None => {
            let [digest, whole] = stream.finish()?;
            Ok(Claim {
                header,
                records: shared.records.load(Ordering::Relaxed),
                digest,
                whole,
            })
        }
    }
}

fn game(header: &Header) -> Result<(Game, u32), String> {
    if header.form != "sito-certificate 2" {
        return Err(format!(
            "{:?} is another form than \"sito-certificate 2\"",
            header.form
        ));
    }
    let only_possible = match header.guesses.as_str() {
        "any" => false,
        "possible" => true,
        _ => return Err("\"guesses\" is neither \"any\" nor \"possible\"".into()),
    };
    let is_number = |number: Option<u32>| number.is_none_or(|number| number < INFINITE);
    if !is_number(header.lower) || !is_number(header.depth) || header.depth == Some(0) {
        return Err("a number is too large, or there is no guess".into());
    }
    if header.history.len() > 1000 {
        return Err("the history is too long".into());
    }
    let game = Game::new(Rules::read(header)?, only_possible)?;
    // Without a limit, or with a high one, a cost that is not infinite could be as great.
    let most = (header.depth).map(|depth| u64::from(depth) * game.secrets.len() as u64);
    if header.lower.is_none() && most.is_none_or(|most| most >= u64::from(INFINITE)) {
        return Err("a strategy could be so bad".into());
    }
    Ok((game, header.lower.unwrap_or(INFINITE)))
}

/// The bounds of all secrets of the game.
fn whole_bounds(game: &Game, stop: &AtomicBool) -> Result<Bounds, Error> {
    let codes = game.secrets.len() as u32;
    // Guesses of the same class divide the game alike.
    let path = Path::start(Symmetries::new(game));
    let sizes = path.least(game).iter().map(|&guess| {
        let mut sizes = vec![0; game.answers];
        for code in 0..codes {
            sizes[usize::from(game.answer(guess, code))] += 1;
        }
        go_on(stop).map(|()| sizes)
    });
    let sizes: Vec<Vec<u32>> = sizes.collect::<Result<_, _>>()?;
    let found = |last: u32| {
        let found = |sizes: &Vec<u32>| sizes.iter().map(|&size| size.min(last)).sum();
        sizes.iter().map(found).max().unwrap_or(0)
    };
    Ok(Bounds::of(codes, found))
}

/// The claim of the first proof.
fn start(game: &Game, header: &Header, lower: u32, bounds: Bounds) -> Result<Node, Fault> {
    let mut codes: Vec<u32> = (0..game.secrets.len() as u32).collect();
    let mut path = Path::start(Symmetries::new(game));
    let mut answer = 0;
    for (guess_text, answer_text) in &header.history {
        let guess = (0..game.guesses.len() as u32).find(|&guess| game.text(guess) == *guess_text);
        let guess = guess.ok_or_else(|| Fault::Header(format!("{guess_text:?} is no guess")))?;
        path = path.then(answer, guess, game);
        let given =
            (0..=game.win()).find(|&answer| game.answer_text(guess, answer) == *answer_text);
        answer = given.ok_or_else(|| Fault::Header(format!("{answer_text:?} is no answer")))?;
        codes.retain(|&code| game.answer(guess, code) == answer);
    }
    if codes.is_empty() {
        return Err(Fault::History);
    }
    Ok(Node {
        codes,
        answers: None,
        left: header.depth.unwrap_or(UNLIMITED),
        need: lower,
        bounds: Arc::new(bounds),
        path,
        answer,
    })
}

/// Reads and checks the body; what is wrong goes to the verdict.
fn body(
    shared: &Shared,
    verdict: &Verdict,
    start: &Node,
    stream: &mut Stream,
    threads: usize,
) -> Result<(), Error> {
    if threads <= 1 {
        read(shared, verdict, start, stream, None);
        return Ok(());
    }
    let (sender, receiver) = sync_channel(WAITING * threads);
    let receiver = Mutex::new(receiver);
    thread::scope(|scope| {
        for _ in 0..threads {
            let work = || work(shared, verdict, &receiver);
            let started = thread::Builder::new()
                .stack_size(STACK)
                .spawn_scoped(scope, work);
            started.map_err(Error::Unreadable)?;
        }
        let queue = Queue { sender, verdict };
        read(shared, verdict, start, stream, Some(&queue));
        Ok(())
    })
}

/// Reads the body, and checks what the pool does not take.
fn read(
    shared: &Shared,
    verdict: &Verdict,
    start: &Node,
    stream: &mut Stream,
    pool: Option<&dyn Pool>,
) {
    let mut reader = Checker {
        shared,
        pool,
        open: Vec::new(),
    };
    if let Err(wrong) = reader.proof(start, stream) {
        verdict.refuse(wrong);
    }
    verdict.settle(reader.open, &shared.facts);
}

/// What a thread does until nothing more comes.
fn work(shared: &Shared, verdict: &Verdict, receiver: &Mutex<Receiver<Job>>) {
    loop {
        let next = receiver.lock().expect("no thread panics here").recv();
        let Ok(Job { number, task }) = next else {
            return;
        };
        let mut checker = Checker {
            shared,
            pool: None,
            open: Vec::new(),
        };
        let offset = match &task {
            Task::Proof(_, _, offset) => *offset,
            Task::Rest(rest) => rest.offset,
        };
        let result = match task {
            _ if verdict.first_fault() < offset => Ok(()),
            Task::Proof(node, bytes, offset) => {
                checker.proof(&node, &mut Slice::new(&bytes, offset))
            }
            Task::Rest(rest) => checker.rest(&rest),
        };
        verdict.end(number, checker.open, result, &shared.facts);
    }
}

struct Job {
    number: u64,
    task: Task,
}

enum Task {
    Proof(Node, Vec<u8>, u64),
    Rest(Box<Rest>),
}

/// The way from the thread that reads to those that check.
struct Queue<'a> {
    sender: SyncSender<Job>,
    verdict: &'a Verdict,
}

impl Pool for Queue<'_> {
    fn proof(&self, node: Node, bytes: Vec<u8>, offset: u64) {
        self.send(Task::Proof(node, bytes, offset));
    }

    fn rest(&self, rest: Rest) {
        self.send(Task::Rest(Box::new(rest)));
    }

    fn has_failed(&self) -> bool {
        self.verdict.first_fault() < u64::MAX
    }
}

impl Queue<'_> {
    fn send(&self, task: Task) {
        let number = self.verdict.begin();
        // The threads take jobs until this sender is gone.
        let _ = self.sender.send(Job { number, task });
    }
}
