"""The view Play: you break the computer's code.

`/play` goes on with the game that was played last, or begins one of Mastermind. `?rules=4x6`, `?game=17` and
`?daily=1` name a game: the last one if it is that, else a new one is begun. `?id=` goes on with one that is listed.
"""

from __future__ import annotations

from datetime import date

from fastapi import FastAPI, Request
from fastapi.responses import RedirectResponse
from nicegui import ui

from sito.errors import N_, Fault, InputError, SitoError
from sito.operations.questions import Words
from sito.rules.rules import Rules
from sito.show.sharing import shared_rules
from sito.web.games.asked import PlayRequest
from sito.web.games.states import BoardsState, PlayState
from sito.web.page import site
from sito.web.page.frame import frame
from sito.web.page.play.boards import BoardsView
from sito.web.page.play.choosing import words_of
from sito.web.page.play.following import taken_up, taken_up_or_begun
from sito.web.page.play.view import PlayView
from sito.web.page.site import PATIENCE

_PATH = "/play"
_LONGEST = 200  # characters of what an address names
_ASKED = ("rules", "game", "daily")


def register(app: FastAPI) -> None:
    """Puts the view into the page."""

    ui.page(f"{_PATH}/boards", response_timeout=PATIENCE)(_show_boards)

    @ui.page(_PATH, response_timeout=PATIENCE)
    async def play(request: Request) -> RedirectResponse | None:
        fault: SitoError | None = None
        if any(name in request.query_params for name in _ASKED):
            try:
                await _begin_asked(request)
            except SitoError as error:
                fault = error
            else:
                # A reload of the address would begin the game anew.
                return RedirectResponse(request.scope.get("root_path", "") + _PATH, 303)
        with frame(request, N_("Play")) as page:
            PlayView(page, await taken_up_or_begun(request, page, PlayRequest()))
            if fault is not None:
                page.fault(page.told(fault))
        return None


async def _show_boards(request: Request) -> RedirectResponse | None:
    """Shows the game on several boards that was played last; without one, the view of the other games."""
    state = await taken_up(request, "boards")
    if not isinstance(state, BoardsState):
        return RedirectResponse(request.scope.get("root_path", "") + _PATH, 303)
    with frame(request, N_("Play")) as page:
        BoardsView(page, state)
    return None


async def _begin_asked(request: Request) -> None:
    """Begins the game that an address names, unless it is the last one. Raises `InputError` with every fault."""
    asked = request.query_params
    games, person = site.services().games, request.state.person
    text = asked.get("rules", "mastermind")[:_LONGEST]
    words = words_of(text)
    rules = Rules.parse(text, words)
    number = _number(asked.get("game"))
    daily = asked.get("daily", "") not in ("", "0")
    last = await games.latest(person, "play")
    if not isinstance(last, PlayState) or not _is_that(last, rules, number, daily):
        await games.begin(person, PlayRequest(text, number=number, words=Words.of(words), daily=daily))


def _is_that(last: PlayState, rules: Rules, number: int | None, daily: bool) -> bool:
    """Tells whether the last game is the one that is asked for; one without a number is, until it is over."""
    if last.rules.text != shared_rules(rules):
        return False
    if daily:
        return last.day == date.today().isoformat()
    return last.number == number and last.day is None and (number is not None or not last.over)


def _number(text: str | None) -> int | None:
    if text is None:
        return None
    if not (text.isascii() and text.isdigit()) or len(text) > _LONGEST:
        wrong = N_("{name} is {value}; it must be a whole number")
        raise InputError(Fault(wrong, name="game", value=repr(text[:_LONGEST])))
    return int(text)
