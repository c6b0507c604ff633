"""What is told of a puzzle that a person solves by hand, whichever it is."""

from __future__ import annotations

from dataclasses import dataclass

from sito.base.limits import Stopped
from sito.operations.operation import Value

MOST_STEPS = 1_000


@dataclass(frozen=True, kw_only=True)
class ToldOutlook(Value):
    """What can still come of a position."""

    possible: bool | None
    """Whether the goal can be reached; null if it is not known yet."""
    fewest: int | None
    at_least: int
    at_most: int | None
    why: str | None
    stopped: Stopped | None
    """Which limit ended the work before it was finished; null if none did."""
