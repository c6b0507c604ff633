"""Partial answers: an answer of which a part is not known, and how people write it.

`?` is an answer of which nothing is known. With black and white pegs `2?` has two black pegs and an unknown number of
white ones, and `?2` the other way round; per position, single marks are unknown, as in `gy?-?`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice, product
from typing import ClassVar

from sito.codes.notations import (
    check_kind,
    count_answers,
    counts_too_many,
    game_of,
    marks_of,
    nobody_gives,
    number_of_marks,
    number_of_pegs,
    read_marks,
)
from sito.errors import N_, Fault, FeedbackError, ImpossibleFeedbackError
from sito.rules.rules import AnswerKind, FeedbackKind, OwnAnswers, Rules
from sito.words.local_words import Role, key_letters, named_counts, roles, simple

UNKNOWN = "?"
"""What stands for an answer, a count, a mark or a peg that is not known."""

_MARKS = "-yg"
_COUNTS = re.compile(r"(\d{1,99}|\?)\s*([^\W\d_]*)[\s,;/+、・]*(\d{1,99}|\?)\s*([^\W\d_]*)")
_KEYS = re.compile(r"(?P<black>x*|\?)(?P<white>o*|\?)")


@dataclass(frozen=True, slots=True, order=True)
class PartialFeedback:
    """An answer of which a part is not known; `numbers` are those of all answers that it may be.

    `kind` is that of the rules. `text` is canonical: `?`, `2?`, `?2` or marks such as `gy?-?`. Partial answers are
    noted by people who watch a game, or keep a code and cannot tell; the computer gives none. A part that leaves one
    answer alone is not partial: `read_noted` reads `4?` on four pegs as `xxxx`. Raises `FeedbackError` for texts that
    are no partial answer.

    >>> answer = PartialFeedback(FeedbackKind.BLACK_WHITE, 4, "2?")
    >>> answer.numbers, answer.black, answer.white, answer.wins
    ((5, 8, 12), 2, None, False)
    """

    kind: AnswerKind
    pegs: int
    text: str

    wins: ClassVar[bool] = False
    """A partial answer never ends a game."""

    def __post_init__(self) -> None:
        check_kind(self.kind, self.pegs)
        if not isinstance(self.text, str) or not _is_canonical(self.kind, self.pegs, self.text):
            wrong = N_("{text!r} is no partial answer to a code of length {pegs}; write it as in {example}")
            raise FeedbackError.said(wrong, text=self.text, pegs=self.pegs, example=_example(self.kind, self.pegs))

    @property
    def tells_nothing(self) -> bool:
        """Whether nothing at all is known of the answer."""
        return self.text == UNKNOWN

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers of all answers that it may be, in ascending order; those that no code gives are left out."""
        return tuple(_numbers(self.kind, self.pegs, self.text))

    def admits(self, number: int) -> bool:
        """Tells whether the answer with this number agrees with what is known."""
        if nobody_gives(self.kind, self.pegs, number) or not 0 <= number < count_answers(self.kind, self.pegs):
            return False
        if self.tells_nothing:
            return True
        if self.kind.marks_pegs:
            return all(
                known in (None, mark) for known, mark in zip(self.marks, marks_of(number, self.pegs), strict=True)
            )
        return number in self.numbers

    @property
    def black(self) -> int | None:
        """Pegs of the right color in the right place, or `None` where that is not known."""
        known = self.text[:-1] if self.kind is FeedbackKind.BLACK_WHITE and self.text.endswith(UNKNOWN) else ""
        return int(known) if known else None

    @property
    def white(self) -> int | None:
        """Pegs of the right color in another place, or `None` where that is not known."""
        known = self.text[1:] if self.kind is FeedbackKind.BLACK_WHITE and self.text.startswith(UNKNOWN) else ""
        return int(known) if known else None

    @property
    def total(self) -> int | None:
        """`None`: where both kinds of pegs are known, the answer is not partial."""
        return None

    @property
    def marks(self) -> tuple[int | None, ...]:
        """For positions: 2 (green), 1 (yellow), 0 (grey) or `None` (unknown) for each peg; else empty."""
        if not self.kind.marks_pegs:
            return ()
        written = self.text if not self.tells_nothing else UNKNOWN * self.pegs
        return tuple(None if mark == UNKNOWN else _MARKS.index(mark) for mark in written)

    def __repr__(self) -> str:
        return f"PartialFeedback(FeedbackKind.{self.kind.name}, {self.pegs}, {self.text!r})"

    def __str__(self) -> str:
        return self.text


def read_partial(text: str, rules: Rules) -> PartialFeedback | int:
    """Reads an answer with a `?` in it; one that leaves a single answer is given as the number of that answer.

    Raises `FeedbackError`, or `ImpossibleFeedbackError` for a part that no answer has.

    >>> rules = Rules.parse("4x6")
    >>> [str(read_partial(text, rules)) for text in ("?", "2?", "2b ?w", "xx?", "? 2", "?oo", "4?")]
    ['?', '2?', '2?', '2?', '?2', '?2', '14']
    """
    part = _canonical(simple(text).strip() if simple(text).strip() == UNKNOWN else text.strip(), rules)
    numbers = _numbers(rules.feedback, rules.pegs, part)
    first, second = next(numbers, None), next(numbers, None)
    if first is None:
        none = N_("{text!r} is impossible: no answer to a code of length {pegs} agrees with it")
        raise ImpossibleFeedbackError.said(none, text=text.strip(), pegs=rules.pegs)
    return first if second is None else PartialFeedback(rules.feedback, rules.pegs, part)


def _canonical(text: str, rules: Rules) -> str:
    if text == UNKNOWN:
        return text
    if rules.feedback.marks_pegs:
        marks = read_marks(text, rules)
        written = "".join(UNKNOWN if mark is None else _MARKS[mark] for mark in marks)
        return UNKNOWN if set(written) == {UNKNOWN} else written
    counts = _read_counts(text, rules) if rules.feedback is FeedbackKind.BLACK_WHITE else None
    if counts is None:
        raise FeedbackError(_unreadable(text, rules))
    black, white = counts
    most = max(black or 0, white or 0)
    if most > rules.pegs:
        raise ImpossibleFeedbackError(counts_too_many(text, most, rules))
    if black is None and white is None:
        return UNKNOWN
    return f"{black}?" if white is None else f"?{white}"


def _read_counts(text: str, rules: Rules) -> tuple[int | None, int | None] | None:
    """Reads the counts of black and white pegs, one of which at least is unknown."""
    written = simple(text)
    if match := _KEYS.fullmatch(UNKNOWN.join(map(key_letters, written.split(UNKNOWN)))):
        black, white = (None if keys == UNKNOWN else len(keys) for keys in match.group("black", "white"))
    elif parts := named_counts(text):
        found = roles(parts, text, game_of(rules))
        if found is None or len(found) < 2:
            return None
        counts = {role: _number(count) for role, (count, _name) in zip(found, parts, strict=True)}
        black, white = counts[Role.RIGHT], counts[Role.ELSEWHERE]
    elif match := _COUNTS.fullmatch(written):
        counted = [(match[1], match[2]), (match[3], match[4])]
        named = [(count, name) for count, name in counted if name]
        found = roles(named, text, game_of(rules)) if named else []
        if found is None or len(named) > 1:
            return None
        first = Role.RIGHT if not found else found[0] if match[2] else found[0].other
        counts = {first: _number(match[1]), first.other: _number(match[3])}
        black, white = counts[Role.RIGHT], counts[Role.ELSEWHERE]
    else:
        return None
    return (black, white) if black is None or white is None else None


def _number(count: str) -> int | None:
    return None if count == UNKNOWN else int(count)


def _unreadable(text: str, rules: Rules) -> Fault:
    if rules.feedback is FeedbackKind.BLACK_WHITE:
        pair = N_(
            "the answer {text!r} cannot be read; write ? if nothing of it is known, 2? for two black pegs and unknown "
            "white ones, ?2 for two white ones and unknown black ones"
        )
        return Fault(pair, text=text)
    return Fault("the answer {text!r} cannot be read; write ? alone if it is not known", text=text)


def _example(kind: AnswerKind, pegs: int) -> str:
    match kind:
        case FeedbackKind.BLACK_WHITE if pegs > 1:
            return "1?"
        case FeedbackKind.POSITION | FeedbackKind.NAIVE if pegs > 1:
            return "g" + UNKNOWN + "-" * (pegs - 2)
        case _:
            return UNKNOWN


@lru_cache
def _is_canonical(kind: AnswerKind, pegs: int, text: str) -> bool:
    """Tells whether a text is a partial answer as `str` writes it, which leaves two answers at least."""
    if isinstance(kind, OwnAnswers):
        return text == UNKNOWN and len(kind.texts) > 1
    try:
        read = _canonical(text, Rules(pegs, pegs, feedback=kind))
    except FeedbackError:
        return False
    return read == text and len(list(islice(_numbers(kind, pegs, text), 2))) == 2


def _numbers(kind: AnswerKind, pegs: int, text: str) -> Iterator[int]:
    """Yields the numbers of the answers that agree with a canonical text, in ascending order."""
    if kind.marks_pegs:
        written = UNKNOWN * pegs if text == UNKNOWN else text
        choices = [range(3) if mark == UNKNOWN else (_MARKS.index(mark),) for mark in written]
        numbers: Iterator[int] = map(number_of_marks, product(*choices))
    elif text == UNKNOWN:
        numbers = iter(range(count_answers(kind, pegs)))
    else:
        known = int(text.strip(UNKNOWN))
        # Both ascend with the unknown count, because the number ascends with the total.
        pairs = ((known, other) if text.endswith(UNKNOWN) else (other, known) for other in range(pegs - known + 1))
        numbers = (number_of_pegs(kind, pegs, black, white) for black, white in pairs)
    return (number for number in numbers if not nobody_gives(kind, pegs, number))
