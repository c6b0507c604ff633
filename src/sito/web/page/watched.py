"""A job that a view shows: taken up again after a reload, told now and then, ended a while after its view is gone."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from typing import Any, TypeVar
from weakref import WeakKeyDictionary

from sito.operations.work import Work
from sito.web.page.frame import Page
from sito.web.work import NoSuchJob
from sito.web.work.jobs import Job, JobState

Question = TypeVar("Question")

TELL_SECONDS = 0.5
"""How often a view shows the progress of its job."""
ANNOUNCE_SECONDS = 10.0
"""How often progress is said to those who hear the page."""
_LAST_POINTS = 600

_watching: Counter[str] = Counter()
"""How many views show each job."""
_courses: WeakKeyDictionary[Job, Course]


class Course:
    """What the progress of a job was at which time, in seconds since it began; thinned out when it gets long."""

    def __init__(self, question: object = None) -> None:
        self.question = question
        """What the operation was asked; None for a job that was begun elsewhere."""
        self.points: list[tuple[float, Any]] = []
        self._begun: float | None = None
        self._every = TELL_SECONDS / 2

    def note(self, job: Job) -> None:
        """Notes the progress of a job now."""
        now = asyncio.get_running_loop().time()
        if self._begun is None:
            if job.state is JobState.WAITING:
                return
            self._begun = now
        if job.progress is None:
            return
        seconds = now - self._begun
        if self.points and seconds - self.points[-1][0] < self._every and job.state is JobState.RUNNING:
            return
        self.points.append((seconds, job.progress))
        if len(self.points) > _LAST_POINTS:
            self.points = self.points[::2]
            self._every *= 2

    @property
    def seconds(self) -> float:
        """How long the job has run, at the last progress."""
        return self.points[-1][0] if self.points else 0.0


_courses = WeakKeyDictionary()


class WatchedJob:
    """The job of a view. `show` is called with it now and then, and at its end."""

    def __init__(self, page: Page, name: str, show: Callable[[Job], Any]) -> None:
        self._page, self._name = page, name
        self._show = page.listener(show)
        self._waits = False
        self._unlisten: Callable[[], None] = lambda: None
        self.job: Job | None = None
        page.on_close(self._leave)

    @property
    def course(self) -> Course:
        """What its progress has been so far."""
        return Course() if self.job is None else _courses.get(self.job, Course())

    @property
    def is_over(self) -> bool:
        """Whether there is nothing more to come."""
        return self.job is None or self.job.over.is_set()

    def begin(self, operation: Callable[[Question, Work], object], question: Question) -> Job:
        """Begins a job. Raises `Busy`."""
        job: Job = self._page.services.jobs.start(operation, {"asked": question}, owner=self._page.person)
        course = _courses[job] = Course(question)
        job.listen(course.note)
        self._watch(job)
        return job

    def take_up(self, id: str) -> Job | None:
        """Shows the job of this number, or one of this kind that still runs; None if this person has neither."""
        jobs = self._page.services.jobs
        found = None
        with suppress(NoSuchJob):
            found = jobs.get(id, self._page.person)
        mine = (job for job in jobs.of(self._page.person) if job.name == self._name and not job.over.is_set())
        found = next(mine, None) if found is None or found.name != self._name else found
        if found is not None:
            self._watch(found)
        return found

    def stop(self) -> None:
        """Asks the job to end with what it has."""
        if self.job is not None:
            with suppress(NoSuchJob):
                self._page.services.jobs.cancel(self.job.id, self._page.person)

    def _watch(self, job: Job) -> None:
        self._forget()
        self.job = job
        _watching[job.id] += 1
        self._unlisten = job.listen(self._hear)
        self._show(job)

    def _hear(self, job: Job) -> None:
        """Lets the view show a change: at once at the end, else not more often than a person can read."""
        if job.over.is_set():
            self._show(job)
        elif not self._waits:
            self._waits = True
            asyncio.get_running_loop().call_later(TELL_SECONDS, self._tell)

    def _tell(self) -> None:
        self._waits = False
        if self.job is not None and not self.job.over.is_set():
            self._show(self.job)

    def _forget(self) -> None:
        self._unlisten()
        if self.job is not None:
            _watching[self.job.id] -= 1

    def _leave(self) -> None:
        """Ends the job when its last view is gone; that is a while after the person has left."""
        self._forget()
        if self.job is not None and not _watching[self.job.id]:
            del _watching[self.job.id]
            self.stop()
