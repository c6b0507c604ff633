"""What a person has chosen for all commands: saved by `sito config`, or said by a variable of the environment.

An option counts most, then a variable of Sito's own such as SITO_LANG, then what is saved,
and last what the system says of itself, such as LANGUAGE or NO_COLOR. A file that is
damaged, or a value that means nothing, is told and otherwise passed over: a command does
not fail because of it.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType

from sito.base.paths import config_dir
from sito.errors import N_, Fault, FileError, InputError, system_reason
from sito.show.i18n import find_language, languages

AUTO = "auto"
YES, NO = "yes", "no"
COLORS = (AUTO, "none", "16", "256", "true")
_MOST_BYTES = 1 << 16
_SHOWN = 40  # characters of a value that is wrong


@dataclass(frozen=True, slots=True)
class Setting:
    """One thing that can be chosen: its name, its variable, the words that it may be, and what it usually is."""

    name: str
    variable: str
    words: Callable[[], tuple[str, ...]]
    usual: str
    help: str

    def read(self, text: object) -> str:
        """Finds the word that a text means. Raises `InputError` with the words there are.

        >>> SETTINGS["plain"].read("1"), SETTINGS["color"].read("256")
        ('yes', '256')
        """
        words = self.words()
        word = ("no", "yes")[text] if isinstance(text, bool) else str(text).strip().lower()
        if words == (YES, NO):
            from sito.words.local_words import yes_or_no  # only now: most starts have nothing to read with it

            word = {True: YES, False: NO, None: word}[yes_or_no(word)]
        elif self.name == "language" and word != AUTO:
            with suppress(InputError):
                word = find_language(word)
        if word not in words:
            wrong = N_("{name} cannot be {value!r}; it must be one of {words}, as in: sito config {name} {example}")
            raise InputError(
                Fault(wrong, name=self.name, value=str(text)[:_SHOWN], words=", ".join(words), example=words[-1])
            )
        return word


SETTINGS: Mapping[str, Setting] = MappingProxyType(
    {
        setting.name: setting
        for setting in (
            Setting("language", "SITO_LANG", lambda: (AUTO, *languages()), AUTO, N_("the language of every sentence")),
            Setting("plain", "SITO_PLAIN", lambda: (YES, NO), NO, N_("plain lines that a screen reader can follow")),
            Setting("color", "SITO_COLOR", lambda: COLORS, AUTO, N_("how many colors the terminal has")),
            Setting("count", "SITO_COUNT", lambda: (YES, NO), YES, N_("whether a game shows how many codes are left")),
        )
    }
)


@dataclass(frozen=True, slots=True)
class Preferences:
    """What was chosen, by the name of the setting; `sources` says where, and `faults` what could not be used.

    >>> Preferences().color, Preferences({"plain": "yes"}).plain
    ('auto', True)
    """

    chosen: Mapping[str, str] = field(default_factory=dict)
    sources: Mapping[str, str] = field(default_factory=dict)
    faults: tuple[Fault, ...] = ()

    def value(self, name: str) -> str:
        """Gives the word that counts for a setting."""
        return self.chosen.get(name, SETTINGS[name].usual)

    @property
    def language(self) -> str | None:
        """The language, or `None` where the system says it."""
        return None if self.value("language") == AUTO else self.value("language")

    @property
    def plain(self) -> bool:
        """Whether everything is written as plain lines."""
        return self.value("plain") == YES

    @property
    def color(self) -> str:
        """How many colors a terminal is taken to have, one of `COLORS`."""
        return self.value("color")

    @property
    def count(self) -> bool:
        """Whether games show how many codes are left."""
        return self.value("count") == YES


def settings_file() -> Path:
    """Names the file of the saved settings."""
    return config_dir() / "settings.json"


def read_preferences() -> Preferences:
    """Reads what is saved and what the environment says; never fails, but tells what it could not use."""
    chosen: dict[str, str] = {}
    sources: dict[str, str] = {}
    faults: list[Fault] = []
    file = settings_file()
    try:
        saved = _read_file(file)
    except (InputError, FileError) as error:
        saved = {}
        unread = N_("the saved settings cannot be used: {reason}; 'sito config NAME VALUE' begins them anew")
        faults += [Fault(unread, reason=fault) for fault in error.faults]
    said = {name: word for name, setting in SETTINGS.items() if (word := os.environ.get(setting.variable))}
    for source, values in ((str(file), saved), ("", said)):
        for name, value in values.items():
            if name not in SETTINGS:
                continue  # perhaps of a later Sito; `sito config` tells
            where = source or SETTINGS[name].variable
            try:
                chosen[name], sources[name] = SETTINGS[name].read(value), where
            except InputError as error:
                passed_over = N_("{place} is passed over: {reason}")
                faults += [Fault(passed_over, place=where, reason=fault) for fault in error.faults]
    if simd := os.environ.get("SITO_SIMD"):
        from sito._native import SIMD

        if simd not in SIMD:
            unknown = N_("SITO_SIMD is passed over: it cannot be {value!r}; it must be one of {words}")
            faults.append(Fault(unknown, value=simd[:_SHOWN], words=", ".join(SIMD)))
    return Preferences(chosen, sources, tuple(faults))


def unknown_names() -> list[str]:
    """Lists the names in the file of settings that this Sito does not know."""
    with suppress(InputError, FileError):
        return [name for name in _read_file(settings_file()) if name not in SETTINGS]
    return []


def save(name: str, word: str | None) -> Path | None:
    """Saves a setting, or with `None` takes it out of the file; the others stay as they are.

    A damaged file is set aside first; its new name is returned. Raises `FileError` if the
    file cannot be written.
    """
    import json

    from sito.base.files import write_atomically

    file = settings_file()
    aside = None
    try:
        saved = _read_file(file)
    except (InputError, FileError):
        if not file.is_file():
            raise
        aside, saved = file.with_name(file.name + ".damaged"), {}
        _refusing(file, lambda: os.replace(file, aside))
    saved.pop(name, None)
    if word is not None:
        saved[name] = word == YES if word in (YES, NO) else word
    _refusing(file, lambda: file.parent.mkdir(parents=True, exist_ok=True))
    write_atomically(file, json.dumps(saved, indent=2) + "\n")
    return aside


def _refusing(file: Path, work: Callable[[], None]) -> None:
    """Does something to a file and makes a `FileError` of what the system says against it."""
    try:
        work()
    except OSError as error:
        raise FileError.said("{file} cannot be written: {reason}", file=file, reason=system_reason(error)) from None


def _read_file(file: Path) -> dict[str, object]:
    """Reads the saved settings; empty where there is no file. Raises `InputError` for a damaged one, or `FileError`."""
    if not os.path.lexists(file):
        return {}
    import json

    from sito.base.files import read_limited

    raw = read_limited(file, _MOST_BYTES)
    try:
        values = json.loads(raw)
    except (ValueError, RecursionError):
        values = None
    if not isinstance(values, dict):
        raise InputError.said("{file} is not a JSON object", file=file)
    return values
