"""Solves peg solitaire in one call.

>>> print(solve_pegs("triangle-5", start="apex", finish="any"))
Board triangle-5, start 0, finish any: 10 moves (13 jumps), the fewest possible.
(3,0)(5,3)(0,5)(6,1)(9,2)(11,4)(13,11)(10,12,5)(2,9)(14,5,3,0)
"""

from __future__ import annotations

from collections.abc import Callable

from sito.base.limits import Limits, OnInterrupt
from sito.errors import N_, PuzzleError
from sito.puzzles.pegs.analysis import Analysis, PegProgress
from sito.puzzles.pegs.answer import Answer
from sito.puzzles.pegs.boards import Board, Jump
from sito.puzzles.pegs.problem import Problem

_NO_LIMITS = Limits()


def solve_pegs(
    problem: Problem | Board | str,
    *,
    start: str | int | None = None,
    finish: str | int | None = None,
    first: Jump | str | None = None,
    limits: Limits = _NO_LIMITS,
    on_progress: Callable[[PegProgress], object] | None = None,
    on_interrupt: OnInterrupt = "raise",
) -> Answer:
    """Finds the fewest moves from the start to the finish, with a solution, or says why there is none.

    `problem` is a board as `Board.parse` reads it, with `start` and `finish` as `Problem.parse` reads them (a number
    is a hole), or a `Problem` that has both. With `first`, a jump such as `"0,6"`, only solutions that begin with it
    count. A search that reaches one of the `limits` (`work` counts positions) or is stopped returns bounds, and
    `stopped` says why. `on_progress` is called about ten times a second with the progress, and ends the search by
    returning a true value. Ctrl-C raises `KeyboardInterrupt`, or returns the bounds with `on_interrupt="return"`.
    Raises `PuzzleError` that lists every fault of the problem.

    >>> answer = solve_pegs("hoppers", first="0,6")
    >>> answer.moves, answer.count, answer.text
    (7, 18, '(0,6)(9,3)(2,0,6)(11,1)(10,0,2,6)(8,4)(12,2,6)')
    >>> solve_pegs("square-5").reason.holds()
    True
    """
    if isinstance(problem, Problem):
        if start is not None or finish is not None:
            raise PuzzleError.said("a Problem has its own start and finish; leave start= and finish= out")
    elif isinstance(problem, Board | str):
        problem = Problem.parse(problem, _text(start), _text(finish))
    else:
        message = N_("{value!r} is no problem; give a Problem, a Board or the text of a board, such as 'hoppers'")
        raise PuzzleError.said(message, value=problem)
    return Analysis(problem, limits=limits, on_progress=on_progress, on_interrupt=on_interrupt).solve(first)


def _text(place: str | int | None) -> str:
    if place is None:
        return ""
    if isinstance(place, str) or (isinstance(place, int) and not isinstance(place, bool)):
        return str(place)
    message = N_("{value!r} is no start or finish; give a hole, such as 16 or 'centre', or a position as text")
    raise PuzzleError.said(message, value=place)
