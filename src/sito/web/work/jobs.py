"""Jobs: long work that a person has begun and comes back to, with its progress, and that can be cancelled."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Any

from sito.errors import Fault, SitoError
from sito.web.settings import Settings
from sito.web.work import faults
from sito.web.work.faults import Busy, NoSuchJob, Stopping, TaskFailed
from sito.web.work.pool import Lane, Pool, Result, Task, Ticket

log = logging.getLogger("sito.web.jobs")

_RESULT_BYTES = 100_000_000
"""How many bytes the results of all jobs may take; the oldest are forgotten first."""


class JobState(StrEnum):
    """Where a job stands."""

    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    CANCELLED = "cancelled"


class Job:
    """One job. `progress` and `result` are the JSON values of its task, None as long as there are none."""

    def __init__(self, name: str, owner: str) -> None:
        self.id = secrets.token_hex(16)
        self.name = name
        """The name of the task."""
        self.owner = owner
        self.state = JobState.WAITING
        self.progress: Any = None
        self.result: Any = None
        """Also of a job that was cancelled, if its task had something by then."""
        self.error: SitoError | None = None
        """Why it failed, or was cancelled by the service."""
        self.number = ""
        """The number under which the log tells of a mistake in the task; empty if there was none."""
        self.size = 0
        self._listeners: list[Callable[[Job], object]] = []
        self.over = asyncio.Event()

    @property
    def fault(self) -> Fault | None:
        """The first fault of the error, if there is one."""
        return self.error.faults[0] if self.error is not None and self.error.faults else None

    def listen(self, callback: Callable[[Job], object]) -> Callable[[], None]:
        """Calls a function with the job after each change, in the event loop; what it gives ends that."""
        self._listeners.append(callback)

        def unlisten() -> None:
            if callback in self._listeners:
                self._listeners.remove(callback)

        return unlisten

    def tell(self) -> None:
        """Tells the listeners of a change; one that fails holds up nobody."""
        for listener in list(self._listeners):
            try:
                listener(self)
            except Exception:
                log.exception("a listener of a job failed")


class Jobs:
    """The jobs of a service, so many at a time and no more, and for a while after their end."""

    def __init__(self, settings: Settings, pool: Pool) -> None:
        self._settings, self._pool = settings, pool
        self._jobs: dict[str, Job] = {}
        self._tickets: dict[str, Ticket] = {}
        self._stopping = False

    def start(self, task: Task, arguments: Mapping[str, object], owner: str) -> Job:
        """Begins a job. Raises `Busy` if there are too many, of this person or of all."""
        if self._stopping:
            raise Stopping(faults.STOPPING)
        unfinished = [job for job in self._jobs.values() if job.id in self._tickets]
        mine = sum(job.owner == owner for job in unfinished)
        if mine >= self._settings.jobs_share or len(unfinished) >= self._settings.jobs:
            raise Busy()
        job = Job(task.__qualname__, owner)

        def begin() -> None:
            job.state = JobState.RUNNING
            job.tell()

        def progress(value: object) -> None:
            job.progress = value
            job.tell()

        seconds = self._settings.job_seconds
        ticket = self._pool.submit(
            task, arguments, lane=Lane.HEAVY, seconds=seconds, on_progress=progress, on_begin=begin
        )
        self._jobs[job.id] = job
        self._tickets[job.id] = ticket
        self._forget_oldest()
        ticket.result.add_done_callback(lambda done: self._finish(job, ticket, done))
        return job

    def get(self, id: str, owner: str) -> Job:
        """Finds a job of a person. Raises `NoSuchJob`."""
        job = self._jobs.get(id)
        if job is None or job.owner != owner:
            raise NoSuchJob()
        return job

    def of(self, owner: str) -> list[Job]:
        """Lists the jobs of a person, the oldest first."""
        return [job for job in self._jobs.values() if job.owner == owner]

    def cancel(self, id: str, owner: str) -> Job:
        """Asks a job to end with what it has; one that is over stays as it is. Raises `NoSuchJob`."""
        job = self.get(id, owner)
        if ticket := self._tickets.get(id):
            self._pool.stop(ticket)
            if ticket.result.done():  # it had not begun
                self._finish(job, ticket, ticket.result)
        return job

    def remove(self, id: str, owner: str) -> None:
        """Cancels a job and forgets it. Raises `NoSuchJob`."""
        self.cancel(id, owner)
        del self._jobs[id]

    def count(self, state: JobState) -> int:
        """Counts the jobs in a state."""
        return sum(job.state is state for job in self._jobs.values())

    async def close(self) -> None:
        """Cancels all jobs because the service ends, and lets them say so."""
        self._stopping = True
        for id in list(self._tickets):
            job, ticket = self._jobs.get(id), self._tickets.pop(id)
            self._pool.stop(ticket)
            if job is not None:
                self._end(job, JobState.CANCELLED, Stopping(faults.STOPPING))
        await asyncio.sleep(0)

    def _finish(self, job: Job, ticket: Ticket, done: asyncio.Future[Result]) -> None:
        if self._tickets.pop(job.id, None) is None:
            return  # the service ends, and it has been said
        error = SitoError() if done.cancelled() else done.exception()
        if error is None:
            job.result, job.size = done.result()
            self._end(job, JobState.CANCELLED if ticket.stopped else JobState.DONE)
        elif ticket.stopped:
            self._end(job, JobState.CANCELLED)
        elif isinstance(error, SitoError):
            self._end(job, JobState.FAILED, error)
        else:
            job.number = secrets.token_hex(4)
            log.error("job %s failed by a mistake, number %s: %s", job.name, job.number, error)
            self._end(job, JobState.FAILED, faults.mistake(job.number))
        if not isinstance(error, SitoError | TaskFailed | None):
            log.error("a job ended with %r", error)

    def _end(self, job: Job, state: JobState, error: SitoError | None = None) -> None:
        job.state, job.error = state, error
        job.over.set()
        job.tell()
        self._forget_oldest()
        if not self._stopping:
            keep = self._settings.job_keep_seconds
            asyncio.get_running_loop().call_later(keep, self._jobs.pop, job.id, None)

    def _forget_oldest(self) -> None:
        over = [job for job in self._jobs.values() if job.id not in self._tickets]
        size = sum(job.size for job in over)
        while over and (len(self._jobs) > self._settings.jobs or size > _RESULT_BYTES):
            oldest = over.pop(0)
            size -= oldest.size
            del self._jobs[oldest.id]
