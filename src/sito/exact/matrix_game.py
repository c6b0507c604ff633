"""A matrix game that grows row by row, solved in fractions: who chooses the row pays, who chooses the place is paid.

It is the linear program of the player who mixes the rows: with payments above 0, their chances, divided by the value,
are numbers of the greatest sum for which no place is paid more than 1. The simplex method takes a new row into the
basis that it had, and of several choices the first one, so that it ends (Bland, 1977).
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction


class MatrixGame:
    """Rows of positive payments, one for each of so many `places`; worth nothing to ask before the first `add`.

    >>> game = MatrixGame(2)
    >>> game.add([1, 3]); game.add([3, 2]); game.add([5, 5])
    >>> game.value, game.places
    (Fraction(7, 3), [Fraction(1, 3), Fraction(2, 3)])
    >>> game.rows
    [Fraction(1, 3), Fraction(2, 3), Fraction(0, 1)]
    """

    def __init__(self, places: int) -> None:
        unit = [[Fraction(one == other) for other in range(places)] for one in range(places)]
        self._columns = list(unit)  # of the slack of each place, then of each row of the game
        self._inverse = unit
        self._basis = list(range(places))
        self._amounts = [Fraction(1)] * places

    def add(self, payments: Sequence[Fraction | int]) -> None:
        """Adds a row, and solves the game again."""
        self._columns.append([Fraction(payment) for payment in payments])
        while (entering := self._entering()) is not None:
            self._exchange(entering)

    @property
    def value(self) -> Fraction:
        """What is paid when both play their best."""
        return 1 / sum(self._prices(), Fraction(0))

    @property
    def places(self) -> list[Fraction]:
        """The chances of the places with which no row pays less than the value on average."""
        return [price * self.value for price in self._prices()]

    @property
    def rows(self) -> list[Fraction]:
        """The chances of the rows with which no place is paid more than the value on average."""
        chances = dict(zip(self._basis, self._amounts, strict=True))
        first = len(self._basis)
        return [chances.get(number, Fraction(0)) * self.value for number in range(first, len(self._columns))]

    def _prices(self) -> list[Fraction]:
        paying = [line for line, number in zip(self._inverse, self._basis, strict=True) if number >= len(self._basis)]
        return [sum(column, Fraction(0)) for column in zip(*paying, strict=True)] or [Fraction(0)] * len(self._basis)

    def _entering(self) -> int | None:
        prices = self._prices()
        for number, column in enumerate(self._columns):
            gain = int(number >= len(self._basis)) - _product(prices, column)
            if gain > 0 and number not in self._basis:
                return number
        return None

    def _exchange(self, entering: int) -> None:
        column = [_product(line, self._columns[entering]) for line in self._inverse]
        possible = [place for place, entry in enumerate(column) if entry > 0]
        leaving = min(possible, key=lambda place: (self._amounts[place] / column[place], self._basis[place]))
        line = [entry / column[leaving] for entry in self._inverse[leaving]]
        amount = self._amounts[leaving] / column[leaving]
        for place, entry in enumerate(column):
            self._inverse[place] = [old - entry * new for old, new in zip(self._inverse[place], line, strict=True)]
            self._amounts[place] -= entry * amount
        self._inverse[leaving], self._amounts[leaving] = line, amount
        self._basis[leaving] = entering


def _product(one: Sequence[Fraction], other: Sequence[Fraction]) -> Fraction:
    return sum((left * right for left, right in zip(one, other, strict=True)), Fraction(0))
