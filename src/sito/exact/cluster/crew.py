"""The workers of a coordinator, as lanes: an executor each, so that a worker that dies takes no other's work along."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import replace
from queue import Empty, SimpleQueue
from typing import Any, Generic, TypeVar

from sito.base.workers import ATTEMPTS, Processes, Serial, SerialExecutor, Workers, no_dask_workers
from sito.errors import Fault, SitoError
from sito.exact.cluster.jobs import Letter, Report, Setting
from sito.exact.cluster.worker import do_job, end_run

_GLANCE_SECONDS = 0.1
_ANSWER_SECONDS = 5.0
T = TypeVar("T")


class WorkersGoneError(Exception):
    """The workers died again and again, or cannot be reached any more; the fault says so."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(str(fault))
        self.fault = fault


class Lane(Generic[T]):
    """An executor with some slots, and what its workers are known to know."""

    def __init__(self, workers: Workers, slots: int | None) -> None:
        self.workers = workers
        self._asked_slots = slots
        self._stack = ExitStack()
        self._executor: Executor | None = None
        self.slots = slots or 1
        self.missing: Fault | None = None
        """Says so, if a cluster has no workers now."""
        self.futures: dict[Future[Report], T] = {}
        self._knows: dict[str, tuple[int, int]] = {}
        self._reports = 0

    @property
    def idle(self) -> int:
        """How many jobs it could begin now."""
        return max(0, self.slots - len(self.futures))

    @property
    def known(self) -> int:
        """The place in the book up to which all of its workers know the facts, as far as they have told."""
        return min((known for known, _ in self._knows.values()), default=0)

    def executor(self) -> Executor:
        """The executor, opened when it is first needed."""
        if self._executor is None:
            self._executor = self._stack.enter_context(self.workers.open())
            self.count()
        return self._executor

    def count(self) -> None:
        """Counts the slots of the executor; where a cluster has no workers now, the next one to come is counted on."""
        if self._asked_slots is not None or self._executor is None:
            return
        found = slots_of(self._executor)
        if found is not None:
            self.slots = max(1, found)
            client = _dask_client(self._executor)
            self.missing = no_dask_workers(client.scheduler.address) if client is not None and found == 0 else None

    def heard(self, report: Report) -> None:
        """Notes what a worker knows; workers that have not been heard of for long are taken to be gone."""
        self._reports += 1
        self._knows[report.worker] = report.known, self._reports
        oldest = self._reports - 4 * self.slots
        self._knows = {name: known for name, known in self._knows.items() if known[1] > oldest}

    def lost(self) -> list[T]:
        """Ends an executor that has lost a worker, to be opened again; returns all that it was working on."""
        gone = list(self.futures.values())
        for future in self.futures:
            future.cancel()
        self.futures.clear()
        self._knows.clear()
        self._stack.close()
        self._executor = None
        return gone

    def close(self, error: BaseException | None) -> None:
        """Ends it; with an error all that still runs is ended at once."""
        if error is None:
            self._stack.close()
            return
        with suppress(BaseException):
            self._stack.__exit__(type(error), error, error.__traceback__)


class Crew(Generic[T]):
    """All workers of a run, each of which is handed jobs and reports on them."""

    def __init__(self, workers: Workers, setting: Setting, stop: Callable[[], object]) -> None:
        self._setting, self._stop = setting, stop
        self.deaths = 0
        """How many workers have died since the last report of any."""
        self._has_more_slots = False
        self._done: SimpleQueue[tuple[Lane[T], Future[Report]]] = SimpleQueue()
        if isinstance(workers, Processes):
            number = workers.count or os.cpu_count() or 1
            # A pool in which one process has died ends all of them; so each has a pool of its own.
            self.lanes = [Lane[T](replace(workers, count=1), 1) for _ in range(number)]
        else:
            self.lanes = [Lane[T](workers, 1 if isinstance(workers, Serial) else None)]

    @property
    def slots(self) -> int:
        """How many jobs can be done at the same time."""
        return sum(lane.slots for lane in self.lanes)

    def running(self) -> int:
        """How many jobs are being done."""
        return sum(len(lane.futures) for lane in self.lanes)

    def has_news(self) -> bool:
        """Whether a report is there already."""
        return not self._done.empty()

    def idle_lane(self) -> Lane[T] | None:
        """The lane with the most idle slots, if there is one."""
        lane = max(self.lanes, key=lambda lane: lane.idle)
        return lane if lane.idle else None

    @contextmanager
    def at_work(self) -> Iterator[None]:
        """Ends all lanes at the end: when something goes wrong, with all that still runs on them."""
        try:
            for lane in self.lanes:
                lane.executor()
            yield
        except BaseException as error:
            end_run(self._setting.run)
            for lane in self.lanes:
                lane.close(error)
            raise
        for lane in self.lanes:
            lane.close(None)

    def hand_out(self, lane: Lane[T], what: T, letter: Letter) -> None:
        """Hands a job to a lane. Raises `WorkersGoneError` if its workers are gone and there are no others."""
        try:
            executor = lane.executor()
        except SitoError as error:
            raise WorkersGoneError(error.faults[0]) from error
        stop = self._stop if isinstance(executor, SerialExecutor) else None
        try:
            future = executor.submit(do_job, self._setting, letter, stop)
        except Exception as error:
            if not lane.workers.lost(error):
                raise
            future = Future()
            future.set_exception(error)
        lane.futures[future] = what
        future.add_done_callback(lambda future: self._done.put((lane, future)))

    def wait(self, ask: Callable[[], object], fault: Callable[[], Fault]) -> tuple[T, Report] | list[T]:
        """Waits for a report, or for the news that workers have died: then returns what they were working on.

        Where there is nothing but slots for more jobs than before, it returns an empty list. `ask` is called at least
        ten times a second. Raises what a job raises, and `WorkersGoneError` with the fault when workers have died
        several times for each lane with no report of any in between.
        """
        while True:
            ask()
            if self._has_more_slots:
                self._has_more_slots = False
                return []
            try:
                lane, future = self._done.get(timeout=_GLANCE_SECONDS)
            except Empty:
                continue
            if future not in lane.futures:
                continue  # it was lost together with others
            try:
                report = future.result()
            except Exception as error:
                if not lane.workers.lost(error):
                    raise
                # A cluster goes on without the worker; a pool of processes and a scheduler that is gone do not.
                all_gone = isinstance(error, BrokenExecutor | CancelledError)
                gone = lane.lost() if all_gone else [lane.futures.pop(future)]
                self.deaths += 1
                if self.deaths >= ATTEMPTS * len(self.lanes):
                    raise WorkersGoneError(fault()) from error
                return gone
            what = lane.futures.pop(future)
            lane.heard(report)
            self.deaths = 0
            return what, report

    @property
    def missing(self) -> Fault | None:
        """Says so, if a cluster has no workers now."""
        return next((lane.missing for lane in self.lanes if lane.missing is not None), None)

    def count_slots(self) -> None:
        """Counts the slots again, for workers join a cluster and leave it; where there are more, `wait` ends."""
        before = self.slots
        for lane in self.lanes:
            lane.count()
        self._has_more_slots |= self.slots > before


def slots_of(executor: Executor) -> int | None:
    """How many tasks an executor does at the same time, as far as it can be seen; None if it does not answer now."""
    client = _dask_client(executor)
    if client is not None:
        try:
            return sum(map(int, client.nthreads(callback_timeout=_ANSWER_SECONDS).values()))
        except OSError:
            return None
    workers = getattr(executor, "_max_workers", None)
    if isinstance(workers, int):
        return workers
    return 1 if isinstance(executor, SerialExecutor) else os.cpu_count() or 1


def _dask_client(executor: Executor) -> Any:
    client = getattr(executor, "_client", None)
    return client if hasattr(client, "nthreads") else None
