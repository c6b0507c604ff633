"""What is said of the figures of a tree."""

from __future__ import annotations

from sito.i18n import _
from sito.tree.strategy_tree import StrategyTree


def histogram_line(tree: StrategyTree) -> str:
    """Says how many codes are found with so many guesses; with lies, how many games end so."""
    histogram = " ".join(map(str, tree.histogram))
    if tree.rules.lies:
        return _("games that end with 1, 2, 3 ... guesses: {histogram}").format(histogram=histogram)
    return _("codes found with 1, 2, 3 ... guesses: {histogram}").format(histogram=histogram)
