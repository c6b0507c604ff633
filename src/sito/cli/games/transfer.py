"""Games as one file that can be carried to another computer: written by export, merged by import.

A file is an object of JSON with `sito`, the text "games export"; `version`, now 1; `words`, the lists of words by
their digests; `finished`, a list of what the files of finished games say; and `unfinished`, a list of
`name`, `played` (when it was played last) and `state`, what the file of the game says. Each game has
its `name`.

Two games are the same if they are of one kind and began at the same moment, or, of an earlier Sito, which
did not note it, if they say the same. Of a game that is finished here or there, the finished one is kept; of two
that are not, the longer one.
"""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

from sito.base.files import write_atomically
from sito.base.paths import data_dir
from sito.cli.games.kinds import KINDS, describe
from sito.cli.output import message
from sito.cli.play.fields import NeededFileError, SavedFields, read_json, words_of
from sito.cli.play.finished import FINISHED, Record, finished_directory, record_of, records
from sito.cli.play.lock import GameLock
from sito.cli.play.places import games_directory, make_directory, new_name, read_name, reserve, unfinished_files
from sito.cli.play.saved import SAVED
from sito.errors import N_, Fault, InputError, SitoError, StrategyError, TreeError
from sito.show.i18n import error_text
from sito.words.words import WordList

VERSION = 1
FORMAT = "games export"

Identity = tuple[str, str]
"""The kind of a game and when it began, or what it says."""


@dataclass(frozen=True)
class Resumable:
    """A game that is not finished, as its file says it."""

    name: str
    played: str
    state: Mapping[str, Any]

    @property
    def kind(self) -> str:
        """The kind of the game."""
        return self.name.partition("-")[0]

    @property
    def identity(self) -> Identity:
        """What makes it the same game as another."""
        begun = self.state.get("begun")
        return self.kind, begun if isinstance(begun, str) else _canonical(self.state)

    def length(self) -> int:
        """Counts its guesses or steps. Raises `InputError`."""
        return describe(self.name, self.kind, SavedFields(self.state)).played

    def write(self) -> None:
        """Writes its file. Raises `FileError`."""
        file = games_directory() / f"{self.name}.json"
        make_directory(file.parent)
        write_atomically(file, json.dumps(self.state, ensure_ascii=False))
        _dated(file, self.played)


@dataclass
class Bundle:
    """The games of a file, or those that are kept here."""

    finished: list[Record] = field(default_factory=list)
    unfinished: list[Resumable] = field(default_factory=list)

    def __len__(self) -> int:
        return len(self.finished) + len(self.unfinished)


@dataclass
class Merged:
    """What an import did: how many games were new, took the place of a shorter one, or were here already."""

    new: int = 0
    longer: int = 0
    known: int = 0


def identity(record: Record) -> Identity:
    """Tells what makes a finished game the same as another."""
    return record.kind, record.begun or _canonical(record.as_json())


def _canonical(value: Mapping[str, Any]) -> str:
    return json.dumps({name: part for name, part in value.items() if name != "version"}, sort_keys=True)


def kept_games() -> Bundle:
    """Reads all games that are kept; a message tells which cannot be read."""
    unfinished = []
    for file in unfinished_files():
        try:
            state = SAVED.read_or_set_aside(file, partial(_checked, file.stem))
        except InputError as error:
            message(error_text(error))
            continue
        if state is not None:
            unfinished.append(Resumable(file.stem, _written(file), state))
    return Bundle(records(), unfinished)


def _checked(name: str, fields: SavedFields) -> Mapping[str, Any]:
    """Gives what the file of an unfinished game says. Raises `InputError` if it can never be played on."""
    fields.time_or_none("begun")
    kind = name.partition("-")[0]
    with suppress(NeededFileError, StrategyError, TreeError):  # what it needs may be had another time
        KINDS[kind].check(fields)
        describe(name, kind, fields)
    return fields.values


def _written(file: Path) -> str:
    """Tells when a file was written, to the microsecond, which floating numbers do not hold."""
    seconds, nanoseconds = divmod(file.stat().st_mtime_ns, 10**9)
    when = datetime.fromtimestamp(seconds, UTC).replace(microsecond=nanoseconds // 1000)
    return when.isoformat(timespec="microseconds")


def bundle_text(games: Bundle, *, one_line: bool = False) -> str:
    """Writes games as one text, in lines that people can read or in one line."""
    finished = sorted(games.finished, key=lambda record: record.name)
    unfinished = sorted(games.unfinished, key=lambda each: each.name)
    lists = {words.digest: words.to_value() for record in finished if (words := record.words) is not None}
    value = {
        "sito": FORMAT,
        "version": VERSION,
        "words": lists,
        "finished": [{"name": record.name, **record.as_json()} for record in finished],
        "unfinished": [{"name": each.name, "played": each.played, "state": dict(each.state)} for each in unfinished],
    }
    return json.dumps(value, ensure_ascii=False, indent=None if one_line else 1) + "\n"


def read_bundle(text: bytes | str) -> Bundle:
    """Reads what `bundle_text` wrote. Raises `InputError` with everything that is wrong with any of its games."""
    try:
        value = read_json(text)
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, dict) or value.get("sito") != FORMAT:
        wrong = N_("it is no file of games; {command} writes one")
        raise InputError(Fault(wrong, command="sito games export FILE"))
    fields = SavedFields(value)
    version = fields.number("version", least=1)
    if version > VERSION:
        later = N_("it is of version {version}; this Sito reads version {known}")
        raise InputError(Fault(later, version=version, known=VERSION))
    return _Reader(fields).read()


class _Reader:
    """Reads the parts of a file, and gathers what is wrong with them."""

    def __init__(self, fields: SavedFields) -> None:
        self._fields = fields
        self._faults: list[Fault] = []
        self._names: set[str] = set()

    def read(self) -> Bundle:
        """Gives the games. Raises `InputError` with every fault."""
        lists = self._lists()
        finished = self._each("finished", lambda part: self._finished(part, lists))
        unfinished = self._each("unfinished", self._unfinished)
        InputError.check(self._faults)
        return Bundle(finished, unfinished)

    def _lists(self) -> dict[str, WordList]:
        lists = {}
        part = self._fields.part_or_none("words")
        for digest, saved in ({} if part is None else part.values).items():
            try:
                words = words_of(saved)
                if words.digest != digest:
                    wrong = N_("its digest is {found}")
                    raise InputError(Fault(wrong, found=words.digest))
                lists[digest] = words
            except SitoError as error:
                self._blame(N_("the list of words {name}: {fault}"), digest[:80], error)
        return lists

    def _each(self, name: str, read: Callable[[SavedFields], Any]) -> list[Any]:
        found = []
        try:
            parts = self._fields.parts(name)
        except InputError as error:
            self._faults += error.faults
            return []
        for number, part in enumerate(parts, 1):
            called = part.values.get("name")
            which = called[:80] if isinstance(called, str) else f"{name} {number}"
            try:
                found.append(read(part))
            except SitoError as error:
                self._blame(N_("the game {name}: {fault}"), which, error)
        return found

    def _finished(self, part: SavedFields, lists: Mapping[str, WordList]) -> Record:
        name = self._name(part)
        version = part.number("version", least=1)
        if version > FINISHED.version:
            raise InputError(_later(version, FINISHED.version))
        digest = part.text_or_none("words")
        if digest is not None and digest not in lists:
            raise InputError(Fault(N_("its list of words, {digest}, is not in the file"), digest=digest[:80]))
        return record_of(name, part, None if digest is None else lists[digest])

    def _unfinished(self, part: SavedFields) -> Resumable:
        name = self._name(part)
        state = part.part_or_none("state")
        if state is None:
            raise InputError(Fault(N_("it has no state")))
        version = state.number("version", least=1)
        if version > SAVED.version:
            raise InputError(_later(version, SAVED.version))
        return Resumable(name, part.time("played"), _checked(name, state))

    def _name(self, part: SavedFields) -> str:
        name = read_name(part.text("name"))
        if name in self._names:
            raise InputError(Fault(N_("there are two games of this name")))
        self._names.add(name)
        return name

    def _blame(self, sentence: str, name: str, error: SitoError) -> None:
        self._faults += [Fault(sentence, name=name, fault=fault) for fault in error.faults]


def _later(version: int, known: int) -> Fault:
    return Fault(N_("it is of version {version}; this Sito reads version {known}"), version=version, known=known)


def merge(games: Bundle) -> Merged:
    """Takes games in among those that are kept, none of them twice. Raises `FileError`."""
    here = kept_games()
    done = Merged()
    finished = set(map(identity, here.finished))
    unfinished = {each.identity: each for each in here.unfinished}
    taken = {record.name for record in here.finished} | {each.name for each in here.unfinished}
    for record in games.finished:
        if identity(record) in finished:
            done.known += 1
            continue
        finished.add(identity(record))
        begun = unfinished.pop(identity(record), None)
        name = _free_name(record.name, taken) if begun is None else begun.name
        file = finished_directory() / f"{name}.json"
        replace(record, name=name).write(file)
        _dated(file, record.date)
        if begun is not None:
            _remove(begun)
            done.longer += 1
        else:
            done.new += 1
    for each in games.unfinished:
        before = unfinished.get(each.identity)
        if each.identity in finished or (before is not None and _length(each) <= _length(before)):
            done.known += 1
        elif before is not None:
            if _held(before.name):
                done.known += 1
                continue
            replace(each, name=before.name).write()
            done.longer += 1
        else:
            new = replace(each, name=_free_name(each.name, taken))
            new.write()
            unfinished[each.identity] = new
            done.new += 1
    return done


def _length(game: Resumable) -> int:
    try:
        return game.length()
    except SitoError:
        return 0


def _free_name(name: str, taken: set[str]) -> str:
    """Gives this name if no game has it or has had it, or a new one."""
    chosen = name
    while chosen in taken or (chosen == name and not reserve(name)):
        chosen = new_name(name.partition("-")[0])
    taken.add(chosen)
    return chosen


def _remove(game: Resumable) -> None:
    with suppress(OSError):
        (games_directory() / f"{game.name}.json").unlink()


def _held(name: str) -> bool:
    """Tells whether another process plays the game of this name."""
    lock = GameLock(data_dir() / "games.lock", f"{name}.json")
    free = lock.take()
    lock.let_go()
    return not free


def _dated(file: Path, when: str) -> None:
    """Gives a file the time at which its game was played, by which games are ordered."""
    moment = datetime.fromisoformat(when)
    with suppress(OSError, OverflowError, ValueError):
        written = int(moment.replace(microsecond=0).timestamp()) * 10**9 + moment.microsecond * 1000
        os.utime(file, ns=(written, written))
