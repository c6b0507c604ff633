"""The answers of a game by their numbers, and the notations in which people write them.

`sito.codes.feedback` says how answers are numbered. Here is what numbers there are, which of
them no code gives, and which number a text means.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache, reduce
from math import isqrt

from sito.errors import N_, NN_, Fault, FeedbackError, ImpossibleFeedbackError
from sito.rules.kinds import MAX_MARKED_PEGS
from sito.rules.rules import AnswerKind, FeedbackKind, Notation, OwnAnswers, Rules, most_pegs
from sito.words.local_words import (
    NOTHING,
    POSITION_MARKS,
    UNKNOWN_COUNT,
    Game,
    Role,
    key_letters,
    named_counts,
    position_letters,
    roles,
    simple,
)
from sito.words.own import HIT


def check_kind(kind: object, pegs: object) -> None:
    """Raises `FeedbackError` for what is no kind of feedback, or no number of pegs."""
    most = most_pegs(kind) if isinstance(kind, FeedbackKind | OwnAnswers) else 0
    if not isinstance(pegs, int) or not 1 <= pegs <= most:
        raise FeedbackError.said(
            "there are no answers of the kind {kind} with {pegs!r} pegs; write them as in {example}",
            kind=kind,
            pegs=pegs,
            example="Feedback(FeedbackKind.BLACK_WHITE, 4, 7)",
        )


@lru_cache(typed=True)
def count_answers(kind: AnswerKind, pegs: int) -> int:
    """Counts the answers of a kind, which is one with so many pegs."""
    match kind:
        case FeedbackKind.BLACK_WHITE:
            return (pegs + 1) * (pegs + 2) // 2
        case FeedbackKind.POSITION | FeedbackKind.NAIVE:
            return int(3**pegs)
        case FeedbackKind.BLACK:
            return pegs + 1
        case FeedbackKind.TOTAL:
            return pegs + 2
        case OwnAnswers():
            return len(kind.texts)


def nobody_gives(kind: AnswerKind, pegs: int, number: int) -> bool:
    """Tells whether an answer would put all pegs but one in their places, and the last one in another.

    Where each peg is marked by itself some code gives that answer, unless it has a single peg.
    """
    match kind:
        case FeedbackKind.BLACK_WHITE:
            return number == count_answers(kind, pegs) - 2
        case FeedbackKind.TOTAL | FeedbackKind.NAIVE:
            return pegs == 1 and number == 1
        case FeedbackKind.POSITION:
            return 3**pegs - 1 - number in _ONE_YELLOW[:pegs]  # all green but one
        case _:
            return False


def number_of_marks(marks: Iterable[int | None]) -> int:
    """Gives the number of the answer with these marks; one that is not known counts as grey."""
    return reduce(lambda number, mark: 3 * number + (mark or 0), marks, 0)


def marks_of(number: int, pegs: int) -> tuple[int, ...]:
    """Gives the marks of the answer per position with this number."""
    return tuple(number // 3**place % 3 for place in reversed(range(pegs)))


def counts_of(number: int) -> tuple[int, int]:
    """Gives the black and white pegs of the answer of both with this number, whether or not any code gives it."""
    total = (isqrt(8 * number + 1) - 1) // 2
    black = number - total * (total + 1) // 2
    return black, total - black


def number_of_pegs(kind: AnswerKind, pegs: int, black: int, white: int) -> int:
    """Gives the number of the answer that counts so many pegs."""
    total = black + white
    match kind:
        case FeedbackKind.BLACK_WHITE:
            return total * (total + 1) // 2 + black
        case FeedbackKind.BLACK:
            return black
        case _:
            return total + (black == pegs)


# Python refuses to convert numbers of thousands of digits; of ninety-nine it can still be said why they are impossible.
_PAIR = re.compile(r"(\d{1,99})\s*(?:[ ,/;]\s*)(\d{1,99})")
_ONE_YELLOW = tuple(3**place for place in range(MAX_MARKED_PEGS))
_AMBIGUOUS_MARKS = set("xb")  # grey to some, and a right place to others
_GREYS = {mark for mark, meaning in POSITION_MARKS.items() if meaning == 0}


def read_answer(text: object, rules: Rules) -> int:
    """Reads an answer in any of the usual notations, and gives its number.

    Raises `FeedbackError`, or `ImpossibleFeedbackError` for an answer that no code gives.

    >>> [read_answer(text, Rules.parse("4x6")) for text in ("xxo", "2 1", "2b1w", "-")]
    [8, 8, 8, 0]
    """
    if not isinstance(text, str):
        raise FeedbackError(_no_answer(text, rules))
    cleaned = text.strip()
    if isinstance(rules.feedback, OwnAnswers):
        return _read_own(cleaned, rules.feedback)
    if rules.feedback.marks_pegs:
        return _read_positions(cleaned, rules)
    counts = (
        _read_pair(cleaned, game_of(rules))
        if rules.feedback is FeedbackKind.BLACK_WHITE
        else _read_single(cleaned, rules)
    )
    if counts is None:
        raise FeedbackError(_unreadable(cleaned, rules))
    ImpossibleFeedbackError.check(_impossible(cleaned, *counts, rules))
    return number_of_pegs(rules.feedback, rules.pegs, *counts)


def _read_own(text: str, answers: OwnAnswers) -> int:
    """Reads an answer of a game of one's own, in small or capital letters; `!` is the hit if none is so written."""
    texts = answers.texts
    if text in texts:
        return texts.index(text)
    alike = [number for number, known in enumerate(texts) if known.casefold() == text.casefold()]
    if len(alike) == 1:
        return alike[0]
    if text == HIT:
        return len(texts) - 1
    unknown = N_("the answer {text!r} is none of this game; its answers are {answers}")
    raise FeedbackError.said(unknown, text=text, answers=answers.shown)


def _read_pair(text: str, game: Game | None) -> tuple[int, int] | None:
    written = simple(text)
    if written in NOTHING:
        return 0, 0
    keys = key_letters(written)
    if set(keys) <= {"x", "o"}:
        return keys.count("x"), keys.count("o")
    if pair := _PAIR.fullmatch(written):
        return int(pair[1]), int(pair[2])
    return _read_named(text, game)


def _read_named(text: str, game: Game | None) -> tuple[int, int] | None:
    """Reads `2b1w`, `2B1C`, `P2 B1` or `1 byk 2 krowy`, as `sito.words.local_words` explains it."""
    parts = named_counts(text)
    if parts is None or UNKNOWN_COUNT in (count for count, _name in parts):
        return None
    found = roles(parts, text, game)
    if found is None:
        return None
    counts = {role: int(count) for role, (count, _name) in zip(found, parts, strict=True)}
    return counts.get(Role.RIGHT, 0), counts.get(Role.ELSEWHERE, 0)


def game_of(rules: Rules) -> Game:
    """Tells how the codes of a game are written, on which it depends what players call its answers."""
    match rules.notation:
        case Notation.DIGITS:
            return Game.DIGITS
        case Notation.NUMBERS:
            return Game.NUMBERS
        case _:
            return Game.OTHER


def _read_single(text: str, rules: Rules) -> tuple[int, int] | None:
    """Reads a count; for totals the pegs may be of both kinds, and the hit has a mark of its own."""
    total = rules.feedback is FeedbackKind.TOTAL
    written = simple(text)
    if total and written in {f"{rules.pegs}!", "!", "win"}:
        return rules.pegs, 0
    if re.fullmatch(r"\d{1,99}", written):
        return (0, int(written)) if total else (int(written), 0)
    pair = _read_pair(text, None)  # where pegs are counted in one way, no letter makes a difference
    if pair is None or (pair[1] and not total):
        return None
    return pair


def counts_too_many(text: str, count: int, rules: Rules) -> Fault:
    """Says of an answer that it counts more pegs than a code has, or more letters than a word."""
    peg = NN_(
        "{text!r} is impossible: it counts {count} peg and the code has {pegs}",
        "{text!r} is impossible: it counts {count} pegs and the code has {pegs}",
    )
    letter = NN_(
        "{text!r} is impossible: it counts {count} letter and the word has {pegs}",
        "{text!r} is impossible: it counts {count} letters and the word has {pegs}",
    )
    return Fault(*(letter if rules.words else peg), text=text, count=count, pegs=rules.pegs)


def _impossible(text: str, black: int, white: int, rules: Rules) -> Iterator[Fault]:
    if black + white > rules.pegs:
        yield counts_too_many(text, black + white, rules)
    elif nobody_gives(rules.feedback, rules.pegs, number_of_pegs(rules.feedback, rules.pegs, black, white)):
        yield Fault(_one_out_of_place(rules), text=text)


def _one_out_of_place(rules: Rules) -> str:
    peg = N_("{text!r} is impossible: if all other pegs are in place, the last one cannot be right in another place")
    letter = N_(
        "{text!r} is impossible: if all other letters are in place, the last one cannot be right in another place"
    )
    return letter if rules.words else peg


_NO_MARKS = N_("the answer {text!r} cannot be read; write g (green), y (yellow) or - (grey) for each peg, as in gy--")
_NO_MARKS_OF_LETTERS = N_(
    "the answer {text!r} cannot be read; write g (green), y (yellow) or - (grey) for each letter, as in gy--"
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
    FeedbackKind.POSITION: _NO_MARKS,
    FeedbackKind.NAIVE: _NO_MARKS,
}
_UNREADABLE_FOR_WORDS = {
    FeedbackKind.BLACK: N_(
        "the answer {text!r} cannot be read; write how many letters are in the right place, as in 2"
    ),
    FeedbackKind.TOTAL: N_(
        "the answer {text!r} cannot be read; write how many letters are right, wherever they stand, as in 3, "
        "or 4! for the secret itself (with its number of letters)"
    ),
    FeedbackKind.POSITION: _NO_MARKS_OF_LETTERS,
    FeedbackKind.NAIVE: _NO_MARKS_OF_LETTERS,
}


def _unreadable(text: str, rules: Rules) -> Fault:
    kind = rules.feedback
    assert isinstance(kind, FeedbackKind)  # answers of one's own are read by themselves
    message = _UNREADABLE_FOR_WORDS.get(kind) if rules.words else None
    return Fault(message or _UNREADABLE[kind], text=text)


def _no_answer(value: object, rules: Rules) -> Fault:
    wrong = N_("{value!r}, of type {type}, is not an answer; write it as text, as in {example}")
    return Fault(wrong, value=value, type=type(value).__name__, example=example_answer(rules))


def example_answer(rules: Rules) -> str:
    """Gives the text of an answer that may well be given.

    >>> [example_answer(Rules.parse(text)) for text in ("4x6", "1x6", "4x6-black", "5x26-position")]
    ['xxo', 'x', '2', 'gy---']
    """
    match rules.feedback:
        case FeedbackKind.BLACK_WHITE:
            return "xxo"[: max(1, rules.pegs - 1)]
        case FeedbackKind.POSITION | FeedbackKind.NAIVE:
            return ("gy" + "-" * rules.pegs)[: rules.pegs]
        case OwnAnswers(texts):
            return texts[0]
        case _:
            return str(min(2, rules.pegs - 1))


def _read_positions(text: str, rules: Rules) -> int:
    marks = [] if UNKNOWN_COUNT in simple(text) else read_marks(text, rules)
    if not marks:
        raise FeedbackError(_unreadable(text, rules))
    number = number_of_marks(marks)
    if nobody_gives(rules.feedback, rules.pegs, number):
        raise ImpossibleFeedbackError.said(_one_out_of_place(rules), text=text)
    return number


def read_marks(text: str, rules: Rules) -> list[int | None]:
    """Reads the marks of an answer per position; `?`, a mark that is not known, is `None`.

    In a game of words b (black) and x are grey beside g or y: nobody writes a right place in two ways.

    Raises `FeedbackError`, or `ImpossibleFeedbackError` for too many or too few marks.

    >>> read_marks("gy?-", Rules.parse("4x6-position"))
    [2, 1, None, 0]
    """
    lowered = position_letters(text).replace("\ufe0f", "")
    written = [mark for mark in lowered if not mark.isspace() and mark not in ",、"]
    if rules.words and {"g", "y"} & set(written) and not _GREYS & set(written):
        written = ["-" if mark in _AMBIGUOUS_MARKS else mark for mark in written]
    read = [mark for mark in written if mark in POSITION_MARKS]
    if len(read) < len(written) and all(mark in POSITION_MARKS or mark in _AMBIGUOUS_MARKS for mark in written):
        unclear = N_(
            "x and b have two meanings in the answer {text!r}, grey and right place; "
            "write g (green), y (yellow) or - (grey), as in {example}"
        )
        raise FeedbackError.said(unclear, text=text, example=example_answer(rules))
    if not read or len(read) < len(written):
        raise FeedbackError(_unreadable(text, rules))
    if len(read) != rules.pegs:
        raise ImpossibleFeedbackError(_wrong_number_of_marks(text, len(read), rules))
    return [POSITION_MARKS[mark] for mark in read]


def _wrong_number_of_marks(text: str, count: int, rules: Rules) -> Fault:
    peg = NN_(
        "{text!r} marks {count} peg and the code has {pegs}; mark each one, as in {example}",
        "{text!r} marks {count} pegs and the code has {pegs}; mark each one, as in {example}",
    )
    letter = NN_(
        "{text!r} marks {count} letter and the word has {pegs}; mark each one, as in {example}",
        "{text!r} marks {count} letters and the word has {pegs}; mark each one, as in {example}",
    )
    message = letter if rules.words else peg
    return Fault(*message, text=text, count=count, pegs=rules.pegs, example=example_answer(rules))
