"""How likely codes are: the weights of a word list by its codes; all codes of other games are equally likely."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache

from sito.code import Code, CodeSpace
from sito.rules import Rules


@lru_cache(maxsize=8)
def code_weights(rules: Rules) -> Mapping[Code, int] | None:
    """Gives the weight of each secret of a game; None if all are equally likely.

    >>> from sito.words import WordList
    >>> code_weights(Rules.of_words(WordList.of(["tale", "late"], weights=[3, 1])))
    {Code([2, 0, 3, 1]): 1, Code([3, 0, 2, 1]): 3}
    """
    if rules.weights is None:
        return None
    return dict(zip(CodeSpace(rules), rules.weights, strict=True))


def weigh(rules: Rules, codes: Iterable[Code]) -> int:
    """Adds up the weights of secrets, each of which counts 1 if all are equally likely.

    >>> weigh(Rules.parse("1x3"), [Code([0]), Code([2])])
    2
    """
    weights = code_weights(rules)
    return sum(1 for _ in codes) if weights is None else sum(map(weights.__getitem__, codes))


def total_of(histogram: Iterable[int]) -> int:
    """Adds up the guesses of secrets that are found with 1, 2, 3 ... guesses, by their number or their weight.

    >>> total_of((1, 4, 2))
    15
    """
    return sum(guesses * found for guesses, found in enumerate(histogram, 1))
