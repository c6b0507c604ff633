"""Reading what kept games say, field by field; whatever is wrong in them is an `InputError`."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path
from typing import Any, TypeVar

from sito.base.files import read_limited
from sito.cli.options import read_game
from sito.cli.output import message
from sito.cli.play.places import set_aside
from sito.errors import N_, Fault, FileError, InputError, RulesError, SitoError, StrategyError, TreeError
from sito.playing.game import Transcript
from sito.rules.presets import names_words
from sito.show.i18n import _, error_text
from sito.words.words import WordList

Value = TypeVar("Value")


class DamagedGame(InputError):
    """A file of a game does not say what such a file says; it will never be readable."""


class NeededFileError(InputError):
    """A game is whole, but needs a file that cannot be read now, such as a list of words."""


class SavedFields:
    """What a saved game says, by name. Every reader raises `InputError` for what is missing or of another kind."""

    def __init__(self, values: Mapping[str, Any]) -> None:
        self.values = values

    def text(self, name: str) -> str:
        """Reads a text."""
        value = self.values.get(name)
        if not isinstance(value, str):
            raise InputError(_wrong(name, value, N_("{name} is {value}; it must be a text")))
        return value

    def text_or_none(self, name: str) -> str | None:
        """Reads a text that may be left out."""
        return None if self.values.get(name) is None else self.text(name)

    def texts(self, name: str) -> tuple[str, ...]:
        """Reads a list of texts."""
        value = self.values.get(name)
        if not isinstance(value, list) or not all(isinstance(part, str) for part in value):
            raise InputError(_wrong(name, value, N_("{name} is {value}; it must be a list of texts")))
        return tuple(value)

    def choice(self, name: str, allowed: Sequence[str]) -> str:
        """Reads a text that is one of those that are allowed."""
        value = self.text(name)
        if value not in allowed:
            wrong = N_("{name} is {value!r}; it must be one of: {allowed}")
            raise InputError(Fault(wrong, name=name, value=value[:_SHOWN], allowed=", ".join(allowed)))
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

    def yes(self, name: str) -> bool:
        """Reads whether something holds; what is left out does not."""
        value = self.values.get(name)
        if value is not None and not isinstance(value, bool):
            raise InputError(_wrong(name, value, N_("{name} is {value}; it must be true or false")))
        return bool(value)

    def number(self, name: str, least: int | None = None) -> int:
        """Reads a whole number of at least `least`."""
        value = self.values.get(name)
        if not isinstance(value, int) or isinstance(value, bool) or (least is not None and value < least):
            raise InputError(_wrong(name, value, N_("{name} is {value}; it must be a whole number")))
        return value

    def number_or_none(self, name: str, least: int | None = None) -> int | None:
        """Reads a whole number that may be left out."""
        return None if self.values.get(name) is None else self.number(name, least)

    def rounds(self) -> int | None:
        """Reads how many rounds the game has; None is no limit."""
        return self.number_or_none("rounds", least=1)

    def parts(self, name: str) -> list[SavedFields]:
        """Reads a list of objects."""
        value = self.values.get(name)
        if not isinstance(value, list) or not all(isinstance(part, dict) for part in value):
            raise InputError(_wrong(name, value, N_("{name} is {value}; it must be a list of objects")))
        return [SavedFields(part) for part in value]

    def part_or_none(self, name: str) -> SavedFields | None:
        """Reads an object that may be left out."""
        value = self.values.get(name)
        if value is None:
            return None
        if not isinstance(value, dict):
            raise InputError(_wrong(name, value, N_("{name} is {value}; it must be an object")))
        return SavedFields(value)

    def game(self, name: str, words: WordList | None = None) -> Transcript:
        """Reads a game; the words of a word game are given, or saved with it, or, by an old Sito, in their file."""
        if words is not None:
            return Transcript.parse(self.text(name), words)
        text, saved = self.text(name), self.values.get("words")
        if saved is not None:
            return Transcript.parse(text, words_of(saved))
        try:
            return read_game(text)
        except RulesError as error:
            if names_words(text):
                raise NeededFileError(*error.faults) from None
            raise


def words_of(saved: object) -> WordList:
    """Makes the word list that `WordList.to_value` gave. Raises `InputError`."""
    if not isinstance(saved, dict):
        raise InputError(_wrong("words", saved, N_("{name} is {value}; it must be lists of secrets and guesses")))
    return WordList.of_value(saved)


def _wrong(name: str, value: object, sentence: str) -> Fault:
    shown = repr(value)
    return Fault(sentence, name=name, value=shown if len(shown) <= _SHOWN else shown[:_SHOWN] + "...")


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


def read_object(file: Path) -> dict[str, Any]:
    """Reads a file with a JSON object. Raises `InputError`, or `FileError` for a file that cannot be read."""
    try:
        value = read_json(read_limited(file))
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, dict):
        raise InputError(Fault(N_("it is not a JSON object")))
    return value


@dataclass(frozen=True)
class Kept:
    """A sort of files in which games are kept, with versions that count from 1 up to `version`."""

    version: int
    damaged: str
    """What is said of a file that cannot be read; it has a place for `{file}`."""
    later: str
    """What is said of a file of a later Sito; it has places for `{file}`, `{version}` and `{known}`."""

    def read(self, file: Path, read: Callable[[SavedFields], Value]) -> Value:
        """Reads a file of any version that this Sito knows.

        Raises `InputError`, which names the file: `DamagedGame` if it can never be read, `NeededFileError` if
        something else that it needs is not at hand.
        """
        try:
            fields = SavedFields(read_object(file))
            version = fields.number("version", least=1)
            if version <= self.version:
                return read(fields)
        except (FileError, NeededFileError, StrategyError, TreeError) as error:
            raise NeededFileError(Fault(self.damaged, file=file), *error.faults) from None
        except SitoError as error:
            raise DamagedGame(Fault(self.damaged, file=file), *error.faults) from None
        raise InputError(Fault(self.later, file=file, version=version, known=self.version))

    def read_or_set_aside(self, file: Path, read: Callable[[SavedFields], Value]) -> Value | None:
        """Reads a file as `read` does; a damaged one is moved away, which a message tells, and gives None."""
        try:
            return self.read(file, read)
        except DamagedGame as error:
            aside = set_aside(file)
            message(error_text(error))
            if aside is not None:
                message(_("It is damaged, and is now set aside as {file}.").format(file=aside))
            return None
