"""The rows of the table while they are worked on: what is known, what promises most, and what need not be searched."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from heapq import nsmallest

from sito.base.limits import Limits
from sito.codes.code import CodeSpace
from sito.exact.first.search import Rough
from sito.exact.first.worth import FirstGuess
from sito.exact.problem import Problem, Value
from sito.exact.solver import solve
from sito.exact.start import first_guesses


class Rows:
    """What is known of first guesses, which are given by their numbers in the space of guesses."""

    def __init__(self, problem: Problem, top: int | None) -> None:
        self._top = top
        self._guesses = CodeSpace(problem.rules, guesses=True)
        self.rows: dict[int, FirstGuess] = {}
        self.best: FirstGuess | None = None
        self.proven = 0
        self._below: Value | None = None
        self._promise: dict[int, tuple[object, ...]] = {}

    def begin(self, numbers: Sequence[int], rough: Iterable[Rough], known: Mapping[int, FirstGuess]) -> None:
        """Begins with the bounds of the sizes of cells, and with what was known before."""
        for number, bound in zip(numbers, rough, strict=True):
            row = FirstGuess(self._guesses[number], bound.lower, None)
            self._promise[number] = (bound.left,)
            self.rows[number] = row
            self.learn(number, known.get(number, row))

    def begin_unprepared(
        self, problem: Problem, chosen: Sequence[int] | None, known: Mapping[int, FirstGuess], limits: Limits
    ) -> None:
        """Begins with a bound of all first guesses alike, because there was no time to tabulate the answers."""
        if chosen is None and problem.rules.words is None:
            if problem.history:
                return  # what symmetry is left is not known yet
            chosen = [self._guesses.number(guess) for guess in first_guesses(problem.rules)]
        numbers = range(len(self._guesses)) if chosen is None else chosen
        lower = solve(problem, limits=Limits(seconds=0, memory=limits.memory)).lower
        self.begin(numbers, [Rough(lower, 0.0)] * len(numbers), known)

    def promise(self, number: int, value: Value) -> None:
        """Notes the value of a simple strategy that begins with this guess, whether or not it keeps to the depth."""
        self._promise[number] = (*value, *self._promise[number])

    def learn(self, number: int, row: FirstGuess) -> FirstGuess:
        """Adds what was learned of a first guess, and returns all that is known of it."""
        before = self.rows[number]
        row = self.rows[number] = before.and_also(row)
        self._below = None if row.upper != before.upper else self._below
        self.proven += row.proven and (not before.proven or row is before)
        if row.proven and row.upper is not None and (self.best is None or row.upper < (self.best.upper or ())):
            self.best = row
        return row

    def order(self) -> list[int]:
        """The guesses that are not proven, the most promising first.

        That is by the values of simple strategies, else by what the guesses leave to find.
        """
        open_rows = [number for number, row in self.rows.items() if not row.proven]
        return sorted(open_rows, key=lambda number: (len(self._promise[number]) == 1, self._promise[number], number))

    def below(self) -> Value | None:
        """The value that a first guess must beat to be among the best that are asked for, if it is known yet."""
        if self._top is None:
            return None
        if self._below is None:
            best = nsmallest(self._top, (row.upper for row in self.rows.values() if row.upper is not None))
            self._below = best[-1] if len(best) == self._top else None
        return self._below

    def goal(self, number: int, below: Value | None) -> Value | None:
        """The value below which that of a first guess must be found; None if it must be found in any case."""
        upper = self.rows[number].upper
        return None if below is None or (upper is not None and upper <= below) else below

    def needs_search(self, number: int, below: Value | None) -> bool:
        """Whether a first guess may be among the best."""
        goal = self.goal(number, below)
        row = self.rows[number]
        return not row.proven and (goal is None or (row.lower is not None and row.lower < goal))
