"""Symmetries of a game that leave the guesses made so far as they are; of each class of guesses one stands for all.

A symmetry puts the pegs of a code in another order and gives the colors other names. It maps
the secrets that agree with some answers onto themselves if it maps each of the guesses onto
itself and the answers do not depend on order and names: so it is for counts of pegs. Answers
per position name the places, so there the order stays; and words are no words in another order.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import cycle, permutations
from typing import NamedTuple

from sito.codes.code import Code
from sito.rules.kinds import Allowed, FeedbackKind
from sito.rules.rules import Rules


class Symmetry(NamedTuple):
    """Which place of a code goes where, and the new names of the colors that occur in the guesses so far.

    The names are those of all places, or of each place from which pegs come.
    """

    order: tuple[int, ...]
    names: list[dict[int, int]]


def namings(rules: Rules) -> int:
    """How many times a symmetry names all colors: once, or for each place by itself.

    >>> namings(Rules.parse("4x6-black")), namings(Rules.parse("4x6"))
    (4, 1)
    """
    return rules.pegs if rules.feedback is FeedbackKind.BLACK and rules.allowed is Allowed.ANY else 1


def image(code: Code, order: Sequence[int], names: Sequence[Sequence[int]]) -> Code:
    """Gives the code that has at each place the new name, there or anywhere, of the color at `order[place]`."""
    return Code(new[code[place]] for place, new in zip(order, cycle(names)))


def path_symmetries(rules: Rules, path: Sequence[Code]) -> list[Symmetry]:
    """Lists the symmetries that map each guess of the path onto itself, but for the colors that are in none of them.

    These colors may change names among themselves in every way.

    >>> path_symmetries(Rules.parse("2x4"), [Code([0, 1])])
    [Symmetry(order=(0, 1), names=[{0: 0, 1: 1}]), Symmetry(order=(1, 0), names=[{1: 0, 0: 1}])]
    """
    places = range(rules.pegs)
    orders = [tuple(places)] if rules.words or rules.feedback.marks_pegs else permutations(places)
    found = []
    for order in orders:
        names: list[dict[int, int]] = [{} for _ in range(namings(rules))]
        pegs = (
            (names[old % len(names)], guess[old], new) for guess in path for old, new in zip(order, guess, strict=True)
        )
        agree = all(own.setdefault(color, new) == new for own, color, new in pegs)
        if agree and all(len({*own.values()}) == len(own) for own in names):
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
    count = namings(rules)
    guessed = [{color for guess in path for color in guess[place::count]} for place in range(count)]
    free = [[color for color in range(rules.colors) if color not in colors] for colors in guessed]
    for number, guess in enumerate(guesses):
        if all(_least_image(guess, symmetry, free) >= guess for symmetry in symmetries):
            yield number


def _least_image(guess: Code, symmetry: Symmetry, free: list[list[int]]) -> Code:
    """The least code that one order of the places makes of a guess: free colors take their names as they come."""
    names, unused = [{**own} for own in symmetry.names], [iter(colors) for colors in free]
    least = []
    for place, old in enumerate(symmetry.order):
        own, color = names[old % len(names)], guess[old]
        if color not in own:
            own[color] = next(unused[place % len(unused)])
        least.append(own[color])
    return Code(least)
