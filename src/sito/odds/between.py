"""`duel_odds`: how likely each side wins a duel."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from sito.odds.distribution import Distribution, Side, distribution_of
from sito.rules.rules import Rules

_SPREAD_95 = 1.959964
"""Of a normal distribution 95 parts in 100 are within so many standard deviations."""


@dataclass(frozen=True, slots=True)
class Odds:
    """The chances of the side that begins: that it wins, that nobody does, that it loses.

    They are exact, or measured: then `margin` is half the width of the interval that holds each of
    the true chances with 95 parts in 100, the widest of the three.

    >>> Odds(Fraction(1, 2), Fraction(1, 6), Fraction(1, 3)).points
    Fraction(7, 12)
    """

    win: Fraction
    tie: Fraction
    loss: Fraction
    margin: float = 0.0

    @property
    def points(self) -> Fraction:
        """The points that a duel brings on average: one for a win, half a point for a tie."""
        return self.win + self.tie / 2


def duel_odds(
    rules: Rules | str,
    first: Side,
    second: Side,
    alternating: bool = False,
    *,
    on_progress: Callable[[int], object] | None = None,
) -> Odds:
    """Works out how likely the side that begins wins a duel: exact fractions.

    Both secrets are drawn independently, each code with the same chance. In a duel of rounds both sides guess as
    often, fewer guesses win and equal is a tie. If `alternating`, the side that hits first wins, so the side that
    begins wins where both need the same number. A side is a strategy, its text, its tree or a `Distribution`, which
    may be a measured one. Raises what `distribution_of` raises.

    Source: the odds follow from how many guesses the sides need, whatever the codes. None are
    published; Tanaka (1996) notes only that the strategy of the least average is not the strongest.

    >>> odds = duel_odds("4x6", "entropy", "first-consistent")
    >>> odds.win, odds.tie, odds.loss
    (Fraction(1316441, 1679616), Fraction(64223, 419904), Fraction(106283, 1679616))
    >>> duel_odds("3x4", "minimax", "minimax", alternating=True)
    Odds(win=Fraction(1477, 2048), tie=Fraction(0, 1), loss=Fraction(571, 2048), margin=0.0)
    """
    game = Rules.of(rules)
    mine = distribution_of(game, first, on_progress=on_progress)
    theirs = distribution_of(game, second, on_progress=on_progress)
    earlier, equal = (_sum(mine, part) for part in (theirs.earlier, theirs.exactly))
    win, tie, loss = 1 - earlier - equal, equal, earlier
    if alternating:
        win, tie = win + tie, Fraction(0)
    return Odds(win, tie, loss, _margin(mine, theirs, alternating=alternating))


def _sum(mine: Distribution, part: Callable[[int], Fraction]) -> Fraction:
    return sum((chance * part(guesses) for guesses, chance in enumerate(mine.chances, 1)), Fraction(0))


def _margin(mine: Distribution, theirs: Distribution, *, alternating: bool) -> float:
    """Half the width of the widest interval: two independent samples, as in the test of Mann and Whitney (1947)."""
    if mine.is_exact and theirs.is_exact:
        return 0.0
    events = [operator.lt, operator.gt] if alternating else [operator.lt, operator.gt, operator.eq]
    return _SPREAD_95 * math.sqrt(max(_variance_of(event, mine, theirs) for event in events))


def _variance_of(event: Callable[[int, int], bool], mine: Distribution, theirs: Distribution) -> float:
    """The variance of a measured chance: that the two numbers of guesses compare so."""
    own, other = (range(1, len(side.chances) + 1) for side in (mine, theirs))
    of_mine = [sum(float(theirs.exactly(n)) for n in other if event(guesses, n)) for guesses in own]
    of_theirs = [sum(float(mine.exactly(n)) for n in own if event(n, guesses)) for guesses in other]
    return _variance(mine, of_mine) + _variance(theirs, of_theirs)


def _variance(side: Distribution, values: list[float]) -> float:
    """The variance of the mean of these values, by number of guesses, over the games that were measured."""
    if side.games is None:
        return 0.0
    chances = [float(chance) for chance in side.chances]
    mean = sum(chance * value for chance, value in zip(chances, values, strict=True))
    spread = sum(chance * (value - mean) ** 2 for chance, value in zip(chances, values, strict=True))
    return spread / (side.games - 1)
