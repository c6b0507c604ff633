"""How many guesses a game has where nobody says."""

from __future__ import annotations

from sito.codes.code import CodeSpace
from sito.native.game import Size, size_of
from sito.rules.rules import Allowed, Rules

SMALL_GAME = 1296
"""The codes of a game with few guesses; that of the founding system, 4x6, has so many, and six guesses."""
_VAST = 1000
"""A game without a limit ends after so many guesses on a vast board; `halving` needs fewer on every one."""


def most_rounds(rules: Rules, most: int) -> int:
    """Tells after how many guesses a game without a limit ends where it ends after `most`; on a vast board after 1000.

    >>> most_rounds(Rules.parse("4x6"), 100), most_rounds(Rules.parse("24x30"), 100)
    (100, 1000)
    """
    return _VAST if size_of(rules) is Size.VAST else most


def usual_rounds(rules: Rules) -> int | None:
    """Tells how many guesses a game has if nothing else was asked for; without a list of its codes there is no limit.

    >>> [usual_rounds(Rules.parse(text)) for text in ("4x6", "5x8", "16x6", "24x30")]
    [6, 10, None, None]
    """
    if size_of(rules) is not Size.LISTED:
        return None
    return 6 if rules.allowed is Allowed.WORDS or CodeSpace(rules).size <= SMALL_GAME else 10
