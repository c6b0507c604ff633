"""Fills the registry with all operations."""

from sito.operations import answers, contests, guesses, jugs, pegs, reviews, rules, trees
from sito.operations.operation import OPERATIONS, Operation

__all__ = ["OPERATIONS", "Operation", "answers", "contests", "guesses", "jugs", "pegs", "reviews", "rules", "trees"]
