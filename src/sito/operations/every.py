"""Fills the registry with all operations, in the order of their modules, whichever was imported first."""

from sito.operations import (
    answers,
    duels,
    guesses,
    jugs,
    pegs,
    reviews,
    rules,
    searches,
    tournaments,
    training,
    trees,
    values,
)
from sito.operations.operation import OPERATIONS, Operation

MODULES = (answers, duels, guesses, jugs, pegs, reviews, rules, searches, tournaments, training, trees, values)

for each in sorted(OPERATIONS.values(), key=lambda each: each.run.__module__):
    OPERATIONS[each.name] = OPERATIONS.pop(each.name)

__all__ = ["MODULES", "OPERATIONS", "Operation"]
