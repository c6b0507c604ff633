"""The view Duel: both sides hide a code and guess in turn, you and the computer, or you and a friend.

`/duel` goes on with the duel that was played last, or begins one with the computer. `/duel/CODE` is the duel of two
people: it goes on for both of them, invites one who opens the link, and tells others that it is not theirs.
"""

from __future__ import annotations

from fastapi import FastAPI, Request
from nicegui import ui

from sito.errors import N_, SitoError
from sito.web.games.asked import DuelRequest
from sito.web.games.errors import NotYours, OutOfTurn
from sito.web.page.duel.friend import PATH, invitation, path_of, refusal
from sito.web.page.duel.view import DuelView
from sito.web.page.frame import Page, frame
from sito.web.page.play.following import taken_up_or_begun
from sito.web.page.site import PATIENCE


def register(app: FastAPI) -> None:
    """Puts the view into the page."""

    @ui.page(PATH, response_timeout=PATIENCE)
    async def duel(request: Request) -> None:
        with frame(request, N_("Duel")) as page:
            DuelView(page, await taken_up_or_begun(request, page, DuelRequest()))

    @ui.page(path_of("{code}"), response_timeout=PATIENCE)
    async def duel_with_friend(request: Request, code: str) -> None:
        with frame(request, N_("Duel")) as page:
            await _show(page, code)


async def _show(page: Page, code: str) -> None:
    games = page.services.games
    try:
        state = await games.invitation(code, page.person)
    except SitoError as error:
        if not isinstance(error, NotYours | OutOfTurn):
            raise
        refusal(page, error)
        return
    if state.seat == 1 or state.joined:
        DuelView(page, state)
        return

    async def join() -> None:
        await games.join(code, page.person)
        page.reload()

    invitation(page, state, join)
