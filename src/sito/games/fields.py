"""Reading what kept games say, field by field; whatever is wrong in them is an `InputError`."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Mapping, Sequence
from datetime import date, datetime
from typing import Any, TypeVar

from sito.errors import N_, Fault, InputError, RulesError
from sito.playing.game import Transcript
from sito.rules.text import names_words
from sito.words.own import listed_of_value
from sito.words.words import WordList, Words

Value = TypeVar("Value")

JsonObject = Mapping[str, Any]
"""An object of JSON, as it was kept."""


class DamagedGame(InputError):
    """A file of a game does not say what such a file says; it will never be readable."""


class NeededFileError(InputError):
    """A game is whole, but needs a file that cannot be read now, such as a list of words."""


class SavedFields:
    """What a saved game says, by name. Every reader raises `InputError` for what is missing or of another kind.

    `words` are those of a word game that does not carry them, or what finds them.
    """

    def __init__(self, values: JsonObject, words: Words | None = None) -> None:
        self.values = values
        self._words = words

    def text(self, name: str) -> str:
        """Reads a text."""
        value = self.values.get(name)
        if not isinstance(value, str):
            raise InputError(_wrong(name, value, N_("{name} is {value}; it must be a text")))
        return value

    def text_or_none(self, name: str) -> str | None:
        """Reads a text that may be left out."""
        return None if self.values.get(name) is None else self.text(name)

    def texts(self, name: str, usual: tuple[str, ...] | None = None) -> tuple[str, ...]:
        """Reads a list of texts; `usual` is what is meant where it is left out."""
        value = self.values.get(name, usual)
        if not isinstance(value, list | tuple) or not all(isinstance(part, str) for part in value):
            raise InputError(_wrong(name, value, N_("{name} is {value}; it must be a list of texts")))
        return tuple(value)

    def choice(self, name: str, allowed: Sequence[str]) -> str:
        """Reads a text that is one of those that are allowed."""
        value = self.text(name)
        if value not in allowed:
            wrong = N_("{name} is {value!r}; it must be one of: {allowed}")
            raise InputError.said(wrong, name=name, value=value[:_SHOWN], allowed=", ".join(allowed))
        return value

    def day_or_none(self, name: str) -> str | None:
        """Reads a day such as 2026-11-22 that may be left out."""
        value = self.text_or_none(name)
        if value is not None:
            try:
                if value != date.fromisoformat(value).isoformat():
                    raise ValueError
            except ValueError:
                wrong = N_("{name} is {value}; it must be a day, as in 2026-11-22")
                raise InputError(_wrong(name, value, wrong)) from None
        return value

    def time(self, name: str) -> str:
        """Reads a time with its zone, as ISO 8601 writes it."""
        value = self.text(name)
        try:
            if datetime.fromisoformat(value).tzinfo is None:
                raise ValueError
        except ValueError:
            wrong = N_("{name} is {value}; it must be a time with its zone, as in 2026-11-22T08:15:00+00:00")
            raise InputError(_wrong(name, value, wrong)) from None
        return value

    def time_or_none(self, name: str) -> str | None:
        """Reads a time that may be left out."""
        return None if self.values.get(name) is None else self.time(name)

    def yes(self, name: str, *, usual: bool = False) -> bool:
        """Reads whether something holds; what is left out does not, unless `usual` says so."""
        value = self.values.get(name)
        if value is not None and not isinstance(value, bool):
            raise InputError(_wrong(name, value, N_("{name} is {value}; it must be true or false")))
        return usual if value is None else value

    def number(self, name: str, least: int | None = None, usual: int | None = None) -> int:
        """Reads a whole number of at least `least`; `usual` is what is meant where it is left out."""
        value = self.values.get(name, usual)
        if not isinstance(value, int) or isinstance(value, bool) or (least is not None and value < least):
            raise InputError(_wrong(name, value, N_("{name} is {value}; it must be a whole number")))
        return value

    def number_or_none(self, name: str, least: int | None = None) -> int | None:
        """Reads a whole number that may be left out."""
        return None if self.values.get(name) is None else self.number(name, least)

    def limit(self) -> int | None:
        """Reads how many guesses the game has; None is no limit."""
        return self.number_or_none("limit", least=1)

    def numbers(self, name: str, most: int, part: int | None = None) -> tuple[int | None, ...]:
        """Reads a list of up to so many whole numbers, some of which may not be known; what is left out is empty.

        It may be a part of a pair.
        """
        value = self.values.get(name, ()) if part is None else self.pair(name, list, ())[part]
        known = isinstance(value, list | tuple) and len(value) <= most
        if not known or not all(each is None or type(each) is int for each in value):
            raise InputError(_wrong(name, value, _UNKNOWN))
        return tuple(value)

    def parts(self, name: str, usual: tuple[()] | None = None) -> list[SavedFields]:
        """Reads a list of objects; `usual` is what is meant where it is left out."""
        value = self.values.get(name, usual)
        if not isinstance(value, list | tuple) or not all(isinstance(part, dict) for part in value):
            raise InputError(_wrong(name, value, N_("{name} is {value}; it must be a list of objects")))
        return [SavedFields(part, self._words) for part in value]

    def pair(self, name: str, kind: type, usual: Value) -> tuple[Value, Value]:
        """Reads a pair of values of a kind, that of seat 1 first; `usual` may stand in it, and where it is left out."""
        value = self.values.get(name, (usual, usual))
        known = isinstance(value, list | tuple) and len(value) == 2
        if not known or not all(each == usual or type(each) is kind for each in value):
            raise InputError(_wrong(name, value, _UNKNOWN))
        return value[0], value[1]

    def object_or_none(self, name: str) -> JsonObject | None:
        """Reads an object that may be left out, as it is."""
        part = self.part_or_none(name)
        return None if part is None else part.values

    def part_or_none(self, name: str) -> SavedFields | None:
        """Reads an object that may be left out."""
        value = self.values.get(name)
        if value is None:
            return None
        if not isinstance(value, dict):
            raise InputError(_wrong(name, value, N_("{name} is {value}; it must be an object")))
        return SavedFields(value, self._words)

    def game(self, name: str) -> Transcript:
        """Reads a game. Raises `NeededFileError` if only its words are missing."""
        return self._game(self.text(name))

    def games(self, name: str) -> tuple[Transcript, ...]:
        """Reads a list of games."""
        return tuple(map(self._game, self.texts(name)))

    def _game(self, text: str) -> Transcript:
        saved = self.values.get("words")
        if isinstance(self._words, WordList) or saved is None:
            try:
                return Transcript.parse(text, self._words)
            except RulesError as error:
                if names_words(text) and not isinstance(self._words, WordList):
                    raise NeededFileError(*error.faults) from None
                raise
        return Transcript.parse(text, words_of(saved))


def as_fields(game: Any, *without: str) -> dict[str, object]:
    """Gives the fields of a dataclass as they are, without some of them."""
    return {each.name: getattr(game, each.name) for each in dataclasses.fields(game) if each.name not in without}


def words_of(saved: object) -> WordList:
    """Makes the word list that `WordList.to_value` gave. Raises `InputError`."""
    if not isinstance(saved, dict):
        raise InputError(_wrong("words", saved, N_("{name} is {value}; it must be lists of secrets and guesses")))
    return listed_of_value(saved)


def _wrong(name: str, value: object, sentence: str) -> Fault:
    shown = repr(value)
    return Fault(sentence, name=name, value=shown if len(shown) <= _SHOWN else shown[:_SHOWN] + "...")


_UNKNOWN = N_("{name} is {value}; no game says so")
_SHOWN = 40  # characters of a value that is wrong


def read_json(text: str | bytes) -> Any:
    """Reads JSON whose texts can all be written again. Raises `ValueError`, or `RecursionError` for one too deep.

    >>> read_json('["half a character: \\\\ud83d"]')
    Traceback (most recent call last):
    UnicodeEncodeError: 'utf-8' codec can't encode character '\\ud83d' in position 20: surrogates not allowed
    """
    written = (text.encode() if isinstance(text, str) else text).decode("utf-8-sig")
    value = json.loads(written)
    if "\\ud" in written.lower():
        json.dumps(value, ensure_ascii=False).encode()  # halves of a character, alone, are refused here
    return value
