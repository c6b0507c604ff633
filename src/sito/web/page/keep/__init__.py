"""The view Keep: you think of a code, and the computer guesses it.

`/keep` goes on with the game that was played last, or begins one of Mastermind.
"""

from __future__ import annotations

from fastapi import FastAPI, Request
from nicegui import ui

from sito.errors import N_
from sito.web.games.asked import KeepRequest
from sito.web.page.frame import frame
from sito.web.page.keep.view import KeepView
from sito.web.page.play.following import taken_up_or_begun
from sito.web.page.site import PATIENCE


def register(app: FastAPI) -> None:
    """Puts the view into the page."""

    @ui.page("/keep", response_timeout=PATIENCE)
    async def keep(request: Request) -> None:
        with frame(request, N_("Keep")) as page:
            KeepView(page, await taken_up_or_begun(request, page, KeepRequest()))
