"""What Sito keeps between runs, in one SQLite file: results of jobs, proven bounds, games played.

Several processes may use the file at once. A file that is damaged, of another program or
of a later Sito is refused with a clear error, and left as it is.
"""

from __future__ import annotations

import sqlite3
import struct
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Self

from sito.errors import N_, Fault, StoreError
from sito.tournament.games import Secrets
from sito.tournament.run import Job, Played

FILE_NAME = "sito.sqlite3"
APPLICATION_ID = int.from_bytes(b"Sito")
_ATTEMPTS = 100
_BUSY_SECONDS = 60

# One entry for each version of the file; a file of version n has had the first n of them. Only ever append.
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


@dataclass(frozen=True, slots=True)
class Proof:
    """What is proven about the best strategy of a game from a history on.

    `objective` and `guesses` (which guesses are allowed) are texts of the solver's own,
    `history` is written as in a transcript, `rules` names them with the digest of any words.
    The optimum is at least `lower` and at most `upper`, which `tree` achieves; `None`
    for `upper` if nothing is known. `version` is that of the Sito that found it last.
    """

    rules: str
    objective: str
    guesses: str
    history: str
    lower: int
    upper: int | None
    tree: bytes | None
    version: str

    @property
    def proven(self) -> bool:
        """Whether the bounds meet."""
        return self.lower == self.upper


@dataclass(frozen=True, slots=True)
class SavedGame:
    """A game played: its transcript, who broke and who made the code, and when, in ISO 8601."""

    played: str
    transcript: str
    breaker: str
    maker: str


class Store:
    """An open store; use it in a `with` statement.

    `file` is a path, `:memory:` for a store that is gone when it is closed, or a
    `file:` URI of SQLite. Raises `StoreError` if it cannot be used.

    >>> with Store(":memory:") as store:
    ...     store.add_game(SavedGame("2026-01-31T12:00:00", "4x6 CBFF:o", "entropy", "human"))
    ...     [game.transcript for game in store.games()]
    ['4x6 CBFF:o']
    """

    def __init__(self, file: Path | str) -> None:
        self._file = file
        with self._guarded():
            # Autocommit: each statement is a transaction unless one is begun.
            self._database = sqlite3.connect(file, timeout=_BUSY_SECONDS, isolation_level=None, uri=True)
        try:
            with self._guarded():
                self._check()
                self._begin_log()
                # With WAL this loses no more than the last results at a power cut, never the file.
                self._database.execute("PRAGMA synchronous = NORMAL")
                self._migrate()
        except StoreError:
            self._database.close()
            raise

    @classmethod
    def in_directory(cls, directory: Path) -> Self:
        """Opens the store of a directory, which is made if it is missing."""
        file = directory / FILE_NAME
        try:
            directory.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise _unusable(file, error.strerror or error) from None
        return cls(file)

    def _begin_log(self) -> None:
        """Turns the write-ahead log on; SQLite itself does not wait for a process that does so at the same moment."""
        for left in reversed(range(_ATTEMPTS)):
            try:
                self._database.execute("PRAGMA journal_mode = WAL")
                return
            except sqlite3.OperationalError as error:
                if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or not left:
                    raise
            # For a transaction it does wait.
            self._database.execute("BEGIN IMMEDIATE")
            self._database.execute("COMMIT")

    def _check(self) -> None:
        """Refuses the file of another program or of a later Sito, before anything is written."""
        # Tables first: another process makes them and the mark in one transaction, perhaps between these two looks.
        filled = self._database.execute("SELECT count(*) FROM sqlite_master").fetchone() != (0,)
        if filled and self._number("application_id") != APPLICATION_ID:
            raise _unusable(self._file, Fault(N_("it belongs to another program")))
        if (version := self._number("user_version")) > len(_MIGRATIONS):
            raise StoreError(
                Fault(
                    N_(
                        "{path} has version {version} and this Sito knows up to {known}; use the later Sito that "
                        "made it, or another directory: set SITO_DATA_DIR"
                    ),
                    path=self._file,
                    version=version,
                    known=len(_MIGRATIONS),
                )
            )

    def _migrate(self) -> None:
        with self._transaction():  # in which no other process migrates
            version = self._number("user_version")
            for migration in _MIGRATIONS[version:]:
                for statement in migration.split(";"):
                    self._database.execute(statement)
            if version < len(_MIGRATIONS):
                self._database.execute(f"PRAGMA application_id = {APPLICATION_ID}")
                self._database.execute(f"PRAGMA user_version = {len(_MIGRATIONS)}")

    def _number(self, pragma: str) -> int:
        return int(self._database.execute(f"PRAGMA {pragma}").fetchone()[0])

    @contextmanager
    def _guarded(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            raise _unusable(self._file, error) from None

    @contextmanager
    def _transaction(self) -> Iterator[None]:
        with self._guarded():
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

    def add_result(self, job: Job, result: Played) -> None:
        """Keeps the result of a job in place of an older one; that a strategy does not play is not kept."""
        if result.refusal:
            return
        lengths = struct.pack(f"<{len(result.lengths)}H", *result.lengths)
        with self._guarded():
            self._database.execute(
                "INSERT OR REPLACE INTO job VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                (*_job_key(job), lengths, result.examined, result.seconds),
            )

    def results(self, jobs: Iterable[Job]) -> Iterator[tuple[Job, Played]]:
        """Finds the results that are kept of these jobs."""
        with self._guarded(), closing(self._database.cursor()) as cursor:
            for job in jobs:
                row = cursor.execute(
                    "SELECT lengths, examined, seconds FROM job "
                    "WHERE rules = ? AND strategy = ? AND edition = ? AND secrets = ? AND seed = ?",
                    _job_key(job),
                ).fetchone()
                if row:
                    lengths = struct.unpack(f"<{len(row[0]) // 2}H", row[0])
                    yield job, Played(lengths, row[1], row[2])

    def add_proof(self, proof: Proof) -> None:
        """Keeps the better of what was known and what is now: the greater lower and the lesser upper bound."""
        with self._guarded():
            self._database.execute(
                """
                INSERT INTO proof VALUES (?, ?, ?, ?, ?, ?, ?, ?)
                ON CONFLICT DO UPDATE SET
                    lower = max(lower, excluded.lower),
                    tree = CASE WHEN excluded.upper < coalesce(upper, excluded.upper + 1)
                        OR (tree IS NULL AND excluded.upper = upper) THEN excluded.tree ELSE tree END,
                    upper = min(coalesce(upper, excluded.upper), coalesce(excluded.upper, upper)),
                    version = excluded.version
                """,
                (
                    proof.rules,
                    proof.objective,
                    proof.guesses,
                    proof.history,
                    proof.lower,
                    proof.upper,
                    proof.tree,
                    proof.version,
                ),
            )

    def proof(self, rules: str, objective: str, guesses: str, history: str) -> Proof | None:
        """Finds what is proven, or `None`."""
        with self._guarded():
            row = self._database.execute(
                "SELECT * FROM proof WHERE rules = ? AND objective = ? AND guesses = ? AND history = ?",
                (rules, objective, guesses, history),
            ).fetchone()
        return Proof(*row) if row else None

    def add_game(self, game: SavedGame) -> None:
        """Keeps a game."""
        with self._guarded():
            self._database.execute(
                "INSERT INTO game (played, transcript, breaker, maker) VALUES (?, ?, ?, ?)",
                (game.played, game.transcript, game.breaker, game.maker),
            )

    def games(self) -> Iterator[SavedGame]:
        """Goes through the games, the oldest first."""
        with self._guarded(), closing(self._database.cursor()) as cursor:
            for row in cursor.execute("SELECT played, transcript, breaker, maker FROM game ORDER BY id"):
                yield SavedGame(*row)


def _job_key(job: Job) -> tuple[str, str, str, str, str]:
    seed = "" if job.seed is None else str(job.seed)
    return job.rules, job.strategy, job.edition, _secrets_text(job.secrets), seed


def _secrets_text(secrets: Secrets) -> str:
    """Writes numbers of secrets: `0-255`, or `3 17 99` for a sample."""
    if isinstance(secrets, range):
        return f"{secrets.start}-{secrets.stop - 1}"
    return " ".join(map(str, secrets))


def _unusable(file: Path | str, reason: object) -> StoreError:
    return StoreError(
        Fault(
            N_(
                "{path} cannot be used: {reason}; move it away if it is damaged, or set SITO_DATA_DIR to a "
                "directory that you can write to"
            ),
            path=file,
            reason=reason if isinstance(reason, Fault) else str(reason),
        )
    )
