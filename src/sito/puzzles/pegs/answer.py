"""What is known about a problem of peg solitaire: bounds and a solution, or why there is none."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TypeAlias

from sito.base import svg
from sito.base.limits import Stopped, why_stopped
from sito.base.rows import Column, Listed
from sito.errors import Fault
from sito.puzzles.pegs.boards import Jump
from sito.puzzles.pegs.notation import Run, Solution, solution_text
from sito.puzzles.pegs.pictures import problem_svg, solution_svg
from sito.puzzles.pegs.problem import Problem
from sito.puzzles.pegs.proofs import ParityProof, PegsProof, Proof

# A notebook shows so many moves of a solution.
_NOTEBOOK_MOVES = 60


@dataclass(frozen=True, slots=True)
class Exhausted:
    """The search has visited everything that could have led to a finish, so there is no solution.

    `positions` counts what was searched from the start, up to the symmetries of the
    start, and back from the finish, up to the symmetries of the finish.
    """

    positions: int


@dataclass(frozen=True, slots=True)
class LosingJump:
    """The problem has solutions, and none of them begins with this jump."""

    jump: Jump


Reason = Proof | Exhausted | LosingJump


PegRow: TypeAlias = tuple[int, Run, int]
"""The number of a move, from 1; the holes that its peg stands on; and how many pegs are left after it."""


@dataclass(frozen=True)
class Answer(Listed[PegRow]):
    """What is known about the fewest moves: a lower bound, and an upper bound with a solution of so many moves.

    `reason` says why there is no solution. `stopped` says why the search ended early, None if it did not. As a table it
    has the moves of the solution.

    >>> from sito.puzzles.pegs.analysis import solve_pegs
    >>> answer = solve_pegs("hoppers")
    >>> answer.moves, answer.jumps, answer.count
    (7, 11, 72)
    >>> print(answer)
    Board hoppers-13, start 6, finish 6: 7 moves (11 jumps), the fewest possible.
    (0,6)(9,3)(2,0,6)(11,1)(10,0,2,6)(8,4)(12,2,6)
    """

    problem: Problem
    lower: int | None
    upper: int | None
    solution: Solution | None
    reason: Reason | None = None
    stopped: Stopped | None = None
    _count: Callable[[], int] | None = field(default=None, repr=False, compare=False)
    _solutions: Callable[[], Iterator[Solution]] | None = field(default=None, repr=False, compare=False)

    @property
    def is_solvable(self) -> bool | None:
        """Whether there is a solution; None if that is not known."""
        return True if self.solution is not None else False if self.reason is not None else None

    @property
    def proven(self) -> bool:
        """Whether nothing is left open: the bounds meet, or there is no solution."""
        return self.reason is not None or (self.lower is not None and self.lower == self.upper)

    @property
    def moves(self) -> int | None:
        """How many moves the solution has; None without one."""
        return None if self.solution is None else len(self.solution)

    @property
    def jumps(self) -> int | None:
        """How many jumps the solution has; None without one. A move is a run of jumps by one peg."""
        return None if self.solution is None else sum(len(run) - 1 for run in self.solution)

    @property
    def text(self) -> str:
        """The solution as text, such as `(0,6)(9,3)`: of each move the holes that its peg stands on."""
        return solution_text(self.solution or ())

    @property
    def count(self) -> int | None:
        """How many jump sequences win in the fewest moves (exact); symmetric ones count separately.

        It is worked out when it is first asked for. None if it is not known because the search was stopped, or
        because the answer has been pickled, which leaves its search behind.
        """
        return 0 if self.reason is not None else None if self._count is None else self._count()

    def solutions(self) -> Iterator[Solution]:
        """Yields all solutions with the fewest moves, one after the other; none where `count` is None."""
        return iter(()) if self._solutions is None else self._solutions()

    @property
    def why(self) -> Fault | None:
        """Says in a sentence why there is no solution; None if there is one or it is not known."""
        match self.reason:
            case None:
                return None
            case Exhausted(positions):
                return Fault(
                    "{count} position was searched, all that matter, and none finishes",
                    "{count} positions were searched, all that matter, and none finishes",
                    count=positions,
                )
            case LosingJump(jump):
                return Fault("no solution begins with the jump {start},{end}", start=jump[0], end=jump[2])
            case PegsProof():
                return Fault("every jump takes a peg, and the finish does not have fewer pegs than the start")
            case ParityProof():
                return Fault(
                    "by the rule of three: a set of holes has an even number of pegs at the start, an odd one at the "
                    "finish, or the other way round, and no jump changes which"
                )
        return Fault("a pagoda function gives the finish more weight than the start, and no jump adds weight")

    def _columns(self) -> tuple[Column[PegRow], ...]:
        return (
            Column("move", lambda row: row[0], "d"),
            Column("holes", lambda row: row[1]),
            Column("jumps", lambda row: len(row[1]) - 1, "d"),
            Column("pegs", lambda row: row[2], "d"),
        )

    def _rows(self) -> Iterator[PegRow]:
        pegs = self.problem.start.bit_count()
        for number, run in enumerate(self.solution or (), 1):
            pegs -= len(run) - 1
            yield number, run, pegs

    def __str__(self) -> str:
        lines = [f"Board {self.problem.board}, start {self.problem.start_text}, finish {self.problem.finish_text}: "]
        if self.why is not None:
            lines[0] += f"no solution; {self.why}."
        elif self.proven:
            lines[0] += f"{_counted(self.moves, 'move')} ({_counted(self.jumps, 'jump')}), the fewest possible."
        else:
            lines[0] += f"at least {_counted(self.lower, 'move')}"
            lines[0] += ", if there is a solution" if self.upper is None else f" and at most {self.upper}"
            lines[0] += f"; not finished: {why_stopped(self.stopped)}." if self.stopped else "."
        return "\n".join([*lines, self.text] if self.solution else lines)

    def _repr_svg_(self) -> str:
        """Draws the solution board by board, or the problem if there is no solution."""
        return (
            problem_svg(self.problem)
            if self.solution is None
            else solution_svg(self.problem, self.solution, _NOTEBOOK_MOVES)
        )

    def _repr_html_(self) -> str:
        return svg.figure(str(self), self._repr_svg_())

    def __getstate__(self) -> dict[str, object]:
        return {**self.__dict__, "_count": None, "_solutions": None}


def _counted(count: int | None, word: str) -> str:
    return f"{count} {word}" if count == 1 else f"{count or 0} {word}s"
