"""What the cells of a guess cost at least: each by its size, or by a look at all that can be guessed in it.

A first look at a guess sees the sizes of its cells alone. But not every set of seven codes can be told apart by
one guess that is one of them: a second look tries all guesses at the cell, and takes the best of these looks.
Here `docs/certificates.md` speaks of peek(C).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from sito.certificate.game import Column, Game, Secrets
from sito.certificate.sizes import INFINITE, Shape, SizeBound, reach

SMALLEST, GREATEST = 3, 64
"""The sizes of the cells that get a second look; the least cost of one or two codes is known by their number."""

_Cell = tuple[Secrets, int | None]
"""A set of secrets, and how many guesses are left for it."""


class CellBound:
    """The least cost of cells in a game, by their sizes and by second looks."""

    def __init__(self, game: Game, sizes: SizeBound) -> None:
        self._game, self.sizes = game, sizes
        self._by_members: dict[_Cell, int] = {}
        self._peeks: dict[_Cell, int] = {}

    @classmethod
    def of_game(cls, game: Game) -> CellBound:
        """Gives the bound that holds in all of a game."""
        return cls(game, game.bound)

    def and_own(self, secrets: Secrets, columns: Sequence[Column]) -> CellBound:
        """Gives the bound that holds inside a set, where its own cells may tell that less can be reached."""
        return CellBound(self._game, self.sizes.and_reach(reach(self._game.shapes(columns), len(secrets))))

    def together(self, cells: Collection[Secrets], left: int | None, enough: int) -> int:
        """What these cells cost at least, all of them; no further second looks are made once that is `enough`.

        Looks at the members of the cells come before looks at all guesses, for they are fewer.
        """
        costs = {cell: self.sizes.least(len(cell), left) for cell in sorted(cells, key=len)}
        total = sum(costs.values())
        for second_look in (self.peek_by_members, self.peek):
            for cell, before in costs.items():
                if total >= enough:
                    return total
                costs[cell] = max(before, second_look(cell, left))
                total += costs[cell] - before
        return total

    def peek(self, cell: Secrets, left: int | None) -> int:
        """The least cost of a cell, as it is found by a second look: by the least look of all guesses."""
        by_members = self.peek_by_members(cell, left)
        if not SMALLEST <= len(cell) <= GREATEST or self._game.possible or by_members < 2 * len(cell):
            return by_members  # no other guess costs less than that
        found = self._peeks.get((cell, left))
        if found is None:
            found = max(by_members, self._least_look(self._game.columns(cell), left))
            self._peeks[cell, left] = found
        return found

    def peek_by_members(self, cell: Secrets, left: int | None) -> int:
        """A bound that is no greater than `peek`, for which only the codes of the cell itself are tried as guesses.

        A guess that is not one of n codes costs at least 2 n: one for each code, and then one or more.
        """
        by_size = self.sizes.least(len(cell), left)
        others = INFINITE if self._game.possible else 2 * len(cell)
        if not SMALLEST <= len(cell) <= GREATEST or by_size >= others:
            return by_size
        found = self._by_members.get((cell, left))
        if found is None:
            look = self._least_look(self._game.columns_of_members(cell), left)
            found = self._by_members[cell, left] = max(by_size, min(look, others))
        return found

    def _least_look(self, columns: Iterable[Column], left: int | None) -> int:
        """The least that guesses cost to which the codes of a set give these answers, by the sizes of their cells.

        Each of n codes costs one guess now. With k different answers, at most one of them the winning one, at most
        k are found by the next guess, one of them by this one; all others need two more, or more than two. So
        a guess costs at least 3 n - k - 1, and those with the most different answers are tried first.
        """
        least = INFINITE
        for different, column in sorted(((len(set(column)), column) for column in columns), reverse=True):
            if 3 * len(column) - different - 1 >= least:
                break
            least = min(least, self.sizes.look(Shape.of(column, self._game.win), left))
        return least
