"""The service of games: play, keep and duel as the page and the REST interface use them.

Every move is in the file before its answer is given. Games in use are held in memory with what
their sieve knows, so that a move costs one step of it. Searches run in the pool of processes.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

from sito.base.limits import Limits
from sito.errors import N_, Fault, InputError, SitoError
from sito.games.boards import BoardsGame
from sito.games.counting import is_quick
from sito.games.duel import DuelGame
from sito.games.keep import KeepGame
from sito.games.old import open_games
from sito.games.play import PlayGame
from sito.operations.work import Work
from sito.web.games.asked import NewGame, StateT
from sito.web.games.core import Pool
from sito.web.games.duel_games import DuelGames
from sito.web.games.errors import NotYours, OutOfTurn
from sito.web.games.kept import AnyGame, Kept
from sito.web.games.limits import GameLimits
from sito.web.games.play_games import PlayGames
from sito.web.games.states import GameState

_KINDS = (PlayGame, KeepGame, DuelGame, BoardsGame)


class Games(PlayGames, DuelGames):
    """All games of a service; a person is whoever has the text that names them."""

    @classmethod
    async def open(cls, directory: Path, pool: Pool | None = None, limits: GameLimits | None = None) -> Games:
        """Opens the games of a directory; without a pool searches run in threads. Raises `StoreError`."""
        store = await asyncio.to_thread(open_games, directory)
        return cls(store, directory, Threads() if pool is None else pool, limits)

    async def begin(self, person: str, asked: NewGame[StateT], key: str | None = None) -> StateT:
        """Begins a game. Raises `InputError` with every fault, `TooMany`."""
        game: AnyGame = asked.game(asked.read_rules(Work(codes=self.limits.codes)))
        if isinstance(game, KeepGame):
            game = await self._go_on(game)
        return cast(StateT, await self._begin(asked.of_kind, person, game, key, repr(asked)))

    @property
    def me(self) -> str:
        """The person whose folder this is, and whose games the terminal lists."""
        return self._store.me

    async def state(self, id: str, person: str) -> GameState:
        """Gives a game as it stands, gone on with where a terminal has left it to the computer. Raises `NotYours`."""
        kept = await self._find(id, person)
        if kept.number is not None and _is_due(kept.game) and not self._is_at_a_terminal(kept):
            with suppress(SitoError):  # such as a strategy that cannot be had here; the game is shown as it is
                return await self._change(_KINDS, id, person, self._settled)
        return await super().state(id, person)

    async def _settled(self, game: AnyGame, seat: int) -> AnyGame:
        """Counts what a terminal has not counted, and lets the computer guess."""
        if isinstance(game, KeepGame):
            return await self._go_on(game)
        if isinstance(game, DuelGame):
            return await self._computer(game)
        return await self._counted(game) if isinstance(game, PlayGame) else game

    async def going_on(self, person: str) -> list[Kept]:
        """Gives the games that a person has begun and not ended, the one played last first."""
        rows = await self._do(self._store.of_owner, person)
        found = []
        for row in rows:
            with suppress(InputError, NotYours):  # what is damaged, and puzzles
                if not row.over:
                    found.append(Kept.of(row))
        return found

    async def adopt(self, person: str) -> None:
        """Gives the games of a person to the one whose folder this is; they get names and are listed at a terminal."""
        if person == self.me:
            return
        await self._do(self._store.change, "UPDATE game SET guest = ? WHERE guest = ?", (self.me, person))
        self._held.clear()
        for row in reversed(await self._do(self._store.of_owner, person)):
            async with self._lock(row.id):
                with suppress(InputError, NotYours):
                    kept = await self._any(row.id)
                    number = await self._number(self.me, kept.game)
                    await self._write(replace(kept.next(kept.game, kept.touched), owner=self.me, number=number), None)

    async def count(self) -> int:
        """Counts the games that are kept. Raises `StoreError`."""
        return await self._do(self._store.count)

    async def take_back(self, id: str, person: str, key: str | None = None) -> GameState:
        """Takes the last guess back, or the last answer. Raises `OutOfTurn`, `NotYours`."""

        async def step(game: AnyGame, seat: int) -> AnyGame:
            if isinstance(game, DuelGame):
                raise OutOfTurn(Fault(N_("in a duel nothing is taken back")))
            if isinstance(game, BoardsGame):
                raise OutOfTurn(Fault(N_("there is no guess to take back")))
            if isinstance(game, KeepGame):
                return await self._go_on(game.shortened())
            shorter = game.shortened()
            return shorter.at(await self._count(shorter.game)) if shorter.counted else shorter

        return await self._change(_KINDS, id, person, step, key=key, made="take back")

    async def give_up(self, id: str, person: str, key: str | None = None) -> GameState:
        """Gives a game up; then the code is shown. Raises `OutOfTurn` if it is over, `NotYours`."""

        async def step(game: AnyGame, seat: int) -> AnyGame:
            return game.surrendered(seat) if isinstance(game, DuelGame) else game.surrendered()

        return await self._change(_KINDS, id, person, step, key=key, made="give up")


def _is_due(game: AnyGame) -> bool:
    """Tells whether a game waits for the computer, as it does where a terminal has left it."""
    if isinstance(game, PlayGame):
        return game.to_be_counted and is_quick(game.rules)
    if isinstance(game, KeepGame):
        return game.guess is None and game.conflict is None and not game.over
    return isinstance(game, DuelGame) and game.strategy is not None and game.next == 2


class Threads:
    """Searches in threads of this process: for tests, and where there is no pool of processes."""

    async def run(self, task: Callable[..., Any], arguments: Mapping[str, Any], *, seconds: float | None = None) -> Any:
        """Runs a task. Raises what it raises."""
        return await asyncio.to_thread(task, Work(Limits(seconds=seconds)), **arguments)
