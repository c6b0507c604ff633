"""Duels: `join`, `act`, and who is here."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Any, Literal, cast

from sito.errors import InputError, LimitError
from sito.games.duel import DuelGame, unknown
from sito.web.games.core import check_text
from sito.web.games.errors import not_yours
from sito.web.games.keep_games import KeepGames
from sito.web.games.kept import Kept
from sito.web.games.shown import state_of
from sito.web.games.states import DuelState, GameState
from sito.web.games.views import Beholder

HERE_SECONDS = 10.0
"""Whoever has not been seen for so long, and has no page open, is not here."""

ACTIONS = ("secret", "guess", "give up", "rematch")
Action = Literal["secret", "guess", "give up", "rematch"]


class DuelGames(KeepGames):
    """Both sides hide a code and guess in turn."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._seen: dict[tuple[str, int], float] = {}
        self._here: dict[tuple[str, int], int] = {}

    async def join(self, code: str, person: str) -> DuelState:
        """Takes seat 2 of a duel with the code that its first side was given; whoever has a seat comes back to it.

        Raises `NotYours` if there is no such duel, `OutOfTurn` if it has two sides already.
        """
        id = await self._do(self._store.find_code, check_text(code))
        if id is None:
            raise not_yours()
        async with self._lock(id):
            kept = await self._any(id)
            if kept.seat(person) is None:
                if not isinstance(kept.game, DuelGame):
                    raise not_yours()
                kept = kept.next(kept.game.entered(), time.time(), guest=person)
                await self._write(kept, None)
        return cast(DuelState, self._shown(kept, person))

    async def invitation(self, code: str, person: str) -> DuelState:
        """Gives the duel with a code, as it is or would be for this person; nobody joins by that.

        Raises `NotYours` if there is no such duel, `OutOfTurn` if two others play it.
        """
        id = await self._do(self._store.find_code, check_text(code))
        if id is None:
            raise not_yours()
        kept = await self._any(id)
        if not isinstance(kept.game, DuelGame):
            raise not_yours()
        if kept.seat(person) is None:
            kept.game.entered()
        return cast(DuelState, state_of(kept.game, self._seen_from(kept, kept.seat(person) or 2)))

    async def look(self, id: str, person: str) -> DuelState:
        """Gives a duel as it stands; unlike `state` it does not tell that the person is here. Raises `NotYours`."""
        kept = await self._find(id, person)
        if not isinstance(kept.game, DuelGame):
            raise not_yours()
        return cast(DuelState, state_of(kept.game, self._seen_from(kept, kept.seat(person) or 0)))

    async def act(
        self,
        id: str,
        person: str,
        action: Action,
        text: str | None = None,
        key: str | None = None,
        *,
        version: int | None = None,
    ) -> DuelState:
        """Does something in a duel: hides a code (without a text it is drawn), guesses, gives up, or asks for another.

        Raises `InputError`, `CodeError`, `HardModeError`, `OutOfTurn`, `NotYours`.
        """
        InputError.check(unknown("action", action, *ACTIONS))
        if text is not None:
            check_text(text)

        async def step(game: DuelGame, seat: int) -> DuelGame:
            match action:
                case "secret":
                    after = game.hidden(seat, text)
                case "guess":
                    after = await self._left_for(seat, game.guessed(seat, text or ""))
                case "give up":
                    after = game.surrendered(seat)
                case _:
                    after = game.asked_again(seat)
            return await self._computer(after)

        made = repr((action, text))
        return cast(DuelState, await self._change(DuelGame, id, person, step, key=key, made=made, version=version))

    async def _computer(self, game: DuelGame) -> DuelGame:
        """Lets the computer guess as long as it is its turn."""
        while game.strategy is not None and game.next == 2:
            guess = await self._choose(game.game_of(2), game.strategy, game.seed & 0xFFFFFFFF)
            game = await self._left_for(2, game.guessed(2, guess))
        return game

    async def _left_for(self, seat: int, game: DuelGame) -> DuelGame:
        if not game.counted:
            return game
        try:
            found = await self._count(game.game_of(seat))
        except LimitError:
            found = None
        return game.counted_now(seat, None if found is None else found.left)

    async def attend(self, id: str, person: str) -> Callable[[], None]:
        """Tells that a person has a duel open, until the function that this gives is called. Raises `NotYours`.

        Listeners are called, with the version as it is, when somebody comes or has been away for a while.
        """
        kept = await self._find(id, person)
        seat = (id, kept.seat(person) or 0)
        new = not self._is_here(seat)
        self._here[seat] = self._here.get(seat, 0) + 1
        self._saw(seat)
        if new:
            self._tell(id, kept.version)
        gone = False

        def leave() -> None:
            nonlocal gone
            if gone:
                return
            gone = True
            self._saw(seat)
            self._here[seat] -= 1
            if not self._here[seat]:
                del self._here[seat]
            asyncio.get_running_loop().call_later(HERE_SECONDS + 0.1, missed)

        def missed() -> None:
            if not self._is_here(seat):
                self._tell(id, self._held.get(id, kept).version)

        return leave

    async def wait(self, id: str, person: str, after: int, seconds: float) -> GameState:
        """Gives a game as soon as it is later than a version; whoever waits is here."""
        leave = await self.attend(id, person)
        try:
            return await super().wait(id, person, after, seconds)
        finally:
            leave()

    def _is_here(self, seat: tuple[str, int]) -> bool:
        return seat in self._here or time.monotonic() - self._seen.get(seat, float("-inf")) < HERE_SECONDS

    def _saw(self, seat: tuple[str, int]) -> None:
        self._seen.pop(seat, None)
        self._seen[seat] = time.monotonic()
        while len(self._seen) > 2 * self.limits.cached:
            del self._seen[next(iter(self._seen))]

    def _beholder(self, kept: Kept, seat: int) -> Beholder:
        if not isinstance(kept.game, DuelGame):
            return super()._beholder(kept, seat)
        self._saw((kept.id, seat))
        return self._seen_from(kept, seat)

    def _seen_from(self, kept: Kept, seat: int) -> Beholder:
        other = (kept.id, 3 - seat)
        seen = time.monotonic() - self._seen[other] if other in self._seen else None
        if other in self._here:
            seen = 0.0
        return Beholder(kept.id, kept.version, seat, kept.code, self._is_here(other), seen)
