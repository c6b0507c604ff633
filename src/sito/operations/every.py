"""Fills the registry with all operations."""

from sito.operations import answers, contests, duels, guesses, jugs, pegs, reviews, rules, trees
from sito.operations.operation import OPERATIONS, Operation

MODULES = (answers, contests, duels, guesses, jugs, pegs, reviews, rules, trees)

__all__ = ["MODULES", "OPERATIONS", "Operation"]
