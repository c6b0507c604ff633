"""Lines from a player, or from a pipe: a line has a longest length, so that no input fills the memory."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import suppress
from importlib import import_module

from sito.cli.output import message
from sito.errors import N_, Fault, InputError
from sito.i18n import fault_text

LONGEST_LINE = 10_000
"""The most characters of a line that is read as a guess, an answer or a game."""
MOST_SKIPPED = 1_000_000
"""The most characters of a line that is passed over; input that goes on longer without a new line is given up."""


def ask(prompt: str) -> str:
    """Reads one line from the player, without the blanks at its ends; a line that is too long is asked for again.

    Raises `EOFError` at the end of the input, `InputError` for a line without end.
    """
    while True:
        line = _typed_line(prompt)
        if len(line) <= LONGEST_LINE:
            break
        message(fault_text(_too_long()))
    return line.strip()


def _typed_line(prompt: str) -> str:
    if sys.stdin.isatty() and sys.stdout.isatty():
        with suppress(ImportError):
            import_module("readline")  # gives input() line editing and a history
        return input(prompt)
    if sys.stdin.isatty():
        print(prompt, file=sys.stderr, end="", flush=True)
    line = _read_line()
    if not line:
        raise EOFError
    return line


def numbered_lines() -> Iterator[tuple[int, str]]:
    """Reads standard input to its end: the number of each line, from 1, and the line. Raises `InputError`."""
    number = 0
    while line := _read_line():
        number += 1
        if len(line) > LONGEST_LINE:
            raise InputError(Fault(N_("line {number}: {fault}"), number=number, fault=_too_long()))
        yield number, line


def _too_long() -> Fault:
    return Fault(N_("the line has more than {most} characters; no guess and no answer is so long"), most=LONGEST_LINE)


def _read_line() -> str:
    """Reads a line with its end; empty at the end of the input."""
    line = sys.stdin.readline(MOST_SKIPPED + 1)
    if len(line) > MOST_SKIPPED:
        raise InputError(
            Fault(
                N_(
                    "the input has {most} characters without the end of a line; give text with a guess or answer a line"
                ),
                most=MOST_SKIPPED,
            )
        )
    return line
