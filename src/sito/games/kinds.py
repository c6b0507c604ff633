"""The kinds of games that are kept, and their names: `play-7` is the seventh game that was begun with `sito play`."""

from __future__ import annotations

import re

from sito.errors import N_, InputError

GAME_KINDS = ("play", "keep", "duel")
"""The kinds of games in which a code is broken; they are the names of the commands that play them."""
BOARDS_KIND = "boards"
"""The kind of games on several boards, which `sito play --boards` plays."""
CLASS_KIND = "class"
"""What the file of games calls a class, which nobody plays as a game."""
PUZZLE_KINDS = ("jugs", "pegs")
KINDS = (*GAME_KINDS, BOARDS_KIND, *PUZZLE_KINDS)

# Of SQLite's whole numbers the greatest begins with a 9 and has 19 digits.
NAME = re.compile(rf"({'|'.join(KINDS)})-?([1-8]?[0-9]{{1,18}})", re.IGNORECASE)


def read_name(text: str) -> str:
    """Reads the name of a game as people type it. Raises `InputError`.

    >>> read_name("play-7"), read_name(" Play7 ")
    ('play-7', 'play-7')
    >>> read_name("7")
    Traceback (most recent call last):
    sito.errors.InputError: '7' is not the name of a game; a name is a kind and a number, as in play-7
    """
    found = NAME.fullmatch(text.strip())
    if found is None:
        wrong = N_("{text!r} is not the name of a game; a name is a kind and a number, as in {example}")
        raise InputError.said(wrong, text=text[:80], example="play-7")
    return f"{found[1].lower()}-{int(found[2])}"


def kind_of(name: str) -> str:
    """Tells of which kind the game of a name is.

    >>> kind_of("play-7")
    'play'
    """
    return name.partition("-")[0]


def number_of(name: str) -> int:
    """Gives the number of the game of a name.

    >>> number_of("play-7")
    7
    """
    return int(name.rpartition("-")[2])
