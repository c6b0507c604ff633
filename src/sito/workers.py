"""Where long work runs in parts: on any `concurrent.futures.Executor`, whatever the parts are.

Three kinds of workers have a text: `serial`, `processes:N` and `dask://HOST:PORT`; any
other executor serves as it is. There is no scheduler here: executors have their own. What
is added is that a worker that dies loses no result, because its part runs again, and that
a run can be ended at any moment.
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

from sito.errors import N_, Fault, InputError, SitoError

ATTEMPTS = 3
"""How often workers may die with no work finished in between."""
MAX_PROCESSES = 1024
_CONNECT_SECONDS = 20
_GLANCE_SECONDS = 0.1
"""How often a run asks whether it shall go on, while it waits for results."""

P = ParamSpec("P")
T = TypeVar("T")
W = TypeVar("W")


@runtime_checkable
class Workers(Protocol):
    """Gives executors, one after the other: a new one when the last has broken."""

    def open(self) -> AbstractContextManager[Executor]:
        """Opens an executor; leaving the context stops what still runs."""
        ...

    def lost(self, error: BaseException) -> bool:
        """Tells whether a work ended with this error because its worker died."""
        ...


class Halted(BaseException):
    """Ends a run: raised by the function that `run_all` asks, or within a work that runs in the calling thread.

    It is no `Exception`, so that what a work does about the errors of others lets it pass.
    """


def run_all(
    works: Iterable[W],
    submit: Callable[[Executor, W], Future[T]],
    workers: Workers,
    on_result: Callable[[W, T], object],
    lost: Callable[[Sequence[W]], Fault],
    *,
    failed: Callable[[W, Exception], Exception] = lambda work, error: error,
    ask: Callable[[], object] = lambda: None,
) -> bool:
    """Runs works of any kind and tells of each result as it comes, in any order, in the calling thread.

    `submit` gives a work to an executor. Works whose worker died run again; raises `SitoError` with the
    fault that `lost` makes of those left when workers die `ATTEMPTS` times with none finished in between.
    What a work raises is raised, or what `failed` makes of it. `ask` is called after each result and at least ten
    times a second; it ends the run by raising `Halted`. Works that have not begun are then cancelled, as they are
    with every error. Returns whether all works were finished.

    >>> run_all([2, 3], lambda executor, n: executor.submit(pow, n, 2), Serial(), print, lambda left: Fault("lost"))
    2 4
    3 9
    True
    """
    left = dict(enumerate(works))
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
    return True


def _results(
    works: Iterable[tuple[int, W]],
    submit: Callable[[Executor, W], Future[T]],
    executor: Executor,
    workers: Workers,
    failed: Callable[[W, Exception], Exception],
    ask: Callable[[], object],
) -> Generator[tuple[int, T], None, None]:
    """Gives the results of the works that an executor brings to an end; leaves out those that it lost."""
    futures: dict[Future[T], tuple[int, W]] = {}
    done: SimpleQueue[Future[T]] = SimpleQueue()

    def settled(future: Future[T], place: int, work: W) -> Iterator[tuple[int, T]]:
        try:
            result = future.result()
        except Exception as error:
            if not workers.lost(error):
                _raise(failed(work, error), error)
        else:
            yield place, result

    try:
        for place, work in works:
            ask()
            try:
                future = submit(executor, work)
            except Exception as error:
                if workers.lost(error):
                    break  # what was submitted before tells the rest
                _raise(failed(work, error), error)
            if future.done():  # an executor that works at once shall not keep its results back
                yield from settled(future, place, work)
            else:
                futures[future] = place, work
                future.add_done_callback(done.put)
        for _ in range(len(futures)):
            future = _next_done(done, ask)
            place, work = futures.pop(future)
            yield from settled(future, place, work)
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
    """Reads where work shall run. Raises `InputError`.

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


def workers_on(executor: Executor | Workers | None) -> Workers:
    """Gives the workers for whatever a caller may pass: this thread for None, or an executor that stays the caller's.

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
    raise InputError(
        Fault(
            N_(
                "{value!r}, of type {type}, is no executor; give one of concurrent.futures, as in "
                "ProcessPoolExecutor(4), or client.get_executor() of a Dask client, or parse_workers(text)"
            ),
            value=executor,
            type=type(executor).__name__,
        )
    )


@dataclass(frozen=True)
class Given:
    """Runs works on an executor that belongs to the caller: it is never shut down here, nor made anew if it breaks."""

    executor: Executor

    @contextmanager
    def open(self) -> Iterator[Executor]:
        """Gives the executor."""
        yield self.executor

    def lost(self, error: BaseException) -> bool:
        """Tells that nothing can be run again: an executor that has broken stays so."""
        return False


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
    """Runs works one after the other in the calling thread."""

    def open(self) -> AbstractContextManager[Executor]:
        """Opens an executor of this thread."""
        return SerialExecutor()

    def lost(self, error: BaseException) -> bool:
        """Tells that nothing is lost: there is no worker to die."""
        return False


@dataclass(frozen=True)
class Processes:
    """Runs works in processes of this machine, spawned, because native threads do not survive a fork.

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
            # The pool gives every future that waits the error of its dead processes. One that was cancelled takes
            # none, and Python before 3.12 would show a traceback of that.
            for waiting in list(executor._pending_work_items.values()):
                if waiting.future.cancelled():
                    waiting.future = Future()
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
    """Runs works on the workers of a Dask scheduler. Needs the extra `dask`; raises `SitoError` without it."""

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
            # Every work is run, even if the scheduler remembers the result of an equal one.
            executor = client.get_executor(pure=False)
            try:
                yield executor
            except BaseException:
                executor.shutdown(wait=False)
                raise
            executor.shutdown()

    def lost(self, error: BaseException) -> bool:
        """Tells whether the scheduler gave a work up because its workers died, or went away itself."""
        from distributed.scheduler import KilledWorker

        return isinstance(error, (KilledWorker, CancelledError))
