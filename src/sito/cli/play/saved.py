"""Games in progress on disk: written after every turn, so that a killed process loses nothing.

One JSON file per game in `games/` of the data directory. A file is replaced in one step,
so that it is always whole, and removed when its game ends. A game that is being played is
locked; whoever takes it up a second time goes on with a copy.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar

import typer

from sito.cli.options import read_game
from sito.cli.output import message, note
from sito.cli.play.lock import GameLock
from sito.errors import N_, Fault, FileError, InconsistentError, InputError, SitoError
from sito.files import read_limited, write_atomically
from sito.game import Transcript
from sito.i18n import _, error_text
from sito.paths import data_dir
from sito.rules import Rules
from sito.strategies.from_tree import FromTree
from sito.strategy import TREE, Strategy, strategy_text
from sito.words import WordList

VERSION = 2
_READABLE = (1, VERSION)  # the first version had no words in it
_KEPT = 20  # unfinished games of each kind


State = TypeVar("State")


class Leave(Exception):
    """The player leaves the game on purpose."""


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

    def game(self, name: str) -> Transcript:
        """Reads a game; the words of a word game are saved with it, or, by an old Sito, in their file."""
        words = self._values.get("words")
        if words is None:
            return read_game(self.text(name))
        if not isinstance(words, dict):
            raise InputError(_wrong("words", words, N_("{name} is {value}; it must be lists of secrets and guesses")))
        return Transcript.parse(self.text(name), WordList.of(words.get("secrets", ()), words.get("guesses")))


def _wrong(name: str, value: object, sentence: str) -> Fault:
    shown = repr(value)
    return Fault(sentence, name=name, value=shown if len(shown) <= _SHOWN else shown[:_SHOWN] + "...")


_SHOWN = 40  # characters of a value that is wrong


class SavedGame:
    """One game of a kind ("play", "keep" or "duel") on disk; its state is a dictionary of JSON values."""

    def __init__(self, kind: str, path: Path) -> None:
        self.kind = kind
        self.path = path
        self._lock = GameLock(data_dir() / "games.lock", path.name)
        self._complained = False

    @classmethod
    def new(cls, kind: str) -> SavedGame:
        """Makes the place of a new game."""
        saved = cls(kind, _directory() / f"{kind}-{time.time_ns()}.json")
        saved._lock.take()
        return saved

    @classmethod
    def latest(cls, kind: str, read: Callable[[SavedFields], State]) -> tuple[SavedGame, State]:
        """Takes up the unfinished game that was begun last, with its state as `read` reads it.

        Says so, and gives a copy, if the game is being played elsewhere. Raises `InputError`
        if there is no game or if it is damaged.
        """
        files = _files(kind)
        if not files:
            raise InputError(Fault(N_("there is no unfinished game; begin one with {command}"), command=f"sito {kind}"))
        saved = cls(kind, files[-1])
        alone = saved._lock.take()
        state = _read(files[-1], read)
        if alone:
            return saved, state
        message(_("This game is being played in another window; you go on with a copy of it."))
        return cls.new(kind), state

    def write(self, rules: Rules, state: Mapping[str, Any]) -> None:
        """Replaces the file; a disk that refuses is reported once and the game goes on.

        The words of a word game are saved with it. The oldest unfinished games of the kind
        make room, but only once this one is safe.
        """
        words = {} if rules.words is None else {"words": _saved_words(rules.words)}
        try:
            _make_directory(self.path.parent)
            write_atomically(self.path, json.dumps({"version": VERSION, **state, **words}, ensure_ascii=False))
        except FileError as error:
            if not self._complained:
                message(_("The game cannot be saved: {reason}").format(reason=error_text(error)))
            self._complained = True
            return
        for old in _files(self.kind)[:-_KEPT]:
            with suppress(OSError):
                old.unlink()

    def finish(self) -> None:
        """Removes the file of a game that has ended."""
        with suppress(OSError):
            self.path.unlink()

    @contextmanager
    def guard(self) -> Iterator[None]:
        """Tells how to go on when a game is left: on purpose (exit code 0), at end of input (1), by Ctrl-C (130).

        At the end of input while answers contradict each other the exit code is 3.
        """
        try:
            yield
        except (EOFError, KeyboardInterrupt, BrokenPipeError, InconsistentError, Leave) as reason:
            if not isinstance(reason, Leave):
                message()
            if self.path.exists():
                note(_("The game is saved. Go on with: {command}").format(command=f"sito {self.kind} --resume"))
            if isinstance(reason, Leave):
                raise typer.Exit(0) from None
            if isinstance(reason, EOFError):
                raise typer.Exit(1) from None
            raise
        finally:
            self._lock.let_go()


def _read(file: Path, read: Callable[[SavedFields], State]) -> State:
    """Reads a saved game. Raises `InputError`, which names the file, for whatever is wrong with it."""
    try:
        fields = SavedFields(_object(file))
        version = fields.number("version")
        if version in _READABLE:
            return read(fields)
    except SitoError as error:
        damaged = Fault(N_("the saved game {file} cannot be read; remove it to go on without it"), file=file)
        raise InputError(damaged, *error.faults) from None
    raise InputError(
        Fault(
            N_("the saved game {file} is of version {version}; this Sito reads version {known}"),
            file=file,
            version=version,
            known=VERSION,
        )
    )


def _object(file: Path) -> dict[str, Any]:
    try:
        value = json.loads(read_limited(file))
    except (ValueError, RecursionError):
        value = None
    if not isinstance(value, dict):
        raise InputError(Fault(N_("it is not a JSON object")))
    return value


def _saved_words(words: WordList) -> dict[str, Sequence[str]]:
    lists: dict[str, Sequence[str]] = {"secrets": words.secrets}
    if words.guesses != words.secrets:
        lists["guesses"] = words.guesses
    return lists


def saved_strategy(strategy: Strategy) -> str:
    """Gives the text of a strategy for a saved game, which may be taken up again in another directory."""
    if isinstance(strategy, FromTree):
        return strategy_text(TREE, str(Path(strategy.file).absolute()))
    return str(strategy)


def _make_directory(directory: Path) -> None:
    try:
        directory.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        reason = error.strerror or error
        raise FileError(Fault(N_("{file} cannot be written: {reason}"), file=directory, reason=reason)) from None


def _directory() -> Path:
    return data_dir() / "games"


def _files(kind: str) -> list[Path]:
    return sorted(_directory().glob(f"{kind}-*.json"))
