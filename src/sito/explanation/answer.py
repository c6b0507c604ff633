"""The explanation of an answer: which peg of the guess earned which mark, and why.

>>> print(explain("4x6", "AABB", "ABBA"))
Peg 1, A: peg 1 of the code is A too. Right color in the right place: x.
Peg 3, B: peg 3 of the code is B too. Right color in the right place: x.
Peg 2, A: it claims peg 4 of the code, which is A too. Right color in another place: o.
Peg 4, B: it claims peg 2 of the code, which is B too. Right color in another place: o.
Right places: 2; other places: 2. The answer is xxoo.
It tells these two counts only, and not which peg earned which mark.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from sito.base import svg
from sito.codes.code import CodeOrText, CodeSpace
from sito.codes.feedback import AnswerOrText, Feedback, read_noted, score_number
from sito.errors import CodeError
from sito.explanation.drawing import Line, Row, draw, picture
from sito.explanation.pegs import Claim, claims, ways
from sito.explanation.steps import Pair, Step, steps
from sito.explanation.verdict import Verdict, verdict
from sito.rules.rules import FeedbackKind, Rules

COLUMNS = 40
"""How wide a drawing is at most, unless another width is asked for."""

_MARKS = {
    FeedbackKind.BLACK_WHITE: {Claim.RIGHT_PLACE: "x", Claim.OTHER_PLACE: "o", Claim.NONE: "-"},
    FeedbackKind.BLACK: {Claim.RIGHT_PLACE: "x", Claim.NONE: "-"},
    FeedbackKind.TOTAL: {Claim.RIGHT_PLACE: "+", Claim.OTHER_PLACE: "+", Claim.NONE: "-"},
    FeedbackKind.POSITION: {Claim.RIGHT_PLACE: "g", Claim.OTHER_PLACE: "y", Claim.NONE: "-"},
}
_LOOKS = {Claim.RIGHT_PLACE: "mark 2", Claim.OTHER_PLACE: "mark 1", Claim.NONE: "mark 0"}


@dataclass(frozen=True)
class Names:
    """What the rows of a drawing are called, in the reader's language."""

    place: str = "place"
    mark: str = "mark"
    guess: str = "guess"
    code: str = "code"
    claims: str = "claims"


@dataclass(frozen=True)
class Explanation(Pair):
    """Why a guess earns its answer.

    `pegs` has for each peg of the guess, from left to right, which peg of the secret it claims. `ways` is the number
    of ways to pair equal colors outside the right places. `steps` are the sentences: right places, other pegs, the
    answer, and what it does not tell. `str` gives the sentences in English, one to a line.
    """

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """The sentences, each with the part that it belongs to."""
        return tuple(steps(self))

    @property
    def marks(self) -> str:
        """The mark of each peg of the guess, from left to right.

        `x` and `o` for black and white pegs, `g` and `y` for positions, `+` for a peg that
        counts in a total, and `-` for a peg that earns nothing.

        >>> explain("4x6", "AABB", "ABBA").marks, explain("4x6-total", "AABC", "ABBA").marks
        ('xoxo', '+++-')
        """
        return "".join(_MARKS[self.rules.feedback][peg.claim] for peg in self.pegs)

    @property
    def texts(self) -> tuple[str, str]:
        """The guess and the secret in the notation of the game."""
        space = CodeSpace(self.rules, guesses=True)
        return space.text(self.guess), space.text(self.secret)

    def judge(self, given: AnswerOrText) -> Verdict:
        """Tells whether an answer that somebody gave is right, and what is wrong about it. Raises `FeedbackError`.

        Parts of the answer may be unknown, as in `2?`.

        >>> print(explain("4x6", "AABB", "ABBA").judge("xxo"))
        xxo is wrong: the answer is xxoo.
        2 pegs have a right color in another place, not 1: pegs 2 and 4.
        """
        return verdict(self, read_noted(given, self.rules))

    def drawing(self, width: int = COLUMNS, names: Names = Names(), measure: Callable[[str], int] = len) -> list[Line]:
        """Draws the guess above the secret, with a line for each claim.

        Each row is a sequence of texts and how they look, as in `sito.show.render`. `measure` counts the columns that
        a text takes at a terminal. A drawing that would be wider than `width` columns becomes a list of the pegs.

        >>> rows = explain("4x6", "AABC", "ABDA").drawing()
        >>> for row in rows:
        ...     print("".join(text for text, look in row).rstrip())
        place   1   2   3   4
        mark    x   o   o   -
        guess   A   A   B   C
                │   └───┼───┐
                │   ┌───┘   │
        code    A   B   D   A
        """
        symbols = self.rules.symbols()
        rows = (
            Row(names.place, tuple((str(place + 1), "") for place in range(len(self.guess)))),
            Row(names.mark, tuple(zip(self.marks, (_LOOKS[peg.claim] for peg in self.pegs), strict=True))),
            Row(names.guess, tuple((symbols[color], f"peg {color}") for color in self.guess)),
        )
        code = Row(names.code, tuple((symbols[color], f"peg {color}") for color in self.secret))
        return draw(rows, (code,), self.pegs, width, measure, names.claims)

    def svg(self, names: Names = Names(), sentences: tuple[str, ...] | None = None) -> str:
        """Draws the guess above the secret as an SVG picture; `sentences` are the description, in English without it.

        >>> explain("4x6", "AABB", "ABBA").svg().count('class="link')
        4
        """
        symbols = self.rules.symbols()
        return picture(
            str(self.rules),
            [symbols[color] for color in self.guess],
            [symbols[color] for color in self.secret],
            self.marks,
            self.pegs,
            (names.guess, names.mark, names.code),
            sentences or tuple(str(step.sentence) for step in self.steps),
        )

    def _repr_svg_(self) -> str:
        return self.svg()

    def _repr_html_(self) -> str:
        return svg.figure(str(self), self.svg())

    def __str__(self) -> str:
        return "\n".join(str(step.sentence) for step in self.steps)


def explain(rules: Rules | str, guess: CodeOrText, secret: CodeOrText) -> Explanation:
    """Explains the answer to a guess: which peg earned which mark and why.

    Right places come first. Then each other peg of the guess, from left to right, claims a peg of the secret of its
    color that is still free. A repeated color earns nothing once all pegs of the secret with this color have been
    claimed. The guess and the secret are allowed guesses of the game, as for `score`, whose answer is the one
    explained. Raises `RulesError` for the rules and `CodeError` with the faults of both codes.

    >>> print(explain("4x6-position", "AAAB", "CACC").steps[1].sentence)
    Peg 1, A: the code has only one A, and peg 2 of the guess has claimed it, because it is in its right place, and \
right places come first. It earns nothing: -, grey.
    """
    space = CodeSpace(rules, guesses=True)
    asked, kept = CodeError.gather(space.read, (guess, secret))
    in_place_only = space.rules.feedback is FeedbackKind.BLACK
    pegs = claims(asked, kept, in_place_only=in_place_only)
    count = 1 if in_place_only else ways(asked, kept)
    answer = Feedback.of(space.rules, score_number(space.rules, asked, kept))
    return Explanation(space.rules, asked, kept, answer, pegs, count)
