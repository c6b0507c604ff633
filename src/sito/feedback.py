"""Feedback: the answer to a guess, the plain way to find it, and the notations people write it in.

An answer has a number, the same here and in the native core: for black and white
pegs t(t+1)/2 + black with t = black + white; for black only or the total, that
count; per position, the marks as digits in base 3, leftmost most significant
(0 grey, 1 yellow, 2 green). The greatest number is always the winning answer, and
only the secret earns it: with totals, where another arrangement of the same colors
counts as many pegs, the hit is an answer of its own, written `4!` on four pegs.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from math import isqrt

from sito.code import Code
from sito.errors import N_, NN_, Fault, FeedbackError, ImpossibleFeedbackError
from sito.rules import MAX_PEGS, FeedbackKind, Rules


def black_and_white(guess: Code, secret: Code) -> tuple[int, int]:
    """Counts black pegs (right color, right place) and white pegs (right color, other place).

    >>> black_and_white(Code([6, 1, 1, 2]), Code([1, 6, 2, 2]))
    (1, 2)
    """
    black = sum(g == s for g, s in zip(guess, secret, strict=True))
    return black, (Counter(guess) & Counter(secret)).total() - black


def position_marks(guess: Code, secret: Code) -> tuple[int, ...]:
    """Marks each peg of the guess: 2 right place, 1 elsewhere in the secret, 0 not in it.

    A color is marked 1 no more often than the secret has it outside the right
    places, counted from the left.

    >>> position_marks(Code([0, 0, 1, 1]), Code([1, 0, 0, 2]))
    (1, 2, 1, 0)
    """
    unclaimed = Counter(s for g, s in zip(guess, secret, strict=True) if g != s)
    marks = []
    for g, s in zip(guess, secret, strict=True):
        elsewhere = g != s and unclaimed[g] > 0
        unclaimed[g] -= elsewhere
        marks.append(2 if g == s else int(elsewhere))
    return tuple(marks)


@dataclass(frozen=True, slots=True, order=True)
class Feedback:
    """The answer to one guess, under given rules of feedback and with a given number of pegs.

    `str` writes it in the canonical notation: `xxo` for black and white pegs and `-`
    for none, a count for black only and for totals, `gy-` for positions.

    >>> answer = score(Rules.parse("4x6"), Code([0, 0, 1, 2]), Code([0, 1, 2, 3]))
    >>> str(answer), answer.black, answer.white, answer.number
    ('xoo', 1, 2, 7)
    >>> answer
    Feedback(FeedbackKind.BLACK_WHITE, 4, 7)
    """

    kind: FeedbackKind
    pegs: int
    number: int

    def __post_init__(self) -> None:
        if not isinstance(self.number, int) or not 0 <= self.number < _count(self.kind, self.pegs):
            raise FeedbackError(
                Fault(
                    N_("the answers to a code of length {pegs} are numbered from 0 to {most}; {number!r} was given"),
                    pegs=self.pegs,
                    most=_count(self.kind, self.pegs) - 1,
                    number=self.number,
                )
            )

    @classmethod
    def of(cls, rules: Rules, number: int) -> Feedback:
        """Makes the answer with this number."""
        return cls(rules.feedback, rules.pegs, number)

    @classmethod
    def win(cls, rules: Rules) -> Feedback:
        """Makes the answer to the guess that hits the secret.

        >>> str(Feedback.win(Rules.parse("4x6")))
        'xxxx'
        """
        return cls(rules.feedback, rules.pegs, feedback_count(rules) - 1)

    @property
    def total(self) -> int | None:
        """Black and white pegs together, or `None` where the answer does not tell."""
        if self.kind is FeedbackKind.BLACK_WHITE:
            return (isqrt(8 * self.number + 1) - 1) // 2
        if self.kind is FeedbackKind.POSITION:
            return sum(mark > 0 for mark in self.marks)
        return min(self.number, self.pegs) if self.kind is FeedbackKind.TOTAL else None

    @property
    def black(self) -> int | None:
        """Pegs of the right color in the right place, or `None` where the answer does not tell."""
        match self.kind:
            case FeedbackKind.BLACK_WHITE:
                total = self.total or 0
                return self.number - total * (total + 1) // 2
            case FeedbackKind.POSITION:
                return self.marks.count(2)
            case FeedbackKind.BLACK:
                return self.number
            case FeedbackKind.TOTAL:
                return self.pegs if self.wins else None

    @property
    def white(self) -> int | None:
        """Pegs of the right color in another place, or `None` where the answer does not tell."""
        black, total = self.black, self.total
        return None if black is None or total is None else total - black

    @property
    def marks(self) -> tuple[int, ...]:
        """For positions: 2 (green), 1 (yellow) or 0 (grey) for each peg of the guess; else empty."""
        if self.kind is not FeedbackKind.POSITION:
            return ()
        return tuple(self.number // 3**place % 3 for place in reversed(range(self.pegs)))

    @property
    def wins(self) -> bool:
        """Whether this is the answer that the secret earns, and no other code."""
        return self.number == _count(self.kind, self.pegs) - 1

    def __repr__(self) -> str:
        return f"Feedback(FeedbackKind.{self.kind.name}, {self.pegs}, {self.number})"

    def __str__(self) -> str:
        match self.kind:
            case FeedbackKind.BLACK_WHITE:
                return "x" * (self.black or 0) + "o" * (self.white or 0) or "-"
            case FeedbackKind.POSITION:
                return "".join("-yg"[mark] for mark in self.marks)
            case FeedbackKind.TOTAL if self.wins:
                return f"{self.pegs}!"
            case _:
                return str(self.number)


@lru_cache(typed=True)
def _count(kind: FeedbackKind, pegs: int) -> int:
    """Counts the answers of a kind. Raises `FeedbackError` for what is no kind, or no number of pegs."""
    if not isinstance(kind, FeedbackKind) or not isinstance(pegs, int) or not 1 <= pegs <= MAX_PEGS:
        raise FeedbackError(
            Fault(
                N_("there are no answers of the kind {kind} with {pegs!r} pegs; write them as in {example}"),
                kind=kind,
                pegs=pegs,
                example="Feedback(FeedbackKind.BLACK_WHITE, 4, 7)",
            )
        )
    match kind:
        case FeedbackKind.BLACK_WHITE:
            return (pegs + 1) * (pegs + 2) // 2
        case FeedbackKind.POSITION:
            return int(3**pegs)
        case FeedbackKind.BLACK:
            return pegs + 1
        case FeedbackKind.TOTAL:
            return pegs + 2


def feedback_count(rules: Rules) -> int:
    """Gives one more than the greatest number of an answer.

    >>> feedback_count(Rules.parse("4x6"))
    15
    """
    return _count(rules.feedback, rules.pegs)


def score(rules: Rules, guess: Code, secret: Code) -> Feedback:
    """Gives the answer to a guess, in plain Python; the oracle against which the native core is tested.

    >>> str(score(Rules.parse("4x6-black"), Code([0, 0, 1, 2]), Code([0, 1, 2, 3])))
    '1'
    """
    return Feedback.of(rules, score_number(rules, guess, secret))


def score_number(rules: Rules, guess: Code, secret: Code) -> int:
    """Gives the number of the answer to a guess."""
    if rules.feedback is FeedbackKind.POSITION:
        number = 0
        for mark in position_marks(guess, secret):
            number = 3 * number + mark
        return number
    black, white = black_and_white(guess, secret)
    return _number(rules, black, white)


def _number(rules: Rules, black: int, white: int) -> int:
    total = black + white
    match rules.feedback:
        case FeedbackKind.BLACK_WHITE:
            return total * (total + 1) // 2 + black
        case FeedbackKind.BLACK:
            return black
        case _:
            return total + (black == rules.pegs)


_KEY = re.compile(r"[xo]*", re.IGNORECASE)
_NOTHING = {"", "-", "\u2013", "\u2014"}  # nothing, a hyphen or a dash
# Python refuses to convert numbers of thousands of digits; of ninety-nine it can still be said why they are impossible.
_PAIR = re.compile(r"(\d{1,99})\s*(?:[ ,/;]\s*)(\d{1,99})")
_NAMED = re.compile(r"(\d{1,99})\s*([a-z]+)|([a-z]+)\s*[:=]?\s*(\d{1,99})", re.IGNORECASE)
_BLACK_NAMES = {"p", "black", "blacks", "bull", "bulls", "x"}
_WHITE_NAMES = {"w", "c", "white", "whites", "cow", "cows", "o"}
_POSITION_MARKS = {
    **dict.fromkeys("g2🟩🟢", 2),
    **dict.fromkeys("y1🟨🟡", 1),
    **dict.fromkeys("-.x_b0⬛⬜🔲", 0),
}
_POSITION_WORDS = {"green": "g", "yellow": "y", "grey": "-", "gray": "-"}


def parse_feedback(text: str, rules: Rules) -> Feedback:
    """Reads an answer in any of the usual notations.

    Black and white pegs: `xxo` (in any order), nothing at all or `-` for none; `2 1`,
    `2,1`, `2/1`; `2b1w`, `2B1C`, `P2 B1`, `2 bulls 1 cow`. Black only or totals: a
    count, or as many `x` or `o`; with totals `4!`, `!` or `win` for the secret itself.
    Positions: `gy--g`, words or colored squares.

    Raises `FeedbackError` for an answer that cannot be read and its subclass
    `ImpossibleFeedbackError` for one that no secret could give.

    >>> rules = Rules.parse("4x6")
    >>> [str(parse_feedback(text, rules)) for text in ("oxx", "2,1", "2b1w", "P2 B1", "-", "")]
    ['xxo', 'xxo', 'xxo', 'xxo', '-', '-']
    >>> parse_feedback("3 1", rules)
    Traceback (most recent call last):
    sito.errors.ImpossibleFeedbackError: '3 1' is impossible: if all other pegs are in place, the last one \
cannot be right in another place
    """
    cleaned = text.strip()
    if rules.feedback is FeedbackKind.POSITION:
        return _parse_positions(cleaned, rules)
    counts = _read_pair(cleaned) if rules.feedback is FeedbackKind.BLACK_WHITE else _read_single(cleaned, rules)
    if counts is None:
        raise FeedbackError(_unreadable(cleaned, rules))
    ImpossibleFeedbackError.check(_impossible(cleaned, *counts, rules))
    return Feedback.of(rules, _number(rules, *counts))


def _read_pair(text: str) -> tuple[int, int] | None:
    if text in _NOTHING:
        return 0, 0
    if _KEY.fullmatch(text):
        return text.lower().count("x"), text.lower().count("o")
    if pair := _PAIR.fullmatch(text):
        return int(pair[1]), int(pair[2])
    return _read_named(text)


def _read_named(text: str) -> tuple[int, int] | None:
    """Reads `2b1w`, `2B1C` or `P2 B1`; a B next to a P means white (right color, wrong place), else black."""
    if not re.fullmatch(rf"(?:(?:{_NAMED.pattern})[\s,;/+]*){{1,2}}", text, re.IGNORECASE):
        return None
    counts: dict[str, int] = {}
    for match in _NAMED.finditer(text):
        name = (match[2] or match[3]).lower()
        if name in counts:
            return None
        counts[name] = int(match[1] or match[4])
    black_names, white_names = set(_BLACK_NAMES), set(_WHITE_NAMES)
    (white_names if "p" in counts else black_names).add("b")
    black = [count for name, count in counts.items() if name in black_names]
    white = [count for name, count in counts.items() if name in white_names]
    if len(black) > 1 or len(white) > 1 or len(black) + len(white) < len(counts):
        return None
    return sum(black), sum(white)


def _read_single(text: str, rules: Rules) -> tuple[int, int] | None:
    """Reads a count; for totals the pegs may be of both kinds, and the hit has a mark of its own."""
    total = rules.feedback is FeedbackKind.TOTAL
    if total and text.lower() in {f"{rules.pegs}!", "!", "win"}:
        return rules.pegs, 0
    if re.fullmatch(r"\d{1,99}", text):
        return (0, int(text)) if total else (int(text), 0)
    pair = _read_pair(text)
    if pair is None or (pair[1] and not total):
        return None
    return pair


def _impossible(text: str, black: int, white: int, rules: Rules) -> Iterator[Fault]:
    if black + white > rules.pegs:
        yield Fault(
            N_("{text!r} is impossible: it counts {count} pegs and the code has {pegs}"),
            text=text,
            count=black + white,
            pegs=rules.pegs,
        )
    elif rules.feedback is FeedbackKind.BLACK_WHITE and black == rules.pegs - 1 and white == 1:
        yield Fault(
            N_("{text!r} is impossible: if all other pegs are in place, the last one cannot be right in another place"),
            text=text,
        )


_UNREADABLE = {
    FeedbackKind.BLACK_WHITE: N_(
        "the answer {text!r} cannot be read; write x for right place and o for other place, as in xxo, "
        "or counts, as in 2 1 or 2b1w; - for none"
    ),
    FeedbackKind.BLACK: N_("the answer {text!r} cannot be read; write how many pegs are in the right place, as in 2"),
    FeedbackKind.TOTAL: N_(
        "the answer {text!r} cannot be read; write how many pegs have a right color, as in 3, "
        "or 4! for the secret itself (with its number of pegs)"
    ),
    FeedbackKind.POSITION: N_(
        "the answer {text!r} cannot be read; write g (green), y (yellow) or - (grey) for each peg, as in gy--"
    ),
}


def _unreadable(text: str, rules: Rules) -> Fault:
    return Fault(_UNREADABLE[rules.feedback], text=text)


def _parse_positions(text: str, rules: Rules) -> Feedback:
    lowered = text.lower().replace("\ufe0f", "")
    for word, letter in _POSITION_WORDS.items():
        lowered = lowered.replace(word, letter)
    marks = [_POSITION_MARKS.get(mark) for mark in lowered if not mark.isspace() and mark != ","]
    if not marks or None in marks:
        raise FeedbackError(_unreadable(text, rules))
    if len(marks) != rules.pegs:
        raise ImpossibleFeedbackError(
            Fault(
                *NN_(
                    "{text!r} marks {count} peg and the code has {pegs}; mark each one, as in {example}",
                    "{text!r} marks {count} pegs and the code has {pegs}; mark each one, as in {example}",
                ),
                text=text,
                count=len(marks),
                pegs=rules.pegs,
                example=("gy" + "-" * rules.pegs)[: rules.pegs],
            )
        )
    number = 0
    for mark in marks:
        number = 3 * number + (mark or 0)
    if sorted(mark for mark in marks if mark is not None) == [1] + [2] * (rules.pegs - 1):
        raise ImpossibleFeedbackError(
            Fault(N_("{text!r} is impossible: if all other pegs are green, the last one cannot be yellow"), text=text)
        )
    return Feedback.of(rules, number)
