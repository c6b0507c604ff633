"""The kinds of which rules are made: codes, feedback, hard modes and notations."""

from __future__ import annotations

from enum import StrEnum

from sito.words.own import OwnAnswers

MAX_PEGS = 100
MAX_MARKED_PEGS = 16  # where each peg gets a mark
MAX_COLORS = 100
MAX_LIES = 9


class Allowed(StrEnum):
    """Which codes may be secrets and guesses."""

    ANY = "any"
    DISTINCT = "distinct"
    WORDS = "words"


class FeedbackKind(StrEnum):
    """Which part of the comparison the codemaker gives away.

    With `NAIVE` each peg is marked by itself: a color that the code has in another place is yellow, however often the
    guess has it. With `POSITION` it is yellow no more often than the code has it.

    >>> FeedbackKind("black")
    <FeedbackKind.BLACK: 'black'>
    >>> [kind.value for kind in FeedbackKind]
    ['black-white', 'black', 'total', 'position', 'naive']
    """

    BLACK_WHITE = "black-white"
    BLACK = "black"
    TOTAL = "total"
    POSITION = "position"
    NAIVE = "naive"

    @property
    def marks_pegs(self) -> bool:
        """Whether an answer is a mark for each peg: green, yellow or grey."""
        return self in (FeedbackKind.POSITION, FeedbackKind.NAIVE)


AnswerKind = FeedbackKind | OwnAnswers
"""How answers are given."""


def most_pegs(kind: AnswerKind) -> int:
    """Gives the most pegs that a code may have where answers are given so.

    >>> most_pegs(FeedbackKind.BLACK), most_pegs(FeedbackKind.POSITION)
    (100, 16)
    """
    return MAX_MARKED_PEGS if kind.marks_pegs else MAX_PEGS


class HardMode(StrEnum):
    """What the answers so far demand of a guess.

    With `HARD` green letters stay in their places, and a guess has each letter at least as often as
    the answers have shown it, green or yellow. With `STRICT` it has besides no letter that an answer
    has shown not to be in the code: one that was grey wherever it stood in a guess. With `CONSISTENT`
    every guess must agree with all the answers: it could be the code, but that a word which is no
    possible secret may be guessed, too. What `CONSISTENT` allows, `STRICT` does, and what `STRICT`
    allows, `HARD` does.

    >>> [mode.value for mode in HardMode]
    ['hard', 'strict', 'consistent']
    """

    HARD = "hard"
    STRICT = "strict"
    CONSISTENT = "consistent"

    @property
    def by_marks(self) -> bool:
        """Whether the marks of pegs say what a guess may be, rather than whole answers."""
        return self is not HardMode.CONSISTENT


class Notation(StrEnum):
    """How colors are written: `ABCD`, `0123` (then A to Z from the eleventh color), `1 2 3 4`, or as a word."""

    LETTERS = "letters"
    DIGITS = "digits"
    NUMBERS = "numbers"
    WORD = "word"


NOTATION_LIMITS = {Notation.LETTERS: 26, Notation.DIGITS: 36, Notation.NUMBERS: MAX_COLORS}


def default_notation(colors: int) -> Notation:
    """Tells how colors are written if the rules do not say: ten as digits, as phones and calculators have them.

    >>> [default_notation(colors).value for colors in (6, 10, 30, 40)]
    ['letters', 'digits', 'digits', 'numbers']
    """
    if colors == 10:
        return Notation.DIGITS
    return next(notation for notation, limit in NOTATION_LIMITS.items() if colors <= limit or limit == MAX_COLORS)
