"""How codes, answers and tables look: colored pegs on a terminal, plain text in a pipe.

The symbol of a peg is always there; color only repeats what the symbol says. The colors are
those of `palette.py`. Rich is imported when something is drawn on a terminal.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import inf
from typing import TYPE_CHECKING, Literal, TextIO

from sito.codes.code import Code, CodeSpace
from sito.codes.completions import UNKNOWN_PEG
from sito.codes.feedback import Answer
from sito.codes.partial import UNKNOWN
from sito.errors import printable
from sito.rules.rules import Notation, Rules
from sito.show.fitting import cell_width as cell_width
from sito.show.fitting import wrap as wrap
from sito.show.palette import MARK, PEG, UNKNOWN_LOOK
from sito.show.palette import style_of as style_of

if TYPE_CHECKING:
    from rich.console import Console

# One run of characters and how it looks; a line or a table cell is a sequence of them. The look is a style of Rich,
# or a look of `palette.py` such as `peg 3`, for which a screen has a style that suits its number of colors.
Fragment = tuple[str, str]
Line = tuple[Fragment, ...]

_WIDE_PEGS = 8
_BETWEEN_NUMBERS: Fragment = (" ", "")
_APART: Line = (("   ", ""),)
_WIDE_GAP, _NARROW_GAP = 3, 2


# What Rich calls so many colors.
_COLOR_SYSTEMS: dict[str, Literal["auto", "standard", "256", "truecolor"] | None] = {
    "auto": "auto",
    "none": None,
    "16": "standard",
    "256": "256",
    "true": "truecolor",
}


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table: its title, which may have several lines, and whether its cells stand to the right.

    Where a terminal has no room for the table, `short` takes the place of the title, and the
    columns that can be spared are left out: first those with the greatest `spare`; 0 is never spared.
    """

    title: str
    right: bool = False
    short: str = ""
    spare: int = 0

    @property
    def name(self) -> str:
        """The first line of the title, for where it stands before a cell."""
        return self.title.split("\n")[0]


def plain(text: object) -> Line:
    """Makes a line without any style."""
    return ((str(text), ""),)


def code_line(rules: Rules, code: Code) -> Line:
    """Makes a line of colored pegs, the symbol on each; an unknown peg has no color and a `?` on it."""
    if rules.notation is Notation.WORD:
        return ((CodeSpace(rules).text(code), "bold"),)
    symbols = rules.symbols()
    between: Line = (_BETWEEN_NUMBERS,) if rules.notation is Notation.NUMBERS else ()
    line: Line = ()
    for color in code:
        peg = (UNKNOWN, UNKNOWN_LOOK) if color == UNKNOWN_PEG else (symbols[color], f"{PEG}{color}")
        line += (between if line else ()) + (peg,)
    return line


def feedback_line(feedback: Answer) -> Line:
    """Makes a line of an answer in its canonical notation; what is unknown of it is a `?`."""
    text = str(feedback)
    if feedback.kind.marks_pegs and not feedback.tells_nothing:
        return tuple(
            (letter, f"{MARK}{UNKNOWN if mark is None else mark}")
            for letter, mark in zip(text, feedback.marks, strict=True)
        )
    return ((text, "bold"),)


def text_of(line: Line) -> str:
    """Gives the characters of a line without their styles."""
    return "".join(text for text, _style in line)


def can_write(stream: TextIO, characters: str, unknown: str = "ascii") -> bool:
    """Tells whether the encoding of a stream, or the one that is taken where that is unknown, has these characters."""
    try:
        characters.encode(stream.encoding or unknown)
    except (UnicodeError, LookupError):
        return False
    return True


def is_dumb() -> bool:
    """Tells whether the terminal can only write on, or nothing is known of it."""
    return os.name == "posix" and os.environ.get("TERM", "") in ("", "dumb", "unknown")


class Screen:
    """Writes lines and tables to a stream: with Rich if it is a terminal, plainly if not.

    `color` is how many colors a terminal has: `none`, `16`, `256`, `true`, or `auto`, where Rich finds out. With
    `plain` nothing is drawn, and a row of a table is one line that names each of its cells, so that a person who
    hears it one line after the other can follow. `console` makes another console of Rich than the usual one.

    >>> import sys
    >>> columns = [Column("code"), Column("left", right=True)]
    >>> left_out = Screen(sys.stdout).table(columns, [["CBFF", 1295]])
    code  left
    CBFF  1295
    >>> left_out = Screen(sys.stdout, plain=True).table(columns, [["CBFF", 1295]])
    code: CBFF; left: 1295
    """

    def __init__(
        self,
        stream: TextIO,
        *,
        color: str = "auto",
        plain: bool = False,
        console: Callable[..., Console] | None = None,
    ) -> None:
        self.stream = stream
        self.terminal = stream.isatty() and not is_dumb() and not plain
        """Whether the stream goes to a terminal that may be drawn on."""
        self.plain = plain
        self._system = _COLOR_SYSTEMS[color]
        self.color = self._system is not None
        self._make_console = console
        self._console: Console | None = None

    def draws(self, characters: str) -> bool:
        """Tells whether these characters may be drawn: to a terminal whose encoding has them."""
        return self.terminal and can_write(self.stream, characters)

    def line(self, *parts: Line | str, end: str = "\n", wide: bool = True) -> None:
        """Writes one line, made of texts and styled lines one after the other.

        In color a few pegs are spread, each with a blank at its sides; not with `wide=False`,
        for lines that stand below each other.
        """
        fragments = _safe(fragment for part in parts for fragment in (((part, ""),) if isinstance(part, str) else part))
        if self.terminal and self.color and any(style for _text, style in fragments):
            from rich.text import Text

            console = self.console()
            shown = spread(tuple(fragments)) if wide else tuple(fragments)
            console.print(Text.assemble(*self._styled(shown)), end=end, soft_wrap=True, highlight=False)
            self.stream.flush()
        else:
            print("".join(text for text, _style in fragments), file=self.stream, end=end, flush=True)

    def table(self, columns: Sequence[Column], rows: Iterable[Sequence[object]]) -> list[str]:
        """Writes a table with titles, and returns the titles of columns for which there was no room.

        Cells are lines, or values to be written plainly.
        """
        safe = [[_safe(cell if isinstance(cell, tuple) else plain(cell)) for cell in row] for row in rows]
        if self.terminal:
            return self._rich_table(columns, safe)
        if self.plain and len(columns) > 1:
            self._list(columns, safe)
        else:
            self._plain_table(columns, safe)
        return []

    def _plain_table(self, columns: Sequence[Column], rows: Sequence[Sequence[Line]]) -> None:
        lines = [[column.name for column in columns], *([text_of(cell) for cell in row] for row in rows)]
        widths = [max(cell_width(line[place]) for line in lines) for place in range(len(columns))]
        for line in lines:
            cells = [
                " " * (width - cell_width(cell)) + cell if column.right else cell + " " * (width - cell_width(cell))
                for cell, width, column in zip(line, widths, columns, strict=True)
            ]
            print("  ".join(cells).rstrip(), file=self.stream)
        self.stream.flush()

    def _rich_table(self, columns: Sequence[Column], rows: Sequence[Sequence[Line]]) -> list[str]:
        room = self.console().width
        fit = next((fit for fit in _fits(columns, rows, wide=self.color) if fit.width <= room), None)
        if fit is None:
            self._flow(columns, rows, room)
            return []
        from rich import box
        from rich.table import Table
        from rich.text import Text

        if fit.gap == _WIDE_GAP:
            table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1))
        else:
            table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, 1, 0, 0))
        for column in fit.columns:
            justify: Literal["left", "right"] = "right" if column.right else "left"
            table.add_column(column.title, justify=justify, vertical="bottom", no_wrap=True)
        for row in fit.rows:
            table.add_row(*(Text.assemble(*self._styled(cell)) for cell in row))
        self.console().print(table)
        self.stream.flush()
        return fit.left_out

    def _flow(self, columns: Sequence[Column], rows: Iterable[Sequence[Line]], room: int) -> None:
        """Writes each row as facts one after the other, in as few lines as it takes, the first further to the left."""
        for row in rows:
            facts = [_fact(column, cell) for column, cell in zip(columns, row, strict=True) if text_of(cell)]
            line: Line = ()
            for fact in facts:
                if line and cell_width(text_of((*line, *_APART, *fact))) > room:
                    self._broken(line, room)
                    line = plain("  ")
                line += (*(_APART if text_of(line).strip() else ()), *fact)
            self._broken(line, room)

    def _list(self, columns: Sequence[Column], rows: Iterable[Sequence[Line]]) -> None:
        """Writes each row as one line that says what each cell is, for those who hear one line after the other."""
        for row in rows:
            facts = [_fact(column, cell) for column, cell in zip(columns, row, strict=True) if text_of(cell)]
            self.line(*[part for fact in facts for part in ("; ", fact)][1:])

    def _broken(self, line: Line, room: int) -> None:
        """Writes a line, broken between words if it is too wide; one with looks stays whole."""
        if cell_width(text_of(line)) <= room or any(look for _text, look in line):
            self.line(line)
            return
        for part in wrap(text_of(line), room).split("\n"):
            self.line(part)

    def _styled(self, line: Line) -> Line:
        """Gives a line whose looks are styles of Rich, for as many colors as the terminal has."""
        few = self.console().color_system in ("standard", "windows")
        return tuple((text, style_of(look, few_colors=few)) for text, look in line)

    def console(self) -> Console:
        """Gives the console of Rich for what this class does not draw, such as bars; made when first asked for."""
        if self._console is None:
            from rich.console import Console

            make = self._make_console or Console
            # Rich asks NO_COLOR itself, which a chosen number of colors outdoes.
            self._console = make(file=self.stream, color_system=self._system, no_color=not self.color, highlight=False)
        return self._console


def _safe(fragments: Iterable[Fragment]) -> Line:
    """Writes control characters as escapes, for what others wrote must not steer the terminal."""
    return tuple((printable(text), look) for text, look in fragments)


def spread(line: Line, most: int = _WIDE_PEGS) -> Line:
    """Widens colored pegs to three characters each, so that they look like pegs; codes of more than `most` stay narrow.

    >>> text_of(spread((("A", "peg 0"), ("B", "peg 1"))))
    ' A  B '
    """
    pegs = sum(look.startswith(PEG) for _text, look in line)
    if not 1 <= pegs <= most:
        return line
    apart = (fragment for fragment in line if fragment != _BETWEEN_NUMBERS)
    return tuple((f" {text} ", look) if look.startswith(PEG) else (text, look) for text, look in apart)


@dataclass(frozen=True, slots=True)
class _Fit:
    """One way to lay out a table: columns and rows, how many blanks stand between columns, what is left out."""

    columns: Sequence[Column]
    rows: Sequence[Sequence[Line]]
    gap: int
    left_out: list[str]

    @property
    def width(self) -> int:
        """How many columns of the terminal it takes."""
        widths = (
            max(map(cell_width, [*column.title.split("\n"), *(text_of(row[place]) for row in self.rows)]))
            for place, column in enumerate(self.columns)
        )
        return sum(width + self.gap for width in widths) - (0 if self.gap == _WIDE_GAP else self.gap)


def _fits(columns: Sequence[Column], rows: Sequence[Sequence[Line]], *, wide: bool) -> Iterator[_Fit]:
    """Lists ways to lay out a table, the widest first."""
    if wide:
        yield _Fit(columns, [[spread(cell) for cell in row] for row in rows], _WIDE_GAP, [])
    yield _Fit(columns, rows, _WIDE_GAP, [])
    short = [replace(column, title=column.short or column.title) for column in columns]
    for spare in sorted({column.spare for column in columns} | {inf}, reverse=True):
        kept = [place for place, column in enumerate(columns) if not column.spare or column.spare < spare]
        left_out = [column.name for place, column in enumerate(columns) if place not in kept]
        yield _Fit(
            [short[place] for place in kept], [[row[place] for place in kept] for row in rows], _NARROW_GAP, left_out
        )


def _fact(column: Column, cell: Line) -> Line:
    """Writes a cell with its title before it."""
    return (*plain(f"{column.name}: "), *cell) if column.name else cell
