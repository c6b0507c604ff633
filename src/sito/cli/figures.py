"""Histograms of guesses, in words and as small bars."""

from __future__ import annotations

from collections.abc import Sequence

from sito.i18n import _
from sito.tree.strategy_tree import StrategyTree


def histogram_line(tree: StrategyTree) -> str:
    """Says how many codes are found with so many guesses; with lies, how many games end so."""
    histogram = " ".join(map(str, tree.histogram))
    if tree.rules.lies:
        return _("games that end with 1, 2, 3 ... guesses: {histogram}").format(histogram=histogram)
    return _("codes found with 1, 2, 3 ... guesses: {histogram}").format(histogram=histogram)


_NONE, _HEIGHTS = "\u00b7", "\u2581\u2582\u2583\u2585\u2587"


def bars(histogram: Sequence[int]) -> str:
    """Draws a histogram as a bar for each number, as high as the number is against the greatest; a dot is none.

    >>> bars([1, 9, 0, 155, 91])
    '▁▁·▇▃'
    """
    most = max(histogram, default=0)
    return "".join(_HEIGHTS[(count * len(_HEIGHTS) - 1) // most] if count else _NONE for count in histogram)


def bar_places(count: int) -> str:
    """Gives the heading of bars: under each number of guesses stands its bar; of larger numbers the last digit.

    >>> bar_places(12)
    '123456789012'
    """
    return "".join(str(guesses % 10) for guesses in range(1, count + 1))
