"""Reading what saved games say, field by field; whatever is wrong in them is an `InputError`."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from sito.cli.options import read_game
from sito.errors import N_, Fault, FileError, InputError
from sito.files import read_limited
from sito.game import Transcript
from sito.words import WordList


class SavedFields:
    """What a saved game says, by name. Every reader raises `InputError` for what is missing or of another kind."""

    def __init__(self, values: Mapping[str, Any]) -> None:
        self._values = values

    def text(self, name: str) -> str:
        """Reads a text."""
        value = self._values.get(name)
        if not isinstance(value, str):
            raise InputError(_wrong(name, value, N_("{name} is {value}; it must be a text")))
        return value

    def text_or_none(self, name: str) -> str | None:
        """Reads a text that may be left out."""
        return None if self._values.get(name) is None else self.text(name)

    def number(self, name: str, least: int | None = None) -> int:
        """Reads a whole number of at least `least`."""
        value = self._values.get(name)
        if not isinstance(value, int) or isinstance(value, bool) or (least is not None and value < least):
            raise InputError(_wrong(name, value, N_("{name} is {value}; it must be a whole number")))
        return value

    def rounds(self) -> int | None:
        """Reads how many rounds the game has; None is no limit."""
        return None if self._values.get("rounds") is None else self.number("rounds", least=1)

    def parts(self, name: str) -> list[SavedFields]:
        """Reads a list of objects."""
        value = self._values.get(name)
        if not isinstance(value, list) or not all(isinstance(part, dict) for part in value):
            raise InputError(_wrong(name, value, N_("{name} is {value}; it must be a list of objects")))
        return [SavedFields(part) for part in value]

    def game(self, name: str, words: WordList | None = None) -> Transcript:
        """Reads a game; the words of a word game are given, or saved with it, or, by an old Sito, in their file."""
        if words is not None:
            return Transcript.parse(self.text(name), words)
        saved = self._values.get("words")
        return read_game(self.text(name)) if saved is None else Transcript.parse(self.text(name), words_of(saved))


def words_of(saved: object) -> WordList:
    """Makes the word list that `saved_words` wrote. Raises `InputError`."""
    if not isinstance(saved, dict):
        raise InputError(_wrong("words", saved, N_("{name} is {value}; it must be lists of secrets and guesses")))
    return WordList.of(saved.get("secrets", ()), saved.get("guesses"))


def saved_words(words: WordList) -> dict[str, Sequence[str]]:
    """Gives a word list as JSON values."""
    lists: dict[str, Sequence[str]] = {"secrets": words.secrets}
    if words.guesses != words.secrets:
        lists["guesses"] = words.guesses
    return lists


def _wrong(name: str, value: object, sentence: str) -> Fault:
    shown = repr(value)
    return Fault(sentence, name=name, value=shown if len(shown) <= _SHOWN else shown[:_SHOWN] + "...")


_SHOWN = 40  # characters of a value that is wrong


def read_object(file: Path) -> dict[str, Any]:
    """Reads a file with a JSON object. Raises `InputError`, or `FileError` for a file that cannot be read."""
    try:
        value = json.loads(read_limited(file))
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, dict):
        raise InputError(Fault(N_("it is not a JSON object")))
    return value


def make_directory(directory: Path) -> None:
    """Makes a directory and those above it, where they are missing. Raises `FileError`."""
    try:
        directory.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        reason = error.strerror or error
        raise FileError(Fault(N_("{file} cannot be written: {reason}"), file=directory, reason=reason)) from None
