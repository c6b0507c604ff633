"""Games of one's own: a list of codes, and a table of the answers to every guess.

The code of such a game is a text, whatever it is made of. As colors it is its place in the list, written in base 64: a
peg for each digit.
"""

from __future__ import annotations

import hashlib
import sys
from array import array
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, ClassVar, Protocol, Self, TypeVar

from sito.errors import N_, CodeError, Fault, RulesError
from sito.words.faults import MAX_ALPHABET
from sito.words.letters import is_letter
from sito.words.words import WordList, canonical_name

MOST_CODES = MAX_ALPHABET**3
"""The most codes of a game of one's own."""
MOST_ANSWERS = 1 << 28
"""The most pairs of a guess and a secret."""
MOST_KINDS = 1 << 16
"""More than the different answers of a game."""

HIT = "!"
"""The answer to the secret itself, unless it has one that all secrets get and no other guess."""
_FEW = 16  # answers that are shown
_DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz+/"
_EXAMPLE = "['red', 'green', 'blue']"

CodeT = TypeVar("CodeT", bound=Hashable)


class Table(Protocol):
    """An array of two dimensions, as numpy has them."""

    @property
    def shape(self) -> tuple[int, ...]:
        """How many rows and columns there are."""

    def tolist(self) -> list[Any]:
        """Gives the rows as lists."""


@dataclass(frozen=True, repr=False)
class OwnAnswers:
    """The answers of a game of one's own, as texts in the order of their numbers; the last one is that of a hit.

    Where other games have a `FeedbackKind`, these games have such a value.

    >>> str(OwnAnswers(("even", "odd", "!")))
    'own'
    """

    texts: tuple[str, ...]

    name: ClassVar[str] = "OWN"
    value: ClassVar[str] = "own"
    marks_pegs: ClassVar[bool] = False

    @property
    def shown(self) -> str:
        """The texts of the answers, or of the first of them."""
        return ", ".join(self.texts if len(self.texts) <= _FEW else (*self.texts[:_FEW], "…"))

    def __str__(self) -> str:
        return self.value

    def __repr__(self) -> str:
        return f"<OwnAnswers: {self.shown}>"


@dataclass(frozen=True, eq=False, repr=False)
class OwnGame(WordList):
    """The codes of a game of one's own, in the order in which they were given, and the answers to all guesses.

    Make one with `made`, or with `sito.Rules.custom`. `answers` are the texts of the answers. `table` has the number of
    the answer to each guess, a row for each with a number of two bytes, the lower one first, for each secret.

    >>> game = OwnGame.made([1, 2, 3], lambda guess, secret: "even" if (guess + secret) % 2 == 0 else "odd")
    >>> game.guesses, game.answers.texts, game.answer([0], [2])
    (('1', '2', '3'), ('even', 'odd', '!'), 0)
    """

    answers: OwnAnswers = field(default=OwnAnswers((HIT,)))
    table: bytes = b""

    @classmethod
    def made(
        cls,
        codes: Iterable[CodeT],
        score: Callable[[CodeT, CodeT], Hashable] | Table | Sequence[Sequence[Hashable]],
        name: str = "own",
        guesses: Iterable[CodeT] = (),
        text: Callable[[Hashable], str] | None = None,
    ) -> Self:
        """Makes a game, as `sito.Rules.custom` says. Raises `RulesError` with every fault."""
        secrets = _listed(codes)
        if not secrets:
            raise RulesError.said("the game has no codes; give a list of them, as in {example}", example=_EXAMPLE)
        allowed = list(dict.fromkeys([*secrets, *_listed(guesses)]))
        _check_size(len(allowed), len(secrets))
        texts = [written(code) for code in allowed]
        RulesError.check(_text_faults(allowed, texts, "code"))
        rows = _scored(score, allowed, secrets) if callable(score) else _rows(score, len(allowed), len(secrets))
        kinds, table = _numbered(rows, len(secrets))
        answers = [(text or written)(kind) for kind in kinds]
        RulesError.check(_text_faults(kinds, answers, "answer"))
        hit = HIT
        if len(own := {table[place * len(secrets) + place] for place in range(len(secrets))}) == 1:
            number = own.pop()
            if table.count(number) == len(secrets):  # no other guess has this answer
                hit = answers.pop(number)
                table = array("H", (answer - (answer > number) for answer in table))
        while hit in answers:
            hit += HIT
        for place in range(len(secrets)):
            table[place * len(secrets) + place] = len(answers)
        return cls._of(name, texts, len(secrets), [*answers, hit], table)

    @classmethod
    def _of(cls, name: str, texts: Sequence[str], secrets: int, answers: Sequence[str], table: array[int]) -> Self:
        return cls(
            canonical_name(name),
            tuple(texts[:secrets]),
            tuple(texts),
            answers=OwnAnswers(tuple(answers)),
            table=_little(table).tobytes(),
        )

    @classmethod
    def of_value(cls, value: Mapping[str, Any], name: str = "own") -> Self:
        """Makes the game that `to_value` gave. Raises `RulesError` with every fault.

        >>> game = OwnGame.made("ABC", lambda guess, secret: abs(ord(guess) - ord(secret)))
        >>> OwnGame.of_value(game.to_value()) == game
        True
        """
        secrets, guesses = _texts(value, "secrets"), _texts(value, "guesses" if "guesses" in value else "secrets")
        answers, rows = _texts(value, "answers"), value.get("table")
        if guesses[: len(secrets)] != secrets or not secrets:
            raise RulesError.said("the first guesses of a game of one's own are its secrets, in the same order")
        _check_size(len(guesses), len(secrets))
        RulesError.check((*_text_faults(guesses, guesses, "code"), *_text_faults(answers, answers, "answer")))
        try:
            numbers = [number for row in _rows(rows, len(guesses), len(secrets)) for number in row]
            table = array("H", numbers if all(type(number) is int for number in numbers) else [])
        except OverflowError:
            table = array("H")
        win = len(answers) - 1
        width = len(secrets)
        hits = [place for place, number in enumerate(table) if number >= win]
        if hits != [place * width + place for place in range(width)] or max(table, default=0) != win:
            wrong = N_("answers are numbered from 0 to {most}, and the secret itself alone gets the last one")
            raise RulesError.said(wrong, most=win)
        return cls._of(name, guesses, width, answers, table)

    def to_value(self) -> dict[str, Any]:
        """Gives the game for JSON, without its name: codes, texts of answers and, for each guess, their numbers.

        >>> OwnGame.made("AB", lambda guess, secret: guess == secret).to_value()
        {'secrets': ['A', 'B'], 'answers': ['False', 'True'], 'table': [[1, 0], [0, 1]]}
        """
        value: dict[str, object] = {"secrets": list(self.secrets)}
        if self.guesses != self.secrets:
            value["guesses"] = list(self.guesses)
        numbers, width = self._numbers.tolist(), len(self.secrets)
        rows = [numbers[start : start + width] for start in range(0, len(numbers), width)]
        return {**value, "answers": list(self.answers.texts), "table": rows}

    def answer(self, guess: Iterable[int], secret: Iterable[int]) -> int:
        """Gives the number of an answer; both codes are colors. Raises `CodeError` for a code that is no secret."""
        place = self.place_of(secret)
        if place >= len(self.secrets):
            no_secret = N_("{code} cannot be the code: it is among the guesses only")
            raise CodeError.said(no_secret, code=self.guesses[place])
        return self._numbers[self.place_of(guess) * len(self.secrets) + place]

    @cached_property
    def _numbers(self) -> array[int]:
        numbers = array("H")
        numbers.frombytes(self.table)
        return _little(numbers)

    def find(self, code: object) -> int | None:
        """Gives the place of a code in the list, from its text in small or capital letters, or from what is so written.

        None for what is none of the codes.

        >>> OwnGame.made([(1, "b"), (2, "c")], lambda guess, secret: guess < secret).find((2, "C"))
        1
        """
        text = written(code).strip()
        place = self._places.get(text)
        return self._folded.get(text.casefold()) if place is None else place

    @cached_property
    def _places(self) -> dict[str, int]:
        return {text: place for place, text in enumerate(self.guesses)}

    @cached_property
    def _folded(self) -> dict[str, int | None]:
        """Where each code stands, by its text in small letters; None for a text of several codes."""
        places: dict[str, int | None] = {}
        for place, text in enumerate(self.guesses):
            folded = text.casefold()
            places[folded] = None if folded in places else place
        return places

    @cached_property
    def pegs(self) -> int:
        """How many digits in base 64 the places in the list need."""
        return next(pegs for pegs in range(1, 4) if len(self.guesses) <= MAX_ALPHABET**pegs)

    @cached_property
    def letters(self) -> tuple[str, ...]:
        """What the pegs are written as where they stand alone: the codes, or digits where these are more than 64."""
        return self.guesses if self.pegs == 1 else tuple(_DIGITS)

    def colors_of(self, place: int) -> tuple[int, ...]:
        """Gives the colors of the code at a place of the list.

        >>> OwnGame.made(range(100), lambda guess, secret: guess < secret).colors_of(70)
        (1, 6)
        """
        return tuple(place // MAX_ALPHABET**peg % MAX_ALPHABET for peg in reversed(range(self.pegs)))

    def place_of(self, colors: Iterable[int]) -> int:
        """Gives the place of a code, which may lie past the end of the list."""
        return sum(color * MAX_ALPHABET**peg for peg, color in zip(reversed(range(self.pegs)), colors, strict=True))

    @cached_property
    def digest(self) -> str:
        """The SHA-256 digest of codes and answers, 64 hexadecimal digits; it does not depend on the name."""
        texts = "\n".join((*self.secrets, "", *self.guesses, "", *self.answers.texts, ""))
        return hashlib.sha256(texts.encode() + self.table).hexdigest()


def listed_of_value(value: Mapping[str, Any], name: str = "words") -> WordList:
    """Makes the list of words, or the game of one's own, that `to_value` gave. Raises `RulesError`."""
    return OwnGame.of_value(value, name) if "answers" in value else WordList.of_value(value, name)


def written(value: object) -> str:
    """Writes a code or an answer of one's own as text: the parts of a tuple or a list with commas between them.

    >>> written("red"), written((1, 2)), written(7)
    ('red', '1,2', '7')
    """
    return ",".join(map(written, value)) if isinstance(value, tuple | list) else str(value)


def _listed(codes: Iterable[CodeT]) -> list[CodeT]:
    """Lists codes, each once, of too many only some. Raises `RulesError` for what is no list of codes."""
    found: dict[CodeT, None] = {}
    try:
        for code in codes:
            found[code] = None
            if len(found) > MOST_CODES:
                break
    except TypeError as error:
        wrong = N_("the codes cannot be listed ({reason}); give texts or tuples, as in {example}")
        raise RulesError.said(wrong, reason=str(error), example=_EXAMPLE) from None
    return list(found)


def _check_size(guesses: int, secrets: int) -> None:
    """Raises `RulesError` for a game that is too large."""
    if guesses > MOST_CODES or guesses * secrets > MOST_ANSWERS:
        many = N_("the game has {guesses} guesses and {secrets} secrets; the most are {most} guesses and {pairs} pairs")
        raise RulesError.said(many, guesses=guesses, secrets=secrets, most=MOST_CODES, pairs=MOST_ANSWERS)


def _text_faults(values: Sequence[object], texts: Sequence[str], what: str) -> Iterator[Fault]:
    """Says what keeps texts from being read again; `what` says whether they are those of codes or of answers."""
    seen: dict[str, object] = {}
    for value, text in zip(values, texts, strict=True):
        is_text = isinstance(text, str) and text != ""  # for a function of the caller's may give anything
        if not is_text or not all(map(is_letter, text)) or "?" in text or (what == "answer" and ":" in text):
            wrong = {
                "code": N_("the code {value!r} is written {text!r}; a code is written without blanks and without ?"),
                "answer": N_("the answer {value!r} is written {text!r}; an answer is written without blanks, : and ?"),
            }[what]
            yield Fault(wrong, value=value, text=text)
        if not is_text:
            continue
        if text in seen:
            same = N_("{first!r} and {value!r} are both written {text}; give texts that differ")
            yield Fault(same, first=seen[text], value=value, text=text)
        seen[text] = value


def _scored(
    score: Callable[[CodeT, CodeT], Hashable], guesses: Sequence[CodeT], secrets: Sequence[CodeT]
) -> Iterator[list[Hashable]]:
    for guess in guesses:
        try:
            row = [score(guess, (tried := secret)) for secret in secrets]
        except Exception as error:
            error.add_note(f"raised by the score of the guess {guess!r} for the secret {tried!r}")
            raise
        yield row


def _rows(table: Any, guesses: int, secrets: int) -> Iterator[Sequence[Any]]:
    """Checks the size of a table. Raises `RulesError`."""
    rows = table.tolist() if hasattr(table, "tolist") else table
    right = isinstance(rows, list | tuple) and len(rows) == guesses
    if not right or not all(isinstance(row, list | tuple) and len(row) == secrets for row in rows):
        wrong = N_(
            "the answers are no table of {guesses} guesses with {secrets} secrets each; give a row for each guess"
        )
        raise RulesError.said(wrong, guesses=guesses, secrets=secrets)
    return iter(rows)


def _numbered(rows: Iterable[Sequence[Hashable]], width: int) -> tuple[list[Hashable], array[int]]:
    """Gives the different answers, in ascending order if they have one, and the number of each in one line."""
    found: dict[Hashable, int] = {}
    numbers = array("L")
    for row in rows:
        try:
            numbers.extend(found.setdefault(answer, len(found)) for answer in row)
        except TypeError:
            bad = next(answer for answer in row if not _has_hash(answer))
            wrong = N_("{value!r}, of type {type}, cannot be an answer; answers are numbers, texts or tuples of them")
            raise RulesError.said(wrong, value=bad, type=type(bad).__name__) from None
    if len(found) >= MOST_KINDS:
        many = N_("the game has {count} different answers; the most are {most}")
        raise RulesError.said(many, count=len(found), most=MOST_KINDS - 1)
    kinds: list[Any] = list(found)
    with suppress(TypeError):  # what has no order stays in the order in which it was given
        kinds = sorted(kinds)
    order = array("H", bytes(2 * len(kinds)))
    for number, kind in enumerate(kinds):
        order[found[kind]] = number
    return kinds, array("H", map(order.__getitem__, numbers))


def _has_hash(value: object) -> bool:
    try:
        hash(value)
    except TypeError:
        return False
    return True


def _texts(value: Mapping[str, Any], key: str) -> list[str]:
    texts = value.get(key)
    if not isinstance(texts, list | tuple) or not all(isinstance(text, str) for text in texts):
        wrong = N_("a game of one's own has {key}, a list of texts; {value!r} was read")
        raise RulesError.said(wrong, key=key, value=texts)
    return list(texts)


def _little(numbers: array[int]) -> array[int]:
    """Gives numbers whose lower byte comes first in memory, on every machine, or takes them back."""
    if sys.byteorder == "big":
        numbers = numbers[:]
        numbers.byteswap()
    return numbers
