"""What the views of games share: one move at a time, and what happens to the game elsewhere is shown too."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Generic, TypeVar, cast

from fastapi import Request

from sito.web.games.asked import NewGame, StateT
from sito.web.games.errors import NotYours
from sito.web.games.states import GameState
from sito.web.page import site
from sito.web.page.frame import Page

Shown = TypeVar("Shown", bound=GameState)


async def taken_up(request: Request, kind: str) -> GameState | None:
    """Gives the game that an address names, or the one of a kind that was played last; None if there is none."""
    games, person = site.services().games, request.state.person
    if asked := request.query_params.get("id"):
        with suppress(NotYours):
            return await games.state(asked, person)
    return await games.latest(person, kind)


async def taken_up_or_begun(request: Request, page: Page, usual: NewGame[StateT]) -> StateT:
    """Gives the game that `taken_up` gives, or begins the usual one of this kind."""
    state = await taken_up(request, usual.of_kind)
    if state is None or state.kind != usual.of_kind:
        return await page.services.games.begin(page.person, usual)
    return cast(StateT, state)


class GameView(ABC, Generic[Shown]):
    """One game as one person sees it; every change comes as a new state, and is shown in place."""

    def __init__(self, page: Page, state: Shown) -> None:
        self._page = page
        self._games = page.services.games
        self._state = state
        self._moving = False
        self._unlisten: Callable[[], None] = lambda: None
        page.on_close(lambda: self._unlisten())

    def _begin_with(self, state: Shown) -> None:
        """Shows a game from its beginning, or one that is taken up again, and listens to it."""
        self._state = state
        self._listen()
        self._show(fresh=True)

    async def _alone(self, change: Callable[[], Awaitable[None]]) -> bool:
        """Makes a change, unless one is being made: one at a time, so that nothing counts twice."""
        if self._moving:
            return False
        self._moving = True
        try:
            await change()
        finally:
            self._moving = False
        return True

    def _listen(self) -> None:
        self._unlisten()
        self._unlisten = self._games.listen(self._state.id, self._page.listener(self._heard))

    @abstractmethod
    async def _heard(self, version: int) -> None:
        """Takes notice of a change of the game, which may have been made elsewhere."""

    @abstractmethod
    def _show(self, *, fresh: bool = False) -> None:
        """Shows the state; `fresh` for another game."""


class OwnGameView(GameView[Shown]):
    """The view of a game of one person, who may have it open in another window too."""

    def _take(self, state: GameState) -> None:
        if isinstance(state, type(self._state)):
            self._state = state

    async def _heard(self, version: int) -> None:
        if self._moving or version <= self._state.version:
            return
        self._take(await self._games.state(self._state.id, self._page.person))
        self._show()
        self._page.announce(self._news())

    @abstractmethod
    def _news(self) -> str:
        """Says what has just changed."""
