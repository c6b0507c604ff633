"""Runs a tournament: plays its jobs one by one, on any executor, until a limit is reached; and stores their results."""

from __future__ import annotations

import pickle
import struct
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from math import inf
from threading import Event
from time import monotonic
from typing import TYPE_CHECKING, Self

from sito.base.limits import Limits, OnInterrupt, Stopped, check_run
from sito.base.log import log
from sito.base.plug_ins import own_words
from sito.base.workers import ATTEMPTS, Halted, SerialExecutor, Workers, run_all
from sito.codes.code import CodeSpace
from sito.errors import N_, Fault, InputError, LimitError, SitoError, StrategyError
from sito.native.errors import native_errors
from sito.sieve.knowledge import Knowledge
from sito.strategies.strategy import strategy_failure
from sito.strategies.tree.strategy_tree import BuildsTrees
from sito.tournament.contestants import edition
from sito.tournament.games import Games, Secrets
from sito.tournament.plan import Entry, Job

if TYPE_CHECKING:
    from sito.base.store import Store

_GLANCE_SECONDS = 0.1


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a tournament is: the number of games played so far, and of all games."""

    games: int
    all: int


class Watch:
    """Ends a run when its time is over or a callback asks for it.

    Code in the calling thread calls `look`, or `glance`, which is cheap enough to be called often; other threads call
    `check_running`. Each raises `Halted` when the run is to end; then `stopped` says why, or `raised` holds what a
    callback raised. `games` counts the games played.
    """

    def __init__(self, limits: Limits, on_progress: Callable[[Progress], object] | None, games: int) -> None:
        self.games = 0
        self.stopped: Stopped | None = None
        self.raised: BaseException | None = None
        self._all = games
        self._stop, self._on_progress = limits.stop, on_progress
        self._end = inf if limits.seconds is None else monotonic() + limits.seconds
        self._due = monotonic() + _GLANCE_SECONDS
        self._over = Event()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: object) -> None:
        self._over.set()

    def glance(self) -> None:
        """Calls `look` if that is due; costs next to nothing otherwise."""
        if monotonic() >= min(self._due, self._end):
            self.look()

    def look(self) -> None:
        """Asks the limits and the callbacks."""
        self.check_running()
        self._due = monotonic() + _GLANCE_SECONDS
        if monotonic() >= self._end:
            self._halt(Stopped.TIME)
        try:
            asked = (self._stop is not None and self._stop()) or (
                self._on_progress is not None and self._on_progress(Progress(self.games, self._all))
            )
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            self.raised = error
            self._halt(None)
        if asked:
            self._halt(Stopped.ASKED)

    def check_running(self) -> None:
        """Raises `Halted` if the run has ended."""
        if self._over.is_set():
            raise Halted

    def _halt(self, stopped: Stopped | None) -> None:
        self.stopped = stopped
        self._over.set()
        raise Halted


@dataclass(frozen=True, slots=True)
class Played:
    """The result of a job.

    `lengths` are the numbers of guesses, in the order of the job's secrets; `examined` is how many guesses were
    scored to find them, if the strategy reports it. `seconds` is the time that the job took, or None if no clock was
    given. If the strategy does not play the rules, `refusal` has the reasons and `lengths` is empty.
    """

    lengths: tuple[int, ...]
    examined: int | None = None
    seconds: float | None = None
    refusal: tuple[Fault, ...] = ()


def run_job(job: Job, clock: Callable[[], float] | None = None, ask: Callable[[], object] | None = None) -> Played:
    """Plays the games of a job.

    A strategy that does not draw at random is asked once for each set of codes that the job's games lead to, not once
    for each game. Otherwise each game has its own generator, seeded with the strategy, the secret and the job's seed.
    `clock` returns seconds. `ask` is called before every guess, and can end the job by raising an exception.

    Raises `SitoError` if the strategy fails, or if this machine has another edition of it.
    """
    entry = job.entry
    rules, strategy = entry.rules, entry.strategy
    found = edition(rules, strategy)
    if found != entry.edition:
        raise SitoError.said(
            "{strategy} on {rules} is edition {found} on the machine that should play it, and {planned} where "
            "it was planned; install the same Sito, plug-ins and files on all machines",
            strategy=entry.name,
            rules=str(rules),
            found=found,
            planned=entry.edition,
        )
    start = clock() if clock else 0.0
    games = Games(rules, strategy, job.secrets, name=entry.name, **({} if ask is None else {"ask": ask}))
    try:
        with native_errors(rules):
            if job.seed is not None:
                lengths = games.drawn(job.seed)
            elif isinstance(strategy, BuildsTrees) and len(job.secrets) == CodeSpace(rules).size:
                lengths = games.of_tree(
                    strategy.build_tree(Knowledge(rules), on_progress=ask and (lambda placed: ask()))
                )
            else:
                lengths = games.together()
    except StrategyError as error:
        return Played((), refusal=error.faults)
    except (LimitError, MemoryError):
        raise
    except Exception as error:
        # The error of a plug-in is for its author to read; Sito's message says where it happened.
        raise strategy_failure(entry.name, str(rules), error) from error
    return Played(lengths, games.examined, seconds=clock() - start if clock else None)


def run_jobs(
    jobs: Iterable[Job],
    workers: Workers,
    on_result: Callable[[Job, Played], object],
    clock: Callable[[], float] | None = None,
    *,
    limits: Limits = Limits(),
    on_progress: Callable[[Progress], object] | None = None,
    on_interrupt: OnInterrupt = "raise",
) -> Stopped | None:
    """Runs jobs and calls `on_result` in the calling thread with each result as it arrives, in any order.

    Jobs whose worker died run again. Returns what stopped the run, or None if all jobs are done. A run can be stopped
    by a limit, where `limits.work` counts games, whole jobs at a time; by a true value that `on_progress` or
    `limits.stop` returns; or by Ctrl-C if `on_interrupt` is "return".

    Raises what a job raised; `SitoError` when workers die `ATTEMPTS` times in a row with no job finished in between,
    or for a strategy that cannot be pickled although it must be; and `InputError` for a limit of memory.
    """
    check_run(limits, on_interrupt, on_progress=on_progress, clock=clock)
    if limits.memory is not None:
        raise InputError.said("a tournament takes no limit of memory; leave out memory={value}", value=limits.memory)
    every = tuple(jobs)
    log.debug("playing %d jobs of a tournament", len(every))
    allowed = _first_games(every, limits.work)
    with Watch(limits, on_progress, sum(len(job.secrets) for job in every)) as watch:

        def submit(executor: Executor, job: Job) -> Future[Played]:
            if isinstance(executor, SerialExecutor):
                return executor.submit(run_job, job, clock, watch.glance)
            if isinstance(executor, ThreadPoolExecutor):
                return executor.submit(run_job, job, clock, watch.check_running)
            return executor.submit(run_job, job, clock)

        def take(job: Job, played: Played) -> None:
            on_result(job, played)
            watch.games += len(job.secrets)

        try:
            finished = run_all(allowed, submit, workers, take, _jobs_lost, failed=_explained, ask=watch.look)
        except KeyboardInterrupt:
            if on_interrupt == "raise":
                raise
            return Stopped.INTERRUPT
    log.debug("played %d games of a tournament", watch.games)
    if watch.raised is not None:
        raise watch.raised
    if not finished:
        return watch.stopped
    return Stopped.WORK if len(allowed) < len(every) else None


def _first_games(jobs: Sequence[Job], most: int | None) -> Sequence[Job]:
    """Takes jobs from the first on while they have no more games than that; the choice is the same everywhere."""
    if most is None:
        return jobs
    games = 0
    for place, job in enumerate(jobs):
        games += len(job.secrets)
        if games > most:
            return jobs[:place]
    return jobs


def _jobs_lost(jobs: Sequence[Job]) -> Fault:
    return Fault(
        "the workers died {times} times in a row and {count} job is not done, {strategy} on {rules}; "
        "they may lack memory, or the module that defines a strategy",
        "the workers died {times} times in a row and {count} jobs are not done, such as {strategy} on "
        "{rules}; they may lack memory, or the module that defines a strategy",
        times=ATTEMPTS,
        count=len(jobs),
        strategy=jobs[0].entry.name,
        rules=str(jobs[0].entry.rules),
    )


def _explained(job: Job, error: Exception) -> Exception:
    """Turns the error of an executor that could not play a job into an error of Sito."""
    if isinstance(error, SitoError | MemoryError):
        return error
    about = partial(Fault, strategy=job.entry.name, rules=str(job.entry.rules))
    if reason := _why_not_pickled(job.entry):
        cannot = N_(
            "{strategy} cannot be sent to the workers, for it cannot be pickled: {reason}; define it at the top level "
            "of a module, or play on threads or without an executor"
        )
        return SitoError(about(cannot, reason=reason))
    if isinstance(error, BrokenExecutor):
        died = N_(
            "a worker of the executor died while {strategy} was to play {rules}: {problem}; it may lack memory, or "
            "the module that defines the strategy, which cannot be an interactive session"
        )
        return SitoError(about(died, problem=own_words(error)))
    unable = N_(
        "the executor could not play {strategy} on {rules}: {problem}; its workers need Sito and the module that "
        "defines the strategy"
    )
    return SitoError(about(unable, problem=own_words(error)))


def _why_not_pickled(entry: Entry) -> str:
    try:
        pickle.dumps(entry)
    except Exception as error:
        return own_words(error)
    return ""


def keep_result(store: Store, job: Job, played: Played) -> None:
    """Stores the result of a job, in place of an older one. Raises `StoreError`.

    Not stored are refusals of a strategy to play the game, and the results of a strategy
    for which `Entry.kept_as` is None, because a later run could not recognise it.
    """
    if played.refusal or job.entry.kept_as is None:
        return
    lengths = struct.pack(f"<{len(played.lengths)}H", *played.lengths)
    store.change(
        "INSERT OR REPLACE INTO job VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (*_key(job), lengths, played.examined, played.seconds),
    )


def kept_results(store: Store, jobs: Iterable[Job]) -> Iterator[tuple[Job, Played]]:
    """Returns the stored results of these jobs. Raises `StoreError`."""
    for job in jobs:
        if job.entry.kept_as is None:
            continue
        row = store.row(
            "SELECT lengths, examined, seconds FROM job "
            "WHERE rules = ? AND strategy = ? AND edition = ? AND secrets = ? AND seed = ?",
            _key(job),
        )
        if row:
            lengths, examined, seconds = row
            yield job, Played(struct.unpack(f"<{len(lengths) // 2}H", lengths), examined, seconds)


def _key(job: Job) -> tuple[str, str, str, str, str]:
    entry = job.entry
    seed = "" if job.seed is None else str(job.seed)
    return str(entry.rules), entry.name, entry.kept_as or "", _secrets_text(job.secrets), seed


def _secrets_text(secrets: Secrets) -> str:
    """Writes numbers of secrets: `0-255`, or `3 17 99` for a sample."""
    if isinstance(secrets, range):
        return f"{secrets.start}-{secrets.stop - 1}"
    return " ".join(map(str, secrets))
