"""Exact search: finds a strategy that no other strategy beats, and proves it."""

from typing import TYPE_CHECKING

from sito.exact.problem import DEFAULT_MEMORY, Objective, Problem, Progress, SearchStep, Solution, Spent, StepCell

if TYPE_CHECKING:
    from sito.exact.solver import Journal, solve

__all__ = [
    "DEFAULT_MEMORY",
    "Journal",
    "Objective",
    "Problem",
    "Progress",
    "SearchStep",
    "Solution",
    "Spent",
    "StepCell",
    "solve",
]


def __getattr__(name: str) -> object:
    """Loads the search when it is first asked for; who only names a problem does without. Raises `AttributeError`."""
    if name not in ("Journal", "solve"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from sito.exact import solver

    return getattr(solver, name)
