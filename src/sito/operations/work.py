"""What an operation is given besides its question: limits, and a way to tell how far it is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from sito.base.limits import Limits
from sito.operations.operation import as_json


def _nothing(value: object) -> None:
    """Does nothing with progress that nobody asked for."""


@dataclass(frozen=True)
class Work:
    """What an operation has: `limits` for the library, whose `stop` asks whether it is cancelled, and `progress`.

    >>> Work().limits, Work().progress({"done": 3})
    (Limits(seconds=None, work=None, memory=None, stop=None), None)
    """

    limits: Limits = field(default_factory=Limits)
    progress: Callable[[object], object] = _nothing
    """Tells how far the work is, as a JSON value; calls that follow too soon are left out."""
    codes: int = 20_000_000
    """How many codes the rules of a game may have."""
    memory: int = 500_000_000
    """Bytes that the tables of a search may take; the rest of the process needs its part, too."""

    def tell(self, progress: object) -> None:
        """Tells how far a search is, by the dataclass of its progress."""
        self.progress(as_json(progress))

    @property
    def of_search(self) -> Limits:
        """The limits of a search, with its memory."""
        return replace(self.limits, memory=self.memory)

    @property
    def stopped(self) -> bool:
        """Whether the work is to end with what it has so far."""
        return self.limits.stop is not None and bool(self.limits.stop())
