"""What a game and its table are to each other; and tables that are made of lines.

These are for pipes, for terminals that can only write on, and for screen readers.
"""

from __future__ import annotations

import os
import select
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, nullcontext, suppress
from importlib import import_module
from typing import Any, Protocol

from sito.cli.output import board_screen, message, settings
from sito.cli.streams import exit_if_hung_up, say, visible
from sito.cli.table.commands import Commands
from sito.cli.watch import spinning
from sito.errors import N_, Fault, InputError, TranscriptError
from sito.show.i18n import fault_text
from sito.show.render import Line, is_dumb

LONGEST_LINE = 10_000
"""The most characters of a line that is read as a guess, an answer or a game."""
MOST_SKIPPED = 1_000_000
"""The most characters of a line that is passed over; input that goes on longer without a new line is given up."""


def numbered_lines() -> Iterator[tuple[int, str]]:
    """Reads standard input to its end: the number of each line, from 1, and the line. Raises `InputError`."""
    number = 0
    while line := read_line():
        number += 1
        if len(line) > LONGEST_LINE:
            raise InputError.said("line {number}: {fault}", number=number, fault=too_long())
        yield number, line


def in_line(number: int, error: InputError) -> TranscriptError:
    """Says in which line of the input something is wrong."""
    return TranscriptError(*(Fault(N_("line {number}: {fault}"), number=number, fault=each) for each in error.faults))


def too_long() -> Fault:
    """Says that a line is too long."""
    return Fault(N_("the line has more than {most} characters; no guess and no answer is so long"), most=LONGEST_LINE)


def typed_line(prompt: str = "") -> str:
    """Asks for a line at a terminal, without its end. Raises `EOFError` at the end of the input.

    A signal that comes just before Python begins to wait for the terminal is heard only when
    the next line has been typed. So the wait is ours, and a signal ends it.
    """
    print(prompt, end="", flush=True)
    if sys.platform != "win32" and threading.current_thread() is threading.main_thread():
        _wait_for_a_line()
    return input()


def _wait_for_a_line() -> None:
    heard, told = os.pipe()
    os.set_blocking(told, False)
    before = signal.set_wakeup_fd(told, warn_on_full_buffer=False)
    try:
        while sys.stdin not in select.select([sys.stdin, heard], [], [])[0]:
            os.read(heard, 1000)  # the handler of the signal has run, and has raised nothing
    finally:
        signal.set_wakeup_fd(before)
        os.close(heard)
        os.close(told)


def read_line() -> str:
    """Reads a line with its end; empty at the end of the input. Raises `InputError` for a line without end."""
    line = sys.stdin.readline(MOST_SKIPPED + 1)
    if len(line) > MOST_SKIPPED:
        endless = N_(
            "the input has {most} characters without the end of a line; give text with a guess or answer a line"
        )
        raise InputError(Fault(endless, most=MOST_SKIPPED))
    return line


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


class Table:
    """What a game talks to. This one writes line by line: turns to standard output, words to standard error."""

    board = False
    """Whether it is a board that is redrawn; messages there last until the next line is read."""

    def __init__(self) -> None:
        self._screen = board_screen()
        self._shown: Picture | None = None

    def show(self, picture: Picture, *, whole: bool = False) -> None:
        """Shows a picture from now on; lines tell what is new in it, or with `whole` all of it."""
        for line in picture.news(None if whole else self._shown):
            self._screen.line(line)
        self._shown = picture

    def say(self, text: str) -> None:
        """Tells a person something; on a board it stands below the picture until the next line is read."""
        message(text)

    def ask(
        self,
        prompt: str,
        keys: Mapping[str, str] | None = None,
        paint: Callable[[str], Line] | None = None,
        commands: Commands | None = None,
    ) -> str:
        """Reads one line, without the blanks at its ends; one that is too long is asked for again.

        `keys` has names of keys as prompt_toolkit has them ("up", "left", ...) and the line that
        each stands for when it is pressed on an empty line. On a board `paint` gives the open row,
        below the picture, for what is typed so far, and `commands` the commands that are at hand.
        Raises `EOFError` at the end of the input, `KeyboardInterrupt` for Ctrl-C, and
        `InputError` for a line without end.
        """
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

    def thinking(self, text: str) -> AbstractContextManager[None]:
        """Shows a text while the computer takes longer than a moment."""
        return spinning(text)

    def close(self) -> None:
        """Ends it; a board leaves its last picture, whole, in the scrollback."""


class PlainTable(Table):
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

    def thinking(self, text: str) -> AbstractContextManager[None]:
        """Shows nothing."""
        return nullcontext()
