"""Watches a long search: how much time is left, whom to tell of its progress, and what ended it.

No other code of the puzzles knows the time; the searches themselves give the same answers on
every machine, however fast it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Generic, TypeVar

from sito.base.deadline import Deadline
from sito.base.limits import Limits, OnInterrupt, Stopped, check_run, why_stopped
from sito.errors import N_, Fault, LimitError

Progress = TypeVar("Progress")


class SearchStopped(LimitError):
    """A search ended early; `stopped` says why."""

    def __init__(self, stopped: Stopped) -> None:
        super().__init__(Fault(N_("the search was not finished: {reason}"), reason=why_stopped(stopped)))
        self.stopped = stopped

    def __reduce__(self) -> tuple[object, ...]:
        return (SearchStopped, (self.stopped,))


class Watch(Generic[Progress]):
    """What a search consults while it runs; its time begins when this is made.

    `on_progress` is called with the progress about ten times a second and ends the search
    by returning a true value. Raises `InputError` if something of the wrong type was given.
    """

    def __init__(
        self,
        limits: Limits,
        on_progress: Callable[[Progress], object] | None = None,
        on_interrupt: OnInterrupt = "raise",
    ) -> None:
        check_run(limits, on_interrupt, on_progress=on_progress)
        self.limits = limits
        self.stopped: Stopped | None = None
        """What ended the search, if anything did."""
        self._on_progress = on_progress
        self._on_interrupt = on_interrupt
        self.deadline = Deadline(limits)

    def asks_to_stop(self, progress: Progress) -> bool:
        """Reports the progress, and returns whether the search is to end; then `stopped` says why."""
        stopped = self.deadline.stopped
        if stopped is None and self._on_progress is not None and self._on_progress(progress):
            stopped = Stopped.ASKED
        self.stopped = stopped or self.stopped
        return stopped is not None

    def check(self, progress: Progress) -> None:
        """Raises `SearchStopped` if the search is to end; for searches in Python."""
        if self.asks_to_stop(progress):
            raise self.ended()

    def stop_at(self, word: str | None) -> None:
        """Raises `SearchStopped` if the native core says that it was stopped; for use in `interruptible`."""
        if word == Stopped.INTERRUPT:
            raise KeyboardInterrupt
        if word is not None:
            # The core was asked to stop by this watch, which knows why.
            raise self.ended(self.stopped if word == Stopped.ASKED and self.stopped else Stopped(word))
        self.stopped = None

    def ended(self, stopped: Stopped | None = None) -> SearchStopped:
        """Makes the error for a search that ended early, for the given reason or the one already known."""
        self.stopped = stopped or self.stopped or Stopped.ASKED
        return SearchStopped(self.stopped)

    @contextmanager
    def interruptible(self) -> Iterator[None]:
        """Lets Ctrl-C through, or turns it into `SearchStopped` as for other reasons to stop, as the caller chose."""
        self.stopped = None
        try:
            yield
        except KeyboardInterrupt:
            if self._on_interrupt == "raise":
                raise
            raise self.ended(Stopped.INTERRUPT) from None
