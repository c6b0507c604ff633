"""What the pool of processes gives to a task: its limits, and a way to tell how far it is."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Protocol

from sito.limits import Limits

MOST_CODES = 20_000_000
"""The codes that a game may have unless the settings of the service say otherwise."""


class Work(Protocol):
    """A piece of work that a task does. Its limits are those of the settings; their `stop` is asked for by a cancel."""

    @property
    def limits(self) -> Limits:
        """How long it may take and how much memory; `stop` tells whether somebody wants it to end."""
        ...

    @property
    def codes(self) -> int:
        """How many codes the rules of a game may have."""
        ...

    def progress(self, value: Any, /) -> object:
        """Tells how far it is, as a value of JSON."""
        ...


def without_memory(work: Work) -> Limits:
    """Gives the limits of a task without that of memory, which work that looks one answer ahead does not take."""
    return replace(work.limits, memory=None)
