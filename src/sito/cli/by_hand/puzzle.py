"""What the loop asks of a kind of puzzle that a person solves: how it is read, shown, told and kept."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

from sito.base.limits import Limits
from sito.cli.table import Picture
from sito.puzzles.by_hand import ByHand, Outlook
from sito.show.puzzle_sentences.by_hand import Sentences, cannot_sentence
from sito.show.render import wrap

Hand = TypeVar("Hand", bound=ByHand[Any, Any])
Choice = TypeVar("Choice")

KEYS = {key: f"<{key}>" for key in ("up", "down", "left", "right", " ", "tab")}
"""The keys that are read on an empty line, and the lines that they stand for, which nobody types."""


@dataclass(frozen=True)
class Stand(Generic[Hand, Choice]):
    """How a puzzle stands before a person: what was done, what the person has chosen, and what is known from here."""

    hand: Hand
    choice: Choice
    outlook: Outlook[Any] | None = None

    def moved(self, hand: Hand, choice: Choice) -> Stand[Hand, Choice]:
        """Goes on with another position; what can come of it is not known yet, unless it is the same one."""
        return Stand(hand, choice, self.outlook if hand == self.hand else None)

    @property
    def dead(self) -> str:
        """Says that from here it cannot be done, and why; empty unless that is proven."""
        return cannot_sentence(self.outlook) if self.outlook is not None and self.outlook.possible is False else ""

    def chosen(self, choice: Choice) -> Stand[Hand, Choice]:
        """Chooses something else on the same position."""
        return replace(self, choice=choice)


def fold(text: str, width: int) -> list[str]:
    """Breaks a text into lines for a board of a width; a word that is longer, such as a drawing, is broken, too.

    >>> fold("one two threefour", 8)
    ['one two', 'threefo', 'ur']
    """
    room = max(width - 1, 1)
    lines = wrap(text, room).split("\n")
    return [line[at : at + room] for line in lines for at in range(0, max(len(line), 1), room)]


class HandPuzzle(ABC, Generic[Hand, Choice]):
    """One puzzle of a kind."""

    kind: str
    said: Sentences
    hand: Hand
    """The puzzle as the session begins: new, or resumed."""

    @abstractmethod
    def first_choice(self, hand: Hand) -> Choice:
        """What is chosen to begin with."""

    @abstractmethod
    def outlook(self, hand: Hand, limits: Limits) -> Outlook[Any]:
        """What can come of a position."""

    @abstractmethod
    def read(self, line: str, hand: Hand) -> Hand:
        """Takes the steps that a line asks for. Raises `PuzzleError`."""

    @abstractmethod
    def press(self, key: str, stand: Stand[Hand, Choice]) -> Stand[Hand, Choice]:
        """Does what a key asks for: one of `KEYS`, or an empty line for Enter. Raises `PuzzleError`."""

    @abstractmethod
    def picture(self, stand: Stand[Hand, Choice]) -> Picture:
        """Shows how it stands."""

    @abstractmethod
    def how(self, *, keys: bool) -> Iterator[str]:
        """Says how steps are written and, where there are `keys`, what these do."""

    @abstractmethod
    def prompt(self, hand: Hand) -> str:
        """Asks for the next step."""

    @abstractmethod
    def as_json(self, hand: Hand) -> Mapping[str, Any]:
        """Gives how it stands as JSON values."""

    @abstractmethod
    def saved(self, hand: Hand) -> Mapping[str, Any]:
        """Gives what is needed to go on, as JSON values."""
