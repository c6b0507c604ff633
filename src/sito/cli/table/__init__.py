"""Where a game or a puzzle is played: a board that is redrawn in place, or lines.

`open_table` opens the one that fits: a board where a person sits at a terminal, lines in
pipes and at terminals that can only write on, sentences with --plain. While it is open,
what `sito.cli.output.message` and `note` tell goes to it. `lines` says what a `Table` and a
`Picture` are, `commands` reads commands, `board` is loaded only for a board.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager

from sito.cli.output import messages_to, settings
from sito.cli.signals import signals_wait
from sito.cli.table.lines import Picture, PlainTable, Table
from sito.cli.watch import spinning
from sito.show.render import is_dumb

__all__ = ["Picture", "Table", "can_redraw", "line_table", "open_table", "thinking"]

_open: list[Table] = []


@contextmanager
def open_table() -> Iterator[Table]:
    """Opens the table for a game, and closes it however the game ends."""
    begin: Callable[[], Table] = line_table
    if can_redraw():
        from sito.cli.table.board import Board

        begin = Board
    with ExitStack() as closing:
        with signals_wait():  # once a board has begun, no signal comes before it is seen to that it is taken away
            table = begin()
            closing.callback(table.close)
        _open.append(table)
        closing.callback(_open.pop)
        if table.board:
            closing.enter_context(messages_to(table.say))
        yield table


def line_table() -> Table:
    """Makes a table of lines, wherever it is: in words with --plain."""
    return PlainTable() if settings.plain else Table()


def thinking(text: str) -> AbstractContextManager[None]:
    """Shows a text while the computer takes longer than a moment: on the open table, else at the terminal."""
    return _open[-1].thinking(text) if _open else spinning(text)


def can_redraw() -> bool:
    """Tells whether a person sits at a terminal whose lines can be drawn anew."""
    if settings.json or settings.plain or os.name != "posix" or is_dumb():
        return False
    return sys.stdin.isatty() and sys.stdout.isatty()
