"""The file of games: one table of games, one of the moves that were made with a key, one of words.

A move is committed to the write-ahead log before it is answered, so that the end of the process,
even by SIGKILL, takes nothing back that a player has seen. The log is not forced to the disk each
time (`synchronous = NORMAL`): that would take every move ten times as long, and only where the
power fails can the last moves be missing; the file is whole even then. One thread owns the
connection; whoever calls from the event loop awaits it.
"""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeVar

from sito.errors import N_, Fault, StoreError, system_reason
from sito.words.words import WordList

FILE_NAME = "games.sqlite3"
APPLICATION_ID = int.from_bytes(b"SitG")
_KEYS = 200
"""So many of the last moves of a game are known by their keys."""
Value = TypeVar("Value")

# One entry for each version of the file; a file of version n has had the first n of them. Only ever append.
_MIGRATIONS = (
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
)


@dataclass(frozen=True)
class Row:
    """A game as the file has it; `value` is JSON. `over` games make room first."""

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
    value: dict[str, Any]


@dataclass(frozen=True)
class Made:
    """A move that was made with a key of idempotency; `made` is a digest of what it was."""

    person: str
    key: str
    game: str
    made: str


_COLUMNS = "id, kind, owner, guest, code, version, over, begun, touched, words, value"


class GameStore:
    """The open file. Every method is a transaction; all but `close` are awaited. Raises `StoreError`."""

    def __init__(self, file: Path | str) -> None:
        self._file = file
        self._thread = ThreadPoolExecutor(1, "games")
        try:
            self._thread.submit(self._open).result()
        except BaseException:
            self._thread.shutdown()
            raise

    @classmethod
    def in_directory(cls, directory: Path) -> GameStore:
        """Opens the file of a directory, and makes the directory if it is missing. Raises `StoreError`."""
        file = directory / FILE_NAME
        try:
            directory.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise _unusable(file, system_reason(error)) from None
        return cls(file)

    def _open(self) -> None:
        try:
            self._database = sqlite3.connect(self._file, timeout=10, isolation_level=None)
            filled = self._one("SELECT count(*) FROM sqlite_master") != (0,)
            if filled and self._one("PRAGMA application_id") != (APPLICATION_ID,):
                raise _unusable(self._file, Fault(N_("it belongs to another program")))
            self._database.execute("PRAGMA journal_mode = WAL")
            self._database.execute("PRAGMA synchronous = NORMAL")
            self._database.execute("PRAGMA foreign_keys = ON")
            self._migrate()
        except sqlite3.Error as error:
            raise _unusable(self._file, error) from None

    def _migrate(self) -> None:
        version = self._one("PRAGMA user_version")[0]
        if version > len(_MIGRATIONS):
            raise _unusable(self._file, Fault(N_("a later Sito has made it")))
        self._database.execute("BEGIN IMMEDIATE")
        for migration in _MIGRATIONS[version:]:
            for statement in migration.split(";"):
                self._database.execute(statement)
        self._database.execute(f"PRAGMA application_id = {APPLICATION_ID}")
        self._database.execute(f"PRAGMA user_version = {len(_MIGRATIONS)}")
        self._database.execute("COMMIT")

    def _one(self, statement: str, values: tuple[object, ...] = ()) -> Any:
        return self._database.execute(statement, values).fetchone()

    async def _do(self, work: Callable[[], Value]) -> Value:
        """Does some work in the thread of the file, as one transaction."""

        def transaction() -> Value:
            try:
                self._database.execute("BEGIN IMMEDIATE")
                try:
                    done = work()
                except BaseException:
                    self._database.execute("ROLLBACK")
                    raise
                self._database.execute("COMMIT")
            except sqlite3.Error as error:
                raise _unusable(self._file, error) from None
            return done

        return await asyncio.get_running_loop().run_in_executor(self._thread, transaction)

    async def find(self, id: str) -> tuple[Row, WordList | None] | None:
        """Finds a game, with the words of a word game."""
        return await self._do(lambda: self._found("id", id))

    async def find_code(self, code: str) -> str | None:
        """Finds the game that is joined with a code, and gives its id."""

        def work() -> str | None:
            found = self._one("SELECT id FROM game WHERE code = ?", (code,))
            return None if found is None else str(found[0])

        return await self._do(work)

    def _found(self, column: str, value: str) -> tuple[Row, WordList | None] | None:
        found = self._one(f"SELECT {_COLUMNS} FROM game WHERE {column} = ?", (value,))
        if found is None:
            return None
        *head, over, begun, touched, digest, text = found
        id, kind, owner, guest, code, version = head
        row = Row(id, kind, owner, guest, code, version, bool(over), begun, touched, digest, json.loads(text))
        if digest is None:
            return row, None
        (listed,) = self._one("SELECT value FROM words WHERE digest = ?", (digest,))
        lists = json.loads(listed)
        return row, WordList.of_value(lists, lists["name"])

    async def latest(self, person: str, kind: str) -> str | None:
        """Finds the game of a kind that a person played last, and gives its id."""

        def work() -> str | None:
            found = self._one(
                "SELECT id FROM game WHERE kind = ? AND (owner = ? OR guest = ?) ORDER BY touched DESC LIMIT 1",
                (kind, person, person),
            )
            return None if found is None else str(found[0])

        return await self._do(work)

    async def made(self, person: str, key: str) -> Made | None:
        """Finds the move that a person made with a key."""

        def work() -> Made | None:
            found = self._one("SELECT person, key, game, made FROM move WHERE person = ? AND key = ?", (person, key))
            return None if found is None else Made(*found)

        return await self._do(work)

    async def add(self, row: Row, words: WordList | None, made: Made | None, most: int, share: int) -> bool:
        """Adds a game; a person has up to `share`, the oldest make room. False if `most` games are kept and none can.

        Where the file is full, games that are over make room, the oldest first.
        """

        def work() -> bool:
            self._database.execute(
                "DELETE FROM game WHERE id IN (SELECT id FROM game WHERE owner = ? ORDER BY over, touched DESC "
                "LIMIT -1 OFFSET ?)",
                (row.owner, share - 1),
            )
            if self._one("SELECT count(*) FROM game")[0] >= most:
                self._database.execute(
                    "DELETE FROM game WHERE id IN (SELECT id FROM game WHERE over ORDER BY touched LIMIT ?)",
                    (max(1, most // 100),),
                )
                if self._one("SELECT count(*) FROM game")[0] >= most:
                    return False
            if words is not None:
                self._database.execute(
                    "INSERT OR IGNORE INTO words VALUES (?, ?)", (row.words, json.dumps(_lists(words)))
                )
            self._database.execute(f"INSERT INTO game ({_COLUMNS}) VALUES (?,?,?,?,?,?,?,?,?,?,?)", _values(row))
            self._keep(made, row.version)
            return True

        return await self._do(work)

    async def change(self, row: Row, made: Made | None) -> bool:
        """Writes the next version of a game; False if the file does not have the version before it."""

        def work() -> bool:
            done = self._database.execute(
                "UPDATE game SET guest = ?, version = ?, over = ?, touched = ?, value = ? WHERE id = ? AND version = ?",
                (row.guest, row.version, row.over, row.touched, json.dumps(row.value), row.id, row.version - 1),
            )
            if done.rowcount:
                self._keep(made, row.version)
            return bool(done.rowcount)

        return await self._do(work)

    def _keep(self, made: Made | None, version: int) -> None:
        """Keeps the key of a move; of a game only the last ones stay, for nobody sends a move again so late."""
        if made is not None:
            values = (made.person, made.key, made.game, made.made, version)
            self._database.execute("INSERT INTO move VALUES (?,?,?,?,?)", values)
            self._database.execute("DELETE FROM move WHERE game = ? AND version <= ?", (made.game, version - _KEYS))

    async def remove(self, id: str) -> None:
        """Removes a game."""
        await self._do(lambda: self._database.execute("DELETE FROM game WHERE id = ?", (id,)).rowcount)

    async def remove_old(self, before: float) -> int:
        """Removes the games that nobody has touched since a time, and the words that no game needs; gives how many."""

        def work() -> int:
            removed = self._database.execute("DELETE FROM game WHERE touched < ?", (before,)).rowcount
            self._database.execute(
                "DELETE FROM words WHERE digest NOT IN (SELECT words FROM game WHERE words IS NOT NULL)"
            )
            return removed

        return await self._do(work)

    async def count(self) -> int:
        """Counts the games."""
        return await self._do(lambda: int(self._one("SELECT count(*) FROM game")[0]))

    def close(self) -> None:
        """Closes the file, after what was begun."""
        self._thread.submit(self._database.close).result()
        self._thread.shutdown()


def _values(row: Row) -> tuple[object, ...]:
    head = (row.id, row.kind, row.owner, row.guest, row.code, row.version, row.over, row.begun, row.touched)
    return (*head, row.words, json.dumps(row.value))


def _lists(words: WordList) -> dict[str, Any]:
    return {"name": words.name, **words.to_value()}


def _unusable(file: Path | str, reason: object) -> StoreError:
    unusable = N_("the games in {path} cannot be used: {reason}")
    return StoreError(Fault(unusable, path=file, reason=reason if isinstance(reason, Fault) else str(reason)))
