"""What the commands share: settings, and where words and data go.

Data goes to standard output, every other word to standard error. What a user typed or a file
holds is written with its control characters spelled out, so that no text moves the cursor,
changes colors or renames the window.
"""

from __future__ import annotations

import functools
import os
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, TextIO

from sito.cli.preferences import Preferences
from sito.cli.streams import CONTROLS, say, visible
from sito.errors import SitoError
from sito.show.i18n import _, error_text, set_language

if TYPE_CHECKING:
    from rich.console import Console

    from sito.playing.game import Transcript
    from sito.show.render import Column, Screen

JSON_VERSION = 1
"""The version of what --json gives: every object begins with the name of its command and this number."""


class Settings:
    """What the options that every command has were set to, before or after the command's name."""

    def __init__(self) -> None:
        self.reset(Preferences())

    def reset(self, saved: Preferences) -> None:
        """Sets every option back to what the person has chosen for all commands."""
        self.json = self.quiet = self.no_color = False
        self.plain = saved.plain
        """Whether everything is lines in the order in which they are read: nothing moves, nothing is said by color."""
        self.color = saved.color
        """How many colors a terminal is taken to have: `auto`, `none`, `16`, `256` or `true`."""
        self.count = saved.count
        """Whether a game shows how many codes are left."""
        self.seed: int | None = None
        self.command = ""
        """The name of the command that runs, such as `tree build`."""
        self.told: set[str] = set()
        """What the person has been told and need not be told again: of word lists what is odd about them."""

    def update(
        self,
        *,
        lang: str | None = None,
        json: bool = False,
        quiet: bool = False,
        no_color: bool = False,
        plain: bool = False,
        seed: int | None = None,
    ) -> None:
        """Takes in what was given; what was not given stays."""
        if lang is not None:
            set_language(lang)
        self.json |= json
        self.quiet |= quiet
        self.no_color |= no_color
        self.plain |= plain
        self.seed = self.seed if seed is None else seed


settings = Settings()


_listeners: list[Callable[[str], None]] = []


@contextmanager
def messages_to(listener: Callable[[str], None]) -> Iterator[None]:
    """Gives words for a person to a listener, such as a board, instead of writing them."""
    _listeners.append(listener)
    try:
        yield
    finally:
        _listeners.remove(listener)


def message(text: str = "") -> None:
    """Writes words for a person to standard error; if nobody can be told any more, the work goes on all the same."""
    if _listeners:
        _listeners[-1](text)
    else:
        say(fitted(text, sys.stderr))


@contextmanager
def telling(*kinds: type[SitoError]) -> Iterator[None]:
    """Tells a person of the errors of these kinds within the context, after which it goes on."""
    try:
        yield
    except kinds as error:
        message(error_text(error))


def fitted(text: str, stream: TextIO) -> str:
    """Spells out control characters, and breaks the lines of a text between words if it goes to a terminal."""
    text = visible(text)
    if not stream.isatty():
        return text
    from sito.show.render import wrap

    return wrap(text, columns_of(stream))


def columns_of(stream: TextIO) -> int:
    """Tells how wide the terminal is to which a stream goes; the other stream may go to a file."""
    asked = os.environ.get("COLUMNS", "")
    if asked.isdecimal() and int(asked):
        return int(asked)
    with suppress(OSError, ValueError):
        return os.get_terminal_size(stream.fileno()).columns or 80
    return 80


def note(text: str) -> None:
    """Writes words for a person to standard error, unless --quiet was given."""
    if not settings.quiet:
        message(text)


def emit(text: str) -> None:
    """Writes data to standard output, lines broken between words if it is a terminal."""
    print(fitted(text, sys.stdout), flush=True)


def emit_json(value: Mapping[str, object], indent: int | None = None) -> None:
    """Writes an object as JSON to standard output, behind the name of the command and the version.

    It is one line, unless parts of it are to be indented.
    """
    import json

    envelope = {"sito": settings.command, "version": JSON_VERSION}
    text = json.dumps({**envelope, **value, "version": JSON_VERSION}, ensure_ascii=False, indent=indent)
    for line in text.split("\n"):  # a text in it has no line of its own
        print(CONTROLS.sub(lambda found: f"\\u{ord(found[0]):04x}", line), flush=True)


def screen() -> Screen:
    """Makes the screen for data: standard output, in color unless --no-color or NO_COLOR says otherwise."""
    return _screen(sys.stdout)


def message_screen() -> Screen:
    """Makes the screen for words to a person: standard error."""
    return _screen(sys.stderr)


def board_screen() -> Screen:
    """Makes the screen for the board of a game: standard output, or standard error if JSON will be the output."""
    return message_screen() if settings.json else screen()


def _screen(stream: TextIO) -> Screen:
    from sito.show.render import Screen

    # A number of colors that was chosen outdoes NO_COLOR, as https://no-color.org wants it.
    silenced = settings.color == "auto" and os.environ.get("NO_COLOR")
    color = "none" if settings.no_color or silenced else settings.color
    return Screen(stream, color=color, plain=settings.plain, console=functools.partial(_console, stream))


def _console(stream: TextIO, **options: Any) -> Console:
    from sito.cli.console import WholeConsole

    return WholeConsole(words=stream is sys.stderr, **options)


def show_turns(
    game: Transcript, columns: Sequence[Column] = (), cells: Callable[[int], Sequence[object]] = lambda _index: ()
) -> None:
    """Writes the guesses and answers of a game as a table, with further columns."""
    from sito.show.render import Column, code_line, feedback_line

    rows = [
        [index + 1, code_line(game.rules, guess), feedback_line(answer), *cells(index)]
        for index, (guess, answer) in enumerate(game.turns)
    ]
    show_table([Column("#", right=True), Column(_("guess")), Column(_("answer")), *columns], rows)


def show_table(columns: Sequence[Column], rows: Iterable[Sequence[object]]) -> None:
    """Writes a table of data, and says which columns a narrow terminal has no room for."""
    left_out = screen().table(columns, rows)
    if left_out:
        wider = _("A wider terminal, or --json, shows also: {columns}.")
        note(wider.format(columns=", ".join(left_out)))
