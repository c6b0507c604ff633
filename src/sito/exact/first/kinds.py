"""One first guess of each kind that symmetry makes, in games of codes."""

from __future__ import annotations

from collections.abc import Iterator

from sito.codes.code import Code
from sito.errors import Fault, InputError
from sito.rules.rules import Allowed, Rules


def first_guesses(rules: Rules) -> list[Code]:
    """Lists one first guess of each kind; all others arise from these by permuting positions and renaming colors.

    Raises `InputError` for word lists, which have no such symmetry.

    >>> first_guesses(Rules.parse("4x6"))[:3]
    [Code([0, 0, 0, 0]), Code([0, 0, 0, 1]), Code([0, 0, 1, 1])]
    """
    if rules.allowed is Allowed.WORDS:
        raise InputError(Fault("a search with a word list cannot be split by its first guess; leave out --executor"))
    if rules.allowed is Allowed.DISTINCT:
        return [Code(range(rules.pegs))]
    return [
        Code(color for color, count in enumerate(counts) for _ in range(count))
        for counts in _partitions(rules.pegs, rules.pegs, rules.colors)
    ]


def _partitions(pegs: int, most: int, colors: int) -> Iterator[tuple[int, ...]]:
    """Yields the ways to write a number of pegs as a sum of at most so many counts, in descending order."""
    if not pegs:
        yield ()
    elif colors:
        for count in range(min(pegs, most), 0, -1):
            for rest in _partitions(pegs - count, count, colors - 1):
                yield (count, *rest)
