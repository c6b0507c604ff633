"""The service of games: play, keep and duel as the page and the REST interface use them.

Every move is in the file before its answer is given. Games in use are held in memory with what
their sieve knows, so that a move costs one step of it. Searches run in the pool of processes.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from sito.base.limits import Limits
from sito.errors import N_, Fault
from sito.operations.work import Work
from sito.web.games.boards_games import BoardsGames
from sito.web.games.boards_playing import BoardsGame
from sito.web.games.core import Pool
from sito.web.games.duel_games import DuelGames
from sito.web.games.duelling import DuelGame
from sito.web.games.errors import OutOfTurn
from sito.web.games.keeping import KeepGame
from sito.web.games.kept import AnyGame
from sito.web.games.limits import GameLimits
from sito.web.games.play_games import PlayGames
from sito.web.games.playing import PlayGame
from sito.web.games.states import GameState
from sito.web.games.store import GameStore

_KINDS = (PlayGame, KeepGame, DuelGame, BoardsGame)


class Games(PlayGames, DuelGames, BoardsGames):
    """All games of a service; a person is whoever has the text that names them."""

    @classmethod
    async def open(cls, directory: Path, pool: Pool | None = None, limits: GameLimits | None = None) -> Games:
        """Opens the games of a directory; without a pool searches run in threads. Raises `StoreError`."""
        store = await asyncio.to_thread(GameStore.in_directory, directory)
        return cls(store, Threads() if pool is None else pool, limits)

    async def count(self) -> int:
        """Counts the games that are kept. Raises `StoreError`."""
        return await self._store.count()

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


class Threads:
    """Searches in threads of this process: for tests, and where there is no pool of processes."""

    async def run(self, task: Callable[..., Any], arguments: Mapping[str, Any], *, seconds: float | None = None) -> Any:
        """Runs a task. Raises what it raises."""
        return await asyncio.to_thread(task, Work(Limits(seconds=seconds)), **arguments)
