"""The cells of the partition that a guess makes: how many codes give each answer."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Self, TypeVar, cast, overload

from sito.codes.feedback import Feedback, FeedbackOrText
from sito.rules.rules import Rules

Default = TypeVar("Default")


class Cells(dict[Feedback, int]):
    """How many codes give each answer to a guess, the answers in ascending order of their numbers.

    An answer is looked up by its value, or as it may be written: as text, as a pair of counts, as an array. A lookup
    raises `KeyError` for an answer that no code gives, and `FeedbackError` for what is no answer of the game.

    >>> from sito.sieve.knowledge import Knowledge
    >>> cells = Knowledge("4x6").cells("AABB")
    >>> cells["xo"], cells[1, 1], cells.get("xxx", 0), "xxo" in cells
    (208, 208, 20, True)
    """

    rules: Rules

    @classmethod
    def of(cls, rules: Rules, sizes: Iterable[tuple[int, int]]) -> Self:
        """Makes the cells of numbers of answers, each with how many codes give it."""
        made = cls((Feedback.of(rules, number), size) for number, size in sorted(sizes))
        made.rules = rules
        return made

    def largest_first(self) -> Self:
        """Gives the same cells, those of most codes first.

        >>> from sito.sieve.knowledge import Knowledge
        >>> [str(answer) for answer in Knowledge("2x3").cells("AB").largest_first()]
        ['x', 'o', '-', 'oo', 'xx']
        """
        made = type(self)(sorted(self.items(), key=lambda cell: -cell[1]))
        made.rules = self.rules
        return made

    def __getitem__(self, answer: FeedbackOrText) -> int:
        return super().__getitem__(Feedback.read(answer, self.rules))

    def __contains__(self, answer: object) -> bool:
        return super().__contains__(Feedback.read(cast(FeedbackOrText, answer), self.rules))

    @overload
    def get(self, answer: FeedbackOrText, default: None = None, /) -> int | None: ...
    @overload
    def get(self, answer: FeedbackOrText, default: int, /) -> int: ...
    @overload
    def get(self, answer: FeedbackOrText, default: Default, /) -> int | Default: ...
    def get(self, answer: FeedbackOrText, default: object = None, /) -> object:
        """Gives the number of codes that give an answer, or the default if there are none."""
        return super().get(Feedback.read(answer, self.rules), default)
