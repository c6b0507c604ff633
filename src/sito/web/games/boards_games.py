"""The games on several boards: `boards`, `guess_boards`."""

from __future__ import annotations

import secrets
from datetime import date
from typing import cast

from sito.games.boards import BoardsGame
from sito.web.games.core import GamesCore, Words, check_text
from sito.web.games.limits import read_rules
from sito.web.games.states import BoardsState


class BoardsGames(GamesCore):
    """The computer keeps several codes, and every guess is answered on each board."""

    async def boards(
        self,
        person: str,
        rules: str | None = None,
        boards: int = 2,
        guesses: int | None = None,
        number: int | None = None,
        words: Words = None,
        *,
        daily: bool = False,
        key: str | None = None,
    ) -> BoardsState:
        """Begins a game on several boards. Raises `InputError`, `TooMany`."""
        made = repr(("boards", rules, boards, guesses, number, daily))
        game = BoardsGame.new(
            read_rules(rules, words, self.limits),
            boards,
            limit=guesses,
            number=number,
            day=date.today() if daily else None,
            seed=secrets.randbits(64),
        )
        return cast(BoardsState, await self._begin("boards", person, game, key, made))

    async def guess_boards(
        self, id: str, person: str, text: str, key: str | None = None, *, version: int | None = None
    ) -> BoardsState:
        """Makes a guess on all boards. Raises `CodeError`, `OutOfTurn` if the game is over, `NotYours`."""
        check_text(text)

        async def step(game: BoardsGame, seat: int) -> BoardsGame:
            return game.after(text)

        made = repr(("guess", text))
        return cast(BoardsState, await self._change(BoardsGame, id, person, step, key=key, made=made, version=version))
