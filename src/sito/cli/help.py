"""Pages of help that fit the terminal, however narrow: Typer's own break within words below 50 columns."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from sito.show.fitting import cell_width, pieces
from sito.show.i18n import _

_MOST_COLUMNS, _LEAST_COLUMNS = 78, 20
_WIDEST_NAME = 30
_NARROW = 60
"""Below so many columns the help of an option stands under its name."""

# Where a word that is wider than the page may be broken: after these characters.
_JOINTS = re.compile(r"(?<=[|,/:=])")
KIND = re.compile(r" <(?:str|int|float|path|list\[str\])>")
"""What Typer adds to a name; it tells a person nothing."""


class HelpPage:
    """Takes the place of Typer's formatter: the same methods, lines broken between words."""

    def __init__(self, columns: int) -> None:
        self.width = max(_LEAST_COLUMNS, min(columns - 2, _MOST_COLUMNS))
        self._indent = 0
        self._lines: list[str] = []

    def getvalue(self) -> str:
        """Gives the page."""
        return "\n".join(self._lines) + "\n"

    def write(self, text: str) -> None:
        """Adds lines as they are."""
        self._lines += text.rstrip("\n").split("\n")

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        """Adds the line that shows how the command is written."""
        usage = prefix or _("Usage:") + " "
        lead = f"{usage}{prog} "
        hang = cell_width(lead) if cell_width(lead) + 20 <= self.width else 4
        self._lines += _fill(f"{lead}{args}", self.width, " " * hang, "")

    def write_paragraph(self) -> None:
        """Adds an empty line."""
        if self._lines:
            self._lines.append("")

    def write_heading(self, heading: str) -> None:
        """Adds a heading."""
        self._lines.append(f"{heading}:")

    def write_text(self, text: str) -> None:
        """Adds paragraphs; the lines of one that begins with `\\b` are kept apart."""
        lead = " " * self._indent
        for number, paragraph in enumerate(text.split("\n\n")):
            if number:
                self._lines.append("")
            lines = paragraph.split("\n")
            for line in lines[1:] if lines[0].strip() == "\b" else [" ".join(lines)]:
                own = line[: len(line) - len(line.lstrip())]
                self._lines += _fill(line.strip(), self.width, f"{lead}{own}    " if own else lead, lead + own)

    def write_dl(self, rows: Sequence[tuple[str, str]]) -> None:
        """Adds names, each with what is said about it beside it, or below it on a narrow page."""
        lead = " " * self._indent
        rows = [(KIND.sub("", name), text) for name, text in rows]
        if self.width < _NARROW:
            for name, text in rows:
                self._lines += _fill(name, self.width, lead + "  ", lead)
                self._lines += _fill(text, self.width, lead + "    ")
            return
        place = self._indent + min(max((cell_width(name) for name, _ in rows), default=0), _WIDEST_NAME) + 2
        for name, text in rows:
            lines = _fill(text, self.width, " " * place)
            if lines and cell_width(lead + name) + 2 <= place:
                blanks = " " * (place - cell_width(lead + name))
                self._lines.append(f"{lead}{name}{blanks}{lines.pop(0).strip()}")
            else:
                self._lines += _fill(name, self.width, lead + "  ", lead)
            self._lines += lines

    @contextmanager
    def section(self, name: str) -> Iterator[None]:
        """Begins a part of the page."""
        self.write_paragraph()
        self.write_heading(name)
        with self.indentation():
            yield

    @contextmanager
    def indentation(self) -> Iterator[None]:
        """Moves what is written to the right."""
        self._indent += 2
        yield
        self._indent -= 2


def _fill(text: str, width: int, hang: str, lead: str | None = None) -> list[str]:
    """Breaks a text into lines between words, and beside wide letters; `lead` begins the first line, `hang` the others.

    >>> _fill("--view <steps|table|line>  How to write a plan.", 20, "  ", "")
    ['--view', '  <steps|table|line>', '  How to write a', '  plan.']
    >>> _fill("コードを当てます。", 12, "  ", "")
    ['コードを当て', '  ます。']
    """
    lines = []
    line = hang if lead is None else lead
    is_bare = True
    for blanks, piece in pieces(" ".join(text.split())):
        blank = "" if is_bare else blanks
        for part in [piece] if cell_width(hang + piece) <= width else _JOINTS.split(piece):
            if not is_bare and cell_width(line + blank + part) > width:
                lines.append(line)
                line, blank = hang, ""
            line += blank + part
            blank, is_bare = "", False
    return lines if is_bare else [*lines, line]
