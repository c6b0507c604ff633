"""How codes, answers and tables look: colored pegs on a terminal, plain text in a pipe.

The symbol of a peg is always there; color only repeats what the symbol says. The colors
are those of Okabe and Ito (Color Universal Design, 2008), which people with any kind of
color vision tell apart. Rich is imported when something is drawn on a terminal.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TextIO

from sito.code import Code, CodeSpace
from sito.feedback import Feedback
from sito.rules import FeedbackKind, Notation, Rules

if TYPE_CHECKING:
    from rich.console import Console

# One run of characters and its Rich style; a line or a table cell is a sequence of them.
Fragment = tuple[str, str]
Line = tuple[Fragment, ...]

_PALETTE = ("#e69f00", "#56b4e9", "#009e73", "#f0e442", "#0072b2", "#d55e00", "#cc79a7", "#ffffff")
_DARK = {"#0072b2"}
_MARK_STYLES = {2: "black on #56b4e9", 1: "black on #f0e442", 0: "dim"}
_WIDE_PEGS = 8
_BETWEEN_NUMBERS: Fragment = (" ", "")


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table: its title, and whether its cells stand to the right."""

    title: str
    right: bool = False


def plain(text: object) -> Line:
    """Makes a line without any style.

    >>> plain(12)
    (('12', ''),)
    """
    return ((str(text), ""),)


def code_line(rules: Rules, code: Code) -> Line:
    """Makes a line of colored pegs, the symbol on each.

    >>> text_of(code_line(Rules.parse("4x6"), Code([2, 1, 5, 5])))
    'CBFF'
    """
    if rules.notation is Notation.WORD:
        return ((CodeSpace(rules).text(code), "bold"),)
    symbols = rules.symbols()
    between: Line = (_BETWEEN_NUMBERS,) if rules.notation is Notation.NUMBERS else ()
    line: Line = ()
    for color in code:
        line += (between if line else ()) + ((symbols[color], _peg_style(color)),)
    return line


def _peg_style(color: int) -> str:
    back = _PALETTE[color % len(_PALETTE)]
    if color // len(_PALETTE) % 2:
        return f"bold {back}"
    return f"bold {'#ffffff' if back in _DARK else '#000000'} on {back}"


def feedback_line(feedback: Feedback) -> Line:
    """Makes a line of an answer in its canonical notation.

    >>> from sito.feedback import Feedback
    >>> text_of(feedback_line(Feedback.parse("2b1w", Rules.parse("4x6"))))
    'xxo'
    """
    text = str(feedback)
    if feedback.kind is FeedbackKind.POSITION:
        return tuple((letter, _MARK_STYLES[mark]) for letter, mark in zip(text, feedback.marks, strict=True))
    return ((text, "bold"),)


def text_of(line: Line) -> str:
    """Gives the characters of a line without their styles."""
    return "".join(text for text, _style in line)


class Screen:
    """Writes lines and tables to a stream: with Rich if it is a terminal, plainly if not.

    >>> import sys
    >>> Screen(sys.stdout).table([Column("code"), Column("left", right=True)], [[plain("CBFF"), plain(1295)]])
    code  left
    CBFF  1295
    """

    def __init__(self, stream: TextIO, *, color: bool = True) -> None:
        self.stream = stream
        self.terminal = stream.isatty() and os.environ.get("TERM") != "dumb"
        self._color = color
        self._console: Console | None = None

    def line(self, *parts: Line | str, end: str = "\n") -> None:
        """Writes one line, made of texts and styled lines one after the other."""
        fragments = [fragment for part in parts for fragment in (((part, ""),) if isinstance(part, str) else part)]
        if self.terminal and self._color and any(style for _text, style in fragments):
            from rich.text import Text

            console = self.console()
            pegs = Text.assemble(*_spread(tuple(fragments)))
            console.print(pegs, end=end, soft_wrap=True, highlight=False)
            self.stream.flush()
        else:
            print("".join(text for text, _style in fragments), file=self.stream, end=end, flush=True)

    def table(self, columns: Sequence[Column], rows: Iterable[Sequence[Line]]) -> None:
        """Writes a table with titles."""
        if self.terminal:
            self._rich_table(columns, rows)
        else:
            self._plain_table(columns, rows)

    def _plain_table(self, columns: Sequence[Column], rows: Iterable[Sequence[Line]]) -> None:
        lines = [[column.title for column in columns], *([text_of(cell) for cell in row] for row in rows)]
        widths = [max(cell_width(line[place]) for line in lines) for place in range(len(columns))]
        for line in lines:
            cells = [
                " " * (width - cell_width(cell)) + cell if column.right else cell + " " * (width - cell_width(cell))
                for cell, width, column in zip(line, widths, columns, strict=True)
            ]
            print("  ".join(cells).rstrip(), file=self.stream)
        self.stream.flush()

    def _rich_table(self, columns: Sequence[Column], rows: Iterable[Sequence[Line]]) -> None:
        from rich import box
        from rich.table import Table
        from rich.text import Text

        cells = [list(row) for row in rows]
        wide = [[_spread(cell) for cell in row] for row in cells] if self._color else cells
        room = self.console().width
        if _table_width(columns, wide) > room:
            wide = cells
        if _table_width(columns, wide) > room:
            self._stack(columns, cells)
            return
        table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1))
        for column in columns:
            table.add_column(column.title, justify="right" if column.right else "left", no_wrap=True)
        for row in wide:
            table.add_row(*(Text.assemble(*cell) for cell in row))
        self.console().print(table)
        self.stream.flush()

    def _stack(self, columns: Sequence[Column], rows: Iterable[Sequence[Line]]) -> None:
        """Writes the cells of each row below each other, for terminals too narrow for the table."""
        for row in rows:
            self.line()
            for column, cell in zip(columns, row, strict=True):
                if text_of(cell):
                    self.line(f"{column.title}: ", cell)

    def console(self) -> Console:
        """Gives the console of Rich for what this class does not draw, such as bars; made when first asked for."""
        if self._console is None:
            from rich.console import Console

            self._console = Console(file=self.stream, color_system="auto" if self._color else None, highlight=False)
        return self._console


def _spread(line: Line) -> Line:
    """Widens colored pegs to three characters each, so that they look like pegs; long codes stay narrow."""
    pegs = sum(" on #" in style for _text, style in line)
    if pegs > _WIDE_PEGS:
        return line
    fragments = (fragment for fragment in line if fragment != _BETWEEN_NUMBERS) if pegs else line
    return tuple((f" {text} ", style) if style.startswith("bold #") else (text, style) for text, style in fragments)


def _table_width(columns: Sequence[Column], rows: Sequence[Sequence[Line]]) -> int:
    """Counts the terminal columns of a table with two blanks and a rule between its columns."""
    cells = [[column.title, *(text_of(row[place]) for row in rows)] for place, column in enumerate(columns)]
    return sum(max(map(cell_width, column)) + 3 for column in cells)


def wrap(text: str, width: int) -> str:
    """Breaks the lines of a text between words, so that none is wider than `width`; a longer word stays whole.

    >>> print(wrap("one two three", 8))
    one two
    three
    """
    from textwrap import fill

    return "\n".join(
        fill(line, width, break_long_words=False, break_on_hyphens=False, subsequent_indent=_indent(line))
        for line in text.split("\n")
    )


def _indent(line: str) -> str:
    return line[: len(line) - len(line.lstrip())]


def cell_width(text: str) -> int:
    """Counts the terminal columns that a text takes: two for wide characters such as those of Japanese.

    >>> cell_width("code"), cell_width("コード")
    (4, 6)
    """
    if text.isascii():
        return len(text)
    from unicodedata import combining, east_asian_width

    return sum(0 if combining(letter) else 2 if east_asian_width(letter) in "WF" else 1 for letter in text)
