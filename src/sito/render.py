"""How codes, answers and tables look: colored pegs on a terminal, plain text in a pipe.

The symbol of a peg is always there; color only repeats what the symbol says. The first
eight colors are those of Okabe and Ito (Color Universal Design, 2008), which people with
any kind of color vision tell apart. Rich is imported when something is drawn on a terminal.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, TextIO

from sito.code import Code, CodeSpace
from sito.completions import UNKNOWN_PEG
from sito.errors import printable
from sito.feedback import Answer
from sito.partial import UNKNOWN
from sito.rules import FeedbackKind, Notation, Rules

if TYPE_CHECKING:
    from rich.console import Console

# One run of characters and how it looks; a line or a table cell is a sequence of them. The look is a style of Rich,
# or what `_PEG` or `_MARK` and a number name, for which a screen has a style that suits its number of colors.
Fragment = tuple[str, str]
Line = tuple[Fragment, ...]

_PEG, _MARK = "peg ", "mark "
_UNKNOWN_PEG = f"{_PEG}{UNKNOWN}"
_WIDE_PEGS = 8
_BETWEEN_NUMBERS: Fragment = (" ", "")

# fmt: off
_PALETTE = (
    "#e69f00", "#56b4e9", "#009e73", "#f0e442", "#0072b2", "#d55e00", "#cc79a7", "#ffffff",
    "#882255", "#bbbbbb", "#117733", "#ffaabb", "#332288", "#bbcc33", "#7f5539", "#555555",
)
# fmt: on
_WHITE_ON = {"#0072b2", "#882255", "#117733", "#332288", "#7f5539", "#555555"}
# The same for terminals of sixteen colors, whose shades are their own affair.
# fmt: off
_FEW_PALETTE = (
    "yellow", "bright_cyan", "green", "bright_yellow", "blue", "red", "magenta", "bright_white",
    "cyan", "white", "bright_green", "bright_red", "bright_blue", "bright_magenta", "bright_black", "black",
)
# fmt: on
_FEW_WHITE_ON = {"blue", "red", "magenta", "bright_black", "black"}
# Beyond sixteen colors, the same backgrounds come again with another kind of letter.
_LETTERS = ("", " underline", " italic", " underline italic")
_CELLS = {"black peg": "bold #ffffff on #000000", "white peg": "bold #000000 on #ffffff", "letter": "bold"}
_FEW_CELLS = {"black peg": "bright_white on black", "white peg": "black on bright_white", "letter": "bold"}
_MARK_STYLES = {"mark 2": "black on #009e73", "mark 1": "black on #f0e442", "mark 0": "dim", "mark ?": "bold"}
_FEW_MARK_STYLES = {"mark 2": "black on green", "mark 1": "black on bright_yellow", "mark 0": "dim", "mark ?": "bold"}


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
    """Makes a line of colored pegs, the symbol on each; an unknown peg has no color and a `?` on it.

    >>> text_of(code_line(Rules.parse("4x6"), Code([2, 1, 5, 5])))
    'CBFF'
    """
    if rules.notation is Notation.WORD:
        return ((CodeSpace(rules).text(code), "bold"),)
    symbols = rules.symbols()
    between: Line = (_BETWEEN_NUMBERS,) if rules.notation is Notation.NUMBERS else ()
    line: Line = ()
    for color in code:
        peg = (UNKNOWN, _UNKNOWN_PEG) if color == UNKNOWN_PEG else (symbols[color], f"{_PEG}{color}")
        line += (between if line else ()) + (peg,)
    return line


def style_of(look: str, *, few_colors: bool = False) -> str:
    """Gives the style of Rich for how a fragment looks; `few_colors` is for terminals with sixteen.

    >>> style_of("peg 0"), style_of("peg 4", few_colors=True), style_of("bold")
    ('bold #000000 on #e69f00', 'bright_white on blue', 'bold')
    """
    if look.startswith(_MARK):
        return (_FEW_MARK_STYLES if few_colors else _MARK_STYLES)[look]
    if look in _CELLS:
        return (_FEW_CELLS if few_colors else _CELLS)[look]
    if not look.startswith(_PEG):
        return look
    if look == _UNKNOWN_PEG:
        return "reverse"
    round_, place = divmod(int(look.removeprefix(_PEG)), len(_PALETTE))
    letter = _LETTERS[round_ % len(_LETTERS)]
    if few_colors:
        # Not bold: where there are sixteen colors, bold black is often shown as grey.
        back = _FEW_PALETTE[place]
        return f"{'bright_white' if back in _FEW_WHITE_ON else 'black'} on {back}{letter}"
    back = _PALETTE[place]
    return f"bold {'#ffffff' if back in _WHITE_ON else '#000000'} on {back}{letter}"


def feedback_line(feedback: Answer) -> Line:
    """Makes a line of an answer in its canonical notation; what is unknown of it is a `?`.

    >>> from sito.feedback import Feedback
    >>> text_of(feedback_line(Feedback.parse("2b1w", Rules.parse("4x6"))))
    'xxo'
    """
    text = str(feedback)
    if feedback.kind is FeedbackKind.POSITION and not feedback.tells_nothing:
        return tuple(
            (letter, f"{_MARK}{UNKNOWN if mark is None else mark}")
            for letter, mark in zip(text, feedback.marks, strict=True)
        )
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
        self.color = color
        self._console: Console | None = None

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

    def table(self, columns: Sequence[Column], rows: Iterable[Sequence[Line]]) -> None:
        """Writes a table with titles."""
        safe = [[_safe(cell) for cell in row] for row in rows]
        if self.terminal:
            self._rich_table(columns, safe)
        else:
            self._plain_table(columns, safe)

    def _plain_table(self, columns: Sequence[Column], rows: Sequence[Sequence[Line]]) -> None:
        lines = [[column.title for column in columns], *([text_of(cell) for cell in row] for row in rows)]
        widths = [max(cell_width(line[place]) for line in lines) for place in range(len(columns))]
        for line in lines:
            cells = [
                " " * (width - cell_width(cell)) + cell if column.right else cell + " " * (width - cell_width(cell))
                for cell, width, column in zip(line, widths, columns, strict=True)
            ]
            print("  ".join(cells).rstrip(), file=self.stream)
        self.stream.flush()

    def _rich_table(self, columns: Sequence[Column], cells: Sequence[Sequence[Line]]) -> None:
        from rich import box
        from rich.table import Table
        from rich.text import Text

        wide = [[spread(cell) for cell in row] for row in cells] if self.color else cells
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
            table.add_row(*(Text.assemble(*self._styled(cell)) for cell in row))
        self.console().print(table)
        self.stream.flush()

    def _stack(self, columns: Sequence[Column], rows: Iterable[Sequence[Line]]) -> None:
        """Writes the cells of each row below each other, for terminals too narrow for the table."""
        for row in rows:
            self.line()
            for column, cell in zip(columns, row, strict=True):
                text = f"{column.title}: {text_of(cell)}"
                if cell_width(text) > self.console().width and not any(style for _text, style in cell):
                    for part in wrap(text, self.console().width).split("\n"):
                        self.line(part)
                elif text_of(cell):
                    self.line(f"{column.title}: ", cell)

    def _styled(self, line: Line) -> Line:
        """Gives a line whose looks are styles of Rich, for as many colors as the terminal has."""
        few = self.console().color_system in ("standard", "windows")
        return tuple((text, style_of(look, few_colors=few)) for text, look in line)

    def console(self) -> Console:
        """Gives the console of Rich for what this class does not draw, such as bars; made when first asked for."""
        if self._console is None:
            from rich.console import Console

            self._console = Console(file=self.stream, color_system="auto" if self.color else None, highlight=False)
        return self._console


def _safe(fragments: Iterable[Fragment]) -> Line:
    """Writes control characters as escapes, for what others wrote must not steer the terminal."""
    return tuple((printable(text), look) for text, look in fragments)


def spread(line: Line, most: int = _WIDE_PEGS) -> Line:
    """Widens colored pegs to three characters each, so that they look like pegs; codes of more than `most` stay narrow.

    >>> text_of(spread((("A", "peg 0"), ("B", "peg 1"))))
    ' A  B '
    """
    pegs = sum(look.startswith(_PEG) for _text, look in line)
    if not 1 <= pegs <= most:
        return line
    apart = (fragment for fragment in line if fragment != _BETWEEN_NUMBERS)
    return tuple((f" {text} ", look) if look.startswith(_PEG) else (text, look) for text, look in apart)


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
