"""Exact search: finds a strategy that no other strategy beats, and proves it."""

from sito.exact.problem import Objective, Problem, Progress, SearchStep, Solution, Spent, StepCell
from sito.exact.solver import DEFAULT_MEMORY, Journal, solve

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
