"""What the views that study games share: how they ask, the address, and jobs that a view shows."""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from typing import Any, ClassVar, Generic, Self, TypeVar
from urllib.parse import urlencode
from weakref import WeakKeyDictionary

from nicegui import ui

from sito.operations.work import Work
from sito.show.i18n import _, error_text
from sito.web.page import site
from sito.web.page.elements import Html, Vue
from sito.web.page.frame import Page
from sito.web.work.faults import NoSuchJob
from sito.web.work.jobs import Job, JobState

Question = TypeVar("Question")
Answer = TypeVar("Answer")

QUICK_SECONDS = 4.0
"""How long a person waits for what is asked of a game."""
LONGEST_GAME = 4_000
"""The most characters of a game in an address."""


class Address(Vue, component="components/sito_address.js"):
    """The query of the address, which names what the view shows."""

    def __init__(self, page: Page) -> None:
        super().__init__()
        self._page = page

    def show(self, **parts: str | None) -> Self:
        """Puts these into the address, in this order; those that are None or too long are left out."""
        given = {name: part for name, part in parts.items() if part and len(part) <= LONGEST_GAME}
        self._page.query = urlencode(given)
        return self.put(query=f"?{self._page.query}" if given else "")


def add_styles() -> None:
    """Links the styles of these views."""
    ui.add_head_html(f'<link rel="stylesheet" href="{site.static_url("study.css")}">')


async def ask(
    page: Page, operation: Callable[[Question, Work], Answer], question: Question, seconds: float = QUICK_SECONDS
) -> Answer:
    """Has an operation done in the pool while a person waits. Raises its `SitoError`."""
    answer: Answer = await page.services.pool.run(operation, {"asked": question}, seconds=seconds)
    return answer


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

    def __init__(self, question: Any = None) -> None:
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

    def __init__(self, page: Page, name: str, show: Callable[[Job], object]) -> None:
        self._page, self._name = page, name
        self._show = page.listener(show)
        self._waits = False
        self._unlisten: Callable[[], None] = lambda: None
        self.job: Job | None = None
        page.on_close(self.leave)

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
            self._cancel(self.job)

    def _cancel(self, job: Job) -> None:
        with suppress(NoSuchJob):
            self._page.services.jobs.cancel(job.id, self._page.person)

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

    def leave(self) -> None:
        """Shows the job no more, and ends it when that was its last view, as a while after the person has left."""
        self._forget()
        job, self.job = self.job, None
        if job is not None and not _watching[job.id]:
            del _watching[job.id]
            self._cancel(job)


class JobView(ABC, Generic[Question, Answer]):
    """A form, the job that it begins, and what comes of it; `add` puts them on the page."""

    BEGUN: ClassVar[str]
    """What is said when a job has begun."""

    def __init__(self, page: Page, operation: Callable[[Question, Work], Answer], start: str, idle: str) -> None:
        self._page, self._operation = page, operation
        self._announced = asyncio.get_running_loop().time()
        self._shown = self._told_end = ""
        self._watched = WatchedJob(page, operation.__qualname__, self._show)
        self._address = Address(page)
        with page.box("study"):
            with page.box(), page.card():
                self._add_form()
                with page.row():
                    self._start = page.button(start, self._begin, primary=True)
                    self._stop = page.button(_("Stop"), self._watched.stop)
            with page.box(), page.card(_("Results")):
                self._status = page.text(idle)
                self._add_results()
                self._command = page.box()
        self._stop.enable(False)

    def take_up(self, job: str) -> None:
        """Takes up the job of the address, or one that still runs."""
        self._watched.take_up(job)

    def _begin(self) -> None:
        job = self._watched.begin(self._operation, self._asked())
        self._address.show(job=job.id)
        self._announced = asyncio.get_running_loop().time()
        self._page.announce(_(self.BEGUN))

    def _show(self, job: Job) -> None:
        over = job.over.is_set()
        self._start.enable(over)
        self._stop.enable(not over)
        question = self._watched.course.question
        if question is not None and self._shown != job.id:
            self._shown = job.id
            self._show_command(self._command_of(question))
        status, said = self._show_progress(job)
        if over:
            status = error_text(job.error) if job.error is not None else self._show_end(job.result)
        elif job.state is JobState.WAITING:
            status, said = _("Waiting for a free processor"), ""
        self._status.set_text(status)
        now = asyncio.get_running_loop().time()
        if over and self._told_end != job.id:
            self._told_end = job.id
            self._page.announce(status)
        elif not over and said and now - self._announced >= ANNOUNCE_SECONDS:
            self._announced = now
            self._page.announce(said)

    def _show_command(self, command: str | None) -> None:
        """Shows the command that gives the same at a terminal; nothing if there is none."""
        self._command.clear()
        if command is not None:
            with self._command:
                self._page.text(_("The same at a terminal:"), "hint")
                Html("code", command, "command")
        self._command.show(command is not None)

    @abstractmethod
    def _add_form(self) -> None:
        """Puts what is asked."""

    @abstractmethod
    def _add_results(self) -> None:
        """Puts what shows results."""

    @abstractmethod
    def _asked(self) -> Question:
        """Gives what is asked. Raises `InputError`."""

    @abstractmethod
    def _command_of(self, asked: Question) -> str | None:
        """Writes the command that gives the same; None for a word game, which needs a file."""

    @abstractmethod
    def _show_progress(self, job: Job) -> tuple[str, str]:
        """Shows how far a job is, and gives that in words: to be seen, and to be said now and then."""

    @abstractmethod
    def _show_end(self, told: Answer | None) -> str:
        """Shows what a job has found, None if nothing, and gives it in words."""
