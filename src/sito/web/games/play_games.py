"""The games in which a person guesses: `guess`, `hint`, `take_back`, `give_up`, `next_round`."""

from __future__ import annotations

import secrets
from typing import Any, cast

from sito.errors import LimitError
from sito.games.boards import BoardsGame
from sito.games.play import PlayGame
from sito.makers import MakerName
from sito.web.games import tasks
from sito.web.games.core import GamesCore, check_text
from sito.web.games.kept import AnyGame
from sito.web.games.states import BoardsState, PlayState


class PlayGames(GamesCore):
    """The computer keeps the code, or one for each board."""

    async def guess(
        self, id: str, person: str, text: str, key: str | None = None, *, version: int | None = None
    ) -> PlayState | BoardsState:
        """Makes a guess, on all boards if there are several.

        Raises `CodeError`, `HardModeError`, `OutOfTurn` if the game is over, `NotYours`.
        """
        check_text(text)

        async def step(game: Any, seat: int) -> AnyGame:
            if isinstance(game, BoardsGame):
                return game.after(text)
            code = game.read_guess(text)
            if game.maker.name is MakerName.ADVERSARIAL:
                answer = await self._search(tasks.answer, game.game, guess=code)
            else:
                answer = game.maker.answer(game.game, code)
            return await self._counted(game.after(code, answer))

        made, kinds = repr(("guess", text)), (PlayGame, BoardsGame)
        state = await self._change(kinds, id, person, step, key=key, made=made, version=version)
        return cast(PlayState | BoardsState, state)

    async def hint(self, id: str, person: str, key: str | None = None) -> PlayState:
        """Finds a good guess, which is in the state then. Raises `OutOfTurn`, `NotYours`, `LimitError`."""

        async def step(game: PlayGame, seat: int) -> PlayGame:
            game.check_open()
            if game.hint is not None:
                return game
            return game.hinted(await self._search(tasks.hint, game.game, hard=game.hard))

        return cast(PlayState, await self._change(PlayGame, id, person, step, key=key, made="hint"))

    async def next_round(self, id: str, person: str, key: str | None = None) -> PlayState:
        """Begins the next round of a game whose round is over. Raises `OutOfTurn`, `NotYours`."""

        async def step(game: PlayGame, seat: int) -> PlayGame:
            return game.next_round(secrets.randbits(64))

        return cast(PlayState, await self._change(PlayGame, id, person, step, key=key, made="round"))

    async def _counted(self, game: PlayGame) -> PlayGame:
        """Counts what is left after the last guess, unless nobody wants to know."""
        if not game.counted:
            return game.counted_now(None)
        try:
            return game.counted_now(await self._count(game.game))
        except LimitError:
            return game.counted_now(None)
