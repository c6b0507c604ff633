"""A turn that serves as an example of how a game is answered."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import islice

from sito.codes.code import Code, CodeSpace
from sito.codes.feedback import position_marks
from sito.rules.rules import Allowed, Rules

_SEARCHED = 2000
"""How many words are tried for the example of a word game."""


def example_turn(game: Rules) -> tuple[Code, Code]:
    """Finds a secret and a guess whose answer tells much: pegs in their place, elsewhere and absent.

    >>> space = CodeSpace("4x6")
    >>> [space.text(code) for code in example_turn(space.rules)]
    ['ABCD', 'BEAD']
    """
    secrets, guesses = CodeSpace.both(game)
    secret = secrets.parse(secrets.example)
    others = islice(guesses, _SEARCHED) if game.allowed is Allowed.WORDS else _made(game, secret)
    tried = [guess for guess in others if guess in guesses and guess != secret]
    return secret, max(tried, key=partial(_variety, secret), default=guesses[guesses.size // 2])


def _made(game: Rules, secret: Code) -> Iterator[Code]:
    """Makes guesses from a secret: turned about but for its last peg, then with colors that are not in it."""
    turned = list((*secret[1:-1], secret[0], secret[-1]) if game.pegs > 2 else reversed(secret))
    yield Code(turned)
    absent = [color for color in range(game.colors) if color not in secret]
    for place, color in enumerate(absent[: game.pegs - 2], 1):
        turned[place] = color
        yield Code(turned)


def _variety(secret: Code, guess: Code) -> tuple[bool, int, int]:
    """Tells whether a peg is in its place, how many kinds of marks are earned, and how many pegs earn the rarest."""
    marks = position_marks(guess, secret)
    counts = [marks.count(mark) for mark in range(3)]
    return counts[2] > 0, sum(map(bool, counts)), min(counts)
