"""Games as one file that can be carried to another computer: written by export, merged by import.

A file is an object of JSON with `sito`, the text "games export"; `version`, now 1; `words`, the lists of words by
their digests; `finished`, a list of the records of games that have ended; and `unfinished`, a list of
`name`, `played` (when it was played last) and `state`, how the game stands, with its words. Each game has
its `name`.

Two games are the same if they are of one kind and began at the same moment, or, of an earlier Sito, which
did not note it, if they say the same. Of a game that is finished here or there, the finished one is kept; of two
that are not, the longer one.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import partial
from typing import TypeVar

from sito.cli.games.views import Unfinished
from sito.cli.options import read_words
from sito.cli.play.kinds import KINDS
from sito.cli.play.saved import lock_of, read_row, readable, records
from sito.errors import N_, Fault, InputError, SitoError, StrategyError, TreeError, gathered
from sito.games.fields import NeededFileError, SavedFields, read_json, words_of
from sito.games.finished import VERSION as VERSION_ENDED
from sito.games.finished import Record, record_of
from sito.games.kinds import KINDS as KINDS_KEPT
from sito.games.kinds import kind_of, number_of, read_name
from sito.games.old import VERSION as VERSION_SAVED
from sito.games.old import game_text, upgraded, words_in
from sito.games.store import GameStore, Row, time_text
from sito.words.words import WordList

Read = TypeVar("Read")

VERSION = 1
FORMAT = "games export"

Identity = tuple[str, str]
"""The kind of a game and when it began, or what it says."""


@dataclass
class Bundle:
    """The games of a file, or those that are kept here."""

    finished: list[Record] = field(default_factory=list)
    unfinished: list[Row] = field(default_factory=list)

    def __len__(self) -> int:
        return len(self.finished) + len(self.unfinished)


@dataclass
class Merged:
    """What an import did: how many games were new, took the place of a shorter one, or were here already."""

    new: int = 0
    longer: int = 0
    known: int = 0


def identity(game: Record | Row) -> Identity:
    """Tells what makes a game the same as another."""
    if isinstance(game, Row):
        return game.kind, time_text(game.begun)
    return game.kind, game.begun or _canonical(game.as_json())


def _canonical(value: Mapping[str, object]) -> str:
    return json.dumps({name: part for name, part in value.items() if name != "version"}, sort_keys=True)


def kept_games(store: GameStore) -> Bundle:
    """Reads all games that are kept; a message tells which cannot be read."""
    found = readable(store.unfinished(), lambda row: read_row(store, row, partial(_checked, row)))
    return Bundle(records(store, KINDS_KEPT), [replace(row, text=_text(state)) for row, state in found])


def _text(state: Mapping[str, object]) -> str:
    return json.dumps({name: part for name, part in state.items() if name not in _FOUND_AGAIN}, ensure_ascii=False)


_FOUND_AGAIN = ("hint", "conflict", "lefts", "left", "codes")  # what can be found again from the others


def _checked(row: Row, fields: SavedFields) -> Mapping[str, object]:
    """Gives how an unfinished game stands. Raises `InputError` if it can never be played on."""
    with suppress(NeededFileError, StrategyError, TreeError):  # what it needs may be had another time
        KINDS[row.kind].check(fields)
        Unfinished.read(row, fields)
    return fields.values


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
        "unfinished": list(map(_row_as_json, unfinished)),
    }
    return json.dumps(value, ensure_ascii=False, indent=None if one_line else 1) + "\n"


def _row_as_json(row: Row) -> dict[str, object]:
    """Gives how a game stands as an object of JSON, with its words."""
    words = {} if row.listed is None else {"words": row.listed.to_value()}
    state = {"version": VERSION_SAVED, "begun": time_text(row.begun), **json.loads(row.text), **words}
    return {"name": row.name, "played": time_text(row.touched), "state": state}


def read_bundle(text: bytes | str) -> Bundle:
    """Reads what `bundle_text` wrote. Raises `InputError` with everything that is wrong with any of its games."""
    try:
        value = read_json(text)
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, dict) or value.get("sito") != FORMAT:
        raise InputError.said("it is no file of games; {command} writes one", command="sito games export FILE")
    fields = SavedFields(value)
    _check_version(fields, VERSION)
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
                    raise InputError.said("its digest is {found}", found=words.digest)
                lists[digest] = words
            except SitoError as error:
                self._blame(N_("the list of words {name}: {fault}"), digest[:80], error)
        return lists

    def _each(self, name: str, read: Callable[[SavedFields], Read]) -> list[Read]:
        found, parts = [], []
        with gathered(self._faults):
            parts = self._fields.parts(name)
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
        _check_version(part, VERSION_ENDED)
        digest = part.text_or_none("words")
        if digest is not None and digest not in lists:
            raise InputError.said("its list of words, {digest}, is not in the file", digest=digest[:80])
        return record_of(name, SavedFields(part.values, None if digest is None else lists[digest]))

    def _unfinished(self, part: SavedFields) -> Row:
        name = self._name(part)
        state = part.part_or_none("state")
        if state is None:
            raise InputError.said("it has no state")
        _check_version(state, VERSION_SAVED)
        played, kind = part.time("played"), kind_of(name)
        begun, touched = (moment(when) for when in (state.time_or_none("begun") or played, played))
        text = _text(values := upgraded(kind, state.values))
        words: WordList | None = None
        with suppress(NeededFileError):  # the first Sito had words in a file
            words = words_in(state.values, game_text(kind, values), read_words)
        digest = None if words is None else words.digest
        row = Row("", kind, "", None, None, 1, False, begun, touched, digest, text, number_of(name), words)
        _checked(row, SavedFields(json.loads(text), words or read_words))
        return row

    def _name(self, part: SavedFields) -> str:
        name = read_name(part.text("name"))
        if name in self._names:
            raise InputError.said("there are two games of this name")
        self._names.add(name)
        return name

    def _blame(self, sentence: str, name: str, error: SitoError) -> None:
        self._faults += [Fault(sentence, name=name, fault=fault) for fault in error.faults]


def _check_version(fields: SavedFields, known: int) -> None:
    if (version := fields.number("version", least=1)) > known:
        later = N_("it is of version {version}; this Sito reads version {known}")
        raise InputError(Fault(later, version=version, known=known))


def merge(store: GameStore, games: Bundle) -> Merged:
    """Takes games in among those that are kept, none of them twice. Raises `StoreError`."""
    with store.transaction():
        return _merged(store, games)


def _merged(store: GameStore, games: Bundle) -> Merged:
    here = kept_games(store)
    done = Merged()
    finished = set(map(identity, here.finished))
    unfinished = {identity(row): row for row in here.unfinished}
    for record in games.finished:
        if identity(record) in finished:
            done.known += 1
            continue
        finished.add(identity(record))
        begun = unfinished.pop(identity(record), None)
        name = f"{record.kind}-{store.reserve(record.kind, number_of(record.name))}" if begun is None else begun.name
        store.keep(replace(record, name=name), moment(record.date))
        if begun is not None:
            store.remove(begun.id)
            done.longer += 1
        else:
            done.new += 1
    for row in games.unfinished:
        before = unfinished.get(identity(row))
        if identity(row) in finished or (before is not None and _length(row) <= _length(before)):
            done.known += 1
        elif before is None:
            number = store.reserve(row.kind, row.number or 0)
            unfinished[identity(row)] = new = replace(row, id=secrets.token_urlsafe(12), owner=store.me, number=number)
            store.add(new)
            done.new += 1
        elif lock_of(before.name).is_held:
            done.known += 1
        else:
            store.go_on(replace(before, version=before.version + 1, touched=row.touched, text=row.text))
            done.longer += 1
    return done


def moment(when: str) -> float:
    """Reads a time with its zone."""
    return datetime.fromisoformat(when).timestamp()


def _length(row: Row) -> int:
    """Counts the guesses or steps of a game; none of one that cannot be read."""
    try:
        return row.read(partial(Unfinished.read, row), read_words).entry.length
    except SitoError:
        return 0
