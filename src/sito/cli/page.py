"""Pages of help that fit the terminal, however narrow, with letters that are two columns wide."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterable

import click

from sito.show.fitting import cell_width, fill
from sito.show.i18n import _

_MOST_COLUMNS, _LEAST_COLUMNS = 78, 20
_NARROW = 60
"""Below so many columns the help of an option stands under its name."""

# Where a word that is wider than the page may be broken: after these characters.
_JOINTS = re.compile(r"(?<=[|,/:=])")


class HelpPage(click.HelpFormatter):
    """Click's page, whose own way of breaking lines knows neither narrow terminals nor wide letters."""

    def __init__(self, indent_increment: int = 2, width: int | None = None, max_width: int | None = None) -> None:
        width = shutil.get_terminal_size().columns - 2 if width is None else width
        super().__init__(indent_increment, max(_LEAST_COLUMNS, min(width, _MOST_COLUMNS)))

    def write_usage(self, prog: str, args: str = "", prefix: str | None = None) -> None:
        """Adds the line that shows how the command is written."""
        usage = prefix or _("Usage:")
        lead = f"{usage} {prog} "
        hang = cell_width(lead) if cell_width(lead) + 20 <= self.width else 4
        self._fill(lead + args, " " * hang, "")

    def write_heading(self, heading: str) -> None:
        """Adds a heading."""
        self._fill(f"{heading}:", "", "")

    def write_text(self, text: str) -> None:
        """Adds a paragraph; the lines of one that begins with `\\b` are kept apart."""
        lead = " " * self.current_indent
        lines = text.split("\n")
        is_raw = lines[0] == "\b"
        for line in lines[1:] if is_raw else [text]:
            self._fill(line, lead + "    " * is_raw, lead)

    def write_dl(self, rows: Iterable[tuple[str, str]], col_max: int = 30, col_spacing: int = 2) -> None:
        """Adds names, each with what is said about it beside it, or below it on a narrow page."""
        rows = list(rows)
        lead = " " * self.current_indent
        widest = min(max((cell_width(name) for name, _line in rows), default=0), col_max)
        place = self.current_indent + (4 if self.width < _NARROW else widest + col_spacing)
        for name, text in rows:
            lines = fill(text, self.width, " " * place, " " * place, _JOINTS)
            if self.width >= _NARROW and lines and cell_width(name) <= widest:
                blanks = " " * (place - cell_width(lead + name))
                self.write(f"{lead}{name}{blanks}{lines.pop(0).strip()}\n")
            else:
                self._fill(name, lead + "  ", lead)
            self.write("".join(f"{line}\n" for line in lines))

    def _fill(self, text: str, hang: str, lead: str) -> None:
        self.write("".join(f"{line}\n" for line in fill(text, self.width, lead, hang, _JOINTS)))
