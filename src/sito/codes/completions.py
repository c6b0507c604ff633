"""Codes of which some pegs are unknown: which codes they may be.

Where any code is allowed, or colors must differ, the missing pegs are filled in; in word
games the words of the list are compared with what is known.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations, product
from math import perm

from sito.rules.rules import Allowed, Rules
from sito.words.letters import letters_of

UNKNOWN_PEG = 255
"""What stands for a color that is not known; no game has so many colors."""


def completions(pattern: Sequence[int], rules: Rules, words: Sequence[str] | None) -> Iterator[tuple[int, ...]]:
    """Yields the codes that agree with the known pegs, in ascending order; `words` are those of a word game.

    >>> list(completions((0, UNKNOWN_PEG), Rules.parse("2x3-distinct"), None))
    [(0, 1), (0, 2)]
    """
    if words is not None:
        symbols = rules.symbols()
        positions = {symbol: color for color, symbol in enumerate(symbols)}
        yield from (tuple(map(positions.__getitem__, letters_of(word))) for word in _like(pattern, symbols, words))
        return
    places = [place for place, color in enumerate(pattern) if color == UNKNOWN_PEG]
    filled = list(pattern)
    free = range(rules.colors)
    distinct = rules.allowed is Allowed.DISTINCT
    # Both choices ascend with the leftmost unknown peg most significant, and so do the codes.
    unused = [color for color in free if color not in pattern]
    for chosen in permutations(unused, len(places)) if distinct else product(free, repeat=len(places)):
        for place, color in zip(places, chosen, strict=True):
            filled[place] = color
        yield tuple(filled)


def count_completions(pattern: Sequence[int], rules: Rules, words: Sequence[str] | None) -> int:
    """Counts the codes that agree with the known pegs; but for words without making them.

    >>> count_completions((UNKNOWN_PEG, 1, UNKNOWN_PEG, 3), Rules.parse("4x6"), None)
    36
    """
    if words is not None:
        return sum(1 for _ in _like(pattern, rules.symbols(), words))
    unknown = list(pattern).count(UNKNOWN_PEG)
    if rules.allowed is Allowed.DISTINCT:
        return perm(rules.colors - (len(pattern) - unknown), unknown)
    return int(rules.colors**unknown)


def _like(pattern: Sequence[int], symbols: Sequence[str], words: Sequence[str]) -> Iterator[str]:
    known = [(place, symbols[color]) for place, color in enumerate(pattern) if color != UNKNOWN_PEG]
    return (word for word in words if all(letters_of(word)[place] == letter for place, letter in known))
