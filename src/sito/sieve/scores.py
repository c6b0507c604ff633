"""The answer of one pair, quickly, and the answers of many guesses to many codes, as numbers.

`sito.codes.feedback` finds them in plain Python, and says what the number of an answer means.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from functools import lru_cache
from typing import Literal, TypeAlias

from sito import _native
from sito.codes.code import Code, CodeOrText, CodeSpace
from sito.codes.feedback import Feedback, score_number
from sito.errors import N_, CodeError, LimitError
from sito.native.errors import native_errors
from sito.native.game import native_rules
from sito.rules.rules import OwnAnswers, Rules
from sito.sieve.knowledge import MAX_CODES, Knowledge

Codes: TypeAlias = Knowledge | Iterable[CodeOrText]
"""Codes in any form, rows of color numbers of an array, or those that are possible after some answers."""

MOST_ANSWERS = 1 << 32
"""The most answers of one call."""

_FORMATS: Mapping[int, Literal["B", "H", "I"]] = {1: "B", 2: "H", 4: "I"}
"""By the bytes of a number how a buffer of such numbers is called."""


def score(rules: Rules | str, guess: CodeOrText, secret: CodeOrText) -> Feedback:
    """Gives the answer to a guess under these `rules`, a value or a text.

    `guess` and `secret` are codes that may be guessed: values, texts, tuples, or arrays of color numbers from 0 on.
    Raises `RulesError` and `CodeError`.

    >>> str(score("4x6", "AABC", "ABCD")), str(score("bulls-and-cows", "1234", (4, 3, 2, 9)))
    ('xoo', 'ooo')
    """
    native, space = _game(rules)
    number = None
    if isinstance(space.rules.feedback, OwnAnswers):
        number = score_number(space.rules, space.read(guess), space.read(secret))
    elif isinstance(guess, tuple) and isinstance(secret, tuple):
        with suppress(TypeError, ValueError):  # of what is no code, as is told below
            number = native.answer(bytes(guess), bytes(secret))
    if number is None:
        number = native.score(bytes(space.read(guess)), bytes(space.read(secret)))
    return Feedback.of(space.rules, number)


def scores(rules: Rules | str, guess: CodeOrText, codes: Codes | None = None) -> memoryview:
    """Gives the numbers of the answers to one `guess`: one for each of `codes`, or for each secret of the `rules`.

    The numbers lie in a buffer, which `numpy.asarray` takes without a copy; each has one, two or four bytes, as the
    greatest needs. Raises `RulesError`, `CodeError` for codes that may not be guessed, and `LimitError` for more than
    2^32 answers or 2^28 codes.

    >>> scores("4x6", "AABC", ["ABCD", "AABC", "FFFF"]).tolist()
    [7, 14, 0]
    """
    numbers, width, _shape = _answers(rules, [guess], codes)
    return memoryview(numbers).cast(_FORMATS[width])


def feedback_matrix(rules: Rules | str, guesses: Codes | None = None, secrets: Codes | None = None) -> memoryview:
    """Gives the numbers of the answers of many guesses: a row for each guess, in it a number for each secret.

    Without `guesses` and `secrets` these are all that the game has, in ascending order. `Feedback.of(rules, number)` is
    the answer with a number. The numbers lie in a buffer of two dimensions (of one, where there are no numbers),
    else as those of `scores`, which raises the same.

    >>> matrix = feedback_matrix("2x3")
    >>> matrix.shape, str(Feedback.of("2x3", matrix[0, 1]))
    ((9, 9), 'x')
    >>> feedback_matrix("2x3", ["AB"], Knowledge("2x3").after("AA", "x")).tolist()
    [[5, 2, 3, 1]]
    """
    numbers, width, shape = _answers(rules, guesses, secrets)
    if not all(shape):
        return memoryview(b"").cast(_FORMATS[width])
    return memoryview(numbers).cast(_FORMATS[width], shape)


def _answers(rules: Rules | str, guesses: Codes | None, secrets: Codes | None) -> tuple[bytes, int, tuple[int, int]]:
    """Gives the numbers, the bytes of each, and how many guesses and secrets there are."""
    native, space = _game(rules)
    is_own = isinstance(space.rules.feedback, OwnAnswers)  # whose table has no answers of guesses that are no secrets
    asked, hidden = packed(space, guesses), packed(CodeSpace(space.rules) if is_own else space, secrets)
    pegs = space.rules.pegs
    rows = native.guess_count if asked is None else len(asked) // pegs
    columns = native.secret_count if hidden is None else len(hidden) // pegs
    if rows * columns > MOST_ANSWERS or max(rows, columns) > MAX_CODES:
        many = N_(
            "{guesses} guesses at {secrets} codes have too many answers; at most {most} are given at once, of {codes} "
            "codes"
        )
        raise LimitError.said(many, guesses=rows, secrets=columns, most=MOST_ANSWERS, codes=MAX_CODES)
    with native_errors(space.rules):
        numbers, width = native.answers(asked, hidden)
    return numbers, width, (rows, columns)


def packed(space: CodeSpace, codes: Codes | None) -> bytes | None:
    """Writes codes one after the other, a byte for each color; None for none. Raises `CodeError`."""
    match codes:
        case None:
            return None
        case Knowledge() if codes.rules == space.rules:
            return b"".join(codes.native.codes(0, len(codes)))
        case str():
            raise CodeError.said("{code!r} is one code; give a list of codes, such as [{code!r}]", code=codes)
    with suppress(TypeError, ValueError):  # of what is no buffer
        rows = memoryview(codes)  # type: ignore[arg-type]
        if rows.format == "B" and rows.ndim == 2 and rows.shape is not None and rows.shape[1] == space.rules.pegs:
            return rows.tobytes()
    if not isinstance(codes, Iterable):
        wrong = N_("{value!r}, of type {type}, is no list of codes; write one as in {example}")
        raise CodeError.said(wrong, value=codes, type=type(codes).__name__, example=[space.example])
    read: dict[str | Code, bytes] = {}  # for the same codes may be given again and again

    def colors(code: CodeOrText) -> bytes:
        if not isinstance(code, str | Code):
            return bytes(space.read(code))
        if code not in read:
            read[code] = bytes(space.read(code))
        return read[code]

    return b"".join(map(colors, codes))


@lru_cache(maxsize=16)
def _game(rules: Rules | str) -> tuple[_native.Rules, CodeSpace]:
    space = CodeSpace(rules, guesses=True)
    return native_rules(space.rules), space
