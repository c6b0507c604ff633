"""Games by number: the same number and rules give the same code everywhere, so that two people play the same game.

The code of game `number` is derived so, and this is not changed:

1. The text of the game is `rules.key`: `4x6`, and in word games the whole SHA-256 digest of the words, whatever their
   list is called. So a word more or less is another game. A hard mode is left out of it, for it changes no code.
2. SHA-256 of the line `sito game 1 TEXT NUMBER`, in UTF-8 and with the number in decimal digits, is read as a number
   of 256 bits, the first byte first. With 2^128 codes or more the SHA-256 of the line with ` part 2` at its end
   follows, then that with ` part 3`, until there are 128 bits more than the number of codes takes.
3. The code is the one with this number, modulo the number of codes, in the ascending order of `CodeSpace`. Where the
   words of a list have weights, it is the one at this number, modulo the sum of the weights, in a line where each word
   is as long as its weight (`CodeSpace.at_weight`).

On several boards the line ends with ` board 2 of 4` for the second board of four; the codes of two boards may be alike.

So, but for weights, the chances of any two codes differ by less than one part in 2^127, and no code is ever seen to be
likelier than another.

The puzzle of a day is the game by the number that the day's digits write: that of 22 November 2026 is game 20261122.
"""

from __future__ import annotations

import hashlib
from dataclasses import replace
from typing import Protocol

from sito.codes.code import Code, CodeSpace
from sito.errors import N_, InputError
from sito.rules.rules import Rules

LARGEST = 10**12
"""Numbers of games are less than this, so that they can be told to somebody."""


class Day(Protocol):
    """A day of the calendar, such as `datetime.date`."""

    def isoformat(self) -> str:
        """Writes it, as in 2026-11-22."""
        ...


def numbered_secret(rules: Rules | str, number: int) -> Code:
    """Gives the code of a game by number: every code has the same chance, and the number always gives the same one.

    Words of a list with weights have the chances that these say.

    Raises `InputError` if the number is not a whole one from 0 to 999999999999, and `RulesError` for the rules.

    >>> numbered_secret("4x6", 4711)
    Code([0, 5, 0, 0])
    >>> numbered_secret("4x6", -1)
    Traceback (most recent call last):
    sito.errors.InputError: -1 is not the number of a game; give a whole number from 0 to 999999999999, as in 4711
    """
    return _secret(rules, number, "")


def numbered_secrets(rules: Rules | str, number: int, boards: int) -> tuple[Code, ...]:
    """Gives the codes of a game by number on several boards.

    Raises what `numbered_secret` raises.

    >>> numbered_secrets("4x6", 4711, 2)
    (Code([4, 0, 1, 4]), Code([0, 2, 2, 1]))
    """
    return tuple(_secret(rules, number, f" board {board} of {boards}") for board in range(1, boards + 1))


def _secret(rules: Rules | str, number: int, board: str) -> Code:
    if not isinstance(number, int) or isinstance(number, bool) or not 0 <= number < LARGEST:
        wrong = N_("{number} is not the number of a game; give a whole number from 0 to {most}, as in {example}")
        # Python refuses to write numbers of thousands of digits.
        shown = hex(number) if isinstance(number, int) and abs(number) > LARGEST**2 else repr(number)
        raise InputError.said(wrong, number=shown[:40], most=LARGEST - 1, example=4711)
    game = Rules.of(rules)
    space = CodeSpace(game)
    line = f"sito game 1 {replace(game, hard=None).key} {number}{board}"
    drawn, part = hashlib.sha256(line.encode()).digest(), 1
    while 8 * len(drawn) < space.weight.bit_length() + 128:
        part += 1
        drawn += hashlib.sha256(f"{line} part {part}".encode()).digest()
    return space.at_weight(int.from_bytes(drawn) % space.weight)


def daily_number(day: Day) -> int:
    """Gives the number of the game that is the puzzle of a day.

    >>> from datetime import date
    >>> daily_number(date(2026, 11, 22))
    20261122
    """
    return int(day.isoformat()[:10].replace("-", ""))
