"""Watches a run: asks limits and callbacks about ten times a second whether to go on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import inf
from threading import Event
from time import monotonic
from typing import Self

from sito.base.limits import Limits, Stopped
from sito.base.workers import Halted

_GLANCE_SECONDS = 0.1


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a tournament is: the number of games played so far, and of all games."""

    games: int
    all: int


class Watch:
    """Ends a run when its time is over or a callback asks for it.

    Code in the calling thread calls `look`, or `glance`, which is cheap enough to be called often; other threads call
    `check_running`. Each raises `Halted` when the run is to end; then `stopped` says why, or `raised` holds what a
    callback raised. `games` counts the games played.
    """

    def __init__(self, limits: Limits, on_progress: Callable[[Progress], object] | None, games: int) -> None:
        self.games = 0
        self.stopped: Stopped | None = None
        self.raised: BaseException | None = None
        self._all = games
        self._stop, self._on_progress = limits.stop, on_progress
        self._end = inf if limits.seconds is None else monotonic() + limits.seconds
        self._due = monotonic() + _GLANCE_SECONDS
        self._over = Event()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: object) -> None:
        self._over.set()

    def glance(self) -> None:
        """Calls `look` if that is due; costs next to nothing otherwise."""
        if monotonic() >= min(self._due, self._end):
            self.look()

    def look(self) -> None:
        """Asks the limits and the callbacks."""
        self.check_running()
        self._due = monotonic() + _GLANCE_SECONDS
        if monotonic() >= self._end:
            self._halt(Stopped.TIME)
        try:
            asked = (self._stop is not None and self._stop()) or (
                self._on_progress is not None and self._on_progress(Progress(self.games, self._all))
            )
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            self.raised = error
            self._halt(None)
        if asked:
            self._halt(Stopped.ASKED)

    def check_running(self) -> None:
        """Raises `Halted` if the run has ended."""
        if self._over.is_set():
            raise Halted

    def _halt(self, stopped: Stopped | None) -> None:
        self.stopped = stopped
        self._over.set()
        raise Halted
