"""The store, the file in which Sito keeps results between runs: its SQLite connection and its table versions.

What the tables hold is defined by the modules that use them, `sito.tournament.run` and `sito.exact.proofs`.
Several processes may use the file at once, and several threads may share a store. A file that is damaged, or that
belongs to another program or a later Sito, is refused with a clear error and left as it is.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import RLock
from types import TracebackType
from typing import Any, ClassVar, Self

from sito.base.log import log
from sito.errors import Fault, StoreError, system_reason

Found = tuple[Any, ...]
"""A row that a query finds."""

FILE_NAME = "sito.sqlite3"
APPLICATION_ID = int.from_bytes(b"Sito")
_ATTEMPTS = 100
_BUSY_SECONDS = 60

# One entry for each version of the file; a file of version n has had the first n of them. Only ever append.
# The table of games has never been used; it stays, because removing it would need another version of the file.
_MIGRATIONS = (
    """
    CREATE TABLE job (
        rules TEXT NOT NULL,
        strategy TEXT NOT NULL,
        edition TEXT NOT NULL,
        secrets TEXT NOT NULL,
        seed TEXT NOT NULL,
        lengths BLOB NOT NULL,
        examined INTEGER,
        seconds REAL,
        PRIMARY KEY (rules, strategy, edition, secrets, seed)
    ) WITHOUT ROWID;
    CREATE TABLE proof (
        rules TEXT NOT NULL,
        objective TEXT NOT NULL,
        guesses TEXT NOT NULL,
        history TEXT NOT NULL,
        lower INTEGER NOT NULL,
        upper INTEGER,
        tree BLOB,
        version TEXT NOT NULL,
        PRIMARY KEY (rules, objective, guesses, history)
    );
    CREATE TABLE game (
        id INTEGER PRIMARY KEY,
        played TEXT NOT NULL,
        transcript TEXT NOT NULL,
        breaker TEXT NOT NULL,
        maker TEXT NOT NULL
    );
    """,
)


class Store:
    """An open store, for any thread; use it in a `with` statement.

    `file` is a path, `:memory:` for a store that exists only until it is closed, or a
    `file:` URI of SQLite. Raises `StoreError` if it cannot be used.

    A subclass with a file name, an application id and migrations of its own is a store of other things.

    >>> with Store(":memory:") as store:
    ...     store.row("SELECT count(*) FROM proof")
    (0,)
    """

    file_name: ClassVar[str] = FILE_NAME
    application_id: ClassVar[int] = APPLICATION_ID
    migrations: ClassVar[Sequence[str]] = _MIGRATIONS

    def __init__(self, file: Path | str) -> None:
        self._file = file
        # The lock admits one thread at a time; without it, the sqlite3 module allows only the thread that connected.
        self._lock = RLock()
        with self._guarded():
            # Autocommit: each statement is a transaction unless one is begun.
            self._database = sqlite3.connect(
                file, timeout=_BUSY_SECONDS, isolation_level=None, uri=True, check_same_thread=False
            )
        try:
            with self._guarded():
                self._check()
                self._begin_log()
                # With WAL, a power cut can lose the last results, but never the file.
                self._database.execute("PRAGMA synchronous = NORMAL")
                self._migrate()
        except StoreError:
            self._database.close()
            raise

    @classmethod
    def in_directory(cls, directory: Path) -> Self:
        """Opens the store of a directory, and makes the directory if it is missing."""
        file = directory / cls.file_name
        try:
            directory.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise _unusable(file, system_reason(error)) from None
        return cls(file)

    def _begin_log(self) -> None:
        """Turns on the write-ahead log; tries again while another process is doing so."""
        for left in reversed(range(_ATTEMPTS)):
            try:
                self._database.execute("PRAGMA journal_mode = WAL")
                return
            except sqlite3.OperationalError as error:
                if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or not left:
                    raise
            # SQLite waits for a transaction, but not for the change to WAL.
            self._database.execute("BEGIN IMMEDIATE")
            self._database.execute("COMMIT")

    def _check(self) -> None:
        """Refuses the file of another program or of a later Sito, before anything is written."""
        # Tables first: another process may make them and the mark, in one transaction, between these two queries.
        filled = self._database.execute("SELECT count(*) FROM sqlite_master").fetchone() != (0,)
        if filled and self._number("application_id") != self.application_id:
            raise _unusable(self._file, Fault("it belongs to another program"))
        if (version := self._number("user_version")) > len(self.migrations):
            raise StoreError.said(
                "{path} has version {version} and this Sito knows up to {known}; use the later Sito that "
                "made it, or another directory: set SITO_DATA_DIR",
                path=self._file,
                version=version,
                known=len(self.migrations),
            )

    def _migrate(self) -> None:
        with self.transaction():  # a transaction in which no other process can migrate
            version = self._number("user_version")
            for migration in self.migrations[version:]:
                for statement in migration.split(";"):
                    self._database.execute(statement)
            if version < len(self.migrations):
                log.info("%s is brought from version %d to %d", self._file, version, len(self.migrations))
                self._database.execute(f"PRAGMA application_id = {self.application_id}")
                self._database.execute(f"PRAGMA user_version = {len(self.migrations)}")

    def _number(self, pragma: str) -> int:
        return int(self._database.execute(f"PRAGMA {pragma}").fetchone()[0])

    def row(self, statement: str, values: Sequence[object] = ()) -> Found | None:
        """Returns the first row that a query finds, or None. Raises `StoreError`."""
        with self._guarded():
            found: Found | None = self._database.execute(statement, values).fetchone()
        return found

    def rows(self, statement: str, values: Sequence[object] = ()) -> list[Found]:
        """Returns all rows that a query finds. Raises `StoreError`."""
        with self._guarded():
            return self._database.execute(statement, values).fetchall()

    def change(self, statement: str, values: Sequence[object]) -> None:
        """Executes one statement that changes something; by itself it is a transaction. Raises `StoreError`."""
        with self._guarded():
            self._database.execute(statement, values)

    @contextmanager
    def _guarded(self) -> Iterator[None]:
        try:
            with self._lock:
                yield
        except sqlite3.Error as error:
            raise _unusable(self._file, self._reason(error)) from None

    def _reason(self, error: sqlite3.Error) -> object:
        """Says why the file cannot be opened as the system says it; SQLite does not tell."""
        if getattr(error, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_CANTOPEN and isinstance(self._file, Path):
            try:
                self._file.open("ab").close()
            except OSError as told:
                return system_reason(told)
        return error

    @contextmanager
    def transaction(self) -> Iterator[None]:
        """Makes everything that is done within the context one change, which is made whole or not at all.

        Within another one it is a part of that.
        """
        with self._guarded():
            if self._database.in_transaction:
                yield
                return
            self._database.execute("BEGIN IMMEDIATE")
            try:
                yield
            except BaseException:
                self._database.execute("ROLLBACK")
                raise
            self._database.execute("COMMIT")

    def close(self) -> None:
        """Closes the file."""
        with self._guarded():
            self._database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def open_store(directory: Path, on_failure: Callable[[StoreError], object]) -> Store | None:
    """Opens the store of a directory; if it cannot be used, calls `on_failure` with the reason and returns None.

    Kept results are a convenience: a caller that can do without them warns and goes on.
    """
    try:
        return Store.in_directory(directory)
    except StoreError as error:
        on_failure(error)
        return None


def _unusable(file: Path | str, reason: object) -> StoreError:
    return StoreError.said(
        "{path} cannot be used: {reason}; move it away if it is damaged, or set SITO_DATA_DIR to a "
        "directory that you can write to",
        path=file,
        reason=reason if isinstance(reason, Fault) else str(reason),
    )
