"""Games in progress on disk: written after every turn, so that a killed process loses nothing.

One JSON file per game in `games/` of the data directory. A file is replaced in one step,
so that it is always whole, and moves to the finished games when its game ends. A game that is
being played is locked; whoever takes it up a second time goes on with a copy.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeVar

from click.exceptions import Exit

from sito.base.files import write_atomically
from sito.base.paths import data_dir
from sito.cli.output import message, note
from sito.cli.play.fields import Kept, SavedFields
from sito.cli.play.finished import FinishedGame, FinishedPuzzle, keep_finished
from sito.cli.play.lock import GameLock
from sito.cli.play.places import (
    GAME_KINDS,
    find_file,
    games_directory,
    is_finished,
    kind_of,
    make_directory,
    new_name,
    prune,
    read_name,
    unfinished_files,
)
from sito.cli.table.commands import Leave
from sito.errors import N_, Fault, FileError, InconsistentError, InputError
from sito.show.i18n import _, error_text
from sito.strategies.from_tree import FromTree
from sito.strategies.strategy import TREE, Strategy, strategy_text
from sito.words.words import WordList

__all__ = ["SAVED", "Leave", "SavedFields", "SavedGame", "saved_strategy"]

SAVED = Kept(
    version=2,  # the first version had no words in it
    damaged=N_("the saved game {file} cannot be read"),
    later=N_("the saved game {file} is of version {version}; this Sito reads version {known}"),
)
_KEPT = 100  # unfinished games of each kind


State = TypeVar("State")


class SavedGame:
    """One game of a kind, such as "play", on disk; its state is a dictionary of JSON values."""

    def __init__(self, kind: str, path: Path) -> None:
        self.kind = kind
        self.path = path
        self._begun: str | None = None
        self._lock = GameLock(data_dir() / "games.lock", path.name)
        self._complained = False
        self._refused: str | None = None  # what is to be said of the last turn, if the disk has refused it

    @property
    def name(self) -> str:
        """The name of the game, which it keeps when it ends: `play-7`."""
        return self.path.stem

    @classmethod
    def new(cls, kind: str) -> SavedGame:
        """Makes the place of a new game."""
        saved = cls(kind, games_directory() / f"{new_name(kind)}.json")
        saved._begun = datetime.now(UTC).isoformat(timespec="microseconds")
        saved._lock.take()
        return saved

    @classmethod
    def latest(cls, kind: str, read: Callable[[SavedFields], State]) -> tuple[SavedGame, State]:
        """Takes up the unfinished game that was played last, with its state as `read` reads it.

        One that is damaged is set aside, and the one before it is taken up. Says so, and gives a
        copy, if the game is being played elsewhere. Raises `InputError` if there is no game, or if
        it cannot be read now.
        """
        for file in reversed(unfinished_files([kind])):
            taken = cls._take_up(file, read)
            if taken is not None:
                return taken
        raise InputError(Fault(N_("there is no unfinished game; begin one with {command}"), command=f"sito {kind}"))

    @classmethod
    def named(cls, name: str, read: Callable[[SavedFields], State]) -> tuple[SavedGame, State]:
        """Takes up the unfinished game of this name, as `latest` does. Raises `InputError` if there is none."""
        file = find_file(name)
        if is_finished(file):
            ended = N_("the game {name} has ended; {command} shows it")
            raise InputError(Fault(ended, name=read_name(name), command=f"sito games show {file.stem}"))
        taken = cls._take_up(file, read)
        if taken is None:
            raise InputError(Fault(N_("there is no game {name} any more to go on with"), name=file.stem))
        return taken

    @classmethod
    def resumed(cls, kind: str, name: str | None, read: Callable[[SavedFields], State]) -> tuple[SavedGame, State]:
        """Takes up the game of a name, or the latest of its kind if there is none. Raises `InputError`."""
        return cls.latest(kind, read) if name is None else cls.named(name, read)

    @classmethod
    def _take_up(cls, file: Path, read: Callable[[SavedFields], State]) -> tuple[SavedGame, State] | None:
        """Takes up the game of a file; None if it was damaged, and is set aside."""
        saved = cls(kind_of(file), file)
        alone = saved._lock.take()

        def read_all(fields: SavedFields) -> tuple[str | None, State]:
            return fields.time_or_none("begun"), read(fields)

        try:
            found = SAVED.read_or_set_aside(file, read_all)
            if found is None:
                saved._lock.let_go()
                return None
        except InputError:
            saved._lock.let_go()
            raise
        saved._begun, state = found
        if alone:
            return saved, state
        message(_("This game is being played in another window; you go on with a copy of it."))
        return cls.new(saved.kind), state

    def write(self, state: Mapping[str, Any], words: WordList | None = None) -> None:
        """Replaces the file; a disk that refuses is reported once and the game goes on.

        `state` is of JSON values. The words of a word game are saved with it. The oldest unfinished games of the kind
        make room, but only once this one is safe.
        """
        begun = {} if self._begun is None else {"begun": self._begun}
        lists = {} if words is None else {"words": words.to_value()}
        value = {"version": SAVED.version, **begun, **state, **lists}
        try:
            make_directory(self.path.parent)
            write_atomically(self.path, json.dumps(value, ensure_ascii=False))
        except FileError as error:
            self._complain(_("The game cannot be saved: {reason}"), error)
            return
        self._refused = None
        prune(self.path.parent, [self.kind], _KEPT, self.path)

    def finish(self, *games: FinishedGame) -> None:
        """Moves a game that has ended, the two of a duel together, to the finished ones.

        A disk that refuses is reported, and the game stays among the unfinished ones.
        """
        self._finish(games)

    def finish_puzzle(self, puzzle: FinishedPuzzle) -> None:
        """Moves a puzzle that has ended to the finished ones, as `finish` does a game."""
        self._finish(puzzle)

    def _finish(self, ended: tuple[FinishedGame, ...] | FinishedPuzzle) -> None:
        try:
            keep_finished(self.kind, self.path.name, ended, self._begun)
        except FileError as error:
            self._complain(_("The finished game cannot be kept: {reason}"), error)
            return
        with suppress(OSError):
            self.path.unlink()

    def _complain(self, sentence: str, error: FileError) -> None:
        """Says once in a game that the disk refuses it."""
        self._refused = sentence.format(reason=error_text(error))
        if not self._complained:
            message(self._refused)
        self._complained = True

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
            if self._refused is not None:  # what is saved, if anything, is not the game as it is now
                message(self._refused)
            elif self.path.exists():
                note(_("The game is saved. Go on with: {command}").format(command=self._how_to_go_on()))
            if isinstance(reason, Leave):
                raise Exit(0) from None
            if isinstance(reason, EOFError):
                raise Exit(1) from None
            raise
        finally:
            self._lock.let_go()

    def _how_to_go_on(self) -> str:
        return f"sito {self.kind} --resume" if self.kind in GAME_KINDS else f"sito games resume {self.name}"


def saved_strategy(strategy: Strategy) -> str:
    """Gives the text of a strategy for a saved game, which may be taken up again in another directory."""
    if isinstance(strategy, FromTree):
        return strategy_text(TREE, str(Path(strategy.file).absolute()))
    return str(strategy)
