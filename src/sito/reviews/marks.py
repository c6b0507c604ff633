"""Marks for guesses, and the accuracy of a game; both are functions of what guesses lose.

The loss of a guess is the number of guesses that it costs on average, compared with the best
guess. It lies between 0 and 1, for whoever ignores the answer has lost one guess and no more.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from fractions import Fraction


class Mark(StrEnum):
    """How good a guess is, the best mark first.

    >>> Mark.of(Fraction(0)), Mark.of(Fraction(1, 3)), Mark.of(Fraction(1))
    (<Mark.BEST: 'best'>, <Mark.INACCURACY: 'inaccuracy'>, <Mark.BLUNDER: 'blunder'>)
    """

    BEST = "best"
    """It loses nothing."""
    EXCELLENT = "excellent"
    GOOD = "good"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"

    @classmethod
    def of(cls, loss: Fraction) -> Mark:
        """Gives the mark for a loss, which is a number of guesses from 0 on."""
        if not loss:
            return cls.BEST
        return next((mark for mark, bound in THRESHOLDS.items() if loss < bound), cls.BLUNDER)


# Three losses come up again and again near the end of a game: 1/3 for the slips among three codes, 1/2 for those among
# two, and 1 for a guess that tells nothing. Each of them has a mark of its own.
THRESHOLDS = {
    Mark.EXCELLENT: Fraction(1, 20),
    Mark.GOOD: Fraction(3, 20),
    Mark.INACCURACY: Fraction(7, 20),
    Mark.MISTAKE: Fraction(3, 4),
}
"""The loss, in guesses, below which a guess still has the mark. A guess that loses more is a blunder."""


def accuracy(losses: Sequence[Fraction]) -> Fraction | None:
    """Gives the share of guesses that were not lost, from 0 to 100; None if there are no guesses to judge.

    It is 100 times (guesses - sum of the losses) / guesses.
    """
    if not losses:
        return None
    return 100 * (len(losses) - sum(losses, Fraction(0))) / len(losses)
