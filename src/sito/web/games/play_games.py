"""The games in which a person guesses: `play`, `guess`, `hint`, `take_back`, `give_up`, `next_round`."""

from __future__ import annotations

import secrets
from datetime import date
from typing import cast

from sito.errors import N_, Fault, InputError, LimitError
from sito.games.play import PlayGame
from sito.makers import MakerName
from sito.web.games import tasks
from sito.web.games.core import GamesCore, Words, check_text
from sito.web.games.limits import read_rules
from sito.web.games.states import PlayState


class PlayGames(GamesCore):
    """The computer keeps the code."""

    async def play(
        self,
        person: str,
        rules: str | None = None,
        level: str | None = None,
        hard: bool = False,
        guesses: int | None = None,
        number: int | None = None,
        words: Words = None,
        count: bool = True,
        *,
        daily: bool = False,
        key: str | None = None,
    ) -> PlayState:
        """Begins a game. `level` is the codemaker: fair, adversarial or lying; `guesses` 0 is for no limit.

        `words` are those of a word game, whose rules name a list as in `words-position:animals`. With `daily` it
        is the puzzle of today. Raises `InputError` with every fault, `TooMany`.
        """
        made = repr(("play", rules, level, hard, guesses, number, daily, count))
        game = PlayGame.new(
            read_rules(rules, words, self.limits),
            _read_level(level),
            hard=hard,
            limit=guesses,
            counted=count,
            number=number,
            day=date.today() if daily else None,
            seed=secrets.randbits(64),
        )
        return cast(PlayState, await self._begin("play", person, game, key, made))

    async def guess(
        self, id: str, person: str, text: str, key: str | None = None, *, version: int | None = None
    ) -> PlayState:
        """Makes a guess. Raises `CodeError`, `HardModeError`, `OutOfTurn` if the game is over, `NotYours`."""
        check_text(text)

        async def step(game: PlayGame, seat: int) -> PlayGame:
            code = game.read_guess(text)
            if game.maker.name is MakerName.ADVERSARIAL:
                answer = await self._search(tasks.answer, game.game, guess=code)
            else:
                answer = game.maker.answer(game.game, code)
            return await self._counted(game.after(code, answer))

        made = repr(("guess", text))
        return cast(PlayState, await self._change(PlayGame, id, person, step, key=key, made=made, version=version))

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


def _read_level(level: str | None) -> MakerName | None:
    if level is None:
        return None
    try:
        return MakerName(level)
    except ValueError:
        wrong = N_("{name} is {value!r}; it must be one of: {allowed}")
        raise InputError(Fault(wrong, name="level", value=level[:40], allowed=", ".join(MakerName))) from None
