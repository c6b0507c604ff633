"""The view Learn: the sieve step by step on a small game, and the five ideas from which Sito grew."""

from __future__ import annotations

from fastapi import FastAPI, Request
from nicegui import ui

from sito.errors import N_
from sito.show.i18n import _
from sito.web.page.frame import frame
from sito.web.page.learn.ideas import Ideas
from sito.web.page.learn.sieve import SieveLesson


def register(app: FastAPI) -> None:
    """Puts the view into the page."""

    @ui.page("/learn")
    def learn(request: Request) -> None:
        with frame(request, N_("Learn")) as page:
            page.text(_("An answer is a sieve: only those codes stay that would have given the same answer."), "lead")
            SieveLesson(page)
            Ideas(page)
