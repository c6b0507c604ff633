"""What a game and its table are to each other: the protocols `Table` and `Picture`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from typing import Any, Protocol

from sito.cli.table.commands import Commands
from sito.show.render import Line

WHOLE = 1_000_000
"""The height of a picture that is drawn at the end of a game: whole, and without what is still open."""


class Picture(Protocol):
    """What is to be seen of a game; a value that does not change while it is shown."""

    def lines(self, width: int, height: int) -> list[Line]:
        """Gives the lines for a board; the latest part, and how much is above it, where all does not fit."""
        ...

    def news(self, before: Any) -> list[Line]:
        """Gives the lines for line mode: what is new since `before`, a picture of the same kind, or None for none."""
        ...

    def words(self, before: Any) -> list[str]:
        """Gives the same for plain mode: a sentence or a few a line, nothing told by color or place alone."""
        ...


class Table(Protocol):
    """What a game talks to: a board that is redrawn in place, or lines."""

    board: bool
    """Whether it is a board that is redrawn; messages there last until the next line is read."""

    def show(self, picture: Picture, *, whole: bool = False) -> None:
        """Shows a picture from now on; line mode writes what is new in it, or with `whole` all of it."""
        ...

    def say(self, text: str) -> None:
        """Tells a person something; on a board it stands below the picture until the next line is read."""
        ...

    def ask(
        self,
        prompt: str,
        keys: Mapping[str, str] | None = None,
        paint: Callable[[str], Line] | None = None,
        commands: Commands | None = None,
    ) -> str:
        """Reads one line, without the blanks at its ends.

        `keys` has names of keys as prompt_toolkit has them ("up", "left", ...) and the line that
        each stands for when it is pressed on an empty line. On a board `paint` gives the open row,
        below the picture, for what is typed so far, and `commands` the commands that are at hand.
        Raises `EOFError` at the end of the input and `KeyboardInterrupt` for Ctrl-C.
        """
        ...

    def thinking(self, text: str) -> AbstractContextManager[None]:
        """Shows a text while the computer takes long."""
        ...

    def close(self) -> None:
        """Ends it; a board leaves its last picture, whole, in the scrollback."""
        ...
