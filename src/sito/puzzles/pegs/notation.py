"""Solutions of peg solitaire as text: of each move the holes that its peg stands on, as in `(0,6)(2,0,6)`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from sito.errors import PuzzleError

Run = tuple[int, ...]
"""A move: the holes that a peg stands on from its first jump to its last."""
Solution = tuple[Run, ...]


def solution_text(solution: Iterable[Sequence[int]]) -> str:
    """Writes a solution in founding notation."""
    return "".join(f"({','.join(map(str, run))})" for run in solution)


def parse_solution(text: str) -> Solution:
    """Reads a solution in founding notation. Raises `PuzzleError`.

    >>> parse_solution("(0,6)(2,0,6)")
    ((0, 6), (2, 0, 6))
    """
    if not re.fullmatch(r"(\s*\(\s*\d{1,2}(\s*,\s*\d{1,2})+\s*\))*\s*", text):
        raise PuzzleError.said("{text!r} is no solution: write it like (0,6)(9,3)(2,0,6)", text=text)
    return tuple(tuple(map(int, run.split(","))) for run in re.findall(r"\(([^)]*)\)", text))
