"""Games that have ended, kept on disk: one JSON file for each, in `games/finished/` of the data directory.

A file has these fields: `version`, now 2; `kind`, the command that played it; `begun` and `date`, when it
began and ended, in UTC; `words`, the digest of the words of a word game; and `games`, one of them, two in a duel,
or one for each of several boards; or `puzzle`. Each of the games has `game`, its one-line text; `breaker`, who
guessed, "human" or "computer"; `strategy`, the text of the computer's, or null; `secret`, or null if nobody told
it; and only where there is something to say: `rounds`, the most guesses; `number`, of a game by number; `daily`, the
day whose puzzle it was; `again`, if its code had been played before; `hard`; `maker`, if it was not fair;
`given_up`; `order`, of a duel. A puzzle has `problem` and `steps`, as texts, `solved`, and `fewest`, the fewest
steps, if they are known. A list of words is kept once for all games: `words/DIGEST.json` beside the games. The
newest `KEPT` files stay.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from enum import StrEnum
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

from sito.base.files import write_atomically
from sito.cli.output import message
from sito.cli.play.fields import Kept, NeededFileError, SavedFields, read_object, words_of
from sito.cli.play.places import (
    BOARDS_KIND,
    KINDS,
    finished_directory,
    finished_files,
    make_directory,
    prune,
    set_aside,
)
from sito.codes.code import CodeSpace
from sito.codes.hard_mode import in_hard_mode
from sito.errors import N_, Fault, FileError, InputError
from sito.playing.game import Transcript
from sito.show.i18n import error_text
from sito.words.words import WordList

__all__ = [
    "FINISHED",
    "KEPT",
    "Breaker",
    "FinishedGame",
    "FinishedPuzzle",
    "Record",
    "finished_directory",
    "finished_files",
    "keep_finished",
    "read_finished",
    "read_record",
    "records",
]

KEPT = 5_000
"""How many files of finished games stay; the oldest make room."""

FINISHED = Kept(
    version=2,
    damaged=N_("the finished game {file} cannot be read"),
    later=N_("the finished game {file} is of version {version}; this Sito reads version {known}"),
)

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
    rounds: int | None = None
    """The most guesses that were allowed."""
    number: int | None = None
    """The number of a game by number; of a daily puzzle, that of its day."""
    daily: str | None = None
    """The day whose puzzle it was, as in 2026-11-22."""
    again: bool = False
    """Whether its code had been played before."""
    hard: bool = False
    maker: str | None = None
    """The codemaker, if it was not a fair one."""
    given_up: bool = False
    order: str | None = None
    """How a duel is decided, if not at the end of a round."""

    @classmethod
    def of_human(cls, game: Transcript, secret: str | None, **more: Any) -> FinishedGame:
        """Makes the value of a game in which a person guessed; `secret` is None if the computer had none.

        What else is known of the game is given by name.
        """
        return cls(game, Breaker.HUMAN, None, secret, **more)

    @classmethod
    def of_computer(cls, game: Transcript, strategy: str, secret: str | None = None, **more: Any) -> FinishedGame:
        """Makes the value of a game in which the computer guessed; the guess that hit the code tells the secret."""
        hit = game.winning_turn
        if secret is None and hit is not None:
            secret = CodeSpace(game.rules).text(game.turns[hit - 1].guess)
        return cls(game, Breaker.COMPUTER, strategy, secret, **more)

    @property
    def played(self) -> Transcript:
        """The game with its hard mode in the rules, if it was played in hard mode."""
        return Transcript(in_hard_mode(self.game.rules), self.game.turns) if self.hard else self.game

    def as_json(self) -> dict[str, Any]:
        """Gives it as an object of JSON, without its date and its words."""
        value = {"game": str(self.game), "breaker": self.breaker, "strategy": self.strategy, "secret": self.secret}
        more = {name: getattr(self, name) for name in _MORE}
        return value | {name: part for name, part in more.items() if part not in (None, False)}

    @classmethod
    def read(cls, fields: SavedFields, words: WordList | None, date: str) -> FinishedGame:
        """Reads what `as_json` wrote. Raises `InputError`."""
        breaker = Breaker(fields.choice("breaker", tuple(Breaker)))
        game, secret = fields.game("game", words), fields.text_or_none("secret")
        return cls(
            game=game,
            breaker=breaker,
            strategy=fields.text_or_none("strategy"),
            secret=None if secret is None else CodeSpace(game.rules).text(secret),
            date=date,
            rounds=fields.rounds(),
            number=fields.number_or_none("number", least=0),
            daily=fields.day_or_none("daily"),
            again=fields.yes("again"),
            hard=fields.yes("hard"),
            maker=fields.text_or_none("maker"),
            given_up=fields.yes("given_up"),
            order=fields.text_or_none("order"),
        )


_MORE = ("rounds", "number", "daily", "again", "hard", "maker", "given_up", "order")


@dataclass(frozen=True)
class FinishedPuzzle:
    """A puzzle that was done by hand, or given up: its problem and the steps, as texts.

    `fewest` is how many steps it takes at least, if that is known; `date` is empty until it is written.
    """

    problem: str
    steps: tuple[str, ...]
    solved: bool
    fewest: int | None = None
    date: str = ""

    def as_json(self) -> dict[str, Any]:
        """Gives it as an object of JSON, without its date."""
        return {name: part for name, part in asdict(self).items() if name != "date"}

    @classmethod
    def read(cls, fields: SavedFields, date: str) -> FinishedPuzzle:
        """Reads what `as_json` wrote. Raises `InputError`."""
        fewest = fields.number_or_none("fewest", least=0)
        return cls(fields.text("problem"), fields.texts("steps"), fields.yes("solved"), fewest, date)


@dataclass(frozen=True)
class Record:
    """What one file of a finished game says: one game, or two of a duel, or a puzzle."""

    name: str
    kind: str
    begun: str | None
    date: str
    games: tuple[FinishedGame, ...] = ()
    puzzle: FinishedPuzzle | None = None

    @property
    def words(self) -> WordList | None:
        """The words of a word game."""
        return self.games[0].game.rules.words if self.games else None

    def as_json(self) -> dict[str, Any]:
        """Gives it as an object of JSON: what the file says, with the digest of the words for the words."""
        value: dict[str, Any] = {"version": FINISHED.version, "kind": self.kind}
        if self.begun is not None:
            value["begun"] = self.begun
        value["date"] = self.date
        if self.words is not None:
            value["words"] = self.words.digest
        if self.puzzle is not None:
            return {**value, "puzzle": self.puzzle.as_json()}
        return {**value, "games": [each.as_json() for each in self.games]}

    def write(self, file: Path) -> Path:
        """Writes the file. Raises `FileError`."""
        make_directory(file.parent)
        if self.words is not None:
            _keep_words(file.parent, self.words)
        write_atomically(file, json.dumps(self.as_json(), ensure_ascii=False))
        return file


def keep_finished(
    kind: str, name: str, ended: tuple[FinishedGame, ...] | FinishedPuzzle, begun: str | None = None
) -> Path:
    """Writes what ended, the two games of a duel together, into a file and gives its place. Raises `FileError`."""
    date = datetime.now(UTC).isoformat(timespec="seconds")
    record = Record(Path(name).stem, kind, begun, date)
    record = replace(record, puzzle=ended) if isinstance(ended, FinishedPuzzle) else replace(record, games=ended)
    file = record.write(finished_directory() / name)
    prune(finished_directory(), KINDS, KEPT, file)
    return file


def read_finished(file: Path) -> list[FinishedGame]:
    """Reads the games of a file, those that ended together. Raises `InputError`, which names the file."""
    return list(read_record(file).games)


def read_record(file: Path) -> Record:
    """Reads what a file of a finished game says. Raises `InputError`, which names the file."""
    return FINISHED.read(file, partial(_record, file))


def records(kinds: Iterable[str] = KINDS) -> list[Record]:
    """Reads all finished games of these kinds, the oldest first.

    A message tells which cannot be read; those that are damaged are set aside.
    """
    found = []
    for file in finished_files(kinds):
        try:
            record = FINISHED.read_or_set_aside(file, partial(_record, file))
        except InputError as error:
            message(error_text(error))
            continue
        if record is not None:
            found.append(record)
    return sorted(found, key=lambda record: (datetime.fromisoformat(record.date), record.name))


def record_of(name: str, fields: SavedFields, words: WordList | None) -> Record:
    """Reads what an object of JSON says of a finished game; `words` are those of a word game. Raises `InputError`."""
    kind, date = fields.choice("kind", KINDS), fields.time("date")
    if name.partition("-")[0] != kind:
        raise InputError(Fault(N_("it is of the kind {kind}, which its name does not say"), kind=kind))
    record = Record(name, kind, fields.time_or_none("begun"), date)
    puzzle = fields.part_or_none("puzzle")
    if puzzle is not None:
        return replace(record, puzzle=FinishedPuzzle.read(puzzle, date))
    parts = fields.parts("games")
    if len(parts) != (2 if kind == "duel" else 1) and (kind != BOARDS_KIND or not parts):
        raise InputError(Fault(N_("it has {count} games, and {kind} has others"), count=len(parts), kind=kind))
    return replace(record, games=tuple(FinishedGame.read(part, words, date) for part in parts))


def _record(file: Path, fields: SavedFields) -> Record:
    digest = fields.text_or_none("words")
    return record_of(file.stem, fields, None if digest is None else _read_words(file.parent / _words_name(digest)))


def _keep_words(directory: Path, words: WordList) -> None:
    """Writes a list of words, unless it is there already."""
    file = directory / _words_name(words.digest)
    if not file.exists():
        make_directory(file.parent)
        write_atomically(file, json.dumps(words.to_value(), ensure_ascii=False))


def _words_name(digest: str) -> str:
    if not _DIGEST.fullmatch(digest):
        wrong = N_("{name} is {value!r}; it must be a digest of 64 hexadecimal digits")
        raise InputError(Fault(wrong, name="words", value=digest[:80]))
    return f"words/{digest}.json"


@lru_cache(maxsize=8)
def _read_words(file: Path) -> WordList:
    """Reads a list of words; if it is damaged, it is set aside, and comes back with the next game that has it.

    Raises `NeededFileError`, for the game itself is whole.
    """
    try:
        words = words_of(read_object(file))
        if words.digest == file.stem:
            return words
        faults: tuple[Fault, ...] = (Fault(N_("it has other words than its name tells")),)
    except FileError as error:
        raise NeededFileError(*error.faults) from None
    except InputError as error:
        faults = error.faults
    set_aside(file)
    raise NeededFileError(Fault(N_("the list of words {file} is damaged, and is now set aside"), file=file), *faults)


def clock(when: str) -> str:
    """Writes a time as a clock on the wall here shows it."""
    try:
        return datetime.fromisoformat(when).astimezone().strftime("%Y-%m-%d %H:%M")
    except (OverflowError, ValueError, OSError):  # of the first or the last day that there is
        return when[:16]
