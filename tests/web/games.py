"""Games at hand for the tests: a service of games in a folder, and players for it."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, cast, get_args

from sito.base.limits import Limits
from sito.operations.work import Work
from sito.web.games import service
from sito.web.games.keeping import GameLimits

ME, YOU = "person me", "person you"


class Games(service.Games):
    """The service, in which each move can be called by its name, as in `games.take_back(id, ME)`."""

    def __getattr__(self, name: str) -> Callable[..., Awaitable[Any]]:
        move = cast(service.Move, name.replace("_", " "))
        if move not in get_args(service.Move):
            raise AttributeError(name)
        return lambda id, person, *given, **more: self.move(id, person, move, *given, **more)


class Threads:
    """Stands for the pool of processes: searches run in threads."""

    async def run(self, task: Callable[..., Any], arguments: Any, *, seconds: float | None = None) -> Any:
        """Runs a task. Raises what it raises."""
        return await asyncio.to_thread(task, Work(Limits(seconds=seconds)), **arguments)


@asynccontextmanager
async def games_in(folder: Path, limits: GameLimits | None = None, pool: Any = None) -> AsyncIterator[Games]:
    """Opens the games of a folder; searches run in threads unless there is a pool."""
    games = await Games.open(folder, pool or Threads(), limits)
    try:
        yield games
    finally:
        games.close()


async def refused(move: Awaitable[object], kind: type[Exception]) -> str:
    """Sees that a move is refused with an error of this very kind, and gives its text."""
    try:
        await move
    except kind as error:
        assert type(error) is kind
        return str(error)
    raise AssertionError(f"the move was not refused with {kind.__name__}")
