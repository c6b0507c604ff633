"""Jobs that views show: taken up by a second view, ended when the last one is gone, told not too often."""

import asyncio
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

from sito.web.page.studied import TELL_SECONDS, Course, WatchedJob
from sito.web.work.faults import NoSuchJob
from sito.web.work.jobs import Job, JobState


class Jobs:
    """Stands for the jobs of the service."""

    def __init__(self) -> None:
        self.begun: list[Job] = []
        self.cancelled: list[str] = []

    def start(self, task: Any, arguments: dict[str, Any], owner: str) -> Job:
        self.begun.append(Job(task.__qualname__, owner))
        return self.begun[-1]

    def get(self, id: str, owner: str) -> Job:
        for job in self.begun:
            if (job.id, job.owner) == (id, owner):
                return job
        raise NoSuchJob

    def of(self, owner: str) -> list[Job]:
        return [job for job in self.begun if job.owner == owner]

    def cancel(self, id: str, owner: str) -> Job:
        self.cancelled.append(id)
        return self.get(id, owner)


class View:
    """Stands for a view of a person that watches a job."""

    def __init__(self, jobs: Jobs, person: str = "ann") -> None:
        self.person = person
        self.services = SimpleNamespace(jobs=jobs)
        self.leave: Callable[[], None] = lambda: None
        self.shown: list[Any] = []
        self.watched = WatchedJob(self, "task", lambda job: self.shown.append((job.state, job.progress)))  # type: ignore[arg-type]

    def listener(self, handler: Callable[..., Any]) -> Callable[..., Any]:
        return handler

    def on_close(self, handler: Callable[[], None]) -> None:
        self.leave = handler


def task() -> None:
    """Stands for a task."""


async def test_a_job_ends_when_its_last_view_is_gone() -> None:
    jobs = Jobs()
    first, again, stranger = View(jobs), View(jobs), View(jobs, "bob")
    job = first.watched.begin(task, {"rules": "4x6"})
    assert again.watched.take_up(job.id) is job
    assert stranger.watched.take_up(job.id) is None
    assert again.watched.course.question == {"rules": "4x6"}
    stranger.leave()
    first.leave()
    assert jobs.cancelled == [], "it is still shown after a reload"
    again.leave()
    assert jobs.cancelled == [job.id]


async def test_a_view_without_a_number_shows_the_job_that_still_runs() -> None:
    jobs = Jobs()
    job = View(jobs).watched.begin(task, {})
    assert View(jobs).watched.take_up("") is job
    job.over.set()
    assert View(jobs).watched.take_up("") is None
    assert View(jobs).watched.take_up(job.id) is job


async def test_progress_is_shown_now_and_then_and_the_end_at_once() -> None:
    view = View(Jobs())
    job = view.watched.begin(task, {})
    job.state = JobState.RUNNING
    for done in range(50):
        job.progress = done
        job.tell()
    assert len(view.shown) == 1
    await asyncio.sleep(1.5 * TELL_SECONDS)
    assert view.shown[1:] == [(JobState.RUNNING, 49)]
    job.state = JobState.DONE
    job.over.set()
    job.tell()
    assert view.shown[2:] == [(JobState.DONE, 49)]


async def test_a_course_is_thinned_out() -> None:
    course, job = Course(), Job("task", "ann")
    course.note(job)
    job.state = JobState.RUNNING
    clock = asyncio.get_running_loop()
    real, now = clock.time, 0.0
    clock.time = lambda: now  # type: ignore[method-assign]
    try:
        for second in range(5000):
            now, job.progress = float(second), second
            course.note(job)
    finally:
        clock.time = real  # type: ignore[method-assign]
    seconds = [point for point, _told in course.points]
    assert seconds == sorted(seconds)
    assert seconds[0] == 0.0
    assert 300 <= len(seconds) <= 600
    assert 4980 <= course.seconds <= 4999
