"""The view Compare: strategies against each other on every code of a game, live."""

from __future__ import annotations

import asyncio
from typing import Any

from sito.base.limits import why_stopped
from sito.operations.contests import CompareAnswer, CompareQuestion, compare
from sito.show.i18n import _, error_text, fault_text, grouped
from sito.web.page.compare.asked import Form, command_of
from sito.web.page.compare.results import Results
from sito.web.page.elements import Html
from sito.web.page.frame import Page
from sito.web.page.studied import Address, show_command
from sito.web.page.watched import ANNOUNCE_SECONDS, WatchedJob
from sito.web.work.jobs import Job, JobState


class Compare:
    """One person's comparison."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._announced = 0.0
        self._shown = self._told_end = ""
        self._watched = WatchedJob(page, compare.__qualname__, self._show)
        self._address = Address()
        page.text(_("Strategies break every code of a game; see how many guesses they need."), "lead")
        with page.box("study"):
            with page.box(), page.card():
                self._form = Form(page)
                with page.row():
                    self._start = page.button(_("Compare"), self._begin, primary=True)
                    self._stop = page.button(_("Stop"), self._watched.stop)
            with page.box(), page.card(_("Results")):
                self._status = page.text(_("Nothing has been compared yet."))
                self._progress = Html("progress", value=0, max=1, aria_label=_("Games played"))
                self._results = Results(page)
                self._command = page.box()
        self._progress.show(False)
        self._stop.enable(False)

    def begin(self, job: str) -> None:
        """Takes up the comparison of the address, or one that still runs."""
        self._announced = asyncio.get_running_loop().time()
        self._watched.take_up(job)

    def _begin(self) -> None:
        job = self._watched.begin(compare, self._form.read())
        self._address.show(job=job.id)
        self._announced = asyncio.get_running_loop().time()
        self._page.announce(_("The comparison has begun."))

    def _show(self, job: Job) -> None:
        over = job.over.is_set()
        asked = self._watched.course.question
        if isinstance(asked, CompareQuestion) and self._shown != job.id:
            self._shown = job.id
            show_command(self._page, self._command, command_of(asked))
        self._start.enable(over)
        self._stop.enable(not over)
        if job.error is not None:
            self._end(job, error_text(job.error))
            return
        if over:
            found: CompareAnswer | None = job.result
            if found is not None:
                self._results.show(found.contests)
            self._end(job, _end_text(found))
            return
        told: dict[str, Any] | None = job.progress
        if told is None:
            self._status.set_text(_("Waiting for a free processor") if job.state is JobState.WAITING else _("Playing"))
            return
        self._results.show(told["contests"])
        done = _("{done} of {count} games").format(done=grouped(told["games"]), count=grouped(told["all"]))
        self._status.set_text(done)
        self._progress.attribute("max", max(1, told["all"])).attribute("value", told["games"]).show()
        now = asyncio.get_running_loop().time()
        if now - self._announced >= ANNOUNCE_SECONDS:
            self._announced = now
            self._page.announce(done)

    def _end(self, job: Job, text: str) -> None:
        self._progress.show(False)
        self._status.set_text(text)
        if self._told_end != job.id:
            self._told_end = job.id
            self._page.announce(text)


def _end_text(told: CompareAnswer | None) -> str:
    """Says how a comparison ended."""
    if told is None:
        return _("It was stopped before anything was played.")
    if told.stopped is None:
        return _("All games are played.")
    why = fault_text(why_stopped(told.stopped))
    return _("Stopped early, {why}: this is a part of the games, and no fair sample.").format(why=why)
