"""Runs the tasks of a long computation on any `concurrent.futures.Executor`.

Three kinds of workers can be named by a text: `serial`, `processes:N` and `dask://HOST:PORT`. Any other executor can
be passed as an object. This module does no scheduling, which is left to the executor. It adds two things: if a worker
dies, its tasks run again, so no result is lost; and a run can be ended at any moment.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, ProcessPoolExecutor
from contextlib import AbstractContextManager, closing, contextmanager, suppress
from dataclasses import dataclass
from multiprocessing import resource_tracker
from multiprocessing.context import SpawnContext, SpawnProcess
from multiprocessing.process import BaseProcess
from queue import Empty, SimpleQueue
from typing import Any, NoReturn, ParamSpec, Protocol, TypeVar, runtime_checkable

from sito.base.log import log
from sito.errors import N_, NN_, Fault, InputError, SitoError

ATTEMPTS = 3
"""A run gives up when workers die so many times in a row with no task finished in between."""
MAX_PROCESSES = 1024
_CONNECT_SECONDS = 20
_GLANCE_SECONDS = 0.1
"""Seconds between two checks whether to go on, while a run waits for results."""

P = ParamSpec("P")
T = TypeVar("T")
W = TypeVar("W")


@runtime_checkable
class Workers(Protocol):
    """A source of executors; it is asked for a new one when the previous one has broken."""

    def open(self) -> AbstractContextManager[Executor]:
        """Opens an executor; leaving the context ends it and what still runs on it."""
        ...

    def lost(self, error: BaseException) -> bool:
        """Returns whether a task failed with this error because its worker died."""
        ...


class Halted(BaseException):
    """Ends a run: raised by the `ask` function of `run_all`, or inside a task that runs in the calling thread.

    It is not an `Exception`, so that the error handling inside a task does not catch it.
    """


def run_all(
    tasks: Iterable[W],
    submit: Callable[[Executor, W], Future[T]],
    workers: Workers,
    on_result: Callable[[W, T], object],
    lost: Callable[[Sequence[W]], Fault],
    *,
    failed: Callable[[W, Exception], Exception] = lambda task, error: error,
    ask: Callable[[], object] = lambda: None,
) -> bool:
    """Runs tasks and calls `on_result` in the calling thread with each task and its result, in the order of completion.

    `submit` hands a task to an executor. A task whose worker died runs again. When workers die `ATTEMPTS` times
    in a row with no task finished in between, raises `SitoError` with the fault that `lost` makes of the tasks
    left. If a task raises an error, raises that error, or what `failed` makes of it. `ask` is called after each
    result and at least ten times a second, and can end the run by raising `Halted`. At that, and at every error,
    tasks that have not begun are cancelled. Returns whether all tasks were finished.

    >>> run_all([2, 3], lambda executor, n: executor.submit(pow, n, 2), Serial(), print, lambda left: Fault("lost"))
    2 4
    3 9
    True
    """
    left = dict(enumerate(tasks))
    failures = 0
    while left:
        before = len(left)
        try:
            with (
                workers.open() as executor,
                closing(_results(tuple(left.items()), submit, executor, workers, failed, ask)) as results,
            ):
                for place, result in results:
                    on_result(left.pop(place), result)
        except Halted:
            return False
        failures = 0 if len(left) < before else failures + 1
        if failures == ATTEMPTS:
            raise SitoError(lost(tuple(left.values())))
        if left:
            log.warning("workers died; %d tasks run again", len(left))
    return True


def _results(
    tasks: Iterable[tuple[int, W]],
    submit: Callable[[Executor, W], Future[T]],
    executor: Executor,
    workers: Workers,
    failed: Callable[[W, Exception], Exception],
    ask: Callable[[], object],
) -> Generator[tuple[int, T], None, None]:
    """Yields the results of the tasks that an executor finishes; leaves out the tasks that it lost."""
    futures: dict[Future[T], tuple[int, W]] = {}
    done: SimpleQueue[Future[T]] = SimpleQueue()

    def settled(future: Future[T], place: int, task: W) -> Iterator[tuple[int, T]]:
        try:
            result = future.result()
        except Exception as error:
            if not workers.lost(error):
                _raise(failed(task, error), error)
        else:
            yield place, result

    try:
        for place, task in tasks:
            ask()
            try:
                future = submit(executor, task)
            except Exception as error:
                if workers.lost(error):
                    break  # the results of the tasks submitted before are still collected below
                _raise(failed(task, error), error)
            if future.done():  # an executor that runs a task at once: report its result now
                yield from settled(future, place, task)
            else:
                futures[future] = place, task
                future.add_done_callback(done.put)
        for _ in range(len(futures)):
            future = _next_done(done, ask)
            place, task = futures.pop(future)
            yield from settled(future, place, task)
        ask()
    finally:
        for future in futures:
            future.cancel()


def _raise(error: Exception, cause: Exception) -> NoReturn:
    if error is cause:
        raise error
    raise error from cause


def _next_done(done: SimpleQueue[Future[T]], ask: Callable[[], object]) -> Future[T]:
    while True:
        ask()
        with suppress(Empty):
            return done.get(timeout=_GLANCE_SECONDS)


def parse_workers(text: str) -> Workers:
    """Parses the text that names workers. Raises `InputError`.

    >>> parse_workers("processes:2")
    Processes(count=2)
    >>> parse_workers("dask://localhost:8786")
    Dask(address='tcp://localhost:8786')
    >>> parse_workers("threads")
    Traceback (most recent call last):
    sito.errors.InputError: there are no workers 'threads'; write serial, processes, processes:4 or dask://HOST:PORT
    """
    if not isinstance(text, str):
        wrong = N_("workers are named by a text such as {example}; a value of type {type} was given")
        raise InputError.said(wrong, example="processes:4", type=type(text).__name__)
    kind, colon, rest = text.strip().partition(":")
    if kind == "serial" and not colon:
        return Serial()
    if kind == "processes" and not colon:
        return Processes()
    if kind == "processes" and rest.isdecimal() and 1 <= int(rest) <= MAX_PROCESSES:
        return Processes(int(rest))
    if kind == "processes":
        raise InputError.said(
            "{text!r} is no number of processes; write processes:N with N from 1 to {most}, as in processes:4",
            text=rest,
            most=MAX_PROCESSES,
        )
    host, _, port = rest.removeprefix("//").rpartition(":")
    if kind == "dask" and rest.startswith("//") and host and port.isdecimal():
        return Dask(f"tcp://{host}:{port}")
    raise InputError.said(
        "there are no workers {text!r}; write serial, processes, processes:4 or dask://HOST:PORT", text=text
    )


def workers_on(executor: Executor | Workers | None) -> Workers:
    """Returns the workers for an `executor` argument: the calling thread for None, or an executor that the caller owns.

    Raises `InputError`.

    >>> workers_on(None), workers_on(Processes(2))
    (Serial(), Processes(count=2))
    >>> workers_on("processes")
    Traceback (most recent call last):
    sito.errors.InputError: 'processes', of type str, is no executor; give one of concurrent.futures, as in \
ProcessPoolExecutor(4), or client.get_executor() of a Dask client, or parse_workers(text)
    """
    if executor is None:
        return Serial()
    if isinstance(executor, Executor):
        return Given(executor)
    if isinstance(executor, Workers) and not isinstance(executor, type):
        return executor
    raise InputError.said(
        "{value!r}, of type {type}, is no executor; give one of concurrent.futures, as in "
        "ProcessPoolExecutor(4), or client.get_executor() of a Dask client, or parse_workers(text)",
        value=executor,
        type=type(executor).__name__,
    )


@dataclass(frozen=True)
class Given:
    """Runs tasks on an executor that belongs to the caller: it is neither shut down here nor replaced if it breaks."""

    executor: Executor

    @contextmanager
    def open(self) -> Iterator[Executor]:
        """Returns the executor."""
        yield self.executor

    def lost(self, error: BaseException) -> bool:
        """Returns False: an executor that has broken cannot run anything again."""
        return False


class SerialExecutor(Executor):
    """An executor that runs each task at once, in the calling thread."""

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Calls the function and returns a future that is done."""
        future: Future[T] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


@dataclass(frozen=True)
class Serial:
    """Runs tasks one after the other in the calling thread."""

    def open(self) -> AbstractContextManager[Executor]:
        """Opens an executor of this thread."""
        return SerialExecutor()

    def lost(self, error: BaseException) -> bool:
        """Returns False: there is no worker that could die."""
        return False


@dataclass(frozen=True)
class Processes:
    """Runs tasks in processes on this machine. They are spawned, because native threads do not survive a fork.

    `count` is the number of processes; `None` starts one for each processor.
    """

    count: int | None = None

    @contextmanager
    def open(self) -> Iterator[Executor]:
        """Starts the processes. They end with the context, or with this process, even if it is killed."""
        others = set(multiprocessing.active_children())
        log.debug("starting a pool of %d processes", self.count or os.cpu_count() or 1)
        executor = ProcessPoolExecutor(self.count, mp_context=_Context(), initializer=_start_process)
        results: Any = executor._result_queue
        try:
            yield executor
        except BaseException:
            # The pool gives every future that waits the error of its dead processes. One that was cancelled takes
            # none, and Python before 3.12 would show a traceback of that.
            for waiting in list(executor._pending_work_items.values()):
                if waiting.future.cancelled():
                    waiting.future = Future()
            for child in set(multiprocessing.active_children()) - others:
                child.terminate()
            # A process that is terminated while it writes a result leaves part of it in the pipe. As long as this
            # process holds the writing end open as well, the reading thread would wait for the rest.
            results._writer.close()
            # All processes are ending, so this does not take long. Without waiting, Python could exit while that
            # thread is closing its pipes, and print an error.
            executor.shutdown(cancel_futures=True)
            raise
        executor.shutdown()

    def lost(self, error: BaseException) -> bool:
        """Returns whether a process of the pool died."""
        return isinstance(error, BrokenExecutor)


class _Process(SpawnProcess):
    """A process that ignores Ctrl-C from its very start, also during its long imports; the main process handles it."""

    def start(self) -> None:
        if sys.platform == "win32":
            super().start()
            return
        resource_tracker.ensure_running()  # if it started below, it would unblock the signal
        before = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])  # the process inherits what is blocked
        try:
            super().start()
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


class _Context(SpawnContext):
    Process = _Process


def _start_process() -> None:
    """Leaves Ctrl-C to the main process, and ends this process when the main one is gone, even if it was killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if main := multiprocessing.parent_process():
        threading.Thread(target=_end_with, args=(main,), daemon=True).start()


def _end_with(main: BaseProcess) -> None:
    main.join()
    os._exit(1)


@dataclass(frozen=True)
class Dask:
    """Runs tasks on the workers of a Dask scheduler. Needs the extra `dask`; raises `SitoError` without it."""

    address: str

    @contextmanager
    def open(self) -> Iterator[Executor]:
        """Connects to the scheduler. Raises `SitoError` if it does not answer or has no workers."""
        try:
            from distributed import Client
            from distributed.client import logger
        except ImportError:
            raise SitoError.said("Dask is not installed; install it with: pip install 'sito[dask]'") from None
        log.debug("connecting to the Dask scheduler at %s", self.address)
        try:
            client = Client(self.address, timeout=_CONNECT_SECONDS, set_as_default=False)
        except OSError as error:
            raise SitoError.said(
                "no Dask scheduler answers at {address} ({reason}); start one with: dask scheduler",
                address=self.address,
                reason=error,
            ) from None
        # Dask would print tracebacks when a scheduler goes away; `lost` reports that. Its loggers share handlers.
        for handler in logger.handlers:
            handler.setLevel("CRITICAL")
        with client:
            try:
                client.wait_for_workers(1, timeout=_CONNECT_SECONDS)
            except TimeoutError:
                raise SitoError(no_dask_workers(self.address)) from None
            # Every task is run, even if the scheduler remembers the result of an equal one.
            executor = client.get_executor(pure=False)
            try:
                yield executor
            except BaseException:
                executor.shutdown(wait=False)
                raise
            executor.shutdown()

    def lost(self, error: BaseException) -> bool:
        """Returns whether the scheduler gave up a task because its workers died, or went away itself."""
        from distributed.scheduler import KilledWorker

        return isinstance(error, (KilledWorker, CancelledError))


def workers_died(count: int, rules: str) -> Fault:
    """Says that the workers of a search have died so often that it gives up."""
    died = NN_(
        "the workers died {count} time in a row in the search of {rules}; they may lack memory",
        "the workers died {count} times in a row in the search of {rules}; they may lack memory",
    )
    return Fault(*died, count=count, rules=rules)


def no_dask_workers(address: str) -> Fault:
    """Says that a scheduler has no workers."""
    nobody = N_("the Dask scheduler at {address} has no workers; start one with: dask worker {address}")
    return Fault(nobody, address=address)
