"""Every number that an analysis of peg solitaire can tell, at once.

>>> from sito.puzzles.pegs.problem import Problem
>>> counts(Analysis(Problem.parse("hoppers")))["solutions"]
5664
"""

from __future__ import annotations

from sito.puzzles.pegs.analysis import Analysis, Level


def counts(analysis: Analysis) -> dict[str, int]:
    """Works out how many solutions, games and positions there are. Raises `SearchStopped` when a limit is reached."""
    reachable, winning = analysis.reachable(), analysis.winning()
    return {
        "shortest": analysis.shortest_count(),
        "solutions": analysis.solutions_count(),
        "games": analysis.games(),
        "reachable": _total(reachable),
        "reachable_up_to_symmetry": sum(level.classes for level in reachable),
        "winning": _total(winning),
        "winning_up_to_symmetry": sum(level.classes for level in winning),
    }


def _total(levels: tuple[Level, ...]) -> int:
    return sum(level.positions for level in levels)
