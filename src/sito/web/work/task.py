"""What a task is given besides its arguments: limits, and a way to tell how far it is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Protocol

from sito.base.limits import Limits


class Lane(StrEnum):
    """Which processes do a piece of work."""

    QUICK = "quick"
    """A person waits for it. Heavy work never occupies these processes."""
    HEAVY = "heavy"
    """It may take minutes; its processes give way to everything else."""


def _nothing(value: object) -> None:
    """Does nothing with progress that nobody asked for."""


@dataclass(frozen=True)
class Work:
    """What a task has: `limits` for the library, whose `stop` asks whether it is cancelled, and `progress`.

    >>> Work().limits, Work().progress({"done": 3})
    (Limits(seconds=None, work=None, memory=None, stop=None), None)
    """

    limits: Limits = field(default_factory=Limits)
    progress: Callable[[Any], object] = _nothing
    """Tells how far the work is, as a JSON value; calls that follow too soon are left out."""
    codes: int = 20_000_000
    """How many codes the rules of a game may have."""
    memory: int = 500_000_000
    """Bytes that the tables of a search may take; the rest of the process needs its part, too."""

    @property
    def stopped(self) -> bool:
        """Whether the work is to end with what it has so far."""
        return self.limits.stop is not None and bool(self.limits.stop())


class Task(Protocol):
    """A function at the top of a module that can be run in another process."""

    __module__: str
    __qualname__: str

    def __call__(self, *work: Any, **arguments: Any) -> Any:
        """Does the work, which is its first argument, and gives a JSON value."""
        ...
