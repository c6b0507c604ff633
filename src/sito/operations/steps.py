"""What is told of a puzzle that a person solves by hand, whichever it is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Self

from sito.base.limits import Stopped
from sito.operations.operation import Value
from sito.puzzles.by_hand import Outlook
from sito.show.i18n import fault_text

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

    @classmethod
    def of(cls, outlook: Outlook[Any], **more: object) -> Self:
        """Tells an outlook in the reader's language, and more."""
        return cls(
            possible=outlook.possible,
            fewest=outlook.fewest,
            at_least=outlook.at_least,
            at_most=outlook.at_most,
            why=None if outlook.why is None else fault_text(outlook.why),
            stopped=outlook.stopped,
            **more,
        )
