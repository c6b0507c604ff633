"""A limit of time for work of several steps: each step gets what is left of it."""

from __future__ import annotations

from dataclasses import replace
from time import monotonic, time

from sito.base.limits import Limits, Stopped, check_limits


class Deadline:
    """The moment at which the time of some limits is over, counted from when this value is made."""

    def __init__(self, limits: Limits) -> None:
        check_limits(limits)
        self._limits = limits
        self._end = None if limits.seconds is None else monotonic() + limits.seconds

    @property
    def seconds(self) -> float | None:
        """How much time is left; None without a limit."""
        return None if self._end is None else max(0.0, self._end - monotonic())

    @property
    def stopped(self) -> Stopped | None:
        """Why the work is to end: no time is left, or the function of the limits asks to stop; None until then."""
        if self.seconds == 0:
            return Stopped.TIME
        return Stopped.ASKED if self._limits.stop is not None and self._limits.stop() else None

    @property
    def is_over(self) -> bool:
        """Whether the work is to end now."""
        return self.stopped is not None

    def left(self, share: float = 1.0, work: int | None = None) -> Limits:
        """Returns limits with a share of the seconds that are left, and with this limit of work."""
        seconds = self.seconds
        return replace(self._limits, seconds=seconds and seconds * share, work=work, memory=None)


def time_of_day(seconds: float | None) -> float | None:
    """Gives the time of day at which so many seconds will be over, on which several processes can agree."""
    return None if seconds is None else time() + seconds


def seconds_until(end: float | None) -> float | None:
    """Gives the seconds that are left until a time of day."""
    return None if end is None else max(0.0, end - time())
