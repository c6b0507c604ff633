"""A puzzle before a person: what was done and chosen, and how it is read, shown, told and kept."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, Self, TypeVar

from sito.base.limits import Limits
from sito.games.fields import SavedFields
from sito.puzzles.by_hand import ByHand, Outlook
from sito.show.i18n import ngettext
from sito.show.puzzle_sentences.by_hand import Sentences, cannot_sentence
from sito.show.render import Line, plain, wrap

Hand = TypeVar("Hand", bound=ByHand[Any, Any])

KEYS = {key: f"<{key}>" for key in ("up", "down", "left", "right", " ", "tab")}
"""The keys that are read on an empty line, and the lines that they stand for, which nobody types."""
_DEAD_STYLE = "bold #d55e00"


def fold(text: str, width: int) -> list[str]:
    """Breaks a text into lines for a board of a width; a word that is longer, such as a drawing, is broken, too.

    >>> fold("one two threefour", 8)
    ['one two', 'threefo', 'ur']
    """
    room = max(width - 1, 1)
    lines = wrap(text, room).split("\n")
    return [line[at : at + room] for line in lines for at in range(0, max(len(line), 1), room)]


@dataclass(frozen=True, kw_only=True)
class Stand(ABC, Generic[Hand]):
    """How a puzzle stands; what the keys have chosen are the further fields of each kind.

    It is its own picture; see `sito.cli.table.lines.Picture`.
    """

    kind: ClassVar[str]
    said: ClassVar[Sentences]
    rules: ClassVar[None] = None
    """None; games have such."""
    gap: ClassVar[int] = 0
    """Lines that the steps leave free above the drawing where they do not all fit."""

    hand: Hand
    outlook: Outlook[Any] | None = None
    """What is known from here."""

    @classmethod
    @abstractmethod
    def read(cls, fields: SavedFields) -> Self:
        """Reads what `saved` gave. Raises `InputError`."""

    @classmethod
    @abstractmethod
    def guide(cls) -> Callable[[Hand, Limits], Outlook[Any]]:
        """Gives what looks what can come of positions."""

    @abstractmethod
    def after(self, line: str) -> Hand:
        """Takes the steps that a line asks for. Raises `PuzzleError`."""

    @abstractmethod
    def pressed(self, key: str) -> Self:
        """Does what a key asks for: one of `KEYS`, or an empty line for Enter. Raises `PuzzleError`."""

    @abstractmethod
    def how(self, *, keys: bool) -> Iterator[str]:
        """Says how steps are written and, where there are `keys`, what these do."""

    @property
    @abstractmethod
    def prompt(self) -> str:
        """Asks for the next step."""

    @abstractmethod
    def as_json(self) -> Mapping[str, Any]:
        """Gives how it stands as JSON values."""

    @abstractmethod
    def saved(self) -> Mapping[str, Any]:
        """Gives what is needed to go on, as JSON values."""

    def chosen(self, **choice: Any) -> Self:
        """Chooses something else on the same position."""
        return type(self)(hand=self.hand, outlook=self.outlook, **choice)

    def moved(self, hand: Hand, **choice: Any) -> Self:
        """Goes on with another position; what can come of it is not known yet, unless it is the same one."""
        return type(self)(hand=hand, outlook=self.outlook if hand == self.hand else None, **choice)

    # As a picture

    def lines(self, width: int, height: int) -> list[Line]:
        """Draws the position below the latest of the steps."""
        about = fold(self.said.problem(self.hand.puzzle), width)
        dead = self.outlook is not None and self.outlook.possible is False and cannot_sentence(self.outlook)
        told = ((self._choice(), "dim"), (dead or "", _DEAD_STYLE))
        below: list[Line] = [((line, look),) for text, look in told for line in fold(text, width) if line]
        room = height - len(about) - len(below)
        drawn, steps = self._drawn(width, room), self._steps(width)
        fit = max(room - len(drawn) - self.gap, 1)
        if len(steps) > fit:
            hidden = len(steps) - fit + 1
            more = ngettext("... {count} line above", "... {count} lines above", hidden).format(count=hidden)
            steps = [more, *steps[hidden:]]
        return [*map(plain, (*about, *steps)), *drawn, *below]

    def news(self, before: Self | None) -> list[Line]:
        """Gives the steps that are new, or the last one after some were taken back."""
        return [] if before is not None and before.hand == self.hand else self._news(before)

    def words(self, before: Self | None) -> list[str]:
        """Says the same in sentences."""
        return [] if before is not None and before.hand == self.hand else self._words(before)

    @abstractmethod
    def _drawn(self, width: int, room: int) -> list[Line]:
        """Draws the position, where there is room for so many lines."""

    @abstractmethod
    def _steps(self, width: int) -> list[str]:
        """Writes the steps so far as plans are written."""

    @abstractmethod
    def _choice(self) -> str:
        """Says what the keys do with what is chosen; empty where nothing is."""

    @abstractmethod
    def _news(self, before: Self | None) -> list[Line]:
        """Gives the lines that are new after another picture; all of them without one."""

    @abstractmethod
    def _words(self, before: Self | None) -> list[str]:
        """Says the same in sentences."""
