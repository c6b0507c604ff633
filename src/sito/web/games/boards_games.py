"""The games on several boards: `guess_boards`."""

from __future__ import annotations

from typing import cast

from sito.games.boards import BoardsGame
from sito.web.games.core import GamesCore, check_text
from sito.web.games.states import BoardsState


class BoardsGames(GamesCore):
    """The computer keeps several codes, and every guess is answered on each board."""

    async def guess_boards(
        self, id: str, person: str, text: str, key: str | None = None, *, version: int | None = None
    ) -> BoardsState:
        """Makes a guess on all boards. Raises `CodeError`, `OutOfTurn` if the game is over, `NotYours`."""
        check_text(text)

        async def step(game: BoardsGame, seat: int) -> BoardsGame:
            return game.after(text)

        made = repr(("guess", text))
        return cast(BoardsState, await self._change(BoardsGame, id, person, step, key=key, made=made, version=version))
