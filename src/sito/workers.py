"""Where the jobs of a tournament run: on any `concurrent.futures.Executor`.

Three kinds have a text: `serial`, `processes:N` and `dask://HOST:PORT`. There is no
scheduler here: executors have their own. What is added is that a worker that dies loses
no result, because its jobs run again.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, ProcessPoolExecutor, as_completed
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from multiprocessing import resource_tracker
from multiprocessing.context import SpawnContext, SpawnProcess
from multiprocessing.process import BaseProcess
from typing import Any, ParamSpec, Protocol, TypeVar

from sito.errors import N_, NN_, Fault, InputError, SitoError
from sito.tournament.run import Job, Played, run_job

ATTEMPTS = 3
"""How often workers may die with no job finished in between."""
MAX_PROCESSES = 1024
_CONNECT_SECONDS = 20

P = ParamSpec("P")
T = TypeVar("T")
W = TypeVar("W")


class Workers(Protocol):
    """Gives executors, one after the other: a new one when the last has broken."""

    def open(self) -> AbstractContextManager[Executor]:
        """Opens an executor; leaving the context stops what still runs."""
        ...

    def lost(self, error: BaseException) -> bool:
        """Tells whether a job ended with this error because its worker died."""
        ...


def run_jobs(
    jobs: Iterable[Job],
    workers: Workers,
    on_result: Callable[[Job, Played], object],
    clock: Callable[[], float] | None = None,
) -> None:
    """Runs jobs and tells of each result as it comes, in any order, in the calling thread.

    Jobs whose worker died run again. Raises what a job raised, and `SitoError` when workers
    die `ATTEMPTS` times with no job finished in between.

    >>> from sito.tournament.run import edition_of
    >>> job = Job("2x2", "first-consistent", edition_of("2x2", "first-consistent"), range(4), None)
    >>> run_jobs([job], Serial(), lambda job, played: print(played.lengths))
    (1, 2, 3, 2)
    """
    run_all(jobs, lambda executor, job: executor.submit(run_job, job, clock), workers, on_result, _jobs_lost)


def _jobs_lost(jobs: Sequence[Job]) -> Fault:
    return Fault(
        *NN_(
            "the workers died {times} times in a row and {count} job is not done, {strategy} on {rules}; "
            "they may lack memory",
            "the workers died {times} times in a row and {count} jobs are not done, such as {strategy} on "
            "{rules}; they may lack memory",
        ),
        times=ATTEMPTS,
        count=len(jobs),
        strategy=jobs[0].strategy,
        rules=jobs[0].rules,
    )


def run_all(
    works: Iterable[W],
    submit: Callable[[Executor, W], Future[T]],
    workers: Workers,
    on_result: Callable[[W, T], object],
    lost: Callable[[Sequence[W]], Fault],
) -> None:
    """Runs works of any kind, different ones, and tells of each result as it comes, in the calling thread.

    `submit` gives one to an executor. Works whose worker died run again; raises `SitoError` with the
    fault that `lost` makes of those left when workers die `ATTEMPTS` times with none finished in between.

    >>> run_all([2, 3], lambda executor, n: executor.submit(pow, n, 2), Serial(), print, lambda left: Fault("lost"))
    2 4
    3 9
    """
    left = dict.fromkeys(works)
    failures = 0
    while left:
        before = len(left)
        with workers.open() as executor:
            for work, result in _results(tuple(left), submit, executor, workers):
                del left[work]
                on_result(work, result)
        failures = 0 if len(left) < before else failures + 1
        if failures == ATTEMPTS:
            raise SitoError(lost(tuple(left)))


def _results(
    works: Iterable[W], submit: Callable[[Executor, W], Future[T]], executor: Executor, workers: Workers
) -> Iterator[tuple[W, T]]:
    """Gives the results of the works that an executor brings to an end; leaves out those that it lost."""
    futures: dict[Future[T], W] = {}
    try:
        for work in works:
            future = submit(executor, work)
            if future.done():  # an executor that works at once shall not keep its results back
                yield from _settled(future, work, workers)
            else:
                futures[future] = work
    except BrokenExecutor:
        pass  # what was submitted before tells the rest
    for future in as_completed(futures):
        yield from _settled(future, futures[future], workers)


def _settled(future: Future[T], work: W, workers: Workers) -> Iterator[tuple[W, T]]:
    try:
        result = future.result()
    except Exception as error:
        if not workers.lost(error):
            raise
    else:
        yield work, result


def parse_workers(text: str) -> Workers:
    """Reads where jobs shall run. Raises `InputError`.

    >>> parse_workers("processes:2")
    Processes(count=2)
    >>> parse_workers("dask://localhost:8786")
    Dask(address='tcp://localhost:8786')
    >>> parse_workers("threads")
    Traceback (most recent call last):
    sito.errors.InputError: there are no workers 'threads'; write serial, processes, processes:4 or dask://HOST:PORT
    """
    kind, colon, rest = text.strip().partition(":")
    if kind == "serial" and not colon:
        return Serial()
    if kind == "processes" and not colon:
        return Processes()
    if kind == "processes" and rest.isdecimal() and 1 <= int(rest) <= MAX_PROCESSES:
        return Processes(int(rest))
    if kind == "processes":
        raise InputError(
            Fault(
                N_("{text!r} is no number of processes; write processes:N with N from 1 to {most}, as in processes:4"),
                text=rest,
                most=MAX_PROCESSES,
            )
        )
    host, _, port = rest.removeprefix("//").rpartition(":")
    if kind == "dask" and rest.startswith("//") and host and port.isdecimal():
        return Dask(f"tcp://{host}:{port}")
    raise InputError(
        Fault(
            N_("there are no workers {text!r}; write serial, processes, processes:4 or dask://HOST:PORT"),
            text=text,
        )
    )


class SerialExecutor(Executor):
    """An executor that does each piece of work at once, in the calling thread."""

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Calls the function and gives a future that is done."""
        future: Future[T] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


@dataclass(frozen=True)
class Serial:
    """Runs jobs one after the other in the calling thread."""

    def open(self) -> AbstractContextManager[Executor]:
        """Opens an executor of this thread."""
        return SerialExecutor()

    def lost(self, error: BaseException) -> bool:
        """Tells that nothing is lost: there is no worker to die."""
        return False


@dataclass(frozen=True)
class Processes:
    """Runs jobs in processes of this machine, spawned, because native threads do not survive a fork.

    `count` is how many; `None` takes one for each processor.
    """

    count: int | None = None

    @contextmanager
    def open(self) -> Iterator[Executor]:
        """Starts processes; they end with the context, and with this process however that ends."""
        others = set(multiprocessing.active_children())
        executor = ProcessPoolExecutor(self.count, mp_context=_Context(), initializer=_start_process)
        results: Any = executor._result_queue
        try:
            yield executor
        except BaseException:
            for child in set(multiprocessing.active_children()) - others:
                child.terminate()
            # A process that ends while it writes a result leaves a part of it in the pipe. As long as this process
            # could write there too, the thread that reads would wait for the rest.
            results._writer.close()
            # All processes are ending, so this is soon over. Without the wait Python's exit could meet that thread
            # while it closes its pipes, and complain.
            executor.shutdown(cancel_futures=True)
            raise
        executor.shutdown()

    def lost(self, error: BaseException) -> bool:
        """Tells whether a process of the pool died."""
        return isinstance(error, BrokenExecutor)


class _Process(SpawnProcess):
    """A process that leaves Ctrl-C to the main process from its very start, which its imports make long."""

    def start(self) -> None:
        if sys.platform == "win32":
            super().start()
            return
        resource_tracker.ensure_running()  # would let the signal through again if it were to start below
        before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])  # the process inherits what is blocked
        try:
            super().start()
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


class _Context(SpawnContext):
    Process = _Process


def _start_process() -> None:
    """Leaves Ctrl-C to the main process, and ends this one when that is gone, even if it was killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if main := multiprocessing.parent_process():
        threading.Thread(target=_end_with, args=(main,), daemon=True).start()


def _end_with(main: BaseProcess) -> None:
    main.join()
    os._exit(1)


@dataclass(frozen=True)
class Dask:
    """Runs jobs on the workers of a Dask scheduler. Needs the extra `dask`; raises `SitoError` without it."""

    address: str

    @contextmanager
    def open(self) -> Iterator[Executor]:
        """Connects to the scheduler. Raises `SitoError` if it does not answer or has no workers."""
        try:
            from distributed import Client
            from distributed.client import logger
        except ImportError:
            raise SitoError(Fault(N_("Dask is not installed; install it with: pip install 'sito[dask]'"))) from None
        try:
            client = Client(self.address, timeout=_CONNECT_SECONDS, set_as_default=False)
        except OSError as error:
            raise SitoError(
                Fault(
                    N_("no Dask scheduler answers at {address} ({reason}); start one with: dask scheduler"),
                    address=self.address,
                    reason=error,
                )
            ) from None
        # The library would show tracebacks of a scheduler that goes away; `lost` tells of it. Loggers share handlers.
        for handler in logger.handlers:
            handler.setLevel("CRITICAL")
        with client:
            try:
                client.wait_for_workers(1, timeout=_CONNECT_SECONDS)
            except TimeoutError:
                raise SitoError(
                    Fault(
                        N_("the Dask scheduler at {address} has no workers; start one with: dask worker {address}"),
                        address=self.address,
                    )
                ) from None
            # Every job is run, even if the scheduler remembers a result of the same job.
            executor = client.get_executor(pure=False)
            try:
                yield executor
            except BaseException:
                executor.shutdown(wait=False)
                raise
            executor.shutdown()

    def lost(self, error: BaseException) -> bool:
        """Tells whether the scheduler gave a job up because its workers died, or went away itself."""
        from distributed.scheduler import KilledWorker

        return isinstance(error, (KilledWorker, CancelledError))
