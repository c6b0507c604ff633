"""Exact search: the strategy that no strategy beats, with a proof."""

from sito.exact.solver import DEFAULT_MEMORY, Journal, Objective, Progress, Solution, Spent, solve

__all__ = ["DEFAULT_MEMORY", "Journal", "Objective", "Progress", "Solution", "Spent", "solve"]
