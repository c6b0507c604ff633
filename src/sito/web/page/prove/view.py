"""The view Prove: the exact search, its two bounds closing on each other, and what it found."""

from __future__ import annotations

import asyncio

from sito.operations.contests import SolveAnswer, SolveQuestion, solve
from sito.show.i18n import _, error_text
from sito.web.page.frame import Page
from sito.web.page.prove.asked import Form, command_of
from sito.web.page.prove.found import Found
from sito.web.page.prove.search import Search
from sito.web.page.studied import Address, show_command
from sito.web.page.watched import ANNOUNCE_SECONDS, WatchedJob
from sito.web.work.jobs import Job, JobState

_EXAMPLES = ("4x6", "4x10-distinct", "5x5", "4x8")
"""Games whose least total is proven soon."""


class Prove:
    """One person's search."""

    def __init__(self, page: Page, rules: str, objective: str) -> None:
        self._page = page
        self._announced = 0.0
        self._shown = self._told_end = ""
        self._watched = WatchedJob(page, solve.__qualname__, self._show)
        self._address = Address()
        page.text(_("The search finds a best strategy, and proves that no other beats it."), "lead")
        with page.box("study"):
            with page.box(), page.card():
                self._form = Form(page)
                with page.row():
                    self._start = page.button(_("Prove"), self._begin, primary=True)
                    self._stop = page.button(_("Stop"), self._watched.stop)
                page.text(_("For example:"), "hint")
                with page.row("examples"):
                    for game in _EXAMPLES:
                        page.link(game, f"/prove?rules={game}&objective=total", "button quiet")
            with page.box(), page.card(_("Results")):
                self._status = page.text(_("Nothing has been searched yet."))
                self._search = Search(page)
                self._found = Found(page)
                self._command = page.box()
        self._stop.enable(False)
        self._form.choose(rules, objective)

    def begin(self, job: str) -> None:
        """Takes up the search of the address, or one that still runs."""
        self._announced = asyncio.get_running_loop().time()
        self._watched.take_up(job)

    def _begin(self) -> None:
        job = self._watched.begin(solve, self._form.read())
        self._found.hide()
        self._address.show(job=job.id)
        self._announced = asyncio.get_running_loop().time()
        self._page.announce(_("The search has begun."))

    def _show(self, job: Job) -> None:
        over = job.over.is_set()
        self._start.enable(over)
        self._stop.enable(not over)
        course = self._watched.course
        if isinstance(course.question, SolveQuestion) and self._shown != job.id:
            self._shown = job.id
            show_command(self._page, self._command, command_of(course.question))
        self._search.show(course, job.result if over else None)
        if over:
            self._end(job)
            return
        waiting = job.state is JobState.WAITING
        self._status.set_text(_("Waiting for a free processor") if waiting else self._search.stage)
        now = asyncio.get_running_loop().time()
        if now - self._announced >= ANNOUNCE_SECONDS and not waiting:
            self._announced = now
            self._page.announce(self._search.sentence)

    def _end(self, job: Job) -> None:
        told: SolveAnswer | None = job.result
        if job.error is not None:
            text = error_text(job.error)
        elif told is None:
            text = _("It was stopped before anything was found.")
        else:
            text = self._found.show(told)
        self._status.set_text(text)
        if self._told_end != job.id:
            self._told_end = job.id
            self._page.announce(text)
