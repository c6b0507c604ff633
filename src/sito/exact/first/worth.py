"""What each first guess is worth, as values: rows, the table of them, and its text as CSV."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from io import StringIO

from sito.base.limits import Stopped
from sito.base.rows import Column, Rows
from sito.codes.code import Code, CodeSpace
from sito.errors import N_, CodeError, Fault, InputError
from sito.exact.problem import Problem, Spent, Value, bound_columns

_YES, _NO = "yes", "no"


@dataclass(frozen=True, slots=True)
class FirstGuess:
    """What is known of a first guess: no strategy that begins with it beats `lower`, and one has the value `upper`.

    `lower` is None if no strategy keeps to the depth, `upper` is None if none is known. In a table `text` is the guess
    in the notation of the game.

    >>> FirstGuess(Code([0, 0, 1, 2]), (5600,), (5700,)).proven
    False
    """

    guess: Code
    lower: Value | None
    upper: Value | None
    text: str = field(default="", compare=False, kw_only=True)

    @property
    def proven(self) -> bool:
        """Whether it is certain what the guess is worth, or that no strategy keeps to the depth."""
        return self.lower is None or self.lower == self.upper

    def and_also(self, other: FirstGuess) -> FirstGuess:
        """Puts together what is known from two sources, of which this is one and `other` is one."""
        if self.lower is None or other.lower is None:
            return FirstGuess(self.guess, None, None)
        uppers = [upper for upper in (self.upper, other.upper) if upper is not None]
        return FirstGuess(self.guess, max(self.lower, other.lower), min(uppers, default=None))


def _place(row: FirstGuess) -> tuple[object, ...]:
    """The order of a table: by the best strategies known, then by what may be; last, guesses that are too deep."""
    if row.lower is None:
        return 2, row.guess
    if row.upper is None:
        return 1, row.lower, row.guess
    return 0, row.upper, not row.proven, row.lower, row.guess


@dataclass(frozen=True, slots=True)
class EveryFirst(Rows[FirstGuess]):
    """What each first guess is worth, best first; of guesses that symmetries make equal one stands for all.

    `problem` is what was asked, `rows` are the first guesses, `spent` is what the searches took.
    `top` is how many of the best were asked for, if not all. `stopped` says what ended the work early, if
    anything did; where it was the workers, `fault` says what became of them.

    >>> from sito.exact.first import every_first
    >>> worth = every_first("3x4")
    >>> worth.rows[0], len(worth), worth.certain
    (FirstGuess(guess=Code([0, 0, 1]), lower=(206,), upper=(206,), text='AAB'), 3, 3)
    """

    problem: Problem
    rows: tuple[FirstGuess, ...]
    spent: Spent
    top: int | None = None
    stopped: Stopped | None = None
    fault: Fault | None = None

    @classmethod
    def of(
        cls,
        problem: Problem,
        rows: Iterable[FirstGuess],
        spent: Spent,
        top: int | None = None,
        stopped: Stopped | None = None,
        fault: Fault | None = None,
    ) -> EveryFirst:
        """Makes the table of some `rows` of a `problem`; the other arguments are its fields.

        Of `stopped` and `fault` nothing is kept if all is certain that was asked for: `top` rows, or all, with what
        was `spent`.
        """
        guesses = CodeSpace(problem.rules, guesses=True)
        named = (replace(row, text=guesses.text(row.guess)) for row in sorted(rows, key=_place))
        table = cls(problem, tuple(named), spent, top, stopped, fault)
        if table.rows and table.complete and stopped is not Stopped.INTERRUPT:
            return cls(problem, table.rows, spent, top)
        return table

    def _columns(self) -> tuple[Column[FirstGuess], ...]:
        return _columns(self.problem)

    def _rows(self) -> tuple[FirstGuess, ...]:
        return self.rows

    @property
    def certain(self) -> int:
        """How many of the first rows are certainly the best, in this order."""
        least: Value | None = None  # of the rows after a row, what they may be worth
        places = [len(self.rows)]
        for place in range(len(self.rows) - 1, -1, -1):
            row = self.rows[place]
            beaten = least is not None and (row.upper is None or row.upper > least)
            if not row.proven or (row.lower is not None and beaten):
                places.append(place)
            if row.lower is not None and (least is None or row.lower < least):
                least = row.lower
        return min(places)

    @property
    def complete(self) -> bool:
        """Whether all is certain that was asked for."""
        return self.certain >= (len(self.rows) if self.top is None else min(self.top, len(self.rows)))

    def csv(self) -> str:
        """Gives the table as CSV: a line of names, then a line for each first guess.

        >>> from sito.exact.first import every_first
        >>> print(every_first("2x3", "worst-total").csv(), end="")
        guess,lower_worst,lower_total,upper_worst,upper_total,proven
        AB,3,21,3,21,yes
        AA,4,24,4,24,yes
        """
        text = StringIO()
        lines = csv.writer(text, lineterminator="\n")
        columns = self._columns()
        lines.writerow([column.name for column in columns])
        lines.writerows([column.shown(row) for column in columns] for row in self.rows)
        return text.getvalue()


def parse_csv(problem: Problem, text: str) -> tuple[FirstGuess, ...]:
    """Reads rows from CSV as `EveryFirst.csv` writes it. Raises `InputError` that lists every fault."""
    guesses = CodeSpace(problem.rules, guesses=True)
    names = [column.name for column in _columns(problem)]
    rows: list[FirstGuess] = []
    faults: list[Fault] = []
    for number, line in enumerate(csv.reader(text.splitlines()), 1):
        if number == 1 and line == names:
            continue
        try:
            rows.append(_row(guesses, line, len(problem.objective.names)))
        except CodeError as error:
            faults.extend(error.faults)
        except ValueError:
            wrong = N_("line {number} is {line!r}; each line has {names}")
            faults.append(Fault(wrong, number=number, line=",".join(line), names=",".join(names)))
    InputError.check(faults)
    return tuple(rows)


def _columns(problem: Problem) -> tuple[Column[FirstGuess], ...]:
    bounds: tuple[Column[FirstGuess], ...] = bound_columns(
        problem.objective, lambda row: row.lower, lambda row: row.upper
    )
    return Column("guess", lambda row: row.text), *bounds, Column("proven", lambda row: row.proven)


def _row(guesses: CodeSpace, line: Sequence[str], parts: int) -> FirstGuess:
    if len(line) != 2 * parts + 2 or line[-1] not in (_YES, _NO):
        raise ValueError
    guess = guesses.parse(line[0])
    guesses.number(guess)
    lower, upper = (
        tuple(map(int, cells)) if any(cells) else None for cells in (line[1 : parts + 1], line[parts + 1 : -1])
    )
    row = FirstGuess(guess, lower, upper)
    least = (0,) * parts
    in_order = lower is None or least <= lower <= (upper or lower)
    if row.proven != (line[-1] == _YES) or not in_order or (lower is None and upper is not None):
        raise ValueError
    return row


@dataclass(frozen=True, slots=True)
class FirstProgress:
    """How far the work is: of so many first guesses so many are done; `guess` is searched, `best` is the best so far.

    `positions` is the number of positions searched, `memory` the size of the two large tables in bytes. While the
    answers are tabulated there are no first guesses yet.
    """

    done: int
    guesses: int
    guess: Code | None
    best: FirstGuess | None
    positions: int
    memory: int
