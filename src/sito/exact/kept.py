"""What a worker keeps from one job to the next."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Generic, TypeVar

from sito.base.limits import Stopped

About = TypeVar("About")
Game = TypeVar("Game")


class LastGame(Generic[About, Game]):
    """The game that a process searched last, with its tables, until no job has needed it for so many seconds.

    The threads of the process share it.
    """

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._lock = threading.Lock()
        self._about: About | None = None
        self._game: Game | None = None
        self._busy = 0
        self._timer: threading.Timer | None = None

    @contextmanager
    def game(self, about: About, make: Callable[[], Game | Stopped]) -> Iterator[Game | Stopped]:
        """Gives the game that `about` tells from others, made if it is not there; or what stopped the making."""
        with self._lock:
            if self._timer is not None:
                self._timer.cancel()
            self._busy += 1
        try:
            with self._lock:
                if self._game is None or self._about != about:
                    self._game = None  # first, for two games may take more memory than there is
                    made = make()
                    self._about, self._game = about, None if isinstance(made, Stopped) else made
                else:
                    made = self._game
            yield made
        finally:
            with self._lock:
                self._busy -= 1
                if not self._busy:
                    self._timer = threading.Timer(self._seconds, self._forget)
                    self._timer.daemon = True
                    self._timer.start()

    def _forget(self) -> None:
        with self._lock:
            if not self._busy:
                self._game = None
