"""Games in progress on disk: written after every turn, so that a killed process loses nothing.

One JSON file per game in `games/` of the data directory. A file is replaced in one step,
so that it is always whole, and removed when its game ends.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar

import typer

from sito.cli.output import message, note
from sito.errors import N_, Fault, InconsistentError, InputError
from sito.i18n import _
from sito.paths import data_dir

VERSION = 1
_KEPT = 20  # unfinished games of each kind


State = TypeVar("State")


class Leave(Exception):
    """The player leaves the game on purpose."""


class SavedGame:
    """One game of a kind ("play", "keep" or "duel") on disk; its state is a dictionary of JSON values."""

    def __init__(self, kind: str, path: Path) -> None:
        self.kind = kind
        self.path = path
        self._complained = False

    @classmethod
    def new(cls, kind: str) -> SavedGame:
        """Makes the place of a new game."""
        return cls(kind, _directory() / f"{kind}-{time.time_ns()}.json")

    @classmethod
    def latest(cls, kind: str, load: Callable[[dict[str, Any]], State]) -> tuple[SavedGame, State]:
        """Finds the unfinished game that was begun last, with its state as `load` reads it. Raises `InputError`."""
        files = _files(kind)
        if not files:
            raise InputError(Fault(N_("there is no unfinished game; begin one with {command}"), command=f"sito {kind}"))
        try:
            state = json.loads(files[-1].read_text(encoding="utf-8"))
            version = state["version"]
            loaded = load(state) if version == VERSION else None
        except (ValueError, KeyError, TypeError) as error:
            raise InputError(
                Fault(N_("the saved game {file} cannot be read; remove it to go on without it"), file=files[-1]),
                *(error.faults if isinstance(error, InputError) else ()),
            ) from None
        if loaded is None:
            raise InputError(
                Fault(
                    N_("the saved game {file} is of version {version}; this Sito reads version {known}"),
                    file=files[-1],
                    version=version,
                    known=VERSION,
                )
            )
        return cls(kind, files[-1]), loaded

    def write(self, state: dict[str, Any]) -> None:
        """Replaces the file; a disk that refuses is reported once and the game goes on.

        The oldest unfinished games of the kind make room, but only once this one is safe.
        """
        part = self.path.with_suffix(f".{os.getpid()}.part")
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            with part.open("w", encoding="utf-8") as file:
                json.dump({"version": VERSION, **state}, file, ensure_ascii=False)
                file.flush()
                os.fsync(file.fileno())
            part.replace(self.path)
        except OSError as error:
            if not self._complained:
                message(_("The game cannot be saved: {reason}").format(reason=error))
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


def _directory() -> Path:
    return data_dir() / "games"


def _files(kind: str) -> list[Path]:
    return sorted(_directory().glob(f"{kind}-*.json"))
