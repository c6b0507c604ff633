"""Symmetries of a game that leave the guesses made so far as they are; of each class of guesses one stands for all.

A symmetry puts the pegs of a code in another order and gives the colors other names. It maps
the secrets that agree with some answers onto themselves if it maps each of the guesses onto
itself and the answers do not depend on order and names: so it is for counts of pegs. Answers
per position name the places, so there the order stays; and words are no words in another order.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations
from typing import NamedTuple

from sito.codes.code import Code
from sito.rules.rules import Rules


class Symmetry(NamedTuple):
    """Which place of a code goes where, and the new names of the colors that occur in the guesses so far."""

    order: tuple[int, ...]
    names: dict[int, int]


def image(code: Code, order: Sequence[int], names: Sequence[int]) -> Code:
    """Gives the code that has at each place the new name of the color that stood at `order[place]`."""
    return Code(names[code[place]] for place in order)


def path_symmetries(rules: Rules, path: Sequence[Code]) -> list[Symmetry]:
    """Lists the symmetries that map each guess of the path onto itself, but for the colors that are in none of them.

    These colors may change names among themselves in every way.

    >>> path_symmetries(Rules.parse("2x4"), [Code([0, 1])])
    [Symmetry(order=(0, 1), names={0: 0, 1: 1}), Symmetry(order=(1, 0), names={1: 0, 0: 1})]
    """
    places = range(rules.pegs)
    orders = [tuple(places)] if rules.words or rules.feedback.marks_pegs else permutations(places)
    found = []
    for order in orders:
        names: dict[int, int] = {}
        pairs = [(guess[order[place]], guess[place]) for guess in path for place in places]
        if all(names.setdefault(old, new) == new for old, new in pairs):
            found.append(Symmetry(order, names))
    return found


def representatives(rules: Rules, path: Sequence[Code], guesses: Sequence[Code]) -> Iterator[int]:
    """Yields the numbers of the guesses that are the least of their class: no symmetry of the path makes them smaller.

    >>> from sito.codes.code import CodeSpace
    >>> space = CodeSpace("4x6")
    >>> [space.text(space[number]) for number in representatives(space.rules, [], list(space))]
    ['AAAA', 'AAAB', 'AABB', 'AABC', 'ABCD']
    """
    if rules.words:
        yield from range(len(guesses))
        return
    symmetries = path_symmetries(rules, path)
    free = [color for color in range(rules.colors) if not any(color in guess for guess in path)]
    for number, guess in enumerate(guesses):
        if all(_least_image(guess, symmetry, free) >= guess for symmetry in symmetries):
            yield number


def _least_image(guess: Code, symmetry: Symmetry, free: list[int]) -> Code:
    """The least code that one order of the places makes of a guess: free colors take their names as they come."""
    names, unused = dict(symmetry.names), iter(free)
    least = []
    for place in symmetry.order:
        color = guess[place]
        if color not in names:
            names[color] = next(unused)
        least.append(names[color])
    return Code(least)
