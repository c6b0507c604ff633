"""Watching a long search: when its time is over, when Ctrl-C is pressed, and how far it is."""

from __future__ import annotations

import signal
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from sito.cli.output import settings


class Watch:
    """Tells a search when to stop, and a person at a terminal how far it is."""

    def __init__(self, budget: float | None) -> None:
        self.interrupted = False
        self.describe: Callable[[], str] = lambda: ""
        """What to say before the number of positions, or of states."""
        self._end = None if budget is None else time.monotonic() + budget
        self._next_note = time.monotonic() + 1
        self._talks = sys.stderr.isatty() and not settings.quiet

    def interrupt(self, *_signal: object) -> None:
        """Notes a Ctrl-C."""
        self.interrupted = True

    def stop(self, done: int) -> bool:
        """Answers the search: whether to stop."""
        now = time.monotonic()
        if self._talks and now >= self._next_note:
            self._next_note = now + 1
            print(f"\r{self.describe()} {done}\x1b[K", end="", file=sys.stderr, flush=True)
        return self.interrupted or (self._end is not None and now >= self._end)

    def finish(self) -> None:
        """Wipes the line away."""
        if self._talks:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)


@contextmanager
def watching(budget: float | None) -> Iterator[Watch]:
    """Watches for `budget` seconds, or as long as it takes; Ctrl-C stops the search and not the program."""
    watch = Watch(budget)
    before = signal.signal(signal.SIGINT, watch.interrupt)
    try:
        yield watch
    finally:
        signal.signal(signal.SIGINT, before)
        watch.finish()
