"""Tables that are made of lines: for pipes, for terminals that can only write on, and for screen readers."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from importlib import import_module

from sito.cli.output import board_screen, message, settings
from sito.cli.streams import exit_if_hung_up, say, visible
from sito.cli.table.commands import Commands
from sito.cli.table.contract import Picture
from sito.cli.table.reading import LONGEST_LINE, read_line, too_long, typed_line
from sito.cli.table.waiting import spinning
from sito.show.i18n import fault_text
from sito.show.render import Line, is_dumb


class LineTable:
    """Writes what is new in a game, line by line: turns to standard output, words to standard error."""

    board = False

    def __init__(self) -> None:
        self._screen = board_screen()
        self._shown: Picture | None = None

    def show(self, picture: Picture, *, whole: bool = False) -> None:
        """Writes what is new since the last picture, or all of it."""
        for line in picture.news(None if whole else self._shown):
            self._screen.line(line)
        self._shown = picture

    def say(self, text: str) -> None:
        """Writes a message."""
        message(text)

    def ask(
        self,
        prompt: str,
        keys: Mapping[str, str] | None = None,
        paint: Callable[[str], Line] | None = None,
        commands: Commands | None = None,
    ) -> str:
        """Reads one line; one that is too long is asked for again. Raises `InputError` for a line without end."""
        while True:
            try:
                line = self._typed(prompt)
            except (EOFError, OSError):
                exit_if_hung_up()
                raise
            if len(line) <= LONGEST_LINE:
                return line.strip()
            message(fault_text(too_long()))

    def _typed(self, prompt: str) -> str:
        """Reads one line; the prompt is written to a terminal only."""
        if sys.stdin.isatty() and sys.stdout.isatty() and not settings.json:
            if not is_dumb():
                with suppress(ImportError):
                    import_module("readline")  # gives input() line editing and a history
                    return input(prompt)
            return typed_line(prompt)
        if sys.stdin.isatty():
            print(prompt, file=sys.stderr, end="", flush=True)
        line = read_line()
        if not line:
            raise EOFError
        return line

    @contextmanager
    def thinking(self, text: str) -> Iterator[None]:
        """Shows a text at a terminal if the computer takes longer than a moment."""
        with spinning(text):
            yield

    def close(self) -> None:
        """Does nothing: what was written stays."""


class PlainTable(LineTable):
    """The same for those who hear the screen read: sentences, also for prompts, and nothing that moves."""

    def show(self, picture: Picture, *, whole: bool = False) -> None:
        """Writes what is new in words."""
        for sentence in picture.words(None if whole else self._shown):
            print(visible(sentence), file=self._screen.stream, flush=True)
        self._shown = picture

    def _typed(self, prompt: str) -> str:
        """Reads one line; the prompt has a line of its own, in a pipe too."""
        say(visible(prompt.rstrip()))
        if sys.stdin.isatty() and sys.stdout.isatty() and not settings.json:
            return typed_line()
        line = read_line()
        if not line:
            raise EOFError
        return line

    @contextmanager
    def thinking(self, text: str) -> Iterator[None]:
        """Shows nothing."""
        yield
