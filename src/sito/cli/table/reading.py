"""Lines from a pipe or a terminal: a line has a longest length, so that no input fills the memory."""

from __future__ import annotations

import os
import select
import signal
import sys
import threading
from collections.abc import Iterator

from sito.errors import N_, Fault, InputError

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
            raise InputError(Fault(N_("line {number}: {fault}"), number=number, fault=too_long()))
        yield number, line


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
        raise InputError(
            Fault(
                N_(
                    "the input has {most} characters without the end of a line; give text with a guess or answer a line"
                ),
                most=MOST_SKIPPED,
            )
        )
    return line
