"""Histograms of guesses as small bars, and chances in percent."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

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


def percent(chance: Fraction) -> str:
    """Writes a chance in percent.

    >>> percent(Fraction(1, 3))
    '33.33 %'
    """
    return f"{100 * float(chance):.2f} %"
