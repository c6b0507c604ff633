"""Games in progress on disk: written after every turn, so that a killed process loses nothing.

One JSON file per game in `games/` of the data directory. A file is replaced in one step,
so that it is always whole, and moves to the finished games when its game ends. A game that is
being played is locked; whoever takes it up a second time goes on with a copy.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar

import typer

from sito.cli.output import message, note
from sito.cli.play.fields import SavedFields, make_directory, read_object, saved_words
from sito.cli.play.finished import FinishedGame, keep_finished
from sito.cli.play.lock import GameLock
from sito.cli.table.commands import Leave
from sito.errors import N_, Fault, FileError, InconsistentError, InputError, SitoError
from sito.files import write_atomically
from sito.i18n import _, error_text
from sito.paths import data_dir
from sito.rules import Rules
from sito.strategies.from_tree import FromTree
from sito.strategy import TREE, Strategy, strategy_text

__all__ = ["Leave", "SavedFields", "SavedGame", "saved_strategy"]

VERSION = 2
_READABLE = (1, VERSION)  # the first version had no words in it
_KEPT = 20  # unfinished games of each kind


State = TypeVar("State")


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
        words = {} if rules.words is None else {"words": saved_words(rules.words)}
        try:
            make_directory(self.path.parent)
            write_atomically(self.path, json.dumps({"version": VERSION, **state, **words}, ensure_ascii=False))
        except FileError as error:
            if not self._complained:
                message(_("The game cannot be saved: {reason}").format(reason=error_text(error)))
            self._complained = True
            return
        for old in _files(self.kind)[:-_KEPT]:
            with suppress(OSError):
                old.unlink()

    def finish(self, *games: FinishedGame) -> None:
        """Moves a game that has ended, the two of a duel together, to the finished ones.

        A disk that refuses is reported, and the game is no longer kept.
        """
        try:
            keep_finished(self.kind, self.path.name, games)
        except FileError as error:
            message(_("The finished game cannot be kept: {reason}").format(reason=error_text(error)))
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
        fields = SavedFields(read_object(file))
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


def saved_strategy(strategy: Strategy) -> str:
    """Gives the text of a strategy for a saved game, which may be taken up again in another directory."""
    if isinstance(strategy, FromTree):
        return strategy_text(TREE, str(Path(strategy.file).absolute()))
    return str(strategy)


def _directory() -> Path:
    return data_dir() / "games"


def _files(kind: str) -> list[Path]:
    return sorted(_directory().glob(f"{kind}-*.json"))
