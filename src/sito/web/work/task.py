"""What runs in the pool, and on which of its processes."""

from __future__ import annotations

from enum import StrEnum
from typing import Any, Protocol


class Lane(StrEnum):
    """Which processes do a piece of work."""

    QUICK = "quick"
    """A person waits for it. Heavy work never occupies these processes."""
    HEAVY = "heavy"
    """It may take minutes; its processes give way to everything else."""


class Task(Protocol):
    """A function at the top of a module that can be run in another process."""

    __module__: str
    __qualname__: str

    def __call__(self, *work: Any, **arguments: Any) -> Any:
        """Does the work, which is its first argument, and gives a JSON value."""
        ...
