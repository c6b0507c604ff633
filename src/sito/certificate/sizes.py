"""What a set of codes costs at least, by its size alone: only so many codes can be found by each guess.

A guess finds one code and cuts the others into cells. Of a cell, at most as many codes as it has can be found by the
guesses that are left, and at most as many as any set. So the number of codes that can be found by guess 1, 2, 3 ...
follows from the sizes of all cells in the game, or, for the parts of a set, from the sizes of the cells in that set.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

INFINITE = 1 << 28
"""Stands for the cost where too few guesses are left; no sum grows beyond it."""


class Shape(NamedTuple):
    """What a guess makes of a set: whether it may be the secret, and the sizes of the other cells, ascending."""

    wins: bool
    sizes: tuple[int, ...]

    @classmethod
    def of(cls, answers: Iterable[int], win: int) -> Shape:
        """Counts the answers that the codes of a set give to a guess.

        >>> Shape.of([1, 3, 1, 14], 14)
        Shape(wins=True, sizes=(1, 2))
        """
        cells = Counter(answers)
        wins = cells.pop(win, 0) > 0
        return cls(wins, tuple(sorted(cells.values())))

    @property
    def tells_nothing(self) -> bool:
        """Whether all codes give the same answer, and it is not the winning one."""
        return not self.wins and len(self.sizes) == 1


def reach(shapes: Iterable[Shape], most: int) -> list[int]:
    """Lists how many codes can be found by guess 0, 1, 2 ... at the latest, up to all of them."""
    found, shapes = [0, 1], set(shapes)
    while found[-1] < most:
        last = found[-1]
        best = max(wins + sum(min(size, last) for size in sizes) for wins, sizes in shapes)
        found.append(min(most, max(best, last + 1)))
    return found


class SizeBound:
    """The least cost of sets by their size; of several reaches that hold each gives a bound, and the greatest counts.

    >>> bound = SizeBound([0, 1, 4, 9])
    >>> bound.least(5, None), bound.least(5, 2), bound.and_reach([0, 1, 3, 9]).least(5, None)
    (10, 268435456, 11)
    """

    def __init__(self, *reaches: Sequence[int]) -> None:
        self._reaches = reaches
        self._known: dict[tuple[int, int | None], int] = {}
        self._looks: dict[tuple[Shape, int | None], int] = {}

    def and_reach(self, other: Sequence[int]) -> SizeBound:
        """Gives the bound that holds where another reach holds as well."""
        return SizeBound(*self._reaches, other)

    def least(self, size: int, left: int | None) -> int:
        """The least cost of so many codes with so many guesses left, or any number of guesses if that is None."""
        found = self._known.get((size, left))
        if found is None:
            found = self._known[size, left] = max(_least(numbers, size, left) for numbers in self._reaches)
        return found

    def look(self, shape: Shape, left: int | None) -> int:
        """What a guess costs at least that makes these cells, with so many guesses left, itself among them."""
        found = self._looks.get((shape, left))
        if found is None:
            codes, after = shape.wins + sum(shape.sizes), one_less(left)
            found = min(INFINITE, codes + sum(self.least(size, after) for size in shape.sizes))
            found = self._looks[shape, left] = INFINITE if shape.tells_nothing else found
        return found


def one_less(left: int | None) -> int | None:
    """The guesses that are left after one more."""
    return None if left is None else max(0, left - 1)


def _least(numbers: Sequence[int], size: int, left: int | None) -> int:
    if left is not None and left < len(numbers) and numbers[left] < size:
        return INFINITE
    cost, before = 0, 0
    for guess, found in enumerate(numbers):
        cost += guess * (min(size, found) - before)
        before = min(size, found)
    return min(INFINITE, cost)
