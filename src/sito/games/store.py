"""The file of games, for terminal, page and REST: how each game stands, and the records of those that have ended.

A game belongs to a person. Those of the person whose folder this is have a number, and with it a name such as
`play-7`, which comes again for no other game; their records, 5,000 of them, stay when the game itself has made room.
Others, who play in the page, are known by a cookie. Beside them are the moves that were made with a key, the exercises
that somebody has tried (`sito.games.training`), the lists of words, what was damaged, and classes, to which the boards
of their pupils belong. A move is committed before it is shown, so that the end of the process, even by SIGKILL, takes
nothing back that a player has seen.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path
from typing import ClassVar, TypeVar

from sito.base.store import Found, Store
from sito.errors import N_, Fault, InputError, SitoError, StrategyError, TreeError
from sito.games.fields import DamagedGame, NeededFileError, SavedFields, read_json, words_of
from sito.games.finished import Finished, FinishedPuzzle, Record, record_of
from sito.games.kinds import CLASS_KIND, KINDS, number_of
from sito.words.words import WordList, Words

Value = TypeVar("Value")

KEPT = 100
"""How many games of each kind that person's folder keeps as they stand; the oldest make room, first those over."""
RECORDS = 5_000
"""How many records of games that have ended stay; the oldest make room."""
_KEYS = 200
"""So many of the last moves of a game are known by their keys."""
_FIRST, _LAST = -62_135_596_800.0, 253_402_300_799.0  # the first and the last moment that a calendar has
_GREATEST = 10**9  # a game that comes from elsewhere with a greater number gets another one: some must be left


@dataclass(frozen=True)
class Row:
    """A game as the file has it. `number` is that of the games of the person whose folder this is."""

    id: str
    kind: str
    owner: str
    guest: str | None
    code: str | None
    version: int
    over: bool
    begun: float
    touched: float
    words: str | None
    text: str
    """What is kept of it, as JSON."""
    number: int | None = None
    listed: WordList | None = field(default=None, compare=False, repr=False)
    """The words of a word game."""
    room: str | None = None
    """The id of the class to which it belongs, and with which it goes."""

    @property
    def name(self) -> str:
        """What it is called."""
        return f"{self.kind}-{self.number}"

    def record(self, ended: Finished) -> Record:
        """Gives its record, now that it has ended."""
        begun, date = time_text(self.begun), time_text(self.touched, "seconds")
        games, puzzle = ((), ended) if isinstance(ended, FinishedPuzzle) else (ended, None)
        return Record(self.name, self.kind, begun, date, games, puzzle)

    def read(self, read: Callable[[SavedFields], Value], words: Words | None = None) -> Value:
        """Reads what is kept of it. Raises `DamagedGame`, or `NeededFileError` if only something else is missing."""
        return _read(N_("the saved game {name} cannot be read"), self, read, words)


@dataclass(frozen=True)
class Ended:
    """The record of a game as the file has it; `text` is JSON."""

    kind: str
    number: int
    ended: float
    words: str | None
    text: str
    listed: WordList | None = field(default=None, compare=False, repr=False)

    @property
    def name(self) -> str:
        """What the game is called."""
        return f"{self.kind}-{self.number}"

    def read(self, words: Words | None = None) -> Record:
        """Reads the record. Raises `DamagedGame`, or `NeededFileError` if only its words are missing."""
        damaged = N_("the finished game {name} cannot be read")
        return _read(damaged, self, lambda fields: record_of(self.name, fields), words)


@dataclass(frozen=True)
class Made:
    """A move that was made with a key of idempotency; `made` is a digest of what it was."""

    person: str
    key: str
    game: str
    made: str


def _read(damaged: str, kept: Row | Ended, read: Callable[[SavedFields], Value], words: Words | None) -> Value:
    try:
        if kept.words is not None and kept.listed is None:
            raise NeededFileError.said("its list of words is damaged or missing")
        try:
            value = read_json(kept.text)
        except (ValueError, RecursionError):
            value = None
        if not isinstance(value, dict):
            raise InputError.said("it is not a JSON object")
        return read(SavedFields(value, kept.listed or words))
    except (NeededFileError, StrategyError, TreeError) as error:
        raise NeededFileError(Fault(damaged, name=kept.name), *error.faults) from None
    except SitoError as error:
        raise DamagedGame(Fault(damaged, name=kept.name), *error.faults) from None


_ROW = "id, kind, owner, guest, code, version, over, begun, touched, words, value, number, room"
_ENDED = "kind, number, ended, words, value"
_NO_CLASS = f"room IS NULL AND kind <> '{CLASS_KIND}'"  # neither a class nor a board of one, which never make room


class GameStore(Store):
    """The open file. Every method is a transaction, and raises `StoreError`.

    >>> with GameStore(":memory:") as store:
    ...     store.new_number("play"), store.new_number("play"), store.new_number("keep")
    (1, 2, 1)
    """

    file_name: ClassVar[str] = "games.sqlite3"
    application_id: ClassVar[int] = int.from_bytes(b"SitG")
    migrations: ClassVar[Sequence[str]] = (
        """
        CREATE TABLE game (
            id TEXT PRIMARY KEY,
            kind TEXT NOT NULL,
            owner TEXT NOT NULL,
            guest TEXT,
            code TEXT UNIQUE,
            version INTEGER NOT NULL,
            over INTEGER NOT NULL,
            begun REAL NOT NULL,
            touched REAL NOT NULL,
            words TEXT,
            value TEXT NOT NULL
        ) WITHOUT ROWID;
        CREATE INDEX game_of_owner ON game (owner, touched);
        CREATE INDEX game_of_guest ON game (guest, touched) WHERE guest IS NOT NULL;
        CREATE INDEX game_by_age ON game (touched);
        CREATE INDEX game_of_words ON game (words) WHERE words IS NOT NULL;
        CREATE TABLE move (
            person TEXT NOT NULL,
            key TEXT NOT NULL,
            game TEXT NOT NULL REFERENCES game (id) ON DELETE CASCADE,
            made TEXT NOT NULL,
            version INTEGER NOT NULL,
            PRIMARY KEY (person, key)
        ) WITHOUT ROWID;
        CREATE INDEX move_of_game ON move (game, version);
        CREATE TABLE words (
            digest TEXT PRIMARY KEY,
            value TEXT NOT NULL
        ) WITHOUT ROWID;
        """,
        """
        ALTER TABLE game ADD COLUMN number INTEGER;
        CREATE UNIQUE INDEX game_by_name ON game (kind, number) WHERE number IS NOT NULL;
        CREATE TABLE ended (
            kind TEXT NOT NULL,
            number INTEGER NOT NULL,
            ended REAL NOT NULL,
            words TEXT,
            value TEXT NOT NULL,
            PRIMARY KEY (kind, number)
        ) WITHOUT ROWID;
        CREATE INDEX ended_by_age ON ended (ended);
        CREATE TABLE named (kind TEXT NOT NULL, number INTEGER NOT NULL, PRIMARY KEY (kind, number)) WITHOUT ROWID;
        CREATE TABLE damaged (name TEXT NOT NULL, moved REAL NOT NULL, value TEXT NOT NULL);
        CREATE TABLE mine (person TEXT NOT NULL);
        INSERT INTO mine VALUES (lower(hex(randomblob(16))));
        """,
        """
        ALTER TABLE ended ADD COLUMN reviewed INTEGER;
        CREATE TABLE exercise (
            person TEXT NOT NULL,
            text TEXT NOT NULL,
            words TEXT,
            game TEXT,
            tried REAL NOT NULL,
            solved REAL,
            PRIMARY KEY (person, text)
        ) WITHOUT ROWID;
        CREATE INDEX exercise_of_game ON exercise (game) WHERE game IS NOT NULL;
        """,
        """
        ALTER TABLE game ADD COLUMN room TEXT REFERENCES game (id) ON DELETE CASCADE;
        CREATE INDEX game_of_room ON game (room) WHERE room IS NOT NULL
        """,
    )

    def __init__(self, file: Path | str) -> None:
        super().__init__(file)
        self.change("PRAGMA foreign_keys = ON", ())
        self.change("PRAGMA secure_delete = ON", ())  # what is removed cannot be read from the file any more
        found = self.row("SELECT person FROM mine")
        self.me: str = found[0] if found else ""
        """The person whose folder this is, by a name that nobody can guess."""

    def changed_elsewhere(self) -> int:
        """Gives a number that is another one after anything was changed through another connection."""
        return self._number("data_version")

    # Games as they stand.

    def find(self, id: str) -> Row | None:
        """Finds a game."""
        return next(self._rows("id = ?", id), None)

    def find_code(self, code: str) -> str | None:
        """Finds the game that is joined with a code, and gives its id."""
        found = self.row("SELECT id FROM game WHERE code = ?", (code,))
        return None if found is None else str(found[0])

    def latest(self, person: str, kind: str) -> str | None:
        """Finds the game of a kind that a person played last, and gives its id."""
        found = self.row(
            "SELECT id FROM game WHERE kind = ? AND (owner = ? OR guest = ?) AND room IS NULL "
            "ORDER BY touched DESC LIMIT 1",
            (kind, person, person),
        )
        return None if found is None else str(found[0])

    def of_owner(self, person: str) -> list[Row]:
        """Gives the games that a person has begun, but none of a class, the one played last first."""
        return list(self._rows("owner = ? AND room IS NULL ORDER BY touched DESC", person))

    def classes(self) -> list[Row]:
        """Gives the classes."""
        return list(self._rows("kind = ?", CLASS_KIND))

    def boards(self, room: str) -> list[Row]:
        """Gives the boards of a class, in the order in which the pupils came."""
        return list(self._rows("room = ? ORDER BY begun, id", room))

    def end_class(self, id: str) -> list[Row]:
        """Removes a class with all that belongs to it, and gives the boards as they were."""
        with self.transaction():
            boards = self.boards(id)
            self.remove(id)
        self.row("PRAGMA wal_checkpoint(TRUNCATE)")  # it is in no other file either
        return boards

    def unfinished(self, kinds: Iterable[str] = KINDS) -> list[Row]:
        """Gives the games with a name that are not over, the one that was played last at the end."""
        rows = self._rows("number IS NOT NULL AND NOT over ORDER BY touched, number, kind")
        return [row for row in rows if row.kind in set(kinds)]

    def named(self, kind: str, number: int) -> Row | None:
        """Finds the game of a name, if it is not over."""
        return next(self._rows("kind = ? AND number = ? AND NOT over", kind, number), None)

    def _rows(self, where: str, *values: object) -> Iterator[Row]:
        for found in self.rows(f"SELECT {_ROW} FROM game WHERE {where}", values):
            *head, over, begun, touched, words, text, number, room = found
            id, kind, owner, guest, code, version = head
            listed, begun, touched = self.listed(words), _moment(begun), _moment(touched)
            played = (bool(over), begun, touched, words, text, number, listed, room)
            yield Row(id, kind, owner, guest, code, version, *played)

    def made(self, person: str, key: str) -> Made | None:
        """Finds the move that a person made with a key."""
        found = self.row("SELECT person, key, game, made FROM move WHERE person = ? AND key = ?", (person, key))
        return None if found is None else Made(*found)

    def add(self, row: Row, made: Made | None = None, most: int | None = None, share: int = KEPT) -> bool:
        """Adds a game; a person has up to `share`, and of those with a name so many of each kind; the oldest make room.

        False if `most` games are kept and none can. Where the file is full, games that are over make room, and those of
        the page in which nobody has guessed, the oldest first.
        """
        same = f"owner = ? AND {_NO_CLASS}"
        same += "" if row.number is None else " AND number IS NOT NULL AND kind = ?"
        values = (row.owner,) if row.number is None else (row.owner, row.kind)
        with self.transaction():
            self.change(
                f"DELETE FROM game WHERE id IN (SELECT id FROM game WHERE {same} ORDER BY over, touched DESC "
                "LIMIT -1 OFFSET ?)",
                (*values, share - 1),
            )
            if most is not None and self.count() >= most:
                self.change(
                    "DELETE FROM game WHERE id IN (SELECT id FROM game WHERE (over OR (version = 1 AND number IS NULL))"
                    f" AND {_NO_CLASS} ORDER BY touched LIMIT ?)",
                    (max(1, most // 100),),
                )
                if self.count() >= most:
                    return False
            self.keep_words(row.listed)
            head = (row.id, row.kind, row.owner, row.guest, row.code, row.version, row.over, row.begun, row.touched)
            self.change(
                f"INSERT INTO game ({_ROW}) VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?)",
                (*head, row.words, row.text, row.number, row.room),
            )
            self._keep_move(made, row.version)
            return True

    def go_on(self, row: Row, record: Record | None = None, made: Made | None = None) -> bool:
        """Writes the next version of a game, and the record of one that is over and has a name.

        False if the file does not have the version before it.
        """
        with self.transaction():
            before = self.row("SELECT number FROM game WHERE id = ? AND version = ?", (row.id, row.version - 1))
            if before is None:
                return False
            self.change(
                "UPDATE game SET owner = ?, guest = ?, version = ?, over = ?, begun = ?, touched = ?, value = ?, "
                "number = ? WHERE id = ?",
                (row.owner, row.guest, row.version, row.over, row.begun, row.touched, row.text, row.number, row.id),
            )
            self._keep_move(made, row.version)
            if record is not None:
                self.keep(record, row.touched)
            elif row.number is not None and before[0] == row.number:  # it goes on again, as after a correction
                self.change("DELETE FROM ended WHERE kind = ? AND number = ?", (row.kind, row.number))
            return True

    def _keep_move(self, made: Made | None, version: int) -> None:
        """Keeps the key of a move; of a game only the last ones stay, for nobody sends a move again so late."""
        if made is not None:
            self.change("INSERT INTO move VALUES (?,?,?,?,?)", (made.person, made.key, made.game, made.made, version))
            self.change("DELETE FROM move WHERE game = ? AND version <= ?", (made.game, version - _KEYS))

    def remove(self, id: str) -> None:
        """Removes a game; its record stays."""
        self.change("DELETE FROM game WHERE id = ?", (id,))

    def remove_old(self, before: float) -> None:
        """Removes the games of others that nobody has touched since a time, and the words that no game needs."""
        with self.transaction():
            self.change("DELETE FROM game WHERE touched < ? AND number IS NULL", (before,))
            needed = "SELECT words FROM {} WHERE words IS NOT NULL"
            tables = " UNION ".join(map(needed.format, ("game", "ended", "exercise")))
            self.change(f"DELETE FROM words WHERE digest NOT IN ({tables})", ())

    def count(self) -> int:
        """Counts the games."""
        found = self.row("SELECT count(*) FROM game")
        return int(found[0]) if found else 0

    # Names.

    def new_number(self, kind: str) -> int:
        """Gives the number of a new game, which no game of its kind has had."""
        with self.transaction():
            found = self.row("SELECT coalesce(max(number), 0) + 1 FROM named WHERE kind = ?", (kind,))
            number = int(found[0]) if found else 1
            self.change("INSERT INTO named VALUES (?, ?)", (kind, number))
            return number

    def reserve(self, kind: str, number: int) -> int:
        """Takes a number for a game that comes from elsewhere; if it has been given here already, another one."""
        with self.transaction():
            given = self.row("SELECT 1 FROM named WHERE kind = ? AND number = ?", (kind, number)) is not None
            if given or number > _GREATEST:
                return self.new_number(kind)
            self.change("INSERT INTO named VALUES (?, ?)", (kind, number))
            return number

    def delete(self, kind: str, number: int) -> None:
        """Deletes the game of a name, its record, and the exercises from it."""
        with self.transaction():
            self.change("DELETE FROM exercise WHERE person = ? AND game = ?", (self.me, f"{kind}-{number}"))
            for table in ("game", "ended"):
                self.change(f"DELETE FROM {table} WHERE kind = ? AND number = ?", (kind, number))

    # Records.

    def keep(self, record: Record, ended: float) -> None:
        """Keeps the record of a game that has ended; the oldest make room."""
        kind, number = record.kind, number_of(record.name)
        words = None if record.words is None else record.words.digest
        text = json.dumps(record.as_json(), ensure_ascii=False)
        with self.transaction():
            self.keep_words(record.words)
            self.change(
                f"INSERT OR REPLACE INTO ended ({_ENDED}) VALUES (?,?,?,?,?)", (kind, number, ended, words, text)
            )
            oldest = "SELECT kind, number FROM ended ORDER BY ended DESC, number DESC LIMIT -1 OFFSET ?"
            others = f"(kind, number) IN ({oldest}) AND NOT (kind = ? AND number = ?)"
            self.change(f"DELETE FROM ended WHERE {others}", (RECORDS, kind, number))

    def ended(self, kinds: Iterable[str] = KINDS) -> list[Ended]:
        """Gives the records of the games that have ended, the oldest first."""
        found = self.rows(f"SELECT {_ENDED} FROM ended ORDER BY ended, number, kind")
        return [self._ended(row) for row in found if row[0] in set(kinds)]

    def ended_as(self, kind: str, number: int) -> Ended | None:
        """Finds the record of the game of a name."""
        found = self.row(f"SELECT {_ENDED} FROM ended WHERE kind = ? AND number = ?", (kind, number))
        return None if found is None else self._ended(found)

    def _ended(self, found: Found) -> Ended:
        kind, number, ended, words, text = found
        return Ended(kind, number, ended, words, text, self.listed(words))

    # Words, and what is damaged.

    def keep_words(self, words: WordList | None) -> None:
        """Keeps a list of words that something refers to by its digest."""
        if words is not None:
            value = json.dumps({"name": words.name, **words.to_value()}, ensure_ascii=False)
            self.change("INSERT OR IGNORE INTO words VALUES (?, ?)", (words.digest, value))

    def listed(self, digest: str | None) -> WordList | None:
        """Reads a list of words; None if it is missing or damaged: then it is set aside, and may come back."""
        found = None if digest is None else self.row("SELECT value FROM words WHERE digest = ?", (digest,))
        if found is None or digest is None:
            return None
        words = _words(digest, found[0])
        if words is None:
            self._set_aside(f"words {digest}", found[0])
            self.change("DELETE FROM words WHERE digest = ?", (digest,))
        return words

    def read_or_set_aside(
        self, kept: Row | Ended, read: Callable[[], Value], tell: Callable[[SitoError], object]
    ) -> Value | None:
        """Reads a game; a damaged one is moved to the others of its sort, is told, and gives None.

        Raises `NeededFileError` for one that only needs something that cannot be had now.
        """
        try:
            return read()
        except DamagedGame as error:
            aside = Fault("The game {name} is damaged, and is now set aside.", name=kept.name)
            with self.transaction():
                if not (isinstance(kept, Row) and kept.room):  # nothing of a pupil is kept for longer than the class
                    self._set_aside(kept.name, kept.text)
                if isinstance(kept, Row):
                    self.remove(kept.id)
                else:
                    self.change("DELETE FROM ended WHERE kind = ? AND number = ?", (kept.kind, kept.number))
            tell(DamagedGame(*error.faults, aside))
            return None

    def _set_aside(self, name: str, text: str) -> None:
        self.change("INSERT INTO damaged VALUES (?, ?, ?)", (name, time.time(), text))


def time_text(when: float, exact: str = "microseconds") -> str:
    """Writes a time in UTC, as ISO 8601 does.

    >>> time_text(0.25)
    '1970-01-01T00:00:00.250000+00:00'
    """
    return datetime.fromtimestamp(round(_moment(when), 6), UTC).isoformat(timespec=exact)


def _moment(kept: object) -> float:
    """Gives a time that a calendar has, whatever stands in a damaged file."""
    return min(max(kept, _FIRST), _LAST) if isinstance(kept, int | float) else 0.0


@lru_cache(maxsize=8)
def _words(digest: str, text: str) -> WordList | None:
    """Reads a list of words; None if it is damaged."""
    try:
        value = read_json(text)
        words = replace(words_of(value), name=value["name"])
    except (ValueError, RecursionError, KeyError, SitoError):
        return None
    return words if words.digest == digest else None
