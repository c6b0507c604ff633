"""Games that have ended, kept on disk for reviews: one JSON file for each, in `games/finished/` of the data directory.

A file has these fields: `version`, now 1; `kind`, the command that played it; `date`, when it
ended, in UTC; `words`, the digest of the words of a word game; and `games`, one of them, or two
in a duel. Each of these has `game`, its one-line text; `breaker`, who guessed, "human" or
"computer"; `strategy`, the text of the computer's, or null; and `secret`, or null if nobody
told it. A list of words is kept once for all games: `words/DIGEST.json` beside the games.
The newest `KEPT` files stay.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from functools import lru_cache
from pathlib import Path

from sito.cli.play.fields import SavedFields, make_directory, read_object, saved_words, words_of
from sito.code import CodeSpace
from sito.errors import N_, Fault, InputError, SitoError
from sito.files import write_atomically
from sito.game import Transcript
from sito.paths import data_dir
from sito.words import WordList

VERSION = 1
KEPT = 5_000
"""How many files of finished games stay; the oldest make room."""

_DIGEST = re.compile(r"[0-9a-f]{64}")


class Breaker(StrEnum):
    """Who guessed."""

    HUMAN = "human"
    COMPUTER = "computer"


@dataclass(frozen=True)
class FinishedGame:
    """A game that has ended: who guessed, with which strategy if it was the computer, and the secret if it is known.

    `date` is when it ended, as ISO 8601 writes it; it is empty until the game is written.
    """

    game: Transcript
    breaker: Breaker
    strategy: str | None = None
    secret: str | None = None
    date: str = ""

    @classmethod
    def of_human(cls, game: Transcript, secret: str | None) -> FinishedGame:
        """Makes the value of a game in which a person guessed; `secret` is None if the computer had none."""
        return cls(game, Breaker.HUMAN, None, secret)

    @classmethod
    def of_computer(cls, game: Transcript, strategy: str, secret: str | None = None) -> FinishedGame:
        """Makes the value of a game in which the computer guessed; the guess that hit the code tells the secret."""
        hit = game.winning_turn
        if secret is None and hit is not None:
            secret = CodeSpace(game.rules).text(game.turns[hit - 1].guess)
        return cls(game, Breaker.COMPUTER, strategy, secret)


def keep_finished(kind: str, name: str, games: tuple[FinishedGame, ...]) -> Path:
    """Writes the games that ended together into one file, and gives its place. Raises `FileError`."""
    directory = finished_directory()
    make_directory(directory)
    words = games[0].game.rules.words
    value = {
        "version": VERSION,
        "kind": kind,
        "date": datetime.now(UTC).isoformat(timespec="seconds"),
        "games": [
            {"game": str(each.game), "breaker": each.breaker, "strategy": each.strategy, "secret": each.secret}
            for each in games
        ],
    }
    if words is not None:
        value["words"] = words.digest
        _keep_words(directory, words)
    file = directory / name
    write_atomically(file, json.dumps(value, ensure_ascii=False))
    for old in _files()[:-KEPT]:
        with suppress(OSError):
            old.unlink()
    return file


def finished_directory() -> Path:
    """Names the directory of finished games; it need not exist."""
    return data_dir() / "games" / "finished"


def finished_files() -> list[Path]:
    """Lists the files of finished games, the oldest first."""
    return _files()


def read_finished(file: Path) -> list[FinishedGame]:
    """Reads the games of a file, those that ended together. Raises `InputError`, which names the file."""
    try:
        fields = SavedFields(read_object(file))
        version = fields.number("version")
        if version == VERSION:
            return list(_games(file, fields))
    except SitoError as error:
        damaged = Fault(N_("the finished game {file} cannot be read; remove it to go on without it"), file=file)
        raise InputError(damaged, *error.faults) from None
    raise InputError(
        Fault(
            N_("the finished game {file} is of version {version}; this Sito reads version {known}"),
            file=file,
            version=version,
            known=VERSION,
        )
    )


def _games(file: Path, fields: SavedFields) -> Iterator[FinishedGame]:
    digest = fields.text_or_none("words")
    words = None if digest is None else _read_words(file.parent / _words_name(digest))
    date = fields.text("date")
    for part in fields.parts("games"):
        breaker = part.text("breaker")
        if breaker not in list(Breaker):
            wrong = N_("{name} is {value!r}; it must be one of: {allowed}")
            raise InputError(Fault(wrong, name="breaker", value=breaker, allowed=", ".join(Breaker)))
        strategy, secret = part.text_or_none("strategy"), part.text_or_none("secret")
        yield FinishedGame(part.game("game", words), Breaker(breaker), strategy, secret, date)


def _keep_words(directory: Path, words: WordList) -> None:
    """Writes a list of words, unless it is there already."""
    file = directory / _words_name(words.digest)
    if not file.exists():
        make_directory(file.parent)
        write_atomically(file, json.dumps(saved_words(words), ensure_ascii=False))


def _words_name(digest: str) -> str:
    if not _DIGEST.fullmatch(digest):
        wrong = N_("{name} is {value!r}; it must be a digest of 64 hexadecimal digits")
        raise InputError(Fault(wrong, name="words", value=digest[:80]))
    return f"words/{digest}.json"


@lru_cache(maxsize=8)
def _read_words(file: Path) -> WordList:
    return words_of(read_object(file))


def _files() -> list[Path]:
    return sorted(finished_directory().glob("*-*.json"), key=_age)


def _age(file: Path) -> tuple[int, str]:
    """Orders files by the time in their names, at which their games began."""
    number = file.stem.rpartition("-")[2]
    return (int(number) if number.isdecimal() and number.isascii() else 0, file.name)
