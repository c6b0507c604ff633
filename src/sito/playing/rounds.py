"""How many guesses a game has where nobody says."""

from __future__ import annotations

from sito.codes.code import CodeSpace
from sito.rules.rules import Allowed, Rules

SMALL_GAME = 1296
"""The codes of a game with few guesses; that of the founding system, 4x6, has so many, and six guesses."""


def usual_rounds(rules: Rules) -> int:
    """Tells how many guesses a game has if nothing else was asked for.

    >>> usual_rounds(Rules.parse("4x6")), usual_rounds(Rules.parse("5x8"))
    (6, 10)
    """
    return 6 if rules.allowed is Allowed.WORDS or CodeSpace(rules).size <= SMALL_GAME else 10
